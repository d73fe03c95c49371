"""Everything that Dalapapa says has a text in four languages: refusals, errors, ends, options."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import encore
from encore.core.fact import Fact
from encore.core.options import Choice
from encore.games import dalapapa
from encore.games.dalapapa import Dalapapa, Place
from encore.games.dalapapa.learn.encoding import Encoding
from tests.games.dalapapa_layouts import RED_SET, play, row, tile_set
from tests.games.dalapapa_texts import LANGUAGES, assert_told_in_every_language, read_texts

REFUSED = {
    "first 1 0,0 2,3/4,5 1a@0,0e": [
        *("stop", "pass", "draw:7", "4a@2,0e", "2a@0,0e", "2a@9,9e", "2a@2,2e"),
    ],
    "second 1 0,0 2/4,5 1a@0,0e": ["pass", "draw:9"],
    "refill 1 0,0 2/4,5 1a@0,0e": ["stop", "pass", "2a@2,0e", "draw:1", "draw:8,9", "draw:2"],
    "lay-start 1 0,0 2/4 -": ["2a@1,0e", "pass", "stop"],
    "draw-start 1 0,0 -/- -": ["draw:1,2", "1a@0,0e"],
    "over 2 60,10 2,3/4,5 1a@0,0e": ["stop", "2a@2,0e", "draw:7"],
}


LONG = "x" * 10_000
UNREAD = {
    "not-a-state": ["", "first", f"first 1 0,0 2,3/4,5 {LONG}"],
    "not-a-phase": ["second-hand 1 0,0 2,3/4,5 1a@0,0e", f"{LONG[:3000]} 1 0,0 2,3/4,5 1a@0,0e"],
    "not-a-seat": ["first 3 0,0 2,3/4,5 1a@0,0e"],
    "not-scores": ["first 1 0,0,0 2,3/4,5 1a@0,0e"],
    "not-hands": ["first 1 0,0 2,3 1a@0,0e"],
    "not-a-hand": ["first 1 0,0 3,2/4,5 1a@0,0e", "first 1 0,0 2,3,7/4,5 1a@0,0e"],
    "not-tiles": ["first 1 0,0 2,x/4,5 1a@0,0e"],
    "not-a-place": ["first 1 0,0 2,3/4,5 1a@0,0q"],
    "tile-twice": ["first 1 0,0 2,3/2,5 1a@0,0e"],
    "place-refused": ["first 1 0,0 2,3/4,5 1a@0,0e/7a@9,9e"],
    "nothing-to-draw": ["refill 1 0,0 2,3/4,5 1a@0,0e"],
    "no-tile-to-lay": ["first 1 0,0 -/4,5 1a@0,0e"],
    "one-tile-left": ["second 1 0,0 2,3/4,5 1a@0,0e"],
    "table-not-empty": ["first 1 0,0 2,3/4,5 -"],
}


def test_every_language_has_the_same_texts() -> None:
    assert all(read_texts(language) == read_texts("en") for language in LANGUAGES)
    assert len(read_texts("en")) > 100


@pytest.mark.parametrize("position", REFUSED)
def test_every_refusal_has_a_text(position: str) -> None:
    game = Dalapapa(2)
    s = game.parse_state(position)
    for text in REFUSED[position]:
        with pytest.raises(encore.IllegalMove) as refused:
            game.play(s, game.parse_move(s, text))
        assert_told_in_every_language(refused.value.fact)
        assert refused.value.rule.isdigit()


def test_mismatching_colours_are_named() -> None:
    game, heard = Dalapapa(2), Counter[str]()
    s = game.parse_state("first 1 0,0 2,3/4,5 1a@0,0e")
    for place in (
        Place(2, face, x, y, side) for face in "ab" for x in (-2, -1, 0, 2, 3) for y in (-1, 0, 1) for side in "enws"
    ):
        try:
            game.play(s, place)
        except encore.IllegalMove as refused:
            assert_told_in_every_language(refused.fact)
            assert refused.fact.cells
            heard[refused.fact.code] += 1
    assert heard["dalapapa.colours-differ"] > 10
    assert set(heard) == {f"dalapapa.{name}" for name in ("colours-differ", "no-shared-edge", "square-taken")}
    with pytest.raises(encore.IllegalMove) as refused_face:
        game.play(s, Place(2, "c", 2, 0, "e"))
    assert_told_in_every_language(refused_face.value.fact)
    with pytest.raises(encore.IllegalMove) as refused_tile:
        game.play(s, Place(10**999, "a", 2, 0, "e"))
    assert_told_in_every_language(refused_tile.value.fact)


def test_what_a_refusal_says() -> None:
    game = Dalapapa(2, tiles=tile_set({2: "ggggggg", 3: "ggggggg"}))
    s = game.parse_state("first 1 0,0 2,5/4,6 1a@0,0e")
    with pytest.raises(encore.IllegalMove) as refused:
        play(game, s, "2a@2,0e")
    assert str(refused.value) == "rule 2: green would meet red on the edge between 1,0 and 2,0"
    assert refused.value.fact.cells == ("1,0", "2,0")
    with pytest.raises(encore.IllegalMove) as covered:
        play(game, s, "5a@1,0e")
    assert (str(covered.value), covered.value.fact.cells) == ("rule 2: there is already a tile on 1,0", ("1,0",))


@pytest.mark.parametrize(
    "text", ["", "e4", "37", "37a@4", "37c@0,0e", "121a@0,0e", "1a@00,0e", "draw:", "draw:x", "STOP", "@"]
)
def test_every_notation_error_has_a_text(text: str) -> None:
    game = Dalapapa(2)
    with pytest.raises(encore.NotationError) as unread:
        game.parse_move(game.initial(), text)
    assert_told_in_every_language(unread.value.fact)


@pytest.mark.parametrize("code", UNREAD)
def test_every_invalid_state_has_a_text(code: str) -> None:
    for text in UNREAD[code]:
        with pytest.raises(encore.NotationError) as unread:
            Dalapapa(2).parse_state(text)
        assert unread.value.fact.code == f"dalapapa.{code}"
        assert_told_in_every_language(unread.value.fact)


def test_a_state_in_which_nothing_fits_has_a_text() -> None:
    game = Dalapapa(2, tiles=tile_set(dict.fromkeys(range(2, 121), "ggggggg")))
    with pytest.raises(encore.NotationError) as unread:
        game.parse_state("first 1 0,0 2,3/4,5 1a@0,0e")
    with pytest.raises(encore.NotationError) as unfilled:
        game.sample(game.parse_state("first 1 0,0 ?,?/?,? 1a@0,0e"), Random(1))
    codes = [error.value.fact.code for error in (unread, unfilled)]
    assert codes == ["dalapapa.no-tile-fits", "dalapapa.no-hidden-tiles"]
    for error in (unread, unfilled):
        assert_told_in_every_language(error.value.fact)


@pytest.mark.parametrize("text", ["", "1\n" * 9, "1 x\n" * 120, LONG, f"{LONG}\n" * 120])
def test_every_invalid_tile_set_has_a_text(text: str) -> None:
    with pytest.raises(encore.OptionError) as unread:
        dalapapa.parse_tiles(text)
    assert_told_in_every_language(unread.value.fact)


def test_unknown_actions_have_a_text() -> None:
    game = Dalapapa(2)
    encoding, s = Encoding(game), game.parse_state("second 1 0,0 2/4,5 1a@0,0e")
    for action in (10**999, encoding.actions, encoding.actions // 2 + 7):
        with pytest.raises(encore.IllegalMove) as refused:
            encoding.move(s, action)
        assert_told_in_every_language(refused.value.fact)


def test_both_ends_have_a_text() -> None:
    reached = Dalapapa(2, tiles=RED_SET, target=10)
    s = play(reached, reached.parse_state("first 2 12,3 2,3/4,5 1a@0,0e"), "4a@2,0e", "stop")
    stuck = Dalapapa(2, tiles=RED_SET)
    last = play(stuck, stuck.parse_state(f"first 1 0,0 120/- {row(119)}"), "120a@0,1e")
    for outcome in (reached.outcome(s), stuck.outcome(last)):
        assert outcome
        assert_told_in_every_language(outcome.fact)


def test_the_game_and_its_options_have_texts() -> None:
    assert str(Fact("dalapapa.summary")) == Dalapapa.summary
    names = ["title", "summary"]
    for name, option in Dalapapa.declared.items():
        own = f"option-{name.replace('_', '-')}"
        values = option.values if isinstance(option, Choice) else ()
        names += [own, f"{own}-help", *(f"{own}-{value}" for value in values)]
    assert all(read_texts(language)[name] == set() for name in names for language in LANGUAGES)
