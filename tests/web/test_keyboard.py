"""Whole games by keyboard alone: whatever has the focus shows it, and nothing else is needed."""

from random import Random

import pytest
from playwright.sync_api import Page

from server.people import Running
from web.pages import Stage
from web.playing import CAN_ACT, OVER, check_sheet

pytestmark = pytest.mark.needs("browser")

FOCUS = """() => {
  const at = document.activeElement, style = getComputedStyle(at);
  return {
    name: at.getAttribute("aria-label") ?? at.innerText,
    table: !!at.closest("main.table"),
    commits: at.matches(".do .main"),
    tag: at.tagName,
    ring: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
  };
}"""
TABS = 80  # by when everything on a page has had the focus
RACE_KEYS = (" ", "1", "2", "3", "r", "Backspace")


def tab_to(page: Page, wanted: str) -> None:
    """Tab until the focus is on what the expression, about `at`, wants; every stop on the way must be visible."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        if at["tag"] not in ("BODY", "HTML"):
            assert at["ring"] >= 3, f"{at['name']} does not show that it has the focus"
            if page.evaluate(f"() => {{ const at = document.activeElement; return {wanted}; }}"):
                return
    raise AssertionError(f"{wanted} is out of reach of the keyboard")


def test_a_whole_game_by_keyboard_alone(house: Running, visit: Stage) -> None:
    page, rng = visit(house.url), Random(32)
    tab_to(page, "at.matches('button.play') && at.innerText.includes('Parade')")
    page.keyboard.press("Enter")
    while True:
        page.wait_for_function(CAN_ACT)
        if page.locator(OVER).count():
            break
        for _ in range(rng.randint(1, 3)):
            tab_to(page, "at.matches('main.table button:enabled')")
        page.keyboard.press("Enter")
        if page.locator("main.table .do .main").count():
            tab_to(page, "at.matches('.do .main')")
            page.keyboard.press(" ")
    check_sheet(page)
    tab_to(page, "at.innerText === 'Rematch'")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table")


def test_a_race_has_a_key_for_everything(unhurried: Running, visit: Stage) -> None:
    page, rng = visit(unhurried.url), Random(33)
    tab_to(page, "at.matches('button.play') && at.innerText.includes('Nimble')")
    page.keyboard.press("Enter")
    page.wait_for_function(CAN_ACT)
    before = page.locator(".own .slot b").all_inner_texts()
    assert before == ["0", "29"]
    page.keyboard.press(" ")
    page.wait_for_function("() => document.querySelectorAll('.own .slot b')[0].innerText === '1'")
    page.keyboard.press("Backspace")
    page.wait_for_function("() => document.querySelectorAll('.own .slot b')[0].innerText === '0'")
    while not page.locator(OVER).count():
        page.keyboard.press(rng.choice(RACE_KEYS))
        page.wait_for_timeout(20)
    check_sheet(page)


def test_the_menu_is_put_away_by_escape_and_gives_the_focus_back(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    tab_to(page, "at.matches('button.play')")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table")
    tab_to(page, "at.getAttribute('aria-label') === 'Table menu'")
    page.keyboard.press("Enter")
    tab_to(page, "at.innerText === 'Leave the table'")
    page.keyboard.press("Escape")
    assert not page.get_by_role("button", name="Leave the table").is_visible()
    assert page.evaluate(FOCUS)["name"] == "Table menu"
