"""The endpoints of people: to become one, to sign in, and what belongs to a person."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from encore.core.fact import Fact
from encore.server.domain import passkeys
from encore.server.domain.devices import device_of
from encore.server.domain.names import clean, clean_name, hashed, new_token
from encore.server.domain.passkeys import PasskeyRefused, Site, site_at
from encore.server.domain.people import (
    CHALLENGE,
    CODES,
    LINK,
    MOST_PASSKEYS,
    BeginPerson,
    Challenge,
    ChangePerson,
    CodeSignIn,
    Confirmation,
    Created,
    DeviceLink,
    LinkOwner,
    LinkSignIn,
    Me,
    NewCodes,
    NewPasskey,
    NewPerson,
    Passkey,
    Person,
    PersonSeat,
    Purpose,
    Session,
    SignIn,
    hashed_code,
    new_code,
    new_id,
    new_session,
)
from encore.server.http.answers import Problem, as_json
from encore.server.http.asked import limit, read_body
from encore.server.http.asking import confirmed, must_be_welcome, person_info, session_of, signed_in
from encore.server.http.cookies import drop_session, keep_session, session_token
from encore.server.http.guard import visitor_of
from encore.server.rooms.hub import Hub
from encore.server.rooms.room import Room
from encore.server.storage.store import StoreBusy
from encore.server.wire.limits import Limits

log = logging.getLogger("encore.server")

P = ParamSpec("P")
T = TypeVar("T")


class PeopleApi:
    """The endpoints. What checks signatures runs in threads, in fair shares."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub, self.limits, self.store = hub, limits, hub.store.people
        self._loading: asyncio.Task[None] | None = None

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/people/begin", self.begin_person, methods=["POST"]),
            Route("/api/people", self.create, methods=["POST"]),
            Route("/api/sign-in/begin", self.begin_sign_in, methods=["POST"]),
            Route("/api/sign-in", self.sign_in, methods=["POST"]),
            Route("/api/sign-in/code", self.sign_in_by_code, methods=["POST"]),
            Route("/api/sign-in/link", self.sign_in_by_link, methods=["POST"]),
            Route("/api/sign-in/link/owner", self.link_owner, methods=["POST"]),
            Route("/api/sign-out", self.sign_out, methods=["POST"]),
            Route("/api/me", self.me, methods=["GET"]),
            Route("/api/me", self.change, methods=["PATCH"]),
            Route("/api/me", self.leave, methods=["DELETE"]),
            Route("/api/me/confirm/begin", self.begin_confirming, methods=["POST"]),
            Route("/api/me/confirm", self.confirm, methods=["POST"]),
            Route("/api/me/passkeys/begin", self.begin_passkey, methods=["POST"]),
            Route("/api/me/passkeys", self.add_passkey, methods=["POST"]),
            Route("/api/me/passkeys/{id}", self.drop_passkey, methods=["DELETE"]),
            Route("/api/me/codes", self.renew_codes, methods=["POST"]),
            Route("/api/me/links", self.make_link, methods=["POST"]),
            Route("/api/me/sessions/{id}", self.end_session, methods=["DELETE"]),
            Route("/api/me/sessions", self.end_sessions, methods=["DELETE"]),
        ]

    # To become a person.

    async def begin_person(self, request: Request) -> Response:
        """Return what the browser needs to make the passkey of a new person."""
        limit(self.limits.sign_ins, request)
        asked = await read_body(request, BeginPerson)
        person = Person(new_id(), clean_name(asked.name), asked.language, self.hub.now())
        return await self._begin_key(request, person, [], "create")

    async def create(self, request: Request) -> Response:
        """Make a person of a visitor, who is signed in at once."""
        limit(self.limits.people, request)
        asked = await read_body(request, NewPerson)
        site, name, now = _site(request), clean_name(asked.name), self.hub.now()
        must_be_welcome(self.hub, request, names=[name])
        if (asked.credential is None) == (site is not None):
            raise Problem(409, "refused", Fact("server.passkey-needed" if site else "server.no-passkeys-here"))
        person, passkey = Person(new_id(), name, asked.language, now), None
        if site and asked.credential is not None:
            challenge, key = await self._made_key(request, site, asked.credential, "create")
            # The key was made for the id that came with the challenge.
            person = Person(challenge.person, name, asked.language, now)
            passkey = _passkey(key, person.id, _device(request), now)
        codes, (token, session) = _codes(), new_session(person.id, _device(request), now)
        if not await self.store.add_person(person, passkey, [hashed_code(code) for code in codes], session):
            raise PasskeyRefused
        response = as_json(Created(await person_info(self.hub, person, session.hash), codes), 201)
        await self._replace_session(request, response, token)
        return response

    # To sign in.

    async def begin_sign_in(self, request: Request) -> Response:
        """Return what the browser needs to ask for a passkey."""
        limit(self.limits.sign_ins, request)
        site, challenge = _needed_site(request), passkeys.new_challenge()
        await self._put_challenge(request, challenge, "sign-in", "")
        return as_json(await self._run(request, passkeys.request_options, site, challenge))

    async def sign_in(self, request: Request) -> Response:
        """Sign in with a passkey."""
        limit(self.limits.sign_ins, request)
        asked = await read_body(request, SignIn)
        person = await self._signed_by(request, asked.credential, "sign-in")
        token = await self.hub.sessions.begin(person, _device(request))
        return await self._welcome(request, (token, person) if token else None, PasskeyRefused())

    async def sign_in_by_code(self, request: Request) -> Response:
        """Sign in with a recovery code, which ends."""
        limit(self.limits.codes, request)
        asked = await read_body(request, CodeSignIn)
        begun = await self.hub.sessions.begin_by_code(hashed_code(asked.code), _device(request))
        return await self._welcome(request, begun, Problem(403, "entry", Fact("server.wrong-code")))

    async def sign_in_by_link(self, request: Request) -> Response:
        """Sign in with a link from another device, which ends."""
        limit(self.limits.sign_ins, request)
        asked = await read_body(request, LinkSignIn)
        begun = await self.hub.sessions.begin_by_link(hashed(asked.secret), _device(request))
        return await self._welcome(request, begun, _wrong_link())

    async def link_owner(self, request: Request) -> Response:
        """Return whose link it is, so that nobody uses one by mistake."""
        limit(self.limits.sign_ins, request)
        asked = await read_body(request, LinkSignIn)
        person = await self.store.link(hashed(asked.secret), self.hub.now())
        if person is None:
            raise _wrong_link()
        return as_json(LinkOwner(person.name))

    async def sign_out(self, request: Request) -> Response:
        """End the session of whoever asks."""
        limit(self.limits.requests, request)
        session = await signed_in(self.hub, request)
        await self.hub.sessions.end(session.person, session.id)
        return self._goodbye(request)

    async def _welcome(self, request: Request, begun: tuple[str, str] | None, wrong: Exception) -> Response:
        """Greet the person of a session that has begun; ``begun`` has its token, which is always a new one."""
        token, person = begun or ("", "")
        found = await self.store.person(person) if begun else None
        if found is None:
            raise wrong
        response = as_json(Me(await person_info(self.hub, found, hashed(token)), _site(request) is not None))
        await self._replace_session(request, response, token)
        return response

    async def _replace_session(self, request: Request, response: Response, token: str) -> None:
        if before := await session_of(self.hub, request):
            await self.hub.sessions.end(before.person, before.id)
        keep_session(request, response, token)

    def _goodbye(self, request: Request) -> Response:
        response = as_json(Me(None, _site(request) is not None))
        drop_session(request, response)
        return response

    # What belongs to a person.

    async def me(self, request: Request) -> Response:
        """Return who is asking. Somebody may use a passkey next, so the first request loads what that needs."""
        limit(self.limits.requests, request)
        if self._loading is None:
            self._loading = self.hub.spawn(asyncio.to_thread(passkeys.load))
        session = await session_of(self.hub, request)
        token = session_token(request)
        if session is None and token:
            return self._goodbye(request)
        response = await self._me(request, session)
        if token:  # a year from now again, as its session
            keep_session(request, response, token)
        return response

    async def change(self, request: Request) -> Response:
        """Change the name or the language of a person, or whether they want ratings."""
        limit(self.limits.requests, request)
        asked = await read_body(request, ChangePerson)
        session = await signed_in(self.hub, request)
        if person := await self.store.person(session.person):
            name = person.name if asked.name is None else clean_name(asked.name)
            must_be_welcome(self.hub, request, names=[name] if name != person.name else [])
            changed = msgspec.structs.replace(person, name=name, language=asked.language or person.language)
            await self.store.change_person(changed)
            if asked.rated is not None:
                await self.hub.store.ratings.want(person.id, asked.rated)
        return await self._me(request, session)

    async def leave(self, request: Request) -> Response:
        """Delete a person: their name, keys and texts; their games stay without a name."""
        limit(self.limits.sign_ins, request)
        session = await confirmed(self.hub, request)
        # Also if the browser goes meanwhile.
        await asyncio.shield(self.hub.spawn(self.hub.leaving.leave(visitor_of(request.scope), session.person)))
        return self._goodbye(request)

    async def begin_confirming(self, request: Request) -> Response:
        """Return what the browser needs to ask a person who is signed in for a passkey."""
        limit(self.limits.sign_ins, request)
        session, site, challenge = await signed_in(self.hub, request), _needed_site(request), passkeys.new_challenge()
        await self._put_challenge(request, challenge, "confirm", session.person)
        return as_json(await self._run(request, passkeys.request_options, site, challenge))

    async def confirm(self, request: Request) -> Response:
        """Take a proof of who is asking, which some requests need; it counts for some minutes."""
        asked = await read_body(request, Confirmation)
        limit(self.limits.codes if asked.code else self.limits.sign_ins, request)
        session = await signed_in(self.hub, request)
        if asked.credential is not None:
            proved = await self._signed_by(request, asked.credential, "confirm", session.person) == session.person
        elif asked.code:
            proved = await self.store.use_code(session.person, hashed_code(asked.code))
        else:
            proved = await self._typed_name(session.person, asked.name)
        if not proved:
            raise Problem(403, "entry", Fact("server.not-confirmed"))
        await self.hub.sessions.confirm(session)
        return await self._me(request, session)

    async def _typed_name(self, person: str, typed: str) -> bool:
        """Return whether a person without a passkey has typed their name: nothing else is there to prove it."""
        found = await self.store.person(person)
        return found is not None and typed.strip() == found.name and not await self.store.passkeys(person)

    async def begin_passkey(self, request: Request) -> Response:
        """Return what the browser needs to make another passkey of a person. Nothing else leads to a new one."""
        limit(self.limits.sign_ins, request)
        session = await confirmed(self.hub, request)
        known, person = await self._keys_with_room(session), await self.store.person(session.person)
        if person is None:
            raise PasskeyRefused
        return await self._begin_key(request, person, known, "add")

    async def add_passkey(self, request: Request) -> Response:
        """Add a passkey to a person."""
        limit(self.limits.sign_ins, request)
        asked = await read_body(request, NewPasskey)
        session, site = await signed_in(self.hub, request), _needed_site(request)
        challenge, key = await self._made_key(request, site, asked.credential, "add", session.person)
        await self._keys_with_room(session)
        label = clean(asked.label) if asked.label else _device(request)
        if not await self.store.add_passkey(_passkey(key, challenge.person, label, self.hub.now())):
            raise PasskeyRefused
        return await self._me(request, session)

    async def _keys_with_room(self, session: Session) -> list[Passkey]:
        known = await self.store.passkeys(session.person)
        if len(known) >= MOST_PASSKEYS:
            raise Problem(409, "refused", Fact("server.too-many-passkeys", most=MOST_PASSKEYS))
        return known

    async def drop_passkey(self, request: Request) -> Response:
        """Remove a passkey of a person, unless nothing else is left to sign in with."""
        limit(self.limits.requests, request)
        session, passkey = await confirmed(self.hub, request), request.path_params["id"]
        known = [each.id for each in await self.store.passkeys(session.person)]
        if known == [passkey] and not await self.store.count_codes(session.person):
            raise Problem(409, "refused", Fact("server.last-passkey"))
        if not await self.store.drop_passkey(session.person, passkey):
            raise Problem(404, "http", Fact("server.no-passkey"))
        return await self._me(request, session)

    async def renew_codes(self, request: Request) -> Response:
        """Replace the recovery codes of a person."""
        limit(self.limits.sign_ins, request)
        session, codes = await confirmed(self.hub, request), _codes()
        await self.store.put_codes(session.person, [hashed_code(code) for code in codes])
        return as_json(NewCodes(codes))

    async def make_link(self, request: Request) -> Response:
        """Make a link that signs in another device, once; the one before ends."""
        limit(self.limits.sign_ins, request)
        session, secret, expires = await confirmed(self.hub, request), new_token(), self.hub.now() + LINK
        await self.store.put_link(hashed(secret), session.person, expires)
        return as_json(DeviceLink(secret, expires))

    async def end_session(self, request: Request) -> Response:
        """Sign out another browser, or this one."""
        limit(self.limits.requests, request)
        session, ended = await signed_in(self.hub, request), request.path_params["id"]
        if not await self.hub.sessions.end(session.person, ended):
            raise Problem(404, "http", Fact("server.no-session"))
        return self._goodbye(request) if ended == session.id else await self._me(request, session)

    async def end_sessions(self, request: Request) -> Response:
        """Sign out everywhere."""
        limit(self.limits.requests, request)
        session = await signed_in(self.hub, request)
        await self.hub.sessions.end(session.person)
        return self._goodbye(request)

    async def _me(self, request: Request, session: Session | None) -> Response:
        person = await self.store.person(session.person) if session else None
        info = await person_info(self.hub, person, session.hash) if person and session else None
        return as_json(Me(info, _site(request) is not None))

    # Seats.

    async def keep_new_seat(self, request: Request, room: Room, holder: str) -> bool:
        """Let a person who is signed in keep a seat; return whether they do.

        Where the store fails, the browser gets the token as anybody does: a seat that was taken is never lost.
        """
        try:
            session = await session_of(self.hub, request)
            if session is None:
                return False
            seat = PersonSeat(session.person, room.table.name, holder, self.hub.now())
            if await self.store.put_seat(seat, room.reminder(holder)) != session.person:
                return False
            room.keep(holder)
            await self.hub.holidays.settle(room)
            await self.hub.blocks.kept(room)
            return True
        except StoreBusy as error:
            log.warning("a seat could not be kept for its person: %s", error)
            return False

    # Passkeys.

    async def _begin_key(self, request: Request, person: Person, known: list[Passkey], purpose: Purpose) -> Response:
        site, challenge = _needed_site(request), passkeys.new_challenge()
        await self._put_challenge(request, challenge, purpose, person.id)
        return as_json(await self._run(request, passkeys.creation_options, site, person, known, challenge))

    async def _put_challenge(self, request: Request, challenge: bytes, purpose: Purpose, person: str) -> None:
        now, text = self.hub.now(), await self._run(request, passkeys.written, challenge)
        await self.store.put_challenge(Challenge(hashed(text), purpose, person, now + CHALLENGE), now)

    async def _made_key(
        self, request: Request, site: Site, credential: dict[str, Any], purpose: Purpose, person: str | None = None
    ) -> tuple[Challenge, passkeys.NewKey]:
        text, challenge = await self._taken(request, credential, purpose)
        if person is not None and challenge.person != person:
            raise PasskeyRefused
        return challenge, await self._run(request, passkeys.made_key, site, credential, text)

    async def _signed_by(self, request: Request, credential: dict[str, Any], purpose: Purpose, asked: str = "") -> str:
        """Return the person whose passkey has signed a challenge; ``asked`` is who may answer it."""
        site = _needed_site(request)
        text, challenge = await self._taken(request, credential, purpose)
        name = credential.get("id")
        key = await self.store.passkey(name) if isinstance(name, str) and name.isascii() else None
        if key is None or challenge.person != asked:
            raise PasskeyRefused
        count = await self._run(request, passkeys.used_key, site, credential, text, key)
        if not await self.store.use_passkey(key.id, count, self.hub.now()):
            raise PasskeyRefused
        return key.person

    async def _taken(self, request: Request, credential: dict[str, Any], purpose: Purpose) -> tuple[str, Challenge]:
        """Return the challenge that a browser answers, which is used up, even if the answer is wrong."""
        text = await self._run(request, passkeys.challenge_in, credential)
        challenge = await self.store.take_challenge(hashed(text), self.hub.now())
        if challenge is None or challenge.purpose != purpose:
            raise PasskeyRefused
        return text, challenge

    async def _run(self, request: Request, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what ``work`` returns in a thread, when it is the visitor's turn."""
        return await self.hub.studies.run(visitor_of(request.scope), work, *args, **kwargs)


def _site(request: Request) -> Site | None:
    return site_at(request.url.scheme, request.headers.get("host", ""))


def _needed_site(request: Request) -> Site:
    if site := _site(request):
        return site
    raise Problem(409, "refused", Fact("server.no-passkeys-here"))


def _wrong_link() -> Problem:
    return Problem(403, "entry", Fact("server.wrong-link"))


def _device(request: Request) -> str:
    return device_of(request.headers.get("user-agent", ""))


def _codes() -> tuple[str, ...]:
    return tuple(new_code() for _ in range(CODES))


def _passkey(key: passkeys.NewKey, person: str, label: str, now: int) -> Passkey:
    return Passkey(key.id, person, key.public_key, key.sign_count, label, now, now, key.transports)
