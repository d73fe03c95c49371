"""Names the visitor behind an address. Limits and shares are counted per visitor."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

PREFIX = 64
"""The bits of an IPv6 address that name a visitor: a provider gives every household at least this many addresses."""


@lru_cache(1000)  # every request asks several times
def visitor_at(address: str) -> str:
    """Return the visitor at an address: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address  # a test client, or a Unix socket behind a proxy
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> (128 - PREFIX) << (128 - PREFIX))}/{PREFIX}"
