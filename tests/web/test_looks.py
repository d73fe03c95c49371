"""Visual accessibility: shapes and patterns besides colours, and no motion for readers who turn it off."""

from __future__ import annotations

from base64 import b64encode
from itertools import combinations, product

import pytest
from playwright.sync_api import Page, expect

from tests.server.client import Served
from tests.web.boards import card_of, offered
from tests.web.conftest import DESKTOP, PHONE, Visit
from tests.web.scenes import dress, show, until

STONES = ("red", "yellow", "green", "blue")
FISH = ("red", "purple", "green", "yellow")
TILES = ("r", "g", "b", "y")

GREY_PIXELS = """async ([png, side]) => {
  const image = await createImageBitmap(await (await fetch(png)).blob());
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext("2d");
  context.filter = "grayscale(1)";
  context.drawImage(image, 0, 0, side, side);
  return [...context.getImageData(0, 0, side, side).data].filter((_, index) => index % 4 === 0);
}"""

# For each colour of a tile how many halves of discs there are, and of each of their signs the commands of its outline
# and its length: a dot, a ring, a cross and a saltire differ in these wherever they lie.
PAINTED = """tile => [...document.querySelectorAll(tile)].map((e) => {
  const parts = (path) => path.getAttribute("d").split("Z").filter(Boolean);
  const length = (d) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", d + "Z");
    return path.getTotalLength().toFixed(0);
  };
  const all = (prefix, what) => Object.fromEntries([..."rgby"].flatMap((colour) => {
    const path = e.querySelector(`:scope > path.${prefix}${colour}`);
    return path ? [[colour, what(parts(path))]] : [];
  }));
  return {
    discs: all("", (found) => found.length),
    signs: all("sign-", (found) => found.map((d) => d.replace(/[^A-Z]/g, "") + length(d))),
  };
})"""


def grey(page: Page, selector: str) -> list[float]:
    """Return a part of the board as a grey picture, evenly bright, so that only shapes and patterns are left."""
    shot = page.locator(selector).first.screenshot(animations="disabled")
    url = "data:image/png;base64," + b64encode(shot).decode()
    reader = page.context.new_page()
    reader.goto("about:blank")
    pixels: list[float] = reader.evaluate(GREY_PIXELS, [url, 24])
    reader.close()
    mean = sum(pixels) / len(pixels)
    spread = (sum((pixel - mean) ** 2 for pixel in pixels) / len(pixels)) ** 0.5 or 1.0
    return [(pixel - mean) / spread for pixel in pixels]


def alike(one: list[float], other: list[float]) -> float:
    """Return the similarity of two pictures: 1 for equal ones, about 0 for unrelated ones."""
    return sum(a * b for a, b in zip(one, other, strict=True)) / len(one)


def differ(pictures: dict[str, list[float]]) -> None:
    for one, other in combinations(pictures, 2):
        assert alike(pictures[one], pictures[other]) < 0.97, f"{one} and {other} look the same in grey"


