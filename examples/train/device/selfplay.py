"""Self-play with a look at the replies: what a few moves lead to improves the policy (Danihelka et al. 2022).

For each position some moves are drawn from the policy, without repetition. Each is played, and the network judges the
position after it. The policy to learn rates these moves by what they led to, and the others by the value of the
position itself. Nothing is drawn twice and no tree is kept, so a few hundred thousand positions are judged at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from encore.rl.jax import Env, State, random_action
from examples.train.device.network import Weights, apply

Array = Any

TRIED = 8
"""How many moves of a position are played."""
TRUST = 8.0
"""How much a difference of values counts beside a difference of logits."""
FORBIDDEN = -1e9
"""The logit of an illegal action."""
FORESIGHT = 0.9
"""The lambda of the returns: 1 uses only the results of games, 0 only the network's judgement."""
OPENING = 10
"""The maximum number of random moves at the start of a game."""


class Playing(NamedTuple):
    """Games that are going on, and how many random moves each still has."""

    state: State
    opening: Array


class Experience(NamedTuple):
    """Positions that were played: observations, the improved policy, the return, and whether the return counts."""

    observations: Array
    policy: Array
    values: Array
    meant: Array


def begin(env: Env, games: int, key: Array) -> Playing:
    """Return new games."""
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))
    return Playing(state, jax.random.randint(key, (games,), 0, OPENING + 1))


def look(env: Env, weights: Weights, state: State, key: Array) -> tuple[Array, Array, Array]:
    """Return the improved policy, its best drawn action, and the improved value, for each game."""
    ratings, value = apply(weights, state.observation)
    logits = jnp.where(state.legal_action_mask, ratings, FORBIDDEN)
    noise = jax.random.gumbel(key, logits.shape)
    _, tried = jax.lax.top_k(logits + noise, TRIED)
    legal = jnp.take_along_axis(state.legal_action_mask, tried, 1)
    after = jax.vmap(jax.vmap(env.step, (None, 0, None)), (0, 0, None))(state, tried, key)
    _, replies = apply(weights, after.observation.reshape(-1, *env.observation_shape))
    won = jnp.take_along_axis(after.rewards, state.current_player[:, None, None], 2)[..., 0]
    worth = jnp.where(after.terminated, won, -replies.reshape(tried.shape))
    drawn = jnp.where(legal, jnp.take_along_axis(logits, tried, 1) + TRUST * worth, FORBIDDEN)
    rated = logits + TRUST * value[:, None]
    hits = tried[:, :, None] == jnp.arange(env.num_actions)
    rated = jnp.where((hits & legal[:, :, None]).any(1), (hits * drawn[:, :, None]).sum(1), rated)
    best = jnp.argmax(drawn + jnp.take_along_axis(noise, tried, 1), 1)
    action = jnp.take_along_axis(tried, best[:, None], 1)[:, 0]
    return jax.nn.softmax(rated), action, (jax.nn.softmax(drawn) * worth).sum(1)


def play(env: Env, weights: Weights, playing: Playing, key: Array, moves: int) -> tuple[Playing, Experience, Array]:
    """Play some moves of each game; return the experience, and how many games ended."""

    def move(playing: Playing, key: Array) -> tuple[Playing, tuple[Array, ...]]:
        state, opening = playing
        looking, drawing, stepping, beginning = jax.random.split(key, 4)
        policy, action, value = look(env, weights, state, looking)
        action = jnp.where(opening > 0, random_action(drawing, state.legal_action_mask), action)
        after = jax.vmap(env.auto_reset)(state, action, jax.random.split(stepping, len(action)))
        reward = jnp.take_along_axis(after.rewards, state.current_player[:, None], 1)[:, 0]
        fresh = jax.random.randint(beginning, opening.shape, 0, OPENING + 1)
        left = jnp.where(after.terminated, fresh, opening - 1)
        row = (state.observation, policy.astype(jnp.bfloat16), value, reward, after.terminated, opening <= 0)
        return Playing(after, left), row

    playing, (seen, policy, values, rewards, ended, meant) = jax.lax.scan(move, playing, jax.random.split(key, moves))
    last = apply(weights, playing.state.observation)[1]
    return playing, Experience(seen, policy, returns(values, rewards, ended, last), meant), ended.sum()


def returns(values: Array, rewards: Array, ended: Array, last: Array) -> Array:
    """Return what each position was worth to its player. Players take turns, so the sign changes at each step back."""

    def back(later: tuple[Array, Array], row: tuple[Array, ...]) -> tuple[tuple[Array, Array], Array]:
        followed, judged = later
        value, reward, end = row
        worth = jnp.where(end, reward, -(FORESIGHT * followed + (1 - FORESIGHT) * judged))
        return (worth, value), worth

    return jax.lax.scan(back, (last, last), (values, rewards, ended), reverse=True)[1]
