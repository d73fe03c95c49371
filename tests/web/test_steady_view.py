"""On a phone nothing moves away: the board, the players and the buttons stay where they are."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.server.client import Served, open_table
from tests.web.boards import MOVE, moves_listed, offered
from tests.web.conftest import PACED, Visit
from tests.web.hands import Mouse
from tests.web.scenes import BOT, at_move, rich_table, sit
from tests.web.view import ALWAYS, OUT_OF_SIGHT

# The board with its place, and the actions below.
PLACES = """() => [".board", ".board :is([role=grid], [role=application])", ".do"].map((selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [selector, x, y, width, height].map((value) => typeof value === "number" ? Math.round(value) : value);
})"""


@pytest.mark.sampled(8)
@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 360, "height": 740}])
@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
def test_the_board_stays_where_it_is(visit: Visit, server: Served, language: str, size: ViewportSize) -> None:
    """On a phone: on the own turn, while the bot thinks, and on the next own turn."""
    page = visit("/", viewport=size, locale=language, before=PACED)
    page.clock.install()
    at_move(page, server, "dakapo")
    mine, thinks = page.locator(".turn.mine[role=status]"), page.locator(".turn:not(.mine)[role=status]")
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 5)
    expect(page.locator(".board [role=grid]")).to_be_visible()
    before = page.evaluate(PLACES)
    MOVE["dakapo"](Mouse(page))
    expect(page.locator(".sent.saved")).to_be_attached()
    expect(thinks).to_have_text(re.compile("…$"))
    assert page.evaluate(PLACES) == before
    page.clock.run_for(5000)
    expect(mine).to_be_visible()
    assert page.evaluate(PLACES) == before
    listed, told = page.locator("section[aria-label] ol li button > span:nth-child(2)").last, page.locator(".now .told")
    expect(told).to_be_visible()
    assert told.inner_text().replace(": ", " ", 1) == listed.inner_text()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 360, "height": 740}])
@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 2), ("dalapapa", 2)])
def test_the_board_stays_where_it_is_during_a_hint(
    visit: Visit, server: Served, game: str, players: int, size: ViewportSize
) -> None:
    """On a phone: in every step; a square board is where it was before the hint too."""
    page = visit("/", viewport=size)
    at_move(page, server, game, players=players)
    board = page.locator(ALWAYS["board"])
    seen = [] if game == "dalapapa" else [page.locator("[role=gridcell]").first.bounding_box()]
    for button in ("Hint", "Show the move", "Why?"):
        page.get_by_role("button", name=button, exact=True).click()
        expect(page.get_by_role("button", name=button, exact=True)).to_be_hidden()
        expect(page.locator(".notice.hint")).to_be_visible()
        cells = page.locator("[role=gridcell]").first
        seen.append(board.bounding_box() if game == "dalapapa" else cells.bounding_box())
    assert all(place == seen[0] for place in seen), seen


@pytest.mark.sampled(3)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR", "ja-JP"])
def test_a_hint_takes_little_room_from_the_table(visit: Visit, server: Served, locale: str) -> None:
    """It has the room of the buttons and of what the board says itself, also where it has four reasons to tell."""
    page = visit("/", viewport={"width": 360, "height": 740}, locale=locale)
    sit(page, server, rich_table(server))
    page.locator(".surface .lit").first.wait_for()
    table, before = page.locator(".dalapapa .room"), page.locator(".dalapapa .room").bounding_box()
    page.locator(".doing button").first.click()
    for _ in range(2):
        page.locator(".hint .step:not(.gone) .row button").first.click()
    expect(page.locator(".hint .step:not(.gone) li").first).to_be_visible()
    after, box = table.bounding_box(), page.locator(".notice.hint").bounding_box()
    assert before
    assert after
    assert box
    assert before["height"] - after["height"] <= 64, (before, after, box)


def test_the_focus_goes_on_with_the_steps_of_a_hint(visit: Visit, server: Served) -> None:
    page = visit("/")
    at_move(page, server, "dakapo")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the move").press("Enter")
    why = page.get_by_role("button", name="Why?")
    expect(why).to_be_focused()
    why.press("Enter")
    expect(page.get_by_role("button", name="Play it")).to_be_focused()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 360, "height": 740}])
def test_on_a_phone_two_players_have_their_points_beside_their_names(
    visit: Visit, server: Served, size: ViewportSize
) -> None:
    page = visit("/", viewport=size)
    at_move(page, server, "dacapo")
    for card in page.locator("section[aria-label=Players] li").all():
        expect(card.locator(".points")).to_be_visible()
        name, points = card.locator(".name").bounding_box(), card.locator(".points").bounding_box()
        assert name and points
        assert points["y"] < name["y"] + name["height"] / 2 < points["y"] + points["height"], (name, points)


# The squares of the board, each where it is drawn.
SQUARES = """() => [...document.querySelectorAll("[data-cell]")].map((square) => {
  const { x, y, width } = square.getBoundingClientRect();
  return [square.dataset.cell, Math.round(x), Math.round(y), Math.round(width)];
})"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_phone_the_own_place_is_named_and_the_sea_stays(visit: Visit, server: Served, players: int) -> None:
    """With the buttons to switch, with a chosen fish, and without the buttons after the first capture."""
    page = visit("/", viewport={"width": 360, "height": 740})
    long = {"kind": "screen", "name": "Maximilian von Hohenstein"[:24]}
    sit(page, server, open_table(server, game="dacapo", players=players, chairs=[long, *[BOT] * (players - 1)]))
    you = page.locator("section[aria-label=Players] li").first.get_by_text("(you)")
    expect(you).to_be_visible()
    assert not page.evaluate(OUT_OF_SIGHT, {"you": "section[aria-label=Players] li:first-child .name > .soft"})
    box, chip = you.bounding_box(), page.locator("section[aria-label=Players] li").first.bounding_box()
    assert box and chip
    assert box["x"] >= chip["x"] and box["x"] + box["width"] <= chip["x"] + chip["width"], (box, chip)
    offered(page, 0)
    switches, before, moves = (
        page.get_by_role("group", name=re.compile("^Switch")),
        page.evaluate(SQUARES),
        moves_listed(page),
    )
    expect(switches).to_be_visible()
    page.locator("[role=gridcell].grip").first.click()
    assert page.evaluate(SQUARES) == before
    page.keyboard.press("Escape")
    MOVE["dacapo"](Mouse(page))
    offered(page, moves + players)
    expect(switches).to_have_count(0)
    assert page.evaluate(SQUARES) == before


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sea_stays_when_there_is_nothing_to_switch_any_more(visit: Visit, server: Served, players: int) -> None:
    """In windows larger than a phone's: neither the buttons nor the icons beside the names take its place."""
    sizes: list[ViewportSize] = [{"width": 768, "height": 1024}, {"width": 1280, "height": 800}]
    page = visit()
    at_move(page, server, "dacapo", players=players)
    switches = page.get_by_role("group", name=re.compile("^Switch"))
    places = dict[bool, list[object]]()
    for there in (True, False):
        expect(switches).to_have_count(int(there))
        for size in sizes:
            page.set_viewport_size(size)
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            places.setdefault(there, []).append(page.evaluate(SQUARES))
        if there:
            MOVE["dacapo"](Mouse(page))
            offered(page, players)
    assert places[True] == places[False]


def test_hints_keep_their_button_while_a_bot_thinks(visit: Visit, server: Served) -> None:
    page = visit("/", before=PACED)
    page.clock.install()
    at_move(page, server, "dakapo")
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 5)
    hint = page.get_by_role("button", name="Hint", exact=True)
    expect(hint).to_be_enabled()
    MOVE["dakapo"](Mouse(page))
    expect(page.locator(".turn:not(.mine)[role=status]")).to_have_text("Pebble thinks …")
    expect(hint).to_be_disabled()
    page.clock.run_for(5000)
    expect(hint).to_be_enabled()