def test_grey_stones_differ(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dakapo on the move")
    differ({colour: grey(page, f"[data-cell] .stone g.{colour}") for colour in STONES})
    outlines = {
        colour: page.locator(f"[data-cell] .stone g.{colour} .body").first.get_attribute("d") for colour in STONES
    }
    assert len(set(outlines.values())) == len(STONES)


def test_grey_fish_differ(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dacapo on the move")
    for kind in ("", ".great"):
        found = {
            colour: page.locator(f"svg[role=grid] .pile.{colour}{kind or ':not(.great)'}").first for colour in FISH
        }
        skins = {colour: pile.locator("[fill^=url]").first.get_attribute("fill") for colour, pile in found.items()}
        assert len(set(skins.values())) == len(FISH)
    differ({colour: grey(page, f"svg[role=grid] .pile.{colour}:not(.great)") for colour in FISH})


def test_every_colour_of_a_tile_has_its_sign(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "replay of dalapapa")
    tile = "[role=application] svg g:has(> rect.body)"
    page.locator(tile).first.wait_for()
    painted = page.evaluate(PAINTED, tile)
    assert {colour for each in painted for colour in each["discs"]} == set(TILES)
    for each in painted:
        assert each["discs"] == {colour: len(shape) for colour, shape in each["signs"].items()}
    shapes = {colour: shape[0] for each in painted for colour, shape in each["signs"].items()}
    assert len(set(shapes.values())) == len(TILES)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("way", ["device", "setting"])
def test_nothing_moves_where_motion_is_off(visit: Visit, server: Served, way: str) -> None:
    page = visit("/", reduced_motion="reduce" if way == "device" else "no-preference")
    if way == "setting":
        page.evaluate("""localStorage.setItem("encore.settings", '{"motion": "off"}')""")
        page.reload()
    show(page, server, "dacapo fish chosen")
    until(page, "document.getAnimations().length === 0")
    with page.expect_response("**/dakapo/demo"):
        show(page, server, "start")
    page.wait_for_timeout(500)
    until(page, "document.getAnimations().length === 0")
    before = page.locator("article .alive").first.inner_html()
    page.wait_for_timeout(2500)
    assert page.locator("article .alive").first.inner_html() == before


def test_boards_are_animated_where_motion_is_on(visit: Visit, server: Served) -> None:
    page = visit(reduced_motion="no-preference")
    show(page, server, "start")
    page.evaluate("window.before = document.querySelector('.alive').innerHTML")
    until(page, "document.querySelector('.alive').innerHTML !== before")


def test_settings_apply_at_once_and_are_kept(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Settings").click()
    for label in ("Dark", "High", "Very large"):
        page.get_by_role("radio", name=label, exact=True).check()
    page.locator("dialog input").last.scroll_into_view_if_needed()
    expect(page.locator("dialog h2")).to_be_in_viewport(ratio=1)
    for _ in range(2):
        look = page.evaluate("({ ...document.documentElement.dataset })")
        assert (look["theme"], look["contrast"], look["text"]) == ("dark", "more", "huge")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)"
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 23
        page.reload()


@pytest.mark.parametrize("text", ["normal", "huge"])
def test_cells_are_as_large_as_a_finger_whatever_the_text(visit: Visit, text: str) -> None:
    kept = f"""localStorage.setItem("encore.settings", '{{"text": "{text}"}}')"""
    page = visit("/", before=kept, viewport=PHONE, has_touch=True, is_mobile=True)
    card_of(page, "dakapo").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    size = "cells => Math.min(...cells.map((cell) => cell.getBoundingClientRect().width))"
    assert page.locator("[data-cell]").evaluate_all(size) >= 44


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["dacapo on the move", "dacapo fish chosen", "dacapo alone", "dacapo round over"])
def test_the_sea_and_its_buttons_fit_a_desktop(visit: Visit, server: Served, name: str) -> None:
    page = visit()
    show(page, server, name)
    board = page.locator("div.dacapo").bounding_box()
    assert board
    assert board["y"] + board["height"] <= DESKTOP["height"]


GROUND = {"dakapo": (".ground", "fill"), "dacapo": (".water", "fill"), "dalapapa": (".room", "backgroundColor")}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GROUND)
def test_boards_follow_every_theme(visit: Visit, server: Served, game: str) -> None:
    """The dark theme is the same by setting and by device; high contrast applies to the board too."""
    selector, colour = GROUND[game]

    def ground(page: Page, theme: str, contrast: str) -> str:
        dress(page, theme, contrast)
        return str(page.locator(selector).first.evaluate(f"e => getComputedStyle(e).{colour}"))

    page = visit(color_scheme="light")
    show(page, server, f"{game} waiting")
    looks = {look: ground(page, *look) for look in product(("light", "dark"), ("system", "more"))}
    assert len(set(looks.values())) == len(looks)
    for contrast in ("system", "more"):
        assert ground(page, "system", contrast) == looks["light", contrast]
    page.emulate_media(color_scheme="dark")
    for contrast in ("system", "more"):
        assert ground(page, "system", contrast) == looks["dark", contrast]
        assert ground(page, "light", contrast) == looks["light", contrast]
