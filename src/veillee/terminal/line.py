"""A game line by line on one terminal: people type, everybody else moves at random.

People who share the screen are parted by a curtain: between them nothing is shown that is not public.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from random import Random
from typing import Any, Final, NamedTuple, TextIO

import msgspec

from veillee.core.chance import Keystream, commitment
from veillee.core.game import DEALER, SPECTATOR, AnyGame, IllegalAction, Seat, replay
from veillee.core.notation import NotationError
from veillee.core.record import FORMAT, Closing, Header, Record, Step
from veillee.core.transcript import seat_name, told
from veillee.games import chance, notation

HELP: Final = "type a move, its number, 'moves' for all of them, 'look' for the table again, or 'quit'"
LISTED: Final = 12  # moves shown at the prompt; 'moves' shows the rest
LEAVING: Final = ("quit", "exit", "q")
CURTAIN: Final = 60  # empty lines that push the last player's cards off the screen


class Quit(Exception):
    """The person has left the table."""


class Setup(NamedTuple):
    """What is settled before the first card is dealt."""

    game: AnyGame
    config: Any
    table: str
    secret: bytes
    people: frozenset[Seat]
    movers: Random
    now: Callable[[], datetime]


class LineGame:
    """One game being played: its state, what each seat was told, and the record that grows."""

    def __init__(self, setup: Setup, inward: TextIO, outward: TextIO) -> None:
        self._setup, self._in, self._out = setup, inward, outward
        self._game, self._notation = setup.game, notation(setup.game)
        self._state = self._game.start(setup.config)
        self._seats: int = setup.config.seats
        self._opened = setup.now()
        self._steps: list[Step] = []
        self._deals = 0
        self._unseen: dict[Seat, list[str]] = {seat: [] for seat in (*range(self._seats), SPECTATOR)}
        self._at_screen: Seat | None = None

    def play(self) -> Record:
        """Plays to the end, or until somebody leaves, and gives the record."""
        self._say(f"{self._game.title}, by {self._game.author}. The deals are committed: {self._committed}")
        try:
            while actors := self._game.to_act(self._state):
                for seat in actors:
                    if seat in self._game.to_act(self._state):
                        self._act(seat)
        except Quit:
            self._say("The game stops here.")
        else:
            self._finish()
        return self.record()

    def record(self) -> Record:
        setup, outcome = self._setup, self._game.outcome(self._state)
        silent = (None,) * self._seats
        names = tuple("person" if seat in setup.people else "random mover" for seat in range(self._seats))
        header = Header(
            format=FORMAT,
            game=self._game.name,
            rules_version=self._game.rules_version,
            config=msgspec.to_builtins(setup.config),
            table=setup.table,
            names=names,
            commitment=self._committed,
            nonce_commitments=silent,
            opened=self._opened,
        )
        closing = Closing(
            reason="over" if outcome else "abandoned",
            steps=len(self._steps),
            secret=setup.secret.hex(),
            nonces=silent,
            outcome=msgspec.to_builtins(outcome),
        )
        return Record(header, tuple(self._steps), closing)

    @property
    def _committed(self) -> str:
        return commitment(self._setup.table, self._setup.secret)

    def _act(self, seat: Seat) -> None:
        if seat == DEALER:
            stream = Keystream(self._setup.secret, [b""] * self._seats, self._deals)
            self._deals += 1
            self._accept(seat, chance(self._game).deal(self._state, stream))
        elif seat in self._setup.people:
            self._ask(seat)
        else:
            self._accept(seat, self._setup.movers.choice(self._game.legal_actions(self._state, seat)))

    def _accept(self, seat: Seat, action: Any) -> None:
        events = self._game.decide(self._state, seat, action)
        self._state = replay(self._game, self._state, events)
        self._steps.append(Step(seat, self._setup.now(), msgspec.to_builtins(action)))
        for viewer, lines in self._unseen.items():
            lines += told(self._game, self._notation, viewer, events)
        if not self._setup.people:
            self._tell(SPECTATOR)

    def _ask(self, seat: Seat) -> None:
        """Until the person at this seat has named a legal action."""
        self._unveil(seat)
        self._tell(seat)
        self._look(seat)
        while True:
            actions = self._game.legal_actions(self._state, seat)
            text = self._prompt(seat)
            match text.lower():
                case "":
                    continue
                case "help" | "?":
                    self._say(HELP)
                case "look":
                    self._look(seat)
                case "moves":
                    self._list(actions, len(actions))
                case _:
                    if self._try(seat, text, actions):
                        return

    def _try(self, seat: Seat, text: str, actions: Sequence[Any]) -> bool:
        """Whether the text was an action and the rules accepted it; if not, the person is told why."""
        try:
            action = self._read(text, actions)
            self._accept(seat, action)
        except (NotationError, IllegalAction) as error:
            self._say(f"  {error}")
            return False
        return True

    def _read(self, text: str, actions: Sequence[Any]) -> Any:
        if not text.isdecimal():
            return self._notation.read_action(text)
        numbered = {str(number): action for number, action in enumerate(actions, start=1)}
        if text not in numbered:
            raise NotationError(f"there are moves 1 to {len(actions)}")
        return numbered[text]

    def _look(self, seat: Seat) -> None:
        self._say(self._notation.draw(self._game.view(self._state, seat)))
        self._list(self._game.legal_actions(self._state, seat), LISTED)

    def _list(self, actions: Sequence[Any], most: int) -> None:
        for number, action in enumerate(actions[:most], start=1):
            self._say(f"  {number}. {self._notation.write_action(action)}")
        if len(actions) > most:
            self._say(f"  … and {len(actions) - most} more: 'moves' lists them")

    def _prompt(self, seat: Seat) -> str:
        self._out.write(f"{seat_name(seat)}> ")
        self._out.flush()
        line = self._in.readline()
        if not line:
            self._say("")
        if not line or line.strip().lower() in LEAVING:
            raise Quit
        return line.strip()

    def _unveil(self, seat: Seat) -> None:
        """A curtain when another person sits down at the screen."""
        if len(self._setup.people) > 1 and self._at_screen != seat:
            self._say("\n" * CURTAIN + f"{seat_name(seat)} is next; press Enter when nobody else looks")
            self._prompt(seat)
        self._at_screen = seat

    def _tell(self, seat: Seat) -> None:
        for line in self._unseen[seat]:
            self._say(f"· {line}")
        self._unseen[seat].clear()

    def _finish(self) -> None:
        alone = next(iter(self._setup.people)) if len(self._setup.people) == 1 else SPECTATOR
        self._tell(alone)
        self._say(self._notation.draw(self._game.view(self._state, alone)))

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
