"""The start page, and tables that wait for players."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.client import Served, join, open_table
from tests.web.scenes.stage import BOT, ME, scene, sit


@scene
def start(page: Page, server: Served) -> None:
    page.goto(server.url)
    expect(page.locator("article svg").nth(2)).to_be_visible()


@scene
def start_with_options(page: Page, server: Served) -> None:
    start(page, server)
    for summary in page.locator("article summary").all():
        summary.click()


@scene
def play_somebody(page: Page, server: Served) -> None:
    open_table(server, game="dacapo", players=3, listed=True, name="Bo", bots_after=3600)
    page.goto(f"{server.url}/play")
    expect(page.locator("li.card").first).to_be_visible()
    page.locator("details.card summary").click()
    expect(page.locator("details.card select").first).to_be_visible()


@scene
def leaderboard(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/leaderboard")
    page.locator("dl").wait_for()


@scene
def start_with_running_games(page: Page, server: Served) -> None:
    start(page, server)
    page.locator("article .play button").first.click()
    expect(page.locator(".turn[role=status]")).to_be_visible()
    page.locator("a.brand").click()
    expect(page.locator("a[href^='/table/']").first).to_be_visible()


@scene
def public_tables(page: Page, server: Served) -> None:
    open_table(server, game="dakapo", chairs=[ME, BOT], listed=True)
    start(page, server)
    expect(page.locator("a[href^='/table/']").first).to_be_visible()


@scene
def settings(page: Page, server: Served) -> None:
    page.goto(server.url)
    page.locator("header nav button").click()
    expect(page.locator("dialog")).to_be_visible()


@scene
def invite(page: Page, server: Served) -> None:
    start(page, server)
    page.locator("article .ways button").first.click()
    expect(page.locator(".invite svg[role=img]")).to_be_visible()


@scene
def invited(page: Page, server: Served) -> None:
    opened = open_table(server, game="dacapo", players=3, name="Ada")
    page.goto(f"{server.url}/table/{opened['table']}#invite={opened['invite']}")
    expect(page.locator("form input")).to_be_visible()


@scene
def waiting_room(page: Page, server: Served) -> None:
    opened = open_table(server, game="dalapapa", players=3, name="Ada")
    sit(page, server, join(server, opened, name="Béla"))
    expect(page.locator("main li")).to_have_count(3)
