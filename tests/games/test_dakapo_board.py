"""What the page shows of Dakapo: pictures, reasons and tutorial, each compared with the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import FluentSerializer

import encore
from encore.core.fact import Fact
from encore.core.lesson import Step
from encore.games import dakapo
from encore.games.dakapo import Dakapo
from encore.games.dakapo.present import board, evaluate
from encore.games.dakapo.present.drawing import STONES
from encore.games.dakapo.present.lessons import LESSONS
from encore.games.dakapo.tables import CELLS, COLOURS, SQUARES

LANGUAGES = ("en", "ja", "de", "fr")
STEPS = [step for lesson in LESSONS for step in lesson.steps]

AUTO, SPOKEN = Dakapo(), Dakapo(call="spoken")


@cache
def texts(language: str) -> dict[str, set[str]]:
    """Return the messages of a language, each with the variables of its text."""
    folder = Path(dakapo.__file__).parent / "i18n"
    entries = FluentParser().parse((folder / f"{language}.ftl").read_text("utf-8")).body
    assert not any(isinstance(entry, ast.Junk) for entry in entries), language
    return {
        entry.id.name: set(re.findall(r"\$(\w+)", FluentSerializer().serialize_entry(entry)))
        for entry in entries
        if isinstance(entry, ast.Message)
    }


def check(fact: Fact) -> str:
    """Check that a fact has a text for exactly its arguments and real cells; return its name."""
    owner, _, name = fact.code.partition(".")
    assert owner == "dakapo" and texts("en")[name] == set(fact.args), fact
    assert set(fact.cells) <= set(CELLS) and str(fact)
    return name


@lru_cache(maxsize=1 << 15)
def finishing(s: Any) -> list[Any]:
    """Return the stones that make a square, by the rules with ``call=auto``."""
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
            shown = board.picture(game, s, seat).moves
            assert [each.move for each in shown] == [game.format_move(move) for move in legal]
        for each in board.picture(game, s, mover).moves:
            move = game.parse_move(s, each.move)
            assert (each.cell, each.colour) == (CELLS[move.cell], COLOURS[move.colour])
            assert each.call is move.call


@pytest.mark.parametrize("game", [AUTO, SPOKEN], ids=["auto", "spoken"])
def test_the_picture_says_what_the_text_of_the_position_says(game: Dakapo) -> None:
    for s in positions(game, range(6)):
        drawn = board.picture(game, s, None)
        ranks, last = game.format_state(s).split()
        letters = re.sub(r"\d", lambda run: "." * int(run[0]), ranks).replace("/", "")
        cells = [file + rank for rank in "87654321" for file in "abcdefgh"]
        stones = {cell: letter for cell, letter in zip(cells, letters, strict=True) if letter != "."}
        assert {cell: colour[0] for cell, colour in drawn.stones.items()} == stones
        assert drawn.supply == {colour: 16 - letters.count(colour[0]) for colour in COLOURS}
        over = game.outcome(s) is not None
        assert (drawn.forbidden or "-")[0] == ("-" if over else last[0])
        assert msgspec.json.decode(msgspec.json.encode(drawn), type=board.Picture) == drawn


def test_squares_are_drawn_around_their_corners_when_they_are_made() -> None:
    won = 0
    for s in positions(AUTO, range(30)):
        squares = board.picture(AUTO, s, None).squares
        assert bool(squares) is s.won
        for square in squares:
            won += 1
            at = [(ord(cell[0]), int(cell[1])) for cell in square.cells]
            sides = [(x - u, y - v) for (x, y), (u, v) in zip(at, [*at[1:], at[0]], strict=True)]
            assert len({x * x + y * y for x, y in sides}) == 1
            assert all(x * u + y * v == 0 for (x, y), (u, v) in pairwise(sides))
            stones = board.picture(AUTO, s, None).stones
            assert {stones[cell] for cell in square.cells} == {square.colour}
            assert square.won
    assert won


def test_a_square_that_nobody_called_is_drawn_and_has_not_won() -> None:
    s = SPOKEN.parse_state("8/8/4g3/3ryrg1/3gby2/3y1g2/8/8 g")
    assert msgspec.to_builtins(board.picture(SPOKEN, s, None))["squares"] == (
        {"colour": "green", "cells": ("d4", "f3", "g5", "e6"), "won": False},
    )
    called = SPOKEN.parse_state("8/8/4g3/3ryrg1/3gby2/3y1g2/8/8 g!")
    assert board.picture(SPOKEN, called, None).squares[0].won


def test_a_preview_shows_the_stone_and_its_square_but_finds_no_square_for_who_must_call_it() -> None:
    s = AUTO.parse_state("8/8/4g3/3ryrg1/3gby2/3y4/8/8 y")
    for game, text, squares in ((AUTO, "f3g", 1), (SPOKEN, "f3g", 0), (SPOKEN, "f3g!", 0)):
        foreseen = board.preview(game, s, game.parse_move(s, text))
        assert foreseen.picture.stones["f3"] == "green"
        assert foreseen.picture.moves == ()
        assert len(foreseen.completes) == len(foreseen.picture.squares) == squares
    called, not_called = (board.preview(SPOKEN, s, SPOKEN.parse_move(s, text)) for text in ("f3g!", "f3g"))
    assert called == not_called


class Claim:
    """A reason with what the rules know of its move: the stones after it, the replies, and those that are safe."""

    def __init__(self, s: Any, move: Any, reason: Fact) -> None:
        self.s, self.move = s, move
        self.after = AUTO.play(s, move)
        self.cells = [str(reason.args[name]) for name in ("cell", "first", "second") if name in reason.args]
        self.shown = set(reason.cells)
        self.count = reason.args.get("count")
        self.colour = COLOURS.index(str(reason.args["colour"])) if "colour" in reason.args else None
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
    "reason-completes": lambda c: c.after.won and c.colour == c.move.colour and CELLS[c.move.cell] in c.shown,
    "reason-stops": lambda c: c.stops and len(c.shown) >= 4,
    "reason-threatens-twice": lambda c: len({*c.cells} & c.threats) == 2 and not finishing(c.after),
    "reason-threatens": lambda c: {*c.cells} == c.threats and c.colour == c.move.colour and not finishing(c.after),
    "reason-rules-out": lambda c: c.closes,
    "reason-only-safe": lambda c: c.move not in c.unsafe and len(c.unsafe) == len(c.legal) - 1,
    "reason-safe": lambda c: c.move not in c.unsafe and len(c.unsafe) > 0,
    "reason-nothing-safe": lambda c: len(c.unsafe) == len(c.legal),
    "reason-wins-next": lambda c: len(c.replies) > 0 and not c.safe_replies,
    "reason-few-safe": lambda c: len(c.safe_replies) == c.count and c.shown == {CELLS[m.cell] for m in c.safe_replies},
    "reason-leaves-no-placement": lambda c: not c.replies and c.end is not None and c.end.winners != (),
    "reason-fills-board": lambda c: c.end is not None and c.end.winners == (),
    "reason-quiet": lambda c: not c.unsafe and not finishing(c.s),
}


def test_every_reason_is_true_by_the_rules() -> None:
    given = set()
    for number, s in enumerate(positions(AUTO, range(60), every=7)):
        moves = AUTO.legal_moves(s)
        for move in Random(number).sample(moves, min(4, len(moves))) + finishing(s)[:1]:
            for reason in evaluate.reasons(AUTO, s, move):
                name = check(reason)
                given.add(name)
                assert CLAIMS[name](Claim(s, move, reason)), (
                    f"{AUTO.format_state(s)} {AUTO.format_move(move)}: {reason}"
                )
    assert len(given) >= 10, CLAIMS.keys() - given


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        ("8/8/8/2bry3/3gb3/3rgr2/8/8 b", "f5r", "it completes a red square"),
        ("8/8/8/3ry3/3gb3/3rgr2/8/8 r", "f5g", "it stops a red square on f5"),
        (
            "8/8/3yg3/3ryr2/3gby2/8/8/8 g",
            "f6y",
            "it threatens two squares at once, on g5 and e7: only one can be stopped",
        ),
        ("8/8/8/3ry3/3gb3/8/8/8 -", "d6g", "no square can be completed yet: every stone is still safe"),
    ],
)
def test_the_most_important_reason_comes_first(position: str, text: str, reason: str) -> None:
    s = AUTO.parse_state(position)
    assert str(evaluate.reasons(AUTO, s, AUTO.parse_move(s, text))[0]) == reason


def test_a_square_that_must_be_called_is_no_reason_without_the_call() -> None:
    s = SPOKEN.parse_state("8/8/8/2bry3/3gb3/3rgr2/8/8 b")
    called = evaluate.reasons(SPOKEN, s, SPOKEN.parse_move(s, "f5r!"))
    assert [*map(check, called)] == ["reason-completes", "reason-called"]
    assert [*map(str, called)] == ["it completes a red square", "it is called, and only a called square counts"]
    assert "reason-completes" not in map(check, evaluate.reasons(SPOKEN, s, SPOKEN.parse_move(s, "f5r")))


def test_reasons_count_as_the_language_does() -> None:
    one, two = (str(Fact("dakapo.reason-few-safe", count=count)) for count in (1, 2))
    assert one == "it leaves the opponent a single safe stone"
    assert two == "it leaves the opponent only 2 safe stones"


def test_a_hint_points_at_the_empty_cell_where_the_stone_goes() -> None:
    for game in (AUTO, SPOKEN):
        for s in positions(game, range(12), every=3):
            for move in game.legal_moves(s):
                (cell,) = evaluate.where(game, s, move)
                placed = game.play(s, move).occupied & ~s.occupied
                assert placed == 1 << CELLS.index(cell), "an empty cell, which the stone takes"


def test_the_languages_have_the_same_texts_with_the_same_variables() -> None:
    for language in LANGUAGES:
        assert texts(language) == texts("en"), language


def test_every_refusal_and_every_end_is_a_fact() -> None:
    refused, ends = set(), set()
    for game in (AUTO, SPOKEN):
        for number, s in enumerate(positions(game, range(12), every=2)):
            rng = Random(number)
            tried = [f"{cell}{colour}{call}" for cell in CELLS for colour in "rygb" for call in ("", "!")]
            for text in rng.sample(tried, 60):
                try:
                    game.play(s, game.parse_move(s, text))
                except encore.IllegalMove as refusal:
                    refused.add((refusal.rule, check(refusal.fact)))
                    assert refusal.fact.cells or refusal.rule == "7"
            if outcome := game.outcome(s):
                ends.add(check(outcome.fact))
    assert refused == {
        ("1", "taken"),
        ("1", "touches-none"),
        ("2", "touches-same-colour"),
        ("3", "colour-just-placed"),
        ("4", "colour-used-up"),
        ("6", "call-not-needed"),
        ("7", "over"),
    }
    assert "end-square" in ends


USED_UP = "r1r1r1r1/1r1r1r1r/r1r1r1r1/1r1r1r1r/8/8/1b6/8 b"
"""All sixteen red stones, none of them next to b1."""


@pytest.mark.parametrize(
    ("position", "text", "reason", "cells"),
    [
        ("8/8/8/3ry3/3gb3/8/8/8 -", "d5g", "d5 already holds a stone", ("d5",)),
        ("8/8/8/3ry3/3gb3/8/8/8 -", "a1r", "a1 touches no stone; place a stone next to another one", ("a1",)),
        ("8/8/8/2yry3/3gb3/2rb4/8/8 b", "c4r", "red would touch the red stone on c3", ("c3",)),
        ("8/8/8/3ry3/2r1b3/3rgr2/8/8 b", "d4r", "red would touch the red stone on d3", ("d3", "c4", "d5")),
        ("8/8/3g4/3ry3/3gb3/8/8/8 g", "f5g", "the opponent has just placed green; choose another colour", ("f5",)),
        (USED_UP, "b1r", "all 16 red stones are on the board", ("b1",)),
        ("8/8/8/3ry3/3gb3/8/8/8 -", "d6g!", "squares count automatically in this game; leave out the !", ("d6",)),
        ("8/8/4g3/3ryrg1/3gby2/3y1g2/8/8 g", "d6b", "the game is over: a green square", ()),
    ],
)
def test_a_refusal_has_its_text_and_its_cells(position: str, text: str, reason: str, cells: tuple[str, ...]) -> None:
    s = AUTO.parse_state(position)
    with pytest.raises(encore.IllegalMove) as refusal:
        AUTO.play(s, AUTO.parse_move(s, text))
    check(refusal.value.fact)
    assert (refusal.value.reason, refusal.value.fact.cells) == (reason, cells)


@pytest.mark.parametrize("colour", COLOURS)
def test_an_end_names_its_colour(colour: str) -> None:
    assert str(Fact("dakapo.end-square", colour=colour)) == f"a {colour} square"


@pytest.mark.parametrize("seat", [1, 2])
def test_an_end_names_the_seat_that_cannot_place(seat: int) -> None:
    assert str(Fact("dakapo.end-stuck", seat=seat)) == f"seat {seat} cannot place a stone"


def test_a_cell_off_the_board_is_refused() -> None:
    with pytest.raises(encore.IllegalMove) as refusal:
        AUTO.play(AUTO.initial(), dakapo.Move(64, 0))
    assert check(refusal.value.fact) == "no-such-placement"


@pytest.mark.parametrize("text", ["", "e6", "e9r", "re6", "it's", "a text that is far too long to be a move of Dakapo"])
def test_a_notation_error_is_a_fact(text: str) -> None:
    with pytest.raises(encore.NotationError) as wrong:
        AUTO.parse_move(AUTO.initial(), text)
    assert check(wrong.value.fact) == "not-a-move"


@pytest.mark.parametrize(
    ("game", "text", "name"),
    [
        (AUTO, "8/8/8/3ry3/3gb3/8/8 -", "not-a-position"),
        (AUTO, "8/8/8/3ry4/3gb3/8/8/8 -", "not-a-rank"),
        (AUTO, "rrrrrrrr/rrrrrrrr/8/r7/8/8/8/8 -", "too-many-stones"),
        (AUTO, "8/8/8/3ry3/3g4/8/8/8 b", "last-colour-missing"),
        (AUTO, "8/8/4g3/3ryrg1/3gby2/3y1g2/8/8 g!", "position-call-not-agreed"),
        (SPOKEN, "8/8/3g4/3ry3/3gb3/8/8/8 g!", "position-call-without-square"),
    ],
)
def test_an_invalid_position_is_a_fact(game: Dakapo, text: str, name: str) -> None:
    with pytest.raises(encore.NotationError) as wrong:
        game.parse_state(text)
    assert check(wrong.value.fact) == name


def test_the_options_have_labels() -> None:
    assert {"title", "summary", "option-call", "option-call-help"} <= texts("en").keys()
    assert {f"option-call-{value}" for value in ("auto", "spoken")} <= texts("en").keys()


def test_the_tutorial_is_short_and_its_texts_are_facts() -> None:
    assert 8 <= len(STEPS) <= 16
    facts = [lesson.title for lesson in LESSONS]
    facts += [text for step in STEPS for text in (step.text, step.wrong, step.done) if text]
    names = [check(fact) for fact in facts if isinstance(fact, Fact)]
    assert sorted(names) == sorted(name for name in texts("en") if name.startswith("lesson-"))
    assert len(names) == len(facts)


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


def test_the_squares_of_the_tutorial_are_found_by_the_accepted_moves_alone() -> None:
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


def test_the_tutorial_plays_the_example_of_the_rulebook() -> None:
    s = AUTO.parse_state("8/8/8/3ryrg1/3gb3/3y4/8/8 y")
    walked = [step for step in STEPS if step.accept in (("e6g",), ("f4y",), ("f3g",))]
    for step in walked:
        assert step.position == AUTO.format_state(s)
        s = AUTO.play(s, AUTO.parse_move(s, step.accept[0]))
    assert s.won and len(walked) == 3


def test_page_and_pictures_draw_the_same_stones() -> None:
    """Both read stones.json; Stone.svelte has no outline of its own."""
    assert list(STONES) == list(COLOURS)
    outlines = [path for shape in STONES.values() for path in shape.values()]
    assert len(set(outlines)) == 8
    component = (Path(dakapo.__file__).parent / "web" / "Stone.svelte").read_text("utf-8")
    assert "present/stones.json" in component and 'd="M' not in component
    assert not any(outline in component for outline in outlines)
