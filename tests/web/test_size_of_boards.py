"""Boards are as large as the window allows, at tables and in replays, and can be read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.client import Served
from tests.web.conftest import Visit
from tests.web.scenes import at_move, played, replay, show
from tests.web.view import ALWAYS, LESSON_SIZES, OUT_OF_SIGHT, SIZES


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["dakapo", "dacapo"])
def test_the_board_is_as_large_as_the_window_allows(visit: Visit, server: Served, game: str) -> None:
    page = visit()
    at_move(page, server, game)
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")
        place = page.locator("section[aria-label=Board]").bounding_box()
        board = page.locator(ALWAYS["board"]).bounding_box()
        assert place and board
        room = min(place["width"], place["height"])
        assert board["width"] >= 0.8 * room or board["height"] >= 0.8 * room, (size, place, board)


LOW: ViewportSize = {"width": 740, "height": 360}
# The height of the names of files and ranks on the screen.
LETTERS = """() => [...document.querySelectorAll("[role=grid] g[font-size] > text")]
  .map((each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["dakapo", "dacapo"])
def test_names_of_files_and_ranks_can_be_read(visit: Visit, server: Served, game: str) -> None:
    """At a table and in a replay: at least 12 px, in every window."""
    page = visit()
    for scene in (f"{game} on the move", f"replay of {game}"):
        show(page, server, scene)
        for size in [*SIZES, LOW]:
            page.set_viewport_size(size)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            letters = page.evaluate(LETTERS)
            assert len(letters) == {"dakapo": 16, "dacapo": 12}[game]
            assert min(letters) >= 12, (scene, size, min(letters))


LOW_LETTERS = """() => {
  const edge = document.querySelector("[role=grid]").getBoundingClientRect().bottom;
  return [...document.querySelectorAll("[role=grid] g[font-size] > text")].map((each) => {
    const { y, height } = each.getBBox();
    const at = each.getScreenCTM();
    return Math.round(10 * (at.f + at.d * (y + height) - edge)) / 10;
  }).filter((over) => over > 0);
}"""
"""How far names of files reach below the drawing, in pixels."""


def test_names_of_files_are_whole_on_a_phone(visit: Visit, server: Served) -> None:
    page = visit("/", viewport={"width": 390, "height": 844})
    for scene in ("dakapo on the move", "dacapo on the move"):
        show(page, server, scene)
        assert page.evaluate(LOW_LETTERS) == [], scene


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 2), ("dacapo", 4)])
def test_on_a_phone_the_board_of_a_replay_has_the_whole_width(
    visit: Visit, server: Served, game: str, players: int
) -> None:
    page = visit()
    replay(page, server, played(game, players))
    for size in SIZES:
        if size["width"] < 480:
            page.set_viewport_size(size)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            cells = page.locator("[role=gridcell]")
            first, last = cells.first.bounding_box(), cells.last.bounding_box()
            assert first and last
            assert last["x"] + last["width"] - first["x"] >= 0.88 * size["width"], (size, first, last)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 4), ("dalapapa", 3)])
def test_board_and_controls_of_a_replay_stay_in_sight(visit: Visit, server: Served, game: str, players: int) -> None:
    page = visit()
    replay(page, server, played(game, players))
    watched = {"board": ALWAYS["board"], "controls": ".controls .steps button"}
    for size in LESSON_SIZES:
        page.set_viewport_size(size)
        for part in (".controls", "main figure"):
            page.locator(part).scroll_into_view_if_needed()
            lost = page.evaluate(OUT_OF_SIGHT.replace("scrollTo(0, 0);", ""), watched)
            assert not lost, (size, part, lost)
    number = page.locator("ol [aria-current] .number")
    page.keyboard.press("End")
    expect(page.locator(".count")).to_have_text(re.compile(rf"^{number.inner_text()} / {number.inner_text()}$"))
