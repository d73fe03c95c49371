"""Encodings of every game: actions cover every legal move, observations contain nothing hidden."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import encore
from encore.core.game import DEALER, AnyGame
from encore.core.plain_encoding import PlainEncoding
from encore.core.registry import games, rules_text
from encore.games.dakapo.tables import INDEX
from encore.games.dalapapa import Place, standard_tiles
from encore.rl import Encoding, encoding_of, rewards
from tests.effort import examples
from tests.variants import ALL, places, random_choices, walk

RULES = {name: set(re.findall(r"^## Rule (\d+):", rules_text(name), re.M)) for name in games()}

every_game = pytest.mark.parametrize("label", ALL)
choices = places(260)


@cache
def encoding(label: str) -> Encoding:
    return encoding_of(ALL[label])


def check_actions(game: AnyGame, encoding: Encoding, s: Any) -> None:
    """Every legal move has its own action, and the mask contains exactly these."""
    codes = [encoding.code(s, move) for move in game.legal_moves(s)]
    mask = encoding.mask(s)
    assert mask.dtype == np.int8 and mask.shape == (encoding.actions,)
    assert np.flatnonzero(mask).tolist() == sorted(codes)
    assert mask.sum() == len(codes), "a mask is 0 and 1, and no two moves share an action"
    assert [encoding.move(s, code) for code in codes] == list(game.legal_moves(s))


@every_game
@examples(12)
@given(choices)
def test_every_legal_move_has_its_own_action(label: str, steps: list[int]) -> None:
    s, _ = walk(ALL[label], steps)
    check_actions(ALL[label], encoding(label), s)


@every_game
def test_an_action_must_be_a_number(label: str) -> None:
    s, _ = walk(ALL[label], [0])
    for odd in (1.5, np.float64(1), "e6r", None, [3]):
        with pytest.raises(encore.OptionError, match=r"^an action is a number from 0 to \d+, not .*$"):
            encoding(label).move(s, odd)  # type: ignore[arg-type]


def test_an_encoding_needs_a_game() -> None:
    with pytest.raises(
        encore.OptionError, match=r"^encoding_of needs a game as encore\.load returns it, not \"'dakapo'\"$"
    ):
        encoding_of("dakapo")  # type: ignore[arg-type]


@every_game
@examples(8)
@given(choices, st.integers(0, 1 << 30))
def test_an_action_that_is_not_legal_is_refused_with_its_rule(label: str, steps: list[int], seed: int) -> None:
    game, rng = ALL[label], Random(seed)
    s, _ = walk(game, steps)
    illegal = np.flatnonzero(encoding(label).mask(s) == 0).tolist()
    beyond = [-1, encoding(label).actions, 1 << 40]
    for code in beyond + rng.sample(illegal, 20):
        with pytest.raises(encore.IllegalMove) as refused:
            encoding(label).move(s, code)
        assert refused.value.rule in RULES[game.name] and refused.value.reason


@every_game
@examples(8)
@given(choices, st.integers(0, 3), st.integers(0, 1 << 30))
def test_an_observation_contains_no_hidden_information(label: str, steps: list[int], seat: int, seed: int) -> None:
    game, seat = ALL[label], seat % ALL[label].players
    s, _ = walk(game, steps)
    seen = encoding(label).observe(game.view(s, seat), seat)
    assert seen.dtype == np.int8 and seen.shape == encoding(label).shape
    other = game.sample(game.view(s, seat), Random(seed))
    assert (encoding(label).observe(game.view(other, seat), seat) == seen).all()


@every_game
def test_distinguishable_positions_have_different_observations(label: str) -> None:
    """No two states of a game have the same observation for a seat, except for irrelevant differences."""
    game = ALL[label]
    for seat in range(game.players):
        found: dict[bytes, str] = {}
        s = game.initial()
        for choice in random_choices(7, 120):
            s, _ = walk_on(game, s, choice)
            if game.to_move(s) in (None, DEALER):
                continue
            view = game.view(s, seat)
            seen = encoding(label).observe(view, seat).tobytes()
            assert found.setdefault(seen, game.format_state(view)) == game.format_state(view)


def walk_on(game: AnyGame, s: Any, choice: int) -> tuple[Any, Any]:
    mover = game.to_move(s)
    if mover is None:
        s = game.initial()
        mover = game.to_move(s)
    if mover == DEALER:
        move = game.deal(s, Random(choice))
    else:
        moves = game.legal_moves(s)
        move = moves[choice % len(moves)]
    return game.play(s, move), move


def test_a_table_wider_than_the_ring_keeps_an_action_for_every_move() -> None:
    """Tiles in a row to the east wrap around the ring, so that several moves map to the same action."""

    def eastward(move: Any) -> int:
        return int(move.x - 4 * abs(move.y)) if isinstance(move, Place) else -999

    def own_action(move: Any) -> Any:
        return replace(move, x=move.x % 48, y=move.y % 48) if isinstance(move, Place) else move

    game = encore.load("dalapapa", 2, target=999)
    coded, rng = encoding_of(game), Random(3)
    s, crowded = game.initial(), 0
    while (mover := game.to_move(s)) is not None and crowded < 4:
        if mover == DEALER:
            s = game.play(s, game.deal(s, rng))
            continue
        moves = game.legal_moves(s)
        if len(s.layout.laid) % 10 == 9:
            check_actions(game, coded, s)
            crowded += len({own_action(move) for move in moves}) < len(moves)
        s = game.play(s, max(moves, key=eastward))
    assert crowded == 4


def test_the_planes_of_dakapo() -> None:
    game = encore.load("dakapo")
    s = game.parse_state("8/8/4r3/3ry3/3gb3/8/8/8 r")
    mine, theirs = (encoding_of(game).observe(s, seat) for seat in (1, 0))
    assert np.argwhere(mine[0]).tolist() == [[4, 3], [5, 4]], "d5 and e6 by rank and file"
    assert [int(plane.sum()) for plane in mine] == [2, 1, 1, 1, 64, 0, 0, 0, 64]
    assert theirs[8].sum() == 0 and (theirs[:8] == mine[:8]).all()
    assert encoding_of(game).code(s, game.parse_move(s, "e3y")) == 64 + INDEX["e3"]


def test_the_planes_of_dacapo() -> None:
    game = encore.load("dacapo", 2, rounds=3, target=999)
    s = game.parse_state(".r12p16*29.../....../....../....../....../.r2p5... p -/16 20,44 2 r")
    seen = encoding_of(game).observe(s, 1)
    assert np.argwhere(seen[0]).tolist() == [[0, 2], [5, 2]] and seen[0, 0, 2] == 16, "the seat's own colour is first"
    assert seen[1, 0, 1] == 12 and seen[2, 0, 2] == 29
    facts = seen[3:, 0, 0].tolist()
    assert facts == [*(1, 0), *(0, 1), *(1, 0), *(0, 0), *(0, 0), *(44, 20), *(0, 1)]
    assert (seen[3:] == seen[3:, :1, :1]).all()


def test_the_numbers_of_dalapapa() -> None:
    game = encore.load("dalapapa", 3)
    laid = "8b@0,-2w/23a@-1,3s/97b@1,-3w/106a@-3,0e/108a@0,2e/109a@-1,0s/111a@0,0n/117b@-3,-1s"
    numbers = encoding_of(game).observe(game.parse_state(f"second 3 -2,-2,1 ?,?/78,93/? {laid}"), 1)
    board = numbers[: 9 * 48 * 48].reshape(9, 48, 48)
    assert board[:, 24, 24].tolist() == [1, *(0, 0, 1, 0), *(0, 0, 1, 0)], "0,0: blue discs to the east and the north"
    assert board[:, 24, 22].tolist() == [1, *(0, 0, 1, 0), *(0, 0, 0, 1)], "-2,0: blue to the east, yellow to the north"
    assert board[0].sum() == 16 and board[1:].sum() == 49
    hand, unseen, facts = np.split(numbers[9 * 48 * 48 :], [112, 232])
    faces = "".join(face for tile in (78, 93) for face in standard_tiles().faces[tile - 1])
    assert ["rgby"[place] for place in hand.reshape(28, 4).argmax(1)] == list(faces) and hand.sum() == 28
    assert unseen.sum() == 110 and not unseen[[7, 22, 77, 92]].any()
    standing = [*(2, 1, 2), *(-1, 0, -1), *(98, 1, 98)]
    assert facts.tolist() == [*standing, *(0, 1, 0), *(0, 1, 0), *(0, 0, 1), 107]


def test_a_reward_is_one_for_a_win_and_zero_if_all_or_none_have_won() -> None:
    def outcome(*winners: int) -> encore.Outcome:
        return encore.Outcome(winners, (), "")

    two, three = encore.load("dakapo"), encore.load("dalapapa", 3)
    assert rewards(two, outcome(1)) == (-1, 1) and rewards(two, outcome()) == (0, 0)
    assert rewards(three, outcome(0, 2)) == (1, -1, 1) and rewards(three, outcome(0, 1, 2)) == (0, 0, 0)
    solo = encore.load("dacapo", 1)
    assert rewards(solo, outcome()) == (-1,) and rewards(solo, outcome(0)) == (1,)


def test_a_game_without_an_encoding_gets_the_plain_one() -> None:
    class Bare(type(encore.load("dakapo"))):  # type: ignore[misc]
        name = "bare"

    assert isinstance(encoding_of(Bare()), PlainEncoding)
