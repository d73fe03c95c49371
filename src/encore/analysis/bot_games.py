"""Games between bots of all levels, from which win chances are fitted and measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from encore.bots.levels import LEVELS, LevelBot
from encore.bots.walk import shares
from encore.core.game import DEALER, AnyGame
from encore.core.thinking import Budget


@dataclass(frozen=True, slots=True)
class Seen:
    """A position in which a player moved."""

    state: Any
    view: Any
    """What that player could see."""


@dataclass(frozen=True, slots=True)
class BotGame:
    """A game of bots: the positions in which they moved, and each seat's share of the win."""

    seen: tuple[Seen, ...]
    shares: tuple[float, ...]


def play(game: AnyGame, rng: Random, nodes: int, state: Any = None) -> BotGame:
    """Play a game from the start or from a state, with a bot of random level, limited to ``nodes``, on each seat."""
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
    return BotGame(tuple(seen), tuple(shares(game, s)))


def games_from(game: AnyGame, seed: str, nodes: int, numbers: range) -> Iterator[BotGame]:
    """Play numbered games; the same seed and number always give the same game."""
    for number in numbers:
        yield play(game, Random(f"{seed}/{game.name}/{game.players}/{number}"), nodes)
