"""Positions of Nimble, built from the cards that matter."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from veillee.core.game import DEALER, SPECTATOR, replay
from veillee.games.nimble import GAME, scoring
from veillee.games.nimble.cards import PACKS, Card
from veillee.games.nimble.chance import deal
from veillee.games.nimble.types import Action, Cards, Config, Deal, Event, RoundSheet, Starts, State

STARTS: dict[int, Starts] = {2: (1, 2), 3: (1, 1, 1), 4: (0, 1, 1, 1)}


def cards(text: str) -> Cards:
    return tuple(map(Card, text.split()))


def dealt(config: Config) -> State:
    """The first race, after a deal of packs in canonical order."""
    return act(GAME.start(config), DEALER, Deal(PACKS[: config.seats], STARTS[config.seats]))


def position(
    seats: int = 3,
    *,
    piles: Sequence[str] = ("2:red/blue", "2:red/green", "2:red/orange"),
    discards: Sequence[str] = (),
    packs: Sequence[str] = (),
    guided: bool = False,
) -> State:
    """A race in which seats that are not named have no discard and a whole pack."""
    others = PACKS[len(packs) : seats]
    return replace(
        dealt(Config(seats, guided=guided)),
        piles=tuple(map(cards, piles)),
        discards=tuple(map(cards, discards)) + ((),) * (seats - len(discards)),
        packs=(*map(cards, packs), *others),
    )


def act(state: State, seat: int, *actions: Action) -> State:
    for action in actions:
        state = replay(GAME, state, GAME.decide(state, seat, action))
    return state


def finished(config: Config, seed: int) -> tuple[State, list[Event]]:
    """A whole game of random legal actions, and all that a spectator was told of it."""
    state, told, rng = GAME.start(config), list[Event](), Random(seed)
    while actors := GAME.to_act(state):
        seat = rng.choice(actors)
        action = deal(state, rng) if seat == DEALER else rng.choice(GAME.legal_actions(state, seat))
        events = GAME.decide(state, seat, action)
        state = replay(GAME, state, events)
        told += [event for event in events if SPECTATOR in GAME.audience(event)]
    return state, told


def result(left: Sequence[int], errors: Sequence[int]) -> RoundSheet:
    """The sheet of a round that ended so: on one of its piles, red frames lie on blue circles."""
    wrong = [Card(f"{seat}:red/blue") for seat, count in enumerate(errors) for _ in range(count)]
    return scoring.round_sheet([(Card("0:green/blue"), *wrong), cards("1:red/green"), cards("1:blue/red")], left)


def between_rounds(*results: RoundSheet) -> State:
    """A challenge, before the deal of the round that comes after these."""
    start = GAME.start(Config(len(results[0].seats), challenge=True))
    return replace(start, round=len(results) + 1, results=results)
