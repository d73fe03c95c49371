"""Following the game: moves of others one after the other, what stays marked, words, earlier positions, the end."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.patience import PATIENCE
from tests.server.client import Served, open_table
from tests.web.boards import MOVE, full, moves_listed, offered, result_of
from tests.web.conftest import PACED, PHONE, Visit
from tests.web.hands import Mouse
from tests.web.scenes import BOT, ME, at_move, show, sit, type_move, until

BEAT = 800
"""Milliseconds of the normal pace."""


def words_of(page: Page) -> list[str]:
    return page.locator("section[aria-label=Game] ol li button > span:nth-child(2)").all_inner_texts()


def four_at_the_sea(visit: Visit, server: Served) -> Page:
    """Return a page at a table of four with a clock that the test moves on."""
    page = visit("/", before=PACED)
    page.clock.install()
    # Without switches each bot makes one move. More than five in a row would each be shown for less time.
    chairs = [ME, BOT, BOT, BOT]
    sit(page, server, open_table(server, game="dacapo", players=4, chairs=chairs, options={"switch": "never"}))
    # Some bots may move first. A message that came after the clock stopped would never be shown.
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 5)
    return page


def when(true: Callable[[], object]) -> None:
    """Wait until something holds on the server; the page's own clock stands still meanwhile."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def have_moved(page: Page, server: Served, before: int) -> int:
    """Wait until all bots have moved, whatever the page shows; return the number of moves. A bot may move twice."""

    def played() -> int:
        state = full(server, page)
        return sum(mover >= 0 for mover in state["movers"]) if state["to_move"] == 0 else 0

    when(lambda: played() > before)
    return played()


def test_moves_of_bots_are_shown_one_after_the_other(visit: Visit, server: Served) -> None:
    page = four_at_the_sea(visit, server)
    before = moves_listed(page)
    MOVE["dacapo"](Mouse(page))
    moves = have_moved(page, server, before)
    count = page.locator("section[aria-label=Game] details summary .soft").first
    expect(count).to_have_text(str(before + 1))
    for shown in range(before + 2, moves + 1):
        page.clock.run_for(BEAT)
        expect(count).to_have_text(str(shown))
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()


def test_a_touch_shows_what_is_true(visit: Visit, server: Served) -> None:
    page = four_at_the_sea(visit, server)
    before = moves_listed(page)
    MOVE["dacapo"](Mouse(page))
    moves = have_moved(page, server, before)
    for _ in range(before, moves):  # a message may arrive between two clicks
        page.locator("section[aria-label=Board]").click(position={"x": 3, "y": 3})
    expect(page.locator("section[aria-label=Game] details summary .soft").first).to_have_text(str(moves))
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()


