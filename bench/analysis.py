"""Analysis: how soon the best moves come, how long reviews take, and what they cost the players of running games."""

from __future__ import annotations

import itertools
import json
import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event, Semaphore
from random import Random
from typing import Any

import httpx
import uvloop
from websockets.sync.client import ClientConnection, connect

import encore
from bench.measure import Measure
from bench.server import encore_server, late, medians
from encore.core.game import AnyGame

REVIEWS = (("dakapo", 20, 15.0), ("dacapo", 90, 40.0), ("dalapapa", 40, 40.0))
"""A game, the moves of its players, and the seconds that a review may take."""
FIRST, PLIES = 0.3, (4, 12, 20)
"""Seconds until the first of the best moves, after so many moves."""
EXACT, PILES, ROUNDS = 1.0, 22, 20
"""The time limit for the exact values of all captures, the piles on the board, and how many rounds are measured."""
TURNS = 5
"""How many times the load is measured alone, beside a process that counts, and beside reviews, in turn."""
VISITORS = ("127.0.0.2", "127.0.0.3")
"""Two visitors keep the worker busy: each has one question at a time."""
SHARE = 40
"""Finished games of a visitor, enough to be reviewed during a turn."""
PATIENCE = 300.0


def run() -> Iterator[Measure]:
    """Measure reviews of whole games, then the moves of others beside reviews."""
    with encore_server() as server:
        for name, _, _ in REVIEWS:
            yield Measure(f"analysis.0.3 s : first of the best moves of {name}, s", FIRST, _first(server.url, name), 1)
        took, longest = _exact(server.url)
        print(f"# exact values of all captures, {ROUNDS} rounds: the longest took {longest:.2f} s")
        yield Measure(f"analysis.1 s : exact values of all captures with {PILES} piles, median, s", EXACT, took, 1)
        for name, moves, limit in REVIEWS:
            table = _finished(server.url, name, moves, 1)
            _review(server.url, _finished(server.url, name, 2, 2))  # loads what this game needs
            start = time.perf_counter()
            _review(server.url, table)
            took = time.perf_counter() - start
            yield Measure(f"analysis.{limit:g} s : review of {moves} moves of {name}, s", limit, took, 1)
    with encore_server() as server:
        tables = [_finished(server.url, "dakapo", 20, seed) for seed in range(TURNS * len(VISITORS) * SHARE)]
        turns = list[list[float]]()
        for _ in range(TURNS):
            alone = uvloop.run(late(server))
            with _counting():
                counting = uvloop.run(late(server))
            with _reviewing(server.url, tables):
                turns.append([alone, counting, uvloop.run(late(server))])
    alone, counting, beside = medians(turns)
    print(f"# beside a process that only counts, with idle priority: {counting:.2f} ms : {alone:.2f}")
    yield Measure(
        "analysis.1 / p99 ms of moves at 100 tables, beside reviews : without", 1 / beside, 1 / alone, 1 / 1.5
    )


def _exact(url: str) -> tuple[float, float]:
    """Return the median and the longest time until the values of all captures come, in rounds of random players."""
    game, times = encore.load("dacapo"), list[float]()
    for seed in range(ROUNDS):
        rng, s = Random(seed), game.initial()
        while sum(map(bool, s.piles)) != PILES or s.turn is None:
            s = game.play(s, game.deal(s, rng) if s.turn is None else rng.choice(game.legal_moves(s)))
        with _analysis(url) as socket:
            start = time.perf_counter()
            _ask_lines(socket, game, s)
            while not (answer := _next(socket, "lines"))["found"].get("exact"):
                if answer["done"]:
                    raise RuntimeError(f"the exact values of round {seed} were not found")
            times.append(time.perf_counter() - start)
    return statistics.median(times), max(times)


def _first(url: str, name: str) -> float:
    """Return the longest time until the first answer in some positions; the workers have loaded the game before."""
    game, rng, times = encore.load(name), Random(5), list[float]()
    s = game.initial()
    for ply in range(max(PLIES) + 1):
        if ply in (0, *PLIES):
            with _analysis(url) as socket:
                start = time.perf_counter()
                _ask_lines(socket, game, s)
                _next(socket, "lines")
                times.append(time.perf_counter() - start)
        while game.to_move(s) == encore.DEALER:
            s = game.play(s, game.deal(s, rng))
        if game.to_move(s) is None:
            break
        s = game.play(s, rng.choice(game.legal_moves(s)))
    return max(times[1:])


