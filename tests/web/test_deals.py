"""Two browsers play a game with deals, and check afterwards that nobody could choose them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.client import Served, http
from tests.web.boards import table_of
from tests.web.conftest import Visit
from tests.web.scenes import TITLES

GAME = "dacapo"
CHECK = "Check the deals"


def open_with_friend(visit: Visit) -> tuple[Page, Page]:
    """Open a table on one page and join it on another, as people do."""
    ada = visit("/")
    card = ada.get_by_role("article").nth([*TITLES].index(GAME))
    card.get_by_role("button", name=re.compile("friend", re.I)).click()
    link = ada.get_by_role("textbox").first
    expect(link).to_have_value(re.compile("#invite="))
    ben = visit()
    ben.goto(link.input_value())
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Take a seat").click()
    for page in (ada, ben):
        expect(page.locator("[role=grid]").first).to_be_visible()
    return ada, ben


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()


def check(page: Page) -> None:
    page.get_by_role("button", name=CHECK).click()


@pytest.fixture
def over(visit: Visit) -> tuple[Page, Page]:
    """Two pages after the end of a game."""
    ada, ben = open_with_friend(visit)
    resign(ada)
    for page in (ada, ben):
        expect(page.get_by_role("button", name=CHECK)).to_be_visible()
    return ada, ben


def test_both_players_find_that_nobody_could_choose_the_deals(over: tuple[Page, Page], server: Served) -> None:
    for page in over:
        check(page)
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("status")).to_have_text("Nobody could choose these deals")
        expect(dialog.get_by_text("The seed contains the random number of this browser")).to_be_visible()
        expect(dialog.get_by_text(re.compile("1 deal, and it follows"))).to_be_visible()
        expect(dialog.get_by_text(re.compile("random numbers of .* and .*; each matches"))).to_be_visible()
        dialog.get_by_role("button", name="Close").click()
    record = http.get(f"{server.url}/api/tables/{table_of(over[0])}/record").text
    assert record.count(":-") == 0 and len(re.findall(r"[12]:[0-9a-f]{64}", record)) == 4


def test_the_replay_has_the_same_button(over: tuple[Page, Page]) -> None:
    ada, _ = over
    ada.get_by_role("link", name="Replay the game").click()
    check(ada)
    expect(ada.get_by_role("dialog").get_by_role("status")).to_have_text("Nobody could choose these deals")


@pytest.mark.thorough
def test_a_rematch_is_checked_too(over: tuple[Page, Page]) -> None:
    ada, ben = over
    ada.get_by_role("button", name="Rematch").click()
    ben.get_by_role("button", name="Rematch").click()
    for page in over:
        expect(page.get_by_role("button", name="Resign")).to_be_visible()
    resign(ben)
    for page in over:
        check(page)
        expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Nobody could choose these deals")


def test_a_forged_record_is_refused(over: tuple[Page, Page]) -> None:
    """The server shows ada another secret than the one whose hash her browser kept."""
    ada, ben = over

    def forge(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'\[Secret "\w{64}"\]', f'[Secret "{"6" * 64}"]', answer.text()))

    ada.route("**/record*", forge)
    check(ada)
    dialog = ada.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_have_text("These deals are not proved")
    expect(dialog.get_by_text("secret does not have the hash that was shown before the game")).to_be_visible()
    expect(dialog.get_by_text(re.compile("the Secret is not the one that was promised"))).to_be_visible()
    check(ben)
    expect(ben.get_by_role("dialog").get_by_role("status")).to_have_text("Nobody could choose these deals")


def test_alone_against_bots_the_deal_is_fair_too(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("article").nth([*TITLES].index(GAME)).locator(".play button").click()
    expect(page.locator("[role=grid]").first).to_be_visible()
    resign(page)
    check(page)
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Nobody could choose these deals")


def test_a_browser_that_cannot_hash_plays_on_and_says_so(visit: Visit) -> None:
    page = visit("/", before="Object.defineProperty(crypto, 'subtle', { value: undefined });")
    page.get_by_role("article").nth([*TITLES].index(GAME)).locator(".play button").click()
    expect(page.locator("[role=grid]").first).to_be_visible()
    resign(page)
    check(page)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_have_text("The server found nothing wrong with these deals")
    expect(dialog.get_by_text("that needs https or localhost")).to_be_visible()
    expect(dialog.get_by_text("The server alone chose the seed")).to_be_visible()
