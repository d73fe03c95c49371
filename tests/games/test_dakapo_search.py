"""Dakapo's bot and solver: proofs hold by the readable rules, the tactics are found, budgets are kept."""

from __future__ import annotations

import re
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from encore.core.thinking import Budget, Finding, Skill, Solution
from encore.games.dakapo.rules import Dakapo, Move, State
from encore.games.dakapo.search import fit
from encore.games.dakapo.search.searcher import LEVELS, Prover, Searcher, solve
from tests.games.test_dakapo import FULL, TIE, board, play

NODES = 6000
EXPERT = LEVELS["expert"]


class Tactic(NamedTuple):
    state: str
    play: list[str]
    avoid: list[str]

    @classmethod
    def read(cls, line: str) -> Tactic:
        state, right, wrong, _ = (part.strip() for part in line.split("|"))
        return cls(state, right.removeprefix("play:").split(), wrong.removeprefix("avoid:").split())


LINES = (Path(__file__).parent / "dakapo_tactics.txt").read_text("utf-8").splitlines()
TACTICS = [Tactic.read(line) for line in LINES if line and not line.startswith("#")]


def dakapo(call: str = "auto") -> Dakapo:
    return Dakapo(call=call)


def search(game: Dakapo, s: State, nodes: int = NODES, seed: int = 1, skill: Skill = EXPERT) -> Finding:
    with Budget(nodes=nodes) as budget:
        return Searcher(game).search(s, Random(seed), budget, skill)


def solution(game: Dakapo, s: State, nodes: int = 20_000) -> Solution:
    with Budget(nodes=nodes) as budget:
        return solve(game, s, budget)


def result(game: Dakapo, s: State, seat: int) -> int | None:
    outcome = game.outcome(s)
    if outcome is None:
        return None
    return 0 if not outcome.winners else 1 if outcome.winners == (seat,) else -1


def assured(game: Dakapo, s: State, seat: int, found: Solution, known: dict[State, int]) -> int:
    """Return the worst result of ``seat`` when it follows a solution, by the rules alone."""
    if s not in known:
        value = result(game, s, seat)
        if value is None and game.to_move(s) == seat:
            value = assured(game, game.play(s, found.best(s)), seat, found, known)
        elif value is None:
            value = min(assured(game, game.play(s, move), seat, found, known) for move in game.legal_moves(s))
        known[s] = value
    return known[s]


def value_of(game: Dakapo, s: State, known: dict[State, int]) -> int:
    """Return the value for the seat to move by trying everything."""
    if s not in known:
        outcome = game.outcome(s)
        if outcome is not None:
            known[s] = -1 if outcome.winners else 0
        else:
            known[s] = max(-value_of(game, game.play(s, move), known) for move in game.legal_moves(s))
    return known[s]


def prove(game: Dakapo, s: State, value: int) -> None:
    """Assert that the seat to move gets ``value``, by following the strategies of both sides."""
    found, seat = solution(game, s), s.occupied.bit_count() % 2
    assert (found.low, found.high) == (value, value), game.format_state(s)
    if value > -1:
        assert assured(game, s, seat, found, {}) == value
    if value < 1:
        assert assured(game, s, 1 - seat, found, {}) == -value


def safe_by_rules(game: Dakapo, s: State) -> set[tuple[int, int]]:
    def can_win(s: State) -> bool:
        return any(game.play(s, move).won for move in game.legal_moves(s))

    return {(move.colour, move.cell) for move in game.legal_moves(s) if not can_win(game.play(s, move))}


@pytest.mark.parametrize("call", ["auto", "spoken"])
def test_safe_placements_are_those_that_leave_no_square(call: str) -> None:
    game, rng = dakapo(call), Random(3)
    prover = Prover(game)
    for _ in range(6):
        s = game.initial()
        while game.outcome(s) is None:
            prover.begin(tie_for=0)
            moves = game.legal_moves(s)
            completing = {(move.colour, move.cell) for move in moves if game.play(s, move).won}
            finish = prover.finish(s)
            if completing:
                assert finish is not None and divmod(finish, 64) in completing
            else:
                safe = [divmod(reply.code, 64) for reply in prover.replies(s)]
                right = safe_by_rules(game, s)
                # a reply known to win is listed alone
                assert finish is None and set(safe) <= right and (set(safe) == right or len(safe) == 1)
            s = game.play(s, rng.choice([move for move in moves if not game.play(s, move).won] or moves))


