"""What happens at a table before its game: who sits where, who is ready, the start; and how it is left or renewed.

Every function here is done in the table's turn, by way of its inbox.
"""

from functools import partial

from sqlalchemy import Connection

from veillee.bots import plain
from veillee.core.game import Seat
from veillee.server import links, playing
from veillee.server.deals import NONCE_S, awaited, check_nonce
from veillee.server.errors import (
    DeadLink,
    NoSuchLevel,
    NotNow,
    NotReady,
    SeatTaken,
    TableFull,
    TableOver,
    Unknown,
)
from veillee.server.table import LiveTable
from veillee.store import ChairRow, PlayerRow, tables
from veillee.wire import Fill, Nonce, Ready, Sit


async def sit(table: LiveTable, player: PlayerRow, sit: Sit) -> None:
    """A free seat for a player who was invited."""
    _check_invited(table, player, sit.link)
    if table.row.status != "open":
        if table.row.status in ("over", "abandoned"):
            raise TableOver("this game is over; its replay can be watched")
        raise TableFull("this game has begun; you may watch it")
    if sit.seat is not None and sit.seat not in range(table.seats):
        raise Unknown(f"this table has seats 0 to {table.seats - 1}")
    if table.seats_of(player.id) and not table.options.pass_and_play:
        raise NotNow("you sit here already; leave your seat to take another")
    occupant = "program" if player.kind == "program" else "person"
    chair = ChairRow(seat=0, occupant=occupant, player=player.id, name=sit.name or player.name)
    taken = await table.change(lambda c: tables.claim_seat(c, table.id, sit.seat, chair))
    if taken is None:
        if sit.seat is None:
            raise TableFull("all seats are taken; you may watch")
        raise SeatTaken("somebody sits there; take another seat")
    _retell(table)


async def rename(table: LiveTable, player: PlayerRow) -> None:
    """Before the game a seat takes its player's new name. On a shared device every seat has its own."""
    if table.row.status != "open" or table.options.pass_and_play:
        return
    seats = table.seats_of(player.id)

    def change(c: Connection) -> None:
        for seat in seats:
            tables.set_chair(c, table.id, seat, name=player.name)

    await table.change(change)
    table.tell_lobby()


async def leave(table: LiveTable, player: str) -> None:
    """Before the game the seats become free; in the game bots cover them, and the player may return."""
    seats = table.seats_of(player)
    if table.row.status in ("dealing", "playing"):
        for seat in seats:
            await playing.cover(table, seat)
    if table.row.host == player:
        await _pass_host_on(table, player)
    if table.row.status == "open":
        await table.change(lambda c: _free(c, table.id, seats))
        if table.row.host is None:
            await _abandon(table)
    _retell(table)


async def kick(table: LiveTable, seat: Seat) -> None:
    """The host sends somebody away before the game."""
    _check_open(table)
    if seat not in table.chairs or table.chairs[seat].occupant == "bot":
        raise Unknown(f"nobody to send away sits on seat {seat}")
    await table.change(lambda c: tables.free_seat(c, table.id, seat))
    _retell(table)


async def fill(table: LiveTable, fill: Fill) -> None:
    """The host seats a bot."""
    _check_open(table)
    if fill.level not in plain.levels(table.game):
        raise NoSuchLevel(f"{table.game.title} has opponents of level {', '.join(plain.levels(table.game))}")
    if fill.seat not in range(table.seats):
        raise Unknown(f"this table has seats 0 to {table.seats - 1}")
    bot = ChairRow(seat=fill.seat, occupant="bot", player=None, name=fill.level, level=fill.level, ready=True)
    if await table.change(lambda c: tables.claim_seat(c, table.id, fill.seat, bot)) is None:
        raise SeatTaken("somebody sits there; take another seat")
    _retell(table)


async def empty(table: LiveTable, seat: Seat) -> None:
    """The host sends a bot away."""
    _check_open(table)
    if seat not in table.chairs or table.chairs[seat].occupant != "bot":
        raise Unknown(f"no bot sits on seat {seat}")
    await table.change(lambda c: tables.free_seat(c, table.id, seat))
    _retell(table)


async def renew_link(table: LiveTable) -> None:
    """Old links and codes lead nowhere from now on."""
    generation = links.renewed(table.row.link_generation)
    await table.change(lambda c: tables.set_table(c, table.id, link_generation=generation))
    table.tell_lobby()


async def revoke_link(table: LiveTable) -> None:
    """Nobody new is admitted by link."""
    generation = links.revoked(table.row.link_generation)
    await table.change(lambda c: tables.set_table(c, table.id, link_generation=generation))
    table.tell_lobby()


