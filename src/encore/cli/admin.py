"""``encore admin``: what the operator of a running server sees and does, over a socket of this machine."""

from __future__ import annotations

import inspect
import webbrowser
from collections.abc import Callable, Iterable, Sequence
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar

import typer

from encore.cli.screen import count
from encore.cli.serve import Data, Database, folder_of, listen
from encore.core.errors import OptionError, printable

if TYPE_CHECKING:
    from encore.server.admin.client import Answers, Client
    from encore.server.domain.moderation import Kind, Whom

admin = typer.Typer(help="See and do what an operator may at a running server.", add_completion=False)

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Period = Annotated[str, typer.Option("--for", metavar="TIME", help="For how long: such as 30m, 12h or 7d.")]
Person = Annotated[str, typer.Option(metavar="ID", help="A person who keeps their games, by the id.")]
Address = Annotated[str, typer.Option(metavar="RANGE", help="An address or a range: 192.0.2.7, 2001:db8::/48.")]
Name = Annotated[str, typer.Option(metavar="NAME", help="Everybody who uses this name.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why, for the operators' own list.")]


T = TypeVar("T")


class Server(NamedTuple):
    """Which server the operator means, and how its answers are printed."""

    data: Path | None
    database: str | None
    json: bool

    def client(self) -> Client:
        """Return the way to its processes."""
        from encore.server.admin.client import Client
        from encore.server.admin.socket import sockets_of

        if self.data and self.database:
            raise OptionError("give --data or --database, not both")
        return Client(sockets_of(folder_of(self.data), self.database))

    def told(self, answers: Answers[T]) -> list[tuple[int, T]]:
        """Return what the processes say, and tell of those that do not answer."""
        for process in answers.silent:
            typer.echo(f"encore admin: process {process} does not answer", err=True)
        return answers.found

    def do(self, order: Any, process: int | None = None) -> None:
        """Let a process carry out an order, and print what it says."""
        from encore.server.admin.orders import Done

        answer = self.client().ask(order, Done, process)
        if self.json:
            _print_json(answer)
            return
        typer.echo(printable(f"{answer.done}{f' ({answer.id})' if answer.id else ''}"))


def _command(run: Callable[..., None]) -> Callable[..., None]:
    """Make a command of a function: its first parameter stands for the options that all commands have."""

    def command(data: Data = None, database: Database = None, json: Json = False, **own: Any) -> None:
        run(Server(data, database, json), **own)

    _, *own = inspect.signature(run, eval_str=True).parameters.values()
    common = list(inspect.signature(command, eval_str=True).parameters.values())[:-1]
    shown = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*own, *common)]
    command.__name__, command.__doc__ = run.__name__, run.__doc__
    command.__annotations__ = {each.name: each.annotation for each in shown}
    command.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    # The name of a table may begin with a hyphen.
    admin.command(context_settings={"ignore_unknown_options": run.__name__ in ("table", "close")})(command)
    return run


@_command
def load(server: Server) -> None:
    """Print how much each process has to do: tables, sockets, actions, the queue of the bots, memory, bot workers."""
    from encore.server.admin.orders import GetLoad, Load

    found = [answer for _, answer in server.told(server.client().ask_all(GetLoad(), Load))]
    if server.json:
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
    workers = (
        (each.process, one.name or "this machine", one.processes, one.busy, one.answered, one.failed)
        for each in found
        for one in each.workers
    )
    typer.echo()
    _print_table(("process", "bot workers", "processes", "busy", "answered", "failed"), workers)
    for broadcast in found[0].broadcasts:
        typer.echo(printable(f"shown on every page until {_time(broadcast.until)}: {broadcast.text}"))


