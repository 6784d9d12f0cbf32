"""Many random games of Parade in step, for processors with wide vectors: the games of `playout.py`, word for word.

A loop that the engine compiles for a number of seats, on the lanes of `lanes.py`.
"""

# pyright: basic

from typing import Any

from veillee.games.parade.kernel.lanes import (
    DECKS,
    LANES,
    SIZE,
    any_on,
    begin,
    deal,
    discard,
    draw_high,
    draw_words,
    exchange,
    rank,
    score_colour,
    step_of,
    tell,
)
from veillee.games.parade.kernel.rows import CARDS_IN_ALL, FIRST_CHOICE
from veillee.rows.bits import ONE, ZERO, U

__all__ = ["DECKS", "SIZE", "play_in_lockstep"]

STEP_0, STEP_1, STEP_2, STEP_3, STEP_4, STEP_5 = (step_of(seat) for seat in range(6))
SEATS: Any = None  # a constant where this is compiled


def play_in_lockstep(tables, seed, start, stop, a, deck, scores, ranks, lengths):
    """The games start … stop − 1 of a seed, as many at a time as there are lanes."""
    for block in range(start, stop, LANES):
        begin(a, deck, seed, block)
        deal(SEATS, a, deck)
        turn, place = ZERO, U(5 * SEATS + 6)
        while any_on(a):
            for seat in range(SEATS):
                draw_words(a, U(FIRST_CHOICE) + turn)
                if place < CARDS_IN_ALL:
                    draw_high(a, place)
                    exchange(a, deck, place)
                place += ONE
                step(a, seat, U(place == CARDS_IN_ALL))
                turn += ONE
        for seat in range(SEATS):
            discard(SEATS, a, seat)
        for colour in range(6):
            score_colour(SEATS, a, colour)
        rank(SEATS, a)
        tell(SEATS, a, block - start, min(LANES, stop - block), scores, ranks, lengths)


def step(a, seat, empty):
    """Every seat has a step of its own; of those that are not in the game none is compiled."""
    if seat == 0:
        STEP_0(SEATS, a, empty)
    elif seat == 1:
        STEP_1(SEATS, a, empty)
    elif SEATS > 2 and seat == 2:
        STEP_2(SEATS, a, empty)
    elif SEATS > 3 and seat == 3:
        STEP_3(SEATS, a, empty)
    elif SEATS > 4 and seat == 4:
        STEP_4(SEATS, a, empty)
    elif SEATS > 5 and seat == 5:
        STEP_5(SEATS, a, empty)
