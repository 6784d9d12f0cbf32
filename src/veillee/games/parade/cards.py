"""The 66 cards of Parade (PAR-R1).

A card is its name: `Card("green-3")` is the same string in a hand, in the log, on the wire and in a transcript.
"""

from enum import StrEnum
from typing import Final

COLOURS: Final = ("red", "blue", "violet", "green", "grey", "orange")
VALUES: Final = range(11)


class Card(StrEnum):
    """Every card of the deck, in canonical order: by colour, then by value."""

    _ignore_ = "hue points"
    for hue in COLOURS:
        for points in VALUES:
            vars()[f"{hue}_{points}".upper()] = f"{hue}-{points}"

    __hash__ = str.__hash__  # Enum's own is written in Python and several times slower


DECK: Final = tuple(Card)

_COLOUR: Final = {card: card.split("-")[0] for card in DECK}
_VALUE: Final = {card: int(card.split("-")[1]) for card in DECK}
_PLACE: Final = {card: place for place, card in enumerate(DECK)}


def colour(card: Card) -> str:
    """
    >>> colour(Card("grey-10"))
    'grey'
    """
    return _COLOUR[card]


def value(card: Card) -> int:
    """
    >>> value(Card("grey-10"))
    10
    """
    return _VALUE[card]


def canonical(card: Card) -> int:
    """The place of the card in the canonical order, for sorting hands and collections."""
    return _PLACE[card]
