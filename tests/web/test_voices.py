"""The page with a screen reader or without a mouse: grids, labels, announcements, one tab stop per board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.client import Served
from tests.web.boards import card_of, catch_fish, offered
from tests.web.conftest import Visit
from tests.web.hands import STOP, Mouse, tab_round
from tests.web.scenes import show, type_move, until

BOARDS = {"dakapo": 8, "dacapo": 6}
LISTEN = """() => {
  window.heard = [];
  const voices = [...document.querySelectorAll("[aria-live]")];
  const listen = new MutationObserver(() => heard.push(...voices.map((e) => e.textContent).filter(Boolean)));
  for (const e of voices) listen.observe(e, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["dakapo on the move", "dacapo on the move", "dakapo waiting", "dacapo waiting"])
def test_a_board_is_one_tab_stop(visit: Visit, server: Served, name: str) -> None:
    page = visit()
    show(page, server, name)
    stops = [stop for stop in tab_round(page) if 'role="gridcell"' in stop]
    assert len(stops) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["dalapapa on the move", "dalapapa waiting"])
def test_the_table_of_dalapapa_is_one_tab_stop(visit: Visit, server: Served, name: str) -> None:
    page = visit()
    show(page, server, name)
    stops = [stop for stop in tab_round(page) if 'role="application"' in stop]
    assert len(stops) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", BOARDS)
def test_a_board_is_a_grid_of_rows_and_named_cells(visit: Visit, server: Served, game: str) -> None:
    page = visit()
    show(page, server, f"{game} on the move")
    side = BOARDS[game]
    rows = page.get_by_role("grid").get_by_role("row")
    expect(rows).to_have_count(side)
    for number, row in enumerate(rows.all()):
        cells = row.get_by_role("gridcell")
        expect(cells).to_have_count(side)
        for column, cell in enumerate(cells.all()):
            name = f"{chr(ord('a') + column)}{side - number}"
            assert (cell.get_attribute("aria-label") or "").startswith(f"{name}, ")


def test_labels_of_cells_name_content_and_actions(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dakapo on the move")
    expect(page.get_by_role("gridcell", name="d4, green stone")).to_have_count(1)
    expect(page.get_by_role("gridcell", name=re.compile("^.., empty, takes Red"))).not_to_have_count(0)
    show(page, server, "dacapo on the move")
    # A bot that moved before may have captured one of them.
    expect(page.get_by_role("gridcell", name=re.compile(r"^.., \w+ 16 .Octopus."))).not_to_have_count(0)
    expect(page.get_by_role("gridcell", name=re.compile("^.., red .*, can capture "))).not_to_have_count(0)


def test_arrows_move_over_the_cells_and_stop_at_the_border(visit: Visit, server: Served) -> None:
    page = visit("/")
    for game, side in BOARDS.items():
        show(page, server, f"{game} on the move")
        page.locator("[role=gridcell][tabindex='0']").focus()
        for key in ["ArrowUp"] * side + ["ArrowLeft"] * side + ["ArrowRight", "ArrowDown"]:
            page.keyboard.press(key)
        expect(page.locator(f"[data-cell=b{side - 1}]")).to_be_focused()


def test_spots_for_a_tile_are_a_list_with_their_scores(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dalapapa list")
    places = page.get_by_role("listbox")
    expect(places).to_be_focused()
    texts = places.get_by_role("option").all_inner_texts()
    assert all(", scores " in text for text in texts)
    points = [int(text.rsplit("scores ", 1)[1].split()[0].replace("−", "-")) for text in texts]
    assert points == sorted(points, reverse=True)


def test_an_opponents_move_is_announced(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dakapo on the move")
    page.evaluate(LISTEN)
    type_move(page, "d6y")
    until(page, "heard.some((text) => /Pebble: (red|yellow|green|blue) stone on [a-h][1-8]/.test(text))")


def test_the_list_keeps_the_words_of_each_move(visit: Visit) -> None:
    """The fish that was captured on a square is covered by now."""
    page = visit("/")
    card_of(page, "dacapo").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    words = page.locator("section[aria-label=Game] ol li button > span:nth-child(2)")
    told: list[str] = []
    for number in range(6):
        assert words.all_inner_texts() == told
        catch_fish(Mouse(page))
        offered(page, number + 1)
        told.append(words.last.inner_text())
        assert re.fullmatch(r"Player \d \w+ \d+ captures \w+ \d+ on \w\d", told[-1])
    page.reload()
    offered(page, len(told))
    expect(words).to_have_text(told)


@pytest.mark.parametrize("name", ["settings", "question before resigning"])
def test_escape_closes_a_dialog_and_the_focus_is_in_it_before(visit: Visit, server: Served, name: str) -> None:
    page = visit()
    show(page, server, name)
    assert page.evaluate("!!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("Tab")
    assert page.evaluate(STOP)


def test_escape_cancels_a_preview(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dakapo picker")
    page.keyboard.press("Escape")
    expect(page.get_by_role("toolbar")).to_have_count(0)
    assert 'role="gridcell"' in page.evaluate(STOP)
    show(page, server, "dacapo fish chosen")
    page.keyboard.press("Escape")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    show(page, server, "dalapapa staged")
    page.keyboard.press("Escape")
    expect(page.locator("section.score")).to_have_count(0)


def test_the_focus_of_a_new_page_is_on_its_heading(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("link", name="Learn to play").first.click()
    expect(page.get_by_role("heading", level=1, name="Learn Dakapo")).to_be_focused()


def test_the_first_tab_stop_skips_the_header(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("article").first.wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_the_focus_of_a_table_is_on_its_heading(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Invite a friend").first.click()
    expect(page.get_by_role("heading", level=1, name="Dakapo")).to_be_focused()
