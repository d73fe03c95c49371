"""Training on a device with JAX; in a process of its own, because JAX warns about every later fork."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMPARE = """
import sys
import numpy as np
import onnxruntime
from encore.rl import batch
from examples.train.device.network import apply

with np.load(sys.argv[1] + "/checkpoint.npz") as kept:
    weights = {name[5:]: kept[name] for name in kept if name.startswith("mean.")}
games, rng = batch.make("dakapo", 16), np.random.default_rng(0)
for _ in range(14):
    games.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in games.masks]))
ours = apply(weights, games.observations.copy())
theirs = onnxruntime.InferenceSession(sys.argv[1] + "/model.onnx").run(None, {"observations": games.observations})
for one, other in zip(ours, theirs, strict=True):
    assert np.abs(np.asarray(one) - other).max() < 0.05, "the network computes with eight bits"
"""


@pytest.mark.thorough  # JAX compiles for a minute
def test_a_run_is_written_goes_on_and_plays_as_a_model(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "JAX_PLATFORMS": "cpu"},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    folder = str(tmp_path)
    for _ in range(2):
        train = ("--minutes", "0.01", "--games", "4", "--moves", "2", "--layers", "1")
        told = run("-m", "examples.train.device", folder, *train)
        assert "model.onnx" in told
    assert len((tmp_path / "log.tsv").read_text().splitlines()) == 2
    assert (tmp_path / "model.onnx").stat().st_size < 2_000_000
    run("-c", COMPARE, folder)