@pytest.mark.parametrize("tactic", TACTICS, ids=lambda tactic: tactic.state)
def test_tactics_are_found(tactic: Tactic) -> None:
    game = dakapo()
    s = game.parse_state(tactic.state)
    for seed in (1, 2):
        move = game.format_move(search(game, s, seed=seed).move)
        assert not tactic.play or move in tactic.play
        assert move not in tactic.avoid


@pytest.mark.sampled(3)
@pytest.mark.parametrize("tactic", TACTICS, ids=lambda tactic: tactic.state)
def test_tactics_are_true(tactic: Tactic) -> None:
    """Every move to avoid is worse than it needs to be; where the position is won, every move to play wins."""
    game = dakapo()
    s = game.parse_state(tactic.state)
    whole = solution(game, s)
    for text in tactic.avoid:
        after = game.play(s, game.parse_move(s, text))
        found = solution(game, after)
        assert found.low >= 0 and -found.low < whole.high
        assert assured(game, after, 1 - s.occupied.bit_count() % 2, found, {}) == found.low
    for text in tactic.play if whole.exact else ():
        after = game.play(s, game.parse_move(s, text))
        if game.outcome(after) is None:
            prove(game, after, -whole.low)


def test_there_are_enough_tactics() -> None:
    assert len(TACTICS) >= 30 and len({tactic.state for tactic in TACTICS}) == len(TACTICS)


@pytest.mark.parametrize("call", ["auto", "spoken"])
def test_the_solver_agrees_with_brute_force(call: str) -> None:
    game, rng = dakapo(call), Random(5)
    cells = [at for at, letter in enumerate(FULL) if letter != "/"]
    seen = set()
    for _ in range(60):
        letters = list(FULL)
        for at in rng.sample(cells, rng.randrange(1, 6)):
            letters[at] = "."
        ranks = re.sub(r"\.+", lambda run: str(len(run[0])), "".join(letters))
        s = game.parse_state(f"{ranks} {rng.choice('rygb')}")
        if game.outcome(s) is None:
            value = value_of(game, s, {})
            seen.add(value)
            prove(game, s, value)
    assert seen == {-1, 0, 1}


@pytest.mark.parametrize("call", ["auto", "spoken"])
def test_proofs_hold_by_the_rules(call: str) -> None:
    game, rng, proved = dakapo(call), Random(8), 0
    for stones in range(6, 30, 2):
        s = game.initial()
        while s.occupied.bit_count() < stones and game.outcome(s) is None:
            quiet = [move for move in game.legal_moves(s) if not game.play(s, move).won]
            s = game.play(s, rng.choice(quiet))
        found = solution(game, s, 400)
        if found.exact and game.outcome(s) is None:
            proved += 1
            prove(game, s, found.low)
    assert proved > 5


def test_bounds_where_nothing_is_proved() -> None:
    game = dakapo()
    found = solution(game, game.initial(), 10)
    assert (found.low, found.high, found.exact) == (-1, 1, False)
    assert found.best(game.initial()) in game.legal_moves(game.initial())


@pytest.mark.parametrize(("moves", "value"), [("f5r g5g d3y e6g f4y f3g", -1), (TIE, 0)])
def test_a_finished_game_is_solved(moves: str, value: int) -> None:
    game = dakapo()
    found = solution(game, play(game, moves))
    assert (found.low, found.high, found.line) == (value, value, ())


def test_solution_line_ends_the_game() -> None:
    game = dakapo()
    s = game.parse_state("8/8/1r1ybg2/1gbry3/ybrgbg2/1rgyr3/1y1g4/1b6 y")
    seat, found = game.to_move(s), solution(game, s)
    for move in found.line:
        s = game.play(s, move)
    outcome = game.outcome(s)
    assert outcome is not None and outcome.winners == (seat,)


@pytest.mark.parametrize("call", ["auto", "spoken"])
@pytest.mark.parametrize("level", LEVELS)
def test_whole_games_are_legal_and_squares_are_called(level: str, call: str) -> None:
    game = dakapo(call)
    searcher, rng = Searcher(game), Random(7)
    s = game.initial()
    while game.outcome(s) is None:
        with Budget(nodes=200) as budget:
            found = searcher.search(s, rng, budget, LEVELS[level])
        assert found.move in game.legal_moves(s)
        assert found.line[0] == found.move and 0 <= found.value <= 1
        before, s = s, game.play(s, found.move)
        if call == "spoken":
            completes = game.play(before, Move(found.move.cell, found.move.colour, True)).won
            assert completes or not found.move.call


