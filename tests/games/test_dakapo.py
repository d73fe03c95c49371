"""The rules of Dakapo; rule numbers are those of RULES.md."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest

import encore
from encore.core.fact import Fact
from encore.games.dakapo.tables import CELLS, SQUARES

EXAMPLE = "f5r g5g d3y e6g f4y f3g"
START = "8/8/8/3ry3/3gb3/8/8/8 -"
TIE = (
    "d6g e6b e3r d3y c6b c3g c2y e7r f5g e2y b6r d7b f4r e1b e8y f3g c4r f2b b4y b5g a4b g3y d1g h3r g2g g5r a3y h2b "
    "a6g a5r b2b h5y f8r c7g f7b g1y g7g c8b c5y h7r f1g c1r b1y a1b g8y a7b h1r h8g a8y a2g h6b f6r h4b b3r b7y g4g "
    "d8r g6y d2b b8g"
)
FULL = "ygbryryg/bygbrbgr/grbgbryb/rgyrygry/byrgbrgb/yrgyrgyr/gbybybgb/byrgbgyr"
LAST_CELL_C8 = "yr1rbgyr/rbgygrbg/ygrbryry/rybrygbr/gbygbryg/brbygbgy/ygyrbgrb/gygbgybr"

Point = tuple[int, int]


def dakapo(call: str = "auto") -> encore.AnyGame:
    return encore.load("dakapo", call=call)


def play(game: encore.AnyGame, moves: str, s: Any = None) -> Any:
    s = game.initial() if s is None else s
    for text in moves.split():
        s = game.play(s, game.parse_move(s, text))
    return s


def legal(game: encore.AnyGame, s: Any) -> set[str]:
    return {game.format_move(move) for move in game.legal_moves(s)}


def broken_rule(game: encore.AnyGame, s: Any, text: str) -> str:
    assert text not in legal(game, s)
    with pytest.raises(encore.IllegalMove) as refusal:
        game.play(s, game.parse_move(s, text))
    return refusal.value.rule


def board(game: encore.AnyGame, last: str = "-", **stones: str) -> Any:
    """Return the position with stones such as ``r="a1 c3"`` and nothing else."""
    letters = {cell: colour for colour, cells in stones.items() for cell in cells.split()}
    rows = ("".join(letters.get(file + rank, ".") for file in "abcdefgh") for rank in "87654321")
    ranks = (re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    return game.parse_state(f"{'/'.join(ranks)} {last}")


def winners(game: encore.AnyGame, s: Any) -> tuple[int, ...] | None:
    outcome = game.outcome(s)
    return None if outcome is None else outcome.winners


def squares_by_diagonal() -> set[frozenset[Point]]:
    points = [(x, y) for x in range(8) for y in range(8)]
    found = set()
    for (px, py), (qx, qy) in combinations(points, 2):
        across, up = qx - px, qy - py
        if (across + up) % 2 == 0:
            middle_x, middle_y = (px + qx) / 2, (py + qy) / 2
            third = (int(middle_x - up / 2), int(middle_y + across / 2))
            fourth = (int(middle_x + up / 2), int(middle_y - across / 2))
            if third in points and fourth in points:
                found.add(frozenset({(px, py), (qx, qy), third, fourth}))
    return found


def name(point: Point) -> str:
    return "abcdefgh"[point[0]] + str(point[1] + 1)


def test_files_run_right_and_ranks_run_up() -> None:
    """Files a to h from left to right, ranks 1 to 8 from bottom to top."""
    game = dakapo()
    text = game.format_state(board(game, r="a1", y="h1", g="a8", b="c8"))
    assert text == "g1b5/8/8/8/8/8/8/r6y -"


def test_rule_1_neighbours_do_not_wrap_round_the_edge() -> None:
    """h4 is no neighbour of a5, and only orthogonal neighbours count."""
    game = dakapo()
    s = board(game, r="h4 a8")
    assert legal(game, s) == {cell + c for cell in ("h3", "h5", "g4", "b8", "a7") for c in "ygb"}


def test_start_has_one_stone_of_each_colour_in_the_middle() -> None:
    """Red d5, yellow e5, green d4, blue e4."""
    game = dakapo()
    assert game.format_state(game.initial()) == START
    assert game.initial() == board(game, r="d5", y="e5", g="d4", b="e4")


def test_rule_3_does_not_bind_the_first_stone() -> None:
    """Every colour may be placed first, each on six of the eight cells next to the start."""
    game = dakapo()
    moves = legal(game, game.initial())
    assert {colour: sum(move.endswith(colour) for move in moves) for colour in "rygb"} == dict.fromkeys("rygb", 6)
    assert legal(game, play(game, "d6y")).isdisjoint(cell + "y" for cell in CELLS)


def test_rule_1_a_stone_goes_beside_another_on_an_empty_cell() -> None:
    """Occupied cells, distant cells and cells that touch only diagonally are refused."""
    game = dakapo()
    for text in ("d4r", "a1r", "c3r", "f6b"):
        assert broken_rule(game, game.initial(), text) == "1"


def test_rule_2_a_stone_differs_from_all_orthogonal_neighbours() -> None:
    """Each of the four neighbours forbids its colour; a diagonal one does not."""
    game = dakapo()
    for neighbour in ("d4", "c5", "e5", "d6"):
        s = board(game, r=neighbour, y="a1")
        assert broken_rule(game, s, "d5r") == "2"
        assert {"d5y", "d5g", "d5b"} <= legal(game, s)
    assert "d5r" in legal(game, board(game, r="c4 e4 c6 e6", b="d4"))


def test_rule_3_binds_for_one_turn_only() -> None:
    """The colour placed last is refused everywhere, and allowed again one turn later."""
    game = dakapo()
    s = play(game, "d6g")
    assert broken_rule(game, s, "f5g") == "3"
    assert "f5g" in legal(game, play(game, "e6b", s))


def test_rule_4_each_colour_has_sixteen_stones_with_the_start() -> None:
    """A sixteenth stone of a colour can be placed, a seventeenth cannot."""
    game = dakapo()
    reds = [cell for cell in CELLS if (ord(cell[0]) + int(cell[1])) % 2 == 0][:15]
    s = board(game, "-", r=" ".join(reds), b="h7")
    assert "h8r" in legal(game, s)
    sixteen = board(game, "b", r=" ".join([*reds, "a7"]), b="h7")
    assert broken_rule(game, sixteen, "h8r") == "4"
    assert legal(game, sixteen).isdisjoint(cell + "r" for cell in CELLS)
    with pytest.raises(encore.NotationError):
        board(game, "-", r=" ".join([*reds, "a7", "c7"]))


def test_rule_5_the_board_has_336_squares() -> None:
    """All squares, found independently from their diagonals, are the 336 of the game."""
    squares = squares_by_diagonal()
    assert len(squares) == 336
    assert {sum(1 << CELLS.index(name(corner)) for corner in square) for square in squares} == set(SQUARES)
    assert len(SQUARES) == 336


def test_rule_5_squares_of_any_size_and_tilt_win() -> None:
    """Each corner can be the last; only the 49 smallest squares are impossible, because of rule 2."""
    game = dakapo()
    laid = 0
    for square in squares_by_diagonal():
        corners = {name(corner) for corner in square}
        for x, y in square:
            last = name((x, y))
            beside = {name((x + (1 if x < 7 else -1), y)), name((x, y + (1 if y < 7 else -1)))} - corners
            s = board(game, r=" ".join(corners - {last}), b=" ".join(sorted(beside)[:1]))
            if last + "r" in legal(game, s):
                laid += 1
                assert winners(game, play(game, last + "r", s)) is not None
    assert laid == 4 * (336 - 49)


@pytest.mark.parametrize(
    ("three", "fourth"),
    [("a1 d1 a3", "d3"), ("a2 c1 e2", "c3"), ("a1 c1 c3", "e3"), ("a1 c1 e1", "g1"), ("b1 b3 d3", "e1")],
)
def test_rule_5_other_shapes_do_not_count(three: str, fourth: str) -> None:
    """A rectangle, a rhombus, a parallelogram, a row and a kite are not squares."""
    game = dakapo()
    s = board(game, r=three, b=fourth[0] + str(int(fourth[1]) + 1))
    assert winners(game, play(game, fourth + "r", s)) is None


def test_rule_5_the_placed_stone_must_be_a_corner() -> None:
    """A stone elsewhere does not win with a square that exists already."""
    game = dakapo("spoken")
    s = board(game, "b", r="b2 d2 b4 d4", b="g7", y="g2")
    assert winners(game, play(game, "h7r!", s)) is None
    assert winners(game, play(game, "h7r! g3b h2r!", s)) is None


def test_rule_7_a_square_wins_at_once() -> None:
    """The player who completes a square wins, and nothing more can be placed."""
    game = dakapo()
    won = play(game, EXAMPLE)
    outcome = game.outcome(won)
    assert outcome == encore.Outcome((1,), (), Fact("dakapo.end-square", colour="green"))
    assert game.to_move(won) is None and not game.legal_moves(won)
    assert broken_rule(game, won, "e3y") == "7"


def test_rule_7_the_64th_stone_can_win() -> None:
    """The square is checked before the full board; the 64th stone is seat 2's."""
    game = dakapo()
    s = game.parse_state(f"{LAST_CELL_C8} r")
    assert (game.to_move(s), legal(game, s)) == (1, {"c8b"})
    assert game.outcome(play(game, "c8b", s)) == encore.Outcome((1,), (), Fact("dakapo.end-square", colour="blue"))


