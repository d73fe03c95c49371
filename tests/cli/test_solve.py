"""encore solve: proved values, checked by the readable rules alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import encore as package
from encore.core.errors import EncoreError
from encore.core.thinking import Budget, Solution
from encore.core.verify import NotVerified, verify
from tests.cli.conftest import Run
from tests.variants import random_choices, walk

Encore = Callable[..., Run]


def record_file(path: Path, game: package.AnyGame, moves: list[str]) -> Path:
    text = "".join(
        f'[{tag} "{value}"]\n' for tag, value in (("Game", game.name), ("Rules", 1), ("Players", game.players))
    )
    options = " ".join(f"{k}={v}" for k, v in game.changed_options.items())
    path.write_text(text + (f'[Options "{options}"]\n' if options else "") + "\n" + "\n".join(moves) + "\n")
    return path


def test_a_forced_win_of_dakapo_is_proved_and_verified(encore: Encore, tmp_path: Path) -> None:
    path = record_file(tmp_path / "won.txt", package.load("dakapo"), ["f5r", "g5g", "d3y", "e6g", "f4y"])
    run = encore("solve", path, "--seconds", 20, "--verify")
    assert run.status == 0, run.err
    assert "value: won" in run.out
    assert "line: f3g" in run.out
    assert "verified: " in run.out


@pytest.mark.parametrize("seed", range(4))
def test_the_end_of_a_round_of_da_capo_is_worth_what_plain_minimax_says(
    encore: Encore, tmp_path: Path, seed: int
) -> None:
    game = package.load("dacapo", 2, switch="never", target=999)
    moves = 22
    s, played = walk(game, random_choices(seed, moves))
    while game.to_move(s) in (None, package.DEALER):
        moves -= 1
        s, played = walk(game, random_choices(seed, moves))
    seat, before = game.to_move(s), game.scores(s)
    assert seat is not None

    def best(s: Any, known: dict[Any, int]) -> int:
        mover = game.to_move(s)
        if mover in (None, package.DEALER):
            return game.scores(s)[seat] - before[seat]
        if s not in known:
            values = [best(game.play(s, move), known) for move in game.legal_moves(s)]
            known[s] = max(values) if mover == seat else min(values)
        return known[s]

    run = encore("solve", record_file(tmp_path / "round.txt", game, played), "--seconds", 20, "--verify")
    assert run.status == 0, run.err
    assert run.out.splitlines()[0] == f"value: {best(s, {})} points"
    assert "verified: " in run.out


def test_a_wrong_proof_is_detected() -> None:
    game = package.load("dakapo")
    s = game.initial()
    for text in ("f5r", "g5g", "d3y", "e6g", "f4y"):
        s = game.play(s, game.parse_move(s, text))
    winning, other = game.parse_move(s, "f3g"), game.parse_move(s, "c4b")
    assert verify(game, s, Solution(1, 1, 1, (winning,), lambda _: winning)) >= 2
    with pytest.raises(EncoreError, match="the lower bound 1 is wrong"):
        verify(game, s, Solution(1, 1, 1, (other,), lambda s: game.legal_moves(s)[0]))


def test_what_cannot_be_solved(encore: Encore, tmp_path: Path) -> None:
    path = record_file(tmp_path / "tiles.txt", package.load("dalapapa"), [])
    run = encore("solve", path)
    assert (run.status, run.err) == (2, "encore: dalapapa has no solver; dacapo and dakapo have\n")
    dealer = record_file(tmp_path / "dealer.txt", package.load("dacapo"), [])
    assert "nobody is to move after these moves" in encore("solve", dealer).err


def test_a_solo_of_da_capo_is_won_by_its_line(encore: Encore, tmp_path: Path) -> None:
    game = package.load("dacapo", 1)
    s, played = walk(game, random_choices(1, 1))
    path = record_file(tmp_path / "solo.txt", game, played)
    run = encore("solve", path, "--seconds", 30, "--verify")
    assert run.status == 0, run.err
    assert run.out.splitlines()[0] == "value: won"
    line = next(line for line in run.out.splitlines() if line.startswith("line: ")).split()[1:]
    for text in line:
        s = game.play(s, game.parse_move(s, text))
    outcome = game.outcome(s)
    assert outcome and outcome.winners == (0,)


def late(game: package.AnyGame, seed: int, piles: int) -> tuple[Any, list[str]]:
    """Return a position with so few piles in which somebody is to move, and the moves to it."""
    for moves in range(20, 400):
        s, played = walk(game, random_choices(seed, moves))
        if sum(pile is not None for pile in s.piles) <= piles and game.to_move(s) not in (None, package.DEALER):
            return s, played
    raise AssertionError("no such position")


@pytest.mark.parametrize(
    ("players", "options"), [(4, {}), (4, {"switch": "never"}), (2, {"switch": "every-turn"}), (3, {})]
)
@pytest.mark.parametrize("seed", range(3))
def test_teams_and_switches_are_worth_what_plain_minimax_says(
    encore: Encore, tmp_path: Path, players: int, options: dict[str, object], seed: int
) -> None:
    game = package.load("dacapo", players, target=999, **options)
    s, played = late(game, seed, 9 if players == 4 else 6)
    seat, before, known = game.to_move(s), game.scores(s), dict[Any, int]()
    assert seat is not None

    def best(s: Any) -> int:
        mover = game.to_move(s)
        if mover is None or mover == package.DEALER:
            return game.scores(s)[seat] - before[seat]
        if s not in known:
            values = [best(game.play(s, move)) for move in game.legal_moves(s)]
            known[s] = max(values) if mover in game.partners(seat) else min(values)
        return known[s]

    run = encore("solve", record_file(tmp_path / "round.txt", game, played), "--seconds", 60, "--verify")
    assert run.status == 0, run.err
    against = ", whatever the others do" if players == 3 else ""
    assert run.out.splitlines()[0] == f"value: {best(s)} points{against}"
    assert "verified: " in run.out


def test_bounds_that_claim_nothing_need_no_proof(encore: Encore, tmp_path: Path) -> None:
    game = package.load("dacapo", 2, switch="never")
    _, played = walk(game, random_choices(1, 1))
    run = encore("solve", record_file(tmp_path / "deal.txt", game, played), "--seconds", 0.05, "--verify")
    assert run.status == 0, run.err
    assert "not proved further" in run.out
    assert "verified: nothing was claimed" in run.out


def test_verifying_ends_when_its_time_is_over() -> None:
    game = package.load("dakapo")
    s = game.initial()
    claimed = Solution(0, 1, 1, (), lambda s: game.legal_moves(s)[0])
    budget = Budget()
    budget.cancel()
    with pytest.raises(NotVerified, match="not verified in the time given"):
        verify(game, s, claimed, budget)


def test_games_that_people_ended_are_not_solved(encore: Encore, tmp_path: Path) -> None:
    resigned = tmp_path / "resigned.txt"
    resigned.write_text('[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n[Result "1"]\n[Termination "resigned"]\n\ne6r\n')
    run = encore("solve", resigned)
    assert run.status == 2
    assert "nobody is to move" in run.err
