"""A server process started as an operator starts it, with its own folder and its log in a file."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx

STARTING = 300.0
"""Seconds until its bots are ready; kernels may have to be compiled."""
STOPPING = 30.0
LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def memory_of(pid: int) -> int:
    """Return the memory of a process in kilobytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def seconds_of(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str], port: int, folder: Path, log: Path) -> None:
        self.process, self.port, self.folder, self._log = process, port, folder, log

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def memory(self) -> float:
        """Return the memory of the server in megabytes, without its bots."""
        return memory_of(self.process.pid) / 1024

    def seconds(self) -> float:
        """Return the processor time of the server, without its bots."""
        return seconds_of(self.process.pid)

    def log(self) -> list[str]:
        """Return the lines it has written to its log."""
        return self._log.read_text().splitlines()

    def admin(self, *words: str) -> None:
        """Run an ``encore admin`` command on this server."""
        command = [sys.executable, "-m", "encore", "admin", *words, "--data", str(self.folder)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def wait_until_warm(self) -> None:
        """Wait until its bots have loaded everything, so that later waits have other causes."""
        end = time.monotonic() + STARTING
        with httpx.Client(verify=False) as client:
            while not client.get(f"{self.url}/api/health", timeout=STARTING).json()["warm"]:
                if time.monotonic() > end:
                    raise TimeoutError(f"the bots were not ready after {STARTING:.0f} s")
                time.sleep(0.1)

    def stop(self) -> None:
        """Ask it to shut down; kill it if it does not."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@contextmanager
def served(*arguments: str, descriptors: int | None = None, warm: bool = True) -> Iterator[Served]:
    """Run a server with an empty folder, or a database, and at most so many open files and sockets."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        store = () if "--database" in arguments else ("--data", folder)
        command = [sys.executable, "-m", "encore", "serve", "--port", "0", *store, *arguments]
        with log.open("w") as errors:
            process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
                preexec_fn=partial(_prepared, descriptors),
            )
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            process.wait()
            process.stdout.close()
            raise RuntimeError(f"the server did not start: {log.read_text()[-500:]}")
        server = Served(process, int(line.split(":")[2].split("/")[0]), Path(folder), log)
        try:
            if warm:
                server.wait_until_warm()
            yield server
        finally:
            server.stop()
            process.stdout.close()


def _prepared(descriptors: int | None) -> None:
    """Limit the descriptors of a new process, and end it when the benchmark is killed."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    if descriptors is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
