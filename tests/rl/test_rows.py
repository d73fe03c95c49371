"""Compiled rows against the readable rules, move by move; and what happens where there is no compiler."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import encore
from encore.core.encoding import encoding_of
from encore.core.errors import OptionError
from encore.core.game import DEALER, AnyGame
from encore.core.parts import Rows
from encore.core.registry import package_of
from encore.games.dalapapa import Place
from encore.rl import rows as loading
from encore.rl.rows import StateRows, rows_of
from tests.variants import ALL

Choose = Callable[[Random, Any], Any]
COMPILED = {label: game for label, game in ALL.items() if package_of(type(game)).rows}
LONG = {
    "several rounds": encore.load("dacapo", 2, target=40),
    "an empty bag": encore.load("dalapapa", 3, target=999),
    "open hands": encore.load("dalapapa", 4, open_hands="on"),
}


def in_lock_step(game: AnyGame, seed: int, choose: Choose = Random.choice) -> Iterator[tuple[Any, Rows, Any]]:
    """Play a random game by the rules and by rows; yield the states, the rows, and where they are."""
    encoding, rng = encoding_of(game), Random(seed)
    rows = rows_of(game, encoding)
    s, row = game.initial(), rows.row(game.initial())
    ours, theirs = Random(f"{seed}/deal"), Random(f"{seed}/deal")
    while True:
        yield s, rows, row
        seat = game.to_move(s)
        if seat is None:
            return
        if seat == DEALER:
            move = game.deal(s, ours)
            by_generator = rows.deal(row, theirs)
            row = by_generator if rng.random() < 0.5 else rows.dealt(row, move)
        else:
            move = choose(rng, game.legal_moves(s))
            action = encoding.code(s, move)
            assert rows.move(row, action) == move
            row = rows.play(row, action)
        s = game.play(s, move)
        if rng.random() < 0.1:  # a row is made of a state as well as of a move
            row = rows.row(s)


def compare(game: AnyGame, s: Any, rows: Rows, row: Any) -> None:
    """Compare all that rows tell with the rules and the encoding."""
    encoding = encoding_of(game)
    assert rows.state(row) == s and rows.state(row) is rows.state(row)
    assert rows.to_move(row) == game.to_move(s)
    assert game.legal_moves(rows.state(row)) == game.legal_moves(s), "it can be gone on from"
    assert (rows.mask(row) == encoding.mask(s)).all()
    for seat in range(game.players):
        seen = rows.observe(row, seat)
        assert seen.dtype == np.int8 and (seen == encoding.observe(game.view(s, seat), seat)).all()


@pytest.mark.parametrize("label", COMPILED)
def test_rows_follow_the_rules(label: str) -> None:
    game = COMPILED[label]
    assert not isinstance(rows_of(game, encoding_of(game)), StateRows)
    for _, found in zip(range(30), in_lock_step(game, 1), strict=False):
        compare(game, *found)


@pytest.mark.parametrize("label", LONG)
def test_rows_follow_the_rules_to_the_end(label: str) -> None:
    game = LONG[label]
    for number, found in enumerate(in_lock_step(game, 2)):
        if number % 7 == 0 or game.to_move(found[0]) is None:
            compare(game, *found)


def test_rows_follow_the_rules_on_a_table_wider_than_the_ring() -> None:
    """Several legal moves would have the same action there, and some of them are played."""

    def eastward(rng: Random, moves: Any) -> Any:
        return max(moves, key=lambda move: move.x - 4 * abs(move.y) if isinstance(move, Place) else -999)

    def last(rng: Random, moves: Any) -> Any:
        return moves[-1] if rng.random() < 0.2 else eastward(rng, moves)

    game, wide = encore.load("dalapapa", 2, target=999), 0
    for s, rows, row in in_lock_step(game, 3, last):
        xs = [x // 2 for x, _ in s.layout.covered]
        if xs and max(xs) - min(xs) > 48:
            compare(game, s, rows, row)
            wide += 1
        if wide == 25:
            break
    assert wide == 25


@pytest.mark.parametrize("name", ["dacapo", "dalapapa"])
def test_an_illegal_action_is_refused_with_its_rule(name: str) -> None:
    game = encore.load(name)
    rows = rows_of(game, encoding_of(game))
    row = rows.row(game.initial())
    while rows.to_move(row) == DEALER:
        row = rows.deal(row, Random(1))
    mask = rows.mask(row)
    for illegal in (int((mask == 0).argmax()), -1, len(mask)):
        with pytest.raises(encore.IllegalMove, match=r"^rule \d+: "):
            rows.play(row, illegal)
    with pytest.raises(OptionError, match=rf"^an action is a number from 0 to {len(mask) - 1}, not '1.5'$"):
        rows.play(row, 1.5)


@pytest.mark.parametrize("name", ["dacapo", "dakapo", "dalapapa"])
def test_a_copy_of_a_row_goes_on(name: str) -> None:
    game = encore.load(name)
    rows = rows_of(game, encoding_of(game))
    row = rows.row(game.initial())
    while rows.to_move(row) == DEALER:
        row = rows.deal(row, Random(1))
    twins, twin = pickle.loads(pickle.dumps((rows, row)))
    action = int(rows.mask(row).argmax())
    assert twins.state(twins.play(twin, action)) == rows.state(rows.play(row, action))


def test_without_a_compiler_the_rules_are_used() -> None:
    code = """
import sys
sys.modules["numba"] = None
import encore
from encore.rl.episode import Episode
episode = Episode(encore.load("dalapapa"))
episode.start(1)
episode.act(int(episode.mask().argmax()))
print(type(episode._rows).__name__)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (run.stdout, run.stderr) == ("StateRows\n", "")


def test_a_long_wait_for_the_compiler_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = encore.load("dacapo")
    rows_of(game, encoding_of(game))
    assert capsys.readouterr().err == "", "a short one is not"
    monkeypatch.setattr(loading, "SILENCE", 0.0)
    told: list[str] = []

    def slow(*_: Any) -> None:
        while not told:
            told.append(capsys.readouterr().err)
            told.remove("") if "" in told else None

    monkeypatch.setattr(loading, "prepare", slow)
    rows_of(game, encoding_of(game))
    assert told == ["encore: compiling what Da Capo needs; this happens once (encore warm does it beforehand)\n"]
