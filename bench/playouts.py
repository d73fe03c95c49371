"""Random games by the kernels compared with OpenSpiel's C++ games and a plain C loop, on one core."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel

import encore
from bench.measure import Measure, rates
from encore.core.game import DEALER
from encore.core.registry import package_of
from encore.games.dakapo import Dakapo
from encore.games.dakapo.compiled import kernel as dakapo

GAMES = 2000
"""Games in one piece of work."""
BATCH = 400_000
"""Games in a batch for threads: long enough for the system to give each thread its own core."""


def run() -> list[Measure]:
    """Measure random play of each game."""
    hex_rate, dakapo, c_loop = rates(_open_spiel("hex(board_size=8)", GAMES), _kernel("dakapo"), _c_loop())
    hex_again, dacapo = rates(_open_spiel("hex(board_size=8)", GAMES), _rounds())
    gin, dalapapa = rates(_open_spiel("gin_rummy", 40), _kernel("dalapapa", 20))
    one, two = rates(_kernel("dakapo", BATCH), _kernel("dakapo", BATCH, threads=2))
    return [
        Measure("playouts.dakapo games/s : OpenSpiel hex(8) C++", dakapo, hex_rate, 8),
        Measure("playouts.dakapo games/s : the same loop in C -O3", dakapo, c_loop, 0.7),
        Measure("playouts.dacapo-2 rounds/s : OpenSpiel hex(8) C++", dacapo, hex_again, 2),
        Measure("playouts.dalapapa-2 games/s : OpenSpiel gin_rummy C++", dalapapa, gin, 4),
        Measure("playouts.dakapo games/s on 2 threads : 1 thread", two, one, 1.6),
    ]


def _first_decision(game: encore.AnyGame) -> Any:
    rng, s = Random(1), game.initial()
    while game.to_move(s) == DEALER:
        s = game.play(s, game.deal(s, rng))
    return s


def _kernel(name: str, games: int = GAMES, threads: int = 1) -> Callable[[], int]:
    game = encore.load(name, 2)
    compiled = package_of(type(game)).kernel.load()
    assert compiled is not None
    kernel, seeds = compiled(game), count(1)
    position = kernel.encode(_first_decision(game) if name == "dakapo" else game.initial())
    kernel.playouts(position, 2, 0, threads)

    def play() -> int:
        kernel.playouts(position, games, next(seeds), threads)
        return games

    return play


def _rounds() -> Callable[[], int]:
    game = encore.load("dacapo", 2, rounds=1)
    compiled = package_of(type(game)).kernel.load()
    assert compiled is not None
    kernel, seeds = compiled(game), count(1)
    position = kernel.encode(game.initial())
    kernel.playouts(position, 2, 0)

    def play() -> int:
        kernel.playouts(position, GAMES, next(seeds))
        return GAMES

    return play


def _open_spiel(name: str, games: int) -> Callable[[], int]:
    """One simulation of MCTSBot, whose evaluator plays many random games in C++ from the first player's move on."""
    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(games, 1), 2.0, 1, 100, False, 1, False)
    rng = Random(1)

    def play() -> int:
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        bot.step(state)
        return games

    return play


def _c_loop() -> Callable[[], int]:
    """Compile the kernel's loop in C for this machine."""
    source = Path(__file__).with_name("dakapo_loop.c")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "loop.so"
        subprocess.run(["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        loop = ctypes.CDLL(str(library)).play
    game = Dakapo(2)
    kernel = dakapo.Kernel(game)
    position = kernel.encode(game.initial())
    tables = [ctypes.c_void_p(table.ctypes.data) for table in (dakapo.OTHERS, dakapo.BESIDE, dakapo.NTH)]
    wins, seeds = np.zeros(2, np.int64), count(1)

    def play() -> int:
        stones, found = (ctypes.c_void_p(array.ctypes.data) for array in (position, wins))
        seed = ctypes.c_uint64(next(seeds))
        loop(stones, -1, 0, ctypes.c_int64(0), ctypes.c_int64(GAMES), seed, *tables, found)
        return GAMES

    play()
    assert kernel.playouts(position, GAMES, 1).tolist() == wins.tolist(), "both loops play the same games"
    return play
