"""Tables of several people: waiting, asking, planning, leaving and talking."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.server.client import Served, join, open_table
from tests.web.lines import play_on, tell
from tests.web.scenes.stage import at_move, scene, sit, type_move
from tests.web.solving import board_is_drawn


def two(server: Served, game: str, **asked: object) -> tuple[dict[str, object], dict[str, object]]:
    """Seat two people at a table; return the player to move and the other one."""
    opened = open_table(server, game=game, name="Ada", **asked)
    guest = join(server, opened, name="Béla")
    address = f"{server.url}/api/tables/{opened['table']}"
    full = httpx.get(address, headers={"Authorization": f"Bearer {guest['token']}"}).json()
    return (guest, opened) if full["to_move"] in full["you"] else (opened, guest)


def _waiting(page: Page, server: Served, game: str) -> None:
    sit(page, server, two(server, game)[1])
    expect(page.locator(".turn[role=status]")).to_be_visible()
    board_is_drawn(page)


@scene
def dakapo_waiting(page: Page, server: Served) -> None:
    _waiting(page, server, "dakapo")


@scene
def dacapo_waiting(page: Page, server: Served) -> None:
    _waiting(page, server, "dacapo")


@scene
def dalapapa_waiting(page: Page, server: Served) -> None:
    _waiting(page, server, "dalapapa")


@scene
def draw_asked(page: Page, server: Served) -> None:
    mover, other = two(server, "dakapo")
    tell(server, other, t="ask", what="draw")
    sit(page, server, mover)
    expect(page.locator(".notice button.primary")).to_be_visible()


@scene
def undo_asked(page: Page, server: Served) -> None:
    mover, other = two(server, "dakapo")
    play_on(server, mover, lambda board: not board["moves"])
    tell(server, mover, t="ask", what="undo")
    sit(page, server, other)
    expect(page.locator(".notice button.primary")).to_be_visible()


def by_the_day(server: Served, game: str = "dakapo") -> tuple[dict[str, object], dict[str, object]]:
    """Seat two people at a table with days per move; return the player to move and the other one."""
    return two(server, game, timing={"kind": "days", "days": 3})


@scene
def planning_replies(page: Page, server: Served) -> None:
    sit(page, server, by_the_day(server)[1])
    page.locator(".planned button").first.click()
    for number, move in enumerate(("e6r", "e7g"), 1):
        type_move(page, move)
        expect(page.locator(".planning .tree button")).to_have_count(1 + number)  # the beginning is listed too


@scene
def on_holiday(page: Page, server: Served) -> None:
    mover, other = by_the_day(server)
    address = f"{server.url}/api/tables/{mover['table']}/holidays"
    httpx.post(address, json={"days": 3}, headers={"Authorization": f"Bearer {mover['token']}"}).raise_for_status()
    sit(page, server, other)
    expect(page.locator(".holiday")).to_be_visible()
    page.locator(".planned button").last.click()
    expect(page.locator("dialog input[type=date]")).to_be_visible()


def three(server: Served, game: str) -> list[dict[str, object]]:
    """Return the seats of three people at a new table."""
    opened = open_table(server, game=game, players=3, name="Ada")
    return [opened, *({"table": opened["table"], **join(server, opened, name=name)} for name in ("Bo", "Cy"))]


@scene
def seat_empty(page: Page, server: Served) -> None:
    ada, _, cy = three(server, "dacapo")
    sit(page, server, ada)
    expect(page.locator(".players")).to_be_visible()
    tell(server, cy, t="resign")
    expect(page.locator(".vacancy button.primary")).to_be_visible()
    expect(page.locator(".vacancy span.mark").first).to_be_visible()


@scene
def return_asked(page: Page, server: Served) -> None:
    ada, bo, cy = three(server, "dacapo")
    sit(page, server, ada)
    expect(page.locator(".players")).to_be_visible()
    tell(server, cy, t="resign")
    tell(server, bo, t="vote", choice="bot")
    tell(server, cy, t="ask", what="return")
    expect(page.locator(".vacancy button.primary")).to_be_visible()


@scene
def no_connection(page: Page, server: Served) -> None:
    lines: list[WebSocketRoute] = []

    def only_once(line: WebSocketRoute) -> None:
        if not lines:
            line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/socket"), only_once)
    at_move(page, server, "dakapo")
    lines[0].close()
    expect(page.locator(".status .line")).to_be_visible()


@scene
def chat(page: Page, server: Served) -> None:
    dakapo_waiting(page, server)
    page.locator(".phrases button").first.click()
    expect(page.locator(".said li")).to_have_count(1)
