"""Dakapo as a Python game of OpenSpiel, so that its own MCTSBot can play it."""

from __future__ import annotations

from typing import Any

import pyspiel

import encore
from encore.games.dakapo import Move, State

CELLS, COLOURS = 64, 4

_TYPE = pyspiel.GameType(
    short_name="encore_dakapo",
    long_name="Dakapo",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=CELLS * COLOURS,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=60,
)

_RULES = encore.load("dakapo")


class DakapoGame(pyspiel.Game):  # type: ignore[misc]
    """The game."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> DakapoState:
        """Return the start."""
        return DakapoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> None:
        """Return no observer; a tree search needs none."""


class DakapoState(pyspiel.State):  # type: ignore[misc]
    """A position; actions are cell times four plus colour."""

    def __init__(self, game: DakapoGame) -> None:
        super().__init__(game)
        self.s: State = _RULES.initial()

    def current_player(self) -> int:
        """Return the seat to move."""
        seat = _RULES.to_move(self.s)
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(move.cell * COLOURS + move.colour for move in _RULES.legal_moves(self.s))

    def _apply_action(self, action: int) -> None:
        self.s = _RULES.play(self.s, Move(action // COLOURS, action % COLOURS))

    def _action_to_string(self, player: int, action: int) -> str:
        return _RULES.format_move(Move(action // COLOURS, action % COLOURS))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return _RULES.to_move(self.s) is None

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser."""
        outcome = _RULES.outcome(self.s)
        if outcome is None or not outcome.winners:
            return [0.0, 0.0]
        return [1.0 if seat in outcome.winners else -1.0 for seat in (0, 1)]

    def __str__(self) -> str:
        return _RULES.format_state(self.s)


pyspiel.register_game(_TYPE, DakapoGame)
