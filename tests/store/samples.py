"""A store at hand, and rows to put into it."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection

from veillee.store import ChairRow, PlayerRow, StepRow, Store, TableRow, players, tables

T = TypeVar("T")

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECRET = bytes(range(64))


def write(store: Store, change: Callable[[Connection], T]) -> T:
    return asyncio.run(store.write(change))


def read(store: Store, query: Callable[[Connection], T]) -> T:
    return asyncio.run(store.read(query))


def player(id: str = "ann") -> PlayerRow:
    return PlayerRow(id, id.title(), "guest", NOON)


def table(id: str = "t", **changes: Any) -> TableRow:
    """A table of Parade for three, with Ann as its host."""
    row = TableRow(
        id=id,
        game="parade",
        rules_version=1,
        config={"seats": 3},
        options={"visibility": "link"},
        status="open",
        host="ann",
        commitment="00" * 32,
        link_generation=1,
        created=NOON,
        rematch=None,
    )
    return row._replace(**changes)


def chair(player: str | None = "ann") -> ChairRow:
    return ChairRow(seat=0, occupant="person" if player else "bot", player=player, name=(player or "bot").title())


def step(seq: int, table: str = "t", **changes: Any) -> StepRow:
    row = StepRow(
        table=table,
        seq=seq,
        seat=0,
        player="ann",
        action={"type": "Play", "card": "red-7"},
        events=[{"type": "CardPlayed", "seat": 0, "card": "red-7"}, {"type": "PileShrank", "seat": 0}],
        action_id=f"a{seq}",
        undo_to=None,
        at=NOON + timedelta(seconds=seq),
    )
    return row._replace(**changes)


def furnish(c: Connection) -> None:
    """Ann, Ben, and an open table of Ann's."""
    players.add_player(c, player("ann"))
    players.add_player(c, player("ben"))
    tables.add_table(c, table(), SECRET)
