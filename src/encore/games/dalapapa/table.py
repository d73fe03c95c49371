"""The old name of ``encore.games.dalapapa.layout``; deprecated since 0.2.0."""

import warnings

from encore.games.dalapapa.clusters import Point, Spot
from encore.games.dalapapa.layout import DISCS, SIDES, Layout, Place, Score

Table = Layout

__all__ = ["DISCS", "SIDES", "Place", "Point", "Score", "Spot", "Table"]

warnings.warn("encore.games.dalapapa.table is now called layout", DeprecationWarning, stacklevel=2)
