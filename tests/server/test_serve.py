"""What ``encore serve``, ``export`` and ``import`` refuse, in one line; and what nobody else may read."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from encore.server.sqlite import MIGRATIONS
from tests.server.client import PATIENCE
from tests.server.services import PostgresService

NOBODY = "127.0.0.1:1"
"""A port at which nothing listens."""


def encore(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    command = [sys.executable, "-m", "encore", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def refusal(*arguments: object) -> str:
    """Return the one line with which a command says what is wrong."""
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
    pytest.importorskip("asyncpg")
    assert "PostgreSQL: " in refusal("serve", "--port", 0, "--database", f"postgresql://{NOBODY}/encore")


def test_a_bus_that_does_not_answer_is_refused(postgres: PostgresService) -> None:
    database = postgres.database()
    line = refusal("serve", "--port", 0, "--database", database, "--bus", f"valkey://{NOBODY}")
    assert "the bus does not answer: " in line
