"""Parade for four players in JAX: uniformly random play of whole games, a batch at a time, in three forms.

`arrays` is how Pgx writes its games: one game's step on small arrays, vmapped, in a scan of fixed length in which games
that are over stand still. `bits` keeps the parade as bits of 64-bit words and works on whole batches. Both shuffle as
`jax.random.permutation` does, by sorting random words. `bits, drawn` draws the cards from a set of bits instead.

All chance comes from words: word k < 66 is for the k-th card, 66 + t for the choice of play t, 110 and on for the
discards, two a seat. Seat 0 begins. Needs 64-bit JAX.
"""

# pyright: reportMissingImports=false

from collections.abc import Callable
from functools import partial, reduce
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

SEATS, HAND, FIRST_PARADE, CARDS, COLOURS = 4, 5, 6, 66, 6
DEALT: Final = SEATS * HAND + FIRST_PARADE
PLAYS_MAX: Final = CARDS - DEALT + SEATS
CHOICES: Final = CARDS
DISCARDS: Final = CHOICES + PLAYS_MAX
WORDS: Final = DISCARDS + 2 * SEATS
u8, i32, u32, u64 = jnp.uint8, jnp.int32, jnp.uint32, jnp.uint64

Array = Any  # a traced one
Words = Callable[[Any], Array]  # the word or words of these numbers, for every game of the batch: [..., B]


def hashed(seed: Array, games: int) -> Words:
    """Words from a counter: cheaper than `jax.random`, and good enough for play at random."""
    rows = jnp.arange(games, dtype=u32) * u32(0x9E3779B1) + seed

    def words(k: Any) -> Array:
        x = rows + (jnp.asarray(k, dtype=u32) * u32(0x85EBCA77))[..., None]
        x = (x ^ (x >> 16)) * u32(0x85EBCA6B)
        x = (x ^ (x >> 13)) * u32(0xC2B2AE35)
        return x ^ (x >> 16)

    return words


def below(word: Array, n: Any) -> Array:
    return (word.astype(u64) * jnp.asarray(n, dtype=u64)) >> u64(32)


# The deck: card c is colour c >> 4 and value c & 15.

CODES: Final = np.array([colour * 16 + value for colour in range(COLOURS) for value in range(11)], dtype=np.uint8)


def sorted_deck(words: Words) -> Array:  # [66, B]
    return jnp.asarray(CODES)[jnp.argsort(words(jnp.arange(CARDS)), axis=0)]


