"""Moments of Tea Time made to measure, and short ways to ask what follows from them."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from veillee.core.game import DEALER, IllegalAction, Outcome, Seat, replay
from veillee.games.teatime import GAME
from veillee.games.teatime.cards import SETUPS, Card, Character, deck
from veillee.games.teatime.notation import read_action
from veillee.games.teatime.types import Collection, Config, Deal, Event, Sheet, State, Take


def position(*rows: str, seats: int = 2, turn: int = 3, to_play: Seat = 0, number: int = 1, **fields: Any) -> State:
    """A moment in a round, with these cards in the upper left of the grid; a dot is an empty cell."""
    start, setup = GAME.start(Config(seats)), SETUPS[seats]
    drawn = [[None if name == "." else Card(name) for name in row.split()] for row in rows]
    full = [[*row, *[None] * (setup.columns - len(row))] for row in (*drawn, *[[]] * (setup.rows - len(drawn)))]
    later = deck(seats)[: setup.rows * setup.columns * (setup.rounds - number)]
    moment = replace(start, phase="play", round=number, turn=turn, player=to_play, stack=later)
    return replace(moment, grid=tuple(map(tuple, full)), **fields)


def dealt(seats: int, first: Seat = 0, stack: Sequence[Character] = ()) -> State:
    return after(GAME.start(Config(seats)), DEALER, Deal(first, tuple(stack) or deck(seats)))


def take(cells: str) -> Take:
    action = read_action(f"take {cells}")
    assert isinstance(action, Take)
    return action


def player(state: State) -> Seat:
    """Whose turn it is."""
    (seat,) = GAME.to_act(state)
    return seat


def happening(state: State, cells: str) -> tuple[Event, ...]:
    """What happens when the seat to act takes these."""
    return GAME.decide(state, player(state), take(cells))


def after(state: State, seat: Seat, action: Deal | Take) -> State:
    return replay(GAME, state, GAME.decide(state, seat, action))


def taking(state: State, *turns: str) -> State:
    """The state after these turns, each by the seat whose turn it is."""
    for cells in turns:
        state = after(state, player(state), take(cells))
    return state


def refusal(state: State, seat: Seat, action: Any) -> str:
    """The number of the rule that forbids this."""
    with pytest.raises(IllegalAction) as error:
        GAME.decide(state, seat, action)
    assert error.value.why
    return error.value.rule


def refused(state: State, cells: str) -> str:
    return refusal(state, player(state), take(cells))


def is_legal(state: State, cells: str) -> bool:
    return take(cells) in GAME.legal_actions(state, player(state))


def held(**counts: int) -> Collection:
    """A collection by its characters' names: + normal, − mirror."""
    return tuple(counts.get(who, 0) for who in Character)


def ended(*collections: Collection, alice: Seat = 0) -> Outcome[Sheet]:
    """How a game ends with these collections."""
    over = replace(GAME.start(Config(len(collections))), phase="over", round=3, collections=collections, alice=alice)
    outcome = GAME.outcome(over)
    assert outcome
    return outcome
