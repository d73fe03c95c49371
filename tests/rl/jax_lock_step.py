"""The environments in JAX beside the readable rules: ``python -m tests.rl.jax_lock_step LABEL…``.

Whole random games are played on the device that JAX finds. Labels are those of ``tests.variants`` and of TO_THE_TARGET;
without one, the games of all labels are played.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from encore.core.encoding import encoding_of, rewards
from encore.core.game import DEALER, AnyGame
from encore.core.registry import load
from encore.games import dacapo, dalapapa
from encore.games.dalapapa.learn.encoding import STOP
from encore.rl.jax import Env, State, random_action
from tests.variants import ALL

GAMES = 3
"""How many games are played at once."""
TARGET = 12
"""A target that somebody reaches in a few rounds."""
LONGEST = 1500
"""More steps than any random game has."""


TO_THE_TARGET = {f"dalapapa-{players}-to-the-target": players for players in (2, 3, 4)}
"""Games of Dalapapa in which nobody pays for a second tile, so that somebody reaches a low target.

Random games nearly all end because nobody can place a tile.
"""


class Follower:
    """One of the games in the readable rules: the same actions, and deals that are read from the position."""

    def __init__(self, game: AnyGame, state: State) -> None:
        self.game, self.encoding = game, encoding_of(game)
        self.s = self._dealt(game.initial(), state)

    @property
    def over(self) -> bool:
        return self.game.outcome(self.s) is not None

    @property
    def reason(self) -> str:
        outcome = self.game.outcome(self.s)
        return outcome.fact.code if outcome else ""

    def step(self, action: int, state: State) -> None:
        """Play the action that led to a state; compare how the game stands."""
        self.s = self._dealt(self.game.play(self.s, self.encoding.move(self.s, action)), state)
        outcome = self.game.outcome(self.s)
        assert bool(state.terminated) == (outcome is not None) and not state.truncated
        expected = rewards(self.game, outcome) if outcome else (0.0,) * self.game.players
        assert state.rewards.tolist() == list(expected)

    def compare(self, state: State, seen: Any) -> None:
        """Compare the seat to move, its actions and its observation, and what every seat sees."""
        seat = self.game.to_move(self.s)
        for player in range(self.game.players):
            expected = self.encoding.observe(self.game.view(self.s, player), player)
            assert np.array_equal(seen[player], expected), (player, self.game.format_state(self.s))
        assert np.array_equal(state.observation, seen[int(state.current_player)])
        if seat is None:
            assert state.legal_action_mask.all()
        else:
            assert state.current_player == seat
            assert np.array_equal(state.legal_action_mask, self.encoding.mask(self.s)), self.game.format_state(self.s)

    def _dealt(self, s: Any, state: State) -> Any:
        while self.game.to_move(s) == DEALER:
            s = self.game.play(s, deal(self.game, s, state.position))
        return s


def deal(game: AnyGame, s: Any, position: Any) -> Any:
    """Return the dealer's move that leads towards a position."""
    if isinstance(s, dalapapa.State):
        return dalapapa.Draw(tuple(set(position.hands[s.seat].tolist()) - {0} - set(s.hands[s.seat])))
    piles = [dacapo.Pile(pile & 3, pile >> 2 & 31, pile >> 7) if pile else None for pile in position.piles.tolist()]
    return dacapo.Deal(tuple(piles), tuple(position.order.tolist()) if game.players == 1 else ())


def row(tree: Any, number: int) -> Any:
    """Return one of the games, in arrays of NumPy."""
    return jax.tree_util.tree_map(lambda array: array[number], tree)


def stopping(actions: Any, mask: Any) -> Any:
    """Return the actions of players who stop whenever they may."""
    return np.where(mask[:, STOP], STOP, actions)


def follow(game: AnyGame, change: Callable[[Any, Any], Any] | None = None) -> tuple[int, Counter[str]]:
    """Play some random games to their ends; return how many steps there were, and how often they ended how.

    ``change`` replaces random actions, given these and the masks.
    """
    env, players = Env(game), np.arange(game.players)
    init, step, draw = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step)), jax.jit(random_action)
    observe = jax.jit(jax.vmap(jax.vmap(env.observe, (None, 0)), (0, None)))
    begun = init(jax.random.split(jax.random.key(1), GAMES))
    state, seen = jax.device_get((begun, observe(begun, players)))
    followers = [Follower(game, row(state, number)) for number in range(GAMES)]
    for number, follower in enumerate(followers):
        follower.compare(row(state, number), seen[number])
    for turn in range(LONGEST):
        playing, drawing = jax.random.split(jax.random.key(turn))
        actions = np.array(draw(drawing, state.legal_action_mask))
        actions = change(actions, np.array(state.legal_action_mask)) if change else actions
        before = [follower.over for follower in followers]
        after = step(state, actions, jax.random.split(playing, GAMES))
        state, seen = jax.device_get((after, observe(after, players)))
        for number, follower in enumerate(followers):
            if before[number]:
                assert state.terminated[number] and not state.rewards[number].any(), "nothing happens after the end"
            else:
                follower.step(int(actions[number]), row(state, number))
            follower.compare(row(state, number), seen[number])
        if all(before):
            return turn, Counter(follower.reason for follower in followers)
    raise AssertionError("games end")


def main(labels: list[str]) -> int:
    """Play the games of these labels, or all."""
    sys.stdout.write(f"device: {jax.devices()[0].device_kind}, JAX {jax.__version__}\n")
    for label in labels or [*ALL, *TO_THE_TARGET]:
        start = time.perf_counter()
        if label in TO_THE_TARGET:
            steps, ends = follow(load("dalapapa", TO_THE_TARGET[label], target=TARGET), stopping)
        else:
            steps, ends = follow(ALL[label])
        seconds, told = time.perf_counter() - start, ", ".join(f"{times} by {why}" for why, times in ends.items())
        sys.stdout.write(f"{label}: {GAMES} games ({told}), {steps} steps as the rules have it, {seconds:.0f} s\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
