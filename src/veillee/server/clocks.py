"""The time that seats have. Reads no clock: every method is handed the seconds of a monotonic one."""

from collections.abc import Collection
from typing import Final

from veillee.core.game import Seat
from veillee.wire import Clock, TableOptions

OPEN_ENDED: Final = "none"


class Clocks:
    """How many seconds each seat has left, and since when whose are running."""

    def __init__(self, options: TableOptions, seats: int) -> None:
        self._options = options
        self._left = [float(options.clock_s)] * seats
        self._since: dict[Seat, float] = {}

    @property
    def kept(self) -> bool:
        """Whether this table has clocks at all."""
        return self._options.clock != OPEN_ENDED

    def turn(self, to_act: Collection[Seat], now: float) -> None:
        """These seats, and no others, have to act from now on. Who was to act and no longer is has moved."""
        if not self.kept:
            return
        for seat in [seat for seat in self._since if seat not in to_act]:
            self._left[seat] = self._after_move(seat, now)
            del self._since[seat]
        for seat in to_act:
            self._since.setdefault(seat, now)

    def moved(self, seat: Seat, to_act: Collection[Seat], now: float) -> None:
        """The seat has acted; its clock starts afresh if it is to act again."""
        if seat in self._since:
            self._left[seat] = self._after_move(seat, now)
            del self._since[seat]
        self.turn(to_act, now)

    def stop(self) -> None:
        """Nobody's time runs, and what ran since the last move is given back: the server was away."""
        self._since.clear()

    def grant(self, seat: Seat, seconds: float) -> None:
        """Whoever comes back has at least so much."""
        self._left[seat] = max(self._left[seat], seconds)

    def left(self, seat: Seat, now: float) -> float:
        return self._left[seat] - (now - self._since[seat] if seat in self._since else 0.0)

    def next_flag(self) -> float | None:
        """When the next flag falls, if nobody moves."""
        return min((since + self._left[seat] for seat, since in self._since.items()), default=None)

    def fallen(self, now: float) -> list[Seat]:
        return [seat for seat in self._since if self.left(seat, now) <= 0]

    def shown(self, now: float) -> tuple[Clock | None, ...]:
        if not self.kept:
            return (None,) * len(self._left)
        return tuple(
            Clock(left_ms=max(0, round(1000 * self.left(seat, now))), running=seat in self._since)
            for seat in range(len(self._left))
        )

    def _after_move(self, seat: Seat, now: float) -> float:
        if self._options.clock == "game":
            return max(0.0, self.left(seat, now)) + self._options.increment_s
        return float(self._options.clock_s)
