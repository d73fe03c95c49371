"""On a phone, what stands below each other begins at the same edge, and no command is broken."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.client import Served
from tests.web.conftest import PHONE, Visit
from tests.web.scenes import at_move

LEFT = """(selectors) => selectors.map((one) => {
  const { left } = document.querySelector(one).getBoundingClientRect();
  return Math.round(left + parseFloat(getComputedStyle(document.querySelector(one)).paddingLeft));
})"""
"""Where the words of elements begin."""


def left(page: Page, *selectors: str) -> set[int]:
    return set(page.evaluate(LEFT, selectors))


@pytest.mark.parametrize(("game", "parts"), [("dacapo", [".bar p"]), ("dalapapa", [".standing", ".dalapapa .room"])])
def test_what_a_board_has_around_it_begins_where_the_page_does(
    visit: Visit, server: Served, game: str, parts: list[str]
) -> None:
    page = visit(viewport=PHONE)
    at_move(page, server, game)
    assert len(left(page, ".players ul", ".now .status", *parts)) == 1


def test_the_rules_begin_below_the_heading_of_their_window(visit: Visit, server: Served) -> None:
    page = visit(viewport=PHONE)
    at_move(page, server, "dakapo")
    page.get_by_role("button", name="Rules").click()
    expect(page.locator("dialog h3").first).to_be_visible()
    assert len(left(page, "dialog h2", "dialog h3", "dialog p")) == 1


def test_the_command_of_an_invitation_is_not_broken(visit: Visit) -> None:
    page = visit("/", viewport=PHONE, locale="de-DE")
    page.locator("article .ways button").first.click()
    command = page.locator(".invite code")
    expect(command).to_have_text("encore serve --host 0.0.0.0")
    assert command.evaluate("e => e.getClientRects().length") == 1
