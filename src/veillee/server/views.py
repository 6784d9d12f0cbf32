"""What leaves the server about a table. Everything is computed from what its viewer may know; nothing is masked."""

from collections.abc import Sequence

from veillee.core.game import SPECTATOR, Seat
from veillee.server import links
from veillee.server.course import Course
from veillee.store.tables import ChairRow, TableRow
from veillee.wire import Chair, Clock, Seen, Table, TableOptions


def chair(row: ChairRow, present: frozenset[str]) -> Chair:
    """A seat as everybody sees it; `present` are the players who watch the table now."""
    return Chair(
        seat=row.seat,
        occupant=row.occupant,
        player=row.player,
        name=row.name,
        level=row.level,
        ready=row.ready,
        away=row.player is not None and row.player not in present,
        covered=row.covered,
    )


def free_chair(seat: Seat) -> Chair:
    return Chair(seat, None, None, None, None, ready=False, away=False, covered=False)


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


def seen(
    course: Course, table: str, n: int, seat: Seat, clocks: tuple[Clock | None, ...], *, playing: bool, undo: bool
) -> Seen:
    """The game as this seat may know it; who only watches has nothing to decide."""
    decides = playing and seat != SPECTATOR
    return Seen(
        table=table,
        n=n,
        seat=seat,
        view=course.game.view(course.state, seat),
        told=course.told_last(seat),
        legal=tuple(course.game.legal_actions(course.state, seat)) if decides else (),
        prompt=course.prompt(seat) if decides else None,
        clocks=clocks,
        can_undo=decides and undo and course.can_undo(seat),
    )
