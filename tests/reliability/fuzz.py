"""Messages that are broken in every way: nothing fails, nothing changes, nothing hidden is said."""

import asyncio
import json
import re
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from reliability.faults import naive_read
from reliability.row import Found
from reliability.served import FREELY
from server.people import Person, Running, begin, running
from veillee.core.game import SPECTATOR
from veillee.server import socket
from veillee.server.line import EXTENSION
from veillee.server.socket import Connection
from veillee.server.table import LiveTable
from veillee.store import players

BATCH: Final = 250
DEEP: Final = 15_000  # brackets: more than a decoder that recurses can take
ANSWERS: Final = {"Welcome", "Refused", "Lobby", "Seen", "Said", "Pong", "Gone"}
OURS: Final = {"frozen", "broken", "storage", "error", "busy"}  # codes that would be the server's own trouble
REACHED: Final = {"bad_message", "not_found", "stale"}  # past the decoder, and past the rights
NASTY: Final[list[Any]] = [
    *(None, True, -1, 2**31, 2**63, 2**64, 10**40, 1.5, 1e308, "", "x" * 65, "\u0000", "\ud83d", "é" * 40),
    *([], {}, [[]], {"type": "Act"}, "../..", "' OR 1=1", "\u202e", "-1", "null"),
]
NAME: Final = re.compile(rb'"([a-z]+-[0-9]+)"')  # of a card, in the game that is played here


def check(folder: Path, size: int, fault: str | None) -> Found:
    """So many messages to a table in play, from a player and from one who only watches."""
    honest = socket._read  # pyright: ignore[reportPrivateUsage]
    if fault:
        socket._read = naive_read  # pyright: ignore[reportPrivateUsage]
    try:
        with running(folder, **FREELY) as house:
            return _bombard(house, size)
    finally:
        socket._read = honest  # pyright: ignore[reportPrivateUsage]


class Kept:
    """A socket, and its line, as `Connection` needs them: what would be sent is kept."""

    client = None
    waiting = waiting_bytes = 0

    def __init__(self) -> None:
        self.scope = {"extensions": {EXTENSION: self}}
        self.frames: list[bytes] = []

    def say(self, text: bytes) -> None:
        self.frames.append(text)


def _bombard(house: Running, size: int) -> Found:
    people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
    table = begin(people)
    live = house.run(house.desk.tables.find(table))
    before = _everything(live)
    watcher = Person(house.url, "Eve")
    rng, faults, codes = Random(size), list[str](), Counter[str]()
    for nth in range(max(1, size // BATCH)):
        person = (people[0], watcher)[nth % 2]
        sent = [mutated(rng, table) for _ in range(BATCH)]
        frames, broken = house.run(_hear(house, person, sent))
        faults += broken
        faults += _said_too_much(frames, sent, live, person)
        for message in map(msgspec.json.decode, frames):
            codes[message.get("code", message["type"])] += 1
        for other in people:  # whoever sits there is told no more than that somebody came, went, or said hello
            faults += [f"others heard {heard}" for heard in other.hear_all() if heard["type"] not in ("Lobby", "Said")]
    faults += [f"answered {code}" for code in codes if code in OURS]
    faults += ["the table has changed"] * (_everything(live) != before)
    if not set(codes) >= REACHED:
        faults.append(f"the messages did not get as far as they should: {dict(codes)}")
    for person in people:
        person.go()
    return Found(tuple(faults), {"messages": max(1, size // BATCH) * BATCH, "answers": dict(codes.most_common())})


async def _hear(house: Running, person: Person, sent: list[bytes]) -> tuple[list[bytes], list[str]]:
    """What a connection of this person would be sent, and what went wrong inside."""
    row = await house.desk.house.store.read(lambda c: players.player(c, person.id))
    assert row
    kept = Kept()
    connection = Connection(house.desk.house, house.desk.tables, kept, row, b"")  # type: ignore[arg-type]
    faults = list[str]()
    for raw in sent:
        try:
            await connection._answer(raw)  # pyright: ignore[reportPrivateUsage]
        except Exception as error:
            faults.append(f"{type(error).__name__} escapes for {raw[:60]!r}")
        await asyncio.sleep(0)
    for table in connection._watched.values():  # pyright: ignore[reportPrivateUsage]
        table.unwatch(connection)
    return kept.frames, faults


def _everything(live: LiveTable) -> Any:
    """All that could have changed, but for who is ready for what."""
    return live.refusal, live.course.rows, live.course.state, live.row, live.chairs


def _said_too_much(frames: list[bytes], sent: list[bytes], live: LiveTable, person: Person) -> list[str]:
    """Cards that are named in an answer, though neither the asker's view nor the asker had named them."""
    seat = next(iter(live.seats_of(person.id)), SPECTATOR)
    course = live.course
    known = set(NAME.findall(msgspec.json.encode((course.game.view(course.state, seat), course.told(seat)))))
    known |= set(NAME.findall(b"".join(sent)))
    return [f"hidden cards are named: {frame[:80]!r}" for frame in frames if not set(NAME.findall(frame)) <= known]


def mutated(rng: Random, table: str) -> bytes:
    """A message of the protocol with something wrong in it, or something that never was a message."""
    play = {"type": "Play", "card": "red-1"}
    templates: list[dict[str, Any]] = [
        {"type": "Act", "id": "a", "table": table, "seat": 0, "prompt": "no", "action": play},
        {"type": "Undo", "id": "u", "table": table, "seat": 0},
        {"type": "Ready", "table": table, "commitment": "00" * 32},
        {"type": "Nonce", "table": table, "nonce": "00" * 32},
        {"type": "Watch", "table": table},
        {"type": "Unwatch", "table": table},
        {"type": "Reveal", "table": table, "seat": 0},
        {"type": "Say", "table": table, "phrase": "hello"},
        {"type": "Ping", "n": 1},
    ]
    message = rng.choice(templates)
    for _ in range(rng.randrange(3)):
        part = message if rng.random() < 0.7 or "action" not in message else message["action"]
        if isinstance(part, dict) and part:
            field = rng.choice([*part, "more"])
            part[field] = deepcopy(rng.choice(NASTY))
    raw = json.dumps(message, ensure_ascii=rng.random() < 0.5).encode("utf-8", "replace")
    match rng.randrange(9):
        case 0:
            return raw[: rng.randrange(len(raw))]
        case 1:
            at = rng.randrange(len(raw))
            return raw[:at] + rng.randbytes(rng.randrange(1, 5)) + raw[at + 1 :]
        case 2:
            return rng.randbytes(rng.randrange(64))
        case 3:
            return raw.replace(b":", b":" + rng.choice((b"[", b"{", b'"')) * rng.randrange(1, 40), 1)
        case 4 if rng.random() < 0.1:
            return raw.replace(b":", b":" + rng.choice((b"[", b'{"a":')) * DEEP, 1)[:DEEP]
        case _:
            return raw
