"""A table of the rules and a row of the kernel that play the same game, compared at every step."""

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any, cast

import numpy as np

from contract.rooms import probe
from veillee.core.game import DEALER, AnyGame, Seat, replay
from veillee.games import GAMES, chance, room
from veillee.rows.kernel import NOBODY, Cells, Encode, Kernel, Words

CASES = [(game, config) for game in GAMES.values() for config in probe(game).CONFIGS]
IDS = [f"{game.name}-{nth}" for nth, (game, _) in enumerate(CASES)]


class Pair:
    """`deal` begins a game from the kernel's deal, `load` from the rules'; `act` goes on in both."""

    def __init__(self, game: AnyGame, config: Any) -> None:
        self.game, self.config, self.seats = game, config, config.seats
        self.kernel = cast(Kernel, import_module(f"{room(game)}.kernel"))
        self.encode = cast(Encode, import_module(f"{room(game)}.encode"))
        self.tables = self.kernel.tables(config)
        self.words = np.zeros((1, self.kernel.WORDS), np.uint64)
        self.cells = np.zeros((1, self.kernel.CELLS), np.uint8)
        self.mask = np.zeros((1, self.encode.actions(config)), np.uint8)
        self.seen = np.zeros((1, self.encode.size(config)), np.uint8)
        self.state: Any = game.start(config)
        self.told: dict[Seat, list[Any]] = {seat: [] for seat in range(self.seats)}

    @property
    def row(self) -> tuple[int, Any, Words, Cells, int]:
        return self.seats, self.tables, self.words, self.cells, 0

    def deal(self, key: int) -> "Pair":
        self.kernel.deal(*self.row, np.uint64(key))
        self._follow_dealer()
        return self

    def load(self, rng: Random) -> "Pair":
        self._happen(DEALER, chance(self.game).deal(self.state, rng))
        self.kernel.load(self.config, self.state, self.words, self.cells, 0, rng.getrandbits(64))
        return self

    @property
    def actor(self) -> Seat:
        return int(self.kernel.actor(*self.row))

    def act(self, action: Any) -> None:
        """The kernel's actor does this in both."""
        seat = self.actor
        index = self.encode.index(self.game.view(self.state, seat), action)
        assert self.kernel.is_legal(*self.row, index)
        self._happen(seat, action)
        self.kernel.apply(*self.row, index)
        self._follow_dealer()

    def _follow_dealer(self) -> None:
        if self.game.to_act(self.state) == (DEALER,):
            self._happen(DEALER, self.kernel.dealt(self.config, self.state, self.words, self.cells, 0))

    def _happen(self, seat: Seat, action: Any) -> None:
        events = self.game.decide(self.state, seat, action)
        for other, told in self.told.items():
            told += (event for event in events if other in self.game.audience(event))
        self.state = replay(self.game, self.state, events)

    def check(self, *seats: Seat) -> None:
        """Turn, mask, state, and what these seats see; at the end scores and ranks."""
        actors, actor = self.game.to_act(self.state), self.actor
        assert actor in actors if actors else actor == NOBODY
        assert self.kernel.state(self.config, self.words, self.cells, 0) == self.state
        self.kernel.legal(*self.row, self.mask)
        legal = self.legal(actor)
        assert np.flatnonzero(self.mask[0]).tolist() == sorted(legal)
        assert self.mask.max(initial=0) <= 1
        for seat in seats or ((actor,) if actors else range(self.seats)):
            self.kernel.observe(*self.row, seat, self.seen)
            expected = self.encode.observe(self.game.view(self.state, seat), self.told[seat])
            assert self.seen[0].tolist() == expected.tolist(), (seat, np.flatnonzero(self.seen[0] != expected))
        if outcome := self.game.outcome(self.state):
            every = range(self.seats)
            assert tuple(int(self.kernel.score(*self.row, seat)) for seat in every) == outcome.scores
            keys = [int(self.kernel.standing(*self.row, seat)) for seat in every]
            assert tuple(1 + sum(other < key for other in keys) for key in keys) == outcome.ranks

    def legal(self, seat: Seat) -> dict[int, Any]:
        """The legal actions by index, in the order of the rules."""
        view = self.game.view(self.state, seat) if seat != NOBODY else None
        actions = self.game.legal_actions(self.state, seat)
        found = {self.encode.index(view, action): action for action in actions}
        assert len(found) == len(actions)
        assert all(self.encode.action(view, index) == action for index, action in found.items())
        return found

    def steps(self, rng: Random) -> Iterator[Seat]:
        """Plays to the end by random legal actions, and stops before each, and at the end."""
        while (seat := self.actor) != NOBODY:
            yield seat
            self.act(rng.choice(list(self.game.legal_actions(self.state, seat))))
        yield NOBODY
