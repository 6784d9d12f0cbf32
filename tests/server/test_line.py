"""The line of a socket: messages and frames come whole and in order, however they are cut and however full it is."""

import asyncio
import json

from server.people import Person, Running
from veillee.server.line import AHEAD
from veillee.server.socket import Connection

LENGTHS = (0, 1, 125, 126, 127, 65_535, 65_536, 200_000)  # on both sides of where the length is written otherwise


def heard(person: Person) -> str | bytes:
    """The next frame as it came."""
    assert person.wire
    return person.wire.recv(timeout=10)


def connection_of(house: Running, person: Person) -> Connection:
    async def found() -> Connection:
        return next(one for one in house.desk.connections if one.player == person.id)

    return house.run(found())


def send(house: Running, connection: Connection, *frames: bytes) -> None:
    async def all_of_them() -> None:
        for frame in frames:
            connection.send(frame)

    house.run(all_of_them())


def test_frames_of_every_length_arrive_whole(house: Running) -> None:
    ada = Person(house.url, "Ada").come()
    frames = [b"%d" % (length % 7) * length for length in LENGTHS]
    send(house, connection_of(house, ada), *frames)
    assert [heard(ada) for _ in frames] == [frame.decode() for frame in frames]
    ada.go()


def test_what_had_to_wait_and_what_had_not_arrive_in_order(house: Running) -> None:
    """The reader sleeps until the socket is full, and what comes then is queued; then it reads, and more is written."""
    ada = Person(house.url, "Ada").come()
    connection, sent = connection_of(house, ada), list[bytes]()
    while not connection._line.waiting:  # pyright: ignore[reportPrivateUsage]
        sent.append(b"%d " % len(sent) * 8000)
        send(house, connection, sent[-1])
        assert len(sent) < 2000
    more = [b"%d" % number for number in range(100)]
    send(house, connection, *more)
    for frame in sent + more:
        assert heard(ada) == frame.decode()
    send(house, connection, b"at once again")
    assert heard(ada) == "at once again"
    ada.go()


def test_what_is_said_in_one_turn_leaves_in_one_write(house: Running) -> None:
    ada = Person(house.url, "Ada").come()
    line = connection_of(house, ada)._line  # pyright: ignore[reportPrivateUsage]

    async def said() -> tuple[int, int]:
        line.say(b"one")
        line.say(b"two")
        before = line.waiting
        await asyncio.sleep(0)
        return before, line.waiting

    assert house.run(said()) == (2, 0)
    assert [heard(ada), heard(ada)] == ["one", "two"]
    ada.go()


def test_a_message_in_pieces_is_one_message(house: Running) -> None:
    ada = Person(house.url, "Ada").come()
    assert ada.wire
    ada.wire.send(['{"type":', '"Ping",', '"n":7}'])
    assert json.loads(heard(ada)) == {"type": "Pong", "n": 7}
    ada.wire.send(b'{"type":"Ping","n":8}')  # binary, which the protocol does not tell from text
    assert json.loads(heard(ada)) == {"type": "Pong", "n": 8}
    ada.go()


def test_more_messages_than_are_read_ahead_are_answered_in_order(house: Running) -> None:
    """The socket is not read meanwhile, and is read again when the last has been taken."""
    ada = Person(house.url, "Ada").come()
    for _ in range(2):
        for n in range(AHEAD * 10):
            ada.say("Ping", n=n)
        assert [json.loads(heard(ada))["n"] for _ in range(AHEAD * 10)] == list(range(AHEAD * 10))
    ada.go()


def test_text_that_is_no_text_is_refused_and_the_socket_stays(house: Running) -> None:
    ada = Person(house.url, "Ada").come()
    assert ada.wire
    ada.wire.send(b'{"type":"Watch","table":"\xff\xfe"}', text=True)
    assert json.loads(heard(ada))["code"] == "bad_message"
    ada.wire.send(b"\xff", text=True)
    assert json.loads(heard(ada))["code"] == "bad_message"
    ada.say("Ping", n=1)
    assert json.loads(heard(ada)) == {"type": "Pong", "n": 1}
    ada.go()


def test_nothing_is_written_after_a_close(house: Running) -> None:
    ada = Person(house.url, "Ada").come()
    connection = connection_of(house, ada)

    async def closed() -> None:
        connection.send(b"last words")
        connection.close(4401, "enough")
        connection.send(b"too late")

    house.run(closed())
    assert heard(ada) == "last words"
    assert ada.closed() == 4401
