"""Notices in the browser: switched on by a click, shown by the service worker, closed when they are needless."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from tests.patience import wait_until
from tests.server.browser import Browser as Guest
from tests.server.client import Served, served
from tests.server.mail_server import mail_server, text_of
from tests.server.push_service import PushService, Subscribed, push_service
from tests.web.conftest import PATIENCE, USUAL
from tests.web.people import Keyring, at_name, become
from tests.web.test_offline import CONTROLLED

STUBS = """
let allowed = "default";
Object.defineProperty(Notification, "permission", { get: () => allowed });
Notification.requestPermission = async () => (allowed = "granted");
globalThis.isAllowed = () => allowed;
PushManager.prototype.subscribe = async (options) => {
  globalThis.asked = options;
  return { toJSON: () => (%s) };
};"""
"""Chromium without a window has no notifications, and its maker no push service for tests."""

NOTIFICATIONS = """() => {
  const shown = (self.shown = new Map());
  self.registration.showNotification = async (title, { tag, body, data }) =>
    void shown.set(tag, { title, body, tag, data, close: () => shown.delete(tag) });
  self.registration.getNotifications = async () => [...shown.values()];
  self.clients.openWindow = async (address) => void (self.opened = address);
}"""
SHOWN = "() => [...self.shown.values()].map(({ title, body, tag }) => ({ title, body, tag }))"
CLICK = """() => {
  const [notification] = self.shown.values();
  const event = new ExtendableEvent("notificationclick");
  Object.defineProperty(event, "notification", { value: notification });
  self.dispatchEvent(event);
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def own(tmp_path: Path, service: PushService) -> Iterator[Served]:
    with served(tmp_path, "--unlimited", "--push-service", service.url) as running:
        yield running


@pytest.fixture
def device(service: PushService) -> Subscribed:
    return service.subscribe("phone")


@pytest.fixture
def page(browser: Browser, device: Subscribed) -> Iterator[Page]:
    settings: dict[str, Any] = {**USUAL, "service_workers": "allow"}
    context = browser.new_context(**settings)
    context.set_default_timeout(PATIENCE)
    wish = {key: value for key, value in device.wish().items() if key != "language"}
    context.add_init_script(STUBS % json.dumps(wish))
    opened = context.new_page()
    mistakes: list[str] = []
    opened.on("pageerror", lambda error: mistakes.append(str(error)))
    yield opened
    context.close()
    assert not mistakes


def deliver(page: Page, origin: str, message: dict[str, Any]) -> None:
    """Let the push service of the browser deliver a message."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0], "data": json.dumps(message)},
    )


def shown(worker: Worker, *bodies: str) -> None:
    """Wait until exactly these notifications are shown."""
    wait_until(lambda: [one["body"] for one in worker.evaluate(SHOWN)] == list(bodies))


def test_notices_are_switched_on_by_a_click_and_told_by_the_worker(own: Served, page: Page, device: Subscribed) -> None:
    Keyring(page)
    page.goto(at_name(own, "/me"))
    page.evaluate(CONTROLLED)
    become(page, "Ada")
    card = page.get_by_role("region", name="Notices", exact=True)
    button = card.get_by_role("button", name="Tell me when it is my turn")
    expect(button).to_be_visible()
    assert page.evaluate("isAllowed()") == "default", "nobody is asked before that click"
    button.click()
    expect(card.get_by_text("Notices are on in this browser.")).to_be_visible()
    assert page.evaluate("asked.userVisibleOnly") is True
    rematch = card.get_by_role("checkbox", name="Somebody wants a rematch")
    rematch.click()
    expect(rematch).not_to_be_checked()

    asked = {"game": "dakapo", "name": "Ada", "timing": {"kind": "days", "days": 2}}
    table = page.request.post(at_name(own, "/api/tables"), data=asked).json()
    assert Guest(own).join(table, name="bo").status_code == 200
    (message,) = device.wait()
    worker = page.context.service_workers[0]
    worker.evaluate(NOTIFICATIONS)
    deliver(page, at_name(own), message)
    shown(worker, "Your game has begun")
    deliver(page, at_name(own), {**message, "kind": "turn", "body": "It is your turn"})
    shown(worker, "It is your turn")
    worker.evaluate(CLICK)
    wait_until(lambda: worker.evaluate("() => self.opened") == f"/table/{table['table']}")
    shown(worker)
    deliver(page, at_name(own), message)
    shown(worker, "Your game has begun")
    deliver(page, at_name(own), {"kind": "done", "table": table["table"], "tag": message["tag"]})
    shown(worker)

    expect(card.get_by_role("listitem")).to_have_count(1)
    card.get_by_role("button", name="Switch off").click()
    expect(button).to_be_visible()


def test_a_table_by_the_day_offers_notices(own: Served, page: Page) -> None:
    Keyring(page)
    page.goto(at_name(own, "/me"))
    page.evaluate(CONTROLLED)
    become(page, "Ada")
    for timing, offers in (({"kind": "none"}, 0), ({"kind": "days", "days": 2}, 1)):
        asked = {"game": "dakapo", "name": "Ada", "timing": timing}
        opened = page.request.post(at_name(own, "/api/tables"), data=asked).json()
        page.goto(at_name(own, f"/table/{opened['table']}"))
        expect(page.get_by_text("The game starts")).to_be_visible()
        expect(page.get_by_role("button", name="Tell me when it is my turn")).to_have_count(offers)
    Guest(own).join(opened, name="bo")
    offer = page.get_by_label("Game", exact=True).get_by_role("button", name="Tell me when it is my turn")
    offer.click()
    expect(page.get_by_text("Notices are on in this browser.")).to_be_attached()
    expect(offer).to_have_count(0)


def test_the_daily_mail_is_confirmed_and_stopped_by_its_links(tmp_path: Path, page: Page) -> None:
    with mail_server() as mails:
        options = ("--smtp", mails.address, "--smtp-from", "e@play.example", "--smtp-page", "https://play.example/")
        with served(tmp_path, "--unlimited", *options) as server:
            Keyring(page)
            page.goto(at_name(server, "/me"))
            become(page, "Ada")
            card = page.get_by_role("region", name="Notices", exact=True)
            card.get_by_label("E-mail address").fill("ada@home.example")
            card.get_by_role("button", name="Send me this mail").click()
            expect(card.get_by_text("A mail was sent to ada@home.example.")).to_be_visible()
            (mail,) = mails.wait()
            page.goto(at_name(server, "/me" + text_of(mail).partition("play.example/me")[2].split()[0]))
            asked = page.get_by_role("region", name="Daily mail")
            asked.get_by_role("button", name="Confirm the address").click()
            expect(asked.get_by_text("Your address is confirmed.")).to_be_visible()
            expect(card.get_by_text("It is sent to ada@home.example.")).to_be_visible()
            asked.get_by_role("button", name="Close").click()
            assert "#" not in page.url
            card.get_by_text("Use another address").click()
            card.get_by_label("E-mail address").fill("ada@work.example")
            card.get_by_role("button", name="Send me this mail").click()
            expect(card.get_by_text("A mail was sent to ada@work.example.")).to_be_visible()
            expect(card.get_by_text("It is sent to ada@home.example.")).to_be_visible()
            card.get_by_role("button", name="No more mails").click()
            expect(card.get_by_label("E-mail address")).to_be_visible()
