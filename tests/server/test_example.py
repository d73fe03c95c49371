"""The example bot plays complete games over the public API, and the documentation covers the whole API."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import encore
from encore.core.replay import check
from encore.server.domain import positions, puzzles
from encore.server.domain.decisions import Code
from encore.server.domain.events import Phrase
from encore.server.http.api import Failure, JoinTable, NewTable, Seated
from encore.server.wire import messages
from tests.patience import PATIENCE
from tests.server.client import http, open_table, served
from tests.server.hubs import idle_api

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def test_the_example_plays_against_a_bot_and_against_itself(tmp_path: Path) -> None:
    with served(tmp_path, warm=True) as server:
        server.wait_until_warm()
        chairs = [{"kind": "open"}, {"kind": "bot", "bot": "bot:beginner"}]
        one = open_table(server, game="dalapapa", options={"target": 15}, chairs=chairs)
        two = open_table(server, game="dakapo", chairs=[{"kind": "open"}, {"kind": "open"}])
        seats = [one, two, two]
        bots = [
            subprocess.Popen(
                [sys.executable, ROOT / "examples" / "bot.py", server.url, table["table"], table["invite"]],
                stdout=subprocess.PIPE,
                text=True,
            )
            for table in seats
        ]
        for bot in bots:
            said, _ = bot.communicate(timeout=PATIENCE)
            assert said.startswith("rules, won by chairs"), said
        for table in (one, two):
            record = encore.parse_record(http.get(f"{server.url}/api/tables/{table['table']}/record").content)
            check(record, encore.game_of(record))


def test_the_example_reports_errors_in_one_line(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = open_table(server, game="dakapo")["table"]
        command = [sys.executable, ROOT / "examples" / "bot.py", server.url, table, "wrong"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (1, "no chair: This is not an invitation to this table\n")


@pytest.mark.parametrize("kind", sorted(get_args(messages.Request), key=str), ids=lambda kind: kind.__name__)
def test_every_request_is_documented(kind: type[messages.Message]) -> None:
    assert f'`{{"t":"{kind.__struct_config__.tag}"' in PROTOCOL


def test_every_field_code_and_path_is_documented(tmp_path: Path) -> None:
    sent = messages.Ack, messages.Nak, messages.Ev, messages.Full, messages.Here, messages.Previewed, messages.Hinted
    asked = NewTable, JoinTable, positions.Looked, positions.Recorded
    parts = messages.End, messages.Clocks, positions.Sight, positions.Replay, Seated, Failure
    listed = puzzles.PuzzleSets, puzzles.PuzzleSetInfo, puzzles.PuzzleKindInfo, puzzles.PuzzleThemeInfo
    found = puzzles.PuzzleList, puzzles.PuzzleEntry, puzzles.PuzzleInfo, puzzles.Daily, puzzles.DailyResult
    judged = puzzles.JudgeMoves, puzzles.Judgement, puzzles.PuzzleAnswer
    for kind in (*sent, *asked, *parts, *listed, *found, *judged):
        for field in kind.__struct_fields__:
            assert re.search(rf'`{field}`|"{field}":', PROTOCOL), f"{kind.__name__}.{field}"
    for phrase in get_args(Phrase):
        assert f"`{phrase}`" in PROTOCOL, phrase
    for code in get_args(Code):
        assert f"`{code}`" in PROTOCOL, code
    for route in idle_api(tmp_path).routes():
        path = route.path.replace("{path:path}", "")
        assert f"`{path}`" in PROTOCOL or f" {path}`" in PROTOCOL, path
