"""Imagined worlds are the possible ones, and none is likelier than another: proved on games small enough to count."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from games.chi_square import assert_uniform
from games.teatime.probe import action_space
from veillee.core.chance import Rng, below
from veillee.core.game import DEALER, SPECTATOR, IllegalAction, Seat, replay
from veillee.games.teatime import GAME, chance
from veillee.games.teatime.cards import SETUPS, Character, Setup, deck
from veillee.games.teatime.types import Action, Config, Deal, Event, State, Take

SIX_CARDS = Setup(rows=1, columns=2, rounds=3, copies=1)
TWELVE_CARDS = Setup(rows=1, columns=4, rounds=3, copies=2)
VIEWERS = (SPECTATOR, 0, 1)


class Past(NamedTuple):
    """A game up to some moment."""

    actions: tuple[tuple[Seat, Action], ...]
    events: tuple[Event, ...]
    state: State

    def told(self, seat: Seat) -> tuple[Event, ...]:
        return tuple(event for event in self.events if seat in GAME.audience(event))

    def imagined(self, seat: Seat, rng: Rng) -> State:
        return chance.imagine(GAME.view(self.state, seat), self.told(seat), rng)


def pasts(seats: int, rng: Random) -> Iterator[Past]:
    """A random game at every moment from its start to its end."""
    past = Past((), (), GAME.start(Config(seats)))
    yield past
    while actors := GAME.to_act(past.state):
        if actors == (DEALER,):
            action: Action = chance.deal(past.state, rng)
        else:
            action = rng.choice(GAME.legal_actions(past.state, actors[0]))
        past = after(past, actors[0], action)
        yield past


def after(past: Past, seat: Seat, action: Action) -> Past:
    events = GAME.decide(past.state, seat, action)
    return Past((*past.actions, (seat, action)), past.events + events, replay(GAME, past.state, events))


def consistent(past: Past, seat: Seat, loose: int) -> set[State]:
    """Every state that the seat may think of: the same actions after every deal, kept if all it is told is the same.

    Only the last `loose` cards of the stack are tried in every order; the others must have been laid.
    """
    if not past.actions:
        return {past.state}
    (_, deal), *takes = past.actions
    assert isinstance(deal, Deal)
    found = set[State]()
    for first in range(past.state.config.seats):
        for order in set(permutations(deal.stack[-loose:])):
            other = Deal(first, deal.stack[:-loose] + order)
            world = redone(past.state.config, [(DEALER, other), *takes])
            if world and world.told(seat) == past.told(seat):
                found.add(world.state)
    return found


def redone(config: Config, actions: Sequence[tuple[Seat, Action]]) -> Past | None:
    """The past with these actions, if they are legal."""
    past = Past((), (), GAME.start(config))
    try:
        for seat, action in actions:
            past = after(past, seat, action)
    except IllegalAction:
        return None
    return past


def assert_fair(past: Past, seat: Seat, worlds: set[State], rng: Random) -> None:
    """A thousand and more imagined worlds: all the possible ones, no other, none too often."""
    counts = Counter(past.imagined(seat, rng) for _ in range(max(1000, 60 * len(worlds))))
    if len(worlds) > 1:
        assert_uniform(counts, worlds)
    assert counts.keys() == worlds


@pytest.mark.parametrize("viewer", VIEWERS)
def test_worlds_are_uniform_at_every_moment_of_a_six_card_game(monkeypatch: pytest.MonkeyPatch, viewer: Seat) -> None:
    monkeypatch.setitem(SETUPS, 2, SIX_CARDS)
    rng, numbers = Random(10 + viewer), set[tuple[str, int, int]]()
    for past in pasts(2, rng):
        worlds = consistent(past, viewer, loose=6)
        assert_fair(past, viewer, worlds, rng)
        numbers.add((past.state.phase, past.state.round, len(worlds)))
    assert numbers == {("deal", 0, 1), ("play", 1, 24), ("play", 2, 2), ("play", 3, 1), ("over", 3, 1)}


@pytest.mark.parametrize("seed", [4, 6, 8, 15])
def test_worlds_are_uniform_where_cards_look_alike(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Two rounds of three are laid: four cards are hidden, some of them twins."""
    monkeypatch.setitem(SETUPS, 2, TWELVE_CARDS)
    rng, tried = Random(seed), 0
    for past in pasts(2, rng):
        if past.state.round == 2:
            worlds = consistent(past, 0, loose=4)
            assert len(worlds) in (6, 12)
            assert_fair(past, 0, worlds, rng)
            tried += 1
    assert tried > 2


def test_a_biased_shuffle_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best known mistake: swapping every place with any place, so that some orders come far too often."""

    def naive(items: Sequence[Character], rng: Rng) -> tuple[Character, ...]:
        order = list(items)
        for place in range(len(order)):
            swap = below(rng, len(order))
            order[place], order[swap] = order[swap], order[place]
        return tuple(order)

    monkeypatch.setitem(SETUPS, 2, SIX_CARDS)
    rng = Random(0)
    past = next(past for past in pasts(2, rng) if past.state.round == 1)
    worlds = consistent(past, 0, loose=6)
    assert_fair(past, 0, worlds, rng)
    monkeypatch.setattr(chance, "shuffled", naive)
    assert {past.imagined(0, rng) for _ in range(2000)} == worlds
    with pytest.raises(AssertionError):
        assert_fair(past, 0, worlds, rng)


def test_every_place_of_a_full_stack_holds_every_character_equally_often() -> None:
    """Two cards of each character are laid and eight are not, so each is as likely anywhere."""
    rng, deal = Random(3), Deal(1, tuple(Character) * 10)
    past = after(Past((), (), GAME.start(Config(2))), DEALER, deal)
    stacks = [past.imagined(0, rng).stack for _ in range(3000)]
    for place in (0, 1, 11, 12, 24, 46, 47):
        assert_uniform(Counter(stack[place] for stack in stacks), tuple(Character))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_world_looks_like_the_real_state_and_holds_the_same_cards(seats: int) -> None:
    rng = Random(seats)
    for past in pasts(seats, rng):
        for viewer in (SPECTATOR, *range(seats)):
            world = past.imagined(viewer, rng)
            for seat in (SPECTATOR, *range(seats)):
                assert GAME.view(world, seat) == GAME.view(past.state, seat)
                assert GAME.legal_actions(world, seat) == GAME.legal_actions(past.state, seat)
            assert sorted(world.stack) == sorted(past.state.stack)
            assert replace(world, stack=past.state.stack) == past.state
            for action in (Take(()), *rng.sample(action_space(past.state, rng), 12)):
                assert answer(world, viewer, action) == answer(past.state, viewer, action)


def answer(state: State, seat: Seat, action: Action) -> str:
    """What the seat hears at once: the words of a refusal, or that the action was accepted."""
    try:
        GAME.decide(state, seat, action)
    except IllegalAction as refusal:
        return str(refusal)
    return "accepted"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_real_deal_is_uniform_in_its_first_card_and_player(seats: int) -> None:
    start, rng = GAME.start(Config(seats)), Random(seats)
    deals = [chance.deal(start, rng) for _ in range(3000)]
    starts = [(deal.first, deal.stack[0]) for deal in deals]
    assert_uniform(Counter(starts), [(first, who) for first in range(seats) for who in Character])
    assert all(sorted(deal.stack) == sorted(deck(seats)) for deal in deals)
