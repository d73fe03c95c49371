"""Notices go to exactly the address that was checked, and only if it proves to be the push service that was named."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from encore.server.domain import web_push
from encore.server.domain.clocks import now_ms
from encore.server.domain.subscriptions import Subscription
from encore.server.rooms.endpoints import Endpoints
from encore.server.rooms.push import Push, PushClient, Pushed
from tests.server.certificates import Authority
from tests.server.push_service import PushService, push_service

HOST = "push.test"


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """An authority that this machine trusts, and no other."""
    found = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(found.file))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path / "none"))
    return found


class Resolver:
    """Names have the address of this machine; it keeps which were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return ["127.0.0.1"]


def sent(service: PushService, resolver: Resolver) -> Pushed:
    """Send a notice to the push service by its name, which is not the name of any machine."""
    endpoint = f"https://{HOST}:{service.port}/push/phone"
    wish = service.subscribe("phone").wish()["keys"]
    browser = Subscription("id", "ada", "hash", endpoint, wish["p256dh"], wish["auth"], "en", "Firefox", 0)

    async def scene() -> Pushed:
        # Only the permission to call this machine is for the test; how it is called is what browsers get.
        client = PushClient(Endpoints([f"https://{HOST}:{service.port}/"], resolver), now_ms)
        client.open(web_push.new_key())
        try:
            return await client.send(browser, Push(b"{}", "table", 60))
        finally:
            await client.close()

    return asyncio.run(scene())


def test_the_connection_names_the_push_service_and_goes_to_the_checked_address(authority: Authority) -> None:
    names, resolver = list[str | None](), Resolver()
    context = authority.server(HOST)
    context.sni_callback = lambda _, name, __: names.append(name)
    with push_service(context) as service:
        assert sent(service, resolver).outcome == "sent"
        (request,) = service.received
    assert names == [HOST]
    assert request.headers["Host"] == f"{HOST}:{service.port}"
    assert resolver.asked == [HOST], "the name is looked up once, by the check"


def test_a_certificate_for_another_name_is_refused(authority: Authority) -> None:
    with push_service(authority.server("other.test")) as service:
        assert sent(service, Resolver()).outcome == "later"
        assert service.received == []


def test_a_certificate_of_an_unknown_authority_is_refused(authority: Authority, tmp_path: Path) -> None:
    with push_service(Authority(tmp_path, "stranger").server(HOST)) as service:
        assert sent(service, Resolver()).outcome == "later"
        assert service.received == []
