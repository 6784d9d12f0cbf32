"""What a row of Tea Time says, and what becomes of it: the deal, the turns, the end.

| word | bits  | name       | meaning                                                                               |
|------|-------|------------|---------------------------------------------------------------------------------------|
| 0    | 0–59  | GRID       | three a cell, row by row: the character in canonical order, or 7 for Alice            |
|      | 60–62 |            | 6, a card without consequences: lines of fewer than three cells take it               |
| 1    | 0–19  | TABLE      | the occupied cells; what GRID says of others has no meaning                           |
|      | 20–24 |            | the turn in the round, from 1; 0 when the game is over                                |
|      | 25–27 |            | the round, from 1                                                                     |
|      | 28–29 |            | the seat to act; 0 when the game is over                                              |
|      | 30–32 |            | the seat that holds Alice; 7 while she is in the grid                                 |
| 2–5  | bytes | COLLECTION | of a seat, for each character: 16 + normal cards − mirror cards; then always 32, 48   |
| 6–9  |       | NEXT       | the grids to come, the next first, each like GRID; 0 after the last                   |

What left the game is not in the row: it is what was laid and lies nowhere. Bytes there are none.
"""
# pyright: basic
# for what is compiled has no annotations

from typing import Final

import numpy as np

from veillee.games.teatime.kernel.tables import ALICE_POINTS, BOUND, CELL, CELL_BITS, FACE, LINE, VALUE
from veillee.rows.bits import ONE, ZERO, count, spread
from veillee.rows.chance import high, low, word
from veillee.rows.compiled import compiled, inlined
from veillee.rows.kernel import NOBODY

U = np.uint64

FIRST_CHOICE: Final = 31  # word 0 chooses the first player, and each later one two cards
WORDS: Final = 10
CELLS: Final = 1  # none is used, but arrays want one

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT = U(2), U(3), U(4), U(5), U(6), U(7), U(8)
BYTE: Final = U(255)

GRID, TABLE, COLLECTION, NEXT = U(0), U(1), U(2), U(6)

# Of GRID.
CODE: Final = U(7)
NO_CARD, ALICE = U(6), U(7)
BEYOND: Final = U(60)  # where NO_CARD is
LAID: Final = U(62)  # a bit of it, set in every grid
CODES: Final = U(0o11111111111111111111)  # the lowest bit of each

# Of TABLE.
OCCUPIED: Final = U(0xFFFFF)
TURN, TURN_BITS = U(20), U(31)
ROUND, ROUND_BITS = U(25), U(7)
PLAYER, PLAYER_BITS = U(28), U(3)
HOLDER, HOLDER_BITS = U(30), U(7)

# Of COLLECTION, and other words with a byte for each character.
EMPTY: Final = U(0x3020_101010101010)
KEPT, OTHERS = U(0x0000_FFFFFFFFFFFF), U(0x3020_000000000000)
OF_ALICE, AT_HOME = U(56), U(48)  # where Alice's byte is, and what it says unless she was taken
EACH, ABOVE, BEFORE = U(0x010101010101), U(0x808080808080), U(0x7F7F7F7F7F7F)
UP_TO_EACH: Final = U(0x060504030201)
LAST: Final = U(40)


@inlined
def size_of(seats):
    """TEA-R2: 12, 16 or 20 cells."""
    return FOUR * U(seats) + FOUR


@inlined
def columns_of(seats):
    return FIVE if seats == 4 else FOUR


@inlined
def rounds_of(seats):
    return FIVE if seats == 2 else THREE


@compiled
def deal(seats, tables, words, cells, i, key):
    """Draws each card from those that are left, of which bytes count for each character this one and all before it."""
    size, copies = size_of(seats), U(8) if seats == 3 else U(10)
    up_to = copies * UP_TO_EACH
    left = copies * SIX
    k = ONE
    for nth_grid in range(rounds_of(seats)):
        grid = NO_CARD << BEYOND
        for cell in range(ZERO, size, TWO):
            drawn = word(key, k)
            k = k + ONE
            who, up_to = _draw(up_to, low(drawn, left))
            also, up_to = _draw(up_to, high(drawn, left - ONE))
            left = left - TWO
            grid = grid | (who << (THREE * cell)) | (also << (THREE * cell + THREE))
        words[i, GRID if nth_grid == 0 else NEXT + U(nth_grid) - ONE] = grid
    first = low(word(key, 0), seats)  # TEA-R3
    words[i, TABLE] = _begun(size, ONE, first)
    for seat in range(U(seats)):
        words[i, COLLECTION + seat] = EMPTY


