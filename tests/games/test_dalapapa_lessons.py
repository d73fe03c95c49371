"""Lessons of Dalapapa: each step accepts exactly the moves that it asks for."""

from __future__ import annotations

from typing import Any

import pytest

from encore.core.lesson import Step
from encore.games.dalapapa import Dalapapa, Phase, Place, Stop
from encore.games.dalapapa.present import board as page
from encore.games.dalapapa.present.lessons import LESSONS
from tests.games.dalapapa_layouts import play
from tests.games.dalapapa_texts import assert_told_in_every_language

STEPS = [step for lesson in LESSONS for step in lesson.steps]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.position.split()[-1])
def test_a_step_can_be_solved_and_has_texts(step: Step) -> None:
    game = Dalapapa(step.players, **step.options)
    s = game.parse_state(step.position)
    legal = set(map(game.format_move, game.legal_moves(game.view(s, s.seat))))
    assert set(step.accept) <= legal
    assert step.any_move or step.accept
    if not step.any_move:
        assert set(step.accept) < legal
        assert step.wrong
    for text in filter(None, (step.text, step.wrong, step.done)):
        assert_told_in_every_language(text)


def test_titles_have_texts() -> None:
    for lesson in LESSONS:
        assert_told_in_every_language(lesson.title)


def made(step: Step) -> dict[str, tuple[int, list[tuple[str, int]]]]:
    """Return for each tile that may be laid how many discs it makes, and the colours and sizes of its groups."""
    game = Dalapapa(step.players, **step.options)
    s = game.parse_state(step.position)
    found = {}
    for move in game.legal_moves(s):
        if isinstance(move, Place):
            look = page.preview(game, s, move)
            groups = sorted((str(group.colour), len(group.discs)) for group in look.groups)
            found[game.format_move(move)] = (len(look.discs), groups)
    return found


def solving(step: Step, wanted: Any) -> None:
    assert {move for move, result in made(step).items() if wanted(*result)} == set(step.accept)


def test_the_steps_accept_exactly_what_they_ask_for() -> None:
    _, two, three = LESSONS[0].steps
    solving(two, lambda discs, groups: discs == 2)
    solving(three, lambda discs, groups: discs == 3)
    one, first, other, six = LESSONS[1].steps
    solving(one, lambda discs, groups: any(size == 1 for _, size in groups))
    solving(first, lambda discs, groups: discs == 2 and groups == [("y", 7)])
    solving(other, lambda discs, groups: discs == 3 and groups == [("r", 3), ("y", 5)])
    solving(six, lambda discs, groups: ("y", 6) in groups)


def test_the_examples_of_the_rulebook_earn_what_it_says() -> None:
    """Rule 4: 2 + 7 = 9, 4 + 8 = 12, and six groups worth 1, 6, 2, 7, 5 and 1."""
    game = Dalapapa(2)
    for step, points in ((LESSONS[1].steps[1], 9), (LESSONS[1].steps[2], 12)):
        assert play(game, game.parse_state(step.position), *step.accept).scores[0] == points
    step = LESSONS[1].steps[3]
    s = play(game, game.parse_state(step.position), *step.accept)
    groups = page.picture(game, s, None).groups
    sizes = [len(group.discs) for group in groups if not group.open]
    assert sorted(sizes) == sorted([1, 6, 2, 7, 5, 1])


def test_the_lessons_of_the_second_tile_and_the_end() -> None:
    game = Dalapapa(2)
    pays, stop, last = LESSONS[2].steps
    s = game.parse_state(pays.position)
    worth = [move for move in game.legal_moves(s) if game.play(s, move).scores[0] > s.scores[0]]
    assert list(map(game.format_move, worth)) == list(pays.accept)
    s = game.parse_state(stop.position)
    assert all(game.play(s, move).scores[0] < s.scores[0] for move in game.legal_moves(s) if isinstance(move, Place))
    s = game.parse_state(last.position)
    for move in game.legal_moves(s):
        after = game.play(s, move)
        after = game.play(after, Stop()) if after.phase == Phase.SECOND else after
        outcome = game.outcome(after)
        assert outcome
        assert (outcome.winners == (1,)) == (game.format_move(move) in last.accept)
