"""The course of a game of Dalapapa: rules 5 to 9 and 11 of RULES.md. Layouts, scores and tiles have their own files."""

from __future__ import annotations

from random import Random

import pytest

import encore
from encore.games import dalapapa
from encore.games.dalapapa import Dalapapa, Draw, Phase, State
from tests.games.dalapapa_layouts import RED_SET, listed, play, refuses, row, tile_set

GREEN = "ggggggg"
ONE_GREEN = tile_set({120: GREEN})
SIX_RED = tile_set(dict.fromkeys(range(7, 121), GREEN))


def begin(game: Dalapapa, *moves: str) -> State:
    return play(game, game.initial(), *moves)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_5_order_of_the_start(players: int) -> None:
    """Rules 5 and 11: one draw for each seat, one placement by each seat, then one draw of two for each seat."""
    game, rng = Dalapapa(players), Random(players)
    s, movers = game.initial(), list[int | None]()
    while s.phase != Phase.FIRST:
        movers.append(game.to_move(s))
        s = game.play(s, game.deal(s, rng) if game.to_move(s) == encore.DEALER else game.legal_moves(s)[0])
    assert movers == [encore.DEALER] * players + list(range(players)) + [encore.DEALER] * players
    assert game.to_move(s) == 0
    assert [len(hand) for hand in s.hands] == [2] * players
    assert len(s.layout.laid) == players


def test_rule_5_start_tiles_score_nothing() -> None:
    """Rule 5: the start tiles are laid by the placing rules and score nothing; then each draws two."""
    game = Dalapapa(3, tiles=RED_SET)
    s = begin(game, "draw:5", "draw:9", "draw:1", "5a@0,0e")
    assert s.hands == ((), (9,), (1,))
    assert refuses(game, s, "9a@2,1e")
    s = play(game, s, "9a@0,1e", "1b@2,0n", "draw:7,3", "draw:8,2", "draw:20,10")
    assert s.scores == (0, 0, 0)
    assert s.hands == ((3, 7), (2, 8), (10, 20))


def test_rule_5_the_first_tile_lies_freely_at_the_origin() -> None:
    """Rules 5 and 11: the first tile lies at 0,0 with the face and the side the player likes."""
    game = Dalapapa(2)
    s = begin(game, "draw:5", "draw:9")
    assert set(listed(game, s)) == {f"5{face}@0,0{side}" for face in "ab" for side in "enws"}
    assert len(listed(game, s)) == 8
    assert refuses(game, s, "5a@1,0w")
    assert refuses(game, s, "9a@0,0e")


def test_rule_6_the_second_tile_costs_four_points() -> None:
    """Rule 6: the other tile for 4 points; scores of the two are counted separately; a total may fall below zero."""
    game = Dalapapa(2, tiles=RED_SET)
    s = play(game, game.parse_state("first 1 0,5 2,3/4,5 1a@0,0e"), "2a@2,0e")
    assert (s.phase, s.seat, s.scores) == (Phase.SECOND, 0, (1, 5))
    s = play(game, s, "3a@4,0e")
    assert (s.phase, s.seat, s.scores) == (Phase.REFILL, 0, (1 + 1 - 4, 5))
    s = play(game, s, "draw:8,7")
    assert (s.phase, s.seat, s.hands) == (Phase.FIRST, 1, ((7, 8), (4, 5)))


def test_rule_6_the_order_of_the_two_tiles_matters() -> None:
    """Rule 6: scores of the two are counted in the order laid."""
    game = Dalapapa(2, tiles=RED_SET)
    s = game.parse_state("first 1 9,0 2,3/4,5 1a@0,0e")
    assert play(game, s, "2a@0,1e", "3a@2,0n").scores[0] == 9 + 2 + 2 - 4
    assert play(game, s, "3a@2,0n", "2a@0,1e").scores[0] == 9 + 1 + 4 - 4


