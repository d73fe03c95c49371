"""Dalapapa for the page: the picture, the preview of a move, hints, lessons, and texts in four languages."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from fluent.syntax import FluentParser, FluentSerializer, ast

import encore
from encore.core.english import texts
from encore.core.fact import Fact
from encore.core.lesson import Step
from encore.core.options import Choice
from encore.games import dalapapa
from encore.games.dalapapa import Dalapapa, Pass, Phase, Place, State, Stop
from encore.games.dalapapa.learn.encoding import Encoding
from encore.games.dalapapa.present import board as page
from encore.games.dalapapa.present import drawing, tile
from encore.games.dalapapa.present.evaluate import reasons, where
from encore.games.dalapapa.present.lessons import LESSONS
from tests.games.dalapapa_layouts import RED_SET, play, read_picture, row, tile_set

VARIANTS = [
    *(Dalapapa(players, target=20) for players in (2, 3, 4)),
    Dalapapa(2, target=20, open_hands="on"),
    Dalapapa(4, target=10, open_hands="on"),
    Dalapapa(2, target=20, tiles=tile_set(dict.fromkeys(range(1, 60), "ggggggg"))),
]
LANGUAGES = ("en", "ja", "de", "fr")


def label(game: Dalapapa) -> str:
    return f"{game.players}-{game.options['open_hands']}-{game.options['target']}"


def walk(game: Dalapapa, seed: int) -> Iterator[State]:
    """Yield the states of a random game in which tiles that earn something are laid more often."""
    rng, s = Random(seed), game.initial()
    while game.to_move(s) is not None:
        yield s
        if game.to_move(s) == encore.DEALER:
            s = game.play(s, game.deal(s, rng))
            continue
        some = rng.sample(game.legal_moves(s), min(5, len(game.legal_moves(s))))
        s = game.play(s, max(some, key=lambda move: game.play(s, move).scores[s.seat]))
    yield s


def turns(game: Dalapapa, seed: int) -> Iterator[State]:
    return (s for s in walk(game, seed) if game.to_move(s) not in (None, encore.DEALER))


@pytest.mark.parametrize("game", VARIANTS, ids=label)
def test_the_moves_are_the_legal_ones_and_only_for_whom_they_are(game: Dalapapa) -> None:
    for s in walk(game, 1):
        for seat in (None, *range(game.players)):
            shown = page.picture(game, game.view(s, seat), seat)
            legal = game.legal_moves(s) if seat is not None and seat == game.to_move(s) else ()
            assert sorted(each.move for each in shown.moves) == sorted(map(game.format_move, legal))
            points = [each.points for each in shown.moves]
            assert points == sorted(points, reverse=True)


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


# One drawing of a tile for the page and for pictures

WEB = Path(dalapapa.__path__[0]) / "web"


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


# Texts


def read_texts(language: str) -> dict[str, set[str]]:
    """Return the variables of each message of a language."""
    text = texts("dalapapa").joinpath(f"{language}.ftl").read_text("utf-8")
    entries = [entry for entry in FluentParser().parse(text).body if isinstance(entry, ast.Message)]
    return {entry.id.name: set(re.findall(r"\$(\w+)", FluentSerializer().serialize_entry(entry))) for entry in entries}


TEXTS = {language: read_texts(language) for language in LANGUAGES}


def assert_told_in_every_language(fact: object) -> None:
    """A fact of this game has a text with its arguments in all languages; in English it is short."""
    assert isinstance(fact, Fact)
    owner, _, name = fact.code.partition(".")
    assert owner == "dalapapa"
    assert all(TEXTS[language][name] == set(fact.args) for language in LANGUAGES), fact
    assert 0 < len(str(fact)) < 400
    assert all(re.fullmatch(r"-?\d+,-?\d+", cell) for cell in fact.cells)


def test_every_language_has_the_same_texts() -> None:
    assert all(TEXTS[language] == TEXTS["en"] for language in LANGUAGES)
    assert len(TEXTS["en"]) > 100


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
    assert all(TEXTS[language][name] == set() for name in names for language in LANGUAGES)


@pytest.mark.parametrize("game", VARIANTS, ids=label)
def test_hints_point_at_the_move_and_say_why(game: Dalapapa) -> None:
    rng = Random(8)
    for s in turns(game, 8):
        view = game.view(s, s.seat)
        for move in rng.sample(game.legal_moves(s), min(3, len(game.legal_moves(s)))):
            said = reasons(game, view, move)
            assert said
            for fact in said:
                assert_told_in_every_language(fact)
                assert fact.cells or not isinstance(move, Place)
            covered = game.play(s, move).layout.covered - s.layout.covered
            assert sorted(where(game, view, move)) == sorted(f"{x // 2},{y // 2}" for x, y in covered)


def test_what_hints_say() -> None:
    game = Dalapapa(2)
    step = LESSONS[1].steps[2]
    s = game.parse_state(step.position)
    said = list(map(str, reasons(game, s, game.parse_move(s, step.accept[0]))))
    assert said[:3] == [
        "it makes 3 new discs, worth 4 points",
        "it completes a yellow group of 5, worth 5 points",
        "it completes a red group of 3, worth 3 points",
    ]
    assert "no other move earns more now" in said
    worst = min(game.legal_moves(s), key=lambda move: game.play(s, move).scores[0])
    assert "no other move earns more now" not in map(str, reasons(game, s, worst))
    second = game.parse_state(LESSONS[2].steps[1].position)
    assert list(map(str, reasons(game, second, Stop()))) == ["the second tile would earn 2 points at most and costs 4"]
    assert list(map(str, reasons(game, second, Pass()))) == ["no tile of the hand fits anywhere"]


# Lessons

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


def test_hidden_hands_stay_hidden_in_a_preview() -> None:
    """What is certain after a move does not depend on the tiles of others."""
    game, rng = Dalapapa(3), Random(9)
    for s in list(turns(game, 9))[:20]:
        view = game.view(s, s.seat)
        other = replace(game.sample(view, rng))
        move = rng.choice(game.legal_moves(s))
        assert page.preview(game, game.view(other, s.seat), move) == page.preview(game, view, move)
        assert reasons(game, game.view(other, s.seat), move) == reasons(game, view, move)
