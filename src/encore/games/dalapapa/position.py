"""A state of Dalapapa and its text: phase, seat, scores, hands, tiles on the table."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from enum import StrEnum

from encore.core.errors import IllegalMove, NotationError, quoted
from encore.core.fact import Fact
from encore.games.dalapapa import notation
from encore.games.dalapapa.layout import Layout, Place
from encore.games.dalapapa.tiles import COUNT, TileSet

HAND = 2
"""Tiles in a full hand."""
SECOND_TILE_PRICE = 4
"""Points that the second tile of a turn costs (rule 6)."""
HIDDEN = 0
"""Stands in a view for a tile that the viewer may not see."""


_set = object.__setattr__


class Phase(StrEnum):
    """What ``State.seat`` does next."""

    DRAW_START = "draw-start"
    LAY_START = "lay-start"
    DRAW_HAND = "draw-hand"
    FIRST = "first"
    SECOND = "second"
    REFILL = "refill"
    OVER = "over"


@dataclass(frozen=True, init=False, slots=True)
class State:
    """The tiles on the table, each seat's hand (sorted) and points, the phase, and the seat it is about."""

    layout: Layout
    hands: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    phase: Phase = Phase.DRAW_START
    seat: int = 0

    def __init__(
        self,
        layout: Layout | None = None,
        hands: tuple[tuple[int, ...], ...] | None = None,
        scores: tuple[int, ...] | None = None,
        phase: Phase = Phase.DRAW_START,
        seat: int = 0,
        *,
        table: Layout | None = None,
    ) -> None:
        """Take the fields; ``table`` is the name of ``layout`` in version 0.1.0."""
        if table is not None:
            warnings.warn("State(table=…) is now State(layout=…)", DeprecationWarning, stacklevel=2)
            layout = table
        if layout is None or hands is None or scores is None:
            raise TypeError("State needs layout, hands and scores")
        _set(self, "layout", layout)
        _set(self, "hands", hands)
        _set(self, "scores", scores)
        _set(self, "phase", phase)
        _set(self, "seat", seat)

    @property
    def table(self) -> Layout:
        """The layout, by its name in version 0.1.0."""
        warnings.warn("State.table is now called State.layout", DeprecationWarning, stacklevel=2)
        return self.layout

    @property
    def bag_size(self) -> int:
        """The number of tiles in the bag."""
        return COUNT - len(self.layout.laid) - sum(map(len, self.hands))

    @property
    def unseen(self) -> list[int]:
        """The tiles neither on the table nor in a hand that can be seen; in a full state these are the bag."""
        seen = {place.tile for place in self.layout.laid}.union(*self.hands)
        return [tile for tile in range(1, COUNT + 1) if tile not in seen]


_SCORES = re.compile(r"(?:0|-?[1-9]\d{0,5})(?:,(?:0|-?[1-9]\d{0,5})){1,3}", re.ASCII)
_LONGEST = 40 * COUNT


def format_state(s: State) -> str:
    """Write the five fields; ``?`` is a hidden tile, ``-`` an empty hand or an empty table."""
    hands = "/".join(",".join("?" if tile == HIDDEN else str(tile) for tile in hand) or "-" for hand in s.hands)
    layout = "/".join(notation.format_place(place) for place in s.layout.in_order) or "-"
    return f"{s.phase} {s.seat + 1} {notation.format_tiles(s.scores)} {hands} {layout}"


def parse_state(text: str, players: int, tiles: TileSet) -> State:
    """Read a state or a view of one."""
    fields = text.split(" ", 6)
    if len(text) > _LONGEST or len(fields) != 5:
        raise NotationError(Fact("dalapapa.not-a-state", text=quoted(text)))
    phase, seat, scores, hands, layout = fields
    if phase not in set(Phase):
        raise NotationError(Fact("dalapapa.not-a-phase", phases=", ".join(Phase), text=quoted(phase)))
    if seat not in {str(number + 1) for number in range(players)}:
        raise NotationError(Fact("dalapapa.not-a-seat", players=players, text=quoted(seat)))
    if not _SCORES.fullmatch(scores) or scores.count(",") != players - 1:
        raise NotationError(Fact("dalapapa.not-scores", players=players, text=quoted(scores)))
    totals = tuple(map(int, scores.split(",")))
    s = State(_parse_layout(layout, tiles), _parse_hands(hands, players), totals, Phase(phase), int(seat) - 1)
    tiles_seen = [place.tile for place in s.layout.laid] + [tile for hand in s.hands for tile in hand if tile != HIDDEN]
    if len(set(tiles_seen)) != len(tiles_seen):
        raise NotationError(Fact("dalapapa.tile-twice"))
    return s


def _parse_hands(text: str, players: int) -> tuple[tuple[int, ...], ...]:
    fields = text.split("/", players)
    if len(fields) != players:
        raise NotationError(Fact("dalapapa.not-hands", players=players, text=quoted(text)))
    return tuple(_parse_hand(field) for field in fields)


def _parse_hand(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    hand = tuple(HIDDEN if tile == "?" else notation.parse_tiles(tile)[0] for tile in text.split(",", HAND))
    if len(hand) > HAND or list(hand) != sorted(hand):
        raise NotationError(Fact("dalapapa.not-a-hand", most=HAND, text=quoted(text)))
    return hand


def _parse_layout(text: str, tiles: TileSet) -> Layout:
    """Lay the tiles in an order in which each touches one before it, the tile at 0,0 first."""
    waiting = [] if text == "-" else [notation.parse_place(word) for word in text.split("/", COUNT)]
    waiting.sort(key=lambda place: (place.x, place.y) != (0, 0))
    layout = Layout()
    while waiting:
        refused: list[tuple[Place, IllegalMove]] = []
        for place in waiting:
            face = tiles.face(place.tile, place.face)
            try:
                layout.check(place, face)
            except IllegalMove as error:
                refused.append((place, error))
            else:
                layout = layout.add(place, face)
        if len(refused) == len(waiting):
            place, why = refused[0]
            said = Fact("dalapapa.place-refused", *why.fact.cells, place=notation.format_place(place), why=why.fact)
            raise NotationError(said)
        waiting = [place for place, _ in refused]
    return layout
