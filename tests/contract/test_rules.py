"""What the rules of every game must satisfy. A new game gets these for nothing."""

import re
from random import Random
from typing import Any

import msgspec
import pytest

from contract.rooms import Moment, each_case, each_game, match, probe, sampled
from veillee.core.game import DEALER, SPECTATOR, AnyGame, BadConfig, IllegalAction, NotSeated, replay
from veillee.games import chance

RULE = re.compile(r"[A-Z]+-R\d+")


@each_case
@pytest.mark.parametrize("seed", range(2))
def test_decide_accepts_exactly_the_legal_actions(game: AnyGame, config: Any, seed: int) -> None:
    for moment in sampled(match(game.name, config, seed), 24, seed):
        state, space = moment.state, probe(game).action_space(moment.state, Random(seed))
        for seat in (DEALER, SPECTATOR, *range(config.seats), config.seats, 99):
            legal = game.legal_actions(state, seat)
            assert len({msgspec.json.encode(action) for action in legal}) == len(legal)
            for action in (*legal, *space):
                if seat != DEALER:
                    assert accepts(game, state, seat, action) == (action in legal), (seat, action)
                elif DEALER not in game.to_act(state):
                    assert not accepts(game, state, seat, action)


def accepts(game: AnyGame, state: Any, seat: int, action: Any) -> bool:
    """Whether the rules accept; a refusal must cite a rule and leave the state as it was."""
    before = msgspec.json.encode(state)
    refusal = None
    try:
        events = game.decide(state, seat, action)
    except IllegalAction as error:
        refusal, events = error, ()
    assert msgspec.json.encode(state) == before
    if refusal:
        assert RULE.fullmatch(refusal.rule)
        assert len(refusal.why) > 10
    else:
        assert events
    return refusal is None


@each_case
def test_only_those_who_are_to_act_have_legal_actions(game: AnyGame, config: Any) -> None:
    for _, state, seat, *_ in match(game.name, config, 0):
        actors = game.to_act(state)
        assert seat in actors
        assert list(actors) == sorted(set(actors))
        for other in (DEALER, SPECTATOR, *range(config.seats), 99):
            assert bool(game.legal_actions(state, other)) == (other in actors and other != DEALER)


@each_case
def test_the_dealer_alone_deals(game: AnyGame, config: Any) -> None:
    for _, state, seat, action, *_ in match(game.name, config, 0):
        if seat == DEALER:
            for other in (SPECTATOR, *range(config.seats), 99):
                assert not accepts(game, state, other, action)


@each_case
def test_the_log_is_the_game(game: AnyGame, config: Any) -> None:
    """Events go through JSON and back and fold to the same state; actions decided anew cause the same events."""
    state = game.start(config)
    for _, before, seat, action, events, after in match(game.name, config, 1):
        assert state == before
        action = msgspec.json.decode(msgspec.json.encode(action), type=game.action_type)
        assert game.decide(state, seat, action) == events
        told = [msgspec.json.decode(msgspec.json.encode(event), type=game.event_type) for event in events]
        state = replay(game, state, told)
        assert state == after


@each_case
def test_every_card_is_in_exactly_one_place(game: AnyGame, config: Any) -> None:
    deck = probe(game).deck(config)
    assert sum(deck.values()) > 0
    for moment in match(game.name, config, 2):
        assert probe(game).places(moment.after) == deck


@each_case
def test_every_random_game_ends_within_its_bound(game: AnyGame, config: Any) -> None:
    for seed in range(4):
        moments = match(game.name, config, seed)
        assert len(moments) <= probe(game).bound(config)
        for moment in moments:
            assert game.to_act(moment.state)
            assert game.outcome(moment.state) is None
        check_outcome(game, moments[-1], config.seats)


def check_outcome(game: AnyGame, last: Moment, seats: int) -> None:
    assert game.to_act(last.after) == ()
    outcome = game.outcome(last.after)
    assert outcome is not None
    assert len(outcome.ranks) == len(outcome.scores) == seats
    assert min(outcome.ranks) == 1
    assert all(rank == 1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks)


@each_case
def test_nothing_can_be_done_when_it_is_over(game: AnyGame, config: Any) -> None:
    moments = match(game.name, config, 3)
    over = moments[-1].after
    for moment in moments:
        for seat in (DEALER, *range(config.seats)):
            assert not accepts(game, over, seat, moment.action)
    for seat in (SPECTATOR, *range(config.seats)):
        assert game.view(over, seat).outcome == game.outcome(over)


@each_case
def test_a_foreign_value_is_refused_and_not_crashed_on(game: AnyGame, config: Any) -> None:
    class Steal(msgspec.Struct):
        """An action of no game."""

    for moment in sampled(match(game.name, config, 0), 6, 0):
        for seat in game.to_act(moment.state):
            assert not accepts(game, moment.state, seat, Steal())


@each_game
def test_there_is_nothing_to_see_from_a_seat_that_does_not_exist(game: AnyGame) -> None:
    for config in probe(game).CONFIGS:
        for seat in (DEALER, config.seats, -3, 99):
            with pytest.raises(NotSeated):
                game.view(game.start(config), seat)


@each_game
def test_a_wrong_seat_count_is_refused_with_its_rule(game: AnyGame) -> None:
    for seats in (-1, 0, 1, game.seat_counts[-1] + 1, 99):
        with pytest.raises(BadConfig) as refusal:
            game.start(game.config_type(seats=seats))
        assert refusal.value.field == "seats"
        assert RULE.fullmatch(refusal.value.rule)
    for seats in game.seat_counts:
        assert game.to_act(game.start(game.config_type(seats=seats))) == (DEALER,)


@each_game
def test_malformed_json_is_refused_at_conversion(game: AnyGame) -> None:
    for malformed in (b"{", b"[]", b'{"type":"Nonsense"}', b'{"type":1}', b"null"):
        with pytest.raises(msgspec.DecodeError):
            msgspec.json.decode(malformed, type=game.action_type)
    for moment in match(game.name, probe(game).CONFIGS[0], 0):
        extra = {**msgspec.json.decode(msgspec.json.encode(moment.action)), "extra": 1}
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(extra, game.action_type)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"seats": 2, "extra": 1}, game.config_type)


@each_case
def test_a_deal_that_is_not_the_deck_is_refused(game: AnyGame, config: Any) -> None:
    """Every list in a deal, with a card less, a card twice, or nothing in it."""
    for _, state, seat, action, *_ in match(game.name, config, 0):
        if seat == DEALER:
            for broken in broken_deals(msgspec.to_builtins(action)):
                assert not accepts(game, state, seat, msgspec.convert(broken, game.action_type))


def broken_deals(deal: dict[str, Any]) -> list[dict[str, Any]]:
    broken = [{**deal, field: -1} for field, value in deal.items() if isinstance(value, int)]
    broken += [{**deal, field: 99} for field, value in deal.items() if isinstance(value, int)]
    for field, value in deal.items():
        if isinstance(value, (list, tuple)):
            items = list(value)
            wrong = [items[:-1], [], [*items, items[0]]]
            if isinstance(items[0], str):
                other = next(item for item in items if item != items[-1])
                wrong.append([*items[:-1], other])
            broken += [{**deal, field: each} for each in wrong]
    return broken


@each_case
def test_a_deal_of_the_dealer_is_legal_and_random(game: AnyGame, config: Any) -> None:
    state = game.start(config)
    deals = {msgspec.json.encode(chance(game).deal(state, Random(seed))) for seed in range(8)}
    assert len(deals) == 8
    assert all(accepts(game, state, DEALER, msgspec.json.decode(deal, type=game.action_type)) for deal in deals)
