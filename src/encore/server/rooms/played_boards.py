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

    async def refuse(self, visitor: str, game: AnyGame, states: Iterable[Any]) -> None:
        """Raise Refusal if one of the positions, or one symmetric to it, stood in a game that people play now."""
        await self.store_all()
        boards = await self._studies.run(visitor, boards_of, game, tuple(states))
        for name in await self._store.tables_with(boards) if boards else ():
            state = await self._state_of(name)
            if state == "played":
                raise Refusal("refused", Fact("server.people-play-it"))
            if state == "over":
                await self._store.drop_boards([name])  # its process ended before it could


def _named(noted: Mapping[str, Positions]) -> list[tuple[str, str]]:
    found = list[tuple[str, str]]()
    for name, positions in noted.items():
        for game, s in positions:
            try:
                found += [(name, board) for board in boards_of(game, (s,))]
            except Exception:  # a game may be third-party code
                log.exception("the board of table %s cannot be named", name)
    return found


def boards_of(game: AnyGame, states: Sequence[Any]) -> list[str]:
    """Return the names of the boards in some positions, the same for symmetric ones; few boards have none."""
    part = package_of(type(game)).canonical.load()
    names = list[str]()
    for s in states:
        if text := part(game, s) if part else game.format_state(game.view(s, None)):
            names.append(hashlib.sha256(f"{game.name} {text}".encode()).hexdigest()[:32])
        time.sleep(BREAK)
    return names
