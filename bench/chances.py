"""How far the win chances can be trusted, on fresh games of bots of all levels.

``make bench ONLY=chances`` plays 500 games for each game and number of players, from a seed that the fit does not use;
ENCORE_BENCH_GAMES=20 plays that many. It estimates every position in which a bot moved, from what that bot saw.

- The *calibration error* is the mean absolute difference between estimated chance and result over ten equal-sized bins.
- The *log loss* over the middle third of each game is compared with the better of two baselines: the average of each
  seat at that ply, and a logistic curve of the lead in points. Both are fitted to one half of the games and measured on
  the other, twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

import encore
from bench.duel import games
from bench.measure import Measure
from encore.analysis.bot_games import BotGame, games_from
from encore.analysis.fit import features_of, in_processes, parts_of
from encore.analysis.model import Floats, chances
from encore.analysis.regression import calibration_error, fit, log_losses, middle_third
from encore.core import registry
from encore.core.game import AnyGame
from encore.core.registry import package_of
from encore.core.thinking import Budget

SEED = "bench of chances"
GAMES = 500
MOST_ERROR, LEAST_GAIN = 0.03, 0.10
NEAR = 1
"""A seat's average at a ply also counts the plies up to this far before and after it."""
ASSUMED = 2.0
"""How many games the overall average counts for; it matters at late plies, which few games reach."""


@dataclass(frozen=True)
class Judged:
    """The positions of one game: the estimates, the leads in points, and the result."""

    estimates: Floats
    leads: Floats
    shares: Floats


def run() -> Iterator[Measure]:
    """Measure every game with every number of players."""
    for name, kind in registry.games().items():
        for players in kind.player_counts:
            yield from measure(encore.load(name, players=players), games(GAMES))


def measure(game: AnyGame, count: int) -> Iterator[Measure]:
    """Yield the calibration error and the log loss of a game, each as a ratio to its bar."""
    title = f"chances.{game.name}-{game.players}"
    work = partial(_judged, game.name, game.players)
    judged = [each for found in in_processes(work, parts_of(count), title) for each in found]
    estimates, shares = (np.concatenate([getattr(each, of) for each in judged]) for of in ("estimates", "shares"))
    error = calibration_error(estimates, shares)
    yield Measure(f"{title} allowed calibration error : measured, {count} games", MOST_ERROR, error, 1.0)
    ours = float(np.mean(np.concatenate([_losses(each, each.estimates) for each in judged])))
    by_ply, by_lead = baselines(judged)
    name = "average by ply" if by_ply < by_lead else "lead in points"
    yield Measure(
        f"{title} log loss of the {name} : ours, middle third", min(by_ply, by_lead), ours, 1 / (1 - LEAST_GAIN)
    )


def _judged(name: str, players: int, numbers: range) -> list[Judged]:
    game = encore.load(name, players=players)
    return [_judge(game, played) for played in games_from(game, SEED, features_of(game).nodes, numbers)]


def _judge(game: AnyGame, played: BotGame) -> Judged:
    standing = package_of(type(game)).standing.load() or (lambda game, s: game.scores(s))
    estimates, leads = list[tuple[float, ...]](), list[Floats]()
    for seen in played.seen:
        with Budget(nodes=0) as budget:
            estimates.append(encore.evaluate(game, seen.view, budget, 0).chances)
        points = np.array(standing(game, seen.state) or (0.0,) * game.players, np.float64)
        leads.append(points - points.mean() if game.players > 1 else points)
    return Judged(np.array(estimates), np.array(leads), np.tile(played.shares, (len(estimates), 1)))


def _losses(judged: Judged, estimates: Floats) -> Floats:
    """Return the log loss of each position in the middle third of a game."""
    third = middle_third(estimates)
    return log_losses(estimates[third], judged.shares[third])


def baselines(judged: list[Judged]) -> tuple[float, float]:
    """Return the log loss of both baselines over the middle thirds: the seat average by ply, and the lead in points."""
    by_ply, by_lead = list[Floats](), list[Floats]()
    for known, asked in ((judged[::2], judged[1::2]), (judged[1::2], judged[::2])):
        averages = _averages(known)
        weights = fit(*(np.concatenate(found) for found in zip(*(_curve(each) for each in known), strict=True)))
        for each in asked:
            plies = np.minimum(np.arange(len(each.shares)), len(averages) - 1)
            by_ply.append(_losses(each, averages[plies]))
            by_lead.append(_losses(each, chances(_curve(each)[0] @ weights)))
    return float(np.mean(np.concatenate(by_ply))), float(np.mean(np.concatenate(by_lead)))


def _curve(judged: Judged) -> tuple[Floats, Floats]:
    """Return the inputs of the logistic curve: the lead, and a constant for each seat but the last."""
    seats = judged.leads.shape[1]
    constants = np.tile(np.eye(seats)[:, : max(1, seats - 1)], (len(judged.leads), 1, 1))
    return np.concatenate([judged.leads[:, :, None], constants], axis=2), judged.shares


def _averages(judged: list[Judged]) -> Floats:
    """Return each seat's average result at every ply, up to the longest game."""
    overall = np.mean([each.shares[0] for each in judged], axis=0)
    longest = max(len(each.shares) for each in judged)
    lengths, results = np.array([len(each.shares) for each in judged]), np.array([each.shares[0] for each in judged])
    found = np.empty((longest, len(overall)))
    for ply in range(longest):
        counts = sum((lengths > ply + step).astype(float) for step in range(-NEAR, NEAR + 1) if ply + step >= 0)
        found[ply] = (counts @ results + ASSUMED * overall) / (np.sum(counts) + ASSUMED)
    return found
