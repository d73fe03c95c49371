"""Dalapapa's draws, one tile at a time, and other draws that agree with what a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from encore.games.dalapapa.layout import Place
from encore.games.dalapapa.position import HIDDEN, State
from encore.games.dalapapa.rules import Dalapapa, Draw, Move
from encore.games.dalapapa.tiles import COUNT


class Chance:
    """A draw is a tile; tiles are counted from 0 here."""

    rule = "6"
    outcomes = COUNT
    longest = COUNT

    def __init__(self, game: Dalapapa) -> None:
        self._game = game

    def draws(self, s: State, drawn: tuple[int, ...]) -> list[int]:
        """Return the tiles in the bag."""
        return [tile - 1 for tile in s.unseen if tile - 1 not in drawn]

    def move(self, s: State, drawn: tuple[int, ...]) -> Draw | None:
        """Return the dealer's move once enough tiles are drawn, None before."""
        return Draw(tuple(tile + 1 for tile in drawn)) if len(drawn) == self._game.missing(s) else None

    def taken(self, move: Move) -> tuple[int, ...]:
        """Return the tiles drawn."""
        assert isinstance(move, Draw)
        return tuple(tile - 1 for tile in move.tiles)

    def text(self, draw: int) -> str:
        """Write the tile's number."""
        return str(draw + 1)

    def shown(self, s: State, seat: int) -> bool:
        """Tell whether the seat draws itself, or hands are open."""
        return s.seat == seat or not self._game.hidden

    def other(self, line: Sequence[tuple[State, Move]], now: State, seat: int, rng: Random) -> list[Move]:
        """Return the moves of a game with other hidden tiles drawn, which agree with all that a seat has seen.

        Whether the others could then have moved as they did is not checked. All ways to fill the hidden draws are
        equally likely: any tile in a hand may be the one that is laid next, and the rest may be any unseen tiles.
        """
        slots = _Slots(line, seat)
        for number, (s, move) in enumerate(line):
            if s.seat != seat and isinstance(move, Draw):
                slots.add(s.seat, number, len(move.tiles))
            elif s.seat != seat and isinstance(move, Place):
                slots.lay(s.seat, move.tile, rng)
        slots.fill(self._game.sample(slots.view(self._game.view(now, seat)), rng), rng)
        return [
            replace(move, tiles=tuple(slots.tiles[number, place] for place in range(len(move.tiles))))
            if isinstance(move, Draw) and s.seat != seat
            else move
            for number, (s, move) in enumerate(line)
        ]


class _Slots:
    """The hidden draws: which tile each was, where that is decided, and which of them the seats hold.

    The tiles that seats hold at the beginning are known to everybody.
    """

    def __init__(self, line: Sequence[tuple[State, Move]], seat: int) -> None:
        hands = line[0][0].hands if line else ()
        self.tiles: dict[tuple[int, int], int] = {}
        self._known = [set() if of == seat else set(hand) for of, hand in enumerate(hands)]
        self._held: list[list[tuple[int, int]]] = [[] for _ in hands]

    def add(self, seat: int, number: int, count: int) -> None:
        """Add a draw of a seat."""
        self._held[seat] += [(number, place) for place in range(count)]

    def lay(self, seat: int, tile: int, rng: Random) -> None:
        """Lay a tile that a seat has drawn at some time."""
        if tile in self._known[seat]:
            self._known[seat].remove(tile)
            return
        slot = rng.choice(self._held[seat])
        self._held[seat].remove(slot)
        self.tiles[slot] = tile

    def view(self, view: State) -> State:
        """Return a view that shows the known tiles."""
        hands = [
            tuple(sorted(known)) + (HIDDEN,) * (len(hand) - len(known)) if HIDDEN in hand else hand
            for hand, known in zip(view.hands, self._known, strict=True)
        ]
        return replace(view, hands=tuple(hands))

    def fill(self, s: State, rng: Random) -> None:
        """Fill the draws that are still in hands with the hands of a state."""
        for seat, slots in enumerate(self._held):
            if slots:
                tiles = [tile for tile in s.hands[seat] if tile not in self._known[seat]]
                rng.shuffle(tiles)
                self.tiles.update(zip(slots, tiles, strict=True))
