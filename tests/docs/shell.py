"""Shell blocks are run, or where that would take too long listened to: every command in them is looked at."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import typer

from encore.bots.bot import MODEL, SEARCH, find_bot
from encore.cli.app import build
from encore.core.registry import find
from tests.docs.pages import ROOT
from tests.patience import PATIENCE

NOTES = '#!/bin/sh\nprintf "%s\\n" "${0##*/}" "$@" "" >> "$NOTES"\n'
"""A command that notes what it was asked for, and does nothing."""
ENCORE = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m encore "$@"\n'
PYTHON = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n'


def commands(group: Any, before: str = "") -> dict[str, Any]:
    """Return the commands of a group by what is typed, those of its groups after each of them."""
    found: dict[str, Any] = {}
    for name, command in group.commands.items():
        found[before + name] = command
        found |= commands(command, f"{before}{name} ") if hasattr(command, "commands") else {}
    return found


COMMANDS = commands(typer.main.get_command(build()))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.M))
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])


class Shell:
    """A home of its own, with the real command ``encore`` or one that only notes; make, pip and git only ever note."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._commands = home / ".commands"
        self._notes = home / ".notes"
        self._commands.mkdir()

    def run(self, script: str, listening: bool = False) -> str:
        """Run a script to its end, look at what it only asked for, and return what it said."""
        for name in ("encore", "make", "pip", "git"):
            command = self._commands / name
            command.write_text(NOTES if listening or name != "encore" else ENCORE)
            command.chmod(0o700)
        python = self._commands / "python"
        python.write_text(PYTHON)
        python.chmod(0o700)
        self._notes.write_text("")
        places = {name: str(self.home) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
        done = subprocess.run(
            ["sh", "-eu", "-c", script],
            cwd=self.home,
            env={
                **os.environ,
                **places,
                "PYTHONDONTWRITEBYTECODE": "",
                "PATH": f"{self._commands}:/usr/bin:/bin",
                "NOTES": str(self._notes),
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        for asked in self._notes.read_text().split("\n\n"):
            look_at(asked.split("\n"))
        return done.stdout


def options_of(command: Any) -> dict[str, str]:
    """Return the options of a command, each as it is written with its value."""
    options = [parameter for parameter in command.params if parameter.param_type_name == "option"]
    return {
        name: f"{name} {option.metavar}" if option.metavar else name
        for option in options
        for name in (*option.opts, *option.secondary_opts)
    }


def look_at(words: list[str]) -> None:
    """Raise what would be wrong with a command, without running it."""
    if words[0] == "encore":
        look_at_encore(words[1:])
    elif words[0] == "make":
        look_at_make(words[1:])
    elif words[0] == "pip":
        extras = re.fullmatch(r"encore-table\[(\w+)\]", words[-1])
        assert extras and extras[1] in EXTRAS, f"pip install encore-table has {EXTRAS}, not {words[-1]}"


def named_in(words: list[str]) -> tuple[str, list[str]]:
    """Return the command that words name, and the other words."""
    names = [" ".join(words[:count]) for count in (2, 1)]
    found = next((name for name in names if name in COMMANDS), None)
    assert found, f"there is no encore {words[0]}"
    return found, words[len(found.split()) :]


def look_at_encore(words: list[str]) -> None:
    """Let the command read its arguments; games and bots must be there too."""
    name, arguments = named_in(words)
    given = COMMANDS[name].make_context(name, arguments).params
    if given.get("game"):
        find(given["game"])
    for bot in ",".join(given.get("bots") or ()).split(","):
        # The file of a model is made by a run that no test waits for.
        assert not bot or bot.startswith((MODEL, SEARCH)) or find_bot(bot)


def look_at_make(words: list[str]) -> None:
    """Find the targets and variables in the Makefile, and the benchmark that is asked for."""
    if words[:1] == ["-C"]:
        words = words[2:]
    for word in words:
        name, equals, value = word.partition("=")
        if equals:
            assert f"$({name})" in MAKEFILE, f"make knows no {name}"
            assert name != "ONLY" or (ROOT / "bench" / f"{value}.py").exists(), f"there is no benchmark {value}"
        else:
            assert name in TARGETS, f"make has {TARGETS}, not {name}"
