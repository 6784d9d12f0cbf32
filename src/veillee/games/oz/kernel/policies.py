"""How a seat of Oz plays in simulations: at random, greedily, or with an eye to what is still to come.

Greedy is the plain opponent of bot.py: the own open stories shall be worth most now. The rule of thumb asks what each
open story promises with the turns that are left, counts on better ones in place of poor ones, and does not leave the
next player the best column. It reckons with the hands of others, which everybody could remember. All in whole numbers,
so that it plays alike on every machine.
"""

# pyright: basic

from typing import Final

import numpy as np

from veillee.games.oz.kernel.meanings import (
    COSTS,
    DENIAL,
    FAVOURITE,
    FLOORS,
    GAINS,
    HOPES,
    LEVEL,
    MEANING,
    MOST,
    STEPS,
    STORY,
    TURNS,
    UNIT,
    WHO,
)
from veillee.games.oz.kernel.rows import (
    BYTE,
    CHOOSER,
    CHOOSING,
    CLOSE,
    EACH_BYTE,
    EIGHT,
    FIFTEEN,
    FIRST,
    FIVE,
    FOUR,
    HANDS,
    NOW,
    PHASE,
    PLACE_BITS,
    SHIFTS,
    SIX,
    TEN,
    THREE,
    TURN,
    columns_of,
    entry_at,
    field,
    last_turn,
    legal_bits,
    open_story,
    pair_of,
    points,
    rivals_of,
)
from veillee.rows.bits import ONE, ZERO, U, count, lowest
from veillee.rows.chance import low
from veillee.rows.compiled import compiled, inlined

POLICIES: Final = ("random", "greedy", "heuristic")
RANDOM, GREEDY = 0, 1
WORST: Final = -(1 << 40)
NOTHING: Final = np.int64(0)


@inlined
def choose(seats, tables, words, cells, i, policy, word):
    if policy == RANDOM:
        return _random(seats, tables, words, i, word)
    if policy == GREEDY:
        return _greedy(seats, tables, words, i)
    return _heuristic(seats, tables, words, i)


@inlined
def _random(seats, tables, words, i, word):
    bits = legal_bits(seats, tables, words, i)
    nth = low(word, count(bits))
    for k in range(FOUR):
        bits = bits & (bits - ONE) if nth > k else bits
    return np.int64(lowest(bits))


@compiled
def _greedy(seats, tables, words, i):
    """What makes the own open stories worth most, of equals the first; nobody else's hand is reckoned with."""
    now = words[i, NOW]
    seat, turn = field(now, CHOOSER, THREE), field(now, TURN, FIFTEEN)
    hand, bits = words[i, HANDS + seat], legal_bits(seats, tables, words, i)
    choosing = field(now, PHASE, THREE) == CHOOSING
    best, chosen = np.int64(WORST), NOTHING
    for action in range(TEN):
        if (bits >> action) & ONE == ZERO:
            continue
        entry = entry_at(words, i, turn * columns_of(seats) + action)
        held = hand + pair_of(entry) if choosing else hand
        worth = points(tables, STORY + FOUR * (entry >> SIX), held, ZERO) if choosing else NOTHING
        for at in range(min(turn, FOUR) if choosing else FIVE):
            earned = points(tables, open_story(words, i, seat, at), held, ZERO)
            worth += earned if choosing or at + CLOSE != action else NOTHING
        if worth > best:
            best, chosen = worth, np.int64(action)
    return chosen


