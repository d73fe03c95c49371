"""Kernels in lock-step with the readable rules, for every game, player count and option: same moves, scores and end."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import encore
from encore.core.game import DEALER, AnyGame
from encore.core.registry import package_of
from tests.variants import ALL

KERNELS = {label: game for label, game in ALL.items() if package_of(type(game)).kernel}


def kernel_of(game: AnyGame) -> Any:
    kernel = package_of(type(game)).kernel.load()
    assert kernel is not None
    return kernel(game)


def as_record(game: AnyGame, moves: list[str], s: Any) -> str:
    """Return the moves that led to a difference as a record that can be replayed."""
    return "\n" + encore.format_record(encore.record_of(game, moves, s))


def compare(kernel: Any, game: AnyGame, s: Any, position: Any) -> str:
    """Return the differences between a state and a position; empty if there are none."""
    if kernel.decode(position) != s:
        return f"decoded {game.format_state(kernel.decode(position))}"
    if kernel.to_move(position) != game.to_move(s):
        return f"to move: {kernel.to_move(position)} and {game.to_move(s)}"
    if tuple(kernel.scores(position)) != game.scores(s):
        return f"scores: {kernel.scores(position)} and {game.scores(s)}"
    codes = [int(code) for code in kernel.legal(position)]
    moves = [kernel.decode_move(code) for code in codes]
    if len(codes) != len(set(codes)) or set(moves) != set(game.legal_moves(s)):
        odd = set(moves) ^ set(game.legal_moves(s))
        return f"legal moves: {sorted(map(game.format_move, odd))}"
    if [kernel.encode_move(move) for move in moves] != codes:
        return "codes of moves"
    return ""


def lock_step(game: AnyGame, seed: int, most: int) -> None:
    """Play a random game in both; each move is also undone and played again."""
    kernel, rng = kernel_of(game), Random(seed)
    moves: list[str] = []
    s = game.initial()
    position = kernel.encode(s)
    for _ in range(most):
        assert not (difference := compare(kernel, game, s, position)), difference + as_record(game, moves, s)
        seat = game.to_move(s)
        if seat is None:
            break
        if seat == DEALER:
            move = game.deal(s, rng)
            s = game.play(s, move)
            position = kernel.encode(s)
        else:
            move = rng.choice(game.legal_moves(s))
            before = position.copy()
            kernel.apply(position, kernel.encode_move(move))
            kernel.undo(position)
            assert np.array_equal(position, before), "undo" + as_record(game, moves, s)
            kernel.apply(position, kernel.encode_move(move))
            s = game.play(s, move)
        moves.append(game.format_move(move))


@pytest.mark.parametrize("label", KERNELS)
def test_lock_step(label: str) -> None:
    for seed in range(4):
        lock_step(KERNELS[label], seed, 400)


@pytest.mark.parametrize("label", KERNELS)
def test_a_long_walk_is_undone_to_the_first_byte(label: str) -> None:
    game = KERNELS[label]
    kernel, rng = kernel_of(game), Random(label)
    s = game.initial()
    while game.to_move(s) == DEALER:
        s = game.play(s, game.deal(s, rng))
    position = kernel.encode(s)
    kept = []
    while kernel.to_move(position) not in (None, DEALER):
        kept.append(position.copy())
        kernel.apply(position, int(rng.choice(kernel.legal(position).tolist())))
    while kept:
        kernel.undo(position)
        assert np.array_equal(position, kept.pop())


@pytest.mark.parametrize("label", KERNELS)
def test_playouts_share_out_every_win_and_follow_from_their_seed(label: str) -> None:
    game = KERNELS[label]
    kernel, rng = kernel_of(game), Random(1)
    s = game.initial()
    while game.to_move(s) == DEALER:
        s = game.play(s, game.deal(s, rng))
    position = kernel.encode(s)
    before = position.copy()
    wins = kernel.playouts(position, 60, 7)
    assert np.array_equal(position, before)
    assert wins.shape == (game.players,)
    assert (wins >= 0).all()
    assert wins.sum() <= 60 if game.players == 1 else wins.sum() == pytest.approx(60)
    assert kernel.playouts(position, 60, 7, threads=2) == pytest.approx(wins, abs=1e-9)
    assert np.array_equal(wins, kernel.playouts(position, 60, 7))


@pytest.mark.parametrize("label", KERNELS)
def test_playouts_of_a_finished_game_tell_its_end(label: str) -> None:
    game, rng = KERNELS[label], Random(2)
    s = game.initial()
    while (seat := game.to_move(s)) is not None:
        s = game.play(s, game.deal(s, rng) if seat == DEALER else rng.choice(game.legal_moves(s)))
    kernel, outcome = kernel_of(game), game.outcome(s)
    assert outcome
    wins = kernel.playouts(kernel.encode(s), 3, 1)
    shared = len(outcome.winners) or game.players
    winners = outcome.winners or (range(game.players) if game.players > 1 else ())
    assert wins.tolist() == pytest.approx([3 / shared if seat in winners else 0 for seat in range(game.players)])
