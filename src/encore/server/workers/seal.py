"""What shows that a message comes from somebody who knows the shared secret, and was meant for this topic."""

from __future__ import annotations

import hmac
import os
from hashlib import sha256
from pathlib import Path

from encore.core.errors import EncoreError, OptionError

PROTOCOL = 1
"""The version of the messages; the first byte of each."""
SECRET = "ENCORE_WORKER_SECRET"
"""The environment variable with the secret."""
SHORTEST = 32
"""Characters of a secret at least."""
_MAC = sha256().digest_size
_OTHERS = 0o007


class NotSealed(EncoreError):
    """A message has another secret or is forged; ``version`` is that of its protocol if that is another one."""

    def __init__(self, why: str, version: int = PROTOCOL) -> None:
        super().__init__(why)
        self.version = version


class Seal:
    """Seals messages and opens those of others who know the secret."""

    def __init__(self, secret: str) -> None:
        self._key = sha256(b"encore bot workers\0" + secret.encode()).digest()

    def close(self, topic: str, body: bytes) -> bytes:
        """Return a message for a topic."""
        return bytes([PROTOCOL]) + self._mac(topic, body) + body

    def open(self, topic: str, message: bytes) -> bytes:
        """Return what a message says, or raise NotSealed."""
        version, mac, body = message[:1], message[1 : 1 + _MAC], message[1 + _MAC :]
        if version != bytes([PROTOCOL]):
            other = version[0] if version else 0
            raise NotSealed(f"it speaks version {other} of the workers' protocol, this is version {PROTOCOL}", other)
        if not hmac.compare_digest(mac, self._mac(topic, body)):
            raise NotSealed("its secret is another one, or somebody has forged it")
        return body

    def _mac(self, topic: str, body: bytes) -> bytes:
        # The length keeps topic and body apart.
        return hmac.digest(self._key, b"%d %d %s\0%s" % (PROTOCOL, len(topic), topic.encode(), body), "sha256")


def read_secret(file: Path | None) -> str:
    """Return the secret in a file or else in the environment; empty if there is none. Raises OptionError."""
    if file is None:
        secret, where = os.environ.get("ENCORE_WORKER_SECRET", "").strip(), SECRET
    else:
        try:
            secret, where = file.read_text("utf-8").strip(), str(file)
            open_to_all = os.name == "posix" and file.stat().st_mode & _OTHERS
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not text"
            raise OptionError(f"the secret of the bot workers cannot be read from {file}: {why}") from None
        if open_to_all:
            raise OptionError(f"every user of this machine can read {file}, the secret of the bot workers: chmod 600")
        if not secret:
            raise OptionError(f"{file} is empty; the secret of the bot workers has at least {SHORTEST} characters")
    if secret and len(secret) < SHORTEST:
        raise OptionError(f"the secret in {where} is too short: {SHORTEST} characters at least (openssl rand -hex 32)")
    return secret
