"""Nimble on flat rows, beyond lockstep: the pace of a race, the deal, and what the policies are worth."""

# pyright: basic

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.pairs import Pair
from games.chi_square import assert_uniform
from veillee.games.nimble import GAME, kernel
from veillee.games.nimble.cards import PACKS
from veillee.games.nimble.kernel import LEVELS, hands, layout
from veillee.games.nimble.types import Config
from veillee.rows.chance import game_key, high, word
from veillee.rows.compiled import compiled
from veillee.rows.kernel import NOBODY

U = np.uint64
WORST, BEST = LEVELS[0], LEVELS[-1]
PACES: tuple[Any, ...] = ("drawn", "turns", "reaction", (WORST, BEST, BEST))


@compiled
def races(seats, tables, words, cells, policies, games, turning, results):
    """Whole games, in which policies go round the seats or not. Results: of each policy games won, and errors."""
    for game in range(games):
        kernel.deal(seats, tables, words, cells, 0, game_key(1, game))
        k = U(0)
        while kernel.actor(seats, tables, words, cells, 0) != NOBODY:
            policy = policies[(kernel.actor(seats, tables, words, cells, 0) + game * turning) % seats]
            drawn = word(U(game), k)
            action = kernel.choose(seats, tables, words, cells, 0, policy, drawn)
            kernel.apply(seats, tables, words, cells, 0, action)
            k += U(1)
        for seat in range(seats):
            mine, first = kernel.standing(seats, tables, words, cells, 0, seat), 1
            for other in range(seats):
                first &= kernel.standing(seats, tables, words, cells, 0, other) >= mine
            results[(seat + game * turning) % seats, 0] += first
            results[(seat + game * turning) % seats, 1] += (mine >> U(16)) & U(255)


def raced(policies: Sequence[str], pace: Any = "drawn", turning: int = 1) -> Any:
    """Of each policy, how often it won and how many errors it made, per game."""
    games, seats, results = 1000, len(policies), np.zeros((len(policies), 2), np.int64)
    numbers = np.array([kernel.POLICIES.index(policy) for policy in policies])
    words, cells = np.zeros((1, kernel.WORDS), np.uint64), np.zeros((1, kernel.CELLS), np.uint8)
    races(seats, kernel.tables(Config(seats), pace), words, cells, numbers, games, turning, results)
    return results / games


def paced(config: Config, pace: Any) -> Pair:
    pair = Pair(GAME, config)
    pair.tables = kernel.tables(config, pace)
    return pair


def test_every_order_of_a_pack_is_dealt_and_anybody_begins_fewest_piles() -> None:
    pair, tops, fewest = Pair(GAME, Config(4)), Counter[Any](), Counter[int]()
    for key in range(3000):
        kernel.deal(*pair.row, U(key))
        deal = kernel.dealt(pair.config, pair.state, pair.words, pair.cells, 0)
        GAME.decide(pair.state, -1, deal)
        fewest[deal.starts.index(0)] += 1
        tops.update((place, deal.packs[1][place]) for place in (0, 1, 29))
    assert_uniform(fewest, range(4))
    for place in (0, 1, 29):
        assert_uniform({card: count for (at, card), count in tops.items() if at == place}, PACKS[1])


def test_the_seat_of_an_action_is_drawn_by_the_high_half_of_its_word() -> None:
    key, pair = U(5), Pair(GAME, Config(3)).deal(5)
    for k, seat in zip(range(60), pair.steps(Random(1)), strict=False):
        assert seat == high(U(word(key, U(kernel.FIRST_CHOICE + k))), U(3))


def test_turns_go_round() -> None:
    pair = paced(Config(3), "turns").deal(5)
    assert [seat for _, seat in zip(range(60), pair.steps(Random(1)), strict=False)] == [0, 1, 2] * 20


@pytest.mark.parametrize("pace", PACES, ids=str)
@pytest.mark.parametrize("policy", range(3))
@pytest.mark.parametrize("options", [{"challenge": True}, {"guided": True}], ids=str)
def test_every_pace_obeys_the_rules(pace: Any, policy: int, options: dict[str, bool]) -> None:
    """Also from a position that was loaded; and what the rules would refuse is never chosen."""
    for table in range(2):
        rng = Random(table)
        pair = paced(Config(3, **options), pace)
        pair = pair.deal(table) if table else pair.load(rng)
        while (seat := pair.actor) != NOBODY:
            index = int(kernel.choose(*pair.row, policy, U(rng.getrandbits(64))))
            pair.act(pair.encode.action(GAME.view(pair.state, seat), index))
        pair.check()


def test_moments_only_go_on() -> None:
    pair, now = paced(Config(3), "reaction").deal(5), 0
    for seat in pair.steps(Random(1)):
        moment = int(pair.words[0, int(layout.MOMENTS) + seat])
        assert seat == NOBODY or moment >= now
        now = moment


def test_nim_r10_a_hand_that_cannot_be_stopped_errs() -> None:
    late = (0, 100, 10_000)
    errors = [raced(["greedy"] * 2, (BEST, BEST._replace(stop=stop)), turning=0)[1, 1] for stop in late]
    assert errors[0] < 0.01 < errors[1] < errors[2]  # nobody can heed what happens in the same microsecond
    assert raced(["greedy"] * 2, (BEST._replace(stop=0, slip=0.05), BEST), turning=0)[0, 1] > 1


@pytest.mark.parametrize("pace", ["drawn", "turns", "reaction"])
def test_greedy_beats_random(pace: str) -> None:
    assert raced(["greedy", "random"], pace)[0, 0] > 0.95


@pytest.mark.parametrize("pace", ["drawn", "turns", "reaction", (BEST, BEST)], ids=str)
def test_the_heuristic_beats_greedy(pace: Any) -> None:
    heuristic, greedy = raced(["heuristic", "greedy"], pace)[:, 0]
    assert heuristic > greedy + 0.06


@pytest.mark.parametrize("policy", ["greedy", "heuristic"])
@pytest.mark.parametrize("level", range(4))
def test_hands_of_each_level_beat_those_of_the_one_below(level: int, policy: str) -> None:
    below, above = raced([policy] * 2, LEVELS[level : level + 2], turning=0)[:, 0]
    assert above > 1.4 * below


@pytest.mark.parametrize("pace", ["fast", (), (BEST,), (BEST, BEST, BEST)], ids=str)
def test_other_paces_are_refused(pace: Any) -> None:
    with pytest.raises(ValueError, match=r"pace|hands"):
        kernel.tables(Config(2), pace)


def test_a_middling_hand_is_what_reaction_means() -> None:
    assert np.array_equal(kernel.tables(Config(2), "reaction"), kernel.tables(Config(2), (hands.REGULAR,) * 2))
