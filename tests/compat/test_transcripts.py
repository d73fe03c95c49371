"""A client of an earlier release is served as it was: its requests get the answers that they got then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from encore.server.wire import messages
from encore.server.wire.messages import read_request
from tests.compat.answers import assert_kept
from tests.compat.session import Person, Server, at_table, running
from tests.compat.test_compat import RELEASES

TRANSCRIPTS = [path for release in RELEASES for path in sorted((release / "transcripts").glob("*.jsonl"))]
SECRETS = ("table", "token", "invite")
"""What a server makes up anew each time."""
Answer = messages.Ack | messages.Nak | messages.Previewed | messages.Ev | messages.Full

Lines = list[dict[str, Any]]


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_messages_of_both_sides_decode(path: Path) -> None:
    for line in lines_of(path):
        if "sent" in line and line["sent"]["t"] != "unknown":
            read_request(json.dumps(line["sent"]).encode())
        if "got" in line:
            msgspec.convert(line["got"], Answer)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_the_same_requests_get_the_same_answers(path: Path, server: Server) -> None:
    asyncio.run(Again(server).play(lines_of(path)))


class Again:
    """A transcript played once more; ``_known`` maps the secrets of that time to those of today."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._known: dict[str, str] = {}
        self._people: dict[str, tuple[Person, AsyncExitStack]] = {}
        self._first: dict[str, Any] = {}  # what came when a socket was opened

    async def play(self, lines: Lines) -> None:
        """Send what was sent, and compare what comes with what came."""
        try:
            for line in lines:
                if "http" in line:
                    await self._ask(line)
                elif "opens" in line:
                    await self._open(line)
                elif "sent" in line:
                    await self._people[line["who"]][0].send(line["sent"])
                elif "got" in line:
                    self._compare(line["got"], await self._receive(line["who"]))
                else:
                    await self._people.pop(line["who"])[1].aclose()
        finally:
            for _, stack in self._people.values():
                await stack.aclose()

    async def _receive(self, who: str) -> Any:
        if who in self._first:
            return self._first.pop(who)
        return await self._people[who][0].receive()

    async def _open(self, line: dict[str, Any]) -> None:
        stack = AsyncExitStack()
        table, token = self._today(line["opens"]), self._today(line["token"])
        person = await stack.enter_async_context(at_table(self._server, line["who"], table, token))
        self._people[line["who"]] = person, stack
        self._first[line["who"]] = person.seen

    async def _ask(self, line: dict[str, Any]) -> None:
        method, _, address = line["http"].partition(" ")
        path, body, token = (self._today(part) for part in (address, line["body"], line["token"]))
        found = await asyncio.to_thread(self._server.ask, line["who"], method, path, body, token)
        assert self._server.lines[-1]["status"] == line["status"], found
        if address == "/api/tables" and method == "GET":
            self._listed(line["answer"], found)
            return
        if address == "/api/games":  # in no order that is promised
            line["answer"]["games"].sort(key=itemgetter("game"))
            found["games"].sort(key=itemgetter("game"))
        if isinstance(line["answer"], dict):
            self._known |= {line["answer"][name]: found[name] for name in SECRETS if line["answer"].get(name)}
        self._compare(line["answer"], found)

    def _listed(self, frozen: Any, found: Any) -> None:
        """Compare the list of public tables: there may be more now, and who sits there is listed a moment later."""
        listed = {each["table"]: each for each in found["tables"]}
        for each in self._today(frozen)["tables"]:
            now = listed[each["table"]]
            assert each.keys() <= now.keys()
            assert_kept({name: value for name, value in each.items() if name not in ("phase", "chairs")}, now)

    def _compare(self, frozen: Any, found: Any) -> None:
        assert_kept(self._today(frozen), found)

    def _today(self, value: Any) -> Any:
        """Return a text or message with today's secrets in place of those of that time."""
        text = json.dumps(value, ensure_ascii=False)
        for old, new in self._known.items():
            text = text.replace(old, new)
        return json.loads(text)
