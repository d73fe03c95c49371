"""Dalapapa's compiled layout and its bot: the points of the rules, uniform random moves, tactics, budgets."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random
from threading import Timer
from typing import NamedTuple

import numpy as np
import pytest

from encore.core.game import DEALER
from encore.core.thinking import Budget, Finding, Skill
from encore.games.dalapapa import Dalapapa, Pass, Phase, Place, State
from encore.games.dalapapa.compiled import playout
from encore.games.dalapapa.compiled.engine import HANDS, SHORE, SHORES, UNDO
from encore.games.dalapapa.compiled.grid import MOST_MOVES
from encore.games.dalapapa.compiled.kernel import Kernel, split
from encore.games.dalapapa.search import fit, race, turns
from encore.games.dalapapa.search.searcher import LEVELS, Searcher
from tests.games.dalapapa_layouts import RED_SET, row, tile_set

NODES = 1500
EXPERT = LEVELS["expert"]


class Tactic(NamedTuple):
    state: str
    play: list[str]
    avoid: list[str]

    @classmethod
    def read(cls, line: str) -> Tactic:
        state, right, wrong, _ = (part.strip() for part in line.split("|"))
        return cls(state, right.removeprefix("play:").split(), wrong.removeprefix("avoid:").split())


LINES = (Path(__file__).parent / "dalapapa_tactics.txt").read_text("utf-8").splitlines()
TACTICS = [Tactic.read(line) for line in LINES if line and not line.startswith("#")]


def game_of(state: str) -> Dalapapa:
    return Dalapapa(state.split()[2].count(",") + 1)


def search(game: Dalapapa, view: State, nodes: int = NODES, seed: int = 1, skill: Skill = EXPERT) -> Finding:
    with Budget(nodes=nodes) as budget:
        return Searcher(game).search(view, Random(seed), budget, skill)


def asked(game: Dalapapa, seed: int, most: int = 300) -> list[State]:
    """Return the states of a random game in which a seat is to move."""
    s, rng = game.initial(), Random(seed)
    found: list[State] = []
    while (seat := game.to_move(s)) is not None and len(found) < most:
        if seat == DEALER:
            s = game.play(s, game.deal(s, rng))
        else:
            found.append(s)
            s = game.play(s, rng.choice(game.legal_moves(s)))
    return found


def scored(kernel: Kernel, s: State) -> dict[int, int]:
    """Return what each placement earns, by its code, as the compiled search counts it."""
    header, grid = split(kernel.encode(s))
    shore, count, work = header[SHORE:UNDO], int(header[SHORES]), turns.new_work()
    turns.label(grid, shore, count, work)
    codes, gains = work.codes[0], work.gains[0]
    found: dict[int, int] = {}
    for tile in s.hands[s.seat]:
        listed = turns.list_scored(grid, shore, count, tile, kernel.tables, work, codes, gains)
        found.update(zip(codes[:listed].tolist(), gains[:listed].tolist(), strict=True))
    return found


def test_the_suite_is_large() -> None:
    assert len(TACTICS) >= 30


@pytest.mark.parametrize("tactic", TACTICS, ids=range(1, len(TACTICS) + 1))
def test_tactics(tactic: Tactic) -> None:
    game = game_of(tactic.state)
    view = game.parse_state(tactic.state)
    listed = {game.format_move(move) for move in game.legal_moves(view)}
    assert listed.issuperset(tactic.play) and listed.issuperset(tactic.avoid)
    played = game.format_move(search(game, view).move)
    assert not tactic.play or played in tactic.play
    assert played not in tactic.avoid


@pytest.mark.parametrize("seed", range(3))
def test_points_are_those_of_the_rules(seed: int) -> None:
    game = Dalapapa(2) if seed else Dalapapa(2, tiles=tile_set({}, "rggbbyy grrbbyy"))
    kernel = Kernel(game)
    for s in asked(game, seed, 70)[2::7]:
        places = [move for move in game.legal_moves(s) if isinstance(move, Place)]
        by_rules = {
            kernel.encode_move(place): s.layout.add(place, game.tiles.face(place.tile, place.face)).score(place).points
            for place in places
        }
        assert scored(kernel, s) == by_rules


def test_the_best_turn_earns_what_it_says() -> None:
    game = Dalapapa(2)
    kernel = Kernel(game)
    work = turns.new_work()
    for chance, s in enumerate(asked(game, 5, 60)):
        if s.phase != Phase.FIRST:
            continue
        position = kernel.encode(s)
        before = position.copy()
        header, grid = split(position)
        hand = header[HANDS + 2 * s.seat : HANDS + 2 * s.seat + 2]
        gained, *codes = turns.best_turn(
            grid, header[SHORE:UNDO], int(header[SHORES]), hand, chance, kernel.tables, work
        )
        assert np.array_equal(position, before)
        after = s
        for code in codes:
            after = game.play(after, kernel.decode_move(code)) if code != turns.NO_MOVE else after
        assert after.scores[s.seat] - s.scores[s.seat] >= gained >= max(scored(kernel, s).values())


def test_random_moves_are_equally_likely() -> None:
    game = Dalapapa(2)
    kernel = Kernel(game)
    s = next(s for s in asked(game, 2) if s.phase == Phase.SECOND)
    header, grid = split(kernel.encode(s))
    rng, codes, draws = np.array([7], np.uint64), np.empty(MOST_MOVES, np.int64), 400
    legal = [kernel.encode_move(move) for move in game.legal_moves(s)]
    seen = Counter(
        int(playout.random_move(header, grid, kernel.faces, kernel.discs, rng, codes))
        for _ in range(draws * len(legal))
    )
    assert set(seen) == set(legal)
    chi_square = sum((count - draws) ** 2 / draws for count in seen.values())
    assert chi_square < len(legal) + 4 * (2 * len(legal)) ** 0.5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_legal_move_with_the_smallest_budgets(players: int) -> None:
    game = Dalapapa(players, target=20)
    searcher = Searcher(game)
    for number, s in enumerate(asked(game, players)[:40]):
        view = game.view(s, s.seat)
        with Budget(nodes=1) as budget:
            if number % 2:
                budget.cancel()
            found = searcher.search(view, Random(number), budget, EXPERT)
        assert found.move in game.legal_moves(s)
        assert found.nodes <= 1


def test_custom_sets_and_the_empty_bag() -> None:
    game = Dalapapa(2, tiles=RED_SET, target=999)
    for phase, held in (("first", "119/120"), ("first", "119,120/-"), ("second", "120/-")):
        laid = 118
        s = game.parse_state(f"{phase} 1 50,50 {held} {row(laid)}")
        assert search(game, s, 40).move in game.legal_moves(s)


def test_the_only_move_needs_no_thought() -> None:
    tiles = tile_set({1: "rrrrrrr", 2: "rrrrrrr", 3: "ggggggg", 4: "ggggggg"}, "rrrrrrr")
    game = Dalapapa(2, tiles=tiles)
    s = game.parse_state(f"first 1 0,0 3,4/5,6 {row(2)}")
    assert search(game, s) == Finding(Pass(), 0.0, 0)


def test_nodes_alone_are_deterministic() -> None:
    game = Dalapapa(3)
    s = asked(game, 4)[20]
    view = game.view(s, s.seat)
    assert search(game, view, 500, 3) == search(game, view, 500, 3)
    assert search(game, view, 77, 3).nodes <= 77


def test_time_limits_and_cancellation_are_respected() -> None:
    game = Dalapapa(2)
    view = game.view(asked(game, 4)[30], asked(game, 4)[30].seat)
    search(game, view, 10)
    searcher = Searcher(game)
    for budget, cancelled in ((Budget(0.05), None), (Budget(), 0.05)):
        start = time.process_time()
        with budget:
            if cancelled is not None:
                Timer(cancelled, budget.cancel).start()
            searcher.search(view, Random(1), budget, EXPERT)
        assert time.process_time() - start < 2


def test_levels_overlook_moves_but_play_legally() -> None:
    assert list(LEVELS) == ["beginner", "easy", "medium", "hard", "expert"]
    game = Dalapapa(2)
    s = next(s for s in asked(game, 9)[40:] if s.phase == Phase.FIRST)
    view = game.view(s, s.seat)
    chosen = {search(game, view, 1, seed, LEVELS["beginner"]).move for seed in range(10)}
    assert len(chosen) > 1 and chosen <= set(game.legal_moves(s))


def test_hidden_tiles_are_not_needed() -> None:
    game = Dalapapa(4)
    for s in asked(game, 6)[4:24:5]:
        view = game.view(s, s.seat)
        assert game.parse_state(game.format_state(view)) == view
        assert search(game, view, 60).move in game.legal_moves(s)


def test_turns_earn_what_the_race_expects() -> None:
    """The race guesses later turns from the points that were fitted."""
    points = [turn.points for turn in fit.measure(games=20, seed=1)]
    assert abs(np.mean(points) - race.GAIN) < 0.5
    assert abs(np.std(points) - race.SPREAD) < 0.5
