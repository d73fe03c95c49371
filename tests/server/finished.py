"""Games for reviews: one in which a win was overlooked, one without mistakes, and short ones."""

from __future__ import annotations

from typing import NamedTuple

import encore


class Mistake(NamedTuple):
    """The moves of a game of Dakapo; the last one overlooked a square that its player could complete."""

    moves: tuple[str, ...]
    better: tuple[str, ...]
    """The moves that complete one."""

    @property
    def seat(self) -> int:
        """Who made it."""
        return (len(self.moves) - 1) % 2


OVERLOOKED = "e6r f6y f7g d6y e7b c6r d7g e8y c4r f4y d8b f8r g7y c8r c3b e3g e2r b8g d2y"
"""``bot:easy`` against itself, seed 4: the last stone overlooks a red square (g4r), and gives the win away."""
WITHOUT_MISTAKES = "e6b f4g g4r f6g d6y c6b c4r c5y e7r e8b g6r c3y e3r b6y c2r c7y"
"""A whole game in which each stone is the best one that ``encore.evaluate`` finds, with few nodes or many."""


def overlooked_win() -> Mistake:
    """Return a game of a bot up to an overlooked win that gives the win to the other player, which is easy to prove."""
    return Mistake(tuple(OVERLOOKED.split()), ("g4r",))


def short_game(name: str, players: int) -> encore.AnyGame:
    """Return a game that ends soon."""
    wanted = {"rounds": 1, "target": 10} if name == "dalapapa" else {"rounds": 1}
    known = encore.find(name).options_for(players)
    return encore.load(name, players=players, **{option: value for option, value in wanted.items() if option in known})
