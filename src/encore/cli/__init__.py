"""The command ``encore`` and its error messages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper

import typer

from encore.cli.app import build
from encore.core.errors import EncoreError, printable

WRONG = 2
INTERRUPTED = 130
EXTRAS = {
    **dict.fromkeys(("llvmlite", "numba", "numpy"), "bots"),
    **dict.fromkeys(("openskill", "prometheus_client", "starlette", "uvicorn", "uvloop", "websockets"), "server"),
    **dict.fromkeys(("asyncpg", "valkey"), "service"),
    "ray": "cluster",
}
"""The extra that brings a package which the rules can do without."""


def main() -> None:
    """Run the command ``encore``."""
    run(build, "encore")


def run(build: Callable[[], typer.Typer], name: str) -> None:
    """Build a command and run it; an error becomes one line and an exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that lacks a character shows a question mark.
            stream.reconfigure(errors="replace")
    try:
        sys.exit(build()(sys.argv[1:] or ["--help"], prog_name=name, standalone_mode=False) or 0)
    except EncoreError as error:
        _fail(name, str(error))
    except typer.TyperException as error:
        command = getattr(getattr(error, "ctx", None), "command_path", name)
        said = error.format_message().rstrip(".").splitlines()[0].replace("Value error, ", "")
        _fail(name, f"{said}; see {command} --help")
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        _fail(name, f"{error.name} is not installed; pip install 'encore-table[{extra}]' brings it")
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # The reader of our output is gone.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        _fail(name, f"{error.filename or 'input and output'}: {error.strerror or error}")
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(INTERRUPTED)


def _fail(name: str, reason: str) -> None:
    typer.echo(printable(f"{name}: {reason}"), err=True)
    sys.exit(WRONG)
