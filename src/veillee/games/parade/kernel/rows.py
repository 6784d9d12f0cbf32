"""Parade on flat rows: the rules of rules.py for simulation. Not the authority: it is checked against them.

The parade is never closed up. Every card that comes to march or to lie before a seat gets the next lower bit, from
bit 63 down, and keeps it: so "the v cards nearest the end are safe" clears the v lowest bits of those that march, and
colours and values are compared for all cards at once, in slices of one bit each. A card is a number in canonical
order; its code has the colour in bits 4 to 6 and the value in bits 0 to 3.

| word | name | bits of cards, by place |
|---|---|---|
| 0 | MARCHING | in the parade |
| 1–4 | VALUE | whose value has bit 0, 1, 2, 3 set |
| 5–7 | COLOUR | whose colour has bit 0, 1, 2 set |
| 8–13 | FRONT | before seat 0 … 5 |
| 14 | TOTALS | at the end, nine bits for the points of each seat |

| byte | name | |
|---|---|---|
| 0–65 | WHERE | of each card: PILE, IN_HAND + seat, IN_FRONT + seat, IN_PARADE, AWAY + seat |
| 66–131 | DECK | all cards in deal order |
| 132–195 | CARD | the card that owns each bit, by bit |
| 196–225 | HAND | five slots a seat; a drawn card takes the slot of the played one |
| 226–231 | COLOURS | of each seat, a bit for each colour before it |
| 232 | NEXT | the bit of the next card to come |
| 233 | TURN | the seat to act; of those that still choose a discard the lowest |
| 234 | PHASE | PLAY, LAST, DISCARD, OVER |
| 235 | LEFT | turns that are left in the last round |
| 236 | DRAWN | cards of the deck that are dealt or drawn |
| 237–238 | FIRST, REASON | who began; why the last round did |
| 239 | CHOSEN | a bit for each seat that has chosen its discard |

Chance: the low half of word 0 is the first player. The shuffle runs forward through the deck: place i is exchanged
with one of i … 65, drawn from word 1 + i // 2, low half first, while cards are dealt, and for the j-th card of the
pile from the high half of word FIRST_CHOICE + j.
"""

# pyright: basic

from typing import Final

import numpy as np

from veillee.games.parade.kernel.line import code, leaving, worth
from veillee.rows.bits import ONE, ZERO, U, count, lowest, spread
from veillee.rows.chance import high, low, word
from veillee.rows.compiled import compiled, inlined
from veillee.rows.kernel import NOBODY

WORDS: Final = 15
CELLS: Final = 240
FIRST_CHOICE: Final = 19  # at most 36 cards are dealt, by words 1 to 18

MARCHING, VALUE, COLOUR, FRONT, TOTALS = U(0), U(1), U(5), U(8), U(14)
WHERE, DECK, CARD, HAND, COLOURS = U(0), U(66), U(132), U(196), U(226)
NEXT, TURN, PHASE, LEFT, DRAWN, FIRST, REASON, CHOSEN = (U(byte) for byte in range(232, 240))

PILE, IN_HAND, IN_FRONT, IN_PARADE, AWAY = 0, 1, 8, 16, 24  # the last four but one begin a range of seats
PLAY, LAST, DISCARD, OVER = range(4)

CARDS_IN_ALL, HELD, MARCHERS, KEPT_BACK = U(66), U(5), U(6), U(4)
TOP: Final = U(63)
ALL_COLOURS: Final = U(0b111111)
TOTAL_BITS, TOTAL_MASK = U(9), U(0x1FF)
PAIRS_FROM: Final = 66  # the first index of a discard
# The six pairs of four places in lexicographic order, four bits each: their first and their second place.
FIRST_OF, SECOND_OF = U(0x211000), U(0x332321)


@inlined
def of_colour(words, i, colour):
    """The bits of all cards of a colour; bits that no card owns yet look red."""
    return ~(
        (words[i, COLOUR] ^ spread(colour, 0))
        | (words[i, U(6)] ^ spread(colour, 1))
        | (words[i, U(7)] ^ spread(colour, 2))
    )


