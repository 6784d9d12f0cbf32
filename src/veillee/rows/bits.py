"""Operations on the bits of a 64-bit word, without branches."""

# pyright: basic

from typing import Any, Final

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from veillee.rows.compiled import compiled, inlined

U = np.uint64
ZERO, ONE = U(0), U(1)
PAIRS, NIBBLES, BYTES = U(0x5555555555555555), U(0x3333333333333333), U(0x0F0F0F0F0F0F0F0F)
SUM: Final = U(0x0101010101010101)


@intrinsic
def _ctpop(context: Any, word: Any) -> Any:
    return types.uint64(types.uint64), lambda context, builder, signature, args: builder.ctpop(args[0])


def count(word):
    """How many bits are set."""
    return U(int(word).bit_count())


@overload(count)  # pyright: ignore[reportCallIssue]
def _count_here(word):  # its parameters are those of what it returns, without types
    return lambda word: _ctpop(U(word))


@inlined
def spread(word, k):
    """All bits set if bit k of the word is, else none."""
    return ZERO - ((word >> U(k)) & ONE)


@inlined
def lowest(word):
    """The place of the lowest set bit, from 0; 64 if none is set."""
    return count(~word & (word - ONE))


@compiled
def nth(word, n):
    """The place of the n-th set bit, from 0, counted from the lowest; n is less than the number of set bits."""
    place = ZERO
    for width in (U(32), U(16), U(8), U(4), U(2), U(1)):
        here = count(word & ((ONE << width) - ONE))
        over = n >= here
        n = n - here if over else n
        word = word >> width if over else word
        place = place + width if over else place
    return place
