"""Public names of 0.1.0 that were changed still work, with a warning that says the new name."""

from __future__ import annotations

from importlib import import_module

import pytest

from encore.bots.mcts import MctsBot
from encore.core.thinking import Skill

OLD = {
    "encore.core.thinking:Sight": "encore.core.thinking:Skill",
    "encore.rl.table:Table": "encore.rl.episode:Episode",
    "encore.rl.table:MODES": "encore.rl.episode:MODES",
    "encore.rl.table:load_with": "encore.rl.episode:load_with",
    "encore.rl.table:read_mode": "encore.rl.episode:read_mode",
    "encore.rl.outline:corners": "encore.rl.svg:corners",
    "encore.rl.outline:dashes": "encore.rl.svg:dashes",
    "encore.arena.outline:Outline": "encore.arena.common_figures:CommonFigures",
    "encore.arena.outline:Wins": "encore.arena.common_figures:Wins",
}


@pytest.mark.parametrize("old", OLD)
def test_an_old_name_warns_and_works(old: str) -> None:
    (module, name), (source, now) = old.split(":"), OLD[old].split(":")
    with pytest.warns(DeprecationWarning, match=rf"^{module}\.{name} is now {source}\.{now}$"):
        found = getattr(import_module(module), name)
    assert found is getattr(import_module(source), now)


def test_an_old_argument_warns_and_works() -> None:
    with pytest.warns(DeprecationWarning, match=r"^MctsBot\(sight=…\) is now MctsBot\(skill=…\)$"):
        assert MctsBot(sight=Skill(nodes=7)).skill.nodes == 7


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = import_module("encore.rl.table").nothing
