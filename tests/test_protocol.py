"""Properties of every state of every game, tested with random games."""

from __future__ import annotations

import copy
import pickle
import re
from dataclasses import FrozenInstanceError, fields
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import encore
from encore.core.game import DEALER, AnyGame
from encore.core.registry import games, rules_text
from tests.effort import examples
from tests.move_space import conserved, move_space
from tests.variants import ALL, places, random_choices, walk

RULES = {name: set(re.findall(r"^## Rule (\d+):", rules_text(name), re.M)) for name in games()}

every_game = pytest.mark.parametrize("label", ALL)
choices = places(190)
seats = st.sampled_from([None, 0, 1, 2, 3])


def seat_of(game: AnyGame, seat: int | None) -> int | None:
    return None if seat is None else seat % game.players


@every_game
@examples(15)
@given(choices)
def test_the_calls_agree_with_each_other(label: str, steps: list[int]) -> None:
    game = ALL[label]
    s, _ = walk(game, steps)
    mover, outcome, moves = game.to_move(s), game.outcome(s), game.legal_moves(s)
    assert (mover is None) == (outcome is not None)
    assert bool(moves) == (mover not in (None, DEALER))
    assert len(set(moves)) == len(moves)
    assert all(move in moves for move in moves)
    if outcome:
        assert outcome.scores == game.scores(s)
        assert all(0 <= seat < game.players for seat in outcome.winners)
        assert "\n" not in outcome.reason and outcome.reason


@every_game
@examples(15)
@given(choices)
def test_every_listed_move_plays_and_every_other_is_refused_with_its_rule(label: str, steps: list[int]) -> None:
    game = ALL[label]
    s, _ = walk(game, steps)
    before = game.format_state(s)
    listed = game.legal_moves(s)
    for move in listed:
        game.play(s, move)
    for move in move_space(game, s):
        if move in listed:
            continue
        with pytest.raises(encore.IllegalMove) as refused:
            game.play(s, move)
        assert refused.value.rule in RULES[game.name]
        assert str(refused.value).startswith(f"rule {refused.value.rule}: ")
        assert "\n" not in refused.value.reason and refused.value.reason
    assert game.format_state(s) == before


@every_game
@examples(15)
@given(choices)
def test_stones_fish_and_tiles_are_conserved(label: str, steps: list[int]) -> None:
    game = ALL[label]
    s, moves = walk(game, steps)
    conserved(game, s, moves)


@every_game
@examples(15)
@given(choices)
def test_parse_and_format_are_inverse(label: str, steps: list[int]) -> None:
    game = ALL[label]
    s, _ = walk(game, steps)
    text = game.format_state(s)
    assert game.parse_state(text) == s
    assert "\n" not in text
    for move in game.legal_moves(s):
        assert game.parse_move(s, game.format_move(move)) == move
    if game.to_move(s) == DEALER:
        dealt = game.deal(s, Random(1))
        assert game.parse_move(s, game.format_move(dealt)) == dealt


@every_game
@examples(15)
@given(choices, seats, st.integers(0, 1 << 30))
def test_a_view_does_not_change_with_what_it_hides(label: str, steps: list[int], of: int | None, seed: int) -> None:
    game = ALL[label]
    s, _ = walk(game, steps)
    seat = seat_of(game, of)
    view = game.view(s, seat)
    other = game.sample(view, Random(seed))
    assert game.view(other, seat) == view
    assert game.view(view, seat) == view
    assert game.to_move(view) == game.to_move(s)
    assert game.outcome(view) == game.outcome(s)
    assert game.parse_state(game.format_state(view)) == view
    if game.to_move(s) == seat:
        assert game.legal_moves(view) == game.legal_moves(s)


@every_game
@examples(15)
@given(choices, seats, st.integers(0, 1 << 30))
def test_a_sample_can_be_continued(label: str, steps: list[int], of: int | None, seed: int) -> None:
    game = ALL[label]
    s, _ = walk(game, steps)
    s = game.sample(game.view(s, seat_of(game, of)), Random(seed))
    conserved(game, s, None)
    rng = Random(seed)
    for _ in range(12):
        mover = game.to_move(s)
        if mover is None:
            break
        s = game.play(s, game.deal(s, rng) if mover == DEALER else rng.choice(game.legal_moves(s)))


def same(one: Any, other: Any) -> bool:
    return bool(one == other) and hash(one) == hash(other)


@every_game
@examples(15)
@given(choices)
def test_pickle_and_copy_lose_nothing(label: str, steps: list[int]) -> None:
    game = ALL[label]
    s, _ = walk(game, steps)
    for twin in (pickle.loads(pickle.dumps(s)), copy.copy(s), copy.deepcopy(s)):
        assert same(s, twin)
        assert game.format_state(twin) == game.format_state(s)
        assert game.legal_moves(twin) == game.legal_moves(s)
    for move in game.legal_moves(s)[:20]:
        assert same(move, pickle.loads(pickle.dumps(move)))
    assert same(game, pickle.loads(pickle.dumps(game)))
    outcome = game.outcome(s)
    assert pickle.loads(pickle.dumps(outcome)) == outcome


@every_game
@examples(15)
@given(choices)
def test_equality_does_not_depend_on_the_path_to_a_state(label: str, steps: list[int]) -> None:
    game = ALL[label]
    s, moves = walk(game, steps)
    again = game.initial()
    for text in moves:
        again = game.play(again, game.parse_move(again, text))
    assert same(s, again)


@every_game
def test_states_moves_and_outcomes_cannot_be_changed(label: str) -> None:
    game = ALL[label]
    s, _ = walk(game, random_choices(1, 4))
    for value in (s, *game.legal_moves(s)[:1], encore.Outcome((0,), (), "so")):
        for field in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, field.name, None)


@every_game
def test_a_repr_rebuilds_moves_and_outcomes(label: str) -> None:
    game = ALL[label]
    names = vars(__import__(type(game).__module__.rpartition(".")[0], fromlist=["GAME"]))
    for seed in range(3):
        s, _ = walk(game, random_choices(seed, 9))
        for move in game.legal_moves(s)[:10]:
            assert eval(repr(move), dict(names)) == move


@every_game
def test_a_random_game_ends_and_its_record_is_the_same_bytes_again(label: str) -> None:
    game = ALL[label]
    s, moves = walk(game, random_choices(7, 5000))
    assert game.outcome(s)
    text = encore.format_record(encore.record_of(game, moves, s, ("random",) * game.players))
    record = encore.parse_record(text)
    assert encore.format_record(record) == text
    assert max(len(line) for line in text.splitlines() if " " in line) < 80
    assert encore.game_of(record) == game
    assert encore.check(record, encore.game_of(record)) == s
