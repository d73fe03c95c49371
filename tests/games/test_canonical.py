"""Symmetric boards have the same text, other boards have not."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import encore
from encore.core.game import AnyGame
from encore.core.registry import games, package_of
from encore.core.symmetry import Outline, canonical
from encore.games.dalapapa.layout import Layout, Place
from tests.variants import random_plies

TURNED = {"e": "n", "n": "w", "w": "s", "s": "e"}
"""A quarter turn to the left."""
TABLES = [(name, players) for name, game in games().items() for players in game.player_counts]


def text_of(game: AnyGame, s: Any) -> str:
    part = package_of(type(game)).canonical.load()
    assert part
    return part(game, s)


def states(game: AnyGame, seed: int) -> list[Any]:
    return [ply.state for ply in random_plies(game, seed)]


def mirrored(cells: int) -> int:
    """Mirror the cells of Dakapo from left to right."""
    return sum(1 << (cell ^ 7) for cell in range(64) if cells >> cell & 1)


@pytest.mark.parametrize("seed", range(5))
def test_dakapo_does_not_distinguish_turns_reflections_and_colours(seed: int) -> None:
    game, rng = encore.load("dakapo"), Random(seed)
    for s in states(game, seed):
        colours = rng.sample(range(4), 4)
        other = replace(s, stones=tuple(mirrored(s.stones[colour]) for colour in colours), last=None)
        assert text_of(game, other) == text_of(game, s)
        stood = tuple(sum(1 << (cell % 8 * 8 + cell // 8) for cell in range(64) if c >> cell & 1) for c in s.stones)
        assert text_of(game, replace(s, stones=stood)) == text_of(game, s)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_da_capo_does_not_distinguish_turns_and_colours(players: int) -> None:
    game = encore.load("dacapo", players=players)
    for s in states(game, players):
        other = [None] * len(s.piles)
        for square, pile in enumerate(s.piles):
            if pile:
                other[square % 6 * 6 + 5 - square // 6] = pile._replace(colour=(pile.colour + 1) % 4)
        assert text_of(game, replace(s, piles=tuple(other))) == text_of(game, s)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dalapapa_does_not_distinguish_turns_and_shifts(players: int, thorough: bool) -> None:
    game: Any = encore.load("dalapapa", players=players)
    for s in states(game, players)[:: 1 if thorough else 5]:
        layout = Layout()
        for place in s.layout.laid:
            turned = Place(place.tile, place.face, 3 - place.y, place.x - 2, TURNED[place.side])
            layout = layout.tried(turned, game.tiles.face(place.tile, place.face))
        assert text_of(game, replace(s, layout=layout)) == text_of(game, s)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_each_move_on_the_board_changes_the_text(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    found = states(game, 3)
    texts = [text_of(game, s) for s in found]
    seen = [text for text in texts if text]
    changes = sum(one != other for one, other in pairwise(seen))
    assert changes >= len(set(seen)) - 1
    assert len(set(seen)) > len(found) / 4
    for s in found:  # what is hidden plays no part
        assert text_of(game, game.view(s, None)) == text_of(game, s)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_board_before_each_move_is_among_the_earlier_ones(name: str, players: int, thorough: bool) -> None:
    game = encore.load(name, players=players)
    package = package_of(type(game))
    outline, earlier = package.outline.load(), package.earlier.load()
    assert outline and earlier
    found = states(game, 4)[: None if thorough else 50]
    moved = 0
    for one, other in pairwise(found):
        text = text_of(game, one)
        if text in ("", text_of(game, other)) or game.to_move(one) == encore.DEALER:
            continue
        moved += 1
        boards = [each for each in earlier(game, other) if each.outline == outline(game, one)]
        assert any(text in each.texts() for each in boards)
    assert moved > 5


def test_a_whole_turn_of_dalapapa_is_taken_back() -> None:
    game = encore.load("dalapapa")
    boards = {len(s.layout.laid): s for s in states(game, 2)}
    earlier = package_of(type(game)).earlier.load()
    assert earlier
    texts = {text for each in earlier(game, boards[9]) for text in each.texts()}
    assert {text_of(game, boards[count]) for count in (6, 7, 8)} & texts == {
        text_of(game, boards[count]) for count in (7, 8)
    }


def test_an_outline_is_that_of_all_symmetric_places() -> None:
    places = [(1, 3), (5, -1), (-3, -3)]
    turned, mirrored = [(-y, x) for x, y in places], [(-x, y) for x, y in places]
    whole = Outline().more(places)
    assert whole.text() == Outline().more(turned).text() == Outline().more(mirrored).text()
    shifted = [(x + 2, y - 6) for x, y in turned]
    assert whole.text(shifts=True) == Outline().more(shifted).text(shifts=True)
    assert whole.text() != Outline().more(shifted).text()
    assert whole.less(Outline().more(places[:1])) == Outline().more(places[1:])


def test_openings_that_many_games_share_have_no_text() -> None:
    for name, players in TABLES:
        game = encore.load(name, players=players)
        assert text_of(game, game.initial()) == ""


def test_a_board_of_another_kind_is_another_board() -> None:
    assert canonical([(1, 1, "r", "5")]) == canonical([(-1, 1, "g", "5")])
    assert canonical([(1, 1, "r", "5")]) != canonical([(1, 1, "r", "6")])
    assert canonical([(1, 1, "r", "")]) != canonical([(3, 1, "r", "")])
    assert canonical([(1, 1, "r", ""), (1, 3, "r", "")]) != canonical([(1, 1, "r", ""), (1, 3, "g", "")])
    assert canonical([(5, 7, "r", "")], shifts=True) == canonical([(0, 0, "b", "")], shifts=True)
