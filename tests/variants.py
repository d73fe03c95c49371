"""Every game with every number of players, and each of its options changed in turn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from encore.core.game import DEALER, AnyGame
from encore.core.options import Choice, Option
from encore.core.registry import games
from encore.core.replay import Ply, record_of, replay

LONGEST = 2000
"""More moves than any random game has."""


def _other_values(option: Option) -> Iterator[str | int]:
    if isinstance(option, Choice):
        yield from option.values[1:]
    else:
        yield option.default // 2 or option.low + 2


def variants() -> Iterator[AnyGame]:
    for kind in games().values():
        for players in kind.player_counts:
            yield kind(players)
            for name, option in kind.options_for(players).items():
                yield from (kind(players, **{name: value}) for value in _other_values(option))


def label(game: AnyGame) -> str:
    return "-".join([game.name, str(game.players), *(f"{k}={v}" for k, v in game.changed_options.items())])


ALL = {label(game): game for game in variants()}


def choose(game: AnyGame, s: Any, choice: int) -> Any:
    """Return the move that a number selects; for the dealer it is a seed."""
    if game.to_move(s) == DEALER:
        return game.deal(s, Random(choice))
    moves = game.legal_moves(s)
    return moves[choice % len(moves)]


_walked: dict[tuple[AnyGame, int], tuple[list[int], list[Any]]] = {}


def walk(game: AnyGame, choices: list[int]) -> tuple[Any, list[str]]:
    """Return the state that these choices lead to, and the moves played; after the end further choices are ignored.

    Moves of an earlier walk with the same beginning are cached, because listing moves takes most of the time.
    """
    gone, moves = _walked.setdefault((game, choices[0]), ([], [])) if choices else ([], [])
    same = next((i for i, (old, new) in enumerate(zip(gone, choices, strict=False)) if old != new), len(gone))
    if same < min(len(gone), len(choices)):
        del gone[same:], moves[same:]
    s = game.initial()
    for number, choice in enumerate(choices):
        if game.to_move(s) is None:
            break
        if number == len(gone):
            gone.append(choice)
            moves.append(choose(game, s, choice))
        s = game.play(s, moves[number])
    return s, [game.format_move(move) for move in moves[: len(choices)]]


def random_choices(seed: int, count: int) -> list[int]:
    rng = Random(seed)
    return [rng.randrange(1 << 30) for _ in range(count)]


def random_plies(game: AnyGame, seed: int) -> list[Ply]:
    """Play random moves to the end and return the plies."""
    s, moves = walk(game, random_choices(seed, LONGEST))
    return list(replay(record_of(game, moves, s), game))


def places(longest: int) -> st.SearchStrategy[list[int]]:
    """Return choices that lead to positions of a few games; few, so that walks are shared."""
    return st.builds(random_choices, st.integers(1, 24), st.integers(0, longest))
