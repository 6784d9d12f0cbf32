"""Links to a table, and codes short enough to type. Both follow from the server's key: nothing of them is stored.

A table has a generation; renewing its link raises the number, revoking makes it negative. Old links then fit no more.
"""

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256
from typing import Final

LINK_TAG: Final = b"veillee/link/1"
CODE_TAG: Final = b"veillee/code/1"
CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH: Final = 12
MISREAD: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


def link(key: bytes, table: str, generation: int) -> str | None:
    """What the host sends to friends; None while the link is revoked."""
    if generation < 0:
        return None
    proof = urlsafe_b64encode(_proof(key, LINK_TAG, table, generation)[:15]).decode()
    return f"{table}.{proof}"


def code(key: bytes, table: str, generation: int) -> str | None:
    """The same for people to type: 60 bits in twelve characters that are hard to misread."""
    if generation < 0:
        return None
    bits = int.from_bytes(_proof(key, CODE_TAG, table, generation)[:8], "big")
    return "".join(CROCKFORD[bits >> 5 * place & 31] for place in range(CODE_LENGTH))


def table_of(text: str) -> str | None:
    """The table that a link is about, if the text has the shape of a link; whether it fits is another question."""
    table, dot, proof = text.partition(".")
    return table if dot and table and proof else None


def fits(given: str, wanted: str | None) -> bool:
    """Whether somebody showed the link, compared in a time that says nothing about where they differ."""
    return wanted is not None and hmac.compare_digest(given.encode(), wanted.encode())


def as_code(text: str) -> str | None:
    """The code that somebody typed, however they wrote it.

    >>> as_code("7k3m-q0zo-4hil")
    '7K3MQ0Z04H11'
    """
    typed = text.upper().translate(MISREAD)
    return typed if len(typed) == CODE_LENGTH and set(typed) <= set(CROCKFORD) else None


def renewed(generation: int) -> int:
    """
    >>> renewed(3), renewed(-3)
    (4, 4)
    """
    return abs(generation) + 1


def revoked(generation: int) -> int:
    return -abs(generation)


@lru_cache(16_384)  # a table tells its host both at every change
def _proof(key: bytes, tag: bytes, table: str, generation: int) -> bytes:
    return hmac.digest(key, b"\0".join((tag, table.encode(), str(generation).encode())), sha256)
