"""Dakapo in OpenSpiel beside OpenSpiel's own Python game: simulations of its C++ MCTS."""

from __future__ import annotations

from collections.abc import Callable

import open_spiel.python.games.tic_tac_toe  # noqa: F401 (registers the peer)
import pyspiel

import encore.rl.open_spiel  # noqa: F401 (registers ours)
from bench.measure import Measure, rates

SIMULATIONS = 300
"""Simulations of one search."""


def run() -> list[Measure]:
    """Measure both from their starts."""
    peer, ours = rates(_search("python_tic_tac_toe"), _search("encore_dakapo"))
    return [Measure("rl.dakapo OpenSpiel C++ MCTS simulations/s : python_tic_tac_toe", ours, peer, 1)]


def _search(name: str) -> Callable[[], int]:
    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, 100, False, 1, False)
    state = game.new_initial_state()

    def search() -> int:
        bot.mcts_search(state)
        return SIMULATIONS

    search()
    return search
