"""Sends the digests: each at most once a day, and by one process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, ParamSpec

from encore.core.errors import EncoreError
from encore.server.domain.clocks import DAY, TimeOfDay
from encore.server.domain.digests import CONFIRMING, Digest, Purpose, fits, person_in
from encore.server.domain.mails import Letterhead, confirmation, digest_mail
from encore.server.domain.own_games import OwnGame, OwnTable, all_games
from encore.server.rooms.mail import MailFailed, MailRefused, Smtp, send
from encore.server.rooms.metrics import Metrics
from encore.server.rooms.own_tables import OwnTables
from encore.server.storage.store import Store, StoreBusy

if TYPE_CHECKING:
    from email.message import EmailMessage

log = logging.getLogger("encore.server")
P = ParamSpec("P")

POLL = 30.0
"""Seconds between two looks for digests that are due."""
MOST = 50
"""Digests that a process sends before it looks again."""
PAUSE = 3_600_000
"""Milliseconds after which a mail that was not taken is tried again."""


class Digests:
    """The digests of one process; without a mail server there are none."""

    def __init__(
        self,
        store: Store,
        tables: OwnTables,
        smtp: Smtp | None,
        now: TimeOfDay,
        spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
        metrics: Metrics,
    ) -> None:
        self._store, self._tables, self._smtp, self._now, self._spawn = store.digests, tables, smtp, now, spawn
        self._head = Letterhead("", "", b"")
        self._sent, self._failed = metrics.mails_sent, metrics.mails_failed

    @property
    def possible(self) -> bool:
        """Whether this server sends mail."""
        return self._smtp is not None

    def open(self, key: bytes) -> None:
        """Take the server's key, and begin to send."""
        if self._smtp:
            self._head = Letterhead(self._smtp.sender, self._smtp.page, key)
            self._spawn(self._run())

    async def ask(self, digest: Digest) -> None:
        """Store a digest that somebody wants, and ask at its address whether it is right; or raise MailFailed."""
        await self._store.put(digest)
        await self._mail(confirmation, self._head, digest)

    async def confirm(self, secret: str) -> Digest | None:
        """Begin to send a digest whose address is right; return None if the link does not work."""
        found = await self._found("confirm", secret)
        if found is None or self._now() - found.asked > CONFIRMING:
            return None
        return found if await self._store.confirm(found, self._now(), self._now() + DAY) else None

    async def stop(self, secret: str) -> bool:
        """Send a digest no more; return whether the link works."""
        found = await self._found("stop", secret)
        if found is None:
            return False
        await self._store.drop(found.person)
        return True

    async def _found(self, purpose: Purpose, secret: str) -> Digest | None:
        person = person_in(secret)
        if not person or not self.possible:
            return None
        known = await self._store.of(person), await self._store.change(person)
        return next((each for each in known if each and fits(self._head.key, purpose, each, secret)), None)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.send_due()
            except StoreBusy as error:
                log.warning("digests wait: %s", error)

    async def send_due(self) -> None:
        """Send what is due. The day is over for a digest before it is sent, so nobody gets two."""
        for digest in await self._store.claim(self._now(), self._now() + DAY, MOST):
            try:
                if games := await self._awaited(digest.person):
                    await self._deliver(digest, games)
            except EncoreError as error:  # such as too much other work
                log.warning("a digest waits: %s", error)
                await self._store.put_off(digest.person, self._now() + PAUSE)

    async def _deliver(self, digest: Digest, games: list[OwnGame]) -> None:
        try:
            await self._mail(digest_mail, self._head, digest, games, self._now())
        except MailRefused:
            log.warning("a digest was refused; its address gets no more")
            await self._store.drop(digest.person, digest.address)

    async def _awaited(self, person: str) -> list[OwnGame]:
        """Return the games in which it is a person's turn, those with little time first."""
        return await asyncio.to_thread(_awaited_at, await self._tables.tables("", person))

    async def _mail(self, write: Callable[P, EmailMessage], *parts: P.args, **more: P.kwargs) -> None:
        """Write a mail and send it. Texts are read from files, so it is written in a thread."""
        assert self._smtp is not None
        mail = await asyncio.to_thread(write, *parts, **more)
        try:
            await send(self._smtp, mail)
        except MailFailed:
            self._failed.inc()
            raise
        self._sent.inc()


def _awaited_at(tables: list[OwnTable]) -> list[OwnGame]:
    games = [game for game in all_games(tables) if game.phase == "playing" and game.to_move in game.mine]
    return sorted(games, key=lambda game: (game.deadline is None, game.deadline or 0, game.table))
