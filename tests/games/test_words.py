"""Moves in words: what they say, which cells they are about, and that they tell nothing in secret."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import encore
from encore.core.fact import Fact
from encore.core.registry import packages
from encore.core.words import in_words
from encore.games.dacapo.tables import SQUARES
from encore.games.dakapo import Dakapo
from encore.games.dakapo.tables import CELLS, each
from encore.games.dalapapa.present.lessons import LESSONS
from encore.server.domain.positions import told_to
from tests.games.sea import SWITCHES, dacapo, sea

TABLES = [(name, players) for name, package in packages().items() for players in package.game.player_counts]


def steps(game: encore.AnyGame, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the moves of a random game with the states before and after them."""
    rng, s = Random(seed), game.initial()
    while (seat := game.to_move(s)) is not None:
        move = game.deal(s, rng) if seat == encore.DEALER else rng.choice(game.legal_moves(s))
        before, s = s, game.play(s, move)
        yield before, move, s


def said(game: encore.AnyGame, position: str, text: str) -> str:
    s = game.parse_state(position)
    move = game.parse_move(s, text)
    return str(in_words(game, s, move, game.play(s, move)))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_move_has_words_that_everybody_may_know(name: str, players: int) -> None:
    game, codes = encore.load(name, players), set[str]()
    for before, move, after in steps(game, seed=players):
        told = in_words(game, before, move, after)
        assert told.code.startswith(f"{name}.told-")
        assert str(told) != game.format_move(move)
        assert not str(told).startswith(told.code), "it has an English text"
        codes.add(told.code)
        for seat in (None, *range(players)):
            assert told_to(seat, game, before, move, after) == told
    assert len(codes) > 1 or name == "dakapo"


def test_the_cell_of_a_stone() -> None:
    game = encore.load("dakapo")
    for before, move, after in steps(game, seed=1):
        placed = after.occupied & ~before.occupied
        assert in_words(game, before, move, after).cells == tuple(CELLS[cell] for cell in each(placed))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_squares_of_a_capture_and_of_a_switch(players: int) -> None:
    game, switches = dacapo(players), 0
    for before, move, after in steps(game, seed=players):
        told = in_words(game, before, move, after)
        if told.code == "dacapo.told-deal":
            assert not told.cells
            continue
        piles = zip(SQUARES, before.piles, after.piles, strict=True)
        assert set(told.cells) == {square for square, then, now in piles if then != now}
        switches += told.code == "dacapo.told-switch"
    assert bool(switches) == (players > 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tile_is_told_with_its_squares_and_points_but_without_coordinates(players: int) -> None:
    game = encore.load("dalapapa", players, target=20)
    for before, move, after in steps(game, seed=players):
        told = in_words(game, before, move, after)
        covered = after.layout.covered - before.layout.covered
        assert sorted(told.cells) == sorted(f"{x // 2},{y // 2}" for x, y in covered)
        assert not any(cell in str(told) for cell in told.cells)
        earned = sum(after.scores) - sum(before.scores)
        assert earned == _number(told, "points") - _number(told, "price")


def _number(told: Fact, name: str) -> int:
    value = told.args.get(name, 0)
    assert isinstance(value, int)
    return value


def test_what_is_said_of_stones() -> None:
    auto, spoken = encore.load("dakapo"), encore.load("dakapo", call="spoken")
    square = "8/8/8/2bry3/3gb3/3rgr2/8/8 b"
    assert said(auto, "8/8/8/3ry3/3gb3/8/8/8 -", "e6r") == "red stone on e6"
    assert said(auto, square, "f5r") == "red stone on f5, completes a square"
    assert said(spoken, square, "f5r") == "red stone on f5"
    assert said(spoken, square, "f5r!") == "red stone on f5, completes a square"
    assert said(spoken, square, "c6y!") == "yellow stone on c6, with a call"


def test_what_is_said_of_fish() -> None:
    game = dacapo()
    s = game.format_state(sea(game, "r", SWITCHES, rights="16,15/-"))
    assert said(game, s, "e2xc2") == "red 3 captures purple 1 on c2; purple cannot capture, red plays on"
    assert said(game, s, "16/e2") == "red 16 switches with 3 on e2"
    assert str(in_words(game, None, game.deal(game.initial(), Random(1)), None)) == "the fish are dealt"


def test_who_is_passed_over_is_said_with_the_capture() -> None:
    two, four = dacapo(), dacapo(4)
    again = two.format_state(sea(two, "r", "a2r9 a4p2 f5r5 f3p3 d2p4"))
    assert said(two, again, "a2xa4") == "red 9 captures purple 2 on a4; purple cannot capture, red plays on"
    alone = four.format_state(sea(four, "r", "a1r9 a3p8 f6r12 f4g11 d2y10"))
    assert said(four, alone, "a1xa3") == "red 9 captures purple 8 on a3; nobody else can capture, red plays on"
    one = four.format_state(sea(four, "r", "a1r9 a3p8 f6r11 f4g12 d2y10"))
    assert said(four, one, "a1xa3") == "red 9 captures purple 8 on a3; purple cannot capture"
    both = four.format_state(sea(four, "r", "a1r9 a3p8 f6r11 f4y12 d2g10"))
    assert said(four, both, "a1xa3") == "red 9 captures purple 8 on a3; purple and green cannot capture"


def test_what_is_said_of_tiles() -> None:
    game = encore.load("dalapapa")
    step = LESSONS[1].steps[2]
    assert said(game, step.position, step.accept[0]) == "lays a tile, +12: 3 discs and groups of 5 and 3"
    second = LESSONS[2].steps[0].position
    s = game.parse_state(second)
    place = next(move for move in game.legal_moves(s) if "@" in game.format_move(move))
    assert said(game, second, game.format_move(place)).startswith("lays a second tile (−4), +")
    assert said(game, second, "stop") == "ends the turn"
    start = next(steps(game, 1))
    assert str(in_words(game, *start)) == "a tile is drawn"


def test_equal_groups_are_said_once() -> None:
    game = encore.load("dalapapa")
    mixed = "first 2 2,0 110,114/86,98 33b@2,0w/80b@0,0n/91a@3,0e"
    assert said(game, mixed, "86a@2,1w") == "lays a tile, +8: 3 discs and groups of 2, 1 and 1"
    alike = "first 1 0,0 33,119/4,9 2a@0,-2n/27a@0,0e"
    assert said(game, alike, "33a@1,1w") == "lays a tile, +5: 2 discs and 3 groups of 1"


class Wordless(Dakapo):
    """A game outside any package."""

    name = "wordless"


def test_a_game_without_words_tells_its_notation() -> None:
    game = Wordless()
    s = game.initial()
    move = game.parse_move(s, "e6r")
    assert in_words(game, s, move, game.play(s, move)) == Fact("core.plain", text="e6r")
