"""Matches on a Ray cluster that is started here: the same games, and a worker that dies costs its unfinished ones."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import encore
from encore.arena.cluster import play_on_cluster
from encore.arena.match import Match
from encore.arena.mining import Making
from encore.arena.store import write_record
from encore.core.record import format_record
from tests.patience import PATIENCE

pytestmark = pytest.mark.thorough  # Ray is not a part of what make test installs

MATCH = Match(encore.load("dacapo", rounds=1), ("greedy", "random"), 6, seed=3, nodes=50)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Run a cluster of one node with two cores."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    yield cluster.address
    cluster.shutdown()


def busy_workers() -> list[int]:
    """Return the processes that play a game for Ray at this moment."""
    found = subprocess.run(["pgrep", "-f", "^ray::_work"], capture_output=True, text=True)
    return [int(pid) for pid in found.stdout.split()]


def test_a_cluster_plays_the_same_games(address: str) -> None:
    alone = {number: format_record(MATCH.play(number)) for number in range(1, 7)}
    together = {number: format_record(record) for number, record in play_on_cluster(MATCH, range(1, 7), address)}
    assert together == alone


def test_a_worker_that_dies_costs_its_unfinished_game_only(address: str) -> None:
    match = Match(encore.load("dakapo"), ("mcts", "random"), 8, nodes=500)
    played = play_on_cluster(match, range(1, 9), address)
    first = next(played)
    deadline = time.monotonic() + PATIENCE
    while not (victims := busy_workers()) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(victims[0], signal.SIGKILL)
    games = dict([first, *played])
    assert {number: format_record(record) for number, record in games.items()} == {
        number: format_record(match.play(number)) for number in range(1, 9)
    }


def test_a_cluster_makes_the_same_puzzles(address: str, tmp_path: Path) -> None:
    write_record(tmp_path / "1.txt", Match(encore.load("dakapo"), ("bot:easy",) * 2, 1, nodes=50).play(1))

    def made(name: str, cluster: str | None) -> bytes:
        making = Making(
            game="dakapo",
            files=(tmp_path / "1.txt",),
            out=tmp_path / name,
            tries=1,
            nodes=50,
            seed="1",
            cluster=cluster,
        )
        steps = len(list(making.find())) + len(list(making.grade()))
        assert making.write() and steps > 1
        return (tmp_path / name).read_bytes()

    assert made("cluster", address) == made("here", None)


def test_an_error_in_a_game_is_one_line(address: str) -> None:
    with pytest.raises(encore.EncoreError) as caught:
        list(play_on_cluster(Match(encore.load("dakapo"), ("nobody", "random"), 2), [1, 2], address))
    assert "nobody" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("wrong", ["nonsense", "http://127.0.0.1:80", "", "127.0.0.1:port"])
def test_what_an_address_looks_like(wrong: str) -> None:
    with pytest.raises(encore.EncoreError, match="needs auto, HOST:PORT or ray://HOST:PORT"):
        list(play_on_cluster(MATCH, [1], wrong))


def test_nobody_answers() -> None:
    with pytest.raises(encore.EncoreError, match=r"no Ray cluster answers at 127\.0\.0\.1:1"):
        list(play_on_cluster(MATCH, [1], "127.0.0.1:1"))
