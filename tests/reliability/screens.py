"""From a move that is sent to the last of four screens that shows it, at a hundred moves a second over many tables."""

import asyncio
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Final

from reliability.crowd import Player, gone, over, seated
from reliability.row import Found, milliseconds
from reliability.served import served

SEATS: Final = 4
PER_S: Final = 100
TABLES_MAX: Final = 24
GAMES: Final = ("parade", "teatime", "oz", "nimble")
P50_MS, P99_MS = 5.0, 15.0  # promised on a quiet machine


def check(folder: Path, size: int, fault: str | None) -> Found:
    """So many seconds."""
    with served(folder, fault) as server:
        return asyncio.run(_check(server.url, size))


async def _check(url: str, size: int) -> Found:
    games = [game for game, _ in zip(cycle(GAMES), range(min(TABLES_MAX, 4 * size)), strict=False)]
    tables = [await seated(url, game, SEATS) for game in games]
    for crowd in tables:
        await crowd[0].until(lambda p: p.seen["legal"] or p.seen["view"]["to_act"])
    await asyncio.sleep(0.2)
    idle, idling = list[float](), asyncio.create_task(asyncio.sleep(1))
    await _late(idle, idling)
    waits, moving = list[float](), asyncio.create_task(_pace(tables, size))
    busy = list[float]()
    await _late(busy, moving)
    waits, asked, missing = moving.result()
    for crowd in tables:
        await gone(crowd)
    shown, mine, quiet = milliseconds(waits), milliseconds(busy), milliseconds(idle)
    faults = [f"{missing} of {asked} moves did not reach four screens"] * bool(missing)
    figures = {"moves": asked, "tables": len(tables), **shown}
    figures |= {"own_loop_late_p99_ms": mine["p99_ms"], "idle_loop_late_p99_ms": quiet["p99_ms"]}
    return Found(tuple(faults), figures, ("screens",) * (shown["p50_ms"] > P50_MS or shown["p99_ms"] > P99_MS))


async def _pace(tables: list[list[Player]], size: int) -> tuple[list[float], int, int]:
    """A move every so often, at the next table where somebody may act: how long each took, and how many never came."""
    begun, asked, waits = perf_counter(), 0, list[float]()
    moving, busy, turn = set[asyncio.Task[None]](), set[int](), cycle(range(len(tables)))

    async def move(at: int, nth: int) -> None:
        try:
            waits.append(await _shown_to_all(tables[at], f"m{nth}"))
        finally:
            busy.discard(at)

    while (passed := perf_counter() - begun) < size:
        free = (at for at in (next(turn) for _ in tables) if at not in busy and _actors(tables[at]))
        if (at := next(free, None)) is not None:
            busy.add(at)
            moving.add(asyncio.create_task(move(at, asked)))
            asked += 1
        await asyncio.sleep(max(0.0, begun + passed + 1 / PER_S - perf_counter()))
    results = await asyncio.gather(*moving, return_exceptions=True)
    return waits, asked, sum(isinstance(result, BaseException) for result in results)


def _actors(crowd: list[Player]) -> list[Player]:
    return [player for player in crowd if player.seen["legal"] and not over(player)]


async def _shown_to_all(crowd: list[Player], id: str) -> float:
    """The seconds from sending an action to the last screen that shows what came of it."""
    actor = _actors(crowd)[0]
    before, begun = [len(player.seen_at) for player in crowd], perf_counter()
    await actor.send(id, actor.seen["legal"][0], actor.seen["prompt"])
    for player, count in zip(crowd, before, strict=True):
        await player.until(lambda p, count=count: len(p.seen_at) > count)
    return max(player.seen_at[count] for player, count in zip(crowd, before, strict=True)) - begun


async def _late(found: list[float], while_it_runs: asyncio.Task[object]) -> None:
    """How late this process's own loop wakes: what the machine, and not the server, adds."""
    while not while_it_runs.done():
        due = perf_counter() + 0.01
        await asyncio.sleep(0.01)
        found.append(perf_counter() - due)
