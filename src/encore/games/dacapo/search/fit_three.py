"""Fits ``three.HEAT``, how much points tell about the winner: ``python -m encore.games.dacapo.search.fit_three``.

It plays GAMES games of three medium bots from SEED. After each round that does not end the game, the chance of a seat
is taken as proportional to ``exp(points / heat)``; the heat is the one with which the winners are most likely.

The result, after 25 seconds on 16 cores::

    1600 games, 4880 standings, seed 1978
    heat: used 29.35, fitted 24.35 ± 0.90
    logarithm of the winner's chance: fitted -1.0142, 12 -1.0813, equal chances -1.0986

The bots use the heat themselves: in games of bots that used 12, as they did before, with other deals, 29.35 ± 1.31 was
fitted to 5,054 standings. With 29.35 instead of 12 the expert won 3.8 % ± 1.4 % more than its share of 4,362 games,
with 1,500 nodes a move: 727 deals, each played in six ways, with one or two of the three seats for each value. With 20
it won 1.8 % ± 1.4 % more in 4,446 games.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from encore.core.game import DEALER
from encore.core.thinking import Budget
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search.searcher import LEVELS, Searcher
from encore.games.dacapo.search.three import HEAT

Floats = NDArray[np.float64]

SEED, GAMES = 1978, 1600


class Standing(NamedTuple):
    """The points after a round, and how the game ended."""

    points: tuple[int, ...]
    shares: tuple[float, ...]
    """Each seat's share of the win."""


def play(number: int, seed: int = SEED) -> list[Standing]:
    """Return the standings of the game of a number, without the last one, which decides it."""
    game, rng = DaCapo(3), Random(f"{seed}/{number}")
    searcher, s, points = Searcher(game), game.initial(), list[tuple[int, ...]]()
    while (seat := game.to_move(s)) is not None:
        if seat == DEALER:
            if s.rounds:
                points.append(s.scores)
            s = game.play(s, game.deal(s, rng))
            continue
        with Budget() as budget:
            s = game.play(s, searcher.search(s, rng, budget, LEVELS["medium"]).move)
    outcome = game.outcome(s)
    assert outcome is not None
    shares = tuple((seat in outcome.winners) / len(outcome.winners) for seat in range(game.players))
    return [Standing(each, shares) for each in points]


def play_all(games: int) -> Iterator[list[Standing]]:
    """Play the games in a process for each core, and show how many are done."""
    with ProcessPoolExecutor() as pool:
        for done, found in enumerate(pool.map(play, range(games), chunksize=4), 1):
            sys.stderr.write(f"\r{done} of {games} games")
            yield found
    sys.stderr.write("\n")


def likelihood(points: Floats, shares: Floats, heat: float) -> float:
    """Return the mean logarithm of the chance that a heat gives to the winner; a row is a standing."""
    odds = (points - points.max(1, keepdims=True)) / heat
    return float(np.mean(np.sum(shares * (odds - np.log(np.exp(odds).sum(1, keepdims=True))), 1)))


def fit(points: Floats, shares: Floats) -> tuple[float, float]:
    """Return the most likely heat, and its standard error from the curvature there."""
    heats, step = np.arange(2.0, 60.0, 0.05), 0.2
    best = float(heats[np.argmax([likelihood(points, shares, heat) for heat in heats])])
    here, *beside = (likelihood(points, shares, heat) for heat in (best, best - step, best + step))
    curvature = len(points) * (2 * here - sum(beside)) / step**2
    return best, curvature**-0.5


def report(standings: list[Standing], games: int) -> str:
    """Return the fitted heat beside the used one as text."""
    points = np.array([each.points for each in standings], float)
    shares = np.array([each.shares for each in standings])
    heat, error = fit(points, shares)
    return (
        f"{games} games, {len(standings)} standings, seed {SEED}\n"
        f"heat: used {HEAT}, fitted {heat:.2f} ± {error:.2f}\n"
        f"logarithm of the winner's chance: fitted {likelihood(points, shares, heat):.4f}, "
        f"12 {likelihood(points, shares, 12):.4f}, equal chances {-np.log(3):.4f}"
    )


if __name__ == "__main__":
    found = [standing for game in play_all(GAMES) for standing in game]
    sys.stdout.write(f"{report(found, GAMES)}\n")
