"""A player of Nimble with the hands and eyes of a person: sensible, not fast, and now and then wrong."""

from collections.abc import Sequence
from typing import Final

from veillee.core.chance import Rng, below
from veillee.games.nimble.cards import fits
from veillee.games.nimble.types import Action, Flip, Place, Recycle, View

FLIP_S: Final = 0.6
PLACE_S: Final = 0.8  # to see where a card fits, and to reach there
SLIPS: Final = 50  # in so many chances a hand once lands where the card does not fit
FINE: Final = 1000


def paced(view: View, legal: Sequence[Action], rng: Rng) -> Action:
    """Places what fits, else turns the next card. If the pile changes before the hand is there, NIM-R18 refuses it."""
    places = [action for action in legal if isinstance(action, Place)]
    slips = below(rng, SLIPS) == 0
    aims = [place for place in places if slips or fits(place.card, place.onto)]
    if aims:
        return aims[below(rng, len(aims))]
    return next((action for action in legal if isinstance(action, Flip | Recycle)), legal[0])


def pause(action: Action, rng: Rng) -> float:
    """The seconds from seeing to doing, between half and one and a half of what is usual."""
    usual = PLACE_S if isinstance(action, Place) else FLIP_S
    return usual * (0.5 + (below(rng, FINE) + below(rng, FINE)) / (2 * FINE))
