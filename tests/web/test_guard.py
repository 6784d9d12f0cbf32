"""The other tests can fail: what the browser must not do is noticed when it does it."""

import pytest

from server.people import Running
from web.pages import Stage, look

pytestmark = pytest.mark.needs("browser")


def test_an_error_on_the_console_is_a_complaint(house: Running, visit: Stage) -> None:
    visit(house.url).evaluate("() => console.error('a mistake')")
    visit.forgive("console: a mistake")


def test_a_fault_of_a_script_is_a_complaint(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    page.evaluate("() => setTimeout(() => { throw new Error('a fault'); })")
    page.wait_for_timeout(50)
    visit.forgive("fault: a fault")


def test_what_the_policy_forbids_is_a_complaint(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    page.evaluate("() => document.body.setAttribute('style', 'color: red')")
    visit.forgive("Content Security Policy")


def test_a_request_to_another_host_is_a_complaint_and_gets_nowhere(house: Running, visit: Stage) -> None:
    page = visit(house.url)
    answer = page.evaluate("() => fetch('http://127.0.0.1:9/x').then(() => 'went out', () => 'was stopped')")
    assert answer == "was stopped"
    visit.forgive("Content Security Policy|foreign|ERR_")


@pytest.mark.parametrize(
    ("flaw", "named"),
    [
        ("document.querySelector('.foot label').style.color = '#554433'", "color-contrast"),
        ("document.querySelector('button').setAttribute('aria-label', '')", "button-name"),
        ("document.querySelector('.foot').style.width = '2000px'", "across"),
    ],
    ids=["contrast", "name", "width"],
)
def test_a_flaw_is_seen(house: Running, visit: Stage, flaw: str, named: str) -> None:
    page = visit(house.url)
    page.wait_for_selector(".book")
    page.evaluate(f"() => {{ {flaw}; }}")
    with pytest.raises(AssertionError, match=named):
        look(page)
