"""A running engine: a program that reads commands and writes answers, a line each (docs/engines.md)."""

from __future__ import annotations

import os
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise

from encore.core.errors import EncoreError, printable
from encore.core.fact import Fact
from encore.core.thinking import Budget

STARTING = 120.0
"""Seconds until an engine must be ready before a game: it may have to compile."""
RESTARTING = 7.0
"""The same during a game, when the process of an earlier move is gone."""
GRACE = 2.0
"""Seconds that a move may take beyond its time: a machine may be busy."""
WITHOUT_TIME = 60.0
"""Seconds for a move that is limited by nodes alone."""
SECRETS = ("ENCORE_BUS", "ENCORE_WORKER_SECRET", "ENCORE_SMTP_USER", "ENCORE_SMTP_PASSWORD")
"""The settings of a server that no engine gets: it may be anybody's program."""
LONGEST_LINE = 1 << 14
"""Bytes of a line of output."""
MOST_OUTPUT = 1 << 20
"""Bytes of output before an answer."""
_LOOK = 0.02
"""Seconds between two looks at the budget."""


class EngineFailed(EncoreError):
    """An engine hangs, has ended, floods its output or says what makes no sense; it loses its game."""


class EngineProcess:
    """One process of an engine. Whatever it does, no call blocks for longer than its limit."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.games: tuple[str, ...] = ()
        self.player: object = None
        self._pending = b""
        try:
            self._process = _STARTER.submit(_start, command).result()
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineFailed(Fact("core.engine-not-started", engine=printable(command), why=why)) from None
        assert self._process.stdin and self._process.stdout
        self._stdin, self._stdout = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def greet(self, deadline: float) -> None:
        """Ask which games the engine plays; it must answer before the deadline (of the monotonic clock)."""
        games: list[str] = []
        for line in self._until("ugiok", deadline, ["ugi"]):
            words = line.split()
            if words[:4] == ["option", "name", "game", "type"]:
                games += [value for key, value in pairwise(words) if key == "var"]
        self.games = tuple(games)

    def begin(self, settings: list[tuple[str, str]], deadline: float) -> None:
        """Prepare a new game with these settings."""
        commands = [f"setoption name {name} value {value}" for name, value in settings]
        for _ in self._until("readyok", deadline, [*commands, "uginewgame", "isready"]):
            pass

    def best_move(self, position: str, budget: Budget) -> str:
        """Return the move of an engine for a position, as it writes it."""
        seconds = budget.seconds
        limits = [] if seconds is None else ["movetime", str(max(1, round(seconds * 1000)))]
        limits += ["nodes", str(budget.nodes)] if seconds is None else []
        deadline = time.monotonic() + (WITHOUT_TIME if seconds is None else seconds) + GRACE
        commands = [f"position fen {position}", " ".join(["go", *limits])]
        for line in self._until("bestmove", deadline, commands, budget):
            words = line.split()
            if words[0] == "bestmove":
                if len(words) < 2:
                    raise self._failed("core.engine-nonsense", text=line)
                return words[1]
        raise AssertionError("the loop ends with bestmove or raises")

    def end(self) -> None:
        """Kill the process and what it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert stream
                stream.close()
        self._process.wait()

    def _until(self, last: str, deadline: float, commands: list[str], budget: Budget | None = None) -> Iterator[str]:
        """Send commands and yield the lines of the answer, up to the one that begins with ``last``.

        If the budget ends meanwhile, the engine is told to stop and has little time left.
        """
        self._write(commands, deadline)
        taken, stopped = 0, False
        while True:
            if budget and budget.stop[0] and not stopped:
                stopped, deadline = True, min(deadline, time.monotonic() + GRACE)
                self._write(["stop"], deadline)
            line = self._line(deadline)
            if line is None:
                continue
            taken += len(line) + 1
            if taken > MOST_OUTPUT:
                raise self._failed("core.engine-floods", most=MOST_OUTPUT)
            if text := line.decode("utf-8", "replace").strip():
                yield text
                if text.split()[0] == last:
                    return

    def _write(self, commands: list[str], deadline: float) -> None:
        data = "".join(f"{command}\n" for command in commands).encode()
        while data:
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                self._wait(self._stdin, selectors.EVENT_WRITE, deadline)
            except OSError:
                raise self._ended() from None

    def _line(self, deadline: float) -> bytes | None:
        """Return the next line, or None if there is none yet."""
        while b"\n" not in self._pending:
            if len(self._pending) > LONGEST_LINE:
                raise self._failed("core.engine-floods", most=LONGEST_LINE)
            if not self._wait(self._stdout, selectors.EVENT_READ, deadline):
                return None
            data = os.read(self._stdout, LONGEST_LINE)
            if not data:
                raise self._ended()
            self._pending += data
        line, _, self._pending = self._pending.partition(b"\n")
        return line

    def _wait(self, stream: int, event: int, deadline: float) -> bool:
        """Wait a moment for a stream; return whether it is ready."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise self._failed("core.engine-hangs")
        with selectors.DefaultSelector() as selector:
            selector.register(stream, event)
            return bool(selector.select(min(left, _LOOK)))

    def _ended(self) -> EngineFailed:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        status = self._process.returncode
        return self._failed("core.engine-ended", status="?" if status is None else str(status))

    def _failed(self, code: str, **more: str | int) -> EngineFailed:
        cut = {name: _short(value) if isinstance(value, str) else value for name, value in more.items()}
        return EngineFailed(Fact(code, engine=printable(self.command), **cut))


def _short(text: str) -> str:
    return printable(text[:60])


# A thread that stays: with --pdeathsig, a process ends with the thread that has started it.
_STARTER = ThreadPoolExecutor(1, "engines")


def _start(command: str) -> subprocess.Popen[bytes]:
    """Start an engine that ends with this process, also if this process is killed."""
    arguments = shlex.split(command)
    if not arguments:
        raise ValueError("the command is empty")
    if shutil.which(arguments[0]) is None:
        raise FileNotFoundError(2, "there is no such program")
    guard: list[str] = ["setpriv", "--pdeathsig", "KILL", "--"] if shutil.which("setpriv") else []
    if shutil.which("env"):
        guard += ["env", *(part for name in SECRETS for part in ("-u", name))]
    return subprocess.Popen(
        [*guard, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        bufsize=0,
    )
