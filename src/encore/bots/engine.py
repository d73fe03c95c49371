"""The bot of an engine: a program in any language that speaks UGI (docs/engines.md)."""

from __future__ import annotations

import atexit
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from threading import Lock
from typing import Any

from encore.bots.engine_process import RESTARTING, STARTING, EngineFailed, EngineProcess
from encore.core.errors import EncoreError, IllegalMove, OptionError, quoted
from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.core.thinking import Budget

MOST_IDLE = 4
"""Processes that wait for another game."""


class EngineBot:
    """Plays what an engine plays. Its process stays for other games, and is killed when it fails.

    A failure raises EngineFailed, which says what is wrong; whoever plays the game counts it as lost.
    """

    def __init__(self, command: str) -> None:
        if "," in command:
            raise OptionError(f"a comma separates seats, so the command {quoted(command)} cannot contain one")
        if not command.strip() or not command.isprintable():
            raise OptionError(f"engine: takes a command, such as engine:./my-engine, not {quoted(command)}")
        self.command = command

    def __reduce__(self) -> tuple[type[EngineBot], tuple[str]]:
        return type(self), (self.command,)

    def prepare(self, game: AnyGame) -> None:
        """Start the engine, or raise EngineFailed if it does not play this game."""
        with self._borrowed(game, STARTING):
            pass

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return the engine's move; it sees what the seat sees."""
        with self._borrowed(game, RESTARTING) as process:
            text = process.best_move(game.format_state(view), budget)
            try:
                move = game.parse_move(view, text)
                game.play(view, move)
            except IllegalMove as error:
                raise self._illegal(text, Fact("core.breaks-rule", rule=error.rule, reason=error.fact)) from None
            except EncoreError as error:
                raise self._illegal(text, error.fact) from None
        return move

    def _illegal(self, text: str, why: Fact) -> EngineFailed:
        return EngineFailed(Fact("core.engine-illegal", engine=self.command, move=quoted(text), why=why))

    @contextmanager
    def _borrowed(self, game: AnyGame, limit: float) -> Iterator[EngineProcess]:
        """Yield a process that is ready for this bot's game; one that fails is killed."""
        deadline = time.monotonic() + limit
        process = _take(self)
        try:
            if not process.games:
                process.greet(deadline)
            if game.name not in process.games:
                known = ", ".join(process.games) or "-"
                raise EngineFailed(Fact("core.engine-other-game", engine=self.command, game=game.name, known=known))
            if process.player != (self, game):
                process.begin(settings_of(game), deadline)
                process.player = self, game
            yield process
        except BaseException:  # Ctrl-C too: a late answer would be taken for that of the next question
            process.end()
            raise
        _give_back(process)


def settings_of(game: AnyGame) -> list[tuple[str, str]]:
    """Return the options that tell an engine which game is played; game, players and rules come first."""
    if game.changed_materials:
        names = ", ".join(game.changed_materials)
        raise OptionError(f"engines play with the usual {names}; only bots of Encore know others")
    first = [("game", game.name), ("players", str(game.players)), ("rules", str(game.rules_version))]
    return [*first, *((name, str(value)) for name, value in sorted(game.options.items()))]


_idle: list[EngineProcess] = []
_lock = Lock()


def _take(bot: EngineBot) -> EngineProcess:
    """Return a process of the bot's engine, preferably its own."""
    with _lock:
        found = [process for process in _idle if process.command == bot.command]
        found.sort(key=lambda process: isinstance(process.player, tuple) and process.player[0] is bot)
        for process in reversed(found):
            _idle.remove(process)
            if process.alive:
                return process
            process.end()
    return EngineProcess(bot.command)


def _give_back(process: EngineProcess) -> None:
    with _lock:
        _idle.append(process)
        surplus = [_idle.pop(0) for _ in range(len(_idle) - MOST_IDLE)]
    for old in surplus:
        old.end()


@atexit.register
def _end_all() -> None:
    while _idle:
        _idle.pop().end()
