"""A game from another folder is on the start page and can be played, although the page was built without it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.docs.pages import write_files
from tests.server.client import served
from tests.test_adding_a_game import PAGE
from tests.web.boards import result_of
from tests.web.conftest import Visit
from tests.web.texts import text


def ended(page: Page, move: Locator) -> bool:
    """Wait for a move to make or for the result; tell whether it is the result."""
    expect(move.or_(result_of(page)).first).to_be_visible()
    return result_of(page).is_visible()


def test_it_is_played_with_text_and_buttons(visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(PAGE, tmp_path)
    monkeypatch.setenv("ENCORE_GAMES", str(tmp_path / "my-games"))
    with served(tmp_path / "data") as server:
        page = visit("/", at=server)
        card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Heap", exact=True))
        card.get_by_role("button", name="On this screen").click()
        take = page.get_by_role("button", name=re.compile(r"^take\d$")).last
        while not ended(page, take):
            moves = page.get_by_text(re.compile(r"^Moves")).inner_text()
            take.click()
            expect(page.get_by_text(re.compile(r"^Moves"))).not_to_have_text(moves)
        expect(result_of(page)).to_contain_text("wins")
        page.close()


BOARD = """
export const describe = (move) => `takes ${move.slice(4)}`;

export function mount(target, props) {
  const draw = ({ picture, active, onmove, text, language }) => {
    target.replaceChildren();
    const heap = document.createElement("p");
    heap.dataset.heap = language;
    heap.textContent = text("heap-of", { stones: Number(picture.text.split(" ")[0]) });
    target.append(heap);
    for (const { move } of picture.moves) {
      const button = document.createElement("button");
      button.textContent = text("take", { stones: Number(move.slice(4)) });
      button.disabled = !active;
      button.onclick = () => onmove(move);
      target.append(button);
    }
  };
  draw(props);
  return { update: draw, destroy: () => target.replaceChildren() };
}
"""
TEXTS = {
    "en": "heap-of = A heap of { $stones }\ntake = Take { $stones }\n",
    "de": "title = Haufen\nsummary = nimm den letzten Stein\nheap-of = Ein Haufen mit { $stones }\n"
    "take = Nimm { $stones }\noption-most = Steine auf einmal\n"
    "option-most-help = wie viele Steine man auf einmal nehmen darf\n",
}


def test_it_brings_its_own_board_and_texts(visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(PAGE, tmp_path)
    heap = tmp_path / "my-games" / "heap"
    package = (heap / "package.py").read_text().replace("game=Heap,", 'game=Heap,\n    page="page",')
    (heap / "package.py").write_text(package)
    (heap / "page").mkdir()
    (heap / "page" / "board.js").write_text(BOARD)
    for language, texts in TEXTS.items():
        with (heap / "i18n" / f"{language}.ftl").open("a") as file:
            file.write(texts)
    monkeypatch.setenv("ENCORE_GAMES", str(tmp_path / "my-games"))
    with served(tmp_path / "data") as server:
        page = visit("/", at=server, locale="de-DE")
        card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Haufen", exact=True))
        expect(card).to_contain_text("Nimm den letzten Stein")
        card.get_by_role("button", name=text("on-this-screen", "de")).click()
        expect(page.locator(".board [data-heap=de]")).to_have_text(re.compile(r"^Ein Haufen mit \d+$"))
        take = page.get_by_role("button", name=re.compile(r"^Nimm \d$")).last
        while not ended(page, take):
            heap_now = page.locator(".board [data-heap]").inner_text()
            take.click()
            expect(page.locator(".board [data-heap]")).not_to_have_text(heap_now)
        expect(result_of(page)).to_contain_text("gewinnt")
        expect(page.get_by_text(re.compile("takes [123]")).first).to_be_attached()
        page.close()