async def ready(table: LiveTable, player: str, message: Ready) -> None:
    """Somebody is ready to begin, or for the next round. A device that several share gives one nonce."""
    seats = table.seats_of(player)
    between = playing.between_rounds(table)
    if table.row.status != "open" and not between:
        raise NotNow("the game has begun")
    nonces = {} if between else {seats[0]: message.commitment}

    def change(c: Connection) -> None:
        for seat in seats:
            tables.set_chair(c, table.id, seat, ready=True)
        for seat, commitment in nonces.items():
            tables.set_chair(c, table.id, seat, nonce_commitment=commitment)

    await table.change(change)
    table.tell_lobby()
    if playing.ready_for_round(table):
        await playing.deal(table)


async def start(table: LiveTable) -> None:
    """All are there and ready: nonces are collected, then the cards are dealt."""
    _check_open(table)
    if len(table.chairs) < table.seats:
        raise NotReady("a seat is free; wait for somebody, or let a bot play")
    waiting = [chair.name for chair in table.chairs.values() if chair.occupant != "bot" and not chair.ready]
    if waiting:
        raise NotReady(f"not ready yet: {', '.join(waiting)}")
    await table.change(lambda c: tables.set_table(c, table.id, status="dealing"))
    table.tell_lobby()
    table.dismiss_spectators()
    await collect_nonces(table)


async def collect_nonces(table: LiveTable) -> None:
    """Deals when all nonces are there; whoever stays silent until the time is up gives none."""
    if awaited(list(table.chairs.values())):
        table.alarm("nonces", NONCE_S, partial(playing.deal, table))
    else:
        table.silence("nonces")
        await playing.deal(table)


async def open_nonce(table: LiveTable, player: str, message: Nonce) -> None:
    """The nonce that a player committed to when ready."""
    if table.row.status != "dealing":
        raise NotNow("nonces are opened while the table is dealing")
    nonce = bytes.fromhex(message.nonce)
    for seat in awaited([table.chairs[seat] for seat in table.seats_of(player)]):
        check_nonce(table.id, table.chairs[seat], nonce)
        await table.change(partial(tables.set_chair, table=table.id, seat=seat, nonce=nonce))
    if not awaited(list(table.chairs.values())):
        await collect_nonces(table)


async def abandon(table: LiveTable) -> None:
    """The host ends what is not over. Its secret is opened, and it stays listed."""
    if table.row.status in ("over", "abandoned"):
        raise TableOver("this game is over")
    await _abandon(table)


async def cover(table: LiveTable, seat: Seat) -> None:
    """Somebody at the table calls a bot for one who has been away for long."""
    if not table.playing:
        raise NotNow("nobody needs to be covered now")
    chair = table.chairs.get(seat)
    if chair is None or chair.player is None:
        raise Unknown(f"no player sits on seat {seat}")
    if table.cover_in_s(chair.player) != 0:
        raise NotNow(f"{chair.name} has not been away for {table.house.settings.away_s:.0f} seconds")
    await playing.cover(table, seat)


async def _abandon(table: LiveTable) -> None:
    await table.change(lambda c: tables.set_table(c, table.id, status="abandoned"))
    table.clocks.stop()
    _retell(table)


async def _pass_host_on(table: LiveTable, leaving: str) -> None:
    """The next person clockwise becomes the host."""
    seats = table.seats_of(leaving)
    first = seats[0] if seats else 0
    clockwise = [(first + step) % table.seats for step in range(table.seats)]
    others = (table.chairs[seat].player for seat in clockwise if seat in table.chairs)
    heir = next((player for player in others if player and player != leaving), None)
    if heir is not None or table.row.status == "open":
        await table.change(lambda c: tables.set_table(c, table.id, host=heir))


def _check_invited(table: LiveTable, player: PlayerRow, link: str | None) -> None:
    """Hosts and those who find an open table need no link; with a wrong one nobody learns that the table exists."""
    if table.row.host == player.id or table.options.visibility == "open" or table.seats_of(player.id):
        return
    if link is None:
        raise Unknown()
    if not links.fits(link, links.link(table.house.key, table.id, table.row.link_generation)):
        raise DeadLink("this link leads nowhere any more: ask the host for a new one")


def _check_open(table: LiveTable) -> None:
    if table.row.status != "open":
        raise NotNow("the game has begun")


def _free(c: Connection, table: str, seats: list[Seat]) -> None:
    for seat in seats:
        tables.free_seat(c, table, seat)


def _retell(table: LiveTable) -> None:
    """Everybody sees the table anew, and the game, if there is one, from where they now sit."""
    table.tell_lobby()
    table.tell_seen()