def test_rule_7_a_full_board_is_a_tie() -> None:
    """After sixty stones without a square nobody wins."""
    game = dakapo()
    s = play(game, TIE)
    assert game.format_state(s) == f"{FULL} g"
    assert winners(game, s) == ()
    assert game.to_move(s) is None and not game.legal_moves(s)
    assert broken_rule(game, s, "a1r") == "7"
    assert {colour: FULL.count(colour) for colour in "rygb"} == dict.fromkeys("rygb", 16)


@pytest.mark.parametrize(("stones", "winner"), [("62", 1), ("63", 0)])
def test_rule_7_a_player_without_a_placement_loses(stones: str, winner: int) -> None:
    """Only yellow fits on the last cells; if yellow was placed last, the player to move has lost."""
    game = dakapo()
    position = FULL.replace("rgyrygry", "rg1rygry")
    if stones == "62":
        position = position.replace("bygbrbgr", "b1gbrbgr")
    assert game.outcome(game.parse_state(f"{position} r")) is None
    s = game.parse_state(f"{position} y")
    assert winners(game, s) == (winner,)
    assert game.to_move(s) is None and not game.legal_moves(s)
    assert broken_rule(game, s, "c5y") == "7"


def test_rule_7_the_loss_comes_with_the_move_that_takes_the_last_placement() -> None:
    """Two cells are left for yellow alone; the player who fills one wins, with stones left in the supply."""
    game = dakapo()
    s = game.parse_state(FULL.replace("rgyrygry", "rg1rygry").replace("bygbrbgr", "b1gbrbgr") + " r")
    assert legal(game, s) == {"c5y", "b7y"}
    assert winners(game, play(game, "b7y", s)) == (0,)


