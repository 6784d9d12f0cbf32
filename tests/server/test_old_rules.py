"""New rules come, and what was begun under the old ones is still played, replayed and verified by the old ones."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from keep_rules import keep
from server.people import Person, begin, play_on, running
from store.samples import read
from veillee import games
from veillee.cli import main
from veillee.core import record as records
from veillee.core.record import Record
from veillee.games import GAMES
from veillee.store import Store, check


@pytest.fixture(params=list(GAMES))
def changed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator["Change"]:
    yield Change(request.param, monkeypatch, tmp_path)
    for name in [name for name in sys.modules if name.startswith(f"{games.__name__}.{request.param}.v")]:
        del sys.modules[name]


class Change:
    """A game whose rules are about to change: the present ones are kept, the new ones refuse to play."""

    def __init__(self, name: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.game, self._monkeypatch, self._kept = GAMES[name], monkeypatch, folder / "room"
        self.version = self.game.rules_version

    def come(self) -> None:
        room = import_module(f"{games.__name__}.{self.game.name}")
        keep(self.game, self._kept / f"v{self.version}")
        self._monkeypatch.setattr(room, "__path__", [*room.__path__, str(self._kept)])
        self._monkeypatch.setattr(type(self.game), "rules_version", self.version + 1)
        self._monkeypatch.setattr(type(self.game), "decide", self._refuse)

    def _refuse(self, *asked: Any) -> Any:
        raise AssertionError("the new rules were asked about an old game")


def test_a_table_goes_on_under_the_rules_that_it_began_with(changed: Change, tmp_path: Path) -> None:
    name, home, rng = changed.game.name, tmp_path / "home", Random(21)
    with running(home) as house:
        people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
        table = begin(people, name)
        play_on(people, rng, most=6)
        for person in people:
            person.hear_all()
            person.go()
        known = [person.seen["view"] for person in people]
    changed.come()
    with closing(Store.open(f"sqlite:///{home / 'veillee.sqlite'}")) as store:
        whole = read(store, check)
        assert (whole.tables, whole.other_rules) == (1, ())
    with running(home) as house:
        for person in people:
            person.url = house.url
            person.come().watch(table)
            person.hear("Seen")
        assert [person.seen["view"] for person in people] == known
        play_on(people, rng)
        record = people[0].get(f"/api/tables/{table}/record").body
        moments = people[0].get(f"/api/tables/{table}/replay?seat=0").body["moments"]
        again = people[0].at(table, "rematch").body
        for person in people:
            person.go()
    assert json.loads(record.splitlines()[0])["rules_version"] == changed.version
    assert moments[-1]["view"] == people[0].seen["view"]
    assert again["rules_version"] == changed.version + 1
    path = tmp_path / "game.jsonl"
    path.write_text(record, encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert main(["replay", str(path)]) == 0


def test_bots_play_old_rules_too(changed: Change, tmp_path: Path) -> None:
    with running(tmp_path / "home") as house:
        ada = Person(house.url, "Ada")
        level = ada.get("/api/games").body[list(GAMES).index(changed.game.name)]["levels"][-1]
        table = begin([ada], changed.game.name, bots=1, level=level)
        ada.go()
    changed.come()
    with running(tmp_path / "home") as house:
        ada.url = house.url
        ada.come().watch(table)
        ada.hear("Seen")
        play_on([ada], Random(22))
        assert ada.seen["view"]["outcome"]
        ada.go()


def test_a_version_that_no_room_keeps_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    assert main(["play", "parade", "--people", "none", "--seed", "4", "--record", str(path)]) == 0
    header, steps, closed = records.read(path.read_text(encoding="utf-8"))
    path.write_text(records.write(Record(replace(header, rules_version=9), steps, closed)), encoding="utf-8")
    capsys.readouterr()
    assert main(["verify", str(path)]) == 2
    assert "line 1: version 9 of the rules of Parade is not here; there is 1" in capsys.readouterr().err
