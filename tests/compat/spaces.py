"""What a network or an agent depends on: the spaces of the environments, and what their numbers mean."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pyspiel

import encore.rl.gymnasium
import encore.rl.open_spiel
import encore.rl.pettingzoo
from encore.core.encoding import label
from encore.core.game import DEALER, AnyGame
from encore.rl import encoding_of

STEPS = 40
"""Moves along which the numbers of a game are looked at."""


def describe_game(game: AnyGame) -> dict[str, Any]:
    """Return the spaces of a game in every library, and a digest of the numbers along a game."""
    return {
        "label": label(game),
        "encoding": {
            "actions": encoding_of(game).actions,
            "shape": list(encoding_of(game).shape),
            "longest": encoding_of(game).longest,
        },
        "digest": _digest(game),
        "pettingzoo": _pettingzoo(game),
        "gymnasium": _gymnasium(game),
        "open_spiel": _open_spiel(game),
    }


def ids() -> list[str]:
    """Return the names under which Gymnasium and OpenSpiel find the games."""
    own = [name for name in gymnasium.registry if str(name).startswith("encore/")]
    return sorted(own + [name for name in pyspiel.registered_names() if name.startswith("encore_")])


def _digest(game: AnyGame) -> str:
    """Return a digest of actions, masks and observations along a random game."""
    encoding, digest, rng, s = encoding_of(game), sha256(), Random(game.name), game.initial()
    for _ in range(STEPS):
        seat = game.to_move(s)
        if seat is None:
            break
        if seat == DEALER:
            s = game.play(s, game.deal(s, rng))
            continue
        mask = encoding.mask(s)
        action = rng.choice(np.flatnonzero(mask).tolist())
        digest.update(np.int64(action).tobytes() + np.packbits(mask).tobytes())
        for viewer in range(game.players):
            digest.update(encoding.observe(game.view(s, viewer), viewer).astype(np.int8).tobytes())
        s = game.play(s, encoding.move(s, action))
    return digest.hexdigest()


def _pettingzoo(game: AnyGame) -> dict[str, Any]:
    options: dict[str, Any] = dict(game.changed_options)
    env = encore.rl.pettingzoo.env(game.name, players=game.players, **options)
    agent = env.possible_agents[0]
    return {
        "name": env.metadata["name"],
        "agents": list(env.possible_agents),
        "observation": {part: _space(space) for part, space in env.observation_space(agent).spaces.items()},
        "action": _space(env.action_space(agent)),
    }


def _gymnasium(game: AnyGame) -> dict[str, Any]:
    options: dict[str, Any] = dict(game.changed_options)
    env = encore.rl.gymnasium.SeatEnv(game.name, players=game.players, opponent="random", **options)
    return {"observation": _space(env.observation_space), "action": _space(env.action_space)}


def _space(space: gymnasium.Space[Any]) -> dict[str, Any]:
    if isinstance(space, gymnasium.spaces.Discrete):
        return {"n": int(space.n), "start": int(space.start)}
    assert isinstance(space, gymnasium.spaces.Box)
    return {"shape": list(space.shape), "dtype": str(space.dtype)}


def _open_spiel(game: AnyGame) -> dict[str, Any]:
    spiel = pyspiel.load_game(f"encore_{game.name}", {"players": game.players, **game.changed_options})
    return {
        "name": str(spiel),
        "actions": spiel.num_distinct_actions(),
        "chance": spiel.max_chance_outcomes(),
        "length": spiel.max_game_length(),
        "observation": list(spiel.observation_tensor_shape()),
        "information_state": list(spiel.information_state_tensor_shape()),
    }
