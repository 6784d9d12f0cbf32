"""What the compiled rules look up: what stories mean, and what may still become of them."""

# pyright: basic

from typing import Any, Final

import numpy as np

from veillee.games.oz.cards import CHARACTERS
from veillee.games.oz.stories import Kind, deck, parse
from veillee.games.oz.types import Config
from veillee.rows.bits import U

# First how many stories there are, whether some are equal, what the hopes of others weigh, and what a story must at
# least promise, by turns left; then the hopes; then for each story its meaning, its values, the bytes of a hand that
# cost, and how many characters gain.
STORIES, EQUALS, DENIAL, FLOORS, HOPES = U(0), U(1), U(2), U(3), U(13)
TURNS, STEPS = U(10), U(20)  # a kind has hopes by turns left, 0 to 9, and by how far a story is
STORY: Final = HOPES + U(9) * TURNS * STEPS
MEANING, VALUES, COSTS, GAINS = U(0), U(1), U(2), U(3)
# Fields of the meaning: kind and characters as they are observed (24 bits), number of the first equal story, where the
# counts of four characters lie in a hand (the first ones again if there are fewer), and flags.
SEEN_BITS, CODE, CODE_BITS, WHO = U(0xFFFFFF), U(24), U(1023), U(34)
FAVOURITE, MOST = U(58), U(59)

UNIT: Final = 64  # of chances, hopes and weights
LEVEL: Final = 10  # the step on which a favourite is one, and the most are the most
PRECISION: Final = 1 << 20

# By trial against each other over many games; the first number for two seats, the second for more.
# The chance that a card brings a story one step on, for each character that would.
ON: Final = {
    Kind.EACH: (12, 12),
    Kind.COUPLE: (14, 13),
    Kind.PAIRS: (9, 13),
    Kind.SET: (13, 13),
    Kind.TRIO: (13, 13),
    Kind.FEW: (5, 5),
    Kind.FAVOURITE: (13, 13),
    Kind.MOST: (13, 13),
    Kind.HUNT: (13, 13),
}
# The chance that it throws the story back by one, and that it costs a point.
BACK: Final = {Kind.FAVOURITE: (11, 13), Kind.MOST: (6, 6)}
COST: Final = {Kind.HUNT: (10, 10)}
OTHERS: Final = (46, 32)  # what the hopes of the next player weigh
FLOOR: Final = (108, 160)  # a story that promises less is worth nothing: later ones will be better
FLOOR_A_TURN: Final = (16, 12)  # with each turn that is left, by so much more


def tables(config: Config) -> np.ndarray[Any, np.dtype[np.uint64]]:
    codes, column = deck(config.stories), min(config.seats - 2, 1)
    floors = [FLOOR[column] + turns * FLOOR_A_TURN[column] if turns else -PRECISION for turns in range(int(TURNS))]
    numbers = [len(codes), len(set(codes)) < len(codes), OTHERS[column], *floors]
    for kind in Kind:
        numbers += _hopes(kind, *(chances.get(kind, (0, 0))[column] for chances in (ON, BACK, COST)))
    for code in codes:
        numbers += _described(code, codes.index(code))
    return np.array([number % (1 << 64) for number in numbers], np.uint64)


def _described(code: str, number: int) -> list[int]:
    story = parse(code)
    who = [CHARACTERS.index(character) for character in story.characters]
    gains, costs = (who[:1], who[1:]) if story.kind == Kind.HUNT else (who, [])
    seen = 1 + list(Kind).index(story.kind) | sum(1 << 8 + at for at in gains) | sum(1 << 16 + at for at in costs)
    shifts = sum(8 * at << 34 + 6 * place for place, at in enumerate((gains * 4)[:4]))
    flags = (story.kind == Kind.FAVOURITE) << 58 | (story.kind == Kind.MOST) << 59
    values = sum(value << 6 * held for held, value in enumerate(_values(story.kind)))
    return [seen | number << 24 | shifts | flags, values, sum(0xFF << 8 * at for at in costs), len(gains)]


def _values(kind: Kind) -> list[int]:
    """OZ-R10: the points for holding 0 to 9 of each of the characters, if nothing else spoils them."""
    match kind:
        case Kind.TRIO:
            return [0, 2, 7, *[12] * 7]
        case Kind.FEW:
            return [4, 4, *[0] * 8]
        case Kind.PAIRS:
            return [3 * (held // 2) for held in range(10)]
        case Kind.FAVOURITE | Kind.MOST:
            return [5 if kind == Kind.FAVOURITE else 8] * 10
        case _:
            times = {Kind.EACH: 1, Kind.COUPLE: 2, Kind.SET: 4, Kind.HUNT: 3}[kind]
            return [times * held for held in range(10)]


def _hopes(kind: Kind, on: int, back: int, cost: int) -> list[int]:
    """The points, in units, that a story of this kind may be expected to earn, by turns left and by step.

    A step is one more of a character; where several must come together, one more of any that lacks, so that there are
    so many steps from one set to the next. Of a favourite, and of the most, it is one more than the next best.
    """
    size, values = {Kind.COUPLE: 2, Kind.SET: 4, Kind.TRIO: 3}.get(kind, 1), _values(kind)
    if kind in BACK:
        hopes = [values[0] * UNIT * PRECISION * (step >= LEVEL) for step in range(int(STEPS))]
    else:
        hopes = [values[min(step // size, 9)] * UNIT * PRECISION for step in range(int(STEPS))]
    found: list[int] = []
    for turns in range(int(TURNS)):
        found += [hope // PRECISION - 2 * turns * cost for hope in hopes]
        for _ in range(2):  # characters a turn
            more, less = [*hopes[1:], hopes[-1]], [hopes[0], *hopes[:-1]]
            hopes = [
                hope + ((size - step % size) * on * (up - hope) + back * (down - hope)) // UNIT
                for step, (hope, up, down) in enumerate(zip(hopes, more, less, strict=True))
            ]
    return found
