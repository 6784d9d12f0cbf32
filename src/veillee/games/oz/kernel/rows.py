"""Oz on flat rows: the rules of the room for playouts, batches and search, compiled.

A story is named by its *place* in the deal: columns are laid in order, so column c of turn t (both from 0) is place
t × columns + c. Lists of places have six bits for each, the first lowest. Counts have a byte for each character.

| words | name | meaning |
|---|---|---|
| 0 | NOW | columns taken (a bit each), then the fields of `TURN` … `KEPT` below |
| 1 | KEY | what the reshuffle (OZ-R8) will be drawn from |
| 2–5 | HANDS | counts, by seat |
| 6–9 | TALES | by seat: five places of open stories in order of taking, then five of closed ones in that of closing |
| 10 | DISCARDED | counts |
| 11 | LEFT | the place left over in each turn |
| 12–22 | LAID | by place, 16 bits each: second character (3), first one (3), number of the story in the deck (10) |

Places go on beyond the last column: characters there were shuffled and will never be laid (OZ-R8).

The cells hold the stories that will never be laid, next first: a byte each if the deck has at most `SMALL` stories.
Of a larger deck their order is kept (in two bytes each) if it was loaded into a row that is as wide as `width` says; if
not, they come back in the order of the deck file. No player ever sees it.

Words of chance: 0–17 the characters, 18–27 the stories, 28 the marker, 29–32 the reshuffle.
"""

# pyright: basic

from typing import Final

import numpy as np

from veillee.games.oz.kernel.meanings import (
    CODE,
    CODE_BITS,
    COSTS,
    EQUALS,
    FAVOURITE,
    MEANING,
    MOST,
    SEEN_BITS,
    STORIES,
    STORY,
    VALUES,
    WHO,
)
from veillee.rows.bits import ONE, ZERO, U, count, lowest
from veillee.rows.chance import HALF, LOW, STRIDE, low, mix, word
from veillee.rows.compiled import compiled, inlined
from veillee.rows.kernel import NOBODY

WORDS: Final = 23
CELLS: Final = 72
FIRST_CHOICE: Final = 33
STORY_WORDS, MARKER_WORD, RESHUFFLE_WORDS = U(18), U(28), U(29)
SMALL: Final = CELLS  # stories in a deck that is shuffled in the cells

NOW, KEY, HANDS, TALES, DISCARDED, LEFT, LAID = U(0), U(1), U(2), U(6), U(10), U(11), U(12)
TURN, FIRST, CHOOSER, PHASE, KEPT = U(8), U(12), U(14), U(16), U(18)  # shifts in NOW; turn from 0
CHOOSING, CLOSING, OVER = U(0), U(1), U(2)

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN = map(U, range(2, 11))
FIFTEEN, SIXTEEN, SHIFTS, ALL_FIVE = U(15), U(16), U(56), U(31)
PLACE_BITS, OPEN_BITS, LAID_BITS, BYTE = U(63), U((1 << 30) - 1), U(0xFFFF), U(0xFF)
CLOSED = U(30)  # where the closed stories begin in a word of TALES
EACH_BYTE, HIGH_BITS = U(0x0101010101010101), U(0x8080808080808080)
CLOSE: Final = FIVE  # the index of closing the first open story


@inlined
def columns_of(seats):
    return U(seats) + ONE  # OZ-R2


@inlined
def last_turn(seats):
    """The last turn, from 0 (OZ-R2)."""
    return EIGHT if U(seats) == THREE else SEVEN


@inlined
def _places(seats):
    """How many columns are laid in all."""
    return columns_of(seats) * (last_turn(seats) + ONE)


@inlined
def deal(seats, tables, words, cells, i, key):
    _stack_characters(seats, words, cells, i, key)
    if tables[STORIES] <= U(SMALL):
        _stack_stories(seats, tables, words, cells, i, key)
    else:
        _pick_stories(seats, tables, words, i, key)
    for k in range(HANDS, LAID):
        words[i, k] = ZERO
    marker = low(word(key, MARKER_WORD), seats)  # OZ-R3
    words[i, NOW] = marker << FIRST | marker << CHOOSER
    words[i, KEY] = key


