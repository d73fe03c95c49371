"""Finished games for reviews: one in which a win was overlooked, and random ones."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

import encore
from encore.core.thinking import Budget


class Mistake(NamedTuple):
    """The moves of a game of Dakapo; the last one overlooked a square that its player could complete."""

    moves: tuple[str, ...]
    better: tuple[str, ...]
    """The moves that complete one."""

    @property
    def seat(self) -> int:
        """Who made it."""
        return (len(self.moves) - 1) % 2


NODES = 200
"""A proof with so few nodes needs no time, even on a busy machine."""


@cache
def overlooked_win() -> Mistake:
    """Return a random game up to an overlooked win that gives the win to the other player, which is easy to prove."""
    game = encore.load("dakapo")
    for seed in range(100):
        rng, s, moves = Random(seed), game.initial(), list[str]()
        while (seat := game.to_move(s)) is not None:
            legal = game.legal_moves(s)
            wins = [move for move in legal if (end := game.outcome(game.play(s, move))) and end.winners]
            move = rng.choice([move for move in legal if move not in wins] or legal)
            s = game.play(s, move)
            moves.append(game.format_move(move))
            if wins and not game.outcome(s):
                with Budget(nodes=NODES) as budget:
                    found = encore.evaluate(game, s, budget, 0)
                if found.proved and not found.chances[seat]:
                    return Mistake(tuple(moves), tuple(map(game.format_move, wins)))
                break
    raise AssertionError("nobody overlooks a square")


def short_game(name: str, players: int) -> encore.AnyGame:
    """Return a game that ends soon."""
    wanted = {"rounds": 1, "target": 10} if name == "dalapapa" else {"rounds": 1}
    known = encore.find(name).options_for(players)
    return encore.load(name, players=players, **{option: value for option, value in wanted.items() if option in known})
