"""A whole random game of Parade without a row: all that changes at every step lies in registers.

The seat to move is always the first of the tuples: they turn round with the game. The same words are drawn as by `deal`
and by the policy "random", so that these are the same games as in rows; here a card is drawn from the deck when it is
needed. A deck is bytes, four side by side every `stride` bytes, so that many decks can lie in each other's gaps.
"""

from typing import Final

import numpy as np

# pyright: basic
from veillee.games.parade.kernel.line import has_six_colours, known, leaving
from veillee.games.parade.kernel.rows import (
    CARDS_IN_ALL,
    FIRST_CHOICE,
    FIRST_OF,
    FRONT,
    HELD,
    SECOND_OF,
    TOP,
    settle,
)
from veillee.rows.bits import ONE, ZERO, U
from veillee.rows.chance import high, low, word
from veillee.rows.compiled import inlined

CODE = U(0xFF)
DECK_SIZE: Final = 68


@inlined
def _at(base, stride, place):
    return base + (place >> U(2)) * stride + (place & U(3))


@inlined
def _draw(deck, base, stride, place, other):
    """The card at the other place, where the card of this place is put: one step of a shuffle."""
    there = _at(base, stride, other)
    card = deck[there]
    deck[there] = deck[_at(base, stride, place)]
    return U(card)


@inlined
def _dealt(deck, base, stride, place, key):
    drawn = word(key, ONE + (place >> ONE))
    other = place + (high(drawn, CARDS_IN_ALL - place) if place & ONE else low(drawn, CARDS_IN_ALL - place))
    return _draw(deck, base, stride, place, other)


@inlined
def turned(seats, last):
    """The seats turned round by one: the first has become this last one."""
    return seats[1:] + (last,)  # noqa: RUF005 (numba cannot unpack)


@inlined
def playout(nothing, words, deck, base, stride, key):
    """Plays the game of this key by random choices and writes what is scored into row 0 of `words`.

    `nothing` is a zero for each seat: its length is the number of seats, and a constant. Returns the number of actions.
    """
    seats = len(nothing)
    for card in range(66):
        deck[_at(base, stride, U(card))] = np.uint8((card // 11) * 16 + card % 11)
    hands, fronts = nothing, nothing
    place = ZERO
    # PAR-R4: one card at a time clockwise from the first player, who is the first here, five times round.
    for round_ in range(5):
        for _ in range(seats):
            card = _dealt(deck, base, stride, place, key)
            hands = turned(hands, hands[0] | (card << U(8 * round_)))
            place += ONE
    line, bit = (ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO), ONE << TOP
    for _ in range(6):
        card = _dealt(deck, base, stride, place, key)
        line = known(line, bit, card)
        line = (line[0] | bit, line[1], line[2], line[3], line[4], line[5], line[6], line[7])
        bit >>= ONE
        place += ONE
    steps, left = ZERO, np.int64(-1)
    while left != 0:
        drawn = word(key, U(FIRST_CHOICE) + steps)
        slot = low(drawn, HELD) << U(3)
        hand = hands[0]
        card = (hand >> slot) & CODE
        gone = leaving(line, card)
        line = known((line[0] ^ gone | bit, line[1], line[2], line[3], line[4], line[5], line[6], line[7]), bit, card)
        bit >>= ONE
        steps += ONE
        front = fronts[0] | gone
        if left < 0:
            # PAR-R10, PAR-R11: a card is drawn, and six colours or an empty pile begin the last round.
            new = _draw(deck, base, stride, place, place + high(drawn, CARDS_IN_ALL - place))
            place += ONE
            if has_six_colours(front, line) or place == CARDS_IN_ALL:
                left = np.int64(seats)
        else:
            # PAR-R12: nobody draws; the last slot closes up.
            new = (hand >> U(32)) & CODE
            left -= 1
        hands = turned(hands, hand ^ ((card ^ new) << slot))
        fronts = turned(fronts, front)
    return _finish(nothing, words, key, line, bit, hands, fronts, steps)


@inlined
def _finish(nothing, words, key, line, bit, hands, fronts, steps):
    """PAR-R14: everybody discards two cards, by pairs of slots; then all is scored."""
    seats = len(nothing)
    seat = (low(word(key, ZERO), U(seats)) + steps) % U(seats)  # the first of the tuples
    choices = U(FIRST_CHOICE) + steps
    for _ in range(seats):
        kept = U(5) - low(word(key, choices + seat), U(6))  # the pair at the other end of the list
        front = fronts[0]
        for which in (FIRST_OF, SECOND_OF):
            card = (hands[0] >> (((which >> (U(4) * kept)) & U(15)) << U(3))) & CODE
            line = known(line, bit, card)
            front |= bit
            bit >>= ONE
        words[0, FRONT + seat] = front
        hands, fronts = turned(hands, hands[0]), turned(fronts, fronts[0])
        seat = seat + ONE if seat + ONE < U(seats) else ZERO
    for field in range(1, 8):
        words[0, U(field)] = line[field]
    settle(seats, words, 0)
    return np.int64(steps) + seats