@inlined
def _stack_characters(seats, words, cells, i, key):
    """Four places at a time. Each half of a word draws the two characters of a place."""
    copies = SIX if U(seats) == TWO else NINE  # OZ-R2
    for k in range(EIGHT * copies):
        cells[i, U(k)] = U(k) // copies
    left = EIGHT * copies
    for group in range(copies):
        packed = ZERO
        for half in range(FOUR):
            draws = word(key, TWO * group + (half >> ONE)) >> (HALF * (half & ONE))
            first, second = _two_drawn(cells, i, draws, left)
            packed |= (first << THREE | second) << (SIXTEEN * half)
            left -= TWO
        words[i, LAID + group] = packed
    for k in range(LAID + copies, U(WORDS)):
        words[i, k] = ZERO


@inlined
def _stack_stories(seats, tables, words, cells, i, key):
    """Four places at a time. Each half of a word draws two stories. What is never laid stays in the cells."""
    for k in range(SMALL):
        cells[i, U(k)] = U(k)
    left = tables[STORIES]
    for group in range(_places(seats) // FOUR):
        packed = ZERO
        for half in range(TWO):
            draws = word(key, STORY_WORDS + group) >> (HALF * half)
            first, second = _two_drawn(cells, i, draws, left)
            packed |= (first | second << SIXTEEN) << (SIXTEEN * half * TWO + SIX)
            left -= TWO
        words[i, LAID + group] |= packed


@inlined
def _two_drawn(cells, i, draws, left):
    """Takes two of so many cells by the low half of a word; the last ones take their places."""
    product = (draws & LOW) * left
    first = _drawn(cells, i, product >> HALF, left - ONE)
    product = (product & LOW) * (left - ONE)  # what is left of the fraction is a number to draw by, too
    return first, _drawn(cells, i, product >> HALF, left - TWO)


@inlined
def _drawn(cells, i, at, last):
    found = U(cells[i, at])
    cells[i, at] = cells[i, last]
    return found


@compiled
def _pick_stories(seats, tables, words, i, key):
    """From a deck too large for the cells: draws again whatever was drawn before."""
    for place in range(_places(seats)):
        draws = word(key, STORY_WORDS) + U(place) * STRIDE
        again = True
        while again:
            draws = mix(draws + STRIDE)
            number = low(draws, tables[STORIES])
            again = False
            for other in range(place):
                again |= entry_at(words, i, U(other)) >> SIX == number
        words[i, LAID + (U(place) >> TWO)] |= number << (((U(place) & THREE) << FOUR) + SIX)


@inlined
def entry_at(words, i, place):
    return (words[i, LAID + (place >> TWO)] >> ((place & THREE) << FOUR)) & LAID_BITS


@inlined
def pair_of(entry):
    """The counts of the two characters."""
    return (ONE << (entry & U(0x38))) + (ONE << ((entry & SEVEN) << THREE))


@inlined
def field(now, shift, bits):
    return (now >> shift) & bits


@inlined
def actor(seats, tables, words, cells, i):
    now = words[i, NOW]
    return NOBODY if field(now, PHASE, THREE) == OVER else np.int64(field(now, CHOOSER, THREE))


@inlined
def legal_bits(seats, tables, words, i):
    """A bit for each action."""
    now = words[i, NOW]
    phase = field(now, PHASE, THREE)
    if phase == CHOOSING:
        return ~now & ((ONE << columns_of(seats)) - ONE)  # OZ-R5
    if phase == OVER:
        return ZERO
    return _closable(tables, words, i, field(now, CHOOSER, THREE)) << CLOSE  # OZ-R6


@inlined
def _closable(tables, words, i, seat):
    """Of the five open stories, equal ones once: the first."""
    return ALL_FIVE if tables[EQUALS] == ZERO else _firsts(tables, words, i, seat)


@compiled
def _firsts(tables, words, i, seat):
    firsts = ZERO
    for at in range(FIVE):
        first = ONE
        for before in range(at):
            first = ZERO if _code(tables, words, i, seat, before) == _code(tables, words, i, seat, at) else first
        firsts |= first << at
    return firsts


@inlined
def open_story(words, i, seat, at):
    """Where the tables tell of this open story."""
    place = (words[i, TALES + seat] >> (SIX * at)) & PLACE_BITS
    return STORY + FOUR * (entry_at(words, i, place) >> SIX)


@inlined
def _code(tables, words, i, seat, at):
    return (tables[open_story(words, i, seat, at) + MEANING] >> CODE) & CODE_BITS


@inlined
def is_legal(seats, tables, words, cells, i, action):
    return U(action) < TEN and (legal_bits(seats, tables, words, i) >> U(action)) & ONE == ONE


@inlined
def legal(seats, tables, words, cells, i, mask):
    bits = legal_bits(seats, tables, words, i)
    for action in range(TEN):
        mask[i, action] = (bits >> action) & ONE


@inlined
def apply(seats, tables, words, cells, i, action):
    now = words[i, NOW]
    turn, seat = field(now, TURN, FIFTEEN), field(now, CHOOSER, THREE)
    tales = words[i, TALES + seat]
    if field(now, PHASE, THREE) == CHOOSING:
        # OZ-R5: the characters go into the hand, the story lies open.
        place = turn * columns_of(seats) + U(action)
        words[i, HANDS + seat] += pair_of(entry_at(words, i, place))
        words[i, TALES + seat] = tales | (place << (SIX * min(turn, FOUR)))
        now |= ONE << U(action)
        if turn >= FOUR:
            words[i, NOW] = now | (CLOSING << PHASE)  # OZ-R6
            return
    else:
        at = SIX * (U(action) - CLOSE)
        before, closing = (ONE << at) - ONE, (tales >> at) & PLACE_BITS
        behind = ((tales & OPEN_BITS) >> (at + SIX)) << at
        closed = (tales & ~OPEN_BITS) | (closing << (CLOSED + SIX * (turn - FOUR)))
        words[i, TALES + seat] = (tales & before) | behind | closed
        now ^= CLOSING << PHASE
    seat = ZERO if seat + ONE == U(seats) else seat + ONE
    now = (now & ~(THREE << CHOOSER)) | (seat << CHOOSER)
    words[i, NOW] = now
    if seat == field(now, FIRST, THREE):
        _end_turn(seats, words, i, now, turn, seat)


@inlined
def _end_turn(seats, words, i, now, turn, marker):
    # OZ-R7: the column left over is discarded.
    place = turn * columns_of(seats) + lowest(~now)
    words[i, LEFT] |= place << (SIX * turn)
    discarded = words[i, DISCARDED] + pair_of(entry_at(words, i, place))
    words[i, DISCARDED] = discarded
    if turn == last_turn(seats):
        words[i, NOW] = now | (OVER << PHASE)
        return
    # OZ-R7: the marker passes to the left.
    marker = ZERO if marker + ONE == U(seats) else marker + ONE
    kept = now & (ONE << KEPT)
    words[i, NOW] = kept | ((turn + ONE) << TURN) | (marker << FIRST) | (marker << CHOOSER)
    if U(seats) == FOUR and turn == SIX:
        _reshuffle(words, i, discarded)


@compiled
def _reshuffle(words, i, discarded):
    """OZ-R8: the 14 discarded characters, two a place, go behind the two that are left, which lie at place 35."""
    left = U(14)
    for pair in range(SEVEN):
        draws = word(words[i, KEY], RESHUFFLE_WORDS + (pair >> ONE))
        half = draws >> HALF if pair & ONE else draws & LOW
        packed = ZERO
        for _ in range(TWO):
            product = half * left
            # The character before whose end, as all lie in order, the drawn card comes.
            ends = discarded * EACH_BYTE
            character = count(((ends | HIGH_BITS) - ((product >> HALF) + ONE) * EACH_BYTE) & HIGH_BITS)
            character = EIGHT - character
            discarded -= ONE << (EIGHT * character)
            packed = (packed << THREE) | character
            half = product & LOW
            left -= ONE
        place = U(36) + pair
        words[i, LAID + (place >> TWO)] |= packed << ((place & THREE) << FOUR)
    words[i, DISCARDED] = discarded


@inlined
def taken_by(seats, now, seat):
    """How many columns a seat has taken."""
    first, chooser = field(now, FIRST, THREE), field(now, CHOOSER, THREE)
    phase = field(now, PHASE, THREE)
    mine = U(seat) - first if U(seat) >= first else U(seat) + U(seats) - first
    theirs = chooser - first if chooser >= first else chooser + U(seats) - first
    done = mine < theirs or (mine == theirs and phase == CLOSING) or phase == OVER
    return field(now, TURN, FIFTEEN) + (ONE if done else ZERO)


@compiled
def observe(seats, tables, words, cells, i, seat, out):
    """The layout is in `encode.py`."""
    now = words[i, NOW]
    phase, turn, me = field(now, PHASE, THREE), field(now, TURN, FIFTEEN), U(seat)
    columns, last = columns_of(seats), last_turn(seats)
    laid = (turn + ONE) * columns
    stacked = U(43) if U(seats) == FOUR and turn == SEVEN else (U(24) if U(seats) == TWO else U(36))
    out[i, ZERO] = phase + ONE
    out[i, ONE] = turn + ONE
    out[i, TWO] = last + ONE
    out[i, THREE] = seats
    out[i, FOUR] = ZERO if phase == OVER else _left_of(seats, field(now, CHOOSER, THREE), me) + ONE
    out[i, FIVE] = _left_of(seats, field(now, FIRST, THREE), me) + ONE
    out[i, SIX] = TWO * (stacked - laid)
    out[i, SEVEN] = min(tables[STORIES] - laid, U(255))
    at = EIGHT
    for k in range(U(seats)):
        other = (me + k) % U(seats)
        at = _show_counts(words[i, HANDS + other], i, out, at)
        taken = taken_by(seats, now, other)
        closing = phase == CLOSING and other == field(now, CHOOSER, THREE)
        opened = min(taken, FIVE if closing else FOUR)
        at = _show_stories(tables, words, i, words[i, TALES + other], opened, FIVE, out, at)
        at = _show_stories(tables, words, i, words[i, TALES + other] >> CLOSED, taken - opened, FIVE, out, at)
    for k in range(columns):
        lies = phase != OVER and (now >> k) & ONE == ZERO
        place = turn * columns + k
        entry = entry_at(words, i, place)
        out[i, at] = ((entry >> THREE) & SEVEN) + ONE if lies else ZERO
        out[i, at + ONE] = (entry & SEVEN) + ONE if lies else ZERO
        at = _show_stories(tables, words, i, place, ONE if lies else ZERO, ONE, out, at + TWO)
    at = _show_counts(words[i, DISCARDED], i, out, at)
    _show_stories(tables, words, i, words[i, LEFT], turn + (ONE if phase == OVER else ZERO), last + ONE, out, at)


@inlined
def _left_of(seats, seat, me):
    """How many seats to my left."""
    return seat - me if seat >= me else seat + U(seats) - me


@inlined
def _show_counts(counts, i, out, at):
    for k in range(EIGHT):
        out[i, at + k] = (counts >> (EIGHT * k)) & BYTE
    return at + EIGHT


@inlined
def _show_stories(tables, words, i, places, n, most, out, at):
    for k in range(most):
        number = entry_at(words, i, (places >> (SIX * k)) & PLACE_BITS) >> SIX
        seen = tables[STORY + FOUR * number + MEANING] & SEEN_BITS if k < n else ZERO
        for byte in range(THREE):
            out[i, at] = (seen >> (EIGHT * byte)) & BYTE
            at += ONE
    return at


@inlined
def points(tables, story, hand, rivals):
    """OZ-R10, where rivals are, by character, the most that another player holds."""
    meaning = tables[story + MEANING]
    shift = (meaning >> WHO) & PLACE_BITS
    least = (hand >> shift) & BYTE
    bar = ((rivals >> shift) & BYTE) & (ZERO - ((meaning >> MOST) & ONE))
    bar |= hand & (ZERO - ((meaning >> FAVOURITE) & ONE))
    for k in range(ONE, FOUR):
        least = min(least, (hand >> ((meaning >> (WHO + SIX * k)) & PLACE_BITS)) & BYTE)
    spoiled = (bar + (U(127) - least) * EACH_BYTE) & HIGH_BITS  # some byte of the bar is higher
    gain = (tables[story + VALUES] >> (SIX * least)) & PLACE_BITS
    cost = ((hand & tables[story + COSTS]) * EACH_BYTE) >> SHIFTS
    return (np.int64(gain) if spoiled == ZERO else np.int64(0)) - np.int64(cost)


@inlined
def rivals_of(seats, words, i, seat):
    """By character, the most that another player holds."""
    most = ZERO
    for k in range(ONE, U(seats)):
        other = seat + k if seat + k < U(seats) else seat + k - U(seats)
        hand = words[i, HANDS + other]
        less = ((((most | HIGH_BITS) - hand) & HIGH_BITS) >> SEVEN) * BYTE  # bytes in which the hand is no more
        most = (most & less) | (hand & ~less)
    return most


@compiled
def score(seats, tables, words, cells, i, seat):
    """OZ-R9: the four open stories."""
    hand, rivals = words[i, HANDS + U(seat)], rivals_of(seats, words, i, U(seat))
    total = np.int64(0)
    for at in range(FOUR):
        total += points(tables, open_story(words, i, U(seat), at), hand, rivals)
    return total


@inlined
def standing(seats, tables, words, cells, i, seat):
    """OZ-R11: most points win."""
    return -score(seats, tables, words, cells, i, seat)
