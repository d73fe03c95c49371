"""Results of Da Capo's solvers on all cores: solo deals won, endgames, rounds and single moves, each within its limit.

``make bench ONLY=solvers`` takes an hour or two; ENCORE_BENCH_GAMES=20 tries that many of each.
"""

from __future__ import annotations

import time
from math import inf
from random import Random
from statistics import median

from bench.duel import games
from bench.measure import Measure
from encore.bots import find_bot
from encore.core.thinking import Budget, cores
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search.exact import exact
from encore.games.dacapo.search.proof import solve

FEW, MANY = 22, 26
"""Piles of the positions from rounds between bots."""
SOLO, ENDGAME, MIDDLE, ROUND = 1.0, 1.0, 3.0, 120.0
"""The time limit of each, in seconds."""
LEAST, ENOUGH = 12, 0.9
"""Moves of three players and of teams are valued with more and more piles, while so many positions are complete."""


def run() -> list[Measure]:
    """Solve dealt and played positions; the first of each kind is solved twice, because it may have to compile."""
    rounds = _times([_deal(2, number) for number in range(games(10))], 2, ROUND)
    return [
        _share("solo deals won", [_deal(1, number) for number in range(games(200))], 1, SOLO, 0.97),
        _share(f"{FEW} piles solved", [_from_game(number, FEW) for number in range(games(100))], 2, ENDGAME, 0.95),
        _share(f"{MANY} piles solved", [_from_game(number, MANY) for number in range(games(50))], 2, MIDDLE, 0.95),
        _solved("whole rounds solved", rounds, 2, ROUND, 1.0),
        Measure("solvers.30 s : dacapo-2 whole rounds, the median", 30.0, median(rounds), 1),
        *(_deepest(players) for players in (3, 4)),
    ]


def _rules(players: int) -> DaCapo:
    return DaCapo(players, switch="never") if players == 2 else DaCapo(players)


def _deal(players: int, number: int) -> State:
    game = _rules(players)
    s = game.initial()
    return game.play(s, game.deal(s, Random(f"solvers/{number}")))


def _from_game(number: int, piles: int, players: int = 2) -> State:
    """Return the position with a number of piles from a round between bots; the last one if it ends with more."""
    game, rng = _rules(players), Random(f"piles/{number}")
    s = _deal(players, number)
    bots = [find_bot("bot:hard") for _ in range(players)]
    while s.turn is not None and sum(pile is not None for pile in s.piles) > piles:
        with Budget(nodes=4000) as budget:
            s = game.play(s, bots[s.turn].choose(game, game.view(s, s.turn), rng, budget))
    return s


def _deepest(players: int) -> Measure:
    """Return the number of piles from which on every move of most positions is valued in time."""
    game, piles = _rules(players), LEAST
    with Budget(nodes=1000) as budget:
        exact(game, _from_game(0, piles, players), budget)
    while True:
        positions = [_from_game(number, piles, players) for number in range(games(20))]
        valued = 0
        for s in positions:
            with Budget(ENDGAME) as budget:
                valued += len(exact(game, s, budget).moves) == len(game.legal_moves(s))
        if valued < ENOUGH * len(positions):
            return Measure(
                f"solvers.dacapo-{players} piles, every move in {ENDGAME:g} s : {LEAST}", piles - 1, LEAST, 1
            )
        piles += 1


def _times(positions: list[State], players: int, seconds: float) -> list[float]:
    """Return how long each position took; infinite where it was not solved in time."""
    game = _rules(players)
    with Budget(nodes=1000) as budget:
        solve(game, positions[0], budget)
    times = []
    for s in positions:
        began = time.monotonic()
        with Budget(seconds, threads=cores()) as budget:
            solution = solve(game, s, budget)
        solved = solution.low == 1 if players == 1 else solution.exact
        times.append(time.monotonic() - began if solved else inf)
    return times


def _share(what: str, positions: list[State], players: int, seconds: float, bar: float) -> Measure:
    return _solved(what, _times(positions, players, seconds), players, seconds, bar)


def _solved(what: str, times: list[float], players: int, seconds: float, bar: float) -> Measure:
    solved = sum(took < inf for took in times)
    return Measure(f"solvers.dacapo-{players} {what} in {seconds:g} s : all", solved, len(times), bar)
