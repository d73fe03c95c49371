"""The environments in JAX: the same games as the readable rules play, and the conventions of Pgx.

JAX runs in processes of its own: it warns about every later fork of the process that has loaded it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from textwrap import dedent

import pytest

from tests.variants import ALL

every_game = pytest.mark.parametrize("label", ALL)
QUICK = {
    "JAX_PLATFORMS": "cpu",
    "XLA_FLAGS": "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true",
}
"""Compiling takes most of the time of these tests."""


def run(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env={**os.environ, **QUICK}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def look(code: str) -> str:
    return run("-c", dedent(code))


@every_game
def test_whole_games_in_lock_step_with_the_readable_rules(label: str) -> None:
    assert f"{label}: 3 games" in run("-m", "tests.rl.jax_lock_step", label)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_that_end_by_the_target_in_lock_step(players: int) -> None:
    label = f"dalapapa-{players}-to-the-target"
    assert f"{label}: 3 games (3 by dalapapa.target-reached)" in run("-m", "tests.rl.jax_lock_step", label)


def test_an_illegal_action_loses_and_a_game_that_is_over_stays_as_it_is() -> None:
    look("""
        import jax, numpy as np
        from encore.rl.jax import make

        env = make("dakapo")
        key = jax.random.key(0)
        start = env.init(key)
        step = jax.jit(env.step)
        for action in (int(np.argmin(start.legal_action_mask)), -1, 256, 10**6):
            lost = step(start, action, key)
            assert lost.rewards.tolist() == [-1, 1] and lost.terminated and not lost.truncated, action
            assert lost.legal_action_mask.all()
            assert (lost.observation == start.observation).all(), "nothing is played"
            again = step(lost, int(np.argmax(start.legal_action_mask)), key)
            assert again.terminated and not again.rewards.any()
            assert (again.observation == start.observation).all()
    """)


def test_auto_reset_begins_the_next_game_where_one_ends() -> None:
    look("""
        import jax, numpy as np
        from encore.rl.jax import make, random_action

        env = make("dacapo", players=1)
        keys = jax.random.split(jax.random.key(3), 64)
        init, step, reset = (jax.jit(jax.vmap(each)) for each in (env.init, env.step, env.auto_reset))
        state, ended = init(keys), 0
        for turn in range(40):
            keys = jax.vmap(jax.random.fold_in, (0, None))(keys, turn)
            actions = random_action(jax.random.key(turn), state.legal_action_mask)
            now = state.replace(terminated=state.terminated & False)
            plain, fresh, state = step(now, actions, keys), init(keys), reset(state, actions, keys)
            over = np.array(plain.terminated)
            ended += over.sum()
            assert (state.terminated == over).all() and (state.rewards == plain.rewards).all()
            for name in ("observation", "legal_action_mask", "current_player"):
                other, begun = np.array(getattr(plain, name)), np.array(getattr(fresh, name))
                chosen = np.where(over.reshape(-1, *(1,) * (other.ndim - 1)), begun, other)
                assert (getattr(state, name) == chosen).all(), name
        assert ended > 50
    """)


def test_a_random_action_is_any_legal_one_equally_often() -> None:
    look("""
        import jax, numpy as np
        from encore.rl.jax import random_action

        draw = jax.jit(random_action)
        for actions in (5, 32, 65, 256, 2000, 36866):
            legal = np.sort(np.random.default_rng(actions).choice(actions, 5, replace=False))
            mask = np.zeros((5000, actions), bool)
            mask[:, legal] = True
            drawn, found = np.unique(draw(jax.random.key(actions), mask), return_counts=True)
            assert drawn.tolist() == legal.tolist(), actions
            assert (abs(found - 1000) < 150).all(), (actions, found)
        each = jax.vmap(random_action)(jax.random.split(jax.random.key(0), 9), mask[:9])
        assert mask[0][each].all() and len(set(each.tolist())) > 1
    """)


def test_deals_follow_from_the_key_and_games_from_the_options() -> None:
    look("""
        import jax, numpy as np
        from encore.rl.jax import make

        env = make("dacapo", players=3, switch="never", target=30)
        assert (env.id, env.version, env.num_players, env.num_actions) == ("dacapo", "v1", 3, 144)
        assert env.observation_shape == (24, 6, 6)
        one, same, other = (env.init(jax.random.key(seed)).observation for seed in (1, 1, 2))
        assert one.shape == env.observation_shape and one.dtype == np.int8
        assert (one == same).all() and (one != other).any()
    """)


def test_all_deals_are_equally_likely() -> None:
    look("""
        import jax, numpy as np
        from encore.rl.jax import make

        env = make("dacapo", players=4)
        piles = np.array(jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), 7200)).position.piles)
        assert len(set(piles[0].tolist())) == 36 and (np.sort(piles) == np.sort(piles[0])).all()
        for square in (0, 17, 35):
            assert (abs(np.unique(piles[:, square], return_counts=True)[1] - 200) < 75).all()
    """)


def test_a_layout_wider_than_the_arrays_is_broken_off() -> None:
    """Tiles in a row to the east: from 45 squares on, two actions could be the same."""
    look("""
        import jax, numpy as np
        from encore.rl.jax import make

        env = make("dalapapa", target=999)
        step = jax.jit(env.step)
        state = env.init(jax.random.key(0))
        for turn in range(200):
            legal = np.flatnonzero(state.legal_action_mask)
            plane, square = np.divmod(legal, 48 * 48)
            row, column = np.divmod(square, 48)
            # As far to the east as the layout goes on without leaving its row.
            west, east = int(state.position.corners[0, 0]), int(state.position.corners[1, 0])
            x = west - 2 + (column - 24 - (west - 2)) % 48 + (plane % 4 == 0)
            action = legal[np.argmax(np.where(plane < 16, x, -999))]
            state = step(state, int(action), jax.random.key(turn))
            width = int(state.position.corners[1, 0] - state.position.corners[0, 0]) + 1
            assert bool(state.truncated) == (width >= 45), width
            if state.truncated:
                break
        assert state.truncated and not state.terminated and not state.rewards.any()
        assert state.legal_action_mask.all()
    """)


def test_without_jax_one_line_says_what_is_missing() -> None:
    code = """
        import sys
        sys.modules["jax"] = None
        try:
            import encore.rl.jax
        except ImportError as error:
            print(error)
    """
    assert look(code) == "encore.rl.jax needs JAX: pip install 'encore-table[jax]'\n"
