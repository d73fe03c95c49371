"""The HTTP API as an OpenAPI document, generated from the types that read and write it."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from encore.server.domain.digests import DigestLink, NewDigest, OwnDigest
from encore.server.domain.holiday_rules import AnnounceHoliday, OwnHolidays
from encore.server.domain.moderation import NewBlock, NewReport, OwnBlocks
from encore.server.domain.own_games import OwnFigures, OwnGames
from encore.server.domain.people import (
    BeginPerson,
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
    SignIn,
)
from encore.server.domain.positions import Looked, MoveWords, Recorded, Replay, Sight, Verified
from encore.server.domain.puzzles import (
    Daily,
    DailyCounts,
    DailyResult,
    Judgement,
    JudgeMoves,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzleList,
    PuzzleSets,
)
from encore.server.domain.ratings import Leaderboard, RatingHistory
from encore.server.domain.subscriptions import ChangeNotices, NewSubscription, OwnNotices
from encore.server.http.api import Failure, FillSeats, FreeSeats, JoinTable, NewTable, Pair, RevealNonce, Seated
from encore.server.http.cookies import HOST_PERSON, PERSON
from encore.server.http.games import GameList
from encore.server.wire.messages import Broadcasts, Full

Named = dict[str, Any]

TEXT = "text/plain"
_REF = "#/components/schemas/{name}"
_ANYTHING: Named = {"type": "object"}
_SECURITY: Named = {
    "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat, as programs send it."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "encore-{table}",
        "description": "The token of a seat, as browsers keep it: the name ends with that of the table.",
    },
    "person": {
        "type": "apiKey",
        "in": "cookie",
        "name": PERSON,
        "description": "The session of a person who is signed in, without TLS.",
    },
    "person_tls": {
        "type": "apiKey",
        "in": "cookie",
        "name": HOST_PERSON,
        "description": "The session of a person who is signed in, with TLS.",
    },
}
_NUMBER: Named = {
    "name": "number",
    "in": "query",
    "schema": {"type": "integer", "minimum": 1},
    "description": "Which game of the table; the one played last without it.",
}
_GAME: Named = {**_NUMBER, "name": "game"}
_LANGUAGE: Named = {
    "name": "language",
    "in": "query",
    "schema": {"type": "string"},
    "description": "Such as de; English without it, and where the game has no such translation.",
}
_RULES: Named = {
    "name": "rules",
    "in": "query",
    "schema": {"type": "integer", "minimum": 1},
    "description": "Which version of the rules; the newest without it.",
}
_KINDS = (
    *(NewTable, JoinTable, Pair, FillSeats, RevealNonce, Seated, FreeSeats, Full, Failure),
    *(Looked, Sight, Recorded, Replay, Verified, MoveWords, GameList),
)
_PUZZLE_KINDS = (
    *(PuzzleSets, PuzzleList, PuzzleInfo, JudgeMoves, Judgement, PuzzleAnswer),
    *(Daily, DailyResult, DailyCounts),
)
_PEOPLE_KINDS = (
    *(BeginPerson, NewPerson, SignIn, CodeSignIn, LinkSignIn, Confirmation, NewPasskey, ChangePerson),
    *(Me, Created, NewCodes, DeviceLink, LinkOwner, OwnGames, OwnFigures),
    *(NewSubscription, ChangeNotices, OwnNotices),
    *(NewDigest, DigestLink, OwnDigest),
    *(AnnounceHoliday, OwnHolidays),
    *(NewReport, NewBlock, OwnBlocks, Broadcasts),
    *(Leaderboard, RatingHistory),
)
_SEATED: list[Named] = [{}, {"seat": []}, {"cookie": []}, {"person": []}, {"person_tls": []}]
"""Requests that everybody may send; a seat token, or a session, gives a more complete answer."""
_SIGNED_IN: list[Named] = [{"person": []}, {"person_tls": []}]
"""Requests of people who are signed in."""
_WANTED: list[Named] = [
    {"name": "game", "in": "query", "schema": {"type": "string"}, "description": "Only games with this name."},
    {
        "name": "opponent",
        "in": "query",
        "schema": {"type": "string"},
        "description": "Only games against somebody whose name contains this.",
    },
    {"name": "phase", "in": "query", "schema": {"enum": ["running", "finished"]}, "description": "Only such games."},
    {
        "name": "page",
        "in": "query",
        "schema": {"type": "integer", "minimum": 1, "maximum": 99999},
        "description": "Which page of the list; the first without it.",
    },
]


@cache
def document() -> dict[str, Any]:
    """Return the document. It is cached as long as the server runs, so do not modify it."""
    kinds = [*_KINDS, *_PUZZLE_KINDS, *_PEOPLE_KINDS]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    named = {kind.__name__: schema for kind, schema in zip(kinds, schemas, strict=True)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Encore", "version": "1", "description": "Tables for tabletop games."},
        "paths": {
            **_tables(named),
            **_games(named),
            **_puzzles(named),
            **_people(named),
            **_me(named),
            **_service(named),
        },
        "components": {"schemas": components, "securitySchemes": _SECURITY},
    }


def _tables(named: Named) -> Named:
    """Describe the requests about tables."""
    failure = named["Failure"]
    fetch = _operation("Everything that the asker may know of a table", failure, ok=named["Full"])
    told = _operation("The moves of a game in words", failure, ok=named["MoveWords"])
    seen = _operation("What the asker may see after some moves of a game", failure, ok=named["Sight"])
    join = _operation("Take a chair", failure, ok=named["Seated"], body=named["JoinTable"])
    pair = _operation(
        "Play with somebody who waits, or wait",
        failure,
        ok=named["Seated"],
        created=named["Seated"],
        body=named["Pair"],
    )
    fill = _operation("Let bots take the open seats", failure, ok=named["Seated"], body=named["FillSeats"])
    free = _operation("Ask whether nobody keeps the chairs that the asker holds", failure, ok=named["FreeSeats"])
    kept = _operation("Keep the chairs that the asker holds", failure, ok=named["Seated"])
    reveal = _operation("Reveal a nonce", failure, ok=named["Full"], body=named["RevealNonce"])
    return {
        "/api/pair": {"post": pair},
        "/api/tables": {
            "get": _operation("List public tables", failure, ok=_ANYTHING),
            "post": _operation("Open a table", failure, created=named["Seated"], body=named["NewTable"]),
        },
        "/api/tables/{table}": {"parameters": [_in_path("table")], "get": {**fetch, "security": _SEATED}},
        "/api/tables/{table}/join": {"parameters": [_in_path("table")], "post": {**join, "security": _SEATED}},
        "/api/tables/{table}/bots": {"parameters": [_in_path("table")], "post": {**fill, "security": _SEATED}},
        "/api/tables/{table}/keep": {
            "parameters": [_in_path("table")],
            "get": {**free, "security": _SEATED},
            "post": {**kept, "security": _SIGNED_IN},
        },
        "/api/tables/{table}/report": {
            "parameters": [_in_path("table")],
            "post": {
                **_operation("Report somebody at the table", failure, ok=_ANYTHING, body=named["NewReport"]),
                "security": _SEATED,
            },
        },
        "/api/tables/{table}/block": {
            "parameters": [_in_path("table")],
            "post": {
                **_operation("Block somebody at the table", failure, ok=named["OwnBlocks"], body=named["NewBlock"]),
                "security": _SIGNED_IN,
            },
        },
        "/api/tables/{table}/holidays": {
            "parameters": [_in_path("table")],
            **{method: {**each, "security": _SEATED} for method, each in _holidays(named).items()},
        },
        "/api/tables/{table}/reveal": {"parameters": [_in_path("table")], "post": {**reveal, "security": _SEATED}},
        "/api/tables/{table}/record": {
            "parameters": [_in_path("table"), _NUMBER],
            "get": _operation("The record of the game", failure, text=TEXT),
        },
        "/api/tables/{table}/replay": {
            "parameters": [_in_path("table"), _NUMBER],
            "get": _operation("The game of a table, to be stepped through", failure, ok=named["Replay"]),
        },
        "/api/tables/{table}/moves": {
            "parameters": [_in_path("table"), _GAME],
            "get": {**told, "security": _SEATED},
        },
        "/api/tables/{table}/positions/{ply}": {
            "parameters": [_in_path("table"), _in_path("ply"), _GAME],
            "get": {**seen, "security": _SEATED},
        },
    }


def _games(named: Named) -> Named:
    """Describe the requests about games, without a table."""
    failure = named["Failure"]
    replay = _operation("A record, to be stepped through", failure, ok=named["Replay"], body=named["Recorded"])
    verify = _operation("Verify the deals of a record", failure, ok=named["Verified"], body=named["Recorded"])
    look = _operation("What there is to see in a position", failure, ok=named["Sight"], body=named["Looked"])
    return {
        "/api/replay": {"post": replay},
        "/api/verify": {"post": verify},
        "/api/look": {"post": look},
        "/api/games/{game}/lessons": {
            "parameters": [_in_path("game")],
            "get": _operation("A walk through the rules of a game", failure, ok=_ANYTHING),
        },
        "/api/games/{game}/rules": {
            "parameters": [_in_path("game"), _LANGUAGE, _RULES],
            "get": _operation("The numbered rules of a game", failure, text=TEXT),
        },
        "/api/games/{game}/demo": {
            "parameters": [_in_path("game")],
            "get": _operation("Some moves of a game, to be looked at", failure, ok=_ANYTHING),
        },
        "/api/leaderboard/{game}": {
            "parameters": [_in_path("game")],
            "get": _operation("The best at a game", failure, ok=named["Leaderboard"]),
        },
        "/api/games": {"get": _operation("The games and their options", failure, ok=named["GameList"])},
    }


def _puzzles(named: Named) -> Named:
    """Describe the requests about puzzles."""
    failure, puzzle, path = named["Failure"], _in_path("puzzle"), "/api/puzzle/{puzzle}"
    listed = _operation("The puzzles of a set", failure, ok=named["PuzzleList"])
    judged = _operation("Whether a move is right", failure, ok=named["Judgement"], body=named["JudgeMoves"])
    counted = _operation("Count a result", failure, ok=named["DailyCounts"], body=named["DailyResult"])
    picture = _operation("A picture of the position of a puzzle", failure, text="image/svg+xml")
    return {
        "/api/puzzles": {"get": _operation("The sets of puzzles", failure, ok=named["PuzzleSets"])},
        "/api/puzzles/{game}/{players}": {"parameters": [_in_path("game"), _in_path("players")], "get": listed},
        path: {"parameters": [puzzle], "get": _operation("A puzzle to solve", failure, ok=named["PuzzleInfo"])},
        f"{path}/judge": {"parameters": [puzzle], "post": judged},
        f"{path}/answer": {
            "parameters": [puzzle],
            "post": _operation("The answer of a puzzle", failure, ok=named["PuzzleAnswer"]),
        },
        f"{path}/picture.svg": {"parameters": [puzzle], "get": picture},
        "/api/daily": {"get": _operation("The puzzles of today", failure, ok=named["Daily"])},
        "/api/daily/{day}": {
            "parameters": [_in_path("day")],
            "get": _operation("The puzzles of a day", failure, ok=named["Daily"]),
        },
        "/api/daily/{day}/{puzzle}": {"parameters": [_in_path("day"), puzzle], "post": counted},
    }


def _people(named: Named) -> Named:
    """Describe the requests with which somebody becomes a person, and signs in and out."""
    failure = named["Failure"]
    welcome: Named = {"failure": failure, "ok": named["Me"]}
    created = _operation("Become a person", failure, created=named["Created"], body=named["NewPerson"])
    owner = _operation("Whose link it is", failure, ok=named["LinkOwner"], body=named["LinkSignIn"])
    begin = _operation("What a browser needs to make a passkey", failure, ok=_ANYTHING, body=named["BeginPerson"])
    out = _operation("Sign out", **welcome)
    return {
        "/api/people/begin": {"post": begin},
        "/api/people": {"post": created},
        "/api/sign-in/begin": {"post": _operation("What a browser needs to ask for a passkey", failure, ok=_ANYTHING)},
        "/api/sign-in": {"post": _operation("Sign in with a passkey", **welcome, body=named["SignIn"])},
        "/api/sign-in/code": {"post": _operation("Sign in with a recovery code", **welcome, body=named["CodeSignIn"])},
        "/api/sign-in/link/owner": {"post": owner},
        "/api/sign-in/link": {"post": _operation("Sign in with a link", **welcome, body=named["LinkSignIn"])},
        "/api/sign-out": {"post": {**out, "security": _SIGNED_IN}},
    }


def _holidays(named: Named) -> Named:
    """Describe the requests about holidays, of a person or at a table."""
    answer: Named = {"failure": named["Failure"], "ok": named["OwnHolidays"]}
    return {
        "get": _operation("One's holidays", **answer),
        "post": _operation("Announce a holiday", **answer, body=named["AnnounceHoliday"]),
        "delete": _operation("End the holiday, or withdraw it", **answer),
    }


def _me(named: Named) -> Named:
    """Describe the requests of somebody who is signed in."""
    failure, me = named["Failure"], named["Me"]
    changed: Named = {"failure": failure, "ok": me}
    passkey = _operation("Add a passkey", **changed, body=named["NewPasskey"])
    described: Named = {
        "/api/me": {
            "patch": _operation(
                "Change one's name or language, or want ratings", **changed, body=named["ChangePerson"]
            ),
            "delete": _operation("Delete the person", **changed),
        },
        "/api/me/confirm/begin": {"post": _operation("What a browser needs to confirm", failure, ok=_ANYTHING)},
        "/api/me/confirm": {"post": _operation("Prove again who one is", **changed, body=named["Confirmation"])},
        "/api/me/codes": {"post": _operation("Get new recovery codes", failure, ok=named["NewCodes"])},
        "/api/me/passkeys/begin": {"post": _operation("What a browser needs to add a passkey", failure, ok=_ANYTHING)},
        "/api/me/passkeys": {"post": passkey},
        "/api/me/passkeys/{id}": {"delete": _operation("Remove a passkey", **changed)},
        "/api/me/links": {"post": _operation("Get a link for another device", failure, ok=named["DeviceLink"])},
        "/api/me/sessions": {"delete": _operation("Sign out everywhere", **changed)},
        "/api/me/sessions/{id}": {"delete": _operation("Sign out a browser", **changed)},
        "/api/me/games": {"get": _operation("One's games, running ones first", failure, ok=named["OwnGames"])},
        "/api/me/figures": {"get": _operation("How one's games went", failure, ok=named["OwnFigures"])},
        "/api/me/digest": {
            "get": _operation("Whether one gets the daily digest", failure, ok=named["OwnDigest"]),
            "put": _operation("Get the daily digest", failure, ok=named["OwnDigest"], body=named["NewDigest"]),
            "delete": _operation("No more digests", failure, ok=named["OwnDigest"]),
        },
        "/api/me/push": {
            "get": _operation("Which notices one gets, and where", failure, ok=named["OwnNotices"]),
            "put": _operation(
                "Get notices in this browser", failure, ok=named["OwnNotices"], body=named["NewSubscription"]
            ),
        },
        "/api/me/push/{id}": {"delete": _operation("No more notices in a browser", failure, ok=named["OwnNotices"])},
        "/api/me/notices": {
            "patch": _operation("Choose kinds of notices", failure, ok=named["OwnNotices"], body=named["ChangeNotices"])
        },
        "/api/me/blocks": {"get": _operation("Whom one has blocked", failure, ok=named["OwnBlocks"])},
        "/api/me/blocks/{id}": {"delete": _operation("End a block", failure, ok=named["OwnBlocks"])},
        "/api/me/holidays": _holidays(named),
        "/api/me/ratings": {"get": _operation("One's rated results", failure, ok=named["RatingHistory"])},
        "/api/me/data": {"get": _operation("All that is stored of the person", failure, ok=_ANYTHING)},
    }
    for operations in described.values():
        for operation in operations.values():
            operation["security"] = _SIGNED_IN
    for path in described:
        if "{id}" in path:
            described[path]["parameters"] = [_in_path("id")]
    described["/api/me/games"]["parameters"] = _WANTED
    described["/api/me"]["get"] = _operation("Who is asking", **changed)
    # Links in mails, which work without a session.
    link: Named = {"failure": failure, "ok": named["OwnDigest"], "body": named["DigestLink"]}
    described["/api/digest/confirm"] = {"post": _operation("Confirm the address of a digest", **link)}
    described["/api/digest/stop"] = {"post": _operation("No more digests, by the link in a mail", **link)}
    return described


def _service(named: Named) -> Named:
    """Describe the requests about the server itself."""
    failure = named["Failure"]
    return {
        "/api/broadcasts": {"get": _operation("What the operator tells everybody", failure, ok=named["Broadcasts"])},
        "/api/health": {"get": _operation("Whether the server can store and tell", failure, ok=_ANYTHING)},
        "/api/openapi.json": {"get": _operation("This document", failure, ok=_ANYTHING)},
        "/metrics": {"get": _operation("Figures for Prometheus", failure, text=TEXT)},
    }


def _in_path(name: str) -> Named:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[^/]+$"}}


def _operation(
    summary: str,
    failure: dict[str, Any],
    ok: dict[str, Any] | None = None,
    created: dict[str, Any] | None = None,
    body: dict[str, Any] | None = None,
    text: str = "",
) -> dict[str, Any]:
    responses: dict[str, Any] = {"default": _response("One line that says what is wrong", failure)}
    if ok is not None:
        responses["200"] = _response("Done", ok)
    if created is not None:
        responses["201"] = _response("Opened", created)
    if text:
        responses["200"] = {"description": "A text", "content": {text: {"schema": {"type": "string"}}}}
    operation: dict[str, Any] = {"summary": summary, "responses": responses}
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return operation


def _response(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
