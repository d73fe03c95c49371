"""The games as Python games of OpenSpiel: ``encore_dakapo``, ``encore_dacapo`` and ``encore_dalapapa``.

Importing this module registers them. Chance is explicit: a deal is a sequence of draws, so a state is always given by
its start and the actions since.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import rewards
from encore.core.errors import OptionError
from encore.core.game import DEALER, AnyGame
from encore.core.options import Option
from encore.core.registry import find, games, package_named, package_of
from encore.rl.track import OVER, Step, track

try:
    import pyspiel
except ModuleNotFoundError:
    raise ImportError("encore.rl.open_spiel needs OpenSpiel: pip install 'encore-table[rl]'") from None
except ImportError as error:
    raise ImportError(f"encore.rl.open_spiel needs an OpenSpiel that can be loaded: {error}") from None

COMMA = ";"
"""Replaces a comma in a position, since OpenSpiel separates parameters by commas."""
DIGIT = 1 << 20
"""Numbers of moves are written in two digits, each of which a float32 holds."""

_Type = pyspiel.GameType
_Seen = pyspiel.PrivateInfoType


def _type(kind: type[AnyGame], game: AnyGame | None = None) -> Any:
    """Return the type of a game, or of all games of a kind; what differs between these is set as for the default."""
    game = game or kind()
    return _Type(
        short_name=f"encore_{kind.name}",
        long_name=kind.title,
        dynamics=_Type.Dynamics.SEQUENTIAL,
        chance_mode=_Type.ChanceMode.EXPLICIT_STOCHASTIC if _dealt(kind) else _Type.ChanceMode.DETERMINISTIC,
        information=_Type.Information.IMPERFECT_INFORMATION if game.hidden else _Type.Information.PERFECT_INFORMATION,
        utility=_Type.Utility.ZERO_SUM if game.players == 2 else _Type.Utility.GENERAL_SUM,
        reward_model=_Type.RewardModel.TERMINAL,
        max_num_players=max(kind.player_counts),
        min_num_players=min(kind.player_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": kind.default_players,
            "position": "",
            "rules": find(kind.name).rules_version,
            **_every_default(kind.name),
        },
    )


def _dealt(kind: type[AnyGame]) -> bool:
    return bool(package_of(kind).chance)


def _every_default(name: str) -> dict[str, str | int]:
    """Return the options of all versions of a game; OpenSpiel knows one list of parameters for them."""
    found: dict[str, str | int] = {}
    for package in package_named(name).versions.values():
        found |= _defaults(package.game.declared)
    return found


def _defaults(options: Any) -> dict[str, str | int]:
    found: dict[str, Option] = dict(options)
    return {name: option.default for name, option in found.items()}


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its players, its options and the position it starts from."""

    kind: ClassVar[type[AnyGame]]

    def __init__(self, params: Any = None) -> None:
        given = dict(params or {})
        newest = self.kind.rules_version
        rules = given.pop("rules", newest)
        kind = find(self.kind.name, rules)
        players = given.pop("players", kind.default_players)
        position = str(given.pop("position", "")).replace(COMMA, ",")
        # A solo has fewer options; those with default values are ignored.
        wanted = {name: value for name, value in given.items() if value != _defaults(kind.declared).get(name)}
        self.track = track(kind.name, players, tuple(sorted(wanted.items())), position, rules)
        game, encoding, chance = self.track.game, self.track.encoding, self.track.chance
        self.start, self.draws = self.track.start, chance.longest if chance else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.actions,
            max_chance_outcomes=chance.outcomes if chance else 0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players == 2 else None,
            max_game_length=encoding.longest,
        )
        named = {"players": players, **game.options}
        if position:
            named["position"] = position.replace(",", COMMA)
        if rules != newest:
            named["rules"] = rules
        super().__init__(_type(kind, game), info, named)

    def new_initial_state(self, state: Any = None) -> SpielState:
        """Return the initial state; the game's parameter ``position`` sets another one."""
        if state is not None:
            raise OptionError("new_initial_state takes no state; load the game with position= to start elsewhere")
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most draws that a game can have."""
        return self.draws

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return what tells a seat, or everybody, what can be seen or has been seen so far."""
        if isinstance(kind, dict):  # OpenSpiel leaves out the kind where there is none
            kind, params = None, kind
        if params:
            raise OptionError(f"observers of encore's games take no parameters, not {params}")
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False))

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (str(self),)


