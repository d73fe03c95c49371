"""The tiles of Dalapapa: the standard set, and custom files."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import combinations, permutations

import pytest

import encore
from encore.games.dalapapa import TileSet, parse_tiles, standard_tiles
from tests.games.dalapapa_layouts import tile_set

WEST, NORTH_WEST, NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST = range(1, 7)

PYRAMID, BRIDGE = {NORTH_WEST, NORTH_EAST}, {WEST, EAST}
DIAGONAL = {NORTH_WEST, SOUTH_EAST}

HALF_TURN = (0, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST)
MIRROR = (0, EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST)

FACES = standard_tiles().faces
TEXT = standard_tiles().text


def turned(face: str) -> str:
    return "".join(face[half] for half in HALF_TURN)


def placing(halves: set[int]) -> frozenset[int]:
    """Return a canonical set for all sets that are equal under rotation and reflection."""
    turn = {HALF_TURN[half] for half in halves}
    alike = [halves, turn, {MIRROR[half] for half in halves}, {MIRROR[half] for half in turn}]
    return frozenset(min(alike, key=sorted))


def led(face: str) -> set[int]:
    """Return where the colour of the centre has its half-discs."""
    return {half for half in range(1, 7) if face[half] == face[0]}


def family(shape: set[int]) -> list[tuple[str, str]]:
    return [(a, b) for a, b in FACES if placing(led(a)) == placing(shape)]


def roles(a: str, b: str) -> tuple[str, ...]:
    """Return the faces of a tile with its colours numbered in the order in which they appear."""
    order = list(dict.fromkeys(a + b))
    return tuple("".join(str(order.index(colour)) for colour in face) for face in (a, b))


def test_rule_10_there_are_120_tiles_of_two_faces_in_four_colours() -> None:
    """Rule 10: 120 tiles; four colours (red, green, blue, yellow)."""
    assert len(FACES) == 120
    assert {(len(a), len(b)) for a, b in FACES} == {(7, 7)}
    assert {colour for tile in FACES for face in tile for colour in face} == set("rgby")


def test_rule_10_no_tile_is_another_turned_or_flipped_over() -> None:
    """Rule 10: all 120 tiles different; no tile equals another one turned or flipped over."""
    tiles = {frozenset(min(face, turned(face)) for face in tile) for tile in FACES}
    assert len(tiles) == 120


def test_rule_10_each_face_shows_exactly_three_colours() -> None:
    """Rule 10: each face shows exactly three of the four colours."""
    assert all(len(set(face)) == 3 for tile in FACES for face in tile)


def test_rule_10_no_colour_is_missing_on_both_faces() -> None:
    """Rule 10: no colour is missing on both faces."""
    assert all(set(a) | set(b) == set("rgby") for a, b in FACES)


def test_rule_10_every_tile_has_four_halves_of_each_colour() -> None:
    """Rule 10: counting a central disc as two halves, every tile carries exactly four halves of each colour."""
    for a, b in FACES:
        assert Counter(a + b + a[0] + b[0]) == dict.fromkeys("rgby", 4)


def test_rule_10_the_leading_colour_has_the_centre_and_two_halves() -> None:
    """Rule 10: the leading colour has the centre and two half-discs, two other colours two half-discs each."""
    for tile in FACES:
        for face in tile:
            assert sorted(Counter(face[1:]).values()) == [2, 2, 2]
            assert len(led(face)) == 2


def test_rule_10_the_missing_colour_leads_the_other_face() -> None:
    """Rule 10: on the other face the missing colour leads, and the former leading colour is missing."""
    for a, b in FACES:
        assert {b[0]} == set("rgby") - set(a)
        assert {a[0]} == set("rgby") - set(b)


def test_rule_10_five_patterns_come_in_all_24_colourings() -> None:
    """Rule 10: five patterns, each in all 24 assignments of the four colours to its four roles."""
    patterns = Counter(roles(a, b) for a, b in FACES)
    assert sorted(patterns.values()) == [24] * 5
    for pattern in patterns:
        colourings = {tuple(dict.fromkeys(a + b)) for a, b in FACES if roles(a, b) == pattern}
        assert colourings == set(permutations("rgby"))


def test_rule_10_the_patterns_are_the_placings_of_the_leading_halves() -> None:
    """Rule 10: the patterns are the placings of the leading colour's two half-discs, one of the six left out."""
    possible = {placing(set(pair)) for pair in combinations(range(1, 7), 2)}
    used = Counter(placing(led(a)) for a, _ in FACES)
    assert len(possible) == 6
    assert set(used.values()) == {24}
    assert possible - set(used) == {placing(DIAGONAL)}
    assert all(placing(led(a)) == placing(led(b)) for a, b in FACES)