def test_rule_6_stop_ends_a_turn_after_the_first_tile() -> None:
    """Rules 6 and 11: after the first tile the moves are `stop` and placements of the second; then draw back to two."""
    game = Dalapapa(2, tiles=RED_SET)
    s = game.parse_state("first 1 0,0 2,3/4,5 1a@0,0e")
    assert refuses(game, s, "stop")
    s = play(game, s, "2a@2,0e")
    assert listed(game, s).count("stop") == 1
    assert all(move == "stop" or move.startswith("3") for move in listed(game, s))
    assert refuses(game, s, "pass")
    s = play(game, s, "stop")
    assert (s.phase, s.scores, game.to_move(s)) == (Phase.REFILL, (1, 0), encore.DEALER)
    s = play(game, s, "draw:120")
    assert (s.phase, s.seat, s.hands) == (Phase.FIRST, 1, ((3, 120), (4, 5)))


def test_rule_6_a_player_who_can_place_nothing_passes() -> None:
    """Rules 6 and 11: `pass` is the only move of a player who holds tiles and can place none (own tile set)."""
    game = Dalapapa(2, tiles=SIX_RED)
    s = game.parse_state("first 1 3,0 7,8/2,3 1a@0,0e")
    assert listed(game, s) == ["pass"]
    s = play(game, s, "pass")
    assert (s.phase, s.seat, s.scores, s.hands) == (Phase.FIRST, 1, (3, 0), ((7, 8), (2, 3)))
    assert refuses(game, s, "pass")


@pytest.mark.parametrize("move", ["pass", "stop", "draw:7", "4a@2,0e", "120a@2,0e"])
def test_rule_6_other_moves_than_an_own_tile_are_refused(move: str) -> None:
    """Rule 6: place one tile; a player who can must not pass, stop, draw or lay a tile of somebody else's."""
    game = Dalapapa(2, tiles=RED_SET)
    assert refuses(game, game.parse_state("first 1 0,0 2,3/4,5 1a@0,0e"), move)


def test_rule_6_a_turn_ends_by_itself_where_the_second_fits_nowhere() -> None:
    """Rule 6: where there is no placement of the second tile, the turn ends by itself."""
    game = Dalapapa(2, tiles=ONE_GREEN)
    s = play(game, game.parse_state("first 1 0,0 2,120/4,5 1a@0,0e"), "2a@2,0e")
    assert (s.phase, s.seat, s.scores, s.hands[0]) == (Phase.REFILL, 0, (1, 0), (120,))


def test_rule_7_hands_are_not_refilled_from_an_empty_bag() -> None:
    """Rule 7: hands are no longer refilled."""
    game = Dalapapa(2, tiles=RED_SET)
    s = play(game, game.parse_state(f"first 1 0,0 117,118/119,120 {row(116)}"), "117a@0,1e", "stop")
    assert (s.phase, s.seat, s.hands) == (Phase.FIRST, 1, ((118,), (119, 120)))


def test_rule_7_a_draw_names_what_is_missing_and_the_bag_holds() -> None:
    """Rule 7: `draw:` names exactly as many tiles as are missing and the bag holds."""
    game = Dalapapa(2, tiles=RED_SET)
    s = game.parse_state(f"first 1 0,0 116,117/118,119 {row(115)}")
    s = play(game, s, "116a@0,1e", "117a@2,1e")
    assert game.deal(s, Random(0)) == Draw((120,))
    assert play(game, s, "draw:120").hands[0] == (120,)


def test_rule_7_a_seat_without_tiles_is_passed_over() -> None:
    """Rule 7: a seat without tiles is passed over."""
    game = Dalapapa(3, tiles=RED_SET)
    s = play(game, game.parse_state(f"first 1 0,0,0 118,119/-/120 {row(117)}"), "118a@0,1e", "stop")
    assert (s.phase, s.seat) == (Phase.FIRST, 2)
    s = play(game, s, "120a@2,1e")
    assert (s.phase, s.seat) == (Phase.FIRST, 0)


def test_rule_7_the_game_ends_at_once_when_nobody_can_place() -> None:
    """Rule 7: the game ends at once when nobody can place a tile, within the round and below the target too."""
    game = Dalapapa(3, tiles=ONE_GREEN)
    s = play(game, game.parse_state(f"first 1 5,-1,7 119/120/- {row(118)}"), "119a@0,1e")
    assert (s.phase, s.hands, game.to_move(s)) == (Phase.OVER, ((), (120,), ()), None)
    outcome = game.outcome(s)
    assert outcome
    assert (outcome.winners, outcome.scores) == ((0, 2), (7, -1, 7))


