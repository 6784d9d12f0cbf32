"""How simulated players of Nimble choose, by what they may know.

- "random": any legal action.
- "greedy": places what fits, else turns the next card, and recycles an empty pack.
- "heuristic": also takes cards back, if one under the top of the discard fits and is sooner there than the next that
  fits in the pack; it remembers the order of the cards that it has seen. Where hands take time, it knows that errors
  come from being second: if a card of a rival that fits the same circle lay there before it looked, it mostly lets the
  rival go first.
"""

# pyright: basic

from typing import Final

from veillee.games.nimble.kernel.hands import LOOKS_BACK, SLIPS, happens
from veillee.games.nimble.kernel.layout import (
    ACTOR,
    BACK,
    BYTE,
    EIGHT,
    FLIP,
    FRAMES,
    GUIDED,
    HALF,
    LANE,
    LAST,
    LAST_BIT,
    LOOKS,
    LOW_HALF,
    OF_ROUND,
    PACE,
    PLACE,
    REACTION,
    RECYCLE,
    ROWS,
    SEEN,
    TABLE,
    THREE,
    TWO,
    U,
    circles,
    face_at,
    fitting,
    frame_of,
    top_of,
)
from veillee.games.nimble.kernel.rows import mirrored, moves
from veillee.rows.bits import ONE, ZERO, count, lowest, nth
from veillee.rows.chance import low, mix
from veillee.rows.compiled import compiled, inlined

POLICIES: Final = ("random", "greedy", "heuristic")

STUBBORN: Final = U(15)  # one time in sixteen nobody lets a rival go first, or two could wait for each other for ever


@inlined
def choose(seats, tables, words, cells, i, policy, drawn):
    if policy == 0:
        legal = moves(tables, words, cells, i, words[i, ACTOR])
        return nth(legal, low(drawn, count(legal)))
    if policy == 1:
        return _greedy(tables, words, cells, i, drawn)
    return _heuristic(tables, words, cells, i, drawn)


@compiled
def _greedy(tables, words, cells, i, drawn):
    seat = words[i, ACTOR]
    aims = fitting(words, cells, i, seat, _known(tables, words, i, seat))
    return _place(tables, words, cells, i, seat, aims, drawn) if aims != ZERO else _turn(words, i, seat)


@compiled
def _heuristic(tables, words, cells, i, drawn):
    seat, luck = words[i, ACTOR], mix(drawn & LOW_HALF)
    table = _known(tables, words, i, seat)
    aims = fitting(words, cells, i, seat, table)
    if aims != ZERO and not _yields(tables, words, cells, i, seat, table, luck >> HALF):
        return _place(tables, words, cells, i, seat, aims, drawn)
    if tables[PACE] == REACTION and not happens(tables, seat, LOOKS_BACK, luck >> LANE):
        return _turn(words, i, seat)
    return BACK if _sooner_back(words, cells, i, seat, table) else _turn(words, i, seat)


@inlined
def _known(tables, words, i, seat):
    """The piles as the seat knows them when it acts."""
    return words[i, LOOKS + seat] if tables[PACE] == REACTION else words[i, TABLE]


@inlined
def _turn(words, i, seat):
    return FLIP if words[i, ROWS + seat] & LOW_HALF != ZERO else RECYCLE


@compiled
def _place(tables, words, cells, i, seat, aims, drawn):
    """Places on one of these piles, or on the one that the hand slips to."""
    pile = nth(aims, low(drawn, count(aims)))
    if tables[PACE] == REACTION:
        luck = mix(drawn & LOW_HALF)
        if happens(tables, seat, SLIPS, luck):
            pile = (pile + ONE + ((luck >> LANE) & ONE)) % THREE
        fits = (fitting(words, cells, i, seat, words[i, TABLE]) >> pile) & ONE != ZERO
        if tables[GUIDED] != ZERO and not fits:  # NIM-R19
            return _turn(words, i, seat)
    return PLACE + pile


@inlined
def _yields(tables, words, cells, i, seat, table, luck):
    """Whether to let a rival go first. Where nobody can err (NIM-R19), or all act at once, there is no reason to."""
    colour = frame_of(face_at(cells, i, seat, top_of(words[i, ROWS + seat])))
    rival = ((table >> OF_ROUND) >> colour) & ONE != ZERO
    return (tables[PACE] == REACTION) & (tables[GUIDED] == ZERO) & rival & (luck & STUBBORN != ZERO)


@compiled
def _sooner_back(words, cells, i, seat, table):
    """Whether a card under the top fits, with fewer cards on it than are to be turned till the next that fits."""
    row, seen = words[i, ROWS + seat], words[i, SEEN + seat]
    first, second, third = circles(table)
    wanted = (ONE << first) | (ONE << second) | (ONE << third)
    behind, steps = row >> HALF, ONE
    behind &= behind - ONE
    while behind != ZERO and not _is(wanted, cells, i, seat, LAST - lowest(behind)):
        behind &= behind - ONE
        steps += ONE
    if behind == ZERO:
        return False
    ahead, turned = row & LOW_HALF, ZERO
    if ahead == ZERO:  # NIM-R9
        ahead, turned = mirrored(row), ONE
    while turned < steps and ahead != ZERO:
        place = lowest(ahead)
        if seen & (LAST_BIT >> place) == ZERO:
            # Of cards not yet seen so many fit; what is turned is useful later too, and counts twice.
            share, whole = _shares(words[i, FRAMES], wanted)
            return TWO * (steps - turned) * share <= whole
        if _is(wanted, cells, i, seat, place):
            return False
        ahead &= ahead - ONE
        turned += ONE
    return True


@inlined
def _is(wanted, cells, i, seat, place):
    """Whether the frame of this card has one of the wanted colours."""
    return (wanted >> frame_of(face_at(cells, i, seat, place))) & ONE != ZERO


@inlined
def _shares(frames, wanted):
    """How many cards of those that anybody has left have a frame of a wanted colour, and how many there are in all."""
    share, whole = ZERO, ZERO
    for colour in range(6):
        left = (frames >> (EIGHT * U(colour))) & BYTE
        share += left if (wanted >> U(colour)) & ONE != ZERO else ZERO
        whole += left
    return share, whole
