"""The languages of the page, and what stays English in another one."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page

from tests.web.conftest import PATIENCE
from tests.web.scenes import TITLES
from tests.web.texts import catalogue

LOCALES = {"en": "en-GB", "ja": "ja-JP", "de": "de-AT", "fr": "fr-CA"}
OTHERS = [name for name in LOCALES if name != "en"]
NAMES = {"en": "English", "ja": "日本語", "de": "Deutsch", "fr": "Français"}
VISIBLE = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim();
    if (text && !node.parentElement.closest("script, style, [inert], [translate=no]")) texts.push(text);
  }
  for (const e of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    const named = ["aria-label", "title", "placeholder"].map((name) => e.getAttribute(name));
    if (!e.closest("[inert]")) texts.push(...named);
  }
  return texts.filter(Boolean);
}"""
ENGLISH = re.compile(r"\b(the|you|your|of|and|is|with|this|to|not|may|can|stone|takes|empty|scores|move)\b", re.I)
TAGS = re.compile(r"\bScores\b")
"""Names of tags that records have in every language."""


def left_in_english(page: Page, language: str) -> list[str]:
    """Return what stays English though there is a translation, and whatever reads like English.

    A game's own texts come a moment after the page's.
    """
    texts = catalogue(language)
    # Words that are the same in both, and names.
    same = {key for key, text in texts.items() if key == text} | {*NAMES.values(), *TITLES.values(), "Ada", "Béla"}
    patience = PATIENCE / 1000 + time.monotonic()
    while True:
        left = [text for text in page.evaluate(VISIBLE) if text not in same and is_english(text, texts)]
        if not left or time.monotonic() > patience:
            return left
        page.wait_for_timeout(100)


def is_english(text: str, texts: dict[str, str]) -> bool:
    return (text in texts and text not in texts.values()) or bool(ENGLISH.search(TAGS.sub("", text)))
