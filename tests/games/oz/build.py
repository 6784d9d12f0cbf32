"""Positions of Oz: deals of the cards that matter, and games played on by a simple rule."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from veillee.core.game import DEALER, IllegalAction, Seat, replay
from veillee.games.oz import GAME
from veillee.games.oz.cards import Character, Counts, in_play, spread, tally
from veillee.games.oz.stories import deck
from veillee.games.oz.types import Action, Characters, Codes, Config, Deal, Event, Phase, Reshuffle, State


class Move(NamedTuple):
    """One action, what it caused, and the state after it."""

    seat: Seat
    action: Action
    events: tuple[Event, ...]
    after: State


def cards(text: str) -> Characters:
    return tuple(map(Character, text.split()))


def hand(text: str) -> Counts:
    """A hand such as "4 dorothy 2 toto"."""
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return tally(Character(name) for n, name in pairs for _ in range(int(n)))


def deal(config: Config, *, first: Seat = 0, top: str = "", bottom: str = "", stories: Codes = ()) -> Deal:
    """A deal in canonical order, but for the characters on top and at the bottom, and for the stories on top."""
    ends = tally((*cards(top), *cards(bottom)))
    rest = tuple(n - out for n, out in zip(in_play(config.seats), ends, strict=True))
    codes = list(deck(config.stories))
    for code in stories:
        codes.remove(code)
    return Deal(first, (*cards(top), *spread(rest), *cards(bottom)), (*stories, *codes))


def act(state: State, seat: Seat, action: Action) -> State:
    return replay(GAME, state, GAME.decide(state, seat, action))


def dealt(seats: int, *, first: Seat = 0, top: str = "", stories: Codes = ()) -> State:
    """The game after such a deal."""
    config = Config(seats)
    return act(GAME.start(config), DEALER, deal(config, first=first, top=top, stories=stories))


def moves(state: State) -> Iterator[Move]:
    """From the deal to the end: everybody takes the first column and closes the oldest story."""
    while actors := GAME.to_act(state):
        seat = actors[0]
        action = Reshuffle(spread(state.discarded)) if seat == DEALER else GAME.legal_actions(state, seat)[0]
        events = GAME.decide(state, seat, action)
        state = replay(GAME, state, events)
        yield Move(seat, action, events, state)


def reach(state: State, turn: int, phase: Phase = "choose") -> State:
    """The first position of this turn and phase in the game played on so."""
    while (state.turn, state.phase) != (turn, phase):
        state = next(moves(state)).after
    return state


def finish(state: State) -> State:
    return [move.after for move in moves(state)][-1]


def refused(state: State, seat: Seat, action: Action) -> str:
    """The rule that forbids this."""
    with pytest.raises(IllegalAction) as refusal:
        GAME.decide(state, seat, action)
    return refusal.value.rule
