"""Notices: somebody should come back to a table. Which ones follow from a row, and whether they still hold."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

import msgspec

from encore.server.domain.clocks import DAY
from encore.server.domain.decisions import Decision
from encore.server.domain.events import (
    AnyEvent,
    Asked,
    Began,
    Closed,
    Declined,
    Emptied,
    Ended,
    Joined,
    Moved,
    Opened,
    Replaced,
    Rested,
    Resumed,
    Returned,
    Sealed,
    Undone,
    Voted,
)
from encore.server.domain.holidays import Holiday, changed, postponed
from encore.server.domain.rated import second_due
from encore.server.domain.row import Row
from encore.server.domain.table import CHANGES, Table
from encore.server.domain.votes import left_ms, longest

GRACE = 500
"""Milliseconds that a notice waits: whoever is at the table or moves at once gets none."""
KILLED = 60_000
"""Milliseconds after which something that the server does at once was not done: it was killed."""
AHEAD = DAY // 2
"""Milliseconds before the end of a player's time at which they are reminded."""

Kind = Literal["turn", "time", "begun", "rematch", "vote", "return"]
KINDS: tuple[Kind, ...] = ("turn", "time", "begun", "rematch", "vote", "return")


class Notice(msgspec.Struct, frozen=True):
    """A reason to come back to a table, for the person who keeps the seats of ``holder``; nothing of the game itself.

    ``seq`` is the row that it follows from, ``at`` the time of that row, ``due`` when it may be sent. One of the kind
    ``wake`` is for nobody: the server opens the table by itself.
    """

    kind: Kind | Literal["wake"]
    table: str
    game: str
    seq: int
    holder: str
    chair: int
    at: int
    due: int


class SentNotice(NamedTuple):
    """A notice as it is stored: how often sending failed, when it was ``sent`` (0: not yet) and to which browsers."""

    notice: Notice
    tries: int
    sent: int
    told: tuple[str, ...]


class Over(NamedTuple):
    """The notices of a table that follow from rows ``before`` one are over; or those of one kind, or of one holder.

    Without a kind these are all but those of a request to return, which moves do not end.
    """

    table: str
    before: int
    kind: Kind | Literal[""] = ""
    holder: str = ""


def notices_of(table: Table, row: Row, decision: Decision, kept: Collection[str]) -> tuple[Notice, ...]:
    """Return the notices that follow from the next row of a table; ``kept`` are the holders whose seats people keep.

    Whoever has caused the row knows of it.
    """
    if not kept:
        return ()
    return (*_notices(table, row, decision, kept), *_postponed(table, row, decision.events, kept))


def wakes_of(table: Table, row: Row, decision: Decision) -> tuple[Notice, ...]:
    """Return when the server has to open a table after its next row, because nobody else may.

    A vote or a request to return ends by itself. In games by the day, where nobody may come for days, whatever the
    server does next is done although it was killed before.
    """
    happened, end = decision.events, _end_of_answers(table, row, decision.events)
    # A row that changes the game withdraws all earlier notices, also that of the same end.
    brings = end != left_ms(table, row.at) + row.at or not CHANGES.isdisjoint(map(type, happened))
    answers = (_wake(table, row, int(end)),) if end < math.inf and brings else ()
    if table.opened.timing.kind == "days" and _has_work(table, decision):
        return (_wake(table, row, row.at + KILLED), *answers)
    return answers


def wakes_left(table: Table, now: int) -> tuple[Notice, ...]:
    """Return when the server has to open a table that comes from elsewhere: when it has something to do by itself."""
    row = Row(table.name, table.version, now, None, b"")
    left = left_ms(table, now)
    answers = (_wake(table, row, int(now + left)),) if left < math.inf else ()
    mover = table.to_move
    moves = mover is not None and (table.chairs[mover].kind == "bot" or mover in table.plans.kept)
    works = moves or table.nonces.since is not None or second_due(table)
    return (_wake(table, row, now), *answers) if works and table.opened.timing.kind == "days" else answers


def _end_of_answers(table: Table, row: Row, happened: tuple[AnyEvent, ...]) -> float:
    """Return when the vote or the request that is open after some events ends by itself; infinite without one."""
    left = table.vacancies
    empty = set(left.empty)
    vote = left.since if table.voting else math.inf
    request = left.asking.since if left.asking else math.inf
    for event in happened:
        match event:
            case Emptied():
                empty.add(event.chair)
                vote = row.at if vote == math.inf else vote
            case Replaced() | Returned():
                empty.discard(event.chair)
                vote = vote if empty else math.inf
                request = request if isinstance(event, Replaced) else math.inf
            case Asked(what="return"):
                request = row.at if request == math.inf else request
            case Declined(what="return"):
                request = math.inf
            case Resumed():
                vote, request = vote + event.answers, request + event.answers
            case Began() | Ended() | Closed():
                vote = request = math.inf
    return min(vote, request) + longest(table)


