"""All numbers of Tea Time that depend on the seats, and what lines are worth: to be looked up by what is compiled.

| tables    | name  | meaning                                                                                    |
|-----------|-------|--------------------------------------------------------------------------------------------|
| 0–3       | BOUND | for a limit of cards: how many lines have no more cells than that; they are the first ones |
| 4–195     | PLACE | for a bit of the three words of lines (`policies.py`): the action, which is its line's place |
| 196–259   | VALUE | for a byte of a collection: its points                                                     |
| 260–387   | GAIN  | for the same, + 64 for a mirror: what one card more changes in the points, modulo 2⁶⁴      |
| 388–1027  | WORTH | five like GAIN, with no round to come, one, …: tenths of points that are expected in the end |
| from 1028 | LINE  | for an action, in bits 0–19: the cells; in six bits from 20, 26, 32: where GRID has their  |
|           |       | cards, 60 for no card; in bits 38, 39, 40: 1 for a mirror                                  |
"""

from itertools import chain, product
from typing import Any, Final

import numpy as np

from veillee.games.teatime.cards import SETUPS
from veillee.games.teatime.types import Config

U = np.uint64
Tables = np.ndarray[Any, np.dtype[np.uint64]]

BOUND, PLACE, VALUE, GAIN, WORTH, LINE = U(0), U(4), U(196), U(260), U(388), U(1028)
GAINS: Final = U(128)  # how many GAIN has
CELL, CELL_BITS = U(20), U(63)  # of a line, where its first card is told
FACE: Final = U(38)

WAYS: Final = ((0, 1), (1, -1), (1, 0), (1, 1))  # TEA-R8: of a line, to a later cell
POINTS: Final = (5, 1, 3, 6, 10, 15)  # TEA-R14
ALICE_POINTS: Final = 4

# Tenths of the points that a character brought in the end to who had none of its cards, one, … six or more, with no
# round to come, one, two, …: means over 30000 games between heuristic players who had learnt so from one another
# before, with 6 random choices in 100. What hardly ever happened is guessed.
WORTHS_OF_TWO: Final = (
    (35, 17, 30, 55, 94, 141, 150),
    (28, 29, 37, 63, 102, 136, 150),
    (30, 33, 44, 71, 106, 135, 138),
    (35, 37, 51, 77, 108, 136, 139),
    (40, 41, 56, 83, 110, 137, 140),
)
WORTHS_OF_MORE: Final = (
    (42, 23, 39, 68, 105, 148, 150),
    (40, 41, 59, 94, 128, 147, 150),
    (48, 54, 82, 111, 134, 147, 150),
)
WORTHS: Final = {2: WORTHS_OF_TWO, 3: WORTHS_OF_MORE, 4: WORTHS_OF_MORE}
ALICE_WORTH: Final = 50  # in the last round; who holds her is ahead of equals, too


def tables(config: Config) -> Tables:
    setup = SETUPS[config.seats]
    lines = _lines(setup.rows, setup.columns)
    bounds = [sum(len(cells) <= limit for _, cells in lines) for limit in range(4)]
    places = [0] * 192
    for at, (lane, (start, *_)) in enumerate(lines):
        places[lane // 3 * 64 + lane % 3 * 20 + start] = at
    points = _values(POINTS, ALICE_POINTS)  # TEA-R14
    worths = [_values(worth, 0 if left else ALICE_WORTH) for left, worth in enumerate(WORTHS[config.seats])]
    gains = chain.from_iterable(map(_gains, (points, *worths, *[points] * (5 - len(worths)))))
    told = (_line(cells, setup.columns) for _, cells in lines)
    return np.array([number % 2**64 for number in chain(bounds, places, points, gains, told)], np.uint64)


def _values(of_a_character: tuple[int, ...], of_alice: int) -> list[int]:
    """What each byte of a collection is worth: a character's, that of no card, Alice's."""
    most = len(of_a_character) - 1
    alice = [of_alice if byte in (47, 49) else 0 for byte in range(32, 64)]
    return [of_a_character[min(abs(count), most)] for count in range(-16, 16)] + alice


def _gains(values: list[int]) -> list[int]:
    """What one card more changes, a normal one and a mirror."""
    return [values[(byte + sign) % 64] - values[byte] for sign in (1, -1) for byte in range(64)]


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
