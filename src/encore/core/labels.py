"""The English names and explanations of a game's options, by convention from its Fluent file.

``option-<name>`` is the label of an option, ``option-<name>-help`` its explanation and ``option-<name>-<value>`` the
label of a value. A game without such texts may give English text in ``Choice.help`` and ``Number.help``.
"""

from __future__ import annotations

from encore.core.english import has_text
from encore.core.fact import Fact
from encore.core.game import AnyGame


def option_label(game: type[AnyGame], name: str) -> str:
    """Return what an option is called; its name where the game has no text for it."""
    return _text(game, f"option-{name}") or name


def option_help(game: type[AnyGame], name: str) -> str:
    """Return the explanation of an option; empty where there is none."""
    return _text(game, f"option-{name}-help") or game.declared[name].help


def value_label(game: type[AnyGame], name: str, value: str) -> str:
    """Return what the value of an option is called; the value itself where the game has no text for it."""
    return _text(game, f"option-{name}-{value}") or value


def _text(game: type[AnyGame], message: str) -> str:
    code = f"{game.name}.{message.replace('_', '-')}"
    return str(Fact(code)) if has_text(code) else ""
