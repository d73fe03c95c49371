"""Exact values of moves: they agree with brute force, and best play reaches them."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import encore
from encore.core.exact import Exact, MoveValue, solve_moves
from encore.core.game import DEALER, AnyGame
from encore.core.registry import games, package_of
from encore.core.thinking import Budget
from encore.core.verify import verify
from encore.games.dalapapa.position import Phase
from tests.games.test_dakapo import TIE
from tests.variants import random_plies


class Hard:
    """Solves a move with as many nodes as its number."""

    def __init__(self) -> None:
        self.nodes = 0
        self.asked = list[tuple[int, int]]()

    def value(self, move: int, nodes: int) -> MoveValue | None:
        self.asked.append((move, nodes))
        self.nodes += min(move, nodes)
        return MoveValue(move, -move) if move <= nodes else None


TABLES = [(name, players) for name, game in games().items() for players in game.player_counts]


def exact_in(game: AnyGame, view: Any, nodes: int | None = None) -> Exact:
    part = package_of(type(game)).exact.load()
    assert part
    with Budget(nodes=nodes) as budget:
        return part(game, view, budget)


def piles_of(s: Any) -> int:
    return sum(pile is not None for pile in s.piles)


def played(game: AnyGame, s: Any, value: MoveValue) -> Any:
    """Return the state after a move and best play."""
    for move in (value.move, *value.reply):
        s = game.play(s, move)
    return s


def best_result(game: AnyGame, s: Any, seat: int, before: int, known: dict[Any, int]) -> int:
    """Return the points that a side of Da Capo gains in the round with best play, by brute force."""
    if s.turn is None:
        return int(game.scores(s)[seat]) - before
    if s not in known:
        results = [best_result(game, game.play(s, move), seat, before, known) for move in game.legal_moves(s)]
        known[s] = max(results) if s.turn in game.partners(seat) else min(results)
    return known[s]


def last_of_rounds(game: AnyGame, seed: int, most: int) -> list[Any]:
    """Return states of Da Capo with few piles that can still capture."""
    states = (ply.state for ply in random_plies(game, seed))
    return [s for s in states if s.turn is not None and piles_of(s) <= most]


@pytest.mark.parametrize(
    ("players", "switch", "piles"),
    [(2, "never", 14), (2, "every-turn", 8), (4, "never", 12), (3, "never", 11), (3, "first", 11)],
)
def test_every_move_of_da_capo_gets_the_fish_that_brute_force_finds(players: int, switch: str, piles: int) -> None:
    game = encore.load("dacapo", players=players, switch=switch)
    checked = 0
    for s in [s for seed in range(4) for s in last_of_rounds(game, seed, piles)[:5]]:
        found = exact_in(game, s)
        assert (found.final, found.secured) == (players != 3, players == 3)
        assert [each.move for each in found.moves] == list(game.legal_moves(s))
        before, known = game.scores(s)[s.turn], dict[Any, int]()
        for each in found.moves:
            assert each.value == best_result(game, game.play(s, each.move), s.turn, before, known)
            assert game.scores(played(game, s, each))[s.turn] - before == each.value
            checked += 1
    assert checked > 20


def test_a_lone_player_of_da_capo_wins_or_loses_by_each_move() -> None:
    game = encore.load("dacapo", players=1)
    values = list[int]()
    for s in last_of_rounds(game, 20, 20)[::2]:
        for each in exact_in(game, s).moves:
            outcome = game.outcome(played(game, s, each))
            assert each.value == int(bool(outcome and outcome.winners))
            values.append(each.value)
    assert set(values) == {0, 1}


def test_what_one_of_three_players_can_secure_proves_no_chances() -> None:
    """The others need not play against it, so its chances stay an estimate, and fewer secured points may be better."""
    game = encore.load("dacapo", players=3, target=1)  # the game ends with the round
    s = last_of_rounds(game, 1, 9)[0]
    with Budget() as budget:
        found = encore.evaluate(game, game.view(s, s.turn), budget, exact=True)
    assert found.exact.secured and len(found.exact.moves) == len(game.legal_moves(s)) > 1
    assert not found.proved and not any(line.proved for line in found.lines if len(line.moves) == 1)
    chances = [line.chances[s.turn] for line in found.lines]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(("seed", "part"), [(1, 0.5), (3, 0.4), (4, 0.3), (7, 0.3)])
def test_what_dakapo_calls_won_or_lost_is_verified_by_the_rules(seed: int, part: float) -> None:
    game = encore.load("dakapo")
    solve = package_of(type(game)).solve.load()
    assert solve
    states = [ply.state for ply in random_plies(game, seed)]
    s = states[int(len(states) * part)]
    found = exact_in(game, s, 2_000)
    assert found.final and len(found.moves) > 5
    for each in found.moves[::3]:
        after = game.play(s, each.move)
        if outcome := game.outcome(after):
            assert each.value == (1 if game.to_move(s) in outcome.winners else 0)
            continue
        assert each.reply[0] in game.legal_moves(after)
        with Budget(nodes=100_000) as budget:
            solution = solve(game, after, budget)
        assert solution.exact and each.value == -solution.low
        verify(game, after, solution)


def test_a_placement_of_dakapo_that_lets_the_opponent_finish_is_refuted_at_once() -> None:
    game = encore.load("dakapo")
    s = [ply.state for ply in random_plies(game, 4)][-4]
    opponent = 1 - (game.to_move(s) or 0)
    lost = [each for each in exact_in(game, s, 5_000).moves if each.value == -1 and len(each.reply) == 1]
    assert lost
    for each in lost:
        outcome = game.outcome(played(game, s, each))
        assert outcome and outcome.winners == (opponent,)


def result_by_brute_force(game: AnyGame, s: Any, seat: int, known: dict[Any, int]) -> int:
    """Return 1 if a seat of Dakapo wins with best play, 0 if it ties, -1 if it loses."""
    if outcome := game.outcome(s):
        return 0 if not outcome.winners else 1 if seat in outcome.winners else -1
    if s not in known:
        results = [result_by_brute_force(game, game.play(s, move), seat, known) for move in game.legal_moves(s)]
        known[s] = max(results) if game.to_move(s) == seat else min(results)
    return known[s]


@pytest.mark.parametrize("call", ["auto", "spoken"])
def test_wins_ties_and_losses_of_dakapo_on_a_nearly_full_board(call: str) -> None:
    game = encore.load("dakapo", call=call)
    s, values = game.initial(), set[int]()
    moves = TIE.split()
    for number, move in enumerate(moves):
        if number >= len(moves) - 9:
            seat, known = game.to_move(s) or 0, dict[Any, int]()
            found = exact_in(game, s)
            assert [each.move for each in found.moves] == list(game.legal_moves(s))
            for each in found.moves:
                after = game.play(s, each.move)
                assert each.value == result_by_brute_force(game, after, seat, known), (number, each)
                assert result_by_brute_force(game, played(game, s, each), seat, known) == each.value
                values.add(each.value)
        s = game.play(s, game.parse_move(s, move))
    assert values == {1, 0, -1}


def most_points(game: AnyGame, s: Any, seat: int) -> int:
    """Return the most points that the rest of a turn of Dalapapa can earn, by brute force."""
    if s.phase != Phase.SECOND or s.seat != seat:
        return 0
    scores = (game.scores(game.play(s, move))[seat] for move in game.legal_moves(s))
    return max(scores) - int(game.scores(s)[seat])


@pytest.mark.parametrize("players", [2, 4])
def test_every_turn_of_dalapapa_gets_its_points(players: int) -> None:
    game = encore.load("dalapapa", players=players)
    plies = [ply.state for ply in random_plies(game, players)]
    turns = [s for s in plies if s.phase in (Phase.FIRST, Phase.SECOND)]
    for s in islice(turns, 2, 14, 3):
        seat = s.seat
        found = exact_in(game, game.view(s, seat))
        assert not found.final and [each.move for each in found.moves] == list(game.legal_moves(s))
        for each in found.moves[::5]:
            after = game.play(s, each.move)
            gained = game.scores(after)[seat] - game.scores(s)[seat]
            assert each.value == gained + most_points(game, after, seat)
            end = played(game, s, each)
            assert game.scores(end)[seat] - game.scores(s)[seat] == each.value


def test_a_hard_move_does_not_delay_the_easy_ones() -> None:
    solver = Hard()
    with Budget() as budget:
        found = solve_moves([500, 3, 20], solver, budget, 10, 10)
    assert [(each.move, each.value) for each in found.moves] == [(500, -500), (3, -3), (20, -20)]
    assert solver.asked == [(500, 10), (3, 10), (20, 10), (500, 100), (20, 100), (500, 1000)]


def test_the_nodes_of_all_moves_stay_within_the_budget() -> None:
    solver = Hard()
    with Budget(nodes=130) as budget:
        found = solve_moves([500, 3, 20], solver, budget, 10, 10)
    assert [each.move for each in found.moves] == [3]
    assert solver.nodes == 130


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_search_that_is_cancelled_finds_nothing_more(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    part = package_of(type(game)).exact.load()
    assert part
    s = next(ply.state for ply in random_plies(game, 2) if game.to_move(ply.state) not in (None, DEALER))
    with Budget() as budget:
        budget.cancel()
        assert not part(game, game.view(s, game.to_move(s)), budget).moves


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_exact_values_lead_the_best_lines(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    states = [ply.state for ply in random_plies(game, 5)]
    for s in states[len(states) // 2 :: 17][:4]:
        seat = game.to_move(s)
        if seat is None or seat == DEALER:
            continue
        with Budget(nodes=3_000) as budget:
            found = encore.evaluate(game, game.view(s, seat), budget, 5, exact=True)
        known = {each.move: each.value for each in found.exact.moves}
        if found.exact.final and len(known) == len(game.legal_moves(s)):
            assert known[found.lines[0].moves[0]] == max(known.values())
            assert found.chances == found.lines[0].chances
        if not game.scores(s):  # wins, ties and losses are results
            for line in found.lines:
                if line.moves[0] in known:
                    assert line.proved and line.chances[seat] == (known[line.moves[0]] + (players > 1)) / players
