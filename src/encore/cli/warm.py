"""``encore warm``: compile what bots and estimates need, so that nobody's first move waits for it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from threading import Event, Thread

import typer

from encore.bots import bot_names, find_bot
from encore.cli.screen import console, progress
from encore.core import registry
from encore.core.game import AnyGame
from encore.core.game_folder import has_kernels, package_of
from encore.core.kernel_folder import kernel_folder
from encore.core.thinking import cores

SILENCE = 2.0
"""Seconds that bots may prepare before the terminal says what it waits for."""


def warm() -> None:
    """Compile what the bots need for every game, so that no first move waits for it."""
    kernel_folder()  # where it is only a temporary one, this process says so and not each of the others
    kinds = list(registry.games().values())
    waiting = {kind: [kind(players) for players in kind.player_counts] for kind in kinds}
    total, done = sum(map(len, waiting.values())), 0
    with progress("compiling") as bar, ProcessPoolExecutor(min(cores(), len(kinds)), get_context("spawn")) as pool:
        task = bar.add_task("compiling", total=total)
        # The kernels of a game serve all its player counts, so only one process at a time works on a game.
        running: dict[Future[None], type[AnyGame]] = {
            pool.submit(prepare_all, games.pop(0)): kind for kind, games in waiting.items()
        }
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                future.result()
                kind, done = running.pop(future), done + 1
                bar.update(task, completed=done)
                if waiting[kind]:
                    running[pool.submit(prepare_all, waiting[kind].pop(0))] = kind
    typer.echo(f"the bots are ready for {total} kinds of table; kernels: {kernel_folder() or 'not kept'}")


def prepare_all(game: AnyGame) -> None:
    """Have every bot load or compile what it needs for a game; the estimates of win chances and environments too."""
    for name in bot_names():
        find_bot(name).prepare(game)
    if registry.package_of(type(game)).features:
        from encore.analysis.evaluate import prepare  # here, as in analyse: the rules alone need no NumPy

        prepare(game)
    if registry.package_of(type(game)).rows:
        from encore.core.encoding import encoding_of
        from encore.rl.rows import rows_of

        rows_of(game, encoding_of(game))


def is_cold(game: AnyGame) -> bool:
    """Tell whether nothing was compiled yet for a game with its sources as they are now."""
    return not has_kernels(package_of(type(game).__module__))


@contextmanager
def telling() -> Iterator[None]:
    """Say that kernels are compiled, when that takes longer than a moment; on a terminal with their number."""
    over = Event()
    teller = Thread(target=_tell, args=(over,), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def _tell(over: Event) -> None:
    if over.wait(SILENCE) or not _compiled():
        return
    if not console.is_terminal:
        typer.echo("encore: compiling what the bots need; this happens once (encore warm does it beforehand)", err=True)
        return
    with console.status("compiling what the bots need; this happens once") as shown:
        while not over.wait(0.5):
            shown.update(f"compiling what the bots need; this happens once: {_compiled()} functions so far")


def _compiled() -> int:
    """Return how many kernels were compiled in this process; without asking for Numba, which takes a while to load."""
    # The other thread may be in the middle of importing it.
    progress = getattr(sys.modules.get("encore.core.compiling"), "Progress", None)
    return progress.compiled if progress else 0
