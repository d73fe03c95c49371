"""People with a passkey, and their games."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.client import Served
from tests.web.lines import tell
from tests.web.people import Keyring, at_name, become
from tests.web.scenes.stage import BOT, ME, scene


@scene
def nobody_yet(page: Page, server: Served) -> None:
    page.goto(at_name(server, "/me"))
    expect(page.locator("main form").nth(1)).to_be_visible()


def _person(page: Page, server: Served) -> None:
    """Become a person with a passkey."""
    Keyring(page)
    page.goto(at_name(server, "/me"))
    become(page, "Ada")


@scene
def person_with_games(page: Page, server: Served) -> None:
    """A new person with recovery codes, a running and a finished game, figures, and a link to another device."""
    _person(page, server)
    tell(server, _seat_of_person(page, server, chairs=[ME, BOT]), t="resign")
    _seat_of_person(page, server, chairs=[ME, ME], timing={"kind": "days", "days": 3})
    page.locator("main form[role=search] button").click()
    expect(page.locator("main li a[href^='/replay/']")).to_be_visible()
    page.locator("main .two > section").nth(1).locator("button").click()
    expect(page.locator(".invite svg[role=img]")).to_be_visible()


def _seat_of_person(page: Page, server: Served, **asked: object) -> dict[str, object]:
    """Open a table of Dakapo as the person of a page; return the seat with its token."""
    answer = page.request.post(at_name(server, "/api/tables"), data={"keep": "token", "game": "dakapo", **asked})
    assert answer.status == 201, answer.text()
    return dict(answer.json())


@scene
def link_from_another_device(page: Page, server: Served) -> None:
    _person(page, server)
    secret = page.request.post(at_name(server, "/api/me/links"), data={}).json()["secret"]
    page.goto(at_name(server, f"/me#link={secret}"))
    expect(page.locator("main section.card strong").first).to_be_visible()


@scene
def question_before_deletion(page: Page, server: Served) -> None:
    _person(page, server)
    page.locator("main section.card").last.locator("button").last.click()
    expect(page.locator("dialog")).to_be_visible()
