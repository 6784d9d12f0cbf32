"""The 120 cards of Nimble: four packs of 30 (NIM-R1).

A card is its name: `Card("2:blue/green")` is seat 2's card with a blue frame and a green circle. The seat is part of
the name because the backs of the packs differ: that is how the audit knows who placed a card.
"""

from enum import StrEnum
from typing import Final

COLOURS: Final = ("beige", "orange", "blue", "green", "red", "violet")
PACK: Final = 30
PILES: Final = 3


class Card(StrEnum):
    """Every card, in canonical order: by seat, then by frame, then by circle."""

    _ignore_ = "seat outer inner"
    for seat in range(4):
        for outer in COLOURS:
            for inner in COLOURS:
                if outer != inner:
                    vars()[f"{outer}_{inner}_{seat}".upper()] = f"{seat}:{outer}/{inner}"

    __hash__ = str.__hash__  # Enum's own is written in Python and several times slower


DECK: Final = tuple(Card)
PACKS: Final = tuple(DECK[first : first + PACK] for first in range(0, len(DECK), PACK))

_OWNER: Final = {card: int(card[0]) for card in DECK}
_FRAME: Final = {card: card[2:].split("/")[0] for card in DECK}
_CIRCLE: Final = {card: card[2:].split("/")[1] for card in DECK}


def owner(card: Card) -> int:
    """
    >>> owner(Card("2:blue/green"))
    2
    """
    return _OWNER[card]


def frame(card: Card) -> str:
    """
    >>> frame(Card("2:blue/green"))
    'blue'
    """
    return _FRAME[card]


def circle(card: Card) -> str:
    """
    >>> circle(Card("2:blue/green"))
    'green'
    """
    return _CIRCLE[card]


def fits(card: Card, onto: Card) -> bool:
    """NIM-R7: the frame has the colour of the circle that it covers.

    >>> fits(Card("2:blue/green"), Card("0:red/blue")), fits(Card("0:red/blue"), Card("2:blue/green"))
    (True, False)
    """
    return _FRAME[card] == _CIRCLE[onto]
