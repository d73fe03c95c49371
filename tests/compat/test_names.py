"""Every public name of an earlier release can still be imported, renamed ones with a warning."""

from __future__ import annotations

import json
import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import encore
from encore.core.registry import part
from tests.compat.signatures import describe_call, lost
from tests.compat.test_compat import RELEASES


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_no_public_name_is_lost(release: Path) -> None:
    names = json.loads((release / "names.json").read_text("utf-8"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        assert [name for name in names if not is_there(name)] == []


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_no_argument_and_no_field_of_a_public_name_is_lost(release: Path) -> None:
    called = json.loads((release / "signatures.json").read_text("utf-8"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        assert [each for name, old in called.items() for each in lost(name, old)] == []


def test_nothing_is_lost_in_the_release_that_is_frozen_now() -> None:
    """The data of a new release passes its own tests."""
    names = json.loads((RELEASES[0] / "names.json").read_text("utf-8"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        described = {name: describe_call(name) for name in names}
        assert [each for name, now in described.items() for each in lost(name, now)] == []


def test_another_position_is_found_behind_an_argument_without_a_name() -> None:
    described = describe_call("encore.core.registry.load")
    assert described["placed"] == ["name", "players"]
    assert lost("encore.core.registry.load", {**described, "placed": ["players", "name"]}) == [
        "encore.core.registry.load: players has another position",
        "encore.core.registry.load: name has another position",
    ]


def is_there(name: str) -> bool:
    """Tell whether a dotted name leads to a module, or to something in one."""
    words = name.split(".")
    inside = next(count for count in range(len(words), 0, -1) if _is_module(".".join(words[:count])))
    found: Any = import_module(".".join(words[:inside]))
    for word in words[inside:]:
        if not hasattr(found, word):
            return isinstance(found, type) and any(
                word in vars(base).get("__annotations__", ()) for base in found.__mro__
            )
        found = getattr(found, word)
    return True


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def test_renamed_names_say_what_they_are_called_now() -> None:
    with pytest.warns(DeprecationWarning, match="package_of"):
        module = part(encore.find("dakapo"), "search")
    assert module is not None and module.__name__ == "encore.games.dakapo.search.searcher"
    with pytest.warns(DeprecationWarning, match="package_of"):
        assert part(encore.find("dakapo"), "chance") is None
