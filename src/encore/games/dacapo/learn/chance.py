"""Da Capo's deals, one fish at a time, square by square; with one player then the order of the colours."""

from __future__ import annotations

from collections.abc import Sequence

from encore.games.dacapo import notation
from encore.games.dacapo.learn.encoding import most_rounds
from encore.games.dacapo.moves import Deal, Move
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import COLOURS, EMPTY_SQUARES, FISH, SIZE, Pile


class Chance:
    """A draw is the number of a fish, or after all fish a colour."""

    rule = "1"

    def __init__(self, game: DaCapo) -> None:
        self._fish: Sequence[Pile] = FISH[game.players]
        self._empty = EMPTY_SQUARES[game.players]
        colours = len(COLOURS) if game.solo else 0
        self.outcomes = len(self._fish) + colours
        self.longest = most_rounds(game) * self.outcomes

    def draws(self, s: State, drawn: tuple[int, ...]) -> list[int]:
        """Return the fish that are left, or the colours."""
        fish = len(self._fish)
        among = range(fish) if len(drawn) < fish else range(fish, self.outcomes)
        return [draw for draw in among if draw not in drawn]

    def move(self, s: State, drawn: tuple[int, ...]) -> Deal | None:
        """Return the deal once everything has been drawn."""
        if len(drawn) < self.outcomes:
            return None
        fish = iter(drawn)
        piles = tuple(None if square in self._empty else self._fish[next(fish)] for square in range(SIZE * SIZE))
        return Deal(piles, tuple(colour - len(self._fish) for colour in fish))

    def taken(self, move: Move) -> tuple[int, ...]:
        """Return the draws that make a deal."""
        assert isinstance(move, Deal)
        fish = [self._fish.index(pile) for pile in move.piles if pile]
        return (*fish, *(len(self._fish) + colour for colour in move.order))

    def text(self, draw: int) -> str:
        """Write a fish or a colour as layouts and orders do."""
        fish = len(self._fish)
        return notation.format_pile(self._fish[draw]) if draw < fish else notation.format_order((draw - fish,))

    def shown(self, s: State, seat: int) -> bool:
        """Tell that a seat sees every draw: fish lie open."""
        return True