@_command
def tables(
    server: Server,
    find: Annotated[
        str, typer.Option(metavar="TEXT", help="Only those with this in their name or in that of a player.")
    ] = "",
    most: Annotated[int, typer.Option(metavar="N", min=0, help="How many of each process at most; 0: all.")] = 0,
) -> None:
    """List the tables that are open, those with the most sockets first."""
    from encore.server.admin.orders import GetTables, LiveTables

    answers = server.told(server.client().ask_all(GetTables(find, most), LiveTables))
    found = [(process, one) for process, each in answers for one in each.tables]
    if server.json:
        _print_json([{"process": process, **_builtins(one)} for process, one in found])
        return
    head = ("table", "game", "phase", "moves", "sockets", "last action", "process", "players")
    if not found:
        typer.echo("no open table has this name or player" if find else "no table is open")
        return
    rows = (
        (one.table, one.game, one.phase, one.moves, one.sockets, _time(one.at), process, ", ".join(one.names))
        for process, one in found
    )
    _print_table(head, rows)
    if (left := sum(each.found for _, each in answers) - len(found)) > 0:
        typer.echo(f"and {count(left, 'other')}; --most 0 shows all")


@_command
def table(
    server: Server,
    name: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table, as in its address.")],
) -> None:
    """Print who is at a table: names, ids of people who keep their seats, addresses that are connected."""
    found = server.told(server.client().table(name))
    if server.json:
        _print_json([{"process": process, **_builtins(one)} for process, one in found])
        return
    _, first = found[0]
    if first.table:
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


@_command
def close(
    server: Server,
    name: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table, as in its address.")],
    why: Annotated[
        Literal["rules", "fault", "other"],
        typer.Option(help="What the players are told, in their language: broken rules, a fault, or nothing more."),
    ] = "other",
    text: Annotated[str, typer.Option(metavar="TEXT", help="Your own words for the players, shown as they are.")] = "",
) -> None:
    """Close a table for ever. A running game has no result."""
    from encore.server.admin.orders import CloseTable

    server.do(CloseTable(name, why, text))


@_command
def ban(
    server: Server,
    period: Period,
    person: Person = "",
    address: Address = "",
    name: Name = "",
    reason: Reason = "",
) -> None:
    """Exclude a person, an address range or a name for a time. Their sockets are closed at once, in every process."""
    _restrict(server, "ban", period, (person, address, name), reason)


@_command
def mute(
    server: Server,
    period: Period,
    person: Person = "",
    address: Address = "",
    name: Name = "",
    reason: Reason = "",
) -> None:
    """Let a person, an address range or a name write nothing in chats for a time."""
    _restrict(server, "mute", period, (person, address, name), reason)


@_command
def bans(server: Server) -> None:
    """List who is excluded or muted."""
    from encore.server.admin.orders import GetRestrictions, Restrictions

    answer = server.client().ask(GetRestrictions(), Restrictions)
    found, names = answer.restrictions, answer.names
    if server.json:
        _print_json(found)
        return
    if not found:
        typer.echo("nobody is muted or banned")
        return
    head = ("id", "kind", "whom", "", "name", "until", "by", "reason")
    rows = ((e.id, e.kind, e.whom, e.target, names.get(e.target, "-"), _time(e.until), e.by, e.reason) for e in found)
    _print_table(head, rows)


@_command
def lift(
    server: Server,
    restriction: Annotated[str, typer.Argument(metavar="ID", help="The id that encore admin bans shows.")],
) -> None:
    """End a ban or a mute."""
    from encore.server.admin.orders import Lift

    server.do(Lift(restriction))


@_command
def broadcast(
    server: Server,
    text: Annotated[str, typer.Argument(metavar="[TEXT]", help="What everybody is told: Restart in 5 minutes.")] = "",
    period: Annotated[str, typer.Option("--for", metavar="TIME", help="For how long: such as 10m or 2h.")] = "10m",
    end: Annotated[bool, typer.Option("--end", help="Show nothing any more.")] = False,
) -> None:
    """Show a text on every open page."""
    from encore.server.admin.orders import EndBroadcasts, Tell
    from encore.server.domain.moderation import LONGEST_BROADCAST, read_period

    if bool(text.strip()) == end:
        raise OptionError("give the text that everybody is told, or --end")
    order = EndBroadcasts() if end else Tell(text, read_period(period, LONGEST_BROADCAST))
    server.do(order)


