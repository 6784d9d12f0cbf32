"""How a seat of Parade plays in simulations: at random, greedily, or by a rule of thumb with weights.

Greedy is the plain opponent of bot.py: the play after which the own cards would cost least, were the game over. The
rule of thumb weighs what one's own cards and those of others will probably cost, how many colours lie before oneself,
and what the rest of the hand can still do. All in whole numbers, so that it plays alike on every machine.
"""

# pyright: basic

from math import exp
from typing import Any, Final

import numpy as np

from veillee.games.parade.kernel.line import alike, code, leaving, skip, worth
from veillee.games.parade.kernel.rows import (
    DISCARD,
    FIRST_OF,
    FRONT,
    HAND,
    HELD,
    LAST,
    PAIRS_FROM,
    PHASE,
    SECOND_OF,
    TURN,
    line_of,
    of_colour,
    place_in_hand,
)
from veillee.games.parade.types import Config
from veillee.rows.bits import ONE, ZERO, U, count
from veillee.rows.chance import low
from veillee.rows.compiled import compiled, inlined

POLICIES: Final = ("random", "greedy", "heuristic")
RANDOM, GREEDY = 0, 1
UNIT: Final = 64  # weights and probabilities are in 64ths
FAR: Final = 11  # leads are −11 to 11
WORST: Final = 1 << 40

MINE, OTHERS, LEAST, FIVE, SIX, SIX_LEAD, TAKEN, CHEAPEST, MEAN, TWO_LOW, HAND_SUM, LAST_LOW, VALUE, SURE = range(14)
# By trial against each other over many games; the first column for two seats, the second for more.
WEIGHTS: Final = (
    (1.0, 1.0),
    (0.62, 0.38),
    (0.47, 0.17),
    (1.34, 2.24),
    (3.86, 5.44),
    (0.2, 0.23),
    (0.61, 0.43),
    (0.12, 0.05),
    (0.13, 0.09),
    (0.21, 0.07),
    (-0.02, -0.11),
    (0.4, 0.63),
    (0.13, 0.08),
)
STEEPNESS: Final = (1.15, 1.46)


def tables(config: Config) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The weights, as 64-bit two's complement, and from place SURE on how sure a lead in a colour is to last."""
    column = 0 if config.seats == 2 else 1
    weights = [round(UNIT * weight[column]) for weight in WEIGHTS]
    needed = 1.5 if config.seats == 2 else -0.5
    sure = [round(UNIT / (1 + exp((needed - lead) * STEEPNESS[column]))) for lead in range(-FAR, FAR + 1)]
    return np.array([*weights, *sure], np.int64).view(np.uint64)


@inlined
def choose(seats, tables, words, cells, i, policy, drawn):
    hand = HAND + HELD * U(cells[i, TURN])
    if cells[i, PHASE] == DISCARD and policy == RANDOM:
        return PAIRS_FROM + _pair_of_slots(cells, i, hand, low(drawn, U(6)))
    if cells[i, PHASE] == DISCARD:
        return PAIRS_FROM + _cheapest_pair(seats, words, cells, i)
    if policy == RANDOM:
        return np.int64(cells[i, hand + low(drawn, HELD)])
    return _best_play(seats, tables, words, cells, i, policy)


@inlined
def _pair_of_slots(cells, i, hand, pair):
    """The discard that takes this pair of slots of the hand: its number among the pairs in canonical order."""
    one = place_in_hand(cells, i, hand, (FIRST_OF >> (U(4) * pair)) & U(15))
    two = place_in_hand(cells, i, hand, (SECOND_OF >> (U(4) * pair)) & U(15))
    lower, upper = min(one, two), max(one, two)
    # Pairs that begin with 0 are 0 to 2, with 1 they are 3 and 4, with 2 there is 5.
    return np.int64(lower + upper - ONE + U(lower != ZERO))


@compiled
def _best_play(seats, tables, words, cells, i, policy):
    seat = U(cells[i, TURN])
    line, front = line_of(words, i), words[i, FRONT + seat]
    best, least = np.int64(0), np.int64(WORST)
    for slot in range(5):
        card = U(cells[i, HAND + HELD * seat + U(slot)])
        gone = leaving(line, code(card))
        if policy == GREEDY:
            points = _points(seats, words, i, seat, front | gone, ZERO, ZERO)
            # Among plays that cost the same, rather keep low cards for the end and part with high ones.
            cost = np.int64((((points << U(6)) | count(gone)) << U(4)) + U(10) - (code(card) & U(15)))
        else:
            cost = _outlook(seats, tables, words, cells, i, seat, card, gone)
        cost = cost * 128 + np.int64(card)  # of equals the first in canonical order
        best, least = (np.int64(card), cost) if cost < least else (best, least)
    return best


