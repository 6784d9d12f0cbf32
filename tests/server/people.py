"""A real server in a thread of its own, and people who talk to it over real sockets."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from veillee.core.chance import nonce_commitment
from veillee.server import serve
from veillee.server.app import build_app
from veillee.server.endpoint import Desk
from veillee.server.settings import Settings
from veillee.store import Store

T = TypeVar("T")

PATIENCE_S = 20.0
PAUSE_S = 0.002  # so that asking again and again takes neither the processor from bots nor an allowance from people
QUICK: dict[str, Any] = {"bot_pace": 0.0, "countdown_s": 0.05, "messages_per_s": 2000.0, "messages_at_once": 2000}
QUICK |= {"arrivals_per_minute": 10_000, "guesses_per_minute": 10_000, "sockets_per_address": 1000}


class Running(NamedTuple):
    """A server that answers."""

    url: str
    desk: Desk
    loop: asyncio.AbstractEventLoop

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Does the work in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE_S)


@contextmanager
def running(home: Path, send_buffer: int | None = None, port: int = 0, **settings: Any) -> Iterator[Running]:
    """Serves until the end of the block; with a small send buffer a slow reader is soon known as one."""
    chosen = Settings(home=str(home), **{**QUICK, **settings})
    store = Store.open(chosen.store_url)
    listener = socket.create_server(("127.0.0.1", port))
    if send_buffer:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    port = listener.getsockname()[1]
    app = build_app(chosen, store, chosen.origins(port))
    up, loops = threading.Event(), list[asyncio.AbstractEventLoop]()

    def ready() -> None:
        loops.append(asyncio.get_running_loop())
        up.set()

    server = serve.Server(serve.uvicorn_config(chosen, app), app, ready)
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        assert up.wait(PATIENCE_S)
        yield Running(f"http://127.0.0.1:{port}", app.state.desk, loops[0])
    finally:
        server.should_exit = True
        thread.join()
        store.close()


class Answer(NamedTuple):
    status: int
    body: Any
    headers: dict[str, str]


class Person:
    """A guest with a browser's manners, or a program with a token."""

    def __init__(self, url: str, name: str = "Ada", kind: str = "guest") -> None:
        self.url, self.name = url, name
        self.headers: dict[str, str] = {}
        self.lobby: dict[str, Any] = {}
        self.seen: dict[str, Any] = {}
        self.wire: ClientConnection | None = None
        self._open = ExitStack()
        self._pings = count(10**6)
        if kind == "guest":
            answer = self.post("/api/session", {"name": name})
            self.headers["Cookie"] = answer.headers["set-cookie"].split(";")[0]
            self.id: str = answer.body["id"]
        elif kind == "program":
            token = self.post("/api/tokens", {"name": name}).body
            self.headers["Authorization"] = f"Bearer {token['token']}"
            self.id = token["player"]["id"]

    def get(self, path: str) -> Answer:
        return self.request("GET", path)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.request("POST", path, json.dumps({} if body is None else body).encode(), **headers)

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        parts = urlsplit(self.url)
        assert parts.hostname
        connection = HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE_S)
        sent = {"Content-Type": "application/json", "Origin": self.url, **self.headers, **headers}
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        try:
            return Answer(response.status, _decoded(response), dict(_lower(response)))
        finally:
            connection.close()

    def at(self, table: str, what: str, body: Any = None) -> Answer:
        return self.post(f"/api/tables/{table}/{what}", body)

    def open(self, game: str = "parade", seats: int = 2, config: Any = None, **options: Any) -> str:
        """The id of a new table."""
        answer = self.post(
            "/api/tables", {"game": game, "config": {"seats": seats, **(config or {})}, "options": options}
        )
        assert answer.status == 200, answer.body
        return answer.body["id"]

    def connect(self, origin: str) -> None:
        address = f"ws://{urlsplit(self.url).netloc}/api/socket"
        connecting = connect(address, origin=Origin(origin), additional_headers=self.headers, compression=None)
        self.wire = self._open.enter_context(connecting)

    def code_of_socket(self, origin: str) -> int:
        """The code with which a socket is closed at once, if a page of this origin opens it."""
        self.connect(origin)
        return self.closed()

    def come(self) -> "Person":
        """Connects, and hears the welcome."""
        self.connect(self.url)
        welcome = self.hear("Welcome")
        assert (welcome["player"], welcome["protocol"]) == (self.id, 1)
        return self

    def go(self) -> None:
        self._open.close()

    def say(self, type: str, **message: Any) -> None:
        self.tell(json.dumps({"type": type, **message}))

    def tell(self, raw: str | bytes) -> None:
        assert self.wire
        self.wire.send(raw)

    def next(self, timeout: float = PATIENCE_S) -> dict[str, Any]:
        assert self.wire
        message = json.loads(self.wire.recv(timeout))
        if message["type"] == "Lobby":
            self.lobby = message["table"]
        if message["type"] == "Seen":
            assert message["n"] == self.seen.get("n", 0) + 1 or message["n"] == 1, "a stream counts up by one"
            self.seen = message
        return message

    def hear(self, *types: str, **wanted: Any) -> dict[str, Any]:
        """The next message of one of these types with these fields."""
        while True:
            message = self.next()
            if message["type"] in types and all(message[name] == value for name, value in wanted.items()):
                return message

    def hear_all(self) -> list[dict[str, Any]]:
        """All that the server said before it answers a ping."""
        number = next(self._pings)
        self.say("Ping", n=number)
        heard = list[dict[str, Any]]()
        while (message := self.next()) != {"type": "Pong", "n": number}:
            heard.append(message)
        return heard

    def closed(self) -> int:
        """The code with which the server closes, whatever it says before."""
        assert self.wire
        with suppress(ConnectionClosed):
            while True:
                self.next()
        assert self.wire.close_code
        return self.wire.close_code

    def watch(self, table: str) -> "Person":
        self.seen = {}
        self.say("Watch", table=table)
        self.hear("Lobby")
        return self

    def act(self, id: str, action: Any = None, **changed: Any) -> dict[str, Any]:
        """Sends an action, the first legal one if none is given, and hears how it is answered."""
        message = {
            "table": self.seen["table"],
            "seat": self.seen["seat"],
            "prompt": self.seen["prompt"],
            "action": action or self.seen["legal"][0],
        }
        self.say("Act", id=id, **{**message, **changed})
        return self.hear("Done", "Refused", id=id)


