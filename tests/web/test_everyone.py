"""Accessibility of every page and state: axe in every theme, phones, touch, large text, right to left."""

from __future__ import annotations

import json
from collections import deque

import pytest
from playwright.sync_api import Page

from tests.server.client import Served
from tests.web.axe import COLOURS, EVERYTHING, violations
from tests.web.conftest import DESKTOP, PHONE, Visit
from tests.web.hands import tab_round
from tests.web.languages import LOCALES, OTHERS, left_in_english
from tests.web.scenes import SCENES, TITLES, dress, show, until

# Scenes that are reached by the English words on their buttons; test_languages.py has tests of their translations.
WORDS = {"hint", "question before resigning", "result", "finished table"}
DIALOGS = {"settings", "result"}
"""Where the focus stays until it is closed."""
LOOKS = [("light", "system"), ("dark", "system"), ("light", "more"), ("dark", "more")]

# A phone's innerWidth grows with content that does not fit; the width of its screen does not.
TOO_WIDE = """() => {
  const wide = document.documentElement.scrollWidth;
  if (wide <= screen.width) return [];
  const beyond = [...document.body.querySelectorAll("*")].filter((e) => {
    const box = e.getBoundingClientRect();
    return box.right > screen.width + 1 || box.left < -1;
  });
  return [`${wide} px`, ...beyond.slice(0, 4).map((e) => e.outerHTML.slice(0, 120))];
}"""

TOO_SMALL = """() => {
  const found = [];
  const targets = "button, a[href], summary, select, input, textarea, [role=option], [role=gridcell]";
  for (const e of document.querySelectorAll(targets)) {
    if (e.closest("[inert]") || (document.querySelector("dialog") && !e.closest("dialog"))) continue;
    if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // Nothing is to be touched on the board of a finished game, or of a replay.
    const over = document.querySelector("section.result") || location.pathname.startsWith("/replay");
    if (e.matches("[role=gridcell]") && over) continue;
    const { width, height } = (e.matches("input") ? (e.closest("label") ?? e) : e).getBoundingClientRect();
    if (width && (width < 43.5 || height < 43.5)) found.push(`${width}×${height} ${e.outerHTML.slice(0, 120)}`);
  }
  return found;
}"""


def language_of(name: str) -> str:
    """Return the language of a state: what escapes the translations does so in all languages."""
    return "en" if name in WORDS else OTHERS[list(SCENES).index(name) % len(OTHERS)]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("name", "language"), [(name, language_of(name)) for name in SCENES])
def test_every_state_is_for_everyone(visit: Visit, server: Served, name: str, language: str, thorough: bool) -> None:
    """On a phone and with a mouse, with a screen reader or keys alone, in a language that is not English."""
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, locale=LOCALES[language])
    show(page, server, name)
    trouble = on_a_phone(page)
    if language != "en":
        trouble["English"] = left_in_english(page, language)
    if thorough:
        trouble["axe on a phone"] = violations(page, EVERYTHING)
    page.set_viewport_size(DESKTOP)
    looks = deque(LOOKS)
    looks.rotate(list(SCENES).index(name))  # each look has a quarter of the states
    for number, (theme, contrast) in enumerate(looks if thorough else [looks[0]]):
        dress(page, theme, contrast)
        trouble[f"axe, {theme}, contrast {contrast}"] = violations(page, COLOURS if number else EVERYTHING)
    if name not in DIALOGS:
        assert tab_round(page), "no tab stop"
    trouble = {what: found for what, found in trouble.items() if found}
    assert not trouble, json.dumps(trouble, indent=1, ensure_ascii=False)


def on_a_phone(page: Page) -> dict[str, list[str]]:
    """Return what does not fit, or is too small for a finger."""
    trouble = {"width": page.evaluate(TOO_WIDE), "fingers": page.evaluate(TOO_SMALL)}
    page.evaluate("document.documentElement.dir = 'rtl'")
    trouble["right to left"] = page.evaluate(TOO_WIDE)
    page.evaluate("document.documentElement.dir = 'ltr'; document.documentElement.style.fontSize = '200%'")
    trouble["large text"] = page.evaluate(TOO_WIDE)
    page.evaluate("document.documentElement.style.fontSize = ''")
    return trouble


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", TITLES)
def test_axe_finds_nothing_in_any_step_of_a_lesson(visit: Visit, game: str, thorough: bool) -> None:
    page = visit(f"/learn/{game}")
    steps = page.locator(".dots button")
    steps.first.wait_for()
    for number in range(0, steps.count(), 1 if thorough else 4):
        steps.nth(number).click()
        page.locator(".frame svg").first.wait_for()
        found = violations(page, EVERYTHING)
        assert not found, f"step {number + 1}\n" + "\n".join(found)


def test_a_line_of_the_rules_that_is_too_long_is_scrolled_with_the_keys(visit: Visit, server: Served) -> None:
    page = visit(viewport=PHONE, locale="de-AT")
    show(page, server, "rules of dakapo")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    line = page.locator("dialog [lang=de] pre")
    assert line.evaluate("e => e.scrollWidth > e.clientWidth")
    assert violations(page, EVERYTHING) == []
    line.press("ArrowRight")
    until(page, "document.querySelector('dialog pre').scrollLeft > 0")
