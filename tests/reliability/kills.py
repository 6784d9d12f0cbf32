"""kill -9 of a real server under load: what it acknowledged is in its journal, once; what it showed had happened."""

import asyncio
import random
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from reliability.crowd import Message, Player, gone, one, over, play, seated
from reliability.row import Found, percentile
from reliability.served import journal, served
from store.samples import read
from veillee.core.game import SPECTATOR
from veillee.games import GAMES, find
from veillee.server.course import Course
from veillee.store import StepRow, Store, tables

ACKNOWLEDGED = (5, 160)  # when it is killed: never so many that all four games may be over, and nothing is going on
AFTER_S = 0.02  # and at most so much later, at whatever moment of the next action that may be
PROMISED_S = 2.0  # from the start of the process to the first accepted move

Sent = dict[str, Message]


def check(folder: Path, size: int, fault: str | None) -> Found:
    """So many kills. After each, all is sent again to the server that comes back, and the journal is read."""
    rng = random.Random(size)
    faults, acknowledged, waits, nth = list[str](), 0, list[float](), 0
    for nth in range(size):
        crowd, sent = _under_load(folder, rng, fault, list(GAMES)[nth % len(GAMES)])
        promised = [(p, id) for p, mine in zip(crowd, sent, strict=True) for id in mine if _done(p, id)]
        acknowledged += len(promised)
        kept = journal(folder, [player.table for player in crowd])
        faults += _unkept(promised, kept, sent, crowd)
        if faults:
            break  # what has gaps leads to no state, and nobody could go on
        faults += _shown_too_early(folder, crowd, kept)
        begun = monotonic()
        with served(folder, fault) as again:
            waits.append(asyncio.run(_return(crowd, again.url, sent, rng)) - begun)
        faults += _unkept(promised, journal(folder, [player.table for player in crowd]), sent, crowd)
    figures = {
        "kills": nth + 1,
        "acknowledged": acknowledged,
        "lost_doubled_or_gaps": len(faults),
        "first_move_s": round(max(waits, default=0.0), 2),
        "first_move_median_s": round(percentile(waits, 0.5), 2),
    }
    late = ["the first move after a restart"] * (max(waits, default=0.0) > PROMISED_S)
    return Found(tuple(faults), figures, tuple(late))


def _under_load(folder: Path, rng: random.Random, fault: str | None, race: str) -> tuple[list[Player], list[Sent]]:
    """Four tables, all playing, when the process is killed. What each player had sent by then."""
    with served(folder, fault) as server:

        async def load() -> tuple[list[Player], list[Sent]]:
            games = (*(game for game in GAMES if game != race), race)
            crowd = [player for game in games for player in await seated(server.url, game, 2)]
            sent: list[Sent] = [{} for _ in crowd]
            playing = [asyncio.create_task(play(p, rng, mine)) for p, mine in zip(crowd, sent, strict=True)]
            await _until_acknowledged(crowd, rng.randint(*ACKNOWLEDGED))
            await asyncio.sleep(rng.uniform(0, AFTER_S))
            server.process.kill()
            await asyncio.gather(*playing)
            await gone(crowd)
            return crowd, sent

        return asyncio.run(load())


async def _until_acknowledged(crowd: list[Player], count: int) -> None:
    while sum(len(player.answers) for player in crowd) < count:
        await asyncio.sleep(0.001)


async def _return(crowd: list[Player], url: str, sent: list[Sent], rng: random.Random) -> float:
    """Everybody comes back and sends again what was and what was not answered. When the first move was accepted."""
    returned, first = list[Player](), 0.0
    for before, mine in zip(crowd, sent, strict=True):
        before.person.url = url
        player = await Player(before.person, before.table).come()
        await player.until(lambda p: p.seen)
        returned.append(player)
        while not first and player.seen["legal"] and not over(player):
            answer = await one(player, rng, mine)
            first = monotonic() if answer["type"] == "Done" else 0.0
        for id, message in list(mine.items())[-3:]:
            await player.act(id, **message)
    await gone(returned)
    return first or monotonic()


def _done(player: Player, id: str) -> bool:
    return player.answers.get(id, {}).get("type") == "Done"


def _unkept(
    promised: list[tuple[Player, str]], kept: dict[str, list[StepRow]], sent: list[Sent], crowd: list[Player]
) -> list[str]:
    faults = list[str]()
    actions = dict(zip(crowd, sent, strict=True))
    for player, id in promised:
        found = [row for row in kept[player.table] if (row.player, row.action_id) == (player.person.id, id)]
        if len(found) != 1:
            faults.append(f"{'lost' if not found else 'doubled'}: {id}")
        elif found[0].action != actions[player][id]["action"]:
            faults.append(f"changed: {id}")
    for table, rows in kept.items():
        if [row.seq for row in rows] != list(range(len(rows))):
            faults.append(f"gap: {table}")
    return faults


def _shown_too_early(folder: Path, crowd: list[Player], kept: dict[str, list[StepRow]]) -> list[str]:
    """Views that somebody saw and the journal does not lead to."""
    with closing(Store.open(f"sqlite:///{folder / 'veillee.sqlite'}")) as store:
        rows = {name: read(store, lambda c, name=name: tables.table(c, name)) for name in kept}
    faults = list[str]()
    for player in crowd:
        row = rows[player.table]
        assert row
        course = Course(find(row.game), msgspec.convert(row.config, find(row.game).config_type))
        seat, views = player.seen["seat"], list[Any]()
        assert seat != SPECTATOR
        for step in kept[player.table]:
            course.fold(step)
            views.append(msgspec.json.decode(msgspec.json.encode(course.game.view(course.state, seat))))
        if player.seen["view"] not in views:
            faults.append(f"shown before it was safe: {player.table}")
    return faults
