"""Static evaluation: how a round is likely to end, without search.

``fit.py`` compares the weights with two-player rounds that the endgame solver has solved. The number of fish matters
little: high fish, and captures that cannot be answered, decide a round.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.layout import (
    AREA,
    COLOUR,
    HEIGHT_BIT,
    LINKS,
    PLAYERS,
    TURN,
    VALUE,
    VALUE_BIT,
    VALUES,
    WAYS,
    Position,
)

Numbers = NDArray[np.int64]

FISH, TEMPO, CATCHER, THREATENED, FREE, CAPTURES, UNANSWERED, TOGETHER, PREY = 0, 17, 18, 19, 20, 21, 22, 23, 24
"""Indices of the weights: each fish; 1 to 16 the top fish of that value; the turn; a pile that can capture, one that
can be captured, one that can only capture; the square root of the number of captures, and of those that cannot be
recaptured; a pile next to one of its own colour; the value of the highest fish that can be captured without a
recapture."""
UNIT = 256
"""Weights and evaluations are natural log-odds multiplied by this."""

_TOPS = (-43, -47, -31, -22, -19, -23, -15, -15, -13, -18, 5, 38, 62, 122, 244, 614)
WEIGHTS = np.array([-2, *_TOPS, 36, 29, -55, 1, 58, 169, -17, 15], np.int64)
SCRATCH = 16
"""The size of the array that ``weigh`` writes: four evaluations, then three counts of each colour."""
COUNTED, SAFE, HIGHEST = 4, 8, 12
"""Where these counts begin: captures, those without a recapture, and the highest fish that those capture."""


@compiled
def _foes(pile: int, other: int, teams: bool) -> bool:
    return other != 0 and ((pile ^ other) & (1 if teams else 3)) != 0


@compiled
def answered(p: Position, source: int, target: int, teams: bool) -> bool:
    """Tell whether a capturing pile can be recaptured at once on its new square."""
    pile = p[source]
    for way in range(WAYS):
        near = p[LINKS + WAYS * target + way]
        if near == source:
            near = p[LINKS + WAYS * source + way]
        if _foes(pile, p[near], teams) and p[near] & VALUE >= pile & VALUE:
            return True
    return False


@compiled
def _weigh_pile(p: Position, square: int, weights: Numbers, scores: Numbers, teams: bool) -> None:
    """Add the score of one pile to its colour, and count its captures."""
    pile = p[square]
    colour = pile & COLOUR
    can_capture, threatened = False, False
    score = weights[FISH] * (pile >> HEIGHT_BIT) + weights[pile >> VALUE_BIT & VALUES]
    for way in range(WAYS):
        target = p[LINKS + WAYS * square + way]
        other = p[target]
        if _foes(pile, other, teams):
            threatened |= other & VALUE >= pile & VALUE
            if other & VALUE <= pile & VALUE:
                can_capture = True
                scores[COUNTED + colour] += 1
                if not answered(p, square, target, teams):
                    scores[SAFE + colour] += 1
                    scores[HIGHEST + colour] = max(scores[HIGHEST + colour], other >> VALUE_BIT & VALUES)
        elif other:
            score += weights[TOGETHER]
    score += weights[CATCHER] * can_capture + weights[THREATENED] * threatened
    scores[colour] += score + weights[FREE] * (can_capture and not threatened)


@compiled
def weigh(p: Position, weights: Numbers, scores: Numbers) -> None:
    """Write the evaluation of each colour into the first four of SCRATCH numbers."""
    teams = p[PLAYERS] == 4
    scores[:] = 0
    for square in range(AREA):
        if p[square]:
            _weigh_pile(p, square, weights, scores, teams)
    for colour in range(4):
        roots = weights[CAPTURES] * np.sqrt(scores[COUNTED + colour]) + weights[UNANSWERED] * np.sqrt(
            scores[SAFE + colour]
        )
        scores[colour] += np.int64(roots) + weights[PREY] * scores[HIGHEST + colour]
    scores[p[TURN]] += weights[TEMPO]
