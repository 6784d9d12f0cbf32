"""`imagine` is uniform over the worlds a seat cannot tell from the real one: against brute force, on few hidden cards.

Brute force knows nothing of `imagine`: it puts every arrangement of the last cards into the dealer's last action,
plays the same actions again, and keeps those games in which the seat is told exactly the same.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple, TypeVar

import pytest
from msgspec.structs import replace

from games.chi_square import assert_uniform
from games.oz import probe
from games.oz.build import deal, moves
from veillee.core.chance import Rng, below
from veillee.core.game import DEALER, SPECTATOR, IllegalAction, Seat, replay
from veillee.games.oz import GAME, chance
from veillee.games.oz.chance import imagine
from veillee.games.oz.stories import least
from veillee.games.oz.types import Action, Codes, Config, Deal, Event, Phase, Reshuffle, State

T = TypeVar("T")

DRAWS = 40  # for each world
LAST: Codes = ("few:toto", "each:oz", "each:oz", "few:toto", "few:toto")  # the stories at the bottom of the deck


class Place(NamedTuple):
    """A position with few hidden cards, and in how many ways they may lie. `bottom` are the last characters dealt."""

    viewer: Seat
    seats: int
    turn: int
    phase: Phase
    bottom: str
    worlds: int


PLACES = {
    "the turn before the last": Place(0, 2, 7, "choose", "oz toto lion toto lion lion toto lion", 15 * 3),
    "a closing": Place(1, 2, 7, "close", "oz lion toto oz oz oz toto toto", 20 * 3),
    "nothing is hidden": Place(0, 2, 8, "close", "oz toto", 1),
    "three players": Place(2, 3, 8, "choose", "oz toto witch toto toto toto toto toto witch", 28 * 6),
    "before the reshuffle": Place(3, 4, 8, "deal", "oz toto witch", 2 * 10),
    "before the reshuffle, of one kind": Place(3, 4, 8, "deal", "oz witch witch", 10),
    "after the reshuffle": Place(SPECTATOR, 4, 8, "choose", "", 90),
    "the end": Place(0, 4, 8, "over", "", 90),
}


class Game(NamedTuple):
    """A game so far: what was done, the state after it, and what the viewer was told."""

    actions: tuple[tuple[Seat, Action], ...]
    state: State
    told: tuple[Event, ...]


def game_up_to(place: Place) -> Game:
    """The game of the shortest deck, with LAST and the place's characters at the bottom, up to the place."""
    config = Config(place.seats, ("pairs:lion",) * (least(place.seats) - len(LAST)) + LAST)
    game = played(config, [(DEALER, deal(config, bottom=place.bottom))], place.viewer)
    for move in moves(game.state):
        if (game.state.turn, game.state.phase) == (place.turn, place.phase):
            break
        game = played(config, [*game.actions, (move.seat, move.action)], place.viewer)
    return game


def played(config: Config, actions: Sequence[tuple[Seat, Action]], viewer: Seat) -> Game:
    state, told = GAME.start(config), list[Event]()
    for seat, action in actions:
        events = GAME.decide(state, seat, action)
        told += [event for event in events if viewer in GAME.audience(event)]
        state = replay(GAME, state, events)
    return Game(tuple(actions), state, tuple(told))


def every_world(game: Game, viewer: Seat) -> set[State]:
    """Every end of the deal or the reshuffle, from the last card that was seen on."""
    decks = len(game.state.characters) + 1, len(game.state.stories) + 1
    at = max(number for number, (seat, _) in enumerate(game.actions) if seat == DEALER)
    worlds = set[State]()
    for action in rearranged(game.actions[at][1], *decks):
        other = played(game.state.config, [*game.actions[:at], (DEALER, action), *game.actions[at + 1 :]], viewer)
        if other.told == game.told:
            worlds.add(other.state)
    return worlds


def rearranged(action: Action, characters: int, stories: int) -> Iterator[Action]:
    match action:
        case Deal(first, deck, codes):
            for ends in product(arrangements(deck[-characters:]), arrangements(codes[-stories:])):
                yield Deal(first, deck[:-characters] + ends[0], codes[:-stories] + ends[1])
        case Reshuffle(discarded):
            for end in arrangements(discarded[-characters:]):
                yield Reshuffle(discarded[:-characters] + end)
        case _:
            raise AssertionError(action)


