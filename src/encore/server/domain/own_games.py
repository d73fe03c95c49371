"""The games of a person: running ones first, and figures of how they went."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeVar

import msgspec

from encore.server.domain.clocks import DAY
from encore.server.domain.events import Reason
from encore.server.domain.summaries import GameSummary, Summary, SummaryChair
from encore.server.domain.unreadable import UNREADABLE

GIVEN_UP = 14 * DAY
"""A game counts as given up after this many milliseconds without activity, unless it has days per move."""
PAGE = 30
"""Games on one page of the list."""

T = TypeVar("T")


class OwnChair(msgspec.Struct, frozen=True):
    """A seat in a list of games; one without a name and a bot is free, or its player was deleted."""

    name: str
    bot: str


class OwnGame(msgspec.Struct, frozen=True):
    """A game of a person; ``number`` is 0 for a table that waits. ``mine``, ``winners`` and ``left`` are chairs.

    ``deadline`` is when the time of the chair ``to_move`` ends, ``at`` when the game ended or something last happened
    (milliseconds). ``listed_until`` is when one's own seek leaves the public list, or has left it.
    """

    table: str
    number: int
    game: str
    players: int
    options: dict[str, str | int]
    phase: Literal["waiting", "playing", "over"]
    chairs: tuple[OwnChair, ...]
    mine: tuple[int, ...]
    to_move: int | None
    deadline: int | None
    at: int
    winners: tuple[int, ...] | None
    reason: Reason | None
    moves: int
    reviewed: bool = False
    left: tuple[int, ...] = ()
    listed_until: int | None = None


class OwnGames(msgspec.Struct, frozen=True):
    """A page of the list, and whether there are more."""

    games: tuple[OwnGame, ...]
    more: bool


class Results(msgspec.Struct, frozen=True):
    """How many games were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class BotResults(msgspec.Struct, frozen=True):
    """The results against a level of bots."""

    bot: str
    won: int
    drawn: int
    lost: int


class OwnAccounts(msgspec.Struct, frozen=True):
    """Averages of the reviews: what luck, the person's own choices and those of others changed in a game.

    ``given_away`` is what was lost by moves that were clearly worse than the best ones.
    """

    games: int
    luck: float
    own: float
    others: float
    given_away: float


class GameFigures(msgspec.Struct, frozen=True):
    """A person's results in a game: against people, each level of bots, and alone; ``reviews`` if there are some."""

    game: str
    people: Results
    bots: tuple[BotResults, ...]
    alone: Results
    reviews: OwnAccounts | None


class OwnFigures(msgspec.Struct, frozen=True):
    """The figures of a person, by game. Only games in which they had exactly one seat count."""

    games: tuple[GameFigures, ...]


class OwnTable(NamedTuple):
    """A table at which a person has seats, with their hashed tokens there."""

    name: str
    holders: frozenset[str]
    summary: Summary

    def mine(self, chairs: Iterable[SummaryChair]) -> tuple[int, ...]:
        """Return which chairs are those of the person."""
        return tuple(number for number, each in enumerate(chairs) if each.holder in self.holders)


class Wanted(NamedTuple):
    """Which games somebody looks for; an empty text stands for all."""

    game: str = ""
    opponent: str = ""
    phase: str = ""
    page: int = 1

    def fits(self, found: OwnGame) -> bool:
        """Return whether a game is looked for."""
        if self.game and found.game != self.game:
            return False
        if self.phase and (self.phase == "finished") != (found.phase == "over"):
            return False
        others = _others(found.chairs, found.mine)
        sought = self.opponent.casefold()
        return not sought or any(sought in (each.name or each.bot).casefold() for each in others)


def _others(chairs: Iterable[T], mine: Collection[int]) -> Iterator[T]:
    return (chair for number, chair in enumerate(chairs) if number not in mine)


def page_of(tables: Iterable[OwnTable], wanted: Wanted) -> OwnGames:
    """Return a page of the games that somebody looks for, in order: running ones first."""
    found = sorted((each for each in all_games(tables) if wanted.fits(each)), key=_order)
    start = (wanted.page - 1) * PAGE
    return OwnGames(tuple(found[start : start + PAGE]), len(found) > start + PAGE)


def _order(game: OwnGame) -> tuple[object, ...]:
    """Order games: running ones first, among these one's own turns and those with little time; then the newest."""
    if game.phase == "over":
        return 1, 0, 0, -game.at, game.table, -game.number
    turn = game.to_move in game.mine
    return 0, not turn, math.inf if game.deadline is None else game.deadline, -game.at, game.table, game.number


