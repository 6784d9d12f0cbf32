"""`imagine` is uniform over the worlds a seat cannot tell from the real one: against brute force, on few unseen cards.

Brute force knows nothing of `imagine`: it rearranges the lowest cards of each pack in the deal, plays the same actions
again, and keeps those games in which the same is told.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from random import Random

import pytest

from games.chi_square import assert_uniform
from games.nimble.build import STARTS, act
from veillee.core.chance import Rng, below, shuffled
from veillee.core.game import DEALER, SPECTATOR, IllegalAction, Seat, replay
from veillee.games.nimble import GAME, chance
from veillee.games.nimble.cards import PACKS, Card
from veillee.games.nimble.types import Action, Cards, Config, Deal, Event, State

DRAWS = 6000
LOWEST = (4, 3)  # cards of each pack that brute force rearranges: one more than anybody leaves unseen

Moves = list[tuple[Seat, Action]]

FLIPPED = "0 flip 26, 1 flip 26"
ROUND = ", ".join(["1 flip 20", *["0 flip 1, 0 place 1"] * 28])  # until seat 0 has one card left
SCENES: dict[str, tuple[Config, str, Seat, int]] = {
    "most cards are in the discards": (Config(2), FLIPPED, 0, 12),
    "cards that were seen are back in the packs": (Config(2), f"{FLIPPED}, 0 back 5, 1 back 26", 1, 12),
    "cards were placed from within": (
        Config(2, guided=True),
        "0 flip 7, 0 place 1, 0 flip 19, 1 flip 26, 1 back 5, 1 place 1, 0 back 12",
        SPECTATOR,
        12,
    ),
    "one pack is known to its end": (Config(2), "1 flip 26, 0 flip 29, 0 recycle 1, 0 flip 4", 0, 2),
    "the second round of a challenge": (
        Config(2, challenge=True),
        f"{ROUND}, -1 deal 1, 0 flip 25, 1 flip 27, 1 back 2",
        1,
        12,
    ),
    "all was flipped": (Config(2), "0 flip 29, 1 flip 28, 0 recycle 1", 1, 1),
    "between two rounds": (Config(2, challenge=True), ROUND, 0, 1),
    "the end": (Config(2), ROUND, SPECTATOR, 1),
}


def performed(config: Config, script: str) -> Moves:
    """The script in actions: so many of each kind by each seat, always on the first pile that will do."""
    moves: Moves = [(DEALER, Deal(tuple(shuffled(pack, Random(8)) for pack in PACKS[:2]), STARTS[2]))]
    state = act(GAME.start(config), *moves[0])
    for line in script.split(", "):
        seat, kind, times = line.split()
        for _ in range(int(times)):
            legal = GAME.legal_actions(state, int(seat)) or (chance.deal(state, Random(9)),)
            moves.append((int(seat), next(action for action in legal if type(action).__name__.lower() == kind)))
            state = act(state, *moves[-1])
    return moves


def heard(config: Config, moves: Moves, viewer: Seat) -> tuple[State, list[Event]]:
    """Where the moves lead, and what the viewer is told on the way."""
    state, told = GAME.start(config), list[Event]()
    for seat, action in moves:
        events = GAME.decide(state, seat, action)
        told += [event for event in events if viewer in GAME.audience(event)]
        state = replay(GAME, state, events)
    return state, told


def every_world(config: Config, moves: Moves, viewer: Seat) -> set[State]:
    _, told = heard(config, moves, viewer)
    last = max(at for at, (_, action) in enumerate(moves) if isinstance(action, Deal))
    worlds = set[State]()
    for deal in rearranged(moves[last][1]):
        try:
            state, alike = heard(config, [*moves[:last], (DEALER, deal), *moves[last + 1 :]], viewer)
        except IllegalAction:
            continue
        if alike == told:
            worlds.add(state)
    return worlds


def rearranged(deal: Action) -> Iterator[Deal]:
    assert isinstance(deal, Deal)
    options = [list(lowest(pack, count)) for pack, count in zip(deal.packs, LOWEST, strict=True)]
    return (Deal(packs, deal.starts) for packs in product(*options))


def lowest(pack: Cards, count: int) -> Iterator[Cards]:
    return ((*pack[:-count], *order) for order in permutations(pack[-count:]))


@pytest.mark.parametrize("scene", SCENES)
def test_imagine_is_uniform_over_all_worlds(scene: str) -> None:
    config, script, viewer, size = SCENES[scene]
    moves = performed(config, script)
    worlds = every_world(config, moves, viewer)
    assert len(worlds) == size
    state, told = heard(config, moves, viewer)
    view, rng = GAME.view(state, viewer), Random(11)
    drawn = Counter(chance.imagine(view, told, rng) for _ in range(DRAWS if size > 1 else 10))
    if size == 1:
        assert set(drawn) == worlds
    else:
        assert_uniform(drawn, worlds)


def carelessly_shuffled(items: Sequence[Card], rng: Rng) -> Cards:
    """Every card is swapped with any other: looks right, and is not uniform."""
    order = list(items)
    for place in range(len(order)):
        swap = below(rng, len(order))
        order[place], order[swap] = order[swap], order[place]
    return tuple(order)


def test_a_slight_bias_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    config, script, viewer, _ = SCENES["most cards are in the discards"]
    moves = performed(config, script)
    state, told = heard(config, moves, viewer)
    monkeypatch.setattr(chance, "shuffled", carelessly_shuffled)
    view, rng = GAME.view(state, viewer), Random(12)
    drawn = Counter(chance.imagine(view, told, rng) for _ in range(DRAWS))
    worlds = every_world(config, moves, viewer)
    assert set(drawn) == worlds
    with pytest.raises(AssertionError):
        assert_uniform(drawn, worlds)


def test_before_the_deal_there_is_nothing_to_imagine() -> None:
    for config in (Config(2), Config(3, challenge=True), Config(4)):
        start = GAME.start(config)
        assert chance.imagine(GAME.view(start, 0), (), Random(0)) == start
