"""What people do about others at a table, and what the operator does: two browsers, and the operator's own command."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.patience import PATIENCE, wait_until
from tests.server.client import Served, at_table, join, open_table, served
from tests.web.axe import EVERYTHING, violations
from tests.web.conftest import PHONE, Visit
from tests.web.people import Keyring, at_name, become
from tests.web.scenes import sit, two

SIDEWAYS: ViewportSize = {"width": 740, "height": 360}


class Site:
    """A server of its own, and the operator's command for it."""

    def __init__(self, server: Served, folder: Path) -> None:
        self.server, self._folder = server, folder

    def admin(self, *words: str) -> Any:
        command = [sys.executable, "-m", "encore", "admin", *words, "--data", str(self._folder), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done
        return json.loads(done.stdout)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with served(tmp_path, "--unlimited") as server:
        yield Site(server, tmp_path)


def seated(visit: Visit, site: Site, **settings: Any) -> tuple[Page, Page, str]:
    """Return the pages of Ada, who has opened a table, and of Béla, and its name."""
    seats = sorted(two(site.server, "dakapo"), key=lambda seat: "invite" not in seat)
    pages = (visit(at=site.server, **settings), visit(at=site.server))
    for page, seat in zip(pages, seats, strict=True):
        sit(page, site.server, seat)
        expect(page.get_by_role("button", name="Send")).to_be_visible()
    return *pages, str(seats[0]["table"])


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def test_mute_by_keyboard_hides_what_was_and_what_will_be_written_here_only(site: Site, visit: Visit) -> None:
    ada, bela, _ = seated(visit, site)
    say(bela, "first insult")
    expect(ada.locator(".said")).to_contain_text("first insult")
    about = ada.get_by_role("button", name="Mute, block or report")
    about.focus()
    ada.keyboard.press("Enter")
    ada.get_by_role("button", name="Mute", exact=True).press("Enter")
    expect(ada.get_by_role("dialog")).to_contain_text("is muted.")
    ada.keyboard.press("Escape")
    expect(ada.locator(".said")).to_have_count(0)
    say(bela, "second insult")
    expect(bela.locator(".said")).to_contain_text("second insult")
    say(ada, "my words")
    expect(ada.locator(".said")).to_contain_text("my words")
    assert "insult" not in ada.locator("body").inner_text()
    ada.reload()
    expect(ada.locator(".said")).to_contain_text("my words")
    assert "insult" not in ada.locator("body").inner_text()
    about.click()
    ada.get_by_role("button", name="Unmute").click()
    ada.keyboard.press("Escape")
    expect(ada.locator(".said")).to_contain_text("second insult")


def test_the_menu_at_a_name_mutes_by_keyboard_and_leads_to_a_report(site: Site, visit: Visit) -> None:
    ada, bela, _ = seated(visit, site)
    say(bela, "an insult")
    said, players = ada.locator(".said"), ada.get_by_role("region", name="Players")
    for place in (players, said):
        expect(place.get_by_role("button", name="Béla")).to_have_count(1)
        expect(place.get_by_role("button", name="Ada")).to_have_count(0)
    assert said.evaluate("list => list.scrollHeight <= list.clientHeight"), "one line has room"
    name, menu = players.get_by_role("button", name="Béla"), ada.get_by_role("menu", name="Béla")
    name.press("Enter")
    expect(menu.get_by_role("menuitem", name="Mute")).to_be_focused()
    expect(menu.get_by_role("menuitem")).to_have_text(["Mute", "Report"])
    expect(name).to_have_attribute("aria-expanded", "true")
    assert not violations(ada, EVERYTHING)
    ada.keyboard.press("ArrowUp")
    expect(menu.get_by_role("menuitem", name="Report")).to_be_focused()
    ada.keyboard.press("ArrowDown")
    ada.keyboard.press("Enter")
    expect(menu).to_have_count(0)
    expect(name).to_be_focused()
    expect(said).to_have_count(0)
    expect(players).to_contain_text("(muted)")
    name.press("Enter")
    menu.get_by_role("menuitem", name="Unmute").press("Enter")
    expect(said).to_contain_text("an insult")
    said.get_by_role("button", name="Béla").press("Enter")
    expect(menu.get_by_role("menuitem", name="Mute")).to_be_focused()
    ada.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(said.get_by_role("button", name="Béla")).to_be_focused()
    ada.keyboard.press("Enter")
    menu.get_by_role("menuitem", name="Report").press("Enter")
    dialog = ada.get_by_role("dialog")
    expect(dialog.get_by_label("Who?")).to_have_value("0")
    dialog.get_by_role("button", name="Report", exact=True).click()
    expect(dialog).to_contain_text("The operator has your report.")
    ada.keyboard.press("Escape")
    expect(said.get_by_role("button", name="Béla")).to_be_focused()
    assert [report["name"] for report in site.admin("reports")] == ["Béla"]


def test_the_focus_stays_in_the_chat_when_somebody_is_muted_there(site: Site, visit: Visit) -> None:
    ada, bela, table = seated(visit, site)
    watcher = visit(f"/table/{table}", at=site.server)
    said = ada.locator(".said")
    for page, words in ((bela, "an insult"), (watcher, "a question")):
        say(page, words)
        expect(said).to_contain_text(words)
    said.get_by_role("button", name="Béla").press("Enter")
    ada.get_by_role("menuitem", name="Mute").press("Enter")
    expect(said.get_by_role("listitem")).to_have_count(1)
    expect(said).to_be_focused()
    said.get_by_role("button", name="Spectator").press("Enter")
    ada.get_by_role("menuitem", name="Mute").press("Enter")
    expect(said).to_have_count(0)
    expect(ada.locator("summary", has_text="Chat")).to_be_focused()


def test_a_mute_and_a_report_concern_who_has_written_and_not_who_sits_there_now(site: Site, visit: Visit) -> None:
    opened = open_table(site.server, game="dalapapa", players=3, name="Ada")
    guest = join(site.server, opened, name="Béla")

    async def insult() -> None:
        async with at_table(site.server, opened["table"], guest["token"]) as bela:
            await bela.do("say", text="an insult")
            await bela.do("leave")

    with ThreadPoolExecutor(1) as pool:  # the thread of the browser has a loop already
        pool.submit(asyncio.run, insult()).result()
    cleo, seat = visit(at=site.server), join(site.server, opened, name="Cleo")
    join(site.server, opened, name="Dora")
    sit(cleo, site.server, seat)
    ada = visit(at=site.server)
    sit(ada, site.server, opened)
    said = ada.locator("ul.said")
    expect(cleo.locator("ul.said").get_by_role("button", name="Béla")).to_have_count(1)  # not Cleo's own words
    said.get_by_role("button", name="Béla").click()
    ada.get_by_role("menu", name="Béla").get_by_role("menuitem", name="Report").click()
    dialog = ada.get_by_role("dialog")
    expect(dialog.get_by_label("Who?").locator("option:checked")).to_have_text("Béla")
    dialog.get_by_role("button", name="Report", exact=True).click()
    expect(dialog).to_contain_text("The operator has your report.")
    dialog.get_by_role("button", name="Mute", exact=True).click()
    ada.keyboard.press("Escape")
    expect(said).to_have_count(0)
    say(cleo, "kind words")
    expect(said).to_contain_text("kind words")
    expect(said).not_to_contain_text("an insult")
    (report,) = site.admin("reports")
    assert (report["name"], report["lines"][0]["reported"]) == ("Béla", True)


def test_a_mute_of_a_spectator_outlasts_their_name(site: Site, visit: Visit) -> None:
    ada, _, table = seated(visit, site)
    watcher, said = visit(f"/table/{table}", at=site.server), ada.locator(".said")
    say(watcher, "first insult")
    said.get_by_role("button", name="Spectator").click()
    ada.get_by_role("menuitem", name="Mute").click()
    expect(said).to_have_count(0)
    watcher.evaluate("localStorage.setItem('encore.name', JSON.stringify('Kind'))")
    watcher.reload()
    say(watcher, "second insult")
    expect(watcher.locator(".said").get_by_role("button", name="Kind")).to_have_count(1)
    say(ada, "my words")
    expect(said).to_contain_text("my words")
    expect(said).not_to_contain_text("insult")


BELOW = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  return Math.round(box("[role=menu]").top - box("[aria-expanded=true]").bottom);
}"""
"""How far the menu is below the name, in pixels."""


def test_the_menu_stays_at_its_name_and_at_its_table(site: Site, visit: Visit) -> None:
    ada, *_ = seated(visit, site, viewport=PHONE, has_touch=True)
    name, menu = ada.get_by_role("button", name="Béla"), ada.get_by_role("menu", name="Béla")
    name.tap()
    expect(menu.get_by_role("menuitem", name="Mute")).to_be_focused()
    before = ada.evaluate(BELOW)
    ada.evaluate("scrollBy(0, 30)")
    wait_until(lambda: ada.evaluate("scrollY") == 30 and ada.evaluate(BELOW) == before)
    ada.evaluate("scrollTo(0, 500)")
    expect(menu).to_have_count(0)
    expect(name).to_be_focused()
    assert ada.evaluate("scrollY") > 200, "the page stays where it was scrolled to"
    ada.get_by_role("banner").get_by_role("link", name="Encore").tap()
    expect(ada.get_by_role("region", name="Players")).to_have_count(0)
    ada.go_back()
    name.tap()
    expect(menu.get_by_role("menuitem", name="Mute")).to_be_focused()
    ada.go_forward()
    expect(name).to_have_count(0)
    ada.go_back()
    expect(name).to_have_attribute("aria-expanded", "false")
    expect(menu).to_have_count(0)


MUTE = {"en-GB": "Mute", "de-DE": "Stummschalten", "fr-FR": "Masquer", "ja-JP": "ミュートする"}


@pytest.mark.parametrize("viewport", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_the_menu_fits_into_a_phone_in_every_language(site: Site, visit: Visit, viewport: ViewportSize) -> None:
    seats = sorted(two(site.server, "dakapo"), key=lambda seat: "invite" not in seat)
    for locale, mute in MUTE.items():
        page = visit(at=site.server, viewport=viewport, has_touch=True, locale=locale)
        sit(page, site.server, seats[0])
        name = page.get_by_role("button", name="Béla")
        name.tap()
        item = page.get_by_role("menuitem", name=mute)
        expect(item).to_be_in_viewport(ratio=1)
        box = page.get_by_role("menu").bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= viewport["width"]
        assert not violations(page, EVERYTHING)
        page.locator("main").tap(position={"x": 1, "y": 1})
        expect(item).to_have_count(0)


def test_a_report_reaches_the_operator_with_the_lines_of_the_chat(site: Site, visit: Visit) -> None:
    ada, bela, table = seated(visit, site, viewport=PHONE, has_touch=True)
    say(bela, "an insult")
    expect(ada.locator(".said")).to_contain_text("an insult")
    ada.get_by_role("button", name="Mute, block or report").click()
    ada.get_by_label("What about?").select_option("insult")
    ada.get_by_label("In your own words").fill("see there")
    assert not violations(ada, EVERYTHING)
    assert ada.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ada.get_by_role("button", name="Report", exact=True).click()
    expect(ada.get_by_role("dialog")).to_contain_text("The operator has your report.")
    (report,) = site.admin("reports")
    assert (report["table"], report["reason"], report["text"]) == (table, "insult", "see there")
    assert [line["text"] for line in report["lines"]] == ["an insult"]
    site.admin("done", report["id"])
    assert site.admin("reports") == []


def test_a_broadcast_is_a_banner_on_every_page_that_can_be_closed(site: Site, visit: Visit) -> None:
    site.admin("broadcast", "Restart in 5 minutes", "--for", "10m")
    ada, _, table = seated(visit, site)
    start = visit("/", at=site.server)
    for page in (ada, start):
        banner = page.get_by_label("From the operator")
        expect(banner).to_have_text("Restart in 5 minutes")
        expect(page.locator("[aria-live]", has_text="Restart in 5 minutes")).to_have_count(1)
        banner.get_by_role("button").click()
        expect(banner).to_have_count(0)
    site.admin("close", table, "--why", "rules", "--text", "Be kind.")
    expect(ada.get_by_role("heading")).to_have_text("This table is closed")
    expect(ada.locator("main")).to_contain_text("the rules of this server were broken. Be kind.")


def test_who_is_banned_is_told_until_when(site: Site, visit: Visit) -> None:
    ada, bela, _ = seated(visit, site)
    site.admin("ban", "--name", "BÉLA", "--for", "1h")
    expect(bela.get_by_role("heading")).to_have_text("You cannot play here now")
    expect(bela.locator("main")).to_contain_text("The operator of this server has excluded you until 20")
    say(ada, "still here")
    expect(ada.locator(".said")).to_contain_text("still here")


def test_a_guest_is_told_why_there_is_no_block(site: Site, visit: Visit) -> None:
    ada, _, _ = seated(visit, site)
    ada.get_by_role("button", name="Mute, block or report").click()
    window = ada.get_by_role("dialog")
    expect(window.get_by_role("button", name="Block")).to_have_count(0)
    expect(window).to_contain_text("only those who keep their games can")
    expect(window.get_by_role("link", name="Keep my games")).to_have_attribute("href", "/me")


def test_a_person_blocks_somebody_and_ends_the_block_on_their_own_page(site: Site, visit: Visit) -> None:
    server, pages = site.server, list[Page]()
    for name in ("Ada", "Béla"):
        page = visit()
        Keyring(page)
        page.goto(at_name(server, "/me"))
        become(page, name)
        page.get_by_role("button", name="I have saved them").click()
        expect(page.locator("main ul.mono")).to_have_count(0)
        pages.append(page)
    ada, bela = pages
    table = ada.request.post(at_name(server, "/api/tables"), data={"game": "dakapo", "name": "Ada"}).json()
    path = f"/table/{table['table']}"
    seat = {"invite": table["invite"], "name": "Béla"}
    assert bela.request.post(at_name(server, f"/api/tables/{table['table']}/join"), data=seat).ok
    for page in pages:
        page.goto(at_name(server, path))
    say(bela, "an insult")
    expect(ada.locator(".said")).to_contain_text("an insult")
    ada.get_by_role("button", name="Mute, block or report").click()
    ada.get_by_role("button", name="Block", exact=True).click()
    expect(ada.get_by_role("dialog")).to_contain_text("Béla is blocked.")
    expect(ada.locator(".said")).to_have_count(0)
    expect(bela.locator(".said")).to_contain_text("an insult")
    ada.goto(at_name(server, "/me"))
    ada.get_by_role("button", name="End the block of Béla").click()
    expect(ada.get_by_role("heading", name="Blocked people")).to_have_count(0)
