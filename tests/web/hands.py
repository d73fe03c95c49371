"""Three ways to use the page: by mouse, by keys alone, and by touch on a phone. None knows the rules of a game."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page

STOPS = 120
"""More tab stops than any page has."""
FOCUSED = "element => element === document.activeElement"
STOP = """() => {
  const e = document.activeElement;
  return e === document.body ? "" : e.outerHTML.slice(0, 200);
}"""
CELL = "() => document.activeElement.getAttribute('data-cell')"


class Hand(Protocol):
    page: Page

    def use(self, control: Locator) -> None:
        """Press a button or follow a link."""

    def cell(self, name: str) -> None:
        """Choose a cell of a board."""

    def point(self, spot: Locator) -> None:
        """Choose a spot on an unbounded table."""


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page

    def use(self, control: Locator) -> None:
        control.click()

    def cell(self, name: str) -> None:
        self.page.locator(f'[role=gridcell][data-cell="{name}"]').click()

    def point(self, spot: Locator) -> None:
        x, y = _middle(spot)
        self.page.mouse.click(x, y)


class Finger:
    def __init__(self, page: Page) -> None:
        self.page = page

    def use(self, control: Locator) -> None:
        control.tap()

    def cell(self, name: str) -> None:
        self.page.locator(f'[role=gridcell][data-cell="{name}"]').tap()

    def point(self, spot: Locator) -> None:
        x, y = _middle(spot)
        self.page.touchscreen.tap(x, y)


class Keys:
    """Moves with Tab from stop to stop, and within a board with arrows."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def use(self, control: Locator) -> None:
        shortcut = control.get_attribute("aria-keyshortcuts")
        if shortcut and self.page.get_by_role("application").evaluate_all(f"boards => boards.some({FOCUSED})"):
            self.page.keyboard.press(shortcut)
            return
        self.reach(control)
        self.page.keyboard.press("Enter")

    def reach(self, control: Locator) -> None:
        control.wait_for()
        for _ in range(STOPS):
            if control.evaluate(FOCUSED):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {control}")

    def cell(self, name: str) -> None:
        if self.page.evaluate(CELL) is None:
            self.reach(self.page.locator("[role=gridcell][tabindex='0']"))
        while (here := str(self.page.evaluate(CELL))) != name:
            self.page.keyboard.press(_arrow(here, name))
            assert self.page.evaluate(CELL) != here, f"the arrows do not lead from {here} to {name}"
        self.page.keyboard.press("Enter")

    def point(self, spot: Locator) -> None:
        """Highlight the nearest spot; for the keys it does not matter where it is."""
        self.reach(self.page.get_by_role("application"))
        self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")


def _arrow(here: str, there: str) -> str:
    if here[0] != there[0]:
        return "ArrowRight" if here[0] < there[0] else "ArrowLeft"
    return "ArrowUp" if int(here[1:]) < int(there[1:]) else "ArrowDown"


def _middle(spot: Locator) -> tuple[float, float]:
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


TO_THE_TOP = """() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
}"""
"""Makes the next Tab start at the top of the page. After `blur()` it would start at the last focused element."""


def tab_round(page: Page, most: int = STOPS) -> list[str]:
    """Press Tab until the focus has left the page and is back at the first stop; return all stops."""
    page.evaluate(TO_THE_TOP)
    stops: list[str] = []
    outside = 0  # also when the focused element was removed from the page: the next Tab continues from there
    for _ in range(most):
        page.keyboard.press("Tab")
        now = page.evaluate(STOP)
        if now and now in stops[:1]:
            return stops
        if now:
            stops.append(now)
        elif stops and (outside := outside + 1) == 2:
            return stops
    raise AssertionError(f"the focus does not come out of {stops[-4:]}")
