"""Dakapo for the page: what is drawn, said and taught, each compared with what the rules alone say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import encore
from encore.core.lesson import Step
from encore.games import dakapo
from encore.games.dakapo import Dakapo
from encore.games.dakapo.present import board, evaluate
from encore.games.dakapo.present.lessons import LESSONS
from encore.games.dakapo.tables import CELLS, COLOURS, SQUARES
from tests.games.catalogues import catalogue

LANGUAGES = ("en", "ja", "de", "fr")
HOLE = re.compile(r"\{(\w+)\}")
STEPS = [step for lesson in LESSONS for step in lesson.steps]

AUTO, SPOKEN = Dakapo(), Dakapo(call="spoken")
KEYS = catalogue("dakapo", "en")
TEMPLATES = [(key, re.compile("(.+?)".join(map(re.escape, HOLE.split(key)[::2])))) for key in KEYS if "{" in key]


def is_known(sentence: str) -> bool:
    """Tell whether the page can translate a sentence: it is a text, or fits one whose phrases are texts or names."""
    if sentence in KEYS:
        return True
    for _, template in TEMPLATES:
        if found := template.fullmatch(sentence):
            return all(hole in KEYS or " " not in hole or hole.startswith(("'", '"')) for hole in found.groups())
    return False


@lru_cache(maxsize=1 << 15)
def finishing(s: Any) -> list[Any]:
    """Return the stones that make a square, by the rules of a game in which squares count by themselves."""
    return [move for move in AUTO.legal_moves(s) if AUTO.play(s, move).won]


def is_quiet(s: Any, move: Any) -> bool:
    after = AUTO.play(s, move)
    return not after.won and not finishing(after)


@cache
def careful_game(game: Dakapo, seed: int) -> list[Any]:
    """Return the positions of a game whose players mostly complete nothing and leave nothing to complete."""
    rng, s = Random(seed), game.initial()
    states = [s]
    while game.to_move(s) is not None:
        moves = [move for move in game.legal_moves(s) if not move.call]
        tried = rng.sample(moves, min(6, len(moves)))
        s = game.play(s, next((move for move in tried if is_quiet(s, move)), tried[0]))
        states.append(s)
    return states


def positions(game: Dakapo, seeds: range, every: int = 1) -> Iterator[Any]:
    for seed in seeds:
        yield from careful_game(game, seed)[seed % every :: every]


@pytest.mark.parametrize("game", [AUTO, SPOKEN], ids=["auto", "spoken"])
def test_the_moves_are_exactly_the_legal_ones_for_the_seat_to_move(game: Dakapo) -> None:
    for s in positions(game, range(6)):
        mover = game.to_move(s)
        for seat in (None, 0, 1):
            legal = game.legal_moves(s) if seat is not None and seat == mover else ()
            shown = board.picture(game, s, seat)["moves"]
            assert [each["move"] for each in shown] == [game.format_move(move) for move in legal]
        for each in board.picture(game, s, mover)["moves"]:
            move = game.parse_move(s, each["move"])
            assert (each["cell"], each["colour"]) == (CELLS[move.cell], COLOURS[move.colour])
            assert each["call"] is move.call


@pytest.mark.parametrize("game", [AUTO, SPOKEN], ids=["auto", "spoken"])
def test_the_picture_says_what_the_text_of_the_position_says(game: Dakapo) -> None:
    for s in positions(game, range(6)):
        drawn = board.picture(game, s, None)
        ranks, last = game.format_state(s).split()
        letters = re.sub(r"\d", lambda run: "." * int(run[0]), ranks).replace("/", "")
        cells = [file + rank for rank in "87654321" for file in "abcdefgh"]
        stones = {cell: letter for cell, letter in zip(cells, letters, strict=True) if letter != "."}
        assert {cell: colour[0] for cell, colour in drawn["stones"].items()} == stones
        assert drawn["supply"] == {colour: 16 - letters.count(colour[0]) for colour in COLOURS}
        over = game.outcome(s) is not None
        assert (drawn["forbidden"] or "-")[0] == ("-" if over else last[0])
        assert json.loads(json.dumps(drawn)) == drawn


def test_squares_are_drawn_around_their_corners_when_they_are_made() -> None:
    won = 0
    for s in positions(AUTO, range(30)):
        squares = board.picture(AUTO, s, None)["squares"]
        assert bool(squares) is s.won
        for square in squares:
            won += 1
            at = [(ord(cell[0]), int(cell[1])) for cell in square["cells"]]
            sides = [(x - u, y - v) for (x, y), (u, v) in zip(at, [*at[1:], at[0]], strict=True)]
            assert len({x * x + y * y for x, y in sides}) == 1
            assert all(x * u + y * v == 0 for (x, y), (u, v) in pairwise(sides))
            stones = board.picture(AUTO, s, None)["stones"]
            assert {stones[cell] for cell in square["cells"]} == {square["colour"]}
            assert square["won"]
    assert won


def test_a_square_that_nobody_called_is_drawn_and_has_not_won() -> None:
    s = SPOKEN.parse_state("8/8/4g3/3ryrg1/3gby2/3y1g2/8/8 g")
    assert board.picture(SPOKEN, s, None)["squares"] == [
        {"colour": "green", "cells": ["d4", "f3", "g5", "e6"], "won": False}
    ]
    called = SPOKEN.parse_state("8/8/4g3/3ryrg1/3gby2/3y1g2/8/8 g!")
    assert board.picture(SPOKEN, called, None)["squares"][0]["won"]


def test_a_preview_shows_the_stone_and_its_square_but_finds_no_square_for_who_must_call_it() -> None:
    s = AUTO.parse_state("8/8/4g3/3ryrg1/3gby2/3y4/8/8 y")
    for game, text, squares in ((AUTO, "f3g", 1), (SPOKEN, "f3g", 0), (SPOKEN, "f3g!", 0)):
        foreseen = board.preview(game, s, game.parse_move(s, text))
        assert foreseen["picture"]["stones"]["f3"] == "green"
        assert foreseen["picture"]["moves"] == []
        assert len(foreseen["completes"]) == len(foreseen["picture"]["squares"]) == squares
    called, not_called = (board.preview(SPOKEN, s, SPOKEN.parse_move(s, text)) for text in ("f3g!", "f3g"))
    assert called == not_called


def test_the_value_is_for_the_first_seat_and_sure_at_the_end() -> None:
    won_by_the_second = AUTO.parse_state("8/8/4g3/3ryrg1/3gby2/3y1g2/8/8 g")
    assert AUTO.outcome(won_by_the_second) == encore.Outcome((1,), (), "a green square")
    assert evaluate.value(AUTO, won_by_the_second) == -1
    the_second_can_win = AUTO.parse_state("8/8/4g3/3ryrg1/3gby2/3y4/8/8 y")
    assert -1 < evaluate.value(AUTO, the_second_can_win) < -0.9
    full = "ygbryryg/bygbrbgr/grbgbryb/rgyrygry/byrgbrgb/yrgyrgyr/gbybybgb/byrgbgyr g"
    assert AUTO.outcome(AUTO.parse_state(full)) == encore.Outcome((), (), "the board is full")
    assert evaluate.value(AUTO, AUTO.parse_state(full)) == 0
    assert evaluate.value(AUTO, AUTO.initial()) == 0


def test_the_value_knows_what_two_stones_decide() -> None:
    """A mover who can complete is ahead, and one whose every stone lets the opponent complete is behind."""
    seen = set()
    for s in positions(AUTO, range(40), every=3):
        mover = AUTO.to_move(s)
        if mover is None:
            continue
        worth = evaluate.value(AUTO, s) * (1 if mover == 0 else -1)
        assert -1 < worth < 1
        if finishing(s):
            assert worth == evaluate.COMPLETES
        elif all(finishing(AUTO.play(s, move)) for move in AUTO.legal_moves(s)):
            assert worth == evaluate.CORNERED
        else:
            assert worth not in (evaluate.COMPLETES, evaluate.CORNERED)
        seen.add(worth)
    assert {evaluate.COMPLETES, evaluate.CORNERED, evaluate.TRAPS} <= seen


class Claim:
    """A reason with what the rules know of its move: the stones after it, the replies, and those that are safe."""

    def __init__(self, s: Any, move: Any, reason: str) -> None:
        self.s, self.move = s, move
        self.after = AUTO.play(s, move)
        self.cells = re.findall(r"\b[a-h][1-8]\b", reason)
        self.colour = next((index for index, name in enumerate(COLOURS) if f"a {name} square" in reason), None)
        self.legal, self.replies = AUTO.legal_moves(s), AUTO.legal_moves(self.after)
        self.end = AUTO.outcome(self.after)

    @cached_property
    def unsafe(self) -> list[Any]:
        return [other for other in self.legal if finishing(AUTO.play(self.s, other))]

    @cached_property
    def safe_replies(self) -> list[Any]:
        return [reply for reply in self.replies if not finishing(AUTO.play(self.after, reply))]

    @property
    def threats(self) -> set[str]:
        """The cells that would complete a square of the colour just placed, if rule 3 did not forbid it."""
        free = finishing(without_rule_3(self.after))
        return {CELLS[other.cell] for other in free if other.colour == self.move.colour}

    @property
    def stops(self) -> bool:
        stopped = type(self.move)(CELLS.index(self.cells[0]), self.colour)
        return stopped in finishing(without_rule_3(self.s)) and stopped.cell == self.move.cell

    @property
    def closes(self) -> bool:
        """The cell would make a square of the colour, and may not be filled with it though it touches a stone now."""
        corner = type(self.move)(CELLS.index(self.cells[0]), self.colour)
        left = [other for other in AUTO.legal_moves(without_rule_3(self.after)) if other.cell == corner.cell]
        stones = list(self.s.stones)
        stones[corner.colour] |= 1 << corner.cell
        made = len(squares_of(stones, corner.colour)) > len(squares_of(self.s.stones, corner.colour))
        return made and corner not in left and corner.colour == self.move.colour


def without_rule_3(s: Any) -> Any:
    return type(s)(s.stones, None, s.won)


def squares_of(stones: Any, colour: int) -> list[int]:
    return [square for square in SQUARES if stones[colour] & square == square]


CLAIMS: dict[str, Callable[[Claim], bool]] = {
    r"it completes .*": lambda c: c.after.won and c.colour == c.move.colour,
    r"it stops .*": lambda c: c.stops,
    r"it prepares two .*": lambda c: len({*c.cells} & c.threats) == 2 and not finishing(c.after),
    r"it prepares a .*": lambda c: {*c.cells} == c.threats and c.colour == c.move.colour and not finishing(c.after),
    r"it closes .*": lambda c: c.closes,
    r"no other stone is safe: .*": lambda c: c.move not in c.unsafe and len(c.unsafe) == len(c.legal) - 1,
    r"it leaves the opponent no square .*": lambda c: c.move not in c.unsafe and len(c.unsafe) > 0,
    r"every stone leaves .*": lambda c: len(c.unsafe) == len(c.legal),
    r"whatever the opponent places, .*": lambda c: len(c.replies) > 0 and not c.safe_replies,
    r"it leaves the opponent a single safe stone": lambda c: len(c.safe_replies) == 1,
    r"it leaves the opponent only 2 safe stones": lambda c: len(c.safe_replies) == 2,
    r"it leaves the opponent only 3 safe stones": lambda c: len(c.safe_replies) == 3,
    r"it leaves the opponent no stone to place": lambda c: not c.replies and c.end is not None and c.end.winners != (),
    r"it fills the board: a tie": lambda c: c.end is not None and c.end.winners == (),
    r"nothing can be completed yet: .*": lambda c: not c.unsafe and not finishing(c.s),
}


def test_every_reason_is_true_by_the_rules_and_can_be_translated() -> None:
    said = set()
    for number, s in enumerate(positions(AUTO, range(60), every=7)):
        moves = AUTO.legal_moves(s)
        for move in Random(number).sample(moves, min(4, len(moves))) + finishing(s)[:1]:
            for reason in evaluate.reasons(AUTO, s, move):
                (kind,) = (kind for kind in CLAIMS if re.fullmatch(kind, reason))
                said.add(kind)
                assert CLAIMS[kind](Claim(s, move, reason)), (
                    f"{AUTO.format_state(s)} {AUTO.format_move(move)}: {reason}"
                )
                assert is_known(reason), reason
    assert len(said) >= 11, CLAIMS.keys() - said


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        ("8/8/8/2bry3/3gb3/3rgr2/8/8 b", "f5r", "it completes a red square"),
        ("8/8/8/3ry3/3gb3/3rgr2/8/8 r", "f5g", "it stops a red square on f5"),
        (
            "8/8/3yg3/3ryr2/3gby2/8/8/8 g",
            "f6y",
            "it prepares two squares at once, on g5 and e7: only one can be stopped",
        ),
        ("8/8/8/3ry3/3gb3/8/8/8 -", "d6g", "nothing can be completed yet: every stone is still safe"),
    ],
)
def test_the_weightiest_reason_comes_first(position: str, text: str, reason: str) -> None:
    s = AUTO.parse_state(position)
    assert evaluate.reasons(AUTO, s, AUTO.parse_move(s, text))[0] == reason


def test_a_square_that_must_be_called_is_no_reason_without_the_call() -> None:
    s = SPOKEN.parse_state("8/8/8/2bry3/3gb3/3rgr2/8/8 b")
    called = evaluate.reasons(SPOKEN, s, SPOKEN.parse_move(s, "f5r!"))
    assert called == ["it completes a red square", "it is called, and only a called square counts"]
    assert all(map(is_known, called))
    assert not any("completes" in reason for reason in evaluate.reasons(SPOKEN, s, SPOKEN.parse_move(s, "f5r")))


@pytest.mark.parametrize(
    ("position", "text", "cells"),
    [
        ("8/8/8/2bry3/3gb3/3rgr2/8/8 b", "f5r", {"d3", "d5", "f3"}),
        ("8/8/8/3ry3/3gb3/3rgr2/8/8 r", "f5g", {"d3", "d5", "f3"}),
        ("8/8/3yg3/3ryr2/3gby2/8/8/8 g", "f6y", {"d6", "e5", "f4"}),
        ("8/8/8/3ry3/3gb3/8/8/8 -", "d6g", {"d5"}),
    ],
)
def test_a_hint_points_at_the_stones_that_matter_and_not_at_the_cell_itself(
    position: str, text: str, cells: set[str]
) -> None:
    s = AUTO.parse_state(position)
    assert set(evaluate.where(AUTO, s, AUTO.parse_move(s, text))) == cells


def test_the_languages_have_the_same_texts_with_the_same_placeholders() -> None:
    for language in LANGUAGES:
        texts = catalogue("dakapo", language)
        assert texts.keys() == KEYS.keys()
        for key, text in texts.items():
            assert text.strip()
            assert sorted(HOLE.findall(text)) == sorted(HOLE.findall(key)), (language, key)


def test_every_refusal_and_every_end_can_be_translated() -> None:
    rules, ends = set(), set()
    for game in (AUTO, SPOKEN):
        for number, s in enumerate(positions(game, range(12), every=2)):
            rng = Random(number)
            tried = [f"{cell}{colour}{call}" for cell in CELLS for colour in "rygb" for call in ("", "!")]
            for text in rng.sample(tried, 60):
                try:
                    game.play(s, game.parse_move(s, text))
                except encore.IllegalMove as refusal:
                    rules.add(refusal.rule)
                    assert is_known(refusal.reason), refusal.reason
            if outcome := game.outcome(s):
                ends.add(outcome.reason)
                assert is_known(outcome.reason), outcome.reason
    assert rules >= {"1", "2", "3", "6", "7"} and ends


def test_the_rare_refusals_and_ends_can_be_translated_too() -> None:
    for colour in COLOURS:
        for sentence in (f"all 16 {colour} stones are on the board", f"a {colour} square"):
            assert sentence in KEYS
    assert {"the board is full", "seat 1 cannot place a stone", "seat 2 cannot place a stone"} <= KEYS.keys()
    with pytest.raises(encore.IllegalMove) as refusal:
        AUTO.play(AUTO.initial(), dakapo.Move(64, 0))
    assert is_known(refusal.value.reason)


@pytest.mark.parametrize("text", ["", "e6", "e9r", "re6", "it's", "a text that is far too long to be a move of Dakapo"])
def test_what_cannot_be_read_is_said_in_every_language(text: str) -> None:
    with pytest.raises(encore.NotationError) as wrong:
        AUTO.parse_move(AUTO.initial(), text)
    assert is_known(str(wrong.value))


def test_the_names_on_the_page_are_there() -> None:
    assert {AUTO.title, AUTO.summary, AUTO.declared["call"].help, "call", "auto", "spoken"} <= KEYS.keys()


def test_the_walk_is_short_and_its_texts_are_in_the_catalogue() -> None:
    assert 8 <= len(STEPS) <= 16
    for lesson in LESSONS:
        assert lesson.title in KEYS
    for step in STEPS:
        assert {text for text in (step.text, step.wrong, step.done) if text} <= KEYS.keys()


@pytest.mark.parametrize("step", STEPS, ids=range(len(STEPS)))
def test_each_step_can_be_shown_and_solved(step: Step) -> None:
    game = Dakapo(step.players, **step.options)
    s = game.parse_state(step.position)
    assert game.format_state(s) == step.position
    legal = {game.format_move(move) for move in game.legal_moves(s)}
    assert set(step.accept) <= legal
    if step.accept or step.any_move:
        assert legal and step.done
        assert set(step.accept) == legal or step.wrong or step.any_move
    for text in re.findall(r"\b[a-h][1-8]\b", step.done):
        assert text in CELLS


def test_the_squares_of_the_walk_are_found_by_the_accepted_moves_alone() -> None:
    """Where a step accepts a stone that wins, it accepts all of those; where it asks to stop or be safe, likewise."""
    for step in STEPS:
        game = Dakapo(step.players, **step.options)
        s = game.parse_state(step.position)
        winning = {game.format_move(move) for move in game.legal_moves(s) if game.play(s, move).won}
        if winning:
            assert set(step.accept) == winning
    for position in ("8/8/8/3ry3/3gb3/3rgr2/8/8 r", "8/8/2rb4/3ry3/2rgb3/8/8/8 r"):
        (step,) = (step for step in STEPS if step.position == position)
        s = AUTO.parse_state(position)
        safe = {AUTO.format_move(move) for move in AUTO.legal_moves(s) if not finishing(AUTO.play(s, move))}
        assert set(step.accept) == safe


def test_the_example_of_the_rulebook_is_walked_stone_by_stone() -> None:
    s = AUTO.parse_state("8/8/8/3ryrg1/3gb3/3y4/8/8 y")
    walked = [step for step in STEPS if step.accept in (("e6g",), ("f4y",), ("f3g",))]
    for step in walked:
        assert step.position == AUTO.format_state(s)
        s = AUTO.play(s, AUTO.parse_move(s, step.accept[0]))
    assert s.won and len(walked) == 3
