"""`imagine` is uniform over the worlds a seat cannot tell from the real one: against brute force, on few hidden cards.

Brute force knows nothing of `imagine`: it deals every arrangement of the cards that the seat never saw, plays the same
actions again, and keeps those games in which the seat is told exactly the same.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest

from contract.rooms import Moment, match
from games.chi_square import assert_uniform
from veillee.core.game import SPECTATOR, IllegalAction, Seat, replay
from veillee.games.parade import GAME
from veillee.games.parade.cards import Card
from veillee.games.parade.chance import imagine
from veillee.games.parade.types import Config, Deal, Event, State

DRAWS = 6000


def heard(moments: Sequence[Moment], viewer: Seat) -> list[Event]:
    return [event for moment in moments for event in moment.events if viewer in GAME.audience(event)]


def unseen(moments: Sequence[Moment], viewer: Seat) -> list[Card]:
    """The cards that the viewer was never told of."""
    told = msgspec.json.encode(heard(moments, viewer)).decode()
    return [card for card in moments[0].action.deck if f'"{card}"' not in told]


def every_world(moments: Sequence[Moment], viewer: Seat) -> set[State]:
    deal, told = moments[0].action, heard(moments, viewer)
    hidden = unseen(moments, viewer)
    places = [place for place, card in enumerate(deal.deck) if card in hidden]
    assert len(places) <= 6
    worlds = set[State]()
    for arrangement in permutations(hidden):
        deck = list(deal.deck)
        for place, card in zip(places, arrangement, strict=True):
            deck[place] = card
        worlds |= told_alike(Deal(tuple(deck), deal.first), moments, viewer, told)
    return worlds


def told_alike(deal: Deal, moments: Sequence[Moment], viewer: Seat, told: list[Event]) -> set[State]:
    """The state this deal leads to by the same actions, if the viewer is told the same.

    Discards of others are secret: every pair that they might have chosen is a world of its own.
    """
    paths = [(GAME.start(moments[0].state.config), list[Event]())]
    for moment in moments:
        onward: list[tuple[State, list[Event]]] = []
        for state, so_far in paths:
            for action in actions(deal, moment, viewer, state):
                try:
                    events = GAME.decide(state, moment.seat, action)
                except IllegalAction:
                    continue
                now = so_far + [event for event in events if viewer in GAME.audience(event)]
                if now == told[: len(now)]:
                    onward.append((replay(GAME, state, events), now))
        paths = onward
    return {state for state, _ in paths}


def actions(deal: Deal, moment: Moment, viewer: Seat, state: State) -> Sequence[Any]:
    if moment.number == 0:
        return (deal,)
    if state.phase == "discard" and moment.seat != viewer:
        return GAME.legal_actions(state, moment.seat)
    return (moment.action,)


def game_up_to(wanted: Callable[[State], bool]) -> tuple[Moment, ...]:
    """The first two-player game with few cards left that reaches such a state, up to there."""
    for seed in range(400):
        moments = match("parade", Config(2), seed)
        for moment in moments:
            if len(moment.after.pile) <= 1 and wanted(moment.after):
                return moments[: moment.number + 1]
    raise AssertionError("no such game")


PLACES: dict[str, tuple[Seat, Callable[[State], bool]]] = {
    "the last card of the pile": (0, lambda state: state.phase == "play" and len(state.pile) == 1),
    "the last round": (0, lambda state: state.phase == "last" and state.turns_left == 1),
    "a secret discard": (0, lambda state: bool(state.discarded[1]) and not state.discarded[0]),
    "the end": (0, lambda state: state.phase == "over"),
    "the end for a spectator": (SPECTATOR, lambda state: state.phase == "over" and not state.pile),
}
WORLDS = {"the last card of the pile": 6, "a secret discard": 6, "the end for a spectator": 6}


@pytest.mark.parametrize("place", PLACES)
def test_imagine_is_uniform_over_all_worlds(place: str) -> None:
    viewer, wanted = PLACES[place]
    moments = game_up_to(wanted)
    worlds = every_world(moments, viewer)
    assert len(worlds) == WORLDS.get(place, 1)
    view, told, rng = GAME.view(moments[-1].after, viewer), heard(moments, viewer), Random(11)
    drawn = Counter(imagine(view, told, rng) for _ in range(DRAWS))
    assert_uniform(drawn, worlds)


def test_a_slight_bias_would_be_caught() -> None:
    """One draw in six is the real world: far less than a peek would be, and the statistic sees it."""
    viewer, wanted = PLACES["the last card of the pile"]
    moments = game_up_to(wanted)
    view, rng = GAME.view(moments[-1].after, viewer), Random(13)
    drawn = Counter(moments[-1].after if rng.random() < 1 / 6 else imagine(view, (), rng) for _ in range(DRAWS))
    with pytest.raises(AssertionError):
        assert_uniform(drawn, every_world(moments, viewer))
