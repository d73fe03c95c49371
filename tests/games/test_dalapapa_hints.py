"""Hints of Dalapapa: where a move is, and what it is good for."""

from __future__ import annotations

from random import Random

import pytest

from encore.games.dalapapa import Dalapapa, Pass, Place, Stop
from encore.games.dalapapa.present.evaluate import reasons, where
from encore.games.dalapapa.present.lessons import LESSONS
from tests.games.dalapapa_texts import assert_told_in_every_language
from tests.games.dalapapa_walks import VARIANTS, label, turns


@pytest.mark.parametrize("game", VARIANTS, ids=label)
def test_hints_point_at_the_move_and_say_why(game: Dalapapa) -> None:
    rng = Random(8)
    for s in turns(game, 8):
        view = game.view(s, s.seat)
        for move in rng.sample(game.legal_moves(s), min(3, len(game.legal_moves(s)))):
            said = reasons(game, view, move)
            assert said
            for fact in said:
                assert_told_in_every_language(fact)
                assert fact.cells or not isinstance(move, Place)
            covered = game.play(s, move).layout.covered - s.layout.covered
            assert sorted(where(game, view, move)) == sorted(f"{x // 2},{y // 2}" for x, y in covered)


def test_what_hints_say() -> None:
    game = Dalapapa(2)
    step = LESSONS[1].steps[2]
    s = game.parse_state(step.position)
    said = list(map(str, reasons(game, s, game.parse_move(s, step.accept[0]))))
    assert said[:3] == [
        "it makes 3 new discs, worth 4 points",
        "it completes a yellow group of 5, worth 5 points",
        "it completes a red group of 3, worth 3 points",
    ]
    assert "no other move earns more now" in said
    worst = min(game.legal_moves(s), key=lambda move: game.play(s, move).scores[0])
    assert "no other move earns more now" not in map(str, reasons(game, s, worst))
    second = game.parse_state(LESSONS[2].steps[1].position)
    assert list(map(str, reasons(game, second, Stop()))) == ["the second tile would earn 2 points at most and costs 4"]
    assert list(map(str, reasons(game, second, Pass()))) == ["no tile of the hand fits anywhere"]


def test_groups_alike_are_one_reason() -> None:
    game = Dalapapa(2)
    s = game.parse_state("first 1 0,0 33,119/4,9 2a@0,-2n/27a@0,0e")
    assert list(map(str, reasons(game, s, game.parse_move(s, "33a@1,1w")))) == [
        "it makes 2 new discs, worth 2 points",
        "it completes 2 blue groups of 1, worth 2 points",
        "it completes a green group of 1, worth 1 point",
    ]
