"""Goes through the histories of all clients and the rows of the store, and yields a line for each anomaly."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from encore.core.errors import EncoreError
from encore.core.game import DEALER
from encore.core.record import parse_record
from encore.core.replay import check as check_record
from encore.core.replay import game_of
from encore.server.domain import events
from encore.server.domain.events import Began, Emptied, Ended, Joined, Left, Moved, Opened, Resumed, Said
from encore.server.domain.names import hashed
from encore.server.domain.proof import verify
from encore.server.domain.row import Row
from encore.server.domain.table import Table
from tests.chaos.history import UNKNOWN, Answered, Fault, History, Probed, Pushed, Sat, Seen, Sent, Stored

SLACK = 6_000
"""Milliseconds that a turn may cost beyond the player's own time: an outage counts from three seconds on, what is sent
takes a while, and the machine of the test is busy."""
PROBED = 2_500
"""Milliseconds without an acknowledged move of its probe after which a server counts as not serving."""
AROUND = 20_000
"""Milliseconds after a fault in which a notice may be sent again: it was not known whether it had arrived."""
Span = tuple[int, int]


class Looked(msgspec.Struct):
    """A message to a client: when, to whom, its content, and the chairs of the client."""

    at: int
    who: str
    connection: int
    message: dict[str, Any]
    chairs: tuple[int, ...]


class Turn(msgspec.Struct):
    """A turn with a clock: whose, from which version and time on, the row that ended it, and what it cost."""

    chair: int
    holder: str
    began: int
    version: int
    ended: Row
    cost: int
    lost: bool


def anomalies(history: History, stored: Stored) -> Iterator[str]:
    """Yield all anomalies of a run, a line each."""
    looked, follow = looks(history), dict[str, list[Row]]()
    for table, rows in stored.rows.items():
        if broken := list(rows_follow(table, rows)):
            yield from broken
        else:
            follow[table] = rows
    yield from acknowledged_once(history, stored)
    yield from in_order(history)
    yield from tables_exist(history, stored)
    yield from notices_once(history, stored)
    yield from paired_once(history, stored)
    # The rest plays the games again.
    for table, seen in looked.items():
        if table in follow or table not in stored.rows:
            yield from views_agree(table, seen, follow.get(table, []))
        yield from nothing_hidden_is_shown(table, seen, stored.rows.get(table, []), history)
    yield from clocks_are_fair(history, follow, looked)
    yield from deals_follow(stored.records, follow)


def happened(row: Row) -> tuple[events.AnyEvent, ...]:
    return events.decode(row.data)


def action_of(row: Row) -> str:
    """Return the id that the client gave: the server puts the sender before it. Seats by pairing have no such id."""
    sender, _, action = (row.action or "").rpartition(" ")
    return "" if sender.startswith("pair ") else action


def looks(history: History) -> dict[str, list[Looked]]:
    """Return the messages to the clients of each table; an ``ev`` is at the table of its connection's last ``full``."""
    found, places = defaultdict[str, list[Looked]](list), dict[int, tuple[str, tuple[int, ...]]]()
    for entry in history.of(Seen):
        message = json.loads(entry.frame)
        if message["t"] == "full":
            places[entry.connection] = message["table"], tuple(message["you"])
        if entry.connection in places:
            table, chairs = places[entry.connection]
            found[table].append(Looked(entry.at, entry.who, entry.connection, message, chairs))
    return found


# Actions.


def rows_follow(table: str, rows: Sequence[Row]) -> Iterator[str]:
    """The rows of a table are numbered without gaps, and its events follow from each other."""
    for number, row in enumerate(rows, 1):
        if row.seq != number:
            yield f"table {table}: row {row.seq} stands where row {number} should"
            return
    replay, at = Table(table), 0
    for row in rows:
        if row.at < at:
            yield f"table {table}: row {row.seq} is older than the one before"
        at = row.at
        try:
            replay.apply(row, happened(row))
        except EncoreError as error:
            yield f"table {table}: row {row.seq} cannot follow: {error}"
            return


def acknowledged_once(history: History, stored: Stored) -> Iterator[str]:
    """What was acknowledged is there once, at its version; what was refused is not; the rest is there once at most."""
    places = defaultdict[tuple[str, str], list[Row]](list)
    for table, rows in stored.rows.items():
        for row in rows:
            if action_of(row):
                places[table, action_of(row)].append(row)
    sent, answers = defaultdict[tuple[str, str], list[Sent]](list), defaultdict[tuple[str, str], list[Answered]](list)
    for entry in history.entries:
        if isinstance(entry, Sent):
            sent[entry.table, entry.action].append(entry)
        elif isinstance(entry, Answered):
            answers[entry.table, entry.action].append(entry)
    for key, attempts in sent.items():
        yield from _one_action(key, attempts, answers[key], places[key])
    for key, found in places.items():
        if key not in sent:
            yield f"table {key[0]}: row {found[0].seq} has the action {key[1]}, which nobody sent"


