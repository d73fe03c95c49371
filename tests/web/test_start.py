"""From the door to the first move in one click."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit


@pytest.mark.parametrize("title", ["Dakapo", "Da Capo", "Dalapapa"])
def test_one_click_plays_against_a_bot(visit: Visit, title: str) -> None:
    page = visit()
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=re.compile("^Play")).click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.get_by_text("Your turn").first).to_be_visible()
