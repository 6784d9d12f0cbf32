"""Many games of Parade side by side in memory, a lane each: what is done in all lanes at once, in straight lines.

No lane branches, so that the compiler turns each loop over lanes into vector instructions; lanes whose game is over
stand still. Memory is flat, field after field, with constant places, so that the compiler sees that fields do not
overlap. Seats are counted from the first player, who is the same row in all lanes.
"""

# pyright: basic

from typing import Final

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
KEY, WORD, OTHER, CARD, LEFT, BIT, STEPS, TOTALS, RANKS = (LANES * row for row in range(9))
MARCHING, V0, V1, V2, V3, C0, C1, C2 = (LANES * row for row in range(9, 17))
HAND, FRONT, SIZE = LANES * 17, LANES * 23, LANES * 29
DECKS: Final = 66 * LANES

PLAYING: Final = U(99)  # turns left before the last round began
CODE: Final = U(0xFF)


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
def begin(a, deck, seed, start):
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
def draw_words(a, k):
    for lane in range(LANES):
        a[WORD + lane] = word(a[KEY + lane], k)


@compiled
def _draw_low(a, place):
    for lane in range(LANES):
        a[OTHER + lane] = place + low(a[WORD + lane], CARDS_IN_ALL - place)


@compiled
def draw_high(a, place):
    for lane in range(LANES):
        a[OTHER + lane] = place + high(a[WORD + lane], CARDS_IN_ALL - place)


@compiled
def exchange(a, deck, place):
    """One step of a shuffle in every lane; the card is in CARD."""
    for lane in range(LANES):
        other = a[OTHER + lane] * U(LANES) + U(lane)
        a[CARD + lane] = U(deck[other])
        deck[other] = deck[place * U(LANES) + U(lane)]


@compiled
def deal(seats, a, deck):
    for place in range(5 * seats + 6):
        here = U(place)
        if place & 1:
            draw_high(a, here)
        else:
            draw_words(a, ONE + (here >> ONE))
            _draw_low(a, here)
        exchange(a, deck, here)
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


def step_of(seat):
    """The step of one seat, compiled for it: only of constant places the compiler sees that fields do not overlap."""
    hands, fronts = HAND + LANES * seat, FRONT + LANES * seat

    @compiled
    def step(seats, a, empty):
        """The seat plays, in every lane whose game is on. `empty`: this draw was the last."""
        for lane in range(LANES):
            left, line, bit, hand = a[LEFT + lane], _line(a, lane), a[BIT + lane], a[hands + lane]
            on, drawing = ZERO - U(left != ZERO), left == PLAYING
            slot = low(a[WORD + lane], HELD) << U(3)
            card = (hand >> slot) & CODE
            gone, mine = leaving(line, card) & on, bit & on
            line = known(line, mine, card)
            _keep_line(a, lane, line)
            a[MARCHING + lane] = (line[0] ^ gone) | mine
            front = a[fronts + lane] | gone
            a[fronts + lane] = front
            new = a[CARD + lane] if drawing else (hand >> U(32)) & CODE
            a[hands + lane] = hand ^ (((card ^ new) << slot) & on)
            last = (U(has_six_colours(front, line)) | empty) != ZERO
            began = U(seats) if last else PLAYING
            a[LEFT + lane] = began if drawing else left - (ONE & on)
            a[STEPS + lane] += ONE & on
            a[BIT + lane] = bit >> (ONE & on)

    return step


@compiled
def any_on(a):
    on = ZERO
    for lane in range(LANES):
        on |= a[LEFT + lane]
    return on != ZERO


@compiled
def discard(seats, a, seat):
    """PAR-R14: in every lane the seat keeps two cards, by pairs of slots."""
    hands, fronts = U(HAND + LANES * seat), U(FRONT + LANES * seat)
    for lane in range(LANES):
        key, hand, bit = a[KEY + lane], a[hands + U(lane)], a[BIT + lane]
        there = low(word(key, ZERO), U(seats)) + U(seat)
        there = there - U(seats) if there >= U(seats) else there
        kept = (U(5) - low(word(key, U(FIRST_CHOICE) + a[STEPS + lane] + there), U(6))) << U(2)
        one, two = ((FIRST_OF >> kept) & U(15)) << U(3), ((SECOND_OF >> kept) & U(15)) << U(3)
        _keep_line(a, lane, known(known(_line(a, lane), bit, (hand >> one) & CODE), bit >> ONE, (hand >> two) & CODE))
        a[fronts + U(lane)] |= bit | (bit >> ONE)
        a[BIT + lane] = bit >> U(2)


@compiled
def score_colour(seats, a, colour):
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


@compiled
def rank(seats, a):
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


@compiled
def tell(seats, a, first, games, scores, ranks, lengths):
    """Writes how the games of these lanes ended, from place `first` on."""
    for lane in range(U(games)):
        game, totals, places = U(first) + lane, a[U(TOTALS) + lane], a[U(RANKS) + lane]
        lengths[game] = np.int32(a[U(STEPS) + lane]) + np.int32(seats)
        for seat in range(U(seats)):
            scores[game, seat] = np.int16((totals >> (TOTAL_BITS * seat)) & TOTAL_MASK)
            ranks[game, seat] = np.uint8((places >> (U(4) * seat)) & U(15))
