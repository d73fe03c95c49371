"""The statistics of Dakapo: how games end, by which squares, and which squares were overlooked."""

from __future__ import annotations

from collections.abc import Sequence

from encore.core.figures import Figures, Kinds, Share, Spread, Turn
from encore.core.game import AnyGame
from encore.games.dakapo.rules import Dakapo, Move, State, completes
from encore.games.dakapo.tables import COLOURS, FULL, OTHER_CORNERS, SIZE, SUPPLY, each


class DakapoFigures(Figures):
    """Ends and squares."""

    def __init__(self) -> None:
        self.ends = Kinds("the end", ("a square", "no placement left", "a full board"))
        self.colours = Kinds("colour of the square", COLOURS)
        self.shapes = Kinds("shape of the square", ("upright", "tilted"))
        self.widths = Spread("files the square spans")
        self.several = Share("several squares at once")
        self.overlooked = Share("a square was overlooked")
        self.used_up = Share("a colour was used up")

    def add(self, game: AnyGame, turns: Sequence[Turn]) -> None:
        """Count a whole game."""
        last = turns[-1]
        squares = _squares(last.after, last.move) if last.after.won else []
        full = last.after.occupied == FULL
        self.ends.add("a square" if squares else "a full board" if full else "no placement left")
        for square in squares:
            files = {cell % SIZE for cell in each(square)}
            self.colours.add(COLOURS[last.move.colour])
            # Two corners of an upright square stand in one file; those of a tilted one stand in three or four.
            self.shapes.add("upright" if len(files) == 2 else "tilted")
            self.widths.add(max(files) - min(files) + 1)
        self.several.add(len(squares) > 1)
        spoken = isinstance(game, Dakapo) and game.options["call"] == "spoken"
        self.overlooked.add(any(_overlooked(turn, spoken) for turn in turns))
        self.used_up.add(any(stones.bit_count() == SUPPLY for stones in last.after.stones))


def _squares(s: State, move: Move) -> list[int]:
    """Return the squares that the stone placed last is a corner of."""
    own = s.stones[move.colour]
    return [corners | 1 << move.cell for corners in OTHER_CORNERS[move.cell] if own & corners == corners]


def _overlooked(turn: Turn, spoken: bool) -> bool:
    """Tell whether the player could have won by a square but did not place the stone, or did not call it."""
    if turn.after.won:
        return False
    stones = turn.before.stones
    return any(completes(stones[move.colour], move.cell) for move in turn.choices if move.call == spoken)


def figures(game: Dakapo) -> DakapoFigures:
    """Return empty statistics."""
    return DakapoFigures()
