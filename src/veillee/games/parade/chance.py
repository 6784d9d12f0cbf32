"""All randomness of Parade: the deal, and worlds that a seat cannot tell from the real one.

Order of the draws: the first player, then the deck from its canonical order.
"""

from collections.abc import Sequence
from itertools import chain, islice

from veillee.core.chance import Rng, below, shuffled
from veillee.games.parade.cards import DECK, canonical
from veillee.games.parade.types import Cards, Config, Deal, Event, State, View


def deal(state: State, rng: Rng) -> Deal:
    """The dealer's action, when the dealer is to act."""
    first = below(rng, state.config.seats)  # PAR-R3
    return Deal(deck=shuffled(DECK, rng), first=first)


def imagine(view: View, told: Sequence[Event], rng: Rng) -> State:
    """A state in which this seat would see exactly this view, uniform over all such states.

    Every unseen card may be in any hidden place, and the view shows all that the seat was told: `told` adds nothing.
    """
    seen = {*view.hand, *view.parade, *view.discarded, *chain.from_iterable(view.taken)}
    unseen = [card for card in DECK if card not in seen] if view.phase != "deal" else []
    hidden = iter(shuffled(unseen, rng))

    def drawn(size: int) -> Cards:
        return tuple(sorted(islice(hidden, size), key=canonical))

    seats = range(view.seats)
    hands = tuple(view.hand if seat == view.seat else drawn(view.hands[seat]) for seat in seats)
    away = tuple(view.discarded if seat == view.seat else drawn(2 * view.chosen[seat]) for seat in seats)
    (turn,) = view.to_act if view.phase in ("play", "last") else (None,)
    return State(
        config=Config(view.seats),
        phase=view.phase,
        first=view.first,
        turn=turn,
        parade=view.parade,
        pile=tuple(hidden),
        hands=hands,
        taken=view.taken,
        turns_left=view.turns_left,
        reason=view.reason,
        discarded=away,
        kept=tuple(seat.kept for seat in view.outcome.sheet.seats) if view.outcome else ((),) * view.seats,
    )
