"""Elo, its interval, and the sequential test."""

from __future__ import annotations

from random import Random

import pytest

from encore.arena.elo import elo, expected, log_likelihood_ratio, strength, stronger


def test_elo_and_share_are_inverse() -> None:
    for difference in (-300, -100, 0, 50, 400):
        assert elo(expected(difference)) == pytest.approx(difference)
    assert elo(0.64) == pytest.approx(100, abs=1)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng, covered = Random(1), 0
    for _ in range(1000):
        found = strength([float(rng.random() < 0.7) for _ in range(60)])
        covered += found.low <= 0.7 <= found.high
    assert 920 <= covered <= 985


def test_a_series_of_wins_is_not_certainty() -> None:
    found = strength([1.0] * 10)
    assert found.score == 1.0
    assert 0.6 < found.low < 0.95
    assert found.high == 1.0


def test_the_sequential_test_is_rarely_wrong() -> None:
    wrong = 0
    for seed in range(200):
        rng = Random(seed)
        rounds: list[float] = []
        while not stronger(rounds) and len(rounds) < 3000:
            rounds.append((rng.random() < expected(40)) / 2 + (rng.random() < expected(40)) / 2)
        wrong += stronger(rounds) != 1
    assert wrong <= 10


def test_a_draw_of_all_rounds_decides_nothing() -> None:
    assert log_likelihood_ratio([0.5] * 100) == pytest.approx(0)
    assert stronger([0.5] * 100) == 0
    assert stronger([]) == 0
