"""The nouns of Nimble. No logic.

Their JSON is the contract: names, shapes and orders are what outside programs rely on.
"""

from typing import Annotated, Literal

from msgspec import Meta

from veillee.core.game import Fact, Outcome, Seat, Value
from veillee.games.nimble.cards import Card

Cards = tuple[Card, ...]
Starts = tuple[int, ...]
Phase = Literal["deal", "race", "over"]
Reason = Literal["out", "stuck"]
Title = Literal["queen", "don-quixote", "moby-dick", "pinocchio"]


class Config(Value, frozen=True):
    seats: Annotated[int, Meta(extra_json_schema={"minimum": 2, "maximum": 4})]
    challenge: bool = False
    guided: bool = False


# Actions: what an actor asks for.


class Deal(Fact, frozen=True):
    """The dealer's, each round: the packs of the seats, top first, and how many piles each seat starts."""

    packs: tuple[Cards, ...]
    starts: Starts


class Flip(Fact, frozen=True):
    """Turn the top of the pack onto the own discard."""


class Back(Fact, frozen=True):
    """Put the top of the own discard face down back on the pack."""


class Recycle(Fact, frozen=True):
    """Turn the whole discard over: it is the pack again."""


class Place(Fact, frozen=True):
    """Put the top of the own discard on a pile; `onto` is the card aimed at."""

    card: Card
    pile: int
    onto: Card


Action = Deal | Flip | Back | Recycle | Place


# Events: what happened. Told whole or not at all.


class RoundBegan(Fact, frozen=True):
    """The race is on: what starts the three piles, and whether misplaced cards are refused."""

    round: int
    piles: Cards
    guided: bool


class PackShuffled(Fact, frozen=True):
    """The face-down pack of the seat, next card first."""

    seat: Seat
    cards: Cards


class CardFlipped(Fact, frozen=True):
    seat: Seat
    card: Card


class CardReturned(Fact, frozen=True):
    """The top of the seat's discard went back on its pack."""

    seat: Seat
    card: Card


class DiscardRecycled(Fact, frozen=True):
    seat: Seat


class CardPlaced(Fact, frozen=True):
    seat: Seat
    card: Card
    pile: int
    onto: Card


class RoundEnded(Fact, frozen=True):
    """Somebody is out of cards, or nobody can place a fitting one. The audit follows from what lies on the table."""

    reason: Reason


Event = RoundBegan | PackShuffled | CardFlipped | CardReturned | DiscardRecycled | CardPlaced | RoundEnded


class SeatSheet(Value, frozen=True):
    """How one seat came out of one round."""

    left: int
    arrival: int
    title: Title
    errors: int
    rank: int


class PileSheet(Value, frozen=True):
    """A pile from bottom to top, and which of its cards do not fit the one below."""

    cards: Cards
    errors: tuple[int, ...]


class RoundSheet(Value, frozen=True):
    seats: tuple[SeatSheet, ...]
    piles: tuple[PileSheet, ...]


class Sheet(Value, frozen=True):
    rounds: tuple[RoundSheet, ...]
    won: tuple[int, ...] | None


class State(Value, frozen=True):
    """Everything, secrets included. Never leaves the server. Between rounds and at the end the table is clear."""

    config: Config
    phase: Phase
    round: int  # from 1; in the phase deal the one about to be dealt
    rounds: int
    piles: tuple[Cards, ...]  # each bottom to top
    packs: tuple[Cards, ...]  # by seat, each next card first
    discards: tuple[Cards, ...]  # by seat, each bottom to top
    results: tuple[RoundSheet, ...]


class PileView(Value, frozen=True):
    top: Card
    height: int


class DiscardView(Value, frozen=True):
    top: Card | None
    height: int


class View(Value, frozen=True):
    """What one seat, or a spectator, may know."""

    seat: Seat
    seats: int
    phase: Phase
    to_act: tuple[Seat, ...]
    round: int
    rounds: int
    piles: tuple[PileView, ...]
    packs: tuple[int, ...]
    discards: tuple[DiscardView, ...]
    results: tuple[RoundSheet, ...]
    outcome: Outcome[Sheet] | None
