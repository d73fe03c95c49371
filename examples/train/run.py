"""A training run in its folder: the checkpoint, the learning curve, and the network as a bot."""

from __future__ import annotations

from dataclasses import asdict, astuple, dataclass, field
from math import inf
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import torch

from encore.core.encoding import label, mismatch
from encore.core.errors import EncoreError, first_line
from encore.core.game import AnyGame
from examples.train.learner import Learner
from examples.train.network import Network, Size

VERSION = "1"
"""The format version of checkpoints; increased when their content changes."""


@dataclass(frozen=True)
class Point:
    """A point of the learning curve: seconds and moves so far, the share of wins against a bot, and games so far."""

    seconds: float
    moves: int
    bot: str
    share: float
    low: float
    high: float
    games: int


@dataclass
class Run:
    """The content of a checkpoint."""

    game: AnyGame
    size: Size
    learner: Learner
    seconds: float = 0.0
    moves: int = 0
    games: int = 0
    curve: list[Point] = field(default_factory=list)

    @classmethod
    def begin(cls, game: AnyGame, size: Size) -> Run:
        """Return a new run, before any training."""
        return cls(game, size, Learner(Network(size)))

    @classmethod
    def read(cls, path: Path, game: AnyGame) -> Run:
        """Return the run of a checkpoint; raise EncoreError if it is not one of this game and version."""
        kept = _load(path)
        if kept["version"] != VERSION:
            raise EncoreError(f"{path} is a checkpoint of version {kept['version']}; this program reads {VERSION}")
        if reason := mismatch(kept["label"], game):
            raise EncoreError(f"{path}: {reason}")
        try:
            return cls._of(kept, game)
        except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
            raise EncoreError(f"{path} is damaged, or its network is another one: {first_line(error)}") from None

    @classmethod
    def _of(cls, kept: dict[str, Any], game: AnyGame) -> Run:
        run = cls.begin(game, Size(**kept["size"]))
        run.learner.network.load_state_dict(kept["network"])
        run.learner.optimiser.load_state_dict(kept["optimiser"])
        torch.set_rng_state(kept["chance"])
        run.seconds, run.moves, run.games = float(kept["seconds"]), int(kept["moves"]), int(kept["games"])
        if not (0 <= run.seconds < inf and run.moves >= 0 and run.games >= 0):
            raise ValueError("its time or its games are no numbers")
        run.curve = [_point(point, run.games / run.moves if run.moves else 0) for point in kept["curve"]]
        return run

    def write(self, path: Path) -> None:
        """Write a checkpoint; an existing one stays intact until the new one is complete."""
        kept = {
            "version": VERSION,
            "label": label(self.game),
            "size": asdict(self.size),
            "network": self.learner.network.state_dict(),
            "optimiser": self.learner.optimiser.state_dict(),
            "chance": torch.get_rng_state(),
            "seconds": self.seconds,
            "moves": self.moves,
            "games": self.games,
            "curve": [astuple(point) for point in self.curve],
        }
        fresh = path.with_suffix(".new")
        torch.save(kept, fresh)
        fresh.replace(path)


def _point(kept: list[Any], share: float) -> Point:
    """Return a point; those of 0.1.0 do not tell the games, so they follow from the moves."""
    return Point(*(kept if len(kept) > 6 else [*kept, round(kept[1] * share)]))


def _load(path: Path) -> dict[str, Any]:
    try:
        # PyTorch does not verify the parts of its file.
        with ZipFile(path) as parts:
            if broken := parts.testzip():
                raise ValueError(f"{broken} is damaged")
        # Only numbers and names are read: a checkpoint from elsewhere cannot run code.
        kept = torch.load(path, weights_only=True)
    except Exception as error:  # whatever PyTorch raises for other kinds of files
        raise EncoreError(f"{path} is no checkpoint: {first_line(error)}") from None
    if not isinstance(kept, dict) or "version" not in kept or not isinstance(kept.get("label"), dict):
        raise EncoreError(f"{path} is no checkpoint of this program")
    return kept
