"""The bots of Da Capo: which search answers which position, and what a level overlooks."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from encore.core.game import DEALER
from encore.core.thinking import Budget, Finding, Skill
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.compiled.layout import SWITCHES, Position
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search import sides, three
from encore.games.dacapo.search.endgame import Endgame
from encore.games.dacapo.search.outlook import WEIGHTS
from encore.games.dacapo.search.proof import solve
from encore.games.dacapo.search.solo import SoloSolver
from encore.games.dacapo.search.two_sides import TwoSides, plain
from encore.games.dacapo.search.worth import POINT, WIN, final_worths
from encore.games.dacapo.tables import FISH, SIZE

__all__ = ["LEVELS", "Searcher", "prepare", "solve"]

LEVELS = {
    "beginner": Skill(nodes=20, overlook=0.4),
    "easy": Skill(nodes=60, overlook=0.2),
    "medium": Skill(nodes=400, overlook=0.1),
    "hard": Skill(nodes=4000, overlook=0.03),
    "expert": Skill(),
}

_SURE_PILES = 21
"""Up to this number of piles the solver runs first, because it finishes almost at once."""
_HOPED_PILES = 27
"""Up to this number of piles the solver gets the second part of the thinking time."""


@dataclass(frozen=True, slots=True)
class _Spending:
    """What one search may use: the budget, limited to the nodes of the level."""

    budget: Budget
    nodes: int
    began: float

    def gone(self, nodes: int, share: float = 1.0) -> bool:
        """Tell whether a share of it is used up."""
        seconds = self.budget.seconds
        late = seconds is not None and time.monotonic() - self.began >= share * seconds
        return late or self.budget.over(nodes) or nodes >= share * self.nodes


@lru_cache(maxsize=8)
def prepare(game: DaCapo) -> None:
    """Load the kernels of searches and solvers before a clock runs; once per process."""
    rng, s, late = Random(0), game.initial(), game.initial()
    while game.to_move(s) == DEALER:
        s = game.play(s, game.deal(s, rng))
    Searcher(game).search(s, rng, Budget(nodes=2), Skill())
    if game.players == 2:
        while s.turn is not None:
            s, late = game.play(s, rng.choice(game.legal_moves(s))), s
        # The last capture of a round is proved at once, so this takes only the time to load.
        Endgame(1).capture(Kernel(game).encode(late), 1, Budget())


class Searcher:
    """The searches for one game, with the tables (64 MB at most) that they keep from move to move of a round."""

    def __init__(self, game: DaCapo) -> None:
        self.game = game
        self._kernel = Kernel(game)
        self._last: State | None = None
        self._solo = SoloSolver() if game.solo else None
        self._endgame = Endgame() if game.players == 2 else None
        self._two_sides = TwoSides(game) if game.players in (2, 4) else None
        self._works = np.zeros(1, three.WORK)
        self._worths = np.zeros((40, 3))

    def search(self, view: State, rng: Random, budget: Budget, skill: Skill) -> Finding:
        """Return the move to play for the seat to move, with its value: the expected points of this round.

        With one player the value is 1 for a won position, 0 for a lost one.
        """
        position = self._kernel.encode(view)
        codes = self._kernel.legal(position)
        if len(codes) == 1:
            return Finding(self._kernel.decode_move(int(codes[0])), self._fish_now(view), 0)
        spending = _Spending(budget, min(budget.nodes, skill.nodes), time.monotonic())
        if self._solo:
            return self._search_solo(self._solo, position, codes, rng, spending, skill)
        roots = _noticed(position, codes, rng, skill.overlook)
        if self._two_sides:
            return self._search_two_sides(self._two_sides, view, position, roots, spending, skill)
        return self._search_three(position, roots, spending)

    def _fish_now(self, view: State) -> float:
        """Return the fish in piles of the mover's side."""
        if self.game.solo or view.turn is None:
            return 0.0
        step = 2 if self.game.players == 4 else self.game.players
        return float(sum(pile.height for pile in view.piles if pile and (pile.colour - view.turn) % step == 0))

    def _goes_on(self, view: State) -> bool:
        """Tell whether a position can follow the last one searched, so that the tables are still valid."""
        last, self._last = self._last, view
        if last is None or (last.rounds, last.scores, last.starter) != (view.rounds, view.scores, view.starter):
            return False
        before = {(pile.colour, pile.value) for pile in last.piles if pile}
        on_old_squares = all(old or not new for old, new in zip(last.piles, view.piles, strict=True))
        return on_old_squares and all((pile.colour, pile.value) in before for pile in view.piles if pile)

    def _search_two_sides(
        self,
        search: TwoSides,
        view: State,
        position: Position,
        roots: NDArray[np.int64],
        spending: _Spending,
        skill: Skill,
    ) -> Finding:
        if not self._goes_on(view):
            search.forget()
            if self._endgame:
                self._endgame.forget()
        search.play_for(final_worths(self.game, view))
        piles = int(np.count_nonzero(position[: SIZE * SIZE]))
        solvable = piles <= _HOPED_PILES and skill.overlook == 0 and plain(self.game, view)
        share = 0.02 if piles <= _SURE_PILES else 0.4
        if not self._endgame or not solvable:
            return search.deepen(view, position, roots, spending.budget, spending.nodes, spending.gone)
        found = search.deepen(
            view, position, roots, spending.budget, spending.nodes, lambda nodes: spending.gone(nodes, share)
        )
        if found.proved or spending.gone(found.nodes):
            return found
        return self._finish(self._endgame, position, spending, found)

    def _finish(self, endgame: Endgame, position: Position, spending: _Spending, found: Finding) -> Finding:
        """Give the rest of the budget to the solver; without a proof, keep the earlier result."""
        red = self._kernel.to_move(position) == 0
        guess = found.value if red else len(FISH[2]) - found.value
        low, high = endgame.solve(position, spending.budget, spending.nodes - found.nodes, guess)
        nodes = found.nodes + endgame.nodes
        if low < high:
            return Finding(found.move, found.value, nodes, found.line)
        code = endgame.capture(position, low if red else low + 1, Budget())
        move = found.move if code is None else self._kernel.decode_move(code)
        return Finding(move, float(low if red else len(FISH[2]) - low), nodes, (move,), proved=True)

    def _search_three(self, position: Position, roots: NDArray[np.int64], spending: _Spending) -> Finding:
        stop = np.frombuffer(spending.budget.stop, np.uint8)
        w = self._works[0]  # not kept: the kernels would write to a copy of a record that was pickled
        w["nodes"], w["limit"] = 0, spending.nodes
        best, worth = int(roots[-1]), 0.0
        for depth in range(1, len(FISH[3])):
            value, code = three.search(position, w, self._worths, roots, depth, WEIGHTS, stop)
            if code >= 0:
                best, worth = int(code), float(value)
                roots = np.append(roots[roots != best], best)
            if w["stopped"] or spending.gone(int(w["nodes"])):
                break
        move = self._kernel.decode_move(best)
        points = len(FISH[3]) * worth / (WIN + POINT * len(FISH[3]))
        return Finding(move, points, int(w["nodes"]), (move,))

    def _search_solo(
        self,
        solver: SoloSolver,
        position: Position,
        codes: NDArray[np.int64],
        rng: Random,
        spending: _Spending,
        skill: Skill,
    ) -> Finding:
        """Play the first capture of a winning line, or a promising one if none is found or it is overlooked."""
        nodes = 0 if rng.random() < skill.overlook else spending.nodes
        line = solver.solve(position, spending.budget, nodes, rng.randrange(1 << 30))
        moves = tuple(self._kernel.decode_move(code) for code in line or ())
        move = moves[0] if moves else self._kernel.decode_move(solver.most_promising(position, codes))
        value = 0.5 if line is None else float(bool(line))
        return Finding(move, value, solver.nodes, moves or (move,), proved=line is not None)


def _noticed(position: Position, codes: NDArray[np.int64], rng: Random, overlook: float) -> NDArray[np.int64]:
    """Return the moves that are not overlooked, the most promising last; long captures are overlooked more often."""
    ordered = sorted((int(code) for code in codes), key=lambda code: _promise(position, code))
    noticed = [code for code in ordered if rng.random() >= overlook * (0.7 + 0.15 * _length(code))]
    return np.array(noticed or [rng.choice(ordered)], np.int64)


def _promise(position: Position, code: int) -> int:
    return sides.SWITCH_PROMISE if code >= SWITCHES else int(sides.promise(position, code))


def _length(code: int) -> int:
    """Return how far a capture reaches; a switch counts like a long one."""
    if code >= SWITCHES:
        return 4
    source, target = divmod(code, SIZE * SIZE)
    return abs(source // SIZE - target // SIZE) + abs(source % SIZE - target % SIZE)
