"""A greedy player of Oz: what scores most now, from the view alone."""

from collections.abc import Sequence
from math import inf

from veillee.games.oz import scoring
from veillee.games.oz.cards import Counts, tally
from veillee.games.oz.stories import parse
from veillee.games.oz.types import Action, Choose, Close, Codes, View


def greedy(view: View, legal: Sequence[Action]) -> Action:
    """The action after which the own open stories are worth most; of equals the first."""
    return max(legal, key=lambda action: _worth(view, action))


def _worth(view: View, action: Action) -> float:
    mine = view.open[view.seat]
    match action:
        case Choose(column):
            lying = view.columns[column]
            assert lying, "only a column that is there can be chosen"
            return _total(tally(lying.characters, view.hand), (*mine, lying.story))
        case Close(story):
            at = mine.index(story)
            return _total(view.hand, mine[:at] + mine[at + 1 :])
        case _:
            return -inf


def _total(hand: Counts, codes: Codes) -> int:
    """What these stories are worth to this hand. Others' hands lie hidden, so none is reckoned with."""
    return sum(scoring.points(parse(code), hand, ()) for code in codes)
