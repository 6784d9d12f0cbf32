"""All randomness of Parade: the deal, and worlds that a seat cannot tell from the real one.

Order of the draws: the first player, then the deck from its canonical order.
"""

from collections.abc import Sequence

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
    seen = {*view.hand, *view.parade, *view.discarded, *(card for cards in view.taken for card in cards)}
    unseen = [card for card in DECK if card not in seen]
    if view.phase == "deal":
        unseen = []
    hidden = shuffled(unseen, rng)
    hands, discarded, at = list[Cards](), list[Cards](), 0
    for seat in range(view.seats):
        size = 0 if seat == view.seat else view.hands[seat]
        away = 2 if view.chosen[seat] and seat != view.seat else 0
        hand, gone, at = hidden[at : at + size], hidden[at + size : at + size + away], at + size + away
        hands.append(view.hand if seat == view.seat else tuple(sorted(hand, key=canonical)))
        discarded.append(view.discarded if seat == view.seat else tuple(sorted(gone, key=canonical)))
    return State(
        config=Config(view.seats),
        phase=view.phase,
        first=view.first,
        turn=view.to_act[0] if view.phase in ("play", "last") else None,
        parade=view.parade,
        pile=hidden[at:],
        hands=tuple(hands),
        taken=view.taken,
        turns_left=view.turns_left,
        reason=view.reason,
        discarded=tuple(discarded),
        kept=tuple(seat.kept for seat in view.outcome.sheet.seats) if view.outcome else ((),) * view.seats,
    )
