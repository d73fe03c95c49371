"""Puzzles, and those of the day."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from encore.core.shelf import puzzle_sets
from tests.server.client import Served
from tests.web.scenes.stage import scene
from tests.web.solving import board_is_drawn, enter, is_free, is_guided, open_puzzle, own_moves, replies, wrong_move
from tests.web.solving import find as find_puzzle


@scene
def puzzles_to_choose_from(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/puzzles")
    expect(page.locator("main li a").first).to_be_visible()


@scene
def puzzle_of_each_game(page: Page, server: Served) -> None:
    """The last set; the others are opened on the way, so that nothing of them stays."""
    for found in puzzle_sets():
        open_puzzle(page, server, found.puzzles[0])


@scene
def puzzle_refuted(page: Page, server: Served) -> None:
    puzzle = find_puzzle(is_guided)
    open_puzzle(page, server, puzzle)
    enter(page, wrong_move(puzzle))
    expect(page.locator(".answer .notice.bad li")).to_be_visible()


@scene
def puzzle_solved(page: Page, server: Served) -> None:
    puzzle = find_puzzle(replies)
    open_puzzle(page, server, puzzle)
    enter(page, *own_moves(puzzle))
    expect(page.locator(".answer .notice.good")).to_be_visible()
    page.locator(".more summary").click()
    expect(page.locator(".more details li").nth(3)).to_be_visible()


@scene
def puzzle_alone_given_up(page: Page, server: Served) -> None:
    puzzle = find_puzzle(is_free)
    open_puzzle(page, server, puzzle)
    enter(page, own_moves(puzzle)[0])
    page.locator(".answer .row .button").last.click()
    expect(page.locator(".more .card li").first).to_be_visible()


@scene
def daily_before_it_is_solved(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/daily")
    expect(page.locator(".puzzles li")).to_have_count(len(puzzle_sets()))


@scene
def daily_with_results(page: Page, server: Served) -> None:
    daily_before_it_is_solved(page, server)
    page.locator(".puzzles a").first.click()
    board_is_drawn(page)
    page.locator(".answer .row .button").last.click()
    expect(page.locator("figure")).to_be_visible()
    page.locator(".answer .row .primary").click()
    expect(page.locator("figure")).to_be_visible()
    expect(page.locator("pre")).to_be_visible()


@scene
def start_with_the_daily(page: Page, server: Served) -> None:
    daily_with_results(page, server)
    page.locator("a.brand").click()
    expect(page.locator("#daily")).to_be_visible()
    expect(page.locator("article svg").nth(2)).to_be_visible()


@scene
def unknown_puzzle(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/puzzles/{'0' * 12}")
    expect(page.locator("main section p.soft")).to_be_visible()