@compiled
def settle(seats, words, i):
    """PAR-R15 to R17: writes everybody's points, from what lies before them."""
    totals = ZERO
    v0, v1, v2, v3 = words[i, VALUE], words[i, U(2)], words[i, U(3)], words[i, U(4)]
    for colour in range(6):
        cards = of_colour(words, i, U(colour))
        counts, most = ZERO, ZERO
        for seat in range(seats):
            n = count(words[i, FRONT + U(seat)] & cards)
            counts |= n << U(8 * seat)
            most = max(most, n)
        for seat in range(seats):
            n = (counts >> U(8 * seat)) & U(255)
            # PAR-R16: with two players only a lead of two counts. PAR-R15: otherwise the most do, and ties all do.
            majority = n >= ((counts >> U(8 - 8 * seat)) & U(255)) + U(2) if seats == 2 else n == most
            mine = words[i, FRONT + U(seat)] & cards
            totals += (n if majority else worth(mine, v0, v1, v2, v3)) << (TOTAL_BITS * U(seat))
    words[i, TOTALS] = totals


@compiled
def deal(seats, tables, words, cells, i, key):
    dealt = HELD * U(seats) + MARCHERS
    _clear(words, cells, i)
    for place in range(66):
        cells[i, DECK + U(place)] = place
        cells[i, WHERE + U(place)] = PILE
    for place in range(66):
        at = U(place)
        drawn = word(key, ONE + (at >> ONE)) if at < dealt else word(key, U(FIRST_CHOICE) + at - dealt)
        other = at + (high(drawn, CARDS_IN_ALL - at) if at >= dealt or at & ONE else low(drawn, CARDS_IN_ALL - at))
        card = cells[i, DECK + other]
        cells[i, DECK + other] = cells[i, DECK + at]
        cells[i, DECK + at] = card
    first = low(word(key, ZERO), U(seats))  # PAR-R3
    cells[i, FIRST] = np.uint8(first)
    cells[i, TURN] = np.uint8(first)
    # PAR-R4: one card at a time clockwise from the first player, five times round; then the parade.
    for round_ in range(5):
        for nth in range(seats):
            seat = first + U(nth)
            seat = seat - U(seats) if seat >= U(seats) else seat
            card = U(cells[i, DECK + U(round_ * seats + nth)])
            cells[i, HAND + HELD * seat + U(round_)] = np.uint8(card)
            cells[i, WHERE + card] = np.uint8(U(IN_HAND) + seat)
    for nth in range(6):
        card = U(cells[i, DECK + dealt - MARCHERS + U(nth)])
        _own(words, cells, i, card)
        words[i, MARCHING] |= ONE << (TOP - U(nth))
        cells[i, WHERE + card] = IN_PARADE
    cells[i, DRAWN] = np.uint8(dealt)


@compiled
def _clear(words, cells, i):
    for field in range(WORDS):
        words[i, U(field)] = ZERO
    for field in range(14):
        cells[i, COLOURS + U(field)] = 0
    cells[i, NEXT] = np.uint8(TOP)


@inlined
def _own(words, cells, i, card):
    """The card gets the next bit."""
    at = U(cells[i, NEXT])
    bit, of = ONE << at, code(card)
    for k in range(4):
        words[i, VALUE + U(k)] |= bit & spread(of, k)
    for k in range(3):
        words[i, COLOUR + U(k)] |= bit & spread(of, k + 4)
    cells[i, CARD + at] = np.uint8(card)
    cells[i, NEXT] = np.uint8(at - ONE)


@inlined
def actor(seats, tables, words, cells, i):
    return NOBODY if cells[i, PHASE] == OVER else np.int64(cells[i, TURN])


@inlined
def is_legal(seats, tables, words, cells, i, action):
    phase = cells[i, PHASE]
    if phase < DISCARD:
        # PAR-R6: a card from the own hand.
        return 0 <= action < PAIRS_FROM and cells[i, WHERE + U(action)] == IN_HAND + cells[i, TURN]
    return phase == DISCARD and PAIRS_FROM <= action < PAIRS_FROM + 6  # PAR-R14


