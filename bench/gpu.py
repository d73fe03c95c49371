"""Steps per second of the environments in JAX on a GPU: ``python -m bench.gpu``, or with the names of some games.

A step draws a random legal action in every game, plays it, restarts the games that end, and computes observations and
masks. 200 steps are one compiled loop; the best of three counts. The peer is Pgx's ``othello`` in the same run, driven
by the same loop. Without a GPU the batches are small, and the figures say nothing about one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import jax
import pgx
from pgx.experimental import auto_reset

from bench.measure import Measure
from encore.rl.jax import make, random_action

STEPS, TRIES = 200, 3
COMPILED = 60
"""The seconds in which the loop must be compiled."""
ON_CPU = 256
"""The number of games without a GPU."""
PEER = "othello"


@dataclass(frozen=True)
class Case:
    """A game, a number of games, and the bar: times the peer's steps, or a number of steps per second."""

    name: str
    players: int | None
    games: int
    times: float = 0
    steps: float = 0


CASES = (
    Case("dakapo", None, 1_024, times=8),
    Case("dakapo", None, 16_384, times=9),
    Case("dakapo", None, 131_072, times=8),
    Case("dakapo", None, 1_048_576, times=8),
    Case("dacapo", 2, 131_072, times=1),
    Case("dalapapa", 2, 16_384, steps=2e6),
)


@dataclass(frozen=True)
class Found:
    """Steps per second, and how many seconds the loop took to compile."""

    rate: float
    compiled: float


def run(names: list[str]) -> Iterator[Measure]:
    """Measure the games of these names, all if there is none."""
    peers: dict[int, Found] = {}
    on_gpu = jax.default_backend() != "cpu"
    for case in CASES:
        if names and case.name not in names:
            continue
        games = case.games if on_gpu else min(case.games, ON_CPU)
        ours = measured(*_ours(case), games)
        if case.times and games not in peers:
            peers[games] = measured(*_peer(), games)
        label = f"gpu.{case.name} steps/s, {games:,} games"
        if case.times:
            yield Measure(f"{label} : Pgx {PEER}", ours.rate, peers[games].rate, case.times)
        else:
            yield Measure(f"{label} : {case.steps:,.0f}", ours.rate, case.steps, 1)
        compiled = 1 / ours.compiled, 1 / COMPILED
        yield Measure(f"gpu.{case.name} compilations/s, {games:,} games : one in {COMPILED} s", *compiled, 1)


def _ours(case: Case) -> tuple[Callable[..., Any], Callable[..., Any]]:
    env = make(case.name, case.players)
    return env.init, env.auto_reset


def _peer() -> tuple[Callable[..., Any], Callable[..., Any]]:
    env = pgx.make(PEER)
    return env.init, auto_reset(env.step, env.init)


def measured(init: Callable[..., Any], step: Callable[..., Any], games: int) -> Found:
    """Compile the loop and return the best of some runs."""

    def one(state: Any, key: Any) -> tuple[Any, None]:
        choosing, playing = jax.random.split(key)
        actions = random_action(choosing, state.legal_action_mask)
        return jax.vmap(step)(state, actions, jax.random.split(playing, games)), None

    def walk(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, state, jax.random.split(key, STEPS))[0]

    state = jax.block_until_ready(jax.jit(jax.vmap(init))(jax.random.split(jax.random.key(0), games)))
    start = time.perf_counter()
    play = jax.jit(walk, donate_argnums=0).lower(state, jax.random.key(0)).compile()
    compiled = time.perf_counter() - start
    times = []
    for number in range(TRIES + 1):  # the first is not counted: the games are not yet mixed
        start = time.perf_counter()
        state = jax.block_until_ready(play(state, jax.random.key(number)))
        times.append(time.perf_counter() - start)
    return Found(STEPS * games / min(times[1:]), compiled)


def main(names: list[str]) -> int:
    """Print the table."""
    known = {case.name for case in CASES}
    if unknown := set(names) - known:
        print(f"bench.gpu: there is no game {', '.join(sorted(unknown))}; there are: {', '.join(sorted(known))}")
        return 2
    print(f"device\t{jax.devices()[0].device_kind}, JAX {jax.__version__}, Pgx {pgx.__version__}")
    if jax.default_backend() == "cpu":
        print(f"JAX has found no GPU here: batches of at most {ON_CPU} games on the CPU, which no bar is meant for")
    short = False
    for measure in run(names):
        print(measure.line(), flush=True)
        short |= not measure.ok
    return int(short)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
