"""``encore admin``: what the operator of a running server sees and does, over a socket of this machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from encore.cli.screen import count
from encore.cli.serve import Data, Database, folder_of
from encore.core.errors import OptionError, printable

if TYPE_CHECKING:
    from encore.server.admin.client import Client
    from encore.server.domain.moderation import Kind, Whom

admin = typer.Typer(help="See and do what an operator may at a running server.", add_completion=False)

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Period = Annotated[str, typer.Option("--for", metavar="TIME", help="For how long: such as 30m, 12h or 7d.")]
Person = Annotated[str, typer.Option(metavar="ID", help="A person who keeps their games, by the id.")]
Address = Annotated[str, typer.Option(metavar="RANGE", help="An address or a range: 192.0.2.7, 2001:db8::/48.")]
Name = Annotated[str, typer.Option(metavar="NAME", help="Everybody who uses this name.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why, for the operators' own list.")]


@admin.command()
def load(data: Data = None, database: Database = None, json: Json = False) -> None:
    """Print how much each process has to do: tables, sockets, actions, the queue of the bots, memory."""
    from encore.server.admin.orders import GetLoad, Load

    found = [answer for _, answer in _client(data, database).ask_all(GetLoad(), Load)]
    if json:
        _print_json(found)
        return
    head = ("process", "tables", "sockets", "rows/s", "waiting for bots", "memory", "")
    rows = (
        (
            *(each.process, each.tables, each.sockets, each.rows_per_second, each.questions, f"{each.memory_mb} MB"),
            "draining" if each.draining else "",
        )
        for each in found
    )
    _print_table(head, rows)
    for broadcast in found[0].broadcasts:
        typer.echo(printable(f"shown on every page until {_time(broadcast.until)}: {broadcast.text}"))


@admin.command()
def tables(data: Data = None, database: Database = None, json: Json = False) -> None:
    """List the tables that are open, those with the most sockets first."""
    from encore.server.admin.orders import GetTables, LiveTables

    found = [
        (process, one)
        for process, each in _client(data, database).ask_all(GetTables(), LiveTables)
        for one in each.tables
    ]
    if json:
        _print_json([{"process": process, **_builtins(one)} for process, one in found])
        return
    head = ("table", "game", "phase", "moves", "sockets", "last action", "process", "players")
    rows = (
        (one.table, one.game, one.phase, one.moves, one.sockets, _time(one.at), process, ", ".join(one.names))
        for process, one in found
    )
    _print_table(head, rows)


@admin.command()
def table(
    name: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table, as in its address.")],
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Print who is at a table: names, ids of people who keep their seats, addresses that are connected."""
    from encore.server.admin.orders import GetTable, WholeTable

    found = _client(data, database).ask_all(GetTable(name), WholeTable)
    if json:
        _print_json([{"process": process, **_builtins(one)} for process, one in found])
        return
    first = found[0][1]
    typer.echo(f"{first.table.table}: {first.table.game}, {first.table.phase}, {count(first.table.moves, 'move')}")
    rows = (
        (
            number + 1,
            seat.name or seat.bot or "-",
            seat.person or "-",
            _joined(one.seats[number].addresses for _, one in found),
        )
        for number, seat in enumerate(first.seats)
    )
    _print_table(("seat", "name", "person", "addresses"), rows)
    if watching := _joined(one.watching for _, one in found):
        typer.echo(f"watching: {watching}")


