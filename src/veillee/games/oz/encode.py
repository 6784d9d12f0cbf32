"""Oz as numbers: what a seat sees and remembers as bytes, and its actions as indices.

Everybody saw all cards taken and all stories closed, so the hands of others and what they closed are remembered here.

| offset | bytes | meaning |
|---|---|---|
| 0 | 1 | phase: 0 before the deal or a reshuffle, 1 a column is chosen, 2 a story is closed, 3 over |
| 1 | 1 | turn, 0 before the deal |
| 2 | 1 | turns |
| 3 | 1 | P, the seats |
| 4 | 1 | who is to act: 1 this seat, 2 the one to its left …; 0 nobody |
| 5 | 1 | who has the marker, likewise |
| 6 | 1 | characters in the deck |
| 7 | 1 | stories in the deck, 255 if more |
| 8 | 38 P | for each seat, this one first: eight counts (8), open stories (5 × 3), closed stories (5 × 3) |
| 8 + 38 P | 5 (P + 1) | for each column: two characters (2), from 1 in canonical order, and a story (3); 0 when taken |
| 13 + 43 P | 8 | the counts of the discarded characters |
| 21 + 43 P | 3 turns | discarded stories |

A story has three bytes: its kind, from 1 in the order of `Kind`; the characters that it rewards, a bit each; those that
cost (of a hunt). Where there is no story they are 0. Stories lie in order of taking, of closing, of discarding.

Actions: 0–4 choose this column; 5–9 close this one of the open stories, in order of taking, of equal ones the first.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from veillee.games.oz.cards import CHARACTERS, SETUP, Counts, tally
from veillee.games.oz.stories import Kind, parse
from veillee.games.oz.types import Action, Choose, Close, ColumnTaken, Config, Event, StoryClosed, View

Numbers = np.ndarray[Any, np.dtype[np.uint8]]

PHASES: Final = ("deal", "choose", "close", "over")
COLUMNS: Final = 5  # at most
OPEN: Final = 5  # at most, while one is to be closed
CLOSED: Final = 5


def actions(config: Config) -> int:
    """As many for any number of seats."""
    return COLUMNS + OPEN


def size(config: Config) -> int:
    return 21 + 43 * config.seats + 3 * SETUP[config.seats].turns


def index(view: View, action: Action) -> int:
    match action:
        case Choose(column):
            return column
        case Close(story):
            return COLUMNS + view.open[view.seat].index(story)
        case _:
            raise ValueError(f"a seat does not {type(action).__name__}")


def action(view: View, index: int) -> Action:
    mine = view.open[view.seat]
    if view.phase == "choose" and 0 <= index < len(view.columns) and view.columns[index]:
        return Choose(index)
    if view.phase == "close" and COLUMNS <= index < COLUMNS + len(mine):
        story = mine[index - COLUMNS]
        if mine.index(story) == index - COLUMNS:
            return Close(story)
    raise ValueError(f"no action of seat {view.seat} has the index {index} now")


def observe(view: View, told: Sequence[Event]) -> Numbers:  # [size]
    seats = [(view.seat + k) % view.seats for k in range(view.seats)]
    (actor,) = view.to_act if view.phase in ("choose", "close") else (None,)
    hands, closed = _remembered(view.seats, told)
    numbers = [PHASES.index(view.phase), view.turn or 0, view.turns, view.seats]
    numbers += [0 if seat is None else 1 + seats.index(seat) for seat in (actor, view.first)]
    numbers += [view.decks.characters, min(view.decks.stories, 255)]
    for seat in seats:
        numbers += [*hands[seat], *_stories(view.open[seat], OPEN), *_stories(closed[seat], CLOSED)]
    for column in view.columns or (None,) * SETUP[view.seats].columns:
        numbers += [1 + CHARACTERS.index(character) for character in column.characters] if column else [0, 0]
        numbers += _stories([column.story] if column else [], 1)
    numbers += [*view.discarded, *_stories(view.discarded_stories, view.turns)]
    return np.array(numbers, np.uint8)


def _remembered(seats: int, told: Iterable[Event]) -> tuple[list[Counts], list[list[str]]]:
    """The hands, and the closed stories in order of closing."""
    hands, closed = [tally(())] * seats, [list[str]() for _ in range(seats)]
    for event in told:
        match event:
            case ColumnTaken(seat, _, characters, _):
                hands[seat] = tally(characters, hands[seat])
            case StoryClosed(seat, story):
                closed[seat].append(story)
            case _:
                pass
    return hands, closed


def _stories(codes: Sequence[str], most: int) -> list[int]:
    numbers = [number for code in codes for number in _meaning(code)]
    return numbers + [0] * (3 * most - len(numbers))


def _meaning(code: str) -> tuple[int, int, int]:
    story = parse(code)
    bits = [1 << CHARACTERS.index(character) for character in story.characters]
    gains, costs = (bits[:1], bits[1:]) if story.kind == Kind.HUNT else (bits, [])
    return 1 + list(Kind).index(story.kind), sum(gains), sum(costs)