def drawn_deck(words: Words) -> Array:  # [66, B]
    """One card after the other, each the n-th of those that are left: 16 bits a colour, four colours a word."""
    full = [sum(1 << int(code) % 64 for code in CODES if code // 64 == part) for part in range(2)]

    def draw(left: tuple[Array, Array], k: Array) -> tuple[tuple[Array, Array], Array]:
        n, first = below(words(k), CARDS - k), count(left[0])
        second = n >= first
        word, n, place = jnp.where(second, left[1], left[0]), jnp.where(second, n - first, n), u64(0)
        for width in (32, 16, 8, 4, 2, 1):
            here = count(word & u64((1 << width) - 1))
            over = n >= here
            n, word = jnp.where(over, n - here, n), jnp.where(over, word >> u64(width), word)
            place = place + jnp.where(over, u64(width), u64(0))
        bit = u64(1) << place
        left = jnp.where(second, left[0], left[0] ^ bit), jnp.where(second, left[1] ^ bit, left[1])
        return left, (place + jnp.where(second, u64(64), u64(0))).astype(u8)

    like = words(0)
    start = (jnp.full(like.shape, full[0], u64), jnp.full(like.shape, full[1], u64))
    return jax.lax.scan(draw, start, jnp.arange(CARDS))[1]


def count(word: Array) -> Array:
    return jax.lax.population_count(word)


# Arrays: functions of one game.


class Game(NamedTuple):
    hands: Array  # [seats, 5]
    line: Array  # [64] cards in the order in which they joined the parade
    here: Array  # [64] whether they are still there
    owner: Array  # [96] whom a card lies before, −1 for nobody
    left: Array  # turns left in the last round, −1 before it
    plays: Array


def start(deck: Array) -> Game:
    hands = deck[: SEATS * HAND].reshape(HAND, SEATS).T
    line = jnp.zeros(64, u8).at[:FIRST_PARADE].set(deck[SEATS * HAND : DEALT])
    return Game(hands, line, jnp.arange(64) < FIRST_PARADE, jnp.full(96, -1, jnp.int8), i32(-1), i32(0))


def step(game: Game, deck: Array, choice: Array) -> Game:
    seat, slot = game.plays % SEATS, below(choice, HAND)
    card = game.hands[seat, slot]
    value, at = card & 15, FIRST_PARADE + game.plays
    from_the_end = jnp.cumsum(game.here[::-1])[::-1]
    alike = (game.line >> 4 == card >> 4) | (game.line & 15 <= value)
    leaving = game.here & (from_the_end > value) & alike
    owner = game.owner.at[jnp.where(leaving, game.line, 96)].set(seat.astype(jnp.int8), mode="drop")
    drawing = game.left < 0
    joining = jnp.where(drawing, deck[jnp.minimum(DEALT + game.plays, CARDS - 1)], game.hands[seat, HAND - 1])
    six = (owner == seat).reshape(COLOURS, 16).any(1).all()
    last = six | (DEALT + game.plays == CARDS - 1)
    return Game(
        game.hands.at[seat, slot].set(joining),
        game.line.at[at].set(card),
        (game.here & ~leaving).at[at].set(True),
        owner,
        jnp.where(drawing, jnp.where(last, SEATS, -1), game.left - 1),
        game.plays + 1,
    )


def totals(game: Game, choices: Array) -> Array:  # choices: [seats, 2]
    def kept(hand: Array, choice: Array) -> Array:
        hand = hand.at[below(choice[0], 4)].set(hand[3])
        return hand.at[below(choice[1], 3)].set(hand[2])[:2]

    cards = jax.vmap(kept)(game.hands, choices)
    owner = game.owner.at[cards].set(jnp.arange(SEATS, dtype=jnp.int8)[:, None]).reshape(COLOURS, 16)
    mine = owner[None] == jnp.arange(SEATS)[:, None, None]
    counts, sums = mine.sum(2), (mine * jnp.arange(16)).sum(2)
    return jnp.where(counts == counts.max(0), counts, sums).sum(1)


def play_arrays(words: Words, shuffle: Callable[[Words], Array]) -> tuple[Array, Array]:
    deck = shuffle(words).T
    choices = words(jnp.arange(CHOICES, WORDS)).T

    def whole(deck: Array, choices: Array) -> tuple[Array, Array]:
        def turn(game: Game, choice: Array) -> tuple[Game, None]:
            after = step(game, deck, choice)
            return jax.tree.map(partial(jnp.where, game.left == 0), game, after), None

        game, _ = jax.lax.scan(turn, start(deck), choices[:PLAYS_MAX])
        return totals(game, choices[PLAYS_MAX:].reshape(SEATS, 2)), game.plays

    return jax.vmap(whole)(deck, choices)


# Bits: functions of a batch. The card that joined the parade as number t owns bit 63 − t, in the parade and wherever
# it goes; word s of `slices` has bit s of each card's code. All games are at the same play, so seats are constants.


def spread(code: Array, s: int) -> Array:
    """All bits set where bit s of the code is."""
    return u64(0) - ((code >> u64(s)) & u64(1))


def written(slices: list[Array], code: Array, bit: Array) -> list[Array]:
    return [word | (bit & spread(code, s)) for s, word in enumerate(slices)]


def leaving(here: Array, slices: list[Array], code: Array) -> Array:
    """PAR-R7 on all cards at once: not among the last ones, and of the colour or not above the value."""
    value = code & u64(15)
    other_colour = reduce(jnp.bitwise_or, [slices[s] ^ spread(code, s) for s in (4, 5, 6)])
    above = jnp.zeros_like(here)
    for s in range(4):
        mine = spread(code, s)
        above = (slices[s] & ~mine) | (~(slices[s] ^ mine) & above)
    for safe in range(10):
        here = jnp.where(value > safe, here & (here - u64(1)), here)
    return here & ~(other_colour & above)


def of_colour(slices: list[Array], colour: int) -> Array:
    return reduce(jnp.bitwise_and, [slices[4 + s] if colour >> s & 1 else ~slices[4 + s] for s in range(3)])


def play_bits(words: Words, shuffle: Callable[[Words], Array]) -> tuple[Array, Array]:
    deck = shuffle(words).astype(u64)
    none = jnp.zeros_like(deck[0])
    hands = [sum((deck[k * SEATS + seat] << u64(8 * k) for k in range(HAND)), none) for seat in range(SEATS)]
    slices, here = [none] * 7, none
    for t in range(FIRST_PARADE):
        bit = u64(1 << (63 - t))
        slices, here = written(slices, deck[SEATS * HAND + t], bit), here | bit

    def turn(state: Any, seat: int, play: Array, joining: Array) -> Any:
        hands, taken, slices, here, left, plays = state
        on = left != 0
        bit = jnp.where(on, u64(1) << (u64(63 - FIRST_PARADE) - play.astype(u64)), u64(0))
        hand, shift = hands[seat], below(words(CHOICES + play), HAND) * u64(8)
        code = (hand >> shift) & u64(255)
        gone = jnp.where(on, leaving(here, slices, code), u64(0))
        mine = taken[seat] | gone
        drawing = left < 0
        new = jnp.where(drawing, joining, hand >> u64(32))
        hand = jnp.where(on, hand ^ ((code ^ new) << shift), hand)
        six = reduce(jnp.bitwise_and, [mine & of_colour(slices, colour) != 0 for colour in range(COLOURS)])
        last = six | (DEALT + play == CARDS - 1)
        left = jnp.where(drawing, jnp.where(last, SEATS, -1), jnp.maximum(left - 1, 0))
        return (
            [*hands[:seat], hand, *hands[seat + 1 :]],
            [*taken[:seat], mine, *taken[seat + 1 :]],
            written(slices, code, bit),
            (here ^ gone) | bit,
            left,
            plays + on,
        )

    def round_of_turns(state: Any, k: Array) -> Any:
        for seat in range(SEATS):
            play = k * SEATS + seat
            state = turn(state, seat, play, deck[jnp.minimum(DEALT + play, CARDS - 1)])
        return state, None

    state = (hands, [none] * SEATS, slices, here, jnp.full(none.shape, -1), jnp.zeros(none.shape, i32))
    state, _ = jax.lax.scan(round_of_turns, state, jnp.arange(PLAYS_MAX // SEATS))
    hands, taken, slices, _, _, plays = state
    return totals_of_bits(words, hands, taken, slices), plays


def totals_of_bits(words: Words, hands: list[Array], taken: list[Array], slices: list[Array]) -> Array:
    taken = list(taken)
    for seat, hand in enumerate(hands):
        for place, (n, end) in enumerate(((4, 24), (3, 16))):
            shift = below(words(DISCARDS + 2 * seat + place), n) * u64(8)
            hand = hand ^ ((((hand >> shift) ^ (hand >> u64(end))) & u64(255)) << shift)
        for place in range(2):
            bit = u64(1 << (63 - FIRST_PARADE - PLAYS_MAX - 2 * seat - place))
            slices = written(slices, hand >> u64(8 * place), bit)
            taken[seat] = taken[seat] | bit
    points = [jnp.zeros_like(taken[0])] * SEATS
    for colour in range(COLOURS):
        hue = of_colour(slices, colour)
        cards = [mine & hue for mine in taken]
        counts = [count(mine) for mine in cards]
        most = reduce(jnp.maximum, counts)
        for seat, mine in enumerate(cards):
            values = sum((count(mine & slices[s]) << u64(s) for s in range(4)), u64(0))
            points[seat] = points[seat] + jnp.where(counts[seat] == most, counts[seat], values)
    return jnp.stack(points, axis=1)


FORMS: Final = {
    "arrays": (play_arrays, sorted_deck),
    "bits": (play_bits, sorted_deck),
    "bits, drawn": (play_bits, drawn_deck),
}
