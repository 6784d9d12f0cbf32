"""The characters of Oz (OZ-R1) and how many of them, of columns and of turns a game has (OZ-R2).

Cards of one character are alike, so a hand is eight counts. A story is its code, and what it means is in stories.py.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

Counts = tuple[int, ...]  # how many of each character, in canonical order


class Character(StrEnum):
    """The eight characters, in canonical order."""

    DOROTHY = "dorothy"
    TOTO = "toto"
    SCARECROW = "scarecrow"
    TINMAN = "tinman"
    LION = "lion"
    OZ = "oz"
    WITCH = "witch"
    GLINDA = "glinda"

    __hash__ = str.__hash__  # Enum's own is written in Python and several times slower


class Setup(NamedTuple):
    """What the number of players decides."""

    set_aside: int  # cards of each character
    columns: int
    turns: int


CHARACTERS: Final = tuple(Character)
COPIES: Final = 9
SETUP: Final = {2: Setup(3, 3, 8), 3: Setup(0, 4, 9), 4: Setup(0, 5, 8)}
NO_CARDS: Final[Counts] = (0,) * len(CHARACTERS)

_WHO: Final = f"({'|'.join(CHARACTERS)})"

# OZ-R12: what a story's code looks like. No word comes twice, and not even a line break follows.
CODE: Final = (
    r"^(?!.*\b(\w+)\b.*\b\1\b)"
    f"((each|pairs|few|favourite|most):{_WHO}|couple:{_WHO}[+]{_WHO}|trio:{_WHO}([+]{_WHO}){{2}}"
    f"|set:{_WHO}([+]{_WHO}){{3}}|hunt:{_WHO}(-{_WHO}){{2}})$(?!\n)"
)

_PLACE: Final = {character: place for place, character in enumerate(CHARACTERS)}


def in_play(seats: int) -> Counts:
    """How many of each character that many players play with."""
    return (COPIES - SETUP[seats].set_aside,) * len(CHARACTERS)


def held(hand: Counts, character: Character) -> int:
    """
    >>> held((4, 3, 2, 0, 4, 3, 1, 1), Character.TOTO)
    3
    """
    return hand[_PLACE[character]]


def tally(characters: Iterable[Character], onto: Counts = NO_CARDS) -> Counts:
    """The counts with these characters added.

    >>> tally((Character.TOTO, Character.OZ, Character.TOTO))
    (0, 2, 0, 0, 0, 1, 0, 0)
    """
    counts = list(onto)
    for character in characters:
        counts[_PLACE[character]] += 1
    return tuple(counts)


def spread(counts: Counts) -> tuple[Character, ...]:
    """The cards that are so counted, in canonical order: all copies of a character together."""
    return tuple(character for character, n in zip(CHARACTERS, counts, strict=True) for _ in range(n))
