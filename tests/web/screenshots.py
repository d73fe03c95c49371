"""The pictures of the README: ``python -m tests.web.screenshots`` writes them to ``docs/images``, always the same."""

from __future__ import annotations

import tempfile
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.client import Served, served
from tests.web.browser import MISSING, find_browser
from tests.web.scenes import played, replay, until

FOLDER = Path(__file__).parents[2] / "docs/images"
LARGEST = 160_000
"""Bytes."""
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


def _door(page: Page, server: Served) -> None:
    """Show the start page, each board at the last picture but one of a game that is always the same."""
    page.goto(server.url)
    for number in range(3):
        page.locator(".alive").nth(number).locator("svg").first.wait_for()


def _game(game: str, players: int, part: float) -> Callable[[Page, Served], None]:
    def go(page: Page, server: Served) -> None:
        replay(page, server, played(game, players))
        end = int(page.locator("input[type=range]").get_attribute("max") or 0)
        page.locator("input[type=range]").fill(str(round(end * part)))
        until(page, f"document.querySelector('.count').textContent.startsWith('{round(end * part)} /')")
        page.wait_for_load_state("networkidle")

    return go


def _lesson(game: str, step: int) -> Callable[[Page, Served], None]:
    def go(page: Page, server: Served) -> None:
        page.goto(f"{server.url}/learn/{game}")
        for _ in range(step - 1):
            page.locator(".answer .row .button").last.click()
        page.locator(".frame svg").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.evaluate("document.activeElement.blur()")

    return go


PICTURES: dict[str, tuple[Callable[[Page, Served], None], dict[str, Any]]] = {
    "dakapo": (_lesson("dakapo", 9), {}),
    "dacapo": (_game("dacapo", 4, 0.3), {}),
    "dalapapa": (_game("dalapapa", 3, 0.75), {}),
    "dark": (_game("dalapapa", 3, 0.5), {"color_scheme": "dark"}),
    "grey": (_game("dacapo", 2, 0.3), {}),
    "japanese": (_lesson("dacapo", 2), {"locale": "ja-JP"}),
    "phone": (_lesson("dakapo", 4), {"viewport": PHONE, "device_scale_factor": 2}),
}


def take(browser: Browser, server: Served, name: str) -> bytes:
    """Return a picture of the page."""
    go, settings = PICTURES[name]
    wishes = {"viewport": DESKTOP, "locale": "en-GB", "color_scheme": "light", "reduced_motion": "reduce", **settings}
    context = browser.new_context(**wishes)
    page = context.new_page()
    go(page, server)
    page.mouse.move(0, 0)
    if name == "grey":
        page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    shot = context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 72})
    context.close()
    return b64decode(shot["data"])


def main() -> None:
    """Take all pictures."""
    path = find_browser()
    assert path, MISSING
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), "--unlimited") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name in PICTURES:
            picture = take(browser, server, name)
            assert len(picture) <= LARGEST, f"{name} has {len(picture)} bytes"
            (FOLDER / f"{name}.webp").write_bytes(picture)
            print(f"docs/images/{name}.webp: {len(picture) / 1000:.0f} KB")  # noqa: T201


if __name__ == "__main__":
    main()
