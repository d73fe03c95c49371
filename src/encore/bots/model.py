"""The bot of a trained network, run by ONNX Runtime (extra ``rl``)."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from encore.core.encoding import Encoding, encoding_of, mismatch
from encore.core.errors import EncoreError, OptionError, first_line, quoted
from encore.core.game import AnyGame
from encore.core.thinking import Budget

if TYPE_CHECKING:  # who only wants the rules has no NumPy
    import numpy as np
    from numpy.typing import NDArray

LABEL = "encore."
"""The prefix of a label's keys in a model's metadata; see ``encore.core.encoding.label``."""

NEARLY = 0.5
"""A move can be played if its probability is at least this share of the best one's, so that games differ."""


class ModelBot:
    """Plays a legal action that the network of a file rates highest, or nearly so.

    The network takes a batch of observations (int8) and returns first a rating of each action, the logarithm of its
    probability up to a constant. The file's metadata says which game it has learnt. Each bot reads the file once, so a
    change of the file does not affect a running game.
    """

    def __init__(self, file: str) -> None:
        self.path = _find(file)
        self._networks: dict[AnyGame, tuple[Any, Encoding]] = {}

    def __reduce__(self) -> tuple[type[ModelBot], tuple[str]]:
        return type(self), (str(self.path),)

    def prepare(self, game: AnyGame) -> None:
        """Read the file, or raise EncoreError if it is not a network for this game."""
        if game not in self._networks:
            file = self.path.stat()
            self._networks[game] = _ready(self.path, file.st_mtime_ns, file.st_size, game)

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return a move that the network rates highest, or nearly so."""
        import numpy as np

        self.prepare(game)
        network, encoding = self._networks[game]
        seat = game.to_move(view)
        assert seat is not None
        legal = np.flatnonzero(encoding.mask(view))
        ratings = rate(network, encoding.observe(view, seat))[legal].astype(np.float64)
        if not np.isfinite(ratings).all():
            raise EncoreError(f"{self.path}: its ratings of legal moves are not numbers; train it again")
        chances = np.exp(ratings - ratings.max())
        chances[chances < NEARLY] = 0
        return encoding.move(view, int(rng.choices(legal, chances)[0]))


def edition(file: str) -> str:
    """Return a digest that distinguishes files of the same name."""
    return sha256(_find(file).read_bytes()).hexdigest()[:12]


def _find(file: str) -> Path:
    if "," in file:
        raise OptionError(f"a comma separates seats, so the path of the model {quoted(file)} cannot contain one")
    with suppress(RuntimeError):  # a user without a home folder
        path = Path(file).expanduser()
        if path.is_file():
            return path
    raise OptionError(f"there is no model {quoted(file)}; model: takes the name of a file, such as model.onnx")


def rate(network: Any, observation: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return a network's rating of each action."""
    ratings: NDArray[np.float32] = network.run(None, {network.get_inputs()[0].name: observation[None]})[0][0]
    return ratings


@lru_cache(8)
def _ready(path: Path, changed: int, size: int, game: AnyGame) -> tuple[Any, Encoding]:
    """Return the network of a file and the encoding of the game; the file is read again only after a change."""
    import numpy as np

    network, encoding = _read(path), encoding_of(game)
    found = network.get_modelmeta().custom_metadata_map
    known = {key.removeprefix(LABEL): value for key, value in found.items() if key.startswith(LABEL)}
    if reason := mismatch(known, game):
        raise EncoreError(f"{path}: {reason}")
    try:
        rated = rate(network, np.zeros(encoding.shape, np.int8)).shape
    except Exception as error:  # ONNX Runtime does not document what it raises
        raise EncoreError(f"{path}: it does not take observations of {game.name}: {first_line(error)}") from None
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
        raise EncoreError(f"{path} is no ONNX model: {first_line(error)}") from None
