"""The web page in a real browser, compared with fixed limits. Server and browser run on the same machine.

Needs Chromium; see ``tests/web/browser.py``.
"""

from __future__ import annotations

import gzip
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from bench.measure import Measure
from encore.server.http.app import PAGE
from tests.server.client import Served, open_table, served
from tests.web.axe import EVERYTHING, violations
from tests.web.boards import lay_tile, offered
from tests.web.browser import MISSING, find_browser
from tests.web.hands import Mouse
from tests.web.people import Keyring, at_name, become
from tests.web.scenes import ME, SCENES, TITLES, at_move, played, replay, rich_table, show, sit, two

VISITS, MOVES, SECONDS = 5, 20, 3.0
MY_TURN = ".turn.mine[role=status]"
BOARD = ".frame :is([role=grid], [role=application])"

# From the timestamp of the click to the frame that shows one more stone on the board.
WATCH_STONES = """() => {
  const grid = document.querySelector("[role=grid]");
  const stones = () => grid.querySelectorAll(".stone").length;
  let [before, clicked] = [stones(), 0];
  window.took = [];
  addEventListener("click", (event) => (clicked = event.timeStamp), true);
  new MutationObserver(() => {
    const now = stones();
    if (now > before && clicked) {
      const since = clicked;
      clicked = 0;
      requestAnimationFrame(() => took.push(performance.now() - since));
    }
    before = now;
  }).observe(grid, { childList: true, subtree: true });
}"""
SHORTEST_TOLD = 50.0
"""Milliseconds: the browser tells of no shorter tasks."""
WATCH_TASKS = """(() => {
  window.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: "longtask" });
})()"""
# Looks at every frame. Playwright looks again after 20, 70, 170 and 270 ms, and would add the rest of its pause.
SHOWN = """(parts) => new Promise((done) => {
  const look = () =>
    parts.every((part) => document.querySelector(part)?.getClientRects().length) ? done() : requestAnimationFrame(look);
  look();
})"""
# The next visit begins with the service worker.
CONTROLLED = """() => new Promise((done) => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) done();
  else serviceWorker.addEventListener("controllerchange", () => done(), { once: true });
})"""
TURNS = 7
"""How many turns are played to find the longest task."""
PRESS = 80
"""Milliseconds for which a hand points before it presses, and presses."""
SELDOM = 500
"""Milliseconds between two looks at the page: at every frame they would be measured too."""
SIGN_INS = 20
SIGN_IN = """(button, name) => new Promise((done) => {
  const begun = performance.now();
  const shown = () => document.querySelector("h1").textContent.trim() === name;
  const look = () => (shown() ? done(performance.now() - begun) : requestAnimationFrame(look));
  button.click();
  look();
})"""
"""Signs in, and returns after how many milliseconds the name is drawn."""
COUNT = "section[aria-label=Game] details summary .soft"
COUNT_FRAMES = """() => {
  window.frames_seen = 0;
  const count = () => { frames_seen++; requestAnimationFrame(count); };
  requestAnimationFrame(count);
}"""


def run() -> list[Measure]:
    """Measure sizes, times and frames, and check every page with axe."""
    path = find_browser()
    assert path, MISSING
    expect.set_options(timeout=60_000)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), "--unlimited") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        at_move(browser.new_page(), server, "dakapo")  # the browser warms up
        server.wait_until_warm()
        return [
            Measure("web.95 KB : scripts and styles, start page and a game, gzip", 95, _size(browser, server), 1),
            Measure("web.40 KB : what only the analysis board loads, gzip", 40, _analysis(browser, server), 1),
            *_openings(browser, server),
            Measure("web.50 ms : click to the stone on the board", 50, _click(browser, server), 1),
            Measure("web.300 ms : click on sign-in to the name", 300, _sign_in(browser, server), 1),
            Measure("web.frames/s, 120 tiles panned and zoomed : 50", _frames(browser, server), 50, 1),
            Measure("web.100 ms : longest task of a turn, processor slowed 4 times", 100, _tasks(browser, server), 1),
            Measure("web.states without axe violations : all", _clean(browser, server), len(SCENES), 1),
        ]


@contextmanager
def _visitor(browser: Browser, workers: Literal["allow", "block"] = "block") -> Iterator[Page]:
    """Open a page; without the service worker, which would fetch all files while something else is measured."""
    size: ViewportSize = {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, locale="en-GB", service_workers=workers)
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def _size(browser: Browser, server: Served) -> float:
    """Return the kilobytes that the browser loads from the start page to the first move, for the largest game."""
    return max(_loaded(browser, server, game) for game in TITLES)


def _analysis(browser: Browser, server: Served) -> float:
    """Return the kilobytes that the analysis board loads after a replay of the same game."""
    with _visitor(browser) as page:
        names = _names(page)
        replay(page, server, played("dakapo"))
        page.locator(".frame svg").first.wait_for()
        before = set(names)
        page.get_by_role("button", name="Analyse").click()
        page.locator(".study .moves button").first.wait_for()
    return _kilobytes(names - before)


def _names(page: Page) -> set[str]:
    """Return the set in which the addresses of all that a page loads will be."""
    names = set[str]()
    page.on("response", lambda answer: names.add(urlsplit(answer.url).path))
    return names


def _loaded(browser: Browser, server: Served, game: str) -> float:
    with _visitor(browser) as page:
        names = _names(page)
        show(page, server, "start")
        expect(page.locator(".alive .frame svg")).to_have_count(len(TITLES))
        page.get_by_role("article").nth([*TITLES].index(game)).locator(".play button").click()
        expect(page.locator(MY_TURN)).to_be_visible()
        page.locator(".frame svg").first.wait_for()
    return _kilobytes(names)


