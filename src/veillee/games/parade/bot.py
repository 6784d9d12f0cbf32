"""A greedy player of Parade: what costs least now, from the view alone."""

from collections.abc import Sequence
from math import inf

from veillee.games.parade import scoring
from veillee.games.parade.cards import canonical, value
from veillee.games.parade.types import Action, Cards, Discard, Play, View


def greedy(view: View, legal: Sequence[Action]) -> Action:
    """The action after which the own cards would cost least, were the game over; of equals the first."""
    return min(legal, key=lambda action: _cost(view, action))


def _cost(view: View, action: Action) -> tuple[float, ...]:
    match action:
        case Play(card):
            gone = scoring.leaving(view.parade, card)
            # Among plays that cost the same, rather keep low cards for the end and part with high ones.
            return _total(view, gone), len(gone), -value(card)
        case Discard(cards):
            return _total(view, tuple(card for card in view.hand if card not in cards)), 0, 0
        case _:
            return (inf,)


def _total(view: View, more: Cards) -> float:
    """What all cards in front cost with these among them. PAR-R17: the lowest total wins."""
    taken = list(view.taken)
    taken[view.seat] = tuple(sorted(taken[view.seat] + more, key=canonical))
    return scoring.outcome(taken, ((),) * view.seats).scores[view.seat]
