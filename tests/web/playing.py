"""Somebody who plays by pressing what the page offers."""

import re
from random import Random

from playwright.sync_api import Page

from veillee import games
from veillee.core import record

OVER = "main.result"
MOVES = "main.table button:enabled"
# The middle of each, if nothing lies over it.
PLACES = f"""() => [...document.querySelectorAll('{MOVES}')].flatMap((button) => {{
  const at = button.getBoundingClientRect(), x = at.x + at.width / 2, y = at.y + at.height / 2;
  return document.elementFromPoint(x, y)?.closest('button') === button ? [[x, y, button.matches('.do .main')]] : [];
}})"""
CAN_ACT = f"() => document.querySelector('{OVER}') || document.querySelector('{MOVES}')"


def play_now(page: Page, title: str) -> None:
    """One press on the book."""
    page.get_by_role("button", name=f"Play {title}", exact=True).click()
    page.wait_for_selector("main.table")


def open_table(page: Page, title: str, seats: int = 3, *ticked: str) -> None:
    page.get_by_role("link", name=re.compile(f"table {title}", re.I)).click()
    page.get_by_role("radio", name=str(seats), exact=True).check(force=True)
    for label in ticked:
        page.get_by_label(label).check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".lobby")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def call_oneself(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    press(page, "Change")
    page.get_by_text(name, exact=True).wait_for()


def begun(page: Page) -> Page:
    page.wait_for_selector("main.table")
    return page


def press_one(page: Page, rng: Random) -> None:
    """The press that commits, if something is chosen; else something to choose."""
    places = page.evaluate(PLACES)
    if places:
        x, y, _ = next((place for place in places if place[2]), rng.choice(places))
        page.mouse.click(x, y)


def play_on(page: Page, rng: Random, presses: int = 1000) -> bool:
    """Until the score sheet, or so many presses. Gives whether the game, or its round, is over."""
    for _ in range(presses):
        page.wait_for_function(CAN_ACT)
        if page.locator(OVER).count():
            return True
        press_one(page, rng)
    return False


def table_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def check_sheet(page: Page) -> record.Record:
    """What the page tells of the end is what the record, decided and dealt anew, comes to."""
    kept = record.read(page.request.get(f"/api/tables/{table_of(page)}/record").text())
    game = games.GAMES[kept.header.game]
    record.verify(kept, game, games.chance(game))
    assert kept.closing.outcome
    ranks, scores = kept.closing.outcome["ranks"], kept.closing.outcome["scores"]
    shown = [
        (int(row.locator(".rank [aria-hidden]").inner_text()), int(row.locator(".tot b").inner_text()))
        for row in page.locator(".sheet .rows").first.locator(".row").all()
    ]
    assert shown == sorted(zip(ranks, scores, strict=True))
    page.get_by_text("The deal was fair").wait_for()
    return kept
