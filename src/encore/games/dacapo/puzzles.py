"""The puzzles of Da Capo: the best capture of a round for two, and a whole deal for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.core.puzzle import Answer, Puzzle, Verdict, WrongPuzzle, check_answer
from encore.games.dacapo.moves import Capture, Move
from encore.games.dacapo.position import State
from encore.games.dacapo.rest import RestOfRound
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import COLOURS

FEWEST, MOST_PILES = 7, 16
"""The piles of a puzzle. With more of them the rules alone take long to solve it."""
MARGIN = 2
"""By how many fish the best capture is better than any other."""
MOST_MOVES = 3
"""Captures that the solver has to find."""
SHOWN = 6
"""Moves of a refutation that are shown."""
FEW = 12
"""Captures of the first colour; half of the deals have no more."""
NODES = 200_000
"""Nodes for the search for a winning line of a deal."""


class BestCapture:
    """Find the capture that leads to the most fish, and go on as long as only one capture keeps them."""

    name = "capture"
    themes = ("tall-catch", "small-catch", "moves-1", "moves-2", "moves-3", "decisive")
    free = False

    def task(self, puzzle: Puzzle) -> Fact:
        """Return what the solver looks for."""
        return Fact("dacapo.task-capture")

    def find(self, game: DaCapo, s: State) -> Answer | None:
        """Return the best captures if the first is better than all others by the margin."""
        piles = sum(pile is not None for pile in s.piles)
        if game.players != 2 or s.turn is None or any(s.rights) or not FEWEST <= piles <= MOST_PILES:
            return None
        rest = RestOfRound(game)
        values = sorted(rest.values(s).values(), reverse=True)
        if len(values) < 2 or values[0] - values[1] < MARGIN:
            return None
        line = _line(game, rest, s)
        return Answer(line, tuple(_themes(game, s, line, values[0] - values[1])))

    def check(self, puzzle: Puzzle) -> None:
        """Solve the round again."""
        assert isinstance(puzzle.game, DaCapo)
        check_answer(puzzle, self.find(puzzle.game, puzzle.state))

    def judge(self, puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
        """Accept the captures that keep the most fish."""
        game, s = puzzle.game, puzzle.state
        assert isinstance(game, DaCapo)
        rest = _solved(game, s)
        best = rest.fish(s, puzzle.seat)
        for move in moves:
            s = game.play(s, move)
        fish = rest.fish(s, puzzle.seat)
        if fish < best:
            why = Fact("dacapo.refuted-fewer", fish=fish, best=best)
            return Verdict(False, False, _best_play(game, rest, s), (why,))
        # As long as the solver plays the only best captures, the game follows the line of the puzzle.
        following = puzzle.line[len(moves) :]
        reply = list[Move]()
        for move in following:
            if s.turn == puzzle.seat:
                return Verdict(True, False, tuple(reply))
            reply.append(move)
            s = game.play(s, move)
        return Verdict(True, True)


class Deal:
    """Win a deal alone. Every capture is accepted; the end decides."""

    name = "deal"
    themes = ("few-captures", "many-captures")
    free = True

    def task(self, puzzle: Puzzle) -> Fact:
        """Return the goal of a game alone."""
        return Fact("dacapo.task-deal", colour=_own_colour(puzzle.state))

    def find(self, game: DaCapo, s: State) -> Answer | None:
        """Return a winning line of a fresh deal."""
        if not game.solo or s.turn is None or any(pile and pile.height > 1 for pile in s.piles):
            return None
        from encore.core.thinking import Budget
        from encore.games.dacapo.search.proof import solve

        with Budget(nodes=NODES) as budget:
            line = solve(game, s, budget).line
        return Answer(line, _choice(game, s)) if line else None

    def check(self, puzzle: Puzzle) -> None:
        """Replay the line: it must win."""
        s = puzzle.state
        if puzzle.game.players > 1 or any(pile and pile.height > 1 for pile in s.piles):
            raise WrongPuzzle(Fact("dacapo.puzzle-not-fresh"))
        for move in puzzle.line:
            s = puzzle.game.play(s, move)
        outcome = puzzle.game.outcome(s)
        if not (outcome and outcome.winners):
            raise WrongPuzzle(Fact("dacapo.puzzle-not-won"))
        if (themes := _choice(puzzle.game, puzzle.state)) != puzzle.themes:
            raise WrongPuzzle(Fact("core.puzzle-wrong-themes", themes=" ".join(themes)))

    def judge(self, puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
        """Accept every capture; at the end tell whether the deal is won."""
        s = puzzle.state
        for move in moves:
            s = puzzle.game.play(s, move)
        outcome = puzzle.game.outcome(s)
        won = outcome is None or bool(outcome.winners)
        return Verdict(won, outcome is not None, (), () if won else (Fact("dacapo.refuted-deal"),))


@lru_cache(maxsize=16)
def _solved(game: DaCapo, s: State) -> RestOfRound:
    """Return the solved rest of a round; a solver asks about the same one several times. A large one takes 8 MB."""
    return RestOfRound(game)


def _line(game: DaCapo, rest: RestOfRound, s: State) -> tuple[Move, ...]:
    """Return best play that ends with the solver's last capture that is the only best one."""
    seat, line, ended, found = s.turn, list[Move](), 0, 0
    while s.turn is not None and found < MOST_MOVES:
        values = rest.values(s)
        best = max(values.values())
        if s.turn == seat:
            if len(values) == 1 or list(values.values()).count(best) > 1:
                break
            found, ended = found + 1, len(line) + 1
        line.append(rest.best(s))
        s = game.play(s, line[-1])
    return tuple(line[:ended])


def _best_play(game: DaCapo, rest: RestOfRound, s: State) -> tuple[Move, ...]:
    line = list[Move]()
    while s.turn is not None and len(line) < SHOWN:
        line.append(rest.best(s))
        s = game.play(s, line[-1])
    return tuple(line)


def _themes(game: DaCapo, s: State, line: Sequence[Move], margin: int) -> Iterator[str]:
    """Yield what is special about the first capture."""
    heights = {move: _height(s, move) for move in game.legal_moves(s)}
    yield "tall-catch" if heights[line[0]] == max(heights.values()) else "small-catch"
    yield f"moves-{sum(1 for _ in _own(game, s, line))}"
    if margin >= 2 * MARGIN:
        yield "decisive"


def _own(game: DaCapo, s: State, line: Sequence[Move]) -> Iterator[Move]:
    seat = s.turn
    for move in line:
        if s.turn == seat:
            yield move
        s = game.play(s, move)


def _height(s: State, move: Move) -> int:
    pile = s.piles[move.target] if isinstance(move, Capture) else None
    return pile.height if pile else 0


def _choice(game: AnyGame, s: State) -> tuple[str, ...]:
    """Return the theme of a deal: whether there are few or many captures to choose from at the start."""
    return ("few-captures",) if len(game.legal_moves(s)) <= FEW else ("many-captures",)


def _own_colour(s: State) -> str:
    return COLOURS[s.order[-1]]


KINDS = (BestCapture(), Deal())
"""The kinds of puzzles."""
