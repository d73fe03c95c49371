"""English, Japanese, German and French: by the browser's wish or the reader's, in all that page and engine say."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from encore.server.http.app import PAGE
from tests.server.client import Served
from tests.web.conftest import Visit
from tests.web.languages import LOCALES, NAMES, OTHERS, left_in_english
from tests.web.scenes import at_move, played, replay, type_move
from tests.web.texts import catalogue


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", LOCALES)
def test_the_browser_chooses_the_language(visit: Visit, language: str) -> None:
    page = visit("/", locale=LOCALES[language])
    title = catalogue(language)["One table, three games"]
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert page.evaluate("document.documentElement.lang") == language


def test_an_unknown_language_reads_english(visit: Visit) -> None:
    page = visit("/", locale="fi-FI")
    expect(page.get_by_role("heading", level=1)).to_have_text("One table, three games")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_the_reader_chooses_the_language_and_it_stays(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Settings").click()
    for language in ("ja", "de", "fr", "en", "ja"):
        page.get_by_role("radio", name=NAMES[language]).check()
        expect(page.locator("dialog h2")).to_have_text(catalogue(language)["Settings"])
        assert page.evaluate("document.documentElement.lang") == language
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue("ja")["One table, three games"])


def test_a_choice_is_not_lost_on_a_slow_network(visit: Visit) -> None:
    """While the texts of a language are on their way, the texts of games are asked for."""
    page = visit("/replay")
    held: list[Route] = []
    through = False
    page.route(re.compile("/assets/de-"), lambda route: route.continue_() if through else held.append(route))
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name=NAMES["de"]).click()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Encore").click()
    expect(page.get_by_role("article")).to_have_count(3)
    through = True
    for route in held:
        route.continue_()
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue("de")["One table, three games"])
    assert left_in_english(page, "de") == []


def test_a_language_that_does_not_come_leaves_the_old_one(visit: Visit) -> None:
    page = visit("/")
    expect(page.get_by_role("article")).to_have_count(3)
    page.get_by_role("button", name="Settings").click()
    page.route(re.compile(r"/fr[^/]*\.js$"), lambda route: route.fulfill(status=404))
    page.get_by_role("radio", name="Français").click()
    expect(page.get_by_role("alert")).to_contain_text("This could not be loaded.")
    expect(page.get_by_role("radio", name="English")).to_be_checked()
    page.unroute_all()
    page.reload()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()


def test_a_board_waits_for_its_words(visit: Visit, server: Served) -> None:
    page = visit("/replay", locale=LOCALES["de"])
    held: list[Route] = []
    words = catalogue("de")["On this screen"]

    def hold(route: Route) -> None:
        """Hold all texts but those that the page needs before it shows anything; which come first is not certain."""
        if words in (PAGE / urlsplit(route.request.url).path[1:]).read_text("utf-8"):
            route.continue_()
        else:
            held.append(route)

    page.route(re.compile("/assets/de-"), hold)
    page.goto(server.url)
    # The door asks for the texts of all games; whoever goes in meanwhile needs them too.
    page.get_by_role("button", name=words).first.click()
    expect(page.locator(".turn[role=status]")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.locator("[data-cell]")).to_have_count(0)
    assert held
    for route in held:
        route.continue_()
    expect(page.get_by_role("gridcell").first).to_have_attribute("aria-label", "a8, leer")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", OTHERS)
def test_reasons_are_translated(visit: Visit, server: Served, language: str) -> None:
    page = visit(locale=LOCALES[language])
    for game, move in (("dakapo", "d6r"), ("dacapo", "a1xf6"), ("dalapapa", "1a@90,90e")):
        at_move(page, server, game)
        type_move(page, move)
        expect(page.locator(".notice.bad")).to_be_visible()
        assert left_in_english(page, language) == []


HEAD = '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n'
RECORDS = (
    HEAD + "\ne8r\n",
    HEAD + "\nzz\n",
    HEAD + '[Rules "1"]\n',
    HEAD + "[Rules]\n",
    HEAD + "\n{ e6r\n",
    HEAD + "\ne6r }\n",
    HEAD.replace("dakapo", "chess"),
    HEAD.replace('Rules "1"', 'Rules "9"'),
    HEAD.replace('Players "2"', 'Players "7"'),
    HEAD + '[Options "speed=9"]\n',
    HEAD + '[Options "call=loud"]\n',
    HEAD + '[Options "call"]\n',
    HEAD + '[Options "call=auto call=auto"]\n',
    HEAD + '[Result "1"]\n',
    HEAD + '[Scores "3"]\n',
    HEAD + '[Termination "tired"]\n',
    HEAD + '[Termination "resigned"]\n',
    HEAD.replace("dakapo", "dalapapa") + '[Scores "3"]\n',
    HEAD.replace("dakapo", "dalapapa") + '[Tiles "12ab"]\n',
    HEAD.replace("dakapo", "dalapapa") + '[Options "tiles=x"]\n',
    HEAD.replace("dakapo", "dacapo") + '[Options "target=0"]\n',
    HEAD + "x" * 140_000,
)
"""Records of which none holds, each for another reason."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_a_record_is_translated(visit: Visit, language: str, thorough: bool) -> None:
    page = visit("/replay", locale=LOCALES[language])
    for record in RECORDS[:: 1 if thorough else 3]:
        page.locator("textarea").fill(record)
        page.locator("form button").click()
        expect(page.locator(".notice.bad")).to_be_visible()
        assert left_in_english(page, language) == [], record[:200]
        # Another page has loaded the texts of no game.
        page.reload()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", OTHERS)
