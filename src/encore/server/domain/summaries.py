"""What is kept of a table for the lists of its players' games, so that only changed tables are replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from encore.server.domain import events
from encore.server.domain.events import AnyEvent, Began, Ended, Moved, Reason, Undone
from encore.server.domain.row import Row
from encore.server.domain.seeks import listed_until
from encore.server.domain.table import Table
from encore.server.domain.unreadable import UNREADABLE

VERSION = 4
"""The version of stored summaries: those of another version are made again."""


class SummaryChair(msgspec.Struct, frozen=True):
    """A seat: who sits there, or which bot, and the hashed token of its holder. Whoever left a game had the seat."""

    name: str
    bot: str
    holder: str


class GameSummary(msgspec.Struct, frozen=True):
    """A game of a table; ``winners`` are chairs, None as long as it is played. ``left`` are those left in this game."""

    first: int
    moves: int
    at: int
    winners: tuple[int, ...] | None = None
    reason: Reason | None = None
    chairs: tuple[SummaryChair, ...] = ()
    left: tuple[int, ...] = ()


class Summary(msgspec.Struct, frozen=True):
    """A table and its games; ``deadline`` is when the time of the chair ``to_move`` ends.

    ``listed_until`` is when a seek leaves the public list, if a person has the seats of the ``opener``. If an operator
    has ``closed`` the table, a game that was played then is over without a result.
    """

    made: int
    game: str
    players: int
    options: dict[str, str | int]
    chairs: tuple[SummaryChair, ...]
    games: tuple[GameSummary, ...]
    at: int
    to_move: int | None
    deadline: int | None
    opener: str = ""
    listed_until: int | None = None
    closed: bool = False


_decode = msgspec.json.Decoder(Summary).decode


def read_summary(data: bytes) -> Summary | None:
    """Return a stored summary; None if another release made it."""
    try:
        found = _decode(data)
    except UNREADABLE:
        return None
    return found if found.made == VERSION else None


def summary_of(name: str, rows: Sequence[Row]) -> Summary:
    """Return the summary of a table. A running game is replayed, which may take a second, so call this in a thread."""
    read = [(row, events.decode(row.data)) for row in rows]
    games = tuple(_games(read))
    running = bool(games) and games[-1].winners is None
    table, played = _table(name, read, running)
    games = tuple(
        msgspec.structs.replace(game, chairs=chairs, left=left)
        for game, (chairs, left) in zip(games, played, strict=True)
    )
    return Summary(
        VERSION,
        table.game.name,
        table.game.players,
        dict(table.game.changed_options),
        _chairs(table),
        games,
        table.at,
        table.to_move,
        table.clock.deadline,
        table.opened.holder,
        listed_until(table),
        table.closed is not None,
    )


def _chairs(table: Table) -> tuple[SummaryChair, ...]:
    """Return the seats as they are in the game: a seat that was left in it is still that of the player who left."""
    gone, left = table.vacancies.gone, table.vacancies.order
    return tuple(
        SummaryChair(chair.name, "", gone[number].holder)
        if number in left and number in gone
        else SummaryChair(chair.name, chair.bot, holder)
        for number, (chair, holder) in enumerate(zip(table.chairs, table.holders, strict=True))
    )


Played = tuple[tuple[SummaryChair, ...], tuple[int, ...]]
"""The seats of a game, and which of them were left in it."""


def _table(name: str, read: Sequence[tuple[Row, tuple[AnyEvent, ...]]], running: bool) -> tuple[Table, list[Played]]:
    """Return the table and who played its games; the moves of finished games are skipped."""
    table, played = Table(name), list[Played]()
    begins = [place for place, (_, happened) in enumerate(read) if Began in map(type, happened)]
    last = begins[-1] if running else len(read)
    for place, (row, happened) in enumerate(read):
        table.apply(row, happened, past=place < last)
        if Ended in map(type, happened):
            played.append((_chairs(table), tuple(table.vacancies.order)))
    if running:
        played.append((_chairs(table), tuple(table.vacancies.order)))
    return table, played


def _games(read: Sequence[tuple[Row, tuple[AnyEvent, ...]]]) -> Iterator[GameSummary]:
    """Yield the games of a table, in order; the last one may still be played."""
    game: GameSummary | None = None
    for row, happened in read:
        for event in happened:
            match event:
                case Began():
                    if game:
                        yield game
                    game = GameSummary(event.first, 0, row.at)
                case Moved() if game:
                    game = msgspec.structs.replace(game, moves=game.moves + 1, at=row.at)
                case Undone() if game:
                    game = msgspec.structs.replace(game, moves=game.moves - event.moves, at=row.at)
                case Ended() if game:
                    game = msgspec.structs.replace(game, winners=event.winners, reason=event.reason, at=row.at)
    if game:
        yield game
