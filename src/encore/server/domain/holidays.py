"""Holidays: times in which the clock of a player stands still, in games with days per move."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Holiday(msgspec.Struct, frozen=True):
    """From a start to an end, both in milliseconds. One that was withdrawn ends where it starts."""

    start: int
    end: int


def rested(holidays: Sequence[Holiday], since: int, until: int) -> int:
    """Return how many milliseconds between two times were holidays. Those of one player never overlap."""
    return sum(max(0, min(each.end, until) - max(each.start, since)) for each in holidays)


def postponed(holidays: Sequence[Holiday], since: int, left: int) -> int:
    """Return when the time ``left`` at a moment will be used up, if no time of a holiday counts."""
    end = since + left
    for each in sorted(holidays, key=lambda each: each.start):
        if each.start < end:
            end += max(0, each.end - max(each.start, since))
    return end


def changed(holidays: Sequence[Holiday], new: Holiday) -> tuple[Holiday, ...]:
    """Return holidays with a new one, which replaces the one with the same start; one without length is left out."""
    kept = (each for each in holidays if each.start != new.start)
    return (*kept, new) if new.end > new.start else tuple(kept)
