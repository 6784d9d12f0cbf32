"""What the compiled rules of Oz promise beyond lockstep: large decks, chance by the word, and how policies play."""

from collections import Counter
from functools import cache
from itertools import permutations
from random import Random

import numpy as np
import pytest

from engine.pairs import Pair
from games.oz.probe import CONFIGS
from veillee.games.oz import GAME, bot, kernel
from veillee.games.oz.cards import CHARACTERS, in_play
from veillee.games.oz.stories import STANDARD, least
from veillee.games.oz.types import Codes, Config, Deal
from veillee.rows.chance import word
from veillee.rows.kernel import NOBODY

RANDOM, GREEDY, HEURISTIC = range(3)
SETS: Codes = tuple("set:" + "+".join(names) for names in permutations(CHARACTERS, 4))
LARGE = (STANDARD + STANDARD[:25], STANDARD * 5, (*STANDARD, *SETS)[:1000], SETS[:200] * 5)
DEALS = 1500

each_large = pytest.mark.parametrize("codes", LARGE, ids=[f"{len(set(codes))}-in-{len(codes)}" for codes in LARGE])


def wide(config: Config) -> Pair:
    """Rows that keep the order even of what will never be laid."""
    pair = Pair(GAME, config)
    pair.cells = np.zeros((1, kernel.width(config)), np.uint8)
    return pair


@pytest.mark.parametrize("config", [*CONFIGS, *(Config(3, codes) for codes in LARGE)])
def test_every_state_comes_back_from_a_row(config: Config) -> None:
    pair, other = wide(config).load(Random(3)), wide(config)
    for _ in pair.steps(Random(3)):
        pair.check()
        kernel.load(config, pair.state, other.words, other.cells, 0, 0)
        assert kernel.state(config, other.words, other.cells, 0) == pair.state


@each_large
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_oz_r12_a_deck_of_any_size_is_dealt_and_played(codes: Codes, seats: int) -> None:
    pair = Pair(GAME, Config(seats, codes)).deal(seats)
    for _ in pair.steps(Random(seats)):
        pair.check()


@each_large
def test_a_narrow_row_forgets_nothing_but_the_order_of_what_is_never_laid(codes: Codes) -> None:
    pair, narrow = wide(Config(2, codes)).load(Random(4)), Pair(GAME, Config(2, codes))
    kernel.load(pair.config, pair.state, narrow.words, narrow.cells, 0, 0)
    back = kernel.state(pair.config, narrow.words, narrow.cells, 0).stories
    assert back[:21] == pair.state.stories[:21]
    assert Counter(back) == Counter(pair.state.stories)


def test_oz_r8_the_reshuffle_comes_from_the_key_of_the_row() -> None:
    """A row that was loaded with the key of a deal goes on like the one that was dealt."""
    pair, other = Pair(GAME, Config(4)).deal(99), Pair(GAME, Config(4))
    kernel.load(pair.config, pair.state, other.words, other.cells, 0, 99)
    while pair.actor != NOBODY:
        index = int(kernel.choose(*pair.row, RANDOM, np.uint64(0)))
        pair.act(pair.encode.action(GAME.view(pair.state, pair.actor), index))
        kernel.apply(*other.row, index)
        assert kernel.state(pair.config, other.words, other.cells, 0) == pair.state


def chi_square(found: Counter[object], kinds: int) -> float:
    """How far from alike so many kinds were drawn: about `kinds` if they are drawn alike."""
    alike = found.total() / kinds
    return sum((n - alike) ** 2 for n in found.values()) / alike + (kinds - len(found)) * alike


@cache
def deals(config: Config) -> list[Deal]:
    pair, before, found = Pair(GAME, config), GAME.start(config), list[Deal]()
    for key in range(DEALS):
        kernel.deal(*pair.row, np.uint64(key))
        deal = kernel.dealt(config, before, pair.words, pair.cells, 0)
        assert isinstance(deal, Deal)
        found.append(deal)
    return found


@pytest.mark.parametrize("config", [Config(2), Config(3), Config(4), Config(2, SETS[:100])])
def test_oz_r3_each_card_is_as_likely_at_each_place(config: Config) -> None:
    dealt, laid = deals(config), least(config.seats)
    assert chi_square(Counter(deal.first for deal in dealt), config.seats) < 15
    for place in (0, 1, 2, 3, 24, sum(in_play(config.seats)) - 1):
        assert chi_square(Counter(deal.characters[place] for deal in dealt), 8) < 27
    stories = len(dealt[0].stories)
    for place in (0, 1, 2, 3, laid - 1):
        assert chi_square(Counter(deal.stories[place] for deal in dealt), stories) < stories + 4 * (2 * stories) ** 0.5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_oz_r3_neighbours_are_as_likely_to_be_alike_as_any_two(seats: int) -> None:
    (copies, *_), dealt = in_play(seats), deals(Config(seats))
    for gap in (1, 2, 8):
        pairs = [(a, b) for deal in dealt for a, b in zip(deal.characters, deal.characters[gap:], strict=False)]
        share = sum(a == b for a, b in pairs) / len(pairs)
        assert share == pytest.approx((copies - 1) / (8 * copies - 1), rel=0.02)


def test_greedy_is_the_greedy_player_of_the_room() -> None:
    for config in CONFIGS:
        pair = Pair(GAME, config).deal(3)
        for seat in pair.steps(Random(6)):
            if seat != NOBODY:
                view = GAME.view(pair.state, seat)
                index = int(kernel.choose(*pair.row, GREEDY, np.uint64(0)))
                assert pair.encode.action(view, index) == bot.greedy(view, GAME.legal_actions(pair.state, seat))


def share_of_wins(seats: int, mine: int, theirs: int, games: int = 300) -> float:
    """How much one seat with a policy wins among others with another; the seats take turns, deals come again."""
    pair, won = Pair(GAME, Config(seats)), 0.0
    for game in range(games):
        key, me, k = np.uint64(game // seats), game % seats, 0
        kernel.deal(*pair.row, key)
        while (seat := pair.actor) != NOBODY:
            policy = mine if seat == me else theirs
            kernel.apply(*pair.row, kernel.choose(*pair.row, policy, np.uint64(word(key, kernel.FIRST_CHOICE + k))))
            k += 1
        scores = [int(kernel.score(*pair.row, seat)) for seat in range(seats)]
        won += (scores[me] == max(scores)) / scores.count(max(scores))
    return won / games


@pytest.mark.parametrize(("seats", "clearly", "well"), [(2, 0.7, 0.8), (3, 0.65, 0.55), (4, 0.6, 0.45)])
def test_the_heuristic_beats_greedy_and_greedy_beats_chance(seats: int, clearly: float, well: float) -> None:
    assert share_of_wins(seats, HEURISTIC, GREEDY) > clearly
    assert share_of_wins(seats, GREEDY, RANDOM) > well
