"""The browser, as the tests use it: pages in any language, theme and width, and what may not happen on them."""

import re
import shutil
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebSocket, sync_playwright

CHROMIUM: Final = "chromium"
QUIET: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
WEB: Final = Path(__file__).parents[2] / "web"
AXE: Final = WEB / "node_modules" / "axe-core" / "axe.min.js"
DESK, LAPTOP, TABLET, PHONE, SMALL = (1440, 900), (1280, 720), (820, 1180), (390, 844), (360, 740)
PATIENCE_MS: Final = 15_000
LOOK: Final = """async () => (await axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"],
  })).violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target).join(", ")}`)"""


BEYOND: Final = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""


class Stage:
    """A browser with guests, each in a context of their own."""

    def __init__(self) -> None:
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(executable_path=_chromium(), args=[*QUIET])
        self._contexts: list[BrowserContext] = []
        self._complaints: list[str] = []

    def __call__(
        self, url: str, path: str = "/", *, size: tuple[int, int] = DESK, language: str = "en", theme: str = "fire"
    ) -> Page:
        """A page of a guest who has never been here."""
        context = self._browser.new_context(
            base_url=url,
            viewport={"width": size[0], "height": size[1]},
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            color_scheme="dark" if theme == "fire" else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        page = context.new_page()
        self._listen(page, urlsplit(url).netloc)
        page.goto(path)
        return page

    def forgive(self, pattern: str) -> None:
        """What the test brings about itself is no complaint; it must have happened."""
        kept = [text for text in self._complaints if not re.search(pattern, text)]
        assert len(kept) < len(self._complaints), f"{pattern} did not happen"
        self._complaints = kept

    @property
    def complaints(self) -> list[str]:
        return list(self._complaints)

    def clear(self) -> list[str]:
        """Closes all pages, and says what went wrong on them."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        complaints, self._complaints = self._complaints, []
        return complaints

    def close(self) -> None:
        self._browser.close()
        self._playwright.stop()

    def _listen(self, page: Page, host: str) -> None:
        """Errors on the console, among them what the page's policy forbids; and requests to anybody else."""

        def console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self._complaints.append(f"console: {message.text}")

        def request(request: Request | WebSocket) -> None:
            if urlsplit(request.url).netloc not in ("", host):
                self._complaints.append(f"foreign: {request.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: self._complaints.append(f"fault: {error}"))
        page.on("request", request)
        page.on("websocket", request)


def _chromium() -> str:
    found = shutil.which(CHROMIUM)
    assert found, "tests that need the browser are marked"
    return found


def look(page: Page, *, whole: bool = False) -> None:
    """In both languages and at every width nothing to scroll sideways, and in both themes nothing for axe to find.

    `whole`: nothing to scroll downwards either, as at a table.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = misfits(page, whole=whole)
    for size in (DESK, PHONE):
        _resize(page, size)
        for theme in ("fire", "paper"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            if violations := page.evaluate(LOOK):
                found.append(f"{theme} at {size[0]}: {violations}")
    page.evaluate("() => { delete document.documentElement.dataset.theme; }")
    _resize(page, DESK)
    _other_language(page)
    found += misfits(page, whole=whole)
    _other_language(page)
    assert not found, found


def misfits(page: Page, *, whole: bool) -> list[str]:
    """The sizes at which the page is larger than its window."""
    found: list[str] = []
    for size in (LAPTOP, TABLET, PHONE, SMALL, DESK):
        _resize(page, size)
        across, down = page.evaluate(BEYOND)
        if across > 0 or (whole and down > 0):
            found.append(f"{page.locator('html').get_attribute('lang')} at {size}: {across} across, {down} down")
    return found


def _resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def _other_language(page: Page) -> None:
    page.locator(".tools button[lang]").click()
