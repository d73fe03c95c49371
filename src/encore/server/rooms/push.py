"""Sends notices to browsers through their push services (RFC 8030)."""

from __future__ import annotations

import asyncio
import logging
import ssl
from email.utils import parsedate_to_datetime
from typing import Literal, NamedTuple

import h11

from encore.server.domain import web_push
from encore.server.domain.clocks import TimeOfDay
from encore.server.domain.subscriptions import Subscription
from encore.server.rooms.endpoints import Destination, EndpointRefused, Endpoints, Unresolved
from encore.server.rooms.studies import Studies
from encore.server.wire.limits import Turns

log = logging.getLogger("encore.server")

PATIENCE = 10.0
"""Seconds for a message as a whole: until it is its turn, the name is looked up, and the push service has answered."""
AT_ONCE = 10
"""The most requests that are open for one person, so that one person's browsers delay nobody else."""
SIGNED = 12 * 3600
"""Seconds for which a signature is valid; push services accept at most a day."""
LONGEST_HEAD = 16_384
"""Bytes of an answer that are read, at most."""
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

    A connection that is used again could have been checked for another name. Redirects are not followed, only the heads
    of answers are read, and proxies of the environment are not used.
    """

    def __init__(self, endpoints: Endpoints, now: TimeOfDay, contact: str = "") -> None:
        self.endpoints = endpoints
        self._now, self._contact = now, contact
        self._writing = Studies(1)  # a thread of its own: notices do not wait for replays
        self._turns = Turns(AT_ONCE)
        self._key = b""
        self._secured: ssl.SSLContext | None = None

    def open(self, key: bytes) -> None:
        """Take the private key with which the server signs."""
        self._key = key

    async def close(self) -> None:
        """Encrypt nothing more; connections end with their requests."""
        self._writing.close()
        self.endpoints.close()

    async def send(self, subscription: Subscription, push: Push) -> Pushed:
        """Send a message to a browser."""
        try:
            async with asyncio.timeout(PATIENCE), self._turns.turn(subscription.person):
                there = await self.endpoints.find(subscription.endpoint, subscription.person)
                headers, body = await self._writing.in_thread(self._written, subscription, push, there)
                return self._judged(await self._post(there, headers, body))
        except (Unresolved, h11.RemoteProtocolError, OSError):  # a timeout, and what is wrong with TLS, are OSErrors
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
            "Connection": "close",
        }
        body = web_push.encrypted(web_push.padded(push.message), to.p256dh, to.auth)
        return {**headers, "Content-Length": str(len(body))}, body

    async def _post(self, there: Destination, headers: dict[str, str], body: bytes) -> h11.Response:
        """Send a request; return the head of the answer."""
        if there.secure and self._secured is None:
            self._secured = await asyncio.to_thread(ssl.create_default_context)  # it reads many certificates
        secured = self._secured if there.secure else None
        # The certificate is checked for the name, although the address is called.
        name = there.host if there.secure else None
        reader, writer = await asyncio.open_connection(
            there.address, there.port, ssl=secured, server_hostname=name, limit=LONGEST_HEAD
        )
        try:
            return await _asked(
                reader, writer, h11.Request(method="POST", target=there.path, headers=[*headers.items()]), body
            )
        finally:
            writer.transport.abort()  # nothing is left to say

    def _judged(self, answer: h11.Response) -> Pushed:
        status = answer.status_code
        if 200 <= status < 300:
            return Pushed("sent")
        if status in GONE:
            return Pushed("gone")
        if status == TOO_MANY or status >= 500:
            return Pushed("later", _wait(_header(answer, b"retry-after"), self._now()))
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


async def _asked(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
) -> h11.Response:
    """Send a request over a connection; return the head of the answer."""
    http = h11.Connection(h11.CLIENT, max_incomplete_event_size=LONGEST_HEAD)
    parts = request, h11.Data(data=body), h11.EndOfMessage()
    writer.write(b"".join(http.send(part) or b"" for part in parts))
    while not isinstance(event := http.next_event(), h11.Response):
        if event is h11.NEED_DATA:
            http.receive_data(await reader.read(LONGEST_HEAD))
        elif not isinstance(event, h11.InformationalResponse):
            raise ConnectionError
    return event


def _header(answer: h11.Response, name: bytes) -> str:
    """Return a header of an answer; empty if it has none."""
    return next((value.decode("latin-1") for key, value in answer.headers if key == name), "")
