"""A live table: its row, its chairs and its game in memory, who watches it, and the one task in which it changes.

Everything that changes a table waits in one bounded inbox and is done in order: decide, commit, then tell. What is in
memory is what the store has acknowledged, never more. What is done there is in `lobby.py` and `playing.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection

from veillee.core.game import SPECTATOR, AnyGame, Seat, VeilleeError
from veillee.server import links, views
from veillee.server.clocks import Clocks
from veillee.server.course import Course
from veillee.server.deals import Dealer
from veillee.server.errors import Busy, Frozen, OldRules, Refusal, Unknown
from veillee.server.house import House
from veillee.server.opponents import Opponents
from veillee.server.rights import Role, roles_at
from veillee.server.viewer import Viewer, encode
from veillee.store import ChairRow, Duplicate, Fenced, StepRow, StoreError, TableRow, steps, tables
from veillee.wire import Chair, Gone, Lobby, Phrase, Said, Table, TableOptions, Told

T = TypeVar("T")
Work = Callable[[], Awaitable[T]]

INBOX: Final = 256
STOP_S: Final = 5.0  # for the work that waits when the server stops
RETRY_S: Final = 1.0  # how soon to try again what the server does by itself, when the store failed
LIVE: Final = ("open", "dealing", "playing")


class Watcher:
    """A viewer's stream of one table: from which seat it looks, and how many views it got."""

    def __init__(self, viewer: Viewer, seat: Seat) -> None:
        self._viewer = viewer
        self.seat, self.n = seat, 0

    def show(self, moment: views.Moment) -> None:
        self.n += 1
        self._viewer.send(encode(views.seen(moment, self.n, self.seat)))


class Stored(NamedTuple):
    """A table as the store has it."""

    row: TableRow
    chairs: list[ChairRow]
    steps: list[StepRow]
    secret: bytes


class Ask(NamedTuple):
    """Work that waits for its turn, and where its answer goes."""

    work: Work[Any]
    answer: asyncio.Future[Any]


