"""Moves per second of the readable rules in random play, compared with PettingZoo's ``connect_four_v3``.

Both sides choose a random legal move through their API, play it, and ask whether the game is over. The peer
is the raw environment, without the wrappers that check the order of calls, which would make it even slower.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from pettingzoo.classic import connect_four_v3

import encore
from bench import aec
from bench.measure import Measure, rates
from encore.core.game import DEALER


def run() -> list[Measure]:
    """Measure Dakapo and Da Capo, which must not be slower."""
    games = [("dakapo", 2), ("dacapo", 2), ("dacapo", 3), ("dacapo", 4)]
    ours = [_random_game(name, players) for name, players in games]
    *found, peer = rates(*ours, aec.games(connect_four_v3.raw_env()))
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
