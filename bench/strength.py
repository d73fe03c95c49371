"""The strength of the experts against other bots. It takes hours on one core, so each measure can use fewer games.

``make bench ONLY=strength`` plays them all. ENCORE_BENCH_GAMES=20 plays that many of each.
"""

from __future__ import annotations

import time
from random import Random

import pyspiel

import encore
import encore.rl.open_spiel  # which registers the game
from bench.duel import duel, games
from bench.measure import Measure
from encore.bots import find_bot
from encore.core.encoding import encoding_of
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
    """Play Dakapo against OpenSpiel's MCTSBot in C++, which gets the same time for each move."""
    spiel = pyspiel.load_game("encore_dakapo")
    rules, won, moves, passed = encore.load("dakapo"), 0.0, 0, 0.0
    encoding = encoding_of(rules)
    for number in range(count):
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        peer = pyspiel.MCTSBot(spiel, evaluator, 2.0, 0, 1000, False, number, False, max_wall_clock_time=SECONDS)
        expert, rng = find_bot("bot:expert"), Random(number)
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == number % 2:
                with Budget(SECONDS) as budget:
                    move = expert.choose(rules, state.s, rng, budget)
                state.apply_action(encoding.code(state.s, move))
            else:
                start = time.perf_counter()
                state.apply_action(peer.mcts_search(state).best_child().action)
                passed += time.perf_counter() - start
                moves += 1
        won += (state.returns()[number % 2] + 1) / 2
    mean = 1000 * passed / max(moves, 1)
    title = f"strength.dakapo-2 bot:expert@100 wins : games against OpenSpiel MCTSBot at {mean:.0f} ms a move"
    return Measure(title, won, count, bar)
