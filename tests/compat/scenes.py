"""What happens at the tables that a release leaves behind: every phase, every kind of event, every way to end."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

from tests.compat.session import Person, Server, at_table

BOT = {"kind": "bot", "bot": "random"}
SCREEN = {"kind": "screen", "name": "Ada"}
LIVE = {"kind": "live", "main": 600, "increment": 5}
GONE = 62.0
"""Seconds after which a player who left counts as gone, and a little more."""

Seats = dict[str, str]
"""The token of everybody at a table, by name; a spectator has none."""


class Tables:
    """The tables of one server with their players."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.found: dict[str, tuple[str, Seats]] = {}

    def open(self, scene: str, **asked: Any) -> tuple[str, str, Seats]:
        """Open a table; return its name, its invitation and the seats."""
        told = self.server.ask("Ada", "POST", "/api/tables", {"keep": "token", "name": "Ada", **asked})
        seats = {"Ada": told["token"]}
        self.found[scene] = told["table"], seats
        return told["table"], told["invite"], seats

    def join(self, table: str, invite: str, seats: Seats, who: str) -> None:
        """Let somebody take a seat."""
        body = {"keep": "token", "invite": invite, "name": who}
        seats[who] = self.server.ask(who, "POST", f"/api/tables/{table}/join", body)["token"]

    async def two(self, scene: str, people: AsyncExitStack, **asked: Any) -> list[Person]:
        """Open a table for Ada, Bob and Eve, who watches; Ada sees Bob come in."""
        table, invite, seats = self.open(scene, **asked)
        ada = await people.enter_async_context(at_table(self.server, "Ada", table, seats["Ada"]))
        self.join(table, invite, seats, "Bob")
        while ada.seen.get("phase") != "playing":
            await ada.receive()
        bob = await people.enter_async_context(at_table(self.server, "Bob", table, seats["Bob"]))
        seats["Eve"] = ""
        eve = await people.enter_async_context(at_table(self.server, "Eve", table))
        return [ada, bob, eve]


async def play(people: list[Person], rng: Random, moves: int = 10_000) -> None:
    """Play random legal moves."""
    for _ in range(moves):
        mover = next((person for person in people if person.seen.get("legal")), None)
        if mover is None:
            return
        others = tuple(person for person in people if person is not mover)
        answer = await mover.do("act", others, v=mover.seen["v"], a=rng.choice(mover.seen["legal"]))
        assert answer["t"] == "ack", answer


async def dakapo(tables: Tables) -> None:
    """Two people and a spectator: refusals, chat, undo, draw, a whole game, a rematch that is given up."""
    async with AsyncExitStack() as stack:
        ada, bob, eve = people = await tables.two("dakapo", stack, game="dakapo", timing=LIVE, listed=True)
        await play(people, Random(1), 4)
        tables.server.ask("Eve", "GET", "/api/tables")
        await ada.do("act", v=ada.seen["v"], a="d4r")
        await ada.do("act", v=ada.seen["v"], a="nonsense")
        await ada.do("act", v=0, a=ada.seen["legal"][0])
        await bob.do("act", v=bob.seen["v"], a="a1r")
        await ada.do("preview", a=ada.seen["legal"][0])
        await ada.do("claim")
        await ada.do("say", (bob, eve), text="what a game")
        await bob.do("say", (ada, eve), phrase="nice move")
        await eve.do("say", (ada, bob), text="hello", name="Eve")
        await eve.do("resign")
        await bob.do("ask", (ada, eve), what="undo", v=bob.seen["v"])
        await ada.do("ask", (bob, eve), what="undo", v=ada.seen["v"])
        await ada.do("ask", (bob, eve), what="draw", v=ada.seen["v"])
        await bob.do("refuse", (ada, eve), what="draw")
        await ada.send({"t": "look"})
        await ada.receive()
        await ada.send({"t": "unknown", "id": "x"})
        await ada.receive()
        await play(people, Random(2))
        await ada.do("ask", (bob, eve), what="rematch")
        await bob.do("ask", (ada, eve), what="rematch")
        await play(people, Random(3), 3)
        await bob.do("resign", (ada, eve))


async def dacapo(tables: Tables) -> None:
    """Three people, one round to its end."""
    async with AsyncExitStack() as stack:
        table, invite, seats = tables.open(
            "dacapo", game="dacapo", players=3, options={"rounds": 1, "switch": "every-turn"}
        )
        for who in ("Bob", "Cyd"):
            tables.join(table, invite, seats, who)
        people = [
            await stack.enter_async_context(at_table(tables.server, who, table, token)) for who, token in seats.items()
        ]
        await play(people, Random(4))


async def dalapapa(tables: Tables) -> None:
    """Two people with hidden hands and a spectator; the game goes on."""
    async with AsyncExitStack() as stack:
        people = await tables.two("dalapapa", stack, game="dalapapa", players=2, options={"target": 30}, chat=False)
        await play(people, Random(5), 9)
        await people[0].do("say", text="not here")