@compiled
def _heuristic(seats, tables, words, i):
    now = words[i, NOW]
    seat, turn = field(now, CHOOSER, THREE), field(now, TURN, FIFTEEN)
    left = last_turn(seats) - turn
    if field(now, PHASE, THREE) != CHOOSING:
        return _least_hopeful(seats, tables, words, i, seat, left)
    bits, base = legal_bits(seats, tables, words, i), turn * columns_of(seats)
    # The best two columns for the next player, if anybody chooses after this one.
    other = seat + ONE if seat + ONE < U(seats) else ZERO
    best, second, wanted = NOTHING, NOTHING, TEN
    if other != field(now, FIRST, THREE):
        best, second = np.int64(WORST), np.int64(WORST)
        rivals = rivals_of(seats, words, i, other)
        for column in range(columns_of(seats)):
            if (bits >> column) & ONE != ZERO:
                worth = _promise(tables, words, i, other, min(turn, FOUR), base + column, rivals, left)
                second = max(second, min(best, worth))
                wanted = column if worth > best else wanted
                best = max(best, worth)
    rivals = rivals_of(seats, words, i, seat)
    most, chosen = np.int64(WORST) * UNIT, NOTHING
    for column in range(columns_of(seats)):
        if (bits >> column) & ONE != ZERO:
            worth = _promise(tables, words, i, seat, min(turn, FOUR), base + column, rivals, left) * UNIT
            worth -= np.int64(tables[DENIAL]) * (second if column == wanted else best)
            chosen = np.int64(column) if worth > most else chosen
            most = max(most, worth)
    return chosen


@compiled
def _promise(tables, words, i, seat, opened, place, rivals, left):
    """What the open stories promise when this column has come to them; of five the poorest does not count."""
    entry = entry_at(words, i, place)
    hand = words[i, HANDS + seat] + pair_of(entry)
    peaks = _peaks(hand)
    floor = np.int64(tables[FLOORS + left])
    total = max(_hope(tables, STORY + FOUR * (entry >> SIX), hand, peaks, rivals, left) - floor, NOTHING)
    poorest = total
    for at in range(opened):
        hope = max(_hope(tables, open_story(words, i, seat, at), hand, peaks, rivals, left) - floor, NOTHING)
        total += hope
        poorest = min(poorest, hope)
    return total - poorest if opened == FOUR else total


@compiled
def _least_hopeful(seats, tables, words, i, seat, left):
    hand, rivals = words[i, HANDS + seat], rivals_of(seats, words, i, seat)
    peaks = _peaks(hand)
    poorest, chosen = np.int64(-WORST), NOTHING
    for at in range(FIVE):
        hope = _hope(tables, open_story(words, i, seat, at), hand, peaks, rivals, left)
        chosen = np.int64(at + CLOSE) if hope < poorest else chosen
        poorest = min(poorest, hope)
    return chosen


@inlined
def _peaks(hand):
    """The two largest counts, as two bytes, the largest lowest."""
    first, second = ZERO, ZERO
    for k in range(EIGHT):
        held = (hand >> (EIGHT * k)) & BYTE
        second = max(second, min(first, held))
        first = max(first, held)
    return first | (second << EIGHT)


@compiled
def _hope(tables, story, hand, peaks, rivals, left):
    """What the table of hopes says of this story."""
    meaning, gains = tables[story + MEANING], tables[story + GAINS]
    shift = (meaning >> WHO) & PLACE_BITS
    mine = (hand >> shift) & BYTE
    fewest = mine
    for k in range(ONE, FOUR):
        fewest = min(fewest, (hand >> ((meaning >> (WHO + SIX * k)) & PLACE_BITS)) & BYTE)
    step = fewest * gains
    for k in range(FOUR):
        more = (hand >> ((meaning >> (WHO + SIX * k)) & PLACE_BITS)) & BYTE > fewest
        step += ONE if more and k < gains else ZERO
    # A favourite must lead the others of the own hand, the most those of other hands.
    next_best = peaks >> EIGHT if mine == peaks & BYTE else peaks & BYTE
    step = mine + U(LEVEL) - next_best if (meaning >> FAVOURITE) & ONE != ZERO else step
    step = mine + U(LEVEL) - ((rivals >> shift) & BYTE) if (meaning >> MOST) & ONE != ZERO else step
    kind = (meaning & BYTE) - ONE
    hope = np.int64(tables[HOPES + (kind * TURNS + left) * STEPS + min(step, STEPS - ONE)])
    return hope - np.int64(((hand & tables[story + COSTS]) * EACH_BYTE) >> SHIFTS) * UNIT
