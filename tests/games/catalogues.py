"""The texts of a game, keyed by the English text, for sentences that are still sent as English."""

from __future__ import annotations

import re

from encore.core.rendering import texts


def catalogue(game: str, language: str) -> dict[str, str]:
    """Return the texts of a language, keyed by the English text; variables are written {name}."""

    def read(name: str) -> dict[str, str]:
        lines = texts(game).joinpath(f"{name}.ftl").read_text("utf-8").splitlines()
        pairs = (line.split(" = ", 1) for line in lines if " = " in line)
        return {key: re.sub(r"\{ \$(\w+) \}", r"{\1}", text) for key, text in pairs}

    english, own = read("en"), read(language)
    return {text: own[key] for key, text in english.items()}
