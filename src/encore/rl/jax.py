"""Every game as pure functions of JAX, with the conventions of Pgx: many thousands of games at once on a GPU.

    import jax, encore.rl.jax
    env = encore.rl.jax.make("dakapo")
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), 4096))

``init`` and ``step`` can be compiled (``jit``), vectorised (``vmap``) and looped over (``scan``). Actions and
observations are those of the game's encoding.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

from encore.core.encoding import encoding_of
from encore.core.errors import OptionError
from encore.core.game import AnyGame
from encore.core.parts import JaxRules
from encore.core.registry import load, package_of

try:
    import jax
    import jax.numpy as jnp
except ImportError:
    raise ImportError("encore.rl.jax needs JAX: pip install 'encore-table[jax]'") from None

Array: TypeAlias = Any
"""An array of JAX; inside ``jit`` and ``vmap`` a traced one."""
WORD = 32
"""The bits of a word."""
UNIT = 2.0**-24
"""The distance between the random numbers that choose an action: floats have 24 bits."""


@dataclass(frozen=True)
class State:
    """A game: what a learner reads, and the position behind it."""

    current_player: Array
    """The seat to move."""
    observation: Array
    """What this seat sees, as in ``Encoding.observe``."""
    rewards: Array
    """The reward of each seat for the last step; 0 until a game ends."""
    terminated: Array
    """Whether the last step ended the game."""
    truncated: Array
    """Whether the last step broke the game off, because the arrays have no room for what follows."""
    legal_action_mask: Array
    """Whether each action is legal. When the game is over all are, so that probabilities can be normalised."""
    position: Any
    """The arrays that the game itself needs."""

    def replace(self, **changes: Any) -> State:
        """Return the state with these fields changed."""
        return replace(self, **changes)


jax.tree_util.register_dataclass(State, [field.name for field in fields(State)], [])


class Env:
    """A game with its players and options, as pure functions."""

    def __init__(self, game: AnyGame) -> None:
        rules = package_of(type(game)).jax.load()
        if rules is None:
            raise OptionError(f"{game.name} cannot be played in JAX")
        encoding = encoding_of(game)
        self.game = game
        self.id = game.name
        self.version = f"v{encoding.version}"
        self.num_players = game.players
        self.num_actions = encoding.actions
        self.observation_shape = encoding.shape
        self._rules: JaxRules = rules(game)

    def init(self, key: Array) -> State:
        """Begin a game; the deal follows from the key."""
        nothing = jnp.zeros(self.num_players, jnp.float32)
        return self._show(self._rules.init(key), nothing, jnp.bool_(False), jnp.bool_(False))

    def step(self, state: State, action: Array, key: Array) -> State:
        """Play an action and the dealer's moves that follow from the key.

        An illegal action ends the game: its player gets -1 and the others get 1. In a game that is over nothing
        happens, and the rewards are 0.
        """
        position, rewards, terminated, truncated = self._play(state, action, key)
        over = state.terminated | state.truncated
        after = self._show(
            _select(over, state.position, position),
            jnp.where(over, 0, rewards),
            jnp.where(over, state.terminated, terminated),
            jnp.where(over, state.truncated, truncated),
        )
        return after.replace(legal_action_mask=after.legal_action_mask | after.terminated | after.truncated)

    def observe(self, state: State, player: Array) -> Array:
        """Return what a seat sees."""
        return self._rules.observe(state.position, player)

    def auto_reset(self, state: State, action: Array, key: Array) -> State:
        """Play as ``step`` does; where the game ends, begin the next one.

        Rewards, ``terminated`` and ``truncated`` are those of the game that ended, everything else shows the next one.
        """
        # One key is enough: a game that ends needs no deal after its last move.
        position, rewards, terminated, truncated = self._play(state, action, key)
        position = _select(terminated | truncated, self._rules.init(key), position)
        return self._show(position, rewards, terminated, truncated)

    def _play(self, state: State, action: Array, key: Array) -> tuple[Any, Array, Array, Array]:
        """Return position, rewards, terminated and truncated after an action of a game that is not over."""
        action, last = jnp.int32(action), self.num_actions - 1
        legal = (action >= 0) & (action <= last) & state.legal_action_mask[jnp.clip(action, 0, last)]
        position, rewards, terminated, truncated = self._rules.step(state.position, jnp.clip(action, 0, last), key)
        # Otherwise XLA would play the move once more for the rewards, and copy the old position for this.
        legal, mover, rewards = jax.lax.optimization_barrier((legal, state.current_player, rewards))
        lost = jnp.where(jnp.arange(self.num_players) == mover, -1, 1).astype(jnp.float32)
        return (
            _select(legal, position, state.position),
            jnp.where(legal, rewards, lost),
            terminated | ~legal,
            truncated & legal,
        )

    def _show(self, position: Any, rewards: Array, terminated: Array, truncated: Array) -> State:
        seat = self._rules.seat(position)
        observation, mask = self._rules.observe(position, seat), self._rules.mask(position)
        return State(seat, observation, rewards, terminated, truncated, mask, position)


def make(name: str, players: int | None = None, *, rules: int | None = None, **settings: object) -> Env:
    """Return the environment of the game called ``name``, set up as by ``encore.load``."""
    return Env(load(name, players, rules=rules, **settings))


def random_action(key: Array, mask: Array) -> Array:
    """Return a random legal action; all are equally likely. With one key, ``mask`` can be that of many games.

    Nothing is sorted, and there is one random number for each game, so the choice costs no more than a step.
    """
    words = _words(mask)
    chance = (jax.random.bits(key, mask.shape[:-1], jnp.uint32) >> 8).astype(jnp.float32) * UNIT
    group, first = words, jnp.zeros_like(words[..., 0])
    if words.shape[-1] > WORD:
        groups = _grouped(words)
        sizes = jax.lax.population_count(groups).sum(-1, dtype=jnp.uint32)
        left = _number(chance, sizes)
        number, left, _ = _heap(sizes, left, sizes)
        group = jnp.take_along_axis(groups, number[..., None, None].astype(jnp.int32), -2).squeeze(-2)
        first = number * WORD
    else:
        left = _number(chance, jax.lax.population_count(words))
    number, left, word = _heap(jax.lax.population_count(group), left, group)
    return ((first + number) * WORD + _bit(word, left)).astype(jnp.int32)


def _number(chance: Array, sizes: Array) -> Array:
    """Return the number of a random thing of those in a few heaps."""
    total = sum(sizes[..., place] for place in range(sizes.shape[-1]))
    return jnp.minimum((chance * total.astype(jnp.float32)).astype(jnp.uint32), total - 1)


def _words(mask: Array) -> Array:
    """Return a mask with 32 actions in each number."""
    bits = _grouped(mask).astype(jnp.uint32)
    return (bits << jnp.arange(WORD, dtype=jnp.uint32)).sum(-1, dtype=jnp.uint32)


def _grouped(row: Array) -> Array:
    """Return the last axis in groups of 32, the last one filled up with zeros."""
    empty = -row.shape[-1] % WORD
    row = jnp.pad(row, [(0, 0)] * (row.ndim - 1) + [(0, empty)]) if empty else row
    return row.reshape(*row.shape[:-1], -1, WORD)


def _heap(sizes: Array, number: Array, contents: Array) -> tuple[Array, Array, Array]:
    """Return which of a few heaps has a thing by its number, the number in that heap, and what the heap contains."""
    heap = before = total = jnp.zeros_like(number)
    found = contents[..., 0]
    for place in range(sizes.shape[-1]):  # each by itself: a sum along an axis would be a kernel of its own
        total = total + sizes[..., place]
        past = total <= number
        heap, before = heap + past, jnp.where(past, total, before)
        if place + 1 < sizes.shape[-1]:
            found = jnp.where(past, contents[..., place + 1], found)
    return heap, number - before, found


def _bit(word: Array, number: Array) -> Array:
    """Return the place of the bit with a number among those that are set."""
    place = jnp.zeros_like(number)
    for half in (16, 8, 4, 2, 1):
        low = jax.lax.population_count((word >> place) & jnp.uint32((1 << half) - 1))
        place, number = jnp.where(number >= low, place + half, place), jnp.where(number >= low, number - low, number)
    return place


def _select(which: Array, one: Any, other: Any) -> Any:
    """Return one position or the other."""
    return jax.tree_util.tree_map(lambda a, b: jnp.where(which, a, b), one, other)
