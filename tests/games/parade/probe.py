"""What the contract suite must know of Parade that the protocol does not say."""

from collections import Counter
from itertools import permutations
from random import Random

from veillee.games.parade.cards import DECK, Card
from veillee.games.parade.types import Action, Config, Deal, Discard, Event, Play, State, View

CONFIGS = tuple(Config(seats) for seats in range(2, 7))


def bound(config: Config) -> int:
    """PAR-R19: the most actions that a game can have, with the deal and the discards."""
    return 1 + (60 - 5 * config.seats) + config.seats + config.seats


def deck(config: Config) -> Counter[str]:
    """Every card of the game."""
    return Counter(DECK)


def places(state: State) -> Counter[str]:
    """Every card that lies somewhere, hidden or not. Empty before the deal."""
    rows = (state.parade, state.pile, *state.hands, *state.taken, *state.discarded)
    return Counter[str](card for row in rows for card in row)


def shown(view: View) -> Counter[str]:
    """Every card that this view shows."""
    rows = (view.parade, view.hand, *view.taken, view.discarded)
    return Counter[str](card for row in rows for card in row)


def told(event: Event) -> Counter[str]:
    """Every card that this event tells of."""
    cards: tuple[Card, ...] = getattr(event, "cards", ()) or getattr(event, "parade", ())
    card: Card | None = getattr(event, "card", None)
    return Counter[str]((*cards, card) if card else cards)


def action_space(state: State, rng: Random) -> list[Action]:
    """Every action a player could name (discards of some cards only), and some that are none."""
    some = rng.sample(DECK, 8) + [card for hand in state.hands for card in hand]
    pairs = list(permutations(dict.fromkeys(some), 2))
    return [
        *map(Play, DECK),
        *map(Discard, rng.sample(pairs, min(60, len(pairs)))),
        *(Discard(pair) for hand in state.hands for pair in permutations(hand, 2)),
        Discard(()),
        Discard(tuple(rng.sample(DECK, 1))),
        Discard(tuple(rng.sample(DECK, 3))),
        Discard((DECK[0], DECK[0])),
        Deal(DECK, 0),
    ]
