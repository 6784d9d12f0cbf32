"""The course of one game: the steps in force, folded into a state, and what follows from them for each seat.

The same fold serves a game that is being played and one that is resumed from its journal. Knows no store and no clock.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

import msgspec

from veillee.core.game import DEALER, EVERYONE, SPECTATOR, AnyGame, Seat, replay
from veillee.server.errors import Conflict, NoUndo
from veillee.store.steps import StepRow


class Played(NamedTuple):
    """A step in force."""

    seat: Seat
    player: str | None  # None: the dealer or a bot
    action: Any  # None: nothing happened, but the server had been away
    events: tuple[Any, ...]
    audiences: tuple[frozenset[Seat], ...]  # who was told of each
    at: datetime
    final: bool  # it told somebody a card that was hidden, so it cannot be taken back


class Course:
    """One game from its start to now."""

    def __init__(self, game: AnyGame, config: Any) -> None:
        self.game = game
        self.played: list[Played] = []
        self.rows = 0  # in the journal: also what was undone, and the undos
        self.at: datetime | None = None  # of the last row
        self.last: Played | None = None  # what the last row did; None after an undo
        self.start = self.state = game.start(config)
        self._answered: dict[tuple[str, str], tuple[Seat, Any]] = {}  # by player and id: the seat, and what it did
        self._decided = Counter[Seat]()
        self._undos = 0
        self._actors: tuple[Any, tuple[Seat, ...]] = (None, ())  # a state, and who is to act in it
        self._shown: tuple[Any, Counter[Any]] = (None, Counter())  # a state, and the cards that all may see in it

    @property
    def deals(self) -> int:
        """How many deals were drawn."""
        return sum(step.seat == DEALER and step.action is not None for step in self.played)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Asked for a dozen times about each state."""
        if self._actors[0] is not self.state:
            self._actors = self.state, self.game.to_act(self.state)
        return self._actors[1]

    def fold(self, row: StepRow) -> None:
        """Goes on with a row of the journal."""
        if row.undo_to is not None:
            self.undo(row)
            return
        kept = msgspec.convert({"action": row.action, "events": row.events}, _kept(self.game))
        self.add(row, kept.action, kept.events, replay(self.game, self.state, kept.events))

    def add(self, row: StepRow, action: Any, events: Sequence[Any], after: Any) -> None:
        """Goes on with a step that is durable; `after` is the state to which its events lead."""
        self._note(row)
        audiences = tuple(map(self.game.audience, events))
        final = self._is_final(audiences, after)
        self.state = after
        self._decided[row.seat] += 1
        self.last = Played(row.seat, row.player, action, tuple(events), audiences, row.at, final)
        self.played.append(self.last)

    def undo(self, row: StepRow) -> None:
        """Only the first `undo_to` steps remain in force."""
        assert row.undo_to is not None
        self._note(row)
        del self.played[row.undo_to :]
        self.state = replay(self.game, self.start, (event for step in self.played for event in step.events))
        self._undos += 1
        self.last = None

    def prompt(self, seat: Seat) -> str | None:
        """The name of the decision that the seat has to make. It counts only what the seat and everybody saw."""
        if self.game.pace == "race" or seat not in self.to_act:
            return None
        return f"{self._decided[seat]}-{self._undos}"

    def answered(self, player: str, action_id: str, seat: Seat, action: Any) -> bool:
        """Whether this very action of the player is already done; None stands for an undo.

        The same id for another action is a conflict.
        """
        before = self._answered.get((player, action_id))
        if before is None:
            return False
        if before[0] != seat or _canonical(before[1]) != _canonical(action):
            raise Conflict("this id was used for another action; give each action its own")
        return True

    def undo_to(self, seat: Seat) -> int:
        """How many steps remain if the seat takes its last action back, and with it what bots replied."""
        mine = self._last_by_a_player()
        if mine is None or self.played[mine].seat != seat:
            raise NoUndo("only whoever acted last can take that back")
        if any(step.final for step in self.played[mine:]):
            raise NoUndo("somebody has seen a card since, so this stays as it is")
        return mine

    def undoer(self) -> Seat | None:
        """The seat that may take its last action back."""
        for step in reversed(self.played):
            if step.final:
                return None
            if step.player is not None:
                return step.seat
        return None

    def told(self, seat: Seat) -> list[Any]:
        """All that the seat was told, from the beginning."""
        return [event for step in self.played for event in _told(step, seat)]

    def told_last(self, seat: Seat) -> tuple[Any, ...]:
        """What the last action told the seat."""
        return tuple(_told(self.last, seat)) if self.last else ()

    def _note(self, row: StepRow) -> None:
        self.rows = row.seq + 1
        self.at = row.at
        if row.player is not None and row.action_id is not None:
            self._answered[row.player, row.action_id] = row.seat, row.action

    def _last_by_a_player(self) -> int | None:
        """Which of the steps in force was the last that no bot and no dealer made."""
        return next((at for at in reversed(range(len(self.played))) if self.played[at].player is not None), None)

    def _is_final(self, audiences: Sequence[frozenset[Seat]], after: Any) -> bool:
        """Whether somebody learnt a card: by an event that was not for all, or by one more card in the public view."""
        if self.game.pace == "race" or any(audience != EVERYONE for audience in audiences):
            return True
        before = self._public_cards(self.state)
        return not self._public_cards(after) <= before

    def _public_cards(self, state: Any) -> Counter[Any]:
        """Counted once for a state, which most often is next asked for as the one before."""
        if self._shown[0] is not state:
            self._shown = state, _cards(self.game.view(state, SPECTATOR))
        return self._shown[1]


@cache
def _kept(game: AnyGame) -> Any:
    """What the journal keeps of a step of this game, as one type: to read by unions takes long if they are not kept."""
    fields = [("action", game.action_type | None), ("events", tuple[game.event_type, ...])]
    return msgspec.defstruct("Kept", fields, gc=False)


def _told(step: Played, seat: Seat) -> list[Any]:
    """What the step told the seat."""
    return [event for event, audience in zip(step.events, step.audiences, strict=True) if seat in audience]


def _canonical(action: Any) -> bytes:
    """The action as bytes that are alike for a value of the rules and for what the journal keeps of it."""
    return msgspec.json.encode(action, order="sorted")


def _cards(value: Any) -> Counter[Any]:
    """How often each card is named in a view. In every room a card is a member of an enumeration."""
    found, open_ends = Counter[Any](), [value]
    while open_ends:
        part = open_ends.pop()
        if isinstance(part, Enum):
            found[part] += 1
        elif isinstance(part, tuple):
            open_ends += part
        elif isinstance(part, msgspec.Struct):
            open_ends += (getattr(part, name) for name in part.__struct_fields__)
    return found
