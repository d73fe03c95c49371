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
    """Play Dakapo against OpenSpiel's MCTSBot, which before each move is given the simulations for the same time.

    It is the one in Python: the one in C++ (open-spiel 1.6) crashes with every Python game, its own tic-tac-toe too.
    """
    assert open_spiel_dakapo.DakapoGame is not None
    spiel = pyspiel.load_game("encore_dakapo")
    rules, won = encore.load("dakapo"), 0.0
    peer = _Peer(spiel)
    for number in range(count):
        peer.begin(number)
        expert, rng = find_bot("bot:expert"), Random(number)
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == number % 2:
                with Budget(SECONDS) as budget:
                    move = expert.choose(rules, state.s, rng, budget)
                state.apply_action(move.cell * open_spiel_dakapo.COLOURS + move.colour)
            else:
                state.apply_action(peer.step(state))
        won += (state.returns()[number % 2] + 1) / 2
    title = f"strength.dakapo-2 bot:expert@100 wins : games against OpenSpiel MCTSBot at {peer.mean:.0f} ms a move"
    return Measure(title, won, count, bar)


class _Peer:
    """OpenSpiel's bot. It counts simulations, not time: how many fit is known from its last move."""

    def __init__(self, spiel: pyspiel.Game) -> None:
        self._spiel = spiel
        self._rate, self._seconds, self._moves = 200.0, 0.0, 0

    @property
    def mean(self) -> float:
        """The milliseconds that it has thought about a move."""
        return 1000 * self._seconds / max(self._moves, 1)

    def begin(self, seed: int) -> None:
        chance = np.random.RandomState(seed)
        self._bot = mcts.MCTSBot(self._spiel, 2.0, 1, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)

    def step(self, state: pyspiel.State) -> int:
        self._bot.max_simulations = max(1, round(self._rate * SECONDS))
        start = time.perf_counter()
        action = self._bot.step(state)
        passed = time.perf_counter() - start
        self._rate = self._bot.max_simulations / passed
        self._seconds += passed
        self._moves += 1
        return int(action)