async def screens(tables: Tables) -> None:
    """Two people before one screen agree on a draw."""
    async with AsyncExitStack() as stack:
        table, _, seats = tables.open("screens", game="dakapo", options={"call": "spoken"}, chairs=[SCREEN, SCREEN])
        ada = await stack.enter_async_context(at_table(tables.server, "Ada", table, seats["Ada"]))
        await play([ada], Random(6), 7)
        await ada.do("ask", what="draw", chair=1)


async def requests(tables: Tables) -> None:
    """Requests without a table, and those that are refused."""
    ask = tables.server.ask
    ask("Eve", "GET", "/api/games")
    ask("Eve", "POST", "/api/look", {"game": "dakapo", "moves": ["e6r", "e7g"], "preview": "e8r"})
    ask("Eve", "POST", "/api/look", {"game": "dakapo", "moves": ["e6r", "e6g"]})
    ask("Eve", "POST", "/api/replay", {"record": '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n\ne6r e7g\n'})
    ask("Eve", "GET", "/api/tables/AAAAAAAAAAAAAAAA")
    ask("Eve", "POST", "/api/tables", {"game": "chess"})
    ask("Eve", "POST", "/api/tables", {"game": "dacapo", "players": 5})
    ask("Eve", "POST", "/api/tables", {"game": "dacapo", "options": {"target": 0}})
    ask("Eve", "POST", "/api/tables", {"game": "dacapo", "colour": "red"})
    table, _, _ = tables.open("requests", game="dakapo")
    ask("Eve", "POST", f"/api/tables/{table}/join", {"invite": "wrong", "name": "Eve"})
    ask("Eve", "GET", f"/api/tables/{table}/record")
    ask("Eve", "GET", "/api/nothing")


TRANSCRIPTS = (dakapo, dacapo, dalapapa, screens, requests)
"""Scenes that go the same way each time, so that their transcripts can be replayed."""


async def waiting(tables: Tables) -> None:
    """A table that waits; a guest came and left."""
    table, invite, seats = tables.open("waiting", game="dalapapa", players=3, listed=True)
    tables.join(table, invite, seats, "Bob")
    async with at_table(tables.server, "Bob", table, seats.pop("Bob")) as bob:
        await bob.do("leave")


async def bots(tables: Tables) -> None:
    """A person and bots, played to the end."""
    chairs = [SCREEN, BOT, BOT, BOT]
    table, _, seats = tables.open("bots", game="dacapo", players=4, options={"rounds": 1}, chairs=chairs)
    async with at_table(tables.server, "Ada", table, seats["Ada"]) as ada:
        rng = Random(7)
        while "end" not in ada.seen:
            if ada.seen.get("legal"):
                await ada.do("act", v=ada.seen["v"], a=rng.choice(ada.seen["legal"]))
            else:
                await ada.receive()


async def solo(tables: Tables) -> None:
    """One player alone, in the middle of a game."""
    table, _, seats = tables.open("solo", game="dacapo", players=1, chairs=[SCREEN])
    async with at_table(tables.server, "Ada", table, seats["Ada"]) as ada:
        await play([ada], Random(8), 5)


async def days(tables: Tables) -> None:
    """A game by the day with phrases only, in which an undo is asked for."""
    async with AsyncExitStack() as stack:
        timing = {"kind": "days", "days": 3}
        people = await tables.two("days", stack, game="dakapo", timing=timing, phrases_only=True)
        ada, bob, eve = people
        await play(people, Random(9), 5)
        await eve.do("say", (ada, bob), phrase="hello", name="Eve")
        await ada.do("ask", (bob, eve), what="undo")


async def time_over(tables: Tables) -> None:
    """A win by the clock."""
    async with AsyncExitStack() as stack:
        timing = {"kind": "live", "main": 10}
        people = await tables.two("time", stack, game="dakapo", timing=timing)
        await play(people, Random(10), 3)
        for person in people:
            await person.receive()  # the end


async def abandoned(tables: Tables) -> None:
    """A win against somebody who left."""
    async with AsyncExitStack() as stack:
        table, invite, seats = tables.open("abandoned", game="dalapapa", players=2)
        tables.join(table, invite, seats, "Bob")
        ada = await stack.enter_async_context(at_table(tables.server, "Ada", table, seats["Ada"]))
        async with at_table(tables.server, "Bob", table, seats["Bob"]) as bob:
            await play([ada, bob], Random(11), 4)
            while not bob.seen.get("legal"):
                await play([ada, bob], Random(11), 1)
        await asyncio.sleep(GONE)
        await ada.do("claim")


async def restarted(tables: Tables) -> None:
    """A live game that goes on while the server is away."""
    async with AsyncExitStack() as stack:
        people = await tables.two("restarted", stack, game="dakapo", timing=LIVE)
        await play(people, Random(12), 6)


STORED = (waiting, bots, solo, days, time_over, abandoned, restarted)
"""Scenes that are only found in the store."""
