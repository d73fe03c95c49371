"""What programs say to the sockets of server processes, as `encore admin` does."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from encore.core.errors import EncoreError
from encore.server.admin.orders import LONGEST_LINE, AnyOrder, GetTable, OrderRefused, Reply, WholeTable
from encore.server.admin.socket import Sockets, short

PATIENCE = 30.0
"""Seconds to wait for an answer."""

T = TypeVar("T")
_read_reply = msgspec.json.Decoder(Reply).decode


class NoServer(EncoreError):
    """No process answers."""


class Client:
    """The processes that serve one store on this machine."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets

    def processes(self) -> list[int]:
        """Return the processes that answer, by number; the sockets of those that were killed are removed."""
        found = [process for process, path in self._sockets.all().items() if _lives(path)]
        if not found:
            raise NoServer(f"no encore serve runs with {self._sockets.folder}; --data or --database name another one")
        return found

    def ask(self, order: AnyOrder, kind: type[T], process: int | None = None) -> T:
        """Return the answer of a process, or of the first one; raise EncoreError if it refuses."""
        return self._ask(process or self.processes()[0], order, kind)

    def ask_all(self, order: AnyOrder, kind: type[T]) -> list[tuple[int, T]]:
        """Return the answers of all processes."""
        processes = self.processes()
        with ThreadPoolExecutor(len(processes)) as threads:  # each counts its load for a second
            answers = threads.map(lambda process: self._ask(process, order, kind), processes)
            return list(zip(processes, answers, strict=True))

    def table(self, name: str) -> list[tuple[int, WholeTable]]:
        """Return a table from each process where it is open; where it is open nowhere, one process opens it."""
        found = [(process, one) for process, one in self.ask_all(GetTable(name), WholeTable) if one.table]
        if found:
            return found
        process = self.processes()[0]
        return [(process, self.ask(GetTable(name, open=True), WholeTable, process))]

    def _ask(self, process: int, order: AnyOrder, kind: type[T]) -> T:
        try:
            line = _exchange(self._sockets.of(process), msgspec.json.encode(order) + b"\n")
        except OSError as error:
            raise NoServer(f"process {process} does not answer: {error.strerror or error}") from None
        reply = _read_reply(line)
        if reply.error:
            raise OrderRefused(reply.error)
        return msgspec.convert(reply.answer, kind)


def _exchange(path: Path, line: bytes) -> bytes:
    parts: list[bytes] = []
    with _connected(path) as connection:
        connection.sendall(line)
        while sum(map(len, parts)) < LONGEST_LINE and (part := connection.recv(1 << 16)):
            parts.append(part)
            if part.endswith(b"\n"):
                return b"".join(parts)
    raise OSError("it has gone")


def _connected(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(PATIENCE)
        with short(path) as name:
            connection.connect(name)
    except BaseException:
        connection.close()
        raise
    return connection


def _lives(path: Path) -> bool:
    try:
        _connected(path).close()
    except ConnectionRefusedError:
        path.unlink(missing_ok=True)
        return False
    except FileNotFoundError:
        return False
    return True


def as_json(answer: Any) -> str:
    """Return an answer as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()
