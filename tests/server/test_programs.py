"""Programs at a table: they come in with a token, sit down by a link, play, and are shown as what they are."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from server.people import Person, Running, begin, play_on
from veillee.games import GAMES

EXAMPLE = Path(__file__).parents[2] / "examples" / "client.py"
LINES_MAX = 75
PATIENCE_S = 120.0


@pytest.mark.parametrize("name", GAMES)
def test_the_example_client_plays_a_whole_game(house: Running, name: str) -> None:
    """As a stranger would run it: a process of its own that knows nothing of Veillée."""
    command = [sys.executable, "-I", str(EXAMPLE), house.url, name, "2"]
    played = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert played.returncode == 0, played.stderr
    assert sorted(json.loads(played.stdout)["ranks"])[0] == 1


def test_the_example_client_is_short_and_stands_alone() -> None:
    source = EXAMPLE.read_text(encoding="utf-8")
    assert source.count("\n") <= LINES_MAX
    assert "import veillee" not in source
    assert "from veillee" not in source


@pytest.mark.parametrize("name", GAMES)
def test_a_program_plays_a_seat_and_is_shown_as_one(house: Running, name: str) -> None:
    ada, bob = Person(house.url, "Ada"), Person(house.url, "Bob", kind="program")
    table = begin([ada, bob], name)
    assert [chair["occupant"] for chair in ada.lobby["chairs"]] == ["person", "program"]
    assert bob.lobby["chairs"] == ada.lobby["chairs"]
    assert bob.seen["seat"] == 1
    play_on([ada, bob], Random(5))
    chairs = ada.get(f"/api/tables/{table}").body["chairs"]
    assert [(chair["occupant"], chair["name"]) for chair in chairs] == [("person", "Ada"), ("program", "Bob")]
    for person in (ada, bob):
        person.go()


def test_a_program_has_no_more_rights_than_a_guest(house: Running) -> None:
    ada, bob = Person(house.url, "Ada"), Person(house.url, "Bob", kind="program")
    table = ada.open()
    link = ada.get(f"/api/tables/{table}").body["link"]
    assert bob.at(table, "sit").body["code"] == "not_found"
    assert bob.at(table, "start").body["code"] == "not_found"
    sat = bob.at(table, "sit", {"link": link}).body
    assert (sat["link"], sat["code"]) == (None, None)
    assert bob.at(table, "fill", {"seat": 1, "level": "random"}).body["code"] == "not_found"


def test_a_token_that_has_ended_plays_no_more(house: Running) -> None:
    bob = Person(house.url, "Bob", kind="program").come()
    assert bob.post("/api/session/end").status == 200
    assert bob.closed() == 4401
    assert bob.get("/api/tables").body["code"] == "not_signed_in"
    bob.go()
