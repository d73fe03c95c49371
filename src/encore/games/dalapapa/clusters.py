"""Clusters: the discs and half-discs of a layout that touch in one colour, and what a tile would earn beside them.

A cluster without half-discs is a group (rule 3). Clusters are kept while tiles are laid, since a tile changes only
those that it touches; so the points of every placement are known without laying it. ``Layout.score`` is the judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import is_
from typing import NamedTuple

Point = tuple[int, int]
"""A point of the table, in doubled coordinates."""
Spot = tuple[Point, str]
"""Where a tile could lie: its first square and its side."""
Met = tuple[tuple[int, str], ...]
"""Which of the half-discs of a tile (from 0) would meet which colours."""

_BESIDE_CENTRE = (2, 3, 5, 6)
"""The half-discs that touch the centre of their tile, by their places in a face."""
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


class Cluster:
    """Touching discs and half-discs of one colour, in order; ``open`` are the half-discs."""

    __slots__ = ("colour", "discs", "open")

    def __init__(self, colour: str, discs: Iterable[Point], half: Iterable[Point]) -> None:
        self.colour = colour
        self.discs, self.open = tuple(sorted(discs)), tuple(sorted(half))


class _Closing(NamedTuple):
    """A cluster whose half-discs a tile would all complete."""

    colour: str
    size: int
    kept_open_by: tuple[int, ...]
    """The tile's own half-discs beside it that meet nothing."""
    beside_centre: int
    """Which of its half-discs lie beside the centre of the tile, as bits."""


class Plan(NamedTuple):
    """What a tile would meet at a spot, the points of its new discs, and the clusters that it could complete."""

    met: Met
    places: tuple[Point, ...]
    """The half-discs that it would meet."""
    clusters: tuple[Cluster, ...]
    """Their clusters."""
    discs: int
    closing: tuple[_Closing, ...]

    def points(self, face: str) -> int:
        """Return the points of a tile with this face."""
        found = by_centre = reached = 0
        joined = _joined(face)
        for colour, size, kept_open_by, beside_centre in self.closing:
            for half in kept_open_by:
                if face[half] == colour:
                    break
            else:
                found += size
                if joined & beside_centre:
                    by_centre += size
                    reached |= beside_centre
        return self.discs + found + (-by_centre if joined & ~reached else 1)


class Clusters:
    """The clusters of a layout by their points. It never changes; ``_plans`` only remembers what was computed."""

    def __init__(self, at: Mapping[Point, Cluster], plans: dict[Spot, Plan]) -> None:
        self._at, self._plans = at, plans

    def __iter__(self) -> Iterator[Cluster]:
        """Yield every cluster once."""
        return iter(set(self._at.values()))

    def laid(self, discs: Sequence[Point], face: str) -> Clusters:
        """Return the clusters with one more tile: its centre is a disc, as are half-discs that meet others now."""
        at = dict(self._at)
        for number, (disc, colour) in enumerate(zip(discs, face, strict=True)):
            was = at.get(disc)
            near = [was] if was else [at[point] for point in _around(disc) if point in at]
            parts = {part for part in near if part.colour == colour}
            points = {disc}.union(*(part.discs for part in parts))
            half = set[Point]().union(*(part.open for part in parts))
            half = half - {disc} if was or number == 0 else half | {disc}
            at.update(dict.fromkeys(points, Cluster(colour, points, half)))
        return Clusters(at, self._plans)

    def forget(self, spots: Iterable[Spot]) -> None:
        """Forget what was computed where no tile can lie any more."""
        for spot in spots:
            self._plans.pop(spot, None)

    def plan(self, spot: Spot, discs: Sequence[Point], met: Met) -> Plan:
        """Return what tiles would earn at a spot; ``discs`` lead from its first square to their discs."""
        plan = self._plans.get(spot)
        if plan is None or plan.met is not met or not self._holds(plan):
            (x, y), _ = spot
            plan = self._plans[spot] = self._planned([(x + dx, y + dy) for dx, dy in discs], met)
        return plan

    def _holds(self, plan: Plan) -> bool:
        """Tell whether the clusters of a plan are still the same."""
        at = self._at
        return all(map(is_, map(at.__getitem__, plan.places), plan.clusters))

    def _planned(self, places: Sequence[Point], met: Met) -> Plan:
        count, meeting = len(met), {half + 1 for half, _ in met}
        points = tuple(places[half] for half in meeting)
        clusters = tuple(map(self._at.__getitem__, points))
        closing = tuple(
            _closing(cluster, places, meeting)
            for cluster in dict.fromkeys(clusters)
            if len(cluster.open) <= count and set(points).issuperset(cluster.open)
        )
        return Plan(met, points, clusters, count + max(0, count - 2), _same(closing))


def _closing(cluster: Cluster, places: Sequence[Point], meeting: set[int]) -> _Closing:
    discs = set(cluster.discs)
    beside = (half for half in range(1, 7) if half not in meeting and not discs.isdisjoint(_around(places[half])))
    inside = sum(1 << half for half in _BESIDE_CENTRE if half in meeting and places[half] in discs)
    return _Closing(cluster.colour, len(discs), tuple(beside), inside)


@lru_cache(maxsize=4096)
def _same(closing: tuple[_Closing, ...]) -> tuple[_Closing, ...]:
    """Return one object for equal ones: most plans of all tables share a few hundred."""
    return closing


def clusters_of(colours: Mapping[Point, str], half: Iterable[Point]) -> Clusters:
    """Return the clusters of a layout from the colours of its discs and half-discs; ``half`` are the latter."""
    waiting, opened, at = dict(colours), set(half), dict[Point, Cluster]()
    while waiting:
        first, colour = waiting.popitem()
        points, fresh = [first], [first]
        while fresh:
            for point in _around(fresh.pop()):
                if waiting.get(point) == colour:
                    del waiting[point]
                    points.append(point)
                    fresh.append(point)
        at.update(dict.fromkeys(points, Cluster(colour, points, opened.intersection(points))))
    return Clusters(at, {})


def _around(disc: Point) -> list[Point]:
    x, y = disc
    return [(x + dx, y + dy) for dx, dy in _DIAGONAL]


@cache
def _joined(face: str) -> int:
    """Return the half-discs that touch the centre of their tile in its colour, as bits."""
    return sum(1 << half for half in _BESIDE_CENTRE if face[half] == face[0])
