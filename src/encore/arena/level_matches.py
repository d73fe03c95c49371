"""Ratings of the levels, from matches between neighbouring ones (``encore match``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path

from encore.arena.elo import elo, strength
from encore.arena.results import FILE, Result, read_result
from encore.bots.level_ratings import ANCHOR, COLUMNS, MIDDLE
from encore.bots.levels import LEVELS
from encore.core.errors import EncoreError

_BOT = "bot:"


@dataclass(frozen=True)
class LevelMatch:
    """A match between two levels: game, limits of a move, and what the first level won in each pair of games."""

    game: str
    limits: str
    levels: tuple[str, str]
    rounds: tuple[float, ...]


@dataclass(frozen=True)
class Step:
    """How much stronger a level is than the one below, with its standard error, and the number of games."""

    elo: float
    error: float
    games: int


def read_match(folder: Path) -> LevelMatch:
    """Read the results of a match between two levels, or raise EncoreError."""
    path = folder / FILE
    if not path.is_file():
        raise EncoreError(f"{folder} has no {FILE}; name folders of encore match")
    head, *lines = path.read_text("utf-8", "replace").split("\n")
    try:
        game, players, settings, bots, _, *limits = head.split("\t")
        first, second = (bot.removeprefix(_BOT) for bot in bots.split(","))
    except ValueError:
        raise EncoreError(f"{folder} holds no match of two levels, such as --bots bot:easy,bot:medium") from None
    if players != "2" or settings or {first, second} - set(LEVELS) or first == second:
        raise EncoreError(f"{folder} holds no match of two levels with the usual options")
    results = {one.number: one for one in map(read_result, lines) if one}
    return LevelMatch(game, " ".join(limits), (first, second), tuple(_rounds(results, f"{_BOT}{first}")))


def _rounds(results: dict[int, Result], bot: str) -> Iterator[float]:
    """Yield the share of the wins in each complete pair of games with the same deal."""
    for number in sorted(results):
        if number % 2 and number + 1 in results:
            pair = results[number], results[number + 1]
            yield (
                sum(share for one in pair for who, share in zip(one.seats, one.shares(), strict=True) if who == bot) / 2
            )


def levels_text(matches: Sequence[LevelMatch]) -> str:
    """Return the file with the ratings of the levels: those of neighbours follow from each other."""
    games, limits = {match.game for match in matches}, {match.limits for match in matches}
    if len(games) != 1 or len(limits) != 1:
        raise EncoreError("name the matches of one game, all with the same --think or --nodes")
    order = list(LEVELS)
    steps = [_step(matches, *pair) for pair in pairwise(order)]
    head = f"# encore ratings levels: encore match {games.pop()} --players 2, {limits.pop()}, neighbouring levels.\n"
    note = f"# {ANCHOR} is {MIDDLE} by definition; low and high: 95 %, against {ANCHOR}.\n"
    lines = [_line(level, steps) for level in order]
    return head + note + COLUMNS + "\n" + "".join(lines)


def _step(matches: Sequence[LevelMatch], lower: str, higher: str) -> Step:
    rounds = list[float]()
    for match in matches:
        if match.levels == (lower, higher):
            rounds += (1 - won for won in match.rounds)
        elif match.levels == (higher, lower):
            rounds += match.rounds
    if not rounds:
        raise EncoreError(f"no match between {_BOT}{lower} and {_BOT}{higher} is among them")
    # A won and a lost pair are added, as for the interval: a level that won all games is not infinitely stronger.
    found, middle = strength(rounds), (sum(rounds) + 1) / (len(rounds) + 2)
    error = (elo(found.high) - elo(found.low)) / (2 * 1.96)
    return Step(elo(middle), error, 2 * len(rounds))


def _line(level: str, steps: Sequence[Step]) -> str:
    place, anchor = list(LEVELS).index(level), list(LEVELS).index(ANCHOR)
    between = steps[min(place, anchor) : max(place, anchor)]
    sign = 1 if place > anchor else -1
    rating = MIDDLE + sign * sum(step.elo for step in between)
    width = 1.96 * sqrt(sum(step.error**2 for step in between))
    games = (between[-1 if place > anchor else 0] if between else steps[place]).games
    return f"{level} {rating:.0f} {rating - width:.0f} {rating + width:.0f} {games}\n"
