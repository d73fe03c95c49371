"""Lets any bot answer as an engine that speaks UGI, the Universal Game Interface (docs/engines.md)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import SystemRandom
from threading import Thread
from typing import Any

import encore
from encore.bots.bot import Bot, find_bot
from encore.core.errors import EncoreError, OptionError, first_line, quoted
from encore.core.game import DEALER, AnyGame
from encore.core.options import read_options
from encore.core.registry import games
from encore.core.thinking import Budget

USUAL_SECONDS = 1.0
"""The time of a move when ``go`` names no limit; of a clock it takes at most a twentieth."""
_LIMITS = re.compile(r"\b(movetime|nodes|p\d+time|p\d+inc)\s+(\d+)")
_POSITION = re.compile(r"(startpos|fen\s+(?P<fen>.+?))(?:\s+moves(?P<moves>(?:\s.*)?))?$")


class UgiEngine:
    """A bot as an engine: reads commands, a line each, and answers them with ``say``."""

    def __init__(self, bot: str, say: Callable[[str], None]) -> None:
        self._name, self._say = bot, say
        self._bot: Bot = find_bot(bot)
        self._settings = {"game": next(iter(games()))}
        self._game: AnyGame | None = None
        self._state: Any = None
        self._budget = Budget()
        self._thought: Thread | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "ugi": lambda _: self._greet(),
            "isready": lambda _: self._say("readyok"),
            "setoption": self._set,
            "uginewgame": lambda _: self._begin(),
            "position": self._place,
            "go": self._go,
            "stop": lambda _: self._budget.cancel(),
            "query": self._answer,
        }

    def obey(self, line: str) -> bool:
        """Carry out a command; return False after ``quit``. What is wrong with it is told in an ``info`` line."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            self.finish()
            return False
        if word not in ("stop", "isready"):
            self._wait()
        try:
            if command := self._commands.get(word):
                command(rest.strip())
            elif word:
                self._tell(f"there is no command {quoted(word)}; the commands: {', '.join(self._commands)}, quit")
        except EncoreError as error:
            self._tell(str(error))
        return True

    def finish(self) -> None:
        """Stop the search and wait for its move."""
        self._budget.cancel()
        self._wait()

    def _wait(self) -> None:
        if self._thought:
            self._thought.join()
            self._thought = None

    def _tell(self, text: str) -> None:
        self._say(f"info string {text}")

    def _greet(self) -> None:
        self._say(f"id name Encore {encore.__version__} {self._name}")
        self._say("id author The Encore authors")
        known = games()
        values = "".join(f" var {name}" for name in known)
        self._say(f"option name game type combo default {next(iter(known))}{values}")
        counts = sorted({count for kind in known.values() for count in kind.player_counts})
        self._say(f"option name players type spin default 2 min {counts[0]} max {counts[-1]}")
        newest = max(kind.rules_version for kind in known.values())
        self._say(f"option name rules type spin default {newest} min 1 max {newest}")
        self._say("ugiok")

    def _set(self, text: str) -> None:
        found = re.fullmatch(r"name\s+(\S+)\s+value\s+(.+)", text)
        if not found:
            raise OptionError(f"an option is set by setoption name NAME value VALUE, not by {quoted(text)}")
        if found[1] == "game" and found[2] != self._settings["game"]:
            self._settings = {}  # another game has other options
        self._settings[found[1]] = found[2]
        self._game = None

    def _begin(self) -> None:
        self._bot = find_bot(self._name)
        game = self._played()
        self._bot.prepare(game)
        self._state = game.initial()

    def _played(self) -> AnyGame:
        """Return the game of the settings."""
        if self._game is None:
            given = dict(self._settings)
            name, players, rules = given.pop("game"), given.pop("players", None), given.pop("rules", None)
            options = read_options(f"{key}={value}" for key, value in given.items())
            if not all(number is None or re.fullmatch(r"\d{1,9}", number, re.ASCII) for number in (players, rules)):
                raise OptionError("players and rules are numbers")
            named = {"rules": int(rules)} if rules else {}
            self._game = encore.load(name, players=int(players) if players else None, **named, **options)
            self._state = self._game.initial()
        return self._game

    def _place(self, text: str) -> None:
        game, found = self._played(), _POSITION.match(text)
        if not found:
            raise OptionError(f"a position is startpos or fen TEXT, and moves, not {quoted(text)}")
        state = game.parse_state(found["fen"]) if found["fen"] else game.initial()
        for move in (found["moves"] or "").split():
            state = game.play(state, game.parse_move(state, move))
        self._state = state

    def _go(self, text: str) -> None:
        game, state = self._played(), self._state
        seat = game.to_move(state)
        if seat is None or seat == DEALER:
            who = "the game is over" if seat is None else "the dealer is to move"
            raise OptionError(f"{who}: there is no move to choose")
        limits = {name: int(number) for name, number in _LIMITS.findall(text)}
        seconds = None if "infinite" in text.split() else _seconds(limits, seat + 1)
        self._budget = Budget(seconds, limits.get("nodes"))
        self._thought = Thread(target=partial(self._think, game, game.view(state, seat)), daemon=True)
        self._thought.start()

    def _think(self, game: AnyGame, view: Any) -> None:
        try:
            with self._budget as budget:
                move = self._bot.choose(game, view, SystemRandom(), budget)
            self._say(f"bestmove {game.format_move(move)}")
        except EncoreError as error:
            self._tell(str(error))
        except Exception as error:  # a position that no game leads to; the engine must go on
            self._tell(f"the search failed: {first_line(error)}")

    def _answer(self, text: str) -> None:
        """Answer a question about the position."""
        game = self._played()
        seat, outcome = game.to_move(self._state), game.outcome(self._state)
        if text == "gameover":
            self._say(f"response {str(seat is None).lower()}")
        elif text == "p1turn":
            self._say(f"response {str(seat == 0).lower()}")
        elif text == "seat":
            self._say(f"response {'none' if seat is None else 'dealer' if seat == DEALER else seat + 1}")
        elif text == "result":
            winners = " ".join(f"p{seat + 1}win" for seat in outcome.winners) if outcome else "none"
            self._say(f"response {winners or 'draw'}")
        else:
            self._tell(f"the questions are gameover, p1turn, seat and result, not {quoted(text)}")


def _seconds(limits: dict[str, int], seat: int) -> float | None:
    """Return the time of a move for the seat with this number, or None if nodes alone limit it."""
    if "movetime" in limits:
        return limits["movetime"] / 1000
    if (left := limits.get(f"p{seat}time")) is not None:
        return max(0.02, min(USUAL_SECONDS, left / 20_000) + limits.get(f"p{seat}inc", 0) / 2000)
    return None if "nodes" in limits else USUAL_SECONDS
