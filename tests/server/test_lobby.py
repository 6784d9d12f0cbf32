"""Who sits where: links and codes, hosts and bots, leaving and coming back."""

import json
from pathlib import Path
from random import Random

import pytest

from server.people import Person, Running, begin, play_on, running
from veillee.games import GAMES


@pytest.fixture
def ada(house: Running) -> Person:
    return Person(house.url, "Ada")


@pytest.fixture
def ben(house: Running) -> Person:
    return Person(house.url, "Ben")


def test_a_link_and_a_code_lead_to_the_table_and_consume_nothing(ada: Person, ben: Person) -> None:
    table = ada.open(seats=3)
    shown = ada.get(f"/api/tables/{table}").body
    typed = f"{shown['code'][:4]}-{shown['code'][4:8]} {shown['code'][8:]}".lower().replace("0", "o")
    for way in (shown["link"], shown["code"], typed, shown["link"]):
        found = ben.get(f"/api/found/{way.replace(' ', '%20')}").body
        assert (found["table"]["id"], found["link"]) == (table, shown["link"])
    assert (found["table"]["link"], found["table"]["code"]) == (None, None)
    assert ben.at(table, "sit").body["code"] == "not_found"
    assert ben.at(table, "sit", {"link": shown["link"]}).body["chairs"][0]["name"] == "Ben"


def test_a_new_name_is_told_at_open_tables_but_not_on_a_shared_device(ada: Person, ben: Person) -> None:
    table = ada.open(seats=2, visibility="open")
    shared = ada.open(seats=2, pass_and_play=True)
    ada.at(table, "sit")
    ada.at(shared, "sit", {"name": "Eve"})
    ben.come().watch(table)
    assert ada.post("/api/session", {"name": "Ada L."}).status == 200
    assert ben.hear("Lobby")["table"]["chairs"][0]["name"] == "Ada L."
    assert ada.get(f"/api/tables/{shared}").body["chairs"][0]["name"] == "Eve"
    ben.go()


def test_links_that_lead_nowhere_say_so_in_one_sentence(house: Running, ada: Person, ben: Person) -> None:
    table = ada.open(seats=2)
    old = ada.get(f"/api/tables/{table}").body
    new = ada.at(table, "link").body
    assert new["link"] != old["link"]
    assert ben.get(f"/api/found/{old['link']}").body["code"] == "dead_link"
    assert ben.get(f"/api/found/{old['code']}").body["code"] == "not_found"
    assert ben.get(f"/api/found/{new['code']}").body["link"] == new["link"]
    assert ben.at(table, "sit", {"link": old["link"]}).body["code"] == "dead_link"
    assert ada.at(table, "link/revoke").body["link"] is None
    for way in (new["link"], new["code"], "nonsense", "AAAA-AAAA-AAAA", f"{table}.forged", "foreign.link"):
        answer = ben.get(f"/api/found/{way}")
        assert answer.body["code"] in ("dead_link", "not_found")
        assert answer.body["why"].count(".") == 0
    last = ada.at(table, "link").body["link"]
    ada.at(table, "sit")
    ada.at(table, "fill", {"seat": 1, "level": "random"})
    assert ben.at(table, "sit", {"link": last}).body["code"] == "table_full"
    ada.at(table, "abandon")
    assert ben.at(table, "sit", {"link": last}).body["code"] == "table_over"


def test_a_seat_is_for_one(ada: Person, ben: Person) -> None:
    table = ada.open(visibility="open", seats=2)
    assert ada.at(table, "sit", {"seat": 1}).status == 200
    assert ada.at(table, "sit", {"seat": 0}).body["code"] == "not_now"
    assert ben.at(table, "sit", {"seat": 1}).body["code"] == "seat_taken"
    assert ben.at(table, "sit", {"seat": 2}).body["code"] == "not_found"
    assert ben.at(table, "sit").body["chairs"][0]["player"] == ben.id
    assert ada.at(table, "start").body["code"] == "not_ready"


def test_the_host_sends_people_and_bots_away(ada: Person, ben: Person) -> None:
    table = ada.open(visibility="open", seats=3)
    ben.at(table, "sit", {"seat": 0})
    ada.at(table, "fill", {"seat": 2, "level": "greedy"})
    assert ada.at(table, "empty", {"seat": 0}).body["code"] == "not_found"
    assert ada.at(table, "kick", {"seat": 2}).body["code"] == "not_found"
    assert ada.at(table, "fill", {"seat": 0, "level": "random"}).body["code"] == "seat_taken"
    assert ada.at(table, "fill", {"seat": 1, "level": "brilliant"}).body["code"] == "no_such_level"
    assert ada.at(table, "kick", {"seat": 0}).body["chairs"][0]["occupant"] is None
    assert ada.at(table, "empty", {"seat": 2}).body["chairs"][2]["occupant"] is None
    assert ada.at(table, "start").body["code"] == "not_ready"


def test_programs_sit_as_programs(house: Running, ada: Person) -> None:
    table = ada.open(visibility="open")
    robot = Person(house.url, "robot", kind="program")
    assert robot.at(table, "sit").body["chairs"][0]["occupant"] == "program"


