"""All tables of a server: opened, found by link or code, resumed after a restart, and let go when nobody needs them."""

import asyncio
import secrets
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from veillee import games
from veillee.core.game import AnyGame, BadConfig, NotFound, VeilleeError
from veillee.server import links, lobby, playing
from veillee.server.deals import fresh_secret
from veillee.server.errors import BadOption, DeadLink, NotNow, Unknown
from veillee.server.house import House
from veillee.server.table import LIVE, LiveTable, Stored
from veillee.store import ChairRow, TableRow, tables
from veillee.store import steps as journal
from veillee.wire import NewTable, TableOptions

LISTED: Final = 50
SWEEP_S: Final = 30.0
FORGOTTEN: Final = timedelta(days=1)  # an open table to which nobody came


class Tables:
    def __init__(self, house: House) -> None:
        self._house = house
        self._live: dict[str, LiveTable] = {}
        self._codes: dict[str, str] = {}  # to tables
        self._code_of: dict[str, str] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    async def resume(self) -> None:
        """Every table that is not over goes on; one that cannot says why, and hinders no other."""
        for table_id in await self._house.store.read(tables.live_tables):
            try:
                await self.find(table_id)
            except Exception:
                self._house.log.exception("not_resumed", table=table_id)

    async def find(self, table_id: str) -> LiveTable:
        """The table, from the store if it is not in memory."""
        if table_id in self._live:
            return self._live[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        try:
            return await asyncio.shield(self._loading[table_id])
        finally:
            self._loading.pop(table_id, None)

    async def open(self, new: NewTable, host: str) -> LiveTable:
        """A new table, at which nobody sits yet."""
        game = games.find(new.game)
        config = _config(game, new.config)
        _check_options(game, new.options)
        row, secret = self._new_row(game, msgspec.to_builtins(config), new.options, host)
        await self._house.store.write(lambda c: tables.add_table(c, row, secret))
        return self._keep(LiveTable(self._house, game, Stored(row, [], [], secret)))

    async def rematch(self, old: LiveTable, player: str) -> LiveTable:
        """The same again with everybody one seat on, so that another begins the row. A second wish finds the first."""
        if old.row.status not in ("over", "abandoned"):
            raise NotNow("a rematch comes after the game")
        if old.row.rematch is None:
            game = games.find(old.game.name)  # by today's rules, whatever the old ones were
            config = msgspec.to_builtins(_config(game, old.row.config))
            row, secret = self._new_row(game, config, old.options, old.row.host or player)

            def change(c: Connection) -> None:
                tables.add_table(c, row, secret)
                for seat, chair in old.chairs.items():
                    moved = (seat - 1) % old.seats
                    bot = chair.occupant == "bot"
                    tables.claim_seat(c, row.id, moved, ChairRow(moved, *chair[1:5], ready=bot))
                tables.set_table(c, old.id, rematch=row.id)

            await old.change(change)
            old.tell_lobby()
        assert old.row.rematch is not None
        return await self.find(old.row.rematch)

    async def behind(self, text: str) -> LiveTable:
        """The table that a link or a code leads to."""
        table_id = links.table_of(text)
        if table_id is None:
            code = links.as_code(text)
            table_id = self._codes.get(code) if code else None
            if table_id is None:
                raise Unknown("no table has this link or code: look at it again, or ask the host for a new one")
            return await self.find(table_id)
        try:
            table = await self.find(table_id)
        except Unknown:
            raise Unknown("no table has this link or code: look at it again, or ask the host for a new one") from None
        if not links.fits(text, links.link(self._house.key, table.id, table.row.link_generation)):
            raise DeadLink("this link leads nowhere any more: ask the host for a new one")
        return table

    async def listed(self) -> list[LiveTable]:
        """The tables that anybody may join or watch, newest first."""
        return await self._find_all(await self._house.store.read(partial(tables.open_tables, limit=LISTED)))

    async def of(self, player: str) -> list[LiveTable]:
        """The tables at which the player sits, newest first."""
        mine = partial(tables.tables_of, player_id=player, limit=LISTED)
        return await self._find_all(await self._house.store.read(mine))

    async def sweep(self) -> None:
        """Lets go, again and again, of tables that nobody looks at, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_S)
            for table in [table for table in self._live.values() if table.idle]:
                await self._let_go(table)
            self._house.metrics.tables.set(len(self._live))

    async def stop(self) -> None:
        """What is being done is finished; nothing else begins."""
        await asyncio.gather(*(table.stop() for table in self._live.values()))

    def index(self, table: LiveTable) -> None:
        """Makes the table's present code lead to it, and no earlier one."""
        self._drop_code(table)
        if code := links.code(self._house.key, table.id, table.row.link_generation):
            self._codes[code], self._code_of[table.id] = table.id, code

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self._house.store.read(partial(_stored, table_id=table_id))
        if stored is None:
            raise Unknown()
        table = LiveTable(self._house, _rules(stored.row), stored)
        self._keep(table)
        if table.row.status == "dealing":
            table.post(partial(lobby.collect_nonces, table))
        elif table.playing:
            table.post(partial(playing.resume, table))
        return table

    def _keep(self, table: LiveTable) -> LiveTable:
        self._live[table.id] = table
        if table.row.status in LIVE:
            self.index(table)
        self._house.metrics.tables.set(len(self._live))
        return table

    async def _find_all(self, rows: list[TableRow]) -> list[LiveTable]:
        found: list[LiveTable] = []
        for row in rows:
            try:
                found.append(await self.find(row.id))
            except VeilleeError as refusal:
                self._house.log.warning("not_listed", table=row.id, code=refusal.code)
        return found

    async def _let_go(self, table: LiveTable) -> None:
        if table.row.status == "open":
            if datetime.now(UTC) - table.row.created < FORGOTTEN:
                return
            await table.ask(partial(lobby.abandon, table))
        del self._live[table.id]
        self._drop_code(table)
        await table.stop()

    def _drop_code(self, table: LiveTable) -> None:
        if code := self._code_of.pop(table.id, None):
            del self._codes[code]

    def _new_row(
        self, game: AnyGame, config: dict[str, Any], options: TableOptions, host: str | None
    ) -> tuple[TableRow, bytes]:
        table_id = secrets.token_urlsafe(16)
        secret, commitment = fresh_secret(table_id)
        row = TableRow(
            id=table_id,
            game=game.name,
            rules_version=game.rules_version,
            config=config,
            options=msgspec.to_builtins(options),
            status="open",
            host=host,
            commitment=commitment,
            link_generation=1,
            created=datetime.now(UTC),
            rematch=None,
        )
        return row, secret


def _rules(row: TableRow) -> AnyGame:
    """The rules under which the table was opened; where nobody has them, today's, and the table says so itself."""
    try:
        return games.find(row.game, row.rules_version)
    except NotFound:
        return games.find(row.game)


def _stored(c: Connection, table_id: str) -> Stored | None:
    row = tables.table(c, table_id)
    if row is None:
        return None
    return Stored(row, tables.chairs(c, table_id), journal.steps(c, table_id), tables.secret(c, table_id))


def _config(game: AnyGame, config: dict[str, Any]) -> Any:
    """The config, if a game can start so."""
    try:
        converted = msgspec.convert(config, game.config_type)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at `$.")
        raise BadOption(f"{path.rstrip('`') or 'config'}: {why}") from None
    try:
        game.start(converted)
    except BadConfig as error:
        raise BadOption(str(error)) from None
    return converted


def _check_options(game: AnyGame, options: TableOptions) -> None:
    if game.pace != "race":
        return
    if options.pass_and_play:
        raise BadOption(f"pass_and_play: {game.title} is played all at once, so everybody needs a device")
    if options.clock != "none":
        raise BadOption(f"clock: {game.title} is a race and needs none")