@_command
def reports(
    server: Server,
    everything: Annotated[bool, typer.Option("--all", help="Those that are done, too.")] = False,
) -> None:
    """List what people have reported, with the lines of the chat that the server has attached: > marks theirs."""
    from encore.server.admin.orders import GetReports, Reports

    answer = server.client().ask(GetReports(everything), Reports)
    found = answer.reports
    if server.json:
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
        lines += [
            f"    {'>' if line.reported else '|'} {line.name}: {line.text or f'({line.phrase})'}" for line in each.lines
        ]
        for line in lines:
            typer.echo(printable(line))
    if answer.more:
        typer.echo("there are more: these come first")


@_command
def done(
    server: Server,
    report: Annotated[str, typer.Argument(metavar="[ID]", help="The id that encore admin reports shows.")] = "",
    table: Annotated[str, typer.Option(metavar="TABLE", help="All reports of this table instead.")] = "",
) -> None:
    """Mark a report, or all of a table, as done."""
    from encore.server.admin.orders import FinishReport

    if bool(report) == bool(table):
        raise OptionError("give the id of a report, or --table TABLE")
    server.do(FinishReport(report, table))


@_command
def drain(
    server: Server,
    process: Annotated[int, typer.Option(metavar="N", help="The process, as encore admin load shows it.")] = 0,
    deadline: Annotated[str, typer.Option(metavar="TIME", help="When it ends at the latest: 30s or 5m.")] = "5m",
) -> None:
    """Let a process finish its moves, take nothing new, and end when nobody is connected any more."""
    from encore.server.admin.orders import Drain
    from encore.server.domain.clocks import DAY
    from encore.server.domain.moderation import read_period

    client = server.client()
    there = client.processes()
    if process not in there and (process or len(there) > 1):
        raise OptionError(f"--process is one of {', '.join(map(str, there))}")
    server.do(Drain(read_period(deadline, DAY)), process or there[0])


@_command
def log(
    server: Server,
    most: Annotated[int, typer.Option(metavar="N", min=1, max=10_000, help="How many entries.")] = 100,
) -> None:
    """Print what operators have done: when, who by user of the system, and what."""
    from encore.server.admin.orders import GetLog, Log

    found = server.client().ask(GetLog(most), Log).log
    if server.json:
        _print_json(found)
        return
    if not found:
        typer.echo("nothing yet")
        return
    rows = (
        (_time(e.at), e.who, e.what, " ".join(f"{name}={value}" for name, value in e.detail.items())) for e in found
    )
    _print_table(("when", "who", "what", ""), rows)


@_command
def page(
    server: Server,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0: any free port.")] = 0,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve a page with all of this for a browser on this machine, until Ctrl-C. Each link lets one browser in."""
    from encore.server.admin.site import Keys, serve

    client = server.client()
    client.processes()  # a wrong folder is told now
    listening = listen("127.0.0.1", port)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/#"

    def show(token: str, before: str = "a browser has opened the page; a link for another one is") -> None:
        link = address + token
        typer.echo(dumps({"link": link}) if server.json else f"{before} {link}")

    keys = Keys(show)
    show(keys.token, "Ctrl-C stops the page; the link works once:")
    if browser:
        webbrowser.open(address + keys.token)
    serve(client, listening, keys)


def _restrict(server: Server, kind: Kind, period: str, targets: Sequence[str], reason: str) -> None:
    from encore.server.admin.orders import Restrict
    from encore.server.domain.moderation import read_period, target_of

    kinds: tuple[Whom, ...] = ("person", "address", "name")
    given = [(whom, target) for whom, target in zip(kinds, targets, strict=True) if target]
    if len(given) != 1:
        raise OptionError("give one of --person ID, --address RANGE and --name NAME")
    ((whom, target),) = given
    server.do(Restrict(kind, whom, target_of(whom, target), read_period(period), reason))


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
