from __future__ import annotations

import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from encore.core.game import DEALER, AnyGame
from encore.core.thinking import Budget, Finding, Skill
from encore.games.dacapo.compiled.kernel import Kernel
from encore.games.dacapo.search import fit, fit_three
from encore.games.dacapo.search.outlook import SCRATCH, WEIGHTS, weigh
from encore.games.dacapo.search.searcher import LEVELS, Searcher
from tests.games.sea import dacapo, sea
from tests.variants import ALL

TACTICS = [
    line
    for line in (Path(__file__).parent / "dacapo_tactics.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
VARIANTS = {name: game for name, game in ALL.items() if game.name == "dacapo"}


def dealt(game: AnyGame, seed: int) -> Any:
    return game.play(game.initial(), game.deal(game.initial(), Random(seed)))


def searcher_for(game: Any) -> Searcher:
    return Searcher(game)


def think(game: AnyGame, s: Any, nodes: int, level: str = "expert", seed: int = 1) -> Finding:
    with Budget(nodes=nodes) as budget:
        return searcher_for(game).search(s, Random(seed), budget, LEVELS[level])


def players_of(state: str) -> int:
    fields = state.split(" ")
    return 1 if len(fields) == 4 else len(fields[2].split("/"))


@pytest.mark.parametrize("line", TACTICS)
def test_tactics(line: str) -> None:
    state, play, avoid, _ = line.split(" | ")
    game = dacapo(players_of(state))
    s = game.parse_state(state)
    moves = {game.format_move(move) for move in game.legal_moves(s)}
    wanted, unwanted = set(play.split()[1:]), set(avoid.split()[1:])
    assert wanted | unwanted <= moves and not wanted & unwanted
    move = game.format_move(think(game, s, 60_000).move)
    assert move in wanted
    assert move not in unwanted


def test_there_are_enough_tactics() -> None:
    assert len(TACTICS) >= 30
    assert {players_of(line.partition(" | ")[0]) for line in TACTICS} == {1, 2, 3, 4}


@pytest.mark.parametrize("game", VARIANTS.values(), ids=VARIANTS)
def test_a_legal_move_on_the_smallest_budget(game: AnyGame) -> None:
    searcher, rng = searcher_for(game), Random(3)
    s = dealt(game, 5)
    for _ in range(60):
        if game.to_move(s) is None:
            break
        if game.to_move(s) == DEALER:
            s = game.play(s, game.deal(s, rng))
            continue
        budget = Budget(nodes=1)
        if rng.random() < 0.5:
            budget.cancel()
        found = searcher.search(s, rng, budget, LEVELS[rng.choice(sorted(LEVELS))])
        assert found.nodes <= 1
        s = game.play(s, found.move)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_same_nodes_and_seed_give_the_same_answer(players: int) -> None:
    game = dacapo(players)
    s = dealt(game, 2)
    for level in LEVELS:
        first, second = think(game, s, 1500, level, 7), think(game, s, 1500, level, 7)
        assert first == second
        assert first.nodes <= min(1500, LEVELS[level].nodes)


def test_tables_of_another_game_change_nothing() -> None:
    game = dacapo()
    used = searcher_for(game)
    with Budget(nodes=3000) as budget:
        for seed in range(3):
            used.search(dealt(game, seed), Random(0), budget, LEVELS["expert"])
        again = used.search(dealt(game, 9), Random(0), budget, LEVELS["expert"])
    assert again == think(game, dealt(game, 9), 3000, seed=0)


def test_a_search_without_limits_ends_when_it_is_cancelled() -> None:
    game = dacapo()
    budget = Budget()
    threading.Timer(0.2, budget.cancel).start()
    began = time.process_time()
    with budget:
        found = searcher_for(game).search(dealt(game, 1), Random(1), budget, LEVELS["expert"])
    assert found.move in game.legal_moves(dealt(game, 1))
    assert time.process_time() - began < 20  # compiling counts too


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_stops_when_its_time_is_up(players: int) -> None:
    game = dacapo(players)
    think(game, dealt(game, 1), 100)
    began = time.process_time()
    with Budget(seconds=0.1) as budget:
        searcher_for(game).search(dealt(game, 1), Random(1), budget, LEVELS["expert"])
    assert time.process_time() - began < 2


def test_the_only_move_needs_no_thought() -> None:
    game = dacapo()
    s = sea(game, "r", "b2r16 b5p3 d4r2 e1p9")
    found = think(game, s, 1000)
    assert (game.format_move(found.move), found.nodes) == ("b2xb5", 0)


def test_a_level_that_overlooks_everything_still_moves() -> None:
    game = dacapo()
    s = dealt(game, 4)
    with Budget(nodes=10) as budget:
        found = searcher_for(game).search(s, Random(1), budget, Skill(overlook=1.0))
    assert found.move in game.legal_moves(s)


def test_values_are_the_points_of_the_round() -> None:
    game = dacapo()
    s = sea(game, "r", "b3r16 e3p16*3 b5p9 d5r14 e5p4 c2r8 e1p15")
    found = think(game, s, 20_000)
    assert found.proved and found.value == 32


def test_the_stronger_level_wins() -> None:
    game = dacapo(rounds=1)
    won = 0.0
    for seed in range(6):
        for strong in (0, 1):
            searchers, s, rng = [searcher_for(game), searcher_for(game)], dealt(game, seed), Random(seed)
            while (seat := game.to_move(s)) is not None:
                with Budget() as budget:
                    level = LEVELS["hard" if seat == strong else "beginner"]
                    s = game.play(s, searchers[seat].search(s, rng, budget, level).move)
            outcome = game.outcome(s)
            assert outcome is not None
            won += (strong in outcome.winners) / len(outcome.winners)
    assert won >= 9


def test_the_fitted_features_give_the_evaluation() -> None:
    """The weights are fitted to the same features that the search multiplies them with."""
    game, scores = dacapo(2, switch="never"), np.zeros(SCRATCH, np.int64)
    for seed in range(10):
        position = Kernel(game).encode(dealt(game, seed))  # type: ignore[arg-type]
        weigh(position, WEIGHTS, scores)
        assert abs(fit.features(position) @ WEIGHTS - (scores[0] - scores[1])) < 2  # two sums of roots are cut off


def test_the_regression_finds_the_weights_that_made_the_data() -> None:
    rng, true = np.random.default_rng(1), np.linspace(-0.5, 0.5, len(WEIGHTS))
    rounds = []
    for _ in range(200):
        inputs = rng.normal(size=(20, len(WEIGHTS)))
        fish = rng.binomial(fit.TOTAL, fit.logistic(inputs @ true)).astype(float)
        rounds.append(fit.Round(inputs, fish, fish[0], []))
    weights, errors = fit.regress(rounds)
    assert 0.5 < np.sqrt(np.mean(((weights - true) / errors) ** 2)) < 1.5
    assert errors.max() < 0.02


def test_the_fit_finds_the_heat_with_which_winners_were_drawn() -> None:
    rng, heat = np.random.default_rng(1), 17.0
    points = rng.integers(0, 60, (3000, 3)).astype(float)
    chances = np.exp(points / heat)
    chances /= chances.sum(1, keepdims=True)
    winners = (chances.cumsum(1) < rng.random((3000, 1))).sum(1)
    found, error = fit_three.fit(points, np.eye(3)[winners])
    assert abs(found - heat) < 3 * error
    assert error < 1.5


def test_a_game_of_the_fit_for_three_is_repeatable() -> None:
    one, same, other = (fit_three.play(number) for number in (1, 1, 2))
    assert one == same != other
    assert all(max(each.points) < 60 and sum(each.shares) == 1 for each in one)


def test_a_round_of_the_fit_is_solved_and_repeatable() -> None:
    one, same, other = fit.play(1), fit.play(1), fit.play(2)
    assert len(one.features) == len(one.fish) > 5
    assert np.array_equal(one.features, same.features) and np.array_equal(one.fish, same.fish)
    assert not np.array_equal(one.fish, other.fish)
    assert all(0 <= fish <= fit.TOTAL for fish in one.fish)
