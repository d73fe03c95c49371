"""How to play each board with what the page shows: lit cells, open colours, the captures in a fish's label."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

import encore
from tests.server.client import Served
from tests.web.hands import Hand

TITLES = {"dakapo": "Dakapo", "dacapo": "Da Capo", "dalapapa": "Dalapapa"}

OFFERS = """(moves) => {
  if (document.querySelector("section.result")) return "over";
  const count = Number(document.querySelector("section[aria-label=Game] details summary .soft")?.textContent ?? -1);
  if (count < moves) return false;
  if (document.querySelector(".curtain")) return "curtain";
  if ([...document.querySelectorAll("button")].some((one) => one.textContent === "Next deal")) return "round";
  const offered = ".cell.lit, [role=gridcell].grip, .side .tools button:not([disabled]), .side .end button";
  return document.querySelector("section[aria-label=Board]").querySelector(offered) ? "turn" : false;
}"""
MOST = 150
"""An upper bound on the moves of one player in a short game."""


def card_of(page: Page, game: str) -> Locator:
    return page.get_by_role("article").filter(has=page.get_by_role("heading", name=TITLES[game], exact=True))


def offered(page: Page, moves: int, every: float | None = None) -> str:
    """Wait until the list has this many moves and the page waits for an action; return which.

    It looks at every frame, or after so many milliseconds.
    """
    return str(page.wait_for_function(OFFERS, arg=moves, polling=every or "raf").json_value())


def result_of(page: Page) -> Locator:
    """Return what stands beside the board at the end."""
    return page.locator("section.result")


def moves_listed(page: Page) -> int:
    return int(page.locator("section[aria-label=Game] details summary .soft").first.inner_text())


def play_to_the_end(hand: Hand, game: str) -> int:
    """Play for whoever's turn it is on this screen until the result is shown; return the number of moves played."""
    for played in range(MOST):
        while (what := offered(hand.page, 0)) in ("round", "curtain"):
            hand.use(hand.page.get_by_role("button", name=re.compile("Next deal|show my hand")))
        if what == "over":
            return played
        before = moves_listed(hand.page)
        MOVE[game](hand)
        offered(hand.page, before + 1)
    raise AssertionError("this game does not end")


def place_stone(hand: Hand, inside: str = "") -> None:
    """Place a stone of the first open colour on the first lit cell; ``inside`` is where, if there are two boards."""
    cell = hand.page.locator(f"{inside} .cell.lit").first
    name = cell.get_attribute("data-cell")
    assert name is not None
    if inside:
        hand.use(cell)
    else:
        hand.cell(name)
    colours = hand.page.locator(inside or "body").get_by_role("toolbar")
    hand.use(colours.locator("button.open").first)


def catch_fish(hand: Hand) -> None:
    """Capture with the first fish that says what it can capture."""
    label = hand.page.locator("[role=gridcell].grip[aria-label*='can capture']").first.get_attribute("aria-label") or ""
    found = re.fullmatch(r"(\w\d), .*?can capture (\w\d).*", label)
    assert found, label
    for cell in found.groups():
        hand.cell(cell)


def lay_tile(hand: Hand) -> None:
    """Lay the chosen tile where it is lit, turned or flipped until it fits; keep the second tile."""
    page = hand.page
    end = page.locator(".side .end button")
    if end.count():
        hand.use(end.first)
        return
    lit = page.locator(".surface g.place, .surface circle.dot")
    for number in range(8):
        if lit.count():
            break
        hand.use(page.get_by_role("button", name="Turn" if number % 4 < 3 else "Flip", exact=True))
    hand.point(lit.first)
    hand.use(page.get_by_role("button", name="Confirm"))


MOVE: dict[str, Callable[[Hand], None]] = {"dakapo": place_stone, "dacapo": catch_fish, "dalapapa": lay_tile}


def table_of(page: Page) -> str:
    expect(page).to_have_url(re.compile("/table/"))
    return page.url.split("/table/")[1].split("#")[0]


def record_of(server: Served, page: Page) -> encore.Record:
    """Return the record of a page's table, after a successful replay."""
    answer = httpx.get(f"{server.url}/api/tables/{table_of(page)}/record")
    assert answer.status_code == 200, answer.text
    record = encore.parse_record(answer.content)
    encore.check(record, encore.game_of(record))
    return record


def moves_of_seats(record: encore.Record) -> int:
    return sum(ply.seat != encore.DEALER for ply in encore.replay(record, encore.game_of(record)))


def tile_numbers(page: Page) -> list[str]:
    """Return the tiles of Dalapapa in the player's hand with their faces, as whoever wants notation reads them."""
    page.evaluate("""localStorage["encore.settings"] = '{"pace":"off","notation":"on"}'""")
    page.reload()
    tiles = page.get_by_role("radiogroup", name="Your tiles").get_by_role("radio")
    expect(tiles.first).to_be_visible()
    return tiles.all_inner_texts()


def full(server: Served, page: Page) -> dict[str, Any]:
    """Return what a spectator of a page's table knows."""
    return dict(httpx.get(f"{server.url}/api/tables/{table_of(page)}").json())