def test_the_host_passes_on_and_an_empty_table_is_abandoned(ada: Person, ben: Person) -> None:
    table = ada.open(visibility="open")
    for person in (ada, ben):
        person.at(table, "sit")
    assert ada.at(table, "leave").body["host"] == ben.id
    assert ben.at(table, "leave").body["status"] == "abandoned"
    record = [json.loads(line) for line in ben.get(f"/api/tables/{table}/record").body.splitlines()]
    assert record[-1]["reason"] == "abandoned"
    assert record[-1]["secret"]


def test_tables_are_listed_for_those_who_may_know(ada: Person, ben: Person) -> None:
    hidden, shown = ada.open(), ada.open(visibility="open")
    ada.at(hidden, "sit")
    assert hidden not in str(ben.get("/api/tables").body)
    assert shown in [table["id"] for table in ben.get("/api/tables").body["open"]]
    assert [table["id"] for table in ada.get("/api/tables").body["mine"]] == [hidden]


def test_whoever_leaves_is_covered_and_may_return(ada: Person, ben: Person) -> None:
    table = begin([ada, ben], "parade")
    assert ben.at(table, "leave").body["chairs"][1]["covered"]
    while not ada.seen["legal"]:
        ada.hear("Seen")
    ada.act("one")
    ada.hear("Seen")
    while not ada.seen["legal"]:
        ada.hear("Seen")  # the bot has replied
    ben.hear_all()
    refused = ben.act("two", {"type": "Play", "card": "red-1"}, seat=1)
    assert refused["code"] == "not_now"
    assert ben.at(table, "return", {"seat": 0}).body["code"] == "not_found"
    assert not ben.at(table, "return", {"seat": 1}).body["chairs"][1]["covered"]
    play_on([ada, ben], Random(7))
    ada.go()
    ben.go()


def test_an_absent_player_can_be_covered_after_a_while(tmp_path: Path) -> None:
    with running(tmp_path, away_s=0.3) as house:
        ada, ben = Person(house.url, "Ada"), Person(house.url, "Ben")
        table = begin([ada, ben])
        assert ada.at(table, "cover", {"seat": 1}).body["code"] == "not_now"
        ben.go()
        while not ada.lobby["chairs"][1]["away"]:
            ada.hear("Lobby")
        assert 0 < ada.lobby["chairs"][1]["cover_in_ms"] <= 300
        assert ada.lobby["chairs"][0]["cover_in_ms"] is None
        assert ada.at(table, "cover", {"seat": 1}).body["code"] == "not_now"
        while (answer := ada.at(table, "cover", {"seat": 1})).status != 200:
            assert answer.body["code"] == "not_now"
        assert answer.body["chairs"][1]["cover_in_ms"] is None
        play_on([ada], Random(8))
        ada.go()


def test_who_may_only_look_before_the_game_is_shown_out_at_its_start(house: Running, ada: Person, ben: Person) -> None:
    table = ada.open(spectators=False, visibility="open", seats=2)
    eve = Person(house.url, "Eve").come().watch(table)
    for person in (ada, ben):
        person.at(table, "sit")
        person.come().watch(table)
        person.say("Ready", table=table, commitment=None)
        person.hear_all()
    assert ada.at(table, "start").status == 200
    assert eve.hear("Gone", "Seen")["type"] == "Gone"
    assert eve.get(f"/api/tables/{table}").status == 404
    eve.say("Watch", table=table)
    assert eve.hear("Refused", "Lobby")["code"] == "not_found"
    for person in (ada, ben, eve):
        person.go()


@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_opened_only_for_a_game_that_can_begin(ada: Person, name: str) -> None:
    for config in ({}, {"seats": 1}, {"seats": 99}, {"seats": 2, "colour": "red"}, {"seats": "2"}):
        answer = ada.post("/api/tables", {"game": name, "config": config})
        assert (answer.status, answer.body["code"]) == (400, "bad_option"), config
    assert ada.post("/api/tables", {"game": "chess", "config": {}}).body["code"] == "not_found"


@pytest.mark.parametrize("options", [{"pass_and_play": True}, {"clock": "move"}])
def test_a_race_has_neither_clocks_nor_a_shared_device(ada: Person, options: dict[str, object]) -> None:
    answer = ada.post("/api/tables", {"game": "nimble", "config": {"seats": 2}, "options": options})
    assert answer.body["code"] == "bad_option"


def test_codes_cannot_be_guessed_at_leisure(tmp_path: Path) -> None:
    with running(tmp_path, guesses_per_minute=3) as house:
        eve = Person(house.url, "Eve")
        table = eve.open()
        code = eve.get(f"/api/tables/{table}").body["code"]
        assert [eve.get(f"/api/found/WRNG-WRNG-WRN{n}").status for n in range(4)] == [404, 404, 404, 429]
        assert eve.get(f"/api/found/{code}").status == 429


def test_a_nonce_that_was_not_committed_to_is_refused(house: Running, ada: Person) -> None:
    table = ada.open("parade", 2)
    ada.at(table, "sit")
    ada.at(table, "fill", {"seat": 1, "level": "random"})
    ada.come().watch(table)
    ada.say("Ready", table=table, commitment="00" * 32)
    ada.hear_all()
    ada.at(table, "start")
    ada.say("Nonce", table=table, nonce="11" * 32)
    assert ada.hear("Refused")["code"] == "bad_nonce"
    ada.hear("Seen")  # after three seconds the cards are dealt without it
    play_on([ada], Random(9))
    closing = json.loads(ada.get(f"/api/tables/{table}/record").body.splitlines()[-1])
    assert closing["nonces"] == [None, None]
    ada.go()
