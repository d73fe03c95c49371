"""The old name of ``encore.arena.common_figures``."""

from encore.core.deprecated import renamed

__getattr__ = renamed(
    __name__,
    {"Outline": "encore.arena.common_figures:CommonFigures", "Wins": "encore.arena.common_figures:Wins"},
)
