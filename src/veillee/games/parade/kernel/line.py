"""What marchers do, in bits. Shared by rows, by whole games in registers, and by many games in lockstep.

A line is eight words: who marches, four slices of the values and three of the colours, a bit for each card.
"""

# pyright: basic

from typing import Final

from veillee.rows.bits import ONE, ZERO, U, count, spread
from veillee.rows.compiled import inlined

SAFE_AT_MOST: Final = 10  # PAR-R7: the largest value


@inlined
def code(card):
    """Colour and value of a card by its number: 16 × colour + value."""
    return card + U(5) * ((card * U(94)) >> U(10))


@inlined
def skip(bits, n):
    """Without the n lowest set bits, n at most 10: selects instead of a loop that would have to guess its end."""
    for k in range(10):
        bits = bits & (bits - ONE) if n > U(k) else bits
    return bits


@inlined
def alike(line, played):
    """PAR-R7: the bits of all cards of the same colour as the card of this code, or of a value not above its own."""
    _, v0, v1, v2, v3, c0, c1, c2 = line
    same = ~((c0 ^ spread(played, 4)) | (c1 ^ spread(played, 5)) | (c2 ^ spread(played, 6)))
    above = v0 & ~spread(played, 0)
    above = (v1 & ~spread(played, 1)) | (~(v1 ^ spread(played, 1)) & above)
    above = (v2 & ~spread(played, 2)) | (~(v2 ^ spread(played, 2)) & above)
    above = (v3 & ~spread(played, 3)) | (~(v3 ^ spread(played, 3)) & above)
    return same | ~above


@inlined
def leaving(line, played):
    """The bits of the marchers that leave when the card of this code is played. `line` is words 0 to 7."""
    # PAR-R7: as many as the value are safe. PAR-R8: a 0 protects none.
    return skip(line[0], played & U(15)) & alike(line, played)


@inlined
def known(line, bit, card):
    """The line after the card of this code came to own this bit, without marching."""
    marching, v0, v1, v2, v3, c0, c1, c2 = line
    return (
        marching,
        v0 | (bit & spread(card, 0)),
        v1 | (bit & spread(card, 1)),
        v2 | (bit & spread(card, 2)),
        v3 | (bit & spread(card, 3)),
        c0 | (bit & spread(card, 4)),
        c1 | (bit & spread(card, 5)),
        c2 | (bit & spread(card, 6)),
    )


@inlined
def has_six_colours(front, line):
    """PAR-R11: one card of each colour among these bits."""
    c0, c1, c2 = line[5], line[6], line[7]
    low_colours, high_colours = front & ~c2, front & c2
    return (
        ((low_colours & ~c1 & ~c0) != ZERO)
        & ((low_colours & ~c1 & c0) != ZERO)
        & ((low_colours & c1 & ~c0) != ZERO)
        & ((low_colours & c1 & c0) != ZERO)
        & ((high_colours & ~c0) != ZERO)
        & ((high_colours & c0) != ZERO)
    )


@inlined
def worth(bits, v0, v1, v2, v3):
    """The sum of the values of these cards."""
    return count(bits & v0) + (count(bits & v1) << U(1)) + (count(bits & v2) << U(2)) + (count(bits & v3) << U(3))