@inlined
def legal(seats, tables, words, cells, i, mask):
    phase = cells[i, PHASE]
    mine = np.uint8(IN_HAND + cells[i, TURN]) if phase < DISCARD else np.uint8(255)
    for card in range(66):
        mask[i, U(card)] = np.uint8(cells[i, WHERE + U(card)] == mine)
    for pair in range(6):
        mask[i, U(PAIRS_FROM + pair)] = np.uint8(phase == DISCARD)


@inlined
def apply(seats, tables, words, cells, i, action):
    if cells[i, PHASE] < DISCARD:
        _play(seats, words, cells, i, U(action))
    else:
        _discard(seats, words, cells, i, U(action - PAIRS_FROM))


@inlined
def _play(seats, words, cells, i, card):
    seat = U(cells[i, TURN])
    _march(words, cells, i, seat, card)
    hand, slot = HAND + HELD * seat, ZERO
    for nth in range(1, 5):  # without a branch that could be guessed wrong
        slot += U(nth) if U(cells[i, hand + U(nth)]) == card else ZERO
    slot += hand
    left = cells[i, LEFT]
    if cells[i, PHASE] == PLAY:
        # PAR-R10: drawing brings the hand back to five.
        drawn = U(cells[i, DRAWN])
        new = cells[i, DECK + drawn]
        cells[i, slot] = new
        cells[i, WHERE + U(new)] = np.uint8(U(IN_HAND) + seat)
        cells[i, DRAWN] = np.uint8(drawn + ONE)
        # PAR-R11: after the draw, six colours or an empty pile or both begin the one last round.
        reason = U(U(cells[i, COLOURS + seat]) == ALL_COLOURS) + (U(drawn + ONE == CARDS_IN_ALL) << ONE)
        if reason != ZERO:
            cells[i, REASON] = np.uint8(reason)
            cells[i, PHASE] = LAST
            cells[i, LEFT] = seats
    else:
        # PAR-R12: nobody draws, and the round ends with the player who triggered it.
        cells[i, slot] = cells[i, hand + KEPT_BACK]
        cells[i, LEFT] = left - 1
        if left == 1:
            cells[i, PHASE] = DISCARD
            cells[i, TURN] = 0
            return
    following = seat + ONE
    cells[i, TURN] = np.uint8(following if following < U(seats) else ZERO)


@inlined
def line_of(words, i):
    return (
        words[i, MARCHING],
        words[i, VALUE],
        words[i, U(2)],
        words[i, U(3)],
        words[i, U(4)],
        words[i, COLOUR],
        words[i, U(6)],
        words[i, U(7)],
    )


@inlined
def _march(words, cells, i, seat, card):
    """PAR-R7: the card joins the parade, and what must leave lies before the seat."""
    line = line_of(words, i)
    gone = leaving(line, code(card))
    words[i, MARCHING] = (line[0] ^ gone) | (ONE << U(cells[i, NEXT]))
    _own(words, cells, i, card)
    cells[i, WHERE + card] = IN_PARADE
    words[i, FRONT + seat] |= gone
    colours = U(cells[i, COLOURS + seat])
    while gone != ZERO:
        taken = U(cells[i, CARD + lowest(gone)])
        cells[i, WHERE + taken] = np.uint8(U(IN_FRONT) + seat)
        colours |= ONE << (code(taken) >> U(4))
        gone &= gone - ONE
    cells[i, COLOURS + seat] = np.uint8(colours)


