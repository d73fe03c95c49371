"""Steps per second through PettingZoo: Dakapo and ``connect_four_v3``, each as its function ``env`` returns it.

Both sides take a random action that the mask allows and play whole games, including the final step of finished agents.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import numpy as np
from pettingzoo.classic import connect_four_v3

from bench.measure import Measure, rates
from encore.rl.pettingzoo import env


def steps() -> Measure:
    """Measure Dakapo, which must be twice as fast."""
    ours, peer = rates(games(env("dakapo")), games(connect_four_v3.env()))
    return Measure("rl.dakapo steps/s through AEC : connect_four_v3", ours, peer, 2.0)


def games(env: Any) -> Callable[[], int]:
    """Return a task: a random game in an environment of PettingZoo."""
    rng, seeds = Random(1), count()

    def play() -> int:
        env.reset(seed=next(seeds))
        moves = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                moves += 1
        return moves

    return play
