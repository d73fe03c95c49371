"""The processor time of a page's picture of Dalapapa late in a game, as at a table: drawn once after each move.

Pictures are drawn in threads of the server, between the moves of everybody.
"""

from __future__ import annotations

import time
from random import Random
from statistics import median

from bench.measure import Measure
from encore.core.game import DEALER
from encore.games.dalapapa.present.board import picture
from encore.games.dalapapa.rules import Dalapapa

GAMES = 12
FIRST, LAST = 95, 105
"""The tiles on the table while pictures are timed."""
MOVER, OTHER = 1.5, 0.75
"""The milliseconds allowed for whoever is to move, and for the other player."""


def run() -> list[Measure]:
    """Measure the picture of the player to move, with all legal moves and their points, and that of the other one."""
    mover, other = list[float](), list[float]()
    for seed in range(GAMES):
        _play(seed, mover, other)
    return [
        Measure("pictures.dalapapa at 100 tiles, the player to move, 1/ms", 1 / median(mover), 1 / MOVER, 1),
        Measure("pictures.dalapapa at 100 tiles, the other player, 1/ms", 1 / median(other), 1 / OTHER, 1),
    ]


def _play(seed: int, mover: list[float], other: list[float]) -> None:
    """Play a random game and add the milliseconds of each picture."""
    game, rng = Dalapapa(2, target=999), Random(seed)
    s = game.initial()
    while (seat := game.to_move(s)) is not None and len(s.layout.laid) <= LAST:
        if seat == DEALER:
            s = game.play(s, game.deal(s, rng))
            continue
        for looking, found in ((seat, mover), (1 - seat, other)):
            start = time.process_time()
            picture(game, game.view(s, looking), looking)
            if len(s.layout.laid) >= FIRST:
                found.append(1000 * (time.process_time() - start))
        s = game.play(s, rng.choice(game.legal_moves(s)))