def test_rule_6_auto_is_the_default() -> None:
    """By default squares count automatically; there are two values."""
    assert encore.load("dakapo") == dakapo("auto") != dakapo("spoken")
    with pytest.raises(encore.OptionError):
        dakapo("silent")


def test_rule_6_a_correct_call_wins() -> None:
    """With spoken calls every placement is possible with and without a call, and a correct call wins."""
    game = dakapo("spoken")
    s = play(game, "f5r g5g d3y e6g f4y")
    assert {"f3g", "f3g!"} <= legal(game, s)
    assert len(legal(game, s)) == 2 * len(legal(dakapo(), s))
    assert winners(game, play(game, "f3g!", s)) == (1,)


def test_rule_6_a_square_that_is_not_called_never_counts() -> None:
    """No later call, of either player, makes an uncalled square count."""
    game = dakapo("spoken")
    s = play(game, EXAMPLE)
    assert winners(game, s) is None
    assert game.to_move(s) == 0
    for text in ("c5y!", "c3g!", "c4r!", "d2b!", "e2g!"):
        s = play(game, text, s)
        assert winners(game, s) is None


def test_rule_6_another_square_with_the_same_corners_counts() -> None:
    """A new square can be called even if three of its corners belong to an uncalled one."""
    game = dakapo("spoken")
    s = board(game, "b", r="b2 d2 b4 d4 f2", b="g4 f3")
    assert winners(game, play(game, "f4r!", s)) == (1,)
    assert winners(game, play(game, "f4r", s)) is None


