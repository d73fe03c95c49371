"""``encore serve``: the server."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

import typer

from encore.core.errors import EncoreError, OptionError

if TYPE_CHECKING:
    from encore.server.rooms.bus import Bus
    from encore.server.rooms.mail import Smtp
    from encore.server.rooms.metrics import Metrics
    from encore.server.rooms.valkey import ValkeyBus
    from encore.server.storage.store import Store
    from encore.server.workers.remote_workers import RemoteWorkers

Data = Annotated[
    Path | None, typer.Option(metavar="DIR", help="The folder for the tables; default: a folder of the user.")
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="ENCORE_DATABASE",
        show_envvar=False,
        help="Store the tables in postgresql://… instead; else ENCORE_DATABASE.",
    ),
]

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses that mean all interfaces, and the address for a browser on this machine."""
FIRST_INHERITED = 3
"""The file descriptor of the first socket that systemd hands over."""


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; 0.0.0.0 for other machines too.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0: any free port.")] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A name under which the server is reached, such as play.example; repeat for several, * for any. "
            "Addresses, localhost and this machine's name need none.",
        ),
    ] = None,
    data: Data = None,
    database: Database = None,
    bus: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="valkey://… connects several processes that share a database, and bot workers of other machines.",
        ),
    ] = None,
    worker_secret_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Admit bot workers of other machines (encore worker) over --bus, which know the secret in this file.",
        ),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=64,
            help="Processes behind the port, which a parent keeps running and replaces without a pause; several need "
            "--database and --bus; 0: one, without a parent.",
        ),
    ] = 0,
    thinkers: Annotated[
        int, typer.Option(metavar="N", min=0, max=64, help="Processes for bots, of each process; 0: all cores but one.")
    ] = 0,
    keep: Annotated[
        int,
        typer.Option(
            metavar="DAYS", min=0, help="Delete tables that were not used for this many days (15 or more); 0: never."
        ),
    ] = 0,
    keep_chat: Annotated[
        int,
        typer.Option(metavar="DAYS", min=0, help="Delete the chat of tables this many days after the game; 0: never."),
    ] = 0,
    keep_names: Annotated[
        int,
        typer.Option(metavar="DAYS", min=0, help="Delete the names at tables this many days after the game; 0: never."),
    ] = 0,
    analysis_seconds: Annotated[
        float, typer.Option(metavar="S", min=0.0, max=60.0, help="The most time for a question of the analysis.")
    ] = 10.0,
    push_service: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            help="Send notices to this push service without checking its address, such as https://push.example/; "
            "for one of your own. Those of browsers need none.",
        ),
    ] = None,
    push_contact: Annotated[
        str,
        typer.Option(metavar="URL", help="Whom push services may write to: mailto:… or https://…"),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(metavar="HOST:PORT", help="The mail server for daily digests; without it there are none."),
    ] = "",
    smtp_from: Annotated[
        str, typer.Option(metavar="ADDRESS", help="With --smtp: from whom the mails are, such as encore@play.example.")
    ] = "",
    smtp_page: Annotated[
        str, typer.Option(metavar="URL", help="With --smtp: the address of the page, such as https://play.example/.")
    ] = "",
    engine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=COMMAND",
            help="Offer an engine as the bot engine:NAME; repeat for several. See the manual, Engines.",
        ),
    ] = None,
    log: Annotated[
        Literal["text", "json"],
        typer.Option(metavar="FORM", help="The log on standard error: text, or json for an object a line."),
    ] = "text",
    log_addresses: Annotated[
        bool, typer.Option("--log-addresses", help="Write addresses of visitors and other machines into the log.")
    ] = False,
    unlimited: Annotated[
        bool, typer.Option("--unlimited", help="No rate limits per client; only for benchmarks.")
    ] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Run the server until Ctrl-C."""
    from encore.server.admin.socket import sockets_of
    from encore.server.bots.engines import read_engines
    from encore.server.bots.thinkers import Thinkers
    from encore.server.domain.clocks import MOST_DAYS
    from encore.server.log_lines import write_log
    from encore.server.place import Place
    from encore.server.rooms.bus import AloneBus
    from encore.server.rooms.endpoints import Endpoints
    from encore.server.rooms.hub import Hub
    from encore.server.rooms.retention import Days
    from encore.server.run import run
    from encore.server.storage.folder_lock import FolderLock

    write_log(log, log_addresses)
    if 0 < keep <= MOST_DAYS:
        raise OptionError(f"--keep is 0 (never) or at least {MOST_DAYS + 1} days, since a turn can take that long")
    endpoints, contact = Endpoints(push_service or ()), _contact(push_contact, name or ())
    mail = _mail_server(smtp, smtp_from, smtp_page)
    engines = read_engines(engine or ())
    if processes > 1 and not (database and bus):
        raise OptionError(
            f"--processes {processes} needs --database and --bus: a folder has one writer, so one process serves it"
        )
    found_bus, others = _find_bus(bus, database, worker_secret_file)
    store = find_store(data, database, alone=isinstance(found_bus, AloneBus))
    place = Place.from_environment()
    listening = place.listening if place else _inherited() or listen(host, port)
    port = listening.getsockname()[1]
    everywhere = EVERYWHERE.get(host)
    address = _address(everywhere or host, port)
    for_others = f", for others at {_address(_name_of_this_machine(), port)}" if everywhere else ""

    def ready() -> None:
        typer.echo(f"Encore is open at {address}{for_others} - Ctrl-C stops it")
        if browser:
            webbrowser.open(address)

    if processes and not place:
        _be_parent(processes, listening, found_bus.alone, ready)
        return
    shared = place.processes if place else 1
    workers = Thinkers(thinkers or max(1, ((os.cpu_count() or 1) - 1) // shared), log=log, others=others)
    hub = Hub(
        store,
        found_bus,
        workers,
        keep,
        analysis_seconds,
        endpoints=endpoints,
        contact=contact,
        smtp=mail,
        engines=engines,
        keep=Days(keep_chat, keep_names),
    )
    _tell_backups(hub.metrics, folder_of(data))
    if not database:
        _count_bytes(hub.metrics, folder_of(data))
    names = (host, *(name or ()), *_page_name(smtp_page))
    run(
        hub,
        listening,
        unlimited,
        names,
        ready,
        FolderLock(None if database else folder_of(data)),
        place,
        sockets_of(folder_of(data), database),
    )


def _be_parent(processes: int, listening: socket.socket, alone: bool, ready: Callable[[], None]) -> None:
    from encore.server.parent import Parent

    async def be_parent() -> int:
        return await Parent(processes, listening, alone, ready).run()

    if status := asyncio.run(be_parent()):
        raise typer.Exit(status)


def _tell_backups(metrics: Metrics, folder: Path) -> None:
    """Let the metrics say when the newest backup was made."""
    from encore.server.storage.backup import noted_backup

    meaning = "When the newest good backup was made, in seconds since 1970; 0 if none is known."
    metrics.gauge("encore_backup_timestamp_seconds", meaning, lambda: noted_backup(folder))


def _count_bytes(metrics: Metrics, folder: Path) -> None:
    """Let the metrics say how large the tables are, and how much room is left for them."""
    file = folder / "tables.sqlite"
    metrics.gauge("encore_store_bytes", "Bytes of the file with the tables.", lambda: file.stat().st_size)
    metrics.gauge("encore_disk_free_bytes", "Bytes free on its disk.", lambda: shutil.disk_usage(folder).free)


def _contact(given: str, names: Sequence[str]) -> str:
    """Return whom push services may write to: what the operator says, or else the page of the server."""
    if given and not given.startswith(("mailto:", "https://")):
        raise OptionError(f"--push-contact is mailto:NAME@HOST or https://HOST, not {given}")
    named = [name for name in names if "." in name]
    return given or (f"https://{named[0]}" if named else "")


def _mail_server(address: str, sender: str, page: str) -> Smtp | None:
    """Return the operator's mail server; who signs in there is in the environment."""
    from encore.server.rooms.mail import Smtp

    if not address:
        if sender or page:
            raise OptionError("--smtp-from and --smtp-page need --smtp HOST:PORT")
        return None
    host, colon, port = address.rpartition(":")
    if not (colon and host and port.isdecimal() and 0 < int(port) < 65536):
        raise OptionError(f"--smtp is HOST:PORT, such as mail.example:587, not {address}")
    if not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", sender):
        raise OptionError("--smtp needs --smtp-from ADDRESS, such as encore@play.example")
    if not re.fullmatch(r"https?://[^/\s]+/", page):
        raise OptionError("--smtp needs --smtp-page URL, such as https://play.example/ with a / at its end")
    user, password = os.environ.get("ENCORE_SMTP_USER", ""), os.environ.get("ENCORE_SMTP_PASSWORD", "")
    return Smtp(host.strip("[]"), int(port), sender, page, user, password)


