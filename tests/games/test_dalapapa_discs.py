"""Tiles on the table: placing, discs, groups and points (rules 1 to 4 of RULES.md)."""

from __future__ import annotations

import pytest

from encore.games.dalapapa import Dalapapa, Layout, Place
from tests.games import brute_force
from tests.games.dalapapa_layouts import RED_SET, listed, play, read_picture, refuses, tile_set


def earned(drawing: str) -> list[int]:
    """Return what each tile of a drawing earns, laid in the order of the alphabet; A was there before."""
    picture = read_picture(drawing)
    game = Dalapapa(2, tiles=picture.tiles)
    points = []
    for laid, place in enumerate(picture.places[1:], 1):
        s = game.parse_state(f"first 1 0,0 {laid + 1}/- {'/'.join(picture.places[:laid])}")
        points.append(play(game, s, place).scores[0])
    return points


@pytest.mark.parametrize("place", ["2a@-1,0w", "2a@0,1n", "2a@1,1n", "2a@2,0e", "2a@1,-1s", "2a@0,-1s"])
def test_rule_1_six_outer_edges_have_a_half_disc_each(place: str) -> None:
    """Rule 1: one half-disc on each of the six outer edges: one on each short side, two on each long side."""
    game = Dalapapa(2, tiles=RED_SET)
    assert play(game, game.parse_state("first 1 0,0 2/- 1a@0,0e"), place).scores == (1, 0)


def test_rule_2_either_face_in_four_rotations() -> None:
    """Rule 2: tiles lie along either axis, either face up, in four rotations."""
    game = Dalapapa(2, tiles=tile_set({2: "grggggg bbbbrbb"}))
    west_end = {"2a@-1,0w", "2a@0,1n", "2a@1,1n", "2a@2,0e", "2a@1,-1s", "2a@0,-1s"}
    east_end = {"2b@-2,0e", "2b@0,2s", "2b@1,2s", "2b@3,0w", "2b@1,-2n", "2b@0,-2n"}
    moves = listed(game, game.parse_state("first 1 0,0 2/- 1a@0,0e"))
    assert len(moves) == 12
    assert set(moves) == west_end | east_end


def test_rule_2_every_shared_edge_must_match() -> None:
    """Rule 2: on every shared edge the two half-discs must have the same colour."""
    game = Dalapapa(2, tiles=tile_set({1: "rrrgrrr", 2: "rrrrrgr", 3: "rrrrrrr"}))
    s = game.parse_state("first 1 0,0 2,3/- 1a@0,0e")
    assert not refuses(game, s, "2a@0,1e")
    assert refuses(game, s, "3a@0,1e")
    assert not refuses(game, s, "3a@-1,1e")


@pytest.mark.parametrize("place", ["2a@2,1e", "2a@-1,1w", "2a@2,-1e", "2a@-1,-2n", "2a@4,0e", "2a@9,9e"])
def test_rule_2_a_corner_is_not_touching(place: str) -> None:
    """Rule 2: a tile must share at least one unit edge; touching at a corner is not touching."""
    game = Dalapapa(2, tiles=RED_SET)
    assert refuses(game, game.parse_state("first 1 0,0 2/- 1a@0,0e"), place)


@pytest.mark.parametrize("place", ["2a@0,0e", "2a@1,0w", "2a@1,0e", "2a@0,0n", "2a@-1,0e", "2a@1,1s"])
def test_rule_2_no_square_is_covered_twice(place: str) -> None:
    """Rule 2: tiles lie on the unit grid, beside each other."""
    game = Dalapapa(2, tiles=RED_SET)
    assert refuses(game, game.parse_state("first 1 0,0 2/- 1a@0,0e"), place)


AROUND = {"A": "1a@0,0n", "B": "2a@0,2e", "C": "3a@2,2e", "D": "4a@1,0e", "E": "5a@3,0n"}


