"""Lost connections during a game: the page shows it and reconnects; nothing is lost or done twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.server.client import Served, served
from tests.web.boards import card_of, full, offered
from tests.web.conftest import DESKTOP, PATIENCE

CUT = "Offline. Reconnecting …"
SOCKET = re.compile("/socket")


class Wire:
    """A proxy between a page and the server. It can hold back messages and drop the connection."""

    def __init__(self) -> None:
        self.lines: list[WebSocketRoute] = []
        self.heard: list[str] = []
        self.held: list[Callable[[], None]] = []
        self.holding = False
        self.lost: re.Pattern[str] | None = None
        self.dead: list[WebSocketRoute] = []

    def open(self, line: WebSocketRoute) -> None:
        if self.holding:
            # The new connection gets no answer before it is let through.
            self.held.append(lambda: self._join(line))
        else:
            self._join(line)

    def _join(self, line: WebSocketRoute) -> None:
        self.lines.append(line)
        server = line.connect_to_server()

        def up(said: str | bytes) -> None:
            if self.lost is None or not self.lost.search(str(said)):
                self.heard.append(str(said))
                server.send(said)

        def down(said: str | bytes) -> None:
            if line in self.dead:
                return
            if self.holding:
                self.held.append(lambda: line.send(said))
            else:
                line.send(said)

        line.on_message(up)
        server.on_message(down)

    def cut(self) -> None:
        self.held.clear()
        self.lines[-1].close()

    def die(self) -> None:
        """Stop all traffic without closing the connection."""
        self.dead.append(self.lines[-1])

    def forget(self) -> None:
        """Drop what was held, and let everything through from now on."""
        self.held.clear()
        self.holding = False

    def release(self) -> None:
        self.holding = False
        self.lost = None
        while self.held:
            self.held.pop(0)()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Served]:
    """A server that may be killed."""
    with served(tmp_path, "--unlimited") as running:
        yield running


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that may log connection errors, but no other errors."""
    context = browser.new_context(viewport=DESKTOP, locale="en-GB", service_workers="block")
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    mistakes: list[str] = []
    opened.on("pageerror", lambda error: mistakes.append(str(error)))
    yield opened
    context.close()
    assert not mistakes


def begin(page: Page, server: Served) -> None:
    """Start a game of Dakapo on this screen, and mark the page: a reload would remove the mark."""
    page.goto(server.url)
    card_of(page, "dakapo").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    page.evaluate("() => { window.unloaded = false; }")


def expect_no_reload(page: Page) -> None:
    assert page.evaluate("() => window.unloaded") is False


def place(page: Page, cell: str, colour: str) -> None:
    page.locator(f'[data-cell="{cell}"]').click()
    page.get_by_role("toolbar").get_by_role("button", name=colour, exact=True).click()


