"""Golden playthroughs: what every call of the protocol answers at every ply of a game, as text.

``make golden`` plays the games again and writes the files; their diff is what a change of the rules does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any

from encore.core.game import DEALER, AnyGame

FOLDER = Path(__file__).parent
LONGEST_LIST = 60


def path_of(label: str) -> Path:
    return FOLDER / f"{label}.txt"


def playthrough(game: AnyGame, choose: Callable[[Any, int], Any]) -> str:
    """Return the answers along the game in which ``choose(state, ply)`` makes every move."""
    lines = [f"# {game!r}", f"options: {dict(game.options)}", f"hidden: {game.hidden}"]
    s, ply = game.initial(), 0
    while True:
        lines += ["", f"ply: {ply}", *_answers(game, s, ply)]
        if game.to_move(s) is None:
            return "\n".join(lines) + "\n"
        move = choose(s, ply)
        lines.append(f"play: {game.format_move(move)}")
        s, ply = game.play(s, move), ply + 1


def _answers(game: AnyGame, s: Any, ply: int) -> Iterator[str]:
    yield f"state: {game.format_state(s)}"
    yield f"to_move: {'dealer' if game.to_move(s) == DEALER else game.to_move(s)}"
    yield f"scores: {game.scores(s)}"
    yield f"outcome: {game.outcome(s)}"
    if game.to_move(s) == DEALER:
        yield f"deal: {game.format_move(game.deal(s, Random(ply)))}"
    yield from _moves([game.format_move(move) for move in game.legal_moves(s)])
    if game.hidden:
        for seat in (*range(game.players), None):
            view = game.view(s, seat)
            yield f"view {seat}: {_against(game.format_state(s), game.format_state(view))}"
            yield f"sample {seat}: {_against(game.format_state(s), game.format_state(game.sample(view, Random(ply))))}"


def _moves(moves: list[str]) -> Iterator[str]:
    """Yield the moves, of a long list the first ones and a digest of all."""
    yield f"legal_moves: {len(moves)}"
    shown = (
        moves if len(moves) <= LONGEST_LIST else [*moves[:5], "…", sha256(" ".join(moves).encode()).hexdigest()[:32]]
    )
    yield from wrap(" ".join(shown), 110, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def _against(state: str, other: str) -> str:
    """Return a state with ``=`` for the fields that are those of ``state``."""
    fields = zip(state.split(" "), other.split(" "), strict=True)
    return " ".join("=" if mine == theirs else theirs for mine, theirs in fields)


def most_points(game: AnyGame, rng: Random) -> Callable[[Any, int], Any]:
    """Return a player for all seats who takes a move with the most points at once, so that games come to an end."""

    def choose(s: Any, ply: int) -> Any:
        seat = game.to_move(s)
        if seat == DEALER or seat is None:
            return game.deal(s, rng)
        moves = game.legal_moves(s)
        if not game.scores(s):
            return rng.choice(moves)
        points = [game.scores(game.play(s, move))[seat] for move in moves]
        return rng.choice([move for move, got in zip(moves, points, strict=True) if got == max(points)])

    return choose


def replayed(game: AnyGame, text: str) -> str:
    """Return the playthrough of the moves that stand in another one."""
    moves = [line.removeprefix("play: ") for line in text.splitlines() if line.startswith("play: ")]
    return playthrough(game, lambda s, ply: game.parse_move(s, moves[ply]))
