"""People at one table: links, codes and names, watching, talking, leaving, coming back, and one device for all."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from server.people import Running, running
from web.pages import PHONE, Stage, look
from web.playing import (
    CAN_ACT,
    MOVES,
    begun,
    call_oneself,
    check_sheet,
    open_table,
    play_now,
    play_on,
    press,
    press_one,
)

pytestmark = pytest.mark.needs("browser")


def test_friends_come_by_link_and_by_code_and_play_to_the_end(house: Running, visit: Stage) -> None:
    ann = visit(house.url)
    open_table(ann, "Tea Time")
    link, code = ann.get_by_label("Link").input_value(), ann.locator(".code b").inner_text()
    look(ann)

    ben = visit(house.url, link.removeprefix(house.url), size=PHONE)
    ben.wait_for_selector(".lobby")
    ben.get_by_role("button", name="Sit here").first.click()
    call_oneself(ben, "Ben")
    ann.get_by_text("Ben", exact=True).wait_for()

    eve = visit(house.url)
    eve.get_by_label("Join").fill(code.lower())
    eve.keyboard.press("Enter")
    eve.wait_for_selector(".lobby")
    ann.get_by_text("1 person watches").wait_for()
    eve.get_by_role("button", name="Sit here").click()

    for page in (ann, ben, eve):
        press(page, "I am ready")
    press(ann, "Start")
    pages = [begun(page) for page in (ann, ben, eve)]
    rng = Random(34)
    while not all(page.locator("main.result").count() for page in pages):
        for page in pages:
            if page.locator(MOVES).count():
                press_one(page, rng)
    kept = [check_sheet(page) for page in pages]
    assert kept[0] == kept[1] == kept[2]
    assert sum(nonce is not None for nonce in kept[0].closing.nonces) == 3
    assert "Ben" in kept[0].header.names

    press(ann, "Rematch")
    ann.wait_for_selector(".lobby")
    ben.get_by_role("link", name="To the next game").click()
    ben.get_by_role("button", name="I am ready").wait_for()
    assert ben.url == ann.url


def test_who_watches_sees_and_hears_but_decides_nothing(house: Running, visit: Stage) -> None:
    ann = visit(house.url)
    open_table(ann, "Parade", 2)
    link = ann.get_by_label("Link").input_value().removeprefix(house.url)
    ben = visit(house.url, link)
    ben.get_by_role("button", name="Sit here").click()
    eve = visit(house.url, link)
    eve.get_by_text("Every seat is taken. You may stay and watch.").wait_for()
    for page in (ann, ben):
        press(page, "I am ready")
    press(ann, "Start")
    begun(eve).get_by_role("heading", name="You are watching").wait_for()
    assert not eve.locator(MOVES).count()
    begun(ben).get_by_role("button", name="Table menu").click()
    look(ben)
    ben.get_by_role("button", name="Table menu").click()
    press(ben, "Good luck!")
    eve.get_by_text("Good luck!").wait_for()


def test_a_race_waits_for_nobody_and_looks_the_same_to_all(house: Running, visit: Stage) -> None:
    ann = visit(house.url)
    open_table(ann, "Nimble", 2)
    ben = visit(house.url, ann.get_by_label("Link").input_value().removeprefix(house.url))
    ben.get_by_role("button", name="Sit here").click()
    for page in (ann, ben):
        press(page, "I am ready")
    press(ann, "Start")
    for page in (ann, ben):
        begun(page).get_by_role("button", name="Turn the next card").click()
    ann.locator(".rv .card").wait_for()
    look(ann, whole=True)
    piles = [[pile.get_attribute("aria-label") for pile in page.locator(".drop").all()] for page in (ann, ben)]
    assert piles[0] == piles[1]


def test_a_move_is_taken_back_where_it_told_nothing(house: Running, visit: Stage) -> None:
    page, rng = visit(house.url), Random(35)
    play_now(page, "Tea Time")
    mine, commit = page.locator(".mine"), page.locator(".do .main")
    take_back = page.get_by_role("button", name="Take back")
    while True:
        page.wait_for_selector(MOVES)
        before = mine.inner_text()
        while not commit.count():
            press_one(page, rng)
        commit.click()
        page.wait_for_function("before => document.querySelector('.mine').innerText !== before", arg=before)
        page.wait_for_selector(MOVES)  # the bots have replied
        if take_back.count():
            break
    take_back.click()
    page.wait_for_function("before => document.querySelector('.mine').innerText === before", arg=before)


def test_one_device_for_all_shows_each_their_own_cards_behind_a_curtain(house: Running, visit: Stage) -> None:
    page, rng = visit(house.url), Random(36)
    page.get_by_role("link", name=re.compile("table Parade", re.I)).click()
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_label("Everybody plays on this device").check()
    page.get_by_label("Name, seat 1").fill("Ann")
    page.get_by_label("Name, seat 2").fill("Ben")
    look(page)
    press(page, "Open the table")
    press(page, "I am ready")
    press(page, "Start")
    page.get_by_role("heading", name="it is your turn").wait_for()
    look(page)
    hands: dict[str, set[str]] = {}
    while not page.locator("main.result").count():
        curtain = page.get_by_role("heading", name="it is your turn")
        page.wait_for_function(f"() => document.querySelector('.waiting .main') || ({CAN_ACT})()")
        if not curtain.count():
            press_one(page, rng)
            continue
        assert not page.locator(".hand").count()
        name = curtain.inner_text().split(",")[0]
        press(page, "Show my cards")
        begun(page)
        hands[name] = {card.get_attribute("aria-label") or "" for card in page.locator(".hand .card").all()}
        assert page.locator(".acts .who b").inner_text() == name
    assert hands.keys() == {"Ann", "Ben"}
    assert not hands["Ann"] & hands["Ben"]
    check_sheet(page)


def test_who_leaves_is_covered_and_may_come_back(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    play_now(page, "Oz")
    table = page.url
    page.get_by_role("button", name="Table menu").click()
    press(page, "Leave the table")
    page.wait_for_selector(".book")
    page.get_by_role("link", name="Open tables").click()
    page.get_by_role("link", name="Look").click()
    page.wait_for_url(table)
    page.wait_for_selector("main.table, main.result")
    if page.locator("main.table").count():
        look(page)


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Running]:
    """A server where who is away is missed at once."""
    with running(tmp_path, bot_pace=0.3, away_s=0.0) as served:
        yield served


def test_a_bot_is_called_for_one_who_is_away(impatient: Running, visit: Stage) -> None:
    ann = visit(impatient.url)
    open_table(ann, "Parade", 2)
    ben = visit(impatient.url, ann.get_by_label("Link").input_value().removeprefix(impatient.url))
    ben.get_by_role("button", name="Sit here").click()
    for page in (ann, ben):
        press(page, "I am ready")
    press(ann, "Start")
    table = begun(ben).url
    begun(ann)
    ben.goto("/")
    ann.get_by_role("button", name="Let a bot play for Guest 2").click()
    ben.goto(table)
    press(ben, "Take your seat back")
    ben.get_by_text("A bot plays for you.").wait_for(state="hidden")


def test_clocks_run_and_a_fallen_flag_calls_a_bot(house: Running, visit: Stage) -> None:
    page = visit(house.url, size=PHONE)
    page.get_by_role("link", name=re.compile("table Parade", re.I)).click()
    page.get_by_label("Time").select_option("For each move")
    page.get_by_label("Seconds").fill("1")
    press(page, "Open the table")
    press(page, "Bots on all free seats")
    press(page, "I am ready")
    press(page, "Start")
    begun(page).get_by_role("timer").first.wait_for()
    page.get_by_text("A bot plays for you.").or_(page.locator("main.result")).wait_for()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/join/AAAABBBBCCCC", "There is no such table, or it is not open to you."),
        ("/t/nonesuch", "There is no such table, or it is not open to you."),
        ("/replay/nonesuch", "There is no such table, or it is not open to you."),
        ("/nowhere/at/all", "There is nothing at this address."),
        ("/open/chess", "There is nothing at this address."),
    ],
)
def test_an_address_that_leads_nowhere_says_so_and_shows_the_way_on(
    house: Running, visit: Stage, path: str, sentence: str
) -> None:
    page = visit(house.url, path)
    page.get_by_text(sentence).wait_for()
    look(page)
    page.get_by_role("link", name="Back to the games").click()
    page.wait_for_selector(".book")
    if path.startswith(("/join", "/replay")):
        visit.forgive("status of 404")


def test_a_link_that_was_withdrawn_says_to_ask_for_another(house: Running, visit: Stage) -> None:
    ann = visit(house.url)
    open_table(ann, "Oz")
    link = ann.get_by_label("Link").input_value()
    press(ann, "Make a new link")
    ann.wait_for_function("old => document.querySelector('input[readonly]').value !== old", arg=link)
    visit(house.url, link.removeprefix(house.url)).get_by_text("This link no longer works.").wait_for()
    visit.forgive("status of 410")


def test_a_game_that_was_given_up_says_so_and_keeps_its_record(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    open_table(page, "Oz", 2)
    guest = visit(house.url, page.get_by_label("Link").input_value().removeprefix(house.url))
    guest.get_by_role("button", name="Sit here").click()
    for each in (page, guest):
        press(each, "I am ready")
    press(page, "Start")
    begun(page).get_by_role("button", name="Table menu").click()
    press(page, "End this game for everybody")
    press(page, "Really end it, unfinished?")
    for each in (page, guest):
        each.get_by_text("This game was left unfinished.").wait_for()
        assert each.get_by_role("link", name="Download the record").is_visible()
    look(page)


def test_rounds_of_a_challenge_wait_until_everybody_has_seen_the_piles(unhurried: Running, visit: Stage) -> None:
    page, rng = visit(unhurried.url), Random(37)
    open_table(page, "Nimble", 2, "A challenge: as many rounds as players")
    press(page, "Bots on all free seats")
    press(page, "I am ready")
    press(page, "Start")
    begun(page)
    assert play_on(page, rng)
    page.get_by_role("heading", name="Round 1").wait_for()
    look(page)
    press(page, "Next round")
    begun(page)
    page.get_by_text("Round 2 of 2").wait_for()
    assert play_on(page, rng)
    check_sheet(page)


def test_a_server_that_does_not_answer_is_asked_again(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    page.route("**/api/games", lambda route: route.abort())
    page.reload()
    page.get_by_text("The server does not answer. Try again in a moment.").wait_for()
    page.unroute("**/api/games")
    press(page, "Try again")
    page.wait_for_selector(".book")
    visit.forgive("ERR_FAILED")


def test_other_pages_hold_what_they_promise(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    page.wait_for_selector(".book")
    look(page)
    page.get_by_role("link", name="Open tables").click()
    page.get_by_text("You sit at no table.").wait_for()
    look(page)
    page.get_by_role("button", name="Français").click()
    assert page.locator("html").get_attribute("lang") == "fr"
    page.reload()
    page.get_by_text("assis à aucune table").wait_for()
    assert page.title() == "Tables ouvertes — Veillée"
