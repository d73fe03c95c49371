"""The boards of running games between people. Nobody gets help there, whatever the way they ask."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal

from encore.core.fact import Fact
from encore.core.game import AnyGame
from encore.core.parts import Earlier
from encore.core.registry import package_of
from encore.server.domain.decisions import Refusal
from encore.server.domain.table import Table
from encore.server.rooms.studies import Studies
from encore.server.storage.store import Store

log = logging.getLogger("encore.server")

MOST = 50
"""Tables whose last board is stored with a heartbeat. To find a board takes about as long as to play a move."""
BREAK = 0.00005
"""Seconds between two boards. The event loop gets the interpreter's lock then, and need not wait half a millisecond."""
TOGETHER = 64
"""Outlines computed between two breaks, in which other threads run; one takes a few microseconds."""
ENOUGH = 5000
"""Boards collected in one call, about; the other positions wait for the next call."""
LATEST = 8
"""Positions of a table that wait for the next heartbeat or question."""

GameState = Literal["played", "given up", "over"]
"""Players may go on with a game that counts as given up; then it is played again."""
Positions = Sequence[tuple[AnyGame, Any]]


class PlayedBoards:
    """Stores the boards of such games until they end, so that all processes know them.

    A move is only noted. The last boards of a few tables are stored with each heartbeat, so that they cost the games
    little, and all that wait before a question is answered. ``state_of`` tells whether the game of a table goes on.
    """

    def __init__(self, store: Store, studies: Studies, state_of: Callable[[str], Awaitable[GameState]]) -> None:
        self._store, self._studies, self._state_of = store, studies, state_of
        self._noted: dict[str, deque[tuple[AnyGame, Any]]] = {}
        self._ended = set[str]()
        self._storing = asyncio.Lock()

    def note(self, table: Table) -> None:
        """Note the position of a table after a move."""
        if not table.between_people:
            return
        if table.phase == "playing":
            if (noted := self._noted.get(table.name)) is None:  # setdefault would make a deque for each move
                noted = self._noted[table.name] = deque(maxlen=LATEST)
            noted.append((table.game, table.state))
        else:
            self._noted.pop(table.name, None)
            self._ended.add(table.name)

    async def store_some(self) -> None:
        """Store the last boards of some tables. Raises StoreBusy."""
        await self._store_noted(MOST, 1)

    async def store_all(self) -> None:
        """Store all boards that wait. Raises StoreBusy."""
        await self._store_noted(None, LATEST)

    async def _store_noted(self, tables: int | None, latest: int) -> None:
        """Store the latest positions of some tables. Raises StoreBusy; what was not stored is noted again."""
        async with self._storing:
            if ended := list(self._ended):
                await self._store.drop_boards(ended)  # before the boards of the next games at these tables
                self._ended.difference_update(ended)
            if not (noted := self._take(tables, latest)):
                return
            try:
                await self._store.put_boards(await self._studies.in_thread(_named, noted))
            except BaseException:  # also if whoever asked has gone
                for name, positions in noted.items():
                    waiting = self._noted.setdefault(name, deque(maxlen=LATEST))
                    waiting.extendleft(positions[: LATEST - len(waiting)])  # a full one would drop its last
                raise

    def _take(self, tables: int | None, latest: int) -> dict[str, Positions]:
        """Take the latest positions of some tables, the last one first; the tables that have more go to the end."""
        taken = dict[str, Positions]()
        for name in list(islice(self._noted, tables)):
            waiting = self._noted.pop(name)
            taken[name] = [waiting.pop() for _ in range(min(latest, len(waiting)))]
            if waiting:
                self._noted[name] = waiting
        return taken

    async def refuse(self, visitor: str, game: AnyGame, states: Iterable[Any], passed: Iterable[Any] = ()) -> None:
        """Raise Refusal if one of the positions, or one symmetric to it, stood in a game that people play now.

        The ``states`` are refused too if such a board can become theirs by one move.
        """
        await self.store_all()
        await self._refuse(list(await self._studies.run(visitor, boards_of, game, passed)))
        boards = await self._studies.run(visitor, boards_of, game, states)
        await self._refuse(list(boards))
        waiting = deque(boards.values())
        while waiting:
            outlines = await self._studies.run(visitor, boards_before, game, waiting)
            for outline in await self._stored(list(outlines)):
                await self._refuse(await self._studies.run(visitor, named, game, outlines[outline]))

    async def refuse_ahead(self, visitor: str, game: AnyGame, states: Sequence[Any]) -> None:
        """Raise Refusal if one of the positions that follow stood in such a game. They may be hundreds."""
        await self.store_all()
        outlines = await self._studies.run(visitor, by_outline, game, states)
        for outline in await self._stored(list(outlines)):
            await self._refuse(list(await self._studies.run(visitor, boards_of, game, outlines[outline])))

    async def _refuse(self, boards: Sequence[str]) -> None:
        """Raise Refusal if one of these boards stood in a game that people play now."""
        for name in await self._store.tables_with(boards) if boards else ():
            state = await self._state_of(name)
            if state == "played":
                raise Refusal("refused", Fact("server.people-play-it"))
            if state == "over":
                await self._store.drop_boards([name])  # its process ended before it could

    async def _stored(self, boards: Sequence[str]) -> list[str]:
        """Return those of some boards that stood at a table. Mostly none did, so many are asked for at once."""
        if not boards or not await self._store.tables_with(boards):
            return []
        if len(boards) == 1:
            return list(boards)
        middle = len(boards) // 2
        return [*await self._stored(boards[:middle]), *await self._stored(boards[middle:])]


