"""Who plays what in a run: people at tables of every kind, bots, seeks, analysis, and a probe of each server."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import suppress
from hashlib import sha256
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.chaos.client import Client, Wishes
from tests.chaos.history import Sat, now
from tests.chaos.world import ANSWER, World, together

LIVE = {"kind": "live", "main": 90, "increment": 2}
DAYS = {"kind": "days", "days": 2}
NOTICE = 100.0
"""Seconds in which a notice comes, also if the process that had it was killed: its claim ends after a minute."""


async def probe(world: World, server: int) -> None:
    """Play alone at one server, without pauses, so that it is known when the server stores moves."""
    name, rng = f"probe{server + 1}", world.rng(f"probe{server}")
    while True:
        asked = {"game": "dakapo", "chairs": [{"kind": "screen"}, {"kind": "screen"}], "keep": "token"}
        made = (await world.ask(rng, "POST", "/api/tables", asked, (201,))).json()
        world.history.note(Sat(now(), name, made["table"], made["token"]))
        await Client(world, name, made["table"], made["token"], Wishes(0.25, 10**6, talks=0, server=server)).play()


async def people(world: World, name: str, game: str, players: int, **asked: Any) -> None:
    """Let people open tables and play, one table after the other."""
    rng, number = world.rng(name), 0
    while True:
        number += 1
        seats = await seated(world, rng, f"{name}.{number}", game, players, **asked)
        moves, games = rng.randrange(8, 40), rng.choice((1, 1, 2))
        clients = []
        for who, table, token, nonce in seats:
            pause, forgets = rng.uniform(0.2, 1), rng.random() < 0.2
            clients.append(Client(world, who, table, token, Wishes(pause, moves, games, forgets=forgets, nonce=nonce)))
        await together(*(client.play() for client in clients))


async def seated(
    world: World, rng: Random, name: str, game: str, players: int, cookies: tuple[str, ...] = (), **asked: Any
) -> list[tuple[str, str, str, str]]:
    """Open a table and take its seats; return who sits there: name, table, token and nonce."""
    nonces = [secrets.token_hex(32) if rng.random() < 0.5 else "" for _ in range(players)]
    headers = [{"Cookie": cookies[n]} if cookies else {} for n in range(players)]
    body = {"game": game, "players": players, "keep": "token", "nonce_hash": hash_of(nonces[0]), **asked}
    made = (await world.ask(rng, "POST", "/api/tables", body, (201,), **headers[0])).json()
    tokens, path = [made["token"]], f"/api/tables/{made['table']}/join"
    for number in range(1, players if "chairs" not in asked else 1):
        secret = secrets.token_urlsafe(24)
        join = {"invite": made["invite"], "keep": "token", "secret": secret, "nonce_hash": hash_of(nonces[number])}
        await world.ask(rng, "POST", path, join, (200,), **headers[number])
        tokens.append(secret)
    seats = [(f"{name}.{n}", made["table"], token, nonces[n]) for n, token in enumerate(tokens)]
    for who, table, token, _ in seats:
        world.history.note(Sat(now(), who, table, token))
    return seats


def hash_of(nonce: str) -> str:
    return sha256(nonce.encode()).hexdigest() if nonce else ""


async def by_the_day(world: World, name: str, game: str) -> None:
    """Let two people play who come when they get a notice."""
    rng = world.rng(name)
    names = [f"{name}.a", f"{name}.b"]
    cookies = tuple([await world.person(rng, each) for each in names])
    while True:
        seats = await seated(world, rng, name, game, 2, cookies, timing=DAYS)
        wishes = Wishes(0.4, rng.randrange(6, 14), talks=0, visits=True)
        clients = [
            Client(world, who, table, token, Wishes(wishes.pause, wishes.moves, talks=0, visits=True, nonce=nonce))
            for who, (_, table, token, nonce) in zip(names, seats, strict=True)
        ]
        await together(*(visit(world, client, rng) for client in clients))


async def visit(world: World, client: Client, rng: Random) -> None:
    """Come to the table for a notice, or by chance."""
    while not client.done:
        before = world.told(client.name, client.table)
        await client.play()
        if not client.done:
            await world.until(lambda: world.told(client.name, client.table) > before, rng.choice((2.0, NOTICE)))  # noqa: B023


async def seek(world: World, name: str) -> None:
    """Ask for somebody to play with, play a few moves, and ask again."""
    rng, number = world.rng(name), 0
    while True:
        number += 1
        secret = secrets.token_urlsafe(24)
        asked = {"games": ["dakapo"], "players": 2, "timing": "live", "secret": secret, "keep": "token"}
        found = (await world.ask(rng, "POST", "/api/pair", asked, (200, 201))).json()
        world.history.note(Sat(now(), name, found["table"], secret, f"{name}.{number}"))
        client = Client(world, name, found["table"], secret, Wishes(0.3, rng.randrange(1, 6), talks=0.05))
        with suppress(TimeoutError):  # nobody came; the seek leaves the list by itself
            await asyncio.wait_for(client.play(), 60)


async def analyse(world: World) -> None:
    """Ask for the best moves in positions, and for estimates along games."""
    rng, number = world.rng("analysis"), 0
    while True:
        number += 1
        url = rng.choice(world.urls).replace("http", "ws", 1)
        try:
            async with connect(f"{url}/api/analysis", open_timeout=ANSWER, proxy=None, compression=None) as socket:
                moves = rng.choice((["c4r"], ["c4r", "d4g"], ["c4b", "e5y"]))
                kind = rng.choice(("lines", "chances"))
                question = {"t": kind, "id": f"q{number}", "at": {"game": "dakapo", "moves": moves}}
                await socket.send(json.dumps(question))
                await _answered(world, socket)
        except (OSError, WebSocketException, TimeoutError, EOFError):
            pass
        await world.pause(rng.uniform(1, 4))


async def _answered(world: World, socket: Any) -> None:
    async with asyncio.timeout(2 * ANSWER):
        while True:
            answer = json.loads(await socket.recv())
            if answer["t"] == "nak":
                if answer["code"] == "failed":
                    world.strange.append(f"the analysis failed: {answer['why']}")
                return
            if answer["t"] == "chances" or answer.get("done"):
                return


def begin(world: World) -> None:
    """Let everybody come."""
    for server in range(len(world.urls)):
        world.start(probe(world, server), f"the probe of server {server + 1}")
    bots = {"chairs": [{"kind": "screen"}, {"kind": "bot", "bot": "bot:easy"}]}
    tables: list[tuple[str, str, int, dict[str, Any]]] = [
        ("quick", "dakapo", 2, {}),
        ("clocked", "dakapo", 2, {"timing": LIVE}),
        ("fish", "dacapo", 4, {}),
        ("three", "dacapo", 3, {"timing": LIVE}),
        ("tiles", "dalapapa", 2, {"timing": LIVE}),
        ("hands", "dalapapa", 3, {}),
        ("robot", "dakapo", 2, bots),
        ("robots", "dacapo", 2, {**bots, "timing": LIVE}),
    ]
    for name, game, players, asked in tables:
        world.start(people(world, name, game, players, **asked), name)
    for name, game in (("daily", "dakapo"), ("weekly", "dacapo"), ("slowly", "dakapo")):
        world.start(by_the_day(world, name, game), name)
    for number in range(4):
        world.start(seek(world, f"seeker{number + 1}"), f"seeker {number + 1}")
    world.start(analyse(world), "the analysis")
