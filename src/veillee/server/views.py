"""What leaves the server about a table. Everything is computed from what its viewer may know; nothing is masked."""

from collections.abc import Sequence
from typing import NamedTuple

from veillee.core.game import Seat
from veillee.server import links
from veillee.server.course import Course
from veillee.store.tables import ChairRow, TableRow
from veillee.wire import Chair, Clock, Seen, Table, TableOptions


def chair(row: ChairRow, present: frozenset[str], cover_in_ms: int | None) -> Chair:
    """A seat as everybody sees it; `present` are the players who watch the table now."""
    return Chair(
        seat=row.seat,
        occupant=row.occupant,
        player=row.player,
        name=row.name,
        level=row.level,
        ready=row.ready,
        away=row.player is not None and row.player not in present,
        cover_in_ms=None if row.covered else cover_in_ms,
        covered=row.covered,
    )


def free_chair(seat: Seat) -> Chair:
    return Chair(seat, None, None, None, None, ready=False, away=False, cover_in_ms=None, covered=False)


def table(
    row: TableRow,
    options: TableOptions,
    chairs: Sequence[Chair],
    *,
    spectators: int,
    starts_in_ms: int | None,
    host_key: bytes | None,
) -> Table:
    """A table as everybody sees it; with the server's key also its link, which is for the host alone."""
    return Table(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        config=row.config,
        options=options,
        status=row.status,
        host=row.host,
        chairs=tuple(chairs),
        spectators=spectators,
        commitment=row.commitment,
        starts_in_ms=starts_in_ms,
        rematch=row.rematch,
        link=links.link(host_key, row.id, row.link_generation) if host_key else None,
        code=links.code(host_key, row.id, row.link_generation) if host_key else None,
    )


class Moment(NamedTuple):
    """How a game stands, and what is the same for all who look at it."""

    course: Course
    table: str
    clocks: tuple[Clock | None, ...]
    deciders: tuple[Seat, ...]  # who may act now
    undoer: Seat | None  # who may take the last action back


def seen(moment: Moment, n: int, seat: Seat) -> Seen:
    """The game as this seat may know it."""
    course = moment.course
    decides = seat in moment.deciders
    return Seen(
        table=moment.table,
        n=n,
        seat=seat,
        view=course.game.view(course.state, seat),
        told=course.told_last(seat),
        legal=tuple(course.game.legal_actions(course.state, seat)) if decides else (),
        prompt=course.prompt(seat) if decides else None,
        clocks=moment.clocks,
        can_undo=seat == moment.undoer,
    )
