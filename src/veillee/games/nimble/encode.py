"""Nimble as numbers: what a seat sees, and its six actions.

Actions, in the order of the rules: 0 flip, 1 back, 2 recycle, 3–5 place the top of the own discard on pile 0–2.

An observation of n seats and r rounds is these bytes. Seats are counted from the own one to the left: the own is 0.

| offset                       | size | name    | meaning                                                  |
|------------------------------|------|---------|----------------------------------------------------------|
| 0                            | 1    | phase   | 0 before a deal, 1 in a race, 2 when the game is over    |
| 1                            | 1    | round   | from 1                                                   |
| 2                            | 1    | rounds  | of the game                                              |
| 3                            | 1    | guided  | 1 if cards that do not fit are refused                   |
| 4 + 4·pile                   | 1    | owner   | the seat whose card is on top                            |
| 5 + 4·pile                   | 2    | top     | its frame and its circle, colours from 0                 |
| 7 + 4·pile                   | 1    | height  | cards in the pile                                        |
| 16 + 5·seat                  | 1    | pack    | cards in the pack                                        |
| 17 + 5·seat                  | 1    | discard | cards in the discard                                     |
| 18 + 5·seat                  | 2    | top     | its frame and its circle; 0 0 if the discard is empty    |
| 20 + 5·seat                  | 1    | errors  | in this round so far, as anybody could count them        |
| 16 + 5n + 30·seat            | 30   | cards   | of each of its cards, in canonical order: 0 in the pack, |
|                              |      |         | 1 on a pile, 2 + k in the discard under k others         |
| 16 + 35n + 3n·round + 3·seat | 3    | results | cards left, errors, rank; 0 0 0 of rounds not finished   |

The errors and where the cards are come from what was told since the deal; all is 0 when no race is on, but for phase,
round, rounds, guided and results. Not in it: in which order a seat's pack was seen, the piles below their tops, and
those of finished rounds. Arrival and title in a result follow from the cards left.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from veillee.games.nimble.cards import COLOURS, PACK, PACKS, PILES, Card, circle, fits, frame, owner
from veillee.games.nimble.types import (
    Action,
    Back,
    CardFlipped,
    CardPlaced,
    CardReturned,
    Config,
    DiscardRecycled,
    Event,
    Flip,
    Place,
    Recycle,
    RoundBegan,
    View,
)

Bytes = np.ndarray[Any, np.dtype[np.uint8]]

FLIP, BACK, RECYCLE, PLACE = 0, 1, 2, 3
ACTIONS: Final = PLACE + PILES

PHASES: Final = ("deal", "race", "over")
COLOUR: Final = {colour: number for number, colour in enumerate(COLOURS)}
IN_PACK, ON_PILE, IN_DISCARD = 0, 1, 2
HEAD, OF_PILE, OF_SEAT, OF_RESULT = 4, 4, 5, 3  # bytes
SEATS_AT: Final = HEAD + PILES * OF_PILE


def actions(config: Config) -> int:
    return ACTIONS


def size(config: Config) -> int:
    return _size(config.seats, config.seats if config.challenge else 1)


def _size(seats: int, rounds: int) -> int:
    return SEATS_AT + seats * (OF_SEAT + PACK + rounds * OF_RESULT)


def index(view: View, action: Action) -> int:
    match action:
        case Flip():
            return FLIP
        case Back():
            return BACK
        case Recycle():
            return RECYCLE
        case Place():
            return PLACE + action.pile
        case _:
            raise ValueError("deals have no index")


def action(view: View, index: int) -> Action:
    if not 0 <= index < ACTIONS:
        raise ValueError(f"actions are 0 to {ACTIONS - 1}, not {index}")
    if index < PLACE:
        return (Flip(), Back(), Recycle())[index]
    mine = view.discards[view.seat].top if view.discards else None
    if mine is None:
        raise ValueError("there is no card to place")
    return Place(mine, index - PLACE, view.piles[index - PLACE].top)


def observe(view: View, told: Sequence[Event]) -> Bytes:
    """The view of a seat, and what can be remembered from what was told to it."""
    out = np.zeros(_size(view.seats, view.rounds), np.uint8)
    race = _race(told)
    guided = bool(race) and isinstance(race[0], RoundBegan) and race[0].guided
    out[:HEAD] = PHASES.index(view.phase), view.round, view.rounds, guided
    if view.phase == "race":
        _observe_race(view, race, out)
    for number, sheet in enumerate(view.results):
        for seat, of in enumerate(sheet.seats):
            place = view.seats * number + (seat - view.seat) % view.seats
            at = SEATS_AT + view.seats * (OF_SEAT + PACK) + OF_RESULT * place
            out[at : at + OF_RESULT] = of.left, of.errors, of.rank
    return out


def _observe_race(view: View, race: Sequence[Event], out: Bytes) -> None:
    for number, pile in enumerate(view.piles):
        at = HEAD + OF_PILE * number
        out[at : at + OF_PILE] = (owner(pile.top) - view.seat) % view.seats, *_colours(pile.top), pile.height
    placed, discards, errors = _remembered(race, view.seats)
    for seat, (pack, discard) in enumerate(zip(view.packs, view.discards, strict=True)):
        place = (seat - view.seat) % view.seats
        at = SEATS_AT + OF_SEAT * place
        top = _colours(discard.top) if discard.top else (0, 0)
        out[at : at + OF_SEAT] = pack, discard.height, *top, errors[seat]
        at = SEATS_AT + OF_SEAT * view.seats + PACK * place
        for number, card in enumerate(PACKS[seat]):
            out[at + number] = ON_PILE if card in placed else IN_PACK
        for above, card in enumerate(reversed(discards[seat])):
            out[at + PACKS[seat].index(card)] = IN_DISCARD + above


def _colours(card: Card) -> tuple[int, int]:
    return COLOUR[frame(card)], COLOUR[circle(card)]


def _race(told: Sequence[Event]) -> Sequence[Event]:
    """What was told since the last deal."""
    return next((told[at:] for at in reversed(range(len(told))) if isinstance(told[at], RoundBegan)), ())


def _remembered(race: Sequence[Event], seats: int) -> tuple[set[Card], list[list[Card]], list[int]]:
    """The cards on the piles, the discard of each seat from bottom to top, and the errors of each seat."""
    placed, discards, errors = set[Card](), [list[Card]() for _ in range(seats)], [0] * seats
    for event in race:
        match event:
            case RoundBegan():
                placed.update(event.piles)
            case CardFlipped():
                discards[event.seat].append(event.card)
            case CardReturned():
                discards[event.seat].pop()
            case DiscardRecycled():
                discards[event.seat].clear()
            case CardPlaced():
                placed.add(discards[event.seat].pop())
                errors[event.seat] += not fits(event.card, event.onto)  # NIM-R15
            case _:
                pass  # the order of a pack is told to nobody, and how a round ended is in the view
    return placed, discards, errors
