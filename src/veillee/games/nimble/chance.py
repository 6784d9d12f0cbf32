"""All randomness of Nimble: the deal, and worlds that a seat cannot tell from the real one.

Order of the draws: the seat that starts fewest piles, where there is a choice; then each pack from its canonical
order, in seat order.
"""

from collections.abc import Sequence

from veillee.core.chance import Rng, below, shuffled
from veillee.games.nimble.cards import PACKS, Card, owner
from veillee.games.nimble.scoring import allowed_starts
from veillee.games.nimble.types import (
    CardFlipped,
    CardPlaced,
    Cards,
    Config,
    Deal,
    Event,
    RoundBegan,
    RoundEnded,
    State,
    View,
)


def deal(state: State, rng: Rng) -> Deal:
    """The dealer's action, when the dealer is to act."""
    seats = state.config.seats
    allowed = allowed_starts(seats, state.results)
    choice = below(rng, len(allowed)) if len(allowed) > 1 else 0  # NIM-R3, NIM-R17
    return Deal(packs=tuple(shuffled(PACKS[seat], rng) for seat in range(seats)), starts=allowed[choice])


def imagine(view: View, told: Sequence[Event], rng: Rng) -> State:
    """A state in which this seat would see exactly this view, uniform over all such states.

    The order of a seat's cards never changes (NIM-R11), so it is known as far as they were flipped; the cards that
    nobody has seen yet may follow in any order.
    """
    guided, piles = False, list[list[Card]]()
    seen: dict[Card, None] = {}  # in the order of the rows
    for event in _last_round(told):
        match event:
            case CardFlipped():
                seen[event.card] = None  # a card flipped again keeps its place
            case CardPlaced():
                piles[event.pile].append(event.card)
                del seen[event.card]
            case RoundBegan():
                guided, piles = event.guided, [[card] for card in event.piles]
            case RoundEnded():
                piles = []
            case _:
                pass  # only a border moved, and the view says where it is
    placed = {card for pile in piles for card in pile}
    packs, discards = list[Cards](), list[Cards]()
    for seat, discard in enumerate(view.discards):
        known = [card for card in seen if owner(card) == seat]
        unseen = [card for card in PACKS[seat] if card not in seen and card not in placed]
        row = (*known, *shuffled(unseen, rng))
        discards.append(row[: discard.height])
        packs.append(row[discard.height :])
    return State(
        config=Config(view.seats, challenge=view.rounds > 1, guided=guided),
        phase=view.phase,
        round=view.round,
        rounds=view.rounds,
        piles=tuple(map(tuple, piles)),
        packs=tuple(packs),
        discards=tuple(discards),
        results=view.results,
    )


def _last_round(told: Sequence[Event]) -> Sequence[Event]:
    """What was told since the last deal. Packs are shuffled anew in each round (NIM-R17): what was before is void."""
    return next((told[at:] for at in reversed(range(len(told))) if isinstance(told[at], RoundBegan)), ())
