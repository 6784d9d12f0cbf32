"""Whole games of every kind, over real sockets, and what is left of them."""

import json
from random import Random
from typing import Any

import pytest

from server.people import Person, Running, begin, nonce_of, play_on
from veillee import games
from veillee.bots import plain
from veillee.core import record as records
from veillee.core.game import SPECTATOR
from veillee.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_and_its_record(house: Running, name: str) -> None:
    people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
    bots = 0 if name == "nimble" else 1
    table = begin(people, name, bots, level=plain.levels(GAMES[name])[-1], spectators=True)
    play_on(people, Random(1))
    people[0].hear_all()
    assert people[0].lobby["status"] == "over"
    record = records.read(people[1].get(f"/api/tables/{table}/record").body)
    game = games.find(name)
    found = records.verify(record, game, games.chance(game))
    assert found.reason == "over"
    assert found.deals
    assert record.closing.nonces == (*(nonce_of(person).hex() for person in people), *(None,) * bots)
    assert record.closing.outcome == people[0].seen["view"]["outcome"]
    for person in people:
        person.go()


def test_a_challenge_of_nimble_waits_between_its_rounds(house: Running) -> None:
    people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
    begin(people, "nimble", config={"challenge": True})
    rng = Random(2)
    while not all(person.seen["view"]["phase"] == "deal" for person in people):
        for person in people:
            person.hear_all()
            if person.seen["legal"]:
                person.act(f"a{rng.getrandbits(64)}", rng.choice(person.seen["legal"]))
    assert not any(chair["ready"] for chair in people[0].lobby["chairs"])
    for person in people:
        person.say("Ready", table=person.seen["table"], commitment=None)
    while people[0].seen["view"]["round"] == 1 or not people[0].seen["legal"]:
        people[0].hear("Seen")
    play_on(people, rng)
    assert people[0].seen["view"]["outcome"]["sheet"]["won"]
    for person in people:
        person.go()


def test_a_replay_shows_what_a_seat_knew_and_all_only_without_a_seat(house: Running) -> None:
    people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
    table = begin(people)
    assert people[0].get(f"/api/tables/{table}/replay").body["code"] == "not_now"
    assert people[0].get(f"/api/tables/{table}/record").body["code"] == "not_now"
    heard: list[Any] = [people[0].seen]
    rng = Random(3)
    while not people[0].seen["view"]["outcome"]:
        for person in people:
            heard += [m for m in person.hear_all() if m["type"] == "Seen" and person is people[0]]
            if person.seen["legal"]:
                person.act(f"a{rng.getrandbits(64)}", rng.choice(person.seen["legal"]))
    heard += [message for message in people[0].hear_all() if message["type"] == "Seen"]
    mine = people[0].get(f"/api/tables/{table}/replay?seat=0").body["moments"]
    assert [(m["view"], m["told"]) for m in mine] == [(m["view"], m["told"]) for m in heard]
    whole = people[0].get(f"/api/tables/{table}/replay").body["moments"]
    assert "PileStacked" in {event["type"] for moment in whole for event in moment["told"]}
    assert "PileStacked" not in json.dumps(mine)
    assert {moment["view"]["seat"] for moment in whole} == {SPECTATOR}
    for seat in ("7", "x"):
        assert people[0].get(f"/api/tables/{table}/replay?seat={seat}").status in (400, 404)
    for person in people:
        person.go()


def test_a_rematch_moves_everybody_one_seat_on(house: Running) -> None:
    people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
    table = begin(people, "teatime", bots=1)
    assert people[0].at(table, "rematch").body["code"] == "not_now"
    play_on(people, Random(4))
    again = people[1].at(table, "rematch").body
    assert again["status"] == "open"
    assert [chair["name"] for chair in again["chairs"]] == ["Ben", "random", "Ada"]
    assert people[0].at(table, "rematch").body["id"] == again["id"]
    while people[0].lobby["rematch"] != again["id"]:
        people[0].hear("Lobby")
    for person in people:
        person.go()
