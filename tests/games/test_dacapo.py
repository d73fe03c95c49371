"""The rules of Da Capo, numbered as in RULES.md; rule 3 has its own file."""

from __future__ import annotations

import re
from random import Random

import pytest

import encore
from encore.games.dacapo.notation import format_layout, parse_layout
from encore.games.dacapo.tables import FISH, Pile
from tests.games.sea import (
    PURPLE_STUCK,
    PURPLE_STUCK_3,
    between_rounds,
    broken_rule,
    dacapo,
    dealt,
    field,
    layout,
    legal,
    play,
    play_out,
    sea,
    winners,
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_1_and_2_the_owner_of_the_fish_by_the_life_preserver_starts(players: int) -> None:
    """Rules 1 and 2: the last fish lies on f1, with two players (corners empty) on e1; its owner starts round one."""
    game = dacapo(players)
    for seed in range(20):
        text = dealt(game, seed)
        last = re.findall(r"[rpgy.]", text.removeprefix("deal:"))[-2 if players == 2 else -1]
        s = play(game, game.initial(), text)
        assert field(game, s, "starter") == last
        assert game.to_move(s) == "rpgy".index(last)


def test_rule_1_the_board_and_its_corners() -> None:
    """Rule 1: files a to f, ranks 1 to 6 from the bottom; with two players nothing is laid on a corner."""
    three = play(dacapo(3), dacapo(3).initial(), f"deal:{PURPLE_STUCK_3}")
    assert {"a3xa2", "f3xf2"} <= legal(dacapo(3), three)
    game = dacapo()
    ranks = dealt(game, 1).removeprefix("deal:").split("/")
    assert [rank.startswith(".") and rank.endswith(".") for rank in ranks] == [True, *[False] * 4, True]
    cornered = PURPLE_STUCK.replace(".r1r2", "r1.r2")
    assert broken_rule(game, game.initial(), f"deal:{cornered}") == "1"


@pytest.mark.parametrize(
    ("players", "lowest"), [(1, dict.fromkeys("rpgy", 8)), (2, {"r": 1, "p": 1}), (3, dict.fromkeys("rpg", 5))]
)
def test_rule_1_fish_by_number_of_players(players: int, lowest: dict[str, int]) -> None:
    """Rule 1: two use red and purple 1–16, three red, purple and green 5–16, four and one all colours 8–16."""
    expected = sorted(f"{colour}{value}" for colour, low in lowest.items() for value in range(low, 17))
    for count in {players, 4 if players == 1 else players}:
        assert sorted(re.findall(r"[rpgy]\d+", dealt(dacapo(count), 7).split(":")[1])) == expected
    assert len(expected) == (32 if players == 2 else 36)


def test_rule_1_other_fish_are_refused() -> None:
    """Rule 1: a deal lays every fish of the game once: no 7 with four players, none twice, none missing."""
    four = dacapo(4)
    assert broken_rule(four, four.initial(), dealt(four, 1).replace("r8", "r7")) == "1"
    two = dacapo()
    for wrong in (PURPLE_STUCK.replace("r1r2", "r1r1"), PURPLE_STUCK.replace("r1r2", "r1.")):
        assert broken_rule(two, two.initial(), f"deal:{wrong}") == "1"


@pytest.mark.parametrize(("players", "order"), [(2, "rp"), (3, "rpg"), (4, "rpgy")])
def test_rule_2_each_later_round_is_started_by_the_next_seat(players: int, order: str) -> None:
    """Rule 2: the player on the left of the last starter begins, whoever owns the fish laid last."""
    game = dacapo(players)
    for seat, colour in enumerate(order):
        for seed in range(4):
            s = play(game, between_rounds(game, colour), dealt(game, seed))
            assert field(game, s, "starter") == order[(seat + 1) % players]
            assert game.to_move(s) == (seat + 1) % players


@pytest.mark.parametrize(("players", "deal", "first"), [(2, PURPLE_STUCK, "r"), (3, PURPLE_STUCK_3, "g")])
def test_rule_2_a_starter_passed_over_at_once_has_started(players: int, deal: str, first: str) -> None:
    """Rule 2: purple cannot capture and is passed over, yet the seat on purple's left starts the second round."""
    game = dacapo(players, switch="never", target=999)
    s = play(game, game.initial(), f"deal:{deal}")
    assert (field(game, s, "starter"), field(game, s, "turn")) == ("p", first)
    s = play_out(game, s)
    assert game.to_move(s) == encore.DEALER
    assert field(game, play(game, s, f"deal:{deal}"), "starter") == {2: "r", 3: "g"}[players]


def test_rule_4_the_first_fish_in_the_way_if_equal_or_lower() -> None:
    """Rule 4: in a straight line over empty squares onto an opposing fish of equal or lower value."""
    game = dacapo()
    assert legal(game, sea(game, "r", "c3r7 c6p7 c1p6 b3p8 f3p1")) == {"c3xc6", "c3xc1", "c3xf3"}
    s = sea(game, "r", "c3r9 c4p3 c5p4 b3r1 a3p1 d4p2 d2r2")
    assert legal(game, s) == {"c3xc4", "b3xa3", "d2xd4"}
    for text in ("c3xc5", "c3xa3", "c3xd4", "c3xb3", "c3xc2", "c3xc3", "c4xc3", "f2xf3"):
        assert broken_rule(game, s, text) == "4"
    assert broken_rule(game, sea(game, "r", "c3r7 b3p8 d3p1"), "c3xb3") == "4"


def test_rule_4_the_pile_goes_along_and_counts_with_its_top_fish() -> None:
    """Rule 4: heights add up; a high pile with a small fish on top counts as a small fish."""
    game = dacapo()
    s = play(game, sea(game, "r", "c3r2*4 c5p2*20 e6p9"), "c3xc5")
    assert field(game, s, "layout") == layout("c5r2*24 e6p9", 32)


def test_rule_5_a_player_who_can_capture_must() -> None:
    """Rule 5: there is no other move than a capture once nothing is left to switch, and no pass."""
    game = dacapo()
    assert legal(game, sea(game, "r", "c3r7 c6p7 e1p1")) == {"c3xc6"}
    for text in ("pass", "-", ""):
        with pytest.raises(encore.NotationError):
            game.parse_move(game.initial(), text)


def test_rule_5_passed_over_until_the_next_turn_with_a_capture() -> None:
    """Rule 5: after red's capture purple has none, so green plays; then purple has one, after red is passed over."""
    game = dacapo(3)
    s = play(game, sea(game, "r", "f1r9 b5p10 c5g12 c2r5 e5r6 f2p5"), "f1xf2")
    assert game.to_move(s) == 2
    s = play(game, s, "c5xc2")
    assert game.to_move(s) == 1
    assert legal(game, s) == {"b5xe5"}


def test_rule_6_partners_may_and_sometimes_must_be_captured() -> None:
    """Rule 6: seats 1 and 3 are partners, but red may capture green too, and must if it is the only capture."""
    game = dacapo(4)
    s = sea(game, "r", "c3r10 c4g10 c2p9 d3y8 b3g11")
    assert legal(game, s) == {"c3xc4", "c3xc2", "c3xd3"}
    only = sea(game, "r", "c3r10 c4g10 f1p9")
    assert legal(game, only) == {"c3xc4"}
    after = play(game, only, "c3xc4")
    assert field(game, after, "layout") == layout("c4r10*2 f1p9", 36)
    assert game.scores(after) == (2, 34, 2, 34)


def test_rule_7_the_round_ends_when_nobody_can_capture() -> None:
    """Rule 7: every fish in one's piles is a point, added to earlier rounds only when the round ends."""
    game = dacapo(target=999)
    s = sea(game, "r", "b2r16*3 c2p1*2 c6p2 e5p3", scores="10,22", rounds="1")
    assert game.scores(s) == (10, 22)
    s = play(game, s, "b2xc2")
    assert game.scores(s) == (10, 22) and game.to_move(s) == 0
    s = play(game, s, "c2xc6")
    assert game.scores(s) == (16, 48)
    assert game.to_move(s) == encore.DEALER and game.outcome(s) is None
    assert field(game, s, "rounds") == "2"


def test_rule_7_with_four_players_each_seat_shows_its_teams_total() -> None:
    """Rule 7: red and green count together, purple and yellow too; partners who can capture keep the round going."""
    game = dacapo(4)
    s = play(game, sea(game, "r", "b2r16 c2p8*2 c6g9*4 a5y9*6 e1p9"), "b2xc2")
    assert field(game, s, "turn") == "r" and game.scores(s) == (0, 0, 0, 0)
    assert game.scores(play(game, s, "c2xc6")) == (7, 29, 7, 29)


def test_rule_7_a_deal_without_a_capture_is_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule 7: counted and followed by the next starter; with all the fish it cannot happen, so two are dealt here."""
    monkeypatch.setitem(FISH, 2, (Pile(0, 1), Pile(1, 1)))
    game = dacapo()
    s = play(game, game.initial(), "deal:.r1..../..p1.../....../....../....../......")
    assert game.scores(s) == (1, 1) and game.to_move(s) == encore.DEALER
    assert (field(game, s, "rounds"), field(game, s, "starter")) == ("1", "p")
    s = play(game, s, "deal:.p1..../.r1..../....../....../....../......")
    assert (field(game, s, "starter"), game.to_move(s)) == ("r", 0)


def test_rule_8_sixty_points_at_the_end_of_a_round() -> None:
    """Rule 8: 59 points are not enough, 60 are."""
    game = dacapo(3)
    for before, winner in (("57,8,7", None), ("58,7,7", (0,))):
        s = sea(game, "r", "b2r16 c2p8 e6g9 f5p9", scores=before, rounds="2")
        assert winners(game, play(game, s, "b2xc2")) == winner


def test_rule_8_the_most_points_win_not_the_first_to_the_target() -> None:
    """Rule 8: both pass the target in the same round; nothing is decided before it ends."""
    game = dacapo(target=40)
    s = sea(game, "r", "b2r16 c2p1 e5p3", scores="39,25", rounds="2")
    assert game.outcome(s) is None
    s = play(game, s, "b2xc2")
    outcome = game.outcome(s)
    assert outcome and (outcome.winners, outcome.scores) == ((1,), (41, 55))
    assert outcome.reason == "55 points reach the target of 40"
    assert game.to_move(s) is None and broken_rule(game, s, f"deal:{PURPLE_STUCK}") == "8"


@pytest.mark.parametrize(
    ("players", "fish", "expected"),
    [
        (2, "b2r16*15 c2p8 e5p9", (0, 1)),
        (3, "b2r16*13 c2p8 e5p9*14 f6g8", (0, 1)),
        (4, "b2r16*16 c2p8 e5p9*18 f6g8", (0, 1, 2, 3)),
        (4, "b2r16*16 c2p8 e5p9*17 f6g8", (0, 2)),
    ],
)
def test_rule_8_equal_points_share_the_win(players: int, fish: str, expected: tuple[int, ...]) -> None:
    """Rule 8: everybody with the most points wins; a team wins with both seats."""
    game = dacapo(players, target=10)
    assert winners(game, play(game, sea(game, "r", fish), "b2xc2")) == expected


@pytest.mark.parametrize(("players", "scores", "counted"), [(2, "0,96", (32, 96)), (3, "0,54,54", (36, 54, 54))])
def test_rule_8_a_sweep_wins_outright(players: int, scores: str, counted: tuple[int, ...]) -> None:
    """Rule 8: with two or three, all piles in one colour win at once whatever the totals; the round is counted."""
    game = dacapo(players, target=999)
    s = play(game, sea(game, "r", "b2r16 c2p8", scores=scores, rounds="3"), "b2xc2")
    assert (winners(game, s), game.scores(s)) == ((0,), counted)


def test_rule_8_no_sweep_while_another_colour_shows_nor_for_a_team() -> None:
    """Rule 8: with three, one opponent left is no sweep; a team that shows every pile plays on."""
    three = dacapo(3)
    assert three.outcome(play(three, sea(three, "r", "b2r16 c6g8 c2p8"), "b2xc2")) is None
    four = dacapo(4)
    s = play(four, sea(four, "r", "b2r16 c6g8 c2p8"), "b2xc2")
    assert four.to_move(s) == 0 and four.outcome(s) is None
    s = play(four, s, "c2xc6")
    assert four.to_move(s) == encore.DEALER and four.scores(s) == (36, 0, 36, 0)


def test_rule_8_rounds() -> None:
    """Rule 8: after the agreed number of rounds the most points win; the target may still end the game before."""
    for rounds, target, over in ((2, 60, True), (3, 60, False), (3, 50, True), (0, 60, False)):
        game = dacapo(rounds=rounds, target=target)
        s = sea(game, "r", "b2r16*9 c2p1 e5p3", scores="4,28", rounds="1")
        assert winners(game, play(game, s, "b2xc2")) == ((1,) if over else None)


def test_rule_8_option_bounds() -> None:
    """Rule 8: the target is 60, or from 1 to 999; rounds are 0 unless agreed otherwise."""
    assert dacapo() == dacapo(target=60, rounds=0)
    assert {dacapo(target=value).options["target"] for value in (1, "999")} == {1, 999}
    for value in (0, 1000, -1, "", "060", "many"):
        with pytest.raises(encore.OptionError):
            dacapo(target=value)
    with pytest.raises(encore.OptionError):
        dacapo(rounds=-1)


def test_rule_9_the_colour_on_f1_moves_first_then_the_drawn_order() -> None:
    """Rule 9: the player moves every colour, from the one on f1 on, in the order drawn."""
    game = dacapo(1)
    for seed in range(20):
        text = dealt(game, seed)
        s = play(game, game.initial(), text)
        assert field(game, s, "turn") == re.findall("[rpgy]", text.split(":")[1])[-1]
        assert game.to_move(s) == 0
    s = sea(game, "y", "a6r10 b6p8 c5p10 d5g8 e4g10 f4y8 a1y10 b1r8", order="pygr")
    turns = []
    for text in ("a1xb1", "e4xf4", "a6xb6"):
        s = play(game, s, text)
        turns.append(field(game, s, "turn"))
    assert turns == ["g", "r", "p"]
    assert len({dealt(game, seed)[-4:] for seed in range(200)}) == 24


def test_rule_9_every_other_colour_is_an_opponent_and_nothing_is_switched() -> None:
    """Rule 9: red captures purple, green and yellow alike; a colour that cannot capture is passed over."""
    game = dacapo(1)
    s = sea(game, "r", "c3r16 c4g10 c2p9 d3y8 b3g11 f6r9", order="rpgy")
    assert legal(game, s) == {"c3xc4", "c3xc2", "c3xd3", "c3xb3"}
    assert broken_rule(game, s, "16/f6") == "9"
    assert field(game, play(game, s, "c3xd3"), "turn") == "g"


@pytest.mark.parametrize(
    ("fish", "order", "expected"),
    [
        ("b2p9 c2r8", "gyrp", (0,)),
        ("b2p9 c2r8", "pgyr", ()),
        ("b2p9 e6g8 c2r8", "gyrp", ()),
        ("b2p9 e6p8 c2r8", "gyrp", (0,)),
    ],
)
def test_rule_9_won_when_only_the_own_colour_shows(fish: str, order: str, expected: tuple[int, ...]) -> None:
    """Rule 9: lost when nobody can capture and another colour than the last of the order is left; no scores."""
    game = dacapo(1)
    s = sea(game, "p", fish, order=order)
    assert game.outcome(s) is None
    ended = play(game, s, "b2xc2")
    assert (winners(game, ended), game.to_move(ended)) == (expected, None)
    assert game.scores(ended) == () and "Scores" not in encore.record_of(game, [], ended).tags


@pytest.mark.parametrize("option", [{"switch": "never"}, {"target": 60}, {"rounds": 1}, {"switch": "first"}])
def test_rule_9_options_are_refused(option: dict[str, object]) -> None:
    """Rule 9: with one player the options switch, target and rounds are refused."""
    with pytest.raises(encore.OptionError):
        dacapo(1, **option)


def test_rule_9_only_a_deal_for_one_names_the_order() -> None:
    """Rules 9 and 10: with one player the four colours follow the layout; with more players nothing does."""
    solo, two = dacapo(1), dacapo()
    deal = dealt(solo, 3)
    assert broken_rule(solo, solo.initial(), deal[:-5]) == "1"
    for order in ("", "gyr", "gyrr", "gyrpg", "GYRP"):
        with pytest.raises(encore.NotationError):
            solo.parse_move(solo.initial(), deal[:-4] + order)
    assert broken_rule(two, two.initial(), f"deal:{PURPLE_STUCK}:gyrp") == "1"


def test_rule_10_moves_and_layouts_keep_their_text() -> None:
    """Rule 10: captures, switches, deals and layouts keep their text."""
    two, solo = dacapo(), dacapo(1)
    for text in ("c3xc5", "16/b2", "15/e4", f"deal:{PURPLE_STUCK}"):
        assert two.format_move(two.parse_move(two.initial(), text)) == text
    assert solo.format_move(solo.parse_move(solo.initial(), dealt(solo, 5))) == dealt(solo, 5)
    written = ".r12p3g7p16*5./......" + "/......" * 4
    assert format_layout(parse_layout(written)) == written
    assert parse_layout(written)[:6] == (None, (0, 12, 1), (1, 3, 1), (2, 7, 1), (1, 16, 5), None)


@pytest.mark.parametrize("pile", ["r01", "r1*1", "r1*02", "r1*0", "r1*37", "r0", "r17", "b5", "r", "R5", "5", "r1*"])
def test_rule_10_layouts_are_strict(pile: str) -> None:
    """Rule 10: a height only for two or more fish, and no leading zeros."""
    with pytest.raises(encore.NotationError):
        parse_layout(f"{pile}...../......" + "/......" * 4)


def test_rule_10_no_piles_in_a_deal_and_no_other_moves() -> None:
    """Rule 10: in a deal every pile is one fish, so there is no *; ranks and squares are checked."""
    game = dacapo()
    deals = [PURPLE_STUCK.replace("r16", "r16*2"), PURPLE_STUCK[:-1], PURPLE_STUCK + "/......", PURPLE_STUCK + "."]
    others = ["c3c5", "g3xc5", "c3xc7", "c3xc5x", "14/b2", "16/g2", "16b2", "016/b2", " c3xc5", "c3xc5\n", "C3xc5"]
    for text in (*(f"deal:{deal}" for deal in deals), *others):
        with pytest.raises(encore.NotationError):
            game.parse_move(game.initial(), text)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rule_10_states_keep_their_text(players: int) -> None:
    """Rule 10: the text of a state before, in and after a round is read back as the same state."""
    game = dacapo(players)
    states = [game.initial(), play(game, game.initial(), dealt(game, 2))]
    states += [game.play(states[-1], game.legal_moves(states[-1])[0])]
    for s in (*states, play_out(game, states[-1])):
        assert game.parse_state(game.format_state(s)) == s


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_chance_is_the_dealers_move(players: int) -> None:
    """Chance: the deal is a recorded move of the dealer, so a record is replayed without random numbers."""
    game = dacapo(players, **({} if players == 1 else {"rounds": 2}))
    rng, moves, s = Random(players), [], game.initial()
    assert game.to_move(s) == encore.DEALER and not game.legal_moves(s)
    assert broken_rule(game, s, "c3xc4") == "1"
    while (seat := game.to_move(s)) is not None:
        move = game.deal(s, rng) if seat == encore.DEALER else rng.choice(game.legal_moves(s))
        moves.append(game.format_move(move))
        s = game.play(s, move)
        if game.to_move(s) not in (None, encore.DEALER):
            assert broken_rule(game, s, dealt(game, 1)) == "1"
    assert sum(text.startswith("deal:") for text in moves) <= 2
    record = encore.parse_record(encore.format_record(encore.record_of(game, moves, s)))
    assert encore.check(record, encore.game_of(record)) == s
