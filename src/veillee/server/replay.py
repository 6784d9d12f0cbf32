"""A finished game as a document: its record with the openings, and its replay from any seat."""

from typing import Final

import msgspec

from veillee.core import record as records
from veillee.core.game import SPECTATOR, Seat, replay
from veillee.core.record import FORMAT, Closing, Header, Record, Step
from veillee.server.errors import NotNow, Unknown
from veillee.server.table import LiveTable
from veillee.wire import Moment, Replay

FINISHED: Final = ("over", "abandoned")


def record(table: LiveTable) -> str:
    """The whole game as JSON Lines, every card open. See docs/records.md."""
    _check_finished(table)
    row, outcome = table.row, table.game.outcome(table.course.state)
    chairs = [table.chairs.get(seat) for seat in range(table.seats)]
    nonces = tuple(chair.nonce if chair else None for chair in chairs)
    played = [step for step in table.course.played if step.action is not None]
    header = Header(
        format=FORMAT,
        game=row.game,
        rules_version=row.rules_version,
        config=row.config,
        table=row.id,
        names=tuple(chair.name if chair else "–" for chair in chairs),
        commitment=row.commitment,
        nonce_commitments=tuple(chair.nonce_commitment if chair else None for chair in chairs),
        opened=row.created,
    )
    closing = Closing(
        reason="over" if outcome else "abandoned",
        steps=len(played),
        secret=table.dealer.secret.hex(),
        nonces=tuple(nonce.hex() if nonce else None for nonce in nonces),
        outcome=msgspec.to_builtins(outcome),
    )
    steps = tuple(Step(step.seat, step.at, msgspec.to_builtins(step.action)) for step in played)
    return records.write(Record(header, steps, closing))


def as_known(table: LiveTable, seat: Seat | None) -> Replay:
    """The game step by step as the seat knew it. Without a seat: all events, beside the public view."""
    _check_finished(table)
    if seat is not None and seat not in (SPECTATOR, *range(table.seats)):
        raise Unknown(f"this game had seats 0 to {table.seats - 1}, and {SPECTATOR} for a spectator")
    game, state = table.game, table.course.start
    viewer = SPECTATOR if seat is None else seat
    moments: list[Moment] = []
    for step in table.course.played:
        state = replay(game, state, step.events)
        told = tuple(event for event in step.events if seat is None or seat in game.audience(event))
        if step.action is not None:
            moments.append(Moment(len(moments), step.at, step.seat, told, game.view(state, viewer)))
    return Replay(table.id, table.row.game, seat, tuple(moments))


def _check_finished(table: LiveTable) -> None:
    if table.row.status not in FINISHED:
        raise NotNow("cards are shown when the game is over")
