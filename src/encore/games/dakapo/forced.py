"""Wins of Dakapo by force within a few moves, found by trying every placement. It uses nothing but the rules."""

from __future__ import annotations

from encore.games.dakapo.rules import Dakapo, Move, State, completes, open_cells
from encore.games.dakapo.tables import SUPPLY, each, neighbours


class Forced:
    """Tells who wins within a number of own moves, whatever the opponent does. It remembers what it has found."""

    def __init__(self, game: Dakapo) -> None:
        self._game = game
        self._known: dict[tuple[State, int], bool] = {}

    def wins(self, s: State, moves: int) -> bool:
        """Tell whether the player to move wins within so many own moves."""
        if moves <= 0:
            return False
        if self.finishes(s):
            return True
        if moves == 1:
            return False
        key = s, moves
        if key not in self._known:
            legal = self._game.legal_moves(s)
            self._known[key] = any(self.holds(self._game.play(s, move), moves) for move in legal)
        return self._known[key]

    def holds(self, after: State, moves: int) -> bool:
        """Tell whether the player whose move led to this state wins within so many own moves, that one included."""
        if outcome := self._game.outcome(after):
            return moves > 0 and after.occupied.bit_count() % 2 not in outcome.winners and bool(outcome.winners)
        if moves <= 1 or self.finishes(after):
            return False
        return all(self.wins(self._game.play(after, reply), moves - 1) for reply in self._game.legal_moves(after))

    def needs(self, s: State, most: int) -> int | None:
        """Return the fewest own moves with which the player to move wins, None if there are more than ``most``."""
        return next((moves for moves in range(1, most + 1) if self.wins(s, moves)), None)

    def winning(self, s: State, moves: int) -> list[Move]:
        """Return every move that wins within so many own moves."""
        return [move for move in self._game.legal_moves(s) if self.holds(self._game.play(s, move), moves)]

    def best(self, s: State, moves: int) -> Move:
        """Return the move that wins fastest, within so many own moves."""
        fewest = self.needs(s, moves)
        assert fewest, "the player to move wins"
        return self.winning(s, fewest)[0]

    def defences(self, after: State, moves: int) -> list[Move]:
        """Return the replies that last longest against a win within so many own moves.

        Those that leave the fewest winning moves come first.
        """
        lasting: dict[Move, tuple[int, int]] = {}
        for reply in self._game.legal_moves(after):
            s = self._game.play(after, reply)
            fewest = self.needs(s, moves)
            assert fewest, "every reply loses"
            lasting[reply] = (-fewest, len(self.winning(s, fewest)))
        best = min(lasting.values())
        return [reply for reply in sorted(lasting, key=lambda each: lasting[each]) if lasting[reply][0] == best[0]]

    def line(self, s: State, moves: int) -> tuple[Move, ...]:
        """Return the fastest win of the player to move against the longest defence."""
        line: list[Move] = []
        while True:
            line.append(self.best(s, moves))
            s = self._game.play(s, line[-1])
            if self._game.outcome(s):
                return tuple(line)
            moves -= 1
            line.append(self.defences(s, moves)[0])
            s = self._game.play(s, line[-1])

    def finishes(self, s: State) -> bool:
        """Tell whether one placement wins: it completes a square, or leaves the opponent no placement."""
        for colour, own in enumerate(s.stones):
            if own.bit_count() > 2:
                for cell in each(open_cells(s, colour)):
                    if completes(own, cell):
                        return True
        return _cramped(s) and any(
            (outcome := self._game.outcome(self._game.play(s, move))) is not None and bool(outcome.winners)
            for move in self._game.legal_moves(s)
        )


def _cramped(s: State) -> bool:
    """Tell whether a placement could leave the opponent none.

    A stone takes one cell from the other colours, and only its own colour is forbidden to the opponent. So two colours
    with two cells each are enough for a placement.
    """
    occupied = s.occupied
    edge = neighbours(occupied) & ~occupied
    free = [(edge & ~neighbours(own)).bit_count() for own in s.stones if own.bit_count() < SUPPLY]
    return sum(cells > 1 for cells in free) < 2
