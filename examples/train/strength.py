"""The strength of a model: a match in the arena, as ``encore match`` plays it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from encore.arena.arena import Arena
from encore.arena.elo import Strength
from encore.arena.match import Match
from encore.bots.bot import MODEL
from encore.core.game import AnyGame

NODES = 2000
"""The number of nodes that the other bot may search per move; levels below expert search fewer."""


def measure(model: Path, game: AnyGame, bot: str, games: int, seed: int) -> Strength:
    """Return the share of wins against a bot; each side begins equally often."""
    name = f"{MODEL}{model}"
    with TemporaryDirectory() as folder:
        arena = Arena(Match(game, (name, bot), games, seed, nodes=NODES), Path(folder))
        for _ in arena.play():
            pass
        found = arena.strength(name)
    assert found is not None  # there are at least two games, so each side has begun once
    return found
