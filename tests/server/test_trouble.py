"""What survives: a killed server, a restart, a full disk, other rules, a bug."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.people import PATIENCE_S, Person, begin, play_on, running
from veillee.core import record as records
from veillee.games import GAMES, chance
from veillee.store import Store, StoreError, tables

PACE = ("--bot-pace", "0", "--messages-per-s", "2000", "--messages-at-once", "2000", "--countdown-s", "0.05")


@contextmanager
def process(home: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and its address."""
    command = [sys.executable, "-m", "veillee.cli", "serve", "--home", str(home), "--port", str(port), *PACE]
    served = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert served.stdout
        url = served.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:"), served.communicate(timeout=PATIENCE_S)
        yield served, url
    finally:
        served.kill()
        served.communicate(timeout=PATIENCE_S)


def back(person: Person, url: str, table: str) -> None:
    """The same person at the server that came back."""
    person.go()
    person.url = url
    person.come().watch(table)
    person.hear("Seen")


@pytest.mark.parametrize("name", GAMES)
def test_a_killed_server_resumes_where_it_was_and_the_game_ends_fairly(tmp_path: Path, name: str) -> None:
    rng = Random(14)
    with process(tmp_path) as (served, url):
        people = [Person(url, "Ada"), Person(url, "Ben")]
        table = begin(people, name)
        play_on(people, rng, most=12)
        for person in people:
            person.hear_all()
        known = [(person.seen["view"], person.seen["prompt"]) for person in people]
        served.send_signal(signal.SIGKILL)
    begun = time.monotonic()
    with process(tmp_path) as (_, url):
        for person in people:
            back(person, url, table)
        assert [(person.seen["view"], person.seen["prompt"]) for person in people] == known
        play_on(people, rng, most=1)
        assert time.monotonic() - begun < 5
        play_on(people, rng)
        record = records.read(people[0].get(f"/api/tables/{table}/record").body)
        assert records.verify(record, GAMES[name], chance(GAMES[name])).deals
        for person in people:
            person.go()


def test_an_acknowledged_action_is_never_lost_nor_done_twice(tmp_path: Path) -> None:
    with process(tmp_path) as (served, url):
        ada = Person(url, "Ada")
        table = begin([ada], "teatime", bots=1)
        while not ada.seen["legal"]:
            ada.hear("Seen")
        sent = {"prompt": ada.seen["prompt"], "action": ada.seen["legal"][0]}
        assert ada.act("last", **sent)["type"] == "Done"
        served.send_signal(signal.SIGKILL)
    with process(tmp_path) as (_, url):
        back(ada, url, table)
        taken = ada.seen["view"]["turn"]
        assert ada.act("last", **sent)["type"] == "Done"
        assert ada.act("last", {"type": "Take", "cells": [[2, 3]]})["code"] == "conflict"
        assert ada.seen["view"]["turn"] in (taken, taken + 1)  # the bot may have moved meanwhile
        ada.go()


def test_a_table_that_was_dealing_deals_after_the_restart(tmp_path: Path) -> None:
    with process(tmp_path) as (served, url):
        ada = Person(url, "Ada")
        table = ada.open()
        ada.at(table, "sit")
        ada.at(table, "fill", {"seat": 1, "level": "random"})
        ada.come().watch(table)
        ada.say("Ready", table=table, commitment="00" * 32)
        ada.hear_all()
        assert ada.at(table, "start").body["status"] == "dealing"
        served.send_signal(signal.SIGKILL)
    with process(tmp_path) as (_, url):
        back(ada, url, table)
        assert ada.seen["view"]["phase"] == "play"
        ada.go()


def test_a_server_that_is_told_to_stop_says_goodbye_and_frees_its_folder(tmp_path: Path) -> None:
    with process(tmp_path) as (served, url):
        ada = Person(url, "Ada")
        begin([ada], bots=1)
        served.send_signal(signal.SIGTERM)
        assert ada.closed() == 1012
        assert served.wait(PATIENCE_S) == 0
        assert served.stderr
        assert "Traceback" not in served.stderr.read()
    Store.open(f"sqlite:///{tmp_path / 'veillee.sqlite'}").close()


