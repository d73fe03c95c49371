"""What is counted in Dalapapa: discs and groups, what a turn earns, and whether a second tile pays."""

from __future__ import annotations

from collections.abc import Sequence

from encore.core.figures import Figures, Share, Spread, Turn
from encore.core.game import AnyGame
from encore.games.dalapapa.layout import Place
from encore.games.dalapapa.position import SECOND_TILE_PRICE, Phase
from encore.games.dalapapa.rules import Dalapapa


class DalapapaFigures(Figures):
    """Tiles, discs, groups and points. The tiles of the start, which earn nothing, are left out of what tiles earn."""

    def __init__(self) -> None:
        self.tiles = Spread("tiles laid a game")
        self.turns = Spread("points of a turn")
        self.discs = Spread("discs of a tile")
        self.groups = Spread("groups of a tile")
        self.sizes = Spread("discs of a group")
        self.bought = Share("second tiles bought", games=False)
        self.worth = Spread("earned by a second tile")
        self.paid = Share("second tiles that paid", games=False)
        self.below = Share("somebody was below zero")
        self.short = Share("ended short of the target")

    def add(self, game: AnyGame, turns: Sequence[Turn]) -> None:
        """Count a whole game."""
        last = turns[-1].after
        self.tiles.add(len(last.layout.laid))
        for turn in turns:
            if turn.before.phase in (Phase.FIRST, Phase.SECOND):
                self._add_move(turn)
        for points in _points(turns):
            self.turns.add(points)
        self.below.add(any(min(turn.after.scores) < 0 for turn in turns))
        self.short.add(max(last.scores) < int(game.options["target"]))

    def _add_move(self, turn: Turn) -> None:
        second = turn.before.phase == Phase.SECOND
        if second:
            self.bought.add(isinstance(turn.move, Place))
        if not isinstance(turn.move, Place):
            return
        score = turn.after.layout.score(turn.move)
        self.discs.add(score.discs)
        self.groups.add(len(score.groups))
        for size in score.groups:
            self.sizes.add(size)
        if second:
            self.worth.add(score.points)
            self.paid.add(score.points > SECOND_TILE_PRICE)


def _points(turns: Sequence[Turn]) -> list[int]:
    """Return what each turn earned: its first tile, and the second less its price."""
    earned: list[int] = []
    for turn in turns:
        points = sum(turn.after.scores) - sum(turn.before.scores)
        if turn.before.phase == Phase.FIRST:
            earned.append(points)
        elif turn.before.phase == Phase.SECOND:
            earned[-1] += points
    return earned


def figures(game: Dalapapa) -> DalapapaFigures:
    """Return what is to be counted, before the first game."""
    return DalapapaFigures()
