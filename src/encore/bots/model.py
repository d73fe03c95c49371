"""A network that has learnt a game plays it, by ONNX Runtime (extra ``rl``)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import Encoding, encoding_of, mismatch
from encore.core.errors import EncoreError, OptionError, quoted
from encore.core.game import AnyGame
from encore.core.thinking import Budget

LABEL = "encore."
"""What stands before each part of a label in a model's metadata; see ``encore.core.encoding.label``."""


class ModelBot:
    """Plays the legal action that the network of a file rates highest.

    The network takes a batch of observations (int8) and returns a rating of each action first. What it has learnt
    stands in the file's metadata.
    """

    def __init__(self, file: str) -> None:
        if "," in file:
            raise OptionError(f"a comma parts seats, so the model {quoted(file)} needs a name and folder without one")
        self.path = Path(file).expanduser()
        if not self.path.is_file():
            raise OptionError(f"there is no model {quoted(file)}; model: takes the name of a file, such as model.onnx")

    def prepare(self, game: AnyGame) -> None:
        """Read the file, or raise EncoreError if it is no network for this game."""
        self._network(game)

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return the move that the network rates highest."""
        network, encoding = self._network(game)
        seat = game.to_move(view)
        assert seat is not None
        ratings = rate(network, encoding.observe(view, seat))
        return encoding.move(view, int(np.where(encoding.mask(view) == 1, ratings, -np.inf).argmax()))

    def _network(self, game: AnyGame) -> tuple[Any, Encoding]:
        file = self.path.stat()
        return _ready(self.path, file.st_mtime_ns, file.st_size, game)


def rate(network: Any, observation: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return a network's rating of each action."""
    ratings: NDArray[np.float32] = network.run(None, {network.get_inputs()[0].name: observation[None]})[0][0]
    return ratings


@lru_cache(8)
def _ready(path: Path, changed: int, size: int, game: AnyGame) -> tuple[Any, Encoding]:
    """Return the network of a file, which is read again only after a change, and how the game is written for it."""
    network, encoding = _read(path), encoding_of(game)
    found = network.get_modelmeta().custom_metadata_map
    known = {key.removeprefix(LABEL): value for key, value in found.items() if key.startswith(LABEL)}
    if reason := mismatch(known, game):
        raise EncoreError(f"{path}: {reason}")
    try:
        rated = rate(network, np.zeros(encoding.shape, np.int8)).shape
    except Exception as error:  # whatever ONNX Runtime raises, of which it documents nothing
        raise EncoreError(f"{path}: it does not take observations of {game.name}: {_first_line(error)}") from None
    if rated != (encoding.actions,):
        raise EncoreError(f"{path}: it rates {rated}, not the {encoding.actions} actions of {game.name}")
    return network, encoding


def _read(path: Path) -> Any:
    try:
        import onnxruntime
    except ImportError:
        raise EncoreError("a model needs ONNX Runtime: pip install 'encore-table[rl]'") from None
    options = onnxruntime.SessionOptions()
    # A move takes less than a millisecond; more threads would only take cores from other games of an arena.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # as above
        raise EncoreError(f"{path} is no ONNX model: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
