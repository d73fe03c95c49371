"""Sends notices to browsers through their push services (RFC 8030)."""

from __future__ import annotations

import asyncio
import logging
import ssl
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import urlsplit

from encore.server.domain import web_push
from encore.server.domain.clocks import TimeOfDay
from encore.server.domain.subscriptions import Subscription
from encore.server.rooms.endpoints import Destination, EndpointRefused, Endpoints, Unresolved
from encore.server.rooms.studies import Studies

if TYPE_CHECKING:
    import httpx

log = logging.getLogger("encore.server")

PATIENCE = 10.0
"""Seconds for one request."""
SIGNED = 12 * 3600
"""Seconds for which a signature is valid; push services accept at most a day."""
LONGEST_WAIT = 3600
"""Seconds that a push service may ask the server to wait."""
GONE = frozenset({404, 410})
"""The browser wants no more notices."""
TOO_MANY = 429

Outcome = Literal["sent", "gone", "refused", "later"]


class Push(NamedTuple):
    """A message for a browser: a JSON text, the table it is about, and for how many seconds it is of use."""

    message: bytes
    table: str
    ttl: int
    urgency: Literal["low", "normal", "high"] = "normal"


class Pushed(NamedTuple):
    """What became of a message; after how many seconds it may be sent again, if the push service says so."""

    outcome: Outcome
    wait: int = 0


class PushClient:
    """Sends messages. Each request has a connection of its own, to exactly the address that was checked.

    A connection that is used again could have been checked for another name. Redirects are not followed, answers are
    not read, and proxies of the environment are not used.
    """

    def __init__(self, endpoints: Endpoints, now: TimeOfDay, contact: str = "") -> None:
        self.endpoints = endpoints
        self._now, self._contact = now, contact
        self._writing = Studies(1)  # a thread of its own: notices do not wait for replays
        self._key = b""
        self._client: httpx.AsyncClient | None = None

    def open(self, key: bytes) -> None:
        """Take the private key with which the server signs."""
        self._key = key

    async def close(self) -> None:
        """Close all connections."""
        self._writing.close()
        if self._client is not None:
            await self._client.aclose()

    async def send(self, subscription: Subscription, push: Push) -> Pushed:
        """Send a message to a browser."""
        try:
            there = await self.endpoints.find(subscription.endpoint)
            headers, body = await self._writing.in_thread(self._written, subscription, push, there)
            return await self._post(subscription.endpoint, there, headers, body)
        except Unresolved:
            return Pushed("later")
        except (EndpointRefused, web_push.WrongKeys) as error:
            log.warning("a notice is not sent: %s", error)
            return Pushed("refused")

    def _written(self, to: Subscription, push: Push, there: Destination) -> tuple[dict[str, str], bytes]:
        """Return the headers and the body of a request; this takes a millisecond, so call it in a thread."""
        expires = self._now() // 1000 + SIGNED
        headers = {
            "Host": there.origin.partition("://")[2],
            "Authorization": web_push.authorization(self._key, there.origin, self._contact, expires),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(push.ttl),
            "Urgency": push.urgency,
            "Topic": web_push.topic(self._key, push.table),
        }
        return headers, web_push.encrypted(web_push.padded(push.message), to.p256dh, to.auth)

    async def _post(self, endpoint: str, there: Destination, headers: dict[str, str], body: bytes) -> Pushed:
        import httpx

        if self._client is None:
            self._client = await asyncio.to_thread(_client)
        parts = urlsplit(endpoint)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        url = httpx.URL(scheme=parts.scheme, host=there.address, port=parts.port, raw_path=path.encode())
        try:
            async with asyncio.timeout(PATIENCE):
                # The certificate is checked for the name, although the address is called.
                named = {"sni_hostname": there.host}
                async with self._client.stream("POST", url, headers=headers, content=body, extensions=named) as answer:
                    return self._judged(answer)
        except (httpx.HTTPError, ssl.SSLError, OSError):  # a timeout is an OSError
            return Pushed("later")

    def _judged(self, answer: httpx.Response) -> Pushed:
        status = answer.status_code
        if 200 <= status < 300:
            return Pushed("sent")
        if status in GONE:
            return Pushed("gone")
        if status == TOO_MANY or status >= 500:
            return Pushed("later", _wait(answer.headers.get("retry-after", ""), self._now()))
        # Never with the endpoint, which is a secret of the browser.
        log.warning("a push service refused a notice with status %d", status)
        return Pushed("refused")


def _wait(text: str, now: int) -> int:
    """Return for how many seconds a push service asks to wait: it names seconds, or a date."""
    if text.isascii() and text.isdigit() and len(text) < 10:
        seconds = int(text)
    else:
        try:
            seconds = int(parsedate_to_datetime(text).timestamp() - now / 1000)
        except (ValueError, TypeError, OverflowError):
            return 0
    return max(0, min(seconds, LONGEST_WAIT))


def _client() -> httpx.AsyncClient:
    """Return a client; loading the certificates takes some time, so call this in a thread."""
    import httpx

    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    return httpx.AsyncClient(
        verify=ssl.create_default_context(), follow_redirects=False, trust_env=False, timeout=PATIENCE, limits=limits
    )
