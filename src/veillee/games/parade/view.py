"""What each seat may know. All secrecy of Parade lives in this file."""

from typing import assert_never

from veillee.core.game import EVERYONE, NOBODY, SPECTATOR, Outcome, Seat
from veillee.games.parade.types import (
    CardDrawn,
    CardPlayed,
    CardsDiscarded,
    CardsKept,
    CardsTaken,
    Event,
    HandDealt,
    LastRoundBegan,
    LastRoundEnded,
    ParadeLaid,
    PileShrank,
    PileStacked,
    SeatChose,
    Sheet,
    State,
    View,
)


def audience(event: Event) -> frozenset[Seat]:
    """Who is told of this event."""
    match event:
        case HandDealt(seat) | CardDrawn(seat) | CardsDiscarded(seat):
            return frozenset({seat})
        case PileStacked():
            return NOBODY
        case ParadeLaid() | CardPlayed() | CardsTaken() | PileShrank() | SeatChose() | CardsKept():
            return EVERYONE
        case LastRoundBegan() | LastRoundEnded():
            return EVERYONE
        case _:
            assert_never(event)


def view(state: State, seat: Seat, to_act: tuple[Seat, ...], outcome: Outcome[Sheet] | None) -> View:
    """What the seat sees; whose turn it is and how it ended are public and handed in."""
    seated = seat != SPECTATOR
    return View(
        seat=seat,
        seats=state.config.seats,
        phase=state.phase,
        to_act=to_act,
        first=state.first,
        parade=state.parade,
        pile=len(state.pile),
        hands=tuple(map(len, state.hands)),
        hand=state.hands[seat] if seated else (),
        taken=state.taken,
        turns_left=state.turns_left,
        reason=state.reason,
        chosen=tuple(map(bool, state.discarded)),
        discarded=state.discarded[seat] if seated else (),
        outcome=outcome,
    )
