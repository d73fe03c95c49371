from __future__ import annotations

from random import Random
from typing import Any

import pytest

from encore.core.game import AnyGame
from encore.core.thinking import Budget, Solution
from encore.core.verify import verify
from encore.games.dacapo import State
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search.endgame import Endgame
from encore.games.dacapo.search.searcher import solve
from tests.games.sea import dacapo, layout, sea


def late_position(game: AnyGame, piles: int, seed: int) -> State:
    """Return a position of a random game with at most this many piles and a seat to move."""
    rng = Random(seed)
    while True:
        s: State = game.play(game.initial(), game.deal(game.initial(), rng))
        while s.turn is not None and sum(pile is not None for pile in s.piles) > piles:
            s = game.play(s, rng.choice(game.legal_moves(s)))
        if s.turn is not None:
            return s


def points(game: AnyGame, s: State, seat: int, before: State, known: dict[State, int]) -> int:
    """Return the points that a seat gains until the round ends, with best play on both sides."""
    if s.turn is None:
        return int(s.scores[seat] - before.scores[seat])
    if s not in known:
        values = [points(game, game.play(s, move), seat, before, known) for move in game.legal_moves(s)]
        known[s] = max(values) if s.turn in game.partners(seat) else min(values)
    return known[s]


def answer(game: Any, s: State, **limits: Any) -> Solution:
    with Budget(**limits) as budget:
        return solve(game, s, budget)


def proved_by(game: AnyGame, s: State, seat: int, best: Any, follows: int, seen: dict[State, int]) -> int:
    """Return the points of a seat when one side follows ``best`` and the other does its worst (or best) to it."""
    start = s

    def walk(s: State) -> int:
        if s.turn is None:
            return int(s.scores[seat] - start.scores[seat])
        if s not in seen:
            moves = [best(s)] if s.turn == follows else game.legal_moves(s)
            results = [walk(game.play(s, move)) for move in moves]
            seen[s] = min(results) if follows == seat else max(results)
        return seen[s]

    return walk(s)


@pytest.mark.parametrize("seed", range(40))
def test_two_players_match_brute_force(seed: int) -> None:
    game = dacapo(switch="never")
    s = late_position(game, 6 + seed % 6, seed)
    assert s.turn is not None
    value = points(game, s, s.turn, s, {})
    solution = answer(game, s)
    assert (solution.low, solution.high) == (value, value)
    end = s
    for move in solution.line:
        end = game.play(end, move)
    assert end.turn is None and end.scores[s.turn] - s.scores[s.turn] == value


@pytest.mark.parametrize("seed", range(8))
def test_both_sides_can_follow_the_solution(seed: int) -> None:
    game = dacapo(switch="never")
    s = late_position(game, 11, seed)
    assert s.turn is not None
    solution = answer(game, s)
    assert proved_by(game, s, s.turn, solution.best, s.turn, {}) == solution.low
    assert proved_by(game, s, s.turn, solution.best, 1 - s.turn, {}) == solution.high


@pytest.mark.parametrize("seed", range(6))
def test_threads_that_share_the_work_find_what_one_finds(seed: int) -> None:
    game = dacapo(switch="never")
    s = late_position(game, 20, seed)
    alone, together = answer(game, s), answer(game, s, threads=3)
    assert (together.low, together.high) == (alone.low, alone.high)
    assert together.exact
    with Budget() as budget:
        assert verify(game, s, together, budget)


def test_threads_stop_when_the_time_is_over() -> None:
    game = dacapo(switch="never")
    s = late_position(game, 36, 1)
    answer(game, s, nodes=1)  # it may have to compile
    assert not answer(game, s, seconds=0.5, threads=2).exact