@inlined
def _draw(up_to, which):
    """The character of the card in this place of those left in order, and what is left then."""
    later = (up_to + BEFORE - which * EACH) & ABOVE
    return SIX - count(later), up_to - (later >> SEVEN)


@inlined
def _begun(size, number, holder):
    """The table when a round begins: all cells occupied, turn 1; TEA-R3: whoever holds Alice starts."""
    return ((ONE << size) - ONE) | (ONE << TURN) | (number << ROUND) | (holder << PLAYER) | (holder << HOLDER)


@inlined
def actor(seats, tables, words, cells, i):
    table = words[i, TABLE]
    return np.int64((table >> PLAYER) & PLAYER_BITS) if (table >> TURN) & TURN_BITS else np.int64(NOBODY)


@compiled
def is_legal(seats, tables, words, cells, i, action):
    table = words[i, TABLE]
    possible = U(action) < tables[BOUND + limit_of(table)]
    line = tables[LINE + (U(action) if possible else ZERO)]
    return possible and line & OCCUPIED & ~table == ZERO


@inlined
def limit_of(table):
    """TEA-R5, TEA-R6: how many cards may be taken; none when the game is over."""
    turn = (table >> TURN) & TURN_BITS
    return turn if turn < THREE else THREE


@inlined
def apply(seats, tables, words, cells, i, action):
    line, grid, table = tables[LINE + U(action)], words[i, GRID], words[i, TABLE]
    player = (table >> PLAYER) & PLAYER_BITS
    opening = (table >> TURN) & TURN_BITS == ONE
    # TEA-R12: what opposite faces leave of each other is their difference.
    owned = words[i, COLLECTION + player]
    owned = owned + joining(grid, line, ZERO) + joining(grid, line, ONE) + joining(grid, line, TWO)
    words[i, COLLECTION + player] = (owned & KEPT) | OTHERS
    # TEA-R5: the round's first card makes place for Alice.
    words[i, GRID] = grid | (ALICE << ((line >> CELL) & CELL_BITS) if opening else ZERO)
    table = table & ~(ZERO if opening else line & OCCUPIED)
    # TEA-R10: whoever takes Alice keeps her.
    holder = player if owned >> OF_ALICE != AT_HOME else (table >> HOLDER) & HOLDER_BITS
    holder = HOLDER_BITS if opening else holder
    table = (table & ~(HOLDER_BITS << HOLDER)) | (holder << HOLDER)
    table = table + (ONE << TURN) + (ONE << PLAYER)
    table = table - (U(seats) << PLAYER) if player + ONE == U(seats) else table
    words[i, TABLE] = table
    # TEA-R13: an empty grid ends the round.
    if table & OCCUPIED == ZERO:
        _end_round(seats, words, i, holder)


@inlined
def _end_round(seats, words, i, holder):
    """TEA-R13: the next grid is laid; after the last round the game is over."""
    number = (words[i, TABLE] >> ROUND) & ROUND_BITS
    words[i, GRID] = words[i, NEXT]
    last = NEXT + rounds_of(seats) - TWO
    for grid in range(NEXT, last):
        words[i, grid] = words[i, grid + ONE]
    words[i, last] = ZERO
    ended = (number << ROUND) | (holder << HOLDER)
    words[i, TABLE] = ended if number == rounds_of(seats) else _begun(size_of(seats), number + ONE, holder)


@inlined
def joining(grid, line, k):
    """What the k-th card of a line, from 0, adds to a collection."""
    code = (grid >> ((line >> (CELL + SIX * k)) & CELL_BITS)) & CODE
    mirror = spread(line, FACE + k)
    return ((ONE << (code * EIGHT)) ^ mirror) - mirror


@inlined
def legal(seats, tables, words, cells, i, mask):
    table = words[i, TABLE]
    bound = tables[BOUND + limit_of(table)]
    for action in range(tables[BOUND + THREE]):
        fits = tables[LINE + action] & OCCUPIED & ~table == ZERO
        mask[i, action] = np.uint8(fits and action < bound)


