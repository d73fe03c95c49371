"""Lessons, rules and exact values."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import encore
from tests.server.client import Served
from tests.variants import random_plies
from tests.web.scenes.stage import at_move, scene, type_move
from tests.web.solving import board_is_drawn


def _lesson(page: Page, server: Served, game: str) -> None:
    page.goto(f"{server.url}/learn/{game}")
    expect(page.locator("#step")).to_be_visible()
    expect(page.locator(".frame svg").first).to_be_visible()


@scene
def lesson_of_dakapo(page: Page, server: Served) -> None:
    _lesson(page, server, "dakapo")


@scene
def lesson_of_dacapo(page: Page, server: Served) -> None:
    _lesson(page, server, "dacapo")


@scene
def lesson_of_dalapapa(page: Page, server: Served) -> None:
    _lesson(page, server, "dalapapa")


def _rules(page: Page, server: Served, game: str, move: str) -> None:
    """Break a rule, and open it."""
    at_move(page, server, game)
    type_move(page, move)
    page.locator(".notice.bad button.rule").click()
    expect(page.locator("dialog section.here h3")).to_be_in_viewport()


@scene
def rules_of_dakapo(page: Page, server: Served) -> None:
    _rules(page, server, "dakapo", "a1r")


@scene
def rules_of_dacapo(page: Page, server: Served) -> None:
    _rules(page, server, "dacapo", "a1xf6")


@scene
def rules_of_dalapapa(page: Page, server: Served) -> None:
    _rules(page, server, "dalapapa", "1a@90,90e")


@scene
def exact_values_of_moves(page: Page, server: Served) -> None:
    """The analysis board at a position that is solved: each capture has its points, and they are listed."""
    game = encore.load("dacapo")
    states = [ply.state for ply in random_plies(game, 3) if ply.state.turn is not None]
    s = next(s for s in states if sum(map(bool, s.piles)) <= 16 and len(game.legal_moves(s)) > 4)
    page.goto(f"{server.url}/analyse")
    page.locator("form select").first.select_option(game.name)
    page.locator("form textarea").first.fill(game.format_state(s))
    page.locator("form button").first.click()
    board_is_drawn(page)
    expect(page.locator(".board [data-value]")).to_have_count(len(game.legal_moves(s)))
