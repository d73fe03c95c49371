"""Statistics of Da Capo: rounds, switches and sweeps; with one player, what was left."""

from __future__ import annotations

from collections.abc import Sequence

from encore.core.figures import Figures, Kinds, Share, Spread, Turn
from encore.core.game import AnyGame
from encore.games.dacapo.moves import Capture, Switch
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import BIG_FISH


class RoundFigures(Figures):
    """Figures for two, three or four players. A team cannot sweep, so sweeps are not counted with four."""

    def __init__(self, game: DaCapo) -> None:
        if game.players < 4:
            self.sweeps = Share("a sweep ended it")
        self.rounds = Spread("rounds a game")
        self.captures = Spread("captures a round")
        self.switches = Spread("switches a round")
        self.switched = Kinds("what was switched", (*BIG_FISH.values(), "both"))
        self.heights = Spread("highest pile of a round")
        self.piles = Spread("piles left in a round")
        self.starters = Share("fish of who starts a round", games=False)

    def add(self, game: AnyGame, turns: Sequence[Turn]) -> None:
        """Count a whole game."""
        first = 0
        for number, turn in enumerate(turns, 1):
            if turn.after.rounds > turn.before.rounds:
                self._add_round(turns[first:number])
                first = number
        self.rounds.add(turns[-1].after.rounds)
        if game.players < 4:
            self.sweeps.add(len({pile.colour for pile in turns[-1].after.piles if pile}) == 1)

    def _add_round(self, turns: Sequence[Turn]) -> None:
        self.captures.add(sum(isinstance(turn.move, Capture) for turn in turns))
        switches = [turn for turn in turns if isinstance(turn.move, Switch)]
        self.switches.add(len(switches))
        for turn in switches:
            self.switched.add(_what(turn))
        before, after = turns[-1].before, turns[-1].after
        heights = [pile.height for pile in after.piles if pile]
        self.heights.add(max(heights))
        self.piles.add(len(heights))
        self.starters.hits += after.scores[after.starter] - before.scores[after.starter]
        self.starters.of += sum(heights)


def _what(turn: Turn) -> str:
    """Return which of the two big fish were switched: one with another fish, or both with each other."""
    other = turn.before.piles[turn.move.other]
    return "both" if other.value in BIG_FISH else BIG_FISH[turn.move.value]


class SoloFigures(Figures):
    """Figures for one player, who does not always win."""

    def __init__(self) -> None:
        self.piles = Spread("piles left")
        self.heights = Spread("highest pile")
        self.left = Spread("piles of others left")

    def add(self, game: AnyGame, turns: Sequence[Turn]) -> None:
        """Count a whole game."""
        s = turns[-1].after
        piles = [pile for pile in s.piles if pile]
        self.piles.add(len(piles))
        self.heights.add(max(pile.height for pile in piles))
        self.left.add(sum(pile.colour != s.order[-1] for pile in piles))


def figures(game: DaCapo) -> Figures:
    """Return empty figures, before the first game."""
    return SoloFigures() if game.solo else RoundFigures(game)
