"""Gymnasium's own checks for every id, vector environments, and more: refusals, opponents, copies."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import encore
from encore.core.errors import OptionError, UnknownGame
from encore.rl.gymnasium import IDS, SeatEnv
from tests.docs.pages import ROOT
from tests.rl.interrupted import Tired

every_id = pytest.mark.parametrize("name", IDS)


def make(name: str, **settings: Any) -> Any:
    return gymnasium.make(name, **settings)


def play(
    env: Any, seed: int | None, moves: int = 1 << 30, start: bool = True
) -> tuple[list[bytes], float, dict[str, Any]]:
    """Play random legal actions; return what was seen, the last reward and the last info."""
    rng = np.random.default_rng(5)
    if start:
        seen, info = env.reset(seed=seed)
    else:
        info = {"action_mask": env.unwrapped._episode.mask()}
    told, reward = [], 0.0
    for _ in range(moves):
        seen, reward, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        told.append(seen.tobytes())
        assert not truncated and seen in env.observation_space
        if terminated:
            break
        assert reward == 0 and info["action_mask"].any()
    return told, reward, info


def test_there_is_an_id_for_each_game_and_for_the_puzzle() -> None:
    assert set(IDS) == {"encore/Dakapo-v0", "encore/DaCapo-v0", "encore/Dalapapa-v0", "encore/DaCapoSolo-v0"}
    assert set(IDS) <= set(gymnasium.registry)


@every_id
def test_gymnasiums_checker_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make(name, render_mode="rgb_array").unwrapped)


@every_id
def test_the_seed_decides_the_game(name: str) -> None:
    env = make(name)
    first, *_ = play(env, 4, 6)
    assert play(make(name), 4, 6)[0] == first
    assert play(env, 5, 6)[0] != first


@every_id
@pytest.mark.parametrize(
    "copied", [lambda env: copy.copy(env.unwrapped), copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)
def test_a_copy_continues_in_the_same_way(name: str, copied: Callable[[Any], Any]) -> None:
    env = make(name)
    play(env, 3, 2)
    twin = copied(env)
    told = play(env, None, 5, start=False)[0]
    assert play(twin, None, 5, start=False)[0] == told
    assert play(env, None, 3)[0] == play(twin, None, 3)[0]


def test_a_game_ends_with_its_reward_and_its_reason() -> None:
    ends = set()
    for seed in range(8):
        env = make("encore/Dakapo-v0", opponent="random", seat=seed % 2)
        _, reward, info = play(env, seed)
        outcome = env.unwrapped.game.outcome(env.unwrapped._episode.s)
        assert reward == (0 if not outcome.winners else 1 if outcome.winners == (seed % 2,) else -1)
        assert info["reason"] == outcome.reason and info["scores"] == ()
        assert not info["action_mask"].any()
        ends.add(reward)
        with pytest.raises(encore.IllegalMove, match=r"^rule 7: the game is over"):
            env.step(0)
    assert ends == {1.0, -1.0}


def test_a_puzzle_is_played_alone_and_won_or_lost() -> None:
    _, reward, info = play(make("encore/DaCapoSolo-v0"), 1)
    assert reward in (-1, 1) and info["reason"]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_seat_is_asked_only_for_its_own_moves(seat: int) -> None:
    env = make("encore/DaCapo-v0", players=4, seat=seat, opponent="random")
    _, info = env.reset(seed=2)
    for _ in range(12):
        assert env.unwrapped._episode.seat == seat
        _, _, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if terminated:
            break


def test_a_stronger_opponent_plays_differently() -> None:
    def reply(opponent: str) -> list[bytes]:
        return play(SeatEnv("dakapo", opponent=opponent, nodes=40), 1, 6)[0]

    assert reply("easy") == reply("bot:easy")
    assert len({tuple(reply(opponent)) for opponent in ("random", "beginner", "greedy", "hard")}) > 2


@every_id
def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(name: str) -> None:
    env = make(name)
    _, info = env.reset(seed=1)
    before, mask = env.unwrapped._episode.s, info["action_mask"]
    for action in (int(np.flatnonzero(mask == 0)[0]), np.int64(np.flatnonzero(mask == 0)[-1]), -1, len(mask)):
        with pytest.raises(encore.IllegalMove, match=r"^rule \d+: "):
            env.unwrapped.step(action)
    with pytest.raises(OptionError, match="an action is a number from 0 to"):
        env.unwrapped.step(1.5)
    assert env.unwrapped._episode.s is before


def wrong_action(env: Any) -> int:
    return int(np.flatnonzero(env.unwrapped.action_masks() == 0)[0])


@every_id
def test_an_illegal_action_can_lose_the_game(name: str) -> None:
    env = make(name, illegal="lose")
    seen, _ = env.reset(seed=1)
    again, reward, terminated, truncated, info = env.step(wrong_action(env))
    assert (reward, terminated, truncated) == (-1, True, False) and (again == seen).all()
    assert info["action"] == -1 and info["reason"].startswith("rule ")
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(int(make(name).reset(seed=1)[1]["action_mask"].argmax()))
    env.reset(seed=1)
    assert env.unwrapped.action_masks().any()


@every_id
def test_an_illegal_action_can_be_ignored(name: str) -> None:
    env, twin = make(name, illegal="ignore"), make(name)
    env.reset(seed=1)
    twin.reset(seed=1)
    for _ in range(3):
        before = env.unwrapped._episode.s
        _, reward, terminated, _, info = env.step(wrong_action(env))
        assert (reward, terminated, info["action"]) == (0, False, -1)
        assert env.unwrapped._episode.s is before
        action = int(info["action_mask"].argmax())
        assert np.array_equal(env.step(action)[0], twin.step(action)[0]), "nothing else has changed"


@every_id
def test_observations_are_within_their_bounds(name: str) -> None:
    """They are narrower than int8, and a number without an upper bound of its own would be found here."""
    env = make(name, opponent="random") if "Solo" not in name else make(name)
    space = env.observation_space
    assert (space.low < space.high).all() and space.low.min() > -128
    for seed in range(3):
        play(env, seed)


def test_the_seat_can_be_drawn_for_each_game() -> None:
    env = make("encore/DaCapo-v0", players=3, seat="random", opponent="random")
    drawn = [env.reset(seed=seed)[1]["seat"] for seed in range(30)]
    assert set(drawn) == {0, 1, 2}
    assert [env.reset(seed=seed)[1]["seat"] for seed in range(30)] == drawn
    for seed in range(4):
        _, info = env.reset(seed=seed)
        assert env.unwrapped._episode.seat == info["seat"] == env.unwrapped.seat
        _, reward, info = play(env, seed)
        outcome = env.unwrapped.game.outcome(env.unwrapped._episode.s)
        assert reward == (1 if info["seat"] in outcome.winners else -1)


def test_a_sample_without_a_mask_can_be_played() -> None:
    """Gymnasium's check and many first programs sample without a mask; an explicit choice is never replaced."""
    env = make("encore/Dakapo-v0", opponent="random")
    _, info = env.reset(seed=1)
    env.action_space.seed(1)
    drawn = env.action_space.sample()
    while info["action_mask"][drawn]:
        drawn = env.action_space.sample()
    chosen = env.action_space.sample(info["action_mask"])
    assert type(chosen) is np.int64 and info["action_mask"][chosen]
    with pytest.raises(encore.IllegalMove):
        env.step(int(drawn))
    *_, info = env.step(drawn)
    assert type(info["action"]) is np.int64 and info["action"] != drawn


