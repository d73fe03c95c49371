"""Tables and lessons in one view: board, turn, hand, action, refusals and hints, in every size and for every table."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.server.client import Served, open_table
from tests.web.boards import MOVE, moves_listed, offered
from tests.web.conftest import PACED, Visit
from tests.web.hands import Mouse
from tests.web.lines import play_on, tell
from tests.web.scenes import (
    BOT,
    ME,
    at_move,
    played,
    replay,
    rich_table,
    show,
    sit,
    stage_best,
    type_move,
)
from tests.web.solving import board_is_drawn, enter, is_guided, kinds, of_kind, open_puzzle, own_moves, wrong_move

SIZES: list[ViewportSize] = [
    {"width": width, "height": height}
    for width, height in (
        (1280, 800),
        (1366, 650),
        (1920, 1080),
        (768, 1024),
        (390, 844),
        (360, 740),
        (844, 390),
        (640, 400),  # 1280 × 800 at 200 %
    )
]
TABLES = [
    ("dakapo", 2),
    *(("dacapo", players) for players in (1, 2, 3, 4)),
    *(("dalapapa", players) for players in (2, 3, 4)),
]
ALWAYS = {
    "board": "section[aria-label=Board] :is([role=grid], [role=application])",
    "turn": ".turn[role=status]",
    "players": "section[aria-label=Players] li",
    "actions": "section[aria-label=Actions] button",
}
ACTIONS_OF_RESULT = "section.result :is(button, a, select)"
CONTROLS = "section[aria-label=Board] button:not(.notice button)"
"""Buttons on and beside the board; none may lie over another. A refusal does, until the next touch."""
OWN = {
    "dakapo": {"supply": ".beside"},
    "dacapo": {},
    "dalapapa": {"hand": ".hand .tiles button"},
}
WRONG = {"dakapo": "a1r", "dacapo": "a1xf6", "dalapapa": "1a@90,90e"}

# Inside the window, and inside everything that cuts off what does not fit.
OUT_OF_SIGHT = """(wanted) => {
  scrollTo(0, 0);
  const trouble = [];
  const within = (box, frame) =>
    box.left >= frame.left - 1 && box.top >= frame.top - 1 &&
    box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1;
  const view = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight };
  for (const [name, selector] of Object.entries(wanted)) {
    const found = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    if (!found.length) trouble.push(`${name}: nothing`);
    for (const each of found) {
      const box = each.getBoundingClientRect();
      const frames = [view];
      for (let parent = each.parentElement; parent; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowY !== "visible" && parent.closest("main"))
          frames.push(parent.getBoundingClientRect());
      if (!frames.every((frame) => within(box, frame)))
        trouble.push(`${name}: ${["left", "top", "right", "bottom"].map((side) => Math.round(box[side]))}`);
    }
  }
  if (document.documentElement.scrollWidth > view.right) trouble.push("the page scrolls sideways");
  return trouble;
}"""
# Texts that do not fit into one line of their button. A select must have room for each of its options.
CUT = """(selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
  if (!each.checkVisibility()) return [];
  const style = getComputedStyle(each), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
  const texts = each.matches("select") ? [...each.options].map(({ text }) => text) : [each.innerText.trim()];
  const wide = texts.filter((text) => each.scrollWidth > each.clientWidth || pen.measureText(text).width > room);
  return wide.map((text) => `${text}: cut at ${Math.round(room)} px`);
})"""
# Rows that wrap onto more than one line.
WRAPPED = """(rows) => rows.filter((row) => {
  const [first, ...others] = [...document.querySelectorAll(row)].map((each) => each.getBoundingClientRect());
  return others.some(({ top, bottom }) => top >= first.bottom || bottom <= first.top);
}).map((row) => `${row}: more than one line`)"""
ROWS = [".tools .button", ".hint .head > :is(p, .bare)"]
# Elements of different selectors, or of the only one, that lie over each other.
OVERLAPPING = """(selectors) => {
  const boxes = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility())
    .map((each) => [selector, each.ariaLabel || each.innerText || selector, each.getBoundingClientRect()]));
  return boxes.flatMap(([kind, name, box], index) => boxes.slice(index + 1)
    .filter(([other, , next]) => (other !== kind || selectors.length === 1)
      && box.left < next.right - 1 && next.left < box.right - 1
      && box.top < next.bottom - 1 && next.top < box.bottom - 1)
    .map(([, other]) => `${name} over ${other}`));
}"""


def trouble(page: Page, wanted: dict[str, str], sizes: list[ViewportSize] = SIZES) -> dict[str, list[str]]:
    """Return what is out of sight or overlaps, by size."""
    found = dict[str, list[str]]()
    for size in sizes:
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
        lost = page.evaluate(OUT_OF_SIGHT, wanted)
        lost += page.evaluate(OVERLAPPING, [ALWAYS["board"], ALWAYS["players"], ALWAYS["turn"], ALWAYS["actions"]])
        lost += page.evaluate(OVERLAPPING, [CONTROLS]) + page.evaluate(WRAPPED, ROWS)
        lost += page.evaluate(CUT, ACTIONS_OF_RESULT)
        if lost:
            found[f"{size['width']}×{size['height']}"] = lost
    return found


def check(page: Page, wanted: dict[str, str]) -> None:
    found = trouble(page, wanted)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_own_turn_a_hint_and_a_refusal_are_in_sight(visit: Visit, server: Served, game: str, players: int) -> None:
    page = visit()
    at_move(page, server, game, players=players)
    expect(page.locator(ALWAYS["board"])).to_be_visible()
    check(page, ALWAYS | OWN[game])
    page.set_viewport_size(SIZES[0])
    for button in ("Hint", "Show the move", "Why?"):
        page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("button", name="Play it")).to_be_visible()
    hinted = {name: selector for name, selector in ALWAYS.items() if name != "players"}  # not in low windows
    check(page, hinted | OWN[game] | {"hint": "section[aria-label=Actions] .notice"})
    page.set_viewport_size(SIZES[0])
    page.locator(".hint").get_by_role("button", name="Close").click()
    type_move(page, WRONG[game])
    expect(page.locator(".notice.bad")).to_be_visible()
    check(page, ALWAYS | OWN[game] | {"refusal": ".notice.bad"})


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 4), ("dalapapa", 4)])
def test_nothing_widens_the_page_after_a_move(visit: Visit, server: Served, game: str, players: int) -> None:
    """Not even the words for those who listen, such as that the move is saved."""
    page = visit()
    at_move(page, server, game, players=players)
    MOVE[game](Mouse(page))
    expect(page.locator(".sent .word")).to_have_text("saved")
    found = trouble(page, {"turn": ALWAYS["turn"]})
    assert not found, found


def test_all_stones_left_are_in_sight_on_a_low_phone(visit: Visit, server: Served) -> None:
    page = visit()
    for scene in ("dakapo on the move", "dakapo with calls"):
        show(page, server, scene)
        stones = {"supply": ".beside li", "all": ".beside"}
        found = trouble(page, stones, [{"width": width, "height": 360} for width in (640, 740, 800)])
        assert not found, (scene, found)


RESULT = {
    "board": ".board :is([role=grid], [role=application])",
    "winner": ".turn[role=status]",
    "actions": ACTIONS_OF_RESULT,
}


ENDINGS = [
    ("dakapo", 2, {}),
    ("dacapo", 4, {"rounds": 1}),
    ("dalapapa", 2, {"target": 10}),
    ("dalapapa", 4, {"target": 10}),
]


PARTLY_SHOWN = """() => [...document.querySelectorAll("section[aria-label=Players] .level")].filter((level) => {
  const [box, frame] = [level, level.parentElement].map((each) => each.getBoundingClientRect());
  const outside = box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
  return box.width && box.top < frame.bottom - 1 && (outside || level.scrollWidth > level.clientWidth + 1);
}).length"""
"""How many levels of bots are shown in part: one that does not fit stands in a second line, which is hidden."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 4), ("dalapapa", 3)])
def test_the_level_of_a_bot_is_whole_or_left_out(visit: Visit, server: Served, game: str, players: int) -> None:
    page = visit()
    at_move(page, server, game, players=players)
    expect(page.locator("section[aria-label=Players] .level")).to_have_count(players - 1)
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate(PARTLY_SHOWN) == 0, size


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("game", "players", "options"), ENDINGS)
def test_the_result_is_in_sight_in_every_language(
    visit: Visit, server: Served, game: str, players: int, options: dict[str, int]
) -> None:
    """Against bots, where the next level is chosen too; with the final count of a game that counts points."""
    seated = open_table(server, game=game, players=players, chairs=[ME, *[BOT] * (players - 1)], options=options)
    if game == "dakapo":
        tell(server, seated, t="resign")
    else:
        play_on(server, seated, lambda board: bool(board.get("over")) or board.get("phase") == "over")
    count = {"count": "section.round.final"} if game == "dacapo" else {}
    found = dict[str, dict[str, list[str]]]()
    for language in ("en", "de", "fr", "ja"):
        page = visit(locale=language)
        sit(page, server, seated)
        expect(page.locator("section.result select")).to_be_visible()
        board_is_drawn(page)
        if lost := trouble(page, RESULT | count):
            found[language] = lost
        page.close()
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


