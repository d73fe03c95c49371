"""Accessibility of every page and state: axe in every theme, phones, touch, large text, right to left."""

from __future__ import annotations

import json

import pytest

from tests.server.client import Served
from tests.web.axe import COLOURS, EVERYTHING, violations
from tests.web.conftest import PHONE, Visit
from tests.web.scenes import SCENES, TITLES, dress, show, until

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
    // Nothing is to be touched on the board of a finished game.
    if (e.matches("[role=gridcell]") && document.querySelector("section.result")) continue;
    const { width, height } = (e.matches("input") ? (e.closest("label") ?? e) : e).getBoundingClientRect();
    if (width && (width < 43.5 || height < 43.5)) found.push(`${width}×${height} ${e.outerHTML.slice(0, 120)}`);
  }
  return found;
}"""


@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing(visit: Visit, server: Served, name: str) -> None:
    """Each scene has one look here, each look a quarter of the scenes."""
    page = visit(reduced_motion="reduce")
    show(page, server, name)
    dress(page, *LOOKS[list(SCENES).index(name) % len(LOOKS)])
    found = violations(page, EVERYTHING)
    assert not found, "\n".join(found)


@pytest.mark.thorough
@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing_in_any_theme_or_on_a_phone(visit: Visit, server: Served, name: str) -> None:
    page = visit(reduced_motion="reduce")
    show(page, server, name)
    found = list[str]()
    for theme, contrast in LOOKS:
        dress(page, theme, contrast)
        found += [f"{theme} {contrast} {line}" for line in violations(page, COLOURS)]
    page.set_viewport_size({"width": 360, "height": 740})
    found += [f"phone {line}" for line in violations(page, EVERYTHING)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", TITLES)
def test_axe_finds_nothing_in_any_step_of_a_lesson(visit: Visit, game: str, thorough: bool) -> None:
    page = visit(f"/learn/{game}", reduced_motion="reduce")
    steps = page.locator(".dots button")
    steps.first.wait_for()
    for number in range(0, steps.count(), 1 if thorough else 4):
        steps.nth(number).click()
        page.locator(".frame svg").first.wait_for()
        found = violations(page, EVERYTHING)
        assert not found, f"step {number + 1}\n" + "\n".join(found)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", SCENES)
def test_a_phone_shows_all_of_it(visit: Visit, server: Served, name: str) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    show(page, server, name)
    trouble = {"width": page.evaluate(TOO_WIDE), "fingers": page.evaluate(TOO_SMALL)}
    page.evaluate("document.documentElement.dir = 'rtl'")
    trouble["right to left"] = page.evaluate(TOO_WIDE)
    page.evaluate("document.documentElement.dir = 'ltr'; document.documentElement.style.fontSize = '200%'")
    trouble["large text"] = page.evaluate(TOO_WIDE)
    trouble = {what: found for what, found in trouble.items() if found}
    assert not trouble, json.dumps(trouble, indent=1, ensure_ascii=False)


def test_a_line_of_the_rules_that_is_too_long_is_scrolled_with_the_keys(visit: Visit, server: Served) -> None:
    page = visit(viewport=PHONE, reduced_motion="reduce", locale="de-AT")
    show(page, server, "rules of dakapo")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    line = page.locator("dialog [lang=de] pre")
    assert line.evaluate("e => e.scrollWidth > e.clientWidth")
    assert violations(page, EVERYTHING) == []
    line.press("ArrowRight")
    until(page, "document.querySelector('dialog pre').scrollLeft > 0")
