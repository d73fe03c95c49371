"""Hints, refusals, results, reviews, analyses and replays."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.client import Served, open_table
from tests.server.finished import overlooked_win
from tests.web.lines import play_moves, tell
from tests.web.scenes.stage import ME, at_move, played, replay, scene, type_move
from tests.web.solving import board_is_drawn


@scene
def hint(page: Page, server: Served) -> None:
    at_move(page, server, "dacapo")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".notice li").first).to_be_visible()


@scene
def refused_move(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo")
    type_move(page, "a1r")
    expect(page.locator(".notice.bad")).to_be_visible()


@scene
def question_before_resigning(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo")
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("dialog")).to_be_visible()


@scene
def result(page: Page, server: Served) -> None:
    question_before_resigning(page, server)
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("section.result")).to_be_visible()


@scene
def finished_table(page: Page, server: Served) -> None:
    """Somebody who did not see the end finds the result in its place, not over the board."""
    result(page, server)
    page.reload()
    expect(page.locator("section.result")).to_be_visible()


def mistaken(server: Served) -> str:
    """Return a table at which a win was overlooked, and the other player resigned."""
    moves, mistake = overlooked_win().moves, overlooked_win()
    seated = open_table(server, game="dakapo", chairs=[ME, {"kind": "screen", "name": "Béla"}])
    play_moves(server, seated, moves)
    tell(server, seated, t="resign", chair=1 - mistake.seat)
    return str(seated["table"])


@scene
def review_of_a_game(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/replay/{mistaken(server)}")
    page.locator("section.card .button.primary").click()
    expect(page.locator("section.card h3")).to_have_count(2)


@scene
def moment_tried_again(page: Page, server: Served) -> None:
    review_of_a_game(page, server)
    page.locator("section.card li .button:not(.bare)").last.click()
    page.locator(".attempt .row .button").first.click()
    expect(page.locator(".attempt .notice")).to_be_visible()


@scene
def analysis_board(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/analyse/dakapo")
    for move in ("c4r", "c5y"):
        board_is_drawn(page)
        type_move(page, move)
        expect(page.locator(".tree [aria-current] .number")).to_be_visible()
        page.locator("h1").press("Home")
        expect(page.locator(".tree [data-path=''][aria-current]")).to_be_visible()
    expect(page.locator(".tree .variation")).to_be_visible()
    expect(page.locator(".panel li .moves button").first).to_be_visible()
    # Lines that still improve would move while they are measured.
    page.evaluate("() => document.querySelector('.panel .row.spread button')?.click()")
    expect(page.locator(".panel .row.spread button")).to_have_count(0)


@scene
def analysis_of_a_wrong_link(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/analyse#nothing")
    expect(page.locator(".notice.bad")).to_be_visible()
    expect(page.locator("form select").first).to_be_visible()


@scene
def replay_of_nothing(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/replay")
    page.locator("textarea").fill("no record")
    page.locator("form button").click()
    expect(page.locator(".notice.bad")).to_be_visible()


@scene
def replay_of_dakapo(page: Page, server: Served) -> None:
    replay(page, server, played("dakapo"))
    page.keyboard.press("End")


@scene
def replay_of_dacapo(page: Page, server: Served) -> None:
    replay(page, server, played("dacapo", 4))
    page.keyboard.press("End")


@scene
def replay_of_dalapapa(page: Page, server: Served) -> None:
    replay(page, server, played("dalapapa", 3))
    page.keyboard.press("End")


@scene
def unknown_page(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/no/such/page")
    expect(page.locator("h1")).to_be_visible()


@scene
def unknown_table(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/table/nobody")
    expect(page.locator("h1:not(.hidden)")).to_be_visible()
