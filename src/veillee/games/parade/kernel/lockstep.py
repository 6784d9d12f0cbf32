"""Many random games of Parade side by side, for processors with wide vectors: straight lines of code over lanes.

A lane is a game; all lanes are at the same step, and those whose game is over stand still. No lane branches, so that
the compiler turns each loop over lanes into vector instructions. The games are those of `playout.py`, word for word.

Memory is flat, field after field, with constant places, so that the compiler sees that fields do not overlap. Seats are
counted from the first player, who is the same row in all lanes; whoever plays has hand and front in rows of their own.
"""

# pyright: basic

from typing import Any, Final

import numpy as np

from veillee.games.parade.kernel.line import has_six_colours, known, leaving, worth
from veillee.games.parade.kernel.rows import (
    CARDS_IN_ALL,
    FIRST_CHOICE,
    FIRST_OF,
    HELD,
    SECOND_OF,
    TOP,
    TOTAL_BITS,
    TOTAL_MASK,
)
from veillee.rows.bits import ONE, ZERO, U, count, spread
from veillee.rows.chance import game_key, high, low, word
from veillee.rows.compiled import compiled, inlined

LANES: Final = 64
# Places of the fields: of the line eight rows, of hands and fronts six.
KEY, WORD, OTHER, CARD, LEFT, BIT, STEPS, TOTALS, RANKS, HAND_NOW, FRONT_NOW = (LANES * row for row in range(11))
MARCHING, V0, V1, V2, V3, C0, C1, C2 = (LANES * row for row in range(11, 19))
HAND, FRONT, SIZE = LANES * 19, LANES * 25, LANES * 31
DECKS: Final = 66 * LANES

PLAYING: Final = U(99)  # turns left before the last round began
CODE: Final = U(0xFF)
SEATS: Any = None  # a constant where this is compiled


@inlined
def _line(a, lane):
    return (
        a[MARCHING + lane],
        a[V0 + lane],
        a[V1 + lane],
        a[V2 + lane],
        a[V3 + lane],
        a[C0 + lane],
        a[C1 + lane],
        a[C2 + lane],
    )


@inlined
def _keep_line(a, lane, line):
    a[MARCHING + lane] = line[0]
    a[V0 + lane] = line[1]
    a[V1 + lane] = line[2]
    a[V2 + lane] = line[3]
    a[V3 + lane] = line[4]
    a[C0 + lane] = line[5]
    a[C1 + lane] = line[6]
    a[C2 + lane] = line[7]