def _one_action(
    key: tuple[str, str], attempts: Sequence[Sent], answers: Sequence[Answered], found: Sequence[Row]
) -> Iterator[str]:
    where = f"table {key[0]}: {attempts[0].who}'s {attempts[0].kind} {attempts[0].what!r} ({key[1]})"
    versions = {answer.v for answer in answers if not answer.code}
    if len(found) > 1:
        yield f"{where} is stored {len(found)} times: rows {[row.seq for row in found]}"
    if len(versions) > 1:
        yield f"{where} was acknowledged as versions {sorted(versions)}"
    if versions and not found:
        yield f"{where} was acknowledged as version {max(versions)} and is lost"
    if found and versions and found[0].seq not in versions:
        yield f"{where} was acknowledged as version {max(versions)} and is row {found[0].seq}"
    refused = [answer for answer in answers if answer.code and answer.code not in UNKNOWN]
    if found and refused and len(refused) == len(attempts):
        yield f"{where} was refused ({refused[0].code}) and is row {found[0].seq}"
    if found and not _fits(attempts[0], found[0]):
        yield f"{where} is row {found[0].seq}, which says something else"


def _fits(sent: Sent, row: Row) -> bool:
    """Return whether a row has what was sent."""
    for event in happened(row):
        if isinstance(event, Moved) and sent.kind == "act":
            return event.move == sent.what
        if isinstance(event, Said) and sent.kind == "say":
            return event.text == sent.what
    return sent.kind not in ("act", "say")


def in_order(history: History) -> Iterator[str]:
    """What was acknowledged before something else was sent comes before it, whoever sent it."""
    by_table = defaultdict[str, list[Answered]](list)
    first = dict[tuple[str, str], int]()
    for entry in history.entries:
        if isinstance(entry, Sent):
            first.setdefault((entry.table, entry.action), entry.at)
        elif isinstance(entry, Answered) and not entry.code:
            by_table[entry.table].append(entry)
    for table, acks in by_table.items():
        # By the end of each; the newest version that was acknowledged before a time is the last one's maximum.
        begins = sorted(((first.get((table, ack.action), ack.sent), ack) for ack in acks), key=lambda begin: begin[0])
        ends, newest, place = sorted(acks, key=lambda ack: ack.at), 0, 0
        for start, ack in begins:
            while place < len(ends) and ends[place].at < start:
                newest, place = max(newest, ends[place].v), place + 1
            if ack.v <= newest:
                late = f"was sent after version {newest} was acknowledged"
                yield f"table {table}: {ack.action} is version {ack.v}, but {late}"


def tables_exist(history: History, stored: Stored) -> Iterator[str]:
    """A seat that was given to somebody is in the store."""
    for seat in history.of(Sat):
        rows, holder = stored.rows.get(seat.table), hashed(seat.token)
        if not rows:
            yield f"table {seat.table}: {seat.who} has a seat there, and it is lost"
        elif not any(getattr(event, "holder", "") == holder for row in rows for event in happened(row)):
            yield f"table {seat.table}: {seat.who} was given a seat, and it is lost"


# Views.


def views_agree(table: str, seen: Sequence[Looked], rows: Sequence[Row]) -> Iterator[str]:
    """What each client saw is what the stored rows say, each version after the one before."""
    last = dict[int, int]()
    wanted = defaultdict[int, list[Looked]](list)
    for look in seen:
        v = look.message["v"]
        if v < last.get(look.connection, 0):
            yield f"table {table}: {look.who} saw version {v} after {last[look.connection]} over one connection"
        last[look.connection] = v
        wanted[v].append(look)
    replay = Table(table)
    for row in rows:
        told = happened(row)
        replay.apply(row, told)
        for look in wanted.pop(row.seq, ()):
            yield from _one_view(replay, told, look)
    for v, lost in wanted.items():
        yield f"table {table}: {lost[0].who} saw version {v}, which is not stored"


