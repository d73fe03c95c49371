"""What ``encore serve``, ``export`` and ``import`` refuse, in one line; and the permissions of their files."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from encore.server.storage.sqlite_schema import MIGRATIONS
from tests.patience import PATIENCE
from tests.server.client import at_table, join, open_table, running, served
from tests.server.services import PostgresService, ValkeyService

NOBODY = "127.0.0.1:1"
"""A port at which nothing listens."""


def encore(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    command = [sys.executable, "-m", "encore", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def refusal(*arguments: object) -> str:
    """Return the one-line error of a command."""
    done = encore(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    return done.stderr


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "tables.sqlite")
    database.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    database.close()
    for command in (["serve", "--port", 0], ["export", tmp_path / "file"]):
        assert "was written by a newer Encore" in refusal(*command, "--data", tmp_path)


def test_a_database_that_does_not_answer_is_refused() -> None:
    assert "PostgreSQL: " in refusal("serve", "--port", 0, "--database", f"postgresql://{NOBODY}/encore")


def test_a_bus_that_does_not_answer_is_refused(postgres: PostgresService) -> None:
    database = postgres.database()
    line = refusal("serve", "--port", 0, "--database", database, "--bus", f"valkey://{NOBODY}")
    assert "the bus does not answer: " in line


@pytest.mark.thorough
def test_servers_without_a_bus_never_share_a_database(postgres: PostgresService, valkey: ValkeyService) -> None:
    alone = ["--database", postgres.database()]
    together = [*alone, "--bus", valkey.url]
    with running(*alone):
        for arguments in (alone, together):
            assert "another encore serve has this database open" in refusal("serve", "--port", 0, *arguments)
    with running(*together), running(*together):
        assert "another encore serve has this database open" in refusal("serve", "--port", 0, *alone)


def mode(path: Path) -> int:
    """Return the permissions of a file."""
    return path.stat().st_mode & 0o777


def test_other_users_cannot_read_the_seeds_of_running_games(tmp_path: Path) -> None:
    """Whatever the umask: a seed reveals all future deals."""
    folder, file = tmp_path / "data", tmp_path / "file"
    before = os.umask(0)
    try:
        with served(folder) as server:
            open_table(server, game="dacapo", chairs=[{"kind": "screen"}] * 2)
            assert mode(folder) == 0o700
            found = {path.name: mode(path) for path in folder.iterdir()}
        assert encore("export", file, "--data", folder).returncode == 0
        assert encore("import", file, "--data", tmp_path / "new").returncode == 0
    finally:
        os.umask(before)
    assert {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"} <= set(found)
    assert set(found.values()) == {0o600}
    assert mode(file) == 0o600
    assert (mode(tmp_path / "new"), mode(tmp_path / "new" / "tables.sqlite")) == (0o700, 0o600)


def test_exporting_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    missing, file = tmp_path / "typo", tmp_path / "file"
    assert f"there are no tables in {missing}" in refusal("export", file, "--data", missing)
    assert list(tmp_path.iterdir()) == []


def nonsense(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Generate invalid tables from a valid one: opened, somebody joined, a move."""
    first, second, move = table["rows"]
    opened = first[2][0]
    yield {**table, "rows": []}
    yield {**table, "rows": [[1, None, {"x": 1}]]}
    yield {**table, "rows": [first, [1, None, []]]}
    yield {**table, "rows": [second, move]}
    yield {**table, "rows": [[1, None, [{"e": "said", "name": "Ada", "text": "before anything"}]]]}
    yield {**table, "rows": [[1, None, [{**opened, "game": "chess"}]]]}
    yield {**table, "rows": [[1, None, [{**opened, "chairs": []}]]]}
    yield {**table, "rows": [first, second, move, move]}
    yield {**table, "rows": [first, [1, None, [{"e": "ended", "reason": "rules", "winners": []}]]]}
    yield {**table, "card": 7}
    yield {**table, "card": {**table["card"], "table": "another"}}