def test_a_second_server_on_the_same_folder_names_the_first(tmp_path: Path) -> None:
    with process(tmp_path) as (_, url):
        command = [sys.executable, "-m", "veillee.cli", "serve", "--home", str(tmp_path), "--port", "0"]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        assert second.returncode == 2
        assert url in second.stderr
        assert "Traceback" not in second.stderr


def test_a_full_disk_acknowledges_nothing_and_recovers_without_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
        table = begin(people, "nimble")
        for person in people:
            while not person.seen["legal"]:
                person.hear("Seen")
        view, write = people[1].seen["view"], house.desk.house.store.write
        house.run(write(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1").scalar()))
        refused, accepted = "", 0
        while refused != "no_space":  # until the free places of the last page are used up
            answer = people[0].act(f"a{accepted}", {"type": "Flip"} if accepted % 2 == 0 else {"type": "Back"})
            refused = answer.get("code", "")
            accepted += answer["type"] == "Done"
        assert Person(house.url, kind="nobody").post("/api/session", {"name": "x" * 24}).status in (200, 503)
        shown = [message for message in people[1].hear_all() if message["type"] == "Seen"]
        assert len(shown) == accepted
        house.run(write(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1000000").scalar()))
        people[0].hear_all()
        again = people[0].act(f"a{accepted}", {"type": "Flip"} if accepted % 2 == 0 else {"type": "Back"})
        assert again["type"] == "Done"
        assert len([message for message in people[1].hear_all() if message["type"] == "Seen"]) == 1
        assert house.run(house.desk.tables.find(table)).course.rows == 1 + accepted + 1
        assert view["phase"] == "race"
        for person in people:
            person.go()


def test_a_table_under_rules_that_are_not_here_hinders_no_other(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        ada = Person(house.url, "Ada")
        old, table = begin([ada], bots=1), ada.open()
        ada.go()
        house.run(house.desk.house.store.write(lambda c: tables.set_table(c, old, rules_version=0)))
    with running(tmp_path) as house:
        ada.url = house.url
        assert ada.at(table, "sit").status == 200
        assert ada.get(f"/api/tables/{old}").body["rules_version"] == 0
        ada.come().watch(old)
        ada.say("Act", id="a", table=old, seat=0, prompt=None, action={"type": "Play", "card": "red-1"})
        assert ada.hear("Refused")["code"] == "old_rules"
        ada.go()


def test_a_bug_freezes_its_table_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as house:
        ada, ben = Person(house.url, "Ada"), Person(house.url, "Ben")
        begin([ada], "oz", bots=1)
        begin([ben], "parade", bots=1)
        for person in (ada, ben):
            while not person.seen["legal"]:
                person.hear("Seen")

        def decide(*_: Any) -> Any:
            raise AssertionError("planted")

        monkeypatch.setattr(GAMES["oz"], "decide", decide, raising=False)
        assert ada.act("a")["code"] == "frozen"
        assert ada.act("b")["code"] == "frozen"
        assert ben.act("a")["type"] == "Done"
        monkeypatch.undo()
        for person in (ada, ben):
            person.go()


def test_what_the_store_knows_and_memory_does_not_is_learnt(tmp_path: Path) -> None:
    """A failed write may have happened: the table looks before it goes on."""
    with running(tmp_path) as house:
        ada, ben = people = [Person(house.url, "Ada"), Person(house.url, "Ben")]
        table = begin(people, "oz")
        actor = ada if ada.seen["legal"] else ben
        live = house.run(house.desk.tables.find(table))
        sent = {"prompt": actor.seen["prompt"], "action": actor.seen["legal"][0]}
        store, failing = house.desk.house.store, [True]
        honest = store.write

        async def write(change: Any) -> Any:
            done = await honest(change)
            if failing:
                failing.clear()
                raise StoreError("the answer was lost")
            return done

        store.write = write  # type: ignore[method-assign]
        assert actor.act("a", **sent)["code"] == "storage"
        assert actor.act("a", **sent)["type"] == "Done"
        assert live.course.rows == 2
        for person in people:
            person.go()
