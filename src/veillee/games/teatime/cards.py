"""The cards of Tea Time (TEA-R1) and what each number of players sets up with them (TEA-R2).

A character card is double-sided: its character in the stack, a face of it from the grid on.
"""

from enum import StrEnum
from typing import Final, NamedTuple


class Character(StrEnum):
    """The six characters, in canonical order."""

    HATTER = "hatter"
    CAT = "cat"
    RABBIT = "rabbit"
    CATERPILLAR = "caterpillar"
    QUEEN = "queen"
    DORMOUSE = "dormouse"

    __hash__ = str.__hash__  # Enum's own is written in Python and several times slower


class Card(StrEnum):
    """All that can lie in a cell of the grid: of each character the normal face, then the mirror; Alice."""

    _ignore_ = "who"
    for who in Character:
        vars()[f"{who.name}_NORMAL"] = f"{who}+"
        vars()[f"{who.name}_MIRROR"] = f"{who}-"
    ALICE = "alice"

    __hash__ = str.__hash__


NORMAL: Final = {who: Card(f"{who}+") for who in Character}
MIRROR: Final = {who: Card(f"{who}-") for who in Character}

_CHARACTER: Final = {face[who]: who for who in Character for face in (NORMAL, MIRROR)}
_PLACE: Final = {card: place for place, who in enumerate(Character) for card in (NORMAL[who], MIRROR[who])}
_SIGN: Final = {face[who]: sign for who in Character for face, sign in ((NORMAL, 1), (MIRROR, -1))}


def character(face: Card) -> Character:
    """
    >>> character(Card("cat-"))
    <Character.CAT: 'cat'>
    """
    return _CHARACTER[face]


def place(face: Card) -> int:
    """The place of the character in the canonical order.

    >>> place(Card("cat-"))
    1
    """
    return _PLACE[face]


def sign(face: Card) -> int:
    """
    >>> sign(Card("cat+")), sign(Card("cat-"))
    (1, -1)
    """
    return _SIGN[face]


class Setup(NamedTuple):
    """TEA-R2: the size of the grid, how often it is laid, and how many cards each character has."""

    rows: int
    columns: int
    rounds: int
    copies: int


SETUPS: Final = {
    2: Setup(rows=3, columns=4, rounds=5, copies=10),
    3: Setup(rows=4, columns=4, rounds=3, copies=8),
    4: Setup(rows=4, columns=5, rounds=3, copies=10),
}


def deck(seats: int) -> tuple[Character, ...]:
    """The character cards in play with so many players, in canonical order."""
    return tuple(who for who in Character for _ in range(SETUPS[seats].copies))
