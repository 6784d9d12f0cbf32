"""Nimble in words: what people type, what a log says, what a table looks like in a terminal.

A card is written by its name, "2:blue/green": its owner, the colour of its frame, the colour of its circle.
"""

from collections.abc import Mapping
from typing import Final

from veillee.core.notation import Phrasebook, read_config
from veillee.games.nimble.types import (
    Action,
    Back,
    CardFlipped,
    CardPlaced,
    CardReturned,
    Config,
    Deal,
    DiscardRecycled,
    DiscardView,
    Event,
    Flip,
    PackShuffled,
    PileSheet,
    Place,
    Recycle,
    RoundBegan,
    RoundEnded,
    RoundSheet,
    View,
)

ACTIONS: Final = Phrasebook(
    {
        Flip: "flip",
        Back: "back",
        Recycle: "recycle",
        Place: "place {card} on pile {pile} over {onto}",
        Deal: "deal {starts} to the piles from {packs}",
    },
    unsaid={Deal},
)

EVENTS: Final = Phrasebook(
    {
        RoundBegan: "round {round} begins on {piles}; guided: {guided}",
        PackShuffled: "the pack of seat {seat} is {cards}",
        CardFlipped: "seat {seat} flips {card}",
        CardReturned: "seat {seat} takes {card} back",
        DiscardRecycled: "seat {seat} recycles the discard",
        CardPlaced: "seat {seat} places {card} on pile {pile} over {onto}",
        RoundEnded: "the round is over: {reason}",
    }
)


def configure(seats: int, options: Mapping[str, str]) -> Config:
    return read_config(Config, "NIM-R1", seats, options)


def write_action(action: Action) -> str:
    return ACTIONS.write(action)


def read_action(text: str) -> Action:
    return ACTIONS.read(text)


def write_event(event: Event) -> str:
    return EVENTS.write(event)


def read_event(text: str) -> Event:
    return EVENTS.read(text)


def draw(view: View) -> str:
    """The table, a line for each thing on it. Nobody has anything of one's own to see, so it is the same for all."""
    lines = [f"round {view.round} of {view.rounds} · {_phase(view)}"]
    for number, pile in enumerate(view.piles):
        lines.append(f"pile {number} ({pile.height} high): {pile.top}")
    for seat, (pack, discard) in enumerate(zip(view.packs, view.discards, strict=True)):
        lines.append(f"seat {seat}: pack {pack} · discard {_discard(discard)}")
    if view.phase != "race":
        for number, sheet in enumerate(view.results, start=1):
            lines += _round(number, sheet)
    if view.outcome:
        lines += [
            f"seat {seat}: {'rounds won' if view.outcome.sheet.won else 'errors'} {score}, rank {rank}"
            for seat, (score, rank) in enumerate(zip(view.outcome.scores, view.outcome.ranks, strict=True))
        ]
    return "\n".join(lines)


def _phase(view: View) -> str:
    match view.phase:
        case "deal":
            return "before the deal"
        case "race":
            return "everybody at once"
        case "over":
            return "over"


def _discard(discard: DiscardView) -> str:
    return f"{discard.height}, {discard.top} on top" if discard.top else "empty"


def _round(number: int, sheet: RoundSheet) -> list[str]:
    """The result of a round: what was misplaced on each pile, then how each seat came out."""
    piles = [f"round {number}, pile {place} {_audit(pile)}" for place, pile in enumerate(sheet.piles)]
    seats = [
        f"round {number}, seat {seat}: {of.left} left, {of.title}, {of.errors} misplaced, rank {of.rank}"
        for seat, of in enumerate(sheet.seats)
    ]
    return piles + seats


def _audit(pile: PileSheet) -> str:
    wrong = (f"{pile.cards[at]} over {pile.cards[at - 1]}" for at in pile.errors)
    return f"({len(pile.cards)} high): misplaced {' · '.join(wrong) or 'none'}"
