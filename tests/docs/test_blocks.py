"""Blocks of code in the manual and the README: each is run, or checked in the way that suits it.

A block that is not run says so in the line before it: ``<!-- not run: why -->``.
"""

from __future__ import annotations

import configparser
import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import yaml  # type: ignore[import-untyped]
from _pytest.mark import ParameterSet

from encore.server.domain.positions import Looked
from encore.server.http.api import NewTable
from tests.docs.pages import PAGES, ROOT, Block, blocks, write_files
from tests.docs.shell import COMMANDS, Shell, look_at, look_at_encore, named_in, options_of

BLOCKS = {block.where: block for page in PAGES for block in blocks(page)}
PYTHON = [where for where, block in BLOCKS.items() if block.language == "python" and not block.file]
SHELL = ("sh", "console")
WITH_COMMANDS = [page for page in PAGES if any(block.language in SHELL for block in blocks(page))]
BODIES = {"POST /api/tables": NewTable, "POST /api/look": Looked}
SAID = re.compile(r"^ *print\(.*\)  # (.*)$", re.M)
COMMAND = re.compile(r"`((?:encore|make) [^`]+)`")


def long(page: Path) -> ParameterSet:
    """Return the parameter of a page; the one with every command takes half a minute."""
    return pytest.param(page, id=page.name, marks=pytest.mark.thorough if page.name == "commands.md" else ())


@pytest.mark.parametrize("where", PYTHON)
def test_python_runs_by_itself(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What stands in a comment behind a print is what it prints."""
    text = BLOCKS[where].text
    exec(compile(text, where, "exec"), {"__name__": "page"})
    said = capsys.readouterr().out.splitlines()
    for expected in SAID.findall(text):
        assert expected in said


@pytest.mark.sampled(2)
@pytest.mark.parametrize("page", [long(page) for page in WITH_COMMANDS])
def test_commands_run_one_after_the_other(page: Path, tmp_path: Path) -> None:
    """The files of a page are there for its commands, and its Python files are run by them."""
    files = write_files(page, tmp_path)
    shell = Shell(tmp_path)
    for block in blocks(page):
        if block.language == "sh":
            shell.run(block.text, listening=bool(block.excuse))
        elif block.language == "console":
            for command, said in re.findall(r"^\$ (.*\n)((?:[^$].*\n)*)", block.text, re.M):
                assert shell.run(command) == said, block.where
    for path in files:
        ran = (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc")
        assert path.suffix != ".py" or any(ran), f"{path.name} was written and never run"


def look_at_unit(text: str) -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    look_at_encore(shlex.split(unit["Service"]["ExecStart"])[1:])


def look_at_nginx(text: str) -> None:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    assert all(line.endswith((";", "{")) or line == "}" for line in lines)
    assert sum(line.endswith("{") for line in lines) == lines.count("}")


def look_at_settings(text: str) -> None:
    for line in text.splitlines():
        assert re.fullmatch(r"[a-z_]+ = ('[^']*'|\w+)", line), line


def look_at_script(text: str) -> None:
    """Its brackets close; what it does is tested where the page is."""
    for opening, closing in ("{}", "()", "[]"):
        assert text.count(opening) == text.count(closing)


def look_at_request(text: str) -> None:
    asked, _, body = text.partition("\n\n")
    msgspec.json.decode(body, type=BODIES[asked])


def look_at_text(text: str) -> None:
    assert not re.search(r"^ *(\$|encore|make|pip|python) ", text, re.M), "commands stand in a block of sh"


CHECKS: dict[str, Callable[[str], object]] = {
    "http": look_at_request,
    "ini": look_at_unit,
    "js": look_at_script,
    "json": json.loads,
    "nginx": look_at_nginx,
    "properties": look_at_settings,
    "text": look_at_text,
    "toml": tomllib.loads,
    "yaml": yaml.safe_load,
}


@pytest.mark.parametrize("block", BLOCKS.values(), ids=lambda block: block.where)
def test_every_block_is_of_a_language_that_is_checked(block: Block) -> None:
    if block.file or block.language == "python":
        assert not block.excuse, "it is run, whatever is said before it"
    elif block.language not in SHELL:
        assert block.language in CHECKS, f"{block.language or 'no language'}: nobody would notice what is wrong with it"
        CHECKS[block.language](block.text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_within_the_text_are_there(page: Path) -> None:
    """Their capitals stand for something that the reader puts in."""
    for command in COMMAND.findall(page.read_text("utf-8")):
        words = shlex.split(re.sub(r"[\[\]…]", "", command))
        if words[0] == "make":
            look_at([word for word in words if not word.isupper()])
        else:
            look_at_options(words[1:])


def look_at_options(words: list[str]) -> None:
    if words[0].startswith("-") or words[0].isupper():
        return
    name, arguments = named_in(words)
    unknown = {word for word in arguments if word.startswith("--")} - {*options_of(COMMANDS[name]), "--help"}
    assert not unknown, f"encore {name} has no {unknown}"


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent == ROOT], ids=lambda page: page.name)
def test_links_from_outside_the_manual_lead_somewhere(page: Path) -> None:
    """Those within it are checked when it is built."""
    links = re.findall(r"\]\(([^)#]+)|<img src=\"([^\"]+)", page.read_text("utf-8"))
    assert [link for pair in links for link in pair if link and not (ROOT / link).exists()] == []
