"""How a game looks on the screen: its own ``terminal.draw``, or the text of its state."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from encore.core.game import AnyGame, Outcome

console = Console(highlight=False)


def draw(game: AnyGame, view: Any, seat: int | None = None) -> RenderableType:
    """Return a drawing of what ``seat`` sees (None: a spectator), which is what the caller took ``view`` for."""
    package = type(game).__module__.rpartition(".")[0]
    if package and find_spec(f"{package}.terminal"):
        drawing: RenderableType = import_module(f"{package}.terminal").draw(game, view, seat)
        return drawing
    return Text(game.format_state(view))


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
