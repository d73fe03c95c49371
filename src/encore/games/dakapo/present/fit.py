"""Compares the numbers of ``evaluate`` with games of the hard bot: ``python -m encore.games.dakapo.present.fit``.

It plays GAMES games from SEED. Both sides are the hard bot; the first FREE stones are random, so that the games differ.
For every later position it takes the result of the game for the player to move (1 win, 0 tie, -1 loss) and prints

- the mean result where the player can complete a square, has no safe stone, or can leave the opponent none;
- for all other positions, the slope of the line through zero that fits the results best (least squares) as a function
  of the margin in safe stones;
- how often the value changed sides from one stone to the next, without LEVEL and with it.

The result, in half a minute; more games make it more exact, but the numbers need not be exact:

    30 games, 444 positions, seed 14
    can complete a square: mean 0.88 of 32, used 0.95
    has no safe stone: mean -0.92 of 24, used -0.9
    can leave none: mean 0.84 of 25, used 0.85
    slope: 0.71 of 363, used 0.6
    changes of side: 0.306 without a level, 0.024 with 0.1
"""

from __future__ import annotations

import sys
from itertools import pairwise
from random import Random

from encore.core.thinking import Budget
from encore.games.dakapo.present.evaluate import COMPLETES, CORNERED, LEVEL, SLOPE, TRAPS, assess
from encore.games.dakapo.present.prospect import Prospect
from encore.games.dakapo.rules import Dakapo, State
from encore.games.dakapo.search.searcher import LEVELS, Searcher

SEED, GAMES, FREE = 14, 30, 6
DECIDED = {"can complete a square": COMPLETES, "has no safe stone": CORNERED, "can leave none": TRAPS}


def play(game: Dakapo, searcher: Searcher, rng: Random) -> tuple[list[State], State]:
    """Return the positions of one game that the bots played from, and its end."""
    s, seen = game.initial(), list[State]()
    while game.outcome(s) is None:
        if s.occupied.bit_count() < FREE + 4:
            s = game.play(s, rng.choice(game.legal_moves(s)))
            continue
        seen.append(s)
        with Budget() as budget:
            s = game.play(s, searcher.search(s, rng, budget, LEVELS["hard"]).move)
    return seen, s


def results(games: int, seed: int) -> list[list[tuple[float | None, float, int]]]:
    """Return for each game, position by position, what ``assess`` says and the result for the player to move."""
    game = Dakapo()
    searcher, rng = Searcher(game), Random(seed)
    found = []
    for _ in range(games):
        seen, end = play(game, searcher, rng)
        outcome = game.outcome(end)
        winners = outcome.winners if outcome else ()
        found.append(
            [
                (*assess(Prospect.of(s)), (1 if s.occupied.bit_count() % 2 in winners else -1) if winners else 0)
                for s in seen
            ]
        )
    return found


def changes(games: list[list[tuple[float | None, float, int]]], level: float) -> float:
    """Return the share of stones after which the other player is ahead, where nothing is decided yet."""
    turned = counted = 0
    for positions in games:
        for (before, first, _), (after, second, _) in pairwise(positions):
            if before is None and after is None:
                one, other = (SLOPE * margin if abs(SLOPE * margin) >= level else 0.0 for margin in (first, -second))
                turned += one * other < 0
                counted += 1
    return turned / max(counted, 1)


def report(games: int = GAMES, seed: int = SEED) -> str:
    """Return the comparison as text, one line for each number."""
    found = results(games, seed)
    positions = [position for one in found for position in one]
    lines = [f"{games} games, {len(positions)} positions, seed {seed}"]
    for name, used in DECIDED.items():
        of = [result for decided, _, result in positions if decided == used]
        lines.append(f"{name}: mean {sum(of) / max(len(of), 1):.2f} of {len(of)}, used {used}")
    rest = [(margin, result) for decided, margin, result in positions if decided is None]
    slope = sum(margin * result for margin, result in rest) / (sum(margin * margin for margin, _ in rest) or 1)
    lines.append(f"slope: {slope:.2f} of {len(rest)}, used {SLOPE}")
    lines.append(f"changes of side: {changes(found, 0):.3f} without a level, {changes(found, LEVEL):.3f} with {LEVEL}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(f"{report()}\n")
