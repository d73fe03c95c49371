"""Steps per second of the environments for researchers compared with other libraries, on one core.

Batches: a step plays an action in every game, restarts finished games, and writes observations and masks for the next
choice. The peer is Pgx's ``othello``, the game most similar to Dakapo, compiled and vectorised by JAX. The choice of
actions is not timed: random legal actions are drawn beforehand, and the same sequence is played repeatedly.

Choosing: batches whose random legal actions the library chooses, compared with the same batches playing a sequence that
was chosen beforehand.

OpenSpiel: its tree search in C++ with random games to the end, from the start of a game in Python, ours and its own.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import open_spiel.python.games.tic_tac_toe  # noqa: F401 (registers the peer)
import pyspiel
from numpy.typing import NDArray

import encore.rl.open_spiel  # noqa: F401 (registers ours)
from bench import aec
from bench.measure import Measure, rates
from encore.rl import batch

STEPS = 100
"""Steps in a sequence of actions."""
NAMES = ("dakapo", "dacapo", "dalapapa")
"""The games whose random actions are measured."""
SIMULATIONS = 300
"""Simulations of a search."""


def run() -> list[Measure]:
    """Measure batches, the choice of actions, single games through PettingZoo, and a search of OpenSpiel."""
    with _one_core():
        return [
            _batch(256, 3),
            _batch(4096, 10),
            *(_chosen(name, count) for name in NAMES for count in (256, 4096)),
            *aec.steps(),
            _open_spiel(),
        ]


@contextmanager
def _one_core() -> Iterator[None]:
    """Keep this thread, and those that JAX starts from it, to one core."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _batch(games: int, bar: float) -> Measure:
    ours, peer = rates(_dakapo(games), _othello(games))
    return Measure(f"rl.dakapo steps/s, batch of {games} : Pgx othello", ours, peer, bar)


def _chosen(name: str, count: int) -> Measure:
    steps = STEPS if name == "dakapo" else 20
    ours, peer = rates(*_random_games(name, count, steps), rounds=9, seconds=0.4)
    return Measure(f"rl.{name} steps/s, batch of {count}, actions chosen by sample() : given", ours, peer, 0.6)


def _random_games(name: str, count: int, steps: int) -> tuple[Callable[[], int], Callable[[], int]]:
    """Return two tasks that play random games: one chooses the actions, one has them."""
    games, walk = batch.make(name, count), []
    for _ in range(steps):
        walk.append(games.sample())
        games.step(walk[-1])

    def choose() -> int:
        games.reset(0)
        for _ in range(steps):
            games.step(games.sample())
        return steps * count

    def repeat() -> int:
        games.reset(0)
        for actions in walk:
            games.step(actions)
        return steps * count

    return choose, repeat


def _open_spiel() -> Measure:
    searches = _search("encore_dakapo"), _search("python_tic_tac_toe")
    # Short rounds of processor time: the two rates are close, and other processes on the machine must not matter.
    ours, peer = rates(*searches, rounds=61, seconds=0.1, clock=time.process_time)
    return Measure("rl.dakapo OpenSpiel C++ MCTS simulations/s : python_tic_tac_toe", ours, peer, 1)


def _search(name: str) -> Callable[[], int]:
    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, 100, False, 1, False)
    state = game.new_initial_state()

    def search() -> int:
        bot.mcts_search(state)
        return SIMULATIONS

    search()
    return search


def _draw(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random legal action for each row."""
    return np.asarray((masks * rng.random(masks.shape)).argmax(1))


def _dakapo(count: int) -> Callable[[], int]:
    games, rng, walk = batch.make("dakapo", count), np.random.default_rng(1), []
    for _ in range(STEPS):
        walk.append(_draw(games.masks, rng))
        games.step(walk[-1])

    def play() -> int:
        games.reset()
        for actions in walk:
            games.step(actions)
        return STEPS * count

    return play


def _othello(count: int) -> Callable[[], int]:
    import jax  # imported here, because its threads stay on the core of the thread that imports it
    import pgx
    from pgx.experimental import auto_reset

    env, rng, walk = pgx.make("othello"), np.random.default_rng(1), []
    keys = jax.random.split(jax.random.PRNGKey(1), count)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    start = state = jax.jit(jax.vmap(env.init))(keys)
    for _ in range(STEPS):
        walk.append(jax.numpy.asarray(_draw(np.asarray(state.legal_action_mask), rng)))
        state = step(state, walk[-1], keys)

    def play() -> int:
        state = start
        for actions in walk:
            state = step(state, actions, keys)
        jax.block_until_ready(state)
        return STEPS * count

    return play
