"""Da Capo for the page: pictures agree with the rules, and facts have texts in every language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
from fluent.syntax import FluentParser, ast

import encore
from encore.core.errors import EncoreError
from encore.core.fact import Fact
from encore.core.game import DEALER
from encore.games.dacapo.moves import Capture
from encore.games.dacapo.present import board
from encore.games.dacapo.present import evaluate as evaluation
from encore.games.dacapo.present.fish import OUTLINES
from encore.games.dacapo.present.lessons import COMPANY, COUNTING, LESSONS
from encore.games.dacapo.tables import COLOURS, SQUARES
from tests.games.sea import SWITCHES, between_rounds, dacapo, dealt, layout, legal, play, sea, switches, winners
from tests.variants import ALL

evaluate: Any = evaluation  # the tests use games of any kind
VARIANTS = {label: game for label, game in ALL.items() if game.name == "dacapo"}
STEPS = [step for lesson in LESSONS for step in lesson.steps]
LANGUAGES = ("en", "de", "fr", "ja")


@cache
def variables(language: str) -> dict[str, set[str]]:
    """Return the variables of each text of the game."""
    text = (files("encore.games.dacapo") / "i18n" / f"{language}.ftl").read_text("utf-8")
    entries = [entry for entry in FluentParser().parse(text).body if isinstance(entry, ast.Message)]
    return {e.id.name: set(re.findall(r"\{ *\$(\w+)", text[e.span.start : e.span.end])) for e in entries if e.span}


def assert_told(fact: Any) -> None:
    """Check that every language has a text for a fact, which uses exactly the arguments of the fact."""
    assert isinstance(fact, Fact)
    owner, name = fact.code.split(".")
    assert owner == "dacapo"
    for language in LANGUAGES:
        assert variables(language).get(name) == set(fact.args), f"{fact.code} in {language}"
    assert str(fact) and "\n" not in str(fact)
    assert set(fact.cells) <= set(SQUARES)
    for argument in fact.args.values():
        if isinstance(argument, Fact):
            assert_told(argument)


def pictured(game: Any, s: Any, seat: int | None) -> Any:
    """Return a picture as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(board.picture(game, s, seat)))


def previewed(game: Any, s: Any, move: Any) -> Any:
    """Return a preview as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(board.preview(game, s, move)))


def states(game: encore.AnyGame, seeds: range) -> Iterator[Any]:
    """Yield the states of random games, the dealer's turns among them."""
    for seed in seeds:
        s, rng = game.initial(), Random(seed)
        for _ in range(120):
            yield s
            mover = game.to_move(s)
            if mover is None:
                break
            s = game.play(s, game.deal(s, rng) if mover == DEALER else rng.choice(game.legal_moves(s)))


@pytest.mark.parametrize("label", VARIANTS)
def test_moves_are_the_legal_ones_of_the_seat_to_move_alone(label: str) -> None:
    game = VARIANTS[label]
    for s in states(game, range(3)):
        mover = game.to_move(s)
        for seat in (None, *range(game.players)):
            drawn = pictured(game, s, seat)["moves"]
            assert {move["move"] for move in drawn} == (legal(game, s) if seat == mover else set())
            assert len(drawn) == len({move["move"] for move in drawn})
        for move in pictured(game, s, mover)["moves"] if mover not in (None, DEALER) else ():
            if move["kind"] == "capture":
                assert move["move"] == f"{move['from']}x{move['to']}"
            else:
                assert move["move"] == f"{move['value']}/{move['to']}"
                assert s.piles[SQUARES.index(move["from"])].value == move["value"]


@pytest.mark.parametrize("label", VARIANTS)
def test_piles_and_what_they_can_capture(label: str) -> None:
    """Every pile is drawn with its height, and ``catches`` is what the rules would let it capture on its turn."""
    game = VARIANTS[label]
    for s in list(states(game, range(2)))[::5]:
        drawn = pictured(game, s, None)
        text = game.format_state(s).split(" ")[0]
        assert text in ("-", written(drawn["piles"]))
        assert sum(pile["height"] for pile in drawn["piles"]) == (0 if text == "-" else 32 if game.players == 2 else 36)
        tops = {pile["at"]: pile for pile in drawn["piles"]}
        for pile in drawn["piles"]:
            assert sorted(pile["catches"]) == sorted(prey(tops, pile))
            assert pile["kind"] == {16: "octopus", 15: "shark"}.get(pile["value"], "fish")


def written(piles: list[dict[str, Any]]) -> str:
    named = (f"{pile['at']}{pile['colour'][0]}{pile['value']}*{pile['height']}" for pile in piles)
    words = {word[:2]: word[2:].removesuffix("*1") for word in named}
    return "/".join("".join(words.get(file + rank, ".") for file in "abcdef") for rank in "654321")