def test_the_end_of_a_game_is_translated(visit: Visit, server: Served, language: str) -> None:
    page, texts = visit(locale=LOCALES[language]), catalogue(language)
    at_move(page, server, "dakapo")
    page.get_by_role("button", name=texts["Resign"], exact=True).click()
    expect(page.locator("dialog")).to_be_visible()
    assert left_in_english(page, language) == []
    page.get_by_role("button", name=texts["Yes, resign"], exact=True).click()
    expect(page.locator("section.result")).to_be_visible()
    assert left_in_english(page, language) == []


@pytest.mark.sampled(9)
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
def test_lessons_are_translated(visit: Visit, language: str, game: str) -> None:
    page = visit(f"/learn/{game}", locale=LOCALES[language])
    steps = page.locator(".dots button")
    steps.first.wait_for()
    for number in range(steps.count()):
        steps.nth(number).click()
        page.locator(".frame svg").first.wait_for()
        assert left_in_english(page, language) == [], f"step {number + 1}"


@pytest.mark.sampled(9)
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
def test_hints_are_translated(visit: Visit, server: Served, language: str, game: str) -> None:
    page, texts = visit(locale=LOCALES[language]), catalogue(language)
    at_move(page, server, game)
    for button in ("Hint", "Show the move", "Why?"):
        page.get_by_role("button", name=texts[button], exact=True).click()
    expect(page.locator(".notice li").first).to_be_visible()
    assert left_in_english(page, language) == []


GROUPS = {
    "en": r"(?:a group|(\d) groups) of \d",
    "de": r"(?:eine Gruppe aus|(\d) Gruppen zu je) \d",
    "fr": r"(?:un groupe|(\d) groupes) de \d",
    "ja": r"\d個のグループ(?:(\d)つ)?",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", LOCALES)
def test_equal_groups_of_a_turn_are_named_together(visit: Visit, server: Served, language: str) -> None:
    page = visit(locale=LOCALES[language])
    replay(page, server, played("dalapapa", 3))
    rows = page.locator("section ol li button > span:nth-child(2)").all_inner_texts()
    groups = [[found[0] for found in re.finditer(GROUPS[language], row)] for row in rows]
    assert all(len(each) == len(set(each)) for each in groups)
    assert any(found[1] for row in rows for found in re.finditer(GROUPS[language], row))
