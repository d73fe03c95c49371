"""How an answer of today is held against one of an earlier release: fields may be added, none may change."""

from __future__ import annotations

from typing import Any

TEXTS = frozenset({"why", "title", "summary", "help", "range"})
"""English for people, which may be reworded."""
PICTURES = frozenset({"board", "boards", "picture", "preview", "pictures"})
"""What a page draws; it belongs to the page of the same release (docs/compatibility.md)."""
MEASURED = frozenset({"left", "seen", "value", "values"})
"""Times that pass, and evaluations, which change with the bots."""


def assert_kept(frozen: Any, found: Any, at: str = "") -> None:
    """Fail where something that an earlier release answered is missing or different."""
    if isinstance(frozen, dict):
        assert isinstance(found, dict), f"{at}: {found!r}"
        for name, value in frozen.items():
            here = f"{at}.{name}"
            assert name in found, f"{here} is missing in {sorted(found)}"
            if name in TEXTS | PICTURES | MEASURED:
                assert type(found[name]) is type(value), f"{here}: {found[name]!r}"
            else:
                assert_kept(value, found[name], here)
    elif isinstance(frozen, list):
        assert isinstance(found, list) and len(found) == len(frozen), f"{at}: {found!r} instead of {frozen!r}"
        for number, (one, other) in enumerate(zip(frozen, found, strict=True)):
            assert_kept(one, other, f"{at}[{number}]")
    else:
        assert found == frozen and type(found) is type(frozen), f"{at}: {found!r} instead of {frozen!r}"
