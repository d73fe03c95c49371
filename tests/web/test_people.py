"""People on the page: passkeys, other devices, recovery codes and links, one's games, one's data, and the end of it."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from encore.server.domain.names import hashed
from tests.server.browser import Browser
from tests.server.client import Served, join, open_table, served
from tests.web.boards import card_of, offered, table_of
from tests.web.conftest import Visit
from tests.web.lines import tell
from tests.web.people import Keyring, at_name, become
from tests.web.test_together import place, players_of, stone

SESSION = "encore-person"


def newcomer(visit: Visit) -> tuple[Page, Keyring]:
    """Return an empty page of a new device, and its passkeys."""
    page = visit()
    return page, Keyring(page)


def sign_in(page: Page, server: Served, name: str) -> None:
    """Sign in with a passkey of the device."""
    page.goto(at_name(server, "/me"))
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def card(page: Page, title: str) -> Locator:
    return page.get_by_role("region", name=title, exact=True)


def games_of(page: Page, title: str) -> Locator:
    """Return the games below a heading of My games."""
    return page.get_by_role("list", name=title).get_by_role("listitem")


def is_nobody(page: Page) -> None:
    """Expect that nobody is signed in, for the page and for the server."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Keep my games")
    assert page.request.get(page.url.split("/me")[0] + "/api/me").json()["person"] is None


def opened_by(page: Page, server: Served, **asked: object) -> dict[str, object]:
    """Open a table as the person of a page; return the seat with its token."""
    answer = page.request.post(at_name(server, "/api/tables"), data={"keep": "token", **asked})
    assert answer.status == 201, answer.text()
    return dict(answer.json())


def test_games_come_back_with_the_passkey_and_are_played_on_elsewhere(visit: Visit, server: Served) -> None:
    page, keys = newcomer(visit)
    page.goto(at_name(server))
    card_of(page, "dakapo").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    table = table_of(page)
    page.goto(at_name(server, "/me"))
    become(page, "Ada")
    expect(games_of(page, "Games in progress").get_by_role("link")).to_have_attribute("href", f"/table/{table}")
    assert len(keys.passkeys()) == 1

    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto(at_name(server, f"/table/{table}"))
    expect(page.get_by_text("You are watching this table.")).to_be_visible()
    sign_in(page, server, "Ada")
    games_of(page, "Games in progress").get_by_role("link").click()
    offered(page, 0)
    place(page, "e6r")
    expect(stone(page, "e6")).to_have_attribute("aria-label", re.compile("red"))

    other, others = newcomer(visit)
    others.take(keys)
    sign_in(other, server, "Ada")
    other.get_by_role("link", name="Encore").click()
    running = other.get_by_role("region", name="Games in progress").get_by_role("link")
    expect(running).to_have_attribute("href", f"/table/{table}")
    expect(other.get_by_role("link", name="Ada")).to_have_attribute("href", "/me")
    running.click()
    offered(other, 1)
    place(other, "f6g")
    expect(stone(page, "f6")).to_have_attribute("aria-label", re.compile("green"))


def test_the_start_page_asks_again_for_games_begun_on_another_device(visit: Visit, server: Served) -> None:
    """The server or the network may be out of reach for a while."""
    page, _ = newcomer(visit)
    page.goto(at_name(server, "/me"))
    become(page, "Ada")
    table = opened_by(page, server, game="dakapo", name="Ada")["table"]
    lost: list[str] = []

    def lose_two(route: Route) -> None:
        if len(lost) == 2:
            route.fallback()
        else:
            lost.append(route.request.url)
            route.fulfill(status=503, json={})

    page.route("**/api/me/games?*", lose_two)
    page.goto(at_name(server))
    region = page.get_by_role("region", name="Games in progress")
    expect(region.get_by_role("link")).to_have_attribute("href", f"/table/{table}")
    assert len(lost) == 2


