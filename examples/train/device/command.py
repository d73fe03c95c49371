"""The command: train on Dakapo in a folder wholly on one device, and continue an earlier run."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from math import cos, isnan, pi
from pathlib import Path
from typing import Annotated, Any

import jax
import jax.numpy as jnp
import numpy as np
import typer

from encore.bots.bot import MODEL as BOT
from encore.core.encoding import label, mismatch
from encore.core.errors import EncoreError, first_line
from encore.rl.jax import Env, make
from examples.train.device import learner as learning
from examples.train.device import selfplay
from examples.train.device.export import export
from examples.train.device.learner import LAST_RATE, RATE, Learner, advance
from examples.train.device.network import Size, begin

CHECKPOINT, MODEL, LOG = "checkpoint.npz", "model.onnx", "log.tsv"
VERSION = "1"
"""The format version of checkpoints; increased when their content changes."""
PARTS = ("weights", "mean", "first", "second")
"""What a learner has by the names of the weights."""

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@dataclass
class Run:
    """What is kept between two commands."""

    learner: Learner
    seconds: float = 0
    moves: int = 0
    games: int = 0


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A run that is in it goes on.")],
    minutes: Annotated[float, typer.Option(metavar="M", min=0, help="How long to learn, or to go on.")] = 25,
    every: Annotated[float, typer.Option(metavar="M", min=0, help="Minutes from one file to the next.")] = 3,
    games: Annotated[int, typer.Option(metavar="K", min=1, help="Games at once.")] = 2048,
    moves: Annotated[int, typer.Option(metavar="K", min=1, help="Moves of each between two lessons.")] = 16,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="Where the chance of the games begins.")] = 0,
    layers: Annotated[int, typer.Option(metavar="N", min=1, help="Layers of a new network.")] = Size.layers,
) -> None:
    """Learn Dakapo from nothing on a GPU; keep checkpoint.npz, and a model-M.onnx after every few minutes."""
    if isnan(minutes) or isnan(every):
        raise EncoreError("--minutes and --every are numbers")
    env = make("dakapo")
    run = _open(folder, env, layers, seed)
    typer.echo(f"learning in {folder} on {jax.devices()[0].device_kind}; Ctrl-C ends it and keeps what is learnt")
    try:
        _learn(run, env, folder, games, moves, 60 * minutes, 60 * every, seed)
    finally:
        _keep(run, env, folder)
    typer.echo(f"play it: encore play {env.id} --seat human,{BOT}{folder / MODEL}")


def _learn(run: Run, env: Env, folder: Path, games: int, moves: int, seconds: float, every: float, seed: int) -> None:
    """Alternate between playing and learning until the time is over; compiling counts as time."""
    key = jax.random.fold_in(jax.random.key(seed), run.moves)
    playing = selfplay.begin(env, games, key)
    began, told, due = time.monotonic(), 0.0, every
    before = run.seconds
    while (passed := time.monotonic() - began) < seconds:
        share = min(1.0, passed / seconds)
        rate = LAST_RATE + (RATE - LAST_RATE) * (1 + cos(pi * share)) / 2
        key, now = jax.random.split(key)
        run.learner, playing, found = advance(env, run.learner, playing, now, jnp.float32(rate), moves)
        ended, surprise, wrong = (float(each) for each in found)
        run.moves += games * moves
        run.games += int(ended)
        run.seconds = before + time.monotonic() - began
        if run.seconds - before >= told:
            told = run.seconds - before + 10
            length = games * moves / ended if ended else 0
            line = f"{run.seconds / 60:.2f}\t{run.games}\t{run.moves}\t{surprise:.3f}\t{wrong:.3f}\t{length:.1f}"
            with (folder / LOG).open("a") as log:
                log.write(f"{line}\n")
            typer.echo(
                f"{run.seconds / 60:5.1f} minutes, {run.games:,} games of {length:.0f} moves: "
                f"policy off by {surprise:.3f}, value by {wrong:.3f}"
            )
        if run.seconds - before >= due:
            due += every
            _keep(run, env, folder)
            export(_arrays(run.learner.mean), env.game, folder / f"model-{round(run.seconds / 60)}.onnx")


def _arrays(weights: dict[str, Any]) -> dict[str, Any]:
    return {name: np.asarray(each) for name, each in weights.items()}


def _keep(run: Run, env: Env, folder: Path) -> None:
    """Write model and checkpoint; existing ones stay intact until the new ones are complete."""
    export(_arrays(run.learner.mean), env.game, folder / MODEL)
    kept = {f"{part}.{name}": array for part in PARTS for name, array in _arrays(getattr(run.learner, part)).items()}
    facts = {**label(env.game), "version": VERSION}
    numbers = [run.seconds, run.moves, run.games, int(run.learner.steps)]
    fresh = folder / "checkpoint.new.npz"
    np.savez(fresh, facts=np.array(list(facts.items())), numbers=np.array(numbers), **kept)
    fresh.replace(folder / CHECKPOINT)


def _open(folder: Path, env: Env, layers: int, seed: int) -> Run:
    if folder.exists() and not folder.is_dir():
        raise EncoreError(f"{folder} is a file; name a folder")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / CHECKPOINT
    if not path.exists():
        size = Size(**{**asdict(Size()), "layers": layers})
        return Run(learning.begin(begin(size, jax.random.key(seed))))
    try:
        with np.load(path) as kept:
            facts = dict(kept["facts"].tolist())
            seconds, moves, games, steps = kept["numbers"].tolist()
            parts: list[dict[str, Any]] = [
                {name.partition(".")[2]: jnp.asarray(kept[name]) for name in kept if name.startswith(f"{part}.")}
                for part in PARTS
            ]
    except Exception as error:  # whatever NumPy raises for other kinds of files
        raise EncoreError(f"{path} is no checkpoint: {first_line(error)}") from None
    if facts.pop("version", None) != VERSION:
        raise EncoreError(f"{path} is a checkpoint of another version; this program reads {VERSION}")
    if reason := mismatch(facts, env.game):
        raise EncoreError(f"{path}: {reason}")
    return Run(Learner(parts[0], parts[1], parts[2], parts[3], jnp.int32(steps)), seconds, int(moves), int(games))
