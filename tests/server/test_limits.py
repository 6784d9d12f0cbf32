"""What is too much, too fast, too slow or no message at all; and that none of it changes anything."""

from pathlib import Path

import pytest

from server.people import Person, Running, running
from veillee.server.errors import BadMessage
from veillee.server.limits import Allowance, check_shape


def test_more_messages_than_allowed_are_refused_and_the_rest_is_done(tmp_path: Path) -> None:
    with running(tmp_path, messages_per_s=20, messages_at_once=40) as house:
        ada = Person(house.url, "Ada").come()
        for n in range(60):
            ada.say("Ping", n=n)
        heard = [ada.hear("Pong", "Refused") for _ in range(60)]
        pongs = [message["n"] for message in heard if message["type"] == "Pong"]
        assert pongs[:40] == list(range(40))
        assert 40 <= len(pongs) < 50
        assert {message["code"] for message in heard if message["type"] == "Refused"} == {"too_fast"}
        ada.go()


def test_an_allowance_fills_up_again() -> None:
    now = [0.0]
    allowance = Allowance(2, 3, lambda: now[0])
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 1.0
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    now[0] = 100.0
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("raw", [b"[" * 17, b'{"a":' * 17, b'{"a":"' + b"x" * 16_384 + b'"}'])
def test_what_is_too_deep_or_too_long_never_reaches_a_decoder(raw: bytes) -> None:
    with pytest.raises(BadMessage):
        check_shape(raw)


@pytest.mark.parametrize(
    "raw", [b"[" * 16, b"[]" * 1000, b'"' + b"[" * 100 + b'"', b'"\\"' + b"[" * 99 + b'"', b"]" * 99]
)
def test_brackets_count_only_where_they_nest(raw: bytes) -> None:
    check_shape(raw)


def test_a_frame_that_is_too_long_closes_the_socket(house: Running) -> None:
    ada = Person(house.url, "Ada").come()
    ada.tell(b"x" * 20_000)
    assert ada.closed() == 1009


def test_a_player_has_only_so_many_sockets(tmp_path: Path) -> None:
    with running(tmp_path, sockets_per_player=2, sockets_per_address=3) as house:
        ada, ben = Person(house.url, "Ada"), Person(house.url, "Ben")
        ada.come()
        ada.come()
        assert ada.code_of_socket(house.url) == 4429
        ben.come()
        assert ben.code_of_socket(house.url) == 4429
        ada.go()
        ben.go()


def test_a_request_that_is_too_long_is_refused(house: Running) -> None:
    ada = Person(house.url, "Ada")
    assert ada.post("/api/tables", {"game": "x" * 20_000}).status == 429
    assert ada.request("POST", "/api/tables", b"[" * 1000).body["code"] == "bad_message"
