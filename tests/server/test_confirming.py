"""Who changes how a person signs in, or deletes the person, has proved within five minutes to be that person."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from encore.server.domain.names import hashed
from encore.server.domain.people import CONFIRMED
from encore.server.http.app import build
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire.limits import Limits
from tests.server.authenticator import Authenticator
from tests.server.client import failure
from tests.server.hubs import Time, use
from tests.server.test_people import become, with_clock

GUARDED = (
    ("POST", "/api/me/codes"),
    ("POST", "/api/me/links"),
    ("POST", "/api/me/passkeys/begin"),
    ("DELETE", "/api/me/passkeys/{passkey}"),
    ("DELETE", "/api/me"),
)


async def with_passkey(client: httpx.AsyncClient, device: Authenticator) -> httpx.Response:
    options = (await client.post("/api/me/confirm/begin")).json()
    return await client.post("/api/me/confirm", json={"credential": device.sign(options)})


@pytest.mark.parametrize(("method", "path"), GUARDED)
def test_after_five_minutes_a_passkey_is_asked_for_again(tmp_path: Path, method: str, path: str) -> None:
    async def play(client: httpx.AsyncClient, time: Time) -> None:
        device = Authenticator("http://localhost")
        person = (await become(client, device)).json()["person"]
        address = path.format(passkey=person["passkeys"][0]["id"])
        time.now += CONFIRMED
        refused = await client.request(method, address)
        assert failure(refused) == (403, "confirm")
        assert refused.json()["fact"]["code"] == "server.confirm-first"
        assert (await client.get("/api/me")).json()["person"] is not None, "nothing has happened"
        assert (await with_passkey(client, device)).json()["person"]["id"] == person["id"]
        time.now += CONFIRMED - 1
        assert (await client.request(method, address)).status_code == 200

    with_clock(tmp_path, play)


def test_signing_in_counts_and_so_does_each_session_for_itself(tmp_path: Path) -> None:
    async def play(client: httpx.AsyncClient, time: Time) -> None:
        codes = (await become(client, Authenticator("http://localhost"))).json()["codes"]
        first = dict(client.cookies)
        time.now += CONFIRMED
        client.cookies.clear()
        await client.post("/api/sign-in/code", json={"code": codes[0]})
        assert (await client.post("/api/me/links")).status_code == 200
        client.cookies.clear()
        client.cookies.update(first)
        assert failure(await client.post("/api/me/links")) == (403, "confirm")

    with_clock(tmp_path, play)


def test_a_recovery_code_confirms_once_and_only_its_person(tmp_path: Path) -> None:
    async def play(client: httpx.AsyncClient, time: Time) -> None:
        others = (await become(client, Authenticator("http://localhost"))).json()["codes"]
        client.cookies.clear()
        codes = (await become(client, Authenticator("http://localhost"))).json()["codes"]
        for code, status in ((others[0], 403), (codes[0].lower(), 200), (codes[0], 403)):
            time.now += CONFIRMED
            answer = await client.post("/api/me/confirm", json={"code": code})
            assert answer.status_code == status
            assert (await client.post("/api/me/links")).status_code == status
        assert (await client.get("/api/me")).json()["person"]["codes"] == 9
        client.cookies.clear()
        assert (await client.post("/api/sign-in/code", json={"code": others[0]})).status_code == 200, "it is not used"

    with_clock(tmp_path, play)


def test_the_passkey_of_somebody_else_confirms_nothing(tmp_path: Path) -> None:
    async def play(client: httpx.AsyncClient, time: Time) -> None:
        bo = Authenticator("http://localhost")
        await become(client, bo)
        client.cookies.clear()
        ada = Authenticator("http://localhost")
        await become(client, ada)
        time.now += CONFIRMED
        assert failure(await with_passkey(client, bo)) == (403, "entry")
        options = (await client.post("/api/sign-in/begin")).json()
        answer = await client.post("/api/me/confirm", json={"credential": ada.sign(options)})
        assert failure(answer) == (403, "entry"), "it was asked for something else"
        assert failure(await client.post("/api/me/links")) == (403, "confirm")

    with_clock(tmp_path, play)


def test_the_name_confirms_only_where_there_is_no_passkey(tmp_path: Path) -> None:
    async def play(client: httpx.AsyncClient, time: Time) -> None:
        await become(client, Authenticator("http://localhost"))
        time.now += CONFIRMED
        assert failure(await client.post("/api/me/confirm", json={"name": "Ada"})) == (403, "entry")

    with_clock(tmp_path, play)

    async def without(hub: Hub, _: SqliteStore) -> None:
        transport = httpx.ASGITransport(build(hub, Limits(unlimited=True)))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            await client.post("/api/people", json={"name": "Bo"})
            time.now += CONFIRMED
            for typed, status in (("", 403), ("bo", 403), (" Bo ", 200)):
                assert (await client.post("/api/me/confirm", json={"name": typed})).status_code == status
                assert (await client.post("/api/me/codes")).status_code == status

    time = Time()
    use(tmp_path, without, now=time)


def test_a_proof_at_another_process_counts_at_once(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        hub.sessions._seconds = lambda: time.now / 1000
        transport = httpx.ASGITransport(build(hub, Limits(unlimited=True)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await become(client, Authenticator("http://localhost"))
            time.now += CONFIRMED
            assert failure(await client.post("/api/me/links")) == (403, "confirm"), "the session is remembered now"
            await store.people.confirm_session(hashed(client.cookies["encore-person"]), time.now)
            assert (await client.post("/api/me/links")).status_code == 200

    use(tmp_path, play, now=time)
