"""``encore worker``: bots that compute on this machine for servers on others."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from encore.cli.serve import find_bus
from encore.core.errors import OptionError

AT_ONCE = 130
"""The exit status of a worker that is told twice to end."""
QUIET = 2.0
"""Seconds between two lines about how many games are loaded."""


def worker(
    bus: Annotated[
        str | None, typer.Option(metavar="URL", help="The bus of the servers: valkey://HOST:PORT; else ENCORE_BUS.")
    ] = None,
    secret_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A file with the secret of the servers; else ENCORE_WORKER_SECRET has it."),
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", min=0, max=256, help="Processes that compute; 0: one for each core.")
    ] = 0,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="How the servers call it; default: the name of this machine.")
    ] = "",
    log: Annotated[
        Literal["text", "json"],
        typer.Option(metavar="FORM", help="The log on standard error: text, or json for an object a line."),
    ] = "text",
) -> None:
    """Compute the moves of bots for servers on other machines until Ctrl-C; it finishes the moves that it has."""
    from encore.server.log_lines import write_log
    from encore.server.quiet_log import quieten
    from encore.server.workers.letters import GAPS
    from encore.server.workers.program import BotWorker
    from encore.server.workers.seal import SECRET, Seal, read_secret

    write_log(log)
    quieten()
    url, secret = bus or os.environ.get("ENCORE_BUS"), read_secret(secret_file)
    if not url:
        raise OptionError("a worker needs the bus of its servers: --bus valkey://HOST:PORT, or ENCORE_BUS")
    if not secret:
        raise OptionError(f"a worker needs the secret of its servers: --secret-file FILE, or {SECRET}")
    processes, called = workers or os.cpu_count() or 1, name or socket.gethostname()

    def ready() -> None:
        typer.echo(f"the bot worker {called} offers {processes} process{'es' * (processes > 1)} - Ctrl-C ends it")

    program = BotWorker(find_bus(url, GAPS), Seal(secret), processes, called, ready, log)
    asyncio.run(_run(lambda leave: program.run(leave, _progress())))


async def _run(work: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> None:
    leave, loop = asyncio.Event(), asyncio.get_running_loop()

    def asked() -> None:
        if leave.is_set():  # the second time: at once
            os._exit(AT_ONCE)
        leave.set()

    for ending in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # not on this system: Ctrl-C ends it at once
            loop.add_signal_handler(ending, asked)
    await work(leave)


def _progress() -> Callable[[int, int], None]:
    """Return what says now and then how many games are loaded."""
    last = time.monotonic()

    def say(done: int, total: int) -> None:
        nonlocal last
        if total and time.monotonic() - last >= QUIET:
            last = time.monotonic()
            typer.echo(f"loading the games: {done} of {total}", err=True)

    return say
