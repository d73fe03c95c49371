"""Holidays: times in which the clock of a player stands still, in games with days per move."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Holiday(msgspec.Struct, frozen=True):
    """From a start to an end, both in milliseconds. One that was withdrawn ends where it starts."""

    start: int
    end: int


def rested(holidays: Sequence[Holiday], since: int, until: int) -> int:
    """Return how many milliseconds between two times were holidays."""
    return sum(max(0, min(each.end, until) - max(each.start, since)) for each in _merged(holidays))


def postponed(holidays: Sequence[Holiday], since: int, left: int) -> int:
    """Return when the time ``left`` at a moment will be used up, if no time of a holiday counts."""
    end = since + left
    for each in _merged(holidays):
        if each.start < end:
            end += max(0, each.end - max(each.start, since))
    return end


def _merged(holidays: Sequence[Holiday]) -> list[Holiday]:
    """Return holidays in their order, without overlaps: a seat and the person who keeps it later may both have some."""
    merged = list[Holiday]()
    for each in sorted(holidays, key=lambda each: each.start):
        if merged and each.start <= merged[-1].end:
            merged[-1] = Holiday(merged[-1].start, max(merged[-1].end, each.end))
        else:
            merged.append(each)
    return merged


def changed(holidays: Sequence[Holiday], new: Holiday) -> tuple[Holiday, ...]:
    """Return holidays with a new one, which replaces the one with the same start; one without length is left out."""
    kept = (each for each in holidays if each.start != new.start)
    return (*kept, new) if new.end > new.start else tuple(kept)
