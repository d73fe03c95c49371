"""A table, rebuilt from its history: seats, the game in progress, clocks, requests and chat."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal

import msgspec

from encore.core.errors import EncoreError
from encore.core.game import DEALER, AnyGame
from encore.core.record import Record
from encore.core.registry import load
from encore.core.replay import record_of
from encore.server.domain import events
from encore.server.domain.clocks import Clock
from encore.server.domain.deals import commitment
from encore.server.domain.events import (
    AWAY,
    AnyEvent,
    Asked,
    Asking,
    Began,
    BotsJoined,
    Chair,
    Closed,
    Dealt,
    Declined,
    Emptied,
    Ended,
    Joined,
    Left,
    Moved,
    Opened,
    Planned,
    Replaced,
    Rested,
    Resumed,
    Returned,
    Revealed,
    Said,
    Sealed,
    Undone,
    Voted,
)
from encore.server.domain.holidays import Holiday, changed
from encore.server.domain.nonces import Nonces, Share
from encore.server.domain.plans import NOBODY, Plans
from encore.server.domain.proof import tags_of
from encore.server.domain.row import Row
from encore.server.domain.speakers import id_at
from encore.server.domain.vacancies import Gone, Vacancies

REMEMBERED, CARRIED = 1024, 64
"""Number of action ids that a table remembers, about 150 bytes each: in the current game, and from the one before.

