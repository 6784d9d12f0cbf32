"""Plain opponents: they play whole games by views alone, and those that look ahead a little win more."""

from random import Random
from typing import Any

import pytest

from veillee.bots import plain
from veillee.core.game import DEALER, AnyGame, NotFound, Seat, replay
from veillee.games import GAMES, chance

EVERY_LEVEL = [(game, level) for game in GAMES.values() for level in plain.levels(game)]
MOST_ACTIONS = 5000


def play(game: AnyGame, seated: list[str], seed: int) -> tuple[int, ...]:
    """The ranks of a game between these levels; each bot is given a view, what it was told and what it may do."""
    rng, state = Random(seed), game.start(game.config_type(len(seated)))
    bots = [plain.find(game, level) for level in seated]
    told: dict[Seat, list[Any]] = {seat: [] for seat in range(len(seated))}
    for _ in range(MOST_ACTIONS):
        actors = game.to_act(state)
        if not actors:
            return game.outcome(state).ranks  # type: ignore[union-attr]
        seat = rng.choice(actors)
        if seat == DEALER:
            action = chance(game).deal(state, rng)
        else:
            legal = game.legal_actions(state, seat)
            action = bots[seat].choose(game.view(state, seat), told[seat], legal, rng)
            assert action in legal
            assert 0 < bots[seat].pause(action, rng) < 5
        events = game.decide(state, seat, action)
        state = replay(game, state, events)
        for viewer, heard in told.items():
            heard += [event for event in events if viewer in game.audience(event)]
    raise AssertionError("no end")


@pytest.mark.parametrize(("game", "level"), EVERY_LEVEL, ids=[f"{game.name}-{level}" for game, level in EVERY_LEVEL])
def test_every_level_plays_whole_games_with_every_seat_count(game: AnyGame, level: str) -> None:
    for seats in game.seat_counts:
        assert min(play(game, [level] * seats, seats)) == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_best_level_beats_the_random_one(game: AnyGame) -> None:
    *_, best = plain.levels(game)
    assert best != plain.RANDOM
    won = 0.0
    for seed in range(100):
        ranks = play(game, [best, plain.RANDOM] if seed % 2 else [plain.RANDOM, best], seed)
        won += 0.5 if ranks == (1, 1) else ranks[seed % 2 == 0] == 1
    assert won >= 65  # a coin would reach that once in a thousand


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    game = next(iter(GAMES.values()))
    with pytest.raises(NotFound, match=f"no opponent of level 'expert'; there is {', '.join(plain.levels(game))}"):
        plain.find(game, "expert")
