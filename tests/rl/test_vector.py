"""One seat in many games at once: what make_vec returns for an id, in step with the readable rules."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import encore
from encore.core.errors import OptionError
from encore.rl import batch
from encore.rl.gymnasium import IDS
from encore.rl.vector import VectorSeatEnv
from tests.rl.interrupted import Tired
from tests.rl.test_plain import Heap, Take

COUNT = 6
every_id = pytest.mark.parametrize("name", IDS)


def make(name: str, **settings: Any) -> Any:
    given = {} if "Solo" in name else {"opponent": "random"}
    return gymnasium.make_vec(name, num_envs=COUNT, **given | settings)


def check(envs: Any, seen: Any, info: dict[str, Any]) -> None:
    """The seat is to move in each game and sees what the encoding shows it."""
    games, coded = envs.unwrapped._games, envs.unwrapped._encoding
    for number in range(COUNT):
        s, seat = games.state(number), int(info["seat"][number])
        assert games.game.to_move(s) == seat
        assert np.array_equal(seen[number], coded.observe(games.game.view(s, seat), seat))
        assert np.array_equal(info["action_mask"][number], coded.mask(s))
    assert seen in envs.observation_space


def choose(info: dict[str, Any], rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])


def play(envs: Any, seed: int, steps: int, every: int = 1 << 30) -> tuple[list[bytes], list[dict[str, Any]]]:
    """Play random actions; return what was seen, and what was told of each game that ended."""
    rng, told, ends = np.random.default_rng(seed), [], []
    seen, info = envs.reset(seed=seed)
    for step in range(steps):
        if step % every == 0:
            check(envs, seen, info)
        actions = choose(info, rng)
        seen, rewards, over, truncated, info = envs.step(actions)
        assert (info["action"] == actions).all() and not truncated.any() and not rewards[~over].any()
        told.append(seen.tobytes())
        for number in np.flatnonzero(over).tolist():
            last, final = info["final_obs"][number], info["final_info"]
            assert last in envs.single_observation_space and final["reason"][number]
            ends.append({"reward": rewards[number], "scores": final["scores"][number], "last": last})
    return told, ends


@every_id
def test_make_vec_steps_the_kernels(name: str) -> None:
    envs = make(name)
    assert isinstance(envs.unwrapped, VectorSeatEnv)
    steps, every = (60, 20) if "Dalapapa" not in name else (12, 6)
    told, _ = play(envs, 3, steps, every)
    assert play(make(name), 3, steps)[0] == told, "the seed decides the games"
    assert play(make(name), 4, steps)[0] != told


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_rewards_and_last_observations_are_those_of_the_seat(seat: int) -> None:
    _, ends = play(make("encore/DaCapo-v0", players=3, seat=seat, target=20), 1, 150)
    assert {end["reward"] for end in ends} == {-1, 1}
    for end in ends:
        assert end["reward"] == (1 if end["scores"][seat] == max(end["scores"]) else -1)
        hundreds, rest = end["last"][16, 0, 0], end["last"][19, 0, 0]
        assert 100 * hundreds + rest == end["scores"][seat], "the seat's own points come first"


def test_bots_play_the_other_seats() -> None:
    told, ends = play(make("encore/DaCapo-v0", opponent="greedy", players=2, target=20), 1, 40)
    again, _ = play(make("encore/DaCapo-v0", opponent="greedy", players=2, target=20), 1, 40)
    assert told == again and ends
    assert sum(end["reward"] for end in ends) < 0, "greedy wins more games than random"


def test_a_seat_can_be_drawn_for_each_game() -> None:
    envs, rng = make("encore/Dakapo-v0", seat="random"), np.random.default_rng(1)
    seen, info = envs.reset(seed=1)
    drawn = set()
    for _ in range(80):
        check(envs, seen, info)
        drawn.add(tuple(info["seat"].tolist()))
        seen, *_, info = envs.step(choose(info, rng))
    assert len(drawn) > 9 and {seat for seats in drawn for seat in seats} == {0, 1}


@every_id
def test_illegal_actions_are_refused_lost_or_ignored(name: str) -> None:
    for illegal in ("raise", "lose", "ignore"):
        envs = make(name, illegal=illegal)
        before, info = envs.reset(seed=2)
        actions = choose(info, np.random.default_rng(1))
        actions[1], actions[2] = info["action_mask"][1].argmin(), -7
        if illegal == "raise":
            with pytest.raises(encore.IllegalMove, match=rf"game 1, action {actions[1]}"):
                envs.step(actions)
            assert np.array_equal(envs.unwrapped._games.observations, before), "nothing is played in any game"
            continue
        seen, rewards, over, _, told = envs.step(actions)
        assert told["action"].tolist() == [actions[0], -1, -1, *actions[3:]]
        if illegal == "lose":
            assert over[1] and over[2] and rewards[1] == rewards[2] == -1
            assert np.array_equal(told["final_obs"][1], before[1])
        else:
            assert not over[1] and not rewards[1:3].any() and np.array_equal(seen[1], before[1])
        check(envs, seen, told)


@pytest.mark.parametrize("illegal", ["raise", "lose", "ignore"])
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64])
def test_actions_may_be_whole_numbers_of_any_size(illegal: str, kind: type[Any]) -> None:
    envs = make("encore/DaCapoSolo-v0", illegal=illegal)
    for step in range(3):
        _, info = envs.reset(seed=step)
        actions = info["action_mask"].argmax(1).astype(kind)
        *_, told = envs.step(actions)
        assert told["action"].dtype == np.int64 and told["action"].tolist() == actions.tolist()


@pytest.mark.parametrize("illegal", ["raise", "lose", "ignore"])
def test_what_is_no_action_for_each_game_is_refused(illegal: str) -> None:
    envs = make("encore/Dakapo-v0", illegal=illegal)
    before, _ = envs.reset(seed=1)
    wrong: Any
    for wrong in (np.zeros(COUNT), np.zeros(COUNT, np.bool_), np.zeros(COUNT - 1, np.int64), 0):
        with pytest.raises(ValueError, match=f"{COUNT} whole numbers are needed, not"):
            envs.step(wrong)
    assert np.array_equal(envs.unwrapped._games.observations, before)


@pytest.mark.parametrize("kind", [np.int64, np.uint64])
def test_the_numbers_of_batches_to_wait_and_restart_are_illegal(kind: type[Any]) -> None:
    for reserved in (batch.WAIT, batch.RESTART):
        given = reserved % 2**64 if kind is np.uint64 else reserved
        for illegal in ("raise", "lose", "ignore"):
            envs = make("encore/Dakapo-v0", illegal=illegal)
            before, info = envs.reset(seed=1)
            actions = info["action_mask"].argmax(1).astype(kind)
            actions[3] = given
            if illegal == "raise":
                with pytest.raises(encore.IllegalMove, match=f"game 3, action {given}: there is no action {given};"):
                    envs.step(actions)
                assert np.array_equal(envs.unwrapped._games.observations, before), "nothing is played in any game"
                continue
            seen, rewards, over, _, told = envs.step(actions)
            assert told["action"][3] == -1 and over[3] == (illegal == "lose") and rewards[3] == -float(over[3])
            assert over[3] or np.array_equal(seen[3], before[3])


@every_id
def test_the_rule_that_loses_a_game_is_told_as_for_a_single_one(name: str) -> None:
    envs, rng = make(name, illegal="lose"), np.random.default_rng(3)
    _, info = envs.reset(seed=2)
    for _ in range(3):
        *_, info = envs.step(choose(info, rng))
    single: Any = gymnasium.make(name, illegal="lose").unwrapped
    single.reset(seed=1)
    actions, wanted = choose(info, rng), {}
    for number, action in ((1, int(info["action_mask"][1].argmin())), (4, single.action_space.n)):
        actions[number] = action
        single.reset()
        single._episode.s = envs.unwrapped._games.state(number)
        wanted[number] = single.step(action)[4]["reason"]
    *_, told = envs.step(actions)
    reasons = told["final_info"]["reason"]
    assert {number: reasons[number] for number in wanted} == wanted
    assert all(reason.startswith("rule ") for reason in wanted.values())


def test_after_an_interrupted_step_the_games_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    settings: dict[str, Any] = {"opponent": "greedy", "seat": 0}
    envs = make("encore/Dakapo-v0", **settings)
    _, info = envs.reset(seed=1)
    with pytest.raises(encore.IllegalMove):
        envs.step(np.full(COUNT, -7))
    with monkeypatch.context() as patched:
        patched.setattr("encore.rl.vector.find_bot", Tired(COUNT - 2))
        with pytest.raises(KeyboardInterrupt):
            envs.step(info["action_mask"].argmax(1))
    for _ in range(2):
        with pytest.raises(
            gymnasium.error.ResetNeeded, match=r"^the last step was not finished: call reset\(\) before"
        ):
            envs.step(envs.unwrapped._games.masks.argmax(1))
    again, fresh = play(envs, 5, 4)[0], play(make("encore/Dakapo-v0", **settings), 5, 4)[0]
    assert again == fresh, "nothing is left of the old games"


def test_an_interrupted_reset_starts_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    envs = make("encore/Dakapo-v0", opponent="greedy", seat=1)
    envs.reset(seed=1)
    with monkeypatch.context() as patched:
        patched.setattr("encore.rl.vector.find_bot", Tired(2))
        with pytest.raises(KeyboardInterrupt):
            envs.reset(seed=2)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"^no game has begun: call reset\(\) before step\(\)$"):
        envs.step(np.zeros(COUNT, np.int64))
    envs.reset(seed=2)


class Short(Take):
    """A heap that the first player can take."""

    def deal(self, s: Heap, rng: Random) -> int:
        return rng.randint(1, 3)


class Taker:
    """A bot that takes all stones, in one game only."""

    def __init__(self, name: str) -> None:
        self.played = False

    def prepare(self, game: Any) -> None:
        pass

    def choose(self, game: Any, view: Any, rng: Any, budget: Any) -> int:
        assert not self.played, "a game that begins has new bots"
        self.played = True
        return int(view.stones)


def test_games_that_end_before_the_first_turn_have_new_bots_and_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("encore.rl.vector.load_with", lambda *given: Short(2))
    monkeypatch.setattr("encore.rl.vector.find_bot", Taker)
    envs = VectorSeatEnv("take", num_envs=20, opponent="greedy", seat="random")
    for seed in range(3):
        _, info = envs.reset(seed=seed)
        assert not info["seat"].any(), "where the second seat was drawn, the game is over at once"


def test_gymnasiums_wrappers_count_the_games() -> None:
    envs, rng = RecordEpisodeStatistics(make("encore/Dakapo-v0")), np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    for _ in range(60):
        *_, info = envs.step(choose(info, rng))
    assert envs.episode_count > 5 and set(envs.return_queue) == {-1, 1}


def test_wrappers_of_single_environments_need_single_environments() -> None:
    wrappers = [lambda env: TimeLimit(env, 1)]
    with pytest.raises(gymnasium.error.Error, match="with the wrappers argument"):
        make("encore/Dakapo-v0", wrappers=wrappers)
    envs = make("encore/Dakapo-v0", wrappers=wrappers, vectorization_mode="sync")
    _, info = envs.reset(seed=1)
    assert envs.step(info["action_mask"].argmax(1))[3].all()


def test_what_cannot_be_is_told_in_one_line() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        make("encore/Dakapo-v0").step(np.zeros(COUNT, np.int64))
    with pytest.raises(OptionError, match="is for one player, not '2'"):
        make("encore/DaCapoSolo-v0", players=2)
    with pytest.raises(OptionError, match="its options: call; beside them: opponent, seat"):
        make("encore/Dakapo-v0", calls="spoken")
    with pytest.raises(gymnasium.error.Error, match="draws pictures only with vectorization_mode='sync'"):
        make("encore/Dakapo-v0", render_mode="ansi")
