"""How strong a model is: a match in the arena, as ``encore match`` plays it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from encore.arena.arena import Arena
from encore.arena.elo import Strength
from encore.arena.match import Match
from encore.bots.bot import MODEL
from encore.core.game import AnyGame

NODES = 2000
"""What the other bot may look at before a move; levels below expert look at less."""


def measure(model: Path, game: AnyGame, bot: str, games: int, seed: int) -> Strength:
    """Return the share of the wins against a bot, each beginning as often."""
    name = f"{MODEL}{model}"
    with TemporaryDirectory() as folder:
        arena = Arena(Match(game, (name, bot), games, seed, nodes=NODES), Path(folder))
        for _ in arena.play():
            pass
        found = arena.strength(name)
    assert found is not None  # there are two games at least, so each has begun once
    return found
