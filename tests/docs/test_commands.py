"""docs/commands.md: every command with its arguments and options, and none that there is not."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer

from encore.cli.app import build
from tests.docs.pages import FENCE, ROOT
from tests.docs.shell import COMMANDS, options_of

PAGE = (ROOT / "docs" / "commands.md").read_text("utf-8")
INTRODUCTION, *SECTIONS = re.split(r"^## ", PAGE, flags=re.M)
TOLD = {section.partition("\n")[0]: section.partition("\n")[2] for section in SECTIONS}


def usage(name: str, command: Any) -> str:
    """Return how a command is called, without its options."""
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    words = [each.metavar if each.required else f"[{each.metavar.strip('[]…')}]" for each in arguments]
    ends = ["…" if each.nargs == -1 and not each.required else "" for each in arguments]
    return " ".join(["encore", name, *map("".join, zip(words, ends, strict=True))])


def test_every_command_has_its_section() -> None:
    assert list(TOLD) == list(COMMANDS), "in the order of encore --help"


@pytest.mark.parametrize("name", COMMANDS)
def test_arguments_and_options_are_those_of_the_command(name: str) -> None:
    told, options = TOLD[name], options_of(COMMANDS[name])
    assert re.findall(r"^`(encore .*)`$", told, re.M) == [usage(name, COMMANDS[name])]
    assert re.findall(r"^\| `(-.*?)` \|", told, re.M) == list(options.values()), "in the order of --help"


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_is_spoken_of_that_there_is_not(name: str) -> None:
    known = {option for command in COMMANDS.values() for option in options_of(command)}
    spoken = re.findall(r"(?<![\w-])--[a-z][\w-]*", FENCE.sub("", TOLD[name]))
    assert set(spoken) <= known


def test_what_the_command_itself_takes_is_told() -> None:
    root = typer.main.get_command(build())
    for option in (*options_of(root), "--help"):
        assert f"`encore {option}`" in INTRODUCTION
