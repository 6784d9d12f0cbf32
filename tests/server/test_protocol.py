"""The exchange in docs/protocol.md, said again to a real server, which must answer as is written there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from server.people import Person, running
from veillee.core.chance import commitment, nonce_commitment
from veillee.server import socket, tables
from veillee.server.errors import Refusal
from veillee.server.rights import NEEDED
from veillee.wire import Asked, Told

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
LINE = re.compile(r"(?P<who>ada|ben) (?P<how>GET|POST|connects|leaves|→|←|answer) ?(?P<rest>.*)")
NAMED = {"ADA", "BEN", "TOKEN-A", "TOKEN-B", "TABLE", "LINK", "CODE", "COMMITMENT", "HASH-A", "HASH-B"}
ANYTHING = "…"
SECRET = bytes(range(64))
NONCES = (b"\xaa" * 32, b"\xbb" * 32)


class Line(NamedTuple):
    """One line of the exchange."""

    who: str
    how: str
    rest: str


def exchange() -> Iterator[Line]:
    for block in re.findall(r"```exchange\n(.*?)```", PAGE, re.DOTALL):
        for line in block.splitlines():
            found = LINE.fullmatch(line)
            assert found, f"not a line of an exchange: {line}"
            yield Line(found["who"], found["how"], found["rest"])


class Stage:
    """Plays both parts, and knows what the names in the document stand for."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.people = {"ada": Person(url, kind="nobody"), "ben": Person(url, kind="nobody")}
        self.names: dict[str, str] = {}
        self.answers: dict[str, Any] = {}

    def play(self, line: Line) -> None:
        person = self.people[line.who]
        match line.how:
            case "GET" | "POST":
                path, _, body = line.rest.partition(" ")
                path = re.sub("[A-Z]{3,}", lambda name: self.names.get(name[0], name[0]), path)
                raw = json.dumps(self.filled(json.loads(body))).encode() if body else None
                self.answers[line.who] = person.request(line.how, path, raw if line.how == "POST" else None).body
            case "answer":
                self.compare(line, self.answers.pop(line.who))
                token = self.names.get(f"TOKEN-{line.who[0].upper()}")
                person.headers = {"Authorization": f"Bearer {token}"}
            case "connects":
                person.connect(self.url)
            case "leaves":
                person.go()
            case "→":
                person.tell(json.dumps(self.filled(json.loads(line.rest))))
            case _:
                self.compare(line, person.next())

    def compare(self, line: Line, said: Any) -> None:
        assert self.fits(json.loads(line.rest), said), f"{line}\nbut the server said\n{json.dumps(said)}"

    def filled(self, written: Any) -> Any:
        """What is written, with names replaced by what they stand for."""
        match written:
            case str():
                return self.names.get(written, written)
            case dict():
                return {key: self.filled(value) for key, value in written.items()}
            case list():
                return [self.filled(value) for value in written]
            case _:
                return written

    def fits(self, written: Any, said: Any) -> bool:
        """Whether the server said what is written; a name stands for the same text wherever it is."""
        if written == ANYTHING:
            return True
        if written in NAMED if isinstance(written, str) else False:
            if written == "TABLE" and "TABLE" not in self.names:
                self.names |= {"HASH-A": nonce_commitment(said, 0, NONCES[0])}
                self.names |= {"HASH-B": nonce_commitment(said, 1, NONCES[1])}
            return self.names.setdefault(written, said) == said
        if isinstance(written, dict) and isinstance(said, dict):
            shown = {key: value for key, value in written.items() if key != ANYTHING}
            complete = ANYTHING in written or shown.keys() == said.keys()
            return complete and all(key in said and self.fits(value, said[key]) for key, value in shown.items())
        if isinstance(written, list) and isinstance(said, list):
            shown = written[:-1] if written[-1:] == [ANYTHING] else written
            complete = shown is not written or len(shown) == len(said)
            return complete and len(shown) <= len(said) and all(map(self.fits, shown, said))
        return written == said


def test_the_exchange_is_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "fresh_secret", lambda table: (SECRET, commitment(table, SECRET)))
    lines = list(exchange())
    with running(tmp_path) as house:
        stage = Stage(house.url)
        for line in lines:
            stage.play(line)
        unwritten = {name: person.hear_all() for name, person in stage.people.items()}
        for person in stage.people.values():
            person.go()
    assert unwritten == {"ada": [], "ben": []}
    assert {"→", "←", "answer"} < {line.how for line in lines}


@pytest.mark.parametrize("changed", ['"n": 1,', '"code": "stale"', '"card": "red-'])
def test_an_exchange_that_is_not_as_written_is_noticed(changed: str) -> None:
    stage = Stage("http://127.0.0.1:1")
    line = next(line for line in exchange() if line.how == "←" and changed in line.rest)
    said = json.loads(
        line.rest.replace(changed, changed.replace("1", "2").replace("stale", "busy").replace("red", "x"))
    )
    assert stage.fits(json.loads(line.rest), json.loads(line.rest))
    assert not stage.fits(json.loads(line.rest), said)


@pytest.mark.parametrize("kind", [*get_args(Asked), *get_args(Told)], ids=lambda kind: kind.__name__)
def test_every_message_and_each_of_its_fields_is_explained(kind: Any) -> None:
    explained = re.search(rf"^\| `{kind.__name__}` \| (.*?) \|", PAGE, re.MULTILINE)
    assert explained, kind.__name__
    assert re.findall(r"`(\w+)`", explained[1]) == list(kind.__struct_fields__)


def test_every_close_code_is_explained() -> None:
    codes = {str(code) for name, code in vars(socket).items() if name.isupper() and code in range(1000, 5000)}
    assert len(codes) == 5
    assert codes <= set(re.findall(r"^\| (\d{4}) \|", PAGE, re.MULTILINE))


def test_every_path_is_listed() -> None:
    for what in NEEDED:
        if " " in what and not what.startswith("WEBSOCKET"):
            method, path = what.split()
            assert f"`{method} {path}`" in PAGE, what


def test_refusals_that_are_named_exist() -> None:
    codes = {kind.code for kind in Refusal.__subclasses__()} | {"illegal_action", "storage", "no_space"}
    named = set(re.findall(r"refused with `(\w+)`", PAGE))
    assert named
    assert named <= codes
