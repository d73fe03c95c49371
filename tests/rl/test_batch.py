"""Batches in lock-step with the readable rules, and the guarantees of their arrays."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import encore
from encore.core.choice import choose, seed_generators
from encore.core.game import DEALER, AnyGame
from encore.games import dacapo, dalapapa
from encore.rl import batch, rewards
from encore.rl.batch import Batch
from tests.variants import ALL

every_game = pytest.mark.parametrize("label", ALL)
ARRAYS = ("observations", "masks", "rewards", "done", "seat")


def even(counts: NDArray[np.int64]) -> bool:
    """Tell whether all of some counts are near the same number: within five standard deviations."""
    return bool((abs(counts - counts.mean()) < 5 * np.sqrt(counts.mean())).all())


def random_actions(games: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in games.masks])


def arrays(games: Batch) -> list[NDArray[Any]]:
    return [getattr(games, name).copy() for name in ARRAYS]


def deal(s: Any, after: Any) -> Any:
    """Return the dealer's move that leads towards a later state."""
    if isinstance(s, dacapo.State):
        return dacapo.Deal(after.piles, () if s.scores else after.order)
    assert isinstance(s, dalapapa.State)
    return dalapapa.Draw(tuple(set(after.hands[s.seat]) - set(s.hands[s.seat])))


def dealt(game: AnyGame, s: Any, after: Any) -> Any:
    while game.to_move(s) == DEALER:
        s = game.play(s, deal(s, after))
    return s


def check_arrays(games: Batch, number: int, s: Any) -> None:
    """The arrays of a game equal the readable encoding of its state."""
    seat = games.game.to_move(s)
    assert seat == games.seat[number]
    assert np.array_equal(games.masks[number], games.encoding.mask(s))
    view = games.game.view(s, seat)
    assert np.array_equal(games.observations[number], games.encoding.observe(view, int(games.seat[number])))


def check_step(games: Batch, number: int, before: Any, action: int) -> None:
    """The state after a step and its reward are those of the rules."""
    game, after = games.game, games.state(number)
    s = game.play(before, games.encoding.move(before, action))
    outcome = game.outcome(s)
    if outcome is None:
        s = dealt(game, s, after)
        outcome = game.outcome(s)
    assert games.done[number] == (outcome is not None)
    if outcome is None:
        assert s == after and not games.rewards[number].any()
    else:
        assert games.rewards[number].tolist() == list(rewards(game, outcome))
        assert games.ended(number) == s
        assert dealt(game, game.initial(), after) == after


@every_game
def test_lock_step_with_the_readable_rules(label: str) -> None:
    game = ALL[label]
    games, rng = Batch(game, 3, seed=5), np.random.default_rng(1)
    every = 30 if game.name == "dalapapa" else 1  # its readable rules take milliseconds
    ended = 0
    for number in range(len(games)):
        check_arrays(games, number, games.state(number))
    for turn in range(260):
        before = [games.state(number) for number in range(len(games))]
        actions = random_actions(games, rng)
        games.step(actions)
        for number in range(len(games)):
            if games.done[number] or (turn + number) % every == 0:
                check_step(games, number, before[number], int(actions[number]))
                check_arrays(games, number, games.state(number))
        ended += games.done.sum()
    assert ended, "games end and start again"


@every_game
def test_samples_are_legal_follow_from_the_seed_and_change_no_deals(label: str) -> None:
    games, fewer = Batch(ALL[label], 4, seed=3), Batch(ALL[label], 3, seed=3)
    quiet = Batch(ALL[label], 4, seed=3)
    for _ in range(40):
        actions = games.sample()
        assert actions.dtype == np.int64 and games.masks[np.arange(4), actions].all()
        assert np.array_equal(actions[:3], fewer.sample())
        for each in (games, quiet):
            each.step(actions)
        fewer.step(actions[:3])
    assert all(np.array_equal(*pair) for pair in zip(arrays(games), arrays(quiet), strict=True))
    twin = copy.copy(games)
    assert np.array_equal(twin.sample(), games.sample())
    games.reset(3)
    assert np.array_equal(games.sample(), Batch(ALL[label], 4, seed=3).sample())
    assert not np.array_equal(Batch(ALL[label], 99, seed=4).sample(), Batch(ALL[label], 99, seed=5).sample())