def test_rule_7_full_hands_of_which_nothing_fits_end_the_game() -> None:
    """Rule 7: the game ends at once when nobody can place a tile, even with tiles in the bag (a set of one's own)."""
    game = Dalapapa(2, tiles=SIX_RED)
    s = play(game, game.parse_state("first 1 0,0 2,7/8,9 1a@0,0e"), "2a@2,0e", "draw:10")
    assert (s.phase, s.hands) == (Phase.OVER, ((7, 10), (8, 9)))


def test_rule_7_the_game_goes_on_while_somebody_can_place() -> None:
    """Rule 7: as long as another seat can place a tile, whoever cannot passes."""
    game = Dalapapa(2, tiles=ONE_GREEN)
    s = play(game, game.parse_state(f"first 2 0,0 118,119/120 {row(117)}"), "pass")
    assert (s.phase, s.seat) == (Phase.FIRST, 0)


def test_rule_8_the_round_is_finished_after_the_target() -> None:
    """Rule 8: totals are compared with the target after the last seat's turn of each round."""
    game = Dalapapa(3, tiles=RED_SET, target=10)
    s = game.parse_state("first 1 9,0,0 2,3/4,5/6,7 1a@0,0e")
    s = play(game, s, "2a@2,0e", "stop", "draw:8")
    assert (s.phase, s.seat, s.scores) == (Phase.FIRST, 1, (10, 0, 0))
    s = play(game, s, "4a@4,0e", "stop", "draw:9")
    assert (s.phase, s.seat) == (Phase.FIRST, 2)
    s = play(game, s, "6a@6,0e", "stop")
    assert (s.phase, game.to_move(s), listed(game, s)) == (Phase.OVER, None, [])
    outcome = game.outcome(s)
    assert outcome
    assert (outcome.winners, outcome.scores) == ((0,), (10, 1, 1))


def test_rule_8_nothing_is_drawn_after_the_last_turn() -> None:
    """Rule 8: nothing is drawn after the turn that ends the game."""
    game = Dalapapa(2, tiles=RED_SET, target=10)
    s = play(game, game.parse_state("first 2 0,9 2,3/4,5 1a@0,0e"), "4a@2,0e", "stop")
    assert (s.phase, s.hands) == (Phase.OVER, ((2, 3), (5,)))
    for move in ("draw:6", "5a@4,0e", "stop", "pass"):
        assert refuses(game, s, move)


def test_rule_8_below_the_target_another_round_begins() -> None:
    """Rule 8: the game ends when someone has reached the target, not before."""
    game = Dalapapa(2, tiles=RED_SET, target=10)
    s = play(game, game.parse_state("first 2 9,8 2,3/4,5 1a@0,0e"), "4a@2,0e", "stop", "draw:6")
    assert (s.phase, s.seat, s.scores) == (Phase.FIRST, 0, (9, 9))
    assert game.outcome(s) is None


def test_rule_8_the_highest_total_wins_whoever_reached_the_target_first() -> None:
    """Rule 8: most points win."""
    game = Dalapapa(2, tiles=RED_SET, target=10)
    s = play(game, game.parse_state("first 2 10,9 2,3/4,5 1a@0,0e"), "4a@0,1e", "stop")
    outcome = game.outcome(s)
    assert outcome
    assert (outcome.winners, outcome.scores) == ((1,), (10, 11))


def test_rule_8_equal_points_share_the_win() -> None:
    """Rule 8: equal points share the win."""
    game = Dalapapa(3, tiles=RED_SET, target=10)
    s = play(game, game.parse_state("first 3 10,3,9 2,3/4,5/6,7 1a@0,0e"), "6a@2,0e", "stop")
    outcome = game.outcome(s)
    assert outcome
    assert (outcome.winners, outcome.scores) == ((0, 2), (10, 3, 10))


def test_rule_8_a_last_seat_that_is_passed_over_closes_the_round() -> None:
    """Rule 8: a last seat that is passed over closes the round too."""
    game = Dalapapa(3, tiles=RED_SET, target=10)
    s = play(game, game.parse_state(f"first 1 9,0,0 118,119/120/- {row(117)}"), "118a@0,1e", "stop")
    assert (s.phase, s.seat) == (Phase.FIRST, 1)
    s = play(game, s, "120a@0,-1e")
    assert (s.phase, s.hands) == (Phase.OVER, ((119,), (), ()))


