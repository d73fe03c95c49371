"""A game whose bots go wrong, and what the tests of the workers ask and wait for."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import Any

import pytest

import encore
from encore.core.game import DEALER, AnyGame
from encore.core.registry import games
from encore.server.bots.questions import Question
from encore.server.bots.thinkers import Thinkers

GAMES = {name: encore.load(name) for name in games()}
LONG = 600.0
"""Seconds that only a broken test exceeds, even with all kernels to compile."""
FOREVER = 10 * LONG

TRAP = '''
from dataclasses import dataclass

from encore import Game, Moves, Outcome


@dataclass(frozen=True)
class State:
    what: str = "start"


class Trap(Game[State, str]):
    """One move is made. What its bot does with a state is for ``search`` to read in it."""

    name, title, summary, player_counts = "trap", "Trap", "a game whose bots go wrong", (2,)

    def initial(self):
        return State()

    def to_move(self, s):
        return None if s.what == "over" else 0

    def legal_moves(self, s):
        return Moves(() if s.what == "over" else ("left", "right"))

    def play(self, s, move):
        return State("over")

    def outcome(self, s):
        return Outcome((0,), (), "one move was made") if s.what == "over" else None

    def format_move(self, move):
        return move

    def parse_move(self, s, text):
        return text

    def format_state(self, s):
        return s.what

    def parse_state(self, text):
        return State(text)
'''

SEARCH = '''
import os
import signal
import time
from pathlib import Path

from encore.core.thinking import Finding, Skill

LEVELS = dict.fromkeys(("beginner", "easy", "medium", "hard", "expert"), Skill())


class Searcher:
    """Notes its process in a file named like the state, then does what the state says."""

    def __init__(self, game):
        pass

    def search(self, view, rng, budget, skill):
        note = Path(__file__).parent / f"{view.what}.pids"
        with note.open("a") as file:
            file.write(f"{os.getpid()}\\n")
        first = len(note.read_text().split()) == 1
        if view.what == "hang" or (view.what.startswith("hang-once") and first):
            while True:
                pass
        if view.what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if view.what == "stumble":
            raise ZeroDivisionError
        while view.what.startswith("ponder") and not budget.over(0):
            time.sleep(0.01)
        return Finding("up" if view.what == "cheat" else "left", 0.0, 0)
'''


class Trap:
    """The test game in its folder: questions about its states, and the processes that answered them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game: AnyGame = importlib.import_module("encore.games.trap").GAME()

    def question(self, what: str, seconds: float = FOREVER) -> Question:
        return Question(self.game, self.game.parse_state(what), "bot:easy", seconds, 1)

    def thought(self, what: str) -> list[int]:
        note = self.folder / f"{what}.pids"
        return [int(pid) for pid in note.read_text().split()] if note.exists() else []


@contextmanager
def trapped(tmp_path: Path) -> Iterator[Trap]:
    """Install the test game in a folder for a while."""
    folder = tmp_path / "trap"
    folder.mkdir()
    (folder / "__init__.py").write_text("from encore.games.trap.rules import Trap as GAME\n")
    (folder / "rules.py").write_text(TRAP)
    (folder / "search.py").write_text(SEARCH)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENCORE_GAMES", str(tmp_path))
        patch.setattr(encore.games, "__path__", [*encore.games.__path__, str(tmp_path)])
        yield Trap(folder)
    for module in [name for name in sys.modules if name.startswith("encore.games.trap")]:
        del sys.modules[module]


def position(game: AnyGame, plies: int = 0) -> Any:
    """Return a state, some random moves into a game, in which a player is to move."""
    rng, s = Random(1), game.initial()
    while plies > 0 or game.to_move(s) == DEALER:
        dealt = game.to_move(s) == DEALER
        s = game.play(s, game.deal(s, rng) if dealt else rng.choice(game.legal_moves(s)))
        plies -= not dealt
    return s


def question(game: AnyGame, bot: str = "bot:easy", plies: int = 0, seed: int = 1, seconds: float = FOREVER) -> Question:
    s = position(game, plies)
    return Question(game, game.view(s, game.to_move(s)), bot, seconds, seed)


def running(body: Callable[[Thinkers], Coroutine[Any, Any, None]], thinkers: Thinkers) -> None:
    """Open the workers, run something with them, and close them; no process is left in any case."""

    async def main() -> None:
        await thinkers.open()
        try:
            async with asyncio.timeout(LONG):
                await body(thinkers)
        finally:
            workers = [worker.pid for worker in active_children()]
            await thinkers.close()
            assert not any(Path(f"/proc/{worker}").exists() for worker in workers)

    asyncio.run(main())
    assert active_children() == []


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(LONG):
        while not true():
            await asyncio.sleep(0.01)


def alive(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
