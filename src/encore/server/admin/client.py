"""What programs say to the sockets of server processes, as `encore admin` does."""

from __future__ import annotations

import select
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from encore.core.errors import EncoreError
from encore.server.admin.orders import LONGEST_LINE, AnyOrder, GetTable, OrderRefused, Reply, WholeTable
from encore.server.admin.socket import Sockets, short

PATIENCE = 30.0
"""Seconds to wait for an answer."""
LOOKING = 5.0
"""The same where all processes are asked: one that hangs must not hide the others for long."""

T = TypeVar("T")
_read_reply = msgspec.json.Decoder(Reply).decode


class NoServer(EncoreError):
    """No process answers."""


class Answers(NamedTuple, Generic[T]):
    """What the processes say, by number, and those that do not answer."""

    found: list[tuple[int, T]]
    silent: list[int]


class Client:
    """The processes that serve one store on this machine."""

    def __init__(self, sockets: Sockets) -> None:
        self._sockets = sockets

    def processes(self) -> list[int]:
        """Return the numbers of the processes that run, and remove the sockets of those that were killed."""
        found = [process for process, path in self._sockets.all().items() if _runs(path)]
        if not found:
            raise NoServer(f"no encore serve runs with {self._sockets.folder}; --data or --database name another one")
        return found

    def ask(self, order: AnyOrder, kind: type[T], process: int | None = None) -> T:
        """Return the answer of a process, or of one that does not hang; raise EncoreError if it refuses."""
        return self._ask(process or self._quickest(), order, kind, PATIENCE)

    def ask_all(self, order: AnyOrder, kind: type[T]) -> Answers[T]:
        """Return the answers of all processes; raise NoServer if none answers."""
        processes = self.processes()
        with ThreadPoolExecutor(len(processes)) as threads:  # each counts its load for a second
            asked = [threads.submit(self._ask, process, order, kind, LOOKING) for process in processes]
        answers: Answers[T] = Answers([], [])
        for process, answer in zip(processes, asked, strict=True):
            try:
                answers.found.append((process, answer.result()))
            except NoServer as error:
                answers.silent.append(process)
                silence = error
        if not answers.found:
            raise silence
        return answers

    def table(self, name: str) -> Answers[WholeTable]:
        """Return a table from each process where it is open; where it is open nowhere, one process opens it."""
        answers = self.ask_all(GetTable(name), WholeTable)
        found = [(process, one) for process, one in answers.found if one.table]
        if not found:
            process = answers.found[0][0]
            found = [(process, self.ask(GetTable(name, open=True), WholeTable, process))]
        return Answers(found, answers.silent)

    def _quickest(self) -> int:
        """Return the process that is the first to answer a short question."""
        processes = self.processes()
        if len(processes) == 1:
            return processes[0]
        with ExitStack() as stack:
            asked: dict[socket.socket, int] = {}
            for process in processes:
                with suppress(OSError):  # it hangs, and so many have asked it that it takes no more
                    connection = stack.enter_context(_connected(self._sockets.of(process), PATIENCE))
                    connection.sendall(_line(GetTable("")))
                    asked[connection] = process
            answering = select.select(list(asked), [], [], PATIENCE)[0] if asked else []
        if not answering:
            raise NoServer("no process answers")
        return asked[answering[0]]

    def _ask(self, process: int, order: AnyOrder, kind: type[T], patience: float) -> T:
        try:
            line = _exchange(self._sockets.of(process), _line(order), patience)
        except OSError as error:
            raise NoServer(f"process {process} does not answer: {error.strerror or error}") from None
        reply = _read_reply(line)
        if reply.error:
            raise OrderRefused(reply.error)
        return msgspec.convert(reply.answer, kind)


def _line(order: AnyOrder) -> bytes:
    return msgspec.json.encode(order) + b"\n"


def _exchange(path: Path, line: bytes, patience: float) -> bytes:
    parts: list[bytes] = []
    with _connected(path, patience) as connection:
        connection.sendall(line)
        while sum(map(len, parts)) < LONGEST_LINE and (part := connection.recv(1 << 16)):
            parts.append(part)
            if part.endswith(b"\n"):
                return b"".join(parts)
    raise OSError("it has gone")


def _connected(path: Path, patience: float) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(patience)
        with short(path) as name:
            connection.connect(name)
    except BaseException:
        connection.close()
        raise
    return connection


def _runs(path: Path) -> bool:
    try:
        _connected(path, LOOKING).close()
    except ConnectionRefusedError:
        path.unlink(missing_ok=True)
        return False
    except FileNotFoundError:
        return False
    except OSError:
        pass  # it hangs, and takes no more questions
    return True


def as_json(answer: Any) -> str:
    """Return an answer as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode()
