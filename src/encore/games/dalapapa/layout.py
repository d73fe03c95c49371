"""The layout: the tiles on the table, and the discs and groups they make.

Points have doubled coordinates: the unit square x,y has its centre on (2x, 2y), so the discs on its edges lie on
(2x ± 1, 2y) and (2x, 2y ± 1). A disc is whole when the squares on both sides of its edge are covered; two discs
touch when they lie diagonally next to each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from encore.core.errors import IllegalMove
from encore.core.fact import Fact
from encore.games.dalapapa.clusters import Clusters, Met, Point, Spot, clusters_of
from encore.games.dalapapa.tiles import COLOURS, FACES, TileSet, face_bits

SIDES = {"e": (1, 0), "n": (0, 1), "w": (-1, 0), "s": (0, -1)}
"""The step from the first square of a tile to the second."""

_OPPOSITE = {"e": "w", "w": "e", "n": "s", "s": "n"}
_EASTWARD: tuple[Point, ...] = ((1, 0), (-1, 0), (0, 1), (2, 1), (3, 0), (2, -1), (0, -1))


def _turned(side: str) -> tuple[Point, ...]:
    cos, sin = SIDES[side]
    return tuple((cos * x - sin * y, sin * x + cos * y) for x, y in _EASTWARD)


DISCS = {side: _turned(side) for side in SIDES}
"""Where the seven discs of a face lie, seen from the centre of the tile's first square."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A tile laid with a face up, its first square on x,y and the second beside it on ``side``."""

    tile: int
    face: str
    x: int
    y: int
    side: str

    @property
    def squares(self) -> tuple[Point, Point]:
        """The two unit squares, by their centres."""
        dx, dy = SIDES[self.side]
        return (2 * self.x, 2 * self.y), (2 * (self.x + dx), 2 * (self.y + dy))

    @property
    def discs(self) -> list[Point]:
        """Where the central disc and the six half-discs lie."""
        return [(2 * self.x + dx, 2 * self.y + dy) for dx, dy in DISCS[self.side]]


@dataclass(frozen=True)
class Score:
    """What a tile earned: the new discs, and the discs of each group it completed."""

    discs: int
    groups: tuple[int, ...]

    @property
    def points(self) -> int:
        """A point for each of the first two discs, two for each further one, and one for each disc of a group."""
        return self.discs + max(0, self.discs - 2) + sum(self.groups)


