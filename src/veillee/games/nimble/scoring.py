"""Who starts the piles, when a round is over, what the audit finds and how it all counts. Pure functions."""

from collections.abc import Sequence
from typing import Final

from veillee.core.game import Outcome, Seat, ranks
from veillee.core.tuples import put
from veillee.games.nimble.cards import circle, fits, frame, owner
from veillee.games.nimble.types import Cards, PileSheet, Reason, RoundSheet, SeatSheet, Sheet, Starts, Title

FEWEST_AND_OTHERS: Final = {2: (1, 2), 3: (1, 1), 4: (0, 1)}  # NIM-R3: the piles that a seat starts, by seat count


def allowed_starts(seats: int, results: Sequence[RoundSheet]) -> tuple[Starts, ...]:
    """Every way to share out the starting of the three piles, ordered by the seat that starts fewest.

    >>> allowed_starts(2, ())
    ((1, 2), (2, 1))
    >>> allowed_starts(3, ())
    ((1, 1, 1),)
    """
    # NIM-R3: in the first round any seat may start fewest. NIM-R17: later only a Pinocchio of the round before.
    candidates = pinocchios(results[-1]) if results else range(seats)
    fewest, others = FEWEST_AND_OTHERS[seats]
    return tuple(dict.fromkeys(put((others,) * seats, seat, fewest) for seat in candidates))


def pinocchios(sheet: RoundSheet) -> tuple[Seat, ...]:
    """NIM-R14: the seats with most cards left."""
    most = max(seat.left for seat in sheet.seats)
    return tuple(seat for seat, of in enumerate(sheet.seats) if of.left == most)


def ending(piles: Sequence[Cards], rows: Sequence[Cards]) -> Reason | None:
    """Why the round is over, if it is; a seat's row is all that it has left, in discard and pack."""
    # NIM-R12: with two players the round ends at one card left, with more at none.
    if min(map(len, rows)) == (1 if len(rows) == 2 else 0):
        return "out"
    # NIM-R13: no card left anywhere has a frame of one of the visible circles.
    circles = {circle(pile[-1]) for pile in piles}
    return None if any(frame(card) in circles for row in rows for card in row) else "stuck"


def audit(pile: Cards) -> tuple[int, ...]:
    """The places, from the bottom, of the cards that do not fit.

    >>> from veillee.games.nimble.cards import Card
    >>> audit(tuple(map(Card, ("2:red/blue", "0:green/orange", "1:orange/red", "2:blue/green"))))
    (1, 3)
    """
    # NIM-R15: against the card directly below, right or wrong; a starting card is never an error.
    return tuple(at for at in range(1, len(pile)) if not fits(pile[at], pile[at - 1]))


def round_sheet(piles: Sequence[Cards], left: Sequence[int]) -> RoundSheet:
    """The result of a round, from its piles and the number of cards that each seat has left."""
    audited = tuple(PileSheet(pile, audit(pile)) for pile in piles)
    culprits = [owner(pile.cards[at]) for pile in audited for at in pile.errors]
    errors = [culprits.count(seat) for seat in range(len(left))]
    arrivals = ranks(left)
    # NIM-R16: the fewest errors win; among equals the better order of arrival; still equal, they share.
    placings = ranks(list(zip(errors, arrivals, strict=True)))
    seats = tuple(
        SeatSheet(
            left=left[seat],
            arrival=arrivals[seat],
            title=_title(arrivals[seat], left[seat] == max(left)),
            errors=errors[seat],
            rank=placings[seat],
        )
        for seat in range(len(left))
    )
    return RoundSheet(seats, audited)


def _title(arrival: int, most_left: bool) -> Title:
    # NIM-R14: the first is the Queen of Hearts even when all have equally many left.
    if arrival == 1:
        return "queen"
    if most_left:
        return "pinocchio"
    return "don-quixote" if arrival == 2 else "moby-dick"


def outcome(rounds: tuple[RoundSheet, ...], challenge: bool) -> Outcome[Sheet]:
    """How the game stands after its last round."""
    seats = list(zip(*(sheet.seats for sheet in rounds), strict=True))  # each seat's rounds
    errors = tuple(sum(of.errors for of in mine) for mine in seats)
    if not challenge:
        return Outcome(ranks=tuple(of.rank for (of,) in seats), scores=errors, sheet=Sheet(rounds, None))
    # NIM-R17: most rounds won, then fewest errors in all, then fewest cards left in all, else shared.
    won = tuple(sum(of.rank == 1 for of in mine) for mine in seats)
    left = (sum(of.left for of in mine) for mine in seats)
    keys = [(-wins, wrong, cards) for wins, wrong, cards in zip(won, errors, left, strict=True)]
    return Outcome(ranks=ranks(keys), scores=won, sheet=Sheet(rounds, won))