def test_the_list_is_in_words(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dacapo")
    MOVE["dacapo"](Mouse(page))
    offered(page, 2)
    for line in words_of(page):
        assert re.search(r"(red|green|yellow|purple) \d+ (captures|switches with) ", line), line
    # Words of moves that nobody here has seen are asked for.
    said = words_of(page)
    page.reload()
    expect(page.locator("section[aria-label=Game] ol li").first).to_contain_text(said[0].split(" ", 1)[1])


def test_notation_stands_beside_the_words_if_wanted(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dakapo")
    MOVE["dakapo"](Mouse(page))
    offered(page, 2)
    assert page.locator("section[aria-label=Game] ol .mono").count() == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Notation in lists of moves").get_by_role("radio", name="On").check()
    page.keyboard.press("Escape")
    shown = page.locator("section[aria-label=Game] ol .mono").all_inner_texts()
    assert shown == [move for move in full(server, page)["moves"] if move]


# What stands above some moves of the list and describes them, and the places of these moves.
HEADED = """() => [...document.querySelectorAll("section ol li button")].flatMap((move, at) => {
  const head = document.getElementById(move.getAttribute("aria-describedby"));
  const above = head && head.getBoundingClientRect().bottom <= move.getBoundingClientRect().top;
  return head ? [[head.innerText, at, above]] : [];
})"""
HEADS = "section ol li p"


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("language", "name"), [("en", "Round"), ("de", "Runde"), ("fr", "Manche"), ("ja", "ラウンド")])
def test_every_round_has_its_name_in_the_list(visit: Visit, server: Served, language: str, name: str) -> None:
    """It stands above the first move of the round, which has it as its description for screen readers."""
    page = visit(locale=language)
    show(page, server, "replay of dacapo")
    expect(page.locator(HEADS).nth(1)).to_be_attached()
    heads = page.evaluate(HEADED)
    assert all(name in text and str(number) in text and above for number, (text, _, above) in enumerate(heads, 1))
    assert heads[0][1] == 0


def test_the_next_round_has_its_name_at_the_table(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dacapo round over")
    expect(page.locator(HEADS)).to_have_text(["Round 1"])
    page.get_by_role("button", name="Next deal").click()
    assert offered(page, 0) == "turn"
    moves = moves_listed(page)
    MOVE["dacapo"](Mouse(page))
    expect(page.locator(HEADS)).to_have_text(["Round 1", "Round 2"])
    assert page.evaluate(HEADED)[1][:2] == ["Round 2", moves]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["dakapo", "dalapapa"])
def test_a_game_without_rounds_has_no_names_in_its_list(visit: Visit, server: Served, game: str) -> None:
    page = visit()
    show(page, server, f"replay of {game}")
    assert page.evaluate(HEADED) == []


def test_after_a_resignation_nothing_is_left_to_lay(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dalapapa")
    expect(page.locator(".hand")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(result_of(page)).to_be_visible()
    expect(page.locator(".hand")).to_have_count(0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
def test_the_list_leads_to_earlier_positions_and_back(visit: Visit, server: Served, game: str) -> None:
    page = visit()
    at_move(page, server, game)
    board = page.locator("section[aria-label=Board]")
    for played in range(2):
        moves = moves_listed(page)
        MOVE[game](Mouse(page))
        offered(page, moves + 1 + (played == 0))
    now = board.inner_html()
    first = page.locator("section[aria-label=Game] ol button").first
    first.click()
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
    name, told = first.locator("bdi").inner_text(), first.locator("span:has(bdi)").inner_text()
    expect(page.locator(".looked p")).to_have_text(f"After: {name}: {told.removeprefix(name).strip()}")
    expect(page.locator("section[aria-label=Players] li.turn")).to_have_count(0)
    assert board.inner_html() != now
    sizes: list[ViewportSize] = [{"width": 1280, "height": 800}, PHONE, {"width": 844, "height": 390}]
    for viewport in sizes:
        page.set_viewport_size(viewport)
        bar, drawn = page.locator(".looked").bounding_box(), board.bounding_box()
        assert bar and drawn
        beside, below = bar["x"] >= drawn["x"] + drawn["width"], bar["y"] >= drawn["y"] + drawn["height"]
        assert beside or below, f"{viewport}: {bar} covers {drawn}"
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Back to the game")).to_have_count(0)
    offered(page, 0)


def test_the_result_leaves_the_board_visible(visit: Visit, server: Served) -> None:
    for viewport in ({"width": 1280, "height": 800}, PHONE):
        page = visit(viewport=viewport)
        show(page, server, "result")
        board, result = (
            page.locator("section[aria-label=Board] svg").first.bounding_box(),
            result_of(page).bounding_box(),
        )
        assert board and result
        beside = result["x"] >= board["x"] + board["width"]
        below = result["y"] >= board["y"] + board["height"]
        assert beside or below, (board, result)


def test_no_colour_is_forbidden_after_the_end(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dakapo")
    before = moves_listed(page)
    MOVE["dakapo"](Mouse(page))
    offered(page, before + 2)
    forbidden = page.get_by_text(re.compile("Not .* this turn"))
    expect(forbidden).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(result_of(page)).to_be_visible()
    expect(forbidden).to_have_count(0)


def test_the_next_game_may_have_another_level(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "result")
    before = page.url
    result_of(page).get_by_label("Level").select_option("medium")
    result_of(page).get_by_role("button", name="New game").click()
    until(page, f"location.href !== {json.dumps(before)}")
    offered(page, 0)
    assert full(server, page)["chairs"][1]["bot"] == "bot:medium"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
def test_a_refusal_appears_in_sight_and_goes_with_the_next_touch(visit: Visit, server: Served, game: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    at_move(page, server, game)
    type_move(page, {"dakapo": "a1r", "dacapo": "a1xf6", "dalapapa": "1a@90,90e"}[game])
    refused = page.locator("section[aria-label=Board] .notice.bad")
    expect(refused).to_be_in_viewport()
    page.locator("section[aria-label=Board]").tap(position={"x": 2, "y": 2})
    expect(refused).to_have_count(0)


# The marks under a refusal.
COVERED = """() => {
  const notice = document.querySelector(".board .notice.bad").getBoundingClientRect();
  const marks = [...document.querySelectorAll("[data-mark]")].map((mark) => mark.getBoundingClientRect());
  const covered = marks.filter((mark) => mark.left < notice.right && notice.left < mark.right
    && mark.top < notice.bottom && notice.top < mark.bottom);
  return [marks.length, covered.length];
}"""


def touch(page: Page, cell: str) -> None:
    """Lay a finger on a cell, without what the board would do then."""
    box = page.locator(f'[data-cell="{cell}"]').bounding_box()
    assert box
    finger = {"clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2}
    page.locator("section[aria-label=Board]").dispatch_event("pointerdown", finger)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("viewport", [PHONE, {"width": 390, "height": 844}, {"width": 1280, "height": 800}])
@pytest.mark.parametrize(
    ("game", "moves"), [("dakapo", ["a1r", "h8r", "d5r", "d1r"]), ("dacapo", ["a5xa3", "f5xf2", "b1xb6", "a5xf5"])]
)
def test_a_refusal_covers_no_cell_that_it_is_about(
    visit: Visit, server: Served, game: str, moves: list[str], viewport: ViewportSize
) -> None:
    page = visit(viewport=viewport)
    at_move(page, server, game)
    for move in moves:
        touch(page, move[:2])
        type_move(page, move)
        expect(page.locator("section[aria-label=Board] .notice.bad")).to_be_in_viewport()
        marks, covered = page.evaluate(COVERED)
        assert not covered, (move, marks, covered)


OVER_CELLS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const notice = box(document.querySelector(".board :is(.notice.bad, .note)"));
  return [...document.querySelectorAll(".board [role=gridcell], .board button")].filter((one) => {
    const { left, right, top, bottom } = box(one);
    return !one.closest(".notice") && left < notice.right - 1 && notice.left < right - 1
      && top < notice.bottom - 1 && notice.top < bottom - 1;
  }).map((one) => one.dataset.cell ?? one.innerText);
}"""
"""What a notice lies over."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("viewport", [PHONE, {"width": 390, "height": 844}])
@pytest.mark.parametrize(
    ("game", "moves"), [("dakapo", ["d4r", "e5r", "h1r"]), ("dacapo", ["a5xa3", "f5xf2", "b1xb6"])]
)
def test_on_a_phone_a_refusal_stands_below_the_board(
    visit: Visit, server: Served, game: str, moves: list[str], viewport: ViewportSize
) -> None:
    page = visit(viewport=viewport)
    at_move(page, server, game)
    for move in moves:
        touch(page, move[:2])
        type_move(page, move)
        expect(page.locator("section[aria-label=Board] .notice.bad")).to_be_in_viewport()
        assert page.evaluate(OVER_CELLS) == [], move


@pytest.mark.sampled(2)
@pytest.mark.parametrize("viewport", [PHONE, {"width": 390, "height": 844}])
def test_why_a_fish_has_nothing_to_capture_stands_below_the_board(
    visit: Visit, server: Served, viewport: ViewportSize
) -> None:
    page = visit(viewport=viewport)
    at_move(page, server, "dacapo")
    idle = page.locator("[role=gridcell]:not([aria-label*='can capture'])")
    seen = 0
    for cell in [cell.get_attribute("data-cell") for cell in idle.all()]:
        page.locator(f'[data-cell="{cell}"]').click()
        if page.locator(".note").count():
            seen += 1
            assert page.evaluate(OVER_CELLS) == [], cell
        page.keyboard.press("Escape")
    assert seen


def test_a_refusal_goes_with_whatever_is_done_next_and_its_words_stay_for_those_who_listen(
    visit: Visit, server: Served
) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    at_move(page, server, "dakapo")
    refused, words = page.locator(".board .notice.bad"), page.locator(".board > p.hidden")
    for away in ("h1", ".status", "header"):
        type_move(page, "a1r")
        expect(refused).to_be_visible()
        page.keyboard.press("Tab")
        expect(refused).to_be_visible()
        page.locator(away).first.dispatch_event("pointerdown")
        expect(refused).to_have_count(0)
        expect(words).to_have_text(re.compile("a1"))
    page.locator(".board").get_by_role("grid").press("ArrowUp")
    MOVE["dakapo"](Mouse(page))
    expect(words).to_have_count(0)
