"""Rule 3: where Octopus and Shark may be switched to."""

from __future__ import annotations

from dataclasses import dataclass

from encore.core.fact import Fact
from encore.games.dacapo.captures import can_capture
from encore.games.dacapo.moves import Switch
from encore.games.dacapo.tables import COLOURS, NEIGHBOURS, OCTOPUS, SHARK, SIZE, SQUARES, Pile, Sea


@dataclass(frozen=True, slots=True)
class Switching:
    """How a game switches: the option ``switch``, and whether seats play in teams."""

    when: str
    teams: bool

    def moves(self, piles: Sea, seat: int, rights: tuple[int, ...]) -> list[Switch]:
        """Return the switches of a seat."""
        own = [square for square, pile in enumerate(piles) if pile and pile.colour == seat]
        found = list[Switch]()
        for value in rights:
            here = find(piles, Pile(seat, value))
            switches = (Switch(value, other) for other in own)
            found += [switch for switch in switches if self._why_not(piles, seat, rights, here, switch) is None]
        return found

    def why_not(self, piles: Sea, seat: int, rights: tuple[int, ...], move: Switch) -> Fact | None:
        """Return what forbids a switch of a seat, None if nothing does."""
        if move.value not in (OCTOPUS, SHARK) or not 0 <= move.other < SIZE * SIZE:
            return Fact("dacapo.switch-what")
        return self._why_not(piles, seat, rights, find(piles, Pile(seat, move.value)), move)

    def _why_not(self, piles: Sea, seat: int, rights: tuple[int, ...], here: int | None, move: Switch) -> Fact | None:
        """Return what forbids a switch of the fish on a square; of a captured fish if there is no square."""
        there = SQUARES[move.other]
        if move.value not in rights:
            return self._no_right(move.value, [there] if here is None else [SQUARES[here]])
        if here is None:
            return Fact("dacapo.switch-captured", there, colour=COLOURS[seat], value=move.value)
        other = piles[move.other]
        if other is None or other.colour != seat or move.other == here:
            return Fact("dacapo.switch-target", there, cell=there, colour=COLOURS[seat])
        switched = [(move.value, move.other)]
        if other.value >= SHARK:
            if move.value == SHARK:
                return Fact("dacapo.switch-notation", SQUARES[here], there, cell=SQUARES[here])
            if SHARK not in rights:
                return Fact("dacapo.switch-both", SQUARES[here], there)
            switched.append((SHARK, here))
        return self._not_there(swap(piles, here, move.other), seat, switched)

    def _no_right(self, value: int, cells: list[str]) -> Fact:
        if self.when == "never":
            return Fact("dacapo.switch-never", *cells)
        if self.when == "every-turn":
            return Fact("dacapo.switch-again", *cells, value=value)
        return Fact("dacapo.switch-over", *cells, value=value)

    def _not_there(self, piles: Sea, seat: int, switched: list[tuple[int, int]]) -> Fact | None:
        for value, square in switched:
            for beside in NEIGHBOURS[square]:
                pile = piles[beside]
                if pile and pile.value >= SHARK and self._opponents(seat, pile.colour):
                    cell, by, colour = SQUARES[square], SQUARES[beside], COLOURS[pile.colour]
                    return Fact(
                        "dacapo.switch-beside", cell, by, value=value, cell=cell, colour=colour, rival=pile.value, by=by
                    )
        if not can_capture(piles, seat):
            return Fact("dacapo.switch-no-capture", *(SQUARES[square] for _, square in switched))
        return None

    def _opponents(self, one: int, other: int) -> bool:
        return (one - other) % 2 == 1 if self.teams else one != other


def find(piles: Sea, fish: Pile) -> int | None:
    """Return the square of the pile that has a fish on top."""
    for square, pile in enumerate(piles):
        if pile and pile.colour == fish.colour and pile.value == fish.value:
            return square
    return None


def swap(piles: Sea, one: int, other: int) -> Sea:
    """Return the piles with two of them exchanged."""
    swapped = list(piles)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return tuple(swapped)
