"""Fits GAIN and SPREAD of ``race.py``: the mean and the standard deviation of the points of a turn.

All seats always play the turn that earns most at once. ``python -m encore.games.dalapapa.search.fit`` takes about two
minutes and prints::

    400 games, seed 2003: 6754 turns, GAIN 7.16, SPREAD 2.12

The race uses 7.2 and 2.3. The strength of the bots was measured with these, so they stay until it is measured again.
"""

from __future__ import annotations

import sys
from random import Random

import numpy as np

from encore.core.game import DEALER
from encore.games.dalapapa.compiled.engine import HANDS, SHORE, SHORES, UNDO
from encore.games.dalapapa.compiled.kernel import Kernel, split
from encore.games.dalapapa.position import Phase, State
from encore.games.dalapapa.rules import Dalapapa, Stop
from encore.games.dalapapa.search import turns

SEED = 2003
GAMES = 400
"""How many games of two players are played."""


def best_turn(kernel: Kernel, s: State, work: turns.Work, chance: int) -> list[int]:
    """Return the codes of the placements that earn most at once."""
    header, grid = split(kernel.encode(s))
    hand = header[HANDS + 2 * s.seat : HANDS + 2 * s.seat + 2]
    shore, count = header[SHORE:UNDO], int(header[SHORES])
    _, *codes = turns.best_turn(grid, shore, count, hand, chance, kernel.tables, work)
    return [int(code) for code in codes if code != turns.NO_MOVE]


def play_turn(game: Dalapapa, kernel: Kernel, s: State, work: turns.Work, chance: int) -> State:
    """Return the state after the turn that earns most at once."""
    for code in best_turn(kernel, s, work, chance):
        s = game.play(s, kernel.decode_move(code))
    return game.play(s, Stop()) if s.phase == Phase.SECOND else s


def measure(games: int = GAMES, seed: int = SEED) -> list[int]:
    """Return the points of every turn of some games with the standard options."""
    game, rng, work = Dalapapa(2), Random(seed), turns.new_work()
    kernel = Kernel(game)
    found: list[int] = []
    for _ in range(games):
        s = game.initial()
        while (seat := game.to_move(s)) is not None:
            if seat == DEALER:
                s = game.play(s, game.deal(s, rng))
            elif s.phase == Phase.LAY_START:
                s = game.play(s, rng.choice(game.legal_moves(s)))
            else:
                before = s.scores[seat]
                s = play_turn(game, kernel, s, work, rng.getrandbits(30))
                found.append(s.scores[seat] - before)
    return found


if __name__ == "__main__":
    points = measure()
    gain, spread = np.mean(points), np.std(points)
    sys.stdout.write(f"{GAMES} games, seed {SEED}: {len(points)} turns, GAIN {gain:.2f}, SPREAD {spread:.2f}\n")