def test_rule_6_a_missed_square_with_the_64th_stone_is_a_tie() -> None:
    """Only the call wins, with the last stone too."""
    game = dakapo("spoken")
    s = game.parse_state(f"{LAST_CELL_C8} r")
    assert winners(game, play(game, "c8b", s)) == ()
    assert winners(game, play(game, "c8b!", s)) == (1,)


def test_rule_6_a_wrong_call_has_no_effect() -> None:
    """After a call without a square the stone stays and the opponent is to move, bound by rule 3."""
    game = dakapo("spoken")
    wrong, plain = play(game, "d6g!"), play(game, "d6g")
    assert wrong == plain
    assert game.format_state(wrong) == "8/8/3g4/3ry3/3gb3/8/8/8 g"
    assert game.to_move(wrong) == 1 and winners(game, wrong) is None


def test_rule_9_a_position_tells_a_called_square_from_a_missed_one() -> None:
    """Called and uncalled squares are different states, and are written differently."""
    game = dakapo("spoken")
    s = play(game, "f5r g5g d3y e6g f4y")
    called, missed = play(game, "f3g!", s), play(game, "f3g", s)
    assert game.format_state(called) == game.format_state(missed) + "!"
    for state in (called, missed):
        assert game.parse_state(game.format_state(state)) == state
    with pytest.raises(encore.NotationError):
        game.parse_state("8/8/3g4/3ry3/3gb3/8/8/8 g!")
    with pytest.raises(encore.NotationError):
        dakapo().parse_state(game.format_state(called))


def test_rule_8_a_rematch_is_another_record_that_seat_1_starts() -> None:
    """Seat 1 moves first in every record, so the players of a rematch swap seats."""
    game = dakapo()
    assert game.to_move(game.initial()) == 0
    rematch = encore.record_of(game, EXAMPLE.split(), play(game, EXAMPLE), ("Tom", "Susan"))
    assert [ply.seat for ply in encore.replay(rematch, game)] == [0, 1] * 3
    assert (rematch.tags["Seat1"], rematch.tags["Result"]) == ("Tom", "2")


def test_rule_9_moves_are_written_as_cell_and_colour() -> None:
    """e6r, with a call e6r!, and nothing else."""
    game = dakapo("spoken")
    s = game.initial()
    for text in ("e6r", "a1y", "h8b", "c3g!"):
        assert game.format_move(game.parse_move(s, text)) == text
    for text in ("", "e6", "e6R", "E6r", "i1r", "a0r", "a9r", "e6p", "e6r!!", "!e6r", " e6r", "e6r\n", "re6", "e6 r"):
        with pytest.raises(encore.NotationError):
            game.parse_move(s, text)


