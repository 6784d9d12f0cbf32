"""The JAX Parade (`jax_forms.py`) measured: on one core, or with `--gpu` on a GPU.

A move is a card played or two cards discarded; only moves that were really made count. Before a form is measured, games
from random words are played by the project's own rules too, and must end alike: totals and number of plays.
"""

# pyright: reportMissingImports=false

import os
import random
import sys
from functools import partial
from typing import Any, Final

import turns

ON_GPU: Final = "--gpu" in sys.argv
if not ON_GPU:
    turns.one_core()
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax  # noqa: E402 - after the core is chosen
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax_forms import CARDS, CHOICES, DISCARDS, FORMS, HAND, SEATS, WORDS, drawn_deck, hashed  # noqa: E402

from veillee.core.game import DEALER, replay  # noqa: E402
from veillee.games import GAMES  # noqa: E402
from veillee.games.parade.cards import DECK  # noqa: E402
from veillee.games.parade.types import Deal, Discard, Play  # noqa: E402

jax.config.update("jax_enable_x64", True)

SIZES: Final = (1 << 16, 1 << 18, 1 << 20) if ON_GPU else (1 << 8, 1 << 11, 1 << 14)
CHECKED: Final = 256


def by_the_rules(words: list[int], *, drawn: bool) -> tuple[list[int], int]:
    """The totals and the number of plays, from the same words."""
    game, left = GAMES["parade"], list(DECK)
    if drawn:
        deck = [left.pop(words[k] * (CARDS - k) >> 32) for k in range(CARDS)]
    else:
        deck = [card for _, card in sorted(zip(words[:CARDS], left, strict=True), key=lambda pair: pair[0])]
    state, plays = game.start(game.config_type(SEATS)), 0

    def act(seat: int, action: Any) -> None:
        nonlocal state
        state = replay(game, state, game.decide(state, seat, action))

    act(DEALER, Deal(tuple(deck), 0))
    hands = [deck[seat : SEATS * HAND : SEATS] for seat in range(SEATS)]
    while state.turn is not None:
        seat, hand = state.turn, hands[state.turn]
        slot = words[CHOICES + plays] * HAND >> 32
        new = hand[4] if state.turns_left is not None else state.pile[0]
        act(seat, Play(hand[slot]))
        hand[slot] = new
        plays += 1
    for seat, hand in enumerate(hands):
        for place, n in enumerate((4, 3)):
            hand[words[DISCARDS + 2 * seat + place] * n >> 32] = hand[n - 1]
        act(seat, Discard(tuple(card for card in state.hands[seat] if card not in hand[:2])))
    outcome = game.outcome(state)
    assert outcome
    return list(outcome.scores), plays


def check(form: str) -> None:
    play, shuffle = FORMS[form]
    rng = random.Random(form)
    fed = [[rng.getrandbits(32) for _ in range(WORDS)] for _ in range(CHECKED)]
    table = jnp.asarray(np.array(fed, dtype=np.uint32).T)
    scores, plays = jax.jit(lambda table: play(lambda k: table[k], shuffle))(table)
    ours = [(list(map(int, score)), int(n)) for score, n in zip(np.asarray(scores), np.asarray(plays), strict=True)]
    if ours != [by_the_rules(words, drawn=shuffle is drawn_deck) for words in fed]:
        raise ValueError("not the same game as the project's rules")


def course(form: str, games: int) -> turns.Course:
    if games == SIZES[0]:
        check(form)
    play, shuffle = FORMS[form]
    run = jax.jit(lambda seed: play(hashed(seed, games), shuffle))
    seeds = iter(range(1, 1 << 30))
    moves, scores = map(np.asarray, run(jnp.uint32(0))[::-1])
    about = {"games": games, "moves_per_game": float(moves.mean()) + SEATS, "mean_score": float(scores.mean())}

    def work(amount: int, clock: turns.Clock) -> float:
        moves = 0
        for _ in range(amount):
            with clock:
                _, plays = jax.block_until_ready(run(jnp.uint32(next(seeds))))
            moves += int(np.asarray(plays).sum()) + SEATS * games
        return moves

    return turns.Course("a card played, or two cards discarded", work, about)


if __name__ == "__main__":
    where = jax.devices()[0].device_kind if ON_GPU else "one core"
    turns.speak(
        f"JAX Parade, {where}",
        jax.__version__,
        {f"{form}, {games}": partial(course, form, games) for form in FORMS for games in SIZES},
        "wall_s" if ON_GPU else "cpu_s",
    )
