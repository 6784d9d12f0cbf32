"""The bits of a word, counted and found."""

from random import Random
from typing import Any

import numpy as np

from veillee.rows.bits import count, lowest, nth, nth_by_halves
from veillee.rows.compiled import compiled

U = np.uint64


@compiled
def found(word: Any, n: Any) -> Any:
    return count(word), lowest(word), nth(word, n), nth_by_halves(word, n)


def test_bits_are_counted_and_found() -> None:
    rng = Random(1)
    for word in (1, 1 << 63, 2**64 - 1, *(rng.getrandbits(64) & rng.getrandbits(64) for _ in range(100))):
        places = [place for place in range(64) if word >> place & 1]
        for n, place in enumerate(places):
            assert found(U(word), U(n)) == (len(places), places[0], place, place)
            assert nth(U(word), U(n)) == place