def prey(tops: dict[str, dict[str, Any]], pile: dict[str, Any]) -> set[str]:
    """Rule 4 again, square by square: the first fish in each direction, if it has another colour and is not higher."""
    found = set()
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        file, rank = ord(pile["at"][0]) + dx, int(pile["at"][1]) + dy
        while chr(file) in "abcdef" and 1 <= rank <= 6:
            met = tops.get(f"{chr(file)}{rank}")
            if met:
                if met["colour"] != pile["colour"] and met["value"] <= pile["value"]:
                    found.add(met["at"])
                break
            file, rank = file + dx, rank + dy
    return found


@pytest.mark.parametrize("label", VARIANTS)
def test_turn_scores_rounds_and_rights(label: str) -> None:
    game = VARIANTS[label]
    for s in states(game, range(2)):
        drawn = pictured(game, s, 0)
        assert drawn["turn"] == (None if s.turn is None else COLOURS[s.turn])
        assert drawn["over"] == (game.outcome(s) is not None)
        fish = Counter[str]()
        for pile in drawn["piles"]:
            fish[pile["colour"]] += pile["height"]
        if game.players == 1:
            assert {each["colour"]: each["fish"] for each in drawn["colours"]} == {c: fish[c] for c in drawn["order"]}
            assert drawn["own"] == (drawn["order"][-1] if drawn["order"] else None)
            continue
        assert [seat["score"] for seat in drawn["seats"]] == list(game.scores(s))
        for seat, shown in enumerate(drawn["seats"]):
            assert shown["fish"] == sum(fish[COLOURS[each]] for each in game.partners(seat))
        agreed = ("target", "rounds", "switch")
        assert (drawn["target"], drawn["rounds"], drawn["switching"]) == tuple(game.options[name] for name in agreed)
        assert drawn["finished"] == (s.turn is None and bool(s.piles))
        assert drawn["round"] == s.rounds + (not drawn["finished"])
        if s.turn is not None:
            able = {16 if text.startswith("16") else 15 for text in switches(game, s)}
            assert able <= set(drawn["seats"][s.turn]["rights"]) <= set(s.rights[s.turn])


def test_a_finished_round_is_counted_in_the_picture() -> None:
    game = dacapo(4)
    drawn = pictured(game, between_rounds(game, "r"), 0)
    assert drawn["finished"] and not drawn["over"] and drawn["round"] == 1
    assert [seat["fish"] for seat in drawn["seats"]] == [1, 35, 1, 35]


def test_switches_are_drawn_with_both_their_squares() -> None:
    game = dacapo()
    s = sea(game, "r", SWITCHES, rights="16,15/-")
    drawn = pictured(game, s, 0)
    found = {(move["from"], move["to"]) for move in drawn["moves"] if move["kind"] == "switch"}
    assert ("b2", "b5") in found and ("b5", "b2") not in found
    octopus = next(pile for pile in drawn["piles"] if pile["kind"] == "octopus")
    assert set(octopus["switches"]) == {to for here, to in found if here == octopus["at"]}


@pytest.mark.parametrize("label", VARIANTS)
def test_a_preview_is_the_board_after_the_move_before_any_deal(label: str) -> None:
    game = VARIANTS[label]
    for s in list(states(game, range(2)))[::4]:
        for move in game.legal_moves(s):
            foreseen, after = previewed(game, s, move), game.play(s, move)
            assert foreseen["picture"] == pictured(game, after, None)
            assert foreseen["ends"] == (after.turn is None)
            if after.turn is not None and "x" in game.format_move(move):
                following = [s.order[(s.order.index(s.turn) + 1 + k) % len(s.order)] for k in range(len(s.order))]
                skipped = following[: following.index(after.turn)]
                assert foreseen["passed"] == [COLOURS[colour] for colour in skipped]
            else:
                assert foreseen["passed"] == []


def test_a_preview_names_who_threatens_the_fish() -> None:
    game = dacapo()
    s = sea(game, "r", "c3r12 c5p9 e5p13 a5p3 b1r4*3")
    assert previewed(game, s, game.parse_move(s, "c3xc5"))["dangers"] == ["e5"]


# Facts.


# The whole move is wrong, not a square of it.
WITHOUT_CELLS = {
    "dacapo.game-over",
    "dacapo.deal-first",
    "dacapo.deal-later",
    "dacapo.deal-fish",
    "dacapo.not-a-move",
    "dacapo.not-a-layout",
}


