"""From the room's State to a row and back, in plain Python."""

# pyright: basic

from typing import Any

import numpy as np

from veillee.core.game import Seat
from veillee.games.parade.cards import DECK as CARDS
from veillee.games.parade.cards import Card, canonical
from veillee.games.parade.encode import PHASES, REASONS
from veillee.games.parade.kernel import rows
from veillee.games.parade.kernel.line import code
from veillee.games.parade.types import Cards, Config, Deal, State
from veillee.rows.kernel import Cells, Words


def load(config: Config, state: State, words: Words, cells: Cells, i: int, key: int, actor: Seat | None = None) -> None:
    """All chance of Parade is in its deal, so that nothing is drawn from the key."""
    words[i], cells[i] = 0, 0
    row = cells[i]
    row[rows.NEXT] = rows.TOP
    for seat, cards in enumerate(state.taken):
        for card in cards:
            words[i, int(rows.FRONT) + seat] |= _own(words, row, i, card)
            row[canonical(card)] = rows.IN_FRONT + seat
    for card in state.parade:
        words[i, rows.MARCHING] |= _own(words, row, i, card)
        row[canonical(card)] = rows.IN_PARADE
    for seat in range(config.seats):
        _load_seat(state, row, seat)
    for place, card in enumerate(reversed(state.pile), start=1):
        row[int(rows.DECK) + len(CARDS) - place] = canonical(card)
    chooses = _lowest_to_choose(state) if actor is None else actor
    row[rows.TURN] = chooses if state.turn is None else state.turn
    row[rows.PHASE] = PHASES.index(state.phase)
    row[rows.LEFT] = state.turns_left or 0
    row[rows.DRAWN] = len(CARDS) - len(state.pile)
    row[rows.FIRST] = state.first
    row[rows.REASON] = REASONS.index(state.reason)
    if state.phase == "over":
        rows.settle(config.seats, words, i)


def _own(words: Words, row: np.ndarray[Any, np.dtype[np.uint8]], i: int, card: Card) -> np.uint64:
    """The card gets the next bit: this one."""
    number, at = canonical(card), int(row[rows.NEXT])
    bit, of = np.uint64(1 << at), int(code(np.uint64(number)))
    for k in range(7):
        if of >> k & 1:
            words[i, 1 + k] |= bit
    row[int(rows.CARD) + at], row[rows.NEXT] = number, at - 1
    return bit


def _load_seat(state: State, row: np.ndarray[Any, np.dtype[np.uint8]], seat: Seat) -> None:
    kept = state.kept[seat]
    for slot, card in enumerate(kept or state.hands[seat]):
        row[int(rows.HAND) + int(rows.HELD) * seat + slot] = canonical(card)
    for card in state.hands[seat]:
        row[canonical(card)] = rows.IN_HAND + seat
    for card in state.discarded[seat]:
        row[canonical(card)] = rows.AWAY + seat
        row[rows.CHOSEN] |= 1 << seat
    for card in state.taken[seat]:
        row[int(rows.COLOURS) + seat] |= 1 << (canonical(card) // 11)


def _lowest_to_choose(state: State) -> Seat:
    return next((seat for seat, cards in enumerate(state.discarded) if not cards), 0)


def state(config: Config, words: Words, cells: Cells, i: int) -> State:
    row, seats = cells[i], range(config.seats)
    phase = PHASES[row[rows.PHASE]]
    over = phase == "over"
    marching = int(words[i, rows.MARCHING])
    return State(
        config=config,
        phase=phase,
        first=int(row[rows.FIRST]),
        turn=int(row[rows.TURN]) if phase in ("play", "last") else None,
        parade=tuple(CARDS[row[int(rows.CARD) + at]] for at in reversed(range(64)) if marching >> at & 1),
        pile=tuple(CARDS[card] for card in row[int(rows.DECK) + int(row[rows.DRAWN]) : rows.CARD]),
        hands=tuple(_lying(row, rows.IN_HAND + seat) for seat in seats),
        taken=tuple(_lying(row, rows.IN_FRONT + seat) for seat in seats),
        turns_left=int(row[rows.LEFT]) if phase == "last" else None,
        reason=REASONS[row[rows.REASON]],
        discarded=tuple(_lying(row, rows.AWAY + seat) for seat in seats),
        kept=tuple(_kept(row, seat) if over else () for seat in seats),
    )


def _lying(row: np.ndarray[Any, np.dtype[np.uint8]], where: int) -> Cards:
    return tuple(CARDS[number] for number in np.flatnonzero(row[: len(CARDS)] == where))


def _kept(row: np.ndarray[Any, np.dtype[np.uint8]], seat: Seat) -> Cards:
    hand = int(rows.HAND) + int(rows.HELD) * seat
    return tuple(CARDS[number] for number in sorted(row[hand : hand + 2]))


def dealt(config: Config, before: State, words: Words, cells: Cells, i: int) -> Deal:
    deck = cells[i, rows.DECK : rows.CARD]
    return Deal(tuple(CARDS[number] for number in deck), int(cells[i, rows.FIRST]))
