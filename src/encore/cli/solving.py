"""Puzzles in the terminal: the position, what is typed, and what it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

import typer
from rich.columns import Columns
from rich.text import Text

from encore.cli.screen import announced, console, count, draw, written
from encore.cli.session import read_line
from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.core.puzzle import Puzzle, kind_of
from encore.core.registry import package_of
from encore.core.thinking import Budget

NODES = 1_000_000
"""Nodes of the search that tells whether a game alone can still be won."""
HELP = """\
Type a move in the game's notation, or:
  ?              the legal moves; ? e6 those that begin with e6
  why MOVE       why a move is not the answer
  undo           take back your last move, in a game alone
  answer         show the answer
  next           the next puzzle
  quit           leave"""


def solve_puzzles(puzzles: Sequence[Puzzle]) -> None:
    """Let the user solve puzzles until none is left or they leave."""
    typer.echo("help lists what you can type\n")
    solved = tried = 0
    for puzzle in puzzles:
        attempt = _Attempt(puzzle)
        if not attempt.run():
            break
        tried += 1
        solved += attempt.solved and not (attempt.wrong or attempt.shown)
    if tried:
        typer.echo(f"{solved} of {count(tried, 'puzzle')} solved at the first try")


class _Attempt:
    """The dialogue about one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.game, self.kind = puzzle, puzzle.game, kind_of(puzzle)
        self.states, self.moves = [puzzle.state], list[Any]()
        self.wrong = 0
        self.solved = self.shown = self.ended = False
        self.begun = monotonic()

    def run(self) -> bool:
        """Return whether the user wants another puzzle."""
        title = f"{self.game.title}, puzzle {self.puzzle.name}"
        typer.echo(f"{title}, grade {self.puzzle.grade.rating}" if self.puzzle.grade else title)
        self._show()
        while True:
            line = read_line("next or quit> " if self.ended else f"seat {self.puzzle.seat + 1}> ")
            if line is None or line.lower() in ("quit", "q", "exit"):
                return False
            if line == "next" or (self.ended and not line):
                return True
            try:
                self._obey(line)
            except EncoreError as error:
                typer.echo(str(error))

    def _show(self) -> None:
        console.print(draw(self.game, self.states[-1], self.puzzle.seat))
        typer.echo(str(self.kind.task(self.puzzle)))

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.startswith("?"):
            self._list_moves(line[1:].strip())
        elif word == "help":
            typer.echo(HELP)
        elif word == "answer":
            self._answer()
        elif word == "undo":
            self._undo()
        elif word == "why":
            self._why(rest.strip())
        elif self.ended:
            raise EncoreError("this puzzle is over; why MOVE explains other moves")
        elif line:
            self._move(line)

    def _list_moves(self, beginning: str) -> None:
        moves = sorted(written(self.game, self.states[-1], move) for move in self.game.legal_moves(self.states[-1]))
        console.print(Columns([move for move in moves if move.startswith(beginning)], padding=(0, 2)))

    def _move(self, line: str) -> None:
        move = self.game.parse_move(self.states[-1], line)
        verdict = self.kind.judge(self.puzzle, (*self.moves, move))
        if not verdict.right and not self.kind.free:
            self.wrong += 1
            self._explain(self.states[-1], move, verdict.reply, verdict.reasons)
            typer.echo("Try again.")
            return
        self._play(move)
        for reply in verdict.reply:
            before = self.states[-1]
            self._play(reply)
            console.print(Text(f"answer: {announced(self.game, before, reply, self.states[-1])}"))
        if verdict.over:
            self.ended, self.solved = True, verdict.right
            console.print(draw(self.game, self.states[-1], self.puzzle.seat))
            typer.echo("Solved." if verdict.right else "\n".join(map(str, verdict.reasons)))
            if self.kind.free:
                self._look_back()
        else:
            self._show()

    def _look_back(self) -> None:
        """Tell undos and time of a game alone, and the move after which it could no longer be won."""
        minutes, seconds = divmod(round(monotonic() - self.begun), 60)
        typer.echo(f"{count(self.wrong, 'undo')}, {minutes}:{seconds:02} minutes")
        solve = package_of(type(self.game)).solve.load()
        if solve is None or self.solved:
            return
        for number, state in enumerate(self.states[1:-1], 1):
            with Budget(nodes=NODES) as budget:
                lost = solve(self.game, state, budget).high <= 0
            if lost:
                before = self.states[number - 1]
                said = announced(self.game, before, self.moves[number - 1], state)
                typer.echo(f"After move {number}, {said}, it could no longer be won.")
                return

    def _play(self, move: Any) -> None:
        self.states.append(self.game.play(self.states[-1], move))
        self.moves.append(move)

    def _why(self, text: str) -> None:
        if self.kind.free:
            raise EncoreError("a game alone is judged at its end")
        if not text:
            raise EncoreError("name a move: why e6r")
        state, before = (self.puzzle.state, ()) if self.ended else (self.states[-1], tuple(self.moves))
        move = self.game.parse_move(state, text)
        verdict = self.kind.judge(self.puzzle, (*before, move))
        if verdict.right:
            typer.echo("This move is right." if self.ended else "Play it to find out.")
        else:
            self._explain(state, move, verdict.reply, verdict.reasons)

    def _explain(self, state: Any, move: Any, reply: Sequence[Any], reasons: Sequence[Fact]) -> None:
        for reason in reasons:
            typer.echo(str(reason))
        state = self.game.play(state, move)
        for each in reply:
            after = self.game.play(state, each)
            console.print(Text(f"  {announced(self.game, state, each, after)}"))
            state = after

    def _undo(self) -> None:
        if not self.kind.free or not self.moves:
            raise EncoreError("there is no move to undo")
        self.moves.pop()
        self.states.pop()
        self.ended = False
        self.wrong += 1
        self._show()

    def _answer(self) -> None:
        state = self.puzzle.state
        for move in self.puzzle.line:
            after = self.game.play(state, move)
            console.print(Text(f"  {announced(self.game, state, move, after)}"))
            state = after
        self.shown |= not self.ended
        self.ended = True
