"""Dakapo's bot and solver: proof-number search over safe placements, which ``threats`` defines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from encore.core.thinking import UNLIMITED, Budget, Finding, Skill, Solution
from encore.games.dakapo.compiled.kernel import BESIDE, CALL, CELLS, COLOURS, COMPLETE, OTHERS, Kernel, Position, Words
from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.search import threats
from encore.games.dakapo.tables import FULL, SIZE, each

LEVELS = {
    "beginner": Skill(nodes=2, overlook=0.45),
    "easy": Skill(nodes=8, overlook=0.22),
    "medium": Skill(nodes=40, overlook=0.1),
    "hard": Skill(nodes=250, overlook=0.03),
    "expert": Skill(),
}
"""The five levels: how many positions they search, and the share of placements that they ignore on both sides."""

_ZOBRIST = np.random.default_rng(64).integers(1, 2**64, COLOURS * CELLS + COLOURS + 1, np.uint64)
_TABLES = (OTHERS, BESIDE, _ZOBRIST)
_EVERYTHING = np.full(COLOURS, FULL, np.uint64)
_LONGEST_LINE = 12


@dataclass(frozen=True, slots=True)
class Reply:
    """A placement and the proof numbers after it: of a win for the opponent, and of one for us."""

    code: int
    theirs: int
    ours: int

    @property
    def value(self) -> float:
        """Return an estimate of the win chance from the proof numbers; 1 and 0 are proofs."""
        return self.theirs / (self.theirs + self.ours)


class Prover:
    """The proof search and its memory: 16 bytes for each of ``entries`` positions, a power of two."""

    def __init__(self, game: Dakapo, entries: int = 1 << 21, new_phi: int = threats.NEW_PHI) -> None:
        self._new_phi = new_phi
        self._kernel = Kernel(game)
        self._spoken = game.options["call"] == "spoken"
        self._boards = np.zeros((threats.PLIES, threats.ROW), np.uint64)
        self._safe = np.zeros((threats.PLIES, COLOURS), np.uint64)
        self._children = np.zeros((threats.PLIES, threats.WIDTH, threats.CHILD), np.int64)
        self._table = np.zeros((entries, 2), np.uint64)
        self._facts = np.zeros(threats.FACTS, np.int64)
        self._seen = _EVERYTHING
        self._stamp = 0
        self._tie_for = 0

    @property
    def nodes(self) -> int:
        """The positions searched since ``begin``."""
        return int(self._facts[threats.NODES])

    @property
    def ties(self) -> int:
        """The full boards found since ``begin``."""
        return int(self._facts[threats.TIES])

    @property
    def latest(self) -> int:
        """The placement that ``prove`` searched last; in a lost position, the one that resisted longest."""
        return int(self._facts[threats.LATEST])

    @property
    def seen(self) -> Words:
        """The cells of each colour that are not overlooked."""
        return self._seen

    def begin(self, tie_for: int, seen: Words = _EVERYTHING) -> None:
        """Start a new search without stored results. A tie counts as a win of the seat ``tie_for``."""
        self._stamp += 1
        if self._stamp == 1 << 16:
            self._table[:] = 0
            self._stamp = 1
        self._facts[:] = 0
        self._tie_for = tie_for
        self._seen = seen

    def prove(self, s: State, nodes: int, stop: NDArray[np.uint8]) -> float:
        """Search a position; return its value for the seat to move: 1 is proved won, 0 is proved not won."""
        self._lay(s)
        threats.prove(
            self._boards, self._safe, self._children, self._seen, _TABLES,
            self._table, self._stamp, self._tie_for, self._new_phi, nodes, stop, self._facts,
        )  # fmt: skip
        known = int(threats.probe(self._table, self._boards[0, threats.KEY], self._stamp))
        phi, delta = known & threats.INFINITE, known >> 24 & threats.INFINITE
        return delta / (phi + delta)

    def _lay(self, s: State) -> Position:
        position = self._kernel.encode(s)
        threats.start(position, self._boards, self._seen, _TABLES)
        return position

    def finish(self, s: State) -> int | None:
        """Return the code of a placement that completes a square at once, if there is one."""
        self._lay(s)
        code = int(threats.winning(self._boards, 0))
        return None if code < 0 else code

    def replies(self, s: State) -> list[Reply]:
        """Return the safe placements with their proof numbers, best first; if one is known to win, only that one."""
        self._lay(s)
        if threats.assess(self._boards, 0, self._safe) <= 0:
            return []
        self._safe[0] &= self._seen
        count = threats.expand(
            self._boards, 0, self._safe, self._children, self._seen, _TABLES,
            self._table, self._stamp, self._tie_for, self._new_phi, np.zeros_like(self._facts),
        )  # fmt: skip
        found = [Reply(*reply) for reply in self._children[0, :count].tolist()]
        return sorted(found, key=lambda reply: -reply.value)

    def last_resort(self, s: State) -> int:
        """Return the legal placement that leaves the opponent the fewest ways to win at once."""
        position = self._lay(s)
        codes = [int(code) for code in self._kernel.legal(position) if code < CALL]
        seen = [code for code in codes if int(self._seen[code // CELLS]) >> code % CELLS & 1]

        def ways_to_lose(code: int) -> int:
            threats.place(self._boards, 0, 1, code, self._seen, _TABLES)
            return int(threats.finishes(self._boards, 1))

        return min(seen or codes, key=ways_to_lose)

    def move(self, s: State, code: int) -> Move:
        """Return the move of a code, with a call if calls are spoken and it completes a square that was seen."""
        self._lay(s)
        colour, cell = divmod(code, CELLS)
        completes = bool(int(self._boards[0, COMPLETE + colour]) >> cell & 1)
        return Move(cell, colour, self._spoken and completes)

    def best(self, s: State) -> int:
        """Return the best placement by the stored results."""
        finish = self.finish(s)
        if finish is not None:
            return finish
        replies = self.replies(s)
        return replies[0].code if replies else self.last_resort(s)

    def proved_best(self, s: State) -> int:
        """Return the placement that wins a won position; search again if the table no longer has it."""
        finish = self.finish(s)
        if finish is not None:
            return finish
        replies = self.replies(s)
        if replies[0].ours:
            self.prove(s, UNLIMITED, np.zeros(1, np.uint8))
            replies = self.replies(s)
        return replies[0].code

    def line(self, game: Dakapo, s: State, first: int) -> tuple[Move, ...]:
        """Return the expected moves from a position on, starting with the given one."""
        moves = [self.move(s, first)]
        s = game.play(s, moves[0])
        while len(moves) < _LONGEST_LINE and game.outcome(s) is None and self._known(s):
            moves.append(self.move(s, self.best(s)))
            s = game.play(s, moves[-1])
        return tuple(moves)

    def _known(self, s: State) -> bool:
        """Tell whether a position has been searched, or needs no search."""
        self._lay(s)
        searched = threats.probe(self._table, self._boards[0, threats.KEY], self._stamp)
        return bool(searched) or threats.assess(self._boards, 0, self._safe) <= 0


class Symmetry:
    """One of the 8 symmetries of the board with one of the 24 permutations of the colours.

    All of them are the same game, so the search may use any. The bot takes one at random and so does not play the
    same game every time.
    """

    def __init__(self, rng: Random) -> None:
        mirror, quarters = rng.randrange(2), rng.randrange(4)
        self._cells = [_transformed(cell, mirror, quarters) for cell in range(CELLS)]
        self._colours = rng.sample(range(COLOURS), COLOURS)

    def state(self, s: State) -> State:
        """Return the transformed position."""
        stones = [0] * COLOURS
        for colour, cells in enumerate(s.stones):
            stones[self._colours[colour]] = sum(1 << self._cells[cell] for cell in each(cells))
        return State(tuple(stones), None if s.last is None else self._colours[s.last], s.won)

    def back(self, move: Move) -> Move:
        """Return the original move of a move in the transformed position."""
        return Move(self._cells.index(move.cell), self._colours.index(move.colour), move.call)


def _transformed(cell: int, mirror: int, quarters: int) -> int:
    rank, file = divmod(cell, SIZE)
    if mirror:
        file = SIZE - 1 - file
    for _ in range(quarters):
        rank, file = file, SIZE - 1 - rank
    return rank * SIZE + file


@lru_cache(maxsize=8)
def prepare(game: Dakapo) -> None:
    """Load the kernels of search and solver before a clock runs; needed once in a process."""
    s, searcher = game.initial(), Searcher(game)
    searcher.search(s, Random(0), Budget(nodes=1), Skill())
    Prover(game, 2).last_resort(s)


class Searcher:
    """Finds moves. It keeps no results between searches, so equal seeds and nodes give equal moves."""

    def __init__(self, game: Dakapo, new_phi: int = threats.NEW_PHI) -> None:
        self._game = game
        self._prover = Prover(game, new_phi=new_phi)

    def search(self, view: State, rng: Random, budget: Budget, skill: Skill) -> Finding:
        """Return the most promising safe placement; a node is a position with all its placements expanded."""
        symmetry = Symmetry(rng)
        found = self._search(symmetry.state(view), rng, budget, skill)
        line = tuple(symmetry.back(move) for move in found.line)
        return Finding(line[0], found.value, found.nodes, line, found.proved)

    def _search(self, s: State, rng: Random, budget: Budget, skill: Skill) -> Finding:
        prover, seat = self._prover, s.occupied.bit_count() % 2
        placements = [move for move in self._game.legal_moves(s) if not move.call]
        prover.begin(1 - seat, _looked_at(placements, rng, skill.overlook))
        finish = prover.finish(s)
        if finish is not None:
            return self._found(s, finish, 1.0, 0, proved=True)
        if len(placements) == 1:
            return self._found(s, self._prover.last_resort(s), 0.5, 0, proved=False)
        stop, nodes = np.frombuffer(budget.stop, np.uint8), min(budget.nodes, skill.nodes)
        value, spent = prover.prove(s, nodes, stop), prover.nodes
        if value == 0 and prover.ties:
            prover.begin(seat, prover.seen)
            value = prover.prove(s, nodes - spent, stop) / 2
            spent += prover.nodes
        replies = prover.replies(s)
        if not replies:
            return self._found(s, prover.last_resort(s), 0.0, spent, proved=not skill.overlook)
        code = prover.latest if value == 0 and prover.nodes else replies[0].code
        proved = value in (0, 1) or (value == 0.5 and replies[0].value == 1)
        return self._found(s, code, value, spent, proved=proved and not skill.overlook)

    def _found(self, s: State, code: int, value: float, nodes: int, *, proved: bool) -> Finding:
        line = self._prover.line(self._game, s, code)
        return Finding(line[0], value, nodes, line, proved)


def _looked_at(placements: list[Move], rng: Random, overlook: float) -> Words:
    """Return the cells of each colour that are not overlooked; at least one placement is among them."""
    if not overlook:
        return _EVERYTHING
    seen = [sum(1 << cell for cell in range(CELLS) if rng.random() >= overlook) for _ in range(COLOURS)]
    sure = rng.choice(placements)
    seen[sure.colour] |= 1 << sure.cell
    return np.array(seen, np.uint64)


def solve(game: Dakapo, s: State, budget: Budget) -> Solution:
    """Prove a win, a loss or a tie for the seat to move, within the budget."""
    seat, stop = s.occupied.bit_count() % 2, np.frombuffer(budget.stop, np.uint8)
    wins, holds = Prover(game, 1 << 22), Prover(game)
    wins.begin(tie_for=1 - seat)
    holds.begin(tie_for=seat)
    if outcome := game.outcome(s):
        value = -1 if outcome.winners else 0
        return Solution(value, value, 0, (), _strategy({}, wins))
    low, high, sure = -1, 1, {}
    chance = wins.prove(s, budget.nodes, stop)
    if chance == 1:
        low, sure = 1, {seat: wins}
    elif chance == 0:
        high, sure = 0 if wins.ties else -1, {1 - seat: wins}
    if high == 0:
        chance = holds.prove(s, budget.nodes - wins.nodes, stop)
        if chance == 1:
            low, sure[seat] = 0, holds
        elif chance == 0:
            high, sure[1 - seat] = -1, holds
    teller = sure.get(seat) or sure.get(1 - seat) or wins
    first = teller.latest if high == -1 and teller.nodes else teller.best(s)
    return Solution(low, high, wins.nodes + holds.nodes, teller.line(game, s, first), _strategy(sure, wins))


def _strategy(sure: dict[int, Prover], guess: Prover) -> Callable[[State], Move]:
    """Return the strategy: a seat with a proof follows it, the other plays the best known move."""

    def best(s: State) -> Move:
        prover = sure.get(s.occupied.bit_count() % 2)
        return guess.move(s, guess.best(s)) if prover is None else prover.move(s, prover.proved_best(s))

    return best
