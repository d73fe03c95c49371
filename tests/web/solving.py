"""How to solve the puzzles that come with the games: their answers stand in the files of puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from encore.core.puzzle import Puzzle, kind_of
from encore.core.shelf import puzzle_sets
from tests.server.client import Served

TYPE = """(field, move) => {
  field.value = move;
  field.dispatchEvent(new Event("input"));
  field.form.requestSubmit();
}"""
"""Types a move, also where a finger has no field for it."""
Fits = Callable[[Puzzle], bool]


def puzzles() -> Iterator[Puzzle]:
    """Yield all puzzles."""
    for found in puzzle_sets():
        yield from found.puzzles


def kinds() -> list[tuple[str, str]]:
    """Return every kind of puzzle that there is: game and kind."""
    return list(dict.fromkeys((puzzle.game.name, puzzle.kind) for puzzle in puzzles()))


def is_free(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle is a whole game alone."""
    return kind_of(puzzle).free


def is_guided(puzzle: Puzzle) -> bool:
    """Tell whether every move of a puzzle is judged."""
    return not is_free(puzzle)


def replies(puzzle: Puzzle) -> bool:
    """Tell whether somebody answers the solver's moves."""
    return is_guided(puzzle) and len(puzzle.line) > len(own_moves(puzzle))


def find(fits: Fits) -> Puzzle:
    """Return the first puzzle that fits."""
    return next(filter(fits, puzzles()))


def of_kind(game: str, kind: str) -> Puzzle:
    """Return the first puzzle of a kind."""
    return find(lambda puzzle: (puzzle.game.name, puzzle.kind) == (game, kind))


def own_moves(puzzle: Puzzle) -> list[str]:
    """Return the solver's moves of the answer."""
    game, state, moves = puzzle.game, puzzle.state, list[str]()
    for move in puzzle.line:
        if game.to_move(state) == puzzle.seat:
            moves.append(game.format_move(move))
        state = game.play(state, move)
    return moves


def wrong_move(puzzle: Puzzle, fits: Callable[[Any], bool] = lambda verdict: True) -> str:
    """Return a legal first move that is not the answer, with a verdict that fits."""
    for move in puzzle.game.legal_moves(puzzle.state):
        verdict = kind_of(puzzle).judge(puzzle, (move,))
        if not verdict.right and fits(verdict):
            return puzzle.game.format_move(move)
    raise AssertionError(f"every move solves {puzzle}")


def lost_deal(puzzle: Puzzle) -> list[str]:
    """Return random moves that lose a whole game alone, and not many of them."""
    games = (_played_at_random(puzzle, Random(seed)) for seed in range(20))
    return min((moves for moves, won in games if not won), key=len)


def _played_at_random(puzzle: Puzzle, rng: Random) -> tuple[list[str], bool]:
    game, state, moves = puzzle.game, puzzle.state, list[str]()
    while game.to_move(state) is not None:
        move = rng.choice(game.legal_moves(state))
        moves.append(game.format_move(move))
        state = game.play(state, move)
    outcome = game.outcome(state)
    return moves, bool(outcome and outcome.winners)


def board_is_drawn(page: Page) -> None:
    """Wait for the board, which is loaded after the rest of a table."""
    expect(page.locator(".board .frame")).to_be_visible()
    expect(page.locator(".board .frame > .wait")).to_have_count(0)


def open_puzzle(page: Page, server: Served, puzzle: Puzzle, day: str = "") -> None:
    """Open a puzzle, by itself or as that of a day."""
    page.goto(f"{server.url}{f'/daily/{day}' if day else '/puzzles'}/{puzzle.name}")
    board_is_drawn(page)


def enter(page: Page, *moves: str) -> None:
    """Type moves; before each the page waits for one."""
    for move in moves:
        field = page.locator(".typed-move")
        expect(field).to_be_attached()
        field.evaluate(TYPE, move)
        expect(page.locator(".solve")).not_to_have_attribute("aria-busy", "true")


def notice(page: Page, tone: str = "") -> Any:
    """Return what the page says of the last move."""
    return page.locator(f".answer .notice{tone}")
