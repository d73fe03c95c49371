"""The operator page of ``encore admin page`` in a browser: what it shows, does and refuses, and who can use it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.server.client import Served, http, served
from tests.web.axe import EVERYTHING, violations
from tests.web.conftest import PHONE, Visit
from tests.web.scenes import sit, two
from tests.web.test_moderation import Site, say, seated


class Desk:
    """A server, and a running ``encore admin page`` for it."""

    def __init__(self, server: Served, folder: Path) -> None:
        self.site = Site(server, folder)
        command = [sys.executable, "-m", "encore", "admin", "page", "--data", str(folder), "--json"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))

    def link(self) -> str:
        """Return the next link that the command prints."""
        assert self._process.stdout is not None
        return str(json.loads(self._process.stdout.readline())["link"])

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with served(tmp_path, "--unlimited") as server:
        desk = Desk(server, tmp_path)
        yield desk
        desk.stop()


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def open_page(visit: Visit, desk: Desk, **settings: object) -> Page:
    page = visit(**settings)
    page.goto(desk.link())
    expect(page.get_by_role("heading", name="Reports")).to_be_visible()
    return page


def test_from_a_report_to_a_ban_by_keyboard_and_back(desk: Desk, visit: Visit) -> None:
    ada, bela, table = seated(visit, desk.site)
    say(bela, "an insult")
    expect(ada.locator(".said")).to_contain_text("an insult")
    ada.request.post(f"{desk.site.server.url}/api/tables/{table}/report", data={"reason": "insult", "chair": 1})
    page = open_page(visit, desk)
    assert "#" not in page.url, "the token does not stay in the address"
    reports = region(page, "Reports")
    expect(reports).to_contain_text("an insult")
    reports.get_by_role("button", name="Mute or ban …").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Mute or ban")
    expect(dialog.get_by_label("The name")).to_have_value("Béla")
    dialog.get_by_label("Ban: is put out at once").press("Space")
    dialog.get_by_label("For how long").fill("soon")
    dialog.get_by_label("For how long").press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("a time is a number with s, m, h or d, such as 30m or 7d")
    dialog.get_by_role("button", name="7 days").press("Enter")
    assert not violations(page, EVERYTHING)
    dialog.get_by_role("button", name="Ban", exact=True).press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="name béla is excluded until")).to_be_visible()
    expect(bela.get_by_role("heading")).to_have_text("You cannot play here now")
    row = region(page, "Muted and banned").get_by_role("row").filter(has_text="béla")
    expect(row).to_contain_text("banned")
    expect(row).to_contain_text("6 d 23 h")
    row.get_by_role("button", name="Lift the ban of béla").press("Enter")
    expect(region(page, "Muted and banned")).to_contain_text("Nobody.")
    reports.get_by_role("button", name="Done").press("Enter")
    expect(reports).to_contain_text("No reports.")
    log = region(page, "What operators did")
    expect(log.get_by_role("row")).to_have_count(4)
    assert desk.site.admin("reports") == []


def test_all_reports_of_a_table_are_done_at_once_and_more_than_are_shown_are_told(desk: Desk, visit: Visit) -> None:
    pages = seated(visit, desk.site)
    for page, about in ((pages[0], 1), (pages[1], 0)):
        told = page.request.post(
            f"{desk.site.server.url}/api/tables/{pages[2]}/report", data={"reason": "spam", "chair": about}
        )
        assert told.ok, told.text()
    page = visit()
    more: list[bool] = []

    def answer(route: Route) -> None:
        found = route.fetch()
        told = found.json()
        more.append(told["more"])
        route.fulfill(response=found, json={**told, "more": bool(told["reports"])})

    page.route("**/api/state*", answer)
    page.goto(desk.link())
    reports = region(page, "Reports")
    expect(reports.get_by_role("article")).to_have_count(2)
    expect(reports).to_contain_text("There are more reports. These are the oldest.")
    reports.get_by_role("button", name="Done with all of this table").first.click()
    expect(reports).to_contain_text("No reports.")
    expect(reports).not_to_contain_text("There are more")
    assert not any(more)
    assert desk.site.admin("reports") == []


def test_tables_are_looked_at_and_closed_and_everybody_is_told_on_a_phone(desk: Desk, visit: Visit) -> None:
    ada, _, table = seated(visit, desk.site)
    page = open_page(visit, desk, viewport=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not violations(page, EVERYTHING)
    page.get_by_label("A text that every open page shows").fill("Restart in 5 minutes")
    page.get_by_role("button", name="Show it").click()
    expect(ada.get_by_label("From the operator")).to_have_text("Restart in 5 minutes")
    region(page, "Tell everybody").get_by_role("button", name="Show nothing any more").click()
    expect(region(page, "Tell everybody").locator(".notice")).to_have_count(0)
    page.get_by_label("The name of a table or of a player").fill("nobody has this")
    page.get_by_role("button", name="Find").click()
    expect(region(page, "Tables")).to_contain_text("No open table has this name or player.")
    page.get_by_label("The name of a table or of a player").fill("béla")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name=f"Look at table {table}").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Mute or ban address 127.0.0.1 …")).to_have_count(2)
    assert not violations(page, EVERYTHING)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    dialog.get_by_role("button", name="Close this table …").click()
    page.get_by_label("What the players are told").select_option("rules")
    page.get_by_label("Your own words for them").fill("Be kind.")
    page.get_by_role("button", name="Close for ever").click()
    expect(ada.get_by_role("heading")).to_have_text("This table is closed")
    expect(page.get_by_role("status").filter(has_text=f"table {table} is closed")).to_be_visible()


def test_the_page_refreshes_itself_unless_it_is_paused_and_shows_no_secret(desk: Desk, visit: Visit) -> None:
    page = visit()
    page.clock.install()
    page.goto(desk.link())
    expect(region(page, "Tables")).to_contain_text("No table is open.")
    answers: list[str] = []
    page.on("response", lambda answer: answers.append(answer.text()) if "/api/" in answer.url else None)
    table, other = (sorted(two(desk.site.server, "dalapapa"), key=lambda seat: "invite" not in seat) for _ in range(2))
    name = str(table[0]["table"])
    ada = visit(at=desk.site.server)
    sit(ada, desk.site.server, table[0])
    expect(region(page, "Tables").get_by_role("row").filter(has_text=name)).to_contain_text("Ada")
    view = http.get(f"{desk.site.server.url}/api/tables/{name}", headers=key(table[0])).json()["view"]
    told = "".join(answers) + page.content()
    for secret in (view, *(str(seat["token"]) for seat in (*table, other[0])), "seed"):
        assert secret not in told
    page.get_by_label("Pause").check()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(60_000)
    assert asked == []
    with page.expect_request("**/api/state*"):
        page.get_by_label("Pause").uncheck()
        page.clock.run_for(60_000)


def test_a_link_works_once_and_a_server_that_is_gone_is_told_in_one_line(desk: Desk, visit: Visit) -> None:
    link = desk.link()
    page, other = visit(), visit()
    page.goto(link)
    expect(page.get_by_role("heading", name="Reports")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Reports")).to_be_visible()
    other.goto(link)
    expect(other.get_by_role("alert")).to_contain_text("this link was used already")
    other.goto("about:blank")
    other.goto(desk.link())
    expect(other.get_by_role("heading", name="Reports")).to_be_visible()
    desk.site.server.kill()
    expect(page.get_by_role("alert")).to_contain_text("Not up to date: no encore serve runs with")
    desk.site.server.start()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_process_that_hangs_is_named(desk: Desk, visit: Visit, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(str(tmp_path / "admin.1.sock"))
        hanging.listen()
        processes = region(open_page(visit, desk), "Processes")
        expect(processes.get_by_role("row", name="1 does not answer", exact=True)).to_be_visible()
        expect(processes.get_by_role("button", name="Drain process")).to_have_count(1)


def test_a_process_is_drained_from_the_page(desk: Desk, visit: Visit) -> None:
    page = open_page(visit, desk)
    region(page, "Processes").get_by_role("button", name="Drain process").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("It is the only process on this machine")
    dialog.get_by_role("button", name="Drain", exact=True).click()
    assert desk.site.server.ended() == 0
    expect(page.get_by_role("alert")).to_contain_text("no encore serve runs")
    assert httpx.get(page.url).status_code == 200, "the page is there when the server is not"


def test_workers_of_the_same_name_are_both_listed_and_kept_up_to_date(desk: Desk, visit: Visit) -> None:
    asked: list[str] = []

    def answer(route: Route) -> None:
        found = route.fetch()
        told = found.json()
        asked.append(route.request.url)
        worker = {"name": "rack", "processes": 4, "busy": 1, "answered": 800 + min(len(asked), 2), "failed": 0}
        told["loads"][0]["workers"] = [worker, worker]
        route.fulfill(response=found, json=told)

    page = visit()
    page.route("**/api/load", answer)
    page.goto(desk.link())
    rows = region(page, "Processes").get_by_role("row").filter(has_text="rack")
    expect(rows.filter(has_text="802")).to_have_count(2)


def key(seat: dict[str, object]) -> dict[str, str]:
    return {"Authorization": f"Bearer {seat['token']}"}