def _one_view(table: Table, told: Sequence[events.AnyEvent], look: Looked) -> Iterator[str]:
    message, where = look.message, f"table {table.name}: {look.who} saw version {table.version}"
    hidden = table.game.hidden
    view = table.view(look.chairs if hidden else (0,))
    if message["h"] != table.view_hash(view):
        yield f"{where} of another history"
    if message.get("view", view) != view:
        yield f"{where} with a view that is not theirs"
    if message["t"] == "full":
        moves = [
            None if hidden and who == DEALER else move for move, who in zip(table.moves, table.movers, strict=True)
        ]
        if (message["moves"], message["phase"], message["to_move"]) != (moves, table.phase, table.to_move):
            yield f"{where} with other moves than those that are stored"
    else:
        move = next((event.move for event in told if isinstance(event, Moved)), None)
        if message.get("a") != move:
            yield f"{where} with the move {message.get('a')}, and {move} is stored"
        if hidden and any(message.get("dealt", ())):
            yield f"{where} with hidden tiles that were dealt"


def nothing_hidden_is_shown(table: str, seen: Sequence[Looked], rows: Sequence[Row], history: History) -> Iterator[str]:
    """No message has a seed or a server's secret before the end of its game, or the secret of a seat at any time."""
    tokens = [seat.token for seat in history.of(Sat) if seat.table == table]
    secrets, ends, number = dict[str, int](), list[int](), 0
    for row in rows:
        for event in happened(row):
            if isinstance(event, Began):
                number += 1
                secrets[event.seed] = number
            elif isinstance(event, Opened) and event.secret:
                secrets.setdefault(event.secret, 1)
            elif isinstance(event, Ended):
                ends.append(row.seq)
    for look in seen:
        text = json.dumps(look.message)
        if any(token in text for token in tokens):
            yield f"table {table}: {look.who} was sent the secret of a seat"
        for secret, game in secrets.items():
            over = ends[game - 1] if game <= len(ends) else None
            if secret in text and (over is None or look.message["v"] < over):
                yield f"table {table}: {look.who} was sent the seed of game {game} before its end"


# Clocks.


def turns(table: str, rows: Sequence[Row]) -> Iterator[Turn]:
    """Yield the turns of people at a table with live clocks, and what each of them cost."""
    replay, began, version = Table(table), 0, 0
    for row in rows:
        told = happened(row)
        clock = replay.clock if replay.version else None
        chair = clock.chair if clock and clock.timing.kind == "live" else None
        left = clock.left[chair] if clock and chair is not None else 0
        holder = replay.holders[chair] if chair is not None else ""
        replay.apply(row, told)
        kinds = {type(event) for event in told}
        if chair is not None and holder and kinds & {Moved, Ended, Emptied}:
            lost = any(isinstance(event, Ended | Emptied) and event.reason == "time" for event in told)
            gained = replay.opened.timing.increment * 1000 if Moved in kinds else 0
            yield Turn(chair, holder, began, version, row, left - (replay.clock.left[chair] - gained), lost)
        if not kinds <= {Said, Resumed, events.Asked, events.Declined}:
            began, version = row.at, row.seq


def clocks_are_fair(
    history: History, follow: Mapping[str, Sequence[Row]], looked: Mapping[str, list[Looked]]
) -> Iterator[str]:
    """A turn costs the time in which its player could move, and no more than a moment of the time of the servers."""
    silent = _silences(history)
    sent = dict[tuple[str, str], int]()
    for entry in history.of(Sent):
        sent.setdefault((entry.table, entry.action), entry.at)
    whose = {(seat.table, hashed(seat.token)): seat.who for seat in history.of(Sat)}
    for table, rows in follow.items():
        for turn in turns(table, rows):
            who = whose.get((table, turn.holder))
            shown = [look.at for look in looked.get(table, ()) if look.who == who and look.message["v"] >= turn.version]
            moved = sent.get((table, action_of(turn.ended)))
            if not shown or (moved is None and not turn.lost):
                continue
            end = moved if moved is not None else max(shown)
            own = max(0, end - min(shown))
            excused = _partly(silent, turn.began - SLACK, max(turn.ended.at, end) + SLACK)
            if turn.cost > own + SLACK + excused:
                what = "lost on time" if turn.lost else f"was charged {turn.cost / 1000:.1f} s"
                yield (
                    f"table {table}: {who} {what} with row {turn.ended.seq}, and had {own / 1000:.1f} s to move"
                    f" ({excused / 1000:.1f} s were a part of the servers away)"
                )


def _silences(history: History) -> list[list[Span]]:
    """Return when each server stored nothing, by its probe."""
    times = defaultdict[str, list[int]](list)
    for probe in history.of(Probed):
        times[probe.server].append(probe.at)
    return [[span for span in pairwise(at) if span[1] - span[0] > PROBED] for at in times.values()]


