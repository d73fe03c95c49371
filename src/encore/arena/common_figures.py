"""The statistics that every game has: who wins, how long games are, and how many choices there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import log10
from typing import Any

from encore.arena.rounds import Rounds
from encore.core.figures import Course, Figures, Share, Spread, Turn
from encore.core.game import DEALER, AnyGame, shares

_PLACES = ("first", "second", "third", "fourth")


class CommonFigures(Figures):
    """Statistics of any game; points only for games with points, and the order of play only with opponents."""

    def __init__(self, game: AnyGame) -> None:
        self.wins = Wins("wins", _places(game))
        self.ending = Share("won" if game.players == 1 else "ties and shared wins")
        self.length = Spread("moves a game")
        self.choices = Spread("choices a move")
        self.forced = Share("moves without a choice", games=False)
        self.tree = Spread("game tree, power of ten")
        self.course = Course("choices by move")
        if game.scores(game.initial()):
            self.points = Spread("points of the winner")
            self.margin = Spread("ahead of the next by")
            self.leads = Spread("changes of the lead")

    def add(self, game: AnyGame, turns: Sequence[Turn], deal: str = "") -> None:
        """Add a whole game; consecutive games with the same deal are one observation of who wins."""
        own = [turn for turn in turns if turn.seat != DEALER]
        choices = [len(turn.choices) for turn in own]
        self.length.add(len(own))
        self.course.add(choices)
        for number in choices:
            self.choices.add(number)
            self.forced.add(number == 1)
        self.tree.add(round(sum(map(log10, choices))))
        self._add_end(game, turns, own[0].seat if own else 0, deal)

    def _add_end(self, game: AnyGame, turns: Sequence[Turn], first: int, deal: str) -> None:
        outcome = game.outcome(turns[-1].after)
        assert outcome is not None, "games that are not over do not count"
        sides = {frozenset(game.partners(seat)) for seat in outcome.winners}
        self.ending.add(len(sides) == 1 if game.players == 1 else len(sides) != 1)
        self.wins.add(game, outcome.winners, first, deal)
        if outcome.scores:
            winner = outcome.winners[0]
            others = [seat for seat in range(game.players) if seat not in game.partners(winner)]
            self.points.add(outcome.scores[winner])
            self.margin.add(outcome.scores[winner] - max(outcome.scores[seat] for seat in others))
            self.leads.add(_changes(game, [turn.after for turn in turns]))


def _places(game: AnyGame) -> list[Rounds]:
    """Return the places in the order of play: the first, and with more than two sides the others too."""
    sides = 0 if game.players == 1 else game.players // len(game.partners(0))
    fair = Fraction(1, max(1, sides))
    return [Rounds(f"{place} to move wins", fair) for place in _PLACES[: 1 if sides == 2 else sides]]


@dataclass
class Wins:
    """What each place in the order of play wins; partners count together."""

    label: str
    places: list[Rounds] = field(default_factory=list)

    def add(self, game: AnyGame, winners: Sequence[int], first: int, deal: str) -> None:
        """Add a game in which a seat moved first."""
        won = shares(winners, game.players)
        for place, rounds in enumerate(self.places):
            side = game.partners((first + place) % game.players)
            rounds.add(deal, sum((won[seat] for seat in side), Fraction(0)))

    def merge(self, other: Wins) -> None:
        """Add the games that followed."""
        for mine, theirs in zip(self.places, other.places, strict=True):
            mine.merge(theirs)


def _changes(game: AnyGame, states: Sequence[Any]) -> int:
    """Return how often the lead changed."""
    changes, ahead = 0, None
    for state in states:
        scores = game.scores(state)
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        leader = game.partners(best[0])
        if set(best) <= set(leader) and set(leader) != ahead:
            changes += ahead is not None
            ahead = set(leader)
    return changes
