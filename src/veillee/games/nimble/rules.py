"""Nimble: who may act, what is legal, what follows. The rules are numbered in README.md.

Draws no randomness and reads no clock: the shuffled packs arrive as the dealer's action, and who is faster is decided
by the order in which actions arrive.
"""

from collections.abc import Sequence
from typing import Any, Literal, assert_never

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
from veillee.core.tuples import put
from veillee.games.nimble import scoring, view
from veillee.games.nimble.cards import PACKS, PILES, fits
from veillee.games.nimble.types import (
    Action,
    Back,
    CardFlipped,
    CardPlaced,
    CardReturned,
    Cards,
    Config,
    Deal,
    DiscardRecycled,
    Event,
    Flip,
    PackShuffled,
    Place,
    Recycle,
    RoundBegan,
    RoundEnded,
    Sheet,
    State,
    View,
)


class Nimble:
    """The rules as the house's protocol wants them; every method is a pure function."""

    name = "nimble"
    title = "Nimble"
    author = "Peter Jürgensen"
    rules_version = 1
    pace: Literal["turns", "race"] = "race"
    seat_counts = range(2, 5)
    config_type: Any = Config
    action_type: Any = Action
    event_type: Any = Event
    view_type: Any = View

    def start(self, config: Config) -> State:
        # NIM-R1: each player has one of the four packs.
        if config.seats not in self.seat_counts:
            raise BadConfig("NIM-R1", "seats", f"Nimble is for 2 to 4 players, not {config.seats}")
        # NIM-R17: a challenge has as many rounds as players.
        rounds = config.seats if config.challenge else 1
        return State(config=config, phase="deal", round=1, rounds=rounds, piles=(), packs=(), discards=(), results=())

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """`(DEALER,)` before each round, then all seats at once (NIM-R5), `()` when over."""
        match state.phase:
            case "deal":
                return (DEALER,)
            case "race":
                return tuple(range(state.config.seats))
            case "over":
                return ()
            case _:
                assert_never(state.phase)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Flip, back, recycle, then placements by pile; nothing for the dealer, whose deals are too many."""
        if seat == DEALER or seat not in self.to_act(state):
            return ()
        pack, discard = state.packs[seat], state.discards[seat]
        actions: list[Action] = [Flip()] if pack else []
        if discard:
            actions.append(Back())
            if not pack:
                actions.append(Recycle())
            aims = (Place(discard[-1], pile, cards[-1]) for pile, cards in enumerate(state.piles))
            actions += (aim for aim in aims if not state.config.guided or fits(aim.card, aim.onto))
        return tuple(actions)

    def decide(self, state: State, seat: Seat, action: Action) -> tuple[Event, ...]:
        must_be_to_act("NIM-R5", seat, self.to_act(state))
        match action:
            case Deal():
                return _decide_deal(state, seat, action)
            case _ if seat == DEALER:
                raise IllegalAction("NIM-R5", "the race is not on yet: the dealer deals first")
            case Flip():
                return _decide_flip(state, seat)
            case Back():
                return _decide_back(state, seat)
            case Recycle():
                return _decide_recycle(state, seat)
            case Place():
                return _decide_place(state, seat, action)
            case _:
                refuse_foreign("NIM-R5", action)

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case RoundBegan():
                empty = ((),) * state.config.seats
                piles = tuple((card,) for card in event.piles)
                return replace(state, phase="race", piles=piles, packs=empty, discards=empty)
            case PackShuffled(seat, cards):
                return replace(state, packs=put(state.packs, seat, cards))
            case CardFlipped(seat):
                return _move_border(state, seat, len(state.discards[seat]) + 1)
            case CardReturned(seat):
                return _move_border(state, seat, len(state.discards[seat]) - 1)
            case DiscardRecycled(seat):
                return _move_border(state, seat, 0)
            case CardPlaced():
                return _evolve_placed(state, event)
            case RoundEnded():
                return _evolve_ended(state)
            case _:
                assert_never(event)

    def outcome(self, state: State) -> Outcome[Sheet] | None:
        return scoring.outcome(state.results, state.config.challenge) if state.phase == "over" else None

    def audience(self, event: Event) -> frozenset[Seat]:
        return view.audience(event)

    def view(self, state: State, seat: Seat) -> View:
        must_exist(seat, state.config.seats)
        return view.view(state, seat, self.to_act(state), self.outcome(state))


def _decide_deal(state: State, seat: Seat, deal: Deal) -> tuple[Event, ...]:
    if seat != DEALER:
        raise IllegalAction("NIM-R5", "only the dealer deals")
    seats = state.config.seats
    # NIM-R1: each player has one pack, each of its 30 cards once.
    if list(map(sorted, deal.packs)) != list(map(sorted, PACKS[:seats])):
        raise IllegalAction("NIM-R1", f"a deal holds {seats} packs in seat order, each of its 30 cards once")
    # NIM-R3: how many piles a seat may start. NIM-R17: from the second round on Pinocchio starts fewest.
    for rule, results in (("NIM-R3", ()), ("NIM-R17", state.results)):
        allowed = scoring.allowed_starts(seats, results)
        if deal.starts not in allowed:
            raise IllegalAction(rule, f"the seats start {' or '.join(map(str, allowed))} piles, not {deal.starts}")
    # NIM-R2: the top cards of the packs start the piles, in seat order.
    shares = list(zip(deal.packs, deal.starts, strict=True))
    piles = tuple(card for pack, starts in shares for card in pack[:starts])
    packs = (PackShuffled(s, pack[starts:]) for s, (pack, starts) in enumerate(shares))
    return (RoundBegan(state.round, piles, state.config.guided), *packs)


def _decide_flip(state: State, seat: Seat) -> tuple[Event, ...]:
    # NIM-R6: a flip needs a pack.
    if not state.packs[seat]:
        raise IllegalAction("NIM-R6", f"the pack of seat {seat} is empty; its discard can be recycled")
    return (CardFlipped(seat, state.packs[seat][0]),)


def _decide_back(state: State, seat: Seat) -> tuple[Event, ...]:
    # NIM-R8: the top of the own discard.
    if not state.discards[seat]:
        raise IllegalAction("NIM-R8", f"seat {seat} has no discard to take back from; flip a card")
    return (CardReturned(seat, state.discards[seat][-1]),)


def _decide_recycle(state: State, seat: Seat) -> tuple[Event, ...]:
    # NIM-R9: only once the pack is empty.
    if state.packs[seat] or not state.discards[seat]:
        raise IllegalAction("NIM-R9", f"seat {seat} can recycle a discard once its pack is empty; flip a card")
    return (DiscardRecycled(seat),)


def _decide_place(state: State, seat: Seat, place: Place) -> tuple[Event, ...]:
    card, pile, onto = place.card, place.pile, place.onto
    # NIM-R4: three common piles. NIM-R7: a card must have touched the own discard.
    if pile not in range(PILES):
        raise IllegalAction("NIM-R4", f"the piles are 0 to {PILES - 1}; there is no pile {pile}")
    if not state.discards[seat]:
        raise IllegalAction("NIM-R7", f"seat {seat} has no discard to place from; flip a card")
    # NIM-R18: both cards must still be on top; else somebody or something was faster, and the hand is drawn back.
    mine, top = state.discards[seat][-1], state.piles[pile][-1]
    if card != mine:
        raise IllegalAction("NIM-R18", f"{card} is not on top of the discard of seat {seat}; {mine} is")
    if onto != top:
        raise IllegalAction("NIM-R18", f"{onto} is not on top of pile {pile}; {top} is")
    # NIM-R10: a card that does not fit is accepted; NIM-R19: unless misplacing is refused by agreement.
    if state.config.guided and not fits(card, onto):
        raise IllegalAction("NIM-R19", f"{card} does not fit on {onto}: its frame must have the colour of that circle")
    placed = CardPlaced(seat, card, pile, onto)
    after = _evolve_placed(state, placed)
    reason = scoring.ending(after.piles, _rows(after))
    return (placed, RoundEnded(reason)) if reason else (placed,)


def _move_border(state: State, seat: Seat, border: int) -> State:
    """NIM-R11: discard and pack are one row of cards that never changes its order; only the border moves."""
    row = state.discards[seat] + state.packs[seat]
    return replace(state, discards=put(state.discards, seat, row[:border]), packs=put(state.packs, seat, row[border:]))


def _evolve_placed(state: State, placed: CardPlaced) -> State:
    seat, pile = placed.seat, placed.pile
    return replace(
        state,
        piles=put(state.piles, pile, (*state.piles[pile], placed.card)),
        discards=put(state.discards, seat, state.discards[seat][:-1]),
    )


def _evolve_ended(state: State) -> State:
    result = scoring.round_sheet(state.piles, tuple(map(len, _rows(state))))
    # NIM-R17: the next round is dealt until all have been played.
    over = state.round == state.rounds
    return replace(
        state,
        phase="over" if over else "deal",
        round=state.round if over else state.round + 1,
        piles=(),
        packs=(),
        discards=(),
        results=(*state.results, result),
    )


def _rows(state: State) -> tuple[Cards, ...]:
    """What each seat has left, as one row (NIM-R11)."""
    return tuple(discard + pack for discard, pack in zip(state.discards, state.packs, strict=True))
