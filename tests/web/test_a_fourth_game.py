"""A game of another folder stands on the start page and can be played, though the page was built without it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.docs.pages import write_files
from tests.server.client import served
from tests.test_adding_a_game import PAGE
from tests.web.conftest import Visit


def test_it_is_played_by_its_texts(visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(PAGE, tmp_path)
    monkeypatch.setenv("ENCORE_GAMES", str(tmp_path / "my-games"))
    with served(tmp_path / "data") as server:
        page = visit(at=server)
        card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Heap", exact=True))
        card.get_by_role("button", name="On this screen").click()
        while not page.get_by_role("dialog").is_visible():
            take = page.get_by_role("button", name=re.compile(r"^take\d$")).last
            moves = page.get_by_text(re.compile(r"^Moves")).inner_text()
            take.click()
            expect(page.get_by_text(re.compile(r"^Moves"))).not_to_have_text(moves)
        expect(page.get_by_role("dialog")).to_contain_text("wins")
        page.close()
