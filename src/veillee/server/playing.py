"""What happens in a game that goes on: actions, undos, deals, flags, and who covers whom.

Every function here is done in the table's turn, by way of its inbox.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw
from sqlalchemy import Connection

from veillee.core.game import DEALER, AnyGame, Seat, replay
from veillee.server.errors import BadMessage, NotNow, NoUndo, Stale, TableOver, TooEarly
from veillee.server.viewer import Viewer, encode
from veillee.store import StepRow, steps, tables
from veillee.wire import Act, Done, Undo

if TYPE_CHECKING:
    from veillee.server.table import LiveTable

ROUND_S: Final = 60.0  # how long a race waits between rounds for people who are not ready
RETURN_S: Final = 30.0  # what whoever comes back has at least on the clock


async def act(table: "LiveTable", viewer: Viewer, message: Act) -> None:
    """A player's action. Sent again it is answered again, and done once."""
    seat, course = message.seat, table.course
    chair = table.own_chair(viewer.player, seat)
    try:
        action = _reader_of_actions(table.game)(message.action)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadMessage(f"this is no action of {table.game.title}: {error}") from None
    if course.answered(viewer.player, message.id, seat, action):
        viewer.send(encode(Done(message.id)))
        table.retell(viewer)
        return
    check_playing(table)
    if chair.covered:
        raise NotNow("a bot plays for you; take your seat back first")
    if message.prompt != course.prompt(seat):
        raise Stale("this decision has been made; the view has the one to make now")
    await _take(table, seat, action, viewer.player, message.id)
    viewer.send(encode(Done(message.id)))
    table.tell_seen()
    await _follow(table)


async def act_as_bot(table: "LiveTable", seat: Seat, prompt: str | None, action: Any) -> None:
    """A bot's action, if the seat is still the bot's and the decision still to be made."""
    check_playing(table)
    if not table.played_by_bot(seat) or prompt != table.course.prompt(seat):
        raise Stale("the player has come back, or something was taken back")
    await _take(table, seat, action, None, None)
    table.tell_seen()
    await _follow(table)


async def undo(table: "LiveTable", viewer: Viewer, message: Undo) -> None:
    seat, course = message.seat, table.course
    table.own_chair(viewer.player, seat)
    if course.answered(viewer.player, message.id, seat, None):
        viewer.send(encode(Done(message.id)))
        table.retell(viewer)
        return
    check_playing(table)
    if not table.options.undo:
        raise NoUndo("at this table nothing is taken back")
    remain = course.undo_to(seat)
    row = StepRow(
        table.id, course.rows, seat, viewer.player, None, [], message.id, undo_to=remain, at=table.time_of_step()
    )
    await table.write(steps.Append(row))
    course.undo(row)
    viewer.send(encode(Done(message.id)))
    table.tell_seen()
    keep_going(table)


async def deal(table: "LiveTable") -> None:
    """The dealer's action, when it is the dealer's turn."""
    if table.course.to_act != (DEALER,) or table.row.status not in ("dealing", "playing"):
        return
    table.silence("round")
    chairs = [table.chairs[seat] for seat in range(table.seats)]
    action = table.dealer.deal(table.course.state, chairs, table.course.deals)
    await _take(table, DEALER, action, None, None)
    _count_down(table)
    table.tell_lobby()
    table.tell_seen()
    await _follow(table)


def keep_going(table: "LiveTable") -> None:
    """Whoever is to act: their clocks run, their bots think."""
    if table.clocks.kept:
        table.clocks.turn(table.timed(), table.now)
        if (flag := table.clocks.next_flag()) is not None and table.playing:
            table.alarm("flag", flag - table.now, partial(drop_flags, table))
        else:
            table.silence("flag")
    table.opponents.wake()


async def drop_flags(table: "LiveTable") -> None:
    """Bots take over for those whose time is up."""
    for seat in table.clocks.fallen(table.now):
        await cover(table, seat)
    keep_going(table)


