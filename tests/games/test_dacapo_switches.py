"""Rule 3 of Da Capo: Octopus and Shark change places."""

from __future__ import annotations

import pytest

import encore
from tests.games.sea import (
    PURPLE_STUCK,
    SWITCHES,
    between_rounds,
    broken_rule,
    dacapo,
    field,
    layout,
    legal,
    play,
    sea,
    switches,
)


def test_rule_3_octopus_and_shark_may_be_switched_once_each() -> None:
    """Rule 3: each at most once, with another fish of one's colour; a switch is not a turn."""
    game = dacapo()
    s = sea(game, "r", SWITCHES, rights="16,15/-")
    assert switches(game, s) == {"16/e2", "16/e5", "16/b5", "15/e2", "15/e5"}
    once = play(game, s, "16/e2")
    assert field(game, once, "layout") == layout("e2r16 b5r15 b2r3 e5r4 c2p1 c5p2 d1p9", 32)
    assert game.to_move(once) == 0
    assert switches(game, once) == {"15/b2", "15/e5"}
    assert broken_rule(game, once, "16/b2") == "3"
    twice = play(game, once, "15/e5")
    assert game.to_move(twice) == 0 and switches(game, twice) == set()
    assert legal(game, twice) == {"b2xc2", "e2xc2", "b5xc5", "e5xc5"}
    for other in ("c2", "d4", "b2"):
        assert broken_rule(game, s, f"16/{other}") == "3"


def test_rule_3_only_before_the_first_capture_of_a_round() -> None:
    """Rule 3: the capture ends both rights, used or not; the next deal brings them back to all."""
    game = dacapo()
    for moves in ("e5xc5", "15/e5 e5xc5"):
        s = play(game, sea(game, "r", SWITCHES, rights="16,15/-"), moves)
        assert game.to_move(s) == 0 and switches(game, s) == set()
        assert broken_rule(game, s, "16/e2") == "3"
    s = play(game, between_rounds(game, "p"), f"deal:{PURPLE_STUCK}")
    assert field(game, s, "rights") == "16,15/16,15"


def test_rule_3_octopus_and_shark_change_places_as_16_only() -> None:
    """Rule 3: the exchange is written 16/…, uses up both switches and needs both of them unused."""
    game = dacapo()
    s = sea(game, "r", SWITCHES, rights="16,15/-")
    assert broken_rule(game, s, "15/b2") == "3"
    exchanged = play(game, s, "16/b5")
    assert field(game, exchanged, "layout") == layout(
        SWITCHES.replace("16", "x").replace("15", "16").replace("x", "15"), 32
    )
    assert field(game, exchanged, "rights") == "-/-" and switches(game, exchanged) == set()
    assert broken_rule(game, play(game, s, "15/e2"), "16/e2") == "3"
    assert broken_rule(game, play(game, s, "16/e2"), "15/e2") == "3"
    assert "16/b5" not in legal(game, sea(game, "r", SWITCHES, rights="16/-"))


@pytest.mark.parametrize("rival", ["p16", "p15"])
@pytest.mark.parametrize("switch", ["16/d4", "15/d4"])
def test_rule_3_not_next_to_an_opposing_octopus_or_shark(rival: str, switch: str) -> None:
    """Rule 3: the four adjacent squares are forbidden; diagonal or across a gap is fine."""
    game = dacapo()
    for square in ("d5", "d3", "c4", "e4"):
        s = sea(game, "r", f"b2r16 b6r15 d4r3 e1r5 {square}{rival} d1p1", rights="16,15/-")
        assert broken_rule(game, s, switch) == "3"
        assert switch in legal(game, sea(game, "r", f"b2r16 b6r15 d4r3 e1r5 {square}p14 d1p1", rights="16,15/-"))
    for square in ("c5", "e5", "c3", "e3", "d2", "f4"):
        assert switch in legal(game, sea(game, "r", f"b2r16 b6r15 d4r3 e1r5 {square}{rival} d1p1", rights="16,15/-"))


def test_rule_3_only_the_new_places_are_checked() -> None:
    """Rule 3: the small fish is free, and so is a big one that stays; in an exchange both are checked."""
    game = dacapo()
    s = sea(game, "r", "b2r16 b4r15 d4r3 e1r5 b3p16 d1p1", rights="16,15/-")
    assert {"16/d4", "15/d4"} <= legal(game, s)
    for rival, allowed in (("c2", False), ("c4", False), ("c3", True)):
        s = sea(game, "r", f"b2r16 b4r15 d4r3 e1r5 {rival}p15 d1p1", rights="16,15/-")
        assert ("16/b4" in legal(game, s)) is allowed