@pytest.mark.parametrize("shape", [PYRAMID, BRIDGE])
def test_rule_10_pyramid_and_bridge_are_families_of_24(shape: set[int]) -> None:
    """Rule 10: "pyramid" is the two on one long side, "bridge" the two short ends; 24 tiles each."""
    assert len(family(shape)) == 24


def test_rule_10_the_set_is_data_that_reads_back() -> None:
    """Rule 10: the set is data, replaceable by a file of the user's own."""
    assert parse_tiles(TEXT) == standard_tiles()
    own = parse_tiles(tile_set({7: "rgbyrgb yyyyyyy"}))
    assert own.face(7, "a") == "rgbyrgb"
    assert own.face(7, "b") == "yyyyyyy"
    assert own.face(120, "b") == "rrrrrrr"


def test_rule_10_a_tile_set_is_120_numbered_lines() -> None:
    """Rule 10: 120 lines `<number> <faceA> <faceB>`, one blank between, each ended by a line feed."""
    lines = TEXT.split("\n")
    assert len(lines) == 121
    assert lines[120] == ""
    assert lines[:120] == [f"{number} {a} {b}" for number, (a, b) in enumerate(FACES, 1)]


FIRST, REST = TEXT.split("\n", 1)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(REST, id="without line 1"),
        pytest.param(TEXT.rsplit("\n", 2)[0] + "\n", id="119 lines"),
        pytest.param(TEXT + FIRST.replace("1", "121", 1) + "\n", id="121 lines"),
        pytest.param(TEXT + "\n", id="blank line at the end"),
        pytest.param(TEXT + " ", id="more behind the last line feed"),
        pytest.param(TEXT[:-1], id="no last line feed"),
        pytest.param(TEXT.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(TEXT.replace("\n", "\r"), id="CR"),
        pytest.param(TEXT.replace("\n12 ", "\n13 "), id="a number twice"),
        pytest.param(TEXT.replace("\n12 ", "\n012 "), id="leading zero"),
        pytest.param(TEXT.replace("\n10 ", "\n1\u0660 "), id="a digit that is not ASCII"),
        pytest.param(TEXT.replace("\n12 ", "\n12  "), id="two blanks"),
        pytest.param(TEXT.replace("\n12 ", "\n 12 "), id="a blank before"),
        pytest.param(TEXT.replace("\n12 ", " \n12 "), id="a blank behind"),
        pytest.param(TEXT.replace("\n12 ", "\n12\t"), id="tab"),
        pytest.param(TEXT.replace("\n12 ", "\n12 x"), id="a letter too many"),
        pytest.param(f"{FIRST[:-1]}\n{REST}", id="a letter too few"),
        pytest.param(f"{FIRST[:-1]}p\n{REST}", id="wrong letter"),
        pytest.param(f"{FIRST[:-1]}R\n{REST}", id="capital letter"),
        pytest.param(f"{FIRST[:-8]}\n{REST}", id="one face"),
        pytest.param(f"{FIRST} rrrrrrr\n{REST}", id="three faces"),
        pytest.param("\ufeff" + TEXT, id="byte order mark"),
    ],
)
def test_rule_10_other_texts_are_no_tile_set(text: str) -> None:
    """Rule 10: 120 lines `<number> <faceA> <faceB>`, one blank between, each ended by a line feed."""
    with pytest.raises(encore.OptionError):
        encore.load("dalapapa", tiles=text)


def test_an_error_names_the_line() -> None:
    with pytest.raises(encore.OptionError, match="line 12 "):
        parse_tiles(TEXT.replace("\n12 ", "\n13 "))


def test_records_name_a_set_that_is_not_the_standard_one() -> None:
    """The tag `Tiles` of a record is the first 16 hex digits of the SHA-256 of the set's text."""
    text = tile_set({})
    own = encore.load("dalapapa", tiles=text)
    record = encore.record_of(own, ("draw:1",), own.play(own.initial(), own.parse_move(own.initial(), "draw:1")))
    assert record.tags["Tiles"] == sha256(text.encode()).hexdigest()[:16]
    assert encore.game_of(record, {"tiles": text}) == own
    with pytest.raises(encore.RecordError, match="tiles"):
        encore.game_of(record)
    with pytest.raises(encore.RecordError, match="tiles"):
        encore.game_of(record, {"tiles": tile_set({1: "ggggggg"})})


def test_records_do_not_name_the_standard_set() -> None:
    """A record has the tag `Tiles` only with a tile set that is not the standard one."""
    for game in (encore.load("dalapapa"), encore.load("dalapapa", tiles=TEXT)):
        assert "Tiles" not in encore.record_of(game, (), game.initial()).tags


def test_the_text_of_a_set_is_its_file() -> None:
    assert TileSet(FACES).text == TEXT
    assert parse_tiles(tile_set({3: "bbbbbbb"})).text == tile_set({3: "bbbbbbb"})