def test_the_start_page_lists_games_begun_on_another_device_until_they_are_removed(
    visit: Visit, server: Served
) -> None:
    page, _ = newcomer(visit)
    page.goto(at_name(server, "/me"))
    become(page, "Ada")
    table = opened_by(page, server, game="dakapo", name="Ada")["table"]
    page.goto(at_name(server))
    region = page.get_by_role("region", name="Games in progress")
    expect(region.get_by_role("link")).to_have_attribute("href", f"/table/{table}")

    region.get_by_role("button", name="Remove from the list").click()
    with page.expect_response("**/api/me/games?*"):
        page.reload()
    expect(page.get_by_role("article")).to_have_count(3)
    expect(region).to_have_count(0)

    page.goto(at_name(server, f"/table/{table}"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(at_name(server))
    expect(region.get_by_role("link")).to_have_attribute("href", f"/table/{table}")


def test_a_recovery_code_and_a_link_sign_in_once_each(visit: Visit, server: Served) -> None:
    page, _ = newcomer(visit)
    page.goto(at_name(server, "/me"))
    codes = become(page, "Ada")
    with page.expect_download() as saved:
        card(page, "Your recovery codes").get_by_role("button", name="Download").click()
    assert Path(saved.value.path()).read_text().split() == codes
    page.get_by_role("button", name="I have saved them").click()
    expect(page.get_by_text(codes[0])).to_have_count(0)

    other = visit()
    other.goto(at_name(server, "/me"))
    for attempt in (1, 2):
        other.get_by_label("Recovery code").fill(codes[0].lower())
        other.get_by_role("button", name="Sign in with the code").click()
        if attempt == 1:
            expect(other.get_by_role("heading", level=1)).to_have_text("Ada")
            expect(other.get_by_text("9 codes are left.")).to_be_visible()
            card(other, "Signed in on").get_by_role("button", name="Sign out", exact=False).first.click()
            is_nobody(other)
    expect(other.get_by_role("alert")).to_have_text("This recovery code does not work; each code works once")

    device = card(page, "Another device")
    device.get_by_role("button", name="Make a link").click()
    expect(device.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = device.get_by_label("Open this link on the other device").input_value()
    assert link.startswith(at_name(server, "/me#link="))
    other.goto(link)
    asked = card(other, "Sign in on this device?")
    expect(asked.get_by_text("Sign in as Ada?")).to_be_visible()
    is_nobody(other)
    asked.get_by_role("button", name="Yes, sign in").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Ada")
    expect(other).to_have_url(at_name(server, "/me"))
    thief = visit()
    thief.goto(link)
    expect(card(thief, "Sign in on this device?").get_by_role("alert")).to_contain_text("This link does not work")
    is_nobody(thief)

    page.reload()
    sessions = card(page, "Signed in on").get_by_role("listitem")
    expect(sessions).to_have_count(2)
    expect(sessions.filter(has_text="This device")).to_have_count(1)
    page.get_by_role("button", name="Sign out everywhere").click()
    is_nobody(page)
    other.reload()
    is_nobody(other)


def test_my_games_begin_with_my_turn_and_can_be_searched(visit: Visit, server: Served) -> None:
    page, _ = newcomer(visit)
    page.goto(at_name(server, "/me"))
    become(page, "Ada")
    chairs = [{"kind": "screen", "name": name} for name in ("Ada", "Cy")]
    waiting = opened_by(page, server, game="dacapo", name="Ada")
    lost = opened_by(page, server, game="dakapo", name="Ada")
    join(server, lost, name="Bo")
    tell(server, lost, t="resign")
    timed = opened_by(page, server, game="dakapo", chairs=chairs, timing={"kind": "days", "days": 3})

    page.reload()
    running = games_of(page, "Games in progress")
    expect(running).to_have_count(2)
    expect(running.nth(0)).to_contain_text("Your turn")
    expect(running.nth(0)).to_contain_text("time ends in 2 days")
    expect(running.nth(0).get_by_role("link")).to_have_attribute("href", f"/table/{timed['table']}")
    expect(running.nth(1)).to_contain_text("Waiting for others")
    expect(running.nth(1).get_by_role("link")).to_have_attribute("href", f"/table/{waiting['table']}")
    finished = games_of(page, "Finished games")
    expect(finished).to_have_count(1)
    expect(finished).to_contain_text(re.compile("Dakapo.*Bo.*You lost", re.S))
    figures = card(page, "My figures").get_by_role("row", name=re.compile("^People"))
    expect(figures.get_by_role("cell")).to_have_text(["0", "0", "1"])

    page.get_by_label("Opponent").fill("bo")
    page.keyboard.press("Enter")
    nothing = page.get_by_text("No games here yet.")  # said only after an answer; the lists are empty before it, too
    expect(nothing).to_have_count(1)
    expect(running).to_have_count(0)
    expect(finished).to_have_count(1)
    page.get_by_role("combobox", name="Game", exact=True).select_option("Da Capo")
    expect(nothing).to_have_count(2)
    page.get_by_label("Opponent").fill("")
    page.get_by_role("button", name="Search").click()
    expect(running).to_have_count(1)
    page.get_by_role("combobox", name="Game", exact=True).select_option("All games")
    finished.get_by_role("link", name=re.compile("Bo")).click()
    expect(page).to_have_url(at_name(server, f"/replay/{lost['table']}/1"))
    expect(page.get_by_role("region", name="Replay")).to_contain_text("Ada and Bo")


def test_whoever_is_deleted_leaves_nothing_but_moves(visit: Visit, server: Served) -> None:
    page, _ = newcomer(visit)
    page.goto(at_name(server, "/me"))
    become(page, "Ada")
    opened = opened_by(page, server, game="dakapo", name="Ada")
    bo = visit()
    bo.goto(f"{server.url}/table/{opened['table']}#invite={opened['invite']}")
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take a seat").click()
    expect(players_of(bo)).to_have_text([re.compile("Ada"), re.compile("Bo")])
    tell(server, opened, t="say", text="hello from Ada")
    expect(bo.locator(".said li")).to_have_text(re.compile("Ada.*hello from Ada", re.S))

    page.reload()
    with page.expect_download() as given:
        page.get_by_role("link", name="Give me my data").click()
    data = json.loads(Path(given.value.path()).read_text())
    assert data["person"]["name"] == "Ada"
    assert [table["table"] for table in data["tables"]] == [opened["table"]]

    page.get_by_role("button", name="Delete me").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The moves of your games stay")
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada")
    page.get_by_role("button", name="Delete me").click()
    dialog.get_by_role("button", name="Delete me").click()
    is_nobody(page)
    assert SESSION not in {cookie["name"] for cookie in page.context.cookies()}
    expect(players_of(bo)).to_have_text([re.compile("a player who left"), re.compile("Bo")])
    expect(bo.locator("main").get_by_text("Ada")).to_have_count(0)
    expect(bo.locator(".said li")).to_have_count(0)
    bo.reload()
    expect(players_of(bo)).to_have_text([re.compile("a player who left"), re.compile("Bo")])
    expect(bo.get_by_text("Ada")).to_have_count(0)
    bo.get_by_role("button", name="Resign").click()
    bo.get_by_role("button", name="Yes, resign").click()
    bo.get_by_role("link", name="Replay the game").click()
    expect(bo.get_by_text(re.compile("a player who left and Bo"))).to_be_visible()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("This passkey was not accepted")


KNOW = """(tables) => {
    const known = JSON.parse(localStorage["encore.tables"]);
    const more = tables.map((table) => ({ ...known[0], table }));
    localStorage["encore.tables"] = JSON.stringify([...known, ...more]);
}"""
"""Lets the browser remember further tables."""


def link_of(page: Page, server: Served) -> str:
    """Make a link that signs in another device."""
    return at_name(server, f"/me#link={page.request.post(at_name(server, '/api/me/links')).json()['secret']}")


def test_a_link_brings_the_games_of_the_browser_along_only_if_one_wants_that(visit: Visit, server: Served) -> None:
    """Somebody may have been talked into opening it: their games would go to somebody else."""
    page, _ = newcomer(visit)
    page.goto(at_name(server, "/me"))
    become(page, "Ada")
    other = visit()
    other.goto(at_name(server))
    card_of(other, "dakapo").get_by_role("button", name="On this screen").click()
    offered(other, 0)
    table = table_of(other)
    # One that somebody else keeps, one without a seat of this browser, and one that is gone: none of them would join.
    kept, watched, bo = open_table(server, game="dakapo"), open_table(server, game="dakapo"), Browser(server)
    bo.become("Bo")
    seat = {"Authorization": f"Bearer {kept['token']}"}
    assert bo.post(f"/api/tables/{kept['table']}/keep", headers=seat).status_code == 200
    path = f"/api/tables/{kept['table']}"
    other.context.add_cookies(
        [{"name": f"encore-{kept['table']}", "value": kept["token"], "domain": "localhost", "path": path}]
    )
    other.evaluate(KNOW, [kept["table"], watched["table"], "gone"])

    def mine() -> list[str]:
        return [game["table"] for game in page.request.get(at_name(server, "/api/me/games")).json()["games"]]

    asked = card(other, "Sign in on this device?")
    for choice, name, games in (
        ("Cancel", "Keep my games", []),
        ("Sign in without seats", "Ada", []),
        ("Sign in and bring the seats at 1 table", "Ada", [table]),
    ):
        other.goto(at_name(server))
        other.goto(link_of(page, server))
        expect(asked.get_by_text("Sign in as Ada?")).to_be_visible()
        expect(asked).to_contain_text("at 1 table would join Ada")
        is_nobody(other)
        asked.get_by_role("button", name=choice).click()
        expect(asked).to_have_count(0)
        expect(other.get_by_role("heading", level=1)).to_have_text(name)
        if games:
            expect(games_of(other, "Games in progress")).to_have_count(1)
        elif name == "Ada":
            card(other, "Signed in on").get_by_role("button", name="Sign out", exact=False).first.click()
            is_nobody(other)
        assert mine() == games
        assert other.request.get(at_name(server, f"/api/tables/{table}")).json()["you"] == [0, 1]


def test_who_signed_in_long_ago_confirms_before_the_codes_change(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path, "--unlimited") as server:
        page, _ = newcomer(visit)
        page.goto(at_name(server, "/me"))
        become(page, "Ada")
        signed_in_long_ago(page, server, tmp_path)
        page.reload()
        codes = page.locator("main ul.mono li")
        renew, asked = page.get_by_role("button", name="Make new codes"), card(page, "Confirm that it is you")
        renew.click()
        expect(asked.get_by_role("heading")).to_be_focused()
        asked.get_by_role("button", name="Cancel").click()
        expect(asked).to_have_count(0)
        expect(page.get_by_role("alert")).to_contain_text("Confirm first that it is you")
        expect(codes).to_have_count(0)
        renew.click()
        asked.get_by_role("button", name="Confirm with a passkey").click()
        expect(codes).to_have_count(10)
        expect(asked).to_have_count(0)
        used = codes.first.inner_text()

        signed_in_long_ago(page, server, tmp_path)
        page.reload()
        page.get_by_role("button", name="Delete me").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete me").click()
        asked.get_by_label("Recovery code").fill(used)
        asked.get_by_role("button", name="Confirm with the code").click()
        is_nobody(page)


def signed_in_long_ago(page: Page, server: Served, data: Path) -> None:
    """Give the session of a page another token, which the server does not remember yet, and an old proof."""
    (cookie,) = (each for each in page.context.cookies() if each["name"] == SESSION)
    token = cookie["value"][1:] + cookie["value"][:1]
    with closing(sqlite3.connect(data / "tables.sqlite")) as db, db:
        changed = db.execute("UPDATE sessions SET hash = ?, confirmed = 0", (hashed(token),))
        assert changed.rowcount == 1
    page.context.add_cookies([{"name": SESSION, "value": token, "domain": "localhost", "path": "/api"}])


def test_without_passkeys_a_name_is_enough(visit: Visit, server: Served) -> None:
    """At an address of numbers browsers offer no passkeys: there are recovery codes and links."""
    page = visit("/me")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Keep my games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada")
    expect(page.locator("main ul.mono li")).to_have_count(10)
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
    page.get_by_label("Your name").fill("Ada B")
    page.get_by_role("combobox", name="Language").select_option("Deutsch")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada B")
    expect(page.get_by_role("heading", name="Name und Sprache")).to_be_visible()
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_role("dialog").get_by_role("link", name="Ada B").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada B")
