"""What each receiver may know of a table, as messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from encore.core.fact import Fact, plain
from encore.core.game import DEALER
from encore.core.registry import find
from encore.core.replay import older_rules
from encore.server.domain import votes
from encore.server.domain.clocks import TimeOfDay
from encore.server.domain.deals import commitment
from encore.server.domain.decisions import CLOSED, GONE
from encore.server.domain.events import (
    AnyEvent,
    Asked,
    Began,
    BotsJoined,
    Closed,
    Dealt,
    Declined,
    Emptied,
    Ended,
    Joined,
    Left,
    Moved,
    Opened,
    Replaced,
    Rested,
    Resumed,
    Returned,
    Said,
    Sealed,
    Undone,
    Voted,
)
from encore.server.domain.plans import Plan
from encore.server.domain.positions import told_to
from encore.server.domain.rated import game_of_pair
from encore.server.domain.ratings import Skill
from encore.server.domain.results import team
from encore.server.domain.substitutes import bot_for
from encore.server.domain.table import Table
from encore.server.rooms.deal_parts import deal_parts
from encore.server.rooms.pictures import DrawingHost, Pictures, Spend, Written
from encore.server.rooms.receiver import Receiver
from encore.server.wire.messages import (
    Clocks,
    ClosedTable,
    End,
    Ev,
    Full,
    OpenVote,
    Returning,
    SeatHoliday,
    Sitting,
    write,
)

ANEW = frozenset(
    {Opened, Joined, Left, BotsJoined, Sealed, Began, Undone, Emptied, Voted, Replaced, Returned, Rested, Closed}
)
"""Events after which everybody gets the full state."""


def _said(said: Said, speaker: str) -> dict[str, Any]:
    told = {name: value for name, value in msgspec.to_builtins(said).items() if name not in ("e", "speaker")}
    return {**told, "id": speaker} if speaker else told


class Projection:
    """One table as its receivers see it."""

    def __init__(self, table: Table, now: TimeOfDay, host: DrawingHost) -> None:
        self.table = table
        self._now = now
        self._pictures = Pictures(table, host)
        self.keepers: dict[str, str] = {}  # by holder: the id, at this table, of the person who keeps the seat
        self.skills: dict[str, Skill] = {}  # of the people at a rated table, by their holders
        # Cached for the current position, because some games compute both slowly.
        self._texts: tuple[str, ...] | None = None
        self._words: dict[int | None, Fact] = {}

    def tell(
        self,
        happened: tuple[AnyEvent, ...],
        receivers: Iterable[Receiver],
        visitor: str = "",
        spend: Spend | None = None,
    ) -> None:
        """Send each receiver the part of the events that it may know; identical messages are encoded once.

        Pictures are drawn in a visitor's turn, and their time is counted with ``spend``.
        """
        first = happened[0]
        if not ANEW.isdisjoint(map(type, happened)) or (isinstance(first, Resumed) and first.answers):
            self.tell_anew(receivers, visitor, spend)
            return
        self._forget()
        news, hidden, planned = self._news(happened), self.table.game.hidden, self.table.plans.changed
        written: dict[object, Written] = {}
        for receiver in sorted(receivers, key=self._urgency):
            key: object = None  # without hidden information, receivers who want no extras get the same message
            if hidden or receiver.wants:
                chairs = receiver.chairs
                own = (hidden or receiver.wants == "board") and chairs  # a picture is drawn for a seat
                key = (own, receiver.wants, receiver.wants and self.table.to_move in chairs)
            plan = self._new_plan(receiver) if planned else None
            if plan is not None:
                key = (key, plan)  # nobody else is sent it
            deaf = bool(receiver.unheard) and isinstance(first, Said) and not self._hears(receiver, -1)
            if deaf:
                key = (key, deaf)
            if key not in written:
                told = {**news, "said": None} if deaf else news
                written[key] = self._written(self._event(told, receiver, plan), receiver, visitor, spend)
            receiver.post(written[key])

    def _forget(self) -> None:
        self._texts = None
        self._words.clear()

    def tell_anew(self, receivers: Iterable[Receiver], visitor: str, spend: Spend | None = None) -> None:
        """Send each receiver everything that it may know of the table."""
        self._forget()
        written: dict[object, Written] = {}
        for receiver in sorted(receivers, key=self._urgency):
            key = receiver.chairs, receiver.left, receiver.wants, receiver.protocol, receiver.unheard
            if key not in written:
                written[key] = self._written(self.full(receiver), receiver, visitor, spend)
            receiver.post(written[key])

    def show(self, receiver: Receiver, visitor: str) -> None:
        """Send a receiver everything that it may know of the table."""
        receiver.post(self._written(self.full(receiver), receiver, visitor, None))

    def _written(self, message: Ev | Full, receiver: Receiver, visitor: str, spend: Spend | None) -> Written:
        if receiver.wants != "board":
            return write(message)
        return self._pictures.written(message, receiver.chairs, visitor, spend)

    def _urgency(self, receiver: Receiver) -> int:
        """Return the sending order: first those who wait for a move, then whoever made it, then spectators."""
        chairs = receiver.chairs
        return int(self.table.mover in chairs) if chairs else 2

    def _news(self, happened: tuple[AnyEvent, ...]) -> dict[str, Any]:
        """Return the part of the events that is the same for everybody."""
        table = self.table
        news: dict[str, Any] = {}  # not dict[str, Any](), which takes 0.8 µs
        for event in happened:
            match event:
                case Moved():
                    news["a"], news["by"] = event.move, table.mover
                case Dealt():
                    news["dealt"] = (*news.get("dealt", ()), None if table.game.hidden else event.move)
                case Asked():
                    news["asked"], news["asked_by"] = (event.what,), event.chair
                    if event.secret:
                        news["secret_hash"] = commitment(event.secret)
                case Declined():
                    news["refused"], news["refused_by"] = event.what, event.chair
                case Said():
                    news["said"] = _said(event, table.speaker(-1))
                case Ended():
                    news["end"] = self._end()
        if table.opened.timing.kind != "none":
            news["clock"] = self._clocks()
        return news

    def _new_plan(self, receiver: Receiver) -> Plan | None:
        """Return the plan of a receiver if the last row has changed it."""
        plans, chairs = self.table.plans, receiver.chairs
        return plans.of(chairs) if len(chairs) == 1 and chairs[0] in plans.changed else None

    def _event(self, news: dict[str, Any], receiver: Receiver, plan: Plan | None) -> Ev:
        table = self.table
        view = table.view(receiver.chairs if table.game.hidden else (0,))
        event = Ev(table.version, table.view_hash(view), plan=plan, **news)
        if receiver.wants == "board":
            told = self._told(receiver) if event.a is not None else None
            return msgspec.structs.replace(event, to_move=table.to_move, told=told)
        if receiver.wants or (table.game.hidden and event.dealt):
            return msgspec.structs.replace(event, view=view, legal=self._legal(receiver))
        return event

    def full(self, receiver: Receiver) -> Full:
        """Return everything that a receiver may know of the table, without a picture."""
        table = self.table
        view = table.view(receiver.chairs if table.game.hidden else (0,))
        hidden = table.game.hidden
        moves = tuple(
            None if hidden and mover == DEALER else text for text, mover in zip(table.moves, table.movers, strict=True)
        )
        return Full(
            v=table.version,
            h=table.view_hash(view),
            table=table.name,
            game=table.game.name,
            players=table.game.players,
            options=dict(table.game.changed_options),
            chairs=tuple(
                msgspec.structs.replace(each, id=table.sitter(number)) for number, each in enumerate(self.sittings())
            ),
            timing=table.opened.timing,
            chat=table.opened.chat,
            phase=table.phase,
            you=receiver.chairs,
            number=table.number,
            first=table.first,
            wins=tuple(table.wins),
            to_move=table.to_move,
            view=view,
            moves=moves,
            movers=tuple(table.movers),
            asked={what: tuple(chairs) for what, chairs in table.asked.items()},
            said=tuple(
                _said(each, table.speaker(number))
                for number, each in enumerate(table.said)
                if self._hears(receiver, number)
            ),
            commitment=commitment(table.seed) if table.seed else "",
            rules=table.game.rules_version,
            newest_rules=find(table.game.name).rules_version,
            rules_fact=older_rules(table.game),
            protocol=receiver.protocol,
            away_ms=GONE,
            phrases_only=table.opened.phrases_only,
            clock=self._clocks(),
            end=self._end(),
            legal=self._legal(receiver),
            hidden=hidden,
            draws=table.game.draws,
            partners=self._partners(receiver),
            team_size=len(table.game.partners(0)),
            vote=self._vote(),
            returning=self._returning(),
            left=receiver.left,
            deal=deal_parts(table, self._now()),
            bots_after=table.opened.bots_after,
            plan=table.plans.of(receiver.chairs),
            holidays=self._holidays(),
            rated=table.opened.rated,
            low=table.opened.low,
            high=table.opened.high,
            pair=game_of_pair(table),
            closed=ClosedTable(CLOSED[table.closed.why], table.closed.text) if table.closed else None,
        )

    def _hears(self, receiver: Receiver, message: int) -> bool:
        """Return whether a receiver gets a message: not that of somebody whom they have blocked."""
        if not receiver.unheard:
            return True
        by, chair = self.table.said_by[message], self.table.said[message].chair
        return (by if chair is None else self.keepers.get(by)) not in receiver.unheard

    def _vote(self) -> OpenVote | None:
        table = self.table
        if not table.voting:
            return None
        given = table.vacancies.votes
        for_bot, for_end = (
            tuple(chair for chair, each in given.items() if each == choice) for choice in ("bot", "end")
        )
        left_ms = table.vacancies.since + votes.longest(table) - self._now()
        return OpenVote(tuple(table.vacancies.empty), for_bot, for_end, bot_for(table), max(0, left_ms))

    def _returning(self) -> Returning | None:
        asking = self.table.vacancies.asking
        if asking is None:
            return None
        left_ms = asking.since + votes.longest(self.table) - self._now()
        return Returning(asking.chair, asking.agreed, max(0, left_ms))

    def _holidays(self) -> tuple[SeatHoliday, ...]:
        now = self._now()
        seats = sorted(self.table.rests.items())
        return tuple(
            SeatHoliday(chair, each.start, each.end) for chair, rests in seats for each in rests if each.end > now
        )

    def _partners(self, receiver: Receiver) -> tuple[int, ...]:
        teams = (team(self.table, chair) for chair in receiver.chairs)
        return tuple(sorted(set[int]().union(*teams).difference(receiver.chairs)))

    def sittings(self) -> tuple[Sitting, ...]:
        """Return the seats as everybody sees them."""
        gone = self.table.vacancies.gone
        seats = enumerate(zip(self.table.chairs, self.table.taken, strict=True))
        return tuple(
            Sitting(
                *(chair.kind, taken, chair.name, chair.bot, gone[number].reason if number in gone else ""),
                *self._strength(number),
            )
            for number, (chair, taken) in seats
        )

    def _strength(self, chair: int) -> tuple[int, bool]:
        """Return the rating of whoever has a seat, and whether it is provisional; 0 where there is none."""
        skill = self.skills.get(self.table.holders[chair])
        return (skill.rating, skill.provisional) if skill else (0, False)

    def _legal(self, receiver: Receiver) -> tuple[str, ...] | None:
        table = self.table
        if receiver.wants != "view" or table.to_move not in receiver.chairs:
            return None
        if self._texts is None:
            self._texts = tuple(table.game.format_move(move) for move in table.game.legal_moves(table.state))
        return self._texts

    def _told(self, receiver: Receiver) -> Fact | None:
        """Return the move that was just made in words."""
        table, step = self.table, self.table.step
        if step is None:
            return None
        seat = table.own_seat(receiver.chairs) if table.game.hidden else None
        if seat not in self._words:
            move = table.game.parse_move(step.before, step.move)
            self._words[seat] = told_to(seat, table.game, step.before, move, step.after)
        return self._words[seat]

    def _clocks(self) -> Clocks | None:
        clock = self.table.clock
        if clock.timing.kind == "none":
            return None
        now = self._now()
        runs = None if clock.resting(now) else clock.chair
        return Clocks(tuple(clock.remaining(chair, now) for chair in range(len(clock.left))), runs)

    def _end(self) -> End | None:
        ended = self.table.ended
        if ended is None:
            return None
        scores = self.table.game.scores(self.table.state)
        fact = ended.fact or (plain(ended.why) if ended.why else None)
        ranked = self.table.ranks if self.table.vacancies.order else ()
        return End(ended.reason, ended.winners, self.table.seed, scores, ended.why, fact, ranked)
