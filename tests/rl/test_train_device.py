"""The example that trains wholly on one device, here on the CPU and with tiny sizes.

JAX runs in processes of its own: it warns about every later fork of the process that has loaded it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from textwrap import dedent

import numpy as np
import pytest

import encore
from encore.bots.bot import MODEL, find_bot
from encore.core.thinking import Budget
from tests.docs.pages import ROOT
from tests.rl.test_jax import QUICK

TINY = ("--games", "8", "--moves", "3", "--layers", "1", "--every", "9", "--minutes", "0.0001")


def run(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    kept = {"JAX_COMPILATION_CACHE_DIR": str(folder), "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0"}
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **QUICK, **(kept if folder else {})},
    )


BEGIN = """
    import sys
    from pathlib import Path

    import jax, jax.numpy as jnp, numpy as np
    from encore.rl import batch
    from encore.rl.jax import make
    from examples.train.device import command, learner as learning, network, selfplay
    from examples.train.device.export import export

    env = make("dakapo")
    size = network.Size(notes=8, words=4, layers=1, value=8)
    weights = network.begin(size, jax.random.key(1))
    # The biases begin with 0; they must count in what is compared.
    for number, (name, each) in enumerate(weights.items()):
        weights[name] = each + 0.1 * jax.random.normal(jax.random.key(number), each.shape)
    # Positions from the kernels: compiling the games in JAX takes longer.
    games = batch.make("dakapo", 8)
    seen, masks = [], []
    for _ in range(12):
        seen.append(games.observations.copy())
        masks.append(games.masks.copy())
        games.step(games.sample())
    seen, masks = np.concatenate(seen), np.concatenate(masks)
"""


def look(code: str, *arguments: object) -> None:
    done = run("-c", dedent(BEGIN) + dedent(code), *map(str, arguments))
    assert done.returncode == 0, done.stderr


def test_the_exported_model_rates_as_the_network_does(tmp_path: Path) -> None:
    """Both in float32: bfloat16, in which the network learns, has three digits only."""
    look(
        """
        import onnxruntime
        jnp.bfloat16 = jnp.float32
        path = Path(sys.argv[1]) / "model.onnx"
        export(command._arrays(weights), env.game, path)
        rated = onnxruntime.InferenceSession(path).run(None, {"observations": seen})
        for found, wanted in zip(rated, network.apply(weights, seen), strict=True):
            assert np.allclose(found, wanted, atol=1e-4), abs(found - wanted).max()
        assert np.ptp(rated[1]) > 0.01 and np.ptp(rated[0]) > 0.1, "positions differ"
        """,
        tmp_path,
    )


@pytest.mark.thorough  # compiles the search
def test_self_play_is_legal_and_judges_positions_by_what_came_of_them() -> None:
    look("""
        playing = selfplay.begin(env, 16, jax.random.key(2))
        policy, action, value = jax.jit(selfplay.look, static_argnums=0)(env, weights, playing.state, jax.random.key(3))
        legal = np.array(playing.state.legal_action_mask)
        assert legal[np.arange(16), action].all()
        assert np.allclose(policy.sum(1), 1, atol=1e-3) and not np.array(policy)[~legal].any()
        assert (abs(value) <= 1).all()

        values = jnp.array([[0.1], [-0.2], [0.3], [0.0]])
        rewards, ended = jnp.array([[0.0], [0.0], [1.0], [0.0]]), jnp.array([[False], [False], [True], [False]])
        found = np.array(selfplay.returns(values, rewards, ended, jnp.array([0.5])))[:, 0]
        far = selfplay.FORESIGHT
        before = -(far * 1 + (1 - far) * 0.3)
        first = -(far * before + (1 - far) * -0.2)
        assert np.allclose(found, [first, before, 1, -0.5]), found
    """)


LEARN = """
    rows = len(seen)
    values = jnp.where(jnp.arange(rows) % 2, 1.0, -1.0)
    policy = jnp.asarray(masks * (np.arange(256) < 64), jnp.float32)  # red stones only
    policy /= jnp.maximum(policy.sum(1, keepdims=True), 1)
    portion = selfplay.Experience(jnp.asarray(seen), policy, values, jnp.ones(rows, bool))
    improve = jax.jit(learning.improve)
"""


def test_learning_goes_on_from_a_checkpoint_as_if_nothing_had_been_between(tmp_path: Path) -> None:
    look(
        LEARN
        + """
    learner = learning.begin(weights)
    before = learning.loss(weights, portion)[0]
    for _ in range(30):
        learner, _ = improve(learner, portion, jnp.float32(1e-2))
    after = learning.loss(learner.weights, portion)[0]
    assert after < before - 0.1, (before, after)
    mean, last = (abs(each["first"] - weights["first"]).max() for each in (learner.mean, learner.weights))
    assert 0 < mean < last, "the mean follows slowly"

    folder = Path(sys.argv[1])
    run = command.Run(learner, 61.5, 4096, 77)
    command._keep(run, env, folder)
    again = command._open(folder, env, 1, 0)
    assert (again.seconds, again.moves, again.games) == (61.5, 4096, 77)
    assert int(again.learner.steps) == 30
    going, gone = (improve(each, portion, jnp.float32(1e-2))[0] for each in (learner, again.learner))
    for part in command.PARTS:
        one, other = getattr(going, part), getattr(gone, part)
        assert one.keys() == other.keys() and all((one[name] == other[name]).all() for name in one), part

    def refused(says):
        try:
            command._open(folder, env, 1, 0)
        except command.EncoreError as error:
            assert says in str(error) and "\\n" not in str(error), error
        else:
            raise AssertionError(says)

    path = folder / command.CHECKPOINT
    kept = dict(np.load(path))
    np.savez(path, **{**kept, "facts": np.array([["version", "0"]])})
    refused("is a checkpoint of another version; this program reads 1")
    np.savez(path, **{**kept, "facts": np.array([["version", "1"], ["game", "dacapo"]])})
    refused("it has learnt dacapo, not dakapo")
    path.write_text("nothing of the kind")
    refused("is no checkpoint")
""",
        tmp_path,
    )


@pytest.mark.thorough
def test_the_command_learns_goes_on_and_its_model_plays(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    numbers = []
    for _ in range(2):
        done = run("-m", "examples.train.device", str(folder), *TINY, folder=tmp_path / "compiled")
        assert done.returncode == 0, done.stderr
        assert f"play it: encore play dakapo --seat human,model:{folder / 'model.onnx'}" in done.stdout
        with np.load(folder / "checkpoint.npz") as kept:
            numbers.append(kept["numbers"].tolist())
    (seconds, moves, _, steps), (later, more, _, further) = numbers
    assert later > seconds > 0 and (moves, more) == (24, 48) and further > steps > 0
    assert len((folder / "log.tsv").read_text("utf-8").splitlines()) == 2
    game, bot = encore.load("dakapo"), find_bot(f"{MODEL}{folder / 'model.onnx'}")
    bot.prepare(game)
    with Budget(nodes=1) as budget:
        assert bot.choose(game, game.initial(), Random(1), budget) in game.legal_moves(game.initial())
