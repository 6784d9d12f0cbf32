"""Who may do what: every route and every kind of message, for everybody, against the one declared matrix."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from server.people import Person, Running, begin
from veillee.server import http
from veillee.server.endpoint import Endpoint
from veillee.server.rights import NEEDED, Role
from veillee.wire import Asked, Fill, NewPlayer, NewTable, OneSeat, Sit

BODIES: dict[Any, dict[str, Any]] = {
    NewPlayer: {"name": "Someone"},
    NewTable: {"game": "parade", "config": {"seats": 2}},
    Sit: {"seat": 0},
    Fill: {"seat": 0, "level": "random"},
    OneSeat: {"seat": 0},
}
KINDS = {kind.__name__: kind for kind in get_args(Asked)}
FIELDS: dict[str, Any] = {
    **{"id": "x", "seat": 0, "prompt": None, "action": {}, "commitment": None},
    **{"nonce": "00" * 32, "phrase": "hello", "n": 1},
}
UNSEEN = ("not_found", "not_signed_in")

each_route = pytest.mark.parametrize("endpoint", http.ENDPOINTS, ids=lambda of: f"{of.method} {of.path}")


class Cast(dict[Role, Person]):
    """Somebody of each role at one table that is not to be watched, and the table."""

    table = ""


@pytest.fixture(scope="module")
def cast(house: Running) -> Iterator[Cast]:
    host, seated = Person(house.url, "Host"), Person(house.url, "Seated")
    cast = Cast({Role.HOST: host, Role.SEATED: seated})
    cast.table = begin([host, seated], spectators=False)
    cast[Role.STRANGER] = Person(house.url, kind="nobody")
    cast[Role.GUEST] = Person(house.url, "Guest").come()
    yield cast
    for person in cast.values():
        person.go()


def called(person: Person, endpoint: Endpoint, table: str) -> Any:
    path = endpoint.path.replace("{id}", table).replace("{link}", "AAAA-AAAA-AAAA")
    body = json.dumps(BODIES.get(endpoint.body, {})).encode() if endpoint.method == "POST" else None
    return person.request(endpoint.method, path, body)


def test_the_matrix_names_every_route_and_message_and_nothing_else() -> None:
    routes = {f"{endpoint.method} {endpoint.path}" for endpoint in http.ENDPOINTS}
    assert set(NEEDED) == routes | set(KINDS) | {"WEBSOCKET /api/socket"}


@each_route
def test_nobody_reaches_what_is_not_theirs(cast: Cast, endpoint: Endpoint) -> None:
    needed = NEEDED[f"{endpoint.method} {endpoint.path}"]
    lacking = {Role.STRANGER: [], Role.GUEST: [Role.STRANGER]}.get(needed, [Role.STRANGER, Role.GUEST])
    if needed == Role.HOST:
        lacking = [*lacking, Role.SEATED]
    for role in lacking:
        answer = called(cast[role], endpoint, cast.table)
        absent = called(cast[role], endpoint, "A" * 22)
        assert answer.body["code"] == ("not_signed_in" if role == Role.STRANGER else "not_found")
        if role != Role.SEATED:
            assert (answer.status, answer.body) == (absent.status, absent.body), "forbidden and unknown look alike"


@each_route
def test_whoever_has_the_right_gets_past_it(house: Running, endpoint: Endpoint) -> None:
    host, ben = Person(house.url, "Ada"), Person(house.url, "Ben")
    table = host.open(visibility="open", seats=2)
    ben.at(table, "sit", {"seat": 1})
    able = {
        Role.STRANGER: Person(house.url, kind="nobody"),
        Role.GUEST: Person(house.url, "Cleo"),
        Role.SPECTATOR: Person(house.url, "Dora"),
        Role.SEATED: ben,
        Role.HOST: host,
    }[NEEDED[f"{endpoint.method} {endpoint.path}"]]
    answer = called(able, endpoint, table)
    refused = answer.status >= 400 and answer.body["code"] in UNSEEN
    assert not refused or endpoint.run in (http.find_table, http.kick, http.empty, http.give_back)
    assert answer.status < 500


@pytest.mark.parametrize("kind", KINDS)
def test_messages_about_a_table_are_for_those_at_it(cast: Cast, kind: str) -> None:
    guest, seated = cast[Role.GUEST], cast[Role.SEATED]
    message = {field: FIELDS[field] for field in KINDS[kind].__struct_fields__ if field != "table"}
    for table in (cast.table, "A" * 22):
        about = {"table": table} if "table" in KINDS[kind].__struct_fields__ else {}
        guest.say(kind, **message, **about)
        seated.say(kind, **message, **about)
        answers = [answer for answer in guest.hear_all() if answer["type"] == "Refused"]
        theirs = [answer for answer in seated.hear_all() if answer["type"] == "Refused"]
        needs_more = NEEDED[kind] in (Role.SPECTATOR, Role.SEATED)
        assert [answer["code"] for answer in answers] == ["not_found"] * needs_more
        if table == cast.table and kind in ("Watch", "Say"):
            assert theirs == []


def test_only_the_host_is_shown_the_link(cast: Cast) -> None:
    cast[Role.HOST].hear_all()
    cast[Role.SEATED].hear_all()
    assert cast[Role.HOST].lobby["link"]
    assert cast[Role.SEATED].lobby["link"] is None
    assert cast[Role.SEATED].get(f"/api/tables/{cast.table}").body["code"] is None
