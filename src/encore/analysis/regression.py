"""Logistic regression with shares of a win as results, and what its estimates are worth."""

from __future__ import annotations

import numpy as np

from encore.analysis.model import Floats, chances

RIDGE = 1.0
"""The strength of the L2 penalty, which keeps the weights of rare inputs small."""
STEPS, CLOSE = 50, 1e-7
SURE = 1e-6
"""The smallest chance that counts in the log loss."""


def middle_third(positions: Floats) -> slice:
    """Return the middle third of a game's positions."""
    return slice(-(-len(positions) // 3), -(-2 * len(positions) // 3))


def fit(inputs: Floats, shares: Floats) -> Floats:
    """Return the weights that make the shares most likely, by Newton's method.

    ``inputs`` has a row for each seat of each position, ``shares`` the result of each seat.
    """
    weights = np.zeros(inputs.shape[-1])
    for _ in range(STEPS):
        p = chances(inputs @ weights)
        slope = np.einsum("nsk,ns->k", inputs, shares - p) - RIDGE * weights
        if inputs.shape[1] == 1:
            curve = np.einsum("nsk,nsl,ns->kl", inputs, inputs, p * (1 - p), optimize=True)
        else:
            mean = np.einsum("nsk,ns->nk", inputs, p)
            curve = np.einsum("nsk,nsl,ns->kl", inputs, inputs, p, optimize=True) - mean.T @ mean
        step = np.linalg.solve(curve + RIDGE * np.eye(len(weights)), slope)
        weights += step
        if np.abs(step).max() < CLOSE:
            break
    return weights


def log_losses(p: Floats, shares: Floats) -> Floats:
    """Return the log loss of each position: the surprise at its result, shared wins counted in parts."""
    p = np.clip(p, SURE, 1 - SURE)
    if p.shape[1] == 1:
        p, shares = np.concatenate([p, 1 - p], 1), np.concatenate([shares, 1 - shares], 1)
    losses: Floats = -(shares * np.log(p)).sum(axis=1)
    return losses


def calibration_error(p: Floats, shares: Floats, bins: int = 10) -> float:
    """Return the mean absolute difference between chance and result over bins of equal size, all seats together."""
    order = np.argsort(p, axis=None, kind="stable")
    chance, result = p.ravel()[order], shares.ravel()[order]
    gaps = [
        abs(float(one.mean() - other.mean())) * len(one)
        for one, other in zip(np.array_split(chance, bins), np.array_split(result, bins), strict=True)
    ]
    return sum(gaps) / len(chance)
