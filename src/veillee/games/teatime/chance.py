"""All randomness of Tea Time: the deal, and worlds that a seat cannot tell from the real one.

Order of the draws: the first player, then the stack from its canonical order.
"""

from collections.abc import Sequence
from itertools import chain

from veillee.core.chance import Rng, below, shuffled
from veillee.core.game import DEALER
from veillee.games.teatime.cards import Character, character, deck
from veillee.games.teatime.types import CardsCancelled, Config, Deal, Event, GridLaid, State, View


def deal(state: State, rng: Rng) -> Deal:
    """The dealer's action, when the dealer is to act."""
    first = below(rng, state.config.seats)  # TEA-R3
    return Deal(first, stack=shuffled(deck(state.config.seats), rng))


def imagine(view: View, told: Sequence[Event], rng: Rng) -> State:
    """A state in which this seat would see exactly this view, uniform over all such states.

    Only the order of the stack is hidden: what was laid tells which cards it still holds.
    """
    unseen = list(deck(view.seats)) if view.phase != "deal" else []
    cancelled = dict.fromkeys(Character, 0)
    for event in told:
        match event:
            case GridLaid(_, rows):
                for face in chain.from_iterable(rows):
                    unseen.remove(character(face))
            case CardsCancelled(_, who, count):
                cancelled[who] += count
            case _:
                pass
    return State(
        config=Config(view.seats),
        phase=view.phase,
        round=view.round,
        turn=view.turn or 0,
        player=next((seat for seat in view.to_act if seat != DEALER), None),
        grid=view.grid,
        alice=view.alice,
        collections=view.collections,
        cancelled=tuple(cancelled.values()),
        stack=shuffled(unseen, rng),
    )