def _partly(silent: Sequence[Sequence[Span]], start: int, end: int) -> int:
    """Return for how many milliseconds of a time some of the servers stored nothing, but not all of them."""
    changes = list[tuple[int, int]]()
    for spans in silent:
        for begins, ends in spans:
            if begins < end and ends > start:
                changes += [(max(begins, start), 1), (min(ends, end), -1)]
    away, last, total = 0, start, 0
    for at, change in sorted(changes):
        if 0 < away < len(silent):
            total += at - last
        away, last = away + change, at
    return total


# Deals.


def deals_follow(records: Mapping[str, str], follow: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """The deals of every finished game follow from its seed, as ``encore verify-deal`` checks it."""
    for table, text in records.items():
        try:
            record = parse_record(text.encode())
            game = game_of(record)
            check_record(record, game)
            verify(record, game)
        except EncoreError as error:
            yield f"table {table}: its record does not hold: {error}"
    for table, rows in follow.items():
        replay = Table(table)
        for row in rows:
            told = happened(row)
            replay.apply(row, told)
            if replay.number and any(isinstance(event, Ended) for event in told):
                try:
                    verify(replay.record(), replay.game)
                except EncoreError as error:
                    yield f"table {table}: the deals of game {replay.number} do not follow from its seed: {error}"


# Notices.


def notices_once(history: History, stored: Stored) -> Iterator[str]:
    """Each turn of somebody who was not there is told once; again only where a fault hid whether it had arrived."""
    for who, table, number, spans in _turns_told(history, stored):
        for (start, end), pushes in spans:
            if pushes > 1 and not _faulty(history, start, end):
                yield f"table {table}: {who} got {pushes} notices for turn {number}, without a fault"
    keepers = set(stored.seats)
    for table, kind, holder in stored.notices:
        if (table, holder) in keepers:
            yield f"table {table}: a notice ({kind}) that was due was never sent"


def repeated(history: History, stored: Stored) -> int:
    """Return how many notices were sent again after a fault."""
    return sum(pushes - 1 for _, _, _, spans in _turns_told(history, stored) for _, pushes in spans if pushes > 1)


def _turns_told(history: History, stored: Stored) -> Iterator[tuple[str, str, int, list[tuple[Span, int]]]]:
    """Yield for each person and table when their turns were known to run, and the notices that came meanwhile."""
    pushes = defaultdict[tuple[str, str], list[int]](list)
    for push in history.of(Pushed):
        if push.kind in ("turn", "begun"):
            pushes[push.who, push.table].append(push.at)
    moved = defaultdict[str, list[tuple[int, str]]](list)
    for answer in history.of(Answered):
        if not answer.code:
            moved[answer.table].append((answer.at, answer.who))
    for (who, table), times in pushes.items():
        others = sorted(at for at, mover in moved[table] if mover != who)
        # From what somebody else did to the next thing that somebody else did, there is one turn at most.
        edges = [0, *others, 1 << 62]
        spans = [((start, end), sum(start <= at < end for at in times)) for start, end in pairwise(edges)]
        yield who, table, len(others), spans


def _faulty(history: History, start: int, end: int) -> bool:
    """Return whether a fault hid something between two times."""
    return any(fault.at - AROUND <= end and start <= fault.until + AROUND for fault in history.of(Fault))


# Pairing.


def paired_once(history: History, stored: Stored) -> Iterator[str]:
    """Nobody gets a seat that is taken, and a request to be paired gives one seat at one table."""
    holders = {hashed(seat.token): seat for seat in history.of(Sat) if seat.pairing}
    where = defaultdict[str, list[str]](list)
    for table, rows in stored.rows.items():
        seated = dict[int, str]()
        for row in rows:
            for event in happened(row):
                if isinstance(event, Joined) and event.chair in seated:
                    yield f"table {table}: row {row.seq} gives away chair {event.chair}, which is taken"
                _sit(seated, event)
        for holder in seated.values():
            where[holder].append(table)
    for holder, seat in holders.items():
        if len(tables := where[holder]) > 1:
            yield f"the request {seat.pairing} of {seat.who} has {len(tables)} seats: {', '.join(sorted(tables))}"


def _sit(seated: dict[int, str], event: events.AnyEvent) -> None:
    """Let somebody take or leave a seat."""
    if isinstance(event, Opened):
        seated |= {number: event.holder for number, chair in enumerate(event.chairs) if chair.kind == "screen"}
    elif isinstance(event, Joined):
        seated[event.chair] = event.holder
    elif isinstance(event, Left):
        seated.pop(event.chair, None)
