"""What a seat of Parade sees, as bytes, and its actions as indices. With n seats an observation has 139 + 67 n bytes.

| bytes | meaning |
|---|---|
| 0–65 | of each card in canonical order: 1 in the own hand, 2 discarded by oneself |
| 66 … | 66 for each seat, oneself first, then to the left: 1 for a card before that seat |
| next 66 | of each card: 0, or its place in the parade, 1 nearest the end |
| 1 | phase: 0 play, 1 last, 2 discard, 3 over |
| 1 | cards in the pile |
| 1 | cards in the parade |
| 1 | turns left in the last round, else 0 |
| 1 | why it began: 0 not yet, 1 colours, 2 pile, 3 both |
| 1 | who began, as seats to the left of oneself |
| 1 | whose turn it is, as seats to the left of oneself; 0 when it is nobody's |
| n | of each seat, oneself first: 1 once it has chosen its discard |

How many cards a seat holds follows from the phase, the turns left and who has chosen.

Actions: 0–65 play that card, 66–71 discard the pair of that number of the hand of four, in canonical order.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np

from veillee.games.parade.cards import DECK, canonical
from veillee.games.parade.types import Action, Cards, Config, Discard, Event, Phase, Play, Reason, View

CARDS: Final = len(DECK)
PAIRS: Final = 6
PHASES: Final[tuple[Phase, ...]] = ("play", "last", "discard", "over")
REASONS: Final[tuple[Reason | None, ...]] = (None, "colours", "pile", "both")


def actions(config: Config) -> int:
    return CARDS + PAIRS


def size(config: Config) -> int:
    return 139 + 67 * config.seats


def index(view: View, action: Action) -> int:
    match action:
        case Play(card):
            return canonical(card)
        case Discard(cards):
            return CARDS + list(combinations(view.hand, 2)).index((cards[0], cards[1]))
        case _:
            raise ValueError(f"{action} is not an action of a seat")


def action(view: View, index: int) -> Action:
    if 0 <= index < CARDS:
        return Play(DECK[index])
    pairs = list(combinations(view.hand, 2)) if view.phase == "discard" else []
    if CARDS <= index < CARDS + len(pairs):
        return Discard(pairs[index - CARDS])
    raise ValueError(f"no action of Parade has the index {index} now")


def observe(view: View, told: Sequence[Event]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """`told` adds nothing: the view shows all that the seat was told."""
    to_left = [(view.seat + nth) % view.seats for nth in range(view.seats)]
    places = np.zeros(CARDS, np.uint8)
    for nth, card in enumerate(reversed(view.parade), start=1):
        places[canonical(card)] = nth
    turn = view.to_act[0] if view.phase in ("play", "last") else view.seat
    first = view.seat if view.first is None else view.first
    numbers = (
        PHASES.index(view.phase),
        view.pile,
        len(view.parade),
        view.turns_left or 0,
        REASONS.index(view.reason),
        to_left.index(first),
        to_left.index(turn),
    )
    chosen = [view.chosen[seat] for seat in to_left]
    fronts = [_among(view.taken[seat]) for seat in to_left]
    mine = _among(view.hand) + 2 * _among(view.discarded)
    return np.concatenate([mine, *fronts, places, np.array([*numbers, *chosen], np.uint8)])


def _among(cards: Cards) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """1 for each of these cards [66]."""
    found = np.zeros(CARDS, np.uint8)
    found[[canonical(card) for card in cards]] = 1
    return found
