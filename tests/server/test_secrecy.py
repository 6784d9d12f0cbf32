"""Nothing that leaves the server depends on what its reader may not know.

At every step of whole games the real world is exchanged for one that the viewer cannot tell from it. The bytes of all
frames must stay the same: views, what was told, refusals. Planted leaks show that the comparison sees them.
"""

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import structlog

from veillee.core.game import DEALER, SPECTATOR, IllegalAction, Seat, VeilleeError
from veillee.games import GAMES, chance
from veillee.server import course, lobby, playing, sessions
from veillee.server.house import House
from veillee.server.metrics import Metrics
from veillee.server.settings import Settings
from veillee.server.table import LiveTable
from veillee.server.tables import Tables
from veillee.store import Store
from veillee.wire import Act, NewTable, Ready, Sit, TableOptions

QUIET = Settings(bot_pace=0.0, countdown_s=0.0)
STEPS = 40  # of each game; a comparison at each, for each viewer


class Reader:
    """A viewer that keeps every byte."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def taken(self) -> list[bytes]:
        frames, self.frames = self.frames, []
        return frames


async def _seated(house: House, tables: Tables, name: str, seats: int) -> tuple[LiveTable, list[Reader]]:
    """A dealt table with a reader on every seat, and one who only watches."""
    rows = [(await sessions.arrive(house.store, f"P{n}", "guest"))[0] for n in range(seats + 1)]
    options = TableOptions(visibility="open")
    table = await tables.open(NewTable(name, {"seats": seats}, options), rows[0].id)
    readers = [Reader(row.id) for row in rows]
    for seat, row in enumerate(rows[:seats]):
        await table.ask(partial(lobby.sit, table, row, Sit(seat)))
        await table.ask(partial(lobby.ready, table, row.id, Ready(table.id, None)))
    for reader in readers:
        table.watch(reader)
    await table.ask(partial(lobby.start, table))
    while table.opens_at is not None:
        await asyncio.sleep(0.001)
    return table, readers


async def _frames(table: LiveTable, reader: Reader, seat: Seat, forged: list[Any]) -> list[bytes]:
    """All that this reader is sent for looking, and for trying what is not allowed."""
    reader.taken()
    table.watchers[reader].n = 0
    table.retell(reader)
    for action in forged:
        message = Act("x", table.id, seat, table.course.prompt(seat), msgspec.to_builtins(action))
        try:
            table.course.game.decide(table.course.state, seat, action)
        except IllegalAction:
            try:
                await table.ask(partial(playing.act, table, reader, message))
            except VeilleeError as refusal:
                reader.send(f"{refusal.code} {refusal}".encode())
                table.retell(reader)
    return reader.taken()


async def _play(folder: Path, name: str, seats: int, rng: Random) -> int:
    """Plays, and compares worlds at every step. Gives how many frames differed."""
    store = Store.open(f"sqlite:///{folder / 'veillee.sqlite'}")
    house = House(QUIET, store, secrets.token_bytes(32), Metrics(), structlog.get_logger())
    tables = Tables(house)
    differing = 0
    try:
        table, readers = await _seated(house, tables, name, seats)
        game = table.game
        for step in range(STEPS):
            if not (actors := game.to_act(table.course.state)) or actors == (DEALER,):
                break
            for seat, reader in zip((*range(seats), SPECTATOR), readers, strict=True):
                differing += await _compared(table, reader, seat, rng)
            seat = rng.choice(actors)
            legal = game.legal_actions(table.course.state, seat)
            action = rng.choice([action for action in legal if not _refused(game, table.course.state, seat, action)])
            message = Act(f"a{step}", table.id, seat, table.course.prompt(seat), msgspec.to_builtins(action))
            await table.ask(partial(playing.act, table, readers[seat], message))
    finally:
        await tables.stop()
        store.close()
    return differing


async def _compared(table: LiveTable, reader: Reader, seat: Seat, rng: Random) -> int:
    game, real, told = table.game, table.course.state, table.course.told(seat)
    forged = [action for other in range(table.seats) for action in game.legal_actions(real, other)][:6]
    forged = forged if seat != SPECTATOR else []
    here = await _frames(table, reader, seat, forged)
    table.course.state = chance(game).imagine(game.view(real, seat), told, rng)
    allowed = [action for action in forged if _refused(game, real, seat, action)]
    elsewhere = await _frames(table, reader, seat, allowed)
    table.course.state = real
    return here != elsewhere


def _refused(game: Any, state: Any, seat: Seat, action: Any) -> bool:
    try:
        game.decide(state, seat, action)
    except IllegalAction:
        return True
    return False


@pytest.mark.parametrize(("name", "seats"), [("parade", 3), ("nimble", 2), ("teatime", 3), ("oz", 3)])
def test_no_frame_depends_on_what_its_reader_may_not_know(tmp_path: Path, name: str, seats: int) -> None:
    assert asyncio.run(_play(tmp_path, name, seats, Random(11))) == 0


def _told_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course.Course, "told_last", lambda self, seat: self.last.events if self.last else ())


def _pile_in_view(monkeypatch: pytest.MonkeyPatch) -> None:
    game, honest = GAMES["parade"], GAMES["parade"].view
    monkeypatch.setattr(
        game,
        "view",
        lambda state, seat: msgspec.structs.replace(honest(state, seat), parade=state.pile[:1]),
        raising=False,
    )


def _hand_in_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    game, honest = GAMES["parade"], GAMES["parade"].decide

    def decide(state: Any, seat: Seat, action: Any) -> Any:
        try:
            return honest(state, seat, action)
        except IllegalAction as refusal:
            raise IllegalAction(refusal.rule, f"{refusal.why}; others hold {state.hands[seat - 1]}") from None

    monkeypatch.setattr(game, "decide", decide, raising=False)


def _prompt_of_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course.Course, "prompt", lambda self, seat: str(hash(self.state.pile)))


def _others_moves_as_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    game, honest = GAMES["parade"], GAMES["parade"].legal_actions

    def legal_actions(state: Any, seat: Seat) -> Any:
        return (*honest(state, seat), *honest(state, (seat + 1) % state.config.seats))

    monkeypatch.setattr(game, "legal_actions", legal_actions, raising=False)


LEAKS: list[Callable[[pytest.MonkeyPatch], None]] = [
    _pile_in_view,
    _hand_in_refusal,
    _prompt_of_hidden_cards,
    _others_moves_as_legal,
]


@pytest.fixture(params=LEAKS, ids=lambda leak: leak.__name__.strip("_"))
def leaking(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    request.param(monkeypatch)


@pytest.mark.usefixtures("leaking")
def test_the_comparison_sees_a_planted_leak(tmp_path: Path) -> None:
    assert asyncio.run(_play(tmp_path, "parade", 3, Random(12))) > 0


def test_what_a_seat_was_not_told_shows_in_a_stream_that_is_not_filtered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events are compared by their audience: what the last action told is the same in both worlds."""
    seen: list[bytes] = []
    honest = Reader.send

    def send(self: Reader, frame: bytes) -> None:
        seen.append(frame)
        honest(self, frame)

    monkeypatch.setattr(Reader, "send", send)
    asyncio.run(_play(tmp_path / "a", "parade", 2, Random(13)))
    assert not any(b"PileStacked" in frame for frame in seen)
    _told_everything(monkeypatch)
    asyncio.run(_play(tmp_path / "b", "parade", 2, Random(13)))
    assert any(b"PileStacked" in frame for frame in seen)
