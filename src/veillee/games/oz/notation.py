"""Oz in words: what people type, what a log says, what a table looks like in a terminal.

A character is written by its name, "toto", a story by its code, "couple:dorothy+lion", and a hand by what it holds,
"4 dorothy 3 toto".
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from veillee.core.notation import NOTHING, Codec, Phrasebook, read_config
from veillee.games.oz.cards import CHARACTERS, Character, Counts
from veillee.games.oz.stories import parse, read_deck
from veillee.games.oz.types import (
    Action,
    CharactersStacked,
    Choose,
    Close,
    Column,
    ColumnDiscarded,
    ColumnsLaid,
    ColumnTaken,
    Config,
    Deal,
    DiscardReturned,
    Event,
    GameBegan,
    HandsRevealed,
    Reshuffle,
    StoriesStacked,
    StoryClosed,
    StoryDeck,
    TurnBegan,
    View,
)

BETWEEN: Final = " | "  # columns, and hands


def _write_column(column: Column) -> str:
    return " ".join((*column.characters, column.story))


def _read_column(text: str) -> dict[str, object]:
    *characters, story = text.split()
    return {"characters": characters, "story": story}


def _write_columns(columns: Sequence[Column]) -> str:
    return BETWEEN.join(map(_write_column, columns)) or NOTHING


def _read_columns(text: str) -> list[dict[str, object]]:
    return [] if text == NOTHING else list(map(_read_column, text.split(BETWEEN)))


def _write_hand(hand: Counts) -> str:
    return " ".join(f"{n} {character}" for n, character in zip(hand, CHARACTERS, strict=True) if n) or NOTHING


def _read_hand(text: str) -> Counts:
    words = [] if text == NOTHING else text.split()
    hand = {Character(word): int(n) for n, word in zip(words[::2], words[1::2], strict=True)}
    return tuple(hand.get(character, 0) for character in CHARACTERS)


def _write_hands(hands: Sequence[Counts]) -> str:
    return BETWEEN.join(map(_write_hand, hands))


def _read_hands(text: str) -> list[Counts]:
    return list(map(_read_hand, text.split(BETWEEN)))


def _write_deck(deck: StoryDeck) -> str:
    return deck if isinstance(deck, str) else " ".join(deck)


def _read_deck(text: str) -> str | list[str]:
    return text if text == "standard" else text.split()


def _read_story(text: str) -> str:
    parse(text)  # says better than a pattern what is wrong
    return text


CODECS: Final = {
    "columns": Codec(_write_columns, _read_columns),
    "deck": Codec(_write_deck, _read_deck),
    "hands": Codec(_write_hands, _read_hands),
    "story": Codec(str, _read_story),
}

ACTIONS: Final = Phrasebook(
    {
        Choose: "choose {column}",
        Close: "close {story}",
        Deal: "deal to {first} first characters {characters} stories {stories}",
        Reshuffle: "reshuffle {characters}",
    },
    CODECS,
    unsaid={Deal, Reshuffle},
)

EVENTS: Final = Phrasebook(
    {
        GameBegan: "the game begins; the story deck is {deck}",
        CharactersStacked: "the characters lie {characters}",
        StoriesStacked: "the stories lie {stories}",
        TurnBegan: "turn {turn} begins with seat {first}",
        ColumnsLaid: "the columns are {columns}",
        ColumnTaken: "seat {seat} takes column {column}: {characters} with {story}",
        StoryClosed: "seat {seat} closes {story}",
        ColumnDiscarded: "nobody takes {characters} with {story}",
        DiscardReturned: "the discarded characters are shuffled and go under the deck",
        HandsRevealed: "the hands are {hands}",
    },
    CODECS,
)


def configure(seats: int, options: Mapping[str, str]) -> Config:
    """The option `stories` is "standard", or the path of a deck file, whose list takes its place in the config."""
    name = options.get("stories", "standard")
    config = read_config(Config, "OZ-R2", seats, {**options, "stories": "standard"})
    return config if name == "standard" else replace(config, stories=read_deck(Path(name)))


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
    lines = [f"{_phase(view)} · decks {view.decks.characters} characters, {view.decks.stories} stories"]
    for index, column in enumerate(view.columns):
        lines.append(f"column {index}: {_write_column(column) if column else 'taken'}")
    for seat, codes in enumerate(view.open):
        hidden = f"{view.hands[seat]} in hand, {view.closed_counts[seat]} closed"
        lines.append(f"seat {seat} ({hidden}): {_row(codes)}")
    lines.append(f"discarded: {_write_hand(view.discarded)} with {_row(view.discarded_stories)}")
    if any(view.hand):
        lines.append(f"hand of seat {view.seat}: {_write_hand(view.hand)}")
    if view.closed:
        lines.append(f"closed by seat {view.seat}: {_row(view.closed)}")
    if view.outcome:
        lines += _sheet(view)
    return "\n".join(lines)


def _phase(view: View) -> str:
    turn = f"turn {view.turn} of {view.turns}, seat {view.first} has the marker"
    actors = ", ".join(f"seat {seat}" for seat in view.to_act)
    match view.phase:
        case "deal":
            return f"{turn}, the discarded characters to be shuffled" if view.turn else "before the deal"
        case "choose":
            return f"{turn}, {actors} to choose"
        case "close":
            return f"{turn}, {actors} to close a story"
        case "over":
            return "over"


def _row(codes: Sequence[str]) -> str:
    return " ".join(codes) or "–"


def _sheet(view: View) -> list[str]:
    assert view.outcome
    lines: list[str] = []
    for seat, sheet in enumerate(view.outcome.sheet.seats):
        parts = " · ".join(f"{scored.story} = {scored.points}" for scored in sheet.stories)
        lines.append(f"seat {seat} shows {_write_hand(sheet.hand)}")
        lines.append(f"seat {seat}: {parts} → {sheet.total}, rank {view.outcome.ranks[seat]}")
    return lines
