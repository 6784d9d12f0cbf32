"""From the room's State to a row and back, in plain Python."""

# pyright: basic

from collections import Counter
from typing import Any, Final

import numpy as np

from veillee.core.game import Seat
from veillee.games.oz.cards import CHARACTERS, SETUP, Character, in_play
from veillee.games.oz.kernel.rows import CELLS, DISCARDED, HANDS, KEY, LAID, LEFT, NOW, SMALL, TALES, WORDS, taken_by
from veillee.games.oz.stories import deck, least
from veillee.games.oz.types import Codes, Column, Config, Deal, Reshuffle, State
from veillee.rows.kernel import Cells, Words

PHASES: Final = ("choose", "close", "over")


def width(config: Config) -> int:
    """How many bytes a row must have to keep the order of whatever will never be laid."""
    stories = len(deck(config.stories))
    return CELLS if stories <= SMALL else max(CELLS, 2 * (stories - least(config.seats)))


def load(config: Config, state: State, words: Words, cells: Cells, i: int, key: int, actor: Seat | None = None) -> None:
    """Row `i` becomes this state. What was laid before may lie at other places than it did: no rule asks."""
    seats, columns = config.seats, SETUP[config.seats].columns
    codes = deck(config.stories)
    turn = state.turn - 1
    row = [0] * WORDS
    lying = {turn * columns + at: column for at, column in enumerate(state.columns) if column}
    free = iter(place for place in range((turn + 1) * columns) if place not in lying)

    def lay(place: int, code: str, first: Character | None = None, second: Character | None = None) -> int:
        pair = (CHARACTERS.index(first) << 3 | CHARACTERS.index(second)) if first and second else 0
        row[int(LAID) + place // 4] |= (codes.index(code) << 6 | pair) << place % 4 * 16
        return place

    for place, column in lying.items():
        lay(place, column.story, *column.characters)
    for seat in range(seats):
        row[int(HANDS) + seat] = _packed(state.hands[seat], 8)
        row[int(TALES) + seat] = _packed([lay(next(free), code) for code in state.open[seat]], 6)
        row[int(TALES) + seat] |= _packed([lay(next(free), code) for code in state.closed[seat]], 6) << 30
    row[int(LEFT)] = _packed([lay(next(free), code) for code in state.discarded_stories], 6)
    row[int(DISCARDED)] = _packed(state.discarded, 8)
    dealt_out = (turn + 1) * columns
    rest = least(seats) - dealt_out
    for place, code in enumerate(state.stories[:rest], dealt_out):
        lay(place, code)
    for at, character in enumerate(state.characters):
        place = dealt_out + at // 2
        row[int(LAID) + place // 4] |= CHARACTERS.index(character) << 3 * (1 - at % 2) + place % 4 * 16
    kept = _keep([codes.index(code) for code in state.stories[rest:]], cells, i, len(codes))
    gone = sum(1 << at for at, column in enumerate(state.columns) if not column)
    row[int(NOW)] = gone | turn << 8 | (state.first or 0) << 12 | state.chooser << 14 | kept << 18
    row[int(NOW)] |= PHASES.index(state.phase) << 16
    row[int(KEY)] = int(key)
    words[i, :WORDS] = row


def _packed(numbers: Any, bits: int) -> int:
    return sum(number << bits * place for place, number in enumerate(numbers))


def _keep(rest: list[int], cells: Cells, i: int, stories: int) -> bool:
    """Writes the stories that will never be laid, and says whether there was room."""
    if stories <= SMALL:
        cells[i, : len(rest)] = rest
        return True
    if 2 * len(rest) > cells.shape[1]:
        return False
    cells[i, : len(rest)] = [number & 0xFF for number in rest]
    cells[i, len(rest) : 2 * len(rest)] = [number >> 8 for number in rest]
    return True


def state(config: Config, words: Words, cells: Cells, i: int) -> State:
    """The room's State that row `i` is."""
    row = [int(number) for number in words[i, :WORDS]]
    seats, now, columns = config.seats, row[int(NOW)], SETUP[config.seats].columns
    turn, phase = now >> 8 & 15, PHASES[now >> 16 & 3]
    characters, codes = _characters(seats, row), _laid(config, row)
    here = range(turn * columns, (turn + 1) * columns)
    lying = tuple(
        None if now >> at & 1 else Column((characters[2 * place], characters[2 * place + 1]), codes[place])
        for at, place in enumerate(here)
    )
    taken = [int(taken_by(seats, np.uint64(now), seat)) for seat in range(seats)]
    opened = [min(n, 5 if phase == "close" and seat == now >> 14 & 3 else 4) for seat, n in enumerate(taken)]
    tales = [_unpacked(row[int(TALES) + seat], 6, 10) for seat in range(seats)]
    return State(
        config=config,
        phase=phase,
        turn=turn + 1,
        first=now >> 12 & 3,
        chooser=now >> 14 & 3,
        columns=() if phase == "over" else lying,
        characters=characters[2 * here.stop :],
        stories=(*codes[here.stop :], *_never_laid(config, codes, now, cells, i)),
        hands=tuple(_unpacked(row[int(HANDS) + seat], 8, 8) for seat in range(seats)),
        open=tuple(tuple(codes[place] for place in tales[seat][: opened[seat]]) for seat in range(seats)),
        closed=tuple(
            tuple(codes[place] for place in tales[seat][5 : 5 + taken[seat] - opened[seat]]) for seat in range(seats)
        ),
        discarded=_unpacked(row[int(DISCARDED)], 8, 8),
        discarded_stories=tuple(codes[place] for place in _unpacked(row[int(LEFT)], 6, turn + (phase == "over"))),
    )


def _unpacked(packed: int, bits: int, n: int) -> tuple[int, ...]:
    return tuple(packed >> bits * place & (1 << bits) - 1 for place in range(n))


def _characters(seats: int, row: list[int]) -> tuple[Character, ...]:
    """All characters that were stacked, in order; the reshuffled ones (OZ-R8) at the end."""
    places = sum(in_play(seats)) // 2
    if seats == 4 and row[int(NOW)] >> 8 & 15 == 7:
        places += 7
    entries = [entry for packed in row[int(LAID) :] for entry in _unpacked(packed, 16, 4)]
    return tuple(CHARACTERS[at] for entry in entries[:places] for at in (entry >> 3 & 7, entry & 7))


def _laid(config: Config, row: list[int]) -> Codes:
    """The codes of all stories that were or will be laid, by place."""
    codes = deck(config.stories)
    entries = [entry for packed in row[int(LAID) :] for entry in _unpacked(packed, 16, 4)]
    return tuple(codes[entry >> 6] for entry in entries[: least(config.seats)])


def _never_laid(config: Config, laid: Codes, now: int, cells: Cells, i: int) -> Codes:
    codes = deck(config.stories)
    n = len(codes) - len(laid)
    if len(codes) <= SMALL:
        return tuple(codes[number] for number in cells[i, :n])
    if now >> 18 & 1:
        high = cells[i, n : 2 * n]
        return tuple(codes[int(number) | int(above) << 8] for number, above in zip(cells[i, :n], high, strict=True))
    return tuple((Counter(codes) - Counter(laid)).elements())


def dealt(config: Config, before: State, words: Words, cells: Cells, i: int) -> Deal | Reshuffle:
    """The dealer's action that led from the state `before` to row `i`."""
    row = [int(number) for number in words[i, :WORDS]]
    characters = _characters(config.seats, row)
    if before.turn:
        return Reshuffle(characters[sum(in_play(config.seats)) :])  # OZ-R8
    laid = _laid(config, row)
    stories = (*laid, *_never_laid(config, laid, row[int(NOW)], cells, i))
    return Deal(row[int(NOW)] >> 12 & 3, characters, stories)
