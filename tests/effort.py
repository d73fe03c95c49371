"""How many examples of a property are tried."""

from __future__ import annotations

from hypothesis import settings

SAMPLE = "a sample"
"""The profile of ``make test``."""
PART = 3
"""With it, one in this many examples is tried."""


def examples(count: int) -> settings:
    """Return settings with so many examples in make test-all, and a part of them in make test."""
    return settings(max_examples=count // PART if settings.get_current_profile_name() == SAMPLE else count)
