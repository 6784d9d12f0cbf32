"""Tea Time in words: what people type, what a log says, what a table looks like in a terminal.

A face is written by its name, "cat+" or "cat-"; a cell by the letter of its row and the number of its column, "b3".
"""

import re
from collections.abc import Iterable, Mapping
from string import ascii_lowercase
from typing import Final

from veillee.core.notation import NOTHING, Codec, Phrasebook, read_config
from veillee.games.teatime.cards import MIRROR, NORMAL, Card, Character
from veillee.games.teatime.types import (
    Action,
    AlicePlaced,
    AliceTaken,
    CardsCancelled,
    CardsTaken,
    Cell,
    Cells,
    Collection,
    Config,
    Deal,
    Event,
    FirstChosen,
    GameEnded,
    Grid,
    GridLaid,
    StackShuffled,
    Take,
    View,
)

WIDTH: Final = max(map(len, Card))
CELL: Final = re.compile(r"([a-z]|-?\d+:)(-?\d+)")  # a row without a letter, in no grid, is a number: "-1:3"


def _write_cell(cell: Cell) -> str:
    row, column = cell
    name = ascii_lowercase[row] if row in range(len(ascii_lowercase)) else f"{row}:"
    return f"{name}{column + 1}"


def _read_cell(text: str) -> Cell:
    match = CELL.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is no cell; a cell is the letter of its row and the number of its column, as b3")
    name, number = match.groups()
    row = int(name[:-1]) if name.endswith(":") else ascii_lowercase.index(name)
    return row, int(number) - 1


def _write_cells(cells: Cells) -> str:
    return " ".join(map(_write_cell, cells)) or NOTHING


def _read_cells(text: str) -> Cells:
    return () if text == NOTHING else tuple(map(_read_cell, text.split()))


CODECS: Final = {"cell": Codec(_write_cell, _read_cell), "cells": Codec(_write_cells, _read_cells)}

ACTIONS: Final = Phrasebook(
    {
        Take: "take {cells}",
        Deal: "deal to {first} first {stack}",
    },
    CODECS,
    unsaid={Deal},
)

EVENTS: Final = Phrasebook(
    {
        StackShuffled: "the stack is {stack}",
        FirstChosen: "seat {seat} holds alice and begins",
        GridLaid: "round {round} is laid: {rows}",
        CardsTaken: "seat {seat} takes {cards} from {cells}",
        AlicePlaced: "alice goes to {cell}",
        CardsCancelled: "seat {seat} cancels {count} {character} cards",
        AliceTaken: "seat {seat} keeps alice",
        GameEnded: "the last round is over",
    },
    CODECS,
)


def configure(seats: int, options: Mapping[str, str]) -> Config:
    return read_config(Config, "TEA-R2", seats, options)


def write_action(action: Action) -> str:
    return ACTIONS.write(action)


def read_action(text: str) -> Action:
    return ACTIONS.read(text)


def write_event(event: Event) -> str:
    return EVENTS.write(event)


def read_event(text: str) -> Event:
    return EVENTS.read(text)


def draw(view: View) -> str:
    """The table as everybody sees it: the grid, then a line for each seat. No line differs between viewers."""
    lines = [f"{_phase(view)} · stack {view.stack} · cancelled {view.cancelled}"]
    if view.phase == "play":
        lines += _grid(view.grid)
    for seat, collection in enumerate(view.collections):
        alice = ["alice"] if view.alice == seat else []
        lines.append(f"seat {seat}: {' · '.join(_piles(collection) + alice) or '–'}")
    if view.outcome:
        lines += _sheet(view)
    return "\n".join(lines)


def _phase(view: View) -> str:
    match view.phase:
        case "deal":
            return "before the deal"
        case "play":
            many = "1 card" if view.limit == 1 else f"up to {view.limit} cards"
            return f"round {view.round} of {view.rounds}, turn {view.turn}: seat {view.to_act[0]} to take {many}"
        case "over":
            return f"over after {view.rounds} rounds"


def _grid(grid: Grid) -> list[str]:
    heading = _row(" ", map(str, range(1, len(grid[0]) + 1)))
    return [heading, *(_row(ascii_lowercase[row], (card or "·" for card in grid[row])) for row in range(len(grid)))]


def _row(name: str, cells: Iterable[str]) -> str:
    return "  ".join((name, *(cell.ljust(WIDTH) for cell in cells))).rstrip()


def _piles(collection: Collection) -> list[str]:
    counts = zip(Character, collection, strict=True)
    return [f"{abs(count)} {(NORMAL if count > 0 else MIRROR)[who]}" for who, count in counts if count]


def _sheet(view: View) -> list[str]:
    assert view.outcome
    lines: list[str] = []
    for seat, sheet in enumerate(view.outcome.sheet.seats):
        characters = zip(Character, sheet.characters, strict=True)
        parts = " · ".join(f"{who} {abs(of.count)} = {of.points}" for who, of in characters)
        lines.append(f"seat {seat}: {parts} · alice = {sheet.alice} → {sheet.total}, rank {view.outcome.ranks[seat]}")
    return lines
