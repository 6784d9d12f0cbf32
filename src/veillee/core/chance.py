"""All that the house knows about chance: an unbiased index, an unbiased shuffle, and deals that can be checked.

The specification, with vectors that an outsider can check with any SHAKE-256, is docs/fair-deals.md.
Reads no clock and no source of entropy: secrets and nonces are handed in.
"""

from collections.abc import Sequence
from hashlib import sha256, shake_256
from typing import Any, Final, Protocol, TypeVar

T = TypeVar("T")

WORD_BITS: Final = 16
WORDS: Final = 1 << WORD_BITS

COMMITMENT_TAG: Final = b"veillee/commitment/1"
NONCE_TAG: Final = b"veillee/nonce/1"
DEAL_TAG: Final = b"veillee/deal/1"


class Rng(Protocol):
    """A source of random bits: `random.Random` where anything goes, `Keystream` where players must trust it."""

    def getrandbits(self, k: int, /) -> int: ...


class Chance(Protocol):
    """What a room's `chance.py` offers: the dealer's next action, and worlds a seat cannot tell from the real one."""

    def deal(self, state: Any, rng: Rng) -> Any: ...
    def imagine(self, view: Any, told: Sequence[Any], rng: Rng) -> Any: ...


def index(word: int, n: int) -> int | None:
    """The index in 0..n-1 that a 16-bit word stands for, or None when the word must be drawn again.

    Each index is hit by exactly 65536 // n words, so none is likelier than another.
    """
    return word % n if word < WORDS - WORDS % n else None


def below(rng: Rng, n: int) -> int:
    """An unbiased index in 0..n-1, for n up to 65536."""
    if not 0 < n <= WORDS:
        raise ValueError(f"no 16-bit word stands for an index below {n}")
    while (found := index(rng.getrandbits(WORD_BITS), n)) is None:
        pass
    return found


def shuffled(items: Sequence[T], rng: Rng) -> tuple[T, ...]:
    """The items in a uniformly random order (Fisher-Yates from the last place down)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        swap = below(rng, last + 1)
        order[last], order[swap] = order[swap], order[last]
    return tuple(order)


class Keystream:
    """The random bits of deal `deal` (0 for the first) of one game: SHAKE-256 of its secret and its players' nonces.

    A seat that gave no nonce (a bot, a silent player) counts as the empty string.
    """

    def __init__(self, secret: bytes, nonces: Sequence[bytes], deal: int) -> None:
        parts = (DEAL_TAG, secret, *nonces, deal.to_bytes(4, "big"))
        self._shake = shake_256(b"".join(map(_prefixed, parts)))
        self._buffer = b""
        self._used = 0

    def getrandbits(self, k: int, /) -> int:
        """The next k bits, k a multiple of 8, first byte highest."""
        size, rest = divmod(k, 8)
        if rest:
            raise ValueError(f"the stream is read in whole bytes, not in {k} bits")
        end = self._used + size
        while end > len(self._buffer):
            self._buffer = self._shake.digest(max(512, 2 * len(self._buffer)))
        word = int.from_bytes(self._buffer[self._used : end], "big")
        self._used = end
        return word


def commitment(table: str, secret: bytes) -> str:
    """What the dealer publishes before anybody sits down, in hexadecimal: it binds the secret and hides it."""
    return _digest(COMMITMENT_TAG, table.encode(), secret)


def nonce_commitment(table: str, seat: int, nonce: bytes) -> str:
    """What a player's client publishes when it is ready. Table and seat are bound in, so that it cannot be copied."""
    return _digest(NONCE_TAG, table.encode(), bytes([seat]), nonce)


def _digest(*parts: bytes) -> str:
    return sha256(b"".join(map(_prefixed, parts))).hexdigest()


def _prefixed(part: bytes) -> bytes:
    """The part behind its length in four bytes, so that no two lists of parts give the same bytes."""
    return len(part).to_bytes(4, "big") + part
