"""The endpoints of the daily digest: who wants it, and the links in its mails."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from encore.core.fact import Fact
from encore.server.domain.digests import Digest, DigestLink, NewDigest, OwnDigest, person_in
from encore.server.http.answers import Problem, as_json
from encore.server.http.asked import limit, read_body
from encore.server.http.asking import signed_in
from encore.server.rooms.hub import Hub
from encore.server.rooms.mail import MailFailed
from encore.server.wire.limits import Limits


class DigestApi:
    """The endpoints. A link in a mail works without a session: it is opened wherever the mail is read."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub, self.limits, self.digests = hub, limits, hub.digests
        self.store = hub.store.digests

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/me/digest", self.own, methods=["GET"]),
            Route("/api/me/digest", self.want, methods=["PUT"]),
            Route("/api/me/digest", self.drop, methods=["DELETE"]),
            Route("/api/digest/confirm", self.confirm, methods=["POST"]),
            Route("/api/digest/stop", self.stop, methods=["POST"]),
            Route("/digest/stop/{secret}", self.stop_at_once, methods=["POST"]),
            Route("/digest/stop/{secret}", self.show_stop, methods=["GET"]),
        ]

    async def own(self, request: Request) -> Response:
        """Return whether a person gets the digest, and where."""
        limit(self.limits.requests, request)
        session = await signed_in(self.hub, request)
        return as_json(await self._own(session.person))

    async def want(self, request: Request) -> Response:
        """Send a mail to an address, with a link that confirms it."""
        limit(self.limits.mails, request)
        asked = await read_body(request, NewDigest)
        session = await signed_in(self.hub, request)
        if not self.digests.possible:
            raise Problem(409, "refused", Fact("server.no-mail"))
        if not self.limits.mails_to.take(asked.address.lower()):
            raise Problem(429, "rate", Fact("server.too-many-requests"))
        digest = Digest(session.person, asked.address, asked.language, self.hub.now())
        try:
            await self.digests.ask(digest)
        except MailFailed as error:
            raise Problem(503, "busy", error.fact) from None
        return as_json(await self._own(session.person))

    async def drop(self, request: Request) -> Response:
        """Send a person no more digests."""
        limit(self.limits.requests, request)
        session = await signed_in(self.hub, request)
        await self.store.drop(session.person)
        return as_json(OwnDigest(self.digests.possible))

    async def confirm(self, request: Request) -> Response:
        """Confirm an address."""
        limit(self.limits.sign_ins, request)
        asked = await read_body(request, DigestLink)
        digest = await self.digests.confirm(asked.secret)
        if digest is None:
            raise Problem(404, "http", Fact("server.wrong-mail-link"))
        return as_json(OwnDigest(True, digest.address, True))

    async def stop(self, request: Request) -> Response:
        """Send a digest no more."""
        limit(self.limits.sign_ins, request)
        asked = await read_body(request, DigestLink)
        return await self._stopped(asked.secret)

    async def stop_at_once(self, request: Request) -> Response:
        """Send a digest no more, for a mail program (RFC 8058); what it says beside the address does not matter."""
        limit(self.limits.sign_ins, request)
        return await self._stopped(request.path_params["secret"])

    async def _stopped(self, secret: str) -> Response:
        if not await self.digests.stop(secret):
            raise Problem(404, "http", Fact("server.wrong-mail-link"))
        return as_json(OwnDigest(self.digests.possible))

    async def show_stop(self, request: Request) -> Response:
        """Lead a reader to the page: opening a link changes nothing, since programs open them, too."""
        limit(self.limits.requests, request)
        if person_in(secret := request.path_params["secret"]) is None:
            raise Problem(404, "http", Fact("server.wrong-mail-link"))
        return RedirectResponse(f"/me#stop={secret}", 303)

    async def _own(self, person: str) -> OwnDigest:
        found, change = await self.store.of(person), await self.store.change(person)
        if found is None:
            return OwnDigest(self.digests.possible, change.address if change else "")
        wished = change.address if change else ""
        return OwnDigest(self.digests.possible, found.address, found.confirmed > 0, wished)
