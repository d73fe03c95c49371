"""Windows of every size, and what is out of sight or overlaps in them."""

from __future__ import annotations

import json

from playwright.sync_api import Page, ViewportSize

SIZES: list[ViewportSize] = [
    {"width": width, "height": height}
    for width, height in (
        (1280, 800),
        (1366, 650),
        (1920, 1080),
        (768, 1024),
        (390, 844),
        (360, 740),
        (844, 390),
        (640, 400),  # 1280 × 800 at 200 %
    )
]
ALWAYS = {
    "board": "section[aria-label=Board] :is([role=grid], [role=application])",
    "turn": ".turn[role=status]",
    "players": "section[aria-label=Players] li",
    "actions": "section[aria-label=Actions] button",
}
ACTIONS_OF_RESULT = "section.result :is(button, a, select)"
CONTROLS = "section[aria-label=Board] button:not(.notice button)"
"""Buttons on and beside the board; none may lie over another. A refusal does, until the next touch."""
OWN = {
    "dakapo": {"supply": ".beside"},
    "dacapo": {},
    "dalapapa": {"hand": ".hand .tiles button"},
}
LESSON_SIZES: list[ViewportSize] = [size for size in SIZES if size["width"] in (1280, 390, 360, 844)]

# Inside the window, and inside everything that cuts off what does not fit.
OUT_OF_SIGHT = """(wanted) => {
  scrollTo(0, 0);
  const trouble = [];
  const within = (box, frame) =>
    box.left >= frame.left - 1 && box.top >= frame.top - 1 &&
    box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1;
  const view = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight };
  for (const [name, selector] of Object.entries(wanted)) {
    const found = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    if (!found.length) trouble.push(`${name}: nothing`);
    for (const each of found) {
      const box = each.getBoundingClientRect();
      const frames = [view];
      for (let parent = each.parentElement; parent; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowY !== "visible" && parent.closest("main"))
          frames.push(parent.getBoundingClientRect());
      if (!frames.every((frame) => within(box, frame)))
        trouble.push(`${name}: ${["left", "top", "right", "bottom"].map((side) => Math.round(box[side]))}`);
    }
  }
  if (document.documentElement.scrollWidth > view.right) trouble.push("the page scrolls sideways");
  return trouble;
}"""
# Texts that do not fit into one line of their button. A select must have room for each of its options.
CUT = """(selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
  if (!each.checkVisibility()) return [];
  const style = getComputedStyle(each), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
  const texts = each.matches("select") ? [...each.options].map(({ text }) => text) : [each.innerText.trim()];
  const wide = texts.filter((text) => each.scrollWidth > each.clientWidth || pen.measureText(text).width > room);
  return wide.map((text) => `${text}: cut at ${Math.round(room)} px`);
})"""
# Rows that wrap onto more than one line.
WRAPPED = """(rows) => rows.filter((row) => {
  const [first, ...others] = [...document.querySelectorAll(row)].map((each) => each.getBoundingClientRect());
  return others.some(({ top, bottom }) => top >= first.bottom || bottom <= first.top);
}).map((row) => `${row}: more than one line`)"""
ROWS = [".tools .button", ".hint .step:not(.gone) :is(p, .bare)"]
# Elements of different selectors, or of the only one, that lie over each other.
OVERLAPPING = """(selectors) => {
  const boxes = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility())
    .map((each) => [selector, each.ariaLabel || each.innerText || selector, each.getBoundingClientRect()]));
  return boxes.flatMap(([kind, name, box], index) => boxes.slice(index + 1)
    .filter(([other, , next]) => (other !== kind || selectors.length === 1)
      && box.left < next.right - 1 && next.left < box.right - 1
      && box.top < next.bottom - 1 && next.top < box.bottom - 1)
    .map(([, other]) => `${name} over ${other}`));
}"""


def trouble(page: Page, wanted: dict[str, str], sizes: list[ViewportSize] = SIZES) -> dict[str, list[str]]:
    """Return what is out of sight or overlaps, by size."""
    found = dict[str, list[str]]()
    for size in sizes:
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
        lost = page.evaluate(OUT_OF_SIGHT, wanted)
        lost += page.evaluate(OVERLAPPING, [ALWAYS["board"], ALWAYS["players"], ALWAYS["turn"], ALWAYS["actions"]])
        lost += page.evaluate(OVERLAPPING, [CONTROLS]) + page.evaluate(WRAPPED, ROWS)
        lost += page.evaluate(CUT, ACTIONS_OF_RESULT)
        if lost:
            found[f"{size['width']}×{size['height']}"] = lost
    return found


def check(page: Page, wanted: dict[str, str]) -> None:
    found = trouble(page, wanted)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