def test_rule_8_seats_passed_over_together_close_the_round() -> None:
    """Rule 8: a last seat that is passed over closes the round too, also behind another one."""
    game = Dalapapa(3, tiles=RED_SET, target=10)
    s = play(game, game.parse_state(f"first 1 9,0,0 119,120/-/- {row(118)}"), "119a@0,1e", "stop")
    assert (s.phase, s.hands) == (Phase.OVER, ((120,), (), ()))
    s = play(game, game.parse_state(f"first 1 7,0,0 119,120/-/- {row(118)}"), "119a@0,1e", "stop")
    assert (s.phase, s.seat) == (Phase.FIRST, 0)


def test_rule_8_a_last_seat_that_passes_closes_the_round() -> None:
    """Rule 8: the last seat's turn closes the round, also a turn in which it can place nothing."""
    game = Dalapapa(2, tiles=SIX_RED, target=10)
    s = play(game, game.parse_state("first 1 9,0 2,3/7,8 1a@0,0e"), "2a@2,0e", "stop", "draw:4", "pass")
    assert (s.phase, s.scores) == (Phase.OVER, (10, 0))


@pytest.mark.parametrize("seat", [1, 2])
def test_rule_8_a_target_lost_again_by_paying_does_not_count(seat: int) -> None:
    """Rule 8: a target reached with the first tile and lost again by paying 4 does not count."""
    game = Dalapapa(2, tiles=RED_SET, target=10)
    s = play(game, game.parse_state(f"first {seat} 9,9 2,3/4,5 1a@0,0e"), f"{2 * seat}a@2,0e")
    assert (s.phase, s.scores[seat - 1]) == (Phase.SECOND, 10)
    s = play(game, s, f"{2 * seat + 1}a@4,0e", "draw:7,8")
    assert (s.phase, s.seat, s.scores[seat - 1]) == (Phase.FIRST, 2 - seat, 7)
    if seat == 1:
        s = play(game, s, "4a@6,0e", "5a@8,0e")
        assert (s.phase, s.scores) == (Phase.REFILL, (7, 7))


def test_rule_8_the_target_is_60_and_may_be_10_to_999() -> None:
    """Rule 8: default 60; option `target`: 10–999."""
    assert Dalapapa().options["target"] == 60
    for target in (10, 999):
        assert Dalapapa(target=target).options["target"] == target
    for wrong in (9, 1000, 0, -10, "ten"):
        with pytest.raises(encore.OptionError):
            Dalapapa(target=wrong)


def test_rule_8_sixty_points_end_a_game_without_options() -> None:
    """Rule 8: the default target is 60."""
    game = Dalapapa(2)
    for total, phase in ((59, Phase.REFILL), (60, Phase.OVER)):
        s = game.parse_state(f"second 2 {total},0 2,3/4 1a@0,0e")
        assert play(game, s, "stop").phase == phase


def test_rule_9_hands_are_private() -> None:
    """Rule 9: held privately; a spectator sees none."""
    game = Dalapapa(3)
    s = game.parse_state("first 1 1,2,3 2,30/4,5/6,7 1a@0,0e")
    assert game.hidden
    assert game.format_state(game.view(s, 0)) == "first 1 1,2,3 2,30/?,?/?,? 1a@0,0e"
    assert game.format_state(game.view(s, 2)) == "first 1 1,2,3 ?,?/?,?/6,7 1a@0,0e"
    assert game.format_state(game.view(s, None)) == "first 1 1,2,3 ?,?/?,?/?,? 1a@0,0e"


def test_rule_9_open_hands_are_shown() -> None:
    """Rule 9: option `open_hands` (`off`, the default, or `on`) shows them."""
    game = Dalapapa(2, open_hands="on")
    s = game.parse_state("first 1 0,0 2,3/4,5 1a@0,0e")
    assert Dalapapa(2).options["open_hands"] == "off"
    assert not game.hidden
    assert [game.view(s, seat) for seat in (0, 1, None)] == [s] * 3
    assert game.sample(s, Random(1)) == s
    with pytest.raises(encore.OptionError):
        Dalapapa(2, open_hands="yes")