@compiled
def _discard(seats, words, cells, i, pair):
    """PAR-R14: two of the four cards go, the others move to the first two slots."""
    seat = U(cells[i, TURN])
    hand = HAND + HELD * seat
    one, two = (FIRST_OF >> (U(4) * pair)) & U(15), (SECOND_OF >> (U(4) * pair)) & U(15)
    places = ZERO
    for slot in range(4):
        places |= place_in_hand(cells, i, hand, U(slot)) << U(4 * slot)
    kept = ZERO
    for slot in range(4):
        card, place = cells[i, hand + U(slot)], (places >> U(4 * slot)) & U(15)
        if place in (one, two):
            cells[i, WHERE + U(card)] = np.uint8(U(AWAY) + seat)
        else:
            cells[i, hand + kept] = card
            kept += ONE
    chosen = U(cells[i, CHOSEN]) | (ONE << seat)
    cells[i, CHOSEN] = np.uint8(chosen)
    if chosen != (ONE << U(seats)) - ONE:
        cells[i, TURN] = np.uint8(lowest(~chosen))
        return
    # PAR-R14: all have chosen, and the other two cards of each join those before the player.
    for nth in range(2 * seats):
        seat = U(nth >> 1)
        card = U(cells[i, HAND + HELD * seat + U(nth & 1)])
        words[i, FRONT + seat] |= ONE << U(cells[i, NEXT])
        _own(words, cells, i, card)
        cells[i, WHERE + card] = np.uint8(U(IN_FRONT) + seat)
    cells[i, PHASE] = OVER
    settle(seats, words, i)


@inlined
def place_in_hand(cells, i, hand, slot):
    """The place of the card of this slot in the hand of four, in canonical order."""
    lower = ZERO
    for other in range(4):
        lower += U(cells[i, hand + U(other)] < cells[i, hand + slot])
    return lower


@inlined
def observe(seats, tables, words, cells, i, seat, out):
    """See encode.py for the layout."""
    me = U(seat)
    mine, away = np.uint8(U(IN_HAND) + me), np.uint8(U(AWAY) + me)
    for card in range(66):
        where = cells[i, WHERE + U(card)]
        out[i, U(card)] = np.uint8(where == mine) + np.uint8(2) * np.uint8(where == away)
        for nth in range(seats):
            front = np.uint8(U(IN_FRONT) + _left_of(me, nth, seats))
            out[i, U(66 + 66 * nth + card)] = np.uint8(where == front)
        out[i, U(66 + 66 * seats + card)] = 0
    parade = U(66 + 66 * seats)
    marching, nth = words[i, MARCHING], ONE
    while marching != ZERO:
        out[i, parade + U(cells[i, CARD + lowest(marching)])] = np.uint8(nth)
        nth += ONE
        marching &= marching - ONE
    _observe_rest(seats, cells, i, me, nth - ONE, out, parade + CARDS_IN_ALL)


@inlined
def _observe_rest(seats, cells, i, me, marchers, out, at):
    phase, chosen = cells[i, PHASE], U(cells[i, CHOSEN])
    out[i, at] = phase
    out[i, at + U(1)] = np.uint8(CARDS_IN_ALL - U(cells[i, DRAWN]))
    out[i, at + U(2)] = np.uint8(marchers)
    out[i, at + U(3)] = cells[i, LEFT]
    out[i, at + U(4)] = cells[i, REASON]
    out[i, at + U(5)] = np.uint8(_seats_from(me, U(cells[i, FIRST]), seats))
    out[i, at + U(6)] = np.uint8(_seats_from(me, U(cells[i, TURN]), seats) if phase < DISCARD else ZERO)
    for nth in range(seats):
        out[i, at + U(7 + nth)] = np.uint8((chosen >> _left_of(me, nth, seats)) & ONE)


@inlined
def _seats_from(me, seat, seats):
    """How many seats to the left of this one that one is."""
    return seat - me if seat >= me else seat + U(seats) - me


@inlined
def _left_of(seat, nth, seats):
    """The nth seat to the left."""
    other = seat + U(nth)
    return other - U(seats) if other >= U(seats) else other


@inlined
def score(seats, tables, words, cells, i, seat):
    return np.int64((words[i, TOTALS] >> (TOTAL_BITS * U(seat))) & TOTAL_MASK)


@inlined
def standing(seats, tables, words, cells, i, seat):
    """PAR-R17: the lowest total wins. PAR-R18: among equals the fewest cards in front; still equal, they share."""
    total = (words[i, TOTALS] >> (TOTAL_BITS * U(seat))) & TOTAL_MASK
    return np.int64((total << U(8)) | count(words[i, FRONT + U(seat)]))
