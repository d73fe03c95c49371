"""Questions as data, for workers on other machines. Nothing in it is a program, and no answer is more than text."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from encore.bots import bot_names
from encore.core.errors import OptionError, quoted
from encore.core.game import AnyGame
from encore.core.registry import load
from encore.server.bots.questions import AnyQuestion, EvaluationQuestion, Question


class WrittenGame(msgspec.Struct, frozen=True):
    """A game with what was agreed; options and materials are pairs of name and value, only those that were changed."""

    name: str
    players: int
    rules: int
    options: tuple[tuple[str, str | int], ...] = ()
    materials: tuple[tuple[str, str], ...] = ()


class WrittenMove(msgspec.Struct, frozen=True, tag="move"):
    """Asks for a bot's move; ``view`` is what the seat can see."""

    game: WrittenGame
    view: str
    bot: str
    seconds: float
    seed: int


class WrittenEvaluation(msgspec.Struct, frozen=True, tag="evaluation"):
    """Asks for win chances."""

    game: WrittenGame
    view: str
    seconds: float
    lines: int = 0
    also: str | None = None
    exact: bool = False


AnyWritten = WrittenMove | WrittenEvaluation


def write(question: AnyQuestion) -> AnyWritten:
    """Return a question as data."""
    game = question.game
    written, view = _write_game(game), game.format_state(question.view)
    if isinstance(question, Question):
        return WrittenMove(written, view, question.bot, question.seconds, question.seed)
    assert isinstance(question, EvaluationQuestion)
    also = None if question.also is None else game.format_move(question.also)
    return WrittenEvaluation(written, view, question.seconds, question.lines, also, question.exact)


def read(written: AnyWritten) -> AnyQuestion:
    """Return the question, or raise EncoreError. Only our own bots play: no name starts a program or opens a file."""
    game = _read_game(written.game)
    view = game.parse_state(written.view)
    if isinstance(written, WrittenMove):
        if written.bot not in bot_names():
            raise OptionError(f"a worker plays {', '.join(bot_names())}, not {quoted(written.bot)}")
        return Question(game, view, written.bot, written.seconds, written.seed)
    also = None if written.also is None else game.parse_move(view, written.also)
    return EvaluationQuestion(game, view, written.seconds, written.lines, also, written.exact)


def _write_game(game: AnyGame) -> WrittenGame:
    materials = tuple((name, game.materials[name].text) for name in game.changed_materials)
    return WrittenGame(game.name, game.players, game.rules_version, tuple(game.changed_options.items()), materials)


@lru_cache(256)
def _read_game(written: WrittenGame) -> AnyGame:
    settings = dict[str, object]((*written.options, *written.materials))
    return load(written.name, written.players, rules=written.rules, **settings)
