"""Readers that stop reading are shut out, and nobody else waits for them."""

import asyncio
import re
from pathlib import Path
from time import perf_counter

from reliability.crowd import Player, gone, seated
from reliability.raw import Raw
from reliability.row import Found, milliseconds
from reliability.served import served
from server.people import Person

HEALTHY, SLOW = 8, 3
PACE_S = 0.005  # between actions
PATIENCE_S = 5.0  # without a view, until those that are missing are taken for lost
QUEUE = 64  # frames that may wait for one socket
SMALL = 4096
SHARE, MARGIN_MS = 2.0, 5.0  # p99 with slow readers is at most so many times the one without, and a little


def check(folder: Path, size: int, fault: str | None) -> Found:
    """So many actions before healthy readers alone, then as many while some do not read."""
    with served(folder, fault, send_buffer=SMALL, queue_frames=QUEUE) as server:
        return asyncio.run(_check(server.url, size))


async def _check(url: str, size: int) -> Found:
    crowd = await seated(url, "nimble", 2, watchers=HEALTHY)
    await crowd[0].until(lambda p: p.seen["legal"])
    missing, base = await _played(crowd, size, "base")
    slow = [await asyncio.to_thread(_deaf, url, crowd[0].table) for _ in range(SLOW)]
    missed, waits = await _played(crowd, size, "slow")
    evicted = await _evicted(url, 0 if missed else PATIENCE_S)
    for raw in slow:
        raw.close()
    await gone(crowd)
    before, after = milliseconds(base)["p99_ms"], milliseconds(waits)["p99_ms"]
    faults = [f"{missing + missed} views were not delivered"] * bool(missing + missed)
    faults += [f"{evicted} of {SLOW} slow readers were shut out"] * (evicted < SLOW)
    figures = {
        "delivered": f"{100 * len(waits) / (size * len(crowd)):.1f} %",
        "evicted": evicted,
        "p99_alone_ms": before,
        "p99_ms": after,
    }
    late = ["what healthy readers are sent"] * (after > SHARE * before + MARGIN_MS)
    return Found(tuple(faults), figures, tuple(late))


async def _played(crowd: list[Player], size: int, name: str) -> tuple[int, list[float]]:
    """How many views did not arrive, and how long the others took from the action to each reader."""
    actor, begun = crowd[0], [len(player.seen_at) for player in crowd]
    sent = list[float]()
    for nth in range(size):
        sent.append(perf_counter())
        await actor.send(f"{name}{nth}", {"type": ("Flip", "Back")[nth % 2]}, seat=0)
        await asyncio.sleep(max(0.0, sent[0] + (nth + 1) * PACE_S - perf_counter()))
    waits, wanted = list[float](), sum(begun) + size * len(crowd)
    while sum(len(player.seen_at) for player in crowd) < wanted and _silence(crowd) < PATIENCE_S:
        await asyncio.sleep(0.01)
    for player, first in zip(crowd, begun, strict=True):
        waits += [at - when for at, when in zip(player.seen_at[first:], sent, strict=False)]
    return size * len(crowd) - len(waits), waits


def _silence(crowd: list[Player]) -> float:
    """How long nobody has seen anything."""
    return perf_counter() - max(player.seen_at[-1] for player in crowd)


def _deaf(url: str, table: str) -> Raw:
    return Raw(Person(url, "Slow"), table, receive_buffer=SMALL)


async def _evicted(url: str, patience_s: float) -> int:
    """How many were shut out, once all are or some time has passed."""
    nobody, end = Person(url, kind="nobody"), perf_counter() + patience_s
    while True:
        text = (await asyncio.to_thread(nobody.get, "/metrics")).body
        count = sum(int(float(found)) for found in re.findall(r"^veillee_evictions_total (\S+)", text, re.MULTILINE))
        if count >= SLOW or perf_counter() >= end:
            return count
        await asyncio.sleep(0.05)
