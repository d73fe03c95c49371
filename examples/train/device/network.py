"""The network in JAX: the structure of ``examples.train.network`` with more layers, each normalised.

It also gets what can be counted on the board: where a stone would complete a square, and which cells are open. It must
learn what this is good for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from encore.games.dakapo.learn.encoding import CELLS
from encore.games.dakapo.tables import COLOURS, SQUARES, each, neighbours

Array = Any
Weights = dict[str, Array]

SEEN = 8
"""The input features of a cell for a colour."""
PLACEMENTS = len(COLOURS) * CELLS
SMALL = 1e-5


@dataclass(frozen=True)
class Size:
    """Features of a cell per colour, how many of them are sent as messages, layers, and features of the value."""

    notes: int = 64
    words: int = 16
    layers: int = 5
    value: int = 64


def sets(cells: list[int]) -> NDArray[np.float32]:
    """Return sets of cells as columns of zeros and ones."""
    columns = np.zeros((CELLS, len(cells)), np.float32)
    for column, members in enumerate(cells):
        columns[list(each(members)), column] = 1
    return columns


ON_SQUARE = sets(list(SQUARES))
BESIDE = sets([neighbours(1 << cell) for cell in range(CELLS)])


def begin(size: Size, key: Array) -> Weights:
    """Return random weights."""
    shapes = {"first": (SEEN, size.notes), "policy": (size.notes, 1)}
    for layer in range(size.layers):
        shapes[f"tell{layer}"] = (size.notes, 3 * size.words)
        shapes[f"hear{layer}"] = (size.notes + 3 * size.words, size.notes)
    shapes |= {"value0": (2 * size.notes, size.value), "value1": (size.value, 1)}
    keys = jax.random.split(key, len(shapes))
    weights = {
        name: jax.random.normal(one, shape) / shape[0] ** 0.5
        for one, (name, shape) in zip(keys, shapes.items(), strict=True)
    }
    for layer in range(size.layers):
        weights[f"least{layer}"] = jnp.zeros(size.words)
        weights[f"bias{layer}"] = jnp.zeros(size.notes)
    weights |= {"bias-value0": jnp.zeros(size.value), "bias-value1": jnp.zeros(1)}
    return {**weights, "policy": weights["policy"] / 10, "value1": weights["value1"] / 10}


def layers_of(weights: Weights) -> int:
    """Return how many layers a network has."""
    return sum(name.startswith("tell") for name in weights)


def features(observations: Array) -> Array:
    """Return for each colour and cell what is seen there: ``[games, colours, cells, SEEN]``."""
    planes = observations.reshape(-1, 2 * len(COLOURS) + 1, CELLS).astype(jnp.bfloat16)
    squares, beside = jnp.asarray(ON_SQUARE, jnp.bfloat16), jnp.asarray(BESIDE, jnp.bfloat16)
    own, closed = planes[:, : len(COLOURS)], planes[:, len(COLOURS) : 2 * len(COLOURS)]
    occupied = own.sum(1, keepdims=True)
    other = occupied - own
    empty = jnp.broadcast_to(1 - occupied, own.shape)
    corners, foreign = own @ squares, other @ squares
    free = jax.nn.relu(1 - foreign)
    # Of squares without other colours: those with three stones and those with two, given to their empty cells.
    three = jnp.minimum((jax.nn.relu(corners - 2) * free) @ squares.T, 1) * empty
    two = (jax.nn.relu(1 - jnp.abs(corners - 2)) * free) @ squares.T * empty / 4
    near, near_own = jnp.minimum(occupied @ beside, 1), jnp.minimum(own @ beside, 1)
    open_ = empty * near * (1 - near_own) * (1 - closed)
    return jnp.stack([own, other, closed, empty, three, two, open_, open_ * three], -1)


def apply(weights: Weights, observations: Array) -> tuple[Array, Array]:
    """Return a logit for each action, and the value: 1 for a certain win of the seat to move, -1 for a loss."""
    weights = jax.tree_util.tree_map(lambda each: each.astype(jnp.bfloat16), weights)
    squares, beside = jnp.asarray(ON_SQUARE, jnp.bfloat16), jnp.asarray(BESIDE, jnp.bfloat16)
    notes = jax.nn.relu(features(observations) @ weights["first"])
    for layer in range(layers_of(weights)):
        clear = normal(notes)
        onto, along, across = jnp.split(clear @ weights[f"tell{layer}"], 3, -1)
        corners = jnp.einsum("gckw,ks->gcsw", onto, squares)
        told = jnp.einsum("gcsw,ks->gckw", jax.nn.relu(corners + weights[f"least{layer}"]), squares) / 4
        heard = [clear, told, jnp.einsum("gckw,kl->gclw", along, beside), across.sum(1, keepdims=True) - across]
        notes += jax.nn.relu(jnp.concatenate(heard, -1) @ weights[f"hear{layer}"] + weights[f"bias{layer}"])
    clear = normal(notes)
    ratings = (clear @ weights["policy"]).astype(jnp.float32).reshape(-1, PLACEMENTS)
    gathered = jnp.concatenate([clear.mean((1, 2)), clear.max((1, 2))], -1)
    value = jax.nn.relu(gathered @ weights["value0"] + weights["bias-value0"])
    value = (value @ weights["value1"] + weights["bias-value1"]).astype(jnp.float32)
    return ratings, jnp.tanh(value[:, 0])


def normal(notes: Array) -> Array:
    """Return notes divided by their size."""
    size = jnp.square(notes.astype(jnp.float32)).mean(-1, keepdims=True)
    return (notes * jax.lax.rsqrt(size + SMALL)).astype(notes.dtype)
