"""One whole game of each kind in a real browser, through the page itself, from one press on its book to its sheet."""

from random import Random

import pytest
from playwright.sync_api import Page

from server.people import Running
from veillee.core.game import AnyGame
from veillee.games import GAMES
from web.pages import DESK, PHONE, Stage, look, misfits
from web.playing import begun, check_sheet, open_table, play_now, play_on, press

pytestmark = pytest.mark.needs("browser")

SOME = 5  # presses, after which a table looks like a table
SIZES = dict(zip(GAMES, (DESK, PHONE, DESK, PHONE), strict=False))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_whole_game_is_played_by_pressing_what_the_page_offers(
    house: Running, unhurried: Running, visit: Stage, game: AnyGame
) -> None:
    page, rng = visit((house if game.pace == "turns" else unhurried).url, size=SIZES.get(game.name, DESK)), Random(31)
    play_now(page, game.title)
    assert not play_on(page, rng, SOME)
    if game.pace == "turns":  # a race does not wait
        look(page, whole=True)
    assert play_on(page, rng)
    check_sheet(page)
    look(page)
    _see_again(page)


def _see_again(page: Page) -> None:
    """The replay, from its first step to the sheet."""
    page.get_by_role("link", name="See it again").click()
    page.wait_for_selector("main.table")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_text("Step 2 of").is_visible()
    look(page)
    slider.focus()
    page.keyboard.press("End")
    page.wait_for_selector(".sheet")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_largest_table_fits_every_screen(house: Running, visit: Stage, game: AnyGame) -> None:
    seats = max(game.seat_counts)
    pages = [visit(house.url)]
    open_table(pages[0], game.title, seats)
    if game.pace == "race":  # bots would not wait
        link = pages[0].get_by_label("Link").input_value().removeprefix(house.url)
        pages += [visit(house.url, link) for _ in range(seats - 1)]
        for page in pages[1:]:
            page.get_by_role("button", name="Sit here").first.click()
            page.get_by_role("button", name="I am ready").wait_for()
    else:
        press(pages[0], "Bots on all free seats")
    for page in pages:
        press(page, "I am ready")
    press(pages[0], "Start")
    begun(pages[0])
    play_on(pages[0], Random(40), SOME)
    assert misfits(pages[0], whole=True) == []
