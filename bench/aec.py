"""Steps per second through PettingZoo: ours and ``connect_four_v3``, each as its function ``env`` returns it.

All take a random action that the mask allows and play whole games, including the final step of finished agents.
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

BARS = {"dakapo": 2.0, "dacapo": 1.5, "dalapapa": 0.5}
"""How many times as many steps as the peer each game must make."""


def steps() -> list[Measure]:
    """Measure every game in the same run."""
    *ours, peer = rates(*(games(env(name)) for name in BARS), games(connect_four_v3.env()))
    return [
        Measure(f"rl.{name} steps/s through AEC : connect_four_v3", rate, peer, bar)
        for (name, bar), rate in zip(BARS.items(), ours, strict=True)
    ]


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
                # As truth values: NumPy finds those ten times as fast as numbers that are not 0.
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"].view(np.bool_)))))
                moves += 1
        return moves

    return play
