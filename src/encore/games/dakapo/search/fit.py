"""Compares the phi of ``threats`` with others: ``python -m encore.games.dakapo.search.fit``.

It plays GAMES pairs of whole games between experts with NODES nodes a move: in each game one side has the used
``threats.NEW_PHI``, the other one another value. It prints the share of the wins of each other value.

The result, with standard errors::

    phi 1 wins 0.21 ± 0.05 of 80 games against 3
    phi 2 wins 0.38 ± 0.05 of 80 games against 3
    phi 4 wins 0.49 ± 0.05 of 80 games against 3
    phi 6 wins 0.38 ± 0.05 of 80 games against 3
    phi 8 wins 0.33 ± 0.05 of 80 games against 3

No other phi won more games than the used one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

import numpy as np

from encore.core.thinking import Budget
from encore.games.dakapo.rules import Dakapo
from encore.games.dakapo.search.searcher import LEVELS, Searcher
from encore.games.dakapo.search.threats import NEW_PHI

SEED, GAMES = 14, 200
PHIS, NODES = (1, 2, 4, 6, 8), 1000
"""The values that play against NEW_PHI, each in every fifth pair of games, and the nodes of a move."""


def wins(number: int, seed: int = SEED) -> float:
    """Play the pair of games of a number, and return the share of the wins of one of PHIS."""
    game, phi = Dakapo(), PHIS[number % len(PHIS)]
    first = duel(game, (phi, NEW_PHI), Random(f"{seed}/{number}"))
    second = 1 - duel(game, (NEW_PHI, phi), Random(f"{seed}/{number}"))
    return (first + second) / 2


def duel(game: Dakapo, phis: tuple[int, int], rng: Random) -> float:
    """Return the share of the win of the first seat in a whole game, with a phi for each seat."""
    searchers, s = [Searcher(game, phi) for phi in phis], game.initial()
    while (outcome := game.outcome(s)) is None:
        searcher = searchers[s.occupied.bit_count() % 2]
        with Budget(nodes=NODES) as budget:
            s = game.play(s, searcher.search(s, rng, budget, LEVELS["expert"]).move)
    return float(0 in outcome.winners) if outcome.winners else 0.5


def play_all(games: int) -> Iterator[float]:
    """Play the pairs of games in a process for each core, and write how many are done."""
    with ProcessPoolExecutor() as pool:
        for done, share in enumerate(pool.map(wins, range(games), chunksize=2), 1):
            sys.stderr.write(f"\r{done} of {games} pairs of games")
            yield share
    sys.stderr.write("\n")


def report(shares: list[float]) -> str:
    """Return the comparison as text, one line for each phi."""
    lines = list[str]()
    for first, phi in enumerate(PHIS):
        own = np.array(shares[first :: len(PHIS)])
        wide = own.std() / len(own) ** 0.5
        lines.append(f"phi {phi} wins {own.mean():.2f} ± {wide:.2f} of {2 * len(own)} games against {NEW_PHI}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(f"{report(list(play_all(GAMES)))}\n")
