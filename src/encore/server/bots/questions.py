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


_LONGEST = 256 * 1024
"""Characters of an answer that another machine may give; the longest of ours have some 25,000."""
_ROUNDING = 1e-6
"""By how much chances may be below 0 or above 1."""
_LARGEST = 2**31
"""Values of moves stay below this; clients cannot read every larger integer."""
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

    def fits(self, answer: str, stopped: bool) -> bool:
        """Return whether an answer from another machine can be right; its search may have been ``stopped`` early."""


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

    def fits(self, answer: str, stopped: bool) -> bool:
        """Return whether it is a legal move."""
        return len(answer) <= _LONGEST and _playable(self.game, self.view, (answer,))

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


def _playable(game: AnyGame, s: Any, moves: tuple[Any, ...]) -> bool:
    """Return whether moves, which are texts, can be played one after the other."""
    try:
        for text in moves:
            if not isinstance(text, str):
                return False
            s = game.play(s, game.parse_move(s, text))
    except EncoreError:
        return False
    return True


def _is_chance(number: float) -> bool:
    return -_ROUNDING <= number <= 1 + _ROUNDING


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

    def fits(self, answer: str, stopped: bool) -> bool:
        """Return whether it is an evaluation of this view which nobody who uses it stumbles over.

        It is stored for all who ask the same. It may be empty if the search was stopped.
        """
        if not answer or len(answer) > _LONGEST:
            return stopped and not answer
        try:
            found = read_evaluation(answer)
        except (msgspec.MsgspecError, RecursionError):
            return False
        values = found.exact.moves
        return (
            self._are_chances(found)
            and all(map(self._are_chances, found.lines))
            and all(_is_chance(each.chance) and abs(each.value) < _LARGEST for each in values)
            and self._are_moves(found.lines, values)
        )

    def _are_moves(self, lines: tuple[Line, ...], values: tuple[MoveValue, ...]) -> bool:
        """Return whether all can be played, with no more than were asked for."""
        if len(lines) > self.lines + 1 or (values and not self.exact):
            return False
        if values and len(values) > len(self.game.legal_moves(self.view)):
            return False
        found = [line.moves for line in lines] + [(each.move, *each.reply) for each in values]
        return all(moves and _playable(self.game, self.view, moves) for moves in found)

    def _are_chances(self, found: Evaluation | Line) -> bool:
        """Return whether there is one for each seat, with its standard error."""
        if not len(found.chances) == len(found.errors) == self.game.players:
            return False
        return all(map(_is_chance, (*found.chances, *found.errors)))

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
