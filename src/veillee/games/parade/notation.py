"""Parade in words: what people type, what a log says, what a table looks like in a terminal.

A card is written by its name, "green-3".
"""

from collections.abc import Mapping, Sequence
from typing import Final

from veillee.core.notation import Phrasebook, read_config
from veillee.games.parade.cards import COLOURS, Card, colour, value
from veillee.games.parade.types import (
    Action,
    CardDrawn,
    CardPlayed,
    CardsDiscarded,
    CardsKept,
    CardsTaken,
    ColourSheet,
    Config,
    Deal,
    Discard,
    Event,
    HandDealt,
    LastRoundBegan,
    LastRoundEnded,
    ParadeLaid,
    PileShrank,
    PileStacked,
    Play,
    SeatChose,
    View,
)

ACTIONS: Final = Phrasebook(
    {
        Play: "play {card}",
        Discard: "discard {cards}",
        Deal: "deal to {first} first {deck}",
    },
    unsaid={Deal},
)

EVENTS: Final = Phrasebook(
    {
        ParadeLaid: "seat {first} begins; the parade is {parade}",
        HandDealt: "seat {seat} is dealt {cards}",
        PileStacked: "the pile is {cards}",
        CardPlayed: "seat {seat} plays {card}",
        CardsTaken: "seat {seat} collects {cards}",
        CardDrawn: "seat {seat} draws {card}",
        PileShrank: "seat {seat} takes a card from the pile",
        LastRoundBegan: "the last round begins, because of {reason}",
        LastRoundEnded: "the last round is over; everybody discards two cards",
        CardsDiscarded: "seat {seat} discards {cards}",
        SeatChose: "seat {seat} has chosen two cards to discard",
        CardsKept: "seat {seat} keeps {cards}",
    }
)


def configure(seats: int, options: Mapping[str, str]) -> Config:
    return read_config(Config, "PAR-R2", seats, options)


def write_action(action: Action) -> str:
    return ACTIONS.write(action)


def read_action(text: str) -> Action:
    return ACTIONS.read(text)


def write_event(event: Event) -> str:
    return EVENTS.write(event)


def read_event(text: str) -> Event:
    return EVENTS.read(text)


def draw(view: View) -> str:
    """The table as one seat sees it, a line for each thing on it."""
    lines = [
        f"{_phase(view)} · pile {view.pile}",
        f"parade (front → end): {_row(view.parade)}",
    ]
    for seat in range(view.seats):
        chose = ", has discarded" if view.chosen[seat] else ""
        lines.append(f"seat {seat} ({view.hands[seat]} in hand{chose}): {_by_colour(view.taken[seat])}")
    if view.hand:
        lines.append(f"hand of seat {view.seat}: {_row(view.hand)}")
    if view.discarded:
        lines.append(f"discarded by seat {view.seat}: {_row(view.discarded)}")
    if view.outcome:
        lines += _sheet(view)
    return "\n".join(lines)


def _phase(view: View) -> str:
    actors = ", ".join(f"seat {seat}" for seat in view.to_act)
    match view.phase:
        case "deal":
            return "before the deal"
        case "play":
            return f"{actors} to play"
        case "last":
            return f"last round ({view.reason}), {view.turns_left} to go, {actors} to play"
        case "discard":
            return f"two cards to discard: {actors}"
        case "over":
            return f"over (the last round came by {view.reason})"


def _row(cards: Sequence[Card]) -> str:
    return " ".join(cards) or "–"


def _by_colour(cards: Sequence[Card]) -> str:
    piles = ((hue, [card for card in cards if colour(card) == hue]) for hue in COLOURS)
    return " · ".join(f"{hue} {' '.join(str(value(card)) for card in pile)}" for hue, pile in piles if pile) or "–"


def _sheet(view: View) -> list[str]:
    assert view.outcome
    lines: list[str] = []
    for seat, sheet in enumerate(view.outcome.sheet.seats):
        parts = " · ".join(_cost(hue, of) for hue, of in zip(COLOURS, sheet.colours, strict=True) if of.cards)
        rank = view.outcome.ranks[seat]
        lines.append(f"seat {seat}: {parts or '–'} → {sheet.total} with {sheet.cards_in_front} in front, rank {rank}")
    return lines


def _cost(hue: str, of: ColourSheet) -> str:
    values = " ".join(str(value(card)) for card in of.cards)
    return f"{hue} {values}{' face down' if of.majority else ''} = {of.points}"