def _named(noted: Mapping[str, Positions]) -> list[tuple[str, str]]:
    found = list[tuple[str, str]]()
    for name, positions in noted.items():
        for game, s in positions:
            try:
                for board in boards_of(game, (s,)):
                    found += [(name, each) for each in (board, *outlines_of(game, s))]
            except Exception:  # a game may be third-party code
                log.exception("the board of table %s cannot be named", name)
    return found


def boards_of(game: AnyGame, states: Iterable[Any]) -> dict[str, Any]:
    """Return some positions by the names of their boards, which symmetric ones share; few boards have no name."""
    part = package_of(type(game)).canonical.load()
    names = dict[str, Any]()
    for s in states:
        if text := part(game, s) if part else game.format_state(game.view(s, None)):
            names[_name(game, text)] = s
        time.sleep(BREAK)
    return names


def outlines_of(game: AnyGame, s: Any) -> list[str]:
    """Return the name of the outline of a board, by which it is found from those that follow."""
    part = package_of(type(game)).outline.load()
    return [_name(game, f"outline {part(game, s)}")] if part else []


def by_outline(game: AnyGame, states: Iterable[Any]) -> dict[str, list[Any]]:
    """Return some positions by the names of their outlines, or of their boards in a game without outlines."""
    if not package_of(type(game)).outline:
        return {name: [s] for name, s in boards_of(game, states).items()}
    found = dict[str, list[Any]]()
    for s in states:
        for name in outlines_of(game, s):
            found.setdefault(name, []).append(s)
        time.sleep(BREAK)
    return found


def boards_before(game: AnyGame, waiting: deque[Any]) -> dict[str, list[Earlier]]:
    """Return the boards from which positions may have come by a move, by the names of their outlines.

    The positions are taken from those that wait, until there are ENOUGH boards: long records have 300,000.
    """
    part = package_of(type(game)).earlier.load()
    found = dict[str, list[Earlier]]()
    count = 0
    while waiting and count < ENOUGH:
        s = waiting.popleft()
        for earlier in part(game, s) if part else ():
            found.setdefault(earlier.outline, []).append(earlier)
            count += 1
            if count % TOGETHER == 0:
                time.sleep(BREAK)
        time.sleep(BREAK)
    return {_name(game, f"outline {outline}"): boards for outline, boards in found.items()}


def named(game: AnyGame, boards: Sequence[Earlier]) -> list[str]:
    """Return the names of boards that an outline stands for."""
    names = list[str]()
    for earlier in boards:
        for text in earlier.texts():
            names.append(_name(game, text))
            time.sleep(BREAK)
    return names


def _name(game: AnyGame, text: str) -> str:
    return hashlib.sha256(f"{game.name} {text}".encode()).hexdigest()[:32]
