"""A whole client: comes in as a program, opens a table, seats bots beside itself, and plays a game at random.

    python examples/client.py http://127.0.0.1:8000 parade 3

Needs nothing of Veillée, only `pip install websockets`. The messages are explained in docs/protocol.md.
"""

import hashlib
import json
import random
import secrets
import sys
import urllib.request
from itertools import count

from websockets.sync.client import ClientConnection, connect


def post(url: str, body: dict, token: str = "") -> dict:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def play(server: str, game: str, seats: int) -> dict:
    """The outcome of one game."""
    token = post(f"{server}/api/tokens", {"name": "example"})["token"]
    table = post(f"{server}/api/tables", {"game": game, "config": {"seats": seats}}, token)["id"]
    at = f"{server}/api/tables/{table}"
    post(f"{at}/sit", {"seat": 0}, token)
    for seat in range(1, seats):
        post(f"{at}/fill", {"seat": seat, "level": "random"}, token)
    nonce = secrets.token_bytes(32)  # this program's share in the chance of the deal
    socket = server.replace("http", "ws", 1) + "/api/socket"
    with connect(socket, additional_headers={"Authorization": f"Bearer {token}"}) as wire:
        say(wire, type="Watch", table=table)
        say(wire, type="Ready", table=table, commitment=commitment(table, 0, nonce))
        return follow(wire, at, table, token, nonce)


def follow(wire: ClientConnection, at: str, table: str, token: str, nonce: bytes) -> dict:
    """Reads what the server says, and acts whenever something can be done, until there is an outcome."""
    ids, waiting = count(), ""  # the action that is not answered yet
    for text in wire:
        match json.loads(text):
            case {"type": "Lobby", "table": {"status": "open", "chairs": chairs}} if all(c["ready"] for c in chairs):
                post(f"{at}/start", {}, token)
            case {"type": "Lobby", "table": {"status": "dealing"}}:
                say(wire, type="Nonce", table=table, nonce=nonce.hex())
            case {"type": "Seen", "view": {"outcome": dict() as outcome}}:
                return outcome
            case {"type": "Seen", "seat": seat, "legal": [_, *_] as legal, "prompt": prompt} if not waiting:
                waiting = f"a{next(ids)}"
                action = random.choice(legal)
                say(wire, type="Act", id=waiting, table=table, seat=seat, prompt=prompt, action=action)
            case {"type": "Done" | "Refused", "id": answered} if answered == waiting:
                waiting = ""  # the view that shows it comes next
    raise ConnectionError("the server went away; connect and watch again to go on")


def commitment(table: str, seat: int, nonce: bytes) -> str:
    parts = (b"veillee/nonce/1", table.encode(), bytes([seat]), nonce)
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


def say(wire: ClientConnection, **message: object) -> None:
    wire.send(json.dumps(message))


if __name__ == "__main__":
    print(json.dumps(play(sys.argv[1], sys.argv[2], int(sys.argv[3])), indent=2))
