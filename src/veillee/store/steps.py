"""The journal: one row for each accepted action and the events it caused. Only ever appended to."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from veillee.core.game import Seat, VeilleeError
from veillee.store.schema import insert_unless_there
from veillee.store.schema import steps as step_rows


class StepRow(NamedTuple):
    """Row `seq` (0 for the first) of a table's journal.

    A step with `undo_to` takes steps back: of those in force, only the first `undo_to` remain. It has no action, and
    neither has a step by which the server notes that it had been away. `player` is None for the dealer and for bots,
    `action_id` where nobody can send the action again.
    """

    table: str
    seq: int
    seat: Seat
    player: str | None
    action: dict[str, Any] | None
    events: list[dict[str, Any]]
    action_id: str | None
    undo_to: int | None
    at: datetime


class Duplicate(VeilleeError):
    """The player has sent this action id before; `step` is what was journalled then."""

    code = "duplicate"

    def __init__(self, step: StepRow) -> None:
        super().__init__(f"action {step.action_id} is already step {step.seq}")
        self.step = step


class Fenced(VeilleeError):
    """Somebody else has written this step: whoever tried it no longer owns the table."""

    code = "fenced"


class Append(NamedTuple):
    """The change that most changes are. What waits together is added by one statement (`add_all`)."""

    row: StepRow

    def __call__(self, c: Connection) -> None:
        append(c, self.row)


def add_all(c: Connection, rows: Sequence[StepRow]) -> bool:
    """Adds these steps; False if one of them cannot be, and then some of the others are added and some are not."""
    return insert_unless_there(c, step_rows, *(row._asdict() for row in rows))


def append(c: Connection, row: StepRow) -> None:
    """Adds the step, or raises Duplicate (the same action again) or Fenced (another step is there)."""
    if insert_unless_there(c, step_rows, row._asdict()):
        return
    if row.player and row.action_id and (stored := by_action_id(c, row.table, row.player, row.action_id)):
        raise Duplicate(stored)
    raise Fenced(f"step {row.seq} of table {row.table} has been written by another")


def steps(c: Connection, table: str) -> list[StepRow]:
    """The whole journal of a table, undone steps and undos included."""
    query = select(step_rows).where(step_rows.c.table == table).order_by(step_rows.c.seq)
    return [StepRow._make(row) for row in c.execute(query)]


def by_action_id(c: Connection, table: str, player: str, action_id: str) -> StepRow | None:
    here = (step_rows.c.table == table, step_rows.c.player == player, step_rows.c.action_id == action_id)
    row = c.execute(select(step_rows).where(*here)).first()
    return StepRow._make(row) if row else None
