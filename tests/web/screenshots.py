"""The pictures of the README: ``python -m tests.web.screenshots`` writes them to ``docs/images``.

They are always the same, except the animation, in which bots play.
"""

from __future__ import annotations

import subprocess
import tempfile
from base64 import b64decode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, Route, sync_playwright

from tests.server.client import Served, served
from tests.web.animation import film
from tests.web.browser import MISSING, find_browser
from tests.web.scenes import played, replay

FOLDER = Path(__file__).parents[2] / "docs/images"
LARGEST = 60_000
"""The maximum size of a picture in bytes; the quality is reduced until it fits."""
QUALITIES = (80, 70, 60, 50, 40)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}


def _position(server: Served, record: str, part: float) -> dict[str, Any]:
    """Return the picture of a position of a game, as a spectator sees it."""
    game = httpx.post(f"{server.url}/api/replay", json={"record": record}).json()
    at = round(part * len(game["moves"]))
    wish = {name: game[name] for name in ("game", "players", "options")}
    sight = httpx.post(f"{server.url}/api/look", json={**wish, "position": game["positions"][at], "open": True}).json()
    return {"board": {**sight["board"], "moves": []}, "last": game["moves"][at - 1]}


def _answer(content: dict[str, Any], route: Route) -> None:
    route.fulfill(json=content)


def _start(page: Page, server: Served) -> None:
    """Show the start page with paused boards; normally games play on them by themselves."""
    for game, part in (("dakapo", 1.0), ("dacapo", 0.07), ("dalapapa", 0.5)):
        frame = _position(server, played(game, 2), part)
        page.route(f"**/api/games/{game}/demo", partial(_answer, {"frames": [frame]}))
    page.goto(server.url)
    page.wait_for_load_state("networkidle")


def _game(game: str, players: int, part: float) -> Callable[[Page, Served], None]:
    def go(page: Page, server: Served) -> None:
        replay(page, server, played(game, players))
        end = int(page.locator("input[type=range]").get_attribute("max") or 0)
        with page.expect_response("**/api/look"):  # the position
            page.locator("input[type=range]").fill(str(round(end * part)))
        page.wait_for_load_state("networkidle")

    return go


def _lesson(game: str, step: int) -> Callable[[Page, Served], None]:
    def go(page: Page, server: Served) -> None:
        page.goto(f"{server.url}/learn/{game}")
        for _ in range(step - 1):
            page.locator(".answer .row .button").last.click()
        page.locator(".frame svg").first.wait_for()
        page.wait_for_load_state("networkidle")

    return go


PICTURES: dict[str, tuple[Callable[[Page, Served], None], dict[str, Any]]] = {
    "start": (_start, {}),
    "dakapo": (_game("dakapo", 2, 1.0), {}),
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
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    if name == "grey":
        page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    camera = context.new_cdp_session(page)
    for quality in QUALITIES:
        shot = camera.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        if len(picture := b64decode(shot["data"])) <= LARGEST:
            break
    context.close()
    return picture


def _writes_japanese() -> bool:
    return bool(subprocess.run(["fc-list", ":lang=ja"], capture_output=True, check=True).stdout)


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
            if name == "japanese" and not _writes_japanese():
                print("docs/images/japanese.webp stays as it was: no Japanese font here")  # noqa: T201
                continue
            _write(name, take(browser, server, name))
        _write("following", film(browser, server))


def _write(name: str, picture: bytes) -> None:
    (FOLDER / f"{name}.webp").write_bytes(picture)
    print(f"docs/images/{name}.webp: {len(picture) / 1000:.0f} KB")  # noqa: T201


if __name__ == "__main__":
    main()