@compiled
def _begin(a, deck, seed, start):
    for card in range(66):
        for lane in range(LANES):
            deck[card * LANES + lane] = np.uint8((card // 11) * 16 + card % 11)
    for place in range(SIZE):
        a[place] = ZERO
    for lane in range(LANES):
        a[KEY + lane] = game_key(seed, start + lane)
        a[LEFT + lane] = PLAYING
        a[BIT + lane] = ONE << TOP


@compiled
def _draw_words(a, k):
    for lane in range(LANES):
        a[WORD + lane] = word(a[KEY + lane], k)


@compiled
def _draw_low(a, place):
    for lane in range(LANES):
        a[OTHER + lane] = place + low(a[WORD + lane], CARDS_IN_ALL - place)


@compiled
def _draw_high(a, place):
    for lane in range(LANES):
        a[OTHER + lane] = place + high(a[WORD + lane], CARDS_IN_ALL - place)


@compiled
def _exchange(a, deck, place):
    """One step of a shuffle in every lane; the card is in CARD."""
    for lane in range(LANES):
        other = a[OTHER + lane] * U(LANES) + U(lane)
        a[CARD + lane] = U(deck[other])
        deck[other] = deck[place * U(LANES) + U(lane)]


@compiled
def _deal(seats, a, deck):
    for place in range(5 * seats + 6):
        here = U(place)
        if place & 1:
            _draw_high(a, here)
        else:
            _draw_words(a, ONE + (here >> ONE))
            _draw_low(a, here)
        _exchange(a, deck, here)
        if place < 5 * seats:
            hand = HAND + LANES * (place % seats)
            for lane in range(LANES):
                a[hand + lane] |= a[CARD + lane] << U(8 * (place // seats))
        else:
            _join(a)


@compiled
def _join(a):
    """The card in CARD marches."""
    for lane in range(LANES):
        bit = a[BIT + lane]
        _keep_line(a, lane, known(_line(a, lane), bit, a[CARD + lane]))
        a[MARCHING + lane] |= bit
        a[BIT + lane] = bit >> ONE


@compiled
def _swap_in(a, seat):
    for lane in range(LANES):
        a[HAND_NOW + lane] = a[HAND + LANES * seat + lane]
        a[FRONT_NOW + lane] = a[FRONT + LANES * seat + lane]


@compiled
def _swap_out(a, seat):
    for lane in range(LANES):
        a[HAND + LANES * seat + lane] = a[HAND_NOW + lane]
        a[FRONT + LANES * seat + lane] = a[FRONT_NOW + lane]


@compiled
def _step(seats, a, empty):
    """The seat that is swapped in plays, in every lane whose game is on. `empty`: this draw was the last."""
    for lane in range(LANES):
        left, line, bit, hand = a[LEFT + lane], _line(a, lane), a[BIT + lane], a[HAND_NOW + lane]
        on, drawing = ZERO - U(left != ZERO), left == PLAYING
        slot = low(a[WORD + lane], HELD) << U(3)
        card = (hand >> slot) & CODE
        gone, mine = leaving(line, card) & on, bit & on
        line = known(line, mine, card)
        _keep_line(a, lane, line)
        a[MARCHING + lane] = (line[0] ^ gone) | mine
        front = a[FRONT_NOW + lane] | gone
        a[FRONT_NOW + lane] = front
        new = a[CARD + lane] if drawing else (hand >> U(32)) & CODE
        a[HAND_NOW + lane] = hand ^ (((card ^ new) << slot) & on)
        last = (U(has_six_colours(front, line)) | empty) != ZERO
        began = U(seats) if last else PLAYING
        a[LEFT + lane] = began if drawing else left - (ONE & on)
        a[STEPS + lane] += ONE & on
        a[BIT + lane] = bit >> (ONE & on)


@compiled
def _any_on(a):
    on = ZERO
    for lane in range(LANES):
        on |= a[LEFT + lane]
    return on != ZERO


@compiled
def _discard(seats, a, seat):
    """PAR-R14: in every lane the seat that is swapped in keeps two cards, by pairs of slots."""
    for lane in range(LANES):
        key, hand, bit = a[KEY + lane], a[HAND_NOW + lane], a[BIT + lane]
        there = low(word(key, ZERO), U(seats)) + U(seat)
        there = there - U(seats) if there >= U(seats) else there
        kept = (U(5) - low(word(key, U(FIRST_CHOICE) + a[STEPS + lane] + there), U(6))) << U(2)
        one, two = ((FIRST_OF >> kept) & U(15)) << U(3), ((SECOND_OF >> kept) & U(15)) << U(3)
        _keep_line(a, lane, known(known(_line(a, lane), bit, (hand >> one) & CODE), bit >> ONE, (hand >> two) & CODE))
        a[FRONT_NOW + lane] |= bit | (bit >> ONE)
        a[BIT + lane] = bit >> U(2)


@inlined
def _score_colour(seats, a, colour):
    """PAR-R15 to R17 for one colour: what settle of rows.py does."""
    flip0, flip1, flip2 = ~spread(U(colour), 0), ~spread(U(colour), 1), ~spread(U(colour), 2)
    for lane in range(LANES):
        cards = (a[C0 + lane] ^ flip0) & (a[C1 + lane] ^ flip1) & (a[C2 + lane] ^ flip2)
        most, totals = ZERO, a[TOTALS + lane]
        for seat in range(seats):
            n = count(a[FRONT + LANES * seat + lane] & cards)
            most = n if n > most else most
        for seat in range(seats):
            mine = a[FRONT + LANES * seat + lane] & cards
            n = count(mine)
            needed = count(a[FRONT + LANES * (1 - seat) + lane] & cards) + U(2) if seats == 2 else most
            values = worth(mine, a[V0 + lane], a[V1 + lane], a[V2 + lane], a[V3 + lane])
            totals += (n if n >= needed else values) << (TOTAL_BITS * U(seat))
        a[TOTALS + lane] = totals


@inlined
def _rank(seats, a):
    """PAR-R18: four bits for the rank of each seat. Totals and ranks are turned round to the seats of the table."""
    for lane in range(LANES):
        totals, ranks = a[TOTALS + lane], ZERO
        for seat in range(seats):
            mine = _standing(a, lane, totals, seat)
            rank = ONE
            for other in range(seats):
                rank += U(_standing(a, lane, totals, other) < mine)
            ranks |= rank << U(4 * seat)
        first = low(word(a[KEY + lane], ZERO), U(seats))
        rest = U(seats) - first
        a[TOTALS + lane] = (totals << (TOTAL_BITS * first)) | (totals >> (TOTAL_BITS * rest))
        a[RANKS + lane] = (ranks << (U(4) * first)) | (ranks >> (U(4) * rest))


@inlined
def _standing(a, lane, totals, seat):
    """What standing of rows.py says."""
    total = (totals >> (TOTAL_BITS * U(seat))) & TOTAL_MASK
    return (total << U(8)) | count(a[FRONT + LANES * seat + lane])


@inlined
def _lockstep(seats, a, deck, seed, start):
    """Plays the games start … start + LANES − 1 of a seed; STEPS, TOTALS and RANKS tell how they ended."""
    _begin(a, deck, seed, start)
    _deal(seats, a, deck)
    step, place = ZERO, U(5 * seats + 6)
    while _any_on(a):
        for seat in range(seats):
            _draw_words(a, U(FIRST_CHOICE) + step)
            if place < CARDS_IN_ALL:
                _draw_high(a, place)
                _exchange(a, deck, place)
            place += ONE
            _swap_in(a, seat)
            _step(seats, a, U(place == CARDS_IN_ALL))
            _swap_out(a, seat)
            step += ONE
    for seat in range(seats):
        _swap_in(a, seat)
        _discard(seats, a, seat)
        _swap_out(a, seat)
    for colour in range(6):
        _score_colour(seats, a, colour)
    _rank(seats, a)


def play_in_lockstep(tables, seed, start, stop, a, deck, scores, ranks, lengths):
    """A loop for the engine to compile: the games start … stop − 1 of a seed, block after block."""
    for block in range(start, stop, LANES):
        _lockstep(SEATS, a, deck, seed, block)
        for lane in range(min(LANES, stop - block)):
            game = block + lane - start
            lengths[game] = np.int32(a[STEPS + lane]) + SEATS
            for seat in range(SEATS):
                scores[game, seat] = np.int16((a[TOTALS + lane] >> (TOTAL_BITS * U(seat))) & TOTAL_MASK)
                ranks[game, seat] = np.uint8((a[RANKS + lane] >> U(4 * seat)) & U(15))