@every_game
def test_all_legal_actions_are_equally_likely(label: str) -> None:
    games = Batch(ALL[label], 1, seed=1)
    for _ in range(9):
        games.step(games.sample())
    legal = np.flatnonzero(games.masks[0])
    drawn = np.bincount([games.sample()[0] for _ in range(100 * len(legal))], minlength=games.masks.shape[1])
    assert drawn.sum() == drawn[legal].sum() and even(drawn[legal])


@pytest.mark.parametrize("width", [1, 3, 8, 13, 40, 1023, 1024, 2049])
@pytest.mark.parametrize("share", [0.3, 1.0])
def test_a_choice_from_masks_of_any_width(width: int, share: float) -> None:
    """Words of eight bytes do not begin where masks do."""
    rng = np.random.default_rng(width)
    masks = (rng.random((7, width)) < share).astype(np.int8)
    masks[np.arange(7), rng.integers(width, size=7)] = 1
    flat = masks.reshape(-1)
    generators, drawn = np.zeros(7, np.uint64), np.zeros((7, width), np.int64)
    seed_generators(generators, 1)
    actions = np.empty(7, np.int64)
    for _ in range(50 * width):
        choose(flat, flat[: flat.size // 8 * 8].view(np.uint64), generators, actions)
        drawn[np.arange(7), actions] += 1
    for mask, counts in zip(masks, drawn, strict=True):
        assert not counts[mask == 0].any() and even(counts[mask == 1])


def test_dakapo_without_squares_ends_with_a_full_board_or_a_player_who_cannot_place() -> None:
    games, rng, reasons = batch.make("dakapo", 64, call="spoken"), np.random.default_rng(1), set()
    for _ in range(64):
        before = [games.state(number) for number in range(len(games))]
        actions = random_actions(games, rng) % 256  # nobody calls
        games.step(actions)
        for number in np.flatnonzero(games.done).tolist():
            check_step(games, number, before[number], int(actions[number]))
            reasons.add(games.rewards[number, 0].item())
    assert reasons == {-1, 0, 1}


def on_the_ring(move: Any) -> tuple[object, ...]:
    return (move.tile, move.face, move.side, move.x % 48, move.y % 48) if isinstance(move, dalapapa.Place) else (move,)


def eastward(move: Any) -> int:
    return int(move.x - 4 * abs(move.y)) if isinstance(move, dalapapa.Place) else -999


def test_a_table_wider_than_the_ring_in_lock_step() -> None:
    """Tiles in a row to the east pass the end of the ring; then moves that share an action with others are played."""
    games, shared = batch.make("dalapapa", 1, target=999), 0
    for turn in range(70):
        before = games.state(0)
        moves = games.game.legal_moves(before)
        same = Counter(map(on_the_ring, moves))
        crowded = [move for move in moves if same[on_the_ring(move)] > 1]
        move = crowded[-1 - turn // 4 % 2] if crowded and turn % 4 == 0 else max(moves, key=eastward)
        action = games.encoding.code(before, move)
        games.step([action])
        if move in crowded:
            check_step(games, 0, before, action)
            check_arrays(games, 0, games.state(0))
            shared += 1
    assert shared > 5


@every_game
def test_seeds_reproduce_whatever_the_number_of_games(label: str) -> None:
    def played(count: int, seed: int) -> tuple[list[NDArray[Any]], Batch]:
        games, rng = Batch(ALL[label], count, seed), np.random.default_rng(2)
        choices = rng.integers(1 << 30, size=(40, 4))
        for row in choices:
            legal = [np.flatnonzero(mask) for mask in games.masks]
            games.step(np.array([codes[choice % len(codes)] for codes, choice in zip(legal, row, strict=False)]))
        return arrays(games), games

    four, games = played(4, 9)
    two, _ = played(2, 9)
    for one, other in zip(two, four, strict=True):
        assert np.array_equal(one, other[:2])
    begun = arrays(Batch(ALL[label], 4, 9))
    games.reset(9)
    for one, other in zip(begun, arrays(games), strict=True):
        assert np.array_equal(one, other), "a batch reset is a new one"
    if ALL[label].name != "dakapo":
        assert not np.array_equal(Batch(ALL[label], 4, 10).observations, begun[0])
        assert len({row.tobytes() for row in begun[0]}) == 4, "every game is dealt by itself"


@every_game
def test_an_illegal_action_names_game_and_rule_and_nothing_is_played(label: str) -> None:
    games, rng = Batch(ALL[label], 4, seed=1), np.random.default_rng(3)
    for _ in range(5):
        games.step(random_actions(games, rng))
    before, states = arrays(games), [games.state(number) for number in range(4)]
    wrong = [-1, games.masks.shape[1], 1 << 62, *np.flatnonzero(games.masks[2] == 0)[[0, 40, -1]].tolist()]
    for action in wrong:
        actions = random_actions(games, rng)
        actions[2] = action
        with pytest.raises(encore.IllegalMove, match=rf"rule \d+: game 2, action {action}: ") as refused:
            games.step(actions)
        assert refused.value.rule
        assert all(np.array_equal(*pair) for pair in zip(before, arrays(games), strict=True))
        assert [games.state(number) for number in range(4)] == states


def test_anything_but_an_array_of_actions_is_refused() -> None:
    games = batch.make("dakapo", 2)
    with pytest.raises(ValueError, match=r"2 whole numbers are needed, not float64 of the shape \(2,\)"):
        games.step([1.0, 2.0])
    with pytest.raises(ValueError, match=r"not int64 of the shape \(3,\)"):
        games.step([1, 2, 3])
    with pytest.raises(encore.OptionError, match="one game or more, not '0'"):
        batch.make("dakapo", 0)
    with pytest.raises(encore.UnknownGame, match="the games: dacapo, dakapo, dalapapa"):
        batch.make("chess", 2)
    with pytest.raises(encore.OptionError, match="possible values: auto, spoken"):
        batch.make("dakapo", 2, call="loud")


def test_numpy_numbers_are_accepted() -> None:
    four: Any = np.int64(4)
    three: Any = np.int8(3)
    games = batch.make("dacapo", four, seed=three, players=three)
    assert len(games) == 4 and type(games.game.players) is int
    assert np.array_equal(games.observations, batch.make("dacapo", 4, seed=3, players=3).observations)
    long: Any = np.uint64(2**64 - 1)
    games.reset(long)
    assert games.state(three) == games.state(3)
    odd: Any
    for odd in (True, np.True_, 4.0, "4"):
        with pytest.raises(encore.OptionError, match="one game or more, not"):
            batch.make("dakapo", odd)


@pytest.mark.parametrize("seed", ["x", 1.5, True, [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    games = batch.make("dacapo", 2)
    before = arrays(games)
    for refused in (games.reset, lambda seed: batch.make("dacapo", 2, seed=seed)):
        with pytest.raises(encore.OptionError, match=r"^a seed is a whole number, not .*$"):
            refused(seed)
    with pytest.raises(encore.OptionError, match=r"^a seed is a whole number, not 'None'$"):
        batch.make("dacapo", 2, seed=None)  # type: ignore[arg-type]
    assert all(np.array_equal(*pair) for pair in zip(before, arrays(games), strict=True))


@pytest.mark.parametrize("name", ["dacapo", "dalapapa"])
def test_without_a_seed_the_deals_differ_and_follow_from_the_last_seed(name: str) -> None:
    def dealt(games: Batch, times: int) -> list[bytes]:
        found = [games.observations.tobytes()]
        for _ in range(times):
            games.reset()
            found.append(games.observations.tobytes())
        return found

    games = batch.make(name, 3, seed=5)
    first = dealt(games, 3)
    assert len(set(first)) == 4
    games.step(random_actions(games, np.random.default_rng(0)))
    games.reset(5)
    assert dealt(games, 3) == first
    assert dealt(batch.make(name, 3, seed=6), 3)[1:] != first[1:]
    fewer = batch.make(name, 2, seed=5)
    fewer.reset()
    again = batch.make(name, 3, seed=5)
    again.reset()
    assert np.array_equal(fewer.observations, again.observations[:2]), "whatever the number of games"


@every_game
def test_games_can_wait_and_be_given_up(label: str) -> None:
    games = Batch(ALL[label], 4, seed=3)
    for _ in range(9):
        games.step(games.sample())
    before, states, actions = arrays(games), [games.state(number) for number in range(4)], games.sample()
    actions[1:3] = batch.WAIT, batch.RESTART
    games.step(actions)
    assert not games.done[1] and games.done[2] and not games.rewards[1:3].any()
    assert games.state(1) == states[1]
    for array, name in zip(before, ARRAYS, strict=True):
        if name not in ("rewards", "done"):
            assert np.array_equal(getattr(games, name)[1], array[1])
    assert dealt(games.game, games.game.initial(), games.state(2)) == games.state(2)
    for number in range(4):
        check_arrays(games, number, games.state(number))
    if not games.done[0]:
        check_step(games, 0, states[0], int(actions[0]))


def test_a_game_that_goes_on_has_no_end() -> None:
    games = batch.make("dakapo", 2)
    games.step(games.sample())
    with pytest.raises(encore.OptionError, match=r"^the last step did not end game 1$"):
        games.ended(1)


def test_only_games_of_the_batch_have_a_state() -> None:
    games = batch.make("dakapo", 3)
    for number in (-1, 3, 1.0, "1"):
        with pytest.raises(encore.OptionError, match=f"^the games are numbered 0 to 2; there is no '{number}'$"):
            games.state(number)  # type: ignore[arg-type]


@every_game
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_a_copy_continues_independently_in_the_same_way(label: str, copied: Callable[[Batch], Batch]) -> None:
    games, rng = Batch(ALL[label], 3, seed=5), np.random.default_rng(1)
    games.step(random_actions(games, rng))
    twin, kept = copied(games), arrays(games)
    walk = []
    for _ in range(3):
        walk.append(random_actions(twin, rng))
        twin.step(walk[-1])
    assert all(np.array_equal(*pair) for pair in zip(kept, arrays(games), strict=True))
    for actions in walk:
        games.step(actions)
    for number in range(3):
        assert twin.state(number) == games.state(number)
        check_arrays(twin, number, twin.state(number))
    games.reset()
    twin.reset()
    for name in ARRAYS:
        array = getattr(twin, name)
        assert np.array_equal(array, getattr(games, name))
        assert array.flags.c_contiguous and array.ctypes.data % 64 == 0, "laid out as the first one's"


def test_the_arrays_are_written_in_place_and_can_be_shared() -> None:
    games = batch.make("dacapo", 5, players=3)
    held = [getattr(games, name) for name in ARRAYS]
    games.step(random_actions(games, np.random.default_rng(0)))
    games.reset(3)
    for name, array in zip(ARRAYS, held, strict=True):
        assert getattr(games, name) is array and array.flags.c_contiguous and array.ctypes.data % 64 == 0
        assert np.array_equal(np.from_dlpack(array), array)


@every_game
def test_torch_shares_the_memory(label: str) -> None:
    torch = pytest.importorskip("torch", reason="needs PyTorch: make .venv/train.ready installs it")
    games = Batch(ALL[label], 3)
    shared = [torch.from_dlpack(getattr(games, name)) for name in ARRAYS]
    assert [tensor.data_ptr() for tensor in shared] == [getattr(games, name).ctypes.data for name in ARRAYS]
    games.step(torch.multinomial(shared[1].float(), 1).squeeze(1))
    for tensor, now in zip(shared, arrays(games), strict=True):
        assert np.array_equal(tensor.numpy(), now)


@pytest.mark.thorough  # importing JAX takes seconds
def test_jax_shares_the_memory() -> None:
    # In its own process: JAX warns about every later fork of the process that has loaded it.
    look = f"""
import jax
from encore.rl import batch
games = batch.make("dakapo", 3)
for name in {ARRAYS}:
    array = getattr(games, name)
    assert jax.dlpack.from_dlpack(array).unsafe_buffer_pointer() == array.ctypes.data, name
"""
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
