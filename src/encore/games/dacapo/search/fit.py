"""Fits the numbers of Da Capo's evaluation: ``python -m encore.games.dacapo.search.fit``.

It plays ROUNDS rounds from SEED for two players without switches. Both sides are the hard bot; in every other round
up to FREE random moves come first. Positions with at most SOLVED piles are solved, and so is the position after one
random move from each of them; earlier positions count with the result of the first one that was solved. From these it
computes

- the weights of ``outlook``, by logistic regression of red's share of the fish, with standard errors;
- the error of an evaluation, in fish, on rounds that the regression did not see;
- ``worth.DOUBT``: the doubt with which the results vary as much as ``likely_worths`` says;
- ``worth.SPREAD`` and ``worth.PACE``, from the rounds without random moves;
- how often the first capture in the orders of ``sides`` and ``endgame`` is a best one, with about ORDERED piles.

How the numbers of those orders were found is not recorded. They decide how soon something is proved, but not what.

The result, after 11 minutes on two cores that had other work too::

    1200 rounds, 40653 positions, seed 1978
    fish       used   -2 fitted    -1.9 ± 1.1
    top 1      used  -43 fitted     2.0 ± 11.1
    top 2      used  -47 fitted    11.5 ± 11.0
    top 3      used  -31 fitted    25.6 ± 10.9
    top 4      used  -22 fitted    22.9 ± 10.9
    top 5      used  -19 fitted    23.9 ± 10.7
    top 6      used  -23 fitted    39.4 ± 10.8
    top 7      used  -15 fitted    31.5 ± 10.0
    top 8      used  -15 fitted    51.7 ± 10.5
    top 9      used  -13 fitted    43.9 ± 10.6
    top 10     used  -18 fitted    52.1 ± 10.4
    top 11     used    5 fitted    77.9 ± 10.8
    top 12     used   38 fitted    79.4 ± 10.5
    top 13     used   62 fitted    93.1 ± 10.8
    top 14     used  122 fitted   142.1 ± 11.4
    top 15     used  244 fitted   211.6 ± 12.4
    top 16     used  614 fitted   453.5 ± 23.5
    tempo      used   36 fitted    39.6 ± 3.9
    catcher    used   29 fitted    35.0 ± 4.4
    threatened used  -55 fitted   -77.4 ± 4.4
    free       used    1 fitted     3.4 ± 4.4
    captures   used   58 fitted  -101.5 ± 13.2
    unanswered used  169 fitted   150.3 ± 7.5
    together   used  -17 fitted   -11.5 ± 1.3
    prey       used   15 fitted     5.9 ± 0.8
    error in fish of half the rounds: used 6.56, fitted to the other half 6.40
    doubt: used 1.3, of the used weights 1.64, of the fitted ones 1.49
    spread: used 10.0, of 600 rounds without random moves 11.65
    pace: used 20, of the better side in them 26.36
    the first capture is best in 941 positions: 0.600 in the order of sides, 0.612 of endgame, 0.386 in random order

How the used weights were found is not recorded either. 20 of the 25 fitted ones differ from them by more than two
standard errors. The fitted ones describe the results slightly better, but no gain in play was found: with 3000 nodes a
move they won 47.5 % ± 2.6 % of 200 games, in pairs with the same deals, against the used ones. So those stay.

The measured doubt, spread and pace have almost no effect. With 1.64, 11.65 and 26.36 the bot chose the same move in 359
of 360 positions, and each of 100 pairs of games against the used values was split. So those stay too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from encore.core.thinking import UNLIMITED, Budget
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.compiled.layout import AREA, Position
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search import endgame, sides, worth
from encore.games.dacapo.search.endgame import Endgame
from encore.games.dacapo.search.endgame_memory import WORK
from encore.games.dacapo.search.outlook import SCRATCH, UNIT, WEIGHTS, weigh
from encore.games.dacapo.search.searcher import LEVELS, Searcher
from encore.games.dacapo.tables import FISH

Floats = NDArray[np.float64]

SEED, ROUNDS = 1978, 1200
FREE = 8
"""The most random moves at the beginning of a round with an odd number; the others have none."""
SOLVED, LEAST = 22, 10
"""Positions with this many piles or fewer are solved; those with fewer than LEAST are not used."""
ORDERED = 16
"""The order of captures is measured in the first position with this many piles or fewer."""
TOTAL = len(FISH[2])
NAMES = (
    "fish", *(f"top {value}" for value in range(1, 17)),
    "tempo", "catcher", "threatened", "free", "captures", "unanswered", "together", "prey",
)  # fmt: skip


class Order(NamedTuple):
    """How early the captures of one position are tried."""

    sides: bool
    """Whether the first one in the order of ``sides`` is best."""
    endgame: bool
    """The same in the order of ``endgame``."""
    by_chance: float
    """The share of captures that are best."""


class Round(NamedTuple):
    """What one round shows."""

    features: Floats
    """A row for each position: what ``weigh`` multiplies each weight with, red minus purple."""
    fish: Floats
    """How many fish red gets from each position, if both sides play the rest without error."""
    result: float
    """How many fish red gets in the round."""
    order: list[Order]
    """How early a best capture is found, in one position."""


def features(position: Position) -> Floats:
    """Return what ``weigh`` multiplies each weight with, red minus purple."""
    scale, scores, found = 1 << 20, np.zeros(SCRATCH, np.int64), np.empty(len(WEIGHTS))
    for index, row in enumerate(scale * np.eye(len(WEIGHTS), dtype=np.int64)):
        weigh(position, row, scores)
        found[index] = (scores[0] - scores[1]) / scale
    return found


class Player:
    """Plays one round and solves the positions it can."""

    def __init__(self, number: int, seed: int) -> None:
        self._rng = Random(f"{seed}/{number}")
        self._game = DaCapo(2, switch="never")
        self._kernel, self._searcher, self._endgame = Kernel(self._game), Searcher(self._game), Endgame()
        self._free = self._rng.randrange(FREE + 1) if number % 2 else 0

    def play(self) -> Round:
        """Play a round of hard bots; it ends when it has fewer than LEAST piles and so has been solved."""
        game, rng = self._game, self._rng
        s = game.play(game.initial(), game.deal(game.initial(), rng))
        seen, known, order = list[Floats](), list[float | None](), list[Order]()
        moves = 0
        while s.turn is not None and _piles(s) >= LEAST:
            if moves >= self._free:
                solved = _piles(s) <= SOLVED
                seen.append(features(self._kernel.encode(s)))
                known.append(self._solve(s) if solved else None)
                beside = game.play(s, rng.choice(game.legal_moves(s)))
                if solved and beside.turn is not None:
                    seen.append(features(self._kernel.encode(beside)))
                    known.append(self._solve(beside))
                if _piles(s) <= ORDERED and not order:
                    order.append(self._order(s))
            s = self._next(s, moves)
            moves += 1
        last = self._solve(s)
        return Round(np.array(seen).reshape(-1, len(WEIGHTS)), _filled(known, last), last, order)

    def _next(self, s: State, moves: int) -> State:
        if moves < self._free:
            return self._game.play(s, self._rng.choice(self._game.legal_moves(s)))
        with Budget() as budget:
            return self._game.play(s, self._searcher.search(s, self._rng, budget, LEVELS["hard"]).move)

    def _solve(self, s: State) -> float:
        """Return how many fish red gets."""
        if s.turn is None:
            return float(s.scores[0])
        with Budget() as budget:
            return float(self._endgame.solve(self._kernel.encode(s), budget, UNLIMITED)[0])

    def _order(self, s: State) -> Order:
        position, work = self._kernel.encode(s), np.zeros(1, WORK)[0]
        endgame.load(work, position)
        codes = self._kernel.legal(position).tolist()
        values = [self._solve(self._game.play(s, self._kernel.decode_move(code))) for code in codes]
        best = min(values) if s.turn else max(values)
        by_sides = [sides.promise(position, code) for code in codes]
        by_endgame = [endgame.promise(work, s.turn, *divmod(code, AREA)) for code in codes]
        return Order(
            sides=values[int(np.argmax(by_sides))] == best,
            endgame=values[int(np.argmax(by_endgame))] == best,
            by_chance=values.count(best) / len(values),
        )


def _piles(s: State) -> int:
    return sum(pile is not None for pile in s.piles)


def _filled(known: list[float | None], last: float) -> Floats:
    """Return the fish of every position: where it is not known, that of the next position where it is."""
    filled = np.empty(len(known))
    for index in range(len(known) - 1, -1, -1):
        value = known[index]
        last = last if value is None else value
        filled[index] = last
    return filled


def play(number: int, seed: int = SEED) -> Round:
    """Return what the round of a number shows."""
    return Player(number, seed).play()


def play_all(rounds: int) -> Iterator[Round]:
    """Play the rounds in a process for each core, and show how many are done."""
    with ProcessPoolExecutor() as pool:
        for done, found in enumerate(pool.map(play, range(rounds), chunksize=4), 1):
            sys.stderr.write(f"\r{done} of {rounds} rounds")
            yield found
    sys.stderr.write("\n")


def logistic(values: Floats) -> Floats:
    """Return the share of each value in log-odds."""
    found: Floats = 1 / (1 + np.exp(-values))
    return found


def regress(rounds: list[Round]) -> tuple[Floats, Floats]:
    """Return the weights, in log-odds, that fit the shares of red best, and their standard errors.

    This is logistic regression by Newton's method. The positions of a round have related results, so the errors are
    computed from the sums over whole rounds (a sandwich estimate).
    """
    inputs = np.concatenate([one.features for one in rounds])
    shares = np.concatenate([one.fish for one in rounds]) / TOTAL
    weights = np.zeros(len(WEIGHTS))
    for _ in range(20):
        likely = logistic(inputs @ weights)
        curvature = (inputs * (likely * (1 - likely))[:, None]).T @ inputs
        weights += np.linalg.solve(curvature, inputs.T @ (shares - likely))
    pulls = np.array([one.features.T @ (one.fish / TOTAL - logistic(one.features @ weights)) for one in rounds])
    inverse = np.linalg.inv(curvature)
    return weights, np.sqrt(np.diag(inverse @ pulls.T @ pulls @ inverse))


def error(rounds: list[Round], weights: Floats) -> float:
    """Return the root of the mean squared error, in fish."""
    wrong = np.concatenate([TOTAL * logistic(one.features @ weights) - one.fish for one in rounds])
    return float(np.sqrt(np.mean(wrong**2)))


def doubt(rounds: list[Round], weights: Floats) -> float:
    """Return the doubt with which the results vary about the evaluation as much as ``likely_worths`` says."""
    judged = np.concatenate([one.features for one in rounds]) @ weights
    shares = np.concatenate([one.fish for one in rounds]) / TOTAL
    low, high = 0.0, 8.0
    for _ in range(30):
        middle = (low + high) / 2
        possible = logistic(judged[:, None] + middle * worth.DOUBTS)
        mean = possible @ worth.ODDS
        if np.sum((shares - mean) ** 2) > np.sum(possible**2 @ worth.ODDS - mean**2):
            low = middle
        else:
            high = middle
    return low


def report(rounds: list[Round]) -> str:
    """Return the fitted numbers beside the used ones as text."""
    weights, errors = regress(rounds)
    used = WEIGHTS / UNIT
    lines = [f"{len(rounds)} rounds, {sum(len(one.fish) for one in rounds)} positions, seed {SEED}"]
    lines += [
        f"{name:10} used {old:4} fitted {UNIT * new:7.1f} ± {UNIT * wide:.1f}"
        for name, old, new, wide in zip(NAMES, WEIGHTS, weights, errors, strict=True)
    ]
    half, other = rounds[0::4] + rounds[1::4], rounds[2::4] + rounds[3::4]
    lines.append(
        f"error in fish of half the rounds: used {error(other, used):.2f}, "
        f"fitted to the other half {error(other, regress(half)[0]):.2f}"
    )
    lines.append(f"doubt: used {worth.DOUBT}, of the used weights {doubt(rounds, used):.2f}, ")
    lines[-1] += f"of the fitted ones {doubt(rounds, weights):.2f}"
    results = np.array([one.result for one in rounds[0::2]])
    spread, pace = results.std(), np.maximum(results, TOTAL - results).mean()
    lines.append(f"spread: used {worth.SPREAD}, of {len(results)} rounds without random moves {spread:.2f}")
    lines.append(f"pace: used {worth.PACE}, of the better side in them {pace:.2f}")
    return "\n".join([*lines, order_report(rounds)])


def order_report(rounds: list[Round]) -> str:
    """Return how often the first capture in each order is best, in positions where not all are."""
    found = np.array([order for one in rounds for order in one.order if order.by_chance < 1], float)
    by_sides, by_endgame, by_chance = found.mean(0)
    return (
        f"the first capture is best in {len(found)} positions: {by_sides:.3f} in the order of sides, "
        f"{by_endgame:.3f} of endgame, {by_chance:.3f} in random order"
    )


if __name__ == "__main__":
    sys.stdout.write(f"{report(list(play_all(ROUNDS)))}\n")
