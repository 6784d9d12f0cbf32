"""What the contract suite must know of Nimble that the protocol does not say."""

from collections import Counter
from itertools import product
from random import Random

from veillee.games.nimble.cards import DECK, PACKS, PILES, Card
from veillee.games.nimble.types import (
    Action,
    Back,
    CardFlipped,
    CardPlaced,
    CardReturned,
    Config,
    Deal,
    DiscardRecycled,
    Event,
    Flip,
    PackShuffled,
    Place,
    Recycle,
    RoundBegan,
    RoundEnded,
    State,
    View,
)

CONFIGS = (
    *(Config(seats) for seats in range(2, 5)),
    *(Config(seats, challenge=True) for seats in range(2, 5)),
    Config(2, guided=True),
    Config(4, guided=True),
    Config(2, challenge=True, guided=True),
)


def bound(config: Config) -> int:
    """More actions than random players need. There is no other bound, for a pack may be flipped for ever (NIM-R11)."""
    rounds = config.seats if config.challenge else 1
    return rounds * config.seats * (2000 if config.guided else 200)


def deck(config: Config) -> Counter[str]:
    """Every card of the game."""
    return Counter(DECK[: config.seats * 30])


def places(state: State) -> Counter[str]:
    """Every card that lies somewhere, hidden or not. Empty before the first deal.

    Between rounds and at the end the table is clear, but the piles lie in the last result and the number of cards
    left is known: it stands for the cards of the seat's pack that lie on no pile, if there are just so many.
    """
    if state.phase == "race":
        return Counter[str](card for row in (*state.piles, *state.packs, *state.discards) for card in row)
    found = Counter[str]()
    for result in state.results[-1:]:
        found.update(card for pile in result.piles for card in pile.cards)
        for pack, seat in zip(PACKS, result.seats, strict=False):
            left = [card for card in pack if card not in found]
            found.update(left if len(left) == seat.left else ())
    return found


def shown(view: View) -> Counter[str]:
    """Every card that this view shows."""
    tops = (*view.piles, *view.discards)
    past = (card for result in view.results for pile in result.piles for card in pile.cards)
    return Counter[str]((*(on.top for on in tops if on.top), *past))


def told(event: Event) -> Counter[str]:
    """Every card that this event tells of."""
    match event:
        case RoundBegan(_, cards) | PackShuffled(_, cards):
            return Counter(cards)
        case CardFlipped(_, card) | CardReturned(_, card):
            return Counter((card,))
        case CardPlaced():
            return Counter((event.card, event.onto))
        case DiscardRecycled() | RoundEnded():
            return Counter()


def action_space(state: State, rng: Random) -> list[Action]:
    """Every action a player could name (of placements, those near to legal and some others), and deals."""
    cards: list[Card] = rng.sample(DECK, 4)
    for discard, pack in zip(state.discards, state.packs, strict=True):
        cards += [*discard[-2:], *pack[:1]]
    tops = [pile[-1] for pile in state.piles]
    aims = [*enumerate(tops), *((pile, rng.choice(tops or DECK)) for pile in range(-1, PILES + 1))]
    seats = state.config.seats
    return [
        Flip(),
        Back(),
        Recycle(),
        *(Place(card, pile, onto) for card, (pile, onto) in product(dict.fromkeys(cards), aims)),
        *(Deal(PACKS[:seats], starts) for starts in ((1,) * seats, (3, 0, 0, 0)[:seats], (1, 2), (0, 1, 1, 1))),
        Deal((), ()),
    ]
