"""How a collection grows, what cancels in it and what it scores. Pure functions on what lies before the players."""

from collections.abc import Sequence
from typing import Final

from veillee.core.game import Outcome, Seat, ranks
from veillee.games.teatime.cards import Card, place, sign
from veillee.games.teatime.types import Cards, CharacterSheet, Collection, SeatSheet, Sheet

POINTS: Final = (5, 1, 3, 6, 10, 15)  # TEA-R14: for no card of a character, one, two, three, four, five or more
ALICE_POINTS: Final = 4  # TEA-R14


def joined(collection: Collection, cards: Cards) -> Collection:
    """The collection after these cards came to it.

    >>> joined((3, 0, 0, 0, 0, -1), (Card("hatter-"), Card("alice"), Card("dormouse-")))
    (2, 0, 0, 0, 0, -2)
    """
    # TEA-R12: opposite faces cancel one for one, so only their difference stays.
    counts = list(collection)
    for face in _characters(cards):
        counts[place(face)] += sign(face)
    return tuple(counts)


def cancelled(collection: Collection, cards: Cards) -> Collection:
    """How many cards of each character leave the game when these cards come to the collection.

    >>> cancelled((3, 0, 0, 0, 0, -1), (Card("hatter-"), Card("alice"), Card("dormouse-")))
    (2, 0, 0, 0, 0, 0)
    """
    # TEA-R12: what lay there and what came, less what stays.
    counts = list(map(abs, collection))
    for face in _characters(cards):
        counts[place(face)] += 1
    return tuple(count - abs(left) for count, left in zip(counts, joined(collection, cards), strict=True))


def points(count: int) -> int:
    """TEA-R14: what the cards of one character score, whichever face they show.

    >>> points(0), points(-3), points(7)
    (5, 6, 15)
    """
    return POINTS[min(abs(count), len(POINTS) - 1)]


def outcome(collections: Sequence[Collection], alice: Seat | None) -> Outcome[Sheet]:
    """The result, from what lies before each seat and who holds Alice."""
    seats = tuple(_seat_sheet(collection, seat == alice) for seat, collection in enumerate(collections))
    # TEA-R14: the highest total wins. TEA-R15: among equals whoever holds Alice goes first; the others share.
    return Outcome(
        ranks=ranks([(-sheet.total, -sheet.alice) for sheet in seats]),
        scores=tuple(sheet.total for sheet in seats),
        sheet=Sheet(seats),
    )


def _seat_sheet(collection: Collection, holds_alice: bool) -> SeatSheet:
    characters = tuple(CharacterSheet(count, points(count)) for count in collection)
    alice = ALICE_POINTS if holds_alice else 0
    return SeatSheet(characters, alice, total=sum(sheet.points for sheet in characters) + alice)


def _characters(cards: Cards) -> Cards:
    """The cards without Alice, who joins no collection."""
    return tuple(card for card in cards if card != Card.ALICE)
