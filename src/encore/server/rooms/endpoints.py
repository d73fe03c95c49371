"""Which addresses the server sends notices to: a person names them, so none may lead into the operator's network."""

from __future__ import annotations

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.server.rooms.lookups import Lookups, Resolve, resolve

HTTPS = 443
LONGEST_HOST = 253

_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
# The last label has a letter, so that nothing that can be read as an address counts as a name.
_HOST = re.compile(rf"({_LABEL}\.)+(?=[a-z0-9-]*[a-z])(?!0x){_LABEL}")
_PLAIN = re.compile(r"[!-~]+")
_SPECIAL = tuple(
    map(
        ip_network,
        ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/23", "3fff::/20", "192.88.99.0/24", "192.0.0.0/24"),
    )
)
"""Networks whose addresses lead to others (translators and tunnels), or that older Pythons take for public ones."""
_UNICAST = ip_network("2000::/3")


class EndpointRefused(EncoreError):
    """The server sends nothing to this address."""

    def __init__(self) -> None:
        super().__init__(Fact("server.wrong-endpoint"))


class Unresolved(EncoreError):
    """The addresses of a name could not be found out now."""

    def __init__(self) -> None:
        super().__init__(Fact("server.endpoint-unresolved"))


class Destination(NamedTuple):
    """A push service: its origin (scheme, name and port), the name, and the checked ``address`` to connect to.

    ``path`` is what is asked for there, ``secure`` whether by TLS.
    """

    origin: str
    host: str
    address: str
    port: int
    path: str
    secure: bool = True


class Endpoints:
    """Checks endpoints: https at a public name whose addresses are all public.

    The operator's own push services (``trusted``, the beginnings of addresses) are not checked.
    """

    def __init__(self, trusted: Sequence[str] = (), resolving: Resolve = resolve) -> None:
        self._trusted = [_trust(each) for each in trusted]
        self._lookups = Lookups(resolving)

    def close(self) -> None:
        """Look no more names up."""
        self._lookups.close()

    async def find(self, endpoint: str, person: str) -> Destination:
        """Return where to send to for a person, or raise EndpointRefused or Unresolved; all addresses are checked."""
        parts = _split(endpoint)
        if any(_is_in(parts, each) for each in self._trusted):
            host, secure = parts.hostname or "", parts.scheme == "https"
            port = parts.port or (HTTPS if secure else 80)
            address = (await self._addresses(person, host, port))[0]
            return Destination(_origin(parts), host, address, port, _path(parts), secure)
        host = parts.hostname or ""
        if parts.scheme != "https" or parts.port not in (None, HTTPS) or not _is_public_name(host):
            raise EndpointRefused
        addresses = await self._addresses(person, host, HTTPS)
        # All of them: a name with one address inside is not the name of a push service.
        if not all(map(is_public, addresses)):
            raise EndpointRefused
        return Destination(_origin(parts), host, addresses[0], HTTPS, _path(parts))

    async def _addresses(self, person: str, host: str, port: int) -> Sequence[str]:
        try:
            found = await self._lookups.find(person, host, port)
        except (OSError, UnicodeError):  # a timeout is an OSError
            raise Unresolved from None
        if not found:
            raise Unresolved
        return found


def is_public(text: str) -> bool:
    """Return whether an address is one of the public internet."""
    try:
        address = ip_address(text)
    except ValueError:
        return False  # such as a link-local one with the name of an interface
    if isinstance(address, IPv6Address) and (address not in _UNICAST or address.scope_id):
        return False
    return address.is_global and not address.is_multicast and not _is_special(address)


def _is_special(address: IPv4Address | IPv6Address) -> bool:
    return any(address.version == each.version and address in each for each in _SPECIAL)


def _split(endpoint: str) -> SplitResult:
    """Read an address; what two readers could read differently is refused."""
    try:
        if not _PLAIN.fullmatch(endpoint) or "\\" in endpoint:
            raise EndpointRefused
        parts = urlsplit(endpoint)
        if parts.username is not None or parts.password is not None or "#" in endpoint or not parts.hostname:
            raise EndpointRefused
        _ = parts.port  # raises ValueError if it is none
    except ValueError:
        raise EndpointRefused from None
    return parts


def _origin(parts: SplitResult) -> str:
    return f"{parts.scheme}://{parts.netloc}"


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _is_public_name(host: str) -> bool:
    return len(host) <= LONGEST_HOST and _HOST.fullmatch(host) is not None


def _trust(prefix: str) -> SplitResult:
    try:
        parts = _split(prefix)
    except EndpointRefused:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.path.endswith("/") or parts.query:
        raise EncoreError(
            f"--push-service is an address such as https://push.example/ with a / at its end, not {prefix}"
        )
    return parts


def _is_in(parts: SplitResult, trusted: SplitResult) -> bool:
    same = (parts.scheme, parts.netloc) == (trusted.scheme, trusted.netloc)
    return same and parts.path.startswith(trusted.path) and ".." not in unquote(parts.path)
