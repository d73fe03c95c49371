"""Puzzles in a real browser: solved, failed and asked about, by themselves and as those of a day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from encore.core.puzzle import Puzzle
from encore.core.shelf import FIRST_DAY, daily, puzzle_sets
from tests.server.client import Served
from tests.server.days import DatedServer, noon_ms, served_on
from tests.web.conftest import PACED, PHONE, Visit
from tests.web.hands import Keys
from tests.web.solving import (
    Fits,
    enter,
    find,
    is_free,
    is_guided,
    kinds,
    lost_deal,
    notice,
    of_kind,
    open_puzzle,
    own_moves,
    replies,
    wrong_move,
)

COPY = (
    "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text } } })"
)
"""A clipboard that a test can read."""


KEPT = "() => localStorage.getItem('encore.puzzles')"
"""Returns what the browser remembers of puzzles."""


def solve(page: Page, server: Served, puzzle: Puzzle, day: str = "") -> None:
    """Open a puzzle and play its answer."""
    open_puzzle(page, server, puzzle, day)
    enter(page, *own_moves(puzzle))
    expect(notice(page, ".good")).to_contain_text(re.compile("Solved at the first try|Won without undo"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "kind"), kinds())
def test_a_puzzle_of_each_kind_is_solved(visit: Visit, server: Served, game: str, kind: str) -> None:
    page, puzzle = visit(), of_kind(game, kind)
    solve(page, server, puzzle)
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    expect(page.get_by_text("Your rating")).to_be_visible()
    page.get_by_role("button", name="Analysis board").click()
    expect(page).to_have_url(re.compile("/analyse#"))
    expect(page.locator(".tree li, .tree button").first).to_be_visible()


def test_the_strongest_defence_is_shown_at_the_usual_pace(visit: Visit, server: Served) -> None:
    page, puzzle = visit(before=PACED), find(replies)
    page.clock.install()
    open_puzzle(page, server, puzzle)
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 5)  # the reply waits until it has been looked at
    page.locator(".typed-move").fill(own_moves(puzzle)[0])
    page.locator(".typed-move").press("Enter")
    expect(notice(page, ".good")).to_contain_text("Right")
    expect(page.locator(".solve")).to_have_attribute("aria-busy", "true")
    page.clock.run_for(5000)
    expect(page.locator(".solve")).to_have_attribute("aria-busy", "false")
    expect(notice(page)).to_contain_text("Reply:")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "kind"), [each for each in kinds() if is_guided(of_kind(*each))])
def test_a_wrong_move_is_refuted_and_explained(visit: Visit, server: Served, game: str, kind: str) -> None:
    page, puzzle = visit(), of_kind(game, kind)
    open_puzzle(page, server, puzzle)
    before = page.locator(".board .frame").inner_html()
    enter(page, wrong_move(puzzle))
    expect(notice(page, ".bad")).to_contain_text("Not the answer")
    expect(notice(page).locator("li").first).to_be_visible()
    assert page.locator(".board .frame").inner_html() != before
    page.get_by_role("button", name="Try again").click()
    enter(page, *own_moves(puzzle))
    expect(notice(page, ".good")).to_contain_text("Solved at the second try")


def test_a_refutation_is_played_on_the_board(visit: Visit, server: Served) -> None:
    page, puzzle = visit(), find(replies)
    move = wrong_move(puzzle, lambda verdict: bool(verdict.reply))
    open_puzzle(page, server, puzzle)
    enter(page, move)
    expect(notice(page)).to_contain_text("What follows:")
    expect(notice(page).locator(".move").first).not_to_be_empty()


def test_asking_about_a_move_does_not_count(visit: Visit, server: Served) -> None:
    page, puzzle = visit(), find(is_guided)
    wrong = wrong_move(puzzle)
    open_puzzle(page, server, puzzle)
    expect(page.get_by_role("button", name="Why not my move?")).to_have_count(0)
    enter(page, wrong)
    page.get_by_role("button", name="Why not my move?").click()
    expect(notice(page)).to_contain_text("Try a move")
    enter(page, wrong)
    expect(notice(page, ".bad")).to_contain_text("Not the answer")
    page.get_by_role("button", name="Back to the puzzle").click()
    enter(page, *own_moves(puzzle))
    expect(notice(page)).to_contain_text("Solved at the second try")
    page.get_by_role("button", name="Why not my move?").click()
    enter(page, wrong)
    expect(notice(page, ".bad")).to_contain_text("Not the answer")
    page.get_by_role("button", name="Try again").click()
    enter(page, own_moves(puzzle)[0])
    expect(notice(page, ".good")).to_contain_text("This is a right move")


def test_another_move_can_be_asked_about_after_the_right_one(visit: Visit, server: Served) -> None:
    page, puzzle = visit(), find(lambda each: is_guided(each) and len(own_moves(each)) == 1)
    open_puzzle(page, server, puzzle)
    enter(page, *own_moves(puzzle))
    page.get_by_role("button", name="Why not my move?").click()
    enter(page, *own_moves(puzzle))
    expect(notice(page, ".good")).to_contain_text("This is a right move")
    expect(page.locator(".typed-move")).to_have_count(0)
    page.get_by_role("button", name="Try again").click()
    enter(page, wrong_move(puzzle))
    expect(notice(page, ".bad")).to_contain_text("Not the answer")


def test_a_right_move_that_is_asked_about_counts_as_found(visit: Visit, server: Served) -> None:
    page, puzzle = visit(), find(replies)
    open_puzzle(page, server, puzzle)
    enter(page, wrong_move(puzzle))
    page.get_by_role("button", name="Why not my move?").click()
    expect(notice(page)).to_contain_text("The right move counts as found")
    first, *others = own_moves(puzzle)
    enter(page, first)
    expect(notice(page, ".good")).to_contain_text("Right:")
    expect(page.get_by_role("button", name="Back to the puzzle")).to_have_count(0)
    enter(page, *others)
    expect(notice(page, ".good")).to_contain_text("Solved at the second try")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("fits", [replies, is_free])
def test_a_puzzle_is_solved_again_without_a_count(visit: Visit, server: Served, fits: Fits) -> None:
    page, puzzle = visit(), find(fits)
    solve(page, server, puzzle)
    kept = page.evaluate(KEPT)
    said = notice(page).locator("p").first.inner_text()
    page.get_by_role("button", name=re.compile("(Solve|Play) again")).click()
    expect(notice(page)).to_contain_text("your result stays")
    if is_free(puzzle):
        enter(page, *lost_deal(puzzle))
        page.get_by_role("button", name="Back to the result").click()
        expect(notice(page, ".good")).to_contain_text(said)
        page.get_by_role("button", name="Play again").click()
        enter(page, own_moves(puzzle)[0])
        page.get_by_role("button", name="Undo").click()
    else:
        enter(page, wrong_move(puzzle))
        page.get_by_role("button", name="Try again").click()
    enter(page, *own_moves(puzzle))
    expect(notice(page, ".good")).to_contain_text("Solved once more")
    assert page.evaluate(KEPT) == kept
    page.reload()
    expect(notice(page, ".good")).to_contain_text(said)


def test_an_illegal_move_is_refused_by_its_rule(visit: Visit, server: Served) -> None:
    page, puzzle = visit(), of_kind("dakapo", "win")
    open_puzzle(page, server, puzzle)
    enter(page, f"{next(iter(occupied(page)))}r")
    expect(notice(page, ".bad")).to_contain_text("Rule")
    enter(page, *own_moves(puzzle))
    expect(notice(page)).to_contain_text("first try")


def occupied(page: Page) -> list[str]:
    """Return the cells with a stone."""
    labels = page.get_by_role("gridcell").evaluate_all("cells => cells.map((cell) => cell.getAttribute('aria-label'))")
    return [label.split(",")[0] for label in labels if "stone" in label]


def test_the_answer_is_shown_to_whoever_gives_up(visit: Visit, server: Served) -> None:
    page, puzzle = visit(), find(replies)
    open_puzzle(page, server, puzzle)
    page.get_by_role("button", name="Show the answer").click()
    expect(notice(page)).to_contain_text("The answer was shown")
    expect(notice(page).locator("li")).to_have_count(len(puzzle.line))
    page.reload()
    expect(notice(page)).to_contain_text("The answer was shown")


@pytest.mark.parametrize("undone", [True, pytest.param(False, marks=pytest.mark.thorough)])
def test_the_move_that_lost_a_deal_is_shown(visit: Visit, server: Served, undone: bool) -> None:
    page, puzzle = visit(), find(is_free)
    open_puzzle(page, server, puzzle)
    enter(page, *lost_deal(puzzle))
    expect(notice(page, ".bad")).to_contain_text("lost")
    if undone:
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_text("Undos: 1")).to_be_visible()
        page.reload()
        expect(page.get_by_text("Undos: 1")).to_be_visible()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("heading", name="Points of no return")).to_be_visible()
    point = page.get_by_text(re.compile(r"Lost after move \d+:"))
    expect(point).to_have_count(1)
    told = point.inner_text()
    page.reload()
    expect(point).to_have_text(told)


def test_the_next_puzzle_is_another_one_of_the_same_set(visit: Visit, server: Served) -> None:
    page = visit()
    found = next(each for each in puzzle_sets() if len(each.puzzles) > 2)
    solve(page, server, found.puzzles[0])
    page.get_by_role("button", name="Next puzzle").click()
    names = [puzzle.name for puzzle in found.puzzles[1:]]
    expect(page).to_have_url(re.compile(f"/puzzles/({'|'.join(names)})$"))


def test_puzzles_are_chosen_by_game_kind_theme_and_grade(visit: Visit) -> None:
    page = visit("/puzzles")
    for found in puzzle_sets():
        page.get_by_label("Game").select_option(f"{found.game}/{found.players}")
        expect(page.get_by_role("status")).to_contain_text(f"of {len(found.puzzles)} solved")
        kind, theme = next((puzzle.kind, puzzle.themes[0]) for puzzle in found.puzzles if puzzle.themes)
        page.get_by_label("Kind").select_option(kind)
        page.get_by_label("Theme").select_option(theme)
        fitting = [puzzle for puzzle in found.puzzles if puzzle.kind == kind and theme in puzzle.themes]
        expect(page.get_by_role("status")).to_contain_text(re.compile(rf"^\s*{len(fitting)} puzzle"))
        grades = sorted(puzzle.grade.rating for puzzle in fitting if puzzle.grade)
        page.get_by_label("Grade from").select_option(str(grades[-1] // 100 * 100))
        hard = [grade for grade in grades if grade >= grades[-1] // 100 * 100]
        expect(page.get_by_role("status")).to_contain_text(re.compile(rf"^\s*{len(hard)} puzzle"))
    page.reload()
    expect(page.get_by_label("Theme")).to_have_value(theme)
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).to_have_url(re.compile("/puzzles/[0-9a-f]{12}$"))


def test_a_late_list_of_another_game_is_not_shown(visit: Visit) -> None:
    first, second = puzzle_sets()[0], next(each for each in puzzle_sets() if each.game != puzzle_sets()[0].game)
    held = list[Route]()
    page = visit("/puzzles")
    page.get_by_label("Game").select_option(f"{second.game}/{second.players}")
    expect(page.get_by_role("status")).to_contain_text(f"of {len(second.puzzles)} solved")
    page.route(f"**/api/puzzles/{first.game}/{first.players}", lambda route: held.append(route))
    page.reload()
    with page.expect_request(f"**/api/puzzles/{first.game}/{first.players}"):
        page.get_by_label("Game").select_option(f"{first.game}/{first.players}")
    page.get_by_label("Game").select_option(f"{second.game}/{second.players}")
    shown = page.locator("a[href^='/puzzles/']").first
    expect(shown).to_be_visible()
    names = "|".join(puzzle.name for puzzle in second.puzzles)
    with page.expect_response(f"**/api/puzzles/{first.game}/{first.players}") as answer:
        held[0].continue_()
    answer.value.finished()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(f"/puzzles/({names})$"))


def test_a_puzzle_solved_as_a_daily_counts_as_solved(visit: Visit, server: Served) -> None:
    today = httpx.get(f"{server.url}/api/daily").json()["day"]
    page, found = visit(), puzzle_sets()[0]
    solve(page, server, daily(date.fromisoformat(today))[0], today)
    page.goto(f"{server.url}/puzzles")
    expect(page.get_by_role("status")).to_contain_text(f"1 of {len(found.puzzles)} solved")


def test_a_puzzle_is_solved_with_keys_alone(visit: Visit, server: Served) -> None:
    puzzle = find(lambda each: (each.game.name, len(each.line)) == ("dakapo", 1))
    page = visit("/puzzles")
    keys = Keys(page)
    open_puzzle(page, server, puzzle)
    move = own_moves(puzzle)[0]
    keys.cell(move[:2])
    page.keyboard.press(move[2])
    expect(notice(page, ".good")).to_contain_text("Solved at the first try")
    keys.use(page.get_by_role("button", name="Why not my move?"))
    expect(notice(page)).to_contain_text("Try any move")
    keys.use(page.get_by_role("button", name="Back to the puzzle"))
    expect(page.locator("h1")).to_be_focused()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", sorted({game for game, _ in kinds()}))
def test_the_position_can_be_read_in_order(visit: Visit, server: Served, game: str) -> None:
    page, puzzle = visit(), find(lambda each: each.game.name == game and is_guided(each))
    open_puzzle(page, server, puzzle)
    page.get_by_text("Read the position").click()
    lines = page.locator("details li")
    expect(lines.nth(3)).to_be_visible()
    expect(lines.first).to_have_text(page.locator("#task").inner_text())
    expect(lines.nth(1)).to_have_text("Your turn")
    if game != "dalapapa":
        cells = [line.split(",")[0] for line in lines.all_inner_texts() if re.match(r"[a-h]\d,", line)]
        assert cells == sorted(cells, key=lambda cell: (-int(cell[1]), cell[0]))


@pytest.fixture
def calendar(tmp_path: Path) -> Iterator[DatedServer]:
    """A server whose day a test can change."""
    with served_on(FIRST_DAY, tmp_path, "--unlimited") as server:
        yield server


def test_a_day_is_solved_shared_and_continued_the_next(visit: Visit, calendar: DatedServer) -> None:
    today = FIRST_DAY + timedelta(3)
    calendar.move_to(today)
    page = visit("/daily", at=calendar, before=COPY)
    page.clock.set_fixed_time(noon_ms(today) / 1000)
    expect(page.locator(".puzzles li")).to_have_count(len(puzzle_sets()))
    first, *others = daily(today)
    page.locator(".puzzles a").first.click()
    expect(page).to_have_url(re.compile(f"/daily/{today}/{first.name}$"))
    enter(page, *own_moves(first))
    expect(notice(page, ".good")).to_contain_text("Solved at the first try")
    expect(page.get_by_text("How others did: 1 result")).to_be_visible()
    open_puzzle(page, calendar, others[0], str(today))
    enter(page, wrong_move(others[0]))
    page.get_by_role("button", name="Try again").click()
    enter(page, *own_moves(others[0]))
    page.get_by_role("link", name="Back to the daily").click()
    expect(page.get_by_text(f"2 of {len(puzzle_sets())} solved").first).to_be_visible()
    page.get_by_role("button", name="As text").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    shared = page.evaluate("window.copied")
    assert "🟩\n" in shared and "🟥🟩" in shared and shared.endswith(f"/daily/{today}")
    assert not any(move in shared for puzzle in (first, others[0]) for move in own_moves(puzzle)), "a spoiler"
    page.reload()
    expect(page.get_by_text("1 day in a row").first).to_be_visible()

    calendar.move_to(today + timedelta(1))
    page.clock.set_fixed_time(noon_ms(today + timedelta(1)) / 1000)
    page.goto(f"{calendar.url}/")
    expect(page.get_by_role("heading", name="Today’s daily")).to_be_visible()
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    tomorrow = today + timedelta(1)
    solve(page, calendar, daily(tomorrow)[0], str(tomorrow))
    page.goto(f"{calendar.url}/daily")
    expect(page.get_by_text("2 days in a row").first).to_be_visible()
    yesterday = page.get_by_role("link", name=f"2 of {len(puzzle_sets())} solved")
    expect(yesterday).to_have_attribute("href", f"/daily/{today}")

    calendar.move_to(today + timedelta(3))
    page.reload()
    expect(page.locator(".puzzles li").first).to_be_visible()
    expect(page.get_by_text("in a row")).to_have_count(0)


def test_a_daily_solved_after_midnight_makes_no_streak(visit: Visit, calendar: DatedServer) -> None:
    page, puzzle = visit(at=calendar), daily(FIRST_DAY)[0]
    page.clock.set_fixed_time(noon_ms(FIRST_DAY) / 1000)
    open_puzzle(page, calendar, puzzle, str(FIRST_DAY))
    page.clock.set_fixed_time(noon_ms(FIRST_DAY + timedelta(1)) / 1000)
    enter(page, *own_moves(puzzle))
    expect(notice(page, ".good")).to_contain_text("Solved at the first try")
    page.goto(f"{calendar.url}/daily/{FIRST_DAY}")
    expect(page.locator(".puzzles .state").first).to_have_text("Solved at the first try")
    expect(page.get_by_text("in a row")).to_have_count(0)


def test_the_archive_can_be_played_but_makes_no_streak(visit: Visit, calendar: DatedServer) -> None:
    today = FIRST_DAY + timedelta(9)
    calendar.move_to(today)
    page = visit("/daily", at=calendar)
    page.locator(f".days a[href='/daily/{FIRST_DAY}']").click()
    expect(page.locator(".puzzles li").first).to_be_visible()
    solve(page, calendar, daily(FIRST_DAY)[0], str(FIRST_DAY))
    expect(page.get_by_text("no results yet")).to_be_visible()
    page.get_by_role("link", name="Back to the daily").click()
    expect(page.locator(".puzzles .state").first).to_have_text("Solved at the first try")
    expect(page.get_by_text("in a row")).to_have_count(0)
    page.goto(f"{calendar.url}/daily/{FIRST_DAY - timedelta(1)}")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()


def test_a_result_is_counted_once_and_shown_as_bars(visit: Visit, calendar: DatedServer) -> None:
    puzzle, today = daily(FIRST_DAY)[0], str(FIRST_DAY)
    page = visit(at=calendar)
    open_puzzle(page, calendar, puzzle, today)
    with page.expect_request(re.compile("/api/daily/.*/")) as sent:
        page.get_by_role("button", name="Show the answer").click()
    assert (sent.value.post_data_json or {})["tries"] == 0
    bars = page.locator("figure li")
    expect(bars).to_have_count(7)
    expect(bars.last).to_contain_text(re.compile(r"Gave up\s*1 you"))
    requests = list[str]()
    page.on("request", lambda request: requests.append(request.url))
    page.reload()
    expect(bars.last).to_contain_text(re.compile(r"Gave up\s*1 you"))
    assert not any(url.endswith(f"/api/daily/{today}/{puzzle.name}") for url in requests)


def test_a_day_is_shared_as_a_picture(visit: Visit, server: Served) -> None:
    today = httpx.get(f"{server.url}/api/daily").json()["day"]
    page = visit()
    solve(page, server, daily(date.fromisoformat(today))[0], today)
    page.get_by_role("link", name="Back to the daily").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="As a picture").click()
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG") and len(picture) > 20_000
    assert download.value.suggested_filename == f"encore-{today}.png"


def test_a_newcomer_finds_the_puzzles_in_the_header(visit: Visit) -> None:
    page = visit("/")
    expect(page.get_by_role("article")).to_have_count(3)
    expect(page.get_by_role("heading", name="Today’s daily")).to_have_count(0)
    page.get_by_role("link", name="Daily").click()
    expect(page.locator(".puzzles li").first).to_be_visible()
    page.get_by_role("link", name="Puzzles").first.click()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()


def test_a_finger_solves_a_puzzle_on_a_phone(visit: Visit, server: Served) -> None:
    puzzle = find(lambda each: (each.game.name, len(each.line)) == ("dakapo", 1))
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    open_puzzle(page, server, puzzle)
    move = own_moves(puzzle)[0]
    page.locator(f"[data-cell={move[:2]}]").tap()
    page.get_by_role("toolbar").locator(f"button.open[aria-keyshortcuts='{move[2]}']").tap()
    expect(notice(page, ".good")).to_contain_text("first try")
