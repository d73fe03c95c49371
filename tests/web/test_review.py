"""The review of a finished game on its page: chances, luck and choices, and moves that are tried again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.client import Served, open_table
from tests.server.finished import WITHOUT_MISTAKES, overlooked_win
from tests.web.conftest import PHONE, Visit
from tests.web.hands import Mouse
from tests.web.lines import play_moves, play_on, tell
from tests.web.scenes import TITLES, mistaken

FINISHED = [("dakapo", 2), ("dacapo", 4), ("dalapapa", 3)]


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Review the game")


def finished(server: Served, name: str, players: int, moves: int = 12) -> str:
    """Return a table at which the first legal moves were played for a while, and the last player resigned.

    A round of Da Capo may end the game before that: the deal is drawn.
    """
    chairs = [{"kind": "screen", "name": f"Player {seat + 1}"} for seat in range(players)]
    seated = open_table(server, game=name, players=players, chairs=chairs)
    left, over = iter(range(moves)), list[bool]()

    def is_enough(board: dict[str, Any]) -> bool:
        over.append(bool(board.get("finished")))
        return over[-1] or next(left, None) is None

    play_on(server, seated, is_enough)
    if not over[-1]:
        tell(server, seated, t="resign")
        if players > 2:  # the others choose whether a bot plays on
            tell(server, seated, t="vote", choice="end")
    return str(seated["table"])


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "players"), FINISHED)
def test_a_game_is_reviewed_by_one_click_and_opens_at_once_the_next_time(
    visit: Visit, server: Served, game: str, players: int
) -> None:
    page = visit(f"/replay/{finished(server, game, players)}")
    graph = page.get_by_role("img", name="Win chances")
    expect(graph).to_be_visible()
    lines = graph.locator("polyline")
    expect(lines).to_have_count(players if players == 3 else 1)  # four are two teams
    if players == 4:
        chances = page.locator("figure li").filter(has_text="%")  # turning points are listed too
        expect(chances).to_have_text([re.compile(r"↑ Player 1 and .*%"), re.compile(r"↓ Player .*%")])
    heights = {point.split(",")[1] for point in (lines.first.get_attribute("points") or "").split()[:-1]}
    assert len(heights) > 3, "the line moves during the game, not only at its end"
    card(page).get_by_role("button", name="Review the game").click()
    expect(card(page).locator("h3")).to_have_text([f"Player {seat + 1}" for seat in range(players)])
    figures = card(page).locator("dd").all_inner_texts()
    kinds = ["Start", *["Luck"] * (game != "dakapo"), "Own choices", "Others’ choices", "Result", "Given away"]
    expect(card(page).locator("dt")).to_have_text(kinds * players)
    assert len(figures) == len(kinds) * players
    assert all(re.fullmatch(r"[+−]?\d+ %", figure) for figure in figures), figures
    numbers = [int(re.sub(r"\s?%", "", figure).replace("−", "-")) for figure in figures]
    for *parts, result, _ in zip(*[iter(numbers)] * len(kinds), strict=True):
        assert sum(parts) == result
        assert result in (0, 50, 100), "partners win or share the game as one"
    expect(card(page).get_by_text("Luck is what")).to_have_count(int(game != "dakapo"))
    expect(card(page).get_by_text("all chances are those of the team")).to_have_count(int(players == 4))
    page.reload()
    card(page).get_by_role("button", name="Review the game").click()
    expect(card(page).locator("dd")).to_have_text(figures)


def test_an_overlooked_win_is_found_by_trying_again(visit: Visit, server: Served) -> None:
    mistake = overlooked_win()
    page = visit(f"/replay/{mistaken(server)}")
    card(page).get_by_role("button", name="Review the game").click()
    moment = card(page).get_by_role("listitem").filter(has_text=f"Move {len(mistake.moves)}: ")
    expect(moment).to_contain_text("proved")
    moment.get_by_role("button", name="Find a better move").click()
    expect(page.get_by_text("find a better move", exact=False).first).to_be_focused()
    board = page.get_by_role("region", name="Board")
    expect(board.get_by_role("grid")).to_be_visible()
    move = page.get_by_label("Type a move (key m)")
    for text, answer in (
        (mistake.moves[-1], "This move gives away"),
        (mistake.moves[0], "already holds a stone"),
        (mistake.better[0], "Good: no other move is clearly better."),
    ):
        move.fill(text)
        move.press("Enter")
        expect(page.locator(".attempt .notice")).to_contain_text(answer)
    page.get_by_role("button", name="Show the better move").click()
    expect(page.locator(".attempt .notice")).to_contain_text("Better: ")
    again = moment.get_by_role("button", name="Find a better move")
    page.get_by_role("button", name="Back", exact=True).press("Enter")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(again).to_be_focused()
    page.set_viewport_size(PHONE)
    again.click()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(again).to_be_focused()
    expect(again).to_be_in_viewport()
    again.click()
    page.get_by_role("img", name="Win chances").click(position={"x": 8, "y": 60})
    expect(page.locator(".attempt")).to_have_count(0)
    expect(page.get_by_role("slider")).to_have_value("0")


def test_the_moment_is_played_on_the_board(visit: Visit, server: Served) -> None:
    mistake = overlooked_win()
    page = visit(f"/replay/{mistaken(server)}")
    card(page).get_by_role("button", name="Review the game").click()
    moment = card(page).get_by_role("listitem").filter(has_text=f"Move {len(mistake.moves)}: ")
    moment.get_by_role("button", name="Find a better move").click()
    cell, colour = mistake.better[0][:2], mistake.better[0][2:]
    expect(page.locator(".attempt")).to_be_visible()
    Mouse(page).cell(cell)
    names = {"r": "Red", "b": "Blue", "g": "Green", "y": "Yellow"}
    page.get_by_role("toolbar").get_by_role("button", name=re.compile(names[colour], re.IGNORECASE)).click()
    expect(page.locator(".attempt .notice")).to_contain_text("Good: ")


def test_a_game_without_a_clear_mistake_names_none(visit: Visit, server: Served) -> None:
    chairs = [{"kind": "screen", "name": "Ada"}, {"kind": "screen", "name": "Béla"}]
    seated = open_table(server, game="dakapo", chairs=chairs)
    play_moves(server, seated, WITHOUT_MISTAKES.split())
    page = visit(f"/replay/{seated['table']}")
    card(page).get_by_role("button", name="Review the game").click()
    expect(card(page).get_by_text("No move was clearly worse than the best one.")).to_have_count(2)


def test_progress_is_shown_and_a_review_can_be_stopped(visit: Visit, server: Served) -> None:
    # So many positions that nothing proves, and a deal of its own, take the server a while.
    page = visit(f"/replay/{finished(server, 'dacapo', 2, 30)}")
    card(page).get_by_role("button", name="Review the game").click()
    expect(card(page).get_by_role("progressbar")).to_be_visible()
    expect(card(page).get_by_text("Positions reviewed: ")).to_be_visible()
    card(page).get_by_role("button", name="Stop").click()
    card(page).get_by_role("button", name="Review the game").click()
    expect(card(page).locator("h3")).to_have_count(2)


def test_a_pasted_record_is_reviewed_and_tried_again(visit: Visit) -> None:
    mistake = overlooked_win()
    page = visit("/replay")
    record = '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n[Result "1"]\n[Termination "resigned"]\n\n'
    page.get_by_label("Or paste the record").fill(record + " ".join(mistake.moves))
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("heading", name=TITLES["dakapo"])).to_be_visible()
    card(page).get_by_role("button", name="Review the game").click()
    moment = card(page).get_by_role("listitem").filter(has_text=f"Move {len(mistake.moves)}: ")
    expect(moment).to_contain_text("proved")
    moment.get_by_role("button", name="Find a better move").click()
    move = page.get_by_label("Type a move (key m)")
    move.fill(mistake.better[0])
    move.press("Enter")
    expect(page.locator(".attempt .notice")).to_contain_text("Good: no other move is clearly better.")


def test_a_record_without_moves_has_no_review(visit: Visit) -> None:
    page = visit("/replay")
    page.get_by_label("Or paste the record").fill('[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n')
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_role("heading", name=TITLES["dakapo"])).to_be_visible()
    expect(card(page)).to_have_count(0)
