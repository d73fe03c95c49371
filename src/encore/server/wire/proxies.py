"""The proxies whose word about their clients is taken."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

ANY = "*"


class Proxies:
    """The addresses and networks that uvicorn trusts, as its option writes them: separated by commas, ``*`` for all."""

    def __init__(self, trusted: str | list[str]) -> None:
        names = trusted.split(",") if isinstance(trusted, str) else trusted
        self._all = ANY in {name.strip() for name in names}
        self._networks = [network for name in names if (network := _network(name.strip()))]
        self._has = lru_cache(1000)(self._look)  # the same few addresses connect again and again

    def __contains__(self, address: str) -> bool:
        """Return whether a proxy has this address."""
        return self._all or self._has(address)

    def _look(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def _network(name: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(name)
    except ValueError:
        return None  # a name, or a Unix socket