@pytest.mark.parametrize("label", VARIANTS)
def test_every_refusal_of_a_move_has_a_text_and_cells(label: str) -> None:
    game, said = VARIANTS[label], Counter[str]()
    tried = [f"{here}x{there}" for here, there in product(SQUARES[::2], SQUARES[::3])]
    tried += [f"{value}/{square}" for value, square in product((16, 15), SQUARES)]
    tried += ["17/b2", "c3-c5", "c9xc1", "deal:x", dealt(game, 1), dealt(game, 1).replace("r8", "r9", 1)]
    for s in list(states(game, range(2)))[::3]:
        for text in tried:
            try:
                game.play(s, game.parse_move(s, text))
            except EncoreError as error:
                assert_told(error.fact)
                assert error.fact.cells or error.fact.code in WITHOUT_CELLS
                said[error.fact.code] += 1
    assert len(said) > 5


def deals_that_are_wrong() -> Iterator[tuple[encore.AnyGame, str]]:
    alone, two = dacapo(1), dacapo()
    good = dealt(two, 1)
    yield alone, dealt(alone, 1).rpartition(":")[0]
    yield alone, dealt(alone, 1)[:-1]
    yield two, good + ":gyrp"
    yield two, good.replace("deal:.", "deal:", 1)
    first = re.search(r"[rp]\d+", good)
    assert first
    yield two, good.replace("deal:." + first[0], "deal:" + first[0] + ".", 1)
    yield two, good.replace(first[0], first[0] + "*2", 1)
    yield two, good.replace(first[0], "", 1)


def states_that_are_wrong() -> Iterator[tuple[encore.AnyGame, str]]:
    two, alone = dacapo(), dacapo(1)
    stuck, caught = layout("b2r8 c3p8", 32), layout("b2r8 b3p7", 32)
    for text in (
        "x",
        "- r -/- 0,0 0 r",
        f"{stuck} r -/- 0,0 0 r",
        f"{caught} - -/- 0,0 0 r",
        f"{caught} - -/- 1,31 1 r",
        f"{caught} r -/- 0,0 0 -",
        f"{caught} r -/x 0,0 0 r",
        f"{caught} r -/- 0,0 x r",
        f"{caught} r -/- 0 0 r",
        f"{caught} r -/- 1,0 0 r",
        f"{caught} g -/- 0,0 0 r",
        f"{caught} r -/- 64,0 2 r",
        f"{stuck} - -/- 0,32 1 r",
        f"{layout('b2r8 b3p7', 31)} r -/- 0,0 0 r",
        f"{layout('b2r8 b3r8', 32)} r -/- 0,0 0 r",
        f"{layout('a1r8 a2p7', 32)} r -/- 0,0 0 r",
    ):
        yield two, text
    yield dacapo(2, switch="never"), f"{caught} r 16/- 0,0 0 r"
    for text in ("x", "- r - -", f"{layout('b2r8 c3p8', 36)} - - gyrp", f"{layout('b2r8 c3p8', 36)} - r gyr"):
        yield alone, text


def test_every_refusal_of_a_deal_or_a_state_has_a_text() -> None:
    said = set()
    for game, text in deals_that_are_wrong():
        with pytest.raises(EncoreError) as refusal:
            game.play(game.initial(), game.parse_move(game.initial(), text))
        assert_told(refusal.value.fact)
        said.add(refusal.value.fact.code)
    for game, text in states_that_are_wrong():
        with pytest.raises(EncoreError) as refusal:
            game.parse_state(text)
        assert_told(refusal.value.fact)
        said.add(refusal.value.fact.code)
    assert len(said) > 15


@pytest.mark.parametrize("label", VARIANTS)
def test_hints_and_ends_have_texts_and_cells(label: str) -> None:
    game, said = VARIANTS[label], Counter[str]()
    for s in list(states(game, range(4))):
        outcome = game.outcome(s)
        if outcome:
            assert_told(outcome.fact)
        for move in game.legal_moves(s)[::3]:
            reasons = evaluate.reasons(game, s, move)
            assert 1 <= len(reasons) <= evaluate.MOST_REASONS and len(set(reasons)) == len(reasons)
            for reason in reasons:
                assert_told(reason)
                assert reason.cells
                said[reason.code] += 1
            (square,) = evaluate.where(game, s, move)
            text = game.format_move(move)
            assert text.startswith(square) if "x" in text else s.piles[SQUARES.index(square)].value == move.value
    assert len(said) > 5


