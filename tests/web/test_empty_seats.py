"""Three people in three browsers, one of whom leaves: the vote, the bot, and the way back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.client import Served, http, open_table
from tests.web.axe import EVERYTHING, violations
from tests.web.boards import table_of
from tests.web.conftest import PHONE, Visit
from tests.web.lines import tell
from tests.web.scenes import show, sit, three

BOX = ".vacancy"


def seated(visit: Visit, server: Served, game: str = "dacapo") -> tuple[list[Page], list[dict[str, object]]]:
    """Return the pages of Ada, Bo and Cy, and their seats."""
    seats, pages = three(server, game), [visit() for _ in range(3)]
    for page, seat in zip(pages, seats, strict=True):
        sit(page, server, seat)
        expect(page.locator("section[aria-label=Players] li")).to_have_count(3)
    return pages, seats


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()


def player(page: Page, chair: int) -> Locator:
    return page.locator("section[aria-label=Players] li").nth(chair)


def test_the_others_vote_for_a_bot_and_whoever_left_comes_back(visit: Visit, server: Served) -> None:
    (ada, bo, cy), _ = seated(visit, server)
    resign(cy)
    for page in (ada, bo):
        expect(page.locator(BOX)).to_contain_text("Cy has resigned.")
        expect(page.locator(BOX)).to_contain_text("Shall a bot (Medium) take the seat, or does the game end?")
        expect(page.locator(BOX)).to_contain_text(re.compile(r"Time left: [01]:\d\d"))
        expect(page.locator(".turn[role=status]")).to_have_text("The players vote")
        expect(player(page, 2)).to_contain_text("(left)")
    ada.get_by_role("button", name="End the game").click()
    expect(bo.locator(f"{BOX} li").first).to_contain_text("Ada: the end")
    expect(bo.locator(f"{BOX} li").last).to_contain_text("Bo: no vote yet")
    expect(ada.get_by_role("button", name="End the game")).to_have_count(0)
    bo.get_by_role("button", name="Take a bot (Medium)").click()
    for page in (ada, bo):
        expect(page.locator(BOX)).to_have_count(0)
        expect(page.locator(".note")).to_contain_text("Reed · Medium plays for Cy.")
        expect(player(page, 2)).to_contain_text("(for Cy)")
    expect(cy.get_by_text("You are watching this table.")).to_be_visible()
    cy.get_by_role("button", name="Come back").click()
    expect(cy.locator(BOX)).to_contain_text("The others must agree.")
    for page in (ada, bo):
        expect(page.locator(BOX)).to_contain_text("Cy asks to come back.")
        page.get_by_role("button", name="Let them back in").click()
    for page in (ada, bo, cy):
        expect(page.locator(BOX)).to_have_count(0)
        expect(player(page, 2)).to_contain_text("Cy")
        expect(player(page, 2)).not_to_contain_text("Medium")
    expect(player(cy, 2)).to_contain_text("(you)")


def test_a_declined_return_is_told(visit: Visit, server: Served) -> None:
    (ada, _, cy), seats = seated(visit, server)
    resign(cy)
    tell(server, seats[1], t="vote", choice="bot")
    cy.get_by_role("button", name="Come back").click()
    ada.locator(BOX).get_by_role("button", name="No, thanks").click()
    expect(cy.locator(BOX)).to_contain_text("The others declined.")
    expect(ada.locator(BOX)).to_have_count(0)


def test_a_vote_for_the_end_shows_the_ranks(visit: Visit, server: Served) -> None:
    (ada, bo, cy), _ = seated(visit, server)
    resign(cy)
    for page in (ada, bo):
        page.get_by_role("button", name="End the game").click()
    for page in (ada, bo, cy):
        expect(page.locator(".turn[role=status]")).to_have_text("Ada and Bo win together")
        expect(page.locator(".result")).to_contain_text("The players voted to end the game")
        expect(page.get_by_role("list", name="Ranks").locator("li")).to_contain_text(["Ada", "Bo", "Cy"])
    ranks = ada.get_by_role("list", name="Ranks").locator("li").evaluate_all("all => all.map((one) => one.value)")
    assert ranks == [1, 1, 3]
    ada.goto(f"{server.url}/replay/{table_of(ada)}/1")
    expect(ada.get_by_text("After move 0: Cy resigns.")).to_be_visible()


def test_the_vote_works_with_the_keyboard_and_covers_no_board(visit: Visit, server: Served) -> None:
    (ada, _, cy), _ = seated(visit, server)
    resign(cy)
    choice = ada.get_by_role("button", name="Take a bot (Medium)")
    choice.focus()
    ada.keyboard.press("Tab")
    expect(ada.get_by_role("button", name="End the game")).to_be_focused()
    ada.keyboard.press("Shift+Tab")
    assert not violations(ada, EVERYTHING)
    ada.keyboard.press("Enter")
    expect(ada.locator(BOX)).to_have_count(0)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR", "ja-JP"])
def test_on_a_phone_the_vote_stands_beside_the_board(visit: Visit, server: Served, locale: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, locale=locale)
    show(page, server, "seat empty")
    box, board = page.locator(BOX).bounding_box(), page.locator(".frame svg").first.bounding_box()
    assert box
    assert board
    assert board["y"] + board["height"] <= box["y"] or box["y"] + box["height"] <= board["y"]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    squares = page.locator("[role=gridcell]").first.bounding_box()
    assert squares and squares["width"] >= 44, squares
    turn = page.locator(".turn[role=status]")
    assert turn.evaluate("words => words.scrollHeight <= words.clientHeight + 3"), turn.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_whoever_left_sees_no_hand(visit: Visit, server: Served) -> None:
    (_, _, cy), seats = seated(visit, server, "dalapapa")
    resign(cy)
    expect(cy.get_by_role("button", name="Come back")).to_be_visible()
    table, token = seats[2]["table"], seats[2]["token"]
    seen = http.get(f"{server.url}/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}).json()
    assert (seen["you"], seen["left"]) == ([], [2])
    assert seen["view"] == http.get(f"{server.url}/api/tables/{table}").json()["view"]


def test_colours_stand_beside_names_in_words(visit: Visit, server: Served) -> None:
    waiting = visit()
    sit(waiting, server, open_table(server, game="dacapo", players=3, name="Ada"))
    expect(waiting.locator("main li span.mark")).to_have_text(["Red", "Purple", "Green"])
    (ada, _, cy), _ = seated(visit, server)
    for chair, colour in enumerate(("Red", "Purple", "Green")):
        expect(player(ada, chair).get_by_role("img", name=colour, exact=True)).to_be_attached()
    resign(cy)
    expect(ada.locator(f"{BOX} span.mark").first).to_have_text("Green")
    expect(ada.locator(f"{BOX} li span.mark")).to_have_text(["Red", "Purple"])
