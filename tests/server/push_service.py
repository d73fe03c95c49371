"""A push service for tests: it takes what a server sends, and reads it as the browser would."""

from __future__ import annotations

import json
import os
import select
import socket
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.patience import wait_until


def read64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def write64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Received(NamedTuple):
    """A request: the last part of its path, its headers and body, and when it came."""

    name: str
    headers: dict[str, str]
    body: bytes
    at: float


class Browser:
    """A browser that wants notices at an address, with the keys that only it has."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self._point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wish(self, language: str = "en") -> dict[str, Any]:
        """Return what the page sends to the server."""
        keys = {"p256dh": write64(self._point), "auth": write64(self._auth)}
        return {"endpoint": self.endpoint, "keys": keys, "language": language}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a message (RFC 8188 and 8291)."""
        salt, sender, sealed = body[:16], body[21 : 21 + body[20]], body[21 + body[20] :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        secret = _derived(
            self._auth, self._key.exchange(ec.ECDH(), public), b"WebPush: info\0" + self._point + sender, 32
        )
        key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        opened = AESGCM(key).decrypt(_derived(salt, secret, b"Content-Encoding: nonce\0", 12), sealed, None)
        assert opened.endswith(b"\x02")
        return dict(json.loads(opened[:-1]))


class Subscribed(Browser):
    """A browser at the push service of a test."""

    def __init__(self, service: PushService, name: str) -> None:
        super().__init__(f"{service.url}{name}")
        self.service, self.name = service, name

    @property
    def answers(self) -> list[tuple[int, dict[str, str]]]:
        """The statuses and headers with which the next requests are answered."""
        return self.service.answers.get(self.name, [])

    @answers.setter
    def answers(self, answers: list[tuple[int, dict[str, str]]]) -> None:
        self.service.answers[self.name] = answers

    @property
    def messages(self) -> list[dict[str, Any]]:
        """What has come so far, decrypted."""
        return [self.read(one.body) for one in self.service.received if one.name == self.name]

    def wait(self, number: int = 1) -> list[dict[str, Any]]:
        """Wait until so many messages have come; return them."""
        wait_until(lambda: len(self.messages) >= number)
        return self.messages


class PushService:
    """The service. ``answers`` are the statuses of the next requests to a browser; 201 when there are none left.

    Requests to a browser in ``silent`` are never answered; ``held`` are those that are open.
    """

    def __init__(self, secured: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> None:
        self.received: list[Received] = []
        self.answers: dict[str, list[tuple[int, dict[str, str]]]] = {}
        self.delay = 0.0
        self.silent, self.held = set[str](), list[str]()
        self._closing = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                name = self.path.rpartition("/")[2]
                if name in service.silent:
                    service.hold(name, self.connection)
                    return
                answers = service.answers.get(name)
                status, headers = answers.pop(0) if answers else (201, {})
                if status < 300:
                    service.received.append(Received(name, dict(self.headers), body, time.time()))
                time.sleep(service.delay)
                self.send_response(status)
                for key, value in {"Content-Length": "0", **headers}.items():
                    self.send_header(key, value)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = Server((host, 0), Handler)
        if secured:
            self._server.socket = secured.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_port
        self.origin = f"http://{host}:{self.port}"
        self.url = f"{self.origin}/push/"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def subscribe(self, name: str) -> Subscribed:
        return Subscribed(self, name)

    def hold(self, name: str, connection: socket.socket) -> None:
        """Say nothing until the client turns away."""
        self.held.append(name)
        while not self._closing.is_set() and not select.select([connection], (), (), 0.1)[0]:
            pass
        self.held.remove(name)

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Server(ThreadingHTTPServer):
    """A server that says nothing of clients that turn away."""

    def handle_error(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def push_service(secured: ssl.SSLContext | None = None) -> Iterator[PushService]:
    service = PushService(secured)
    try:
        yield service
    finally:
        service.close()


def signed_claims(header: str, key: str) -> dict[str, Any]:
    """Check the signature of a server that names itself by a key (RFC 8292); return what it claims."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", key)
    signed, _, signature = parts["t"].rpartition(".")
    head, claims = (json.loads(read64(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    raw = read64(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read64(key))
    wire = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(wire, signed.encode(), ec.ECDSA(hashes.SHA256()))
    return dict(claims)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
