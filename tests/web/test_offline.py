"""The page without a network: it opens with what is known and says so, and a new version waits for its time."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from encore.server.http.app import PAGE
from tests.server.client import Served, open_table, served
from tests.web.boards import offered
from tests.web.conftest import PATIENCE, USUAL
from tests.web.scenes import ME, sit

OFFLINE = "Offline. You see what this browser has kept."
CONTROLLED = """() => new Promise((done) => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) done();
  else serviceWorker.addEventListener("controllerchange", () => done(), { once: true });
})"""
KEPT = """async (part) => {
  const names = (await caches.keys()).filter((name) => name.endsWith(part));
  const caught = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys())));
  return caught.flat().map(({ url }) => new URL(url).pathname);
}"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Served]:
    """A server that may be stopped."""
    with served(tmp_path, "--unlimited") as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with its service worker. It may log that the network is gone, but no other errors."""
    settings: dict[str, Any] = {**USUAL, "service_workers": "allow"}
    context = browser.new_context(**settings)
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    mistakes: list[str] = []
    opened.on("pageerror", lambda error: mistakes.append(str(error)))
    yield opened
    context.close()
    assert not mistakes


def note(page: Page) -> Locator:
    """Return the line in the head of the page."""
    return page.locator("header .note")


def install(page: Page, server: Served, path: str = "/") -> None:
    """Open the page for the first time, and wait until its worker serves it."""
    page.goto(server.url + path)
    page.evaluate(CONTROLLED)


def source_of(response: dict[str, Any]) -> str | None:
    """Return where the browser itself found a file; None if it asked the worker."""
    source: str | None = response.get("serviceWorkerRouterInfo", {}).get("actualSourceType")
    return source


def wait_until_kept(page: Page, part: str, path: str, count: int = 1) -> None:
    """Wait until the worker has answers of an address."""
    for _ in range(PATIENCE // 50):
        if page.evaluate(KEPT, part).count(path) >= count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{path} was not kept")


def test_the_page_can_be_installed_and_opens_without_a_network(server: Served, page: Page) -> None:
    install(page, server)
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = session.send("Page.getAppManifest")
    assert (manifest["errors"], manifest["url"]) == ([], f"{server.url}/manifest.webmanifest")
    answers: list[dict[str, Any]] = []
    session.on("Network.responseReceived", lambda got: answers.append(got["response"]))
    session.send("Network.enable")
    page.reload()  # now what it shows is kept
    expect(page.locator(".alive .frame svg").first).to_be_visible()
    files = [answer for answer in answers if "/assets/" in answer["url"]]
    assert {source_of(file) for file in files} == {"cache"}, "files do not wait for the worker"
    page.context.set_offline(True)
    expect(note(page)).to_have_text(OFFLINE)
    page.reload()
    expect(page.get_by_role("heading", name="Dakapo")).to_be_visible()
    expect(note(page)).to_have_text(OFFLINE)
    page.get_by_role("article").first.locator(".play button").click()
    expect(page.get_by_role("alert")).to_have_text("The server cannot be reached. Check your connection.")
    page.context.set_offline(False)
    expect(note(page)).to_have_text("Online again.")
    expect(note(page)).to_have_count(0)


@pytest.mark.thorough
def test_replays_and_lessons_that_were_opened_work_while_the_server_is_down(own: Served, page: Page) -> None:
    install(page, own)
    sit(page, own, open_table(own, game="dakapo", chairs=[ME, ME]))
    for number, (cell, colour) in enumerate((("f4", "Green"), ("g4", "Red"))):
        offered(page, number)
        page.locator(f'[data-cell="{cell}"]').click()
        page.get_by_role("toolbar").get_by_role("button", name=colour, exact=True).click()
    offered(page, 2)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("section.result")).to_be_visible()
    replay = page.url.replace("/table/", "/replay/") + "/1"
    page.goto(replay)
    wait_until_kept(page, "personal", "/api/look", 3)  # the beginning, and after each move
    page.goto(own.url + "/learn/dakapo")
    lesson = page.locator(".task").inner_text()
    wait_until_kept(page, "personal", "/api/look", 3 + 24)  # every right move of the first step, which come first
    own.kill()
    page.reload()
    expect(note(page)).to_have_text(OFFLINE)
    expect(page.locator(".task")).to_have_text(lesson)
    page.locator(".lit[data-cell]").first.click()
    page.get_by_role("toolbar").locator("button.open").first.click()
    expect(page.locator(".notice.good")).to_be_visible()
    page.goto(replay)
    expect(page.locator(".count")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator('[data-cell="g4"]')).to_have_attribute("aria-label", re.compile("red stone"))
    own.start()
    expect(note(page)).to_have_text("Online again.")


def test_a_table_without_a_network_shows_what_was_known_and_when(server: Served, page: Page) -> None:
    install(page, server)
    seated = open_table(server, game="dakapo", chairs=[ME, ME])
    sit(page, server, seated)
    offered(page, 0)
    page.locator('[data-cell="f4"]').click()
    page.get_by_role("toolbar").get_by_role("button", name="Green", exact=True).click()
    offered(page, 1)
    wait_until_kept(page, "personal", f"/known/{seated['table']}")
    address = page.url
    page.goto(server.url)  # what is left is kept as it was
    page.context.set_offline(True)
    page.reload()
    running = page.get_by_role("link", name=re.compile("Dakapo.*Ada"))
    expect(running).to_be_visible()
    expect(page.get_by_text("Your turn")).to_have_count(0)
    page.goto(address)
    expect(page.get_by_text(re.compile(r"Offline\. This is the position of .*\d\d"))).to_be_visible()
    expect(page.locator('[data-cell="f4"]')).to_have_attribute("aria-label", re.compile("green stone"))
    expect(page.locator(".lit")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator(".turn.mine")).to_be_visible()
    # Whoever uses the browser after a sign-out finds nothing of it.
    page.evaluate("""() => new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      navigator.serviceWorker.controller.postMessage({ t: "forget" }, [port2]);
    })""")
    assert page.evaluate(KEPT, "personal") == []


@pytest.mark.thorough
def test_a_new_version_waits_until_the_reader_wants_it(tmp_path: Path, page: Page) -> None:
    built = tmp_path / "page"
    shutil.copytree(PAGE, built)
    release(built, "older")
    running = Served("--data", str(tmp_path / "data"), "--unlimited")
    running.command = ("-m", "tests.web.versioned", str(built))
    running.start()
    try:
        install(page, running)
        page.reload()
        expect(page.get_by_role("heading", name="Dakapo")).to_be_visible()
        page.evaluate("() => { window.unloaded = false; }")
        release(built, "newer")
        page.evaluate("async () => void (await (await navigator.serviceWorker.getRegistration()).update())")
        expect(note(page)).to_contain_text("A new version is ready.")
        assert page.evaluate("() => window.unloaded") is False, "nobody is interrupted"
        page.get_by_role("button", name="Reload").click()
        script = page.locator("script[type=module]").last
        expect(script).to_have_attribute("src", "/assets/newer.js")
        assert {name.split("-")[1] for name in page.evaluate("caches.keys()")} == {"newer"}
        running.kill()
        page.reload()
        expect(note(page)).to_have_text(OFFLINE)
        expect(script).to_have_attribute("src", "/assets/newer.js")
    finally:
        running.stop()


def release(page: Path, name: str) -> None:
    """Write a version of the page into a folder: its last script is one that no other version has."""
    html, worker = (PAGE / "index.html").read_text("utf-8"), (PAGE / "service-worker.js").read_text("utf-8")
    script, version = [*re.finditer(r'/assets/([^"]+\.js)', html)][-1], re.search(r'"([0-9a-f]{16})"', worker)
    assert version
    (page / f"assets/{name}.js").write_text(f'import "./{script[1]}";', "utf-8")
    worker = worker.replace('"/icon.svg"', f'"/icon.svg","/assets/{name}.js"').replace(version[1], name)
    (page / "service-worker.js").write_text(worker, "utf-8")
    (page / "index.html").write_text(html.replace(script[0], f"/assets/{name}.js"), "utf-8")