def _kilobytes(names: set[str]) -> float:
    files = [PAGE / name[1:] for name in names if name.startswith("/assets/") and name.endswith((".js", ".css"))]
    return sum(len(gzip.compress(file.read_bytes())) for file in files) / 1024


def _openings(browser: Browser, server: Served) -> list[Measure]:
    """Measure the seconds until a board can be played, at the first visit and at the next, for the slowest game."""
    first, again = list[float](), list[float]()
    for game in TITLES:
        took = [_opening(browser, server, game) for _ in range(VISITS)]
        first.append(statistics.median(seconds for seconds, _ in took))
        again.append(statistics.median(seconds for _, seconds in took))
    return [
        Measure("web.0.5 s : navigation to a board that can be played, nothing cached", 0.5, max(first), 1),
        Measure("web.0.2 s : the same, when the page was visited before", 0.2, max(again), 1),
    ]


def _opening(browser: Browser, server: Served, game: str) -> tuple[float, float]:
    seated, _ = two(server, game)
    with _visitor(browser, "allow") as page:
        first = _until_playable(page, lambda: sit(page, server, seated))
        address = page.url
        page.evaluate(CONTROLLED)
        page.goto("about:blank")
        return first, _until_playable(page, lambda: page.goto(address))


def _until_playable(page: Page, go: Callable[[], object]) -> float:
    begin = time.perf_counter()
    go()
    page.evaluate(SHOWN, [MY_TURN, BOARD])
    return time.perf_counter() - begin


def _click(browser: Browser, server: Served) -> float:
    """Return the milliseconds from a click on a colour to its stone, at a table with two players on one screen."""
    took: list[float] = []
    while len(took) < MOVES:
        with _visitor(browser) as page:
            sit(page, server, open_table(server, game="dakapo", chairs=[ME, ME]))
            page.locator("[role=grid]").wait_for()
            page.evaluate(WATCH_STONES)
            while len(took) < MOVES and page.locator(MY_TURN).count():
                _place_a_stone(page)
                took += page.evaluate("() => new Promise((done) => setTimeout(() => done(took.splice(0)), 150))")
    return statistics.median(took)


def _place_a_stone(page: Page) -> None:
    page.locator(".lit[data-cell]").last.click()
    page.get_by_role("toolbar").locator("button.open").first.click()


def _sign_in(browser: Browser, server: Served) -> float:
    """Return the milliseconds from a click on "Sign in with a passkey" to the name; the device agrees at once."""
    took: list[float] = []
    with _visitor(browser) as page:
        Keyring(page)
        page.goto(at_name(server, "/me"))
        become(page, "Ada")
        while len(took) < SIGN_INS:
            page.get_by_role("button", name="Sign out:").click()
            took.append(page.get_by_role("button", name="Sign in with a passkey").evaluate(SIGN_IN, "Ada"))
    return statistics.median(took)


def _frames(browser: Browser, server: Served) -> float:
    """Return the frames per second while all 120 tiles are panned and zoomed."""
    with _visitor(browser) as page:
        replay(page, server, played("dalapapa", 2, bot="random", target=200))
        page.keyboard.press("End")
        table = page.get_by_role("application")
        expect(table.locator("rect.body")).to_have_count(120)
        box = table.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.evaluate(COUNT_FRAMES)
        before, begin = page.evaluate("frames_seen"), time.perf_counter()
        while time.perf_counter() - begin < SECONDS:
            _pan(page, x, y)
            _zoom(page)
        passed = time.perf_counter() - begin
        return float((page.evaluate("frames_seen") - before) / passed)


def _pan(page: Page, x: float, y: float) -> None:
    page.mouse.down()
    for dx, dy in ((120, 60), (-120, -60), (0, 0)):
        page.mouse.move(x + dx, y + dy, steps=12)
    page.mouse.up()


def _zoom(page: Page) -> None:
    for amount in [-60] * 10 + [60] * 10:
        page.mouse.wheel(0, amount)


class _SlowMouse(Mouse):
    """Presses buttons as people do, and without Playwright's own checks in the page, which would be measured too."""

    def use(self, control: Locator) -> None:
        control.wait_for()
        self.point(control)

    def point(self, spot: Locator) -> None:
        box = spot.bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.wait_for_timeout(PRESS)
        self.page.mouse.down()
        self.page.wait_for_timeout(PRESS)
        self.page.mouse.up()


def _tasks(browser: Browser, server: Served) -> float:
    """Return the median over some turns of their longest tasks. The first turn of a browser also starts its audio."""
    return statistics.median(_task(browser, server) for _ in range(TURNS))


def _task(browser: Browser, server: Served) -> float:
    """Return the milliseconds of the longest task from a tile of one's own to the next turn, among four players."""
    with _visitor(browser) as page:
        page.add_init_script(WATCH_TASKS)
        sit(page, server, rich_table(server))
        page.locator(MY_TURN).wait_for()
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.evaluate("() => tasks.splice(0)")
        moves, hand = int(page.locator(COUNT).first.inner_text()), _SlowMouse(page)
        lay_tile(hand)
        if offered(page, moves + 1, SELDOM) == "turn" and page.locator(".side .end button").count():
            hand.use(page.locator(".side .end button"))
        offered(page, moves + 5, SELDOM)  # the three bots have moved as well
        return max(page.evaluate("() => tasks"), default=SHORTEST_TOLD)


def _clean(browser: Browser, server: Served) -> int:
    return sum(_is_clean(browser, server, name) for name in SCENES)


def _is_clean(browser: Browser, server: Served, name: str) -> bool:
    with _visitor(browser) as page:
        page.emulate_media(reduced_motion="reduce")  # elements that fade in have too little contrast for a moment
        show(page, server, name)
        found = violations(page, EVERYTHING)
        for line in found:
            print(f"# {name}: {line}")
        return not found
