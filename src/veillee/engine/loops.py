"""The loops that the engine compiles for each game (`instance` of rows/compiled.py): these names are its constants."""

# pyright: basic

from typing import Any

import numpy as np

from veillee.rows.bits import ONE, ZERO, U
from veillee.rows.chance import episode_key, game_key, word
from veillee.rows.compiled import part
from veillee.rows.kernel import NOBODY

SEATS: Any = None
POLICY: Any = None
NOTHING: Any = None  # a zero for each seat
KERNEL_WORDS: Any = None
KERNEL_CELLS: Any = None
DECK_SIZE: Any = None
FIRST_CHOICE: Any = None
RESTART: Any = None  # whether a finished row is dealt anew
OBSERVE: Any = None  # whether anybody wants to see
actor: Any = None
apply: Any = None
choose: Any = None
deal: Any = None
is_legal: Any = None
legal: Any = None
observe: Any = None
playout: Any = None
score: Any = None
standing: Any = None


def play_rows(tables, seed, start, stop, words, cells, scores, ranks, lengths):
    """The games start … stop − 1 of a seed, one after the other in row 0."""
    for game in range(start, stop):
        key = game_key(seed, game)
        deal(SEATS, tables, words, cells, 0, key)
        lengths[game - start] = play_out(tables, words, cells, 0, key)
        tell(tables, words, cells, 0, scores, ranks, game - start)


def play_in_registers(tables, seed, start, stop, words, deck, scores, ranks, lengths):
    """The same games, each whole in registers; what is scored is written into row 0."""
    for game in range(start, stop):
        lengths[game - start] = playout(NOTHING, words, deck, ZERO, U(4), game_key(seed, game))
        tell(tables, words, deck, 0, scores, ranks, game - start)


def play_on(tables, words, cells, keys, start, stop, scores, ranks, lengths):
    """Rows start … stop − 1 from where they stand to their end."""
    for i in range(start, stop):
        lengths[i] = play_out(tables, words, cells, i, keys[i])
        tell(tables, words, cells, i, scores, ranks, i)


def play_out(tables, words, cells, i, key):
    """Row i to its end. Returns the number of actions."""
    k = ZERO
    while actor(SEATS, tables, words, cells, i) != NOBODY:
        drawn = word(key, U(FIRST_CHOICE) + k)
        apply(SEATS, tables, words, cells, i, choose(SEATS, tables, words, cells, i, POLICY, drawn))
        k += ONE
    return np.int32(k)


def tell(tables, words, cells, i, scores, ranks, at):
    """Writes how row i ended."""
    for seat in range(SEATS):
        scores[at, seat] = np.int16(score(SEATS, tables, words, cells, i, seat))
        mine, rank = standing(SEATS, tables, words, cells, i, seat), 1
        for other in range(SEATS):
            rank += standing(SEATS, tables, words, cells, i, other) < mine
        ranks[at, seat] = np.uint8(rank)


def begin(tables, words, cells, keys, episodes, start, stop, observation, mask, reward, done, seat):
    """Deals rows start … stop − 1 anew: each the next game of its key."""
    for i in range(start, stop):
        deal(SEATS, tables, words, cells, i, episode_key(keys[i], episodes[i]))
        done[i] = 0
        for other in range(SEATS):
            reward[i, other] = np.float32(0)
        show(tables, words, cells, i, observation, mask, seat)


def first_illegal(tables, words, cells, start, stop, actions):
    """The first row of these whose action is not legal, or −1. Without restart a row that is over takes any action."""
    for i in range(start, stop):
        wrong = not is_legal(SEATS, tables, words, cells, i, np.int64(actions[i]))
        if wrong and (RESTART or actor(SEATS, tables, words, cells, i) != NOBODY):
            return i
    return -1


def step(tables, words, cells, keys, episodes, start, stop, actions, observation, mask, reward, done, seat, final):
    """One action in each of these rows, unless one is illegal: then its row is returned and nothing has happened."""
    wrong = first_illegal(tables, words, cells, start, stop, actions)
    if wrong < 0:
        shown = observation, mask, reward, done, seat, final
        advance(tables, words, cells, keys, episodes, start, stop, actions, *shown)
    return wrong


def advance(tables, words, cells, keys, episodes, start, stop, actions, observation, mask, reward, done, seat, final):
    """One action in each of these rows, all legal."""
    for i in range(start, stop):
        act(tables, words, cells, i, np.int64(actions[i]), reward, done, final)
        if RESTART and done[i]:
            episodes[i] += ONE
            deal(SEATS, tables, words, cells, i, episode_key(keys[i], episodes[i]))
        show(tables, words, cells, i, observation, mask, seat)


@part
def act(tables, words, cells, i, action, reward, done, final):
    """One action in row i, and what is to be told if it ended the game."""
    for other in range(SEATS):
        reward[i, other] = np.float32(0)
    done[i] = 0
    me = actor(SEATS, tables, words, cells, i)
    if me == NOBODY:
        return
    apply(SEATS, tables, words, cells, i, action)
    if actor(SEATS, tables, words, cells, i) == NOBODY:
        done[i] = 1
        share_win(tables, words, cells, i, reward)
        if OBSERVE:
            observe(SEATS, tables, words, cells, i, me, final)


@part
def share_win(tables, words, cells, i, reward):
    """1, shared among all who won."""
    best = standing(SEATS, tables, words, cells, i, 0)
    for seat in range(1, SEATS):
        best = min(best, standing(SEATS, tables, words, cells, i, seat))
    winners = 0
    for seat in range(SEATS):
        winners += standing(SEATS, tables, words, cells, i, seat) == best
    for seat in range(SEATS):
        won = standing(SEATS, tables, words, cells, i, seat) == best
        reward[i, seat] = np.float32(1) / np.float32(winners) if won else np.float32(0)


@part
def show(tables, words, cells, i, observation, mask, seat):
    """Who acts next, what it sees and what it may do; nothing when the game is over."""
    me = actor(SEATS, tables, words, cells, i)
    seat[i] = np.int8(me)
    if OBSERVE:
        legal(SEATS, tables, words, cells, i, mask)
        if me != NOBODY:
            observe(SEATS, tables, words, cells, i, me, observation)


def look(tables, words, cells, start, stop, observation, mask, seat):
    """Shows these rows as they stand."""
    for i in range(start, stop):
        show(tables, words, cells, i, observation, mask, seat)
