"""What would make a newcomer hesitate: where words fail, things move under a finger, or presses mislead."""

import re
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page

from server.people import Running
from web.pages import DESK, LAPTOP, PHONE, SMALL, TABLET, Stage, look
from web.playing import MOVES, begun, open_table, play_now, play_on, press, press_one

PLACES: Final = """() => [...document.querySelectorAll('main.table li:has(> button)')].map((place) => {
  const at = place.getBoundingClientRect();
  return [at.x, at.y, at.width, at.height].map(Math.round);
})"""
CUT: Final = """parts => [...document.querySelectorAll(parts)]
  .filter((part) => part.getClientRects().length && part.scrollWidth > part.clientWidth)
  .map((part) => part.textContent)"""
COVERED: Final = """() => [...document.querySelectorAll('main.table button')].filter((button) => {
  const at = button.getBoundingClientRect();
  return document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)?.closest('button') !== button;
}).map((button) => button.textContent.trim() || button.getAttribute('aria-label'))"""
CAPTIONS: Final = """() => [...document.querySelectorAll('.mine li')].filter((story) => {
  const [card, words] = ['.story-card', '.cap'].map((part) => story.querySelector(part).getBoundingClientRect());
  return words.top < card.bottom || words.width > story.getBoundingClientRect().width + 1;
}).length"""


def seated(house: Running, visit: Stage, title: str, seats: int = 2) -> tuple[Page, Page]:
    """A host and a guest before their game."""
    ann = visit(house.url)
    open_table(ann, title, seats)
    ben = visit(house.url, ann.get_by_label("Link").input_value().removeprefix(house.url))
    ben.get_by_role("button", name="Sit here").first.click()
    return ann, ben


def start(*pages: Page) -> None:
    """All are ready; the first is the host."""
    for page in pages:
        press(page, "I am ready")
    press(pages[0], "Start")
    for page in pages:
        begun(page)


def with_bots(page: Page, title: str, seats: int) -> None:
    open_table(page, title, seats)
    press(page, "Bots on all free seats")
    start(page)


@pytest.mark.parametrize("title", ["Parade", "Tea Time", "Oz"])
@pytest.mark.parametrize("size", [DESK, PHONE, SMALL])
def test_choosing_moves_nothing_that_may_be_pressed_next(
    house: Running, visit: Stage, title: str, size: tuple[int, int]
) -> None:
    page, rng = visit(house.url, size=size), Random(41)
    play_now(page, title)
    page.wait_for_selector(MOVES)
    before = page.evaluate(PLACES)
    press_one(page, rng)
    page.locator(".do .main").wait_for()
    assert page.evaluate(PLACES) == before


@pytest.mark.parametrize("title", ["Parade", "Nimble", "Tea Time", "Oz"])
def test_no_press_of_a_full_table_lies_under_anything(unhurried: Running, visit: Stage, title: str) -> None:
    page = visit(unhurried.url)
    with_bots(page, title, 4)
    for size in (DESK, LAPTOP, TABLET, PHONE, SMALL):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_selector("main.table button")
        assert page.evaluate(COVERED) == [], size


@pytest.mark.parametrize(("title", "names"), [("Tea Time", ".seat .who b"), ("Oz", ".riv .who b"), ("Nimble", ".nm")])
def test_at_a_full_table_the_smallest_phone_shows_every_name_whole(
    house: Running, visit: Stage, title: str, names: str
) -> None:
    page = visit(house.url, size=SMALL)
    with_bots(page, title, 4)
    assert page.locator(names).count() == 3
    assert page.evaluate(CUT, names) == []


def test_the_five_stories_of_which_one_is_closed_stand_above_their_words(house: Running, visit: Stage) -> None:
    page, rng = visit(house.url, size=PHONE, language="fr"), Random(42)
    page.get_by_role("button", name="Jouer Oz").click()
    begun(page)
    for _ in range(40):
        page.wait_for_selector(MOVES)
        if page.locator(".mine button").count():
            break
        press_one(page, rng)
    assert page.locator(".mine li").count() == 5
    assert page.evaluate(CAPTIONS) == 0
    assert page.evaluate(CUT, ".mine .cap strong") == []