@compiled
def _cheapest_pair(seats, words, cells, i):
    """The discard after which the two cards that are kept cost least."""
    seat = U(cells[i, TURN])
    hand = HAND + HELD * seat
    best, least = np.int64(0), np.int64(WORST)
    for slots in range(6):
        # The pair that is kept is the one from the other end of the list.
        kept = U(5 - slots)
        one = U(cells[i, hand + ((FIRST_OF >> (U(4) * kept)) & U(15))])
        two = U(cells[i, hand + ((SECOND_OF >> (U(4) * kept)) & U(15))])
        pair = _pair_of_slots(cells, i, hand, U(slots))
        cost = np.int64(_points(seats, words, i, seat, words[i, FRONT + seat], one + ONE, two + ONE)) * 8 + pair
        best, least = (pair, cost) if cost < least else (best, least)
    return best


@inlined
def _points(seats, words, i, seat, front, one, two):
    """What these cards before the seat cost with up to two more from the hand (their numbers + 1), were all over."""
    v0, v1, v2, v3 = words[i, U(1)], words[i, U(2)], words[i, U(3)], words[i, U(4)]
    total = ZERO
    for colour in range(6):
        cards = of_colour(words, i, U(colour))
        most = ZERO
        for other in range(seats):
            most = max(most, count(words[i, FRONT + U(other)] & cards)) if U(other) != seat else most
        n, values = count(front & cards), worth(front & cards, v0, v1, v2, v3)
        for extra in (one, two):
            card = code(extra - ONE)
            fits = (extra != ZERO) & (card >> U(4) == U(colour))
            n += U(fits)
            values += card & U(15) if fits else ZERO
        # PAR-R16: with two players only a lead of two counts. PAR-R15: otherwise the most do, and ties all do.
        total += n if n >= (most + U(2) if seats == 2 else most) else values
    return total


@inlined
def _weight(tables, which):
    return np.int64(tables[U(which)])


@inlined
def _outlook(seats, tables, words, cells, i, seat, card, gone):
    """How bad the table looks after this play, in 4096ths of a point."""
    mine = words[i, FRONT + seat] | gone
    own = _probable(seats, tables, words, i, seat, seat, mine)
    others, lowest = np.int64(0), np.int64(WORST)
    for nth in range(seats):
        if U(nth) != seat:
            theirs = _probable(seats, tables, words, i, U(nth), seat, mine)
            others, lowest = others + theirs, min(lowest, theirs)
    colours = np.int64(0)
    for colour in range(6):
        colours += np.int64((mine & of_colour(words, i, U(colour))) != ZERO)
    bad = own * _weight(tables, MINE) - others // (seats - 1) * _weight(tables, OTHERS)
    bad -= lowest * _weight(tables, LEAST)
    bad += UNIT * _weight(tables, FIVE) if colours == 5 else 0
    bad += UNIT * _weight(tables, SIX) + _weight(tables, SIX_LEAD) * (own - lowest) if colours == 6 else 0
    bad += UNIT * _weight(tables, TAKEN) * np.int64(count(gone))
    bad -= UNIT * _weight(tables, VALUE) * np.int64(code(card) & U(15))
    return bad + UNIT * _rest_of_hand(seats, tables, words, cells, i, seat, card, gone)


@inlined
def _probable(seats, tables, words, i, seat, me, mine):
    """What the cards before a seat will probably cost, in 64ths: a lead in a colour may or may not last."""
    v0, v1, v2, v3 = words[i, U(1)], words[i, U(2)], words[i, U(3)], words[i, U(4)]
    front, total = mine if seat == me else words[i, FRONT + seat], np.int64(0)
    for colour in range(6):
        cards = of_colour(words, i, U(colour))
        most = ZERO
        for nth in range(seats):
            other = mine if U(nth) == me else words[i, FRONT + U(nth)]
            most = max(most, count(other & cards)) if U(nth) != seat else most
        n = count(front & cards)
        sure = np.int64(tables[U(SURE + FAR) + n - most])
        total += sure * np.int64(n) + (UNIT - sure) * np.int64(worth(front & cards, v0, v1, v2, v3))
    return total


@inlined
def _rest_of_hand(seats, tables, words, cells, i, seat, card, gone):
    """How much the other four cards would cost next time, and how low they are."""
    old = line_of(words, i)
    line = (old[0] ^ gone, old[1], old[2], old[3], old[4], old[5], old[6], old[7])
    cheapest, together, lowest, second, summed = WORST, np.int64(0), np.int64(99), np.int64(99), np.int64(0)
    for slot in range(5):
        other = U(cells[i, HAND + HELD * seat + U(slot)])
        if other == card:
            continue
        value = code(other) & U(15)
        # The played card and one of each other player march behind by then.
        ahead = U(seats)
        leave = skip(line[0], value - ahead if value > ahead else ZERO) & alike(line, code(other))
        cost = np.int64(worth(leave, line[1], line[2], line[3], line[4]) + count(leave))
        cheapest, together, summed = min(cheapest, cost), together + cost, summed + np.int64(value)
        second = min(second, max(lowest, np.int64(value)))
        lowest = min(lowest, np.int64(value))
    bad = cheapest * _weight(tables, CHEAPEST) + together // 4 * _weight(tables, MEAN)
    bad += (lowest + second) * _weight(tables, TWO_LOW) + summed * _weight(tables, HAND_SUM)
    return bad + ((lowest + second) * _weight(tables, LAST_LOW) if cells[i, PHASE] == LAST else 0)