def test_reasons_name_what_matters() -> None:
    game = dacapo()
    s = sea(game, "r", "c3r16 c5p16*4 e5r9 e3p2 b1r4")
    assert [str(reason) for reason in evaluate.reasons(game, s, game.parse_move(s, "c3xc5"))[:2]] == [
        "it captures the purple Octopus",
        "it captures a pile of 4 fish",
    ]
    won = sea(game, "r", "b4r16 e4p15")
    assert [str(reason) for reason in evaluate.reasons(game, won, game.parse_move(won, "b4xe4"))[:2]] == [
        "it is the only capture",
        "it wins the game: red has captured every opposing fish, which wins at once",
    ]


def test_with_one_player_the_fish_of_the_own_colour_are_the_standing() -> None:
    game = dacapo(1)
    s = sea(game, "r", "b4r16*9 e4p15", order="pgyr")
    assert_told(evaluate.measure(game))
    assert evaluate.standing(game, s) == (9,)
    assert evaluate.standing(game, play(game, s, "b4xe4")) == (36,)
    assert evaluate.standing(game, game.initial()) == (0,)


@pytest.mark.parametrize("label", [label for label, game in VARIANTS.items() if game.players > 1])
def test_the_standing_moves_with_every_capture(label: str) -> None:
    """The fish of a captured pile change sides at once, and the end of a round changes nothing more."""
    game: Any = VARIANTS[label]
    rng, s, captures = Random(label), game.initial(), 0
    assert_told(evaluate.measure(game))
    assert evaluate.standing(game, s) == (0,) * game.players
    while (mover := game.to_move(s)) is not None:
        move = game.deal(s, rng) if mover == DEALER else rng.choice(game.legal_moves(s))
        points, before, s = list(evaluate.standing(game, s)), s, game.play(s, move)
        if isinstance(move, Capture):
            captured = board.top(before, move.target)
            for seat in game.partners(mover):
                points[seat] += captured.height
            for seat in game.partners(captured.colour):
                points[seat] -= captured.height
            captures += 1
            assert list(evaluate.standing(game, s)) == points
    assert evaluate.standing(game, s) == game.scores(s)
    assert captures > 20


# Lessons.


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.text.code)
def test_a_lesson_can_be_played_as_it_says(step: Any) -> None:
    game = dacapo(step.players, **step.options)
    s = game.parse_state(step.position)
    assert game.format_state(s) == step.position
    assert set(step.accept) <= legal(game, s)
    assert not (step.accept and step.any_move)
    for text in (step.text, step.wrong, step.done):
        if text:
            assert_told(text)
    if step.wrong:
        assert legal(game, s) - set(step.accept), "nothing can be wrong here"
    for square in re.findall(r"\b[a-f][1-6]\b", str(step.text)):
        assert s.piles[SQUARES.index(square)], f"{square} is empty"


def test_the_lessons_are_short_and_their_titles_have_texts() -> None:
    assert 8 <= len(STEPS) <= 12
    for lesson in LESSONS:
        assert_told(lesson.title)


def test_the_lessons_show_what_they_say() -> None:
    """The forbidden things are refused with their rules, the round ends as counted, and the sweep wins."""
    game, alone = dacapo(), dacapo(1)
    forbidden = game.parse_state(next(step for step in STEPS if step.any_move).position)
    for text in ("c4xc6", "c4xf4", "c4xb3"):
        with pytest.raises(encore.IllegalMove):
            game.play(forbidden, game.parse_move(forbidden, text))
    shark = next(step for step in STEPS if step.accept and step.accept[0].startswith("15/"))
    assert set(shark.accept) == switches(game, game.parse_state(shark.position))
    passed, counted, swept = (game.parse_state(step.position) for step in COUNTING.steps)
    assert play(game, passed, "c3xc5") == counted
    assert game.scores(play(game, counted, "e5xe1")) == (23, 9)
    assert winners(game, play(game, swept, "b4xe4")) == (0,)
    partners, puzzle = (step.position for step in COMPANY.steps)
    assert len(legal(dacapo(4), dacapo(4).parse_state(partners))) == 1
    assert winners(alone, play(alone, alone.parse_state(puzzle), "c3xe3 a5xa3 e3xa3")) == (0,)
    for wrong in ("c3xa3 a3xe3", "c3xa3 a3xa5"):
        assert winners(alone, play(alone, alone.parse_state(puzzle), wrong)) == ()


def test_page_and_pictures_draw_the_same_fish() -> None:
    """Both read fish.json; the components have no outlines of their own."""
    assert set(OUTLINES["fish"]) == set(COLOURS)
    for name in ("Fish", "Octopus", "Shark"):
        component = (files("encore.games.dacapo") / "web" / f"{name}.svelte").read_text("utf-8")
        assert "present/fish.json" in component and 'd="M' not in component