@dataclass(frozen=True)
class Layout:
    """The tiles on the table. The other fields follow from ``laid``."""

    laid: frozenset[Place] = frozenset()
    colours: dict[Point, str] = field(default_factory=dict, compare=False, repr=False)
    covered: frozenset[Point] = field(default=frozenset(), compare=False, repr=False)

    def __getstate__(self) -> dict[str, object]:
        """Leave out what was computed: a worker process that gets a layout does without."""
        return {"laid": self.laid, "colours": self.colours, "covered": self.covered}

    def add(self, place: Place, face: str) -> Layout:
        """Return the layout with one more tile, which must fit."""
        after = self.tried(place, face)
        gone = [spot for square in place.squares for spot in _over(square)]
        if "_spots" in vars(
            self
        ):  # only places beside the new tile change; finding all again would take most of the time of a game
            spots = self._spots.copy()
            for spot in gone:
                spots.pop(spot, None)
            spots.update(after._spots_beside(place.squares))
            vars(after)["_spots"] = spots
        if "clusters" in vars(after):
            after.clusters.forget(gone)
        return after

    def tried(self, place: Place, face: str) -> Layout:
        """Return the same to score the tile; places for the next tile are found only when somebody asks for them."""
        colours = self.colours | dict(zip(place.discs, face, strict=True))
        after = Layout(self.laid | {place}, colours, self.covered.union(place.squares))
        if "clusters" in vars(self):
            vars(after)["clusters"] = self.clusters.laid(place.discs, face)
        return after

    def whole(self, disc: Point) -> bool:
        """Tell whether both halves of a disc are there."""
        return self.covered.issuperset(beside_edge(disc))

    def check(self, place: Place, face: str) -> None:
        """Rule 2: raise IllegalMove if a tile does not fit where it would lie."""
        if taken := self.covered.intersection(place.squares):
            square = _square(min(taken))
            raise IllegalMove("2", Fact("dalapapa.square-taken", *map(_square, sorted(taken)), square=square))
        if not self.laid:
            if (place.x, place.y) != (0, 0):
                raise IllegalMove("5", Fact("dalapapa.first-at-origin", "0,0"))
            return
        meeting = [
            (disc, colour) for disc, colour in zip(place.discs[1:], face[1:], strict=True) if disc in self.colours
        ]
        if not meeting:
            raise IllegalMove("2", Fact("dalapapa.no-shared-edge", *map(_square, place.squares)))
        for disc, colour in meeting:
            if self.colours[disc] != colour:
                mine, theirs = COLOURS[colour], COLOURS[self.colours[disc]]
                one, other = map(_square, beside_edge(disc))
                raise IllegalMove(
                    "2", Fact("dalapapa.colours-differ", one, other, mine=mine, theirs=theirs, one=one, other=other)
                )

    @cached_property
    def clusters(self) -> Clusters:
        """The discs and half-discs that touch in one colour."""
        return clusters_of(self.colours, self.half_discs)

    @property
    def in_order(self) -> list[Place]:
        """The tiles by their numbers."""
        return sorted(self.laid, key=_number)

    @property
    def half_discs(self) -> list[Point]:
        """The half-discs that have no other half yet."""
        return [disc for disc in self.colours if not self.whole(disc)]

    @cached_property
    def _spots(self) -> dict[Spot, Met]:
        """Where a tile would touch another one, and which of its half-discs would meet which colours there."""
        return self._spots_beside(self.covered)

    def _spots_beside(self, squares: Iterable[Point]) -> dict[Spot, Met]:
        border = {_beside(square, side) for square in squares for side in SIDES} - self.covered
        spots = {spot for square in border for spot in _over(square)}
        return {
            (at, side): self._met(at, side) for at, side in spots if self.covered.isdisjoint((at, _beside(at, side)))
        }

    def _met(self, first: Point, side: str) -> Met:
        x, y = first
        points = ((x + dx, y + dy) for dx, dy in DISCS[side][1:])
        return tuple((half, self.colours[point]) for half, point in enumerate(points) if point in self.colours)

    def places(self, hand: Iterable[int], tiles: TileSet) -> Iterator[Place]:
        """Rule 2: yield every way to lay a tile of a hand."""
        held = face_bits(tuple(hand))
        if not self.laid:
            for bit in bits_of(held):
                yield from (Place(bit // 2 + 1, FACES[bit % 2], 0, 0, side) for side in SIDES)
            return
        for ((x, y), side), _, fitting in sorted(self.fitting(held, tiles)):
            for bit in bits_of(fitting):
                yield Place(bit // 2 + 1, FACES[bit % 2], x // 2, y // 2, side)

    def fits_any(self, hand: Iterable[int], tiles: TileSet) -> bool:
        """Tell whether a tile of a hand can be laid."""
        held = face_bits(tuple(hand))
        return bool(held) and (not self.laid or any(True for _ in self.fitting(held, tiles)))

    def fitting(self, held: int, tiles: TileSet) -> Iterator[tuple[Spot, Met, int]]:
        """Yield where some of these faces fit beside other tiles, in any order: the spot, what they meet, the faces."""
        with_half = tiles.with_half
        for spot, met in self._spots.items():
            fitting = held
            for half, colour in met:
                fitting &= with_half[half][colour]
            if fitting:
                yield spot, met, fitting

    def made(self, place: Place) -> tuple[list[Point], list[frozenset[Point]]]:
        """Rules 2 and 3: return the new discs of the tile laid last, and the groups that it completed."""
        centre, *halves = place.discs
        new = [disc for disc in halves if self.whole(disc)]
        groups = {group for disc in (centre, *new) if (group := self.group(disc))}
        return new, sorted(groups, key=lambda group: (len(group), min(group)))

    def score(self, place: Place) -> Score:
        """Rule 4: return what the tile laid last has earned."""
        new, groups = self.made(place)
        return Score(len(new), tuple(map(len, groups)))

    def group(self, disc: Point) -> frozenset[Point] | None:
        """Rule 3: return the group of a whole disc, None if it touches a half-disc of its colour."""
        colour = self.colours[disc]
        found, waiting = {disc}, [disc]
        while waiting:
            x, y = waiting.pop()
            if not self.whole((x, y)):
                return None
            touching = {(x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1)}
            fresh = {point for point in touching - found if self.colours[point] == colour}
            found |= fresh
            waiting.extend(fresh)
        return frozenset(found)


_number = attrgetter("tile")


def _beside(square: Point, side: str) -> Point:
    dx, dy = SIDES[side]
    return square[0] + 2 * dx, square[1] + 2 * dy


def _over(square: Point) -> Iterator[Spot]:
    """Yield every way to cover a square."""
    for side in SIDES:
        yield square, side
        yield _beside(square, side), _OPPOSITE[side]


def bits_of(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _square(centre: Point) -> str:
    return f"{centre[0] // 2},{centre[1] // 2}"


def beside_edge(disc: Point) -> tuple[Point, Point]:
    """Return the two squares on both sides of a disc's edge."""
    x, y = disc
    return ((x - 1, y), (x + 1, y)) if x % 2 else ((x, y - 1), (x, y + 1))
