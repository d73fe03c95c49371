"""The log: no address unless it is asked for, and in JSON an object on every line."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from encore.server.log_lines import HIDDEN, JsonLines, Line, Lines, without_addresses
from encore.server.quiet_log import OncePerMinute
from tests.docs.pages import ROOT
from tests.patience import PATIENCE
from tests.server.client import Served, at_table, open_table, running, served
from tests.server.services import PostgresService

ATTACKER = "203.0.113.77"
"""The address that a proxy on this machine reports for a visitor."""


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("refused by 203.0.113.7", f"refused by {HIDDEN}"),
        ("('203.0.113.7', 8000): gone", f"('{HIDDEN}', 8000): gone"),
        ("203.0.113.7:8000 and 10.0.0.1.", f"{HIDDEN}:8000 and {HIDDEN}."),
        ("at 2001:db8::1, at [::1]:8000, at fe80::1%eth0", f"at {HIDDEN}, at [{HIDDEN}]:8000, at {HIDDEN}%eth0"),
        ("2001:db8:1:2:3:4:5:6: gone", f"{HIDDEN}: gone"),
        ("visitor 2001:db8:1:2::/64", f"visitor {HIDDEN}/64"),
        ("::ffff:203.0.113.7", f"{HIDDEN}:{HIDDEN}"),
        ("to ada.l@mail.example: no", f"to {HIDDEN}: no"),
        ("postgresql://encore:word@db/encore", f"postgresql://{HIDDEN}/encore"),
        ("from_203.0.113.7_8000, 203.0.113.7.8000", f"from_{HIDDEN}_8000, {HIDDEN}.8000"),
        ("from_2001:db8::7_80", f"from_{HIDDEN}_80"),
        ("uvicorn 0.40.1 at 12:34:56, version 1.2.3, a: b", "uvicorn 0.40.1 at 12:34:56, version 1.2.3, a: b"),
    ],
)
def test_addresses_are_hidden_and_nothing_else(said: str, written: str) -> None:
    assert without_addresses(said) == written


def test_a_long_message_is_read_soon() -> None:
    """Its time grows with its length only, so what somebody sends keeps nobody waiting."""
    start = time.thread_time()
    for text in ("a" * 50_000, "1." * 25_000, "::" * 25_000, "a:" * 25_000, "a@" * 25_000):
        without_addresses(text)
    assert time.thread_time() - start < 10


def record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    made = logging.getLogger("encore.server").makeRecord("encore.server", logging.WARNING, "", 0, message, args, None)
    made.__dict__.update(extra)
    return made


def test_the_visitor_who_causes_a_line_is_named_only_if_wanted() -> None:
    caused = record("closed %s", "10.0.0.1", address=ATTACKER)
    assert Lines().format(caused) == f"encore: closed {HIDDEN}"
    assert Lines(addresses=True).format(caused) == f"encore: closed 10.0.0.1 (address {ATTACKER})"
    assert "address" not in json.loads(JsonLines().format(caused))
    assert json.loads(JsonLines(addresses=True).format(caused))["address"] == ATTACKER


def test_a_json_line_has_the_documented_fields() -> None:
    once, lines = OncePerMinute(), JsonLines(addresses=True)
    try:
        raise ValueError("10.0.0.1")
    except ValueError:
        failed = record("no\nluck", address=ATTACKER, left_out=3, exc_info=sys.exc_info())
    assert once.filter(failed)
    line = json.loads(lines.format(failed))
    assert "\n" not in lines.format(failed)
    assert line["error"].startswith("Traceback") and line["error"].endswith("ValueError: 10.0.0.1")
    assert (line["level"], line["message"], line["logger"], line["left_out"]) == (
        "warning",
        "no\nluck",
        "encore.server",
        3,
    )
    assert list(line) == ["time", "level", "message", "logger", "process", "left_out", "address", "error"]
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    assert [field for field in Line.__struct_fields__ if f"| `{field}` |" not in page] == []
    assert HIDDEN in json.loads(JsonLines().format(failed))["error"]


def test_in_json_all_that_is_written_to_standard_error_is_an_object() -> None:
    program = (
        "import sys, warnings, threading, logging\n"
        "from encore.server.log_lines import write_log\n"
        "write_log('json')\n"
        "print('two\\nlines', file=sys.stderr)\n"
        "warnings.warn('a warning')\n"
        "logging.getLogger('asyncio').error('from 203.0.113.77')\n"
        "thread = threading.Thread(target=lambda: 1 / 0)\n"
        "thread.start(); thread.join()\n"
        "import typer; typer.echo('encore: the end', err=True)\n"
        "1 / 0\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    said = [line["message"] for line in lines]
    assert said[:2] == ["two", "lines"]
    assert {"from [address]", "a thread failed", "encore: the end"} <= set(said)
    assert said[-1].startswith("ZeroDivisionError")
    assert any("a warning" in each for each in said)


def provoke(server: Served) -> None:
    """Do to a server what makes it write lines: garbage, and more requests than a visitor may send."""
    at = ("127.0.0.1", server.port)
    for data in (b"\x16\x03\x01 not HTTP", b"GET / HTTP/1.1\r\nHost: x\r\n" + b"x: y\r\n" * 200):
        with socket.create_connection(at, PATIENCE) as client:
            client.sendall(data)
    with socket.create_connection(at, PATIENCE) as client:
        asked = f"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {ATTACKER}\r\n\r\n".encode()
        got, sent = b"", 0
        while b"HTTP/1.1 429" not in got:
            client.sendall(asked * 100)
            sent += 100
            while got.count(b"HTTP/1.1 ") < sent and b"HTTP/1.1 429" not in got:
                got += client.recv(1 << 16)


def lines_of(server: Served) -> Iterator[dict[str, Any]]:
    """Stop a server, and read its log."""
    for line in server.stop().splitlines():
        read = json.loads(line)
        assert {"time", "level", "message", "logger", "process"} <= set(read), line
        yield read


@pytest.mark.parametrize("wanted", [False, True], ids=["hidden", "wanted"])
def test_no_address_is_in_the_log_of_a_server_that_was_attacked(tmp_path: Path, wanted: bool) -> None:
    more = ["--log-addresses"] if wanted else []
    with served(tmp_path, "--log", "json", *more) as server:
        table = open_table(server, game="dakapo", chairs=[{"kind": "screen"}] * 2)

        async def play() -> None:
            async with at_table(server, table["table"], table["token"]) as client:
                await client.next("full")

        asyncio.run(play())
        provoke(server)
        lines = list(lines_of(server))
    assert any("requests are refused" in line["message"] for line in lines)
    written = json.dumps(lines)
    assert (ATTACKER in written) == wanted
    assert wanted or "127.0.0.1" not in written


def test_no_address_is_in_the_log_when_the_database_is_lost(postgres: PostgresService) -> None:
    with running("--database", postgres.database(), "--log", "json") as server:
        postgres.crash()
        assert server.process is not None and server.process.stderr is not None
        lines = list[dict[str, Any]]()
        while not lines or not lines[-1]["message"].startswith("the store does not answer: PostgreSQL: "):
            lines.append(json.loads(server.process.stderr.readline()))
        lines += lines_of(server)
    assert "127.0.0.1" not in json.dumps(lines)


def test_text_is_written_as_before() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines())
    handler.handle(record("the store does not answer: %s", "busy"))
    assert stream.getvalue() == "encore: the store does not answer: busy\n"
