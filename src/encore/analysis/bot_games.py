"""Games between bots of all levels, from which win chances are fitted and measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from encore.bots.levels import LEVELS, LevelBot
from encore.core.game import DEALER, AnyGame
from encore.core.thinking import Budget


@dataclass(frozen=True, slots=True)
class Seen:
    """A position of a game in which a seat moved."""

    state: Any
    view: Any
    """What that seat saw."""


@dataclass(frozen=True, slots=True)
class BotGame:
    """A game of bots: the positions in which they moved, and each seat's share of the win."""

    seen: tuple[Seen, ...]
    shares: tuple[float, ...]


def shares_of(game: AnyGame, winners: tuple[int, ...]) -> tuple[float, ...]:
    """Return each seat's share of the win: a tie is shared by all, but nobody wins a lost solo game."""
    if not winners and game.players > 1:
        winners = tuple(range(game.players))
    return tuple((seat in winners) / max(1, len(winners)) for seat in range(game.players))


def play(game: AnyGame, rng: Random, nodes: int, state: Any = None) -> BotGame:
    """Play a game, or the rest of one; each seat has a bot of a random level that searches at most so many nodes."""
    s = game.initial() if state is None else state
    bots = [LevelBot(rng.choice(list(LEVELS))) for _ in range(game.players)]
    seen = list[Seen]()
    while (seat := game.to_move(s)) is not None:
        if seat == DEALER:
            s = game.play(s, game.deal(s, rng))
            continue
        view = game.view(s, seat)
        seen.append(Seen(s, view))
        with Budget(nodes=nodes) as budget:
            s = game.play(s, bots[seat].choose(game, view, rng, budget))
    outcome = game.outcome(s)
    return BotGame(tuple(seen), shares_of(game, outcome.winners if outcome else ()))


def games_from(game: AnyGame, seed: str, nodes: int, numbers: range) -> Iterator[BotGame]:
    """Play the games of some numbers; a seed and a number always give the same game."""
    for number in numbers:
        yield play(game, Random(f"{seed}/{game.name}/{game.players}/{number}"), nodes)
