"""Who plays the seats of bots, and of people who are away, at one table.

Each such seat has a task while it is to act. It sees what the seat may know, thinks outside the event loop, waits as
long as a person would, and asks the table like everybody else.
"""

import asyncio
from functools import partial
from random import Random
from secrets import randbits
from typing import TYPE_CHECKING, Final

from veillee.bots import plain
from veillee.bots.bot import Bot
from veillee.core.game import Seat, VeilleeError
from veillee.server import playing, thinking

if TYPE_CHECKING:
    from veillee.server.table import LiveTable

HESITATION_S: Final = 0.2  # after a refusal


class Opponents:
    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._rng = Random(randbits(256))
        self._tasks: dict[Seat, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Whoever is to act and is played by a bot begins to think."""
        for seat in self._table.course.to_act:
            if self._to_play(seat) and seat not in self._tasks:
                self._tasks[seat] = asyncio.create_task(self._play(seat))

    def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    def _to_play(self, seat: Seat) -> bool:
        table = self._table
        goes_on = table.playing and table.opens_at is None and not table.refusal
        return goes_on and seat in table.course.to_act and table.played_by_bot(seat)

    async def _play(self, seat: Seat) -> None:
        """Until the seat has nothing to do."""
        chair = self._table.chairs[seat]
        bot = plain.find(self._table.game, chair.level or plain.levels(self._table.game)[-1])
        try:
            while self._to_play(seat):
                await self._move(seat, bot)
        except Exception:
            self._table.house.log.exception("bot_failed", table=self._table.id)
        finally:
            del self._tasks[seat]

    async def _move(self, seat: Seat, bot: Bot) -> None:
        table, course = self._table, self._table.course
        view, legal = course.game.view(course.state, seat), course.game.legal_actions(course.state, seat)
        told, prompt = course.told(seat), course.prompt(seat)
        if not legal:
            await asyncio.sleep(HESITATION_S)  # in a race somebody else may make something possible
            return
        action = await thinking.choose(bot, view, told, legal, self._rng)
        await asyncio.sleep(table.house.settings.bot_pace * bot.pause(action, self._rng))
        try:
            await table.ask(partial(playing.act_as_bot, table, seat, prompt, action))
        except VeilleeError as refusal:
            table.house.log.debug("bot_refused", table=table.id, code=refusal.code)
            await asyncio.sleep(HESITATION_S)
