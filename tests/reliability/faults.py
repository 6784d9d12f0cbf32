"""Faults that are planted in a server, to see that the checks find them. Each is a mistake that somebody could make."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from veillee.games import GAMES
from veillee.server import playing, socket, table, thinking
from veillee.server.course import Course
from veillee.server.errors import BadMessage
from veillee.server.socket import Connection
from veillee.server.table import LiveTable
from veillee.store.steps import Append

WRITE_BEHIND_S = 0.1
STALL_S = 0.02


def acknowledge_before_commit() -> None:
    """What is played is written behind, while the player has been told already that it is safe."""
    write, writing = LiveTable.write, deque[asyncio.Task[None]](maxlen=1000)

    async def later(self: LiveTable, change: Any) -> None:
        await asyncio.sleep(WRITE_BEHIND_S)
        await write(self, change)

    async def hasty(self: LiveTable, change: Any) -> Any:
        if not isinstance(change, Append):  # its result is needed
            return await write(self, change)
        writing.append(asyncio.ensure_future(later(self, change)))

    LiveTable.write = hasty


def forget_answers() -> None:
    """An action that is sent again, because its answer was lost, is not recognised."""
    Course.answered = lambda self, player, action_id, seat, action: False


def drop_the_offset() -> None:
    """A stream goes on without counting."""

    class Uncounted(table.Watcher):
        n = property(lambda self: 1, lambda self, value: None)  # type: ignore[assignment]

    table.Watcher = Uncounted


def lose_a_frame() -> None:
    """Every so often a view is not sent, and not counted either."""
    show, told = table.Watcher.show, [0]

    def forgetful(self: table.Watcher, moment: Any) -> None:
        told[0] += 1
        if told[0] % 20 or not self.n:
            show(self, moment)

    table.Watcher.show = forgetful


def aim_at_whatever_is_there() -> None:
    """A placement is done on the cards that lie there by now, not on those that its player saw."""
    race = GAMES["nimble"]
    decide = race.decide

    def obliging(state: Any, seat: int, action: Any) -> Any:
        if type(action).__name__ == "Place" and state.discards[seat]:
            action = replace(action, card=state.discards[seat][-1], onto=state.piles[action.pile][-1])
        return decide(state, seat, action)

    race.decide = obliging  # type: ignore[method-assign]


def naive_broadcast() -> None:
    """One queue for all sockets: who reads slowly holds up those behind."""
    waiting: deque[tuple[Connection, bytes]] = deque()
    draining: list[asyncio.Task[None]] = []

    async def drain() -> None:
        while waiting:
            connection, frame = waiting.popleft()
            await connection._websocket.send_text(frame.decode())  # pyright: ignore[reportPrivateUsage]

    def send(self: Connection, frame: bytes) -> None:
        waiting.append((self, frame))
        if not draining or draining[0].done():
            draining[:] = [asyncio.ensure_future(drain())]

    Connection.send = send


def search_in_the_loop() -> None:
    """A bot thinks where everybody's messages are read."""

    async def choose(bot: Any, view: Any, told: Any, legal: Any, rng: Any) -> Any:
        return bot.choose(view, told, legal, rng)

    thinking.choose = choose


def search_in_a_thread() -> None:
    """A bot thinks in a thread, and takes turns with whatever else this process does."""

    async def choose(bot: Any, view: Any, told: Any, legal: Any, rng: Any) -> Any:
        return await asyncio.to_thread(bot.choose, view, told, legal, rng)

    thinking.choose = choose


def stall_the_loop() -> None:
    """Each action holds everything up for a while."""
    honest = playing.act

    async def act(*arguments: Any) -> None:
        time.sleep(STALL_S)
        await honest(*arguments)

    playing.act = act


def catch_only_value_errors() -> None:
    """A decoder that is handed whatever comes, by somebody who thinks that it fails in one way only."""
    socket._read = naive_read  # pyright: ignore[reportPrivateUsage]


def naive_read(raw: bytes) -> Any:
    try:
        return socket._decode(raw)  # pyright: ignore[reportPrivateUsage]
    except ValueError as error:
        raise BadMessage(str(error)) from None


PLANT: dict[str, Callable[[], None]] = {
    fault.__name__.replace("_", "-"): fault
    for fault in (
        acknowledge_before_commit,
        forget_answers,
        drop_the_offset,
        lose_a_frame,
        aim_at_whatever_is_there,
        naive_broadcast,
        search_in_the_loop,
        search_in_a_thread,
        stall_the_loop,
        catch_only_value_errors,
    )
}
