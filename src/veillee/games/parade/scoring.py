"""What leaves the parade and what the collections cost. Pure functions on what lies on the table."""

from collections.abc import Sequence

from veillee.core.game import Outcome, ranks
from veillee.games.parade.cards import COLOURS, Card, colour, value
from veillee.games.parade.types import Cards, ColourSheet, SeatSheet, Sheet


def leaving(parade: Cards, played: Card) -> Cards:
    """The cards that leave the parade (front → end) when this card is played at its end.

    >>> marchers = tuple(map(Card, ("blue-9", "red-8", "green-0", "violet-2", "orange-1", "grey-0")))
    >>> leaving(marchers, Card("blue-5"))
    (<Card.BLUE_9: 'blue-9'>,)
    """
    # PAR-R7: as many as the value are safe, nearest the end; the rest are eligible. PAR-R8: a 0 makes all eligible.
    limit, hue = value(played), colour(played)
    eligible = parade[: max(0, len(parade) - limit)]
    # PAR-R7: of the eligible, the same colour or a value not above the played one must leave.
    return tuple(card for card in eligible if colour(card) == hue or value(card) <= limit)


def has_six_colours(taken: Cards) -> bool:
    """PAR-R11: one card of each colour before the player."""
    return len({colour(card) for card in taken}) == len(COLOURS)


def outcome(taken: Sequence[Cards], kept: Sequence[Cards]) -> Outcome[Sheet]:
    """The result, from all cards before each seat, in canonical order, and which two of them came from the hand."""
    piles = tuple(map(_by_colour, taken))
    seats = tuple(_seat_sheet(seat, piles, kept[seat]) for seat in range(len(taken)))
    # PAR-R17: the lowest total wins. PAR-R18: among equals the fewest cards in front; still equal, they share.
    return Outcome(
        ranks=ranks([(seat.total, seat.cards_in_front) for seat in seats]),
        scores=tuple(seat.total for seat in seats),
        sheet=Sheet(seats),
    )


def _by_colour(cards: Cards) -> dict[str, list[Card]]:
    piles: dict[str, list[Card]] = {hue: [] for hue in COLOURS}
    for card in cards:
        piles[colour(card)].append(card)
    return piles


def _seat_sheet(seat: int, piles: Sequence[dict[str, list[Card]]], kept: Cards) -> SeatSheet:
    colours = tuple(_colour_sheet(seat, [pile[hue] for pile in piles]) for hue in COLOURS)
    return SeatSheet(
        colours=colours,
        kept=kept,
        cards_in_front=sum(len(sheet.cards) for sheet in colours),
        total=sum(sheet.points for sheet in colours),
    )


def _colour_sheet(seat: int, piles: Sequence[list[Card]]) -> ColourSheet:
    """For one seat and one colour, of which each seat has this pile."""
    mine = tuple(piles[seat])
    majority = has_majority(tuple(map(len, piles)), seat)
    # PAR-R17: a card turned face down costs 1, a card face up its value.
    points = len(mine) if majority else sum(map(value, mine))
    return ColourSheet(cards=mine, majority=majority, points=points)


def has_majority(counts: Sequence[int], seat: int) -> bool:
    """Whether the seat turns its cards of this colour face down, given how many cards of it lie before each seat.

    >>> has_majority((3, 0, 3), 0), has_majority((2, 1), 0), has_majority((2, 0), 0)
    (True, False, True)
    """
    mine = counts[seat]
    if mine == 0:
        return False
    others = max(count for other, count in enumerate(counts) if other != seat)
    # PAR-R16: with two players only a lead of two counts. PAR-R15: otherwise the most do, and ties all do.
    return mine >= others + 2 if len(counts) == 2 else mine >= others
