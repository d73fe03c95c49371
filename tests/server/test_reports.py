"""People report somebody at a table: whoever has written, not whoever sits there afterwards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from encore.server.domain.moderation import Report
from encore.server.storage.sqlite import SqliteStore
from tests.server.browser import Browser
from tests.server.client import Served, served


def stored(folder: Path) -> list[Report]:
    """Return the reports in the store of a server that has ended, the oldest first."""

    async def read() -> list[Report]:
        store = SqliteStore(folder / "tables.sqlite")
        await store.open()
        try:
            return await store.moderation.reports(100)
        finally:
            await store.close()

    return asyncio.run(read())


def replaced(server: Served) -> tuple[Browser, Browser, Browser, dict[str, Any], dict[str, Any]]:
    """Let Eve insult Ada at a table that waits, and leave her seat to Ben; return them, the table and its state."""
    ada, eve, ben = Browser(server), Browser(server), Browser(server)
    for browser, name in ((ada, "Ada"), (eve, "Eve"), (ben, "Ben")):
        browser.become(name)
    table = ada.open_table(game="dalapapa", players=3, name="Ada")
    assert eve.join(table, name="Eve").status_code == 200

    async def insult() -> None:
        async with eve.at_table(table["table"]) as other:
            await other.do("say", text="an insult")
            await other.do("leave")

    asyncio.run(insult())
    assert ben.join(table, name="Ben").status_code == 200
    return ada, eve, ben, table, state(ada, table["table"])


def state(browser: Browser, table: str) -> dict[str, Any]:
    """Return the whole state as it is sent to a browser."""

    async def look() -> dict[str, Any]:
        async with browser.at_table(table) as client:
            return dict(await client.next("full"))

    return asyncio.run(look())


def test_whoever_has_insulted_and_left_is_reported_and_not_their_successor(tmp_path: Path) -> None:
    with served(tmp_path, "--unlimited") as server:
        ada, eve, ben, table, full = replaced(server)
        url = f"/api/tables/{table['table']}/report"
        (said,) = full["said"]
        assert (said["name"], said["chair"]) == ("Eve", 1)
        assert full["chairs"][1]["name"] == "Ben"
        assert full["chairs"][1]["id"] not in ("", said["id"])
        assert ada.ask(url, id=said["id"], chair=1, reason="insult").status_code == 200
        assert ben.ask(url, name="Eve", reason="insult", text="by the name").status_code == 200
        assert ada.ask(url, id=full["chairs"][1]["id"], reason="cheating").status_code == 200
        assert eve.ask(url, chair=1, reason="other").status_code == 200
        assert ada.ask(url, id="nobody", reason="other").status_code == 409
        assert ada.ask(url, id=full["chairs"][0]["id"], reason="other").status_code == 409, "oneself"
        assert ada.ask(url, name="Ben", reason="other").status_code == 409, "by a name only who has gone"
    by_reason = {f"{each.reason} {each.text}".strip(): each for each in stored(tmp_path)}
    for key in ("insult", "insult by the name"):
        report = by_reason[key]
        assert (report.name, report.chair, [line.reported for line in report.lines]) == ("Eve", 1, [True])
    for key in ("cheating", "other"):
        report = by_reason[key]
        assert (report.name, report.chair, [line.reported for line in report.lines]) == ("Ben", 1, [False])
    people = [by_reason[key].person for key in ("insult", "insult by the name", "cheating", "other")]
    assert people[0] == people[1] != people[2] == people[3]
    assert all(people)


def test_a_spectator_keeps_an_id_under_every_name_and_a_report_has_the_person(tmp_path: Path) -> None:
    with served(tmp_path, "--unlimited") as server:
        ada, eve = Browser(server), Browser(server)
        eve.become("Eve")
        table = ada.open_table(game="dakapo", name="Ada")["table"]
        other = ada.open_table(game="dakapo", name="Ada")["table"]

        async def talk(table: str) -> None:
            async with eve.at_table(table) as spectator:
                await spectator.do("say", text="an insult", name="Rude")
            async with eve.at_table(table) as spectator:
                await spectator.do("say", text="another", name="Kind")

        asyncio.run(talk(table))
        asyncio.run(talk(other))
        ids = [said["id"] for said in state(ada, table)["said"]]
        assert len(set(ids)) == 1
        assert state(ada, other)["said"][0]["id"] != ids[0], "it says nothing at another table"
        url = f"/api/tables/{table}/report"
        assert ada.ask(url, id=ids[0], name="Rude", reason="insult").status_code == 200
    (report,) = stored(tmp_path)
    assert (report.name, report.chair, bool(report.person)) == ("Rude", None, True)
    assert [line.reported for line in report.lines] == [True, True]


def test_the_same_report_of_the_same_reporter_counts_once(tmp_path: Path) -> None:
    with served(tmp_path, "--unlimited") as server:
        eve, others = Browser(server), [Browser(server) for _ in range(2)]
        table = eve.open_table(game="dakapo", name="Eve")
        url = f"/api/tables/{table['table']}/report"
        assert others[0].join(table, name="Ada").status_code == 200
        for _ in range(3):
            for browser in others:
                assert browser.ask(url, chair=0, reason="spam").status_code == 200
                assert browser.ask(url, chair=0, reason="name", text="again").status_code == 200
    assert [(each.reason, each.reporter_name) for each in stored(tmp_path)] == [("spam", "Ada"), ("spam", "")]
