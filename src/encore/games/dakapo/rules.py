"""The rules of Dakapo. Rule numbers are those of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from encore.core.errors import IllegalMove, NotationError
from encore.core.fact import Fact
from encore.core.game import Game, Moves, Outcome
from encore.core.options import Choice
from encore.games.dakapo import notation
from encore.games.dakapo.tables import (
    BESIDE,
    BETWEEN,
    CELLS,
    COLOURS,
    FULL,
    OPPOSITE,
    SIZE,
    SQUARES,
    START,
    SUPPLY,
    each,
    neighbours,
)


@dataclass(frozen=True, slots=True)
class State:
    """A position: the cells of each colour as bits, the colour placed last, and whether that stone won."""

    stones: tuple[int, ...] = START
    last: int | None = None
    won: bool = False

    @property
    def occupied(self) -> int:
        """The cells with a stone."""
        red, yellow, green, blue = self.stones
        return red | yellow | green | blue


@dataclass(frozen=True, slots=True)
class Move:
    """A stone of a colour on a cell; with ``call`` the player says that it completes a square."""

    cell: int
    colour: int
    call: bool = False


_MOVES = [[[Move(cell, colour, call) for cell in range(SIZE**2)] for colour in range(4)] for call in (False, True)]


class Dakapo(Game[State, Move]):
    """Dakapo for two; see RULES.md."""

    name = "dakapo"
    title = "Dakapo"
    summary = "four stones of one colour at the corners of a square win"
    player_counts = (2,)
    draws = True
    declared = {
        "call": Choice(("auto", "spoken")),
    }

    def initial(self) -> State:
        """Return the position with the four stones in the middle."""
        return State()

    def to_move(self, s: State) -> int | None:
        """Return the seat to move. Seats alternate, so the number of stones tells it."""
        return None if self.outcome(s) else s.occupied.bit_count() % 2

    def legal_moves(self, s: State) -> Moves[Move]:
        """Return the legal placements by colour and cell; with ``call=spoken`` each of them again with a call."""
        if s.won:
            return Moves()
        cells = [open_cells(s, colour) for colour in range(4)]
        calls = (False, True) if self.options["call"] == "spoken" else (False,)
        return Moves(
            _MOVES[call][colour][cell] for call in calls for colour in range(4) for cell in each(cells[colour])
        )

    def play(self, s: State, move: Move) -> State:
        """Return the position with the stone placed."""
        if not (0 <= move.cell < SIZE**2 and 0 <= move.colour < 4):
            raise IllegalMove("1", Fact("dakapo.no-such-placement"))
        own = s.stones[move.colour]
        if s.won or move.colour == s.last or own.bit_count() >= SUPPLY or not fits(own, s.occupied, move.cell):
            self._refuse(s, move)
        spoken = self.options["call"] == "spoken"
        if move.call and not spoken:
            raise IllegalMove("6", Fact("dakapo.call-not-needed", CELLS[move.cell]))
        won = (move.call or not spoken) and own.bit_count() > 2 and completes(own, move.cell)
        before, after = s.stones[: move.colour], s.stones[move.colour + 1 :]
        return State((*before, own | 1 << move.cell, *after), move.colour, won)

    def _refuse(self, s: State, move: Move) -> NoReturn:
        cell, colour = CELLS[move.cell], COLOURS[move.colour]
        if outcome := self.outcome(s):
            raise IllegalMove("7", Fact("dakapo.over", end=outcome.fact))
        if s.occupied >> move.cell & 1:
            raise IllegalMove("1", Fact("dakapo.taken", cell, cell=cell))
        beside = BESIDE[move.cell]
        if not beside & s.occupied:
            raise IllegalMove("1", Fact("dakapo.touches-none", cell, cell=cell))
        if touched := beside & s.stones[move.colour]:
            stones = [CELLS[stone] for stone in each(touched)]
            raise IllegalMove("2", Fact("dakapo.touches-same-colour", *stones, colour=colour, cell=stones[0]))
        if s.last == move.colour:
            raise IllegalMove("3", Fact("dakapo.colour-just-placed", cell, colour=colour))
        raise IllegalMove("4", Fact("dakapo.colour-used-up", cell, colour=colour, count=SUPPLY))

    def outcome(self, s: State) -> Outcome | None:
        """Return how the game ended: by a square, a full board, or a player who cannot place a stone (rule 7)."""
        occupied = s.occupied
        mover = occupied.bit_count() % 2
        if s.won:
            return Outcome((1 - mover,), (), Fact("dakapo.end-square", colour=COLOURS[s.last or 0]))
        if occupied == FULL:
            return Outcome((), (), Fact("dakapo.end-full"))
        edge = neighbours(occupied) & ~occupied
        for colour, own in enumerate(s.stones):
            if colour != s.last and own.bit_count() < SUPPLY and edge & ~neighbours(own):
                return None
        return Outcome((1 - mover,), (), Fact("dakapo.end-stuck", seat=mover + 1))

    def format_move(self, move: Move) -> str:
        """Write ``e6r``, with a call ``e6r!``."""
        return notation.format_stone(move.cell, move.colour, move.call)

    def parse_move(self, s: State, text: str) -> Move:
        """Read ``e6r`` or ``e6r!``."""
        cell, colour, call = notation.parse_stone(text)
        return _MOVES[call][colour][cell]

    def format_state(self, s: State) -> str:
        """Write a position. A win by call gets a mark; with ``call=auto`` the square itself shows the win."""
        return notation.format_position(s.stones, s.last, s.won and self.options["call"] == "spoken")

    def parse_state(self, text: str) -> State:
        """Read a position. With ``call=auto``, a square of the colour placed last has won."""
        stones, last, called = notation.parse_position(text)
        square = last is not None and any(stones[last] & square == square for square in SQUARES)
        if self.options["call"] == "spoken":
            if called and not square:
                raise NotationError(Fact("dakapo.position-call-without-square", colour=COLOURS[last or 0]))
            return State(stones, last, called)
        if called:
            raise NotationError(Fact("dakapo.position-call-not-agreed"))
        return State(stones, last, square)


def completes(own: int, cell: int) -> bool:
    """Tell whether a stone on a cell makes a square with those of its colour (rule 5)."""
    between, rest = BETWEEN[cell], own & OPPOSITE[cell]  # few of the squares have such a stone across from the cell
    while rest:
        opposite = rest & -rest
        corners = between[opposite]
        if own & corners == corners:
            return True
        rest ^= opposite
    return False


def fits(own: int, occupied: int, cell: int) -> bool:
    """Tell whether a cell is empty, beside a stone, and beside none of the same colour (rules 1 and 2)."""
    beside = BESIDE[cell]
    return not (occupied >> cell & 1 or beside & own) and beside & occupied != 0


def open_cells(s: State, colour: int) -> int:
    """Return the cells where rules 1 to 4 allow the next player to place a colour."""
    own = s.stones[colour]
    if colour == s.last or own.bit_count() >= SUPPLY:
        return 0
    occupied = s.occupied
    return neighbours(occupied) & ~occupied & ~neighbours(own)


def all_open(s: State) -> int:
    """Return the open cells of all colours in one number, 64 bits each, red lowest; faster than one by one."""
    occupied = s.occupied
    edge = neighbours(occupied) & ~occupied
    cells = 0
    for colour, own in enumerate(s.stones):
        if colour != s.last and own.bit_count() < SUPPLY:
            cells |= (edge & ~neighbours(own)) << colour * SIZE * SIZE
    return cells
