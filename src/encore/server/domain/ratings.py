"""Ratings: how strong people are, from the results of their rated games (docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

MIDDLE, SCALE = 1500, 29.5
"""The number that a new person begins with, and how many points one unit of the model is: that of Elo."""
SURE = 150
"""A rating is provisional while its deviation is larger; that takes about twenty results."""


class Skill(NamedTuple):
    """What the model knows of somebody: the mean and the deviation of their strength (PlackettLuce of openskill)."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def rating(self) -> int:
        """The number that people see."""
        return round(MIDDLE + SCALE * (self.mu - 25))

    @property
    def provisional(self) -> bool:
        """Whether the number can still be far from the truth."""
        return self.sigma * SCALE > SURE


NEW = Skill()
"""The skill of somebody without a result."""


class RatedPlayer(msgspec.Struct, frozen=True):
    """A player in a result: their rank from 1, and the number of their team. People of one team have the same rank.

    ``person`` is the id of a person, or an id without a meaning where somebody has deleted themselves.
    """

    person: str
    rank: int
    team: int


class RatedResult(msgspec.Struct, frozen=True):
    """A result as it is stored, with the place that the store gave it: ratings follow from results in this order.

    ``number`` is the game of the table with which the game, or the pair of games, ended; players are by chair.
    """

    turn: int
    table: str
    number: int
    game: str
    at: int
    players: tuple[RatedPlayer, ...]


class Rated(msgspec.Struct, frozen=True):
    """A result with the skills of its players after it."""

    result: RatedResult
    skills: tuple[Skill, ...]


Known = Mapping[tuple[str, str], Skill]
"""Skills by person and game."""


def rate(results: Sequence[RatedResult], known: Known) -> list[Rated]:
    """Return what results do to the skills of their players. It loads the model, so call this in a thread."""
    from openskill.models import PlackettLuce

    model, skills, rated = PlackettLuce(), dict(known), list[Rated]()
    for result in results:
        teams = list(_teams(result.players))
        before = [
            [model.rating(*skills.get((result.players[chair].person, result.game), NEW)) for chair in team]
            for team in teams
        ]
        after = model.rate(before, ranks=[result.players[team[0]].rank for team in teams])
        found = {
            chair: Skill(one.mu, one.sigma)
            for team, ratings in zip(teams, after, strict=True)
            for chair, one in zip(team, ratings, strict=True)
        }
        rated.append(Rated(result, tuple(found[chair] for chair in range(len(result.players)))))
        skills |= {(each.person, result.game): found[chair] for chair, each in enumerate(result.players)}
    return rated


def _teams(players: Sequence[RatedPlayer]) -> Iterator[list[int]]:
    """Yield the chairs of each team."""
    chairs = sorted(range(len(players)), key=lambda chair: (players[chair].team, chair))
    for _, team in groupby(chairs, key=lambda chair: players[chair].team):
        yield list(team)


def players_of(results: Sequence[RatedResult]) -> Collection[tuple[str, str]]:
    """Return whose skills some results need: persons and games."""
    return {(each.person, result.game) for result in results for each in result.players}


# What is sent.


class OwnRating(msgspec.Struct, frozen=True):
    """The rating of a person in a game, and how many results it is computed from."""

    game: str
    rating: int
    provisional: bool
    results: int


class RatingStep(msgspec.Struct, frozen=True):
    """A rated result of a person, with their rating after it. ``rank`` is theirs, of all ``players``."""

    game: str
    table: str
    number: int
    at: int
    rank: int
    players: int
    rating: int


class RatingHistory(msgspec.Struct, frozen=True):
    """The rated results of a person, the newest first."""

    steps: tuple[RatingStep, ...]


class Leader(msgspec.Struct, frozen=True):
    """Somebody in the list of the best."""

    name: str
    rating: int
    provisional: bool
    results: int


class LevelRating(msgspec.Struct, frozen=True):
    """The measured rating of a level of bots."""

    level: str
    rating: int


class Leaderboard(msgspec.Struct, frozen=True):
    """The best at a game who want ratings: first those whose rating is sure, then provisional ones; and the bots."""

    game: str
    people: tuple[Leader, ...]
    levels: tuple[LevelRating, ...]