def _load(text: str) -> Any:
    """Return a game from its text: a function of this module, so that whoever unpickles has it registered."""
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position with its history. Everything is in its step."""

    __slots__ = ("_step",)  # OpenSpiel looks for each method in a dictionary of the state too, a twelfth of a search

    def __init__(self, game: SpielGame) -> None:
        pyspiel.State.__init__(self, game)
        self._step = game.start

    def _kept(self) -> dict[str, Any]:
        return {"_step": self._step}

    def _keep(self, read: dict[str, Any]) -> None:
        self._step = read["_step"]

    __dict__ = property(_kept, _keep)
    """What OpenSpiel copies, writes and reads of a state."""

    @property
    def s(self) -> Any:
        """The state of the readable rules."""
        return self._step.s

    def current_player(self) -> int:
        """Return the seat to move; chance is the dealer."""
        return self._step.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._step.seat == OVER

    def _legal_actions(self, player: int) -> list[int]:
        step = self._step
        return step._legal or step.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible next draws; all are equally likely."""
        draws = self._step.legal()
        return [(draw, 1 / len(draws)) for draw in draws]

    def _apply_action(self, action: int) -> None:
        self._step = self._step.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._step.text(action)

    def returns(self) -> list[float]:
        """Return 1 for a win, -1 for a loss, 0 for a tie and until the end."""
        step = self._step
        game = step.track.game
        outcome = game.outcome(step.s) if step.seat == OVER else None
        return list(rewards(game, outcome)) if outcome else [0.0] * game.players

    def __str__(self) -> str:
        return str(self._step)

    def resample_from_infostate(self, player: int, rng: Any) -> SpielState:
        """Return a random state that a player cannot distinguish from this one; ``rng`` returns numbers from 0 to 1."""
        return self._retraced(self._step.resampled(player, Random(rng())))

    def undo_action(self, player: int, action: int) -> None:
        """Undo the last action."""
        step = self._step
        if step.before is None or (step.before.seat, step.action) != (player, action):
            raise ValueError(f"the last action is not {action} by player {player}")
        self._step = step.before

    # OpenSpiel keeps a history of its own, from which Python can take nothing back. So the steps count, and where the
    # two differ a state that was never anywhere else answers.

    def _retraced(self, step: Step) -> SpielState:
        """Return a new state at a step, with OpenSpiel's history of it."""
        state: SpielState = self.get_game().new_initial_state()
        for each in step.way():
            state._step = _Known(each)  # type: ignore[assignment]
            state.apply_action(each.action)
        return state

    def _straight(self) -> SpielState:
        """Return a state with the same history that has taken nothing back: this one, if it is so."""
        return self if super().move_number() == self._step.depth else self._retraced(self._step)

    def clone(self) -> SpielState:
        """Return a copy."""
        copy: SpielState = super(SpielState, self._straight()).clone()
        return copy

    def child(self, action: int) -> SpielState:
        """Return a copy after an action."""
        copy = self.clone()
        copy.apply_action(action)
        return copy

    def history(self) -> list[int]:
        """Return the actions and draws so far."""
        return super(SpielState, self._straight()).history()  # type: ignore[no-any-return]

    def full_history(self) -> list[Any]:
        """Return the actions and draws so far, and whose they were."""
        return super(SpielState, self._straight()).full_history()  # type: ignore[no-any-return]

    def history_str(self) -> str:
        """Return the history as text."""
        return super(SpielState, self._straight()).history_str()  # type: ignore[no-any-return]

    def move_number(self) -> int:
        """Return how many actions and draws there were."""
        return self._step.depth

    def is_initial_state(self) -> bool:
        """Return whether nothing has happened."""
        return self._step.before is None

    def is_initial_non_chance_state(self) -> bool:
        """Return whether a player moves for the first time."""
        return super(SpielState, self._straight()).is_initial_non_chance_state()  # type: ignore[no-any-return]

    def serialize(self) -> str:
        """Return the state as text for ``deserialize_state`` of its game."""
        return super(SpielState, self._straight()).serialize()  # type: ignore[no-any-return]

    def __getstate__(self) -> Any:
        return super(SpielState, self._straight()).__getstate__()


class _Known:
    """Stands before a step that need not be found out again."""

    def __init__(self, step: Step) -> None:
        assert step.before is not None
        self.seat, self._step = step.before.seat, step

    def after(self, action: int) -> Step:
        return self._step


class Observer:
    """What a seat or everybody sees, or has seen so far, as text and as numbers."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._track, self._kind = game.track, kind
        shapes: dict[str, tuple[int, ...]] = {}
        if kind.public_info and kind.private_info != _Seen.ALL_PLAYERS:
            shapes["observation"] = game.track.encoding.shape
            if kind.perfect_recall:
                shapes["history"] = (game.track.encoding.longest + game.draws, 3)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: NDArray[np.float32] | None = np.zeros(sum(sizes), np.float32) if shapes else None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.tensor is not None:
            parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
            self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)}

    def _seat(self, player: int) -> int | None:
        return player if self._kind.private_info == _Seen.SINGLE_PLAYER else None

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers of a state into ``tensor``."""
        if self.tensor is None:
            return
        step, seat = state._step, self._seat(player)
        self.dict["observation"][...] = self._seen(step, seat)
        if self._kind.perfect_recall:
            history = self.dict["history"]
            history[...] = 0
            for row, each in zip(history, step.way(), strict=False):
                row[:] = _who(each), *divmod(each.number(seat), DIGIT)

    def _seen(self, step: Step, seat: int | None) -> Any:
        """Return what a seat sees; for None what everybody sees, in the order of the first seat."""
        if seat is not None and seat >= 0:
            return step.observe(seat)
        return self._track.encoding.observe(self._track.game.view(step.s, seat), 0)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the text of a state."""
        step, seat = state._step, self._seat(player)
        if self._kind.private_info == _Seen.ALL_PLAYERS:
            return str(step)
        if not self._kind.public_info:
            return _private(step, seat)
        if not self._kind.perfect_recall:
            return step.seen(seat)
        return " ".join(each.told(seat) for each in step.way())


def _who(step: Step) -> int:
    """Return who made a step: 1 for the first seat, -1 for the dealer."""
    assert step.before is not None
    return step.before.seat if step.before.seat == DEALER else step.before.seat + 1


def _private(step: Step, seat: int | None) -> str:
    """Write the words that a seat sees and a spectator does not."""
    pairs = zip(step.seen(seat).split(), step.seen(None).split(), strict=True)
    return " ".join(own for own, public in pairs if own != public)


for _kind in games().values():
    if package_of(_kind).encoding:
        # OpenSpiel keeps its games beyond the end of the interpreter, which only classes survive.
        pyspiel.register_game(_type(_kind), type(f"Spiel{_kind.__name__}", (SpielGame,), {"kind": _kind}))
