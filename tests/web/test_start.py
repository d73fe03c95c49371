"""From the start page to the first move in one click."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.client import Served, open_table, served
from tests.web.boards import card_of, full, offered, result_of, table_of
from tests.web.conftest import Visit
from tests.web.scenes import sit

NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("The operation is insecure.", "SecurityError"); }
});"""
"""A browser in which storage is disabled for all sites."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("title", ["Dakapo", "Da Capo", "Dalapapa"])
def test_one_click_plays_against_a_bot(visit: Visit, title: str) -> None:
    page = visit("/")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=re.compile("^Play")).click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.get_by_text("Your turn").first).to_be_visible()


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("typed", "played"), [("25", 25), ("5", 10), ("5000", 999), ("12.6", 13), ("", 60)])
def test_the_number_shown_is_the_number_used(visit: Visit, server: Served, typed: str, played: int) -> None:
    page = visit("/")
    card = card_of(page, "dalapapa")
    card.locator("summary").click()
    points = card.get_by_label("Points to win", exact=True)
    points.fill(typed)
    expect(card.get_by_text(f"{float(typed or 60):,g} points", exact=True)).to_be_visible()
    points.press("Tab")
    expect(points).to_have_value(str(played))
    expect(card.get_by_text("From 10 to 999")).to_have_count(0 if typed == str(played) else 1)
    card.get_by_role("button", name=re.compile("^Play")).click()
    offered(page, 0)
    assert full(server, page)["options"].get("target", 60) == played


def test_the_page_works_without_storage(visit: Visit) -> None:
    page = visit("/", before=NO_STORAGE)
    expect(page.get_by_role("article")).to_have_count(3)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.locator("dialog h2")).to_have_text("Einstellungen")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Am Gerät").first.click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("foreign", ["null", "5", '{"a": 1}', "[1, null]", '["x"]', "no JSON"])
def test_foreign_stored_data_does_no_harm(visit: Visit, foreign: str) -> None:
    """Another site may be served at the same address, and an older release may have stored other data."""
    keys = [prefix + key for prefix in ("", "encore.") for key in ("tables", "name", "level", "language", "settings")]
    page = visit("/", before=f"for (const key of {keys}) localStorage.setItem(key, {foreign!r});")
    card_of(page, "dakapo").get_by_role("button", name=re.compile("^Play")).click()
    expect(page.get_by_text("Your turn").first).to_be_visible()


def test_the_first_game_after_an_installation_explains_the_wait(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here nothing is compiled yet."""
    monkeypatch.setenv("ENCORE_KERNELS", str(tmp_path / "kernels"))
    chairs = [{"kind": "bot", "bot": "bot:easy"}, {"kind": "screen", "name": "Ada"}]
    with served(tmp_path / "tables") as fresh:
        page = visit(at=fresh)
        sit(page, fresh, open_table(fresh, game="dakapo", chairs=chairs))
        expect(page.get_by_text("The bots are being prepared")).to_be_visible()
        page.close()  # its messages about a server that stops are not tested here


def test_finished_games_do_not_push_a_running_game_off_the_list(visit: Visit) -> None:
    page = visit("/")
    card_of(page, "dacapo").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    running = table_of(page)
    page.get_by_role("link", name="Encore").click()
    card_of(page, "dakapo").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    page.evaluate("""() => {
      const [latest, ...others] = JSON.parse(localStorage.getItem("encore.tables"));
      const over = Array.from({ length: 11 }, (_, number) => ({ ...latest, table: `over-${number}`, over: true }));
      localStorage.setItem("encore.tables", JSON.stringify([latest, ...over, ...others]));
    }""")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    result_of(page).get_by_role("link", name="Home").click()
    games = page.get_by_role("region", name="Games in progress").get_by_role("link")
    expect(games).to_have_count(1)
    expect(games).to_have_attribute("href", f"/table/{running}")


def test_public_tables_have_a_seat_or_can_be_watched(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        page = visit("/", at=server)
        expect(card_of(page, "dakapo")).to_be_visible()
        tables = page.get_by_role("region", name="Open tables")
        expect(tables).to_have_count(0)
        waiting = open_table(server, game="dacapo", listed=True)["table"]
        running = open_table(server, game="dakapo", chairs=[{"kind": "screen"}, {"kind": "screen"}], listed=True)[
            "table"
        ]
        page.reload()
        expect(tables.get_by_role("listitem")).to_have_count(2)
        expect(tables.get_by_role("link", name="Take a seat")).to_have_attribute("href", f"/table/{waiting}#invite=")
        expect(tables.get_by_role("link", name="Watch")).to_have_attribute("href", f"/table/{running}")
        page.close()


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_links_that_wrap_on_a_phone_stay_apart(visit: Visit, locale: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 740}, locale=locale)
    one, other = (link.bounding_box() for link in page.locator(".hero a").all())
    assert one
    assert other
    aside, below = other["x"] - one["x"] - one["width"], other["y"] - one["y"] - one["height"]
    assert max(aside, below) >= 8, (one, other)
