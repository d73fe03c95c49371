"""The OpenAPI document, and generated requests whose answers must match it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis.core.result import Ok
from starlette.datastructures import QueryParams

import encore
from encore.core.record import format_record
from encore.core.replay import record_of
from encore.core.shelf import FIRST_DAY, daily
from encore.server.domain.clocks import now_ms
from encore.server.domain.deals import commitment
from encore.server.domain.puzzles import day_at
from encore.server.http.app import build
from encore.server.http.openapi import document
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from tests.server.browser import Browser
from tests.server.client import Served, http, join, open_table
from tests.server.hubs import OPENED, use

NEEDS_A_SEAT = "POST /api/tables/{table}/reveal"
"""No generated request has the token of a seat; tests/server/test_nonce_servers.py sends one."""


def description(server: Served, asker: Asker) -> dict[str, Any]:
    """Return the OpenAPI document, with existing tables, games and secrets as examples."""
    described: dict[str, Any] = http.get(f"{server.url}/api/openapi.json").json()
    today = day_at(now_ms())
    waiting = open_table(server, game="dakapo")
    tables = [
        asker.table,
        waiting["table"],
        "nowhere",
        *(open_table(server, game="dacapo", listed=True)["table"] for _ in range(3)),
    ]
    for game in ("dacapo", "dalapapa"):
        table = open_table(server, game=game)
        join(server, table)
        tables.append(table["table"])
    names = {"table": tables, "game": ["dakapo", "dacapo", "dalapapa", "chess"], "number": [1, 2]}
    names |= {"puzzle": [daily(today)[0].name, "nothing"], "players": ["1", "2", "x"]}
    names |= {"day": [str(today), str(FIRST_DAY), "2026-10-31", "x"]}
    names |= {"language": ["de", "xx", ""], "rules": [1, 2], "ply": ["0", "1", "999", "x"]}
    names |= {"id": asker.ids, "opponent": ["bo", ""], "phase": ["running", "finished", "x"], "page": [1, 2, 0]}
    for address, path in described["paths"].items():
        for parameter in path.get("parameters", ()):
            of_table = parameter["in"] == "query" and parameter["name"] == "game" and "/tables/" in address
            parameter["schema"] = {"enum": names["number" if of_table else parameter["name"]]}
    schemas = described["components"]["schemas"]
    for kind in ("NewTable", "Looked"):
        schemas[kind]["properties"]["game"] = {"enum": names["game"]}
    schemas["Looked"]["properties"]["moves"]["items"] = {"enum": ["e6r", "e7g", "stop", "pass", "draw:1", "x"]}
    schemas["JoinTable"]["properties"]["invite"] = {"enum": [waiting["invite"], "wrong"]}
    schemas["JoinTable"]["properties"]["secret"] = {"enum": ["s" * 32, "short"]}
    schemas["Pair"]["properties"]["games"]["items"] = {"enum": names["game"]}
    schemas["Pair"]["properties"]["secret"] = {"enum": [None, "p" * 32, "short"]}
    schemas["FillSeats"]["properties"]["bot"] = {"enum": ["bot:easy", "greedy", "x"]}
    schemas["AnnounceHoliday"]["properties"]["start"] = {"enum": [None, 1]}
    schemas["CodeSignIn"]["properties"]["code"] = {"enum": [*asker.codes, "wrong", ""]}
    schemas["LinkSignIn"]["properties"]["secret"] = {"enum": [asker.link, "wrong", ""]}
    schemas["PushKeys"]["properties"] = {"p256dh": {"enum": ["B" * 87, "x"]}, "auth": {"enum": ["a" * 22, "x"]}}
    move = daily(today)[0].record.moves[0]
    schemas["JudgeMoves"]["properties"]["moves"]["items"] = {"enum": [move, "x"]}
    schemas["DailyResult"]["properties"]["who"] = {"enum": ["w" * 32, "short"]}
    rules = encore.load("dakapo")
    played: tuple[list[str], ...] = [], ["e6r"], ["e5r"]  # the last one is against the rules
    tags = {"Seed": "", "Commitment": commitment("")}
    records = [format_record(record_of(rules, moves, rules.initial(), ["Ada", "Bob"], **tags)) for moves in played]
    schemas["Recorded"]["properties"]["record"] = {"enum": [*records, "", "é\x00", "x" * 9000]}
    return described


AT_A_NAME = {
    "/api/people/begin",
    "/api/sign-in/begin",
    "/api/sign-in",
    "/api/me/confirm/begin",
    "/api/me/passkeys/begin",
    "/api/me/passkeys",
}
"""Requests that are answered only where passkeys can work: at a name, not at an address."""
SIGNED = {"POST /api/sign-in", "POST /api/me/confirm", "POST /api/me/passkeys"}
"""Requests that need the signature of a passkey, which cannot be generated; the tests of passkeys send them."""
CALLED = {
    "PUT /api/me/push": {422},
    "DELETE /api/me/push/{id}": {404},
    "POST /api/tables/{table}/block": {409},
    "DELETE /api/me/blocks/{id}": {404},
    "PUT /api/me/digest": {409},
    "POST /api/digest/confirm": {404},
    "POST /api/digest/stop": {404},
}
"""Requests that need a push service, a mail server or another person; tests of these send them."""
LAST = {"POST /api/sign-out", "DELETE /api/me", "DELETE /api/me/sessions"}
"""Requests that end the session of whoever asks."""


class Asker:
    """A person who is signed in, with examples for the document that they are asked with."""

    def __init__(self, server: Served) -> None:
        self.server, self.browser = server, Browser(server)
        made = self.browser.become("Ada")
        self.codes, self.link = made["codes"], self.browser.ask("/api/me/links").json()["secret"]
        self.table = self.browser.open_table(game="dakapo", timing={"kind": "days", "days": 3})["table"]
        other = Browser(server).ask("/api/sign-in/code", code=self.codes.pop()).json()["person"]
        session = next(one["id"] for one in other["sessions"] if one["current"])
        self.ids = [session, made["person"]["passkeys"][0]["id"], "x"]

    def call(self, case: Any) -> Any:
        """Send a generated request, signed in where this is needed."""
        operation = case.operation
        url = self.browser.origin if operation.path in AT_A_NAME else self.server.url
        if not operation.path.startswith(("/api/me", "/api/sign-out", "/api/tables")):
            return case.call(base_url=url)
        last = f"{operation.method.upper()} {operation.path}" in LAST
        asker = Browser(self.server) if last else self.browser
        if last:
            asker.become("Bo")
        return case.call(base_url=url, cookies=dict(asker.cookies))


def answers(asker: Asker, operation: schemathesis.APIOperation[Any, Any, Any, Any], requests: int) -> set[int]:
    """Generate requests for an operation and check each answer against the document; return the statuses."""
    statuses = set()

    @settings(max_examples=requests, deadline=None, derandomize=True)
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        answer = asker.call(case)
        assert answer.status_code != 500, answer.text
        case.operation.validate_response(answer)
        if answer.status_code >= 400:
            assert {"error", "why"} <= set(answer.json()) <= {"error", "why", "rule", "fact"}
        statuses.add(answer.status_code)

    check()
    return statuses


def test_the_api_matches_its_document(server: Served, thorough: bool) -> None:
    """Generated requests to every address: never a 500, always as documented."""
    asked, asker = {}, Asker(server)
    for result in schemathesis.openapi.from_dict(description(server, asker)).get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        request = f"{operation.method.upper()} {operation.path}"
        if request == "POST /api/me/confirm":
            asker.browser.sign_in()  # some of the next requests need a fresh proof
        wanted = {403} if request in (*SIGNED, NEEDS_A_SEAT) else CALLED.get(request, {200, 201})
        statuses = set[int]()
        for requests in (40, 200) if thorough else (10, 40, 200):
            if not statuses & wanted:  # by chance, no example so far fitted in all its parts
                statuses |= answers(asker, operation, requests)
        assert statuses & wanted, f"{request} was never answered: {statuses}"
        asked[request] = statuses
    assert {request.split()[1] for request in asked} == set(document()["paths"])


class ReadParameters(QueryParams):
    """The parameters of a request, which remember the names that were looked up."""

    looked_up: ClassVar[set[str]] = set()

    def __getitem__(self, name: str) -> str:
        self.looked_up.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.looked_up.add(str(name))
        return super().__contains__(name)


def test_the_document_lists_the_parameters_that_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("starlette.requests.QueryParams", ReadParameters)
    read, listed = dict[str, set[str]](), dict[str, set[str]]()

    async def ask_everything(hub: Hub, _: SqliteStore) -> None:
        names = {"table": (await hub.create(OPENED)).table.name, "game": "dakapo", "ply": "0", "players": "2"}
        names |= {"puzzle": daily(FIRST_DAY)[0].name, "day": str(FIRST_DAY), "id": "x"}
        async with httpx.AsyncClient(transport=httpx.ASGITransport(build(hub)), base_url="http://localhost") as client:
            for path, operations in document()["paths"].items():
                parameters = operations.get("parameters", ())
                listed[path] = {parameter["name"] for parameter in parameters if parameter["in"] == "query"}
                ReadParameters.looked_up.clear()
                for method in set(operations) - {"parameters"}:
                    await client.request(method, path.format(**names), json={})
                read[path] = set(ReadParameters.looked_up)

    use(tmp_path, ask_everything)
    assert any(read.values())
    assert listed == read


def test_the_document_says_where_a_token_is_used() -> None:
    described = document()
    schemes = described["components"]["securitySchemes"]
    assert {scheme.get("scheme", scheme.get("in")) for scheme in schemes.values()} == {"bearer", "cookie"}
    assert [schemes[name]["name"] for name in ("person", "person_tls")] == ["encore-person", "__Host-encore-person"]
    secured = {
        path: {name for choice in operation["security"] for name in choice}
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
        if method != "parameters" and "security" in operation
    }
    table = "/api/tables/{table}"
    below = ("bots", "join", "reveal", "holidays", "report", "moves", "positions/{ply}")
    paths = table, *(f"{table}/{path}" for path in below)
    of_people = {path for path in described["paths"] if path.startswith(("/api/me", "/api/sign-out"))}
    own = {path: {"person", "person_tls"} for path in (*of_people, f"{table}/keep", f"{table}/block")}
    assert secured == {path: set(schemes) for path in paths} | own
    assert document() is described  # created once
