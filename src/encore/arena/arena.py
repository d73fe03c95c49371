"""Plays the missing games of a match and knows its standing."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from encore.arena.cluster import play_on_cluster
from encore.arena.elo import SequentialTest, Strength, strength, stronger
from encore.arena.match import Match
from encore.arena.results import Result, Results
from encore.arena.workers import play_in_processes
from encore.core.record import Record

QUICK = 50
"""Games between bots that do not search; fewer are finished before another process has started."""


def play_here(match: Match, numbers: Sequence[int]) -> Iterator[tuple[int, Record]]:
    """Play games on all cores and yield each as it ends, with its number."""
    thinking = set(match.bots) != {"random"}
    jobs = min(os.cpu_count() or 1, len(numbers) if thinking else len(numbers) // QUICK)
    if jobs <= 1:
        return ((number, match.play(number)) for number in numbers)
    return play_in_processes(match, numbers, jobs)


class Arena:
    """A match with its folder. Iterate over ``play`` to continue it.

    With ``until_sure`` a match of two bots ends when it is clear which one is stronger. Rounds are evaluated in the
    order of their numbers, so the result does not depend on which game was finished first. Later games that were
    finished before the deciding round stay in the folder and do not count.
    """

    def __init__(self, match: Match, folder: Path, until_sure: bool = False) -> None:
        self.match = match
        self.until_sure = until_sure and match.duel
        self.results = Results(match, folder)
        self._test = SequentialTest()
        self._look()

    def play(self, cluster: str | None = None) -> Iterator[int]:
        """Play the missing games on all cores or on a cluster; yield the number of each when its files are written."""
        if not self._test.verdict:
            for number, record in self._records(cluster):
                self.results.add(number, record)
                self._look()
                yield number
                if self._test.verdict:
                    break
        self.results.tidy()

    def _look(self) -> None:
        """Give the test the next rounds, up to the first that is not complete."""
        while self.until_sure and not self._test.verdict:
            won = self._round(self.match.bots[0], self._test.rounds)
            if won is None:
                return
            self._test.add(won)

    def _records(self, cluster: str | None) -> Iterator[tuple[int, Record]]:
        missing = self.results.missing()
        if cluster is not None:
            return play_on_cluster(self.match, missing, cluster)
        return play_here(self.match, missing)

    def _counting(self) -> int:
        """Return the number of the last game that counts."""
        return self._test.rounds * self.match.paired if self._test.verdict else self.match.games

    def counted(self) -> list[Result]:
        """Return the finished games that count, by number."""
        finished = self.results.finished
        return [finished[number] for number in range(1, self._counting() + 1) if number in finished]

    def _round(self, bot: str, index: int) -> float | None:
        """Return what a bot's seats have won in a round, counted from 0; None if it is not complete."""
        finished, paired = self.results.finished, self.match.paired
        numbers = range(index * paired + 1, (index + 1) * paired + 1)
        if any(number not in finished for number in numbers):
            return None
        games = [finished[number] for number in numbers]
        won = [share for game in games for who, share in zip(game.seats, game.shares(), strict=True) if who == bot]
        return sum(won) / paired

    def rounds(self, bot: str) -> list[float]:
        """Return what a bot's seats have won in each complete round: a game, or all games with one deal."""
        rounds = (self._round(bot, index) for index in range(self._counting() // self.match.paired))
        return [won for won in rounds if won is not None]

    def strength(self, bot: str) -> Strength | None:
        """Return the strength of a bot, once there is a complete round."""
        rounds = self.rounds(bot)
        return strength(rounds) if rounds else None

    def decision(self) -> int:
        """Return 1 or -1 when it is clear that the first bot is stronger or weaker, else 0."""
        if self.until_sure:
            return self._test.verdict
        return stronger(self.rounds(self.match.bots[0])) if self.match.duel else 0
