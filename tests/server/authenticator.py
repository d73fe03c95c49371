"""A passkey device for tests: it makes real keys and real signatures, as a browser with a phone would."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
"""Flags: somebody touched the device, and proved who they are; a new key is included."""
CURVE = ec.SECP256R1()


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Key:
    """A key on the device."""

    id: bytes
    private: ec.EllipticCurvePrivateKey
    handle: bytes
    count: int = 0


class Authenticator:
    """A device used by a browser at an origin; ``name`` is the site that the browser asks for."""

    def __init__(self, origin: str, name: str = "localhost", counts: bool = True) -> None:
        self.origin, self.name, self._counts = origin, name, counts
        self.key: Key | None = None

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Make a key, and answer the challenge of the options."""
        key = self.key = Key(secrets.token_bytes(16), ec.generate_private_key(CURVE), unb64(options["user"]["id"]))
        numbers = key.private.public_key().public_numbers()
        point = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + len(key.id).to_bytes(2) + key.id + cbor2.dumps(point)
        made = {"fmt": "none", "attStmt": {}, "authData": self._data(PRESENT | VERIFIED | ATTESTED, key) + attested}
        client = self._client("webauthn.create", options["challenge"])
        response = {"clientDataJSON": b64(client), "attestationObject": b64(cbor2.dumps(made))}
        return self._credential(key, {**response, "transports": ["internal", "hybrid"]})

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Sign the challenge of the options with the key."""
        key = self.key
        assert key is not None
        key.count += self._counts
        client, data = self._client("webauthn.get", options["challenge"]), self._data(PRESENT | VERIFIED, key)
        signature = key.private.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature)}
        return self._credential(key, {**response, "userHandle": b64(key.handle)})

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int, key: Key) -> bytes:
        return sha256(self.name.encode()).digest() + bytes([flags]) + key.count.to_bytes(4)

    @staticmethod
    def _credential(key: Key, response: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": b64(key.id),
            "rawId": b64(key.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
