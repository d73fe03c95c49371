"""docs/settings.md: every variable of the environment that is read, every option of a game, every variable of make."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from encore.core.registry import games
from tests.docs.pages import ROOT
from tests.docs.shell import MAKEFILE

PAGE = (ROOT / "docs" / "settings.md").read_text("utf-8")
OURS = ("src", "bench", "tests", "examples", "web", "hatch_build.py")
WHOLE = "the whole environment"
"""What is read where nobody can tell which variables; elsewhere than in src it is only passed on."""


def sources(*endings: str) -> Iterator[Path]:
    for name in OURS:
        place = ROOT / name
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix in endings and "node_modules" not in path.parts and "page" not in path.parts:
                yield path


def variables(text: str, within: bool) -> Iterator[str]:
    """Read off which variables a program reads; ``within`` Encore that must be possible."""
    tree = ast.parse(text)
    named = set()
    for node in ast.walk(tree):
        place, key = _read(node)
        if place is not None:
            named.add(place)
            yield key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else WHOLE
    if within:
        yield from (WHOLE for node in ast.walk(tree) if _is_environment(node) and node not in named)


def _read(node: ast.AST) -> tuple[ast.AST | None, ast.AST | None]:
    """Return where a node asks for a variable, and which."""
    match node:
        case ast.Subscript(value=place, slice=key) if _is_environment(place):
            return place, key
        case ast.Call(func=ast.Attribute(value=place, attr="get" | "setdefault" | "pop"), args=[key, *_]) if (
            _is_environment(place)
        ):
            return place, key
        case ast.Compare(left=key, comparators=[place]) if _is_environment(place):
            return place, key
        case ast.Call(func=place, args=[key, *_]) if _is_environment(place):
            return place, key
        case ast.keyword(arg="envvar", value=key):
            return node, key
    return None, None


def _is_environment(node: ast.AST) -> bool:
    """Tell whether a node is os.environ or os.getenv, however imported."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in ("environ", "environb", "getenv", "getenvb")


def test_the_environment() -> None:
    read = {
        name
        for path in sources(".py")
        for name in variables(path.read_text("utf-8"), within=path.is_relative_to(ROOT / "src"))
    }
    for path in sources(".ts", ".js", ".svelte"):
        read |= set(re.findall(r"(?:process|import\.meta)\.env\.(\w+)", path.read_text("utf-8")))
    table = PAGE.partition("## The environment")[2].partition("What is read by the libraries")[0]
    rows = re.findall(r"^\| (`[A-Z].*?) \|", table, re.M)
    assert read == {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_a_variable_is_found_however_it_is_read() -> None:
    ways = 'os.environ["A"]; os.environ.get("B", ""); environ.setdefault("C", "1"); os.getenv("D"); "E" in os.environ'
    assert set(variables(f'{ways}; typer.Option(envvar="F")', within=True)) == set("ABCDEF")
    for hidden in ("os.getenv(name)", "dict(os.environ)", "place = os.environ"):
        assert set(variables(hidden, within=True)) == {WHOLE}
    assert not set(variables("{**os.environ}", within=False))


def test_the_options_of_the_games() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.*?) \| (.*?) \|", PAGE, re.M)
    told = [(game, option, values.replace("`", ""), default.strip("`")) for game, option, values, default in rows]
    assert sorted(told) == sorted(
        (game.name, name, option.range, str(option.default))
        for game in games().values()
        for name, option in game.declared.items()
    )
    for game in games().values():
        for name in game.box:
            assert f"--{name} FILE" in PAGE


def test_the_variables_of_make() -> None:
    """Those with a default that can be changed, and those that have none."""
    given = set(re.findall(r"^(\w+) :=", MAKEFILE, re.M))
    named = set(re.findall(r"^(\w+) \?=", MAKEFILE, re.M)) | set(re.findall(r"\$\(([A-Z_]+)\)", MAKEFILE)) - given
    told = PAGE.partition("## Make\n")[2]
    assert named == set(re.findall(r"([A-Z_]+)=", told))
