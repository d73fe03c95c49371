"""What seeing the hidden hands and the draw pile would be worth in Dalapapa: an upper bound for its expert.

``python -m bench.foresight PAIRS`` plays so many pairs of games for each study against greedy play, the turn with the
most points. A pair has the same tiles in the same order, with exchanged seats. The player of a study knows nothing
hidden and samples worlds, as the expert does; or it sees everything, and compares its turns in the one true world.
Greedy play decides between equal turns at random, so that is sampled even by who sees everything. There is no limit of
time: the figures do not depend on the machine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from random import Random

import numpy as np

from encore.analysis.model import Model, model_of
from encore.arena.elo import strength
from encore.core.game import DEALER
from encore.core.registry import package_of
from encore.games.dalapapa.compiled import engine
from encore.games.dalapapa.compiled.engine import HANDS, OVER, PASS, PHASE, REFILL, SCORES, SEAT, SECOND, STOP
from encore.games.dalapapa.compiled.grid import COUNT, Ints
from encore.games.dalapapa.compiled.kernel import split
from encore.games.dalapapa.position import Phase
from encore.games.dalapapa.rules import Dalapapa
from encore.games.dalapapa.search import race, turns
from encore.games.dalapapa.search.features import SURE
from encore.games.dalapapa.search.searcher import MARGIN, RACED, Searcher

END = 60
"""More turns than a game has."""


@dataclass(frozen=True)
class Study:
    """How a player chooses its turn: what it sees, how many turns it plays ahead, and in how many worlds."""

    sees: bool
    horizon: int
    worlds: int
    raced: int = RACED
    margin: int = MARGIN
    fitted: bool = False
    """Whether the fitted win chances judge the horizon, with the best turn of whoever is to move there."""

    @property
    def title(self) -> str:
        """The study in words."""
        known = "hands and pile seen" if self.sees else "nothing seen"
        ahead = "to the end" if self.horizon == END else f"{self.horizon} turns ahead"
        judged = ", fitted win chances" if self.fitted else ""
        return f"{known}, {ahead}, {self.worlds} worlds, {self.raced} turns within {self.margin} points{judged}"


STUDIES = (
    Study(True, 2, 8),
    Study(True, 4, 8),
    Study(True, END, 8),
    Study(False, 2, 25),
    Study(False, 2, 100),
    Study(False, 2, 100, fitted=True),
    Study(False, 4, 100, fitted=True),
    Study(False, END, 60),
)


@cache
def searcher() -> Searcher:
    """Return the expert's own search, once in each process."""
    return Searcher(Dalapapa(2))


def started(rng: Random) -> Ints:
    """Return a position before the first turn, the start tiles laid at random."""
    game = searcher().game
    s = game.initial()
    while s.phase != Phase.FIRST:
        s = game.play(s, game.deal(s, rng) if game.to_move(s) == DEALER else rng.choice(game.legal_moves(s)))
    return searcher().kernel.encode(s)


def play(study: Study, seat: int, seed: int) -> float:
    """Play a game with the study's player in a seat; return its share of the win."""
    deals, rng = Random(f"{seed}/deals"), Random(f"{seed}/{seat}")
    position = started(deals)
    header, grid = split(position)
    found = np.empty(COUNT, np.int64)
    pile = found[: engine.unseen_tiles(header, found)].tolist()
    deals.shuffle(pile)
    tables = searcher().kernel.tables
    while header[PHASE] != OVER:
        mover = int(header[SEAT])
        if header[PHASE] == REFILL:
            # The study's player draws from the end of the pile, as in the worlds of its search.
            slots = [slot for slot in (HANDS + 2 * mover, HANDS + 2 * mover + 1) if header[slot] == engine.NONE]
            for slot in slots[: len(pile)]:
                header[slot] = pile.pop(-1 if mover == seat else 0)
            hand = sorted(header[HANDS + 2 * mover : HANDS + 2 * mover + 2].tolist(), key=lambda tile: (tile < 0, tile))
            header[HANDS + 2 * mover : HANDS + 2 * mover + 2] = hand
            engine.end_draw(header, grid, tables.faces, tables.discs)
            continue
        codes = chosen(study, position, pile, rng) if mover == seat else greedy(position, rng)
        for code in codes:
            engine.apply(header, grid, code, tables.faces, tables.discs)
        if header[PHASE] == SECOND:
            engine.apply(header, grid, STOP, tables.faces, tables.discs)
        header[engine.DEPTH] = 0
    own, other = int(header[SCORES + seat]), int(header[SCORES + 1 - seat])
    return (own > other) + (own == other) / 2


