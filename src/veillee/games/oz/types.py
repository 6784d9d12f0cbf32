"""The nouns of Oz. No logic.

Their JSON is the contract: names, shapes and orders are what outside programs rely on.
"""

from typing import Annotated, Literal

from msgspec import Meta

from veillee.core.game import Fact, Outcome, Seat, Value
from veillee.games.oz.cards import CODE, Character, Counts

Characters = tuple[Character, ...]
Code = Annotated[str, Meta(pattern=CODE)]  # of a story, as its deck writes it
Codes = tuple[Code, ...]
StoryDeck = Literal["standard"] | tuple[str, ...]  # any texts: the rules say which is no code, and why
Phase = Literal["deal", "choose", "close", "over"]


class Config(Value, frozen=True):
    seats: Annotated[int, Meta(extra_json_schema={"minimum": 2, "maximum": 4})]
    stories: StoryDeck = "standard"


class Column(Value, frozen=True):
    """What a player takes whole."""

    characters: tuple[Character, Character]
    story: Code


# Actions: what an actor asks for.


class Deal(Fact, frozen=True):
    """The dealer's: who has the marker, and both decks with their next card first."""

    first: Seat
    characters: Characters
    stories: Codes


class Reshuffle(Fact, frozen=True):
    """The dealer's, with four players before turn 8: the discarded characters in the order in which they go under."""

    characters: Characters


class Choose(Fact, frozen=True):
    """Take the column of this index."""

    column: int


class Close(Fact, frozen=True):
    """Turn this open story face down; of equal ones the first taken."""

    story: Code


Action = Deal | Reshuffle | Choose | Close


# Events: what happened. Told whole or not at all.


class GameBegan(Fact, frozen=True):
    """Everybody knows which stories the deck holds, as the config names them, and nobody their order."""

    deck: StoryDeck


class CharactersStacked(Fact, frozen=True):
    """The whole face-down deck of characters, next card first."""

    characters: Characters


class StoriesStacked(Fact, frozen=True):
    """The whole face-down deck of stories, next card first."""

    stories: Codes


class TurnBegan(Fact, frozen=True):
    """The marker lies before the seat that chooses first; the columns are still to be laid."""

    turn: int
    first: Seat


class ColumnsLaid(Fact, frozen=True):
    """These came off the decks, face up."""

    columns: tuple[Column, ...]


class ColumnTaken(Fact, frozen=True):
    seat: Seat
    column: int
    characters: tuple[Character, Character]
    story: Code


class StoryClosed(Fact, frozen=True):
    seat: Seat
    story: Code


class ColumnDiscarded(Fact, frozen=True):
    """Nobody took this column, and the turn is over."""

    characters: tuple[Character, Character]
    story: Code


class DiscardReturned(Fact, frozen=True):
    """The discarded characters were shuffled and lie under those left in the deck."""


class HandsRevealed(Fact, frozen=True):
    """The game is over, and everybody shows their hand."""

    hands: tuple[Counts, ...]


Event = (
    GameBegan
    | CharactersStacked
    | StoriesStacked
    | TurnBegan
    | ColumnsLaid
    | ColumnTaken
    | StoryClosed
    | ColumnDiscarded
    | DiscardReturned
    | HandsRevealed
)


class ScoredStory(Value, frozen=True):
    story: Code
    points: int


class SeatSheet(Value, frozen=True):
    """A hand, and what it earns on each open story, in order of taking."""

    hand: Counts
    stories: tuple[ScoredStory, ...]
    total: int


class Sheet(Value, frozen=True):
    seats: tuple[SeatSheet, ...]


class State(Value, frozen=True):
    """Everything, secrets included. Never leaves the server. Only the order of the decks is nobody's to know."""

    config: Config
    phase: Phase
    turn: int  # 0 before the deal
    first: Seat | None  # who has the marker
    chooser: Seat  # who is to choose or to close; in other phases who has the marker
    columns: tuple[Column | None, ...]
    characters: Characters  # the deck, next card first
    stories: Codes  # the deck, next card first
    hands: tuple[Counts, ...]
    open: tuple[Codes, ...]  # in order of taking
    closed: tuple[Codes, ...]  # in order of closing
    discarded: Counts
    discarded_stories: Codes


class Decks(Value, frozen=True):
    """How many cards are left in each deck."""

    characters: int
    stories: int


class View(Value, frozen=True):
    """What one seat, or a spectator, sees. Others' hands and closed stories lie hidden, though all saw them taken."""

    seat: Seat
    seats: int
    phase: Phase
    to_act: tuple[Seat, ...]
    turn: int | None
    turns: int
    first: Seat | None
    columns: tuple[Column | None, ...]
    hand: Counts
    hands: tuple[int, ...]
    open: tuple[Codes, ...]
    closed: Codes
    closed_counts: tuple[int, ...]
    discarded: Counts
    discarded_stories: Codes
    decks: Decks
    outcome: Outcome[Sheet] | None
