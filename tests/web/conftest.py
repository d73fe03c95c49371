"""A real server and a real browser. Every error on the page's console fails the test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from tests import patience
from tests.server.client import Served, served
from tests.web.browser import MISSING, find_browser

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}

USUAL = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
"""How a page is opened, unless a test says otherwise. Without a graphics card every frame of an animation takes time of
the processor, so only tests of motion have it (``reduced_motion="no-preference"``). The service worker would fetch all
files of the page in every test, so only its own tests have it."""
PATIENCE = round(1000 * patience.PATIENCE / 2)
"""The timeout of a test in milliseconds."""

AT_ONCE = """try { localStorage["encore.settings"] ??= '{"pace":"off"}'; } catch {}"""
"""Shows the moves of others at once, so that no test has to wait for them; tests of the pace set another one."""

PACED = """localStorage["encore.settings"] = '{"pace":"normal"}';"""
"""Shows them one after the other."""

REFUSED = re.compile(
    "Failed to load resource.* status of (?:4|503)|WebSocket connection to .* Unexpected response code: 4"
)
"""What a browser itself logs when a server refuses a request, even if the page handles it."""

Visit = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("tables"), "--unlimited", warm=True) as running:
        yield running


@pytest.fixture(scope="package")  # Playwright's event loop must be gone before another test starts one
def browser() -> Iterator[Browser]:
    path = find_browser()
    assert path, MISSING
    with sync_playwright() as playwright:
        # Chromium's own sandbox needs rights that containers do not give; only our own pages are opened.
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


BLOCKED = "Service Worker registration blocked by Playwright"
"""What Playwright logs where the tests block it."""
LEFT = "WebSocket is closed before the connection is established."
"""What Chromium logs when somebody leaves a page so soon that its socket is not open yet."""


def complains(said: ConsoleMessage) -> bool:
    """Tell whether the browser reports an error of the page; a refused request is not one."""
    expected = said.text == BLOCKED or said.text.endswith(LEFT) or REFUSED.match(said.text)
    return said.type in ("error", "warning") and not expected


@pytest.fixture
def visit(browser: Browser, server: Served) -> Iterator[Visit]:
    """Open a page as somebody new: ``visit("/learn/dakapo", viewport=PHONE, has_touch=True)``.

    Without a path the page stays empty until the test goes somewhere. The script ``before`` runs before the page's own
    scripts and can change how the browser behaves.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def go(path: str | None = None, at: Served = server, before: str = "", **settings: Any) -> Page:
        context = browser.new_context(**{**USUAL, **settings})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(AT_ONCE)
        if before:
            context.add_init_script(before)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if complains(said) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if path is not None:
            page.goto(at.url + path)
        return page

    yield go
    for context in contexts:
        context.close()
    assert not complaints
