"""One whole game of each kind in a real browser, through the page itself, from one press on its book to its sheet."""

from random import Random

import pytest
from playwright.sync_api import Page

from server.people import Running
from veillee.core.game import AnyGame
from veillee.games import GAMES
from web.pages import DESK, PHONE, Stage, look
from web.playing import check_sheet, play_now, play_on

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
