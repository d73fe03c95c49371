"""What the engine says, as data: a code with arguments, and the cells it is about.

A client renders a fact in its own language; ``str(fact)`` is the English text, or the code with the arguments where
there is none. The code ``core.plain`` names message
``plain`` in the Fluent files of ``core``; a game's codes start with the name of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Value: TypeAlias = "str | int | Fact | tuple[Fact, ...]"
"""An argument of a fact. The texts of a tuple of facts are joined as the language joins a list."""


@dataclass(frozen=True, init=False, slots=True)
class Fact:
    """One thing to tell a person: ``Fact("core.plain", text="…")``.

    ``cells`` are for a client that highlights them; the arguments are what the text needs.
    """

    code: str
    args: dict[str, Value]
    cells: tuple[str, ...]

    def __init__(self, code: str, /, *cells: str, **args: Value) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "args", args)
        object.__setattr__(self, "cells", cells)

    def __hash__(self) -> int:
        return hash((self.code, self.cells, tuple(sorted((name, str(value)) for name, value in self.args.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.code, self.args, self.cells)

    def __str__(self) -> str:
        # Most facts never become English text, so its parser is loaded for the first that does.
        from encore.core.rendering import render

        try:
            return render(self)
        except Exception:
            # The texts of other people's games can be wrong in any way; telling something must not fail for that.
            args = ", ".join(f"{name}={_written(value)}" for name, value in self.args.items())
            return f"{self.code} ({args})" if args else self.code


def _written(value: Value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _restore(code: str, args: dict[str, Value], cells: tuple[str, ...]) -> Fact:
    return Fact(code, *cells, **args)


def plain(text: str) -> Fact:
    """Return a text that has no code, such as the words of another library."""
    return Fact("core.plain", text=text)


def fact_of(said: str | Fact) -> Fact:
    """Return ``said`` as a fact; a game outside this package may still give its reasons as English text."""
    return said if isinstance(said, Fact) else plain(said)
