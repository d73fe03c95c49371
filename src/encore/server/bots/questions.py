"""What the worker processes are told: questions, and what they must prepare before they can answer them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Protocol

import msgspec

from encore.bots import find_bot
from encore.bots.bot import ENGINE
from encore.bots.engine_process import EngineFailed
from encore.core.errors import EncoreError
from encore.core.evaluation import Evaluation, Line
from encore.core.exact import MoveValue
from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.core.thinking import UNLIMITED, Budget

ADVISER = "bot:expert"
"""The strongest bot. What it loads also serves the other levels."""

Kernels = tuple[str, type[AnyGame], int]
"""The key that determines which kernels are needed."""


_FAILED = "failed "
"""What an answer begins with instead of a move: no notation has a space."""
_read_fact = msgspec.json.Decoder(Fact).decode


class ThinkingFailed(EncoreError):
    """No worker could answer the question."""


class Unanswered(EncoreError):
    """A worker on another machine has not answered; another one is asked.

    ``lost`` says that it failed, and did not merely have others; ``tried`` that it failed at this question.
    """

    def __init__(self, why: str, lost: bool = True, tried: bool = False) -> None:
        super().__init__(why)
        self.lost, self.tried = lost, tried


class Task(Protocol):
    """Something that a worker does."""

    can_wait: ClassVar[bool]
    """Whether it uses the processor only while nothing else needs it."""

    def run(self, budget: Budget) -> str:
        """Do it, in the worker; ``budget`` is cancelled if nobody waits any more or others come first."""


class Preparing(Task, Protocol):
    """Compiling or loading what questions of a kind need."""

    @property
    def kernels(self) -> Kernels:
        """What is needed; it is prepared once in each worker."""


class AnyQuestion(Task, Protocol):
    """A question. The worker may use ``seconds`` for it."""

    @property
    def game(self) -> AnyGame:
        """The game that it is about."""

    @property
    def view(self) -> Any:
        """What the one who asks can see."""

    @property
    def seconds(self) -> float:
        """The time of its search."""

    @property
    def engine(self) -> str:
        """The engine that it is for; empty if every worker can answer it."""

    @property
    def preparing(self) -> Preparing:
        """What the worker must prepare before."""

    def check(self) -> None:
        """Raise EncoreError if no worker could answer it."""

    def failed(self, tries: int) -> Fact:
        """Return what to say when workers have failed to answer it."""

    def fits(self, answer: str) -> bool:
        """Return whether this can be its answer; it comes from another machine."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Compile or load what a bot needs for a game."""

    game: AnyGame
    bot: str = ADVISER
    can_wait: ClassVar[bool] = False

    @property
    def kernels(self) -> Kernels:
        """The bot's; its time limit does not matter."""
        return self.bot.partition("@")[0], type(self.game), self.game.players

    def run(self, budget: Budget) -> str:
        """Prepare the bot. An engine that cannot be prepared fails when it has to move, and loses its game."""
        with suppress(EngineFailed):
            find_bot(self.bot).prepare(self.game)
        return ""


@dataclass(frozen=True, slots=True)
class Question:
    """Asks for a named bot's move in a view of a game, with a time limit in seconds and a random seed."""

    game: AnyGame
    view: Any
    bot: str
    seconds: float
    seed: int
    can_wait: ClassVar[bool] = False

    @property
    def engine(self) -> str:
        """The bot, if it is an engine."""
        return self.bot if self.bot.startswith(ENGINE) else ""

    @property
    def preparing(self) -> Preparation:
        """What the bot needs."""
        return Preparation(self.game, self.bot)

    def check(self) -> None:
        """Raise OptionError if there is no such bot."""
        find_bot(self.bot)

    def failed(self, tries: int) -> Fact:
        """Return what to say when workers have failed to answer it."""
        return Fact("server.bot-failed", bot=self.bot, tries=tries, game=self.game.title)

    def fits(self, answer: str) -> bool:
        """Return whether it is a legal move."""
        try:
            self.game.play(self.view, self.game.parse_move(self.view, answer))
        except EncoreError:
            return False
        return True

    def run(self, budget: Budget) -> str:
        """Return the bot's move in the game's notation, or that it has lost because it is an engine that failed.

        A new bot is created each time. A bot that remembers earlier searches would play differently (Da Capo's
        does), and its search tables (64 MB) would stay in memory.
        """
        budget.seconds = self.seconds
        try:
            with budget:
                move = find_bot(self.bot).choose(self.game, self.view, Random(self.seed), budget)
        except EngineFailed as error:
            return _FAILED + msgspec.json.encode(error.fact).decode()
        if move not in self.game.legal_moves(self.view):
            raise ThinkingFailed(f"{self.bot} would play {move!r} in {self.game.title}, which is not legal")
        return self.game.format_move(move)


