"""What is where in a row of Nimble: the order of a seat's cards never changes (NIM-R11), so a mask says it all.

A card is a byte, its *face*: the circle in bits 0–2, the frame in 3–5, the owner in 6–7. A *place* p is counted in the
seat's pack as it was dealt.

| word  | bits         | name    | meaning                                                                             |
|-------|--------------|---------|-------------------------------------------------------------------------------------|
| 0     |              | KEY     | of the chance that is still to come                                                 |
| 1     |              | DONE    | actions since the row was dealt or loaded                                           |
| 2     |              | ACTOR   | the seat to act; all bits set when the game is over                                 |
| 3     | 16·pile      | TABLE   | of each pile the face on top, and in the eight bits above it the height             |
|       | 48–63        |         | the round, from 0                                                                   |
| 4     | 8·frame      | FRAMES  | cards left with this frame, of all seats together                                   |
| 5     | 8·seat       | ERRORS  | of this round so far                                                                |
| 6–9   | p            | ROWS    | of each seat: the card of place p is in the pack; the lowest of these bits is next  |
|       | 63 − p       |         | it is in the discard; the lowest of these bits is the top                           |
| 10–13 | 63 − p       | SEEN    | of each seat: the card of place p has been in the discard                           |
| 14–17 | 8·pile       | SHEETS  | of each finished round the faces on top of the piles                                |
|       | 24 + 10·seat |         | in five bits the cards left, in the next five the errors                            |
| 18–21 |              | TOTALS  | of each seat over the finished rounds: cards left, from bit 16 errors, from 32 won  |
| 22–25 |              | MOMENTS | of each seat, if hands take time: when it acts next, in µs; 0 not yet known         |
| 26–29 | as TABLE     | LOOKS   | of each seat, if hands take time: the piles as it knows them                        |
|       | 48 + colour  |         | a rival had a card with this frame on top before the seat looked, and has one still |
| 30–45 | 8·card       | WHERE   | of each seat four words, 32 cards in canonical order: 0 in the pack, 1 on a pile,   |
|       |              |         | 2 + k in the discard above k others                                                 |

| byte                   | name  | meaning                                                                            |
|------------------------|-------|------------------------------------------------------------------------------------|
| 30·seat + p            |       | the face of the card of place p                                                    |
| 120 + 120·round + card | UNDER | of each card on a pile, in canonical order of all: the face below, 255 if it began |

The tables: 0 GUIDED, 1 ROUNDS, 2 PACE, and from 3 on HANDS, a hand for each seat as `hands.py` has it, if they are
asked for.

Counters: round r is dealt from the words 60·r + 15·seat to … + 14, two cards from a word; of the seats' first words the
low half places nothing, and that of seat 0 draws who begins fewest piles. The high half of word FIRST_CHOICE + k
draws the seat of action k, or, where hands take time, everybody's luck after action k − 1.
"""

# pyright: basic

from typing import Final

import numpy as np

from veillee.games.nimble.cards import COLOURS, DECK, PACK, circle, frame, owner
from veillee.rows.bits import ONE, SUM, ZERO, lowest
from veillee.rows.compiled import inlined

U = np.uint64

FIRST_CHOICE: Final = 240
FIRST: Final = U(FIRST_CHOICE)
WORDS: Final = 46
CELLS: Final = 600

KEY, DONE, ACTOR, TABLE, FRAMES, ERRORS = U(0), U(1), U(2), U(3), U(4), U(5)
ROWS, SEEN, SHEETS, TOTALS, MOMENTS, LOOKS, WHERE = (U(word) for word in range(6, 31, 4))
IN_PACK, ON_PILE, IN_DISCARD = U(0), U(1), U(2)  # of WHERE
ABOVE_ON_PILE: Final = U(0x7E7E7E7E7E7E7E7E)  # added to WHERE, sets the highest bit of what is more than ON_PILE
WORDS_OF_WHERE: Final = U(4)
UNDER: Final = U(120)

GUIDED, ROUNDS, PACE, HANDS = U(0), U(1), U(2), U(3)
DRAWN, TURNS, REACTION = U(0), U(1), U(2)
FLIP, BACK, RECYCLE, PLACE = U(0), U(1), U(2), U(3)

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, TEN = U(2), U(3), U(4), U(5), U(6), U(7), U(8), U(10)
HALF, LOW_HALF = U(32), U(0xFFFFFFFF)
BYTE, COLOUR, FIVE_BITS, TEN_BITS = U(255), U(7), U(31), U(1023)
LAST_BIT, LAST = U(1 << 63), U(31)  # the bit of place 0 in a discard, and its place in that half
OF_FRAME, OF_OWNER = U(3), U(6)  # where they begin in a face
LANE, LANE_2, OF_ROUND, PILE_BITS = U(16), U(32), U(48), U(0xFFFFFFFFFFFF)  # of TABLE
RESULTS: Final = U(24)  # where they begin in a sheet
CARDS, ALL_CARDS = U(PACK), U(len(DECK))
NOTHING, OVER = U(255), U(2**64 - 1)

COLOUR_OF: Final = {colour: number for number, colour in enumerate(COLOURS)}
FACES: Final = {card: owner(card) << 6 | COLOUR_OF[frame(card)] << 3 | COLOUR_OF[circle(card)] for card in DECK}


@inlined
def frame_of(face):
    return (face >> OF_FRAME) & COLOUR


@inlined
def face_at(cells, i, seat, place):
    return U(cells[i, CARDS * seat + place])


@inlined
def number_of(seat, face):
    """The place of the seat's card in the canonical order of all, in which no frame has its own circle."""
    outer, inner = frame_of(face), face & COLOUR
    return CARDS * seat + FIVE * outer + inner - (ONE if inner > outer else ZERO)


@inlined
def place_of(seat, card):
    """Word and bit in WHERE of a card by its number among those of its owner."""
    return WHERE + WORDS_OF_WHERE * seat + (card >> THREE), (card & SEVEN) << THREE


@inlined
def in_discard(where):
    """All bits of those of the eight cards that are in the discard."""
    return (((where + ABOVE_ON_PILE) >> SEVEN) & SUM) * BYTE


@inlined
def top_of(row):
    """The place of the top of the discard; 31 if there is none."""
    return (LAST - lowest(row >> HALF)) & LAST


@inlined
def circles(table):
    """The three visible circles."""
    return table & COLOUR, (table >> LANE) & COLOUR, (table >> LANE_2) & COLOUR


@inlined
def fitting(words, cells, i, seat, table):
    """NIM-R7: the piles of this table on which the top of the seat's discard fits, as bits; none without a discard."""
    row = words[i, ROWS + seat]
    colour = frame_of(face_at(cells, i, seat, top_of(row)))
    first, second, third = circles(table)
    one, two = ONE if first == colour else ZERO, TWO if second == colour else ZERO
    return one | two | (FOUR if third == colour else ZERO) if row >> HALF != ZERO else ZERO
