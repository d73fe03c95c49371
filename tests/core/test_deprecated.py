"""Public names of 0.1.0 that were changed still work, with a warning that says the new name."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from random import Random

import pytest

import encore
from encore.bots.mcts import MctsBot, notice, search
from encore.core.thinking import Budget, Skill
from encore.games.dalapapa.layout import Layout
from encore.games.dalapapa.position import State
from encore.rl.episode import Episode

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
        bot = MctsBot(sight=Skill(nodes=7))
    with pytest.warns(DeprecationWarning, match=r"^MctsBot\.sight is now MctsBot\.skill$"):
        assert bot.sight is bot.skill and bot.skill.nodes == 7
    with pytest.warns(DeprecationWarning, match=r"^notice\(sight=…\) is now notice\(skill=…\)$"):
        assert notice([1, 2], Random(1), sight=Skill()) == [1, 2]  # type: ignore[call-arg]
    game = encore.load("dakapo")
    with pytest.warns(DeprecationWarning, match=r"^search\(sight=…\) is now search\(skill=…\)$"):
        assert search(game, game.initial(), Random(1), Budget(nodes=1), sight=Skill(nodes=1)).nodes == 1  # type: ignore[call-arg]


def test_the_old_argument_of_render_warns_and_works() -> None:
    from encore.rl.render import render

    episode = Episode(encore.load("dakapo"))
    with pytest.warns(DeprecationWarning, match=r"^render\(table=…\) is now render\(episode=…\)$"):
        assert render(table=episode, mode="ansi", seat=None) == render(episode, "ansi", None)  # type: ignore[call-arg]


def test_the_old_field_of_a_state_of_dalapapa_warns_and_works() -> None:
    s = State(layout := Layout(), ((), ()), (0, 0))
    with pytest.warns(DeprecationWarning, match=r"^State\(table=…\) is now State\(layout=…\)$") as warned:
        assert State(table=layout, hands=((), ()), scores=(0, 0)) == s
    assert warned[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=r"^State\(table=…\) is now"):
        assert replace(s, table=(other := Layout())).layout is other  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="State needs layout, hands and scores"):
        State(layout)


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = import_module("encore.rl.table").nothing