@pytest.mark.parametrize(
    ("around", "points"), [("A", 1), ("AB", 2), ("ABC", 4), ("ABD", 6), ("ABCD", 8), ("ABCDE", 10)]
)
def test_rule_2_a_tile_makes_one_to_six_discs(around: str, points: int) -> None:
    """Rule 2: each shared edge makes one new disc (1 to 6); rule 4: n + max(0, n − 2) points."""
    game = Dalapapa(2, tiles=RED_SET)
    s = game.parse_state(f"first 1 0,0 6/- {'/'.join(AROUND[tile] for tile in around)}")
    assert play(game, s, "6a@1,1e").scores == (points, 0)


def test_rule_3_the_central_disc_touches_the_four_on_the_long_sides() -> None:
    """Rule 3: a central disc touches the four on the long sides."""
    drawing = """
         g g
        gAgAg
         r r
        gBrBg
         r r
        gCgCg
         g g
    """
    assert earned(drawing) == [2, 2 + 5]


AROUND_AN_EDGE = """
           g g
          gCgCg
     g g g r r g
    gEgEgAgArBgBg
     g g g r r g
          gDgDg
           g g
"""


def test_rule_3_the_disc_on_a_shared_edge_touches_up_to_four() -> None:
    """Rule 3: a short-side disc touches the two long-side discs of its square; on a shared edge that makes four."""
    assert earned(AROUND_AN_EDGE)[2] == 2 + 5


def test_rule_3_discs_on_parallel_edges_do_not_touch() -> None:
    """Rule 3: discs touch when their edges are perpendicular, so a centre and the short sides do not."""
    drawing = """
         g g g g
        gAgArBrBr
         g g g g
    """
    assert earned(drawing) == [1 + 1 + 1]


def test_rule_3_a_half_disc_of_its_colour_keeps_a_group_open() -> None:
    """Rule 3: a group touches no half-disc of its colour."""
    assert earned(AROUND_AN_EDGE)[:3] == [1, 2, 2 + 5]


def test_rule_3_a_complete_group_never_grows() -> None:
    """Rule 3: a group that is complete can never grow again, so it scores once."""
    assert earned(AROUND_AN_EDGE)[3] == 1


def test_rule_4_first_example_of_the_rulebook() -> None:
    """Rule 4: 2 + 7 = 9, two new discs and a yellow group of seven."""
    drawing = """
         b g g b g
        gXyAbAyCbCb
         y y y b g
        bXyByBrDrDg
         b b b g b
    """
    assert earned(drawing)[-1] == 2 + 7


def test_rule_4_second_example_of_the_rulebook() -> None:
    """Rule 4: 4 + 8 = 12, three new discs, a red group of three and a yellow one of five."""
    drawing = """
           r b r
          yAbAbBr
         b r y g
        rXrXyCrBr
         y r y r
          bDyCg
           y g
          bDb
           r
    """
    assert earned(drawing)[-1] == 4 + 8


def test_rule_4_six_groups_on_one_layout() -> None:
    """Rule 4: the six groups worth 1, 6, 2, 7, 5, 1."""
    picture = read_picture("""
         y g r g g
        yArAgBgByCr
         y r y y g
        yDrEbEyFrCg
         y r y y y
        gDyGrGbFbHy
         r b b b b
        rIbIrJbJbHy
         y r g g r
    """)
    game, layout, groups = Dalapapa(2, tiles=picture.tiles), Layout(), list[int]()
    for text in picture.places:
        place = game.parse_move(game.initial(), text)
        assert isinstance(place, Place)
        layout = layout.add(place, game.tiles.face(place.tile, place.face))
        groups += layout.score(place).groups
    assert sorted(groups) == [1, 1, 2, 5, 6, 7]
    drawn = brute_force.groups(brute_force.lay(picture.places, brute_force.read_faces(picture.tiles)))
    assert sorted(map(len, drawn)) == [1, 1, 2, 5, 6, 7]


def test_rule_4_a_centre_alone_in_its_colour_is_a_group_of_one() -> None:
    """Rule 4: the tile's own central disc is no new disc, but alone in its colour it is at once a group of one."""
    drawing = """
         g g g g g g
        gAgAgBgBgCyCg
         g g g g g g
    """
    assert earned(drawing) == [1, 1 + 1]