def _ask_lines(socket: ClientConnection, game: AnyGame, s: Any) -> None:
    position = {"game": game.name, "position": game.format_state(s)}
    socket.send(json.dumps({"t": "lines", "id": "1", "at": position, "most": 3}))


def _finished(url: str, name: str, most: int, seed: int) -> str:
    """Play random moves at a table, then resign; return its name."""
    game, rng = encore.load(name), Random(seed)
    chairs = [{"kind": "screen", "name": f"Player {seat + 1}"} for seat in range(game.players)]
    made = httpx.post(f"{url}/api/tables", json={"game": name, "chairs": chairs, "keep": "token"}).json()
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{made['table']}/socket?with=view"
    with connect(address, additional_headers={"Authorization": f"Bearer {made['token']}"}, max_size=None) as socket:
        state = _next(socket, "full")
        for number in range(most):
            if not state.get("legal"):
                return str(made["table"])
            move = rng.choice(state["legal"])
            socket.send(json.dumps({"t": "act", "id": f"{number}", "v": state["v"], "a": move}))
            state = _next(socket, "ev")
        if state.get("legal"):
            socket.send(json.dumps({"t": "resign", "id": "end"}))
            _next(socket, "ack")
    return str(made["table"])


def _next(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    while (message := json.loads(socket.recv(timeout=PATIENCE)))["t"] not in kinds:
        if message["t"] == "nak":
            raise RuntimeError(message["why"])
    return dict(message)


def _review(url: str, table: str) -> None:
    with _analysis(url) as socket:
        socket.send(json.dumps({"t": "review", "id": "1", "table": table}))
        _next(socket, "review")


def _analysis(url: str, visitor: str = "127.0.0.1") -> ClientConnection:
    address = f"{url.replace('http', 'ws', 1)}/api/analysis"
    return connect(address, subprotocols=["encore.2"], max_size=None, source_address=(visitor, 0))  # type: ignore[list-item]


@contextmanager
def _reviewing(url: str, tables: list[str]) -> Iterator[None]:
    """Let visitors review games, one after the other, as long as the context lasts.

    Each is a process of its own, so that the clients whose moves are timed have nothing else to do.
    """
    context = get_context("spawn")
    begun, ended = context.Semaphore(0), context.Event()
    visitors = list[BaseProcess]()
    for visitor in VISITORS:
        share = [tables.pop() for _ in range(SHARE)]
        visitors.append(context.Process(target=_go_on, args=(url, visitor, share, begun, ended), daemon=True))
        visitors[-1].start()
    for _ in visitors:
        if not begun.acquire(timeout=PATIENCE):
            raise RuntimeError("a visitor could not begin")
    yield
    ended.set()
    for each in visitors:
        each.join(PATIENCE)
        if each.exitcode:
            raise RuntimeError("a visitor had too few games to review")


@contextmanager
def _counting() -> Iterator[None]:
    """Keep a processor busy as analysis does, without work for the server: what this costs is due to the machine."""
    context = get_context("spawn")
    begun = context.Semaphore(0)
    process = context.Process(target=_count, args=(begun,), daemon=True)
    process.start()
    try:
        if not begun.acquire(timeout=PATIENCE):
            raise RuntimeError("the process that counts could not begin")
        yield
    finally:
        process.kill()
        process.join()


def _count(begun: Semaphore) -> None:
    """Count until killed; runs in a process of its own."""
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # a container may forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    begun.release()
    for _ in itertools.count():
        pass


def _go_on(url: str, visitor: str, tables: list[str], begun: Semaphore, ended: Event) -> None:
    """Review one game after the other until the end; runs in a process of its own."""
    with _analysis(url, visitor) as socket:
        for number, table in enumerate(tables):
            socket.send(json.dumps({"t": "review", "id": f"{number}", "table": table}))
            while json.loads(socket.recv(timeout=PATIENCE))["t"] == "progress":
                begun.release()
                if ended.is_set():
                    return
    raise SystemExit(1)
