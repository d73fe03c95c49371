"""The socket through which an operator reaches a process: a file that only the user of the server can open."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import pwd
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from encore.core.errors import EncoreError
from encore.server.admin.operator import Operator
from encore.server.admin.orders import Reply, read_order
from encore.server.domain.unreadable import UNREADABLE

log = logging.getLogger("encore.server")

LONGEST_PATH = 100
"""Letters of a path that the system takes for a socket; the limit is 107 on Linux and 103 on macOS."""
_CREDENTIALS = struct.Struct("3i")
"""Process, user and group of the other side, as Linux tells them."""


class Sockets(NamedTuple):
    """Where the sockets of the processes of one store are: each is named after the number of its process."""

    folder: Path
    stem: str

    def of(self, process: int) -> Path:
        """Return the socket of a process."""
        return self.folder / f"{self.stem}.{process}.sock"

    def all(self) -> dict[int, Path]:
        """Return the sockets that are there, by process; one whose process was killed may still be."""
        found = [(path.name.removeprefix(f"{self.stem}."), path) for path in self.folder.glob(f"{self.stem}.*.sock")]
        numbered = ((name.removesuffix(".sock"), path) for name, path in found)
        return dict(sorted((int(number), path) for number, path in numbered if number.isdecimal()))


def sockets_of(folder: Path, database: str | None) -> Sockets:
    """Return where the sockets of a store are; those of a database are in the folder, too, each with its own stem.

    ENCORE_ADMIN names another folder, for one server: no operator has to know its database then.
    """
    if given := os.environ.get("ENCORE_ADMIN"):
        return Sockets(Path(given), "admin")
    if database is None:
        return Sockets(folder, "admin")
    return Sockets(folder, f"admin-{hashlib.sha256(database.encode()).hexdigest()[:12]}")


@contextmanager
def short(path: Path) -> Iterator[str]:
    """Return a name of a socket that the system takes, however long the path is."""
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        through = Path(f"/proc/self/fd/{folder}")
        if not through.is_dir():
            raise EncoreError(f"{path} is too long for a socket: {LONGEST_PATH} letters at most")
        yield str(through / path.name)
    finally:
        os.close(folder)


class AdminSocket:
    """Listens for orders as long as the server runs."""

    def __init__(self, sockets: Sockets, operator: Operator) -> None:
        self._path, self._operator = sockets.of(os.getpid()), operator
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to listen; raise EncoreError if that cannot be."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._path.unlink(missing_ok=True)  # of a process with the same number, which was killed
            listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            with short(self._path) as name:
                listening.bind(name)
            self._path.chmod(0o600)  # nobody can connect before it listens
            self._server = await asyncio.start_unix_server(self._serve, sock=listening, limit=1 << 16)
        except OSError as error:
            raise EncoreError(f"{self._path}: {error.strerror}") from None

    async def close(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            who = _user(writer)
            while line := await reader.readline():
                reply = await self._reply(line, who) if who else Reply(error="only the user of the server may ask")
                writer.write(msgspec.json.encode(reply) + b"\n")
                await writer.drain()
        except (OSError, ValueError):  # the other side has gone, or sends more than any order has
            pass
        finally:
            writer.close()

    async def _reply(self, line: bytes, who: str) -> Reply:
        try:
            return Reply(await self._operator.carry_out(read_order(line), who))
        except UNREADABLE as error:
            return Reply(error=f"this order cannot be read: {error}")
        except EncoreError as error:
            return Reply(error=str(error))
        except Exception:
            log.exception("an order of an operator failed")
            return Reply(error="the server could not do this; its log says why")


def _user(writer: asyncio.StreamWriter) -> str:
    """Return the user of the system on the other side; empty for one who may not ask."""
    own = os.geteuid()
    user = own
    if option := getattr(socket, "SO_PEERCRED", None):
        peer = writer.get_extra_info("socket")
        _, user, _ = _CREDENTIALS.unpack(peer.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size))
    if user not in (own, 0):
        return ""
    with suppress(KeyError):
        return pwd.getpwuid(user).pw_name
    return str(user)
