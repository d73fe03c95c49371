"""What the experts reach against others; hours on one core, so each measure can be had with fewer games.

``make bench ONLY=strength`` plays them all. ENCORE_BENCH_GAMES=20 plays that many of each.
"""

from __future__ import annotations

import time
from random import Random

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import encore
from bench import open_spiel_dakapo
from bench.duel import duel, games
from bench.measure import Measure
from encore.bots import find_bot
from encore.core.thinking import Budget

SECONDS = 0.1


def run() -> list[Measure]:
    """Play every comparison."""
    return [
        _against_open_spiel(games(100), 0.95),
        duel("strength", encore.load("dakapo"), "bot:expert@100", "mcts@1000", games(200), 0.90),
        duel("strength", encore.load("dacapo"), "bot:expert@100", "mcts@1000", games(200), 0.65),
        duel("strength", encore.load("dalapapa"), "bot:expert@200", "greedy@10000", games(400), 0.60),
    ]


def _against_open_spiel(count: int, bar: float) -> Measure:
    """Play Dakapo against OpenSpiel's MCTSBot, which gets as many simulations as it makes in the same time.

    It is the one in Python: the one in C++ (open-spiel 1.6) crashes with every Python game, its own tic-tac-toe too.
    """
    assert open_spiel_dakapo.DakapoGame is not None
    spiel = pyspiel.load_game("encore_dakapo")
    simulations = _simulations(spiel)
    rules, won = encore.load("dakapo"), 0.0
    for number in range(count):
        bot = _open_spiel_bot(spiel, simulations, number)
        expert, rng = find_bot("bot:expert"), Random(number)
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == number % 2:
                with Budget(SECONDS) as budget:
                    move = expert.choose(rules, state.s, rng, budget)
                state.apply_action(move.cell * open_spiel_dakapo.COLOURS + move.colour)
            else:
                state.apply_action(bot.step(state))
        won += (state.returns()[number % 2] + 1) / 2
    return Measure(
        f"strength.dakapo-2 bot:expert wins : games against OpenSpiel MCTSBot({simulations})", won, count, bar
    )


def _open_spiel_bot(spiel: pyspiel.Game, simulations: int, seed: int) -> mcts.MCTSBot:
    chance = np.random.RandomState(seed)
    return mcts.MCTSBot(spiel, 2.0, simulations, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)


def _simulations(spiel: pyspiel.Game) -> int:
    bot = _open_spiel_bot(spiel, 200, 1)
    start = time.perf_counter()
    bot.step(spiel.new_initial_state())
    return max(1, int(200 * SECONDS / (time.perf_counter() - start)))
