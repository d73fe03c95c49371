"""Visitors become people, and sign in with a passkey, a recovery code or a link; each of these works as it says."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from encore.server.domain.devices import device_of
from encore.server.domain.passkeys import site_at
from encore.server.domain.people import (
    CHALLENGE,
    LINK,
    MOST_PASSKEYS,
    MOST_SESSIONS,
    SEEN,
    SESSION,
    Person,
    Session,
    hashed_code,
)
from encore.server.http.app import build
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire.limits import Limits
from tests.server.authenticator import Authenticator
from tests.server.browser import AGENT, Browser
from tests.server.client import Served, failure, served
from tests.server.hubs import Time, use


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("people")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Served]:
    with served(data, "--unlimited") as running:
        yield running


@pytest.fixture
def ada(server: Served) -> Browser:
    return Browser(server)


def test_a_visitor_becomes_a_person_and_comes_back_after_losing_all_cookies(server: Served, ada: Browser) -> None:
    assert ada.get("/api/me").json() == {"person": None, "passkeys": True}
    made = ada.become("Ada", "de")
    person = made["person"]
    assert ada.me == person
    assert (person["name"], person["language"], person["codes"]) == ("Ada", "de", 10)
    assert [key["label"] for key in person["passkeys"]] == ["Firefox, Linux"]
    assert [(one["label"], one["current"]) for one in person["sessions"]] == [("Firefox, Linux", True)]
    ada.cookies.clear()
    assert ada.me is None
    answer = ada.sign_in()
    assert answer.json()["person"]["id"] == person["id"]
    assert ada.me is not None


def test_the_cookie_of_a_session_is_for_the_server_only(ada: Browser) -> None:
    credential = ada.device.create(ada.begin("/api/people/begin", name="Ada"))
    cookie = ada.ask("/api/people", name="Ada", credential=credential).headers["set-cookie"]
    assert {"HttpOnly", "Path=/api", "SameSite=lax", "Max-Age=31536000"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_the_cookie_of_a_session_is_renewed_as_long_as_it_is_used(ada: Browser) -> None:
    assert "set-cookie" not in ada.get("/api/me").headers
    ada.become("Ada")
    before = ada.cookies["encore-person"]
    renewed = ada.get("/api/me").headers["set-cookie"]
    assert "Max-Age=31536000" in renewed
    assert renewed.startswith(f"encore-person={before};")


def test_behind_tls_the_cookie_is_secure_and_the_origin_is_that_of_the_proxy(server: Served) -> None:
    ada = Browser(server)
    ada.headers["X-Forwarded-Proto"] = "https"
    ada.device.origin = ada.origin.replace("http:", "https:")
    credential = ada.device.create(ada.begin("/api/people/begin", name="Ada"))
    answer = ada.ask("/api/people", name="Ada", credential=credential)
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"].split("; ")
    assert cookie[0].startswith("__Host-encore-person=")
    assert {"HttpOnly", "Path=/", "SameSite=lax", "Secure"} <= set(cookie), "what browsers want of such a name"
    assert not any(part.startswith("Domain") for part in cookie)


def over_tls(browser: Browser) -> str:
    """Let somebody become a person over TLS; return the token of their session."""
    browser.headers["X-Forwarded-Proto"] = "https"
    browser.device.origin = browser.origin.replace("http:", "https:")
    browser.become("Eve")
    token = str(browser.cookies["__Host-encore-person"])
    browser.cookies.clear()
    return token


def test_behind_tls_nobody_can_plant_a_session(server: Served, ada: Browser) -> None:
    """Another host of the domain can set the name that is used without TLS, to any session of its own."""
    victim, tls = Browser(server), Browser(server)
    ada.become("Ada")
    for token in (over_tls(tls), ada.cookies["encore-person"]):
        planted = {"X-Forwarded-Proto": "https", "Cookie": f"encore-person={token}"}
        assert victim.get("/api/me/games", headers=planted).status_code == 401
        answer = victim.get("/api/me", headers=planted)
        assert answer.json()["person"] is None
        assert token not in str(answer.headers.get_list("set-cookie"))
        host = {**planted, "Cookie": f"{planted['Cookie']}; __Host-encore-person=mine"}
        assert victim.get("/api/me/games", headers=host).status_code == 401
    over_http = {"Cookie": f"__Host-encore-person={token}"}
    assert victim.get("/api/me/games", headers=over_http).status_code == 401


def test_behind_tls_the_session_has_a_name_that_only_this_host_can_set(server: Served) -> None:
    eve = Browser(server)
    token = over_tls(eve)
    own = {"Cookie": f"encore-person=planted; __Host-encore-person={token}"}
    assert eve.get("/api/me", headers=own).json()["person"]["name"] == "Eve"
    gone = eve.post("/api/sign-out", headers=own)
    (dropped,) = gone.headers.get_list("set-cookie")
    assert {'__Host-encore-person=""', "Max-Age=0", "Path=/", "Secure"} <= set(dropped.split("; "))
    assert eve.get("/api/me/games", headers=own).status_code == 401


def test_a_sign_in_never_takes_over_a_token_that_the_browser_brought(server: Served, ada: Browser) -> None:
    """Otherwise somebody could plant their own token and share the session (session fixation)."""
    ada.become("Ada")
    ada.cookies.clear()
    planted, thief = "p" * 32, Browser(server)
    for browser in (ada, thief):
        browser.plant(planted)
    assert ada.sign_in().status_code == 200
    assert ada.cookies["encore-person"] != planted
    assert thief.me is None


def test_a_sign_in_ends_the_session_that_the_browser_had(server: Served, ada: Browser) -> None:
    ada.become("Ada")
    copied = Browser(server)
    copied.cookies.update(ada.cookies)
    assert copied.me is not None
    ada.sign_in()
    assert copied.me is None
    assert ada.me is not None
    assert len(ada.me["sessions"]) == 1


def test_secrets_are_stored_as_hashes_only(server: Served, data: Path, ada: Browser) -> None:
    made = ada.become("Ada")
    link = ada.ask("/api/me/links").json()["secret"]
    secrets = [*made["codes"], link, *ada.cookies.values()]
    with closing(sqlite3.connect(data / "tables.sqlite")) as db:
        dump = "\n".join(db.iterdump())
    assert made["person"]["id"] in dump
    assert not [secret for secret in secrets if secret in dump or secret.replace("-", "") in dump]


# Recovery codes.


def test_a_recovery_code_signs_in_once_however_it_is_typed(server: Served, ada: Browser) -> None:
    code = ada.become("Ada")["codes"][0]
    phone = Browser(server)
    answer = phone.ask("/api/sign-in/code", code=code.lower().replace("-", " ").replace("0", "o"))
    assert answer.json()["person"]["name"] == "Ada"
    assert answer.json()["person"]["codes"] == 9
    again = Browser(server).ask("/api/sign-in/code", code=code)
    assert failure(again) == (403, "entry")


def test_wrong_used_and_malformed_codes_are_answered_alike(server: Served, ada: Browser) -> None:
    code, *_ = ada.become("Ada")["codes"]
    assert Browser(server).ask("/api/sign-in/code", code=code).status_code == 200
    wrong = [Browser(server).ask("/api/sign-in/code", code=text) for text in (code, "0000-0000-0000-0000", "x", "")]
    assert len({(answer.status_code, answer.text) for answer in wrong}) == 1
    assert not any("set-cookie" in answer.headers for answer in wrong)


def test_new_codes_end_the_old_ones(server: Served, ada: Browser) -> None:
    old = ada.become("Ada")["codes"]
    new = ada.ask("/api/me/codes").json()["codes"]
    assert len(new) == len(set(new)) == 10
    assert failure(Browser(server).ask("/api/sign-in/code", code=old[0])) == (403, "entry")
    assert Browser(server).ask("/api/sign-in/code", code=new[0]).status_code == 200


def test_letters_that_look_alike_are_one_letter_in_a_code() -> None:
    assert hashed_code("o1l0-iIlL") == hashed_code("011O 1111") == hashed_code("01101111")
    assert hashed_code("0110111A") != hashed_code("01101111")


# Links.


def test_a_link_signs_in_another_device_once(server: Served, ada: Browser) -> None:
    ada.become("Ada")
    secret = ada.ask("/api/me/links").json()["secret"]
    phone = Browser(server)
    assert phone.ask("/api/sign-in/link/owner", secret=secret).json() == {"name": "Ada"}
    assert phone.me is None, "to look at a link does not use it"
    assert phone.ask("/api/sign-in/link", secret=secret).json()["person"]["name"] == "Ada"
    assert ada.me is not None
    assert len(ada.me["sessions"]) == 2
    for path in ("/api/sign-in/link", "/api/sign-in/link/owner"):
        assert failure(Browser(server).ask(path, secret=secret)) == (403, "entry")


def test_dead_and_unknown_links_are_answered_alike(server: Served, ada: Browser) -> None:
    ada.become("Ada")
    replaced, used = (ada.ask("/api/me/links").json()["secret"] for _ in range(2))
    Browser(server).ask("/api/sign-in/link", secret=used)
    for path in ("/api/sign-in/link", "/api/sign-in/link/owner"):
        answers = [Browser(server).ask(path, secret=secret) for secret in (replaced, used, "unknown", "")]
        assert len({(answer.status_code, answer.text) for answer in answers}) == 1


# Sessions, passkeys, names.


def test_other_sessions_can_be_ended_one_by_one_or_all_at_once(server: Served, ada: Browser) -> None:
    codes = ada.become("Ada")["codes"]
    others = [Browser(server) for _ in range(3)]
    for other, code in zip(others, codes, strict=False):
        other.ask("/api/sign-in/code", code=code)
    first = others[0].me
    assert first is not None
    (current,) = (one["id"] for one in first["sessions"] if one["current"])
    made = others[0].ask("/api/me/links").json()["secret"]
    answer = ada.delete(f"/api/me/sessions/{current}")
    assert len(answer.json()["person"]["sessions"]) == 3
    assert others[0].me is None
    assert failure(ada.delete(f"/api/me/sessions/{current}")) == (404, "http")
    assert failure(Browser(server).ask("/api/sign-in/link", secret=made)) == (403, "entry"), "its link has ended, too"
    link = ada.ask("/api/me/links").json()["secret"]
    assert others[1].delete("/api/me/sessions").json()["person"] is None
    assert failure(Browser(server).ask("/api/sign-in/link", secret=link)) == (403, "entry")
    assert [browser.me for browser in (ada, *others)] == [None] * 4


def test_nobody_can_end_the_session_or_remove_the_passkey_of_somebody_else(server: Served, ada: Browser) -> None:
    person, bo = ada.become("Ada")["person"], Browser(server)
    bo.become("Bo")
    assert failure(bo.delete(f"/api/me/sessions/{person['sessions'][0]['id']}")) == (404, "http")
    assert failure(bo.delete(f"/api/me/passkeys/{person['passkeys'][0]['id']}")) == (404, "http")
    assert ada.me == person


def test_signing_out_ends_the_session_on_the_server_too(server: Served, ada: Browser) -> None:
    ada.become("Ada")
    copied = Browser(server)
    copied.cookies.update(ada.cookies)
    assert ada.ask("/api/sign-out").json()["person"] is None
    assert not ada.cookies
    assert copied.me is None
    assert not copied.cookies, "a cookie that means nothing any more is deleted"
    assert failure(ada.ask("/api/sign-out")) == (401, "entry")


def test_another_passkey_signs_in_too_and_can_be_removed(server: Served, ada: Browser) -> None:
    person, phone = ada.become("Ada")["person"], Authenticator(ada.origin)
    options = ada.begin("/api/me/passkeys/begin")
    assert [known["id"] for known in options["excludeCredentials"]] == [person["passkeys"][0]["id"]]
    added = ada.ask("/api/me/passkeys", credential=phone.create(options), label="Phone").json()["person"]
    assert [key["label"] for key in added["passkeys"]] == ["Firefox, Linux", "Phone"]
    other = Browser(server)
    other.device = phone
    assert other.sign_in().json()["person"]["id"] == person["id"]
    left = ada.delete(f"/api/me/passkeys/{added['passkeys'][1]['id']}").json()["person"]
    assert [key["label"] for key in left["passkeys"]] == ["Firefox, Linux"]
    assert failure(other.sign_in()) == (403, "entry")


def test_the_last_way_to_sign_in_is_not_removed(server: Served, ada: Browser) -> None:
    made = ada.become("Ada")
    (key,) = made["person"]["passkeys"]
    for code in made["codes"]:
        Browser(server).ask("/api/sign-in/code", code=code)
    refused = ada.delete(f"/api/me/passkeys/{key['id']}")
    assert failure(refused) == (409, "refused")
    ada.ask("/api/me/codes")
    assert ada.delete(f"/api/me/passkeys/{key['id']}").json()["person"]["passkeys"] == []


def test_a_person_has_a_limited_number_of_passkeys(ada: Browser) -> None:
    ada.become("Ada")
    for _ in range(MOST_PASSKEYS - 1):
        key = Authenticator(ada.origin).create(ada.begin("/api/me/passkeys/begin"))
        assert ada.ask("/api/me/passkeys", credential=key).status_code == 200
    assert failure(ada.ask("/api/me/passkeys/begin")) == (409, "refused")


def test_name_and_language_can_be_changed_and_are_checked(ada: Browser) -> None:
    ada.become("Ada")
    changed = ada.patch("/api/me", json={"name": "  Ada   L "}).json()["person"]
    assert (changed["name"], changed["language"]) == ("Ada L", "en")
    changed = ada.patch("/api/me", json={"language": "ja"}).json()["person"]
    assert (changed["name"], changed["language"]) == ("Ada L", "ja")
    assert failure(ada.patch("/api/me", json={"name": "\u200b"})) == (409, "refused")
    assert failure(ada.patch("/api/me", json={"name": "bot:hard"})) == (409, "refused")
    assert failure(ada.patch("/api/me", json={"language": "xx"})) == (422, "frame")
    assert failure(ada.ask("/api/people/begin", name="\u200b")) == (409, "refused")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PATCH", "/api/me"),
        ("DELETE", "/api/me"),
        ("GET", "/api/me/data"),
        ("GET", "/api/me/games"),
        ("GET", "/api/me/figures"),
        ("POST", "/api/me/confirm/begin"),
        ("POST", "/api/me/confirm"),
        ("POST", "/api/me/passkeys/begin"),
        ("POST", "/api/me/passkeys"),
        ("DELETE", "/api/me/passkeys/x"),
        ("POST", "/api/me/codes"),
        ("POST", "/api/me/links"),
        ("DELETE", "/api/me/sessions"),
        ("DELETE", "/api/me/sessions/x"),
        ("POST", "/api/sign-out"),
        ("POST", "/api/tables/x/keep"),
    ],
)
def test_without_a_session_nothing_of_a_person_can_be_reached(ada: Browser, method: str, path: str) -> None:
    body: dict[str, Any] = {"credential": {}} if path == "/api/me/passkeys" else {}
    assert failure(ada.request(method, path, json=body)) == (401, "entry")
    ada.plant("x" * 32)
    assert failure(ada.request(method, path, json=body)) == (401, "entry")


def test_other_sites_cannot_act_for_a_person(ada: Browser) -> None:
    ada.become("Ada")
    elsewhere = {"Origin": "https://elsewhere.example"}
    for method, path in [("POST", "/api/sign-out"), ("DELETE", "/api/me"), ("POST", "/api/me/links")]:
        assert failure(ada.request(method, path, headers=elsewhere)) == (403, "entry")
    for path in ("/api/sign-in/code", "/api/sign-in/link"):
        assert failure(ada.post(path, json={}, headers=elsewhere)) == (403, "entry")
    assert ada.me is not None


# Addresses without passkeys.


def test_where_passkeys_cannot_work_a_person_has_codes_and_links(server: Served) -> None:
    ada, phone = Browser(server, "127.0.0.1"), Browser(server, "127.0.0.1")
    assert ada.get("/api/me").json() == {"person": None, "passkeys": False}
    made = ada.ask("/api/people", name="Ada", language="fr", credential=None)
    assert made.status_code == 201
    assert made.json()["person"]["passkeys"] == []
    assert phone.ask("/api/sign-in/code", code=made.json()["codes"][3]).status_code == 200
    requests: dict[str, dict[str, Any]] = {
        "/api/people/begin": {"name": "Ada"},
        "/api/people": {"name": "Ada", "credential": {}},
        "/api/sign-in/begin": {},
        "/api/sign-in": {"credential": {}},
        "/api/me/passkeys/begin": {},
        "/api/me/passkeys": {"credential": {}},
    }
    assert {failure(ada.ask(path, **body)) for path, body in requests.items()} == {(409, "refused")}


def test_where_passkeys_work_a_person_needs_one(ada: Browser) -> None:
    assert failure(ada.ask("/api/people", name="Ada", credential=None)) == (409, "refused")


@pytest.mark.parametrize(
    ("scheme", "host", "name"),
    [
        ("http", "localhost", "localhost"),
        ("http", "Localhost:8000", "localhost"),
        ("http", "a.localhost:8000", "a.localhost"),
        ("https", "play.example", "play.example"),
        ("https", "play.example:8443", "play.example"),
        ("http", "play.example", None),
        ("https", "127.0.0.1", None),
        ("https", "127.1", None),
        ("https", "[::1]:8000", None),
        ("https", "", None),
        ("https", "play.example.", None),
    ],
)
def test_passkeys_need_a_name_and_a_secure_address(scheme: str, host: str, name: str | None) -> None:
    site = site_at(scheme, host)
    assert site == (None if name is None else (name, f"{scheme}://{host.lower()}"))


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (AGENT, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "Chrome, Android"),
        ("python-httpx/0.28", ""),
    ],
)
def test_a_session_is_named_after_browser_and_system_only(agent: str, device: str) -> None:
    assert device_of(agent) == device


# Time.


def with_clock(folder: Path, play: Any) -> None:
    """Run a scene with the application, a browser for it, and a clock that the scene controls."""
    time = Time()

    async def scene(hub: Hub, _: SqliteStore) -> None:
        hub.sessions._seconds = lambda: time.now / 1000
        transport = httpx.ASGITransport(build(hub, Limits(unlimited=True)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await play(client, time)

    use(folder, scene, now=time)


async def become(client: httpx.AsyncClient, device: Authenticator, wait: int = 0, time: Time | None = None) -> Any:
    options = (await client.post("/api/people/begin", json={"name": "Ada"})).json()
    if time:
        time.now += wait
    return await client.post("/api/people", json={"name": "Ada", "credential": device.create(options)})


def test_a_challenge_ends_after_five_minutes(tmp_path: Path) -> None:
    async def play(client: httpx.AsyncClient, time: Time) -> None:
        device = Authenticator("http://localhost")
        assert failure(await become(client, device, CHALLENGE, time)) == (403, "entry")
        assert (await become(client, device, CHALLENGE - 1, time)).status_code == 201
        options = (await client.post("/api/sign-in/begin")).json()
        time.now += CHALLENGE
        assert failure(await client.post("/api/sign-in", json={"credential": device.sign(options)})) == (403, "entry")

    with_clock(tmp_path, play)


def test_a_link_ends_after_ten_minutes(tmp_path: Path) -> None:
    async def play(client: httpx.AsyncClient, time: Time) -> None:
        await become(client, Authenticator("http://localhost"))
        for wait, status in ((LINK - 1, 200), (LINK, 403)):
            link = (await client.post("/api/me/links")).json()
            assert link["expires"] == time.now + LINK
            time.now += wait
            for path in ("/api/sign-in/link/owner", "/api/sign-in/link"):
                assert (await client.post(path, json={"secret": link["secret"]})).status_code == status

    with_clock(tmp_path, play)


def test_a_session_is_seen_every_ten_minutes_and_ends_after_a_year_without_use(tmp_path: Path) -> None:
    async def seen(client: httpx.AsyncClient) -> int:
        (session,) = (await client.get("/api/me")).json()["person"]["sessions"]
        return int(session["seen"])

    async def play(client: httpx.AsyncClient, time: Time) -> None:
        await become(client, Authenticator("http://localhost"))
        start = time.now
        time.now += SEEN
        assert await seen(client) == start
        time.now += 6000
        assert await seen(client) == time.now
        time.now += SESSION - 1
        assert await seen(client) == time.now
        time.now += SESSION + 1
        assert (await client.get("/api/me")).json()["person"] is None

    with_clock(tmp_path, play)


def test_a_session_without_use_is_deleted_after_a_year(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        session = Session("hash", "id", "p", "", time.now, time.now)
        await store.people.add_person(Person("p", "Ada", "en", 0), None, [], session)
        for later, there in ((SESSION, True), (1, False)):
            time.now += later
            await hub.sweep.forget_people()
            assert (await store.people.session("hash") is not None) == there

    use(tmp_path, play, time)


def test_a_person_has_a_limited_number_of_sessions(tmp_path: Path) -> None:
    async def play(client: httpx.AsyncClient, time: Time) -> None:
        device = Authenticator("http://localhost")
        await become(client, device)
        first = client.cookies["encore-person"]
        for _ in range(MOST_SESSIONS):
            time.now += 60_000
            client.cookies.clear()
            options = (await client.post("/api/sign-in/begin")).json()
            await client.post("/api/sign-in", json={"credential": device.sign(options)})
        assert len((await client.get("/api/me")).json()["person"]["sessions"]) == MOST_SESSIONS
        client.cookies.clear()
        client.cookies.set("encore-person", first)
        assert (await client.get("/api/me")).json()["person"] is None

    with_clock(tmp_path, play)


def test_the_library_of_passkeys_is_loaded_when_somebody_needs_it() -> None:
    """It takes a fifth of a second, which the start of the server and other commands should not wait for."""

    async def loaded() -> bytes:
        code = "import sys, encore.server.run; print('webauthn' in sys.modules)"
        asked = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
        return (await asked.communicate())[0]

    assert asyncio.run(loaded()).strip() == b"False"