def _wake(table: Table, row: Row, due: int) -> Notice:
    return Notice("wake", table.name, table.opened.game, row.seq, "", 0, row.at, due)


def _has_work(table: Table, decision: Decision) -> bool:
    """Return whether the server may have something to do after a decision: a move, a reply, or a game to begin."""
    kinds = set(map(type, decision.events))
    if Sealed in kinds or (Ended in kinds and table.opened.rated):
        return True
    mover = _to_move(table, decision)
    return mover is not None and (table.chairs[mover].kind == "bot" or mover in table.plans.kept)


def _notices(table: Table, row: Row, decision: Decision, kept: Collection[str]) -> Iterator[Notice]:
    happened = decision.events
    holders = _holders(table, happened)
    # By chair, so that the same row always has the same notices in the same order.
    away = {holder: holders.index(holder) for holder in dict.fromkeys(holders) if holder in kept}
    for holder in _causes(table, happened):
        away.pop(holder, None)

    def notice(kind: Kind, holder: str, chair: int, due: int = row.at + GRACE) -> Notice:
        return Notice(kind, table.name, table.opened.game, row.seq, holder, chair, row.at, due)

    told = tuple(_for_everybody(table, happened))
    for kind in told:
        for holder, chair in away.items():
            if kind != "vote" or chair not in table.vacancies.votes:
                yield notice(kind, holder, chair)
    mover = _to_move(table, decision)
    if mover is None or not (holder := holders[mover]) or holder not in kept:
        return
    if holder in away and "begun" not in told:
        yield notice("turn", holder, mover)
    if table.opened.timing.kind == "days":
        rests = table.clock.rests.get(mover, ())
        yield notice("time", holder, mover, postponed(rests, row.at, table.opened.timing.first) - AHEAD)


def _for_everybody(table: Table, happened: tuple[AnyEvent, ...]) -> Iterator[Kind]:
    """Yield what everybody at a table is told of some events: a new game, and what they have to answer."""
    for event in happened:
        match event:
            case Began():
                yield "begun"
            case Asked(what="rematch") if "rematch" not in table.asked:
                yield "rematch"
            case Emptied():
                yield "vote"
            case Asked(what="return") if table.vacancies.asking is None:
                yield "return"


def _postponed(table: Table, row: Row, happened: tuple[AnyEvent, ...], kept: Collection[str]) -> Iterator[Notice]:
    """Yield the new reminder of a player to move who announces or ends a holiday."""
    clock = table.clock
    for event in happened:
        if isinstance(event, Rested) and event.chair == clock.chair and table.holders[event.chair] in kept:
            rests = changed(clock.rests.get(event.chair, ()), Holiday(event.start, event.end))
            if reminder := _reminder(table, event.chair, rests, row.seq, row.at):
                yield reminder


def reminder_of(table: Table, holder: str, now: int) -> Notice | None:
    """Return the reminder of the running turn, for a seat that a person keeps from now on."""
    chair = table.to_move
    if table.opened.timing.kind != "days" or chair is None or table.holders[chair] != holder:
        return None
    return _reminder(table, chair, table.clock.rests.get(chair, ()), table.version, now)


def _reminder(table: Table, chair: int, rests: Sequence[Holiday], seq: int, at: int) -> Notice | None:
    """Return the reminder of the player to move; None if less time is left than that."""
    due = postponed(rests, table.clock.since, table.clock.left[chair]) - AHEAD
    notice = Notice("time", table.name, table.opened.game, seq, table.holders[chair], chair, at, due)
    return notice if due > at else None


def _holders(table: Table, happened: tuple[AnyEvent, ...]) -> list[str]:
    """Return who has each chair after some events, which are not yet applied to the table."""
    holders = list(table.holders)
    for event in happened:
        match event:
            case Joined():
                holders[event.chair] = event.holder
            case Emptied():
                holders[event.chair] = ""
            case Returned():
                holders[event.chair] = table.vacancies.gone[event.chair].holder
    return holders


