"""Somebody to play with: browsers that meet by quick pairing and by the list of tables that wait."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.client import Served, open_table, served
from tests.web.boards import full
from tests.web.conftest import Visit


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A server on which nobody waits."""
    with served(tmp_path, "--unlimited") as running:
        yield running


def choose(page: Page, wish: str, label: str) -> None:
    """Choose an entry of a list that begins with some words."""
    choices = page.locator("details.card").get_by_role("combobox", name=wish)
    choices.select_option(label=choices.locator("option").filter(has_text=re.compile(f"^{label}")).inner_text())


def test_two_people_meet_with_one_click_each(visit: Visit, server: Served) -> None:
    ada, bo = visit("/"), visit("/")
    for page, name in ((ada, "Ada"), (bo, "Bo")):
        page.get_by_role("link", name="Play somebody").click()
        page.get_by_label("Your name").fill(name)
    ada.get_by_role("button", name="Any game").click()
    expect(ada.get_by_text("The game starts")).to_be_visible()
    expect(bo.get_by_role("link", name="Take a seat")).to_be_visible()
    bo.get_by_role("button", name="Any game").click()
    for page in (ada, bo):
        expect(page.locator(".turn[role=status]")).to_be_visible()
    assert [chair["name"] for chair in full(server, bo)["chairs"]] == ["Ada", "Bo"]


def test_a_seek_with_wishes_is_listed_and_taken(visit: Visit, server: Served) -> None:
    ada, bo = visit("/play"), visit("/play")
    expect(bo.get_by_text("Nobody waits right now")).to_be_visible()
    ada.locator("summary", has_text="all your wishes").click()
    for wish, label in (("Game", "Da Capo"), ("Players", "3"), ("Clock", "3 days per move")):
        choose(ada, wish, label)
    choose(ada, "Bots take the free seats after", "1 hour")
    ada.get_by_role("button", name="Open the table").click()
    expect(ada.get_by_text("Bots take the free seats after 1 hour")).to_be_visible()
    row = bo.get_by_role("listitem").filter(has_text="Da Capo")
    expect(row).to_contain_text("3 players · 3 days per move")
    expect(row).to_contain_text("2 free seats")
    row.get_by_role("link", name="Take a seat").click()
    bo.get_by_role("button", name="Take a seat").click()
    expect(bo.get_by_text("The game starts")).to_be_visible()


def test_whoever_has_waited_plays_with_a_bot_instead(visit: Visit, server: Served) -> None:
    page = visit("/play")
    page.clock.install()
    page.get_by_role("button", name="Dakapo").click()
    expect(page.get_by_text("The game starts")).to_be_visible()
    instead = page.get_by_role("button", name="Play with a bot instead")
    expect(instead).to_have_count(0)
    page.clock.fast_forward(20_000)
    instead.click()
    expect(page.locator(".turn[role=status]")).to_be_visible()
    assert full(server, page)["chairs"][1]["bot"] == "bot:easy"


def test_ones_own_table_is_not_offered_to_oneself(visit: Visit, server: Served) -> None:
    page = visit("/play")
    page.get_by_role("button", name="Dakapo").click()
    expect(page).to_have_url(re.compile("/table/"))
    own = page.url
    page.go_back()
    expect(page.get_by_role("link", name="Your table")).to_be_visible()
    page.get_by_role("button", name="Dakapo").click()
    expect(page).to_have_url(re.compile("/table/"))
    assert page.url != own


def test_what_cannot_be_done_is_told_in_the_readers_language(visit: Visit, server: Served) -> None:
    page = visit("/play", locale="de-DE")
    for _ in range(2):
        open_table(server, game="dakapo", listed=True)
    page.route("**/api/pair", lambda route: route.fulfill(status=409, json=REFUSED))
    page.get_by_role("button", name="Irgendein Spiel").click()
    expect(page.get_by_role("alert")).to_have_text("An diesem Tisch wartet niemand")


REFUSED = {"error": "refused", "why": "?", "fact": {"code": "server.nobody-waits", "args": {}, "cells": []}}
