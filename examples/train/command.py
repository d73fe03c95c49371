"""The command: train on Dakapo in a folder, and continue an earlier run."""

from __future__ import annotations

import signal
import time
from functools import partial
from math import isnan
from pathlib import Path
from threading import Event
from typing import Annotated

import torch
import typer

from encore import load
from encore.bots.bot import MODEL as BOT
from encore.bots.bot import find_bot
from encore.cli.screen import count
from encore.core.errors import EncoreError
from examples.train import curve
from examples.train.export import export
from examples.train.network import Size
from examples.train.players import Play, players
from examples.train.run import Point, Run
from examples.train.strength import measure

CHECKPOINT, MODEL = "checkpoint.pt", "model.onnx"
BOTS = ("bot:easy", "bot:medium")

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A run that is in it goes on.")],
    minutes: Annotated[float, typer.Option(metavar="M", min=0, help="How long to learn, or to go on.")] = 25,
    every: Annotated[float, typer.Option(metavar="M", min=0, help="Minutes from one measurement to the next.")] = 3,
    games: Annotated[int, typer.Option(metavar="K", min=2, help="Games of a measurement with each bot.")] = 200,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="Where the chance of the games begins.")] = 0,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: auto or its address.")
    ] = None,
    layers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help=f"Layers of a new network, else {Size.layers}.")
    ] = None,
) -> None:
    """Learn Dakapo from nothing by playing against oneself; keep checkpoint.pt, model.onnx and the learning curve."""
    if isnan(minutes) or isnan(every):
        raise EncoreError("--minutes and --every are numbers")
    # On every signal to end, write a checkpoint first.
    interrupted = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, partial(_interrupt, interrupted))
    torch.manual_seed(seed)
    run = _open(folder, layers)
    with players(run.game, run.size, seed + run.moves, cluster) as play:
        # Report errors in the bot now, not after the first training steps.
        export(run.learner.network, run.game, folder / MODEL)
        find_bot(f"{BOT}{folder / MODEL}").prepare(run.game)
        try:
            typer.echo(f"learning in {folder}; Ctrl-C ends it and keeps what is learnt")
            if not run.curve:
                _look(run, folder, games)
            _learn(run, folder, play, 60 * minutes, 60 * every, games, interrupted)
        except KeyboardInterrupt:
            run.write(folder / CHECKPOINT)
            typer.echo(f"interrupted; the same command goes on from {folder / CHECKPOINT}", err=True)
            raise
    typer.echo(f"play it: encore play {run.game.name} --seat human,{BOT}{folder / MODEL}")


def _interrupt(interrupted: Event, *_: object) -> None:
    """End the run now, or soon: an exception that comes in the middle of a compilation can get lost."""
    interrupted.set()
    raise KeyboardInterrupt


def _learn(run: Run, folder: Path, play: Play, seconds: float, every: float, games: int, interrupted: Event) -> None:
    """Alternate between playing and learning until the time is over; measurements count as time."""
    began = time.monotonic() - run.seconds
    end, due = run.seconds + seconds, run.seconds + every
    while True:
        if interrupted.is_set():
            raise KeyboardInterrupt
        experience = play(run.learner.network.state_dict())
        run.learner.learn(experience, run.moves)
        run.moves += len(experience.actions)
        run.games += experience.games
        run.seconds = time.monotonic() - began
        if run.seconds >= min(due, end):
            _look(run, folder, games)
            run.seconds = time.monotonic() - began
            due = run.seconds + every
        if run.seconds >= end:
            return


def _open(folder: Path, layers: int | None) -> Run:
    game, checkpoint = load("dakapo"), folder / CHECKPOINT
    if folder.exists() and not folder.is_dir():
        raise EncoreError(f"{folder} is a file; name a folder")
    if not checkpoint.exists():
        folder.mkdir(parents=True, exist_ok=True)
        return Run.begin(game, Size(layers=layers or Size.layers))
    run = Run.read(checkpoint, game)
    if layers not in (None, run.size.layers):
        raise EncoreError(f"{checkpoint} has {run.size.layers} layers, not {layers}; start again in another folder")
    typer.echo(f"{checkpoint} goes on after {run.seconds / 60:.1f} minutes and {count(run.games, 'game')}")
    return run


def _look(run: Run, folder: Path, games: int) -> None:
    """Measure the network, and save everything."""
    export(run.learner.network, run.game, folder / MODEL)
    for bot in BOTS:
        found = measure(folder / MODEL, run.game, bot, games, run.moves)
        run.curve.append(Point(run.seconds, run.moves, bot, found.score, found.low, found.high, run.games))
        typer.echo(f"{run.seconds / 60:5.1f} minutes, {run.games:,} games: {found} against {bot}")
    run.write(folder / CHECKPOINT)
    curve.draw(f"{run.game.title}: learning from nothing", run.curve, folder)
