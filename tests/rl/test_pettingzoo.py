"""PettingZoo's own tests for every game and number of players, and more: copies, refusals, deals."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

import encore
from encore.core.errors import OptionError, UnknownGame
from encore.core.game import DEALER
from encore.core.registry import games
from encore.rl import encoding_of, rewards
from encore.rl.pettingzoo import env, raw_env

with warnings.catch_warnings():
    # PettingZoo's tests load one of its games in a way that PettingZoo has deprecated.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

SETTINGS = {f"{name}-{players}": (name, players) for name, kind in games().items() for players in kind.player_counts}

every_game = pytest.mark.parametrize("label", SETTINGS)
pytestmark = [
    # PettingZoo requires this of all environments except its own list, although its guide recommends such masks.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    # It also checks the masks of finished games, where nothing can be played.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def maker(label: str) -> Callable[..., Any]:
    name, players = SETTINGS[label]
    return partial(env, name, players)


def play_on(table: Any, rng: Random, moves: int = 1 << 30) -> list[tuple[Any, ...]]:
    """Play random actions, and return who played which and what they saw; at the end also the rewards."""
    told = []
    for agent in table.agent_iter(moves):
        seen, reward, terminated, _, _ = table.last()
        action = None if terminated else int(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        told.append((agent, int(reward) if terminated else action, seen["observation"].tobytes()))
        table.step(action)
    return told


@every_game
def test_pettingzoos_checker_passes(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(maker(label)(), num_cycles=60)
    seed_test(maker(label), num_cycles=20)


@every_game
def test_pettingzoos_checker_passes_with_pictures(label: str, capsys: pytest.CaptureFixture[str]) -> None:
    drawn: list[str] = []

    def look(text: str) -> bool:
        drawn.append(text)
        return "\x1b[" in text

    render_test(maker(label), {"ansi": look})
    assert len(set(drawn)) > 1, "the drawing follows the game"
    assert capsys.readouterr().out.count("\n") > 10, "for people it is printed"


@every_game
def test_a_game_follows_the_rules(label: str) -> None:
    """The states, masks, observations and rewards of whole games are those of the rules and the encoding."""
    name, players = SETTINGS[label]
    game = encore.load(name, players)
    coded, table, rng = encoding_of(game), raw_env(name, players), Random(5)
    table.reset(seed=1)
    for _ in range(400):
        s = table._episode.s
        seat = game.to_move(s)
        assert seat != DEALER, "the environment deals"
        if seat is None:
            break
        agent = f"player_{seat}"
        assert table.agent_selection == agent
        for other in table.agents:
            seen = table.observe(other)
            own = int(other.removeprefix("player_"))
            assert (seen["observation"] == coded.observe(game.view(s, own), own)).all()
            assert (seen["action_mask"] == (coded.mask(s) if other == agent else 0)).all()
        move = rng.choice(game.legal_moves(s))
        table.step(coded.code(s, move))
        assert table._episode.last == move
    else:
        return
    outcome = game.outcome(s)
    assert outcome is not None
    assert tuple(table.rewards.values()) == rewards(game, outcome) == tuple(table._cumulative_rewards.values())
    assert all(table.terminations.values()) and not any(table.truncations.values())
    assert table.infos["player_0"] == {"reason": outcome.reason, "scores": outcome.scores}


@every_game
def test_the_seed_decides_the_game(label: str) -> None:
    def game(seed: int | None, table: Any) -> list[tuple[Any, ...]]:
        table.reset(seed=seed)
        return play_on(table, Random(2), 12)

    table = maker(label)()
    first = game(7, table)
    assert game(7, maker(label)()) == first
    second = game(None, table)
    dealt = SETTINGS[label][0] != "dakapo"
    assert (second != first) == dealt and (game(8, table) != first) == dealt
    game(7, table)
    assert game(None, table) == second, "without a seed the deals go on"


@every_game
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_goes_on_with_the_same_deals(label: str, copied: Callable[[Any], Any]) -> None:
    table = maker(label)()
    table.reset(seed=3)
    play_on(table, Random(4), 5)
    twin = copied(table)
    kept = copied(table)
    told = play_on(table, Random(6), 50)
    assert play_on(twin, Random(6), 50) == told, "the copy is not touched by what the first one plays"
    table.reset()
    twin.reset()
    assert play_on(twin, Random(6), 9) == play_on(table, Random(6), 9), "nor are the deals to come"
    assert kept.action_space("player_0") is not table.action_space("player_0")
    assert play_on(kept, Random(6), 50) == told


@every_game
def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(label: str) -> None:
    table = maker(label)()
    table.reset(seed=1)
    play_on(table, Random(1), 3)
    before = table.unwrapped._episode.s
    mask = table.last()[0]["action_mask"]
    for action in (int(np.flatnonzero(mask == 0)[0]), -1, len(mask)):
        with pytest.raises(encore.IllegalMove, match=r"^rule \d+: "):
            table.step(action)
    for odd in (1.5, "e6r", None, [3]):
        with pytest.raises(OptionError, match=rf"^an action is a number from 0 to {len(mask) - 1}, not .*"):
            table.step(odd)
    assert table.unwrapped._episode.s is before
    assert len(table.agents) == SETTINGS[label][1] and not any(table.terminations.values())
    assert (table.last()[0]["action_mask"] == mask).all()


@pytest.mark.parametrize("made", [env, raw_env])
def test_there_is_no_game_before_a_reset_nor_after_its_end(made: Callable[..., Any]) -> None:
    table = made("dacapo", 1)
    for _ in range(2):
        with pytest.raises(AssertionError, match=r"^reset\(\) needs to be called before step\.$"):
            table.step(0)
        with pytest.raises(AssertionError, match=r"^reset\(\) needs to be called before observe\.$"):
            table.last()
        if made is env:
            return  # after the end its wrapper warns and does nothing
        table.reset(seed=1)
        play_on(table, Random(1))


def test_a_shallow_copy_of_the_raw_environment_shares_nothing() -> None:
    table: Any = raw_env("dakapo")
    table.reset()
    twin = copy.copy(table)
    twin.step(int(twin.last()[0]["action_mask"].argmax()))
    assert table.agent_selection == "player_0" and twin.agent_selection == "player_1"
    assert table._episode.last is None


def test_numpy_numbers_are_accepted() -> None:
    three: Any = np.int64(3)
    assert env("dacapo", three).possible_agents == ["player_0", "player_1", "player_2"]
    with pytest.raises(OptionError, match="for 1, 2, 3, 4 players, not 'True'"):
        env("dacapo", True)


def test_returned_arrays_belong_to_the_caller() -> None:
    table = env("dakapo")
    table.reset()
    mask, seen = table.last()[0]["action_mask"], table.last()[0]["observation"]
    mask[:], seen[:] = 0, 0
    assert table.last()[0]["action_mask"].any() and table.last()[0]["observation"].any()
    waiting = table.observe("player_1")["action_mask"]
    waiting[:] = 1
    assert not table.observe("player_1")["action_mask"].any()


@pytest.mark.parametrize(
    ("settings", "kind", "says"),
    [
        ({"game": "chess"}, UnknownGame, "dacapo, dakapo, dalapapa"),
        ({"game": "dakapo", "players": 3}, OptionError, "for 2 players"),
        (
            {"game": "dakapo", "calls": "spoken"},
            OptionError,
            "its options: call; beside them: players, rules, render_mode",
        ),
        ({"game": "dakapo", "call": "loud"}, OptionError, "auto, spoken"),
        ({"game": "dakapo", "render_mode": "svg"}, OptionError, "human, ansi, rgb_array"),
    ],
)
def test_errors_name_the_valid_values(settings: dict[str, Any], kind: type, says: str) -> None:
    with pytest.raises(kind) as told:
        env(**settings)
    assert says in str(told.value) and "\n" not in str(told.value)


def test_options_reach_the_game() -> None:
    table = env("dakapo", call="spoken")
    assert table.action_space("player_0").n == 512
    assert str(table) == "dakapo_v0"
