"""Dalapapa for the page: the picture of a state and the preview of a move."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from encore.games import dalapapa
from encore.games.dalapapa import Dalapapa, Phase, Place
from encore.games.dalapapa.layout import Layout
from encore.games.dalapapa.present import board as page
from encore.games.dalapapa.present import drawing, tile
from encore.games.dalapapa.present.evaluate import reasons
from tests.games.dalapapa_layouts import RED_SET, play, read_picture, row, tile_set
from tests.games.dalapapa_walks import VARIANTS, label, turns, walk

WEB = Path(dalapapa.__path__[0]) / "web"


@pytest.mark.parametrize("game", VARIANTS, ids=label)
def test_the_moves_are_the_legal_ones_and_only_for_whom_they_are(game: Dalapapa) -> None:
    for s in walk(game, 1):
        for seat in (None, *range(game.players)):
            shown = page.picture(game, game.view(s, seat), seat)
            legal = game.legal_moves(s) if seat is not None and seat == game.to_move(s) else ()
            assert sorted(each.move for each in shown.moves) == sorted(map(game.format_move, legal))
            points = [each.points for each in shown.moves]
            assert points == sorted(points, reverse=True)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", VARIANTS, ids=label)
def test_a_preview_shows_what_the_move_earns(game: Dalapapa) -> None:
    """Disc by disc and group by group, less the price, for every move; the list of moves says the same."""
    rng = Random(2)
    for s in turns(game, 2):
        view = game.view(s, s.seat)
        listed = {each.move: each.points for each in page.picture(game, view, s.seat).moves}
        for move in rng.sample(game.legal_moves(s), min(12, len(game.legal_moves(s)))):
            look = page.preview(game, view, move)
            after = game.play(s, move)
            earned = after.scores[s.seat] - s.scores[s.seat]
            assert look.points == earned == listed[game.format_move(move)]
            parts = sum(disc.points for disc in look.discs) + sum(group.points for group in look.groups)
            assert parts - look.price == earned
            assert look.picture.scores == after.scores
            assert look.picture.tiles == page.picture(game, game.view(after, None), None).tiles
            assert look.picture.moves == []


def test_points_of_moves_are_found_without_the_places_after_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """These took most of the time of a picture, and the server draws it between the moves of everybody."""
    game = Dalapapa(2)
    *_, s = (s for s in turns(game, 2) if len(game.legal_moves(s)) > 30)
    found = list[object]()

    def spots_beside(_: Layout, squares: object) -> dict[object, object]:
        found.append(squares)
        return {}

    monkeypatch.setattr(Layout, "_spots_beside", spots_beside)
    assert len(page.picture(game, game.view(s, s.seat), s.seat).moves) > 30
    assert not found


def test_a_preview_works_on_a_view_when_the_bag_is_empty() -> None:
    """A view in which the tiles of others are hidden can be played, also when hands are no longer refilled."""
    game = Dalapapa(2, tiles=RED_SET)
    for position, last in ((f"first 1 0,0 117,118/?,? {row(116)}", "stop"), (f"first 1 0,0 118/?,? {row(117)}", "")):
        view = game.parse_state(position)
        assert view.bag_size == 0
        after = play(game, view, "118a@0,1e", *filter(None, [last]))
        assert (after.phase, after.seat, after.scores) == (Phase.FIRST, 1, (2, 0))
        assert page.preview(game, view, game.parse_move(view, "118a@0,1e")).points == 2


def test_nothing_hidden_is_in_a_picture() -> None:
    """The picture, a preview and the hints do not change when only hidden tiles change."""
    rng, compared = Random(4), 0
    for game in (Dalapapa(players, target=10) for players in (2, 3, 4)):
        for s in walk(game, 4):
            for seat in (None, *range(game.players)):
                view = game.view(s, seat)
                other = game.sample(view, rng)
                assert page.picture(game, game.view(other, seat), seat) == page.picture(game, view, seat)
                compared += other != s
                hidden = [hand for of, hand in enumerate(page.picture(game, view, seat).hands) if of != seat]
                assert all(tile is None for hand in hidden for tile in hand)
    assert compared > 50


def test_hidden_hands_stay_hidden_in_a_preview() -> None:
    """What is certain after a move does not depend on the tiles of others."""
    game, rng = Dalapapa(3), Random(9)
    for s in list(turns(game, 9))[:20]:
        view = game.view(s, s.seat)
        other = replace(game.sample(view, rng))
        move = rng.choice(game.legal_moves(s))
        assert page.preview(game, game.view(other, s.seat), move) == page.preview(game, view, move)
        assert reasons(game, game.view(other, s.seat), move) == reasons(game, view, move)


def test_open_hands_are_in_the_picture() -> None:
    game = Dalapapa(2, open_hands="on")
    s = next(s for s in walk(game, 5) if s.phase == Phase.FIRST)
    hands = page.picture(game, game.view(s, None), None).hands
    assert [[held and held.tile for held in hand] for hand in hands] == [list(hand) for hand in s.hands]
    assert hands[0][0] == page.Held(s.hands[0][0], game.tiles.faces[s.hands[0][0] - 1])


def test_the_picture_is_json_and_stays_small() -> None:
    game = Dalapapa(2, target=999)
    *_, s = turns(game, 6)
    assert len(s.layout.laid) > 100
    assert len(msgspec.json.encode(page.picture(game, game.view(s, s.seat), s.seat))) < 32_000


def test_the_picture_and_the_preview_as_json() -> None:
    """What clients of version 0.1.0 read."""
    game = Dalapapa(2, tiles=tile_set({1: "rrgbygb", 2: "ggggggg"}, "yyyyyyy"))
    view = game.parse_state("second 1 3,-2 2/?,? 1a@0,0e")
    shown = json.loads(msgspec.json.encode(page.picture(game, view, 0)))
    moves = shown.pop("moves")
    assert moves[0] == {"move": "stop", "points": 0}
    assert shown == {
        "tiles": [["1a@0,0e", "rrgbygb"]],
        "open": [[-1, 0], [0, -1], [0, 1], [2, -1], [2, 1], [3, 0]],
        "groups": [{"colour": "r", "discs": [[1, 0]], "open": []}],
        "hands": [[{"tile": 2, "faces": ["ggggggg", "ggggggg"]}], [None, None]],
        "scores": [3, -2],
        "target": 60,
        "bag": 116,
        "phase": "second",
        "seat": 0,
        "me": 0,
        "price": 4,
    }
    look = json.loads(msgspec.json.encode(page.preview(game, view, game.parse_move(view, "2a@1,-2n"))))
    assert look.pop("picture")["scores"] == [0, -2]
    assert look == {
        "discs": [{"at": [2, -1], "colour": "g", "points": 1}],
        "groups": [],
        "price": 4,
        "points": -3,
    }


def test_the_picture_of_a_turn() -> None:
    game = Dalapapa(2, target=77, tiles=RED_SET)
    s = play(game, game.parse_state("first 1 5,-3 2,3/?,? 1a@0,0e"), "2a@2,0e")
    shown = page.picture(game, s, 0)
    assert (shown.target, shown.bag, shown.scores) == (77, 120 - 2 - 3, (6, -3))
    assert (shown.phase, shown.seat, shown.me, shown.price) == ("second", 0, 0, 4)
    assert shown.tiles == [("1a@0,0e", "rrrrrrr"), ("2a@2,0e", "rrrrrrr")]
    assert page.LegalMove("stop", 0) in shown.moves


def test_open_half_discs_and_groups() -> None:
    """The half-discs on the rim are open; the three green discs in the middle touch nothing green."""
    picture = read_picture("""
         y b b y
        rAgAgBgBr
         r y y r
    """)
    game = Dalapapa(2, tiles=picture.tiles)
    shown = page.picture(game, game.parse_state(f"first 1 0,0 8,9/?,? {'/'.join(picture.places)}"), 0)
    edge = [(-1, 0), (0, 1), (2, 1), (4, 1), (6, 1), (7, 0), (6, -1), (4, -1), (2, -1), (0, -1)]
    assert sorted(shown.open) == sorted(edge)
    complete = [group for group in shown.groups if not group.open]
    assert sorted((group.colour, group.discs) for group in complete) == [
        ("g", [(1, 0)]),
        ("g", [(3, 0)]),
        ("g", [(5, 0)]),
    ]


@pytest.mark.parametrize(
    ("drawing", "open_halves"),
    [
        (" g g\nbAgAb\n y y", [(0, 1), (2, 1)]),
        (" y g\nbAgAb\n y y", [(2, 1)]),
        (" g y\nbAgAb\n y g", None),
        (" y y y\nyAgAyBy\n y g y\nyDy.yBy\n y y y\nyDyCyCy\n y y y", None),
    ],
    ids=["two halves above", "one half", "halves on two sides", "a hole of one square"],
)
def test_a_nearly_closed_group_can_be_closed_by_one_tile(
    drawing: str, open_halves: list[tuple[int, int]] | None
) -> None:
    picture = read_picture(drawing)
    game = Dalapapa(2, tiles=picture.tiles)
    shown = page.picture(game, game.parse_state(f"first 1 0,0 8,9/?,? {'/'.join(picture.places)}"), 0)
    green = [group.open for group in shown.groups if group.colour == "g"]
    assert green == ([open_halves] if open_halves else [])


@pytest.mark.parametrize("game", VARIANTS, ids=label)
def test_groups_agree_with_the_rules(game: Dalapapa) -> None:
    """A group is shown as complete exactly where the rules find it, and a nearly closed one can be closed by a tile."""
    for s in list(turns(game, 7))[::4]:
        layout = s.layout
        shown = page.picture(game, game.view(s, None), None)
        complete = {frozenset(group.discs) for group in shown.groups if not group.open}
        whole = [disc for disc in layout.colours if layout.whole(disc)]
        assert complete == {group for disc in whole if (group := layout.group(disc))}
        for nearly in (group for group in shown.groups if group.open):
            assert any(layout.whole(disc) for disc in nearly.discs)
            squares = page.beside(layout, nearly.open)
            ways = [Place(1, "a", x // 2, y // 2, side) for x, y in squares for side in "enws"]
            assert any(squares <= set(place.squares) and not layout.covered & set(place.squares) for place in ways)


def test_the_page_draws_tiles_with_the_shapes_of_pictures() -> None:
    written = (WEB / "tile.json").read_text("utf-8")
    assert written == tile.page_text(), "run: python -m encore.games.dalapapa.present.tile"


def test_the_page_has_the_colours_of_pictures() -> None:
    """The light colours of the page, before those of high contrast."""
    sheet = (WEB / "colours.css").read_text("utf-8").partition("}")[0]
    shown = dict(re.findall(r"--dalapapa-([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})", sheet))
    names = ["table", "grid", "tile", "rim", "panel", "panel-edge", "lit", "text", "quiet"]
    drawn = (drawing.TABLE, drawing.GRID, drawing.TILE, drawing.RIM_LINE, drawing.PANEL, drawing.PANEL_EDGE)
    expected = dict(zip(names, (*drawn, drawing.LIT, drawing.TEXT, drawing.QUIET), strict=True))
    expected |= tile.PAINT | {f"{colour}-sign": sign for colour, sign in tile.SIGN.items()}
    assert expected.items() <= shown.items()
