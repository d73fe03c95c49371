"""The manual is built, strictly, and its reference has every public name.

Public is what docs/reference/index.md says: the names in ``__all__`` of a package, and in the modules that have a place
there every name without a leading underscore, with the methods of classes. What has no docstring is not shown.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

SOURCE = ROOT / "src"
REFERENCE = ROOT / "docs" / "reference"
MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((SOURCE / "encore").rglob("*.py"))
}
TOLD = set(re.findall(r"^::: (\S+)", "".join(page.read_text("utf-8") for page in REFERENCE.glob("*.md")), re.M))
"""The modules with a place in the reference."""
UNTOLD = re.findall(
    r"`(encore[\w.*]*)`", (REFERENCE / "index.md").read_text("utf-8").partition("## What has no page")[2]
)
"""Patterns of those without, which the page names with the reasons."""
MEANS = {"TypeVar", "ParamSpec", "TypeVarTuple", "getLogger"}
"""Their results are a module's own, whatever they are called."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the manual as make docs does."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.thorough  # builds the manual
def test_every_public_name_is_in_the_reference(site: Path) -> None:
    there = set()
    for page in (site / "reference").glob("*.html"):
        there |= set(re.findall(r'id="([^"]+)"', page.read_text("utf-8")))
    public = {name for module in sorted(TOLD) for name in names_of(module)}
    public |= {defined(module, name) for module in MODULES if not is_untold(module) for name in exported(module)}
    assert len(public) > 300
    assert not sorted(public - there), "these have no place in the built reference"


def test_what_import_encore_brings_stands_on_its_page() -> None:
    page = (REFERENCE / "encore.md").read_text("utf-8")
    assert {name for name in exported("encore") if f"[`{name}`][{defined('encore', name)}]" not in page} == set()


def test_no_module_is_forgotten() -> None:
    """Each has a place in the reference, or in the list of those that have none and why."""
    assert not [module for module in MODULES if module not in TOLD and not is_untold(module)]
    assert not TOLD - set(MODULES), "there are no such modules"


@pytest.mark.thorough
def test_nothing_comes_from_other_hosts(site: Path) -> None:
    """The site can be read from the disk, and nobody is told who reads it."""
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        loaded = re.findall(r"<(?:script|img|iframe|source|link)\b[^>]*?(?:src|href)=\"?([^\"> ]+)", text)
        assert loaded, page
        assert not [address for address in loaded if re.match(r"(?:\w+:)?//", address)], page


def is_untold(module: str) -> bool:
    return module not in TOLD and any(fnmatchcase(module, pattern) for pattern in UNTOLD)


@cache
def body(module: str) -> tuple[ast.stmt, ...]:
    return tuple(_statements(ast.parse(MODULES[module].read_text("utf-8"))))


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements of a module in order, those under an if or a try too."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If | ast.Try | ast.ExceptHandler):
            yield from _statements(child)
        elif isinstance(child, ast.stmt):
            yield child


def names_of(module: str) -> Iterator[str]:
    """Return the module, and with their paths the public names that it defines."""
    yield module
    yield from _public(module, body(module))


def _public(path: str, statements: tuple[ast.stmt, ...], of_class: bool = False) -> Iterator[str]:
    """Yield the public names; of the attributes of a class only those where a docstring follows."""
    for statement, following in zip(statements, (*statements[1:], None), strict=True):
        documented = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names = [name]
            case _:
                names = _assigned(statement) if documented or not of_class else []
        for name in names:
            if not name.startswith("_"):
                yield f"{path}.{name}"
                if isinstance(statement, ast.ClassDef):
                    yield from _public(f"{path}.{name}", tuple(statement.body), of_class=True)


def _assigned(statement: ast.stmt) -> list[str]:
    """Return the names of the constants and types that a statement defines, several where it has a tuple of them."""
    match statement:
        case ast.Assign(value=ast.Call(func=ast.Name(id=made) | ast.Attribute(attr=made))) if made in MEANS:
            return []
        case ast.Assign(targets=targets):
            found = [node for target in targets for node in ast.walk(target)]
        case ast.AnnAssign(target=target):
            found = [target]
        case _:
            return []
    return [node.id for node in found if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def exported(module: str) -> list[str]:
    """Return the names in a module's ``__all__``."""
    for statement in body(module):
        match statement:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return list(ast.literal_eval(value))
    return []


def defined(module: str, name: str) -> str:
    """Return the path at which an exported name is defined."""
    for statement in body(module):
        match statement:
            case ast.ImportFrom(module=str(source), names=names) if name in [each.name for each in names]:
                return f"{source}.{name}"
    return f"{module}.{name}"