@pytest.mark.parametrize(
    ("rival", "allowed"), [("p16", False), ("p15", False), ("y16", False), ("g16", True), ("g15", True)]
)
def test_rule_3_a_partners_do_not_count(rival: str, allowed: bool) -> None:
    """Rule 3: with four players both opponents' Octopuses and Sharks keep off, the partner's do not."""
    game = dacapo(4)
    s = sea(game, "r", f"b2r16 d4r9 e1r10 d5{rival} d1p8", rights="16,15/-/-/-")
    assert ("16/d4" in legal(game, s)) is allowed
    if rival[0] != "y":
        three = dacapo(3)
        s = sea(three, "r", f"b2r16 d4r9 e1r10 d5{rival} d1p8", rights="16,15/-/-")
        assert broken_rule(three, s, "16/d4") == "3"


def test_rule_3_captured_ones_are_neither_switched_nor_neighbours() -> None:
    """Rule 3: an Octopus under a pile cannot be switched, and only one on top of a pile is a neighbour."""
    game = dacapo()
    s = sea(game, "p", "b2p15 d4p3 e1p5 d1r1", rights="-/16,15")
    assert switches(game, s) == {"15/d4", "15/e1"}
    assert broken_rule(game, s, "16/d4") == "3"
    every = dacapo(switch="every-turn")
    s = sea(every, "r", "c4r16 d4p16 b2r15 d5r3 e1r5 d1p1", rights="16,15/-")
    assert broken_rule(every, s, "15/d5") == "3"
    assert "15/d5" in legal(every, play(every, s, "c4xd4"))


def test_rule_3_a_switch_must_leave_a_capture() -> None:
    """Rule 3: a switch after which its player could not capture is refused."""
    game = dacapo()
    assert broken_rule(game, sea(game, "r", "b2r16 e5r3 c2p5", rights="16,15/-"), "16/e5") == "3"
    assert "16/e5" in legal(game, sea(game, "r", "b2r16 e5r6 c2p5", rights="16,15/-"))


def test_rule_3_who_cannot_capture_is_passed_over_and_keeps_the_right() -> None:
    """Rule 3: purple's Octopus on a3 would capture a4, but purple is passed over and may switch later."""
    game = dacapo()
    s = play(game, game.initial(), f"deal:{PURPLE_STUCK}")
    assert field(game, s, "turn") == "r" and broken_rule(game, s, "16/a3") == "3"
    s = play(game, s, "a4xa3")
    assert (field(game, s, "turn"), field(game, s, "rights")) == ("p", "-/16,15")
    assert "16/b3" in legal(game, s)


def test_rule_3_every_turn_switches_whole_piles_and_rights_come_back() -> None:
    """Rule 3: with every-turn each may be switched once before each capture, with the pile it is on."""
    game = dacapo(switch="every-turn")
    s = sea(game, "r", "b2r16*3 d4r3*4 e1r5 c2p2 d1p1", rights="16,15/16,15")
    switched = play(game, s, "16/d4")
    assert field(game, switched, "layout") == layout("d4r16*3 b2r3*4 e1r5 c2p2 d1p1", 32)
    assert broken_rule(game, switched, "16/b2") == "3"
    for before in (s, switched):
        captured = play(game, before, "e1xd1")
        assert (field(game, captured, "turn"), field(game, captured, "rights")) == ("r", "16,15/16,15")
    assert "16/b2" in switches(game, captured)


def test_rule_3_never() -> None:
    """Rule 3: with never nobody may switch; first is the default."""
    game = dacapo(switch="never")
    s = play(game, game.initial(), f"deal:{PURPLE_STUCK}")
    assert field(game, s, "rights") == "-/-" and switches(game, s) == set()
    assert broken_rule(game, s, "16/a4") == "3"
    with pytest.raises(encore.NotationError):
        sea(game, "r", SWITCHES, rights="16,15/-")
    assert dacapo() == dacapo(switch="first")
    with pytest.raises(encore.OptionError):
        dacapo(switch="always")