def _page_name(page: str) -> tuple[str, ...]:
    """Return the name under which links in mails reach the server."""
    return tuple(name for name in [urlsplit(page).hostname] if name)


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _name_of_this_machine() -> str:
    """Return the address of this machine in the network, or its name without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # sends nothing: the system only selects a route
            return str(asking.getsockname()[0])
        except OSError:
            return socket.gethostname()


def find_store(data: Path | None, database: str | None, there: bool = False, alone: bool = False) -> Store:
    """Return the store; with ``there`` only a folder that already has tables.

    A server that is ``alone`` does not share its database; it holds the lock of a folder itself.
    """
    if data and database:
        raise OptionError("give --data or --database, not both")
    if database is None:
        from encore.server.storage.sqlite import SqliteStore

        file = folder_of(data) / "tables.sqlite"
        if not file.exists():
            if there:
                raise OptionError(f"there are no tables in {file.parent}; --data names the folder of encore serve")
            _make_private(file)
        return SqliteStore(file)
    if not database.startswith(("postgresql://", "postgres://")):
        raise OptionError("--database is postgresql://USER:PASSWORD@HOST:PORT/NAME")
    from encore.server.storage.postgres import PostgresStore

    return PostgresStore(database, alone)


def folder_of(data: Path | None) -> Path:
    """Return the folder of the tables: the given one, or that of the user."""
    return data or Path(typer.get_app_dir("encore"))


def _make_private(file: Path) -> None:
    """Create a file that only this user can read, since it will contain the seeds of running games.

    SQLite gives the files beside it the same permissions. A umask would also apply to kernels that are compiled
    meanwhile and cached for everybody.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def _find_bus(url: str | None, database: str | None, secret_file: Path | None) -> tuple[Bus, RemoteWorkers | None]:
    """Return the bus of the server processes, and the bot workers of other machines that are admitted over it.

    These have a connection of their own: a folder has one server, which needs no other bus.
    """
    from encore.server.rooms.bus import AloneBus
    from encore.server.rooms.valkey import GAP
    from encore.server.workers.letters import GAPS
    from encore.server.workers.remote_workers import RemoteWorkers
    from encore.server.workers.seal import Seal, read_secret

    url, secret = url or os.environ.get("ENCORE_BUS"), read_secret(secret_file)
    if url is None:
        if secret:
            raise OptionError("bot workers of other machines come over --bus valkey://HOST:PORT, which is missing")
        return AloneBus(), None
    if database is None and not secret:
        raise OptionError("--bus connects processes that share a --database, or bot workers with --worker-secret-file")
    others = RemoteWorkers(find_bus(url, GAPS), Seal(secret)) if secret else None
    return find_bus(url, GAP) if database else AloneBus(), others


