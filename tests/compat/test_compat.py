"""What 0.1.0 wrote is read today: records, matches, stores, exports, models, and the spaces of the environments."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import encore
from encore.arena.match import Match
from encore.arena.results import Results
from encore.bots import find_bot
from encore.core.encoding import mismatch
from encore.core.thinking import Budget
from encore.server.domain import events
from encore.server.domain.proof import verify
from encore.server.domain.table import Table
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.transfer import read_all, write_all
from tests.compat.answers import assert_kept
from tests.compat.session import Server, running
from tests.compat.spaces import describe_game, ids
from tests.variants import ALL

RELEASES = sorted(path for path in Path(__file__).parent.iterdir() if path.name[0].isdigit())
LARGEST = 200_000
"""The most bytes of one frozen file."""
HOME_FOLDERS = (b"/home/", b"/root/", b"/tmp/", b"/Users/")


@pytest.fixture(params=RELEASES, ids=lambda path: path.name)
def release(request: pytest.FixtureRequest) -> Path:
    path = request.param
    assert isinstance(path, Path)
    return path


def records(release: Path) -> Iterator[Path]:
    yield from (path for path in sorted((release / "records").glob("*.txt")) if path.name != "tiles.txt")


def test_files_are_small_and_name_no_machine(release: Path) -> None:
    for path in (path for path in release.rglob("*") if path.is_file()):
        data = path.read_bytes()
        assert len(data) <= LARGEST, path
        assert not [folder for folder in HOME_FOLDERS if folder in data], path


def test_every_record_replays_and_is_written_to_the_byte(release: Path) -> None:
    tiles = (release / "records" / "tiles.txt").read_text("utf-8")
    for path in records(release):
        text = path.read_text("utf-8")
        record = encore.parse_record(text)
        game = encore.game_of(record, {"tiles": tiles})
        encore.check(record, game)
        assert encore.format_record(record) == text, path
        assert str(game.rules_version) == record.tags["Rules"], path


def test_every_variant_of_the_release_has_a_record(release: Path) -> None:
    assert len(list(records(release))) >= 30
    assert {encore.parse_record(path.read_bytes()).tags["Game"] for path in records(release)} == {
        "dakapo",
        "dacapo",
        "dalapapa",
    }


def test_a_match_goes_on_in_its_folder(release: Path, tmp_path: Path) -> None:
    folder = tmp_path / "match"
    shutil.copytree(release / "match", folder)
    before = (folder / "results.tsv").read_bytes()
    match = Match(encore.load("dacapo", rounds=1), ("random", "greedy"), 4, 3, None, 10)
    results = Results(match, folder)
    assert not results.missing()
    assert (folder / "results.tsv").read_bytes() == before


def test_random_bots_play_the_same_games_from_a_seed(release: Path) -> None:
    match = Match(encore.load("dacapo", rounds=1), ("random", "greedy"), 4, 3, None, 10)
    deal = match.play(1).moves[0]
    assert deal == encore.parse_record((release / "match" / "0001.txt").read_bytes()).moves[0]


def test_a_model_still_plays(release: Path) -> None:
    game = encore.load("dakapo")
    bot = find_bot(f"model:{release / 'model.onnx'}")
    bot.prepare(game)
    with Budget(nodes=1) as budget:
        move = bot.choose(game, game.initial(), Random(1), budget)
    assert move in game.legal_moves(game.initial())


def frozen_spaces(release: Path) -> dict[str, Any]:
    return dict(json.loads((release / "spaces.json").read_text("utf-8")))


def test_no_id_of_an_environment_is_lost(release: Path) -> None:
    assert set(frozen_spaces(release)["ids"]) <= set(ids())


@pytest.mark.parametrize("label", ALL)
def test_spaces_and_their_numbers_are_the_same(release: Path, label: str) -> None:
    if (frozen := frozen_spaces(release)["games"].get(label)) is not None:
        found = json.loads(json.dumps(describe_game(ALL[label])))
        assert mismatch(frozen.pop("label"), ALL[label]) is None, "a model of that release would be refused"
        del found["label"]
        for box in (frozen["pettingzoo"]["observation"].values(), [frozen["gymnasium"]["observation"]]):
            for space in box:  # bounds may become narrower
                del space["low"], space["high"]
        assert found == frozen


def frozen_tables(release: Path) -> dict[str, dict[str, Any]]:
    return dict(json.loads((release / "tables.json").read_text("utf-8")))


@pytest.fixture
def data(release: Path, tmp_path: Path) -> Path:
    """A folder with a copy of the store."""
    shutil.copy(release / "tables.sqlite", tmp_path / "tables.sqlite")
    return tmp_path


async def _histories(store: SqliteStore) -> AsyncIterator[Table]:
    await store.open()
    try:
        async for name in store.tables():
            table = Table(name)
            for row in await store.rows(name):
                table.apply(row, events.decode(row.data))
            yield table
    finally:
        await store.close()


def test_every_kind_of_event_is_in_the_store(release: Path) -> None:
    lines = (release / "export.jsonl").read_text("utf-8").splitlines()[1:]
    kinds = {event["e"] for line in lines for _, _, data in json.loads(line)["rows"] for event in data}
    assert kinds == {
        *("opened", "sat", "rose", "began", "moved", "dealt", "tookback"),
        *("asked", "refused", "ended", "said", "resumed"),
    }


def test_every_table_of_the_store_replays(release: Path, data: Path) -> None:
    async def read() -> dict[str, Table]:
        return {table.name: table async for table in _histories(SqliteStore(data / "tables.sqlite"))}

    found = asyncio.run(read())
    frozen = frozen_tables(release)
    assert found.keys() == {each["table"] for each in frozen.values()}
    for each in frozen.values():
        table, told = found[each["table"]], each["full"][""]
        assert (table.phase, table.number, table.version) == (told["phase"], told["number"], told["v"])
        assert table.game.rules_version == 1


def test_a_server_shows_every_table_as_before(release: Path, data: Path) -> None:
    with running(data) as server:
        for each in frozen_tables(release).values():
            for who, told in each["full"].items():
                token = each["tokens"].get(who, "")
                if told["phase"] == "playing" and told["timing"].get("kind") == "live":
                    # Each restart gives live games back the time it took, which is a version more.
                    told = {name: value for name, value in told.items() if name not in ("v", "h")}
                assert_kept(told, server.ask(who, "GET", f"/api/tables/{each['table']}", token=token))
            _same_record(server, each)


def _same_record(server: Server, frozen: dict[str, Any]) -> None:
    found = server.ask("", "GET", f"/api/tables/{frozen['table']}/record")
    if isinstance(frozen["record"], dict):
        assert_kept(frozen["record"], found)
        return
    assert found == frozen["record"]
    record = encore.parse_record(found)
    if "Seed" in record.tags:
        verify(record, encore.game_of(record))


def test_an_export_is_imported_and_exported_again(release: Path, tmp_path: Path) -> None:
    def store() -> SqliteStore:
        return SqliteStore(tmp_path / "new.sqlite")

    count = len(frozen_tables(release))
    assert asyncio.run(read_all(store(), release / "export.jsonl")) == (count, 0)
    assert asyncio.run(read_all(store(), release / "export.jsonl")) == (0, count)
    assert asyncio.run(write_all(store(), tmp_path / "again.jsonl")) == count
    before, after = (_rows(path) for path in (release / "export.jsonl", tmp_path / "again.jsonl"))
    for table, rows in before.items():
        assert after[table][: len(rows)] == rows


def _rows(export: Path) -> dict[str, list[Any]]:
    lines = map(json.loads, export.read_text("utf-8").splitlines()[1:])
    return {line["table"]: line["rows"] for line in lines}
