"""Invitations: links, free seats, and what a visitor without a seat sees."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.server.client import Served, open_table, served
from tests.web.boards import card_of, offered, record_of, result_of
from tests.web.conftest import DESKTOP, PHONE, Visit
from tests.web.test_together import name_oneself, place, players_of, turns


def invite(visit: Visit, game: str, host: str, players: int = 2) -> tuple[Page, str]:
    """Open a table for friends; return the host's page and the path of the invitation."""
    page = visit("/")
    name_oneself(page, host)
    card = card_of(page, game)
    if players > 2:
        card.locator("summary").click()
        card.get_by_label("Players").select_option(str(players))
    card.get_by_role("button", name="Invite a friend").click()
    expect(page.get_by_text("The game starts when every seat is taken.")).to_be_visible()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.get_by_label("Send this link to your friend").input_value()
    return page, "/table/" + link.split("/table/")[1]


def join(visit: Visit, link: str, name: str) -> Page:
    page = visit(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    return page


def test_unnamed_guests_are_distinguished(visit: Visit) -> None:
    page = visit("/")
    card = card_of(page, "dacapo")
    card.locator("summary").click()
    card.get_by_label("Players").select_option("3")
    card.get_by_role("button", name="Invite a friend").click()
    link = page.get_by_label("Send this link to your friend").input_value()
    for _ in range(2):
        guest = visit("/table/" + link.split("/table/")[1])
        guest.get_by_role("button", name="Take a seat").click()
        expect(guest.get_by_role("button", name="Take a seat")).to_have_count(0)
    expect(players_of(page)).to_have_text([re.compile("^Guest.*you"), "Guest 2", "Guest 3"])


@pytest.mark.thorough
def test_four_browsers_play_da_capo(visit: Visit, server: Served) -> None:
    ada, link = invite(visit, "dacapo", "Ada", players=4)
    pages = [ada]
    for name in ("Ben", "Cleo", "Dan"):
        expect(ada.get_by_text("Free seat")).to_have_count(4 - len(pages))
        pages.append(join(visit, link, name))
        expect(players_of(pages[-1]).or_(pages[-1].locator("li").get_by_text(name)).first).to_be_visible()
    for page in pages:
        expect(players_of(page)).to_have_text([re.compile(name) for name in ("Ada", "Ben", "Cleo", "Dan")])
    moved: set[int] = set()
    while len(moved) < len(pages):
        moved |= turns(pages, "dacapo", 1)
    # Which of the last moves are named depends on the reader.
    fish = "cells => cells.map((cell) => cell.getAttribute('aria-label').split(', ', 2))"
    seas = [page.locator("[role=gridcell]").evaluate_all(fish) for page in pages]
    assert all(sea == seas[0] for sea in seas)
    # A fifth person finds no free seat, and may watch.
    late = visit(link)
    expect(players_of(late)).to_have_count(4)
    expect(late.get_by_role("button", name="Take a seat")).to_have_count(0)
    for page in (pages[2], pages[0]):  # Cleo and her partner
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes, resign").click()
    for page in (pages[1], pages[3]):
        page.get_by_role("button", name="End the game").click()
    for page in [*pages, late]:
        expect(result_of(page).get_by_role("heading")).to_have_text("Ben and Dan win together")
    assert record_of(server, ada).tags["Result"] == "2,4"


def test_a_player_who_joins_a_public_table_can_invite_others(visit: Visit, server: Served) -> None:
    table = open_table(server, game="dacapo", players=3, listed=True)
    ben = join(visit, f"/table/{table['table']}#invite=", "Ben")
    expect(ben.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("(you)")
    expect(ben.get_by_text("You are watching this table.")).to_have_count(0)
    link = ben.get_by_label("Send this link to your friend").input_value()
    cora = join(visit, link.removeprefix(server.url), "Cora")
    expect(players_of(cora)).to_have_count(3)


def test_an_invitation_works_on_a_page_that_shows_its_table(visit: Visit, server: Served) -> None:
    host, link = invite(visit, "dakapo", "Ada")
    ben = visit(link.split("#")[0])
    expect(ben.get_by_text("You are watching this table.")).to_be_visible()
    ben.goto(server.url + link)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Take a seat").click()
    expect(players_of(host)).to_have_text([re.compile("Ada"), re.compile("Ben")])


RETRIED = """() => document.querySelector("dialog[open]")
  || performance.getEntriesByType("navigation")[0].type === "reload" """


def test_a_part_that_failed_to_load_is_requested_again(visit: Visit) -> None:
    """The network fails for a moment; the browser logs it, which is not an error of the page."""
    page = visit("/")
    expect(page.get_by_role("article")).to_have_count(3)
    late = re.compile(r"/(Settings|Code|Rules)[^/]*\.js$")
    page.route(late, lambda route: route.fulfill(status=404))
    again = (
        page.get_by_role("alert").filter(has_text="This could not be loaded.").get_by_role("button", name="Try again")
    )
    page.get_by_role("button", name="Settings").click()
    expect(again).to_be_visible()
    page.unroute(late)
    again.click()
    # The requested part is shown automatically, unless the browser had to reload the page.
    page.wait_for_function(RETRIED)
    expect(again).to_have_count(0)
    dialog = page.get_by_role("dialog")
    if not dialog.is_visible():
        page.get_by_role("button", name="Settings").click()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    page.route(late, lambda route: route.fulfill(status=404))
    card_of(page, "dakapo").get_by_role("button", name="Invite a friend").click()
    expect(page.get_by_label("Send this link to your friend")).to_have_value(re.compile("#invite=."))
    expect(again).to_be_visible()
    page.unroute(late)
    again.click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()


NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
"""A page over plain http from another machine: there is no clipboard."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_a_link_can_be_copied_by_hand_without_a_clipboard(visit: Visit, viewport: ViewportSize) -> None:
    page = visit("/", before=NO_CLIPBOARD, viewport=viewport)
    card_of(page, "dakapo").get_by_role("button", name="Invite a friend").click()
    page.get_by_role("button", name="Share the link").click()
    expect(page.get_by_text("Copy the selected link.")).to_be_visible()
    assert marked(page).startswith(page.url + "#invite=")
    page.get_by_role("link", name="Encore").click()
    card_of(page, "dakapo").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    page.get_by_role("button", name="Spectator link").click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    assert marked(page) == page.url
    page.keyboard.press("Escape")
    place(page, "f4g")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    result_of(page).get_by_role("link", name="Replay the game").click()
    page.get_by_role("button", name="Share the link").click()
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    assert "/replay#" in marked(page)


def test_an_invitation_to_a_local_address_has_a_warning(visit: Visit, tmp_path: Path) -> None:
    """An address such as localhost means a different machine for every friend."""
    only = "Only this computer can open this link. For others, run encore serve --host 0.0.0.0"
    with served(tmp_path, "--host", "0.0.0.0") as everywhere:
        here = visit("/", at=everywhere)
        card_of(here, "dakapo").get_by_role("button", name="Invite a friend").click()
        expect(here.get_by_text(only)).to_be_visible()
        there = here.context.new_page()
        there.goto(f"http://{socket.gethostname()}:{everywhere.port}")
        card_of(there, "dakapo").get_by_role("button", name="Invite a friend").click()
        link = there.get_by_label("Send this link to your friend").input_value()
        assert link.startswith(f"http://{socket.gethostname().lower()}:{everywhere.port}/table/")
        expect(there.get_by_text(only)).to_have_count(0)
        here.context.close()  # before its server stops, which the page would log as an error


def marked(page: Page) -> str:
    return str(
        page.evaluate("""() => {
          const field = document.activeElement;
          return field.value.slice(field.selectionStart, field.selectionEnd);
        }""")
    )
