"""The animation of the README: a few turns of Da Capo with three bots, as a player sees them."""

from __future__ import annotations

import io
from base64 import b64decode
from itertools import pairwise
from time import monotonic

from PIL import Image
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

from tests.server.client import Served, open_table
from tests.web.boards import MOVE
from tests.web.hands import Mouse
from tests.web.scenes import BOT, ME, sit

MINE = ".turn.mine[role=status]"
SIZE: ViewportSize = {"width": 960, "height": 620}
LARGEST = 1_000_000
"""The maximum size in bytes; the quality is reduced until it fits."""
QUALITIES = (70, 60, 50, 40, 30)
TURNS = 2
LONGEST, STILL = 12.0, 0.4
"""Seconds for a round of turns, and to look at the board before a move."""
LAST = 1200
"""The milliseconds for which the last frame is shown."""
Frames = list[tuple[float, bytes]]


def film(browser: Browser, server: Served) -> bytes:
    """Return an animated WebP of some turns. The bots play as they like, so it differs each time."""
    context = browser.new_context(viewport=SIZE, locale="en-GB", color_scheme="light")
    page, frames = context.new_page(), Frames()
    chairs = [ME, BOT, BOT, BOT]
    sit(page, server, open_table(server, game="dacapo", players=4, options={"switch": "never"}, chairs=chairs))
    page.locator(MINE).wait_for()
    page.wait_for_load_state("networkidle")
    camera = context.new_cdp_session(page)
    for _ in range(TURNS):
        _watch(page, camera, frames, STILL)
        MOVE["dacapo"](Mouse(page))
        _watch(page, camera, frames, LONGEST, f"!document.querySelector('{MINE}')")
        _watch(page, camera, frames, LONGEST, f"!!document.querySelector('{MINE}')")
    _watch(page, camera, frames, STILL)
    context.close()
    return _animated(frames)


def _watch(page: Page, camera: CDPSession, frames: Frames, seconds: float, until: str = "false") -> None:
    """Take pictures until a condition holds in the page, or for some seconds."""
    end = monotonic() + seconds
    while monotonic() < end and not page.evaluate(until):
        taken = monotonic()
        shot = camera.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        frames.append((taken, b64decode(shot["data"])))


def _animated(frames: Frames) -> bytes:
    """Return frames as one file, each shown as long as it was seen; those like the one before are joined with it."""
    kept = [frame for frame, before in zip(frames, [(0.0, b""), *frames], strict=False) if frame[1] != before[1]]
    pictures = [Image.open(io.BytesIO(picture)).convert("RGB") for _, picture in kept]
    times = [taken for taken, _ in kept]
    durations = [round(1000 * (then - now)) for now, then in pairwise(times)] + [LAST]
    for quality in QUALITIES:
        file = io.BytesIO()
        rest = {"save_all": True, "append_images": pictures[1:], "duration": durations, "loop": 0, "method": 4}
        pictures[0].save(file, "WEBP", quality=quality, **rest)
        if file.tell() <= LARGEST:
            break
    return file.getvalue()