def test_expert_calls_its_square() -> None:
    game = dakapo("spoken")
    s = play(game, "f5r g5g d3y e6g f4y")
    found = search(game, s)
    assert (game.format_move(found.move), found.value, found.proved) == ("f3g!", 1.0, True)


def test_an_uncalled_square_counts_for_nobody() -> None:
    """The green square was not called: the game goes on, and no search takes it for a win."""
    game = dakapo("spoken")
    s = play(game, "f5r g5g d3y e6g f4y f3g")
    found = search(game, s, nodes=300)
    assert found.move in game.legal_moves(s) and not found.move.call


@pytest.mark.parametrize("level", LEVELS)
def test_equal_seeds_and_nodes_find_equal_moves(level: str) -> None:
    game = dakapo()
    searcher, s = Searcher(game), game.initial()
    found = []
    for seed in (1, 2, 1):
        with Budget(nodes=500) as budget:
            found.append(searcher.search(s, Random(seed), budget, LEVELS[level]))
    assert found[0] == found[2] == search(game, s, 500, 1, LEVELS[level])


def test_not_every_game_is_the_same() -> None:
    game = dakapo()
    assert len({search(game, game.initial(), 50, seed).move for seed in range(12)}) > 3


@pytest.mark.parametrize("nodes", [0, 1, 7, 1000])
def test_the_node_limit_is_respected(nodes: int) -> None:
    game = dakapo()
    found = search(game, game.initial(), nodes)
    assert found.nodes == nodes and found.move in game.legal_moves(game.initial())
    assert solution(game, game.initial(), nodes).nodes == nodes


def test_a_level_looks_at_no_more_nodes_than_its_own() -> None:
    game = dakapo()
    assert search(game, game.initial(), 1000, 1, Skill(nodes=20)).nodes == 20


def test_a_stopped_budget_still_gives_a_move() -> None:
    game, budget = dakapo(), Budget()
    budget.cancel()
    found = Searcher(game).search(game.initial(), Random(1), budget, EXPERT)
    assert found.nodes == 0 and found.move in game.legal_moves(game.initial())


def test_time_ends_a_search() -> None:
    game = dakapo()
    searcher = Searcher(game)
    with Budget(nodes=1) as warm:
        searcher.search(game.initial(), Random(1), warm, EXPERT)
    start = time.process_time()
    with Budget(seconds=0.5) as budget:
        found = searcher.search(game.initial(), Random(1), budget, EXPERT)
    assert found.nodes > 10 and time.process_time() - start < 5


def test_a_single_placement_is_played_at_once() -> None:
    game = dakapo("spoken")
    s = game.parse_state(FULL.replace("rgyrygry", "rg1rygry") + " r")
    found = search(game, s)
    assert (game.format_move(found.move), found.nodes) == ("c5y", 0)


def test_an_overlooked_square_is_not_played() -> None:
    """With everything but one placement overlooked, the square is missed, but the move is legal."""
    game = dakapo()
    s = play(game, "f5r g5g d3y e6g f4y")
    found = [search(game, s, 100, seed, Skill(overlook=0.999)) for seed in range(20)]
    assert all(finding.move in game.legal_moves(s) for finding in found)
    assert any(game.format_move(finding.move) != "f3g" for finding in found)
    assert not any(finding.proved and finding.value < 1 for finding in found)


def test_the_last_resort_leaves_the_fewest_squares() -> None:
    """Two green corners are open: nothing is safe, but one of them can be filled."""
    game = dakapo()
    s = board(game, "g", g="b2 b4 d4 d6 f4", y="c2 c4 e4", r="c6")
    prover = Prover(game)
    prover.begin(tie_for=0)
    assert game.legal_moves(s) and not prover.replies(s)
    found = search(game, s)
    assert found.value == 0.0 and found.proved
    assert game.format_move(found.move)[:2] in ("d2", "f6", "b6")


def test_games_that_compare_phis_are_repeatable() -> None:
    assert fit.wins(0) == fit.wins(0)
    shares = [1.0, 0.5, 0.0, 0.5, 0.5, 0.0, 0.5, 0.0, 0.5, 0.5]
    assert fit.report(shares).splitlines()[:2] == [
        "phi 1 wins 0.50 ± 0.35 of 4 games against 3",
        "phi 2 wins 0.50 ± 0.00 of 4 games against 3",
    ]