async def cover(table: "LiveTable", seat: Seat) -> None:
    """A bot plays for the owner of the seat until the owner returns."""
    await table.change(lambda c: tables.set_chair(c, table.id, seat, covered=True))
    table.tell_lobby()
    if ready_for_round(table):
        await deal(table)
    keep_going(table)


async def give_back(table: "LiveTable", player: str, seat: Seat) -> None:
    """The owner plays again."""
    table.own_chair(player, seat)
    await table.change(lambda c: tables.set_chair(c, table.id, seat, covered=False))
    table.clocks.grant(seat, RETURN_S)
    table.tell_lobby()
    keep_going(table)


async def resume(table: "LiveTable") -> None:
    """Goes on after the server was away. The journal says that it was, so that no clock ran meanwhile."""
    if table.playing and table.clocks.kept:
        row = StepRow(table.id, table.course.rows, DEALER, None, None, [], None, None, table.time_of_step())
        await table.write(steps.Append(row))
        table.course.fold(row)
    _count_down(table)
    await _follow(table)


def check_playing(table: "LiveTable") -> None:
    """Refuses what can only be done while the game goes on, and has begun."""
    if table.row.status in ("over", "abandoned"):
        raise TableOver("this game is over")
    if not table.playing:
        raise NotNow("the game has not begun")
    if table.opens_at is not None:
        raise TooEarly("the race has not started yet")


def ready_for_round(table: "LiveTable") -> bool:
    """Whether a race may deal its next round: everybody who is here has seen how the last one ended."""
    if not between_rounds(table):
        return False
    return all(chair.ready or table.played_by_bot(seat) for seat, chair in table.chairs.items())


def between_rounds(table: "LiveTable") -> bool:
    return table.playing and table.game.pace == "race" and table.course.to_act == (DEALER,)


def _count_down(table: "LiveTable") -> None:
    """3-2-1: a race begins for all at the same moment."""
    if table.playing and table.game.pace == "race" and table.course.to_act != (DEALER,):
        table.opens_at = table.now + table.house.settings.countdown_s
        table.alarm("race", table.house.settings.countdown_s, partial(_begin_race, table))


async def _begin_race(table: "LiveTable") -> None:
    table.opens_at = None
    table.tell_lobby()
    table.tell_seen()
    keep_going(table)


@cache
def _reader_of_actions(game: AnyGame) -> Callable[[Raw], Any]:
    """Kept for each game: to work out what the kinds of action have in common takes longer than to read one."""
    return msgspec.json.Decoder(game.action_type).decode


async def _take(table: "LiveTable", seat: Seat, action: Any, player: str | None, action_id: str | None) -> None:
    """Decides the action, makes it durable, and only then lets it happen."""
    game, course = table.game, table.course
    events = game.decide(course.state, seat, action)
    after = replay(game, course.state, events)
    row = StepRow(
        table=table.id,
        seq=course.rows,
        seat=seat,
        player=player,
        action=msgspec.to_builtins(action),
        events=msgspec.to_builtins(events),
        action_id=action_id,
        undo_to=None,
        at=table.time_of_step(),
    )
    append = steps.Append(row)
    actors = game.to_act(after)
    status = "playing" if actors else "over"
    round_ended = actors == (DEALER,) and game.pace == "race"

    def change(c: Connection) -> None:
        append(c)
        if status != table.row.status:
            tables.set_table(c, table.id, status=status)
        for other in table.chairs if round_ended else ():
            tables.set_chair(c, table.id, other, ready=False)

    if status != table.row.status or round_ended:
        await table.change(change)
    else:
        await table.write(append)
    course.add(row, action, events, after)
    if table.clocks.kept:
        table.clocks.moved(seat, table.timed(), table.now)
    table.steps.inc()


async def _follow(table: "LiveTable") -> None:
    """What the game needs next without anybody asking."""
    if between_rounds(table):
        table.tell_lobby()
        if ready_for_round(table):
            await deal(table)
        else:
            table.alarm("round", ROUND_S, partial(deal, table))
        return
    if table.playing and table.course.to_act == (DEALER,):
        await deal(table)
        return
    if table.row.status == "over":
        table.clocks.stop()
        table.tell_lobby()
    keep_going(table)
