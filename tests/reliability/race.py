"""A race from far away: four players, ten actions a second each, sent ahead over a line of 150 ms.

Whatever is refused on the way, no card lands where its player did not aim it, and all that was accepted is kept.
"""

import asyncio
import random
from collections import Counter
from pathlib import Path
from time import perf_counter

from reliability.crowd import Message, Player, gone, seated
from reliability.proxy import delaying
from reliability.row import Found, milliseconds
from reliability.served import journal, served
from veillee.store import StepRow

SEATS = 4
ROUND_TRIP_S = 0.15
EVERY_S = 0.1
PLACED_MOST = 12  # by each player, so that the race goes on


class Racer:
    """Flips and takes back without looking, and now and then places by a view that is already old."""

    def __init__(self, player: Player, rng: random.Random) -> None:
        self.player, self.rng = player, rng
        self.sent: dict[str, Message] = {}
        self.sent_at: dict[str, float] = {}

    async def race(self, seconds: float) -> None:
        begun = perf_counter()
        while (passed := len(self.sent) * EVERY_S) < seconds:
            await asyncio.sleep(max(0.0, begun + passed - perf_counter()))
            id = f"r{len(self.sent)}"
            self.sent[id], self.sent_at[id] = self._choose(), perf_counter()
            await self.player.send(id, self.sent[id])

    def _choose(self) -> Message:
        view, seat = self.player.seen["view"], self.player.seen["seat"]
        mine = view["discards"][seat]["top"]
        if mine and self._placed() < PLACED_MOST and self.rng.random() < 0.3:
            pile = self.rng.randrange(len(view["piles"]))
            return {"type": "Place", "card": mine, "pile": pile, "onto": view["piles"][pile]["top"]}
        if not view["packs"][seat]:
            return {"type": "Recycle"}
        return {"type": "Back" if mine and self.rng.random() < 0.4 else "Flip"}

    def _placed(self) -> int:
        """How many cards of this player landed."""
        answers = self.player.answers.items()
        return sum(answer["type"] == "Done" and self.sent[id]["type"] == "Place" for id, answer in answers)


def check(folder: Path, size: int, fault: str | None) -> Found:
    """So many seconds."""
    with served(folder, fault) as server:
        racers, trips = asyncio.run(_race(server.url, size))
    rows = journal(folder, [racers[0].player.table])[racers[0].player.table]
    faults = [fault for racer in racers for fault in _astray(racer, rows)]
    answers = [answer for racer in racers for answer in racer.player.answers.values()]
    sent = sum(len(racer.sent) for racer in racers)
    accepted = [answer for answer in answers if answer["type"] == "Done"]
    kept = Counter(row.action["type"] for row in rows if row.player and row.action)
    faults += [f"{sent - len(answers)} actions were not answered"] * (len(answers) < sent)
    faults += [f"{len(accepted)} accepted, {kept.total()} kept"] * (len(accepted) != kept.total())
    faults += ["too little was accepted to show anything"] * (
        not kept["Place"] or min(kept["Flip"], kept["Back"]) < size
    )
    acknowledged = [
        p.answered_at[id] - racer.sent_at[id] for racer in racers for p in [racer.player] for id in p.answers
    ]
    figures = {"sent": sent, "accepted": len(accepted), "kept": dict(kept), "refused": sent - len(accepted)}
    figures |= {"astray": len(faults), "round_trip_ms": round(1000 * min(trips)), **milliseconds(acknowledged)}
    return Found(tuple(faults), figures)


async def _race(url: str, size: int) -> tuple[list[Racer], list[float]]:
    async with delaying(url, ROUND_TRIP_S / 2) as far:
        near = await seated(url, "nimble", SEATS)
        await gone(near)
        racers = [Racer(Player(player.person, player.table), random.Random(seat)) for seat, player in enumerate(near)]
        for racer in racers:
            racer.player.at = far
            await racer.player.come()
        await racers[0].player.until(lambda p: p.seen and p.seen["legal"])
        trips = [await racers[0].player.ping() for _ in range(3)]
        await asyncio.gather(*(racer.race(size) for racer in racers))
        for racer in racers:
            await racer.player.until(lambda p, racer=racer: len(p.answers) == len(racer.sent))
        await gone(racer.player for racer in racers)
    return racers, trips


def _astray(racer: Racer, rows: list[StepRow]) -> list[str]:
    """What happened otherwise than its player wanted, or was not kept, or is kept and was refused."""
    faults, player = list[str](), racer.player
    mine = {row.action_id: row for row in rows if row.player == player.person.id}
    for id in racer.sent:
        done = player.answers.get(id, {}).get("type") == "Done"
        if done != (id in mine):
            faults.append(f"{id}: {'accepted and not kept' if done else 'kept and not accepted'}")
    for id, row in mine.items():
        wanted = racer.sent[str(id)]
        for event in row.events:
            landed = {name: event[name] for name in ("card", "pile", "onto") if name in event}
            if event["type"] == "CardPlaced" and landed != {name: wanted[name] for name in landed}:
                faults.append(f"aimed {wanted}, landed {landed}")
    return faults
