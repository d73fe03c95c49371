"""The legal moves of a position.

Each pile is linked with the nearest pile in the four directions. A capture empties only its source square, so it
removes that one pile from the links. Undo puts it back by the links that the pile itself still has.
"""

from __future__ import annotations

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.layout import (
    AREA,
    BIG,
    BOTH,
    COLOUR,
    LINKS,
    NOWHERE,
    PLAYERS,
    RIGHTS,
    SWITCHES,
    TOP,
    TURN,
    VALUE,
    VALUE_BIT,
    WAYS,
    Position,
)
from encore.games.dacapo.tables import OCTOPUS, SIZE


@compiled
def link_piles(p: Position) -> None:
    """Link every pile with its nearest one to the right, to the left, below and above."""
    for square in range(AREA):
        for way in range(WAYS):
            step = 1 if way == 0 else -1 if way == 1 else SIZE if way == 2 else -SIZE
            room = SIZE - 1 - square % SIZE if way == 0 else square % SIZE if way == 1 else SIZE - 1 - square // SIZE
            if way == 3:
                room = square // SIZE
            met = square
            found = NOWHERE
            for _ in range(room):
                met += step
                if p[met]:
                    found = met
                    break
            p[LINKS + WAYS * square + way] = found


@compiled
def may_capture(own: int, other: int) -> bool:
    """Tell whether one pile may capture another that it meets; an empty square (0) is never captured."""
    return other != 0 and (own ^ other) & COLOUR != 0 and (other & VALUE) <= (own & VALUE)


@compiled
def can_capture(p: Position, colour: int) -> bool:
    """Tell whether a colour has a capture."""
    for square in range(AREA):
        pile = p[square]
        if pile and pile & COLOUR == colour:
            for way in range(WAYS):
                if may_capture(pile, p[p[LINKS + WAYS * square + way]]):
                    return True
    return False


@compiled
def list_captures(p: Position, moves: Position) -> int:
    """Write the captures of the colour whose turn it is, and return how many there are."""
    count = 0
    for square in range(AREA):
        pile = p[square]
        if pile and pile & COLOUR == p[TURN]:
            for way in range(WAYS):
                target = p[LINKS + WAYS * square + way]
                if may_capture(pile, p[target]):
                    moves[count] = AREA * square + target
                    count += 1
    return count


@compiled
def _beside_rival(p: Position, square: int, seat: int) -> bool:
    """Tell whether an Octopus or Shark of an opponent stands on one of the adjacent squares."""
    for way in range(WAYS):
        beside = p[LINKS + WAYS * square + way]
        far = abs(beside - square)
        if beside < NOWHERE and p[beside] & VALUE >= BIG and far == (1 if way < 2 else SIZE):
            rival = p[beside] & COLOUR
            if (rival - seat) & 1 if p[PLAYERS] == 4 else rival != seat:
                return True
    return False


@compiled
def may_switch(p: Position, here: int, other: int, seat: int) -> bool:
    """Tell whether the Octopus or Shark ``here`` may change places with another own pile."""
    big = p[other] & VALUE >= BIG
    if big and (p[here] & VALUE == BIG or p[RIGHTS + seat] != BOTH):
        return False
    if _beside_rival(p, other, seat) or (big and _beside_rival(p, here, seat)):
        return False
    p[here], p[other] = p[other], p[here]
    able = can_capture(p, seat)
    p[here], p[other] = p[other], p[here]
    return able


@compiled
def find_fish(p: Position, seat: int, value: int) -> int:
    """Return the square of the pile that has a fish on top, NOWHERE if there is none."""
    for square in range(AREA):
        if p[square] & TOP == seat | value << VALUE_BIT:
            return square
    return NOWHERE


@compiled
def legal_moves(p: Position, moves: Position) -> int:
    """Write the captures, then the switches, of the seat to move, and return how many there are."""
    seat = p[TURN]
    if seat < 0:
        return 0
    count = list_captures(p, moves)
    for shark in range(2):
        if p[RIGHTS + seat] >> shark & 1:
            here = find_fish(p, seat, OCTOPUS - shark)
            for other in range(AREA if here < NOWHERE else 0):
                if other != here and p[other] and p[other] & COLOUR == seat and may_switch(p, here, other, seat):
                    moves[count] = SWITCHES + AREA * shark + other
                    count += 1
    return count


@compiled
def guess_switch(p: Position, guess: int, seat: int) -> bool:
    """Tell whether one of 2 * AREA guesses is a legal switch."""
    shark, other = guess // AREA, guess % AREA
    if p[RIGHTS + seat] >> shark & 1 == 0 or p[other] == 0 or p[other] & COLOUR != seat:
        return False
    here = find_fish(p, seat, OCTOPUS - shark)
    return here < NOWHERE and here != other and may_switch(p, here, other, seat)
