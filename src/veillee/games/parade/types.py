"""The nouns of Parade. No logic.

Their JSON is the contract: names, shapes and orders are what outside programs rely on.
"""

from typing import Annotated, Literal

from msgspec import Meta

from veillee.core.game import Fact, Outcome, Seat, Value
from veillee.games.parade.cards import Card

Cards = tuple[Card, ...]
Phase = Literal["deal", "play", "last", "discard", "over"]
Reason = Literal["colours", "pile", "both"]


class Config(Value, frozen=True):
    seats: Annotated[int, Meta(extra_json_schema={"minimum": 2, "maximum": 6})]


# Actions: what an actor asks for.


class Deal(Fact, frozen=True):
    """The dealer's: all 66 cards in the order of the deal, and who plays first."""

    deck: Cards
    first: Seat


class Play(Fact, frozen=True):
    card: Card


class Discard(Fact, frozen=True):
    """Two cards of the hand, in canonical order."""

    cards: Cards


Action = Deal | Play | Discard


# Events: what happened. Told whole or not at all.


class ParadeLaid(Fact, frozen=True):
    """The game begins: the parade from front to end, the player who starts, and how large hands and pile are."""

    first: Seat
    parade: Cards


class HandDealt(Fact, frozen=True):
    seat: Seat
    cards: Cards


class PileStacked(Fact, frozen=True):
    """The face-down pile, next card first."""

    cards: Cards


class CardPlayed(Fact, frozen=True):
    seat: Seat
    card: Card


class CardsTaken(Fact, frozen=True):
    """These left the parade, from front to end, and lie before the seat."""

    seat: Seat
    cards: Cards


class CardDrawn(Fact, frozen=True):
    seat: Seat
    card: Card


class PileShrank(Fact, frozen=True):
    """The seat drew a card, as everybody sees."""

    seat: Seat


class LastRoundBegan(Fact, frozen=True):
    reason: Reason


class LastRoundEnded(Fact, frozen=True):
    """Everybody now chooses two cards to discard."""


class CardsDiscarded(Fact, frozen=True):
    seat: Seat
    cards: Cards


class SeatChose(Fact, frozen=True):
    """The seat has put two cards face down, as everybody sees."""

    seat: Seat


class CardsKept(Fact, frozen=True):
    """All have chosen: the seat's other two cards join those before it."""

    seat: Seat
    cards: Cards


Event = (
    ParadeLaid
    | HandDealt
    | PileStacked
    | CardPlayed
    | CardsTaken
    | CardDrawn
    | PileShrank
    | LastRoundBegan
    | LastRoundEnded
    | CardsDiscarded
    | SeatChose
    | CardsKept
)


class ColourSheet(Value, frozen=True):
    """One seat's cards of one colour and what they cost."""

    cards: Cards
    majority: bool
    points: int


class SeatSheet(Value, frozen=True):
    colours: tuple[ColourSheet, ...]
    kept: Cards
    cards_in_front: int
    total: int


class Sheet(Value, frozen=True):
    seats: tuple[SeatSheet, ...]


class State(Value, frozen=True):
    """Everything, secrets included. Never leaves the server. Hands and collections are in canonical order."""

    config: Config
    phase: Phase
    first: Seat | None
    turn: Seat | None  # in the phases play and last, whose turn it is
    parade: Cards  # front to end
    pile: Cards  # next card first
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    turns_left: int | None
    reason: Reason | None
    discarded: tuple[Cards, ...]
    kept: tuple[Cards, ...]


class View(Value, frozen=True):
    """What one seat, or a spectator, may know."""

    seat: Seat
    seats: int
    phase: Phase
    to_act: tuple[Seat, ...]
    first: Seat | None
    parade: Cards
    pile: int
    hands: tuple[int, ...]
    hand: Cards
    taken: tuple[Cards, ...]
    turns_left: int | None
    reason: Reason | None
    chosen: tuple[bool, ...]
    discarded: Cards
    outcome: Outcome[Sheet] | None
