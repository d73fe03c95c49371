"""The puzzles of Dakapo: a win by force, and the only placement that does not lose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encore.core.fact import Fact
from encore.core.puzzle import Answer, Puzzle, Verdict, WrongPuzzle, check_answer, only_move
from encore.core.record import Variation
from encore.games.dakapo.forced import Forced
from encore.games.dakapo.rules import Dakapo, Move, State, completes, open_cells
from encore.games.dakapo.tables import CELLS, OTHER_CORNERS, SIZE, SQUARES, START, each, neighbours

MOST_MOVES = 3
"""The longest wins, in own moves."""
LOST_IN = 2
"""A placement loses if the opponent then wins within so many moves. The only move must hold for one more."""
NODES = 1000
"""Nodes of the search that looks for wins in records; it found all of 31 wins in 156 positions."""
LARGE = 3
"""The side of a large square."""
MOST_DEFENCES = 6
"""Defences that a puzzle lists beside that of its main line."""


class Win:
    """Win by force with the first move that does so in the fewest moves."""

    name = "win"
    themes = ("in-1", "in-2", "in-3", "no-placement", "tilted", "large-square", "threat", "quiet")
    free = False

    def task(self, puzzle: Puzzle) -> Fact:
        """Return in how many moves the solver wins."""
        return Fact("dakapo.task-win", moves=_own_moves(puzzle.line))

    def find(self, game: Dakapo, s: State) -> Answer | None:
        """Return the win if a single placement begins it."""
        return _prove_win(game, s) if _promising(game, s) else None

    def check(self, puzzle: Puzzle) -> None:
        """Find the win again by trying everything."""
        assert isinstance(puzzle.game, Dakapo)
        _check_possible(puzzle.state)
        check_answer(puzzle, _prove_win(puzzle.game, puzzle.state))

    def judge(self, puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
        """Accept what still wins within the moves that are left."""
        game, s = puzzle.game, puzzle.state
        assert isinstance(game, Dakapo)
        left = _own_moves(puzzle.line) - len(moves) // 2
        for move in moves:
            s = game.play(s, move)
        forced = Forced(game)
        if not forced.holds(s, left):
            return _refuted(game, forced, s, left)
        if game.outcome(s):
            return Verdict(True, True)
        return Verdict(True, False, (forced.defences(s, left - 1)[0],))


class OnlyMove:
    """Find the one placement after which the opponent has no quick win."""

    name = "only"
    themes = ("only-move", "block", "foresight")
    free = False

    def task(self, puzzle: Puzzle) -> Fact:
        """Return what the solver looks for."""
        return Fact("dakapo.task-only")

    def find(self, game: Dakapo, s: State) -> Answer | None:
        """Return the placement if every other one loses, and it does not."""
        forced = Forced(game)
        holding = list[Move]()
        for move in game.legal_moves(s):
            if not forced.wins(game.play(s, move), LOST_IN):
                holding.append(move)
                if len(holding) > 1:
                    return None
        if not holding or forced.wins(s, LOST_IN) or forced.wins(game.play(s, holding[0]), LOST_IN + 1):
            return None
        quick = all(forced.finishes(game.play(s, move)) for move in game.legal_moves(s) if move != holding[0])
        return Answer((holding[0],), ("only-move", "block" if quick else "foresight"))

    def check(self, puzzle: Puzzle) -> None:
        """Find the placement again."""
        assert isinstance(puzzle.game, Dakapo)
        _check_possible(puzzle.state)
        check_answer(puzzle, self.find(puzzle.game, puzzle.state))

    def judge(self, puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
        """Accept the one placement; show how the opponent wins after any other."""
        game = puzzle.game
        assert isinstance(game, Dakapo)
        after = game.play(puzzle.state, only_move(moves))
        forced = Forced(game)
        if not forced.wins(after, LOST_IN):
            return Verdict(True, True)
        return _opponent_wins(forced, after, LOST_IN)


def _check_possible(s: State) -> None:
    """Raise WrongPuzzle for stones that no game can lead to."""
    middle = sum(START)
    reached = grown = middle
    while grown:
        grown = neighbours(reached) & s.occupied & ~reached
        reached |= grown
    apart = all(not own & neighbours(own) for own in s.stones)
    begun = all(own & first for own, first in zip(s.stones, START, strict=True))
    if not (begun and apart and reached == s.occupied) or any(
        own & square == square for own in s.stones for square in SQUARES
    ):
        raise WrongPuzzle(Fact("dakapo.puzzle-impossible"))


def _promising(game: Dakapo, s: State) -> bool:
    """Tell whether the search of the bots proves a win; trying everything takes twenty times as long."""
    from encore.core.thinking import Budget
    from encore.games.dakapo.search.searcher import solve

    with Budget(nodes=NODES) as budget:
        return solve(game, s, budget).low == 1


def _prove_win(game: Dakapo, s: State) -> Answer | None:
    forced = Forced(game)
    moves = forced.needs(s, MOST_MOVES)
    if moves is None or len(forced.winning(s, moves)) > 1:
        return None
    line = forced.line(s, moves)
    return Answer(line, tuple(_themes(game, s, line)), _other_defences(game, forced, s, line))


def _own_moves(line: Sequence[Move]) -> int:
    return (len(line) + 1) // 2


def _other_defences(game: Dakapo, forced: Forced, s: State, line: Sequence[Move]) -> tuple[Variation, ...]:
    """Return the other replies to the first move that last as long as that of the main line, each with the win."""
    if len(line) < 2:
        return ()
    after, left = game.play(s, line[0]), _own_moves(line) - 1
    found = []
    for reply in forced.defences(after, left)[1 : MOST_DEFENCES + 1]:
        rest = forced.line(game.play(after, reply), left)
        found.append(Variation(1, tuple(map(game.format_move, (reply, *rest)))))
    return tuple(found)


def _refuted(game: Dakapo, forced: Forced, after: State, left: int) -> Verdict:
    """Return why a move does not win within the moves that were left."""
    if game.outcome(after):
        return Verdict(False, False, (), (Fact("dakapo.refuted-game-over"),))
    if forced.wins(after, LOST_IN):
        return _opponent_wins(forced, after, LOST_IN)
    if left <= 1:
        return Verdict(False, False, (), (Fact("dakapo.refuted-no-win"),))
    legal = game.legal_moves(after)
    defence = next(reply for reply in legal if not forced.wins(game.play(after, reply), left - 1))
    return Verdict(False, False, (defence,), (Fact("dakapo.refuted-defence", CELLS[defence.cell], moves=left - 1),))


def _opponent_wins(forced: Forced, after: State, most: int) -> Verdict:
    line = forced.line(after, most)
    return Verdict(False, False, line, (Fact("dakapo.refuted-loses", CELLS[line[0].cell], moves=_own_moves(line)),))


def _themes(game: Dakapo, s: State, line: Sequence[Move]) -> Iterator[str]:
    yield f"in-{_own_moves(line)}"
    after = game.play(s, line[0])
    for move in line[:-1]:
        s = game.play(s, move)
    last = game.play(s, line[-1])
    if not last.won:
        yield "no-placement"
        return
    side = max(_sides(s.stones[line[-1].colour], line[-1].cell), key=lambda each: each[0] ** 2 + each[1] ** 2)
    if all(side):
        yield "tilted"
    if side[0] ** 2 + side[1] ** 2 >= LARGE**2:
        yield "large-square"
    if len(line) > 1:
        yield "threat" if _threatens(after) else "quiet"


def _threatens(after: State) -> bool:
    """Tell whether the player who moved would complete a square next if the opponent did nothing."""
    return any(
        completes(own, cell)
        for colour, own in enumerate(after.stones)
        if own.bit_count() > 2
        for cell in each(open_cells(State(after.stones, None), colour))
    )


def _sides(own: int, cell: int) -> Iterator[tuple[int, int]]:
    """Yield the sides, as columns and rows, of the squares that a stone completes."""
    for corners in OTHER_CORNERS[cell]:
        if own & corners == corners:
            nearest = sorted(_distance(cell, corner) for corner in each(corners))
            yield nearest[0][1], nearest[0][2]


def _distance(one: int, other: int) -> tuple[int, int, int]:
    across, up = abs(one % SIZE - other % SIZE), abs(one // SIZE - other // SIZE)
    return across**2 + up**2, across, up


KINDS = (Win(), OnlyMove())
"""The kinds of puzzles."""
