"""The compiled game beyond lockstep: its deals, positions in mid-game, and the players that it simulates."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.pairs import Pair
from veillee.games.teatime import GAME, bot, chance, encode, kernel
from veillee.games.teatime.cards import deck
from veillee.games.teatime.types import Config, Deal, State
from veillee.rows.chance import game_key, word
from veillee.rows.kernel import NOBODY

U = np.uint64
RANDOM, GREEDY, HEURISTIC = range(3)

each_number_of_seats = pytest.mark.parametrize("seats", GAME.seat_counts)


def row(seats: int) -> tuple[Any, ...]:
    words, cells = np.zeros((1, kernel.WORDS), U), np.zeros((1, kernel.CELLS), np.uint8)
    return seats, kernel.tables(Config(seats)), words, cells, 0


def deals(seats: int, games: int) -> Iterator[Deal]:
    table = row(seats)
    for game in range(games):
        kernel.deal(*table, U(game_key(3, game)))
        yield kernel.dealt(Config(seats), GAME.start(Config(seats)), *table[2:])


@each_number_of_seats
def test_the_deal_draws_from_the_words_that_it_states(seats: int) -> None:
    """Word 0 chooses who is first; of each later one the low half and then the high one draw a card of those left."""
    for game, dealt in enumerate(deals(seats, 20)):
        key, left = U(game_key(3, game)), list(deck(seats))
        halves = [half for k in range(1, 31) for half in divmod(int(word(key, k)), 2**32)[::-1]]
        drawn = [left.pop(half * len(left) >> 32) for half in halves[: len(left)]]
        assert dealt == Deal((int(word(key, 0)) % 2**32 * seats) >> 32, tuple(drawn))
        assert kernel.FIRST_CHOICE == 31


@each_number_of_seats
def test_every_character_is_as_likely_in_every_place(seats: int) -> None:
    games = 3000
    dealt = list(deals(seats, games))
    places = [Counter(place) for place in zip(*(deal.stack for deal in dealt), strict=True)]
    places_and_first = [*places, Counter(deal.first for deal in dealt)]
    for counts, expected in zip(places_and_first, [games / 6] * len(places) + [games / seats], strict=True):
        # Twice the degrees of freedom and 20: less than one in ten thousand is above, in each of sixty places.
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < 2 * (len(counts) - 1) + 20


@each_number_of_seats
def test_a_position_goes_on_as_it_would_have(seats: int) -> None:
    rng = Random(seats)
    pair = Pair(GAME, Config(seats)).load(rng)
    for nth, _ in enumerate(pair.steps(rng)):
        pair.words[:] = rng.getrandbits(64)  # nothing of an earlier game is left over
        kernel.load(pair.config, pair.state, pair.words, pair.cells, 0, nth)
        pair.check(*range(seats))


@each_number_of_seats
def test_greedy_players_take_what_the_room_s_bot_takes(seats: int) -> None:
    for game in range(20):
        pair = Pair(GAME, Config(seats)).deal(game)
        while (seat := pair.actor) != NOBODY:
            view = GAME.view(pair.state, seat)
            expected = bot.greedy(view, GAME.legal_actions(pair.state, seat))
            assert encode.action(view, int(kernel.choose(*pair.row, GREEDY, U(0)))) == expected
            pair.act(expected)


@each_number_of_seats
@pytest.mark.parametrize("policy", [GREEDY, HEURISTIC])
def test_players_choose_by_what_they_may_know(seats: int, policy: int) -> None:
    rng = Random(seats)
    pair, imagined = Pair(GAME, Config(seats)).load(rng), Pair(GAME, Config(seats))
    while (seat := pair.actor) != NOBODY:
        choice = int(kernel.choose(*pair.row, policy, U(0)))
        world: State = chance.imagine(GAME.view(pair.state, seat), pair.told[seat], rng)
        kernel.load(pair.config, world, imagined.words, imagined.cells, 0, 1)
        assert int(kernel.choose(*imagined.row, policy, U(0))) == choice
        pair.act(encode.action(GAME.view(pair.state, seat), choice))


def test_random_players_choose_each_line_as_often() -> None:
    table, rng = row(2), Random(1)
    kernel.deal(*table, U(1))
    for policy in (RANDOM, RANDOM):  # to turn 3, in which all lines but those through one or two cells are there
        kernel.apply(*table, kernel.choose(*table, policy, U(rng.getrandbits(64))))
    mask = np.zeros((1, encode.actions(Config(2))), np.uint8)
    kernel.legal(*table, mask)
    counts = Counter(int(kernel.choose(*table, RANDOM, U(rng.getrandbits(64)))) for _ in range(20_000))
    assert sorted(counts) == np.flatnonzero(mask[0]).tolist()
    expected = 20_000 / len(counts)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 2 * len(counts)


@pytest.mark.parametrize(("better", "worse", "share"), [(GREEDY, RANDOM, 0.6), (HEURISTIC, GREEDY, 0.9)])
def test_simulated_players_know_more_and_more(better: int, worse: int, share: float) -> None:
    """Games of two, each seat in turn: the share that is won."""
    table, games = row(2), 400
    won = sum(wins(table, U(game_key(9, game // 2)), better, worse, game % 2) for game in range(games))
    assert won > share * games


def wins(table: tuple[Any, ...], key: np.uint64, better: int, worse: int, seat: int) -> bool:
    kernel.deal(*table, key)
    k = kernel.FIRST_CHOICE
    while (actor := kernel.actor(*table)) != NOBODY:
        policy = better if actor == seat else worse
        kernel.apply(*table, kernel.choose(*table, policy, U(word(key, k))))
        k += 1
    return bool(kernel.standing(*table, seat) < kernel.standing(*table, 1 - seat))