def test_unproved_values_stay_bounds() -> None:
    game = dacapo(switch="never")
    s = late_position(game, 13, 3)
    exact = answer(game, s)
    assert exact.exact
    for nodes in (1, 10, 100, 1000):
        bounds = answer(game, s, nodes=nodes)
        assert bounds.nodes <= nodes
        assert bounds.low <= exact.low <= bounds.high
    stopped = Budget()
    stopped.cancel()
    assert solve(game, s, stopped).low == 0  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_stopped_search_names_no_capture(seat: int) -> None:
    game = DaCapo(2, switch="never")
    s = next(s for s in (late_position(game, 20, seed) for seed in range(50)) if s.turn == seat)
    position, endgame, stopped = Kernel(game).encode(s), Endgame(8), Budget()
    with Budget() as budget:
        low, high = endgame.solve(position, budget, 10_000_000)
        wanted = low if seat == 0 else high + 1
        assert endgame.capture(position, wanted, budget) is not None
    stopped.cancel()
    assert endgame.capture(position, wanted, stopped) is None  # although the table holds one


def test_twenty_two_piles_are_solved() -> None:
    game = dacapo(switch="never")
    for seed in range(3):
        assert answer(game, late_position(game, 22, seed), nodes=2_000_000).exact


@pytest.mark.parametrize("switch", ["first", "every-turn"])
@pytest.mark.parametrize("fish", ["b2r16 b5r15 e2r3 e5p4 c2p1 d1p9", "b3r16*3 e3p16 b5p3 c6r2 e6p15*4"])
def test_switches_are_searched(switch: str, fish: str) -> None:
    game = dacapo(switch=switch)
    s = sea(game, "r", fish, rights="16,15/16,15")
    value = points(game, s, 0, s, {})
    solution = answer(game, s)
    assert (solution.low, solution.high) == (value, value)


@pytest.mark.parametrize("seed", range(6))
def test_teams_match_brute_force(seed: int) -> None:
    game = dacapo(4, switch="never")
    s = late_position(game, 9, seed)
    assert s.turn is not None
    value = points(game, s, s.turn, s, {})
    solution = answer(game, s)
    assert (solution.low, solution.high) == (value, value)


@pytest.mark.parametrize("seed", range(12))
def test_one_of_three_players_gets_what_both_others_together_cannot_prevent(seed: int) -> None:
    game = dacapo(3, switch=("never", "first", "every-turn")[seed % 3])
    s = late_position(game, 8 + seed % 2, seed)
    assert s.turn is not None
    value = points(game, s, s.turn, s, {})
    solution = answer(game, s)
    assert (solution.low, solution.high) == (value, value)
    assert verify(game, s, solution) > 0
    end = s
    for move in solution.line:
        end = game.play(end, move)
    assert end.turn is None and end.scores[s.turn] - s.scores[s.turn] == value


def can_win(game: AnyGame, s: State, known: dict[State, bool]) -> bool:
    if s.turn is None:
        outcome = game.outcome(s)
        return outcome is not None and outcome.winners == (0,)
    if s not in known:
        known[s] = any(can_win(game, game.play(s, move), known) for move in game.legal_moves(s))
    return known[s]


@pytest.mark.parametrize("seed", range(20))
def test_one_player_matches_brute_force(seed: int) -> None:
    game = dacapo(1)
    s = late_position(game, 9, seed)
    solution = answer(game, s)
    assert solution.exact
    assert solution.low == can_win(game, s, {})


@pytest.mark.parametrize("seed", range(10))
def test_solo_deals_are_won(seed: int) -> None:
    game = dacapo(1)
    s = game.play(game.initial(), game.deal(game.initial(), Random(seed)))
    solution = answer(game, s, nodes=200_000)
    assert solution.low == 1
    while s.turn is not None:
        s = game.play(s, solution.best(s))
    assert game.outcome(s).winners == (0,)  # type: ignore[union-attr]


def test_a_solo_with_a_higher_fish_out_of_reach_is_hopeless() -> None:
    game = dacapo(1)
    s = game.parse_state(f"{layout('b3y9 d3r8 b5p16 d5p8', 36)} y r rgpy")
    assert answer(game, s).high == 0


def test_a_solo_without_search_claims_nothing() -> None:
    game = dacapo(1)
    s = game.play(game.initial(), game.deal(game.initial(), Random(1)))
    solution = answer(game, s, nodes=1)
    assert (solution.low, solution.high) == (0, 1)
    assert solution.best(s) in game.legal_moves(s)


def test_a_finished_round_has_nothing_to_gain() -> None:
    game = dacapo()
    solution = answer(game, game.initial())
    assert (solution.low, solution.high, solution.line) == (0, 0, ())
