"""Hints, refused moves, what a tile earns, and the lessons."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.server.client import Served, open_table
from tests.web.boards import MOVE, TITLES, card_of, full, moves_listed, offered, result_of, tile_numbers
from tests.web.conftest import PHONE, Visit
from tests.web.hands import Mouse
from tests.web.languages import LOCALES
from tests.web.scenes import ME, at_move, show, sit, until

KINDS = pytest.mark.parametrize("game", TITLES)
MARKS = ".cell.marked, rect.pointer, .surface rect.mark"


def against_a_bot(visit: Visit, game: str) -> Page:
    page = visit("/")
    card_of(page, game).get_by_role("button", name=re.compile("^Play")).click()
    offered(page, 0)
    return page


def type_move(page: Page, move: str) -> None:
    page.get_by_label("Type a move (key m)").fill(move)
    page.keyboard.press("Enter")


@pytest.mark.sampled(3)
@KINDS
def test_a_hint_comes_in_three_steps(visit: Visit, server: Served, game: str) -> None:
    page = against_a_bot(visit, game)
    before = moves_listed(page)
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".notice.hint")
    expect(hint).to_have_text(re.compile("^\\s*Look (here|at)"))
    expect(hint.locator("strong")).to_have_count(0)
    if "whole board" not in hint.inner_text():
        expect(page.locator(MARKS)).not_to_have_count(0)
    hint.get_by_role("button", name="Show the move").click()
    expect(hint.locator("strong")).to_have_text(re.compile(r"\w"))
    expect(hint.locator("li")).to_have_count(0)
    hint.get_by_role("button", name="Why?").click()
    expect(hint.locator("li").first).to_have_text(re.compile(r"\w"))
    assert moves_listed(page) == before
    hint.get_by_role("button", name="Play it").click()
    expect(hint).to_have_count(0)
    offered(page, before + 1)
    assert 0 in full(server, page)["movers"]


def test_a_hint_is_drawn_over_a_switch_that_was_begun(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dacapo")
    great = page.locator(".switches button").first  # the Octopus, unless it has been captured
    great.click()
    expect(great).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    expect(great).to_have_attribute("aria-pressed", "false")


def test_a_new_player_is_told_what_the_game_is_about(visit: Visit, server: Served) -> None:
    for viewport in (PHONE, {"width": 1280, "height": 800}):
        page = visit(viewport=viewport)
        at_move(page, server, "dakapo")
        goal = page.get_by_text("To win, lay the 4th stone of a one-colour square, tilted or not")
        expect(goal).to_be_visible()
        MOVE["dakapo"](Mouse(page))
        offered(page, 2)
        expect(goal).to_have_count(0)
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes, resign").click()
        expect(result_of(page)).to_be_visible()
        at_move(page, server, "dakapo")
        expect(goal).to_have_count(0)


@pytest.mark.parametrize("locale", LOCALES.values())
@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 1), ("dacapo", 2), ("dalapapa", 2)])
def test_what_the_game_is_about_is_not_cut_on_a_phone(
    visit: Visit, server: Served, game: str, players: int, locale: str
) -> None:
    page = visit(viewport=PHONE, locale=locale)
    sit(page, server, open_table(server, game=game, players=players, chairs=[ME] * players))
    goal = page.locator(".goal")
    expect(goal).not_to_be_empty()
    goal.evaluate("async line => { await document.fonts.load(getComputedStyle(line).font) }")
    assert goal.evaluate("line => line.scrollWidth <= line.clientWidth"), goal.inner_text()


def test_an_outdated_hint_is_not_shown(visit: Visit) -> None:
    """Two players at one screen: a hint requested before a move that arrives after it is dropped."""
    page = visit("/")
    held: list[Callable[[], None]] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        hint = re.compile('"t":"hint"')
        server.on_message(
            lambda said: held.append(lambda: line.send(said)) if hint.search(str(said)) else line.send(said)
        )

    page.route_web_socket(re.compile("/socket"), between)
    card_of(page, "dakapo").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    page.get_by_role("button", name="Hint").click()
    until(page, "[...document.querySelectorAll('button')].some((one) => one.textContent === 'Thinking …')")
    type_move(page, "f4g")
    offered(page, 1)
    for _ in range(600):
        if held:
            break
        page.wait_for_timeout(50)
    held.pop()()
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_enabled()
    expect(page.locator(".notice")).to_have_count(0)


@pytest.mark.sampled(3)
@KINDS
def test_rules_and_lesson_are_one_click_away(visit: Visit, game: str) -> None:
    page = against_a_bot(visit, game)
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.get_by_role("dialog").locator("h3").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Lesson (opens in a new tab)").click()
    expect(opened.value.locator("#step")).to_be_visible()
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()


SIGNS = {
    "dakapo": ["upright or tilted", "can be placed here", "just placed this colour"],
    "dacapo": ["yellow squares can capture", "After the + the fish", "A pile of three fish", "life preserver"],
    "dalapapa": ["by whom, and the points it earned", "A new disc", "A complete group"],
}


@KINDS
def test_the_rules_begin_with_what_the_signs_at_the_table_mean(visit: Visit, server: Served, game: str) -> None:
    page = visit(viewport=PHONE)
    at_move(page, server, game)
    page.get_by_role("button", name="Rules", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=3).first).to_have_text("What the signs mean")
    for words in [*SIGNS[game], "✓✓ it is saved"]:
        sign = dialog.get_by_role("listitem").filter(has_text=words)
        expect(sign.locator(".sign")).to_be_visible()
    assert dialog.locator(".inside").evaluate("inside => inside.scrollWidth <= inside.clientWidth")


def forbidden_move(page: Page, game: str) -> str:
    """Return a move with valid notation that is never legal: far from everything, or from an empty square."""
    if game == "dalapapa":
        return f"{tile_numbers(page)[0]}@40,40e"
    return {"dakapo": "e8r", "dacapo": "a1xa4"}[game]


@pytest.mark.sampled(3)
@KINDS
def test_a_refused_move_shows_its_rule_and_cells(visit: Visit, server: Served, game: str) -> None:
    page = against_a_bot(visit, game)
    before = moves_listed(page)
    type_move(page, forbidden_move(page, game))
    refusal = page.get_by_role("alert")
    expect(refusal).to_be_visible()
    rule = refusal.get_by_role("button", name=re.compile(r"Rule \d"))
    number = rule.inner_text().removeprefix("Rule ")
    rule.click()
    heading = page.get_by_role("dialog").get_by_role("heading", name=re.compile(rf"^Rule {number}: "))
    expect(heading).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(rule).to_be_focused()
    expect(page.locator(MARKS)).not_to_have_count(0)
    assert moves_listed(page) == before
    refusal.get_by_role("button", name="Close").click()
    expect(refusal).to_have_count(0)
    expect(page.locator(MARKS)).to_have_count(0)
    type_move(page, "what?")
    expect(refusal).to_contain_text("move is")
    expect(rule).to_have_count(0)
    offered(page, 0)
    assert 0 not in full(server, page)["movers"]


def test_a_hint_replaces_a_refusal(visit: Visit) -> None:
    """The marks of the refusal would hide those of the hint."""
    page = against_a_bot(visit, "dakapo")
    type_move(page, "a1r")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".cell.marked")).to_have_attribute("data-cell", "a1")
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".notice").filter(has_text="Look here")
    expect(hint).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    for marked in page.locator(".cell.marked").all():
        expect(hint).to_contain_text(str(marked.get_attribute("data-cell")))


def test_the_marks_of_a_refusal_are_gone_when_the_game_is_over(visit: Visit) -> None:
    page = against_a_bot(visit, "dakapo")
    type_move(page, "a1r")
    expect(page.locator(".cell.marked")).to_have_count(1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("section.result")).to_be_visible()
    expect(page.locator(".cell.marked")).to_have_count(0)


@pytest.mark.parametrize(("touched", "label"), [(False, "Type a move (key m)"), (True, "Type a move")])
def test_a_key_is_named_only_where_there_are_keys(visit: Visit, touched: bool, label: str) -> None:
    page = visit("/learn/dakapo", has_touch=touched, is_mobile=touched)
    expect(page.get_by_label("Type a move")).to_have_attribute("placeholder", label)


def test_a_cell_and_a_colour_that_cannot_be_used_explain_why(visit: Visit) -> None:
    page = visit("/")
    card_of(page, "dakapo").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    type_move(page, "f4g")
    offered(page, 1)
    expect(page.get_by_text("Not green this turn")).to_be_visible()
    for cell, reason in (("d4", "d4 already holds a stone"), ("a8", "a8 touches no stone")):
        Mouse(page).cell(cell)
        expect(page.get_by_role("alert")).to_contain_text(reason)
        expect(page.get_by_role("toolbar")).to_have_count(0)
    Mouse(page).cell("d6")
    page.get_by_role("toolbar").get_by_role("button", name="Green: why not?").click()
    expect(page.get_by_role("alert")).to_contain_text("Rule")
    expect(page.locator(".forbidden.tried")).to_be_visible()
    Mouse(page).cell("d6")
    page.get_by_role("toolbar").get_by_role("button", name="Blue", exact=True).click()
    offered(page, 2)
    expect(page.get_by_role("alert")).to_have_count(0)


def points(texts: list[str]) -> list[int]:
    return [int(found.group().replace("−", "-")) for text in texts if (found := re.search(r"[+−]?\d+", text))]


def shown_points(page: Page) -> list[int]:
    return points(page.locator("section[aria-label=Players] li .score").all_inner_texts())


def test_a_staged_tile_shows_what_it_earns_before_it_is_played(visit: Visit) -> None:
    page = visit("/")
    card = card_of(page, "dalapapa")
    card.locator("summary").click()
    card.get_by_role("radio", name="Open: everybody sees all tiles").check()
    card.get_by_role("button", name="On this screen").click()
    offered(page, 0)
    listed = page.get_by_role("button", name="Places as a list")
    current = page.locator("section[aria-label=Players] li[aria-current]")
    for _ in range(6):
        before = shown_points(page)
        mover = current.evaluate("chair => [...chair.parentElement.children].indexOf(chair)")
        if listed.get_attribute("aria-expanded") != "true":
            listed.click()
        best = page.get_by_role("option").first
        said = points([best.inner_text().split("scores")[1]])
        page.get_by_role("listbox").focus()
        page.keyboard.press("Enter")
        score = page.get_by_role("region", name="What this tile earns")
        expect(score.locator(".total b")).to_have_text(re.compile(r"\d"))
        assert points([score.locator(".total b").inner_text()]) == said
        if said != [0]:
            expect(score.locator("li").first).to_be_visible()
            assert sum(points(score.locator("li b").all_inner_texts())) == said[0]
        done = moves_listed(page)
        score.get_by_role("button", name="Confirm").click()
        offered(page, done + 1)
        expect(page.locator("section[aria-label=Players] li .score").nth(mover)).to_have_text(
            re.compile(rf"\b{before[mover] + said[0]}$")
        )
        if (stop := page.get_by_role("button", name="End turn")).count():
            stop.click()
            offered(page, done + 2)


def steps_of(server: Served, game: str) -> list[dict[str, Any]]:
    lessons = httpx.get(f"{server.url}/api/games/{game}/lessons").json()["lessons"]
    return [{**step, "title": lesson["title"]} for lesson in lessons for step in lesson["steps"]]


def plain(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text))


@pytest.mark.sampled(3)
@KINDS
def test_a_lesson_from_start_to_end(visit: Visit, server: Served, game: str) -> None:
    page = visit(f"/learn/{game}")
    steps = steps_of(server, game)
    assert len(steps) >= 8
    for step in steps:
        expect(page.locator("#step")).to_have_text(step["title"])
        expect(page.get_by_text(step["text"])).to_be_visible()
        if step["accept"]:
            type_move(page, step["accept"][-1])
            expect(page.locator(".notice.good")).to_contain_text(step["done"] or "Well done.")
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="That is all you need to know.")).to_be_visible()
    page.get_by_role("button", name="Play against an easy bot").click()
    offered(page, 0)


@pytest.mark.sampled(3)
@KINDS
def test_a_legal_move_that_a_lesson_does_not_ask_for_is_answered(visit: Visit, server: Served, game: str) -> None:
    steps = steps_of(server, game)
    at = next(index for index, step in enumerate(steps) if step["wrong"])
    page = at_step(visit, game, at)
    legal = [move["move"] for move in steps[at]["board"]["moves"]]
    type_move(page, next(move for move in legal if move not in steps[at]["accept"]))
    expect(page.get_by_role("status").filter(has_text=plain(steps[at]["wrong"]))).to_be_visible()
    expect(page.locator("[data-mark]")).to_have_count(len(steps[at]["wrong_fact"]["cells"]))
    expect(page.get_by_role("button", name="Next")).to_have_count(0)
    type_move(page, steps[at]["accept"][0])
    expect(page.locator(".notice.good")).to_contain_text(steps[at]["done"])


def at_step(visit: Visit, game: str, index: int) -> Page:
    page = visit(f"/learn/{game}")
    page.get_by_role("button", name=re.compile(f"^Step {index + 1}:")).click()
    expect(page.locator("section[aria-label=Board] svg").first).to_be_visible()
    return page


def refused(page: Page) -> Locator:
    alert = page.get_by_role("alert")
    expect(alert.get_by_role("button", name=re.compile("Rule"))).to_be_visible()
    expect(page.locator(MARKS)).not_to_have_count(0)
    return alert


def test_dakapos_lesson_refuses_the_forbidden_colour(visit: Visit) -> None:
    page = at_step(visit, "dakapo", 1)
    logged: list[str] = []
    page.on("console", lambda said: logged.append(said.text))
    hand = Mouse(page)
    hand.cell("f5")
    page.get_by_role("toolbar").get_by_role("button", name="Green: why not?").click()
    expect(page.get_by_role("alert")).to_contain_text("has just placed green")
    hand.cell("f5")
    page.get_by_role("toolbar").get_by_role("button", name="Red", exact=True).click()
    expect(page.locator(".notice.good")).to_be_visible()
    others = [text for text in logged if "Service Worker" not in text]  # which tests do not allow
    assert not others, "a refused move is a part of the lesson, not a failed request"


def test_da_capos_lesson_refuses_what_is_forbidden(visit: Visit) -> None:
    page = at_step(visit, "dacapo", 3)
    hand = Mouse(page)
    for prey, reason in (("c6", "10 cannot capture 13"), ("f4", "is in the way"), ("b3", "not in a straight line")):
        hand.cell("c4")
        hand.cell(prey)
        expect(refused(page)).to_contain_text(reason)
    hand.cell("c4")
    aimed = page.locator("[role=gridcell][aria-selected=true]").get_attribute("aria-label") or ""
    hand.cell(re.findall(r"can capture (\w\d)", aimed)[0])
    expect(page.locator(".notice.good")).to_be_visible()


@pytest.mark.parametrize("way", ["drag", "button"])
def test_fish_are_switched_by_dragging_or_with_buttons(visit: Visit, way: str) -> None:
    page = at_step(visit, "dacapo", 5)
    if way == "drag":
        page.locator('[data-cell="f2"]').drag_to(page.locator('[data-cell="d3"]'), steps=8)
    else:
        page.get_by_role("button", name="Switch the Octopus").click()
        Mouse(page).cell("d3")
    expect(page.locator(".notice.good")).to_contain_text("On d3")
    expect(page.locator('[data-cell="d3"]')).to_have_attribute("aria-label", re.compile("Octopus"))


def test_dalapapas_lesson_refuses_tiles_that_do_not_fit(visit: Visit) -> None:
    page = at_step(visit, "dalapapa", 1)
    type_move(page, "63a@40,40e")
    refused(page)
    type_move(page, "63a@2,0n")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".notice.good")).to_be_visible()


def test_back_closes_a_window_and_then_leaves_the_page(visit: Visit, server: Served) -> None:
    page = visit("/")
    expect(page.get_by_role("article")).to_have_count(3)
    page.get_by_role("article").first.locator(".play button").click()
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()
    table, window = page.url, page.locator("dialog")
    rules = page.get_by_role("button", name="Rules")

    def is_open(yes: bool) -> None:
        expect(window).to_have_count(int(yes))
        until(page, f"history.state {'!' if yes else '='}== null")
        assert page.url == table

    rules.click()
    is_open(True)
    page.evaluate("history.back()")
    is_open(False)
    for key in ("Escape", "Enter"):  # the cross is a button
        rules.click()
        is_open(True)
        if key == "Enter":
            window.get_by_role("button", name="Close").focus()
        page.keyboard.press(key)
        is_open(False)
    page.evaluate("history.forward()")  # to the entry of a window that is closed: nothing stays there
    is_open(False)
    rules.click()
    is_open(True)
    page.reload()
    is_open(False)
    page.evaluate("history.back()")
    expect(page.get_by_role("article")).to_have_count(3)
    assert page.url == f"{server.url}/"


def test_a_replay_goes_on_when_a_window_is_closed(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "replay of dakapo")
    count = page.locator(".count")
    expect(count).not_to_have_text(re.compile("^0"))
    at = count.inner_text()
    for close in ("history.back()", "document.querySelector('dialog').close()"):
        page.get_by_role("button", name="Settings").click()
        expect(page.locator("dialog")).to_be_visible()
        page.evaluate(close)
        expect(page.locator("dialog")).to_have_count(0)
        until(page, "history.state === null")
        expect(count).to_have_text(at)
