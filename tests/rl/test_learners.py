"""The real checkers, wrappers and learners of Stable-Baselines3, sb3-contrib, TorchRL and Tianshou.

``make learners`` installs them. Each is imported by its own test, because that takes seconds.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import encore
from encore.core.registry import games
from encore.rl.gymnasium import IDS
from encore.rl.pettingzoo import env

TABLES = [(name, players) for name, kind in games().items() for players in kind.player_counts]

every_id = pytest.mark.parametrize("name", IDS)
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.filterwarnings("ignore"),  # those of other libraries about each other
]


def library(name: str) -> Any:
    return pytest.importorskip(name, reason="needs the libraries that learn: make learners installs them")


def quick(name: str) -> dict[str, Any]:
    """Return settings with which the other seats take no time."""
    return {} if "Solo" in name else {"opponent": "random"}


@every_id
@pytest.mark.parametrize("illegal", ["lose", "ignore"])
def test_the_checker_of_stable_baselines_passes(name: str, illegal: str) -> None:
    checker = library("stable_baselines3.common.env_checker")
    checker.check_env(gymnasium.make(name, illegal=illegal))


@every_id
def test_the_checker_of_stable_baselines_meets_an_illegal_action_where_these_raise(name: str) -> None:
    checker = library("stable_baselines3.common.env_checker")
    with pytest.raises(encore.IllegalMove):
        checker.check_env(gymnasium.make(name))


@every_id
def test_a_maskable_ppo_learns_and_plays(name: str) -> None:
    sb3 = library("sb3_contrib")
    common = library("sb3_contrib.common.maskable.utils")
    table = gymnasium.make(name, **quick(name))
    assert common.is_masking_supported(table)
    model = sb3.MaskablePPO("MlpPolicy", table, n_steps=16, batch_size=8, n_epochs=1, seed=1, device="cpu")
    model.learn(32)
    seen, _ = table.reset(seed=1)
    for _ in range(3):
        masks = common.get_action_masks(table)
        action, _ = model.predict(seen, action_masks=masks)
        assert masks[action]
        seen, _, terminated, _, info = table.step(action)
        assert info["action"] == action
        if terminated:
            break


@every_id
@pytest.mark.parametrize("illegal", ["lose", "ignore"])
def test_the_checker_of_torchrl_passes(name: str, illegal: str) -> None:
    envs = library("torchrl.envs")
    envs.check_env_specs(envs.GymEnv(name, illegal=illegal, **quick(name)))


@every_id
def test_torchrl_plays_with_the_mask_of_each_step(name: str) -> None:
    """TorchRL finds out what ``info`` has by playing without the masks."""
    envs = library("torchrl.envs")
    table = envs.GymEnv(name, categorical_action_encoding=True, illegal="ignore", **quick(name))
    table = table.auto_register_info_dict()
    table = envs.TransformedEnv(table, envs.ActionMask(mask_key="action_mask"))
    envs.check_env_specs(table)
    rollout = table.rollout(20, break_when_any_done=False)
    chosen = rollout["action_mask"].bool().gather(-1, rollout["action"][..., None])
    assert len(rollout) == 20 and chosen.all()


@every_table
def test_torchrl_takes_the_tables_of_pettingzoo(name: str, players: int) -> None:
    envs = library("torchrl.envs")
    table = envs.PettingZooWrapper(env(name, players), use_mask=True)
    envs.check_env_specs(table)
    assert len(table.rollout(5)) > 1


@every_table
def test_tianshou_takes_the_tables_of_pettingzoo(name: str, players: int) -> None:
    wrapper = library("tianshou.env")
    table, rng = wrapper.PettingZooEnv(env(name, players)), np.random.default_rng(1)
    seen, _ = table.reset(seed=1)
    assert set(seen) == {"agent_id", "obs", "mask"}
    for _ in range(30):
        seen, rewards, terminated, truncated, _ = table.step(rng.choice(np.flatnonzero(seen["mask"])))
        assert len(rewards) == players and not truncated
        if terminated:
            break


def test_tianshou_collects_from_many_tables() -> None:
    wrapper = library("tianshou.env")
    tables = wrapper.DummyVectorEnv([lambda: wrapper.PettingZooEnv(env("dakapo")) for _ in range(3)])
    seen, _ = tables.reset(seed=1)
    for _ in range(9):
        seen, rewards, *_ = tables.step(np.array([each["mask"].index(True) for each in seen]))
    assert rewards.shape == (3, 2)