def test_a_sample_is_not_played_after_the_end() -> None:
    env = make("encore/DaCapoSolo-v0").unwrapped
    play(env, 1)
    with pytest.raises(encore.IllegalMove, match=r"^rule \d+: "):
        env.step(env.action_space.sample())


@every_id
def test_info_has_the_action_that_was_played(name: str) -> None:
    """Also for samples without a mask: playing the reported actions gives the same game."""
    env, twin = (make(name, **({} if "Solo" in name else {"opponent": "random"})) for _ in range(2))
    env.action_space.seed(1)
    env.reset(seed=1)
    _, info = twin.reset(seed=1)
    for _ in range(4):
        seen, _, _, _, told = env.step(env.action_space.sample())
        assert info["action_mask"][told["action"]]
        again, _, terminated, _, info = twin.step(told["action"])
        assert (seen == again).all() and info["action"] == told["action"]
        if terminated:
            break


@pytest.mark.parametrize(("name", "players"), [("dakapo", 2), ("dacapo", 3), ("dalapapa", 3)])
def test_an_interrupted_step_changes_nothing(name: str, players: int) -> None:
    env = SeatEnv(name, players, opponent="random", seat=0)
    _, info = env.reset(seed=1)
    before, last, mask = env._episode.s, env._episode.last, info["action_mask"]
    last_seat = players - 1
    env._bots[last_seat] = Tired(1)
    with pytest.raises(KeyboardInterrupt):
        for _ in range(9):
            before, last, mask = env._episode.s, env._episode.last, info["action_mask"]
            *_, info = env.step(int(mask.argmax()))
    assert env._episode.s is before and env._episode.last == last and env._episode.seat == 0
    assert (env._episode.mask() == mask).all()
    env.step(int(mask.argmax()))
    assert env._episode.seat in (0, None)


def test_an_interrupted_reset_starts_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    env = SeatEnv("dakapo", opponent="random", seat=1)
    env.reset(seed=1)
    with monkeypatch.context() as patched:
        patched.setattr("encore.rl.gymnasium.find_bot", Tired(1))
        with pytest.raises(KeyboardInterrupt):
            env.reset(seed=2)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"^no game has begun: call reset\(\) before step\(\)$"):
        env.step(0)
    env.reset(seed=2)


