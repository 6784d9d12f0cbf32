"""Rules and kernel side by side: the same decks, the same choices, and no difference at any step."""

import os
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.pairs import CASES, IDS, Pair
from veillee.core.game import AnyGame
from veillee.games import chance
from veillee.rows.kernel import NOBODY

TABLES = 256 * int(os.environ.get("VEILLEE_SOAK", "1"))  # of each game, shared among its configs
each_case = pytest.mark.parametrize(("game", "config"), CASES, ids=IDS)


def share(game: AnyGame) -> int:
    return -(-TABLES // sum(other is game for other, _ in CASES))


@each_case
def test_rules_and_kernel_play_the_same_game(game: AnyGame, config: Any) -> None:
    for table in range(share(game)):
        rng = Random(table)
        pair = Pair(game, config).deal(rng.getrandbits(64)) if table % 2 else Pair(game, config).load(rng)
        for _ in pair.steps(rng):
            pair.check()


@each_case
def test_every_seat_sees_what_its_view_shows_and_nothing_else(game: AnyGame, config: Any) -> None:
    """In an imagined world, mask and observation of the seat are the same, bit for bit."""
    rng = Random(1)
    pair, imagined = Pair(game, config).load(rng), Pair(game, config)
    for actor in pair.steps(rng):
        if rng.random() > 0.15:
            continue
        for seat in range(config.seats):
            pair.check(seat)
            view = game.view(pair.state, seat)
            imagined.state = chance(game).imagine(view, pair.told[seat], rng)
            imagined.kernel.load(config, imagined.state, imagined.words, imagined.cells, 0, rng.getrandbits(64))
            imagined.kernel.observe(*imagined.row, seat, imagined.seen)
            assert np.array_equal(pair.seen, imagined.seen)
            if seat == actor and game.pace == "turns":
                pair.kernel.legal(*pair.row, pair.mask)
                imagined.kernel.legal(*imagined.row, imagined.mask)
                assert np.array_equal(pair.mask, imagined.mask)


@each_case
def test_only_legal_actions_are_legal(game: AnyGame, config: Any) -> None:
    rng = Random(2)
    pair = Pair(game, config).load(rng)
    for _ in pair.steps(rng):
        pair.kernel.legal(*pair.row, pair.mask)
        for index in range(len(pair.mask[0])):
            assert pair.kernel.is_legal(*pair.row, index) == bool(pair.mask[0, index])
        for index in (-1, len(pair.mask[0]), 2**31, 2**63 - 1, -(2**63)):
            assert not pair.kernel.is_legal(*pair.row, index)


@each_case
def test_every_policy_chooses_what_is_legal_and_ends_the_game(game: AnyGame, config: Any) -> None:
    for policy in range(len(Pair(game, config).kernel.POLICIES)):
        for table in range(5):
            rng = Random(table)
            pair = Pair(game, config).deal(rng.getrandbits(64))
            while pair.actor != NOBODY:
                index = int(pair.kernel.choose(*pair.row, policy, np.uint64(rng.getrandbits(64))))
                pair.act(pair.encode.action(game.view(pair.state, pair.actor), index))
            pair.check()
