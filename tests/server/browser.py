"""A browser without a page: it keeps cookies, has a passkey device, and asks as the page would."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.patience import PATIENCE
from tests.server.authenticator import Authenticator
from tests.server.client import Client, Served

AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


class Browser(httpx.Client):
    """A browser at a server, which it calls by its name, so that passkeys work."""

    def __init__(self, server: Served, name: str = "localhost") -> None:
        self.server, self.origin = server, f"http://{name}:{server.port}"
        # Connections are not kept, so that no test has to close its browsers.
        single, headers = httpx.Limits(max_keepalive_connections=0), {"User-Agent": AGENT}
        super().__init__(base_url=self.origin, timeout=PATIENCE, verify=False, headers=headers, limits=single)
        self.device = Authenticator(self.origin, name)

    def ask(self, path: str, **body: Any) -> httpx.Response:
        """Post something."""
        return self.post(path, json=body)

    def begin(self, path: str, **body: Any) -> dict[str, Any]:
        """Return the options for a passkey."""
        answer = self.ask(path, **body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def become(self, name: str, language: str = "en") -> dict[str, Any]:
        """Become a person with a passkey; return the answer."""
        credential = self.device.create(self.begin("/api/people/begin", name=name, language=language))
        answer = self.ask("/api/people", name=name, language=language, credential=credential)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def sign_in(self) -> httpx.Response:
        """Sign in with the passkey of the device."""
        return self.ask("/api/sign-in", credential=self.device.sign(self.begin("/api/sign-in/begin")))

    @property
    def me(self) -> dict[str, Any] | None:
        """The person who is signed in."""
        person: dict[str, Any] | None = self.get("/api/me").json()["person"]
        return person

    def plant(self, token: str) -> None:
        """Give the browser a token of a session that it did not get from the server."""
        self.cookies.set("encore-person", token, domain="localhost.local", path="/api")
        assert token in self.build_request("GET", "/api/me").headers["cookie"]

    def open_table(self, **asked: Any) -> dict[str, Any]:
        """Open a table."""
        answer = self.ask("/api/tables", **asked)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def join(self, table: dict[str, Any], **asked: Any) -> httpx.Response:
        """Join a table by its invitation."""
        return self.ask(f"/api/tables/{table['table']}/join", invite=table["invite"], **asked)

    def seats(self, table: str) -> list[int]:
        """Return the seats that the server sees here."""
        return list(self.get(f"/api/tables/{table}").json()["you"])

    @asynccontextmanager
    async def at_table(self, table: str) -> AsyncIterator[Client]:
        """Connect to a table with the cookies that a browser would send."""
        path = f"/api/tables/{table}/socket"
        request = self.build_request("GET", path)
        headers = {"Cookie": request.headers["cookie"]} if "cookie" in request.headers else {}
        url = f"ws://localhost:{self.server.port}{path}?with=view"
        async with connect(url, additional_headers=headers, max_size=None) as socket:
            yield Client(socket)

    async def later(self, method: str, path: str) -> httpx.Response:
        """Send a request while sockets are open."""
        return await asyncio.to_thread(self.request, method, path)
