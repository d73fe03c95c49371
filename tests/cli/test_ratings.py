"""Ratings of levels from matches, and recomputed ratings of people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from encore.server.domain.people import Person, new_session
from encore.server.domain.ratings import RatedPlayer, RatedResult
from encore.server.storage.ratings import AllRatings
from encore.server.storage.sqlite import SqliteStore
from tests.cli.conftest import Run

Encore = Callable[..., Run]
LEVELS = "beginner", "easy", "medium", "hard", "expert"


def match(folder: Path, first: str, second: str, won: int, games: int, limits: str = "seconds=1.0") -> Path:
    """Write the results of a match in which the first level wins some of the pairs of games."""
    bots = f"bot:{first}", f"bot:{second}"
    lines = [f"dakapo\t2\t\t{','.join(bots)}\t19\t{limits}\tnodes=None"]
    for number in range(1, games + 1):
        seats = bots if number % 2 else bots[::-1]
        winner = bots[0] if number <= 2 * won else bots[1]
        lines.append(f"{number}\t{','.join(seats)}\t{seats.index(winner) + 1}\t-")
    path = folder / f"{first}-{second}-{limits}"
    path.mkdir(parents=True)
    (path / "results.tsv").write_text("\n".join(lines) + "\n")
    return path


def ratings(out: str) -> dict[str, list[int]]:
    lines = (line.split() for line in out.splitlines() if not line.startswith("#"))
    return {level: list(map(int, numbers)) for level, *numbers in lines}


def test_the_ratings_of_levels_follow_from_matches_of_neighbours(encore: Encore, tmp_path: Path) -> None:
    pairs = list(pairwise(LEVELS))
    folders = [match(tmp_path, higher, lower, 150, 400) for lower, higher in pairs[:3]]
    folders.append(match(tmp_path, "hard", "expert", 0, 20))  # the other way round
    run = encore("ratings", "levels", *folders)
    assert run.status == 0, run.err
    found = ratings(run.out)
    assert list(found) == list(LEVELS)
    assert found["medium"] == [1500, 1500, 1500, 400]
    # 75 % of the points are 190 Elo.
    assert abs(found["easy"][0] - 1310) < 5
    assert abs(found["beginner"][0] - 1120) < 10
    assert found["expert"][0] > found["hard"][0] + 300
    easy, beginner = (found[level][2] - found[level][1] for level in ("easy", "beginner"))
    assert beginner > easy, "the further from medium, the less is sure"
    assert found["expert"][3] == 20


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("nothing", "has no results.tsv"),
        ("few", "no match between bot:hard and bot:expert"),
        ("limits", "with the same --think"),
        ("same", "holds no match of two levels"),
    ],
)
def test_matches_that_do_not_tell_the_ratings_are_refused(
    encore: Encore, tmp_path: Path, wrong: str, words: str
) -> None:
    folders = [match(tmp_path, *pair, 5, 20) for pair in pairwise(LEVELS[:-1])]
    if wrong == "nothing":
        folders.append(tmp_path)
    elif wrong == "limits":
        folders.append(match(tmp_path, "hard", "expert", 5, 20, "seconds=0.1"))
    elif wrong == "same":
        folders.append(match(tmp_path, "hard", "hard", 5, 20))
    run = encore("ratings", "levels", *folders)
    assert (run.status, run.out) == (2, "")
    assert words in run.err
    assert run.err.count("\n") == 1


def test_ratings_are_computed_anew_from_the_results(encore: Encore, tmp_path: Path) -> None:
    async def store_result() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        for name in ("ada", "bo"):
            await store.people.add_person(Person(name, name, "en", 0), None, (), new_session(name, "x", 0)[1])
        players = RatedPlayer("ada", 1, 0), RatedPlayer("bo", 2, 1)
        await store.ratings.add_ratings(AllRatings((RatedResult(1, "t", 1, "dakapo", 1, players),)))
        await store.close()

    async def rating() -> int:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        (standing,) = await store.ratings.standings("ada")
        await store.close()
        return standing.skill.rating

    asyncio.run(store_result())
    for _ in range(2):
        run = encore("ratings", "recompute", "--data", tmp_path)
        assert (run.status, run.out) == (0, "1 result rated\n")
        assert asyncio.run(rating()) == 1578


def test_ratings_of_no_server_are_not_computed(encore: Encore, tmp_path: Path) -> None:
    run = encore("ratings", "recompute", "--data", tmp_path / "nowhere")
    assert run.status == 2
    assert "there are no tables" in run.err
