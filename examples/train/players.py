"""Plays the training games: in this process, or in many on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from torch import Tensor

from encore.arena.cluster import cluster, processors
from encore.core.game import AnyGame
from examples.train.network import Size
from examples.train.selfplay import Experience, SelfPlay

Play = Callable[[Mapping[str, Tensor]], Experience]
"""Plays with the given weights and returns the experience."""

GAMES, MOVES = 256, 16
"""How many games are played at once, and how many moves of each between two training steps."""


@contextmanager
def players(game: AnyGame, size: Size, seed: int, address: str | None) -> Iterator[Play]:
    """Provide a function that plays; with the address of a cluster the games are distributed over its processors."""
    if address is None:
        here = SelfPlay(game, GAMES, seed, size)
        yield lambda weights: here.play(weights, MOVES)
        return
    with cluster(address) as ray:
        count = min(processors(ray), GAMES)
        share = -(-GAMES // count)
        # Ray restarts an actor that dies; it begins new games, and the call is repeated.
        actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(SelfPlay)
        there = [actor.remote(game, share, seed + number, size) for number in range(count)]

        def play(weights: Mapping[str, Tensor]) -> Experience:
            shared = ray.put(weights)
            return Experience.of(ray.get([one.play.remote(shared, MOVES) for one in there]))

        yield play