def all_games(tables: Iterable[OwnTable]) -> Iterator[OwnGame]:
    """Yield the games of tables in which the person has played, or that they wait for."""
    for table in tables:
        waiting = GameSummary(0, 0, table.summary.at, chairs=table.summary.chairs)
        for number, game in enumerate(table.summary.games, 1) if table.summary.games else [(0, waiting)]:
            if mine := table.mine(game.chairs):
                yield _game(table, mine, number, game)


def _game(table: OwnTable, mine: tuple[int, ...], number: int, game: GameSummary) -> OwnGame:
    summary = table.summary
    over = game.winners is not None or summary.closed
    # A bot plays on the seat that the person has left.
    to_move = None if summary.to_move in set(mine) & set(game.left) else summary.to_move
    return OwnGame(
        table.name,
        number,
        summary.game,
        summary.players,
        summary.options,
        "over" if over else "playing" if number else "waiting",
        tuple(OwnChair(chair.name, chair.bot) for chair in game.chairs),
        mine,
        None if over else to_move,
        None if over else summary.deadline,
        game.at,
        game.winners,
        game.reason,
        game.moves,
        left=game.left,
        listed_until=summary.listed_until if summary.opener in table.holders else None,
    )


# Figures.


class _Seat(msgspec.Struct):
    """The part of a reviewed seat that counts here."""

    luck: float
    own: float
    others: float
    given_away: float


class _Reviewed(msgspec.Struct):
    seats: tuple[_Seat, ...]


_decode = msgspec.json.Decoder(_Reviewed).decode


class _Tally:
    """The figures of one game while they are counted."""

    def __init__(self) -> None:
        self.people, self.alone = [0, 0, 0], [0, 0, 0]
        self.bots: dict[str, list[int]] = {}
        self.seats: list[_Seat] = []

    def count(self, table: OwnTable, chair: int, game: GameSummary) -> None:
        """Count the result of a finished game."""
        result = _result(chair, game, table.summary.players)
        others = [each for number, each in enumerate(game.chairs) if number != chair]
        for results in self._kinds(others):
            results[result] += 1

    def _kinds(self, others: Collection[SummaryChair]) -> list[list[int]]:
        """Return which results a game counts for: against people if one plays, or else each level of bots once."""
        if not others:
            return [self.alone]
        if any(not each.bot for each in others):
            return [self.people]
        return [self.bots.setdefault(bot, [0, 0, 0]) for bot in {each.bot for each in others}]

    def figures(self, game: str) -> GameFigures:
        """Return the figures."""
        bots = tuple(BotResults(bot, *results) for bot, results in sorted(self.bots.items()))
        return GameFigures(game, Results(*self.people), bots, Results(*self.alone), self._accounts())

    def _accounts(self) -> OwnAccounts | None:
        if not self.seats:
            return None
        games = len(self.seats)
        sums = (
            sum(each.luck for each in self.seats),
            sum(each.own for each in self.seats),
            sum(each.others for each in self.seats),
            sum(each.given_away for each in self.seats),
        )
        return OwnAccounts(games, *(round(total / games, 4) for total in sums))


def _result(chair: int, game: GameSummary, players: int) -> int:
    """Return 0 for a win, 1 for a draw, 2 for a loss.

    Whoever left has lost. Otherwise a win of all is a draw, and so is a game that nobody won.
    """
    winners = game.winners or ()
    if chair in game.left:
        return 2
    if players > 1 and len(winners) in (0, players):
        return 1
    return 0 if chair in winners else 2


def figures_of(tables: Iterable[OwnTable], reviews: Mapping[tuple[str, int], bytes]) -> OwnFigures:
    """Return a person's figures from their tables and the stored reviews of the games there."""
    tallies: dict[str, _Tally] = {}
    for table in tables:
        players = table.summary.players
        for number, game in enumerate(table.summary.games, 1):
            mine = table.mine(game.chairs)
            if game.winners is None or len(mine) != 1:
                continue
            chair = mine[0]
            tally = tallies.setdefault(table.summary.game, _Tally())
            tally.count(table, chair, game)
            if seat := _seat(reviews.get((table.name, number)), (chair - game.first) % players):
                tally.seats.append(seat)
    return OwnFigures(tuple(tally.figures(game) for game, tally in sorted(tallies.items())))


def _seat(review: bytes | None, seat: int) -> _Seat | None:
    """Return a seat of a stored review; None if there is no review, or it cannot be read."""
    try:
        return _decode(review).seats[seat] if review is not None else None
    except (*UNREADABLE, IndexError):
        return None
