"""What is too much, too fast, too slow or no message at all; and that none of it changes anything."""

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.people import Person, Running, begin, running
from veillee.server.errors import BadMessage
from veillee.server.limits import Allowance, check_shape

FUZZED = 100_000 if os.environ.get("SOAK") else 10_000
NASTY: list[Any] = [
    *(None, True, -1, 2**31, 2**63, 2**64, 10**40, 1.5, 1e308, "", "x" * 65, "\u0000", "\ud83d", "é" * 40),
    *([], {}, [[]], {"type": "Act"}, "../..", "' OR 1=1", "\u202e", "-1", "null"),
]


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that lets a socket send as fast as it likes."""
    with running(tmp_path_factory.mktemp("patient"), messages_per_s=1e9, messages_at_once=10**9) as served:
        yield served


def test_more_messages_than_allowed_are_refused_and_the_rest_is_done(tmp_path: Path) -> None:
    with running(tmp_path, messages_per_s=20, messages_at_once=40) as house:
        ada = Person(house.url, "Ada").come()
        for n in range(60):
            ada.say("Ping", n=n)
        heard = [ada.hear("Pong", "Refused") for _ in range(60)]
        pongs = [message["n"] for message in heard if message["type"] == "Pong"]
        assert pongs[:40] == list(range(40))
        assert 40 <= len(pongs) < 50
        assert {message["code"] for message in heard if message["type"] == "Refused"} == {"too_fast"}
        ada.go()


def test_an_allowance_fills_up_again() -> None:
    now = [0.0]
    allowance = Allowance(2, 3, lambda: now[0])
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 1.0
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    now[0] = 100.0
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("raw", [b"[" * 17, b'{"a":' * 17, b'{"a":"' + b"x" * 16_384 + b'"}'])
def test_what_is_too_deep_or_too_long_never_reaches_a_decoder(raw: bytes) -> None:
    with pytest.raises(BadMessage):
        check_shape(raw)


@pytest.mark.parametrize(
    "raw", [b"[" * 16, b"[]" * 1000, b'"' + b"[" * 100 + b'"', b'"\\"' + b"[" * 99 + b'"', b"]" * 99]
)
def test_brackets_count_only_where_they_nest(raw: bytes) -> None:
    check_shape(raw)


def test_a_frame_that_is_too_long_closes_the_socket(house: Running) -> None:
    ada = Person(house.url, "Ada").come()
    ada.tell(b"x" * 20_000)
    assert ada.closed() == 1009


def test_a_player_has_only_so_many_sockets(tmp_path: Path) -> None:
    with running(tmp_path, sockets_per_player=2, sockets_per_address=3) as house:
        ada, ben = Person(house.url, "Ada"), Person(house.url, "Ben")
        ada.come()
        ada.come()
        assert ada.code_of_socket(house.url) == 4429
        ben.come()
        assert ben.code_of_socket(house.url) == 4429
        ada.go()
        ben.go()


def test_a_request_that_is_too_long_is_refused(house: Running) -> None:
    ada = Person(house.url, "Ada")
    assert ada.post("/api/tables", {"game": "x" * 20_000}).status == 429
    assert ada.request("POST", "/api/tables", b"[" * 1000).body["code"] == "bad_message"


def test_a_slow_reader_is_shut_out_and_delays_nobody(tmp_path: Path) -> None:
    with running(tmp_path, send_buffer=4096, queue_frames=50, messages_per_s=1e9, messages_at_once=10**9) as house:
        slow, healthy = people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
        table = begin(people)
        for n in range(3000):  # every refusal comes with a view, and none is read
            slow.say("Act", id=f"s{n}", table=table, seat=0, prompt="wrong", action={"type": "Play", "card": "red-1"})
        waits: list[float] = []
        for n in range(200):
            begun = time.perf_counter()
            healthy.say("Ping", n=n)
            healthy.hear("Pong", n=n)
            waits.append(time.perf_counter() - begun)
        assert slow.closed() == 4408
        assert sorted(waits)[197] < 0.25
        while not healthy.lobby["chairs"][0]["away"]:
            healthy.hear("Lobby")
        healthy.go()


def mutated(rng: Random, table: str) -> bytes:
    """A message of the protocol with something wrong in it, or something that never was a message."""
    templates: list[dict[str, Any]] = [
        {
            "type": "Act",
            "id": "a",
            "table": table,
            "seat": 0,
            "prompt": "no",
            "action": {"type": "Play", "card": "red-1"},
        },
        {"type": "Undo", "id": "u", "table": table, "seat": 0},
        {"type": "Ready", "table": table, "commitment": "00" * 32},
        {"type": "Nonce", "table": table, "nonce": "00" * 32},
        {"type": "Watch", "table": table},
        {"type": "Reveal", "table": table, "seat": 0},
        {"type": "Say", "table": table, "phrase": "hello"},
        {"type": "Ping", "n": 1},
    ]
    message = rng.choice(templates)
    for _ in range(rng.randrange(3)):
        part = message if rng.random() < 0.7 or "action" not in message else message["action"]
        if isinstance(part, dict) and part:
            field = rng.choice([*part, "more"])
            part[field] = rng.choice(NASTY)
    raw = json.dumps(message, ensure_ascii=rng.random() < 0.5).encode("utf-8", "replace")
    match rng.randrange(8):
        case 0:
            return raw[: rng.randrange(len(raw))]
        case 1:
            at = rng.randrange(len(raw))
            return raw[:at] + rng.randbytes(rng.randrange(1, 5)) + raw[at + 1 :]
        case 2:
            return rng.randbytes(rng.randrange(64))
        case 3:
            return raw.replace(b":", b":" + rng.choice((b"[", b"{", b'"')) * rng.randrange(1, 40), 1)
        case _:
            return raw


def test_no_message_however_broken_changes_anything(patient: Running, capfd: pytest.CaptureFixture[str]) -> None:
    people = [Person(patient.url, "Ada"), Person(patient.url, "Ben")]
    table = begin(people)
    for person in people:
        person.hear_all()
    before = [person.seen["view"] for person in people]
    live = patient.run(patient.desk.tables.find(table))
    rng, codes = Random(10), set[str]()
    for _ in range(FUZZED // 100):
        for _ in range(100):
            raw = mutated(rng, table)
            people[0].tell(raw)
        for message in people[0].hear_all():
            assert message["type"] in ("Refused", "Lobby", "Seen", "Said", "Pong")
            codes.add(message.get("code", ""))
    assert {"bad_message", "not_found", "stale"} <= codes
    assert not codes & {"frozen", "broken", "storage", "error"}
    for person, view in zip(people, before, strict=True):
        person.say("Watch", table=table)
        person.hear("Seen")
        assert person.seen["view"] == view
    assert (live.refusal, live.course.rows) == (None, 1)
    logged = "".join(capfd.readouterr())
    assert not re.search("Traceback|exception|frozen", logged), logged
    for person in people:
        person.go()
