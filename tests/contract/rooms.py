"""Random matches of any game, and what the contract suite may ask of a room. Knows no game by name."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, Protocol, cast

import msgspec
import pytest

from veillee.core.game import DEALER, SPECTATOR, AnyGame, Seat, replay
from veillee.core.record import FORMAT, Closing, Header, Record, Step
from veillee.games import GAMES, chance

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Probe(Protocol):
    """What `tests/games/<game>/probe.py` tells of a room that the protocol does not say."""

    CONFIGS: tuple[Any, ...]

    def bound(self, config: Any) -> int: ...
    def deck(self, config: Any) -> Counter[str]: ...
    def places(self, state: Any) -> Counter[str]: ...
    def shown(self, view: Any) -> Counter[str]: ...
    def told(self, event: Any) -> Counter[str]: ...
    def action_space(self, state: Any, rng: Random) -> list[Any]: ...


class Moment(NamedTuple):
    """One action of a match: the state before it, what it caused, and the state after."""

    number: int
    state: Any
    seat: Seat
    action: Any
    events: tuple[Any, ...]
    after: Any


def probe(game: AnyGame) -> Probe:
    return cast(Probe, import_module(f"games.{game.name}.probe"))


def viewers(config: Any) -> tuple[Seat, ...]:
    """Everybody who may look: all seats and a spectator."""
    return (SPECTATOR, *range(config.seats))


@lru_cache(maxsize=256)
def match(name: str, config: Any, seed: int) -> tuple[Moment, ...]:
    """A whole game of random legal actions; the same for the same seed."""
    return tuple(_play(GAMES[name], config, Random(seed)))


def _play(game: AnyGame, config: Any, rng: Random) -> Iterator[Moment]:
    state, number = game.start(config), 0
    while actors := game.to_act(state):
        seat = rng.choice(actors)
        action = chance(game).deal(state, rng) if seat == DEALER else rng.choice(game.legal_actions(state, seat))
        events = game.decide(state, seat, action)
        after = replay(game, state, events)
        yield Moment(number, state, seat, action, events, after)
        state, number = after, number + 1


def sampled(moments: Sequence[Moment], most: int, seed: int) -> list[Moment]:
    """A few moments of a match, with its first and its last."""
    if len(moments) <= most:
        return list(moments)
    inner = Random(seed).sample(range(1, len(moments) - 1), most - 2)
    return [moments[place] for place in (0, *sorted(inner), len(moments) - 1)]


def _named(name: str, config: Any) -> str:
    options = [f"{field}={value}"[:24] for field in config.__struct_fields__ if (value := getattr(config, field))]
    return f"{name}-{'-'.join(options)}"


CASES = [(game, config) for game in GAMES.values() for config in probe(game).CONFIGS]
each_case = pytest.mark.parametrize(("game", "config"), CASES, ids=[_named(game.name, c) for game, c in CASES])
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


Story = Callable[[], Sequence[Moment]]


class Golden(Protocol):
    """What `tests/games/<game>/golden.py` holds: the games that are told in tests/golden, found anew when asked."""

    STORIES: dict[str, Story]


def golden(game: AnyGame) -> Golden:
    return cast(Golden, import_module(f"games.{game.name}.golden"))


def first_match(name: str, config: Any, wanted: Callable[[Any], bool]) -> tuple[Moment, ...]:
    """The first random match whose final state is wanted."""
    for seed in range(20_000):
        moments = tuple(_play(GAMES[name], config, Random(seed)))
        if wanted(moments[-1].after):
            return moments
    raise AssertionError("no such game")


def recorded(game: AnyGame, config: Any, moments: Sequence[Moment]) -> Record:
    """The match as a record in which nothing was committed, a second for each action."""
    nobody = (None,) * config.seats
    header = Header(
        format=FORMAT,
        game=game.name,
        rules_version=game.rules_version,
        config=msgspec.to_builtins(config),
        table="match",
        names=("random mover",) * config.seats,
        commitment=None,
        nonce_commitments=nobody,
        opened=NOON,
    )
    steps = tuple(
        Step(moment.seat, NOON + timedelta(seconds=moment.number), msgspec.to_builtins(moment.action))
        for moment in moments
    )
    outcome = msgspec.to_builtins(game.outcome(moments[-1].after))
    closing = Closing("over" if outcome else "abandoned", len(steps), None, nobody, outcome)
    return Record(header, steps, closing)