No game has that many moves, and one address would need eight minutes to reach it by chat alone.
"""
CHANGES = frozenset({Began, Moved, Dealt, Undone, Ended, Emptied, Replaced, Closed})
"""Events that change the game; a move sent before them is stale."""
PLAYED = frozenset({Moved, Dealt, Undone})
"""Events that have no effect once another game has begun."""
HEARD = 30
"""Number of chat messages sent to somebody who connects."""


# Structs: a named tuple takes 1 µs to make, a struct 0.15 µs, and each move makes several.


class Reached(msgspec.Struct, frozen=True):
    """The state after a move, and the seat to move in it; for some games this is slow to compute."""

    state: Any
    seat: int | None


class Step(msgspec.Struct, frozen=True):
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


@dataclass(slots=True, eq=False, repr=False)
class Table:
    """One table. Only ``apply`` changes it, so it always matches its rows.

    It has slots: with more than 30 attributes, Python would keep a dictionary for each table, slower and larger.
    """

    name: str
    version: int = 0
    position: int = 0  # the version at which the game last changed
    opened: Opened = field(init=False)
    opened_at: int = 0
    game: AnyGame = field(init=False)
    chairs: list[Chair] = field(default_factory=list)
    holders: list[str] = field(default_factory=list)  # the hashed token of each seat's holder, empty for nobody
    _held: dict[str | None, tuple[int, ...]] = field(default_factory=dict)  # the seats of each holder
    number: int = 0
    first: int = 0
    seed: str = ""
    secret: str = ""  # what the seed was made of, if there were nonces
    shares: tuple[Share, ...] = ()
    nonces: Nonces = field(default_factory=Nonces)  # what the seed of the next game will be made of
    state: Any = None
    _seat: int | None = None  # the game's seat to move in the state
    _coming: Iterator[Reached] = field(default_factory=lambda: iter(()))
    """The states after the moves of the current row, if known."""
    moves: list[str] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)  # the chair of each move, or DEALER
    _dealt_at: tuple[int, Any] = 0, None  # the number of moves after the last deal, and the state then
    mover: int | None = None  # the chair that moved last
    step: Step | None = None  # its move, unless it was undone
    to_move: int | None = None  # the chair to move; None if there is none
    clock: Clock = field(init=False)
    asked: dict[Asking, list[int]] = field(default_factory=dict)
    ended: Ended | None = None
    closed: Closed | None = None
    ended_before: Ended | None = None  # the end of the game before
    began: int = 0  # when this game began
    began_before: int = 0  # when the one before began
    played_by: list[Chair] = field(default_factory=list)
    """The chairs at the end of the last game; somebody may return to theirs later."""
    wins: list[float] = field(default_factory=list)
    vacancies: Vacancies = field(default_factory=Vacancies)
    plans: Plans = field(default_factory=Plans)
    late: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The turns, from and to, for which chairs were left in this game."""
    rests: dict[int, tuple[Holiday, ...]] = field(default_factory=dict)  # the holidays of each chair
    # No deques: an empty one takes 760 bytes, and at most tables nobody says anything.
    said: list[Said] = field(default_factory=list)
    said_by: list[str] = field(default_factory=list)
    """Who said each of these: the holder of the seat at that time, or the id of a spectator."""
    players_said: int = 0  # how many messages the players have said
    watchers_said: int = 0
    actions: dict[str, int] = field(default_factory=dict)  # the version that each action made
    at: int = 0

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
        self.plans.changed = NOBODY
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
        """Take over the state of this table as it was read again from the store, after its rows were rewritten."""
        for part in fields(Table):
            setattr(self, part.name, getattr(read, part.name))

    def _remember(self, most: int) -> None:
        while len(self.actions) > most:
            del self.actions[next(iter(self.actions))]

    # Queries.

    @property
    def phase(self) -> Literal["waiting", "playing", "over"]:
        """Whether the table waits for people, plays, or has finished a game; it is over when it was closed."""
        if self.ended or self.closed:
            return "over"
        return "playing" if self.number else "waiting"

    @property
    def taken(self) -> list[bool]:
        """Which seats are taken, by people or bots; the seat of somebody who left a game is kept."""
        gone = self.vacancies.gone
        seats = enumerate(zip(self.chairs, self.holders, strict=True))
        return [chair.kind == "bot" or bool(holder) or number in gone for number, (chair, holder) in seats]

    def speaker(self, message: int) -> str:
        """Return the id of whoever said a message, as everybody at the table may know it; empty if nobody knows."""
        by = self.said_by[message]
        return id_at(self.name, by) if by and self.said[message].chair is not None else by

    def sitter(self, chair: int) -> str:
        """Return the id of whoever holds a seat, as everybody at the table may know it; empty for nobody."""
        holder = self.holders[chair]
        return id_at(self.name, holder) if holder else ""

    @property
    def voting(self) -> bool:
        """Whether the game stops until the players have chosen what becomes of an empty seat."""
        return bool(self.vacancies.empty) and self.phase == "playing"

    def _find_mover(self) -> None:
        seat = self._seat if self.phase == "playing" and not self.vacancies.empty else None
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
        return self._held.get(holder, ())

    def left_by(self, holder: str | None) -> tuple[int, ...]:
        """Return the seats that a holder has left and may ask for again."""
        return self.vacancies.left_by(holder) if holder else ()

    def knows(self, holder: str | None) -> bool:
        """Return whether a holder has a seat here, or has left one and may ask for it again."""
        return bool(self.held(holder) or self.left_by(holder))

    def rests_of(self, holder: str) -> tuple[Holiday, ...]:
        """Return the holidays of a holder, which are the same for all their seats."""
        held = self.held(holder)
        return self.rests.get(held[0], ()) if held else ()

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

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each chair in the finished game, from 1; equal ones share the better rank."""
        return ranked(self, self.ended, self.state, self.vacancies.order) if self.ended else ()

    def view_hash(self, view: str) -> str:
        """Return the short hash that lets a client detect that it is out of sync."""
        return hashlib.sha256(f"{self.version} {view}".encode()).hexdigest()[:16]

    def record(self) -> Record:
        """Return the record of the game so far; it contains the seed once the game is over."""
        tags = {"Commitment": commitment(self.seed)}
        if self.vacancies.changes:
            tags["Changes"] = "; ".join(
                f"{change.after} {self.seat_of(change.chair) + 1} {change.what}" for change in self.vacancies.changes
            )
        tags |= tags_of(self.secret, self.shares, self.first, self.ended is not None)
        if self.ended:
            tags["Seed"] = self.seed
            if self.vacancies.order:
                ranks = self.ranks
                tags["Ranks"] = ",".join(str(ranks[self.chair_of(seat)]) for seat in range(self.game.players))
            if self.ended.reason != "rules":
                seats = sorted(self.seat_of(chair) + 1 for chair in self.ended.winners)
                tags |= {"Result": ",".join(map(str, seats)) or "-", "Termination": self.ended.reason}
        names = self._recorded_names()
        seats_of = [names[self.chair_of(seat)] for seat in range(self.game.players)]
        return record_of(self.game, self.moves, self.state, seats_of, **tags)

    def _recorded_names(self) -> list[str]:
        """Return the names of the chairs in a record: whoever left this game has lost it, whatever the bot did."""
        left, chairs = self.vacancies.order, self.played_by if self.ended else self.chairs
        return [
            chair.bot if chair.kind == "bot" and number not in left else chair.name
            for number, chair in enumerate(chairs)
        ]

    # Events.

    def _opened(self, event: Opened) -> None:
        self.opened, self.opened_at = event, self.at
        self.game = load(event.game, event.players, rules=event.rules, **event.options)
        self.chairs = list(event.chairs)
        self.holders = [event.holder if chair.kind == "screen" else "" for chair in event.chairs]
        self._find_holders()
        self.wins = [0.0] * event.players
        self.clock = Clock.start(event.timing, event.players)
        self.clock.rests = self.rests
        self.nonces = Nonces(event.secret)
        self.nonces.commit(event.holder, event.nonce_hash)
        self.nonces.keep(self.people())  # whoever opens a table for others has no seat

    def _joined(self, event: Joined) -> None:
        self.chairs[event.chair] = Chair("open", event.name)
        self.holders[event.chair] = event.holder
        self._find_holders()
        self.nonces.commit(event.holder, event.nonce_hash)

    def _left(self, event: Left) -> None:
        self.chairs[event.chair] = Chair("open")
        self.holders[event.chair] = ""
        self.rests.pop(event.chair, None)
        self._find_holders()
        self.nonces.keep(self.people())

    def _sealed(self, _: Sealed) -> None:
        self.nonces.since = self.at

    def _revealed(self, event: Revealed) -> None:
        self.nonces.revealed[self.holders[event.chair]] = event.nonce

    def _bots_joined(self, event: BotsJoined) -> None:
        for chair in event.chairs:
            self.chairs[chair] = Chair("bot", bot=event.bot)

    def _began(self, event: Began) -> None:
        self.number += 1
        self.first, self.seed = event.first, event.seed
        sealed = self.nonces.since is not None
        self.secret, self.shares = (self.nonces.secret, self.nonces.shares(self.held)) if sealed else ("", ())
        self.nonces = Nonces()
        self.state, self.moves, self.movers = self.game.initial(), [], []
        self._seat = self.game.to_move(self.state)
        self.mover, self.step, self._dealt_at = None, None, (0, self.state)
        self.ended_before, self.began_before, self.began = self.ended, self.began, self.at
        self.asked, self.ended, self.late = {}, None, {}
        self.vacancies.begin()
        self.plans.begin()
        self._remember(CARRIED)
        self._find_mover()
        self.clock = Clock.start(self.opened.timing, self.game.players)
        self.clock.rests = self.rests
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
        if self.plans.kept:
            self.plans.follow(self.mover, event.move)

    def _dealt(self, event: Dealt) -> None:
        self._go_on(event.move, DEALER)
        self._dealt_at = len(self.moves), self.state
        self.plans.end()  # nobody has planned for these tiles

    def _go_on(self, text: str, mover: int) -> None:
        reached = next(self._coming, None)
        if reached is None:
            reached = reach(self.game, self.state, self.game.parse_move(self.state, text))
        self.state, self._seat = reached.state, reached.seat
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
        self.plans.end()
        self.clock.stop(self.at, moved=False)
        self._find_mover()
        self.clock.run(self.to_move, self.at)

    def _asked(self, event: Asked) -> None:
        if event.what == "return":
            self.vacancies.ask(event.chair, self.at)
            return
        self.asked.setdefault(event.what, []).append(event.chair)
        self.nonces.secret = self.nonces.secret or event.secret
        self.nonces.commit(self.holders[event.chair], event.nonce_hash)

    def _declined(self, event: Declined) -> None:
        if event.what == "return":
            self.vacancies.decline(self.at)
            return
        self.asked.pop(event.what, None)
        if event.what == "rematch":
            self.nonces = Nonces()

    def _ended(self, event: Ended) -> None:
        self.ended, self.asked, self.played_by = event, {}, list(self.chairs)
        self.clock.stop(self.at, moved=False)
        self.vacancies.end()
        self.plans.end()
        self._find_mover()
        for chair in event.winners or self._drawn(event):
            # A partner who has won beside a bot has the half of a win, as if both partners had stayed.
            together = max(len(event.winners), len(self.game.partners(0)))
            self.wins[chair] += 1 / (together if event.winners else self.game.players)

    def _drawn(self, event: Ended) -> list[int]:
        """Return the chairs that share a game without a winner; nobody if everybody has left it."""
        if self.game.players == 1 or event.reason not in ("rules", "agreed"):
            return []
        return [chair for chair in range(self.game.players) if chair not in self.vacancies.order]

    def _emptied(self, event: Emptied) -> None:
        chair = event.chair
        if not self.holders[chair]:
            raise HistoryError("somebody leaves a seat that nobody holds")
        gone = Gone(self.holders[chair], self.chairs[chair], event.reason)
        self.vacancies.leave(chair, gone, self.at, len(self.moves))
        self._hold(chair, "")
        if event.reason in AWAY:
            self.late[chair] = self.clock.since, self.at
        self.plans.put(chair, ())
        self.asked = {}
        self.clock.stop(self.at, moved=False)
        self._go_on_playing()

    def _voted(self, event: Voted) -> None:
        self.vacancies.votes[event.chair] = event.choice

    def _replaced(self, event: Replaced) -> None:
        chair = event.chair
        if chair not in self.vacancies.empty:
            raise HistoryError("a bot takes a seat that is not empty")
        self.chairs[chair] = Chair("bot", self.chairs[chair].name, event.bot)
        self.vacancies.replace(chair, event.bot, len(self.moves), self.phase == "over")
        self.clock.refill(chair)
        self._go_on_playing()

    def _returned(self, event: Returned) -> None:
        chair, stopped = event.chair, bool(self.vacancies.empty)
        if chair not in self.vacancies.gone:
            raise HistoryError("somebody returns who has not left")
        self.late.pop(chair, None)
        gone = self.vacancies.come_back(chair, len(self.moves), self.phase == "over")
        self.chairs[chair] = gone.chair
        self._hold(chair, gone.holder)
        self.clock.refill(chair)
        self.asked = {}
        if stopped:
            self._go_on_playing()

    def _hold(self, chair: int, holder: str) -> None:
        self.holders[chair] = holder
        self._find_holders()

    def _go_on_playing(self) -> None:
        """Let the clock of the player to move run; none while a seat is empty."""
        self._find_mover()
        self.clock.run(self.to_move, self.at)

    def _planned(self, event: Planned) -> None:
        self.plans.put(event.chair, event.plan)

    def _rested(self, event: Rested) -> None:
        self.rests[event.chair] = changed(self.rests.get(event.chair, ()), Holiday(event.start, event.end))

    def _closed(self, event: Closed) -> None:
        self.closed, self.asked, self.nonces = event, {}, Nonces()
        self.clock.stop(self.at, moved=False)
        self.vacancies.end()
        self.plans.end()
        self._find_mover()

    def _said(self, event: Said) -> None:
        self.said.append(event)
        self.said_by.append(event.speaker if event.chair is None else self.holders[event.chair])
        del self.said[:-HEARD], self.said_by[:-HEARD]
        if event.chair is None:
            self.watchers_said += 1
        else:
            self.players_said += 1

    def _resumed(self, event: Resumed) -> None:
        self.clock.give_back(event.lost, event.until or self.at)
        if event.answers:
            self.vacancies.give_back(event.answers, event.until)

    _HAPPEN: ClassVar[dict[type[AnyEvent], Callable[[Table, Any], None]]] = {
        Opened: _opened,
        Joined: _joined,
        Left: _left,
        Sealed: _sealed,
        Revealed: _revealed,
        BotsJoined: _bots_joined,
        Began: _began,
        Moved: _moved,
        Dealt: _dealt,
        Undone: _undone,
        Asked: _asked,
        Declined: _declined,
        Ended: _ended,
        Closed: _closed,
        Said: _said,
        Resumed: _resumed,
        Emptied: _emptied,
        Voted: _voted,
        Replaced: _replaced,
        Returned: _returned,
        Planned: _planned,
        Rested: _rested,
    }


def ranked(table: Table, ended: Ended, state: Any, left: Sequence[int]) -> tuple[int, ...]:
    """Return the rank of each chair, from 1, in a game that ended in a state; equal ones share the better rank.

    Whoever left is last, and who left later ranks before who left earlier.
    """
    scores = table.game.scores(state) if ended.reason == "rules" else ()
    worths = [
        (0, left.index(chair), 0)
        if chair in left
        else (1, int(chair in ended.winners), scores[table.seat_of(chair)] if scores else 0)
        for chair in range(table.game.players)
    ]
    return tuple(1 + sum(other > own for other in worths) for own in worths)


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
