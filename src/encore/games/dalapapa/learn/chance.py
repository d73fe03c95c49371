"""Dalapapa's draws, a tile at a time; and what else may have been drawn, for all that a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from encore.games.dalapapa.layout import Place
from encore.games.dalapapa.position import HIDDEN, State
from encore.games.dalapapa.rules import Dalapapa, Draw, Move
from encore.games.dalapapa.tiles import COUNT


class Chance:
    """A draw is a tile; they are counted from 0."""

    rule = "6"
    outcomes = COUNT
    longest = COUNT

    def __init__(self, game: Dalapapa) -> None:
        self._game = game

    def draws(self, s: State, drawn: tuple[int, ...]) -> list[int]:
        """Return the tiles in the bag."""
        return [tile - 1 for tile in s.unseen if tile - 1 not in drawn]

    def move(self, s: State, drawn: tuple[int, ...]) -> Draw | None:
        """Return the draw when the seat has what it lacks."""
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
        """Return a game's moves with other hidden tiles in the dealer's, such that all that a seat has seen stays.

        Whether others could then have moved as they did is not looked at. Each way to fill the hidden draws is as
        likely as any other: of the tiles that somebody holds, any may be the one that is laid next, and any unseen
        ones may be those that are left.
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
    """The hidden draws: which tile each was, as far as it is decided, and which of them the seats hold.

    What the seats hold at the start is part of the start and known to everybody.
    """

    def __init__(self, line: Sequence[tuple[State, Move]], seat: int) -> None:
        hands = line[0][0].hands if line else ()
        self.tiles: dict[tuple[int, int], int] = {}
        self._known = [set() if of == seat else set(hand) for of, hand in enumerate(hands)]
        self._held: list[list[tuple[int, int]]] = [[] for _ in hands]

    def add(self, seat: int, number: int, count: int) -> None:
        """Let a seat draw."""
        self._held[seat] += [(number, place) for place in range(count)]

    def lay(self, seat: int, tile: int, rng: Random) -> None:
        """Let a seat lay a tile that it has drawn some time."""
        if tile in self._known[seat]:
            self._known[seat].remove(tile)
            return
        slot = rng.choice(self._held[seat])
        self._held[seat].remove(slot)
        self.tiles[slot] = tile

    def view(self, view: State) -> State:
        """Return a view with the known tiles shown."""
        hands = [
            tuple(sorted(known)) + (HIDDEN,) * (len(hand) - len(known)) if HIDDEN in hand else hand
            for hand, known in zip(view.hands, self._known, strict=True)
        ]
        return replace(view, hands=tuple(hands))

    def fill(self, s: State, rng: Random) -> None:
        """Decide the draws that are still held by the hands of a state."""
        for seat, slots in enumerate(self._held):
            if slots:
                tiles = [tile for tile in s.hands[seat] if tile not in self._known[seat]]
                rng.shuffle(tiles)
                self.tiles.update(zip(slots, tiles, strict=True))
