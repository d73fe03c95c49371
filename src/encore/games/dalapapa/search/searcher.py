"""The search of the bots of Dalapapa: it compares whole turns of one or two tiles.

The turns with the most points at once enter the race (``race.py``), which samples draws and hidden hands and plays the
opponents' best replies and the seat's own next turn. So it sees what a turn gives away, and the value of a tile that is
kept. The chance to win decides. Looking one round further, or at more turns, does not improve the choices
(``docs/bots.md``); replies that are not the best ones make them worse.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from encore.core.game import DEALER
from encore.core.thinking import UNLIMITED, Budget, Finding, Skill
from encore.games.dalapapa.compiled import engine
from encore.games.dalapapa.compiled.engine import (
    FIRST,
    HANDS,
    LAY_START,
    PHASE,
    SCORES,
    SEAT,
    SECOND,
    SHORE,
    SHORES,
    STOP,
    UNDO,
)
from encore.games.dalapapa.compiled.grid import COUNT, Ints
from encore.games.dalapapa.compiled.kernel import Kernel, split
from encore.games.dalapapa.position import SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.rules import Dalapapa
from encore.games.dalapapa.search import race, turns

LEVELS = {
    "beginner": Skill(nodes=1, overlook=0.75),
    "easy": Skill(nodes=1, overlook=0.55),
    "medium": Skill(nodes=1, overlook=0.38),
    "hard": Skill(nodes=1, overlook=0.2),
    "expert": Skill(nodes=UNLIMITED, overlook=0.0),
}
"""The skill of each level."""


RACED, MARGIN = 16, 3
"""The largest number of turns in a race, and how many points less than the best they may earn."""
STARTS = 64
"""The largest number of placements in a race for the start tile, which earns nothing."""
FIRSTS = 48
"""The number of first placements of each tile for which all second placements are tried."""
MOST_ORDERED = 400
"""The number of turns among which those with the same tiles in the other order are removed."""
WORLDS_LEAST = 6
"""With few nodes, fewer turns enter the race, so that each can be tried in this many worlds."""


@dataclass(frozen=True)
class Turns:
    """Turns, most points first: a row of two codes for each, STOP or PASS where no tile is laid."""

    codes: Ints
    gained: Ints

    def best(self, most: int, margin: int) -> Turns:
        """Return at most so many of them, none of which earns less than the best one by more than a margin."""
        count = min(most, int((self.gained >= self.gained[0] - margin).sum()))
        return Turns(self.codes[:count], self.gained[:count])


@lru_cache(maxsize=8)
def prepare(game: Dalapapa) -> None:
    """Load the kernels before a clock runs: a first turn uses them all. This is done once in a process."""
    rng, s = Random(0), game.initial()
    while s.phase != Phase.FIRST:
        s = game.play(s, game.deal(s, rng) if game.to_move(s) == DEALER else rng.choice(game.legal_moves(s)))
    Searcher(game).search(game.view(s, s.seat), rng, Budget(nodes=2 * WORLDS_LEAST), Skill())


class Searcher:
    """Searches positions of one game. It keeps nothing between moves, since every turn changes what can be laid."""

    def __init__(self, game: Dalapapa) -> None:
        self.game = game
        self.kernel = Kernel(game)
        self._work = turns.new_work()

    def search(self, view: State, rng: Random, budget: Budget, skill: Skill) -> Finding:
        """Return the best move found for the seat to move, and its expected lead in points."""
        position = self.kernel.encode(view)
        moves = self.kernel.legal(position)
        if len(moves) == 1:
            return Finding(self.kernel.decode_move(int(moves[0])), 0.0, 0)
        limit = min(budget.nodes, skill.nodes)
        most = STARTS if position[PHASE] == LAY_START else RACED
        raced = self._turns(position, moves, skill.overlook, rng)
        raced = raced.best(max(1, min(most, limit // WORLDS_LEAST)), MARGIN)
        return self._race(position, raced, rng.getrandbits(63), limit, budget)

    def _turns(self, position: Ints, moves: Ints, overlook: float, rng: Random) -> Turns:
        """Return the turns that the seat does not overlook."""
        header, _ = split(position)
        seat, phase = int(header[SEAT]), header[PHASE]
        if phase == LAY_START:
            seen = moves[_kept(len(moves), overlook, rng)]
            return Turns(_alone(seen), np.zeros(len(seen), np.int64))
        hand = [int(tile) for tile in header[HANDS + 2 * seat : HANDS + 2 * seat + 2]]
        if phase == SECOND:
            codes, gains = self._seen(position, hand[0], overlook, rng)
            return _ordered([_alone(codes), _alone(np.array([STOP]))], [gains - SECOND_TILE_PRICE, np.array([0])])
        codes_found, gains_found = [], []
        for tile, other in (hand, hand[::-1]):
            codes, gains = self._seen(position, tile, overlook, rng)
            codes_found.append(_alone(codes))
            gains_found.append(gains)
            for index in np.argsort(-gains, kind="stable")[: FIRSTS if other > 0 else 0]:
                seconds, more = self._seen(position, other, overlook, rng, int(codes[index]))
                codes_found.append(np.stack([np.full_like(seconds, codes[index]), seconds], 1))
                gains_found.append(gains[index] + more - SECOND_TILE_PRICE)
        return _ordered(codes_found, gains_found)

    def _seen(self, position: Ints, tile: int, overlook: float, rng: Random, first: int = STOP) -> tuple[Ints, Ints]:
        """Return the placements of a tile that are not overlooked, perhaps after a first tile, and their points."""
        codes, gains = self.placements(position, tile, first)
        kept = _kept(len(codes), overlook, rng)
        return codes[kept], gains[kept]

    def placements(self, position: Ints, tile: int, first: int = STOP) -> tuple[Ints, Ints]:
        """Return all placements of a tile, perhaps after a first tile, and their points; the next call reuses them."""
        header, grid = split(position)
        shore, before = header[SHORE:UNDO], int(header[SHORES])
        tables, work = self.kernel.tables, self._work
        codes, gains = work.codes[0], work.gains[0]
        count = turns.put(grid, shore, before, first, tables) if first != STOP else before
        turns.label(grid, shore, count, work)
        found = turns.list_scored(grid, shore, count, tile, tables, work, codes, gains)
        if first != STOP:
            turns.take(grid, shore, before, count, first, tables)
        return codes[:found], gains[:found]

    def _race(self, position: Ints, raced: Turns, seed: int, limit: int, budget: Budget) -> Finding:
        header, grid = split(position)
        me, players, start = int(header[SEAT]), self.game.players, bool(header[PHASE] == LAY_START)
        bag = np.empty(COUNT, np.int64)
        unseen = engine.unseen_tiles(header, bag)
        rules = race.Rules(
            players=players,
            target=int(header[engine.TARGET]),
            me=me,
            next_seat=0 if start else (me + 1) % players,
            horizon=players,
            start=start,
            unseen=int(unseen),
        )
        board = race.Board(grid, header[SHORE:UNDO], int(header[SHORES]), self.kernel.tables, self._work)
        holdings = race.Holdings(header[SCORES : SCORES + 4], header[HANDS : HANDS + 8], bag)
        count = len(raced.codes)
        alive, means, leads = np.ones(count, np.bool_), np.zeros(count), np.zeros(count)
        entries = race.Entries(raced.codes, raced.gained, alive, means, leads)
        stop = np.frombuffer(budget.stop, np.uint8)
        nodes, worlds = race.race(board, rules, holdings, entries, seed, limit, stop)
        best = int(np.argmax(np.where(alive, means, -1.0)))
        value = float(leads[best]) if worlds else float(raced.gained[best])
        line = tuple(self.kernel.decode_move(int(code)) for code in raced.codes[best])
        return Finding(line[0], value, int(nodes), line if header[PHASE] == FIRST else line[:1])


def _kept(count: int, overlook: float, rng: Random) -> NDArray[np.bool_]:
    """Tell which of the placements are not overlooked: at least one is always seen."""
    kept = np.ones(count, np.bool_)
    if overlook and count:
        lucky = rng.randrange(count)
        kept = np.array([index == lucky or rng.random() >= overlook for index in range(count)])
    return kept


def _alone(codes: Ints) -> Ints:
    """Return placements as turns of one tile."""
    return np.stack([codes, np.full_like(codes, STOP)], 1)


def _ordered(codes_found: list[Ints], gains_found: list[Ints]) -> Turns:
    """Return turns, most points first; two placements that occur in both orders are listed once."""
    codes, gained = np.concatenate(codes_found), np.concatenate(gains_found)
    order = np.argsort(-gained, kind="stable")[:MOST_ORDERED]
    _, first = np.unique(np.sort(codes[order], 1), axis=0, return_index=True)
    order = order[np.sort(first)]
    return Turns(codes[order], gained[order])
