"""Tea Time in numbers, for networks: a view and what was told as bytes, a take as the place of its line in a list.

An action's index is the place of its cells among all straight lines of one, two or three neighbours of the grid, by
number of cells, then by cells: the order of `legal_actions`. That makes 55 lines for two players, 82 for three, 109
for four.

An observation, for C cells (12, 16, 20, row by row) and S seats, the seat itself first, then those to its left:

| offset       | bytes | field                                                                                  |
|--------------|-------|----------------------------------------------------------------------------------------|
| 0            | 7 × C | grid: for each character in canonical order, then for Alice, 1 in the cells where she lies |
| 7 C          | S × 12 | collections: of each character the normal cards, then of each the mirror cards        |
| 7 C + 12 S   | S     | alice: 1 for the seat that holds her                                                   |
| 7 C + 13 S   | S     | to act: 1 for the seat whose turn it is                                                |
| 7 C + 14 S   | 6     | stack: of each character the cards still to come, which the grids told so far leave    |
| 7 C + 14 S + 6 | 1   | cancelled: the cards that left the game                                                |
| 7 C + 14 S + 7 | 1   | phase: 0 deal, 1 play, 2 over                                                          |
| 7 C + 14 S + 8 | 1   | round, from 1                                                                          |
| 7 C + 14 S + 9 | 1   | turn in the round, from 1; 0 when nobody plays                                         |
| 7 C + 14 S + 10 | 1  | limit: the most cards this turn may take; 0 when nobody plays                          |

A face is left out, since a cell shows always the same one (TEA-R4); so is the outcome, which follows from the rest.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, product
from typing import Any, Final

import numpy as np

from veillee.games.teatime.cards import SETUPS, Card, Character, character, deck
from veillee.games.teatime.types import Action, Cells, Config, Event, GridLaid, Take, View

Bytes = np.ndarray[Any, np.dtype[np.uint8]]

KINDS: Final = len(Character)
PHASES: Final = ("deal", "play", "over")
STEPS: Final = ((0, 1), (1, -1), (1, 0), (1, 1))  # TEA-R8: along a row, a column or a diagonal, to later cells


def actions(config: Config) -> int:
    return len(_lines(config.seats))


def size(config: Config) -> int:
    setup = SETUPS[config.seats]
    return (KINDS + 1) * setup.rows * setup.columns + (2 * KINDS + 2) * config.seats + KINDS + 5


def index(view: View, action: Action) -> int:
    match action:
        case Take(cells) if cells in _places(view.seats):
            return _places(view.seats)[cells]
        case _:
            raise ValueError(f"{action} is no line of the grid for {view.seats} players")


def action(view: View, index: int) -> Take:
    if index not in range(len(_lines(view.seats))):
        raise ValueError(f"with {view.seats} players there is no action {index}")
    return Take(_lines(view.seats)[index])


def observe(view: View, told: Sequence[Event]) -> Bytes:
    """What the seat sees, and what it can count of the stack from all that it was told."""
    order = [(view.seat + nth) % view.seats for nth in range(view.seats)]
    cards = [card for row in view.grid for card in row]
    collections = [view.collections[seat] for seat in order]
    return np.fromiter(
        chain(
            (card is not None and card != Card.ALICE and character(card) == who for who in Character for card in cards),
            (card == Card.ALICE for card in cards),
            (max(sign * count, 0) for own in collections for sign in (1, -1) for count in own),
            (seat == view.alice for seat in order),
            (seat in view.to_act for seat in order),
            _to_come(view.seats, told),
            (view.cancelled, PHASES.index(view.phase), view.round, view.turn or 0, view.limit or 0),
        ),
        np.uint8,
        size(Config(view.seats)),
    )


def _to_come(seats: int, told: Iterable[Event]) -> list[int]:
    """Of each character the cards that no grid has shown yet."""
    unseen = list(deck(seats))
    for event in told:
        if isinstance(event, GridLaid):
            for card in chain.from_iterable(event.rows):
                unseen.remove(character(card))
    return [unseen.count(who) for who in Character]


@cache
def _lines(seats: int) -> tuple[Cells, ...]:
    """TEA-R8: every line of a full grid, by number of cells, then by cells."""
    setup = SETUPS[seats]
    inside = set(product(range(setup.rows), range(setup.columns)))
    found = {
        tuple((row + nth * down, column + nth * right) for nth in range(length))
        for (row, column), (down, right), length in product(inside, STEPS, (1, 2, 3))
    }
    return tuple(sorted(filter(inside.issuperset, found), key=lambda line: (len(line), line)))


@cache
def _places(seats: int) -> dict[Cells, int]:
    return {line: place for place, line in enumerate(_lines(seats))}
