"""Records as text: tags, moves, comments, and the place of what is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import encore
from encore.core.record import DEEPEST, Comment, Record, Variation, format_record, parse_record
from tests.variants import random_choices, walk

HEAD = '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n'


def read(moves: str, *tags: str) -> Record:
    return parse_record(HEAD + "".join(tag + "\n" for tag in tags) + "\n" + moves)


def error(text: str | bytes) -> tuple[int, int, str]:
    with pytest.raises(encore.RecordError) as caught:
        record = parse_record(text)
        encore.check(record, encore.game_of(record))
    return caught.value.line, caught.value.column, caught.value.reason


def test_tags_moves_and_comments_are_read() -> None:
    record = read("{first} d6y{why?} 2. e6r\n3.f5g {end}\n", '[Date "2026-11-15"]')
    assert record.tags == {"Game": "dakapo", "Rules": "1", "Players": "2", "Date": "2026-11-15"}
    assert record.moves == ("d6y", "e6r", "f5g")
    assert record.comments == (Comment(0, "first"), Comment(1, "why?"), Comment(3, "end"))
    assert [record.place(move) for move in range(3)] == [(6, 9), (6, 22), (7, 3)]


def test_lines_end_before_column_80_and_a_longer_move_has_its_own_line() -> None:
    long = "x" * 100
    text = format_record(Record({"Game": "dakapo"}, ("abc",) * 25 + (long, "d")))
    assert text.splitlines()[2:] == [" ".join(["abc"] * 20), " ".join(["abc"] * 5), long, "d"]
    exact = format_record(Record({}, ("a" * 39, "b" * 39, "c")))
    assert exact == f"\n{'a' * 39} {'b' * 39}\nc\n"


def test_quotes_and_backslashes_in_tags_survive() -> None:
    record = Record({"Game": 'a "b" \\ c'}, ())
    assert format_record(record) == '[Game "a \\"b\\" \\\\ c"]\n\n'
    assert parse_record(format_record(Record({**read("").tags, **record.tags}, ()))).tags["Game"] == 'a "b" \\ c'


words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters="{}"), min_size=1, max_size=90)
moves = words.filter(lambda word: not word[0].isdigit() and not word.startswith("[") and word not in ("(", ")"))
remarks = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="}\r"), max_size=120)


@given(st.lists(moves, max_size=30), st.lists(st.tuples(st.integers(0, 30), remarks), max_size=4), remarks)
def test_what_was_written_is_read_again_to_the_byte(texts: list[str], notes: list[tuple[int, str]], tag: str) -> None:
    comments = tuple(Comment(min(after, len(texts)), text) for after, text in sorted(notes))
    tags = {"Game": "dakapo", "Rules": "1", "Players": "2", "Event": tag.replace("\n", " ")}
    record = Record(tags, tuple(texts), comments)
    written = format_record(record)
    assert parse_record(written) == record
    assert parse_record(written.encode()) == record
    assert format_record(parse_record(written)) == written


def lines(most: int) -> st.SearchStrategy[tuple[tuple[str, ...], tuple[Comment, ...], tuple[Variation, ...]]]:
    """Return lines with comments and variations, nested at most so deep."""

    @st.composite
    def line(draw: st.DrawFn) -> tuple[tuple[str, ...], tuple[Comment, ...], tuple[Variation, ...]]:
        texts = tuple(draw(st.lists(moves, min_size=1, max_size=5)))
        notes = draw(st.lists(st.tuples(st.integers(0, len(texts)), remarks), max_size=2))
        comments = tuple(Comment(*note) for note in sorted(notes))
        branches = sorted(draw(st.lists(st.integers(0, len(texts) - 1), max_size=2 if most else 0)))
        return texts, comments, tuple(Variation(after, *draw(lines(most - 1))) for after in branches)

    return line()


@given(lines(3))
def test_variations_are_read_again_to_the_byte(
    line: tuple[tuple[str, ...], tuple[Comment, ...], tuple[Variation, ...]],
) -> None:
    texts, comments, variations = line
    record = Record({"Game": "dakapo", "Rules": "1", "Players": "2"}, texts, comments, variations=variations)
    written = format_record(record)
    assert parse_record(written) == record
    assert format_record(parse_record(written)) == written


def test_a_variation_replaces_the_move_before_it() -> None:
    record = read("d6y e6r ( 2. e6b {quieter} ( e6g ) 3.f5g ) f5g")
    assert record.moves == ("d6y", "e6r", "f5g")
    inner = Variation(0, ("e6g",))
    assert record.variations == (Variation(1, ("e6b", "f5g"), (Comment(1, "quieter"),), (inner,)),)
    assert record.variations[0].place(1) == (5, 38)
    encore.check(record, encore.game_of(record))


def test_a_parenthesis_in_a_move_is_no_variation() -> None:
    assert read("(d6y e6r)").moves == ("(d6y", "e6r)")


def test_what_cannot_be_written_is_refused() -> None:
    for wrong in (Variation(1, ("e6r",)), Variation(0, ())):
        with pytest.raises(ValueError, match="replaces a move"):
            format_record(Record({}, ("d6y",), variations=(wrong,)))
    deep = Variation(0, ("d6y",))
    for _ in range(DEEPEST):
        format_record(Record({}, ("d6y",), variations=(deep,)))
        deep = Variation(0, ("d6y",), variations=(deep,))
    with pytest.raises(ValueError, match="at most 20 deep"):
        format_record(Record({}, ("d6y",), variations=(deep,)))
    with pytest.raises(ValueError, match="brace"):
        format_record(Record({}, (), (Comment(0, "}"),)))
    with pytest.raises(ValueError, match="one line"):
        format_record(Record({"Event": "a\nb"}, ()))


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, 'the tag [Game "…"] is missing'),
        ('[Game "dakapo"]\n[Rules "1"]\n\nd6y\n', 1, 1, 'the tag [Players "…"] is missing'),
        ('[Game "dakapo"]\n[Game "dakapo"]\n', 2, 1, "the tag Game is given twice"),
        ('[Game "dakapo"]\n  [Rules 1]\n', 2, 3, "a tag is written [Name \"value\"], not '[Rules 1]'"),
        (HEAD + "\nd6y {no end", 5, 5, "this comment has no closing brace"),
        (HEAD + "\nd6y }", 5, 5, "a closing brace without an opening one"),
        (HEAD + "\n( d6y )", 5, 1, "a variation stands after the move that it replaces"),
        (HEAD + "\nd6y ( {nothing} )", 5, 5, "this variation has no moves"),
        (HEAD + "\nd6y ( d6g ( d6b )", 5, 5, "this variation has no closing parenthesis"),
        (HEAD + "\nd6y )", 5, 5, "a closing parenthesis without an opening one"),
        (HEAD + "\nd6y" + " ( d6y" * 21, 5, 125, f"variations are nested at most {DEEPEST} deep"),
        (HEAD + "\nd6y ( d6r )", 5, 7, "rule 2: red would touch the red stone on d5"),
        (HEAD + "\nd6y e6r ( e6b ( d6g ) )", 5, 17, "rule 1: d6 already holds a stone"),
        (HEAD + "\nd6y\n  1.zz", 6, 5, "a move is a cell"),
        (HEAD + "\nd6r", 5, 1, "rule 2: red would touch the red stone on d5"),
        (HEAD + "\r\nd6y\r\nd6g\r\n", 6, 1, "rule 1: d6 already holds a stone"),
        (HEAD.replace("dakapo", "chess"), 1, 1, "there is no game 'chess'; the games: dacapo, dakapo, dalapapa"),
        (
            HEAD.replace('"1"', '"2"'),
            2,
            1,
            "rules version 2 of dakapo is newer than this installation, which knows versions up to 1",
        ),
        (HEAD.replace('"2"', '"3"'), 3, 1, "dakapo is for 2 players, not '3'"),
        (HEAD.replace('"2"', '"02"'), 3, 1, "dakapo is for 2 players, not '02'"),
        (HEAD + '[Options "call"]\n', 4, 1, "an option is written name=value, not 'call'"),
        (HEAD + '[Options "call=auto call=auto"]\n', 4, 1, "the option 'call' is given twice"),
        (HEAD + '[Options "call=loud"]\n', 4, 1, "the option call cannot be 'loud'; possible values: auto, spoken"),
        (HEAD + '[Options "players=3"]\n', 4, 1, "dakapo with 2 players has no option 'players'; its options: call"),
        (HEAD + '[Result "1"]\n', 4, 1, "Result is '1', but the moves give '*'"),
        (HEAD + '[Scores "1,2"]\n', 4, 1, "Scores is '1,2', but dakapo has no scores here"),
        (
            HEAD + '[Termination "bored"]\n',
            4,
            1,
            "Termination cannot be 'bored'; possible values: resigned, time, agreed, abandoned",
        ),
        (HEAD + '[Termination "time"]\n[Result "3"]\n', 5, 1, "a game that the players ended needs a Result"),
        (HEAD + '[Termination "time"]\n', 1, 1, "a game that the players ended needs a Result"),
        ((HEAD + "\nd6y \xff").encode("latin-1"), 5, 5, "this is not UTF-8 text"),
    ],
)
def test_the_first_error_is_named_with_its_place(text: str | bytes, line: int, column: int, reason: str) -> None:
    found = error(text)
    assert found[:2] == (line, column)
    assert found[2].startswith(reason)


@pytest.mark.parametrize("result", ["1", "2", "-", "1,2"])
def test_players_can_end_a_game_by_agreement(result: str) -> None:
    record = read("d6y", '[Termination "agreed"]', f'[Result "{result}"]')
    encore.check(record, encore.game_of(record))


def test_a_game_that_the_rules_ended_has_no_termination() -> None:
    game = encore.load("dacapo", 2, rounds=1)
    s, moves = finished(game)
    record = encore.record_of(game, moves, s, Termination="time")
    with pytest.raises(encore.RecordError, match="the game ended by the rules"):
        encore.check(record, game)
    wrong = encore.record_of(game, moves, s, Scores="0,32")
    with pytest.raises(encore.RecordError, match="Scores is '0,32', but the moves give"):
        encore.check(wrong, game)


def finished(game: encore.AnyGame) -> tuple[Any, list[str]]:
    return walk(game, random_choices(1, 500))


def test_options_are_written_sorted_without_defaults_and_read_with_them() -> None:
    game = encore.load("dacapo", 2, target=30, switch="never", rounds=0)
    record = encore.record_of(game, (), game.initial())
    assert record.tags["Options"] == "switch=never target=30"
    spelt = Record({**record.tags, "Options": "target=30 rounds=0 switch=never"}, ())
    assert encore.game_of(spelt) == game


def test_a_byte_order_mark_and_a_missing_blank_line_are_accepted() -> None:
    record = parse_record(b"\xef\xbb\xbf" + HEAD.encode() + b"d6y")
    assert record.moves == ("d6y",)


def test_a_record_that_is_too_long_is_refused() -> None:
    assert error(HEAD + "\n" + "d6y " * (1 << 19))[2].startswith("a record has at most 262144")
    assert error((HEAD + "\n" + "d6y " * (1 << 19)).encode())[2].startswith("a record has at most 262144")


@pytest.mark.parametrize("name", ["dakapo", "dacapo", "dalapapa"])
def test_a_record_may_begin_at_a_position(name: str) -> None:
    game = encore.load(name)
    s, moves = walk(game, random_choices(4, 12))
    states = [game.initial()]
    for text in moves:
        states.append(game.play(states[-1], game.parse_move(states[-1], text)))
    whole = encore.record_of(game, moves, s)
    tags = {**whole.tags, "Position": game.format_state(states[5])}
    record = encore.parse_record(format_record(Record(tags, tuple(moves[5:]))))
    assert encore.check(record, encore.game_of(record)) == s
    assert [ply.state for ply in encore.replay(record, game)] == states[6:]


def test_a_position_that_cannot_be_read_is_named() -> None:
    record = parse_record('[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n[Position "nothing"]\n\ne6r')
    with pytest.raises(encore.RecordError, match=r"^line 4, column 1: .*nothing"):
        encore.check(record, encore.game_of(record))
