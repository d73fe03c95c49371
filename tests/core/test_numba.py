"""The parts of Numba that Encore's cache is made of. A new series of Numba is allowed once these tests pass with it."""

from __future__ import annotations

import inspect
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import caching

from tests.core.test_compiling import run

PARTS = {
    "_Cache": {"cache_path", "load_overload", "save_overload", "enable", "disable", "flush"},
    "_CacheLocator": {"ensure_cache_path", "get_cache_path", "get_source_stamp", "get_disambiguator", "from_function"},
    "CompileResultCacheImpl": {"__init__", "_locator_classes", "locator", "filename_base", "reduce", "rebuild"},
    "FunctionCache": {"__init__", "_impl_class", "cache_path", "load_overload", "save_overload", "flush"},
}
PARAMETERS: dict[Any, list[str]] = {
    caching.CacheImpl.__init__: ["self", "py_func"],
    caching.Cache.__init__: ["self", "py_func"],
    caching.Cache.load_overload: ["self", "sig", "target_context"],
    caching.Cache.save_overload: ["self", "sig", "data"],
}
WITHOUT = """
import numba.core.caching
del numba.core.caching.{part}
from encore.core.compiling import compiled

@compiled
def twice(x):
    return 2 * x

@compiled
def thrice(x):
    return 3 * x

print(twice(1), thrice(1))
"""


@pytest.mark.parametrize("part", PARTS)
def test_the_parts_of_numba_are_those_that_the_cache_uses(part: str) -> None:
    found = getattr(caching, part, None)
    assert found is not None, f"Numba {numba.__version__} has no numba.core.caching.{part}: see core/kernel_cache.py"
    missing = sorted(name for name in PARTS[part] if not hasattr(found, name))
    assert not missing, f"numba.core.caching.{part} of Numba {numba.__version__} lacks {missing}"
    abstract: frozenset[str] = getattr(found, "__abstractmethods__", frozenset()) - PARTS[part]
    assert not abstract, f"numba.core.caching.{part} of Numba {numba.__version__} also asks for {sorted(abstract)}"


def test_their_parameters_are_the_same() -> None:
    for function, expected in PARAMETERS.items():
        found = list(inspect.signature(function).parameters)
        assert found == expected, f"{function.__qualname__} of Numba {numba.__version__} takes {found}, not {expected}"


def test_a_compiled_function_has_a_cache_to_be_replaced() -> None:
    assert hasattr(numba.njit(lambda: None), "_cache"), f"dispatchers of Numba {numba.__version__} have no _cache"


def test_the_settings_are_known_without_numba(tmp_path: Path) -> None:
    """The digest is the same before and after Numba is loaded."""
    code = """
import sys, encore.games.dakapo
from encore.core.game_folder import folder_name, settings
before = settings(), folder_name("encore.games.dakapo")
assert "numba" not in sys.modules
import numba
folder_name.cache_clear()
print(before == (settings(), folder_name("encore.games.dakapo")) or (before, settings()))
"""
    done = run(code, tmp_path)
    assert done.stdout == "True\n", (
        f"Numba {numba.__version__}: {done.stdout}{done.stderr}; see USUAL in game_folder.py"
    )
    assert version("numba") == numba.__version__


def test_without_a_part_kernels_work_and_one_line_says_that_they_are_not_kept(tmp_path: Path) -> None:
    for part in ("_CacheLocator", "CompileResultCacheImpl"):
        done = run(WITHOUT.format(part=part), tmp_path)
        assert done.stdout == "2 3\n", done.stderr
        assert len(done.stderr.splitlines()) == 1 and part in done.stderr and "kernels are not kept" in done.stderr


def test_the_series_of_numba_is_one_that_was_tested() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    asked = project["optional-dependencies"]["bots"]
    series = ".".join(numba.__version__.split(".")[:2])
    following = f"{series.split('.')[0]}.{int(series.split('.')[1]) + 1}"
    assert f"<{following}" in str(asked), f"tests run with Numba {series}, but pyproject.toml allows {asked}"
