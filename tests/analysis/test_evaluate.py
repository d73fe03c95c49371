"""Win chances: what holds in every position of every game."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

import encore
from encore.analysis.bot_games import games_from
from encore.analysis.fit import error_of, features_of, fit_game
from encore.analysis.model import POWERS, chances
from encore.analysis.regression import calibration_error, fit, log_losses
from encore.bots.walk import shares
from encore.core.game import DEALER, AnyGame, Game, Moves, Outcome
from encore.core.registry import games, package_of
from encore.core.thinking import Budget
from tests.variants import random_plies

TABLES = [(name, players) for name, game in games().items() for players in game.player_counts]


def positions(game: AnyGame, seed: int, step: int) -> list[Any]:
    """Return every ``step``-th state of a random game, and the last one."""
    found = [game.initial(), *(ply.state for ply in random_plies(game, seed))]
    return [*found[:-1:step], found[-1]]


def estimated(game: AnyGame, view: Any, lines: int = 0) -> encore.Evaluation:
    """Return the estimate alone."""
    with Budget(nodes=0) as budget:
        found: encore.Evaluation = encore.evaluate(game, view, budget, lines)
    return found


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_chances_of_all_seats_add_up_to_one(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    for s in positions(game, 1, 11):
        mover = game.to_move(s)
        found = estimated(game, game.view(s, None if mover in (None, DEALER) else mover))
        assert len(found.chances) == len(found.errors) == players
        assert all(0 <= chance <= 1 for chance in found.chances)
        assert players == 1 or sum(found.chances) == pytest.approx(1)
        assert found.proved == (mover is None)
        assert found.proved or all(error > 0 for error in found.errors)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_finished_game_is_proved_with_its_result(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    end = positions(game, 2, 1000)[-1]
    found = estimated(game, end)
    assert (found.proved, found.chances) == (True, tuple(shares(game, end)))
    assert found.errors == (0.0,) * players


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_equal_views_have_equal_chances_whatever_is_hidden(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    for s in positions(game, 3, 17):
        view = game.view(s, 0)
        other = game.view(game.sample(view, Random(4)), 0)
        assert estimated(game, view, 1) == estimated(game, other, 1)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_lines_are_legal_and_the_best_one_comes_first(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    s = next(s for s in positions(game, 5, 3)[2:] if game.to_move(s) not in (None, DEALER))
    seat = game.to_move(s)
    assert seat is not None
    view = game.view(s, seat)
    lines = estimated(game, view, 3).lines
    assert len(lines) == min(3, len(game.legal_moves(view)))
    assert all(line.moves[0] in game.legal_moves(view) for line in lines)
    ranked = [line.chances[seat] for line in lines]
    assert ranked == sorted(ranked, reverse=True)
    assert lines[0].chances == estimated(game, game.play(view, lines[0].moves[0])).chances


def test_a_solved_position_is_proved() -> None:
    """Near the end of random games the solvers prove who wins, and the line leads there."""
    seen = set[float]()
    for name, players in (("dakapo", 2), ("dacapo", 1)):
        game = encore.load(name, players=players)
        for seed in range(6):
            s = positions(game, seed, 1)[-3]
            seat = game.to_move(s)
            assert seat is not None
            with Budget(nodes=200_000) as budget:
                found = encore.evaluate(game, s, budget)
            assert found.proved
            assert found.chances[seat] in (0.0, 0.5, 1.0)
            assert found.lines[0].proved
            assert found.lines[0].chances == found.chances
            seen.add(found.chances[seat])
    assert len(seen) > 1  # both won and lost positions are among them


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_fitted_weights_are_those_of_the_features(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    package = package_of(type(game))
    text = package.folder.joinpath(package.chances).read_text("utf-8")
    stored = json.loads(text)["players"][str(players)]
    assert list(stored["weights"]) == list(features_of(game).names)
    assert all(len(weights) == POWERS for weights in stored["weights"].values())
    assert stored["error"] > 0
    assert len(text) < 300_000


def test_numbers_of_da_capo_for_two_count_by_the_progress_of_the_game() -> None:
    game = encore.load("dacapo", target=40)
    s = next(
        ply.state for ply in random_plies(game, 2)[10:] if ply.state.scores == (0, 0) and ply.state.turn is not None
    )
    features = features_of(game)
    begun, late = (features.of(replace(s, scores=scores))[0] for scores in ((0, 0), (30, 10)))
    for name in ("search", "outlook", "fish"):
        number, later, last = (features.names.index(each) for each in (name, f"{name}, later", f"{name}, late"))
        assert not begun[:, [later, last]].any()
        assert late[:, later] == pytest.approx(late[:, number] * 30 / 40)
        assert late[:, last] == pytest.approx(late[:, number] * (30 / 40) ** 2)


class Coin(Game[int, str]):
    """The dealer tosses a coin; a game that offers nothing but its rules."""

    name, title, summary, player_counts = "coin", "Coin", "A coin decides.", (2,)

    def initial(self) -> int:
        return 0

    def to_move(self, s: int) -> int | None:
        return (DEALER, None, None)[s]

    def deal(self, s: int, rng: Random) -> str:
        return rng.choice("ht")

    def legal_moves(self, s: int) -> Moves[str]:
        return Moves()

    def play(self, s: int, move: str) -> int:
        return 1 + "ht".index(move)

    def outcome(self, s: int) -> Outcome | None:
        return Outcome((s - 1,), (), "the coin") if s else None

    def format_move(self, move: str) -> str:
        return move

    def parse_move(self, s: int, text: str) -> str:
        return text

    def format_state(self, s: int) -> str:
        return str(s)

    def parse_state(self, text: str) -> int:
        return int(text)


def test_a_game_without_a_model_is_estimated_by_random_games() -> None:
    found = estimated(Coin(), 0)
    assert found == estimated(Coin(), 0)
    assert abs(found.chances[0] - 0.5) < 4 * found.errors[0]
    assert 0.03 < found.errors[0] < 0.04


def test_the_regression_finds_the_weights_that_made_the_results() -> None:
    rng, weights = np.random.default_rng(6), np.array([1.0, -0.5])
    inputs = rng.normal(size=(20_000, 3, 2))
    p = chances(inputs @ weights)
    results = np.eye(3)[[rng.choice(3, p=row) for row in p]]
    assert fit(inputs, results) == pytest.approx(weights, abs=0.05)
    assert calibration_error(p, results) < 0.01
    assert calibration_error(p**2, results) > 0.05
    assert log_losses(p, results).mean() < log_losses(np.full_like(p, 1 / 3), results).mean()


def test_a_lone_player_is_fitted_too() -> None:
    rng = np.random.default_rng(7)
    inputs = rng.normal(size=(20_000, 1, 1))
    results = (rng.random((20_000, 1)) < chances(inputs * 0.8)[:, :, 0]).astype(float)
    assert fit(inputs, results) == pytest.approx([0.8], abs=0.06)


def test_the_error_is_what_remains_beyond_the_noise_of_few_games() -> None:
    rng = np.random.default_rng(8)
    truth = rng.normal(scale=0.7, size=(800, 1, 1))  # the estimates say 0 everywhere
    continued = [(row, (rng.random((24, 1)) < chances(row)[0]).astype(float)) for row in truth]
    assert error_of(continued, np.zeros(1)) == pytest.approx(0.7, abs=0.12)
    assert error_of(continued, np.ones(1)) < 0.3


def test_bot_games_are_the_same_for_the_same_seed() -> None:
    game = encore.load("dakapo")
    one, other = (list(games_from(game, "seed", 20, range(2))) for _ in range(2))
    assert one == other
    assert one[0] != one[1]


def test_the_fit_says_what_it_reached() -> None:
    fitted = fit_game("dakapo", games=20, continued=4, only=(2,), known={"2": {}, "3": {"games": 7}})["players"]
    assert fitted["3"] == {"games": 7}, "the others stay"
    found = fitted["2"]
    assert found["positions"] > 100
    assert list(found["weights"]) == list(features_of(encore.load("dakapo")).names)
    assert 0 < found["log loss, middle third"] < 1


def test_the_rules_and_the_commands_load_no_numpy() -> None:
    """The base install has none."""
    code = "import sys; from encore import *; import encore.cli.app; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", ["dakapo", "dacapo", "dalapapa"])
def test_the_line_of_a_wanted_move_comes_last(name: str) -> None:
    game = encore.load(name)
    s = next(ply.state for ply in random_plies(game, 4)[6:] if game.to_move(ply.state) not in (None, DEALER))
    view = game.view(s, game.to_move(s))
    all_lines = estimated(game, view, 10**6).lines
    assert len(all_lines) > 3
    for wanted in (all_lines[0], all_lines[1], all_lines[-1]):
        with Budget(nodes=0) as budget:
            found = encore.evaluate(game, view, budget, 2, wanted.moves[0]).lines
        assert found == (*all_lines[:2], *([wanted] if wanted in all_lines[2:] else []))
