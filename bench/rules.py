"""Moves per second of the readable rules in random play, beside PettingZoo's ``connect_four_v3``.

Both sides choose a random legal move from what their API offers, play it, and ask whether the game is over. The peer
is the raw environment, without the wrappers that check the order of calls, which make it slower still.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random

import numpy as np
from pettingzoo.classic import connect_four_v3

import encore
from bench.measure import Measure, rates
from encore.core.game import DEALER


def run() -> list[Measure]:
    """Measure Dakapo and Da Capo, which must not be slower."""
    games = [("dakapo", 2), ("dacapo", 2), ("dacapo", 3), ("dacapo", 4)]
    ours = [_random_game(name, players) for name, players in games]
    *found, peer = rates(*ours, _connect_four())
    return [
        Measure(f"rules.{name}-{players} moves/s : connect_four_v3", rate, peer, 1.0)
        for (name, players), rate in zip(games, found, strict=True)
    ]


def _random_game(name: str, players: int) -> Callable[[], int]:
    game, rng = encore.load(name, players), Random(1)

    def play() -> int:
        s, moves = game.initial(), 0
        while (seat := game.to_move(s)) is not None:
            s = game.play(s, game.deal(s, rng) if seat == DEALER else rng.choice(game.legal_moves(s)))
            moves += 1
        return moves

    return play


def _connect_four() -> Callable[[], int]:
    env, rng, seeds = connect_four_v3.raw_env(), Random(1), count()

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
