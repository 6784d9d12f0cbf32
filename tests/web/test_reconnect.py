"""The server goes and comes back: the page goes on by itself, and what was asked is done once."""

import json
import re
from contextlib import ExitStack
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocketRoute

from server.people import Running, running
from veillee.core import record
from web.pages import Stage
from web.playing import MOVES, check_sheet, play_now, play_on, press_one, table_of

pytestmark = pytest.mark.needs("browser")

GONE = "The connection is gone."


def test_a_page_goes_on_by_itself_after_a_restart(visit: Stage, tmp_path: Path) -> None:
    rng = Random(38)
    with ExitStack() as first:
        url = first.enter_context(running(tmp_path)).url
        page = visit(url)
        play_now(page, "Oz")
        assert not play_on(page, rng, 5)
        page.wait_for_selector(MOVES)
        before = page.locator("main.table").inner_text()
    page.get_by_text(GONE).wait_for()
    while page.locator(MOVES).count():  # what is pressed now is asked when the server is back
        press_one(page, rng)
    with running(tmp_path, port=urlsplit(url).port or 0):
        page.get_by_text(GONE).wait_for(state="hidden")
        page.wait_for_function("before => document.querySelector('main.table').innerText !== before", arg=before)
        assert play_on(page, rng)
        check_sheet(page)
        visit.forgive("ERR_CONNECTION_REFUSED|WebSocket")
        page.close()


def test_what_was_not_answered_is_sent_again_with_the_same_id_and_done_once(house: Running, visit: Stage) -> None:
    asked: list[str] = []

    def meddle(route: WebSocketRoute) -> None:
        """Cuts the first connection when an action was heard, before its answer is."""
        server = route.connect_to_server()

        def from_page(message: str | bytes) -> None:
            server.send(message)
            heard = json.loads(message)
            if heard["type"] == "Act":
                asked.append(heard["id"])
                if len(asked) == 1:
                    route.close(code=1012)

        def to_page(message: str | bytes) -> None:
            if len(asked) != 1 or json.loads(message)["type"] == "Pong":
                route.send(message)

        route.on_message(from_page)
        server.on_message(to_page)

    page, rng = visit(house.url), Random(39)
    page.context.route_web_socket(re.compile("/api/socket"), meddle)
    page.reload()
    play_now(page, "Parade")
    page.wait_for_selector(MOVES)
    while not asked:
        press_one(page, rng)
    while len(asked) < 2:
        page.wait_for_timeout(20)
    assert asked[0] == asked[1]
    assert play_on(page, rng)
    assert _own_moves(page) == len(set(asked))


def _own_moves(page: Page) -> int:
    kept = record.read(page.request.get(f"/api/tables/{table_of(page)}/record").text())
    return sum(step.seat == 0 for step in kept.steps)
