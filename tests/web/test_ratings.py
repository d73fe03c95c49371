"""Ratings on the page: two people switch them on, meet for a rated game, and are in the list of the best."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.client import Served, served
from tests.web.conftest import PHONE, Visit
from tests.web.people import Keyring, at_name, become


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of its own, on which only few wait. Each test has other people."""
    with served(tmp_path_factory.mktemp("tables"), "--unlimited") as running:
        yield running


def rated(visit: Visit, server: Served, name: str) -> Page:
    """Return the page of somebody who wants ratings, where they look for others."""
    page = visit()
    Keyring(page)
    page.goto(at_name(server, "/me"))
    become(page, name)
    wish = page.get_by_role("checkbox", name="I want ratings")
    expect(wish).not_to_be_checked()
    with page.expect_response("**/api/me"):
        wish.check()
    page.goto(at_name(server, "/play"))
    return page


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()


def test_two_people_play_a_rated_pair_and_are_listed(visit: Visit, server: Served) -> None:
    ada, bo = (rated(visit, server, name) for name in ("Ada", "Bo"))
    for page in (ada, bo):
        page.get_by_role("checkbox", name="Rated").first.check()
        expect(page.get_by_role("checkbox", name="Play with a bot if nobody comes")).to_have_count(0)
    ada.get_by_role("button", name="Dakapo").click()
    expect(ada.get_by_text("This table is rated.")).to_be_visible()
    expect(bo.get_by_role("listitem").filter(has_text="Ada 1500?")).to_contain_text("Rated")
    bo.get_by_role("button", name="Dakapo").click()
    for page in (ada, bo):
        expect(page.get_by_text("Game 1 of 2")).to_be_visible()
        expect(page.get_by_text("· 1500?")).to_have_count(2)
    resign(bo)
    for page in (ada, bo):
        expect(page.get_by_text("Game 2 of 2")).to_be_visible()
    resign(bo)
    expect(ada.get_by_text(re.compile(r"· 15[1-9]\d\?"))).to_be_visible()
    ada.goto(at_name(server, "/me"))
    card = ada.get_by_role("region", name="Ratings")
    expect(card).to_contain_text("from 1 result")
    expect(card.get_by_role("listitem")).to_contain_text("1 of 2")
    card.get_by_role("link", name="The best").click()
    rows = ada.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Ada")
    expect(ada.get_by_text("Medium")).to_be_visible()
    ada.get_by_role("radio", name="Da Capo").check()
    expect(ada.get_by_text("Nobody has a rating in this game yet.")).to_be_visible()


def test_a_rated_table_with_a_range_is_refused_to_others(visit: Visit, server: Served) -> None:
    cy, di = (rated(visit, server, name) for name in ("Cy", "Di"))
    cy.locator("summary", has_text="all your wishes").click()
    wishes = cy.locator("details.card")
    wishes.get_by_role("checkbox", name="Rated").check()
    wishes.get_by_role("combobox", name="Clock").select_option(index=1)
    wishes.get_by_label("Lowest rating").fill("1600")
    wishes.get_by_role("button", name="Open the table").click()
    expect(cy.get_by_text("It is for ratings 1600–.")).to_be_visible()
    row = di.get_by_role("listitem").filter(has_text="1600–")
    row.get_by_role("link", name="Take a seat").click()
    di.get_by_role("button", name="Take a seat").click()
    expect(di.get_by_role("alert")).to_contain_text("This table is for ratings 1600–; yours is 1500")


def test_who_wants_no_ratings_is_not_asked_about_them(visit: Visit, server: Served) -> None:
    page = visit("/play", viewport=PHONE)
    expect(page.get_by_role("button", name="Dakapo")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Rated")).to_have_count(0)
    page.get_by_role("link", name="The best").click()
    expect(page.get_by_role("heading", name="Bots on the same scale")).to_be_visible()