def test_nothing_is_played_before_a_reset() -> None:
    for env in (SeatEnv("dakapo"), SeatEnv("dacapo", 1)):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"^no game has begun: call reset\(\) before step\(\)$"):
            env.step(0)


def test_numpy_numbers_are_accepted() -> None:
    given: dict[str, Any] = {"players": np.int64(3), "seat": np.int64(1), "nodes": np.int32(50)}
    env = SeatEnv("dacapo", **given)
    assert [type(each) for each in (env.seat, env._nodes, env.game.players)] == [int, int, int]
    odd: dict[str, Any]
    for odd in ({"players": True}, {"seat": True}, {"seat": 1.0}, {"nodes": True}):
        with pytest.raises(OptionError):
            SeatEnv("dacapo", **odd)


def test_an_illegal_action_in_another_process_keeps_its_rule() -> None:
    settings: Any = {"vectorization_mode": "async", "vector_kwargs": {"context": "spawn"}}
    envs = gymnasium.make_vec("encore/DaCapoSolo-v0", num_envs=1, **settings)
    try:
        _, info = envs.reset(seed=1)
        wrong = np.array([np.flatnonzero(mask == 0)[0] for mask in info["action_mask"]])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Gymnasium logs what happened there
            with pytest.raises(encore.IllegalMove, match=r"^rule 4: ") as refused:
                envs.step(wrong)
        assert refused.value.rule == "4" and refused.value.reason
    finally:
        envs.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("mode", ["sync", "async"])
@every_id
def test_vector_environments(name: str, mode: str) -> None:
    settings: Any = {} if "Solo" in name else {"opponent": "random"}
    # Workers are spawned, not forked, because a process in which another test has loaded JAX must not fork.
    how: Any = {"context": "spawn"} if mode == "async" else {}
    envs = gymnasium.make_vec(name, num_envs=2, vectorization_mode=mode, vector_kwargs=how, **settings)
    try:
        seen, info = envs.reset(seed=7)
        alone = make(name, **settings)
        assert (seen[1] == alone.reset(seed=8)[0]).all(), "each has a seed of its own"
        for _ in range(3):
            actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
            seen, rewards, _, _, info = envs.step(actions)
            assert seen.shape == (2, *alone.observation_space.shape) and not rewards.any()
    finally:
        envs.close()


@pytest.mark.parametrize(
    ("settings", "kind", "says"),
    [
        ({"game": "chess"}, UnknownGame, "dacapo, dakapo, dalapapa"),
        ({"game": "dacapo", "players": 5}, OptionError, "for 1, 2, 3, 4 players"),
        (
            {"game": "dakapo", "opponent": "god"},
            OptionError,
            "random, greedy, mcts, beginner, easy, medium, hard, expert",
        ),
        ({"game": "dakapo", "opponent": "easy@soon"}, OptionError, "milliseconds"),
        ({"game": "dakapo", "seat": 2}, OptionError, "a number from 0 to 1"),
        ({"game": "dakapo", "seat": "first"}, OptionError, "a number from 0 to 1 in dakapo, or random, not 'first'"),
        ({"game": "dakapo", "illegal": "forgive"}, OptionError, "illegal is raise, lose, ignore, not 'forgive'"),
        ({"game": "dakapo", "nodes": 0}, OptionError, "1 or more"),
        ({"game": "dakapo", "calls": "spoken"}, OptionError, "its options: call"),
        (
            {"game": "dakapo", "opponen": "easy"},
            OptionError,
            "'opponen'; its options: call; beside them: opponent, seat, nodes, illegal, players, rules, render_mode; "
            "unexpected keyword argument 'opponen'",
        ),
        ({"game": "dakapo", "render_mode": "svg"}, OptionError, "human, ansi, rgb_array"),
    ],
)
def test_errors_name_the_valid_values(settings: dict[str, Any], kind: type, says: str) -> None:
    with pytest.raises(kind) as told:
        SeatEnv(**settings)
    assert says in str(told.value) and "\n" not in str(told.value)


def test_a_wrong_id_names_the_right_ones() -> None:
    with pytest.raises(gymnasium.error.NameNotFound, match="Did you mean: `Dakapo`"):
        make("encore/Dakappo-v0")


def test_the_ids_are_in_the_manual() -> None:
    text = (ROOT / "docs" / "environments.md").read_text("utf-8")
    assert [name for name in IDS if f"`{name}`" not in text] == []


def test_an_ids_game_cannot_be_changed() -> None:
    with pytest.raises(
        OptionError, match=r"^encore/DaCapoSolo-v0 is for one player, not '2'; the ids: .*encore/DaCapo-v0"
    ):
        make("encore/DaCapoSolo-v0", players=2)
    with pytest.raises(OptionError, match=r"^encore/Dakapo-v0 is dakapo and takes no other game; the ids: .*DaCapo-v0"):
        make("encore/Dakapo-v0", game="dacapo")
    assert make("encore/DaCapoSolo-v0", players=1).unwrapped.game.players == 1
    assert make("encore/DaCapo-v0", players=4).unwrapped.game.players == 4
