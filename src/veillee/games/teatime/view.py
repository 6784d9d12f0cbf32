"""What each seat may know. All secrecy of Tea Time lives in this file: the order of the stack, and nothing else."""

from typing import assert_never

from veillee.core.game import EVERYONE, NOBODY, Outcome, Seat
from veillee.games.teatime.cards import SETUPS
from veillee.games.teatime.types import (
    AlicePlaced,
    AliceTaken,
    CardsCancelled,
    CardsTaken,
    Event,
    FirstChosen,
    GameEnded,
    GridLaid,
    Sheet,
    StackShuffled,
    State,
    View,
)


def audience(event: Event) -> frozenset[Seat]:
    """Who is told of this event."""
    match event:
        case StackShuffled():
            return NOBODY
        case FirstChosen() | GridLaid() | CardsTaken() | AlicePlaced() | CardsCancelled() | AliceTaken() | GameEnded():
            return EVERYONE
        case _:
            assert_never(event)


def view(state: State, seat: Seat, to_act: tuple[Seat, ...], limit: int, outcome: Outcome[Sheet] | None) -> View:
    """What the seat sees; whose turn it is, for how many cards, and how it ended are public and handed in."""
    seats = state.config.seats
    return View(
        seat=seat,
        seats=seats,
        phase=state.phase,
        to_act=to_act,
        round=state.round,
        rounds=SETUPS[seats].rounds,
        turn=state.turn or None,
        limit=limit or None,
        grid=state.grid,
        alice=state.alice,
        collections=state.collections,
        cancelled=sum(state.cancelled),
        stack=len(state.stack),
        outcome=outcome,
    )