@admin.command()
def close(
    name: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table, as in its address.")],
    why: Annotated[
        Literal["rules", "fault", "other"],
        typer.Option(help="What the players are told, in their language: broken rules, a fault, or nothing more."),
    ] = "other",
    text: Annotated[str, typer.Option(metavar="TEXT", help="Your own words for the players, shown as they are.")] = "",
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Close a table for ever. A running game has no result."""
    from encore.server.admin.orders import CloseTable

    _do(CloseTable(name, why, text), data, database, json)


@admin.command()
def ban(
    period: Period,
    person: Person = "",
    address: Address = "",
    name: Name = "",
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Exclude a person, an address range or a name for a time. Their sockets are closed at once, in every process."""
    _restrict("ban", period, (person, address, name), reason, data, database, json)


@admin.command()
def mute(
    period: Period,
    person: Person = "",
    address: Address = "",
    name: Name = "",
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Let a person, an address range or a name write nothing in chats for a time."""
    _restrict("mute", period, (person, address, name), reason, data, database, json)


@admin.command()
def bans(data: Data = None, database: Database = None, json: Json = False) -> None:
    """List who is excluded or muted."""
    from encore.server.admin.orders import GetRestrictions, Restrictions

    found = _client(data, database).ask(GetRestrictions(), Restrictions).restrictions
    if json:
        _print_json(found)
        return
    head = ("id", "kind", "whom", "", "until", "by", "reason")
    _print_table(head, ((e.id, e.kind, e.whom, e.target, _time(e.until), e.by, e.reason) for e in found))


@admin.command()
def lift(
    restriction: Annotated[str, typer.Argument(metavar="ID", help="The id that encore admin bans shows.")],
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """End a ban or a mute."""
    from encore.server.admin.orders import Lift

    _do(Lift(restriction), data, database, json)


@admin.command()
def broadcast(
    text: Annotated[str, typer.Argument(metavar="[TEXT]", help="What everybody is told: Restart in 5 minutes.")] = "",
    period: Annotated[str, typer.Option("--for", metavar="TIME", help="For how long: such as 10m or 2h.")] = "10m",
    end: Annotated[bool, typer.Option("--end", help="Show nothing any more.")] = False,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Show a text on every open page."""
    from encore.server.admin.orders import EndBroadcasts, Tell
    from encore.server.domain.moderation import LONGEST_BROADCAST, read_period

    if bool(text.strip()) == end:
        raise OptionError("give the text that everybody is told, or --end")
    order = EndBroadcasts() if end else Tell(text, read_period(period, LONGEST_BROADCAST))
    _do(order, data, database, json)


@admin.command()
def reports(
    everything: Annotated[bool, typer.Option("--all", help="Those that are done, too.")] = False,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """List what people have reported, with the lines of the chat that the server has attached."""
    from encore.server.admin.orders import GetReports, Reports

    found = _client(data, database).ask(GetReports(everything), Reports).reports
    if json:
        _print_json(found)
        return
    if not found:
        typer.echo("no reports")
    for each in found:
        state = f", done {_time(each.done)}" if each.done else ""
        about = f"{each.name or '-'}{f' (person {each.person})' if each.person else ''}"
        by = f"{each.reporter_name or 'a visitor'}{f' (person {each.reporter})' if each.reporter else ''}"
        lines = [f"{each.id}  {_time(each.at)}  {each.reason}: {about}, at table {each.table}, by {by}{state}"]
        lines += [f"    {each.text}"] if each.text else []
        lines += [f"    | {line.name}: {line.text or f'({line.phrase})'}" for line in each.lines]
        for line in lines:
            typer.echo(printable(line))


@admin.command()
def done(
    report: Annotated[str, typer.Argument(metavar="ID", help="The id that encore admin reports shows.")],
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Mark a report as done."""
    from encore.server.admin.orders import FinishReport

    _do(FinishReport(report), data, database, json)


@admin.command()
def drain(
    process: Annotated[int, typer.Option(metavar="N", help="The process, as encore admin load shows it.")] = 0,
    deadline: Annotated[str, typer.Option(metavar="TIME", help="When it ends at the latest: 30s or 5m.")] = "5m",
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Let a process finish its moves, take nothing new, and end when nobody is connected any more."""
    from encore.server.admin.orders import Drain
    from encore.server.domain.clocks import DAY
    from encore.server.domain.moderation import read_period

    client = _client(data, database)
    there = client.processes()
    if process not in there and (process or len(there) > 1):
        raise OptionError(f"--process is one of {', '.join(map(str, there))}")
    _do(Drain(read_period(deadline, DAY)), data, database, json, process or there[0])


@admin.command()
def log(
    most: Annotated[int, typer.Option(metavar="N", min=1, max=10_000, help="How many entries.")] = 100,
    data: Data = None,
    database: Database = None,
    json: Json = False,
) -> None:
    """Print what operators have done: when, who by user of the system, and what."""
    from encore.server.admin.orders import GetLog, Log

    found = _client(data, database).ask(GetLog(most), Log).log
    if json:
        _print_json(found)
        return
    rows = (
        (_time(e.at), e.who, e.what, " ".join(f"{name}={value}" for name, value in e.detail.items())) for e in found
    )
    _print_table(("when", "who", "what", ""), rows)


def _client(data: Path | None, database: str | None) -> Client:
    from encore.server.admin.client import Client
    from encore.server.admin.socket import sockets_of

    if data and database:
        raise OptionError("give --data or --database, not both")
    return Client(sockets_of(folder_of(data), database))


def _restrict(
    kind: Kind,
    period: str,
    targets: Sequence[str],
    reason: str,
    data: Path | None,
    database: str | None,
    json: bool,
) -> None:
    from encore.server.admin.orders import Restrict
    from encore.server.domain.moderation import read_period, target_of

    kinds: tuple[Whom, ...] = ("person", "address", "name")
    given = [(whom, target) for whom, target in zip(kinds, targets, strict=True) if target]
    if len(given) != 1:
        raise OptionError("give one of --person ID, --address RANGE and --name NAME")
    ((whom, target),) = given
    _do(Restrict(kind, whom, target_of(whom, target), read_period(period), reason), data, database, json)


def _do(order: Any, data: Path | None, database: str | None, json: bool, process: int | None = None) -> None:
    """Let a process carry out an order, and print what it says."""
    from encore.server.admin.orders import Done

    answer = _client(data, database).ask(order, Done, process)
    if json:
        _print_json(answer)
        return
    typer.echo(printable(f"{answer.done}{f' ({answer.id})' if answer.id else ''}"))


def _print_json(answer: object) -> None:
    from encore.server.admin.client import as_json

    typer.echo(as_json(answer))


def _builtins(answer: object) -> dict[str, Any]:
    import msgspec

    found: dict[str, Any] = msgspec.to_builtins(answer)
    return found


def _time(at: int) -> str:
    from encore.server.domain.moderation import told_time

    return told_time(at)


def _joined(addresses: Iterable[Sequence[str]]) -> str:
    return ", ".join(sorted({one for each in addresses for one in each}))


def _print_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows in columns; the last one is as long as it likes."""
    lines = [list(head), *([printable(str(cell)) for cell in row] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head) - 1)]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, [*widths, 0], strict=True)]
        typer.echo("  ".join(cells).rstrip())
