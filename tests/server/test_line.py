"""A socket on which frames are put at once: they arrive whole and in order, also where it was full for a while."""

from server.people import Person, Running
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