def test_rule_9_a_sample_fills_hidden_hands_with_unseen_tiles() -> None:
    """Rule 9: what a seat may imagine: its own tiles, and for the others any that it does not see."""
    game = Dalapapa(2)
    view = game.parse_state("first 1 0,0 2,3/?,? 1a@0,0e")
    samples = [game.sample(view, Random(seed)) for seed in range(500)]
    assert all(game.view(sample, 0) == view and sample.bag_size == view.bag_size for sample in samples)
    assert {tile for sample in samples for tile in sample.hands[1]} == set(range(4, 121))


def test_rule_6_a_sampled_second_tile_can_be_laid() -> None:
    """Rule 6: a turn waits for its second tile only where that tile can be laid."""
    game = Dalapapa(2, tiles=SIX_RED)
    view = game.parse_state("second 1 0,0 ?/5,8 1a@0,0e/2a@2,0e")
    assert {game.sample(view, Random(seed)).hands[0] for seed in range(100)} == {(3,), (4,), (6,)}


EDGES = {
    "e": ("-1,0w", "0,1n", "1,1n", "2,0e", "1,-1s", "0,-1s"),
    "n": ("0,-1s", "-1,0w", "-1,1w", "0,2n", "1,1e", "1,0e"),
    "w": ("1,0e", "0,-1s", "-1,-1s", "-2,0w", "-1,1n", "0,1n"),
    "s": ("0,1n", "1,0e", "1,-1e", "0,-2s", "-1,-1w", "-1,0w"),
}
"""For each side of a tile at 0,0 where another meets its half-discs one by one, in the order of a face."""


@pytest.mark.parametrize("side", "enws")
@pytest.mark.parametrize("face", ["rrgbygb", "ryrgbby", "gbybrry"])
def test_rule_11_a_tile_turns_with_its_side(side: str, face: str) -> None:
    """Rule 11: clockwise from the west end of a tile lying `e`; the anchor turns with it, n being counter-clockwise."""
    game = Dalapapa(2, tiles=tile_set({1: f"rrrrrrr {face}", 2: "rrrrrrr", 3: GREEN, 4: "bbbbbbb", 5: "yyyyyyy"}))
    states = [game.parse_state(f"first 1 0,0 {probe}/{4 if probe == 2 else 2} 1b@0,0{side}") for probe in range(2, 6)]
    for edge, half in zip(EDGES[side], face[1:], strict=True):
        fitting = [
            colour for s, colour in zip(states, "rgby", strict=True) if f"{s.hands[0][0]}a@{edge}" in listed(game, s)
        ]
        assert fitting == [half]


def test_rule_11_a_face_alike_after_half_a_turn_is_listed_twice() -> None:
    """Rule 11: it can be laid on the same squares in two ways; both are legal and both are listed."""
    game = Dalapapa(2, tiles=tile_set({2: "yrbgrbg ggggggg"}))
    s = game.parse_state("first 1 0,0 2/- 1a@0,0e")
    assert {"2a@2,0e", "2a@3,0w"} <= set(listed(game, s))
    assert play(game, s, "2a@2,0e").scores == play(game, s, "2a@3,0w").scores


@pytest.mark.parametrize(
    "move", ["1a@0,0e", "37a@4,-1e", "120b@-10,25n", "9b@0,-1w", "100a@1,0s", "stop", "pass", "draw:17", "draw:42,17"]
)
def test_rule_11_moves_read_back(move: str) -> None:
    """Rule 11: `37a@4,-1e`, `stop`, `pass`, `draw:17`, `draw:17,42` in the order drawn."""
    game = Dalapapa(2)
    assert game.format_move(game.parse_move(game.initial(), move)) == move


