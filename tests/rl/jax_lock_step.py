"""The environments in JAX, step by step beside the readable rules: ``python -m tests.rl.jax_lock_step [LABEL…]``.

It runs on whatever device JAX finds and names it. Labels are those of ``tests.variants``; without any, all tables are played.
"""

from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

import jax
import numpy as np

from encore.core.encoding import encoding_of, rewards
from encore.core.game import DEALER, AnyGame
from encore.games import dacapo, dalapapa
from encore.rl.jax import Env, State, random_action
from tests.variants import ALL

GAMES = 4
"""How many games are played at once."""


class Follower:
    """The readable rules of one of the games: it plays the same actions, and reads the deals from the position."""

    def __init__(self, env: Env, state: State) -> None:
        self.env, self.encoding = env, encoding_of(env.game)
        self.s = self.env.game.initial()
        self._dealt(state)
        self.compare(state)

    def step(self, action: int, state: State) -> None:
        """Play an action, and the deals that led to a state; compare everything that a learner sees."""
        game = self.env.game
        self.s = game.play(self.s, self.encoding.move(self.s, action))
        self._dealt(state)
        outcome = game.outcome(self.s)
        assert bool(state.terminated) == (outcome is not None)
        expected = rewards(game, outcome) if outcome else (0.0,) * game.players
        assert np.asarray(state.rewards).tolist() == list(expected)
        self.compare(state)

    def compare(self, state: State) -> None:
        """Compare the observation of every seat, the seat to move and the legal actions."""
        game, seat = self.env.game, self.env.game.to_move(self.s)
        for player in range(game.players):
            seen = self.encoding.observe(game.view(self.s, player), player)
            assert np.array_equal(self.env.observe(state, player), seen), (player, game.format_state(self.s))
        if seat is None:
            assert np.asarray(state.legal_action_mask).all()
            return
        assert seat == int(state.current_player)
        assert np.array_equal(state.observation, self.encoding.observe(game.view(self.s, seat), seat))
        assert np.array_equal(state.legal_action_mask, self.encoding.mask(self.s)), game.format_state(self.s)

    def _dealt(self, state: State) -> None:
        """Make the dealer's moves that lead to a state."""
        game = self.env.game
        while game.to_move(self.s) == DEALER:
            self.s = game.play(self.s, dealt(game, self.s, state.position))
