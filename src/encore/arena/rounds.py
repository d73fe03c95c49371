"""Shares of the wins, added game by game; consecutive games with one deal are one observation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from encore.arena.elo import Strength, strength_of
from encore.core.figures import Share


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive games with the same deal: their number, and what was won."""

    deal: str
    games: int
    won: Fraction

    @property
    def share(self) -> Fraction:
        """The mean share of the win in the run."""
        return self.won / self.games


@dataclass
class Rounds:
    """What somebody won, deal by deal; ``fair`` is the share without any advantage.

    The first and the last run stay open, since the games before or after them can have the same deal. Shares are
    fractions, so sums do not depend on the order of merging.
    """

    label: str
    fair: Fraction
    first: Run | None = None
    last: Run | None = None
    closed: int = 0
    won: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)

    def add(self, deal: str, won: Fraction) -> None:
        """Add a game; the deal '' means that it shares its deal with no other."""
        self._append(Run(deal, 1, won))

    def _append(self, run: Run) -> None:
        open_run = self.last or self.first
        if open_run and run.deal and open_run.deal == run.deal:
            joined = Run(run.deal, open_run.games + run.games, open_run.won + run.won)
            self.first, self.last = (self.first, joined) if self.last else (joined, None)
        elif self.first is None:
            self.first = run
        else:
            self._close()
            self.last = run

    def _close(self) -> None:
        if self.last:
            self.closed += 1
            self.won += self.last.share
            self.squares += self.last.share**2
            self.last = None

    def merge(self, other: Rounds) -> None:
        """Add the games that followed."""
        if other.first:
            self._append(other.first)
        if other.last:
            self._close()
            self.closed += other.closed
            self.won += other.won
            self.squares += other.squares
            self.last = other.last

    @property
    def count(self) -> int:
        """How many rounds there are."""
        return self.closed + (self.first is not None) + (self.last is not None)

    def strength(self) -> Strength:
        """Return the share and its interval; there must be a game."""
        ends = [run.share for run in (self.first, self.last) if run]
        won, squares = self.won + sum(ends), self.squares + sum(share * share for share in ends)
        return strength_of(self.count, float(won), float(squares))


def strength_of_share(share: Share) -> Strength | None:
    """Return a share, with an interval if it can happen once in each game; None if it never could.

    Events within one game are not independent, so their number does not give an interval.
    """
    if not share.of:
        return None
    found = strength_of(share.of, share.hits, share.hits)
    return found if share.games else replace(found, low=found.score, high=found.score)