def nonce_of(person: Person) -> bytes:
    """The share of this person in the chance of the deal."""
    return person.id.encode().ljust(32, b".")[:32]


def begin(people: list[Person], game: str = "parade", bots: int = 0, level: str = "random", **options: Any) -> str:
    """A table at which these people and so many bots play, the first person being host; dealt and seen by all."""
    host, seats = people[0], len(people) + bots
    table = host.open(game, seats, visibility="open", **options)
    for seat, person in enumerate(people):
        assert person.at(table, "sit", {"seat": seat}).status == 200
        person.come().watch(table)
        person.say("Ready", table=table, commitment=nonce_commitment(table, seat, nonce_of(person)))
    for seat in range(len(people), seats):
        assert host.at(table, "fill", {"seat": seat, "level": level}).status == 200
    for person in people:
        while not all(chair["ready"] for chair in person.lobby["chairs"]):
            person.hear("Lobby")
    assert host.at(table, "start").status == 200
    for person in people:
        while person.lobby["status"] != "dealing":
            person.hear("Lobby")
        person.say("Nonce", table=table, nonce=nonce_of(person).hex())
    for person in people:
        person.hear("Seen")
    return table


def play_on(people: list[Person], rng: Random, most: int = 10**6) -> int:
    """People act at random until the game is over, or so many actions are done. Gives how many were."""
    done = 0
    while done < most:
        time.sleep(PAUSE_S)
        for person in people:
            person.hear_all()
            if person.seen["legal"] and done < most:
                answer = person.act(f"a{rng.getrandbits(64)}", rng.choice(person.seen["legal"]))
                done += answer["type"] == "Done"
        if all(person.seen["view"]["outcome"] for person in people):
            return done
    return done


def _decoded(response: HTTPResponse) -> Any:
    raw = response.read()
    kind = response.headers.get("content-type", "")
    return json.loads(raw) if kind == "application/json" else raw.decode()


def _lower(response: HTTPResponse) -> Iterator[tuple[str, str]]:
    return ((name.lower(), value) for name, value in response.getheaders())
