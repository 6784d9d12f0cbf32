"""Bots that search without pause delay nobody else: whose table is another goes on meanwhile."""

import asyncio
from pathlib import Path
from time import perf_counter

from reliability.crowd import Player, gone, over, seated
from reliability.row import Found, milliseconds
from reliability.served import served
from reliability.thinker import LEVEL
from server.people import Person

LAG_MS = 25.0
PINGS_PER_S = 200
ENOUGH = 5  # moves of another table during a thought of half a second, on a busy machine; one held up makes none


def check(folder: Path, size: int, fault: str | None) -> Found:
    """So many tenths of a second of thought for each move of two bots, and what another table does during the first."""
    with served(folder, fault, thinker_s=size / 10) as server:
        return asyncio.run(_check(server.url, size / 10))


async def _check(url: str, seconds: float) -> Found:
    ada, ben, pinging = await seated(url, "oz", 2, watchers=1)
    idle = await _lags(pinging, min(seconds, 5))
    bots = [await Player(*await asyncio.to_thread(_of_thinkers, url)).come() for _ in range(2)]
    measuring = asyncio.create_task(_lags(pinging, seconds))
    moves = 0
    while not over(ada) and all(len(bot.streams[-1]) < 2 for bot in bots):  # until one of them has moved
        for player in (ada, ben):
            if player.seen["legal"]:
                n = player.seen["n"]
                answer = await player.act(f"m{moves}", player.seen["legal"][0], player.seen["prompt"])
                await player.until(lambda p, n=n: p.seen["n"] > n)
                moves += answer["type"] == "Done"
        await asyncio.sleep(0.005)
    lags = await measuring
    await gone([ada, ben, pinging, *bots])
    faults = [] if moves >= ENOUGH else [f"while a bot thought, another table made only {moves} moves"]
    ping, alone = milliseconds(lags)["p99_ms"], milliseconds(idle)["p99_ms"]
    figures = {"moves_meanwhile": moves, "ping_p99_ms": ping, "idle_ping_p99_ms": alone}
    return Found(tuple(faults), figures, ("pings",) * (ping > LAG_MS))


def _of_thinkers(url: str) -> tuple[Person, str]:
    """A table of thinking bots that has started, and who may watch it."""
    person = Person(url, "Host")
    table = person.open("teatime", 2, visibility="open")
    for seat in range(2):
        assert person.at(table, "fill", {"seat": seat, "level": LEVEL}).status == 200
    assert person.at(table, "start").status == 200
    return person, table


async def _lags(player: Player, seconds: float) -> list[float]:
    """How long pings take, many times a second."""
    lags, end = list[float](), perf_counter() + seconds
    while perf_counter() < end:
        lags.append(await player.ping())
        await asyncio.sleep(1 / PINGS_PER_S)
    return lags
