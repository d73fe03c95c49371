"""Export and import of all tables, as a file with one line per table."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from encore.core.errors import EncoreError
from encore.server.domain import events, votes
from encore.server.domain.attached import Attached
from encore.server.domain.clocks import TimeOfDay, now_ms
from encore.server.domain.events import Opened, Resumed
from encore.server.domain.moderation import AllModeration
from encore.server.domain.names import is_table_name
from encore.server.domain.notices import wakes_left
from encore.server.domain.table import Table
from encore.server.domain.unreadable import UNREADABLE
from encore.server.storage.people import AllPeople
from encore.server.storage.ratings import AllRatings
from encore.server.storage.store import Card, DailyResults, Row, Store


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: the last heartbeat, the outages before, results of daily puzzles, people, and rated results.

    ``moderation`` are restrictions, blocks, reports and the operator's log.

    ``key`` is the one that the links in mails are made of. Older files have none of these. Sessions are not exported:
    people sign in again.
    """

    encore: Literal["export"]
    version: Literal[1]
    lived: int = 0
    outages: tuple[tuple[int, int], ...] = ()
    daily: DailyResults = DailyResults()
    people: AllPeople = AllPeople()
    ratings: AllRatings = AllRatings()
    key: bytes = b""
    moderation: AllModeration = AllModeration()


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table with its history."""

    table: str
    listed: bool
    card: msgspec.Raw
    rows: tuple[tuple[int, str | None, msgspec.Raw], ...]


async def write_all(store: Store, file: Path) -> int:
    """Write every table and return their number. The file appears only when it is complete."""
    await store.open()
    part = file.with_name(file.name + ".part")
    written = 0
    try:
        # Readable only by the owner: the seed of a running game reveals all its future deals.
        with os.fdopen(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as out:
            outages, daily = tuple(await store.outages(0)), await store.all_results()
            people, ratings = await store.people.all_people(), await store.ratings.all_ratings()
            key = await store.notices.known_key()
            moderation = await store.moderation.all_moderation(now_ms())
            head = Head("export", 1, await store.pulse(), outages, daily, people, ratings, key, moderation)
            out.write(msgspec.json.encode(head) + b"\n")
            async for name in store.tables():
                found = await store.rows(name)
                if not found or found[0].seq != 1:
                    continue  # it was deleted
                card = await store.card(name) or Card(name, False, b"null")
                rows = tuple((row.at, row.action, msgspec.Raw(row.data)) for row in found)
                out.write(msgspec.json.encode(Line(name, card.listed, msgspec.Raw(card.data), rows)) + b"\n")
                written += 1
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
        await store.close()
    return written


async def read_all(store: Store, file: Path, now: TimeOfDay = now_ms) -> tuple[int, int]:
    """Store the tables of a file; return how many are new, and how many already existed.

    An invalid table stops the import: EncoreError names its line, and the tables before it are stored. Live games and
    votes get a refund for the time since the last heartbeat of their old store.
    """
    await store.open()
    read = left = 0
    try:
        head = _head(file)
        if await _is_empty(store):
            await store.add_outages(_outages(head, now()))  # whoever loses a rated game by them is not to blame
        if not await store.pulse():
            await store.beat(now())  # the first server that starts records the outage
        await store.add_results(head.daily)
        if head.key:
            await store.notices.push_key(head.key)  # a store that has been served before keeps its own
        for number, line in _lines(file):
            rows = _rows(line)
            try:
                table = _check(line, rows)
            except Exception as error:  # a table that cannot be replayed here could not be continued later
                raise EncoreError(f"{file}, line {number}: this table cannot have happened: {_words(error)}") from None
            if await store.rows(line.table):
                left += 1
                continue
            rows += _given_back(table, head, now())
            wakes = Attached(wakes_left(table, now()))  # the notices of the old store are not in the file
            *earlier, last = rows
            # Together, so that they share a commit.
            await asyncio.gather(*map(store.append, earlier), store.append(last, wakes))
            if bytes(line.card) != b"null":
                await store.put_card(Card(line.table, line.listed, bytes(line.card)))
            read += 1
        # People who are here already have chosen themselves whether they want ratings.
        wanted = [person for person in head.ratings.wanted if not await store.people.person(person)]
        await store.people.add_people(head.people)
        await store.ratings.add_ratings(msgspec.structs.replace(head.ratings, wanted=tuple(wanted)))
        await store.moderation.add_moderation(head.moderation)
    finally:
        await store.close()
    return read, left


def _rows(line: Line) -> list[Row]:
    return [Row(line.table, seq, at, action, bytes(data)) for seq, (at, action, data) in enumerate(line.rows, 1)]


def _given_back(table: Table, head: Head, now: int) -> list[Row]:
    # Stored in the table itself: other tables of this store have not lost that time.
    outages = _outages(head, now)
    lost, answers = table.clock.lost(outages), votes.lost(table, outages)
    if not lost and not answers:
        return []
    resumed = Resumed(lost, now, answers)
    row = Row(table.name, table.version + 1, max(now, table.at), None, events.encode([resumed]))
    table.apply(row, (resumed,))
    return [row]


def _outages(head: Head, now: int) -> tuple[tuple[int, int], ...]:
    """Return the outages of the old store; the last one is the move, up to now."""
    return (*head.outages, (head.lived, now)) if 0 < head.lived < now else head.outages


async def _is_empty(store: Store) -> bool:
    """Return whether a store has no table, which would get a refund for the outages of another store."""
    async for _ in store.tables():
        return False
    return True


def _check(line: Line, rows: list[Row]) -> Table:
    """Replay a table and return it; raise if the server would fail to open it."""
    if not is_table_name(line.table):
        raise EncoreError("no table has such a name")
    if not rows or not isinstance(events.decode(rows[0].data)[0], Opened):
        raise EncoreError("it was never opened")
    table = Table(line.table)
    for row in rows:  # all its games, including finished ones
        table.apply(row, events.decode(row.data))
    if len(table.chairs) != table.game.players:
        raise EncoreError(f"it has {len(table.chairs)} chairs for {table.game.players} players")
    if table.number:
        table.record()
    elif table.ended:
        raise EncoreError("a game ends that has not begun")
    card = msgspec.json.decode(line.card, type=dict[str, Any] | None)
    if card and (card.get("table"), card.get("game")) != (table.name, table.game.name):
        raise EncoreError("its card is of another table")
    return table


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _head(file: Path) -> Head:
    with file.open("rb") as lines:
        try:
            return msgspec.json.decode(next(lines, b""), type=Head)
        except UNREADABLE:
            raise EncoreError(f"{file} is no file of encore export, or of another version") from None


def _lines(file: Path) -> Iterator[tuple[int, Line]]:
    decoder = msgspec.json.Decoder(Line)
    with file.open("rb") as lines:
        next(lines)  # the head
        for number, line in enumerate(lines, 2):
            try:
                yield number, decoder.decode(line)
            except UNREADABLE as error:
                raise EncoreError(f"{file}, line {number}: {error}") from None
