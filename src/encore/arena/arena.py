"""The arena: plays what is missing of a match and knows how it stands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from encore.arena.cluster import play_on_cluster
from encore.arena.elo import Strength, strength, stronger
from encore.arena.match import Match
from encore.arena.results import Results
from encore.arena.workers import play_in_processes
from encore.core.record import Record

QUICK = 50
"""So many games between bots that do not think are done before another process has started."""


class Arena:
    """A match in its folder. Iterate over ``play`` to let it go on."""

    def __init__(self, match: Match, folder: Path) -> None:
        self.match = match
        self.results = Results(match, folder)

    def play(self, until_sure: bool = False, cluster: str | None = None) -> Iterator[int]:
        """Play the missing games on all cores, or on a cluster; yield the number of each when its files are whole."""
        if until_sure and self.decision():
            return
        for number, record in self._records(cluster):
            self.results.add(number, record)
            yield number
            if until_sure and self.decision():
                return

    def _records(self, cluster: str | None) -> Iterator[tuple[int, Record]]:
        missing = self.results.missing()
        if cluster is not None:
            return play_on_cluster(self.match, missing, cluster)
        thinking = set(self.match.bots) != {"random"}
        jobs = min(os.cpu_count() or 1, len(missing) if thinking else len(missing) // QUICK)
        if jobs <= 1:
            return ((number, self.match.play(number)) for number in missing)
        return play_in_processes(self.match, missing, jobs)

    def rounds(self, bot: str) -> list[float]:
        """Return what a bot's seats have won of each whole round: of a game, or of all games with one deal."""
        finished, paired = self.results.finished, self.match.paired
        rounds = []
        for first in range(1, self.match.games + 1, paired):
            numbers = range(first, first + paired)
            if all(number in finished for number in numbers):
                games = [finished[number] for number in numbers]
                won = [
                    share for game in games for who, share in zip(game.seats, game.shares(), strict=True) if who == bot
                ]
                rounds.append(sum(won) / paired)
        return rounds

    def strength(self, bot: str) -> Strength | None:
        """Return how well a bot has done, once there is a whole round."""
        rounds = self.rounds(bot)
        return strength(rounds) if rounds else None

    def decision(self) -> int:
        """Return 1 or -1 when it is sure that the first bot is the stronger or the weaker one, else 0."""
        return stronger(self.rounds(self.match.bots[0])) if self.match.duel else 0
