"""Tea Time: who may act, what is legal, what follows. The rules are numbered in README.md.

Draws no randomness and reads no clock: the shuffled stack arrives as the dealer's action.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product
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
from veillee.games.teatime import scoring, view
from veillee.games.teatime.cards import MIRROR, NORMAL, SETUPS, Card, Character, deck
from veillee.games.teatime.types import (
    Action,
    AlicePlaced,
    AliceTaken,
    Cards,
    CardsCancelled,
    CardsTaken,
    Cell,
    Cells,
    Config,
    Deal,
    Event,
    FirstChosen,
    GameEnded,
    Grid,
    GridLaid,
    Sheet,
    Stack,
    StackShuffled,
    State,
    Take,
    View,
)

MOST: Final = 3
# TEA-R8: to the next cell of a line, whose cells ascend: right, down left, down, down right.
STEPS: Final = frozenset({(0, 1), (1, -1), (1, 0), (1, 1)})


class TeaTime:
    """The rules as the house's protocol wants them; every method is a pure function."""

    name = "teatime"
    title = "Tea Time"
    author = "Emanuele Ornella"
    rules_version = 1
    pace: Literal["turns", "race"] = "turns"
    seat_counts = range(2, 5)
    config_type: Any = Config
    action_type: Any = Action
    event_type: Any = Event
    view_type: Any = View

    def start(self, config: Config) -> State:
        # TEA-R2: two to four players.
        if config.seats not in self.seat_counts:
            raise BadConfig("TEA-R2", "seats", f"Tea Time is for 2 to 4 players, not {config.seats}")
        setup = SETUPS[config.seats]
        none_of_each = (0,) * len(Character)
        return State(
            config=config,
            phase="deal",
            round=0,
            turn=0,
            player=None,
            grid=((None,) * setup.columns,) * setup.rows,
            alice=None,
            collections=(none_of_each,) * config.seats,
            cancelled=none_of_each,
            stack=(),
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seat whose turn it is, `(DEALER,)` for the deal, `()` when over."""
        match state.phase:
            case "deal":
                return (DEALER,)
            case "play":
                assert state.player is not None
                return (state.player,)
            case "over":
                return ()
            case _:
                assert_never(state.phase)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Take]:
        """Takes by number of cells, then by cells; nothing for the dealer, whose deals are too many."""
        if seat == DEALER or seat not in self.to_act(state):
            return ()
        setup, limit = SETUPS[state.config.seats], _limit(state.turn)
        occupied = {(row, column) for row, cards in enumerate(state.grid) for column, card in enumerate(cards) if card}
        lines = _lines(setup.rows, setup.columns)
        return tuple(take for take in lines if len(take.cells) <= limit and occupied.issuperset(take.cells))

    def decide(self, state: State, seat: Seat, action: Action) -> tuple[Event, ...]:
        must_be_to_act("TEA-R6", seat, self.to_act(state))
        match action:
            case Deal():
                return _decide_deal(state, seat, action)
            case Take(cells):
                return _decide_take(state, seat, cells)
            case _:
                refuse_foreign("TEA-R6", action)

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case StackShuffled(stack):
                return replace(state, stack=stack)
            case FirstChosen(seat) | AliceTaken(seat):
                return replace(state, alice=seat)
            case GridLaid(number, rows):
                return _evolve_laid(state, number, rows)
            case CardsTaken(seat, cells, cards):
                return _evolve_taken(state, seat, cells, cards)
            case AlicePlaced(cell):
                return replace(state, grid=_with(state.grid, (cell,), Card.ALICE), alice=None)
            case CardsCancelled(_, character, count):
                place = tuple(Character).index(character)
                return replace(state, cancelled=put(state.cancelled, place, state.cancelled[place] + count))
            case GameEnded():
                return replace(state, phase="over", turn=0, player=None)
            case _:
                assert_never(event)

    def outcome(self, state: State) -> Outcome[Sheet] | None:
        return scoring.outcome(state.collections, state.alice) if state.phase == "over" else None

    def audience(self, event: Event) -> frozenset[Seat]:
        return view.audience(event)

    def view(self, state: State, seat: Seat) -> View:
        must_exist(seat, state.config.seats)
        return view.view(state, seat, self.to_act(state), _limit(state.turn), self.outcome(state))


def _decide_deal(state: State, seat: Seat, deal: Deal) -> tuple[Event, ...]:
    if seat != DEALER:
        raise IllegalAction("TEA-R3", "only the dealer deals")
    seats = state.config.seats
    # TEA-R1, TEA-R2: all cards of the six characters, but two of each with three players.
    if sorted(deal.stack) != sorted(deck(seats)):
        copies = SETUPS[seats].copies
        raise IllegalAction("TEA-R2", f"with {seats} players the stack holds {copies} cards of each character")
    # TEA-R3: anybody at the table may be the first player.
    if deal.first not in range(seats):
        raise IllegalAction("TEA-R3", f"the first player is one of the seats 0 to {seats - 1}, not {deal.first}")
    return StackShuffled(deal.stack), FirstChosen(deal.first), _laid(1, seats, deal.stack)


def _decide_take(state: State, seat: Seat, cells: Cells) -> tuple[Event, ...]:
    if state.phase != "play":
        raise IllegalAction("TEA-R4", "no grid is laid yet: the dealer deals first")
    cards = _cards_in_line(state, cells)
    happened: list[Event] = [CardsTaken(seat, cells, cards)]
    # TEA-R5: the round's first card makes place for Alice.
    if state.turn == 1:
        happened.append(AlicePlaced(cells[0]))
    # TEA-R12: opposite faces leave the game in pairs.
    gone = zip(Character, scoring.cancelled(state.collections[seat], cards), strict=True)
    happened += [CardsCancelled(seat, character, count) for character, count in gone if count]
    # TEA-R10: whoever takes Alice keeps her.
    if Card.ALICE in cards:
        happened.append(AliceTaken(seat))
    # TEA-R13: an empty grid ends the round; the last round ends the game.
    if len(cards) == sum(card is not None for row in state.grid for card in row):
        last = state.round == SETUPS[state.config.seats].rounds
        happened.append(GameEnded() if last else _laid(state.round + 1, state.config.seats, state.stack))
    return tuple(happened)


def _cards_in_line(state: State, cells: Cells) -> Cards:
    """The cards in these cells, if the seat to act may take them together."""
    # TEA-R7: at least one card.
    if not cells:
        raise IllegalAction("TEA-R7", "take at least one card")
    # TEA-R5: one card in turn 1. TEA-R6: one or two in turn 2, up to three later.
    limit = _limit(state.turn)
    if len(cells) > limit:
        rule, cards = ("TEA-R5", "1 card") if limit == 1 else ("TEA-R6", f"up to {limit} cards")
        raise IllegalAction(rule, f"turn {state.turn} of a round takes {cards}, not {len(cells)}")
    # TEA-R8: neighbours on one straight line. All four steps lead to a later cell, so the cells ascend.
    steps = {(to_row - row, to_column - column) for (row, column), (to_row, to_column) in pairwise(cells)}
    if len(steps) > 1 or not steps <= STEPS:
        raise IllegalAction("TEA-R8", "take neighbours on one straight line, named by row, then by column, ascending")
    return tuple(_card_at(state, cell) for cell in cells)


def _card_at(state: State, cell: Cell) -> Card:
    setup, (row, column) = SETUPS[state.config.seats], cell
    if row not in range(setup.rows) or column not in range(setup.columns):
        size = f"rows 0 to {setup.rows - 1} and columns 0 to {setup.columns - 1}"
        raise IllegalAction("TEA-R2", f"row {row}, column {column} is outside the grid, which has {size}")
    card = state.grid[row][column]
    # TEA-R8: an empty cell is a gap.
    if card is None:
        raise IllegalAction("TEA-R8", f"row {row}, column {column} is empty; take cards that lie in the grid")
    return card


def _evolve_laid(state: State, number: int, rows: tuple[Cards, ...]) -> State:
    return replace(
        state,
        phase="play",
        round=number,
        turn=1,
        player=state.alice,  # TEA-R3: whoever holds Alice starts
        grid=rows,
        stack=state.stack[sum(map(len, rows)) :],
    )


def _evolve_taken(state: State, seat: Seat, cells: Cells, cards: Cards) -> State:
    return replace(
        state,
        grid=_with(state.grid, cells, None),
        collections=put(state.collections, seat, scoring.joined(state.collections[seat], cards)),
        turn=state.turn + 1,
        player=(seat + 1) % state.config.seats,
    )


def _limit(turn: int) -> int:
    """TEA-R5, TEA-R6: how many cards may be taken in this turn of a round."""
    return min(turn, MOST)


def _laid(number: int, seats: int, stack: Stack) -> GridLaid:
    """TEA-R4: the grid of this round from the top of the stack, row by row, faces alternating, mirror first."""
    setup = SETUPS[seats]
    faces = (MIRROR, NORMAL)
    return GridLaid(
        number,
        tuple(
            tuple(faces[(row + column) % 2][stack[row * setup.columns + column]] for column in range(setup.columns))
            for row in range(setup.rows)
        ),
    )


@cache
def _lines(rows: int, columns: int) -> tuple[Take, ...]:
    """Every straight line of neighbours in a grid of this size, by number of cells, then by cells."""
    inside = set(product(range(rows), range(columns)))
    lines = {
        tuple((row + nth * down, column + nth * right) for nth in range(length))
        for row, column in inside
        for down, right in STEPS
        for length in range(1, MOST + 1)
    }
    return tuple(Take(line) for line in sorted(lines, key=lambda line: (len(line), line)) if inside.issuperset(line))


def _with(grid: Grid, cells: Cells, card: Card | None) -> Grid:
    """The grid with this in each of those cells."""
    for row, column in cells:
        grid = put(grid, row, put(grid[row], column, card))
    return grid
