"""What each seat may know. All secrecy of Oz lives in this file."""

from typing import assert_never

from veillee.core.game import EVERYONE, NOBODY, SPECTATOR, Outcome, Seat
from veillee.games.oz.cards import NO_CARDS, SETUP
from veillee.games.oz.types import (
    CharactersStacked,
    ColumnDiscarded,
    ColumnsLaid,
    ColumnTaken,
    Decks,
    DiscardReturned,
    Event,
    GameBegan,
    HandsRevealed,
    Sheet,
    State,
    StoriesStacked,
    StoryClosed,
    TurnBegan,
    View,
)


def audience(event: Event) -> frozenset[Seat]:
    """Who is told of this event."""
    match event:
        case CharactersStacked() | StoriesStacked():
            return NOBODY
        case GameBegan() | TurnBegan() | ColumnsLaid() | ColumnTaken() | StoryClosed():
            return EVERYONE
        case ColumnDiscarded() | DiscardReturned() | HandsRevealed():
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
        turn=state.turn or None,
        turns=SETUP[state.config.seats].turns,
        first=state.first,
        columns=state.columns,
        hand=state.hands[seat] if seated else NO_CARDS,
        hands=tuple(map(sum, state.hands)),
        open=state.open,
        closed=state.closed[seat] if seated else (),
        closed_counts=tuple(map(len, state.closed)),
        discarded=state.discarded,
        discarded_stories=state.discarded_stories,
        decks=Decks(characters=len(state.characters), stories=len(state.stories)),
        outcome=outcome,
    )
