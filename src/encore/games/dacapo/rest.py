"""The rest of a round of Da Capo for two, solved by trying every capture. It uses nothing but the rules."""

from __future__ import annotations

from encore.games.dacapo.moves import Move
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import Sea


class RestOfRound:
    """The fish that each seat ends a round with if both play as well as possible, without switches."""

    def __init__(self, game: DaCapo) -> None:
        self._game = game
        self._known: dict[tuple[Sea, int], int] = {}

    def fish(self, s: State, seat: int) -> int:
        """Return the fish of a seat at the end of the round."""
        first = self._first(s)
        return first if seat == 0 else sum(pile.height for pile in s.piles if pile) - first

    def _first(self, s: State) -> int:
        if s.turn is None:
            return sum(pile.height for pile in s.piles if pile and pile.colour == 0)
        key = s.piles, s.turn
        if key not in self._known:
            choose = min if s.turn else max
            self._known[key] = choose(self._first(self._game.play(s, move)) for move in self._game.legal_moves(s))
        return self._known[key]

    def values(self, s: State) -> dict[Move, int]:
        """Return each legal move with the fish that the seat to move ends with after it."""
        assert s.turn is not None
        seat = s.turn
        return {move: self.fish(self._game.play(s, move), seat) for move in self._game.legal_moves(s)}

    def best(self, s: State) -> Move:
        """Return a best move."""
        values = self.values(s)
        return max(values, key=lambda move: values[move])