def test_invalid_tables_are_not_imported(tmp_path: Path, thorough: bool) -> None:
    file, new = tmp_path / "file", tmp_path / "new"
    with served(tmp_path / "old") as server:
        made = open_table(server, game="dakapo", listed=True)
        join(server, made)

        async def play() -> None:
            async with at_table(server, made["table"], made["token"]) as client:
                await client.do("act", v=(await client.next("full"))["v"], a="e6r")

        asyncio.run(play())
    assert encore("export", file, "--data", tmp_path / "old").returncode == 0
    head, good = file.read_text().splitlines()
    other = json.loads(good.replace(made["table"], "another-table"))
    for wrong in list(nonsense(other))[:: 1 if thorough else 5]:
        file.write_text("\n".join([head, good, json.dumps(wrong)]))
        assert f"{file}, line 3: " in refusal("import", file, "--data", new), wrong
    file.write_text("\n".join([head, good, json.dumps(other)]))
    assert "1 tables were read, 1 were there already" in encore("import", file, "--data", new).stdout


@pytest.mark.sampled(3)
@pytest.mark.parametrize("days", [1, 7, 14])
def test_a_day_game_is_not_deleted_while_a_player_thinks(tmp_path: Path, days: int) -> None:
    line = refusal("serve", "--port", 0, "--data", tmp_path / "data", "--keep", days)
    assert "--keep is 0 (never) or at least 15 days" in line
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("--smtp", "mail.example"), "--smtp is HOST:PORT, such as mail.example:587, not mail.example"),
        (("--smtp", "mail.example:587"), "--smtp needs --smtp-from ADDRESS"),
        (
            ("--smtp", "mail.example:587", "--smtp-from", "a@b.example", "--smtp-page", "x"),
            "--smtp needs --smtp-page URL",
        ),
        (("--smtp-from", "a@b.example"), "--smtp-from and --smtp-page need --smtp HOST:PORT"),
    ],
)
def test_a_mail_server_needs_all_its_settings(tmp_path: Path, given: tuple[str, ...], why: str) -> None:
    assert why in refusal("serve", "--port", 0, "--data", tmp_path, *given)


def test_two_servers_never_share_a_folder(tmp_path: Path) -> None:
    """They would not receive each other's moves."""
    with served(tmp_path) as server:
        line = refusal("serve", "--port", 0, "--data", tmp_path)
        assert f"another encore serve has {tmp_path} open" in line
        assert "--database and --bus" in line
        assert encore("export", tmp_path / "file", "--data", tmp_path).returncode == 0
        server.kill()
        server.start()  # ended processes hold no lock


@pytest.mark.skipif(not socket.has_ipv6, reason="needs IPv6: run the tests on a system that has it")
def test_an_ipv6_address_is_printed_as_a_valid_url(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "encore", "serve", "--host", "::1", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        why = process.communicate(timeout=PATIENCE)[1]
    if "cannot listen at ::1" in why:
        pytest.skip("needs IPv6: run the tests on a machine with the address ::1")
    assert line.startswith("Encore is open at http://[::1]:"), line


def test_a_public_server_prints_its_address_for_others(tmp_path: Path) -> None:
    """No browser can open 0.0.0.0: ours gets the address of this machine, and the others its network address."""
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o700)
    command = [sys.executable, "-m", "encore", "serve", "--host", "0.0.0.0", "--port", "0", "--open"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "BROWSER": str(browser)},
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.fullmatch(
                r"Encore is open at (http://127.0.0.1:(\d+)/), for others at (\S+) - Ctrl-C .*\n", line
            )
            assert found, line
            here, port, others = found.groups()
            deadline = time.monotonic() + PATIENCE
            while not opened.exists() or not opened.read_text():
                assert time.monotonic() < deadline, "no browser was opened"
                time.sleep(0.05)
            assert opened.read_text().strip() == here
            assert re.fullmatch(rf"http://(?!0\.0\.0\.0|127\.)[^/:]+:{port}/", others)
            # What a guest's browser sends from the page at that address.
            asked = httpx.Request("POST", f"{here}api/tables", json={"game": "dakapo"})
            asked.headers.update({"Host": others[7:-1], "Origin": others[:-1]})
            with httpx.Client() as client:
                assert client.send(asked).status_code == 201
        finally:
            process.send_signal(signal.SIGINT)
