"""No seat learns what it may not know: from cards, counts, masks, error texts, sheets, or the state's own leftovers."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from contract.rooms import Moment, each_case, match, probe, sampled, viewers
from veillee.core.game import EVERYONE, SPECTATOR, AnyGame, IllegalAction
from veillee.games import chance

STRING = re.compile(r'"([^"]*)"(?!:)')  # a value, not a key


def names_in(value: Any, deck: Counter[str]) -> set[str]:
    """Names of cards anywhere in the value's JSON, whatever the field is called."""
    return set(STRING.findall(msgspec.json.encode(value).decode())) & deck.keys()


@each_case
@pytest.mark.parametrize("seed", range(2))
def test_no_seat_is_shown_a_card_that_it_was_not_told(game: AnyGame, config: Any, seed: int) -> None:
    room, deck = probe(game), probe(game).deck(config)
    for viewer in viewers(config):
        told, named = Counter[str](), set[str]()
        for moment in match(game.name, config, seed):
            for event in moment.events:
                if viewer in game.audience(event):
                    told += room.told(event)
                    named |= names_in(event, deck)
            view = game.view(moment.after, viewer)
            assert room.shown(view) <= told
            assert names_in(view, deck) <= named


@each_case
@pytest.mark.parametrize("seed", range(2))
def test_no_seat_is_told_a_card_that_it_is_not_shown(game: AnyGame, config: Any, seed: int) -> None:
    room = probe(game)
    for viewer in viewers(config):
        for moment in match(game.name, config, seed):
            seen = room.shown(game.view(moment.state, viewer)) | room.shown(game.view(moment.after, viewer))
            state = moment.state
            for event in moment.events:
                state = game.evolve(state, event)
                seen |= room.shown(game.view(state, viewer))
            for event in moment.events:
                if viewer in game.audience(event):
                    assert room.told(event) <= seen, (viewer, event)


def imagined(game: AnyGame, config: Any, viewer: int, seed: int, most: int) -> Iterator[tuple[Moment, Any]]:
    """Moments of a match, each with a world that the viewer cannot tell from the real state after it."""
    moments, told, rng = match(game.name, config, seed), list[Any](), Random(seed)
    chosen = {moment.number for moment in sampled(moments, most, seed)}
    for moment in moments:
        told += [event for event in moment.events if viewer in game.audience(event)]
        if moment.number in chosen:
            yield moment, chance(game).imagine(game.view(moment.after, viewer), tuple(told), rng)


@each_case
@pytest.mark.parametrize("seed", range(2))
def test_an_imagined_world_looks_the_same_from_the_seat(game: AnyGame, config: Any, seed: int) -> None:
    for viewer in viewers(config):
        for moment, world in imagined(game, config, viewer, seed, 40):
            assert game.view(world, viewer) == game.view(moment.after, viewer)
            assert game.legal_actions(world, viewer) == game.legal_actions(moment.after, viewer)
            assert game.to_act(world) == game.to_act(moment.after)
            assert game.outcome(world) == game.outcome(moment.after)
            assert probe(game).places(world) == probe(game).places(moment.after)


@each_case
def test_before_the_deal_an_imagined_world_looks_the_same_too(game: AnyGame, config: Any) -> None:
    start = game.start(config)
    for viewer in viewers(config):
        world = chance(game).imagine(game.view(start, viewer), (), Random(0))
        assert game.view(world, viewer) == game.view(start, viewer)
        assert game.to_act(world) == game.to_act(start)


@each_case
def test_a_refusal_says_nothing_of_what_is_hidden(game: AnyGame, config: Any) -> None:
    """Every illegal action is refused with the same words in a world that the seat cannot tell from the real one."""
    for viewer in range(config.seats):
        for moment, world in imagined(game, config, viewer, 0, 10):
            for action in probe(game).action_space(moment.after, Random(1)):
                assert answer(game, world, viewer, action) == answer(game, moment.after, viewer, action)


def answer(game: AnyGame, state: Any, seat: int, action: Any) -> str:
    """What the seat hears at once: the words of a refusal, or that the action was accepted."""
    try:
        game.decide(state, seat, action)
    except IllegalAction as refusal:
        return str(refusal)
    return "accepted"


@each_case
def test_imagined_worlds_differ_while_something_is_hidden(game: AnyGame, config: Any) -> None:
    """A world that is always the real one would pass every test above and be the worst leak of all."""
    first = match(game.name, config, 0)[0]
    told = tuple(event for event in first.events if SPECTATOR in game.audience(event))
    view = game.view(first.after, SPECTATOR)
    worlds = {msgspec.json.encode(chance(game).imagine(view, told, Random(seed))) for seed in range(12)}
    assert len(worlds) == 12
    assert msgspec.json.encode(first.after) not in worlds


@each_case
def test_an_imagined_world_needs_no_more_than_was_told(game: AnyGame, config: Any) -> None:
    """The same view and the same told events give the same worlds, whatever is really hidden."""
    for viewer in viewers(config):
        for moment, world in imagined(game, config, viewer, 0, 6):
            told = tuple(
                event
                for earlier in match(game.name, config, 0)[: moment.number + 1]
                for event in earlier.events
                if viewer in game.audience(event)
            )
            again = chance(game).imagine(game.view(world, viewer), told, Random(5))
            assert again == chance(game).imagine(game.view(moment.after, viewer), told, Random(5))


@each_case
def test_an_event_is_told_to_seats_that_exist(game: AnyGame, config: Any) -> None:
    secret = 0
    for moment in match(game.name, config, 0):
        for event in moment.events:
            audience = game.audience(event)
            assert audience == EVERYONE or audience <= set(range(config.seats))
            secret += audience != EVERYONE
    assert secret > 0


@each_case
def test_a_state_holds_no_seed(game: AnyGame, config: Any) -> None:
    """Nothing in a state could tell a coming deal: only small counts, names and flags, and nothing of the dealer's."""
    for moment in sampled(match(game.name, config, 0), 8, 0):
        for leaf in leaves(msgspec.to_builtins(moment.after)):
            assert leaf is None or isinstance(leaf, str | bool) or (type(leaf) is int and abs(leaf) < 1000), leaf
            assert not isinstance(leaf, str) or len(leaf) < 64


def leaves(value: Any) -> Iterator[Any]:
    match value:
        case dict():
            for item in value.values():
                yield from leaves(item)
        case list() | tuple():
            for item in value:
                yield from leaves(item)
        case _:
            yield value