class LiveTable:
    def __init__(self, house: House, game: AnyGame, stored: Stored) -> None:
        self.house, self.game, self.row = house, game, stored.row
        self.steps = house.metrics.steps.labels(game.name)
        self.loop = asyncio.get_running_loop()
        self.chairs = {chair.seat: chair for chair in stored.chairs}
        self.options = msgspec.convert(self.row.options, TableOptions)
        self.course = Course(game, msgspec.convert(self.row.config, game.config_type))
        self.dealer = Dealer(game, stored.secret)
        self.seats: int = self.row.config["seats"]
        self.clocks = Clocks(self.options, self.seats)
        self.opponents = Opponents(self)
        self.watchers: dict[Viewer, Watcher] = {}
        self.opens_at: float | None = None  # when a race will begin, on the loop's clock
        self.gone_since: dict[str, float] = {}
        self.refusal: Refusal | None = None  # why nothing more happens here, if so
        self._doubtful = False  # whether the store may know a step that memory does not
        self._inbox: asyncio.Queue[Ask] = asyncio.Queue(INBOX)
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._own: set[asyncio.Task[None]] = set()
        self._resume(stored.steps)
        self._task = asyncio.create_task(self._do_all(), name=f"table {self.row.id}")

    # Who is here.

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def now(self) -> float:
        return self.loop.time()

    @property
    def link(self) -> str:
        """What admits to this table; nothing while the link is revoked."""
        return links.link(self.house.key, self.id, self.row.link_generation) or ""

    @property
    def begun(self) -> bool:
        """Whether there is a game to see."""
        return bool(self.course.played)

    @property
    def playing(self) -> bool:
        return self.row.status == "playing"

    @property
    def idle(self) -> bool:
        """Whether nothing can happen here unless somebody comes."""
        return not self.watchers and not self._own and self._inbox.empty() and not self.playing

    def seats_of(self, player: str) -> list[Seat]:
        return [seat for seat, chair in sorted(self.chairs.items()) if chair.player == player]

    def own_chair(self, player: str, seat: Seat) -> ChairRow:
        """The chair, if it is the player's."""
        chair = self.chairs.get(seat)
        if chair is None or chair.player != player:
            raise Unknown(f"seat {seat} is not yours")
        return chair

    def roles(self, player: str) -> frozenset[Role]:
        watchable = self.options.spectators or self.row.status == "open"
        return roles_at(seated=bool(self.seats_of(player)), hosting=self.row.host == player, watchable=watchable)

    def played_by_bot(self, seat: Seat) -> bool:
        chair = self.chairs.get(seat)
        return chair is not None and (chair.occupant == "bot" or chair.covered)

    # The inbox.

    async def ask(self, work: Work[T]) -> T:
        """Does the work when its turn comes, and gives its result."""
        answer: asyncio.Future[T] = self.loop.create_future()
        try:
            self._inbox.put_nowait(Ask(work, answer))
        except asyncio.QueueFull:
            raise Busy("too much is waiting at this table; try again") from None
        return await answer

    def post(self, work: Work[Any]) -> None:
        """Has the work done for the table's own sake: nobody waits for it, and a failing store is tried again."""
        task = asyncio.create_task(self._do_quietly(work))
        self._own.add(task)
        task.add_done_callback(self._own.discard)

    def alarm(self, name: str, seconds: float, work: Work[Any]) -> None:
        """Has the work done after so many seconds, instead of what this alarm was set for before."""
        self.silence(name)
        self._alarms[name] = self.loop.call_later(seconds, partial(self._ring, name, work))

    def silence(self, name: str) -> None:
        if name in self._alarms:
            self._alarms.pop(name).cancel()

    async def stop(self) -> None:
        """Ends the table's task after the work that waits; nothing new is begun."""
        if self._task.done():
            return
        for alarm in self._alarms.values():
            alarm.cancel()
        self.opponents.stop()
        for own in self._own:
            own.cancel()
        with suppress(VeilleeError, TimeoutError):
            await asyncio.wait_for(self.ask(_nothing), STOP_S)
        self.refusal = Busy("the server restarts; try again in a moment")
        self._task.cancel()

    async def _do_all(self) -> None:
        while True:
            work, answer = await self._inbox.get()
            try:
                result = await self._do(work)
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
            else:
                if not answer.done():
                    answer.set_result(result)

    async def _do(self, work: Work[T]) -> T:
        if self.refusal:
            raise self.refusal
        try:
            if self._doubtful:
                await self._catch_up()
            return await work()
        except (StoreError, Fenced, Duplicate) as error:
            # Whether the step is in the journal is not known; the next work begins with looking.
            self._doubtful = True
            if isinstance(error, StoreError):
                raise
            raise Busy("the table has moved on; look again") from None
        except VeilleeError:
            raise
        except Exception:
            self.house.log.exception("table_frozen", table=self.id)
            self.house.metrics.frozen.inc()
            self.refusal = Frozen("this table has stopped on a fault of the program; what was played is kept")
            raise self.refusal from None

    async def _do_quietly(self, work: Work[Any]) -> None:
        try:
            await self.ask(work)
        except StoreError:
            await asyncio.sleep(RETRY_S)
            self.post(work)
        except VeilleeError as refusal:
            self.house.log.debug("not_done", table=self.id, code=refusal.code)

    def _ring(self, name: str, work: Work[Any]) -> None:
        self._alarms.pop(name, None)
        self.post(work)

    # The store.

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Makes the change durable."""
        begun = perf_counter()
        try:
            return await self.house.store.write(change)
        finally:
            self.house.metrics.commit.observe(perf_counter() - begun)

    async def change(self, change: Callable[[Connection], T]) -> T:
        """Makes a change of the table or its chairs durable, and takes over what the store then has."""

        def whole(c: Connection) -> tuple[T, TableRow | None, list[ChairRow]]:
            return change(c), tables.table(c, self.id), tables.chairs(c, self.id)

        result, row, chairs = await self.write(whole)
        self._take_over(row, chairs)
        return result

    def time_of_step(self) -> datetime:
        """Now, but never before the last step: the wall clock may be set back."""
        now = datetime.now(UTC)
        return max(now, self.course.at) if self.course.at else now

    async def _catch_up(self) -> None:
        """Folds what the journal knows and memory does not."""

        def query(c: Connection) -> tuple[TableRow | None, list[ChairRow], list[StepRow]]:
            return tables.table(c, self.id), tables.chairs(c, self.id), steps.steps(c, self.id)

        row, chairs, journal = await self.house.store.read(query)
        missed = journal[self.course.rows :]
        for step in missed:
            self.course.fold(step)
        self._take_over(row, chairs)
        self._doubtful = False
        if missed:
            self.tell_seen()
            self.opponents.wake()

    def _take_over(self, row: TableRow | None, chairs: list[ChairRow]) -> None:
        assert row, "tables are never deleted"
        self.row = row
        self.chairs = {chair.seat: chair for chair in chairs}
        for viewer, watcher in self.watchers.items():
            if not self.options.pass_and_play:
                watcher.seat = next(iter(self.seats_of(viewer.player)), SPECTATOR)

    def _resume(self, journal: list[StepRow]) -> None:
        """Folds the journal. Clocks ran from step to step, but not while the server was away."""
        if self.row.rules_version != self.game.rules_version:
            self.refusal = OldRules(
                f"this table keeps version {self.row.rules_version} of the rules, which is not here"
            )
            return
        for step in journal:
            self.course.fold(step)
            at = step.at.timestamp()
            if step.action is None and step.undo_to is None:
                self.clocks.stop()
            self.clocks.moved(step.seat, self.timed(), at)
        self.clocks.stop()
        self.gone_since = {chair.player: self.now for chair in self.chairs.values() if chair.player}

    def timed(self) -> list[Seat]:
        """The seats whose time runs: to act, and not played by a bot."""
        return [seat for seat in self.course.to_act if seat in self.chairs and not self.played_by_bot(seat)]

    # What is told.

    def watch(self, viewer: Viewer) -> None:
        """From now on the viewer gets every change, beginning with how things stand."""
        alone = not self.options.pass_and_play
        seat = next(iter(self.seats_of(viewer.player)), SPECTATOR) if alone else SPECTATOR
        self.watchers[viewer] = Watcher(viewer, seat)
        self.gone_since.pop(viewer.player, None)
        self.tell_lobby()
        self.retell(viewer)

    def unwatch(self, viewer: Viewer, why: str | None = None) -> None:
        if self.watchers.pop(viewer, None) is None:
            return
        if why:
            viewer.send(encode(Gone(self.id, why)))
        if viewer.player not in {other.player for other in self.watchers}:
            self.gone_since[viewer.player] = self.now
        self.tell_lobby()

    def reveal(self, viewer: Viewer, seat: Seat) -> None:
        """The device has passed to the player of this seat."""
        self.own_chair(viewer.player, seat)
        if viewer not in self.watchers:
            raise Unknown("watch the table first")
        self.watchers[viewer].seat = seat
        self.retell(viewer)

    def say(self, player: str, phrase: Phrase) -> None:
        self._tell_all(Said(self.id, self.seats_of(player)[0], phrase))

    def tell_lobby(self) -> None:
        frames: dict[bool, bytes] = {}  # by whether they are for the host
        for viewer in list(self.watchers):
            hosting = viewer.player == self.row.host
            if hosting not in frames:
                frames[hosting] = encode(Lobby(self.as_table(viewer.player)))
            viewer.send(frames[hosting])

    def tell_seen(self) -> None:
        """The game as each may know it. A shared device is veiled again once its seat has nothing to do."""
        if not self.begun:
            return
        moment = self._moment()
        for watcher in list(self.watchers.values()):
            if self.options.pass_and_play and watcher.seat not in self.course.to_act:
                watcher.seat = SPECTATOR
            watcher.show(moment)

    def retell(self, viewer: Viewer) -> None:
        """The present view, to one who watches."""
        if self.begun and (watcher := self.watchers.get(viewer)):
            watcher.show(self._moment())

    def dismiss_spectators(self) -> None:
        for viewer in list(self.watchers):
            if Role.SPECTATOR not in self.roles(viewer.player):
                self.unwatch(viewer, "this table is not to be watched")

    def as_table(self, player: str | None) -> Table:
        """The table as this player sees it; links are for the host."""
        present = frozenset(viewer.player for viewer in self.watchers)
        hosting = player is not None and player == self.row.host
        return views.table(
            self.row,
            self.options,
            [self._as_chair(seat, present) for seat in range(self.seats)],
            spectators=len(present - {chair.player for chair in self.chairs.values()}),
            starts_in_ms=None if self.opens_at is None else max(0, round(1000 * (self.opens_at - self.now))),
            host_key=self.house.key if hosting else None,
        )

    def _as_chair(self, seat: Seat, present: frozenset[str]) -> Chair:
        if seat not in self.chairs:
            return views.free_chair(seat)
        chair = self.chairs[seat]
        wait_s = self.cover_in_s(chair.player) if self.playing and chair.player else None
        return views.chair(chair, present, None if wait_s is None else round(1000 * wait_s))

    def cover_in_s(self, player: str) -> float | None:
        """How long until a bot may be called for this player, if they are away."""
        gone_since = self.gone_since.get(player)
        return None if gone_since is None else max(0.0, gone_since + self.house.settings.away_s - self.now)

    def _moment(self) -> views.Moment:
        course, goes_on = self.course, self.playing and self.opens_at is None
        return views.Moment(
            course=course,
            table=self.id,
            clocks=self.clocks.shown(self.now),
            deciders=course.to_act if goes_on else (),
            undoer=course.undoer() if goes_on and self.options.undo else None,
        )

    def _tell_all(self, message: Told) -> None:
        frame = encode(message)
        for viewer in list(self.watchers):
            viewer.send(frame)


async def _nothing() -> None:
    """The work that is done when all before it is."""
