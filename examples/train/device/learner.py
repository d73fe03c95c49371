"""Learns from experience: the improved policy and the returns, with Adam (Kingma and Ba 2015)."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from encore.rl.jax import Env
from examples.train.device.network import Weights, apply
from examples.train.device.selfplay import Experience, Playing, play

Array = Any

RATE, LAST_RATE = 1e-3, 1e-5
"""The learning rate at the start and at the end of a run."""
PORTION = 4096
FIRST, SECOND = 0.9, 0.98
"""How slowly Adam forgets gradients and their squares."""
TINY = 1e-8
LONGEST = 1.0
"""The gradient is cut to this length."""
MEAN = 0.998
"""How slowly the mean of the weights, which plays, follows them."""


class Learner(NamedTuple):
    """The weights, their mean, and what Adam remembers."""

    weights: Weights
    mean: Weights
    first: Weights
    second: Weights
    steps: Array


def begin(weights: Weights) -> Learner:
    """Return a learner that has not learnt yet."""
    # Arrays of their own, because each step writes into the memory of those before.
    mean, first, second = ({name: factor * each for name, each in weights.items()} for factor in (1.0, 0.0, 0.0))
    return Learner(weights, mean, first, second, jnp.int32(0))


def loss(weights: Weights, portion: Experience) -> tuple[Array, tuple[Array, Array]]:
    """Return how far policy and values are from those to learn."""
    ratings, values = apply(weights, portion.observations)
    policy = portion.policy.astype(jnp.float32)
    # Illegal actions have no share of the policy to learn; the network learns to rate only legal ones.
    logits = jnp.where(policy > 0, ratings, -1e9)
    surprise = -(policy * jax.nn.log_softmax(logits)).sum(1).mean()
    known = (policy * jnp.log(policy + 1e-9)).sum(1).mean()
    wrong = (portion.meant * jnp.square(values - portion.values)).sum() / (portion.meant.sum() + 1)
    return surprise + wrong, (surprise + known, wrong)


def improve(learner: Learner, portion: Experience, rate: Array) -> tuple[Learner, tuple[Array, Array]]:
    """Make one step of Adam."""
    gradient, found = jax.grad(loss, has_aux=True)(learner.weights, portion)
    length = jnp.sqrt(sum(jnp.square(each).sum() for each in gradient.values()))
    gradient = {name: each * jnp.minimum(1, LONGEST / (length + TINY)) for name, each in gradient.items()}
    steps = learner.steps + 1
    moved: list[Weights] = [{}, {}, {}, {}]
    for name, each in gradient.items():
        first = FIRST * learner.first[name] + (1 - FIRST) * each
        second = SECOND * learner.second[name] + (1 - SECOND) * jnp.square(each)
        step = first / (1 - FIRST**steps) / (jnp.sqrt(second / (1 - SECOND**steps)) + TINY)
        weights = learner.weights[name] - rate * step
        mean = MEAN * learner.mean[name] + (1 - MEAN) * weights
        for place, value in enumerate((weights, mean, first, second)):
            moved[place][name] = value
    return Learner(moved[0], moved[1], moved[2], moved[3], steps), found


@partial(jax.jit, static_argnums=(0, 5), donate_argnums=(1, 2))
def advance(
    env: Env, learner: Learner, playing: Playing, key: Array, rate: Array, moves: int
) -> tuple[Learner, Playing, tuple[Array, ...]]:
    """Play some moves of each game and learn from them once; return the games ended and the two losses."""
    moving, mixing = jax.random.split(key)
    playing, experience, ended = play(env, learner.weights, playing, moving, moves)
    rows = experience.meant.size
    portions = rows // min(PORTION, rows)
    order = jax.random.permutation(mixing, rows)[: portions * (rows // portions)].reshape(portions, -1)
    flat = jax.tree_util.tree_map(lambda each: each.reshape(rows, *each.shape[2:]), experience)

    def learn(learner: Learner, places: Array) -> tuple[Learner, tuple[Array, Array]]:
        return improve(learner, jax.tree_util.tree_map(lambda each: each[places], flat), rate)

    learner, (surprise, wrong) = jax.lax.scan(learn, learner, order)
    return learner, playing, (ended, surprise.mean(), wrong.mean())
