"""Trained networks, run by ONNX Runtime (extra ``rl``), and the bot that plays what one rates highest."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from warnings import warn

from encore.core.encoding import encoding_of, mismatch
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


class Network:
    """The network of a file with the encoding of a game that it has learnt.

    It takes a batch of observations (int8). It returns first a rating of each action, the logarithm of its probability
    up to a constant, and may return the outlook of the seat to move as well: from -1, a loss, to 1, a win.
    """

    def __init__(self, path: Path, session: Any, game: AnyGame) -> None:
        self.path, self.encoding = path, encoding_of(game)
        self._session, self._input = session, session.get_inputs()[0].name

    def rate(self, s: Any, seat: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the legal actions in a view of the seat to move, and their ratings."""
        actions, ratings, _ = self._run(s, seat)
        return actions, ratings

    def judge(self, s: Any, seat: int) -> tuple[NDArray[np.int64], NDArray[np.float64], float]:
        """Return the legal actions, their ratings, and the outlook of the seat to move."""
        import numpy as np

        actions, ratings, others = self._run(s, seat)
        if not others:
            raise EncoreError(f"{self.path}: it rates moves but gives no outlook; use model:, or train it with one")
        outlook = np.asarray(others[0], np.float64).reshape(-1)
        if len(outlook) != 1 or not np.isfinite(outlook).all():
            raise EncoreError(f"{self.path}: its outlook is not a number; train it again")
        return actions, ratings, float(np.clip(outlook[0], -1, 1))

    def _run(self, s: Any, seat: int) -> tuple[NDArray[np.int64], NDArray[np.float64], list[Any]]:
        import numpy as np

        first, *others = self._session.run(None, {self._input: self.encoding.observe(s, seat)[None]})
        actions = np.flatnonzero(self.encoding.mask(s))
        ratings = first[0][actions].astype(np.float64)
        if not np.isfinite(ratings).all():
            raise EncoreError(f"{self.path}: its ratings of legal moves are not numbers; train it again")
        return actions, ratings, others

    def check(self, game: AnyGame) -> None:
        """Raise EncoreError if the network takes or rates something else than the game has."""
        import numpy as np

        try:
            shape = self._session.run(None, {self._input: np.zeros((1, *self.encoding.shape), np.int8)})[0].shape
        except Exception as error:  # ONNX Runtime does not document what it raises
            reason = first_line(error)
            raise EncoreError(f"{self.path}: it does not take observations of {game.name}: {reason}") from None
        if shape != (1, self.encoding.actions):
            rated, actions = shape[1:], self.encoding.actions
            raise EncoreError(f"{self.path}: it rates {rated}, not the {actions} actions of {game.name}")


class ModelBot:
    """Plays a legal action that the network of a file rates highest, or nearly so.

    The file's metadata says which game it has learnt. Each bot reads the file once, so a change of the file does not
    affect a running game.
    """

    def __init__(self, file: str) -> None:
        self.path = find_model(file)
        self._networks: dict[AnyGame, Network] = {}

    def __reduce__(self) -> tuple[type[ModelBot], tuple[str]]:
        return type(self), (str(self.path),)

    def prepare(self, game: AnyGame) -> None:
        """Read the file, or raise EncoreError if it is not a network for this game."""
        if game not in self._networks:
            self._networks[game] = network_of(self.path, game)

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return a move that the network rates highest, or nearly so."""
        import numpy as np

        self.prepare(game)
        network = self._networks[game]
        seat = game.to_move(view)
        assert seat is not None
        legal, ratings = network.rate(view, seat)
        chances = np.exp(ratings - ratings.max())
        chances[chances < NEARLY] = 0
        return network.encoding.move(view, int(rng.choices(legal, chances)[0]))


def rate(network: Any, observation: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return what a session of ONNX Runtime rates each action; ``Network.rate`` replaces it."""
    warn("encore.bots.model.rate is now Network.rate", DeprecationWarning, stacklevel=2)
    ratings: NDArray[np.float32] = network.run(None, {network.get_inputs()[0].name: observation[None]})[0][0]
    return ratings


def edition(file: str) -> str:
    """Return a digest that distinguishes files of the same name."""
    return sha256(find_model(file).read_bytes()).hexdigest()[:12]


def find_model(file: str) -> Path:
    """Return the path of a model that exists."""
    if "," in file:
        raise OptionError(f"a comma separates seats, so the path of the model {quoted(file)} cannot contain one")
    with suppress(RuntimeError):  # a user without a home folder
        path = Path(file).expanduser()
        if path.is_file():
            return path
    raise OptionError(f"there is no model {quoted(file)}; model: and search: take a file, such as model.onnx")


def network_of(path: Path, game: AnyGame) -> Network:
    """Return the network of a file for a game; the file is read again only after a change."""
    file = path.stat()
    return _ready(path, file.st_mtime_ns, file.st_size, game)


@lru_cache(8)
def _ready(path: Path, changed: int, size: int, game: AnyGame) -> Network:
    network = Network(path, session := _read(path), game)
    found = session.get_modelmeta().custom_metadata_map
    known = {key.removeprefix(LABEL): value for key, value in found.items() if key.startswith(LABEL)}
    if reason := mismatch(known, game):
        raise EncoreError(f"{path}: {reason}")
    network.check(game)
    return network


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
