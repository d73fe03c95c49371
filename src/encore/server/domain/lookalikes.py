"""Finds names that could be taken for the name of a bot, whatever letters they are written with."""

from __future__ import annotations

import re
import unicodedata

ALIKE = {
    "b": "вьъбβⲃᏼꮟꓐʙɓƅƀᗷᏴ𐐺",
    "o": "оοօσⲟөەہ٥ഠ০०๐ꓳᴏø〇○●◯0",
    "t": "тτⲧꭲꓔᴛŧ†",
}
"""Letters that look like those of the word "bot", in lower case and without accents."""
ENCLOSED = (0x1F150, 0x1F170, 0x1F1E6)
"""Where white letters on black circles and squares begin, and those of flags; NFKC leaves them as they are."""
KANA_MARKS = "\u3099\u309a"
"""These make another letter, not an accented one: without them "bot" would be "hot"."""
KANA_AND_HAN = "\u3040-\u30ff\u4e00-\u9fff"
"""Letters that may follow a word without a space."""
JAPANESE = "ボット|ぼっと"
"""What the Japanese page calls a bot; in English, German and French it is the same word."""

_PLAIN = {ord(letter.casefold()): plain for plain, letters in ALIKE.items() for letter in letters} | {
    start + place: chr(ord("a") + place) for start in ENCLOSED for place in range(26)
}
_SPACED = re.compile(r"(?<![^\W_])[^\W_](?:[\W_]+[^\W_](?![^\W_]))+")
"""A word written with something between its letters: "b.o.t"."""
_BOT = re.compile(rf"[\W\d_]*(?:bot(?![^\W\d_{KANA_AND_HAN}])|{JAPANESE})|.*(?<![^\W\d_])bot\s*:")
"""The word at the beginning of a name, or a bot's full name anywhere; "Botond" is another word. Japanese has no spaces
between words."""

_LABEL = re.compile(r"\S\s+[·•‧∙⋅・･]\s+\S")
"""The page names a bot and its level: "Coral · Hard". In names of people the dot has no spaces around it."""


def looks_like_a_bot(name: str) -> bool:
    """Return whether a name could be one that the page or the records give a bot: "Coral · Hard", "bot:hard"."""
    if _LABEL.search(name):
        return True
    plain = _plain(name)
    together = _SPACED.sub(lambda found: re.sub(r"[\W_]+", "", found[0]), plain)
    return any(_BOT.match(text) for text in (plain, together))


def _plain(name: str) -> str:
    """Return a name in lower case without accents, with Latin letters for those that look like them."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    parted = unicodedata.normalize("NFD", folded)
    bare = "".join(each for each in parted if unicodedata.category(each)[0] != "M" or each in KANA_MARKS)
    return unicodedata.normalize("NFC", bare).translate(_PLAIN)
