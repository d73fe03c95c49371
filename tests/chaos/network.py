"""Where the parts of the cluster are: each in a network namespace of its own, or at an address of 127.0.0.0/8."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.server.services import LIBC, die_with_the_tests

CLONE_NEWNET = 0x40000000
UNSHARE = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
"""Network, mounts and processes of its own: the kernel removes all of them with the test, however it ends."""


def why_no_namespaces() -> str:
    """Return why this process cannot make namespaces; empty if it can."""
    if os.geteuid() != 0:
        return "only root can make network namespaces"
    if not shutil.which("ip") or not shutil.which("unshare"):
        return "network namespaces need ip and unshare (Debian: apt install iproute2 util-linux)"
    if subprocess.run([*UNSHARE, "true"], capture_output=True).returncode:
        return "this system allows no network namespaces"
    return ""


def enter_namespaces(module: str, arguments: list[str]) -> None:
    """Begin anew in namespaces of its own; returns only if this has happened already."""
    if "ENCORE_CHAOS_INSIDE" not in os.environ:
        os.environ["ENCORE_CHAOS_INSIDE"] = "1"
        sys.stdout.flush()
        os.execvp(UNSHARE[0], [*UNSHARE, sys.executable, "-m", module, *arguments])


class Place:
    """Where a part of the cluster runs: its address, and what its processes do first."""

    def __init__(self, name: str, address: str, enter: Callable[[], None]) -> None:
        self.name, self.address, self.enter = name, address, enter

    def disconnect(self) -> None:
        """Take the link of the place down; nothing happens without namespaces."""

    def connect(self) -> None:
        """Take the link of the place up."""

    def disk(self, folder: Path, megabytes: int) -> None:
        """Let a folder be a small disk, if that is possible."""

    def remove_disk(self, folder: Path) -> None:
        """Remove the disk again."""


class Loopback:
    """Places that are addresses of the loopback device; other runs have others."""

    isolated = False

    def __init__(self) -> None:
        self._net = f"127.{1 + os.getpid() // 250 % 250}.{1 + os.getpid() % 250}"
        self.hub = f"{self._net}.1"
        self._places = 10

    def place(self, name: str) -> Place:
        """Return another place."""
        self._places += 1
        return Place(name, f"{self._net}.{self._places}", die_with_the_tests)


class Namespace(Place):
    """A network namespace, with a link to the bridge of the test."""

    def __init__(self, name: str, address: str) -> None:
        super().__init__(name, address, self._enter)
        ip("netns", "add", name)
        ip("link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", f"to-{name}", "master", "bridge0", "up")
        ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            ip("-n", name, "link", "set", device, "up")
        self._file = os.open(f"/run/netns/{name}", os.O_RDONLY | os.O_CLOEXEC)

    def disconnect(self) -> None:
        ip("link", "set", f"to-{self.name}", "down")

    def connect(self) -> None:
        ip("link", "set", f"to-{self.name}", "up")

    def disk(self, folder: Path, megabytes: int) -> None:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "encore-chaos", folder], check=True)

    def remove_disk(self, folder: Path) -> None:
        subprocess.run(["umount", "--lazy", folder], capture_output=True)

    def _enter(self) -> None:
        if LIBC.setns(self._file, CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "cannot enter a network namespace")
        die_with_the_tests()


class Namespaces:
    """Places with namespaces of their own; the test and its relays are beside the bridge."""

    isolated = True

    def __init__(self) -> None:
        self.hub = "10.77.0.1"
        self._places = 10
        Path("/run/netns").mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "encore-chaos", "/run/netns"], check=True)
        ip("link", "set", "lo", "up")
        ip("link", "add", "bridge0", "type", "bridge")
        ip("address", "add", f"{self.hub}/24", "dev", "bridge0")
        ip("link", "set", "bridge0", "up")

    def place(self, name: str) -> Place:
        """Return another place."""
        self._places += 1
        return Namespace(name, f"10.77.0.{self._places}")


Network = Loopback | Namespaces


def ip(*arguments: str) -> None:
    """Run ``ip``."""
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)