def moves_at(server: Served, page: Page) -> list[str]:
    return list(full(server, page)["moves"])


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait for something that the page does not show."""
    for _ in range(PATIENCE // 50):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come")


def test_the_game_continues_after_a_server_is_killed_and_restarted(own: Served, page: Page) -> None:
    begin(page, own)
    place(page, "f4", "Green")
    offered(page, 1)
    expect(page.get_by_text("saved")).to_be_visible()
    own.kill()
    expect(page.get_by_text(CUT)).to_be_visible()
    # A move made in the meantime waits for the connection.
    place(page, "g4", "Red")
    pale = page.locator('[data-cell="g4"]')
    expect(pale).to_have_attribute("aria-label", "g4, red stone, not stored yet")
    own.start()
    offered(page, 2)
    expect(page.get_by_text(CUT)).to_have_count(0)
    expect(page.get_by_text("saved")).to_be_visible()
    expect(pale).to_have_attribute("aria-label", "g4, red stone, last stone")
    place(page, "g5", "Blue")
    offered(page, 3)
    expect_no_reload(page)
    assert moves_at(own, page) == ["f4g", "g4r", "g5b"]


def test_the_page_shows_whether_a_move_is_stored(server: Served, page: Page, wire: Wire) -> None:
    page.route_web_socket(SOCKET, wire.open)
    begin(page, server)
    wire.holding = True
    place(page, "f4", "Green")
    sent = page.locator(".sent")
    expect(sent).to_have_text(re.compile("✓ sent"))
    expect(sent).to_have_attribute("title", "✓ your move is sent, ✓✓ it is saved")
    expect(page.locator('[data-cell="f4"]')).to_have_attribute("aria-label", "f4, green stone, not stored yet")
    wire.release()
    expect(sent).to_have_text(re.compile("✓✓ saved"))
    expect(page.locator('[data-cell="f4"]')).to_have_attribute("aria-label", "f4, green stone, last stone")


@pytest.mark.parametrize("what", ["the move", "its answer"])
def test_a_move_counts_once_when_a_message_is_lost(server: Served, page: Page, wire: Wire, what: str) -> None:
    page.route_web_socket(SOCKET, wire.open)
    begin(page, server)
    wire.holding = True
    if what == "the move":
        wire.lost = re.compile('"act"')
    place(page, "f4", "Green")
    expect(page.locator(".sent")).to_be_visible()
    if what == "its answer":
        until(page, lambda: bool(moves_at(server, page)))
    wire.cut()
    expect(page.get_by_text(CUT)).to_be_visible()
    assert moves_at(server, page) == ([] if what == "the move" else ["f4g"])
    wire.release()
    expect(page.get_by_text(CUT)).to_have_count(0)
    expect(page.locator(".sent")).to_have_text(re.compile("saved"))
    offered(page, 1)
    place(page, "g4", "Red")
    offered(page, 2)
    expect_no_reload(page)
    assert moves_at(server, page) == ["f4g", "g4r"]
    acts = [said for said in wire.heard if '"f4g"' in said]
    assert len(acts) == (1 if what == "the move" else 2)
    assert len(set(acts)) == 1, "what is said again is said with the same id"


def test_events_during_an_outage_are_shown_afterwards(server: Served, browser: Browser, page: Page, wire: Wire) -> None:
    page.route_web_socket(SOCKET, wire.open)
    begin(page, server)
    here = page.context.cookies()
    other = browser.new_context(viewport=DESKTOP, locale="en-GB", service_workers="block")
    other.add_cookies(here)  # type: ignore[arg-type]
    second = other.new_page()
    second.goto(page.url)
    offered(second, 0)
    wire.holding = True
    wire.cut()
    expect(page.get_by_text(CUT)).to_be_visible()
    place(second, "f4", "Green")
    offered(second, 1)
    expect(page.locator('[data-cell="f4"]')).to_have_attribute("aria-label", re.compile("empty"))
    wire.release()
    expect(page.locator('[data-cell="f4"]')).to_have_attribute("aria-label", "f4, green stone, last stone")
    expect_no_reload(page)
    other.close()


def test_the_page_reconnects_at_once_when_the_network_is_back(server: Served, page: Page, wire: Wire) -> None:
    """A connection opened while offline never answers; the browser's online event triggers a new one."""
    page.route_web_socket(SOCKET, wire.open)
    begin(page, server)
    wire.holding = True
    wire.cut()
    until(page, lambda: bool(wire.held))
    page.context.set_offline(True)
    wire.forget()
    expect(page.get_by_text(CUT)).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text(CUT)).to_have_count(0)
    place(page, "f4", "Green")
    offered(page, 1)
    expect_no_reload(page)


@pytest.mark.thorough
def test_a_silently_dead_connection_is_noticed(server: Served, browser: Browser, page: Page, wire: Wire) -> None:
    page.route_web_socket(SOCKET, wire.open)
    begin(page, server)
    wire.die()
    other = browser.new_context(viewport=DESKTOP, locale="en-GB", service_workers="block")
    other.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    second = other.new_page()
    second.goto(page.url)
    place(second, "f4", "Green")
    offered(second, 1)
    expect(page.get_by_text(CUT)).to_have_count(0)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator('[data-cell="f4"]')).to_have_attribute("aria-label", "f4, green stone, last stone")
    expect_no_reload(page)
    other.close()


def test_the_page_says_when_a_table_has_expired(server: Served, page: Page) -> None:
    page.goto(server.url + "/table/abcdefghijklmnop")
    expect(page.get_by_role("heading", name="This table is gone")).to_be_visible()