def _causes(table: Table, happened: tuple[AnyEvent, ...]) -> Iterator[str]:
    """Yield the holders who have caused some events."""
    for event in happened:
        match event:
            case Moved() if table.to_move is not None:
                yield table.holders[table.to_move]
            case Opened() | Joined():
                yield event.holder
            case Emptied(reason="resigned"):
                yield table.holders[event.chair]
            case Asked(what="return") if table.vacancies.asking is None:
                yield table.vacancies.gone[event.chair].holder  # they may have another seat
            case Asked() | Voted() if table.holders[event.chair]:
                yield table.holders[event.chair]
            case Began() if table.number and not second_due(table):
                yield from _last_to_agree(table, "rematch")
            case Undone():
                yield from _last_to_agree(table, "undo")


def _last_to_agree(table: Table, what: Literal["rematch", "undo"]) -> set[str]:
    """Return who has just agreed to something that needs everybody: those who had not asked for it."""
    return table.people() - {table.holders[chair] for chair in table.asked.get(what, ())}


def _to_move(table: Table, decision: Decision) -> int | None:
    """Return the chair that is to move after a decision that changes the game; None if there is none."""
    kinds = {type(event): event for event in decision.events}
    if Ended in kinds or Closed in kinds:
        return None
    began, undone = kinds.get(Began), kinds.get(Undone)
    if decision.states:
        seat = decision.states[-1].seat
    elif began:
        seat = table.game.to_move(table.game.initial())
    elif isinstance(undone, Undone):
        return table.movers[-undone.moves]
    else:
        return _to_move_again(table, decision.events)
    first = began.first if isinstance(began, Began) else table.first
    return None if seat is None else (seat + first) % table.game.players


def _to_move_again(table: Table, happened: tuple[AnyEvent, ...]) -> int | None:
    """Return the chair that is to move when the last empty seat is taken, or when the player to move has returned."""
    taken = {event.chair for event in happened if isinstance(event, Replaced | Returned)}
    if not taken or table.phase != "playing" or not taken.issuperset(table.vacancies.empty):
        return None
    seat = table.game.to_move(table.state)
    mover = None if seat is None else table.chair_of(seat)
    return mover if table.vacancies.empty or mover in taken else None


def over_after(table: Table, row: Row, happened: Collection[AnyEvent]) -> tuple[Over, ...]:
    """Return which notices are over with the next row of a table; ``holds`` says it of those that are not sent yet."""
    if not CHANGES.isdisjoint(map(type, happened)):
        ends = bool(table.vacancies.asking) and any(isinstance(event, Began | Ended | Returned) for event in happened)
        return (Over(table.name, row.seq), *((Over(table.name, row.seq, "return"),) if ends else ()))
    return tuple(_answers(table, row, happened))


def _answers(table: Table, row: Row, happened: Collection[AnyEvent]) -> Iterator[Over]:
    """Yield the notices over which somebody has answered: for themselves, or for everybody."""
    for event in happened:
        match event:
            case Asked(what="rematch"):
                yield Over(table.name, row.seq, "rematch", table.holders[event.chair])
            case Declined(what="rematch"):
                yield Over(table.name, row.seq, "rematch")
            case Voted():
                yield Over(table.name, row.seq, "vote", table.holders[event.chair])
            case Asked(what="return") if table.vacancies.asking:
                yield Over(table.name, row.seq, "return", table.holders[event.chair])
            case Declined(what="return"):
                yield Over(table.name, row.seq, "return")
            case Returned():
                yield Over(table.name, row.seq, "return")
                if table.vacancies.empty == [event.chair]:
                    yield Over(table.name, row.seq, "vote")


def holds(notice: Notice, happened: Collection[AnyEvent]) -> bool:
    """Return whether a notice still holds after what has happened since at its table."""
    if notice.kind == "time" and any(type(event) is Rested and event.chair == notice.chair for event in happened):
        return False  # another one follows from the holiday
    if notice.kind == "vote" and any(type(event) is Voted and event.chair == notice.chair for event in happened):
        return False
    if notice.kind == "return":
        return not any(map(partial(_answers_return, notice), happened))
    if notice.kind != "rematch":
        return CHANGES.isdisjoint(map(type, happened))
    return not any(
        type(event) is Began
        or (type(event) is Declined and event.what == "rematch")
        or (type(event) is Asked and event.chair == notice.chair)
        for event in happened
    )


def _answers_return(notice: Notice, event: AnyEvent) -> bool:
    """Return whether a request to return is over with an event, or whoever got the notice has answered or gone."""
    match event:
        case Asked(what="return") | Emptied():
            return event.chair == notice.chair
        case Declined(what="return") | Returned() | Began() | Ended():
            return True
    return False
