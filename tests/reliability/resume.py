"""Lines are cut again and again: everybody's stream still counts 1, 2, 3 … and tells every step once, in order.

Whoever comes back sends again what may have been lost: twice, in another order, and once with something else in it.
"""

import asyncio
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from reliability.crowd import Message, Player, gone, over, play, seated
from reliability.row import Found
from reliability.served import served
from server.people import PATIENCE_S
from veillee.games import GAMES

SEATS = 3
RESENT = 3


class Told:
    """What one player sent and heard, over all of its lines."""

    def __init__(self, player: Player, rng: random.Random) -> None:
        self.player, self.rng = player, rng
        self.sent: dict[str, Message] = {}
        self.accepted: set[str] = set()
        self.faults: list[str] = []
        self.cuts = 0

    async def play(self, cuts: int) -> None:
        """Plays, loses the line and comes back, so many times; then comes to rest."""
        for _ in range(cuts):
            playing = asyncio.create_task(play(self.player, self.rng, self.sent))
            await asyncio.sleep(self.rng.uniform(0.02, 0.15))
            self.player.cut()
            await playing
            self.cuts += 1
            await self._return()

    async def _return(self) -> None:
        await self.player.go()
        await self.player.come()
        await self.player.until(lambda p: p.seen)
        last = list(self.sent)[-RESENT:]
        for id in self.rng.sample(last, len(last)) * 2:
            await self._again(id)
        if len(last) > 1 and self.sent[last[0]]["action"] != self.sent[last[1]]["action"] and last[0] in self.accepted:
            answer = await self.player.act(last[0], **self.sent[last[1]])
            if answer.get("code") != "conflict":
                self.faults.append(f"an id stood for two actions: {answer}")

    async def _again(self, id: str) -> None:
        known = self.player.answers.get(id, {}).get("type") == "Done"
        answer = await self.player.act(id, **self.sent[id])
        if known and answer["type"] != "Done":
            self.faults.append(f"what was accepted is refused: {answer['code']}")

    def accept(self) -> None:
        self.accepted |= {id for id, answer in self.player.answers.items() if answer["type"] == "Done"}


def check(folder: Path, size: int, fault: str | None) -> Found:
    """A table of each game, so many cuts for each player and for one who only watches."""
    with served(folder, fault) as server:
        return asyncio.run(_check(server.url, size))


async def _check(url: str, size: int) -> Found:
    rng, faults, cuts, views = random.Random(size), list[str](), 0, 0
    for game in GAMES:
        crowd = await seated(url, game, SEATS, watchers=1)
        all_told = [Told(player, random.Random(rng.random())) for player in crowd]
        try:
            await asyncio.gather(*(told.play(size) for told in all_told))
            await _settle(crowd)
        except TimeoutError:
            faults.append(f"{game}: something was never heard")
        await asyncio.to_thread(crowd[0].person.at, crowd[0].table, "abandon")
        for told in all_told:
            told.accept()
            faults += [*told.faults, *await asyncio.to_thread(lambda told=told: list(_compare(told)))]
            cuts += told.cuts
            views += sum(map(len, told.player.streams))
        await gone(crowd)
    return Found(tuple(faults), {"cuts": cuts, "views": views, "out_of_order_or_missing": len(faults)})


async def _settle(crowd: Sequence[Player]) -> None:
    """Until everybody has heard the answers that are on their way."""
    with suppress(ConnectionError):
        for player in crowd:
            before = len(player.codes)
            await player.say("Act", id="last", table="none", seat=0, prompt=None, action={})
            await player.until(lambda p, n=before: len(p.codes) > n or over(p), PATIENCE_S)


def _compare(told: Told) -> Iterator[str]:
    """Every stream against the replay, and the accepted actions against the steps."""
    player = told.player
    table = player.lobby["id"]
    seat = player.seen["seat"]
    moments = player.person.get(f"/api/tables/{table}/replay?seat={seat}").body["moments"]
    yield from (f"{table}: {fault}" for fault in streams_of(player, moments))
    done = sum(moment["seat"] == seat for moment in moments)
    if done != len(told.accepted):
        yield f"{table}: {len(told.accepted)} actions were accepted and {done} are kept"


def streams_of(player: Player, moments: list[Message]) -> Iterator[str]:
    """What is wrong with the streams, if they should tell these moments."""
    earliest = 0
    for stream in player.streams:
        if [seen["n"] for seen in stream] != list(range(1, len(stream) + 1)):
            yield f"a stream counts {[seen['n'] for seen in stream][:8]}…"
        at: set[int] = set()
        for seen in stream:
            alike = {i for i in range(earliest, len(moments)) if _same(moments[i], seen)}
            # The next moment, or the same again: the answer to whatever was sent.
            at = alike & ({i + 1 for i in at} | at) if at else alike
            if not at:
                yield f"view {seen['n']} of a stream of {len(stream)} comes out of order"
                break
        earliest = min(at, default=earliest)


def _same(moment: Message, seen: Message) -> bool:
    return (moment["view"], moment["told"]) == (seen["view"], seen["told"])
