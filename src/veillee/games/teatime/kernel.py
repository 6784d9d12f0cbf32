"""Tea Time on flat rows: grids as packed codes, lines as shifted masks of the occupied cells.

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

What left the game is not in the row: it is what was laid and lies nowhere.

| tables  | name  | meaning                                                                                      |
|---------|-------|----------------------------------------------------------------------------------------------|
| 0–3     | BOUND | for a limit of cards: how many lines have no more cells than that; they are the first ones   |
| 4–195   | PLACE | for a bit of the three words of `_legal_lines`: the action, which is the line's place        |
| 196–259 | VALUE | for a byte of a collection: its points                                                       |
| 260–387 | GAIN  | for the same, + 64 for a mirror: what one card more changes in the points, modulo 2⁶⁴        |
| 388–    | LINE  | for an action, in bits 0–19: the cells; in six bits from 20, 26, 32: where GRID has their    |
|         |       | cards, 60 for no card; in bits 38, 39, 40: 1 for a mirror                                    |
"""
# pyright: basic
# for what is compiled has no annotations

from itertools import chain, product
from typing import Any, Final

import numpy as np

from veillee.games.teatime.cards import MIRROR, NORMAL, SETUPS, Card, Character, character, place
from veillee.games.teatime.types import Config, Deal, State
from veillee.rows.bits import ONE, ZERO, count, lowest, nth, spread
from veillee.rows.chance import high, low, word
from veillee.rows.compiled import compiled, inlined
from veillee.rows.kernel import NOBODY, Cells, Words

U = np.uint64
Tables = np.ndarray[Any, np.dtype[np.uint64]]

FIRST_CHOICE: Final = 31  # word 0 chooses the first player, and each later one two cards
WORDS: Final = 10
CELLS: Final = 1  # none is used, but arrays want one
POLICIES: Final = ("random", "greedy")

GRID, TABLE, COLLECTION, NEXT = U(0), U(1), U(2), U(6)
BOUND, PLACE, VALUE, GAIN, LINE = U(0), U(4), U(196), U(260), U(388)

TWO, THREE, FOUR, SIX, SEVEN, EIGHT = U(2), U(3), U(4), U(6), U(7), U(8)
BYTE, CODES, CODE = U(255), U(3), U(7)
CHARACTERS: Final = 6
NO_CARD, ALICE = U(6), U(7)
BEYOND: Final = U(60)  # where GRID has NO_CARD

OCCUPIED: Final = U(0xFFFFF)
TURN, TURN_BITS = U(20), U(31)
ROUND, ROUND_BITS = U(25), U(7)
PLAYER, PLAYER_BITS = U(28), U(3)
HOLDER, HOLDER_BITS = U(30), U(7)

# Of a collection.
SIGNED: Final = U(16)
EMPTY: Final = U(0x3020_101010101010)
KEPT: Final = U(0x0000_FFFFFFFFFFFF)
OTHERS: Final = U(0x3020_000000000000)
OF_ALICE, AT_HOME = U(56), U(48)  # where Alice's byte is, and what it says unless she was taken

# Of a line.
CELL, CELL_BITS = U(20), U(63)
FACE: Final = U(38)
LANE, LANE_2 = U(20), U(40)  # three masks of cells share a word

NOT_LAST_OF_4, NOT_LAST_OF_5 = U(0x7777), U(0x7BDEF)  # the cells that are not in the last column
ALL: Final = U(2**64 - 1)

# Of a deal: a byte for each character.
EACH, ABOVE, BEFORE = U(0x010101010101), U(0x808080808080), U(0x7F7F7F7F7F7F)
UP_TO_EACH: Final = U(0x060504030201)
LOWEST: Final = U(0o111111111111111111111)  # the lowest bit of each code

WAYS: Final = ((0, 1), (1, -1), (1, 0), (1, 1))  # TEA-R8: of a line, to a later cell
POINTS: Final = (5, 1, 3, 6, 10, 15)  # TEA-R14
ALICE_POINTS: Final = 4


# Plain: what depends on the config, and rows from and to states.