def tables(page: Page) -> list[tuple[float, float]]:
    """Return the size of Dalapapa's table at every window size; check that it fills most of the board's area."""
    found = list[tuple[float, float]]()
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")
        place = page.locator("section[aria-label=Board]").bounding_box()
        table = page.locator(".dalapapa .room").bounding_box()
        assert place and table
        part = table["width"] * table["height"] / place["width"] / place["height"]
        assert part >= (0.75 if size["width"] >= 768 and size["height"] > 500 else 0.5), (size, part)
        found.append((round(table["width"]), round(table["height"])))
    page.set_viewport_size(SIZES[0])
    return found


def test_a_staged_tile_is_in_sight_with_all_it_earns(visit: Visit, server: Served) -> None:
    page = visit()
    sit(page, server, rich_table(server))
    expect(page.locator(".surface .lit").first).to_be_visible()
    before = tables(page)
    stage_best(page)
    assert tables(page) == before  # the table does not jump
    score = {"lines": ".score li", "total": ".score .total", "buttons": ".score .actions button"}
    check(page, ALWAYS | OWN["dalapapa"] | score)


def test_the_question_for_a_second_tile_is_in_sight(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dalapapa second tile")
    check(page, ALWAYS | {"end": ".side .end button"})


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


def test_the_whole_view_holds_after_some_moves(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dalapapa", players=4)
    for _ in range(3):
        before = page.locator("section[aria-label=Game] details summary .soft").first.inner_text()
        MOVE["dalapapa"](Mouse(page))
        offered(page, int(before) + 1)
    check(page, ALWAYS | OWN["dalapapa"])


LESSON_SIZES: list[ViewportSize] = [size for size in SIZES if size["width"] in (1280, 390, 360, 844)]
LESSON = {
    "board": ".lesson :is([role=grid], [role=application])",
    "title": "#step",
    "task": ".lesson .task",
    "buttons": ".lesson .answer .row button",
}
LESSON_PARTS = [".lesson .text", ".lesson .frame :is(button, [role=application], [role=grid])", ".lesson .answer > *"]
TRY = """(field, move) => {
  field.value = move;
  field.dispatchEvent(new Event("input"));
  field.form.requestSubmit();
}"""


def check_lesson(page: Page, step: int, state: str, wanted: dict[str, str]) -> None:
    found = dict[str, list[str]]()
    for size in LESSON_SIZES:
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
        lost = page.evaluate(OUT_OF_SIGHT, LESSON | wanted) + page.evaluate(OVERLAPPING, LESSON_PARTS)
        if lost:
            found[f"step {step + 1}, {state}, {size['width']}×{size['height']}"] = lost
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("game", OWN)
def test_every_step_of_a_lesson_is_in_sight(
    visit: Visit, server: Served, game: str, locale: str, thorough: bool
) -> None:
    """Task, board, answer and buttons: before a move, with a staged tile, after a wrong and after the right move."""
    page = visit(f"/learn/{game}", has_touch=True, is_mobile=True, locale=locale)
    lessons = httpx.get(f"{server.url}/api/games/{game}/lessons").json()["lessons"]
    steps = list(enumerate(step for lesson in lessons for step in lesson["steps"]))
    for at, step in steps[:: 1 if thorough else 3]:
        page.set_viewport_size(LESSON_SIZES[0])
        page.locator(".dots button:visible").nth(at).click()
        expect(page.locator(LESSON["board"])).to_be_visible()
        check_lesson(page, at, "task", {})
        legal = [found["move"] for found in step["board"]["moves"]]
        wrong = [move for move in legal if move not in step["accept"]]
        if step["wrong"] and wrong:
            page.locator(".typed-move").evaluate(TRY, wrong[0])
            expect(page.locator(".answer .notice")).to_be_visible()
            check_lesson(page, at, "wrong", {"answer": ".answer .notice"})
        if game == "dalapapa" and "@" in legal[0]:
            page.get_by_role("application").press("l")
            page.get_by_role("listbox").press("Enter")
            page.locator(".ways button[aria-expanded]").click()
            expect(page.locator("section.score .total b")).to_have_text(re.compile(r"\d"))
            check_lesson(page, at, "staged", {"score": ".score .actions button"})
        if step["accept"]:
            page.locator(".typed-move").evaluate(TRY, step["accept"][0])
            expect(page.locator(".notice.good")).to_be_visible()
            check_lesson(page, at, "done", {"answer": ".notice.good"})


def test_a_finger_is_not_asked_to_type_in_a_lesson(visit: Visit) -> None:
    page = visit("/learn/dakapo", has_touch=True, is_mobile=True)
    expect(page.locator(LESSON["board"])).to_be_visible()
    expect(page.locator(".typed-move")).to_be_hidden()


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


@pytest.mark.sampled(3)
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


PUZZLE = {
    "board": ".solve .board :is([role=grid], [role=application])",
    "task": "#task",
    "buttons": ".solve .answer .row :is(button, a)",
}
PUZZLE_PARTS = [".solve .text", ".solve .frame :is([role=application], [role=grid])", ".solve .answer > *"]


def check_puzzle(page: Page, state: str, wanted: dict[str, str]) -> None:
    found = dict[str, list[str]]()
    for size in LESSON_SIZES:
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
        lost = page.evaluate(OUT_OF_SIGHT, PUZZLE | wanted) + page.evaluate(OVERLAPPING, PUZZLE_PARTS)
        if lost:
            found[f"{state}, {size['width']}×{size['height']}"] = lost
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize(("game", "kind"), kinds())
def test_a_puzzle_is_in_sight(visit: Visit, server: Served, game: str, kind: str, locale: str) -> None:
    """Task, board, what is said of a move, and buttons: before a move, after a wrong one, and at the end."""
    page, puzzle = visit(has_touch=True, is_mobile=True, locale=locale), of_kind(game, kind)
    open_puzzle(page, server, puzzle)
    check_puzzle(page, "task", {})
    if is_guided(puzzle):
        enter(page, wrong_move(puzzle))
        expect(page.locator(".answer .notice.bad")).to_be_visible()
        check_puzzle(page, "wrong", {"answer": ".answer .notice"})
        page.locator(".answer .row .primary").click()
    enter(page, *own_moves(puzzle))
    expect(page.locator(".answer .notice.good")).to_be_visible()
    check_puzzle(page, "solved", {"answer": ".answer .notice"})
