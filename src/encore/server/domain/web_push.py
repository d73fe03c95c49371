"""Web Push as bytes: the encryption of RFC 8291 and the signature of RFC 8292, from the parts of ``cryptography``.

What is encrypted is padded, so that a push service cannot tell notices from each other by their length.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, NamedTuple

from encore.core.errors import EncoreError
from encore.core.fact import Fact

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

PADDED = 512
"""Bytes of what is encrypted, at least."""
RECORD = 4096
SALT, SECRET, POINT = 16, 16, 65
"""Bytes of a salt, of a browser's secret, and of a public key."""


class WrongKeys(EncoreError):
    """The keys of a subscription are no such keys."""

    def __init__(self) -> None:
        super().__init__(Fact("server.wrong-endpoint"))


class Once(NamedTuple):
    """What must be new for each message: the private key of the sender, and the salt."""

    key: EllipticCurvePrivateKey
    salt: bytes


def new_key() -> bytes:
    """Return a new private key."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


def public_key(key: bytes) -> str:
    """Return the public part of a private key, as browsers take it."""
    return written(_point(_private(key).public_key()))


def check_keys(p256dh: str, auth: str) -> None:
    """Raise WrongKeys for what cannot be the keys of a browser."""
    _read_keys(p256dh, auth)


def encrypted(message: bytes, p256dh: str, auth: str, once: Once | None = None) -> bytes:
    """Encrypt a message for a browser: the body of a request with the encoding aes128gcm."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    browser, secret = _read_keys(p256dh, auth)
    key, salt = once or Once(ec.generate_private_key(ec.SECP256R1()), os.urandom(SALT))
    sender = _point(key.public_key())
    shared = key.exchange(ec.ECDH(), browser)
    start = _derived(secret, shared, b"WebPush: info\0" + _point(browser) + sender, 32)
    content_key = _derived(salt, start, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, start, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def padded(message: bytes) -> bytes:
    """Return a JSON text with spaces at its end, so that all short ones are as long."""
    return message.ljust(PADDED)


def authorization(key: bytes, audience: str, contact: str, expires: int) -> str:
    """Return the header with which the server names itself to a push service (``audience``), until a time."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": audience, "exp": expires, **({"sub": contact} if contact else {})}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(written(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(_private(key).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = written(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_key(key)}"


def topic(key: bytes, table: str) -> str:
    """Return the name under which a push service replaces what it has not delivered; it does not name the table."""
    return written(hmac.digest(key, table.encode(), hashlib.sha256)[:24])


def written(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _read(text: str) -> bytes:
    bare = text.rstrip("=")
    return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def _read_keys(p256dh: str, auth: str) -> tuple[EllipticCurvePublicKey, bytes]:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, secret = _read(p256dh), _read(auth)
        if len(point) != POINT or len(secret) != SECRET:
            raise WrongKeys
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point), secret
    except ValueError:
        raise WrongKeys from None


def _private(key: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())


def _point(key: EllipticCurvePublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