@inlined
def observe(seats, tables, words, cells, i, seat, out):
    """As laid out in `encode.py`."""
    size, table = size_of(seats), words[i, TABLE]
    _observe_grid(size, words[i, GRID], table, out, i)
    at = SEVEN * size
    owned = _observe_seats(seats, words, i, U(seat), out, at)
    at = at + U(14) * U(seats)
    to_come = _to_come(seats, words, i)
    for kind in range(SIX):
        out[i, at + kind] = np.uint8(to_come >> (EIGHT * kind))
    turn, number = (table >> TURN) & TURN_BITS, (table >> ROUND) & ROUND_BITS
    lying = count(table & OCCUPIED) - U((table >> HOLDER) & HOLDER_BITS == HOLDER_BITS)
    out[i, at + U(6)] = np.uint8(number * size - lying - owned)
    out[i, at + U(7)] = np.uint8(ONE if turn > ZERO else TWO)
    out[i, at + U(8)] = np.uint8(number)
    out[i, at + U(9)] = np.uint8(turn)
    out[i, at + U(10)] = np.uint8(limit_of(table))


@inlined
def _observe_grid(size, grid, table, out, i):
    for k in range(SEVEN * size):
        out[i, k] = np.uint8(0)
    for cell in range(size):
        code = (grid >> (THREE * cell)) & CODE
        kind = code if code < SIX else SIX
        out[i, kind * size + cell] = np.uint8((table >> cell) & ONE)


@inlined
def _observe_seats(seats, words, i, seat, out, at):
    """Returns how many cards all seats have."""
    table, owned = words[i, TABLE], ZERO
    playing = (table >> TURN) & TURN_BITS > ZERO
    for nth_seat in range(U(seats)):
        other = seat + nth_seat
        other = other if other < U(seats) else other - U(seats)
        held = words[i, COLLECTION + other] & KEPT
        above = (held >> FOUR) & EACH
        below = above ^ EACH
        normal, mirror = held & (above * U(15)), (below << FOUR) - (held & (below * BYTE))
        owned = owned + (((normal + mirror) * EACH) >> LAST & BYTE)
        for kind in range(SIX):
            out[i, at + U(12) * nth_seat + kind] = np.uint8(normal >> (EIGHT * kind))
            out[i, at + U(12) * nth_seat + SIX + kind] = np.uint8(mirror >> (EIGHT * kind))
        out[i, at + U(12) * U(seats) + nth_seat] = np.uint8((table >> HOLDER) & HOLDER_BITS == other)
        out[i, at + U(13) * U(seats) + nth_seat] = np.uint8(playing and (table >> PLAYER) & PLAYER_BITS == other)
    return owned


@inlined
def _to_come(seats, words, i):
    """A byte for each character: how many of its cards are in the grids to come."""
    cells, found = ((ONE << (THREE * size_of(seats))) - ONE) & CODES, ZERO
    for nth_grid in range(rounds_of(seats) - ONE):
        grid = words[i, NEXT + nth_grid]
        one, two, four = grid, grid >> ONE, (grid >> TWO) & cells
        low_four = ~four & cells & spread(grid, LAID)  # no grid comes after the last
        first_two, next_two = low_four & ~two, low_four & two
        found = found + count(first_two & ~one) + (count(first_two & one) << U(8))
        found = found + (count(next_two & ~one) << U(16)) + (count(next_two & one) << U(24))
        found = found + (count(four & ~one) << U(32)) + (count(four & one) << U(40))
    return found


@compiled
def score(seats, tables, words, cells, i, seat):
    """TEA-R14: what the characters bring, and Alice."""
    collection = words[i, COLLECTION + U(seat)]
    total = U(ALICE_POINTS) if (words[i, TABLE] >> HOLDER) & HOLDER_BITS == U(seat) else ZERO
    for kind in range(SIX):
        total = total + tables[VALUE + ((collection >> (EIGHT * kind)) & BYTE)]
    return np.int64(total)


@inlined
def standing(seats, tables, words, cells, i, seat):
    """TEA-R15: the highest total; among equals whoever holds Alice is ahead."""
    holds = (words[i, TABLE] >> HOLDER) & HOLDER_BITS == U(seat)
    return -np.int64(2) * score(seats, tables, words, cells, i, seat) - np.int64(holds)
