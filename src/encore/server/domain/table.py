"""A table, rebuilt from its history: seats, the game in progress, clocks, requests and chat."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Literal, NamedTuple

from encore.core.errors import EncoreError
from encore.core.game import DEALER, AnyGame
from encore.core.record import Record
from encore.core.registry import load
from encore.core.replay import record_of
from encore.server.domain import events
from encore.server.domain.clocks import Clock
from encore.server.domain.deals import commitment
from encore.server.domain.events import (
    AnyEvent,
    Asked,
    Asking,
    Began,
    BotsJoined,
    Chair,
    Dealt,
    Declined,
    Ended,
    Joined,
    Left,
    Moved,
    Opened,
    Resumed,
    Said,
    Undone,
)
from encore.server.domain.row import Row

REMEMBERED, CARRIED = 1024, 64
"""Number of action ids that a table remembers, about 150 bytes each: in the current game, and from the one before.

No game has that many moves, and one address would need eight minutes to reach it by chat alone.
"""
CHANGES = frozenset({Began, Moved, Dealt, Undone, Ended})
"""Events that change the game; a move sent before them is stale."""
PLAYED = frozenset({Moved, Dealt, Undone})
"""Events that have no effect once another game has begun."""
HEARD = 30
"""Number of chat messages sent to somebody who connects."""


class Reached(NamedTuple):
    """The state after a move, and the seat to move in it; for some games this is slow to compute."""

    state: Any
    seat: int | None


class Step(NamedTuple):
    """A move of a player, with the states before and after it."""

    before: Any
    move: str
    after: Any


def reach(game: AnyGame, s: Any, move: Any) -> Reached:
    """Play a move, or raise IllegalMove."""
    after = game.play(s, move)
    return Reached(after, game.to_move(after))


class HistoryError(EncoreError):
    """Invalid rows: their events cannot follow from the earlier ones."""


class Table:
    """One table. Only ``apply`` changes it, so it always matches its rows."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.version = 0
        self.position = 0  # the version at which the game last changed
        self.opened: Opened
        self.opened_at = 0
        self.game: AnyGame
        self.chairs: list[Chair] = []
        self.holders: list[str] = []  # the hashed token of each seat's holder, empty for nobody
        self._held: dict[str, tuple[int, ...]] = {}  # the seats of each holder
        self.number = 0
        self.first = 0
        self.seed = ""
        self.state: Any = None
        self._seat: int | None = None  # the game's seat to move in the state
        self._coming: Iterator[Reached] = iter(())  # the states after the moves of the current row, if known
        self.moves: list[str] = []
        self.movers: list[int] = []  # the chair of each move, or DEALER
        self._dealt_at: tuple[int, Any] = 0, None  # the number of moves after the last deal, and the state then
        self.mover: int | None = None  # the chair that moved last
        self.step: Step | None = None  # its move, unless it was undone
        self.to_move: int | None = None  # the chair to move; None if there is none
        self.clock: Clock
        self.asked: dict[Asking, list[int]] = {}
        self.ended: Ended | None = None
        self.wins: list[float] = []
        self.said: deque[Said] = deque(maxlen=HEARD)
        self.players_said = self.watchers_said = 0  # how many messages there were
        self.actions: dict[str, int] = {}  # the version that each action made
        self.at = 0

    def apply(
        self, row: Row, happened: tuple[AnyEvent, ...], past: bool = False, states: Iterable[Reached] = ()
    ) -> None:
        """Apply the events of the next row; the moves of a ``past`` game are skipped.

        ``states`` are the states after its moves, as computed by the decision; without them the moves are played.
        """
        if row.seq != self.version + 1:
            raise HistoryError(f"row {row.seq} follows row {self.version}")
        if not happened:
            raise HistoryError(f"row {row.seq} has no events")
        self.version, self.at = row.seq, row.at
        self._coming = iter(states)
        for event in happened:
            if not (past and type(event) in PLAYED):
                self._HAPPEN[type(event)](self, event)
        if not CHANGES.isdisjoint(map(type, happened)):
            self.position = row.seq
        if row.action is not None:
            self.actions[row.action] = row.seq
            if len(self.actions) > REMEMBERED:
                self._remember(REMEMBERED)

    def renew(self, read: Table) -> None:
        """Become the same table read anew from the store, whose rows were rewritten."""
        self.__dict__.update(read.__dict__)

    def _remember(self, most: int) -> None:
        while len(self.actions) > most:
            del self.actions[next(iter(self.actions))]

    # Queries.

    @property
    def phase(self) -> Literal["waiting", "playing", "over"]:
        """Whether the table waits for people, plays, or has finished a game."""
        if self.ended:
            return "over"
        return "playing" if self.number else "waiting"

    @property
    def taken(self) -> list[bool]:
        """Which seats are taken, by people or bots."""
        return [chair.kind == "bot" or bool(holder) for chair, holder in zip(self.chairs, self.holders, strict=True)]

    def _find_mover(self) -> None:
        seat = self._seat if self.phase == "playing" else None
        self.to_move = None if seat is None or seat == DEALER else self.chair_of(seat)

    def _find_holders(self) -> None:
        self._held = {
            holder: tuple(chair for chair, who in enumerate(self.holders) if who == holder) for holder in self.people()
        }

    def chair_of(self, seat: int) -> int:
        """Return the chair (the position at the table) that plays a seat of the game."""
        return (seat + self.first) % self.game.players

    def seat_of(self, chair: int) -> int:
        """Return the seat of the game that a chair (the position at the table) plays."""
        return (chair - self.first) % self.game.players

    def held(self, holder: str | None) -> tuple[int, ...]:
        """Return the seats of a holder; a spectator has none."""
        return self._held.get(holder, ()) if holder else ()

    def people(self) -> set[str]:
        """Return the holders of the seats that are not bots."""
        return {holder for holder in self.holders if holder}

    @property
    def between_people(self) -> bool:
        """Whether several people have seats here."""
        return len(self._held) > 1

    def view(self, chairs: tuple[int, ...]) -> str:
        """Return, as text, what the holder of some seats may know now; seats on one device share the mover's view."""
        if self.state is None:
            return ""
        return self.game.format_state(self.game.view(self.state, self.looking(chairs)))

    def looking(self, chairs: tuple[int, ...]) -> int | None:
        """Return the seat whose view a device shows; people who share it see only the hand of the player to move."""
        if len(chairs) == 1:
            return self.seat_of(chairs[0])
        return self.seat_of(self.to_move) if self.to_move in chairs else None

    def own_seat(self, chairs: tuple[int, ...]) -> int | None:
        """Return the seat whose past a device may show; None if several people share it, or nobody has a seat there."""
        return self.seat_of(chairs[0]) if len(chairs) == 1 else None

    def view_hash(self, view: str) -> str:
        """Return the short hash that lets a client detect that it is out of sync."""
        return hashlib.sha256(f"{self.version} {view}".encode()).hexdigest()[:16]

    def record(self) -> Record:
        """Return the record of the game so far; it contains the seed once the game is over."""
        names = [self.chairs[self.chair_of(seat)] for seat in range(self.game.players)]
        tags = {"Commitment": commitment(self.seed)}
        if self.ended:
            tags["Seed"] = self.seed
            if self.ended.reason != "rules":
                seats = sorted(self.seat_of(chair) + 1 for chair in self.ended.winners)
                tags |= {"Result": ",".join(map(str, seats)) or "-", "Termination": self.ended.reason}
        seats_of = [chair.bot if chair.kind == "bot" else chair.name for chair in names]
        return record_of(self.game, self.moves, self.state, seats_of, **tags)

    # Events.

    def _opened(self, event: Opened) -> None:
        self.opened, self.opened_at = event, self.at
        self.game = load(event.game, event.players, rules=event.rules, **event.options)
        self.chairs = list(event.chairs)
        self.holders = [event.holder if chair.kind == "screen" else "" for chair in event.chairs]
        self._find_holders()
        self.wins = [0.0] * event.players
        self.clock = Clock.start(event.timing, event.players)

    def _joined(self, event: Joined) -> None:
        self.chairs[event.chair] = Chair("open", event.name)
        self.holders[event.chair] = event.holder
        self._find_holders()

    def _left(self, event: Left) -> None:
        self.chairs[event.chair] = Chair("open")
        self.holders[event.chair] = ""
        self._find_holders()

    def _bots_joined(self, event: BotsJoined) -> None:
        for chair in event.chairs:
            self.chairs[chair] = Chair("bot", bot=event.bot)

    def _began(self, event: Began) -> None:
        self.number += 1
        self.first, self.seed = event.first, event.seed
        self.state, self.moves, self.movers = self.game.initial(), [], []
        self._seat = self.game.to_move(self.state)
        self.mover, self.step, self._dealt_at = None, None, (0, self.state)
        self.asked, self.ended = {}, None
        self._remember(CARRIED)
        self._find_mover()
        self.clock = Clock.start(self.opened.timing, self.game.players)
        self.clock.run(self.to_move, self.at)

    def _moved(self, event: Moved) -> None:
        if self.to_move is None:
            raise HistoryError("a move while no player is to move")
        self.mover = self.to_move
        self.clock.stop(self.at)
        before = self.state
        self._go_on(event.move, self.mover)
        self.step = Step(before, event.move, self.state)
        self.asked = {}

    def _dealt(self, event: Dealt) -> None:
        self._go_on(event.move, DEALER)
        self._dealt_at = len(self.moves), self.state

    def _go_on(self, text: str, mover: int) -> None:
        reached = next(self._coming, None)
        if reached is None:
            reached = reach(self.game, self.state, self.game.parse_move(self.state, text))
        self.state, self._seat = reached
        self.moves.append(text)
        self.movers.append(mover)
        self._find_mover()
        self.clock.run(self.to_move, self.at)

    def _undone(self, event: Undone) -> None:
        del self.moves[-event.moves :], self.movers[-event.moves :]
        dealt, self.state = self._dealt_at
        if dealt > len(self.moves):
            raise HistoryError("an undo past a deal")
        for text in self.moves[dealt:]:
            self.state = self.game.play(self.state, self.game.parse_move(self.state, text))
        self._seat = self.game.to_move(self.state)
        self.asked, self.step = {}, None
        self.clock.stop(self.at, moved=False)
        self._find_mover()
        self.clock.run(self.to_move, self.at)

    def _asked(self, event: Asked) -> None:
        self.asked.setdefault(event.what, []).append(event.chair)

    def _declined(self, event: Declined) -> None:
        self.asked.pop(event.what, None)

    def _ended(self, event: Ended) -> None:
        self.ended, self.asked = event, {}
        self.clock.stop(self.at, moved=False)
        self._find_mover()
        for chair in event.winners or (range(self.game.players) if self.game.players > 1 else ()):
            self.wins[chair] += 1 / (len(event.winners) or self.game.players)

    def _said(self, event: Said) -> None:
        self.said.append(event)
        if event.chair is None:
            self.watchers_said += 1
        else:
            self.players_said += 1

    def _resumed(self, event: Resumed) -> None:
        self.clock.give_back(event.lost, event.until or self.at)

    _HAPPEN: ClassVar[dict[type[AnyEvent], Callable[[Table, Any], None]]] = {
        Opened: _opened,
        Joined: _joined,
        Left: _left,
        BotsJoined: _bots_joined,
        Began: _began,
        Moved: _moved,
        Dealt: _dealt,
        Undone: _undone,
        Asked: _asked,
        Declined: _declined,
        Ended: _ended,
        Said: _said,
        Resumed: _resumed,
    }


def replayed(name: str, rows: Iterable[Row], number: int | None = None) -> Table:
    """Return a table rebuilt from its rows, either now or at the end of a numbered game.

    Only the last of its games is played again. A long game takes a second, so do not call this in the event loop.
    """
    table = Table(name)
    read = [(row, events.decode(row.data)) for row in rows]
    begins = [place for place, (_, happened) in enumerate(read) if Began in map(type, happened)]
    if number is not None and number < len(begins):
        del read[begins[number] :], begins[number:]
    last = begins[-1] if begins else 0
    for place, (row, happened) in enumerate(read):
        table.apply(row, happened, past=place < last)
    return table
