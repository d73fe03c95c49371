"""The estimate of win chances: a logistic model over the numbers that describe a view."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.core.game import AnyGame
from encore.core.package import GamePackage

Floats = NDArray[np.float64]
POWERS = 3
"""Each number has a weight at the start of a game, one that grows with its progress, and one with its square."""


def inputs(rows: Floats, progress: float) -> Floats:
    """Return the model's inputs: each seat's features, multiplied by powers of the progress."""
    return np.concatenate([rows * progress**power for power in range(POWERS)], axis=-1)


def chances(worths: Floats) -> Floats:
    """Return the win chances of seats (the last axis) from their worths; a lone player's rival has the worth 0."""
    lone = worths.shape[-1] == 1
    if lone:
        worths = np.concatenate([worths, np.zeros_like(worths)], axis=-1)
    powers = np.exp(worths - worths.max(axis=-1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return shares[..., :1] if lone else shares


@dataclass(frozen=True)
class Model:
    """The fitted weights for one number of players.

    ``error`` is the standard error of an estimate in log-odds, measured with games that were continued many times.
    """

    weights: Floats
    error: float

    def estimate(self, rows: Floats, progress: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the chance of each seat and its standard error."""
        shares = chances(inputs(rows, progress) @ self.weights)
        errors = self.error * shares * (1 - shares)
        return tuple(shares.tolist()), tuple(errors.tolist())


def written(names: tuple[str, ...], weights: Floats) -> dict[str, list[float]]:
    """Return weights as they are stored: for each number its weights by the powers of the progress."""
    table = weights.reshape(POWERS, len(names)).T
    return {name: [round(float(weight), 4) for weight in row] for name, row in zip(names, table, strict=True)}


@lru_cache(maxsize=64)
def model_of(package: GamePackage, game: AnyGame) -> Model | None:
    """Return the model of a game for its number of players; None where none was fitted."""
    file = package.folder.joinpath(package.chances) if package.chances else None
    if file is None or not file.is_file():
        return None
    stored: dict[str, Any] = json.loads(file.read_text("utf-8"))["players"].get(str(game.players))
    if stored is None:
        return None
    table = np.array(list(stored["weights"].values()), np.float64)
    return Model(table.T.reshape(-1), float(stored["error"]))