def test_a_chosen_marcher_says_whom_it_spares(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    play_now(page, "Parade")
    page.wait_for_selector(MOVES)
    card = page.locator(".hand button").last
    value = int((card.get_attribute("aria-label") or "").split()[1])
    card.click()
    spared = {0: "Nobody is safe", 1: "The last marcher is safe"}.get(value, f"The last {value} marchers are safe")
    page.get_by_text(spared).wait_for()


def test_a_bot_is_offered_for_an_absent_player_from_when_it_may_come(house: Running, visit: Stage) -> None:
    ann, ben = seated(house, visit, "Parade")
    eve = visit(house.url)
    start(ann, ben)
    eve.goto(ann.url)
    begun(eve)
    ben.goto("/")
    ann.get_by_text(re.compile(r"Guest 2 is away\. In \d+ s you can let a bot play\.")).wait_for()
    assert not ann.get_by_role("button", name="Let a bot play").count()
    assert not eve.get_by_text("is away").count(), "who only watches cannot call a bot"


def test_who_is_covered_is_told_so_while_the_bot_plays(unhurried: Running, visit: Stage) -> None:
    ann, ben = seated(unhurried, visit, "Parade")
    start(ann, ben)
    table = ben.url
    ben.get_by_role("button", name="Table menu").click()
    press(ben, "Leave the table")
    ben.wait_for_selector(".book")
    ben.goto(table)
    ben.get_by_text("A bot plays for you.").wait_for()
    ben.get_by_role("heading", name="Wait for Guest 1").wait_for()
    assert "You plays" not in ben.locator("header.bar").inner_text()


def test_who_waits_is_told_for_whom_and_who_watches_that_they_watch(house: Running, visit: Stage) -> None:
    ann, ben = seated(house, visit, "Parade")
    eve = visit(house.url)
    start(ann, ben)
    eve.goto(ann.url)
    begun(eve).get_by_role("heading", name="You are watching").wait_for()
    waits, number = (ann, 2) if ben.locator(MOVES).count() else (ben, 1)
    waits.get_by_role("heading", name=f"Wait for Guest {number}").wait_for()
    eve.get_by_text(f"Guest {number} plays").first.wait_for()


def test_a_replay_tells_its_game_and_who_plays_and_asks_nobody_to_wait(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    play_now(page, "Tea Time")
    assert play_on(page, Random(43))
    page.get_by_role("link", name="See it again").click()
    page.get_by_role("heading", name="Tea Time, seen again").wait_for()
    for _ in range(3):
        press(page, "Later")
    assert re.fullmatch(r"\w+ plays", page.locator(".say h2").inner_text())
    assert page.locator(".turn").inner_text() == page.locator(".say h2").inner_text()


def test_a_guest_is_not_told_to_do_what_only_the_host_can(house: Running, visit: Stage) -> None:
    ann, ben = seated(house, visit, "Oz", 3)
    ann.get_by_text("Invite somebody, or seat bots.").wait_for()
    ben.get_by_text("The host invites, or seats bots.").wait_for()
    press(ann, "Seat a bot")
    for page in (ann, ben):
        page.get_by_text("Are you ready?").wait_for()


def test_a_link_is_copied_by_one_press(house: Running, visit: Stage) -> None:
    page = visit(house.url, size=PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=house.url)
    open_table(page, "Oz")
    page.get_by_role("button", name="Copy the link").first.click()
    page.get_by_role("button", name="Copied.").first.wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.get_by_label("Link").input_value()


def test_where_one_device_has_all_seats_nobody_is_invited(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    open_table(page, "Oz", 2, "Everybody plays on this device")
    page.get_by_text("Are you ready?").wait_for()
    assert not page.get_by_role("heading", name="Invite").count()


def test_a_whole_game_is_not_offered_the_time_of_one_move(house: Running, visit: Stage) -> None:
    page = visit(house.url, "/open/oz")
    page.get_by_label("Time").select_option("For the whole game")
    assert page.get_by_label("Seconds", exact=True).input_value() == "600"
    page.get_by_label("Time").select_option("For each move")
    assert page.get_by_label("Seconds", exact=True).input_value() == "60"


def test_the_first_page_leads_back_to_a_game_that_was_left(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    page.wait_for_selector(".book")
    assert not page.get_by_role("link", name=re.compile("^Back to")).count()
    play_now(page, "Parade")
    table = page.url
    page.goto("/")
    page.get_by_role("link", name="Back to Parade").click()
    page.wait_for_url(table)
    begun(page)


def test_on_a_phone_a_refusal_lies_over_nothing_that_is_pressed_in_a_race(unhurried: Running, visit: Stage) -> None:
    page = visit(unhurried.url, size=PHONE)
    open_table(page, "Nimble", 2, "Guided: cards that do not fit are refused")
    press(page, "Bots on all free seats")
    start(page)
    page.get_by_role("button", name=re.compile("Turn the next card")).click()
    page.locator(".own .big[role=img] .card").wait_for()
    toast = page.locator(".toast")
    while not toast.count():  # a card fits one pile in six
        for key in "123 ":
            page.keyboard.press(key)
    toast.wait_for()
    over, own = toast.bounding_box(), page.locator("section.own").bounding_box()
    assert over
    assert own
    assert over["y"] + over["height"] < own["y"]


def test_the_rules_open_beside_the_table_and_nobody_leaves_for_them(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    play_now(page, "Oz")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="The rules").click()
    rules = opened.value
    rules.get_by_text("OZ-R1", exact=True).wait_for()
    look(rules)
    rules.close()
    page.wait_for_selector("main.table, main.result")


def test_every_game_has_its_rules_in_the_language_that_is_spoken(house: Running, visit: Stage) -> None:
    page = visit(house.url, language="fr")
    page.get_by_role("link", name="Les règles").click()
    for title, rule in (("Parade", "PAR-R1"), ("Nimble", "NIM-R1"), ("Tea Time", "TEA-R1"), ("Oz", "OZ-R1")):
        page.get_by_role("link", name=title, exact=True).click()
        page.locator("article li").filter(has_text=rule).first.wait_for()
        page.get_by_role("heading", name="Les cartes").wait_for()
    page.get_by_role("button", name="English").click()
    page.get_by_role("heading", name="Cards").wait_for()
