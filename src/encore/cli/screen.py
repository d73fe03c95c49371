"""How a game looks on the screen: its own ``terminal`` module, or the texts of its states and moves."""

from __future__ import annotations

from typing import Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from encore.core.game import AnyGame, Outcome
from encore.core.registry import package_of
from encore.core.words import in_words

console = Console(highlight=False)


def draw(game: AnyGame, view: Any, seat: int | None = None) -> RenderableType:
    """Return a drawing of ``view``, the view of ``seat`` (None: a spectator)."""
    terminal = package_of(type(game)).terminal.load()
    return terminal(game, view, seat) if terminal else Text(game.format_state(view))


def written(game: AnyGame, view: Any, move: Any) -> str:
    """Return a move as text, with the game's remark if there is one."""
    remark = package_of(type(game)).remark.load()
    noted = remark(game, view, move) if remark else ""
    return f"{game.format_move(move)} {noted}".rstrip()


def announced(game: AnyGame, before: Any, move: Any, after: Any) -> str:
    """Return a move that was played, in its notation and in words: ``e6r (red stone on e6)``."""
    notation, told = game.format_move(move), str(in_words(game, before, move, after))
    return notation if told == notation else f"{notation} ({told})"


def end_of_game(game: AnyGame, outcome: Outcome, names: tuple[str, ...]) -> str:
    """Return the last line of a game: who won, why, and with how many points."""
    winners = [f"seat {seat + 1} ({names[seat]})" for seat in outcome.winners]
    if game.players == 1:
        result = "You win" if winners else "You lose"
    elif not winners:
        result = "A tie"
    else:
        result = " and ".join(winners) + (" wins" if len(winners) == 1 else " share the win")
    points = f" Points: {', '.join(map(str, outcome.scores))}." if outcome.scores else ""
    return f"{result}: {outcome.reason}.{points}"


def count(number: int, noun: str) -> str:
    """Return a number and what it counts: ``1 game``, ``2 games``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def progress(doing: str) -> Progress:
    """Return a progress bar that disappears at the end; it is shown only on a terminal."""
    columns = TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
