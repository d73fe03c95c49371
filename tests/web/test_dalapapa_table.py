"""The table of Dalapapa on screens of all sizes: what is marked on it, and what is visible beside it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocketRoute, expect

from tests.server.client import Served
from tests.web.boards import moves_listed, offered
from tests.web.conftest import Visit
from tests.web.scenes import rich_table, show, sit, stage_best, until

SIZES = [(360, 740), (390, 844), (844, 390), (768, 1024), (1280, 800), (1366, 650), (1920, 1080)]
FRAMES = ".surface g.made:has(> rect.halo)"
LABELS = ".surface .told text"

# What sticks out of the board, and the height of the smallest text on the table.
OUTSIDE = """board => {
  const whole = board.getBoundingClientRect();
  const parts = board.querySelectorAll(".room, [role=radio], .tools button, .score li, .total, .score .actions button");
  return [...parts].filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return left < whole.left - 1 || right > whole.right + 1 || top < whole.top - 1 || bottom > whole.bottom + 1;
  }).map((part) => part.textContent);
}"""
COLOURS = "frames => frames.map((frame) => getComputedStyle(frame).stroke)"
SMALLEST = """texts => Math.min(...texts.map((text) =>
  parseFloat(getComputedStyle(text).fontSize) * Math.abs(text.getScreenCTM().a)))"""
CLIPPED = """([room, ...places]) => {
  const { left, right, top, bottom } = room.getBoundingClientRect();
  return places.map((place) => place.getBoundingClientRect()).filter((place) =>
    place.left < left || place.right > right || place.top < top || place.bottom > bottom).length;
}"""

HIDDEN = """() => {
  const [labels, things] = [".surface .told rect", ".surface .settling, .surface rect.lit"].map((selector) =>
    [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()));
  return labels.filter((label) => things.some((thing) =>
    Math.min(label.right, thing.right) - Math.max(label.left, thing.left) > 1 &&
    Math.min(label.bottom, thing.bottom) - Math.max(label.top, thing.top) > 1)).length;
}"""
"""How many labels of the others' tiles hide a tile or a lit place."""


def points_of(page: Page) -> list[int]:
    texts = page.locator("section[aria-label=Players] li .score").all_inner_texts()
    return [int(text.split()[-1].replace("−", "-")) for text in texts]


def test_the_tiles_of_the_others_stay_marked_with_what_they_earned(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dalapapa second tile")
    before, moves = points_of(page), moves_listed(page)
    page.get_by_role("button", name="End turn").click()
    offered(page, moves + 3)  # the bot lays a tile or two and ends its turn
    earned = [after - then for after, then in zip(points_of(page), before, strict=True)]
    expect(page.locator(FRAMES)).not_to_have_count(0)
    expect(page.locator(LABELS)).to_have_count(page.locator(FRAMES).count())
    shown = [int(text.replace("−", "-")) for text in page.locator(LABELS).all_text_contents()]
    assert sum(shown) == sum(earned) != 0


def test_escape_closes_the_menu_and_leaves_the_staged_tile(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dalapapa staged")
    menu, kind = page.locator(".menu button.eye"), page.locator(".menu .kinds")
    menu.click()
    page.get_by_role("application").focus()  # here Escape would cancel the staged tile if the menu did not take it
    page.keyboard.press("Escape")
    expect(kind).to_have_count(0)
    expect(menu).to_be_focused()
    expect(page.locator("section.score").get_by_role("button", name="Confirm")).to_be_visible()


@pytest.fixture(scope="module")
def rich(server: Served) -> dict[str, object]:
    return rich_table(server)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("width, height", SIZES)
def test_table_hand_and_every_line_of_the_score_are_in_the_board(
    visit: Visit, server: Served, rich: dict[str, object], width: int, height: int
) -> None:
    page = visit(viewport=ViewportSize(width=width, height=height))
    sit(page, server, rich)
    board = page.locator(".dalapapa .layout")
    expect(page.locator(".surface .lit").first).to_be_visible()
    # Pebble, Reed and Tide, each in a colour: the marks of their turns come when the moves have been shown.
    until(page, f"new Set(({COLOURS})([...document.querySelectorAll('{FRAMES} rect:not(.halo)')])).size === 3")
    assert set(page.locator(".surface .told .who").all_text_contents()) <= {"P", "R", "T"}
    expect(page.get_by_role("radio").first).to_have_text("")  # numbers are for those who want notation
    assert page.locator(".dalapapa .room, .surface .lit").evaluate_all(CLIPPED) == 0
    assert page.locator(".surface text").evaluate_all(SMALLEST) >= 12
    stage_best(page)
    # The hand is laid out again one frame after the list has closed.
    until(page, f"!({OUTSIDE})(document.querySelector('.dalapapa .layout')).length")
    assert board.evaluate(OUTSIDE) == []
    assert page.locator(".dalapapa .room, .surface .staged").evaluate_all(CLIPPED) == 0


@pytest.mark.parametrize("width, height", [(390, 844), (844, 390), (768, 1024), (1280, 800)])
def test_the_buttons_of_a_staged_tile_stay_where_they_are(
    visit: Visit, server: Served, rich: dict[str, object], width: int, height: int
) -> None:
    """What the tile earns comes from the server a little later."""
    page = visit(viewport=ViewportSize(width=width, height=height))
    held: list[Callable[[], None]] = []

    def between(line: WebSocketRoute) -> None:
        behind = line.connect_to_server()
        earned = re.compile('"t":"preview"')
        behind.on_message(
            lambda said: held.append(lambda: line.send(said)) if earned.search(str(said)) else line.send(said)
        )

    page.route_web_socket(re.compile("/socket"), between)
    sit(page, server, rich)
    expect(page.locator(".surface .lit").first).to_be_visible()
    for key in ("ArrowRight", "Enter"):
        page.get_by_role("application").press(key)
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_visible()
    before = confirm.bounding_box()
    expect(page.locator(".score li")).to_have_count(0)
    while not held:
        page.wait_for_timeout(20)
    held.pop()()
    expect(page.locator(".score li").first).to_be_visible()
    assert confirm.bounding_box() == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("width, height", [(360, 740), (390, 844), (844, 390), (1280, 800)])
def test_no_label_hides_a_tile_or_a_place(
    visit: Visit, server: Served, rich: dict[str, object], width: int, height: int
) -> None:
    page = visit(viewport=ViewportSize(width=width, height=height))
    sit(page, server, rich)
    expect(page.locator(".surface .lit").first).to_be_visible()
    page.get_by_role("button", name="Turn", exact=True).click()
    expect(page.locator(".surface .told").first).to_be_attached()
    for _ in range(4):
        assert page.evaluate(HIDDEN) == 0
        page.get_by_role("button", name="Turn", exact=True).click()


def test_on_a_small_table_a_tap_beside_a_place_means_it(visit: Visit, server: Served, rich: dict[str, object]) -> None:
    page = visit(viewport=ViewportSize(width=390, height=844), has_touch=True)
    sit(page, server, rich)
    staged = page.locator(".surface .staged .frame")
    expect(page.locator(".surface rect.lit").first).to_be_visible()
    for beside in (page.locator(".surface rect.lit").first, staged):  # also beside the staged tile, which stays
        box = beside.bounding_box()
        assert box
        page.touchscreen.tap(box["x"] - 6, box["y"] + box["height"] / 2)
        expect(staged).to_have_count(1)


def test_a_hint_draws_its_tile_or_points_at_the_button(visit: Visit, server: Served, rich: dict[str, object]) -> None:
    page = visit()
    sit(page, server, rich)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator(".surface .ghost, .end .suggested")).to_have_count(1)
