"""The nouns of Tea Time. No logic.

Their JSON is the contract: names, shapes and orders are what outside programs rely on.
"""

from typing import Annotated, Literal

from msgspec import Meta

from veillee.core.game import Fact, Outcome, Seat, Value
from veillee.games.teatime.cards import Card, Character

Cards = tuple[Card, ...]
Stack = tuple[Character, ...]
Cell = tuple[int, int]  # row, column
Cells = tuple[Cell, ...]
Grid = tuple[tuple[Card | None, ...], ...]
Collection = tuple[int, ...]  # of each character in canonical order: + normal cards, − mirror cards
Phase = Literal["deal", "play", "over"]


class Config(Value, frozen=True):
    seats: Annotated[int, Meta(extra_json_schema={"minimum": 2, "maximum": 4})]


# Actions: what an actor asks for.


class Deal(Fact, frozen=True):
    """The dealer's: who starts with Alice, and the character cards, first drawn first."""

    first: Seat
    stack: Stack


class Take(Fact, frozen=True):
    """The cells of the cards to take, ascending."""

    cells: Cells


Action = Deal | Take


# Events: what happened. Told whole or not at all.


class StackShuffled(Fact, frozen=True):
    """All character cards, face hidden, first drawn first."""

    stack: Stack


class FirstChosen(Fact, frozen=True):
    """The seat holds Alice and starts the first round."""

    seat: Seat


class GridLaid(Fact, frozen=True):
    """A round begins with these cards from the stack; the seat that holds Alice starts it."""

    round: int
    rows: tuple[Cards, ...]


class CardsTaken(Fact, frozen=True):
    """The seat took these cards, Alice among them or not, from these cells."""

    seat: Seat
    cells: Cells
    cards: Cards


class AlicePlaced(Fact, frozen=True):
    """Alice fills the cell of the round's first card."""

    cell: Cell


class CardsCancelled(Fact, frozen=True):
    """So many cards, half of each face, left the game from before the seat or on their way there."""

    seat: Seat
    character: Character
    count: int


class AliceTaken(Fact, frozen=True):
    """The seat holds Alice."""

    seat: Seat


class GameEnded(Fact, frozen=True):
    """The last card of the last round is taken."""


Event = StackShuffled | FirstChosen | GridLaid | CardsTaken | AlicePlaced | CardsCancelled | AliceTaken | GameEnded


class CharacterSheet(Value, frozen=True):
    """One seat's cards of one character, signed as in a collection, and what they score."""

    count: int
    points: int


class SeatSheet(Value, frozen=True):
    characters: tuple[CharacterSheet, ...]
    alice: int
    total: int


class Sheet(Value, frozen=True):
    seats: tuple[SeatSheet, ...]


class State(Value, frozen=True):
    """Everything, secrets included. Never leaves the server."""

    config: Config
    phase: Phase
    round: int  # from 1; 0 before the deal
    turn: int  # in the round, from 1; 0 when nobody plays
    player: Seat | None  # in the phase play, whose turn it is
    grid: Grid
    alice: Seat | None  # who holds her; None before the deal and while she is in the grid
    collections: tuple[Collection, ...]
    cancelled: tuple[int, ...]  # cards of each character that left the game
    stack: Stack  # next card first


class View(Value, frozen=True):
    """What one seat, or a spectator, may know."""

    seat: Seat
    seats: int
    phase: Phase
    to_act: tuple[Seat, ...]
    round: int
    rounds: int
    turn: int | None
    limit: int | None
    grid: Grid
    alice: Seat | None
    collections: tuple[Collection, ...]
    cancelled: int
    stack: int
    outcome: Outcome[Sheet] | None