WRONG = {
    "tile": ["0a@0,0e", "121a@0,0e", "01a@0,0e", "1200a@0,0e", "-1a@0,0e", "a@0,0e", "١a@0,0e", " 1a@0,0e", "1.a@0,0e"],
    "face": ["1@0,0e", "1c@0,0e", "1A@0,0e", "1ab@0,0e", "1 a@0,0e"],
    "zero": ["1a@-0,0e", "1a@0,-0e", "1a@00,0e", "1a@0,01e", "1a@-01,0e", "1a@0,-01e"],
    "square": ["1a@+1,0e", "1a@0.0e", "1a@0e", "1a@0,0,0e", "1a@,0e", "1a@1.5,0e", "1a@--1,0e", "1a@0, 0e", "1a@٣,0e"],
    "side": ["1a@0,0", "1a@0,0x", "1a@0,0E", "1a@0,0ee", "1a@0,0e ", "1a@0,0e\n", "1a@0,0 e"],
    "draw": ["draw", "draw:", "draw:0", "draw:121", "draw:01", "draw:-1", "draw:1a", "draw:?", "Draw:1", "draw: 1"],
    "draws": ["draw:1,", "draw:,1", "draw:1,,2", "draw:1;2", "draw:1, 2", "draw:1,0", "draw:1,121", "draw:1\n"],
    "word": ["", " ", "Stop", "STOP", "Pass", "stop ", "pass\n", "stop!", "37", "37a", "1a0,0e"],
}


@pytest.mark.parametrize("what", WRONG)
def test_rule_11_other_texts_are_no_moves(what: str) -> None:
    """Rule 11: tiles 1–120, faces a and b, sides e, n, w, s; `-0` is no coordinate."""
    game = Dalapapa(2)
    for move in WRONG[what]:
        with pytest.raises(encore.NotationError):
            game.parse_move(game.initial(), move)


@pytest.mark.parametrize(
    "move", ["draw:7", "draw:7,8,9", "draw:1,7", "draw:4,7", "draw:7,7", "stop", "pass", "4a@4,0e"]
)
def test_rule_6_a_draw_is_of_as_many_tiles_from_the_bag(move: str) -> None:
    """Rule 6: `draw:` names exactly as many tiles as are missing; draws are moves of the dealer."""
    game = Dalapapa(2, tiles=RED_SET)
    s = game.parse_state("refill 1 0,0 -/4,5 1a@0,0e")
    assert (game.to_move(s), listed(game, s)) == (encore.DEALER, [])
    assert refuses(game, s, move)
    assert not refuses(game, s, "draw:8,7")


def test_rule_11_a_deal_takes_every_tile_of_the_bag_in_any_order() -> None:
    """Rule 11: draws are random, and in the order drawn."""
    game = Dalapapa(2)
    s = game.parse_state("refill 1 0,0 -/4,5 1a@0,0e")
    draws = {move.tiles for seed in range(2000) if isinstance(move := game.deal(s, Random(seed)), Draw)}
    assert {tile for tiles in draws for tile in tiles} == set(range(1, 121)) - {1, 4, 5}
    assert {first < second for first, second in draws} == {True, False}


def test_rule_5_a_start_tile_that_cannot_be_laid_stays_in_hand() -> None:
    """Rule 5: such a tile stays in hand, and the later draw is of what is missing."""
    game = Dalapapa(3, tiles=SIX_RED)
    s = begin(game, "draw:1", "draw:7", "draw:2", "1a@0,0e")
    assert (game.to_move(s), listed(game, s)) == (1, ["pass"])
    s = play(game, s, "pass")
    assert game.to_move(s) == 2
    assert refuses(game, s, "pass")
    s = play(game, s, "2a@2,0e", "draw:8,9")
    assert refuses(game, s, "draw:10,11")
    s = play(game, s, "draw:3")
    assert (s.hands, game.to_move(s)) == (((8, 9), (3, 7), ()), encore.DEALER)
    s = play(game, s, "draw:10,11")
    assert (s.phase, s.seat, listed(game, s)) == (Phase.FIRST, 0, ["pass"])


def test_the_layout_has_its_old_names_with_a_warning() -> None:
    """`Table` and `State.table`, the names of version 0.1.0, still work."""
    with pytest.warns(DeprecationWarning, match="now called Layout"):
        assert dalapapa.Table is dalapapa.Layout
    with pytest.warns(DeprecationWarning, match="now called State.layout"):
        assert Dalapapa(2).initial().table == dalapapa.Layout()
    with pytest.raises(AttributeError, match="no attribute 'Tables'"):
        _ = dalapapa.Tables
