"""The files of the client: what is kept by browsers, what leads to the page, and what leads nowhere."""

from pathlib import Path

import pytest

from server.people import Answer, Person, Running
from veillee.server import pages


@pytest.fixture
def stranger(house: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody who asks for files, of which there are three."""
    built = tmp_path / "static"
    for name, text in (("index.html", "<script>"), ("playing.txt", "tonight"), ("assets/a-1.js", "script")):
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_text(text, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(pages, "BUILT", built)
    return Person(house.url, kind="nobody")


def _kept(answer: Answer) -> bool:
    return "immutable" in answer.headers["cache-control"]


def test_a_script_is_kept_and_the_page_that_names_it_is_not(stranger: Person) -> None:
    script, page = stranger.get("/assets/a-1.js"), stranger.get("/")
    assert (script.body, _kept(script)) == ("script", True)
    assert (page.body, _kept(page)) == ("<script>", False)


@pytest.mark.parametrize("path", ["/t/x", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt"])
def test_any_other_path_leads_to_the_page(stranger: Person, path: str) -> None:
    answer = stranger.get(path)
    assert (answer.body, _kept(answer)) == ("<script>", False)


def test_a_script_of_another_version_is_not_found(stranger: Person) -> None:
    answer = stranger.get("/assets/a-0.js")
    assert (answer.status, answer.body["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/", "/assets/a-1.js", "/assets/none.js", "/api/games", "/api/nothing"])
def test_every_answer_tells_browsers_to_run_nothing_else(stranger: Person, path: str) -> None:
    headers = stranger.get(path).headers
    assert headers.items() >= {name.lower(): value for name, value in pages.SECURITY.items()}.items()