def failure_in(answer: str) -> Fact | None:
    """Return why the engine of a seat has failed, if the answer to its question says so."""
    return _read_fact(answer.removeprefix(_FAILED)) if answer.startswith(_FAILED) else None


@dataclass(frozen=True, slots=True)
class EvaluationPreparation:
    """Compile or load what win chances of a game need."""

    game: AnyGame
    can_wait: ClassVar[bool] = False

    @property
    def kernels(self) -> Kernels:
        """Those of the estimates and of the solver."""
        return "evaluation", type(self.game), self.game.players

    def run(self, budget: Budget) -> str:
        """Prepare the estimates and the solver."""
        from encore.analysis.evaluate import prepare  # loads NumPy, which the server itself must not

        prepare(self.game)
        return ""


@dataclass(frozen=True, slots=True)
class EvaluationQuestion:
    """Asks for the win chances in a view, with a time limit in seconds for a proof; 0 for the estimate alone.

    ``lines`` is the number of best moves, ``also`` a move whose line is wanted too; with ``exact``, the exact values of
    moves are wanted. The answer is ``read_evaluation``'s text; it is empty if the search was stopped, because another
    one may prove more.
    """

    game: AnyGame
    view: Any
    seconds: float
    lines: int = 0
    also: Any = None
    exact: bool = False
    can_wait: ClassVar[bool] = True
    engine: ClassVar[str] = ""

    @property
    def preparing(self) -> EvaluationPreparation:
        """What estimates and proofs need."""
        return EvaluationPreparation(self.game)

    def check(self) -> None:
        """Every view of a game can be evaluated."""

    def failed(self, tries: int) -> Fact:
        """Return what to say when workers have failed to answer it."""
        return Fact("server.evaluation-failed", tries=tries, game=self.game.title)

    def fits(self, answer: str) -> bool:
        """Return whether it is an evaluation of this game, or that of a search that was stopped."""
        try:
            found = read_evaluation(answer) if answer else None
            for line in found.lines if found else ():
                self.game.play(self.view, self.game.parse_move(self.view, line.moves[0]))
        except (EncoreError, msgspec.MsgspecError, IndexError, TypeError):
            return False
        return found is None or len(found.chances) == len(found.errors) == self.game.players

    def run(self, budget: Budget) -> str:
        """Return the evaluation as text, with moves in the game's notation."""
        from encore.analysis.evaluate import evaluate

        budget.seconds, budget.nodes = self.seconds, UNLIMITED if self.seconds else 0
        with budget:
            found = evaluate(self.game, self.view, budget, self.lines, self.also, exact=self.exact)
        if budget.cancelled:
            return ""
        exact = replace(found.exact, moves=tuple(map(self._written_value, found.exact.moves)))
        return msgspec.json.encode(replace(found, lines=tuple(map(self._written, found.lines)), exact=exact)).decode()

    def _written(self, line: Line) -> Line:
        return replace(line, moves=self._texts(line.moves))

    def _written_value(self, known: MoveValue) -> MoveValue:
        return replace(known, move=self.game.format_move(known.move), reply=self._texts(known.reply))

    def _texts(self, moves: tuple[Any, ...]) -> tuple[str, ...]:
        return tuple(map(self.game.format_move, moves))


read_evaluation = msgspec.json.Decoder(Evaluation).decode
"""Reads the answer to an EvaluationQuestion; the moves of its lines stay texts."""
