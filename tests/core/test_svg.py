"""Drawings as SVG text."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from encore.core.drawing import Clip, Drawing, Group, Path, Shape, Words
from encore.core.registry import packages
from encore.core.svg import svg

SVG = "{http://www.w3.org/2000/svg}"


def written(*shapes: Shape, left: float = 0.0, top: float = 0.0, scale: float = 1.0) -> ElementTree.Element:
    """Return the element around the shapes of a drawing."""
    whole = ElementTree.fromstring(svg(Drawing(30, 20, "#ffffff", shapes, left, top, scale)))
    assert [element.tag for element in whole] == [f"{SVG}rect", f"{SVG}g"]
    return whole[1]


def test_a_drawing_has_its_size_ground_and_place() -> None:
    whole = ElementTree.fromstring(svg(Drawing(30, 20, "#123456", (), 2, -1.5, 0.5)))
    assert (whole.get("width"), whole.get("height"), whole.get("viewBox")) == ("30", "20", "0 0 30 20")
    assert whole[0].attrib == {"width": "30", "height": "20", "fill": "#123456"}
    assert whole[1].get("transform") == "scale(0.5) translate(2 -1.5)", "the origin is given in units of the shapes"


def test_paths_have_fill_and_stroke_with_their_opacity() -> None:
    filled, lined = written(Path("M0 0h9", "#ff000080"), Path("M0 0v9", stroke="#00ff00", width=2, dash=(3, 1.25)))
    assert filled.attrib == {"d": "M0 0h9", "fill": "#ff0000", "fill-opacity": "0.502"}
    assert lined.attrib == {
        "d": "M0 0v9",
        "fill": "none",
        "stroke": "#00ff00",
        "stroke-width": "2",
        "stroke-dasharray": "3 1.25",
    }


def test_words_are_escaped_and_stand_where_they_are_placed() -> None:
    plain, bold = written(
        Words(1, 2, "a < b & c", 10, "#000000"), Words(0, 0, "x", 10, "#000000", True, "start", "#ffffff")
    )
    assert plain.text == "a < b & c"
    assert (plain.get("x"), plain.get("y"), plain.get("text-anchor")) == ("1", "2", "middle")
    assert "stroke" not in plain.attrib and "font-weight" not in plain.attrib
    assert (bold.get("font-weight"), bold.get("text-anchor"), bold.get("stroke")) == ("bold", "start", "#ffffff")
    assert (bold.get("stroke-width"), bold.get("paint-order")) == ("1.8", "stroke"), "the halo is behind the letters"


def test_groups_are_moved_turned_and_mirrored_in_this_order() -> None:
    path = (Path("M0 0h1", "#000000"),)
    placed, usual = written(Group(path, 3, 4, 2, -1, 90, 0.5), Group((Path("M1 1h1", "#000000"),)))
    assert placed.get("transform") == "translate(3 4) rotate(90) scale(-2 2)"
    assert placed.get("opacity") == "0.5"
    assert usual.attrib == {}


def test_a_piece_that_is_shown_again_is_written_once() -> None:
    piece = (Path("M0 0h1", "#000000"), Clip("M0 0h5v5z", (Path("M0 0h2", "#111111"),)))
    first, second = written(Group(piece, 1), Group(piece, 2))
    assert [use.get("href") for use in second] == [f"#{first[0].get('id')}"]
    assert second[0].tag == f"{SVG}use" and second.get("transform") == "translate(2 0)"


def test_clips_have_their_own_outlines() -> None:
    inner = Clip("M0 0h1z", (Path("M0 0h2", "#111111"),))
    around = written(Clip("M0 0h5z", (Path("M0 0h3", "#222222"), inner)))
    outlines = {element.get("id"): element[0].get("d") for element in around.iter(f"{SVG}clipPath")}
    clipped = [element for element in around.iter(f"{SVG}g") if "clip-path" in element.attrib]
    used = [str(element.get("clip-path"))[5:-1] for element in clipped]
    assert [outlines[name] for name in used] == ["M0 0h5z", "M0 0h1z"]
    assert [[path.get("d") for path in element.findall(f"{SVG}path")] for element in clipped] == [
        ["M0 0h3"],
        ["M0 0h2"],
    ]


@pytest.mark.parametrize("name", packages())
def test_the_picture_of_every_game_is_a_document(name: str) -> None:
    package = packages()[name]
    game, draw = package.game(), package.drawing.load()
    assert draw is not None
    whole = ElementTree.fromstring(svg(draw(game, game.view(game.initial(), 0), 0, None)))
    names = [element.get("id") for element in whole.iter() if element.get("id")]
    assert len(set(names)) == len(names)
    assert {str(use.get("href"))[1:] for use in whole.iter(f"{SVG}use")} <= set(names)
