"""The English explanations of a game's options, by convention from its Fluent file.

``option-<name>-help`` explains an option. The page also shows ``option-<name>``, the label of an option, and
``option-<name>-<value>``, the label of a value, or ``option-<name>-value`` with the argument ``count`` for a
number; commands take the names themselves. A game without such texts may give English text in ``Choice.help`` and
``Number.help``.
"""

from __future__ import annotations

from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.core.rendering import has_text


def option_help(game: type[AnyGame], name: str) -> str:
    """Return the explanation of an option; empty where there is none."""
    return _text(game, f"option-{name}-help") or game.declared[name].help


def _text(game: type[AnyGame], message: str) -> str:
    code = f"{game.name}.{message.replace('_', '-')}"
    return str(Fact(code)) if has_text(code) else ""
