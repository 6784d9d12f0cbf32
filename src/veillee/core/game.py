"""The one protocol that a game implements, who acts in it, and the errors that its rules raise.

Knows no game, draws no randomness, reads no clock.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, Never, Protocol, TypeVar

import msgspec

Seat = int
DEALER: Final = -1
SPECTATOR: Final = -2
MAX_SEATS: Final = 10
EVERYONE: Final = frozenset({SPECTATOR, *range(MAX_SEATS)})
NOBODY: Final[frozenset[Seat]] = frozenset()


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base of every value that crosses a wire or a disk: a tree, in which Python need not look for cycles."""


class Fact(Value, frozen=True, tag=True):
    """Base of actions and events: their JSON carries the class name as `type`."""


Sheet = TypeVar("Sheet")


class Outcome(Value, Generic[Sheet], frozen=True):
    """How a finished game stands. Rank 1 wins; equal ranks are shared and the next rank skips."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    sheet: Sheet


class VeilleeError(Exception):
    """An expected failure: it has a stable code and a text that is safe to show."""

    code: ClassVar[str] = "error"


class IllegalAction(VeilleeError):
    """The rules forbid this action now. The state is unchanged. `rule` is the rule's number, such as "PAR-R6"."""

    code = "illegal_action"

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule, self.why = rule, why


class BadConfig(VeilleeError):
    """No game can start so. `field` names the option, `rule` the rule that limits it."""

    code = "bad_config"

    def __init__(self, rule: str, field: str, why: str) -> None:
        super().__init__(f"{rule}: {field}: {why}")
        self.rule, self.field, self.why = rule, field, why


class NotSeated(VeilleeError):
    """Nobody sits there, so there is nothing to see from there."""

    code = "not_seated"


class NotFound(VeilleeError):
    """No such thing; the text says what there is."""

    code = "not_found"


C = TypeVar("C", contravariant=True)
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V", covariant=True)


class Game(Protocol[C, S, A, E, V]):
    """A set of rules: a pure function of values. `decide` is the only judge, `legal_actions` the only list."""

    name: str  # folder, registry key, wire tag, database value
    title: str  # as players read it
    author: str
    rules_version: int  # bumped when a recorded game would be decided differently
    pace: Literal["turns", "race"]
    seat_counts: range
    config_type: Any
    action_type: Any
    event_type: Any
    view_type: Any

    def start(self, config: C) -> S: ...
    def to_act(self, state: S) -> tuple[Seat, ...]: ...
    def legal_actions(self, state: S, seat: Seat) -> Sequence[A]: ...
    def decide(self, state: S, seat: Seat, action: A) -> tuple[E, ...]: ...
    def evolve(self, state: S, event: E) -> S: ...
    def outcome(self, state: S) -> Outcome[Any] | None: ...
    def audience(self, event: E) -> frozenset[Seat]: ...
    def view(self, state: S, seat: Seat) -> V: ...


AnyGame = Game[Any, Any, Any, Any, Any]


def replay(game: Game[Any, S, Any, E, Any], state: S, events: Iterable[E]) -> S:
    """The state after these events: a fold, the only way from one state to the next."""
    for event in events:
        state = game.evolve(state, event)
    return state


def ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """Rank of each seat by its key, smallest first; equal keys share, and the next rank skips.

    >>> ranks([7, 3, 3, 9])
    (3, 1, 1, 4)
    """
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def must_be_to_act(rule: str, seat: Seat, actors: tuple[Seat, ...]) -> None:
    """The first beat of every `decide`: a seat that is not to act is refused, with who is."""
    if seat not in actors:
        now = f"to act: {', '.join(map(str, actors))}" if actors else "the game is over"
        raise IllegalAction(rule, f"seat {seat} is not to act; {now}")


def must_exist(seat: Seat, seats: int) -> None:
    """The first beat of every `view`: only seats and a spectator can look."""
    if seat != SPECTATOR and seat not in range(seats):
        raise NotSeated(f"seat {seat}: this table has seats 0 to {seats - 1}, and {SPECTATOR} for a spectator")


def refuse_foreign(rule: str, action: Never) -> Never:
    """Ends an exhaustive `match` over actions: the type checker proves it unreachable, a stranger may get here."""
    raise IllegalAction(rule, f"{type(action).__name__} is not an action of this game")
