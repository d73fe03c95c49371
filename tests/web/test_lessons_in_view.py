"""Lessons and puzzles in one view: task, board, answer and buttons."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.client import Served
from tests.web.conftest import Visit
from tests.web.solving import enter, is_guided, kinds, of_kind, open_puzzle, own_moves, wrong_move
from tests.web.view import LESSON_SIZES, OUT_OF_SIGHT, OVERLAPPING, OWN

LESSON = {
    "board": ".lesson :is([role=grid], [role=application])",
    "title": "#step",
    "task": ".lesson .task",
    "buttons": ".lesson .answer .row button",
}
LESSON_PARTS = [".lesson .text", ".lesson .frame :is(button, [role=application], [role=grid])", ".lesson .answer > *"]
SIDES = [".lesson .bar .name", ".lesson .bar .points", ".lesson .bar p"]
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
        lost = page.evaluate(OUT_OF_SIGHT, LESSON | wanted)
        lost += [line for parts in (LESSON_PARTS, SIDES) for line in page.evaluate(OVERLAPPING, parts)]
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


@pytest.mark.sampled(6)
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
