"""The application: HTTP to open and find tables, a WebSocket to play."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from encore.core.errors import EncoreError, UnknownGame
from encore.core.fact import Fact
from encore.core.record import format_record
from encore.core.registry import find, packages, rules_languages, rules_text
from encore.server.domain import decisions, positions, reveals
from encore.server.domain.decisions import Refusal
from encore.server.domain.moderation import BANNED
from encore.server.domain.names import clean_name, hashed, new_token, same
from encore.server.domain.rated import check_rating
from encore.server.domain.table import Table
from encore.server.http.answers import HANDLERS, Problem, as_json
from encore.server.http.api import Fetched, JoinTable, NewTable, RevealNonce, Seated, opened
from encore.server.http.asked import limit, read_body
from encore.server.http.asking import (
    Asker,
    asker_at,
    must_be_welcome,
    must_have_space,
    must_take_new,
    seat_turn,
    session_of,
)
from encore.server.http.assets import FOR_EVER, Assets
from encore.server.http.cookies import keep_seat, seat_token
from encore.server.http.digests import DigestApi
from encore.server.http.games import GameList, describe, digest, media_type, page_files
from encore.server.http.guard import TOO_MANY, address_of, guarded, refuse_socket, visitor_of
from encore.server.http.holidays import HolidayApi
from encore.server.http.hosts import Hosts
from encore.server.http.installed import CHECKED, FOR_OFFLINE, FOR_OFFLINE_HERE
from encore.server.http.installed import routes as installed_routes
from encore.server.http.moderation import ModerationApi
from encore.server.http.notices import NoticesApi
from encore.server.http.own_games import OwnGamesApi
from encore.server.http.pairing import PairingApi
from encore.server.http.people import PeopleApi
from encore.server.http.puzzles import PuzzleApi
from encore.server.http.ratings import RatingsApi, rated_person
from encore.server.place import Place
from encore.server.rooms.draining import RESTARTING
from encore.server.rooms.hub import Hub, UnknownTable
from encore.server.rooms.metrics import TYPE
from encore.server.rooms.receiver import Wish
from encore.server.rooms.room import Room
from encore.server.rooms.seats import Seat
from encore.server.rooms.shared_metrics import of_all
from encore.server.wire import versions
from encore.server.wire.analysis import AnalysisClient
from encore.server.wire.limits import Limits
from encore.server.wire.listener import EXTENSION, Socket
from encore.server.wire.plain import PlainFrames
from encore.server.wire.socket import Connection

PAGE = Path(__file__).parents[1] / "page"
"""The web page, built from the project's web folder."""
GREETING = """Encore is running.

GET /api/tables        the public tables
GET /api/games         the games and their options
GET /api/openapi.json  all requests
"""
_SOCKET = re.compile("/api/tables/([^/]+)/socket")
_ANALYSIS = "/api/analysis"
NO_TABLE = 4404
"""The code for sockets at a table that does not exist."""


def build(hub: Hub, limits: Limits | None = None, hosts: Hosts | None = None, place: Place | None = None) -> ASGIApp:
    """Return the application for a hub. The caller opens and closes the hub."""
    api = Api(hub, limits or Limits(), place)
    app = Starlette(routes=api.routes(), exception_handlers=HANDLERS)
    return guarded(app, api.play, api.limits, hosts or Hosts(), hub.moderation)