def test_rule_9_positions_are_written_like_fen() -> None:
    """Ranks from 8 down to 1, digits for runs of empty cells, then the colour placed last or a dash."""
    game = dakapo()
    assert game.format_state(play(game, "e6r")) == "8/8/4r3/3ry3/3gb3/8/8/8 r"
    for moves in ("", "e6r", "e6r f5g", EXAMPLE, TIE):
        s = play(game, moves)
        assert game.parse_state(game.format_state(s)) == s


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "8/8/8/3ry3/3gb3/8/8/8",
        "8/8/8/3ry3/3gb3/8/8/8  -",
        "8/8/8/3ry3/3gb3/8/8/8 x",
        "8/8/8/3ry3/3gb3/8/8/8 -\n",
        "8/8/8/3ry3/3gb3/8/8 -",
        "8/8/8/3ry3/3gb3/8/8/8/8 -",
        "8/8/8/3ry4/3gb3/8/8/8 -",
        "8/8/8/3ry2/3gb3/8/8/8 -",
        "8/8/8/12ry3/3gb3/8/8/8 -",
        "9/8/8/3ry3/3gb3/8/8/8 -",
        "8/8/8/0r7/3gb3/8/8/8 -",
        "8/8/8/3rp3/3gb3/8/8/8 -",
        "8/8/8/3ry3/3g4/8/8/8 b",
    ],
)
def test_rule_9_other_positions_are_refused(text: str) -> None:
    """Eight ranks of eight cells, one digit for a run, and a last colour that is on the board."""
    with pytest.raises(encore.NotationError):
        dakapo().parse_state(text)


def test_the_example_of_the_rulebook() -> None:
    """Green on A (e6), yellow on B (f4), green on C (f3): a tilted square with d4 and g5, and Tom wins."""
    game = dakapo()
    tom, a, b, c = 1, "e6", "f4", "f3"
    toms_turn = play(game, "f5r g5g d3y")
    assert game.to_move(toms_turn) == tom
    assert {move for move in legal(game, toms_turn) if move[:2] in (b, c)} == {b + "g"}
    assert [broken_rule(game, toms_turn, b + colour) for colour in "rb"] == ["2", "2"]
    assert [broken_rule(game, toms_turn, c + colour) for colour in "rygb"] == ["1"] * 4

    susans_turn = play(game, a + "g", toms_turn)
    assert [broken_rule(game, susans_turn, b + colour) for colour in "rb"] == ["2", "2"]
    assert not any(move.endswith("g") for move in legal(game, susans_turn))
    assert {broken_rule(game, susans_turn, cell + "g") for cell in ("c5", "d2", b)} == {"3"}

    toms_next = play(game, b + "y", susans_turn)
    assert broken_rule(game, toms_next, c + "y") == "2"
    assert not any(move.endswith("y") for move in legal(game, toms_next))
    assert game.format_state(toms_next) == "8/8/4g3/3ryrg1/3gby2/3y4/8/8 y"
    assert game.outcome(play(game, c + "g", toms_next)) == encore.Outcome(
        (tom,), (), Fact("dakapo.end-square", colour="green")
    )
    for colour in "rb":
        assert winners(game, play(game, c + colour, toms_next)) is None


def test_rule_6_a_call_is_refused_with_auto() -> None:
    """With call=auto a move with ! is refused, whether or not it completes a square."""
    game = dakapo()
    assert broken_rule(game, game.initial(), "e6r!") == "6"
    assert broken_rule(game, play(game, "f5r g5g d3y e6g f4y"), "f3g!") == "6"


def test_dakapo_has_no_scores() -> None:
    """A record has no Scores tag; a tie is written as a dash."""
    game = dakapo()
    s = play(game, TIE)
    record = encore.record_of(game, TIE.split(), s)
    assert game.scores(s) == ()
    assert "Scores" not in record.tags and record.tags["Result"] == "-"
    assert encore.check(record, game) == s


def test_dakapo_has_no_dealer_and_is_for_two() -> None:
    """Nothing in Dakapo is random; other numbers of players are refused."""
    game = dakapo()
    assert game.to_move(game.initial()) != encore.DEALER
    for players in (1, 3, 4):
        with pytest.raises(encore.OptionError):
            encore.load("dakapo", players=players)