def find_bus(url: str, gaps: str) -> ValkeyBus:
    """Return a connection to a bus, not yet open, with a channel for gaps; raise OptionError if this is no address."""
    if not url.startswith(("valkey://", "valkeys://", "redis://", "rediss://")):
        raise OptionError("--bus is valkey://HOST:PORT or redis://HOST:PORT, with TLS valkeys:// or rediss://")
    from encore.server.rooms.valkey import ValkeyBus

    return ValkeyBus(url, gaps)


def _inherited() -> socket.socket | None:
    """Return the listening socket with which systemd has started this process, if it has."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return None
    if os.environ.get("LISTEN_FDS") != "1":
        raise EncoreError(f"LISTEN_FDS is {os.environ.get('LISTEN_FDS')}; encore serve takes one socket")
    return socket.socket(fileno=FIRST_INHERITED)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there."""
    try:
        return socket.create_server(
            (host, port),
            family=socket.AF_INET6 if ":" in host else socket.AF_INET,
            backlog=4096,
            dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
        )
    except socket.gaierror:
        raise EncoreError(f"cannot listen at {host}: this is not an address of this machine") from None
    except OSError as error:
        raise EncoreError(
            f"cannot listen at {host}:{port}: {os.strerror(error.errno or 0)}; --port chooses another"
        ) from None


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Write every table with its whole history to a file."""
    from encore.server.storage.transfer import write_all

    if file.exists():
        raise OptionError(f"{file} already exists; choose a new file")
    written = asyncio.run(write_all(find_store(data, database, there=True), file))
    typer.echo(f"{written} tables are in {file}")


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of encore export.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Read the tables of a file; existing tables are not changed."""
    from encore.server.storage.transfer import read_all

    read, left = asyncio.run(read_all(find_store(data, database), file))
    typer.echo(f"{read} tables were read" + (f", {left} were there already" if left else ""))
