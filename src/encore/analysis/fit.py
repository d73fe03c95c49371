"""Fits the win chances of a game to games of its bots: ``python -m encore.analysis.fit GAME [PLAYERS …]``.

For each number of players it plays GAMES games from SEED between bots of random levels, takes every position in which a
bot moved, and fits the weights of the game's features to the results. The log loss and the calibration error are those
of every fifth game, which is left out of the fit; the stored weights are then fitted to all games.

The standard error of an estimate is measured on CONTINUED positions. Each is played to the end TIMES times by bots of
new random levels, with hidden things drawn again. The error is the difference between the average results and the
estimates, after the noise of so few games is subtracted.

The file in the game's folder holds the weights with these results.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import numpy as np

from encore.analysis.bot_games import BotGame, games_from, play
from encore.analysis.model import POWERS, Floats, chances, inputs, written
from encore.analysis.regression import calibration_error, fit, log_losses, middle_third
from encore.core.game import AnyGame
from encore.core.parts import Features
from encore.core.registry import find, load, package_of

SEED = "chances 1"
GAMES, PART = 1200, 4
"""The number of games for each number of players, and the number that a process plays at a time."""
CONTINUED, TIMES = 100, 24
LEFT_OUT = 5
"""One game in this many is left out of the fit that is measured."""
LEAST_ERROR = 0.05

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Sample:
    """The positions of one game as inputs, one row for each seat, with the result of the game."""

    inputs: Floats
    shares: Floats


def features_of(game: AnyGame) -> Features:
    """Return the features of a game, which must have that part."""
    made = package_of(type(game)).features.load()
    if made is None:
        raise ValueError(f"{game.name} has no features")
    return made(game)


def sample(features: Features, played: BotGame) -> Sample:
    """Return the inputs of every position of a game."""
    rows = np.array([inputs(*features.of(seen.view)) for seen in played.seen])
    return Sample(rows, np.tile(played.shares, (len(rows), 1)))


def _samples(name: str, players: int, seed: str, numbers: range) -> list[Sample]:
    game = load(name, players=players)
    features = features_of(game)
    return [sample(features, played) for played in games_from(game, seed, features.nodes, numbers)]


def _continued(name: str, players: int, number: int) -> tuple[Floats, Floats]:
    """Return the inputs of a position of one more game, and the results of games continued from it."""
    game, rng = load(name, players=players), Random(f"{SEED}/{name}/{players}/continued {number}")
    features = features_of(game)
    view = rng.choice(play(game, rng, features.nodes).seen).view
    results = [play(game, rng, features.nodes, game.sample(view, rng)).shares for _ in range(TIMES)]
    return inputs(*features.of(view)), np.array(results)


def parts_of(games: int) -> list[range]:
    """Split the game numbers into ranges of at most PART."""
    return [range(first, min(first + PART, games)) for first in range(0, games, PART)]


def in_processes(work: Callable[[T], R], parts: Sequence[T], what: str) -> Iterator[R]:
    """Run ``work`` on every part, with one process per core, and show the progress."""
    with ProcessPoolExecutor() as pool:
        for done, result in enumerate(pool.map(work, parts), 1):
            sys.stderr.write(f"\r{what}: {done} of {len(parts)} ")
            yield result
    sys.stderr.write("\n")


def bot_samples(game: AnyGame, seed: str, games: int) -> list[Sample]:
    """Play games in all processes and return their positions."""
    work, what = partial(_samples, game.name, game.players, seed), f"{game.name}, {game.players} players"
    return [each for found in in_processes(work, parts_of(games), what) for each in found]


def stacked(samples: Iterable[Sample]) -> tuple[Floats, Floats]:
    """Return the inputs and results of all positions."""
    samples = list(samples)
    return np.concatenate([each.inputs for each in samples]), np.concatenate([each.shares for each in samples])


def middles(samples: Iterable[Sample]) -> list[Sample]:
    """Return only the middle thirds of games."""
    thirds = ((each, middle_third(each.inputs)) for each in samples)
    return [Sample(each.inputs[third], each.shares[third]) for each, third in thirds]


def error_of(continued: list[tuple[Floats, Floats]], weights: Floats) -> float:
    """Return the standard error of estimates in log-odds, from positions and the results of continued games."""
    excess = width = 0.0
    for rows, results in continued:
        p, mean = chances(rows @ weights), results.mean(axis=0)
        noise = results.var(axis=0, ddof=1) / len(results)
        excess += float(((mean - p) ** 2 - noise).sum())
        width += float(((p * (1 - p)) ** 2).sum())
    return max(LEAST_ERROR, math.sqrt(max(0.0, excess) / max(width, 1e-9)))


def fit_players(game: AnyGame, games: int, continued: int) -> dict[str, Any]:
    """Return the weights and the results for one number of players."""
    samples = bot_samples(game, SEED, games)
    weights = fit(*stacked(each for number, each in enumerate(samples) if number % LEFT_OUT))
    rest = samples[::LEFT_OUT]
    rows, shares = stacked(rest)
    middle_rows, middle_shares = stacked(middles(rest))
    final = fit(*stacked(samples))
    work, what = partial(_continued, game.name, game.players), f"{game.name}, {game.players} players, continued"
    error = error_of(list(in_processes(work, range(continued), what)), final)
    return {
        "games": games,
        "positions": sum(len(each.inputs) for each in samples),
        "log loss, middle third": round(float(log_losses(chances(middle_rows @ weights), middle_shares).mean()), 4),
        "calibration error": round(calibration_error(chances(rows @ weights), shares), 4),
        "error": round(error, 3),
        "weights": written(tuple(features_of(game).names), final),
    }


def fit_game(
    name: str, games: int = GAMES, continued: int = CONTINUED, only: Sequence[int] = (), known: Any = None
) -> dict[str, Any]:
    """Fit a game for every number of players, or only for some, and return what is stored with what is known."""
    counts: dict[str, Any] = dict(known or {})
    for players in only or find(name).player_counts:
        counts[str(players)] = fit_players(load(name, players=players), games, continued)
    return {"seed": SEED, "powers": POWERS, "continued": continued, "times": TIMES, "players": counts}


def main(name: str, *only: int) -> None:
    """Fit a game and write its file; if numbers of players are given, the others stay."""
    package = package_of(type(load(name)))
    file = Path(str(package.folder.joinpath(package.chances)))
    known = json.loads(file.read_text("utf-8"))["players"] if only else {}
    file.write_text(json.dumps(fit_game(name, only=only, known=known), indent=1) + "\n", "utf-8")
    for players, found in json.loads(file.read_text("utf-8"))["players"].items():
        results = ", ".join(f"{what} {value}" for what, value in found.items() if what != "weights")
        sys.stdout.write(f"{name}, {players} players: {results}\n")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
