"""Compares the numbers of ``evaluate`` and ``threats`` with games: ``python -m encore.games.dakapo.present.fit``.

It plays GAMES games from SEED. Both sides are the hard bot; the first FREE stones are random, so that the games differ.
For every later position it takes the result of the game for the player to move (1 win, 0 tie, -1 loss) and prints

- the mean result where the player can complete a square, has no safe stone, or can leave the opponent none;
- for all other positions, the slope of the line through zero that fits the results best (least squares) as a function
  of the margin in safe stones;
- how often the value changed sides from one stone to the next, without LEVEL and with it.

Beside each of these games it plays a pair of whole games between experts with NODES nodes a move: one with the used
``threats.NEW_PHI``, one with another value. It prints the share of the wins of each other value.

The result, after two minutes on two cores, with standard errors::

    200 games, 2375 positions, seed 14
    can complete a square: mean 0.96 ± 0.02 of 207, used 0.95
    has no safe stone: mean -0.96 ± 0.02 of 162, used -0.95
    can leave none: mean 0.93 ± 0.03 of 169, used 0.9
    slope: 0.88 ± 0.05 of 1837, used 0.85
    changes of side: 0.254 without a level, 0.005 with 0.15
    phi 1 wins 0.21 ± 0.05 of 80 games against 3
    phi 2 wins 0.38 ± 0.05 of 80 games against 3
    phi 4 wins 0.49 ± 0.05 of 80 games against 3
    phi 6 wins 0.38 ± 0.05 of 80 games against 3
    phi 8 wins 0.33 ± 0.05 of 80 games against 3

The used values of ``evaluate`` are within one standard error of the means and the slope. No other phi won more games
than the used one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np

from encore.core.thinking import Budget
from encore.games.dakapo.present.evaluate import COMPLETES, CORNERED, LEVEL, SLOPE, TRAPS, assess
from encore.games.dakapo.present.prospect import Prospect
from encore.games.dakapo.rules import Dakapo, State
from encore.games.dakapo.search.searcher import LEVELS, Searcher
from encore.games.dakapo.search.threats import NEW_PHI

SEED, GAMES, FREE = 14, 200, 6
DECIDED = {"can complete a square": COMPLETES, "has no safe stone": CORNERED, "can leave none": TRAPS}
PHIS, NODES = (1, 2, 4, 6, 8), 1000
"""The values that play against NEW_PHI, each in every fifth pair of games, and the nodes of a move."""


class Seen(NamedTuple):
    """A position: what ``assess`` says about it, and the result for the player to move (1, 0 or -1)."""

    decided: float | None
    margin: float
    result: int


class Shown(NamedTuple):
    """What one game shows."""

    positions: list[Seen]
    wins: float
    """The share of the wins of one of PHIS in a pair of games against NEW_PHI."""


def play(game: Dakapo, rng: Random) -> tuple[list[State], State]:
    """Return the positions of one game that the bots played from, and its end."""
    searcher, s, seen = Searcher(game), game.initial(), list[State]()
    while game.outcome(s) is None:
        if s.occupied.bit_count() < FREE + 4:
            s = game.play(s, rng.choice(game.legal_moves(s)))
            continue
        seen.append(s)
        with Budget() as budget:
            s = game.play(s, searcher.search(s, rng, budget, LEVELS["hard"]).move)
    return seen, s


def show(number: int, seed: int = SEED) -> Shown:
    """Play the game of a number and return what it shows."""
    game, rng = Dakapo(), Random(f"{seed}/{number}")
    seen, end = play(game, rng)
    outcome = game.outcome(end)
    winners = outcome.winners if outcome else ()
    positions = [
        Seen(*assess(Prospect.of(s)), (1 if s.occupied.bit_count() % 2 in winners else -1) if winners else 0)
        for s in seen
    ]
    phi = PHIS[number % len(PHIS)]
    first = duel(game, (phi, NEW_PHI), Random(f"{seed}/{number}"))
    second = 1 - duel(game, (NEW_PHI, phi), Random(f"{seed}/{number}"))
    return Shown(positions, (first + second) / 2)


def duel(game: Dakapo, phis: tuple[int, int], rng: Random) -> float:
    """Return the share of the win of the first seat in a whole game, with a phi for each seat."""
    searchers, s = [Searcher(game, phi) for phi in phis], game.initial()
    while (outcome := game.outcome(s)) is None:
        searcher = searchers[s.occupied.bit_count() % 2]
        with Budget(nodes=NODES) as budget:
            s = game.play(s, searcher.search(s, rng, budget, LEVELS["expert"]).move)
    return float(0 in outcome.winners) if outcome.winners else 0.5


def show_all(games: int) -> Iterator[Shown]:
    """Play the games in a process for each core, and write how many are done."""
    with ProcessPoolExecutor() as pool:
        for done, shown in enumerate(pool.map(show, range(games), chunksize=2), 1):
            sys.stderr.write(f"\r{done} of {games} games")
            yield shown
    sys.stderr.write("\n")


def slope(games: list[list[tuple[float, int]]]) -> str:
    """Return the slope of the line through zero that fits pairs best, with its standard error and their number.

    The positions of a game have the same result, so the error is computed from the sums over whole games.
    """
    squares = sum(x * x for game in games for x, _ in game) or 1
    best = sum(x * y for game in games for x, y in game) / squares
    wide = sum(sum(x * (y - best * x) for x, y in game) ** 2 for game in games) ** 0.5 / squares
    return f"{best:.2f} ± {wide:.2f} of {sum(map(len, games))}"


def changes(games: list[Shown], level: float) -> float:
    """Return the share of stones after which the other player is ahead, where nothing is decided yet."""
    turned = counted = 0
    for game in games:
        for before, after in pairwise(game.positions):
            if before.decided is None and after.decided is None:
                values = SLOPE * before.margin, -SLOPE * after.margin
                one, other = (value if abs(value) >= level else 0.0 for value in values)
                turned += one * other < 0
                counted += 1
    return turned / max(counted, 1)


def report(games: list[Shown]) -> str:
    """Return the comparison as text, one line for each number."""
    lines = [f"{len(games)} games, {sum(len(game.positions) for game in games)} positions, seed {SEED}"]
    for name, used in DECIDED.items():
        of = [[(1.0, seen.result) for seen in game.positions if seen.decided == used] for game in games]
        lines.append(f"{name}: mean {slope(of)}, used {used}")
    rest = [[(seen.margin, seen.result) for seen in game.positions if seen.decided is None] for game in games]
    lines.append(f"slope: {slope(rest)}, used {SLOPE}")
    lines.append(f"changes of side: {changes(games, 0):.3f} without a level, {changes(games, LEVEL):.3f} with {LEVEL}")
    for first, phi in enumerate(PHIS):
        shares = np.array([game.wins for game in games[first :: len(PHIS)]])
        wide = shares.std() / len(shares) ** 0.5
        lines.append(f"phi {phi} wins {shares.mean():.2f} ± {wide:.2f} of {2 * len(shares)} games against {NEW_PHI}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(f"{report(list(show_all(GAMES)))}\n")