def greedy(position: Ints, rng: Random) -> list[int]:
    """Return the placements of the turn with the most points."""
    header, grid = split(position)
    hand = header[HANDS + 2 * header[SEAT] : HANDS + 2 * header[SEAT] + 2].copy()
    hand[hand < 0] = 0
    shore, count = header[engine.SHORE : engine.UNDO], int(header[engine.SHORES])
    _, *codes = turns.best_turn(
        grid, shore, count, hand, rng.getrandbits(30), searcher().kernel.tables, searcher()._work
    )
    return [int(code) for code in codes if code != turns.NO_MOVE] or [PASS]


def chosen(study: Study, position: Ints, pile: list[int], rng: Random) -> list[int]:
    """Return the placements of the turn that the study's player prefers."""
    header, grid = split(position)
    me, search = int(header[SEAT]), searcher()
    moves = search.kernel.legal(position)
    if len(moves) == 1:
        return [int(moves[0])]
    raced = search._turns(position, moves, 0.0, rng).best(study.raced, study.margin)
    hands, bag = header[HANDS : HANDS + 8].copy(), np.array([*pile, 0], np.int64)
    unseen = len(pile)
    if not study.sees:
        theirs = hands[2 * (1 - me) : 2 * (1 - me) + 2]
        hidden = theirs[theirs > 0].tolist()
        bag, unseen = np.array([*pile, *hidden, 0], np.int64), len(pile) + len(hidden)
        theirs[theirs > 0] = 0
    target = int(search.game.options["target"])
    rules = race.Rules(2, target, me, 1 - me, study.horizon, False, unseen)
    board = race.Board(
        grid, header[engine.SHORE : engine.UNDO], int(header[engine.SHORES]), search.kernel.tables, search._work
    )
    scores, worth = header[SCORES : SCORES + 4], np.zeros(len(raced.codes))
    for luck, held, world, front in worlds(study, rules, hands, bag, rng):
        for number, (turn, gained) in enumerate(zip(raced.codes, raced.gained, strict=True)):
            after, own = scores.copy(), held.copy()
            over, seat, tiles, peeked = race.unroll(
                board, rules, turn, gained, after, own, world, front, luck, study.fitted
            )
            if over:
                won, lead = race.result(after, rules)
            else:
                won, lead = race.chance(after, rules, seat, tiles)
                won = fitted(after[:2], rules, seat, tiles, peeked) if study.fitted else won
            worth[number] += won + 1e-6 * lead
    best = raced.codes[int(worth.argmax())]
    return [int(code) for code in best if code >= race.LEAST_TILE]


def fitted(scores: Ints, rules: race.Rules, seat: int, tiles: int, peeked: int) -> float:
    """Return the fitted chance to win of the seat that thinks, from the same numbers as ``search/features.py``."""
    near = max(0.0, min(1.0, scores.max() / rules.target))
    projected = scores + np.where(np.arange(2) == seat, peeked - race.GAIN, 0.0)
    points = np.rint(projected).astype(np.int64)
    by_points = [race.chance(points, rules._replace(me=of), seat, tiles)[0] for of in range(2)]
    shares = np.array(by_points) / max(sum(by_points), 1e-9)
    rows = np.zeros((2, 6))
    rows[:, 0], rows[seat, 1] = np.arange(2) / 2, 1.0
    rows[:, 2] = (scores - scores.mean()) / race.GAIN
    projected = projected + race.GAIN * ((np.arange(2) >= seat) & (seat > 0))
    rows[:, 3] = (projected - projected.mean()) / race.GAIN
    rows[:, 4] = np.log(np.maximum(shares, SURE))
    done, left = max(1.0, scores.mean() / race.GAIN), max(0.0, (rules.target - scores.max()) / race.GAIN)
    rows[:, 5] = rows[:, 2] / done * left
    return model().estimate(rows, near)[0][rules.me]


@cache
def model() -> Model:
    """Return the fitted model of games of two."""
    found = model_of(package_of(Dalapapa), searcher().game)
    assert found is not None
    return found


def worlds(
    study: Study, rules: race.Rules, hands: Ints, bag: Ints, rng: Random
) -> Iterator[tuple[int, Ints, Ints, int]]:
    """Yield the worlds of a comparison: luck between equal turns, hands, the pile, and how much of it is dealt."""
    generator = np.array([rng.getrandbits(63)], np.uint64)
    for _ in range(study.worlds):
        held, front = hands.copy(), 0
        if not study.sees:
            front = race.deal_world(held[:4], rules, bag, generator)
        yield rng.getrandbits(30), held, bag, front


def pair(study: Study, seed: int) -> float:
    """Return the share of the win in two games with the same tiles and exchanged seats."""
    return (play(study, 0, seed) + play(study, 1, seed)) / 2


def main(pairs: int) -> None:
    """Print the share of the wins for each study."""
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for study in STUDIES:
            shares = []
            for share in pool.map(partial(pair, study), range(pairs)):
                shares.append(share)
                sys.stderr.write(f"\r{len(shares)} of {pairs} pairs")
            print(f"\r{study.title}\t{100 * sum(shares) / pairs:.1f} % of {2 * pairs}\t{strength(shares)}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
