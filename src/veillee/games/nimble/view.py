"""What each seat may know. All secrecy of Nimble lives in this file: nobody knows the order of a pack."""

from typing import assert_never

from veillee.core.game import EVERYONE, NOBODY, Outcome, Seat
from veillee.games.nimble.types import (
    CardFlipped,
    CardPlaced,
    CardReturned,
    DiscardRecycled,
    DiscardView,
    Event,
    PackShuffled,
    PileView,
    RoundBegan,
    RoundEnded,
    Sheet,
    State,
    View,
)


def audience(event: Event) -> frozenset[Seat]:
    """Who is told of this event."""
    match event:
        case PackShuffled():
            return NOBODY
        case RoundBegan() | CardFlipped() | CardReturned() | DiscardRecycled() | CardPlaced() | RoundEnded():
            return EVERYONE
        case _:
            assert_never(event)


def view(state: State, seat: Seat, to_act: tuple[Seat, ...], outcome: Outcome[Sheet] | None) -> View:
    """What the seat sees; who may act and how it ended are public and handed in."""
    return View(
        seat=seat,
        seats=state.config.seats,
        phase=state.phase,
        to_act=to_act,
        round=state.round,
        rounds=state.rounds,
        piles=tuple(PileView(pile[-1], len(pile)) for pile in state.piles),
        packs=tuple(map(len, state.packs)),
        discards=tuple(DiscardView(cards[-1] if cards else None, len(cards)) for cards in state.discards),
        results=state.results,
        outcome=outcome,
    )
