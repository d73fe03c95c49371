"""Connections to a PostgreSQL database with several hosts, of which one can be written."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

PATIENCE = 10.0
"""Seconds to wait for a connection, and for an answer."""


class Hosts:
    """The hosts of an address such as ``postgresql://user@one:5432,other:5432/name?target_session_attrs=read-write``.

    Each host has its share of the time: a lost machine does not answer at all, and must not keep the next one from
    being asked. Whoever answered last is asked first.
    """

    def __init__(self, url: str) -> None:
        self._urls = each_host(url)

    async def connect(self, *_: object, **options: Any) -> Any:
        """Connect to the first host that answers and fits; the arguments are those of the driver."""
        import asyncpg  # type: ignore[import-untyped]

        urls = list(self._urls)
        for number, url in enumerate(urls, 1):
            try:
                db = await asyncpg.connect(url, timeout=PATIENCE / len(urls), **options)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InternalClientError):
                if number == len(urls):
                    raise
            else:
                self._urls = [url, *(other for other in urls if other != url)]
                return db
        raise AssertionError("an address has a host")


def each_host(url: str) -> list[str]:
    """Return an address for each of the hosts that an address names, in the same order."""
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    query = parse_qsl(parts.query, keep_blank_values=True)
    if not hosts and (named := dict(query).get("host")):
        others = [pair for pair in query if pair[0] != "host"]
        asked = [urlencode([*others, ("host", one)]) for one in named.split(",")]
        return [f"{parts.scheme}://{parts.netloc}{parts.path}?{one}" for one in asked]
    end = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return [f"{parts.scheme}://{user}{at}{host}{end}" for host in hosts.split(",")]


class Deadline:
    """Breaks a connection on which no answer comes in time, without asking the server to stop.

    With a synchronous standby, a commit waits for it. If it were cancelled, the rows would be there for everybody,
    although the standby may never get them: an action could be acknowledged and lost. A server that only loses the
    connection goes on waiting.
    """

    def __init__(self, db: Any) -> None:
        self._db, self._loop = db, asyncio.get_running_loop()
        self._late = self._loop.call_later(PATIENCE, db.terminate)
        self._over = False

    def answered(self, _: object = None) -> None:
        """Wait as long again for the next answer."""
        self._late.cancel()
        if not self._over:
            self._late = self._loop.call_later(PATIENCE, self._db.terminate)

    def end(self) -> None:
        """Wait for nothing any more."""
        self._over = True
        self._late.cancel()


@contextmanager
def ended_when_late(db: Any) -> Iterator[None]:
    """Break a connection on which one answer takes too long."""
    deadline = Deadline(db)
    try:
        yield
    finally:
        deadline.end()


@contextmanager
def each_ended_when_late(db: Any) -> Iterator[None]:
    """Break a connection on which one of several answers takes too long: an import has thousands of statements."""
    import asyncpg

    deadline = Deadline(db)
    db.add_query_logger(deadline.answered)
    try:
        yield
    finally:
        deadline.end()
        with suppress(asyncpg.InterfaceError):  # the connection is broken
            db.remove_query_logger(deadline.answered)
