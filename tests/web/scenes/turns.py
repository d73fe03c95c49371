"""The boards of the games, on the own turn and at the end of a round."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.client import Served, open_table
from tests.web.lines import play_on
from tests.web.scenes.stage import BOT, ME, at_move, scene, sit
from tests.web.solving import board_is_drawn


@scene
def dakapo_on_the_move(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo")


@scene
def dakapo_picker(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo")
    page.locator(".lit[data-cell]").first.click()
    expect(page.get_by_role("toolbar")).to_be_visible()


@scene
def dakapo_with_calls(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo", options={"call": "spoken"})


@scene
def dacapo_on_the_move(page: Page, server: Served) -> None:
    at_move(page, server, "dacapo", players=4)


@scene
def dacapo_fish_chosen(page: Page, server: Served) -> None:
    at_move(page, server, "dacapo")
    page.locator("[role=gridcell][tabindex='0']").press("Enter")
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)


@scene
def dacapo_alone(page: Page, server: Served) -> None:
    sit(page, server, open_table(server, game="dacapo", players=1, chairs=[ME]))
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()
    board_is_drawn(page)


def _one_round(page: Page, server: Served, **options: int) -> None:
    """Watch a round of Da Capo until its end. With four players no round can win a game at once."""
    seated = open_table(server, game="dacapo", players=4, chairs=[ME] * 4, options=options)
    sit(page, server, seated)
    expect(page.get_by_role("grid")).to_be_visible()
    play_on(server, seated, lambda board: board["round"] > 1 or board["finished"])


@scene
def dacapo_round_over(page: Page, server: Served) -> None:
    _one_round(page, server)
    expect(page.locator(".round button")).to_be_visible()


@scene
def dacapo_finished(page: Page, server: Served) -> None:
    _one_round(page, server, rounds=1)
    expect(page.locator("section.result")).to_be_visible()


@scene
def dalapapa_on_the_move(page: Page, server: Served) -> None:
    at_move(page, server, "dalapapa", players=4)


@scene
def dalapapa_list(page: Page, server: Served) -> None:
    at_move(page, server, "dalapapa")
    page.get_by_role("application").press("l")
    expect(page.get_by_role("listbox")).to_be_visible()


@scene
def dalapapa_staged(page: Page, server: Served) -> None:
    dalapapa_list(page, server)
    page.get_by_role("listbox").press("Enter")
    expect(page.locator("section.score")).to_be_visible()


def rich_table(server: Served) -> dict[str, object]:
    """Return a seat at a table of Dalapapa in the middle of a game, where a tile earns many points."""
    seated = open_table(server, game="dalapapa", players=4, chairs=[ME, BOT, BOT, BOT], options={"target": 200})

    def is_rich(board: dict[str, Any]) -> bool:
        moves = board["moves"]
        return len(board["tiles"]) >= 24 and board["phase"] == "first" and bool(moves) and moves[0]["points"] >= 5

    play_on(server, seated, is_rich)
    return seated


def stage_best(page: Page) -> None:
    """Stage the tile that earns most, and wait for what it earns."""
    page.get_by_role("application").press("l")
    page.get_by_role("listbox").press("Enter")
    page.get_by_role("button", name="Places as a list").click()
    expect(page.locator(".score li")).not_to_have_count(0)
    expect(page.locator("section.score .total b")).to_have_text(re.compile(r"\d"))


@scene
def dalapapa_second_tile(page: Page, server: Served) -> None:
    seated = open_table(server, game="dalapapa", chairs=[ME, BOT])
    play_on(server, seated, lambda board: board["phase"] == "second" and len(board["moves"]) > 1)
    sit(page, server, seated)
    expect(page.locator(".side .end button")).to_be_visible()


@scene
def dalapapa_curtain(page: Page, server: Served) -> None:
    chairs = [ME, {"kind": "screen", "name": "Béla"}]
    sit(page, server, open_table(server, game="dalapapa", chairs=chairs))
    expect(page.locator(".curtain")).to_be_visible()
