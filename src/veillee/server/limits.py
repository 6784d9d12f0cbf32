"""How much is too much: an allowance that fills up again, and the shape of a message before it is decoded."""

import re
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

from veillee.server.errors import BadMessage, TooFast

MESSAGE_BYTES: Final = 16 * 1024
MESSAGE_DEPTH: Final = 16
REMEMBERED: Final = 10_000  # addresses

_TEXTS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKETS: Final = re.compile(rb"[\[\]{}]")


class Allowance:
    """So many at once, and so many a second on average."""

    def __init__(self, per_s: float, at_once: float, now: Callable[[], float] = monotonic) -> None:
        self._per_s, self._at_once, self._now = per_s, at_once, now
        self._left, self._at = at_once, now()

    def take(self) -> bool:
        """Whether one more is allowed."""
        now = self._now()
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_s)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def spent(self) -> bool:
        return self._left + (self._now() - self._at) * self._per_s < 1


class Allowances:
    """An allowance for each address, the longest unused forgotten first."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._by_address: OrderedDict[str, Allowance] = OrderedDict()

    def check(self, address: str) -> None:
        """Refuses an address that has used up its allowance."""
        if address in self._by_address and self._by_address[address].spent:
            raise TooFast("too many tries from your address; wait a minute")

    def take(self, address: str) -> None:
        """Counts one more, and refuses it if it is too many."""
        allowance = self._by_address.setdefault(address, Allowance(self._per_minute / 60, self._per_minute))
        self._by_address.move_to_end(address)
        if len(self._by_address) > REMEMBERED:
            self._by_address.popitem(last=False)
        if not allowance.take():
            raise TooFast("too many tries from your address; wait a minute")


def check_shape(raw: bytes) -> None:
    """Refuses what is too long or nested too deep, before a decoder sees it: decoders recurse."""
    if len(raw) > MESSAGE_BYTES:
        raise BadMessage(f"a message has at most {MESSAGE_BYTES} bytes")
    if raw.count(b"[") + raw.count(b"{") <= MESSAGE_DEPTH:
        return  # as nearly always
    depth = 0
    for bracket in _BRACKETS.findall(_TEXTS.sub(b"", raw)):
        depth += 1 if bracket in b"[{" else -1
        if depth > MESSAGE_DEPTH:
            raise BadMessage(f"a message is nested at most {MESSAGE_DEPTH} deep")
