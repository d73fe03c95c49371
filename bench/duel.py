"""Paired games between two bots, on all cores."""

from __future__ import annotations

import os

import encore
from bench.measure import Measure
from encore.arena.elo import strength
from encore.arena.match import Match
from encore.arena.results import Result
from encore.arena.workers import play_in_processes


def games(asked: int) -> int:
    """Return how many games to play: ENCORE_BENCH_GAMES if it is set, else the number of the measure."""
    return int(os.environ.get("ENCORE_BENCH_GAMES", asked))


def duel(name: str, game: encore.AnyGame, ours: str, theirs: str, count: int, bar: float) -> Measure:
    """Return our share of the wins; a bot is ``name@milliseconds`` if the two have different times."""
    half = game.players // 2
    match = Match(game, (ours, theirs) * half, count, seed=1)
    won: dict[int, float] = {}
    for number, record in play_in_processes(match, range(1, count + 1), os.cpu_count() or 1):
        seats = match.seats(number)
        shares = Result(number, seats, record.tags["Result"], "").shares()
        won[number] = sum(share for who, share in zip(seats, shares, strict=True) if who == ours)
    rounds = [sum(won[first + k] for k in range(2)) / 2 for first in range(1, count, 2)]
    title = f"{name}.{game.name}-{game.players} {ours} : {theirs} ({strength(rounds)})"
    return Measure(title, sum(won.values()), count, bar)
