"""Many players at once, over real sockets: they send without waiting, and keep all that they hear."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.people import PATIENCE_S, Person

Message = dict[str, Any]


class Player:
    """A person's socket. `streams` has one list of views for each time that the table was watched."""

    def __init__(self, person: Person, table: str) -> None:
        self.person, self.table = person, table
        self.heard: asyncio.Condition = asyncio.Condition()
        self.lobby: Message = {}
        self.streams: list[list[Message]] = []
        self.answers: dict[str, Message] = {}
        self.answered_at: dict[str, float] = {}
        self.seen_at: list[float] = []
        self.codes: list[str] = []
        self.at = person.url  # or the address of a proxy
        self.closed = False
        self.pongs = 0
        self._waiting: dict[str, asyncio.Future[Message]] = {}
        self._wire: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None

    @property
    def seen(self) -> Message:
        """The last view."""
        return self.streams[-1][-1] if self.streams and self.streams[-1] else {}

    async def come(self) -> "Player":
        """Connects and watches the table."""
        address = f"ws://{urlsplit(self.at).netloc}/api/socket"
        headers = self.person.headers
        self._wire = await connect(
            address, origin=Origin(self.person.url), additional_headers=headers, compression=None, max_queue=None
        )
        self.closed = False
        self.streams.append([])
        await self.say("Watch", table=self.table)
        self._listening = asyncio.create_task(self._listen(self._wire))
        return self

    async def go(self) -> None:
        """Without a word: the server must bear it."""
        if self._wire:
            self.cut()
        if self._listening:
            await self._listening

    def cut(self) -> None:
        """The line is cut in the middle of whatever is said."""
        assert self._wire
        self._wire.transport.abort()

    async def say(self, type: str, **message: Any) -> None:
        assert self._wire
        await self._wire.send(msgspec.json.encode({"type": type, **message}).decode())

    async def send(self, id: str, action: Any, prompt: str | None = None, seat: int | None = None) -> None:
        """Sends an action without waiting for what becomes of it."""
        seat = self.seen["seat"] if seat is None else seat
        await self.say("Act", id=id, table=self.table, seat=seat, prompt=prompt, action=action)

    async def act(self, id: str, action: Any, prompt: str | None = None) -> Message:
        """The answer to an action. ConnectionClosed if there will be none."""
        self._waiting[id] = asyncio.get_running_loop().create_future()
        await self.send(id, action, prompt)
        return await self._waiting[id]

    async def ping(self) -> float:
        """The seconds until the server answers."""
        begun, self.pongs = perf_counter(), self.pongs + 1
        self._waiting[f"ping {self.pongs}"] = waiting = asyncio.get_running_loop().create_future()
        await self.say("Ping", n=self.pongs)
        await waiting
        return perf_counter() - begun

    async def until(self, holds: Callable[["Player"], Any], seconds: float = PATIENCE_S) -> None:
        """Waits until something has been heard; what never comes is a TimeoutError or a ConnectionError."""
        async with asyncio.timeout(seconds), self.heard:
            await self.heard.wait_for(lambda: self.closed or holds(self))
        if not holds(self):
            raise ConnectionError("the socket was closed")

    async def _listen(self, wire: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for raw in wire:
                await self._take(msgspec.json.decode(raw))
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the socket was closed"))
                waiting.exception()  # nobody may be left to ask
        self._waiting.clear()
        async with self.heard:
            self.closed = True
            self.heard.notify_all()

    async def _take(self, message: Message) -> None:
        match message["type"]:
            case "Seen":
                self.streams[-1].append(message)
                self.seen_at.append(perf_counter())
            case "Pong":
                self._waiting.pop(f"ping {message['n']}").set_result(message)
            case "Lobby":
                self.lobby = message["table"]
            case "Done" | "Refused" if message["id"] is not None:
                self.answers[message["id"]] = message
                self.answered_at[message["id"]] = perf_counter()
                if (waiting := self._waiting.pop(message["id"], None)) and not waiting.done():
                    waiting.set_result(message)
        if message["type"] == "Refused":
            self.codes.append(message["code"])
        async with self.heard:
            self.heard.notify_all()


NAMES = count()


async def seated(url: str, game: str, seats: int, watchers: int = 0, **options: Any) -> list[Player]:
    """A dealt table with a player on every seat, and some who only watch; all have seen the deal."""
    people = [Person(url, f"P{next(NAMES)}") for _ in range(seats + watchers)]
    table = people[0].open(game, seats, options.pop("config", None), visibility="open", **options)
    for seat, person in enumerate(people[:seats]):
        assert person.at(table, "sit", {"seat": seat}).status == 200
    players = [await Player(person, table).come() for person in people]
    for player in players[:seats]:
        await player.say("Ready", table=table, commitment=None)
    await players[0].until(lambda p: p.lobby and all(chair["ready"] for chair in p.lobby["chairs"]))
    started = await asyncio.to_thread(people[0].at, table, "start")
    assert started.status == 200, started.body
    for player in players:
        await player.until(lambda p: p.seen)
    return players


async def gone(players: Iterable[Player]) -> None:
    await asyncio.gather(*(player.go() for player in players))


async def play(player: Player, rng: Random, sent: dict[str, Message], most: int = 10**9) -> None:
    """Random legal actions, as soon as they may be done, until the game is over or the socket is closed."""
    with suppress(ConnectionClosed, ConnectionError, TimeoutError):
        while len(sent) < most:
            await player.until(lambda p: p.seen.get("legal") or over(p))
            if over(player):
                return
            await one(player, rng, sent)


async def one(player: Player, rng: Random, sent: dict[str, Message]) -> Message:
    """One random legal action. What is sent is noted first: the answer may be lost."""
    seen, id = player.seen, f"a{rng.getrandbits(64)}"
    sent[id] = {"action": rng.choice(seen["legal"]), "prompt": seen["prompt"]}
    answer = await player.act(id, **sent[id])
    n = seen["n"], len(player.streams)
    await player.until(lambda p: (p.seen["n"], len(p.streams)) != n)  # the view comes with every answer
    return answer


def over(player: Player) -> bool:
    return bool(player.seen and player.seen["view"]["outcome"])