def arrangements(items: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Every order of these items, of which some are alike."""
    if not items:
        yield ()
    for item in dict.fromkeys(items):
        rest = list(items)
        rest.remove(item)
        yield from ((item, *order) for order in arrangements(rest))


@pytest.mark.parametrize("place", PLACES.values(), ids=list(PLACES))
def test_imagine_is_uniform_over_all_worlds(place: Place) -> None:
    game = game_up_to(place)
    assert (game.state.turn, game.state.phase) == (place.turn, place.phase)
    worlds = every_world(game, place.viewer)
    assert game.state in worlds
    assert len(worlds) == place.worlds
    view, rng = GAME.view(game.state, place.viewer), Random(3)
    drawn = Counter(imagine(view, game.told, rng) for _ in range(DRAWS * len(worlds)))
    if len(worlds) == 1:
        assert set(drawn) == worlds
    else:
        assert_uniform(drawn, worlds)


def careless(items: Sequence[T], rng: Rng) -> tuple[T, ...]:
    """The well-known wrong shuffle: every place is swapped with any other."""
    order = list(items)
    for place in range(len(order)):
        swap = below(rng, len(order))
        order[place], order[swap] = order[swap], order[place]
    return tuple(order)


def test_a_careless_shuffle_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    place = PLACES["a closing"]
    game = game_up_to(place)
    worlds = every_world(game, place.viewer)
    monkeypatch.setattr(chance, "shuffled", careless)
    view, rng = GAME.view(game.state, place.viewer), Random(3)
    drawn = Counter(imagine(view, game.told, rng) for _ in range(100 * len(worlds)))
    assert set(drawn) == worlds
    with pytest.raises(AssertionError):
        assert_uniform(drawn, worlds)


OTHERS: Codes = ("each:oz", "each:oz", "couple:lion+oz", "few:toto", "most:lion", "few:toto") * 7
CONFIGS = (*probe.CONFIGS, *(Config(seats, OTHERS) for seats in (2, 3, 4)))
each_config = pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.seats}-{config.stories[0]}")


@each_config
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_an_imagined_world_differs_in_the_order_of_the_decks_alone(config: Config, viewer: Seat) -> None:
    """Nothing that anybody sees, may do or is refused depends on that order, in any phase."""
    state, told, rng = GAME.start(config), list[Event](), Random(viewer)
    while actors := GAME.to_act(state):
        seat = actors[0]
        action = chance.deal(state, rng) if seat == DEALER else rng.choice(GAME.legal_actions(state, seat))
        events = GAME.decide(state, seat, action)
        told += [event for event in events if viewer in GAME.audience(event)]
        state = replay(GAME, state, events)
        world = imagine(GAME.view(state, viewer), told, rng)
        assert in_file_order(world) == in_file_order(state)
        for other in (SPECTATOR, *range(config.seats)):
            assert GAME.view(world, other) == GAME.view(state, other)
            assert GAME.legal_actions(world, other) == GAME.legal_actions(state, other)
        for asked in probe.action_space(state, Random(0)):
            assert answer(world, viewer, asked) == answer(state, viewer, asked)


def in_file_order(state: State) -> State:
    """The state with what is hidden sorted away."""
    return replace(state, characters=tuple(sorted(state.characters)), stories=tuple(sorted(state.stories)))


def answer(state: State, seat: Seat, action: Action) -> str:
    """What the seat hears at once: the words of a refusal, or that the action was accepted."""
    try:
        GAME.decide(state, seat, action)
    except IllegalAction as refusal:
        return str(refusal)
    return "accepted"


@each_config
def test_before_the_deal_both_decks_are_empty(config: Config) -> None:
    start = GAME.start(config)
    for viewer in (SPECTATOR, *range(config.seats)):
        world = imagine(GAME.view(start, viewer), (), Random(0))
        assert replace(world, config=config) == start
