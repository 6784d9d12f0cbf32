"""A greedy player of Tea Time: what is worth most now, from the view alone."""

from collections.abc import Sequence
from math import inf

from veillee.games.teatime import scoring
from veillee.games.teatime.cards import Card
from veillee.games.teatime.types import Action, Take, View


def greedy(view: View, legal: Sequence[Action]) -> Action:
    """The take after which the own collection is worth most; of equals the first."""
    return max(legal, key=lambda action: _worth(view, action))


def _worth(view: View, action: Action) -> float:
    match action:
        case Take(cells):
            cards = tuple(card for row, column in cells if (card := view.grid[row][column]))
            collection = scoring.joined(view.collections[view.seat], cards)
            # TEA-R14: Alice scores for whoever holds her.
            alice = scoring.ALICE_POINTS if Card.ALICE in cards else 0
            return sum(map(scoring.points, collection)) + alice
        case _:
            return -inf
