"""Parade: who may act, what is legal, what follows. The rules are numbered in README.md.

Draws no randomness and reads no clock: the shuffled deck arrives as the dealer's action.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, Literal, assert_never

from msgspec.structs import replace

from veillee.core.game import (
    DEALER,
    BadConfig,
    IllegalAction,
    Outcome,
    Seat,
    must_be_to_act,
    must_exist,
    refuse_foreign,
)
from veillee.core.tuples import put, without
from veillee.games.parade import scoring, view
from veillee.games.parade.cards import DECK, Card, canonical
from veillee.games.parade.types import (
    Action,
    CardDrawn,
    CardPlayed,
    Cards,
    CardsDiscarded,
    CardsKept,
    CardsTaken,
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
    Sheet,
    State,
    View,
)

HAND: Final = 5
PARADE: Final = 6


class Parade:
    """The rules as the house's protocol wants them; every method is a pure function."""

    name = "parade"
    title = "Parade"
    author = "Naoki Homma"
    rules_version = 1
    pace: Literal["turns", "race"] = "turns"
    seat_counts = range(2, 7)
    config_type: Any = Config
    action_type: Any = Action
    event_type: Any = Event
    view_type: Any = View

    def start(self, config: Config) -> State:
        # PAR-R2: two to six players.
        if config.seats not in self.seat_counts:
            raise BadConfig("PAR-R2", "seats", f"Parade is for 2 to 6 players, not {config.seats}")
        nothing: tuple[Cards, ...] = ((),) * config.seats
        return State(
            config=config,
            phase="deal",
            first=None,
            turn=None,
            parade=(),
            pile=(),
            hands=nothing,
            taken=nothing,
            turns_left=None,
            reason=None,
            discarded=nothing,
            kept=nothing,
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seats that may act now (discards are simultaneous), `(DEALER,)` for the deal, `()` when over."""
        match state.phase:
            case "deal":
                return (DEALER,)
            case "play" | "last":
                assert state.turn is not None
                return (state.turn,)
            case "discard":
                return tuple(seat for seat, cards in enumerate(state.discarded) if not cards)
            case "over":
                return ()
            case _:
                assert_never(state.phase)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Plays by card, discards by pair, in canonical order; nothing for the dealer, whose deals are too many."""
        if seat == DEALER or seat not in self.to_act(state):
            return ()
        hand = state.hands[seat]
        if state.phase == "discard":
            return tuple(map(Discard, combinations(hand, 2)))
        return tuple(map(Play, hand))

    def decide(self, state: State, seat: Seat, action: Action) -> tuple[Event, ...]:
        must_be_to_act("PAR-R5", seat, self.to_act(state))
        match action:
            case Deal():
                return _decide_deal(state, seat, action)
            case _ if seat == DEALER:
                raise IllegalAction("PAR-R4", "before anything else the dealer deals")
            case Play(card):
                return _decide_play(state, seat, card)
            case Discard(cards):
                return _decide_discard(state, seat, cards)
            case _:
                refuse_foreign("PAR-R5", action)

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case ParadeLaid(first, parade):
                return replace(state, phase="play", first=first, turn=first, parade=parade)
            case HandDealt(seat, cards):
                return replace(state, hands=put(state.hands, seat, _sorted(cards)))
            case PileStacked(cards):
                return replace(state, pile=cards)
            case CardPlayed(seat, card):
                return _evolve_played(state, seat, card)
            case CardsTaken(seat, cards):
                parade = tuple(card for card in state.parade if card not in cards)
                return replace(state, parade=parade, taken=put(state.taken, seat, _sorted(state.taken[seat] + cards)))
            case CardDrawn(seat, card):
                return replace(state, hands=put(state.hands, seat, _sorted((*state.hands[seat], card))))
            case PileShrank():
                return replace(state, pile=state.pile[1:])
            case LastRoundBegan(reason):
                return replace(state, phase="last", reason=reason, turns_left=state.config.seats)
            case LastRoundEnded():
                return replace(state, phase="discard", turn=None, turns_left=None)
            case CardsDiscarded(seat, cards):
                hands = put(state.hands, seat, without(state.hands[seat], cards))
                return replace(state, hands=hands, discarded=put(state.discarded, seat, cards))
            case SeatChose():
                return state
            case CardsKept(seat, cards):
                return _evolve_kept(state, seat, cards)
            case _:
                assert_never(event)

    def outcome(self, state: State) -> Outcome[Sheet] | None:
        return scoring.outcome(state.taken, state.kept) if state.phase == "over" else None

    def audience(self, event: Event) -> frozenset[Seat]:
        return view.audience(event)

    def view(self, state: State, seat: Seat) -> View:
        must_exist(seat, state.config.seats)
        return view.view(state, seat, self.to_act(state), self.outcome(state))


def _decide_deal(state: State, seat: Seat, deal: Deal) -> tuple[Event, ...]:
    if seat != DEALER:
        raise IllegalAction("PAR-R5", "only the dealer deals")
    seats, deck = state.config.seats, deal.deck
    # PAR-R1: the deck is 66 cards, each once.
    if len(deck) != len(DECK) or set(deck) != set(DECK):
        raise IllegalAction("PAR-R1", "a deal holds each of the 66 cards once")
    # PAR-R3: anybody at the table may be the first player.
    if deal.first not in range(seats):
        raise IllegalAction("PAR-R3", f"the first player is one of the seats 0 to {seats - 1}, not {deal.first}")
    # PAR-R4: one card at a time, clockwise from the first player, five times round; then the parade; then the pile.
    dealt = HAND * seats
    hands = (HandDealt(s, deck[(s - deal.first) % seats : dealt : seats]) for s in range(seats))
    parade, pile = deck[dealt : dealt + PARADE], deck[dealt + PARADE :]
    return (ParadeLaid(deal.first, parade), *hands, PileStacked(pile))


def _decide_play(state: State, seat: Seat, card: Card) -> tuple[Event, ...]:
    if state.phase not in ("play", "last"):
        raise IllegalAction("PAR-R14", "the last round is over: discard two cards of the hand")
    # PAR-R6: a card from the own hand.
    if card not in state.hands[seat]:
        raise IllegalAction("PAR-R6", f"{card} is not in the hand of seat {seat}; play a card that is")
    happened: list[Event] = [CardPlayed(seat, card)]
    # PAR-R7: what must leave lies before the player.
    gone = scoring.leaving(state.parade, card)
    if gone:
        happened.append(CardsTaken(seat, gone))
    # PAR-R12: in the last round nobody draws, and the round ends with the player who triggered it.
    if state.turns_left is not None:
        if state.turns_left == 1:
            happened.append(LastRoundEnded())
        return tuple(happened)
    # PAR-R10: drawing brings the hand back to five.
    happened += [CardDrawn(seat, state.pile[0]), PileShrank(seat)]
    # PAR-R11: after the draw, six colours or an empty pile or both begin the one last round.
    colours, empty = scoring.has_six_colours(state.taken[seat] + gone), len(state.pile) == 1
    if colours or empty:
        happened.append(LastRoundBegan("both" if colours and empty else "colours" if colours else "pile"))
    return tuple(happened)


def _decide_discard(state: State, seat: Seat, cards: Cards) -> tuple[Event, ...]:
    # PAR-R14: two of the four cards of the hand, once the last round is over.
    if state.phase != "discard":
        raise IllegalAction("PAR-R14", "discards come after the last round; play a card of the hand")
    if Discard(cards) not in map(Discard, combinations(state.hands[seat], 2)):
        raise IllegalAction("PAR-R14", "a discard is two different cards of the own hand, in canonical order")
    chosen = (CardsDiscarded(seat, cards), SeatChose(seat))
    if any(not other for s, other in enumerate(state.discarded) if s != seat):
        return chosen
    # PAR-R14: when all have chosen, the other two cards of each join those before the player.
    hands = put(state.hands, seat, without(state.hands[seat], cards))
    return (*chosen, *(CardsKept(s, hand) for s, hand in enumerate(hands)))


def _evolve_played(state: State, seat: Seat, card: Card) -> State:
    return replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], (card,))),
        parade=(*state.parade, card),
        turn=(seat + 1) % state.config.seats,
        turns_left=None if state.turns_left is None else state.turns_left - 1,
    )


def _evolve_kept(state: State, seat: Seat, cards: Cards) -> State:
    return replace(
        state,
        phase="over",
        hands=put(state.hands, seat, ()),
        taken=put(state.taken, seat, _sorted(state.taken[seat] + cards)),
        kept=put(state.kept, seat, cards),
    )


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards, key=canonical))
