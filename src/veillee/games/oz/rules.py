"""Oz: who may act, what is legal, what follows. The rules are numbered in README.md.

Draws no randomness and reads no clock: the shuffled decks arrive as the dealer's actions.
"""

from collections import Counter
from collections.abc import Sequence
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
from veillee.core.tuples import put
from veillee.games.oz import scoring, view
from veillee.games.oz.cards import NO_CARDS, SETUP, in_play, tally
from veillee.games.oz.stories import deck, least, parse
from veillee.games.oz.types import (
    Action,
    Characters,
    CharactersStacked,
    Choose,
    Close,
    Codes,
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
    Sheet,
    State,
    StoriesStacked,
    StoryClosed,
    TurnBegan,
    View,
)

OPEN: Final = 4  # stories that may stay open before a player
MOST_STORIES: Final = 1000  # far more than any deck; what is longer is no deck but an attack


class Oz:
    """The rules as the house's protocol wants them; every method is a pure function."""

    name = "oz"
    title = "Oz"
    author = "Emanuele Ornella"
    rules_version = 1
    pace: Literal["turns", "race"] = "turns"
    seat_counts = range(2, 5)
    config_type: Any = Config
    action_type: Any = Action
    event_type: Any = Event
    view_type: Any = View

    def start(self, config: Config) -> State:
        _check_config(config, self.seat_counts)
        nothing: tuple[Codes, ...] = ((),) * config.seats
        return State(
            config=config,
            phase="deal",
            turn=0,
            first=None,
            chooser=0,
            columns=(),
            characters=(),
            stories=(),
            hands=(NO_CARDS,) * config.seats,
            open=nothing,
            closed=nothing,
            discarded=NO_CARDS,
            discarded_stories=(),
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seat that chooses or closes, `(DEALER,)` for the deal and the reshuffle, `()` when over."""
        match state.phase:
            case "deal":
                return (DEALER,)
            case "choose" | "close":
                return (state.chooser,)
            case "over":
                return ()
            case _:
                assert_never(state.phase)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Columns ascending, or open stories in order of taking, equal ones once; nothing for the dealer."""
        if seat == DEALER or seat not in self.to_act(state):
            return ()
        if state.phase == "close":
            return tuple(map(Close, dict.fromkeys(state.open[seat])))
        return tuple(map(Choose, _left(state)))

    def decide(self, state: State, seat: Seat, action: Action) -> tuple[Event, ...]:
        must_be_to_act("OZ-R5", seat, self.to_act(state))
        match action:
            case Deal():
                return _decide_deal(state, seat, action)
            case Reshuffle(characters):
                return _decide_reshuffle(state, seat, characters)
            case Choose(column):
                return _decide_choose(state, seat, column)
            case Close(story):
                return _decide_close(state, seat, story)
            case _:
                refuse_foreign("OZ-R5", action)

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case GameBegan():
                return state
            case CharactersStacked(characters):
                return replace(state, characters=characters)
            case StoriesStacked(stories):
                return replace(state, stories=stories)
            case TurnBegan(turn, first):
                return replace(state, phase="deal", turn=turn, first=first, chooser=first)
            case ColumnsLaid(columns):
                return _evolve_laid(state, columns)
            case ColumnTaken():
                return _evolve_taken(state, event)
            case StoryClosed(seat, story):
                return _evolve_closed(state, seat, story)
            case ColumnDiscarded(characters, story):
                discarded, stories = tally(characters, state.discarded), (*state.discarded_stories, story)
                return replace(state, columns=(), discarded=discarded, discarded_stories=stories)
            case DiscardReturned():
                return replace(state, discarded=NO_CARDS)
            case HandsRevealed():
                return replace(state, phase="over")
            case _:
                assert_never(event)

    def outcome(self, state: State) -> Outcome[Sheet] | None:
        return scoring.outcome(state.hands, state.open) if state.phase == "over" else None

    def audience(self, event: Event) -> frozenset[Seat]:
        return view.audience(event)

    def view(self, state: State, seat: Seat) -> View:
        must_exist(seat, state.config.seats)
        return view.view(state, seat, self.to_act(state), self.outcome(state))


def _check_config(config: Config, seat_counts: range) -> None:
    # OZ-R2: two to four players.
    if config.seats not in seat_counts:
        raise BadConfig("OZ-R2", "seats", f"Oz is for 2 to 4 players, not {config.seats}")
    # OZ-R12: valid codes, and a story for each column of each turn.
    codes = deck(config.stories)
    if len(codes) > MOST_STORIES:
        raise BadConfig("OZ-R12", "stories", f"a deck has at most {MOST_STORIES} stories, not {len(codes)}")
    for place, code in enumerate(codes):
        try:
            parse(code)
        except ValueError as error:
            raise BadConfig("OZ-R12", f"stories[{place}]", str(error)) from None
    if len(codes) < least(config.seats):
        why = f"{config.seats} players need at least {least(config.seats)} stories, not {len(codes)}"
        raise BadConfig("OZ-R12", "stories", why)


def _decide_deal(state: State, seat: Seat, deal: Deal) -> tuple[Event, ...]:
    if seat != DEALER:
        raise IllegalAction("OZ-R3", "only the dealer deals")
    if state.turn:
        raise IllegalAction("OZ-R8", "both decks are dealt; shuffle the discarded characters")
    seats, stories = state.config.seats, state.config.stories
    # OZ-R3: anybody at the table may have the marker.
    if deal.first not in range(seats):
        raise IllegalAction("OZ-R3", f"the marker goes to one of the seats 0 to {seats - 1}, not {deal.first}")
    # OZ-R2: nine cards of each character, with two players six.
    if tally(deal.characters) != in_play(seats):
        raise IllegalAction("OZ-R2", f"a deal for {seats} players holds each character {in_play(seats)[0]} times")
    # OZ-R3: the stories of the game, in any order.
    if Counter(deal.stories) != Counter(deck(stories)):
        raise IllegalAction("OZ-R3", "a deal holds each story of the deck as often as the deck does")
    # OZ-R4: the marker holder lays the columns of turn 1.
    return (
        GameBegan(stories),
        CharactersStacked(deal.characters),
        StoriesStacked(deal.stories),
        TurnBegan(turn=1, first=deal.first),
        _laid(seats, deal.characters, deal.stories),
    )


def _decide_reshuffle(state: State, seat: Seat, characters: Characters) -> tuple[Event, ...]:
    if seat != DEALER:
        raise IllegalAction("OZ-R8", "only the dealer shuffles")
    if not state.turn:
        raise IllegalAction("OZ-R3", "nothing is discarded yet; deal both decks")
    # OZ-R8: exactly the discarded characters go under those left in the deck.
    if tally(characters) != state.discarded:
        raise IllegalAction("OZ-R8", f"shuffle the {sum(state.discarded)} discarded characters, each as often as it is")
    stacked = state.characters + characters
    return (CharactersStacked(stacked), DiscardReturned(), _laid(state.config.seats, stacked, state.stories))


def _decide_choose(state: State, seat: Seat, column: int) -> tuple[Event, ...]:
    # OZ-R6: a seat that has just taken a fifth story closes one before anybody chooses.
    if state.phase == "close":
        raise IllegalAction("OZ-R6", f"close one story first: {', '.join(dict.fromkeys(state.open[seat]))}")
    # OZ-R5: one whole column of those still there.
    left = _left(state)
    if column not in left:
        raise IllegalAction("OZ-R5", f"column {column} is not there; there is {', '.join(map(str, left)) or 'none'}")
    lying = left[column]
    taken = ColumnTaken(seat, column, lying.characters, lying.story)
    return (taken, *_following(_evolve_taken(state, taken)))


def _decide_close(state: State, seat: Seat, story: str) -> tuple[Event, ...]:
    # OZ-R6: from turn 5 on, right after taking, exactly one of the five open stories.
    if state.phase != "close":
        raise IllegalAction("OZ-R6", "a story is closed from turn 5 on, right after taking a column")
    if story not in state.open[seat]:
        there = ", ".join(dict.fromkeys(state.open[seat]))
        raise IllegalAction("OZ-R6", f"{story!r} is not open before seat {seat}; close one of {there}")
    return (StoryClosed(seat, story), *_following(_evolve_closed(state, seat, story)))


def _following(state: State) -> tuple[Event, ...]:
    """What follows when a seat is done: nothing until the turn has come round to the seat with the marker."""
    if state.phase == "close" or state.chooser != state.first:
        return ()
    # OZ-R7: the column left over is discarded, face up.
    (over,) = _left(state).values()
    discarded = ColumnDiscarded(over.characters, over.story)
    # OZ-R9: after the last turn all show their hands. OZ-R7: the marker stays where it is.
    seats, setup = state.config.seats, SETUP[state.config.seats]
    if state.turn == setup.turns:
        return (discarded, HandsRevealed(state.hands))
    # OZ-R7: the marker passes to the left of its holder, to whom the turn has come round.
    began = TurnBegan(turn=state.turn + 1, first=(state.chooser + 1) % seats)
    # OZ-R8: with four players too few characters are left for turn 8; the dealer must shuffle.
    if len(state.characters) < 2 * setup.columns:
        return (discarded, began)
    return (discarded, began, _laid(seats, state.characters, state.stories))


def _laid(seats: int, characters: Characters, stories: Codes) -> ColumnsLaid:
    """OZ-R4: column i gets the characters 2i and 2i + 1 and the story i of the decks."""
    places = range(SETUP[seats].columns)
    return ColumnsLaid(tuple(Column((characters[2 * i], characters[2 * i + 1]), stories[i]) for i in places))


def _left(state: State) -> dict[int, Column]:
    """The columns that nobody has taken, by index."""
    return {index: column for index, column in enumerate(state.columns) if column}


def _evolve_laid(state: State, columns: tuple[Column, ...]) -> State:
    return replace(
        state,
        phase="choose",
        columns=columns,
        characters=state.characters[2 * len(columns) :],
        stories=state.stories[len(columns) :],
    )


def _evolve_taken(state: State, taken: ColumnTaken) -> State:
    seat, codes = taken.seat, (*state.open[taken.seat], taken.story)
    closing = len(codes) > OPEN  # OZ-R6: from turn 5 on
    return replace(
        state,
        phase="close" if closing else "choose",
        chooser=seat if closing else (seat + 1) % state.config.seats,
        columns=put(state.columns, taken.column, None),
        hands=put(state.hands, seat, tally(taken.characters, state.hands[seat])),
        open=put(state.open, seat, codes),
    )


def _evolve_closed(state: State, seat: Seat, story: str) -> State:
    codes = state.open[seat]
    at = codes.index(story)
    return replace(
        state,
        phase="choose",
        chooser=(seat + 1) % state.config.seats,
        open=put(state.open, seat, codes[:at] + codes[at + 1 :]),
        closed=put(state.closed, seat, (*state.closed[seat], story)),
    )
