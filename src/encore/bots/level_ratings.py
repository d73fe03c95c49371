"""The measured ratings of the levels: a small text file in each game's folder."""

from __future__ import annotations

from encore.bots.levels import LEVELS
from encore.core.package import GamePackage

ANCHOR = "medium"
"""The level whose rating is fixed."""
MIDDLE = 1500
"""Its rating: the one with which people begin."""
COLUMNS = "# level rating low high games"
"""What the lines of the file have."""


def level_ratings(package: GamePackage) -> dict[str, int]:
    """Return the ratings of the levels that were measured, the weakest level first."""
    file = package.folder.joinpath(package.levels_file)
    if not file.is_file():
        return {}
    lines = (line.split() for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    found = {level: int(rating) for level, rating, *_ in lines}
    return {level: found[level] for level in LEVELS if level in found}
