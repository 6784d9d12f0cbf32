"""Operations on the bits of a 64-bit word, without branches."""

# pyright: basic

from typing import Any, Final

import numpy as np
from llvmlite import ir
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


@overload(count)
def _count_here(word):  # its parameters are those of what it returns, without types
    return lambda word: _ctpop(U(word))  # pyright: ignore[reportCallIssue]


@inlined
def spread(word, k):
    """All bits set if bit k of the word is, else none."""
    return ZERO - ((word >> U(k)) & ONE)


@inlined
def lowest(word):
    """The place of the lowest set bit, from 0; 64 if none is set."""
    return count(~word & (word - ONE))


@compiled
def nth_by_halves(word, n):
    """What `nth` is, in six steps that every processor can do."""
    place = ZERO
    for width in (U(32), U(16), U(8), U(4), U(2), U(1)):
        here = count(word & ((ONE << width) - ONE))
        over = n >= here
        n = n - here if over else n
        word = word >> width if over else word
        place = place + width if over else place
    return place


@intrinsic
def _nth(context: Any, word: Any, n: Any) -> Any:
    """In one step where the processor can deposit bits: the n-th of all numbers' bits lands on the n-th that is set."""

    def generated(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if "+bmi2" not in context.codegen()._tm_features.split(","):
            return context.compile_internal(builder, lambda word, n: nth_by_halves(word, n), signature, args)
        bits = args[0].type
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(bits, (bits, bits)))
        landed = builder.call(deposit, (builder.shl(ir.Constant(bits, 1), args[1]), args[0]))
        return builder.cttz(landed, ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64, types.uint64), generated


def nth(word, n):
    """The place of the n-th set bit, from 0, counted from the lowest; n is less than the number of set bits."""
    return nth_by_halves(word, n)


@overload(nth)
def _nth_here(word, n):
    return lambda word, n: _nth(U(word), U(n))  # pyright: ignore[reportCallIssue]