def tables(config: Config) -> Tables:
    setup = SETUPS[config.seats]
    lines = _lines(setup.rows, setup.columns)
    bounds = [sum(len(cells) <= limit for _, cells in lines) for limit in range(4)]
    places = [0] * 192
    for at, (lane, (start, *_)) in enumerate(lines):
        places[lane // 3 * 64 + lane % 3 * 20 + start] = at
    # TEA-R14: for a character, for no card, for Alice.
    values = [POINTS[min(abs(count), 5)] for count in range(-16, 16)] + [0] * 32
    values[47] = values[49] = ALICE_POINTS
    gains = [values[(byte + sign) % 64] - values[byte] for sign in (1, -1) for byte in range(64)]
    told = (_line(cells, setup.columns) for _, cells in lines)
    return np.array([number % 2**64 for number in chain(bounds, places, values, gains, told)], np.uint64)


def _lines(rows: int, columns: int) -> list[tuple[int, tuple[int, ...]]]:
    """TEA-R8: every line of a full grid, by number of cells, then by cells, with its lane in the words of lines."""
    found: list[tuple[int, tuple[int, ...]]] = [(0, (cell,)) for cell in range(rows * columns)]
    for length, (nth_way, (down, right)) in product((2, 3), enumerate(WAYS)):
        for row, column in product(range(rows - down * (length - 1)), range(columns)):
            if 0 <= column + right * (length - 1) < columns:
                start, step = row * columns + column, down * columns + right
                found.append((4 * length - 7 + nth_way, tuple(start + nth * step for nth in range(length))))
    return sorted(found, key=lambda line: (len(line[1]), line[1]))


def _line(cells: tuple[int, ...], columns: int) -> int:
    mask = sum(1 << cell for cell in cells)
    codes = sum(bits << 20 + 6 * nth for nth, bits in enumerate([*(3 * cell for cell in cells), 60, 60][:3]))
    # TEA-R4: like the squares of a chessboard, mirror first.
    mirrors = sum(1 << 38 + nth for nth, cell in enumerate(cells) if sum(divmod(cell, columns)) % 2 == 0)
    return mask | codes | mirrors


def load(config: Config, state: State, words: Words, cells: Cells, i: int, key: int) -> None:
    """Of chance nothing is to come: the stack is in the state."""
    setup, here = SETUPS[config.seats], [card for row in state.grid for card in row]
    table = sum(1 << cell for cell, card in enumerate(here) if card)
    table |= state.turn << 20 | state.round << 25 | (state.player or 0) << 28
    words[i] = 0
    words[i, GRID] = _packed([7 if card == Card.ALICE else place(card) if card else 0 for card in here])
    words[i, TABLE] = table | (7 if state.alice is None else state.alice) << 30
    for seat, collection in enumerate(state.collections):
        words[i, 2 + seat] = int.from_bytes([*(16 + count for count in collection), 32, 48], "little")
    to_come = [tuple(Character).index(who) for who in state.stack]
    for nth_grid, start in enumerate(range(0, len(to_come), setup.rows * setup.columns)):
        words[i, 6 + nth_grid] = _packed(to_come[start : start + setup.rows * setup.columns])


def state(config: Config, words: Words, cells: Cells, i: int) -> State:
    setup, row = SETUPS[config.seats], [int(word) for word in words[i]]
    table, size = row[1], setup.rows * setup.columns
    turn, number, holder = table >> 20 & 31, table >> 25 & 7, table >> 30 & 7
    faces = (*zip(MIRROR.values(), NORMAL.values(), strict=True), (), (Card.ALICE, Card.ALICE))
    grid = tuple(
        tuple(
            faces[code][sum(divmod(cell, setup.columns)) % 2] if table >> cell & 1 else None
            for cell, code in enumerate(_codes(row[0], size))
        )[start : start + setup.columns]
        for start in range(0, size, setup.columns)
    )
    owned = row[2 : 2 + config.seats]
    collections = tuple(tuple(byte - 16 for byte in word.to_bytes(8, "little")[:6]) for word in owned)
    stack = tuple(tuple(Character)[code] for word in row[6 : 6 + setup.rounds - number] for code in _codes(word, size))
    lying = [character(card) for cards in grid for card in cards if card and card != Card.ALICE]
    return State(
        config=config,
        phase="play" if turn else "over",
        round=number,
        turn=turn,
        player=table >> 28 & 3 if turn else None,
        grid=grid,
        alice=None if holder == 7 else holder,
        collections=collections,
        cancelled=tuple(
            setup.copies - stack.count(who) - lying.count(who) - sum(abs(own[nth]) for own in collections)
            for nth, who in enumerate(Character)
        ),
        stack=stack,
    )


def dealt(config: Config, before: State, words: Words, cells: Cells, i: int) -> Deal:
    """Of a row that was just dealt: the first player, and all grids."""
    setup, row = SETUPS[config.seats], [int(word) for word in words[i]]
    grids = (row[0], *row[6 : 5 + setup.rounds])
    codes = chain.from_iterable(_codes(grid, setup.rows * setup.columns) for grid in grids)
    return Deal(first=row[1] >> 28 & 3, stack=tuple(tuple(Character)[code] for code in codes))


def _packed(codes: list[int]) -> int:
    return sum(code << 3 * cell for cell, code in enumerate(codes)) | 6 << 60


def _codes(grid: int, size: int) -> list[int]:
    return [grid >> 3 * cell & 7 for cell in range(size)]


# Compiled: a game.


@inlined
def _size(seats):
    """TEA-R2: 12, 16 or 20 cells."""
    return FOUR * U(seats) + FOUR


@inlined
def _columns(seats):
    return U(5) if seats == 4 else FOUR


@inlined
def _rounds(seats):
    return U(5) if seats == 2 else THREE


@compiled
def deal(seats, tables, words, cells, i, key):
    """Draws each card from those that are left, of which bytes count for each character it and all earlier ones."""
    size, copies = _size(seats), U(8) if seats == 3 else U(10)
    up_to = copies * UP_TO_EACH
    left = copies * SIX
    k = ONE
    for nth_grid in range(_rounds(seats)):
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
    possible = U(action) < tables[BOUND + _limit(table)]
    line = tables[LINE + (U(action) if possible else ZERO)]
    return possible and line & OCCUPIED & ~table == ZERO


@inlined
def _limit(table):
    """TEA-R5, TEA-R6: how many cards may be taken; none when the game is over."""
    turn = (table >> TURN) & TURN_BITS
    return turn if turn < THREE else THREE


@inlined
def apply(seats, tables, words, cells, i, action):
    line, grid, table = tables[LINE + U(action)], words[i, GRID], words[i, TABLE]
    player = (table >> PLAYER) & PLAYER_BITS
    opening = (table >> TURN) & TURN_BITS == ONE
    # TEA-R12: what opposite faces leave of each other is their difference.
    taken = words[i, COLLECTION + player] + _card(grid, line, ZERO) + _card(grid, line, ONE) + _card(grid, line, TWO)
    words[i, COLLECTION + player] = (taken & KEPT) | OTHERS
    # TEA-R5: the round's first card makes place for Alice.
    words[i, GRID] = grid | (ALICE << ((line >> CELL) & CELL_BITS) if opening else ZERO)
    table = table & ~(ZERO if opening else line & OCCUPIED)
    # TEA-R10: whoever takes Alice keeps her.
    holder = player if taken >> OF_ALICE != AT_HOME else (table >> HOLDER) & HOLDER_BITS
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
    last = NEXT + _rounds(seats) - TWO
    for grid in range(NEXT, last):
        words[i, grid] = words[i, grid + ONE]
    words[i, last] = ZERO
    ended = (number << ROUND) | (holder << HOLDER)
    words[i, TABLE] = ended if number == _rounds(seats) else _begun(_size(seats), number + ONE, holder)


@inlined
def _card(grid, line, k):
    """What the k-th card of a line, from 0, adds to a collection."""
    code = (grid >> ((line >> (CELL + SIX * k)) & CELL_BITS)) & CODE
    mirror = spread(line, FACE + k)
    return ((ONE << (code * EIGHT)) ^ mirror) - mirror


@inlined
def legal(seats, tables, words, cells, i, mask):
    table = words[i, TABLE]
    bound = tables[BOUND + _limit(table)]
    for action in range(tables[BOUND + THREE]):
        fits = tables[LINE + action] & OCCUPIED & ~table == ZERO
        mask[i, action] = np.uint8(fits and action < bound)


@inlined
def observe(seats, tables, words, cells, i, seat, out):
    """As laid out in `encode.py`."""
    size, table = _size(seats), words[i, TABLE]
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
    out[i, at + U(10)] = np.uint8(_limit(table))


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
        normal, mirror = held & (above * U(15)), ((above ^ EACH) * SIGNED) - (held & ((above ^ EACH) * BYTE))
        owned = owned + (((normal + mirror) * EACH) >> U(40) & BYTE)
        for kind in range(SIX):
            out[i, at + U(12) * nth_seat + kind] = np.uint8(normal >> (EIGHT * kind))
            out[i, at + U(12) * nth_seat + SIX + kind] = np.uint8(mirror >> (EIGHT * kind))
        out[i, at + U(12) * U(seats) + nth_seat] = np.uint8((table >> HOLDER) & HOLDER_BITS == other)
        out[i, at + U(13) * U(seats) + nth_seat] = np.uint8(playing and (table >> PLAYER) & PLAYER_BITS == other)
    return owned


@inlined
def _to_come(seats, words, i):
    """A byte for each character: how many of its cards are in the grids to come."""
    cells, found = ((ONE << (THREE * _size(seats))) - ONE) & LOWEST, ZERO
    for nth_grid in range(_rounds(seats) - ONE):
        grid = words[i, NEXT + nth_grid]
        one, two, four = grid, grid >> ONE, (grid >> TWO) & cells
        low_four = ~four & cells & spread(grid, U(62))  # no grid comes after the last
        first_two, next_two = low_four & ~two, low_four & two
        found = found + count(first_two & ~one) + (count(first_two & one) << U(8))
        found = found + (count(next_two & ~one) << U(16)) + (count(next_two & one) << U(24))
        found = found + (count(four & ~one) << U(32)) + (count(four & one) << U(40))
    return found


@compiled
def score(seats, tables, words, cells, i, seat):
    """TEA-R14."""
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


# Compiled: choices.


@inlined
def _legal_lines(seats, table):
    """The lines that may be taken, as three words of three lanes, each lane a mask of the lines' first cells."""
    columns = _columns(seats)
    one = table & OCCUPIED
    # TEA-R8: a neighbour to the right, below to the left, below, below to the right; not around the edge.
    not_last = NOT_LAST_OF_5 if seats == 4 else NOT_LAST_OF_4
    not_first = not_last << ONE
    right = one & (one >> ONE) & not_last
    left = one & (one >> (columns - ONE)) & not_first
    down = one & (one >> columns)
    both = one & (one >> (columns + ONE)) & not_last
    # Three are a pair whose second cell begins another.
    rights = right & (right >> ONE)
    lefts = left & (left >> (columns - ONE))
    downs = down & (down >> columns)
    boths = both & (both >> (columns + ONE))
    # TEA-R5, TEA-R6: pairs from turn 2, threes from turn 3.
    limit = _limit(table)
    pairs, threes = (ALL if limit > ONE else ZERO), (ALL if limit > TWO else ZERO)
    return (
        one | (pairs & ((right << LANE) | (left << LANE_2))),
        (pairs & (down | (both << LANE))) | (threes & (rights << LANE_2)),
        threes & (lefts | (downs << LANE) | (boths << LANE_2)),
    )


@inlined
def choose(seats, tables, words, cells, i, policy, word):
    if policy == 0:
        return _any(seats, tables, words, i, word)
    return _greedy(seats, tables, words, i)


@inlined
def _any(seats, tables, words, i, word):
    """A line by lot, each with the same chance."""
    first, second, third = _legal_lines(seats, words[i, TABLE])
    ones, twos = count(first), count(second)
    which = low(word, ones + twos + count(third))
    in_first, before_third = which < ones, which < ones + twos
    lines = first if in_first else second if before_third else third
    at = ZERO if in_first else U(64) if before_third else U(128)
    which = which if in_first else which - ones if before_third else which - ones - twos
    return tables[PLACE + at + nth(lines, which)]


@compiled
def _greedy(seats, tables, words, i):
    """What is worth most now; of equals the first."""
    table, grid = words[i, TABLE], words[i, GRID]
    collection = words[i, COLLECTION + ((table >> PLAYER) & PLAYER_BITS)]
    best = ZERO
    for nth_word, lines in enumerate(_legal_lines(seats, table)):
        while lines:
            action = tables[PLACE + (U(nth_word) << SIX) + lowest(lines)]
            lines = lines & (lines - ONE)
            gain = _gain(tables, grid, collection, tables[LINE + action])
            rated = ((gain + U(1 << 20)) << EIGHT) | (BYTE - action)
            best = rated if rated > best else best
    return BYTE - (best & BYTE)


@inlined
def _gain(tables, grid, collection, line):
    """How many points the cards of a line bring to a collection, modulo 2⁶⁴."""
    gain = ZERO
    for k in range(THREE):
        code = (grid >> ((line >> (CELL + SIX * k)) & CELL_BITS)) & CODE
        mirror = (line >> (FACE + k)) & ONE
        gain = gain + tables[GAIN + (mirror << SIX) + ((collection >> (code * EIGHT)) & BYTE)]
        collection = collection + _card(grid, line, k)
    return gain
