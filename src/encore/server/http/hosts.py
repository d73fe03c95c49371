"""The names under which this server may be reached.

A page elsewhere can make its own name point to this machine (DNS rebinding). Its requests then come from what looks
like one of our pages, but they carry its name. So a request is answered only if it names this server by an address, as
this machine, or by a name that the operator has given.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address

ANY = "*"
"""The name that allows all names."""


class Hosts:
    """The allowed names."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        machine = socket.gethostname().lower()
        self._names = {"localhost", machine, f"{machine.partition('.')[0]}.local", *(name.lower() for name in names)}

    def allow(self, host: str) -> bool:
        """Return whether a request with this Host header is answered; programs of HTTP/1.0 send none."""
        name = _without_port(host.strip().lower()).rstrip(".")
        return not name or ANY in self._names or name in self._names or name.endswith(".localhost") or _is_address(name)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


@lru_cache(100)  # every request asks, mostly with the same name
def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