class Api:
    """The endpoints."""

    def __init__(self, hub: Hub, limits: Limits, place: Place | None = None) -> None:
        self.hub, self.limits, self._place = hub, limits, place
        self.puzzles = PuzzleApi(hub, limits)
        self.people = PeopleApi(hub, limits)
        self.own_games = OwnGamesApi(hub, limits)
        self.notices = NoticesApi(hub, limits)
        self.digests = DigestApi(hub, limits)
        self.ratings = RatingsApi(hub, limits)
        self.pairing = PairingApi(hub, limits, self)
        self.holidays = HolidayApi(hub, limits)
        self.moderation = ModerationApi(hub, limits)

    def routes(self) -> list[Route | Mount]:
        """Return the routes."""
        table = "/api/tables/{table}"
        return [
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/tables", self.list_tables, methods=["GET"]),
            Route(table, self.fetch, methods=["GET"]),
            Route(f"{table}/join", self.join, methods=["POST"]),
            Route(f"{table}/reveal", self.reveal, methods=["POST"]),
            Route(f"{table}/record", self.record, methods=["GET"]),
            Route(f"{table}/replay", self.replay_table, methods=["GET"]),
            Route(f"{table}/moves", self.moves, methods=["GET"]),
            Route(f"{table}/positions/{{ply}}", self.position, methods=["GET"]),
            Route("/api/games", self.list_games, methods=["GET"]),
            Route("/api/games/{game}/lessons", self.lessons, methods=["GET"]),
            Route("/api/games/{game}/rules", self.rules, methods=["GET"]),
            Route("/api/games/{game}/demo", self.demo, methods=["GET"]),
            Route("/games/{game}/{digest}/{path:path}", self.game_file, methods=["GET"]),
            *self.puzzles.routes(),
            *self.people.routes(),
            *self.own_games.routes(),
            *self.notices.routes(),
            *self.digests.routes(),
            *self.ratings.routes(),
            *self.pairing.routes(),
            *self.holidays.routes(),
            *self.moderation.routes(),
            Route("/api/look", self.look, methods=["POST"]),
            Route("/api/replay", self.replay, methods=["POST"]),
            Route("/api/verify", self.verify, methods=["POST"]),
            Route("/api/health", self.health, methods=["GET"]),
            Route("/api/openapi.json", self.describe, methods=["GET"]),
            Route("/metrics", self.metrics, methods=["GET"]),
            *([Mount("/assets", Assets(directory=PAGE / "assets"))] if (PAGE / "assets").is_dir() else ()),
            *installed_routes(PAGE),
            # The page handles these routes itself: /table/…, /learn/…, /replay.
            Route("/{path:path}", self.page, methods=["GET"]),
        ]

    async def page(self, request: Request) -> Response:
        """Return the page, or a short notice if it was not built."""
        if request.url.path.startswith(("/api/", "/assets/")):
            raise Problem(404, "http", Fact("server.no-address"))
        if not (PAGE / "index.html").exists():
            return Response(GREETING, media_type="text/plain; charset=utf-8")
        self.puzzles.load_ahead()
        return FileResponse(PAGE / "index.html", headers=CHECKED)

    async def create(self, request: Request) -> Response:
        """Open a table."""
        asked, token, invite = await read_body(request, NewTable), new_token(), new_token()
        async with await seat_turn(self.hub, request):
            room = await self.open(request, asked, token, invite)
            seated = Seated(room.table.name, (), invite=invite)
            return await self.seated(request, room, seated, hashed(token), token, asked.keep, 201)

    async def open(self, request: Request, asked: NewTable, token: str, invite: str, action: str | None = None) -> Room:
        """Open a table for the holder of a token."""
        must_take_new(self.hub)
        limit(self.limits.tables, request)
        if any(chair.kind == "bot" for chair in asked.chairs):
            self.limit_bots(visitor_of(request.scope))
        table = opened(asked, hashed(token), hashed(invite), self.hub.engines)
        session = await session_of(self.hub, request)
        must_be_welcome(self.hub, request, session.person if session else "", [chair.name for chair in table.chairs])
        # Known from the first row on: the game may begin with it, or somebody may come before the answer is written.
        person = await rated_person(self.hub, request) if table.rated else session.person if session else ""
        if person and any(chair.kind == "open" for chair in table.chairs):
            await must_have_space(self.hub, request, person, self.limits)
        return await self.hub.create(table, visitor_of(request.scope), self.limits.listed, person, action)

    async def join(self, request: Request) -> Response:
        """Take a seat at a table.

        Somebody who already has a seat keeps it, or also takes the seat that is named (two people on one device).
        """
        limit(self.limits.joins, request)
        asked = await read_body(request, JoinTable)
        room = await self._room(request)
        token, asker = seat_token(request, room.table.name), await asker_at(self.hub, request, room.table)
        mine = room.table.held(asker.holder)
        # A token that came as a cookie stays a cookie: no script of the page may read it.
        keep = "cookie" if mine and "authorization" not in request.headers else asked.keep
        if not mine:
            # A secret becomes the token of the seat: if the response is lost, the same request gets it again.
            token = asked.secret or new_token()
        holder = asker.holder if mine and asker.holder else hashed(token or "")
        async with await seat_turn(self.hub, request):
            if not mine or asked.chair not in (None, *mine):
                await self.sit(request, room, asked, holder)
            return await self.seated(request, room, Seated(room.table.name, ()), holder, token, keep)

    async def sit(self, request: Request, room: Room, asked: JoinTable, holder: str, action: str | None = None) -> None:
        """Let a holder take a seat, with an invitation or at a listed table."""
        invited = same(asked.invite, room.table.opened.invite)
        if not (room.table.opened.listed or invited):
            raise Problem(403, "entry", Fact("server.no-invitation"))
        session = await session_of(self.hub, request)
        if session and not room.table.held(holder):
            await self._part(room, session.person)
            await must_have_space(self.hub, request, session.person, self.limits)
        if room.table.opened.rated and not room.table.held(holder):
            await self._admit(request, room, holder)
        try:
            with room.keeping(holder) if session else nullcontext():
                await self._take_seat(request, room, asked, holder, invited, action)
        finally:
            room.sitting.pop(holder, None)

    async def _take_seat(
        self, request: Request, room: Room, asked: JoinTable, holder: str, invited: bool, action: str | None
    ) -> None:
        """Let a holder take a seat who may enter."""
        name = clean_name(asked.name)
        must_be_welcome(self.hub, request, names=[name])
        again = (held := room.table.held(holder)) and asked.chair in (None, *held)
        own = room.visitor == visitor_of(request.scope)
        async with nullcontext() if invited or again or own else self._count_seat(request, room, holder):
            with suppress(decisions.Sits):  # the request came twice, and the other one was faster
                await room.act(
                    action, lambda table, _: decisions.sit(table, holder, name, asked.chair, asked.nonce_hash)
                )

    async def _part(self, room: Room, person: str) -> None:
        """Keep a person from a table with somebody whom they have blocked; who was blocked is told of no block."""
        found = await self.hub.store.moderation.apart(person, [room.table.name])
        if apart := [each for each in found if room.table.knows(each.holder)]:
            own = any(each.own for each in apart)
            raise Refusal("entry", Fact("server.blocked-here") if own else Fact("server.table-full"))

    async def _admit(self, request: Request, room: Room, holder: str) -> None:
        """Let a person take a seat at a rated table, or raise Problem or Refusal."""
        person, table = await rated_person(self.hub, request), room.table
        check_rating(table.opened, (await self.hub.rater.skill(person, table.game.name)).rating)
        sits = any(map(table.knows, await self.hub.store.people.holders(person, table.name)))
        if sits or person in room.sitting.values():
            raise Problem(409, "entry", Fact("server.already-seated"))
        room.sitting[holder] = person

    def _count_seat(self, request: Request, room: Room, holder: str) -> AbstractAsyncContextManager[None]:
        return self.hub.seats.take(visitor_of(request.scope), Seat(room.table.name, holder), self.limits.seats)

    async def seated(
        self, request: Request, room: Room, seated: Seated, holder: str, token: str | None, keep: str, status: int = 200
    ) -> Response:
        """Answer somebody who has seats; a person keeps them, anybody else gets the token."""
        table = room.table.name
        seated = msgspec.structs.replace(seated, you=room.table.held(holder))
        kept = await self.people.keep_new_seat(request, room, holder)
        if kept:
            self.hub.listing.show(room)
        if keep == "token" and token:
            return as_json(msgspec.structs.replace(seated, token=token), status)
        response = as_json(seated, status)
        if token and hashed(token) == holder and not kept:
            keep_seat(request, response, table, token)
        return response

    async def list_tables(self, request: Request) -> Response:
        """List the public tables, newest first."""
        limit(self.limits.requests, request)
        cards = await self.hub.listing.cards()
        if session := await session_of(self.hub, request):
            names = [card.table for card in cards]
            hidden = {each.table for each in await self.hub.store.moderation.apart(session.person, names)}
            cards = [card for card in cards if card.table not in hidden]
        return as_json({"tables": [msgspec.Raw(card.data) for card in cards]})

    async def fetch(self, request: Request) -> Response:
        """Return what the sender may know of a table."""
        limit(self.limits.requests, request)
        room = await self._room(request)
        asker = await asker_at(self.hub, request, room.table)
        return await self._full(room, asker)

    async def _full(self, room: Room, asker: Asker) -> Response:
        receiver = Fetched(room.table, asker.holder, asker.person)
        await self.hub.blocks.follow(room, receiver)
        return as_json(room.full(receiver))

    async def reveal(self, request: Request) -> Response:
        """Take the nonce of a seat; return what the sender may know of the table then."""
        limit(self.limits.joins, request)
        asked = await read_body(request, RevealNonce)
        room = await self._room(request)
        asker = await asker_at(self.hub, request, room.table)
        holder = asker.holder
        if holder is None or not room.table.held(holder):
            raise Problem(403, "entry", Fact("server.spectator"))
        await room.act(None, lambda table, _: reveals.reveal(table, holder, asked.nonce))
        return await self._full(room, asker)

    async def record(self, request: Request) -> Response:
        """Return the record of the game; with hidden information only when the game is over."""
        if "number" in request.query_params:
            limit(self.limits.replays, request)  # the game is replayed to write the record
        table = await self._recorded(request)
        return Response(format_record(table.record()), media_type="text/plain; charset=utf-8")

    async def _recorded(self, request: Request) -> Table:
        """Return the table at the game that is asked for, if its record may be seen."""
        limit(self.limits.requests, request)
        table = await self._game_of(request, "number")
        if table.game.hidden and not table.ended:
            raise Problem(409, "over", Fact("server.hidden-record"))
        return table

    async def _game_of(self, request: Request, parameter: str) -> Table:
        """Return the table as it is, or at the end of the game whose number the parameter gives."""
        text = request.query_params.get(parameter)
        number = None if text is None else int(text) if re.fullmatch(r"[1-9]\d{0,5}", text) else 0
        return await self.hub.game(request.path_params["table"], number, visitor_of(request.scope))

    async def moves(self, request: Request) -> Response:
        """Return the moves of a game in words, as the sender may know them."""
        table, seat = await self._seat_in(request)
        moves = tuple(table.moves)  # the table may go on meanwhile
        visitor = visitor_of(request.scope)
        return as_json(await self.hub.studies.run(visitor, positions.told_moves, table.game, moves, seat))

    async def position(self, request: Request) -> Response:
        """Return what the sender may see after some moves of a game."""
        table, seat = await self._seat_in(request)
        ply, moves = request.path_params["ply"], tuple(table.moves)
        if not re.fullmatch(r"0|[1-9]\d{0,5}", ply) or int(ply) > len(moves):
            raise Problem(404, "table", Fact("server.no-move-number", moves=len(moves)))
        visitor = visitor_of(request.scope)
        return as_json(await self.hub.studies.run(visitor, positions.seen_after, table.game, moves[: int(ply)], seat))

    async def _seat_in(self, request: Request) -> tuple[Table, int | None]:
        """Return the table at the game that is asked for, and the sender's seat in it."""
        limit(self.limits.requests, request)
        if "game" in request.query_params:
            limit(self.limits.replays, request)  # an earlier game is replayed from the store
        table = await self._game_of(request, "game")
        asker = await asker_at(self.hub, request, table)
        return table, table.own_seat(table.held(asker.holder))

    async def replay_table(self, request: Request) -> Response:
        """Return the game of a table to step through."""
        limit(self.limits.replays, request)
        table = await self._recorded(request)
        # A running game goes on: shown later, it would be taken for what it is then.
        headers = FOR_OFFLINE_HERE if table.ended else None
        return await self._replay(request, format_record(table.record()), table.first, headers)

    async def replay(self, request: Request) -> Response:
        """Return a record to step through."""
        limit(self.limits.replays, request)
        asked = await read_body(request, positions.Recorded)
        return await self._replay(request, asked.record)

    async def _replay(
        self, request: Request, record: str, first: int = 0, headers: Mapping[str, str] | None = None
    ) -> Response:
        replay = await self.hub.studies.run(visitor_of(request.scope), positions.replay, record, first)
        return as_json(replay, headers=headers)

    async def verify(self, request: Request) -> Response:
        """Verify the deals of a record."""
        limit(self.limits.replays, request)
        asked = await read_body(request, positions.Recorded)
        return as_json(await self.hub.studies.run(visitor_of(request.scope), positions.verified, asked.record))

    async def look(self, request: Request) -> Response:
        """Show a position of any game."""
        limit(self.limits.requests, request)
        asked = await read_body(request, positions.Looked)
        sight = await self.hub.studies.run(visitor_of(request.scope), positions.look, asked)
        # The dealer's move is another one every time, and a preview is of no use without an answer to the move.
        passing = asked.draw or asked.preview
        return as_json(sight, headers=None if passing else FOR_OFFLINE_HERE)

    async def lessons(self, request: Request) -> Response:
        """Return the lessons of a game."""
        limit(self.limits.requests, request)
        return as_json(await asyncio.to_thread(positions.lessons, _game(request)), headers=FOR_OFFLINE)

    async def rules(self, request: Request) -> Response:
        """Return the numbered rules of a game; in English if the language is unknown."""
        limit(self.limits.requests, request)
        game, wanted = _game(request), request.query_params.get("language", "en")
        version = request.query_params.get("rules")
        rules = int(version) if version and re.fullmatch(r"[1-9][0-9]{0,5}", version) else version
        try:
            language = wanted if wanted in await asyncio.to_thread(rules_languages, game, rules) else "en"
        except UnknownGame as error:
            raise Problem(404, "option", error.fact) from None
        text = await asyncio.to_thread(rules_text, game, language, rules)
        headers = {**FOR_OFFLINE, "Content-Language": language}
        return Response(text, headers=headers, media_type="text/plain; charset=utf-8")

    async def demo(self, request: Request) -> Response:
        """Return a short demonstration game."""
        limit(self.limits.requests, request)
        return as_json(await asyncio.to_thread(positions.demo, _game(request)), headers=FOR_OFFLINE)

    async def list_games(self, request: Request) -> Response:
        """Describe the games that can be played here."""
        limit(self.limits.requests, request)
        found = await asyncio.to_thread(packages)
        games = GameList(tuple(describe(package) for _, package in sorted(found.items())))
        return as_json(games, headers=FOR_OFFLINE)

    async def game_file(self, request: Request) -> Response:
        """Return a file that an external game provides for the page."""
        limit(self.limits.requests, request)
        package, path = packages().get(request.path_params["game"]), request.path_params["path"]
        found = page_files(package).get(path) if package and request.path_params["digest"] == digest(package) else None
        if found is None:
            raise Problem(404, "http", Fact("server.no-address"))
        content = await asyncio.to_thread(found.read_bytes)
        return Response(content, headers={"Cache-Control": FOR_EVER}, media_type=media_type(path))

    async def health(self, _: Request) -> Response:
        """Report whether the store could recently be written and can be read, and the state of the bus and the bots."""
        must_take_new(self.hub)  # proxies send nothing more to a process that ends soon
        if self.hub.heartbeat.trouble:
            raise self.hub.heartbeat.trouble
        await self.hub.store.cards(1)
        thinkers = self.hub.thinkers
        done, total = thinkers.loaded
        loaded = {"done": done, "total": total}
        return as_json({"ok": True, "bus": self.hub.bus.connected, "warm": thinkers.warm, "loaded": loaded})

    async def describe(self, _: Request) -> Response:
        """Return the OpenAPI document."""
        from encore.server.http.openapi import document

        return as_json(document())

    async def metrics(self, _: Request) -> Response:
        """Return the metrics for Prometheus: of this process, or of all behind the same port."""
        text = self.hub.metrics.text()
        if self._place:
            text = await asyncio.to_thread(of_all, self._place, text)
        return Response(text, media_type=TYPE)

    async def play(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Play at a table, or watch."""
        visitor, sockets = visitor_of(scope), self.limits.open_sockets
        free = sockets.take(visitor)
        try:
            # Most sockets are idle. Keep only the connection, not what was needed to accept it.
            if client := await self._connected(scope, receive, send, free):
                async with self.hub.sessions.used_by(client.session, client) if client.session else nullcontext():
                    with self.hub.moderation.hosting(client):
                        await client.serve()
        finally:
            if free:
                sockets.give_back(visitor)

    async def _connected(
        self, scope: Scope, receive: Receive, send: Send, free: bool
    ) -> Connection | AnalysisClient | None:
        """Accept a socket; return None if it was refused."""
        await receive()  # the connect message
        if self.hub.draining:
            await refuse_socket(scope, send, RESTARTING, "restarting; connect again")
            return None
        try:
            room = await self._open(scope, free)
            asker = await asker_at(self.hub, HTTPConnection(scope), room.table) if room else Asker(None)
        except EncoreError as error:
            if isinstance(error, Problem) and error.code == "banned":
                await refuse_socket(scope, send, BANNED, str(error))
                return None
            await send({"type": "websocket.close", "code": NO_TABLE, "reason": str(error)})
            return None
        offered = scope["subprotocols"]
        version = versions.agreed(offered)
        # A browser accepts a socket only with one of the protocols it offered, even if the socket is closed at once.
        await send({"type": "websocket.accept", "subprotocol": version or next(iter(offered), None)})
        if offered and version is None:
            await send({"type": "websocket.close", "code": versions.UNKNOWN, "reason": versions.REASON})
            return None
        extension = (scope.get("extensions") or {}).get(EXTENSION)
        frames: Socket = extension["frames"] if extension else PlainFrames(receive, send)
        visitor, address = visitor_of(scope), address_of(scope)
        if room is None:
            analyst = AnalysisClient(frames, self.hub, self.limits, visitor)
            analyst.address = address
            return analyst
        protocol = versions.VERSIONS[version] if version else versions.UNNAMED
        asked = scope["query_string"].split(b"&")
        wants: Wish = "board" if b"with=board" in asked else "view" if b"with=view" in asked else ""
        watcher = HTTPConnection(scope).query_params.get("who", "")
        seat = room, asker.holder
        player = Connection(frames, *seat, wants, self.limits, visitor, watcher, protocol, asker.session)
        player.address, player.person = address, asker.person
        await self.hub.blocks.follow(room, player)
        return player

    async def _open(self, scope: Scope, free: bool) -> Room | None:
        """Return the table of a socket; None for the analysis."""
        found = _SOCKET.fullmatch(scope["path"])
        if not found and scope["path"] != _ANALYSIS:
            raise UnknownTable(Fact("server.no-table"))
        if not (free and self.limits.sockets.take(visitor_of(scope))):
            self.limits.refused += 1
            raise Problem(TOO_MANY, "rate", Fact("server.too-many-connections"))
        return await self.hub.room(found[1], visitor_of(scope)) if found else None

    async def _room(self, request: Request) -> Room:
        return await self.hub.room(request.path_params["table"], visitor_of(request.scope))

    def limit_bots(self, visitor: str) -> None:
        """Refuse another table with bots to a visitor who has many: their bots share one visitor's workers."""
        if (games := self.hub.bot_games(visitor)) >= self.limits.bot_games:
            raise Problem(429, "rate", Fact("server.too-many-bot-games", games=games))


def _game(request: Request) -> str:
    try:
        return find(request.path_params["game"]).name
    except UnknownGame as error:
        raise Problem(404, "option", error.fact) from None
