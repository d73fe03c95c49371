"""Playing and undoing moves, the end of a round and of the game."""

from __future__ import annotations

from encore.core.compiling import compiled
from encore.games.dacapo.compiled.layout import (
    AREA,
    BIG,
    BOTH,
    CODE,
    COLOUR,
    DEALT,
    DEPTH,
    EVERY_TURN,
    HEIGHT_BIT,
    LIMIT,
    LINKS,
    NOTE_CODE,
    NOTE_ENDED,
    NOTE_RIGHTS,
    NOTE_SWITCH,
    NOTE_TARGET,
    NOTE_TURN,
    NOTE_USED,
    NOWHERE,
    ORDER,
    PILE,
    PLAYERS,
    RIGHTS,
    ROUNDS,
    SCORES,
    STACK,
    SWITCH,
    SWITCHES,
    TARGET,
    TOP,
    TURN,
    VALUE,
    WAYS,
    Position,
)
from encore.games.dacapo.compiled.legal import can_capture, find_fish
from encore.games.dacapo.tables import OCTOPUS

LOST = 16
"""What ``winners`` returns for one player who has lost."""


@compiled
def end_round(p: Position, sign: int) -> None:
    """End the round and add its fish to the scores; with the sign -1, begin it again."""
    p[TURN] = -1
    p[ROUNDS] += sign
    for square in range(AREA):
        if p[square] and p[PLAYERS] > 1:
            colour, height = p[square] & COLOUR, p[square] >> HEIGHT_BIT
            p[SCORES + colour] += sign * height
            if p[PLAYERS] == 4:
                p[SCORES + (colour ^ 2)] += sign * height


@compiled
def pass_turn(p: Position, first: int) -> bool:
    """Give the turn to the first colour, from a place in the order on, that can capture; else end the round."""
    colours = 4 if p[PLAYERS] == 1 else p[PLAYERS]
    for turn in range(colours):
        colour = p[ORDER + (first + turn) % colours]
        if can_capture(p, colour):
            p[TURN] = colour
            return False
    end_round(p, 1)
    return True


@compiled
def place_in_order(p: Position, colour: int) -> int:
    """Return the place of a colour in the order of play."""
    place = 0
    while p[ORDER + place] != colour:
        place += 1
    return place


@compiled
def capture_pile(p: Position, source: int, target: int) -> None:
    """Move one pile onto another, and take its old square out of the links."""
    p[target] = (p[source] & TOP) | ((p[source] >> HEIGHT_BIT) + (p[target] >> HEIGHT_BIT)) << HEIGHT_BIT
    p[source] = 0
    for way in range(0, WAYS, 2):
        one, other = p[LINKS + WAYS * source + way], p[LINKS + WAYS * source + way + 1]
        if one < NOWHERE:
            p[LINKS + WAYS * one + way + 1] = other
        if other < NOWHERE:
            p[LINKS + WAYS * other + way] = one


@compiled
def rights_after(p: Position) -> int:
    """Return the rights to switch after a capture."""
    return BOTH if p[SWITCH] == EVERY_TURN and p[PLAYERS] > 1 else 0


@compiled
def apply_capture(p: Position, source: int, target: int) -> None:
    """Capture, and write a note on the stack for undo."""
    colour = p[TURN]
    note = p[source] | p[target] << NOTE_TARGET | (AREA * source + target) << NOTE_CODE
    note |= colour << NOTE_TURN | p[RIGHTS + colour] << NOTE_RIGHTS
    capture_pile(p, source, target)
    p[RIGHTS + colour] = rights_after(p)
    ended = pass_turn(p, place_in_order(p, colour) + 1)
    p[STACK + p[DEPTH]] = note | ended << NOTE_ENDED | 1 << NOTE_USED
    p[DEPTH] += 1


@compiled
def apply_switch(p: Position, code: int) -> None:
    """Let the Octopus or the Shark change places; the same seat goes on."""
    seat, shark, other = p[TURN], (code - SWITCHES) // AREA, (code - SWITCHES) % AREA
    here = find_fish(p, seat, OCTOPUS - shark)
    note = (AREA * here + other) << NOTE_CODE | seat << NOTE_TURN | p[RIGHTS + seat] << NOTE_RIGHTS
    p[STACK + p[DEPTH]] = note | 1 << NOTE_SWITCH | 1 << NOTE_USED
    p[DEPTH] += 1
    p[RIGHTS + seat] &= 0 if p[other] & VALUE >= BIG else ~(1 << shark)
    p[here], p[other] = p[other], p[here]


@compiled
def apply_move(p: Position, code: int) -> None:
    """Play a legal move."""
    if code >= SWITCHES:
        apply_switch(p, code)
    else:
        apply_capture(p, code // AREA, code % AREA)


@compiled
def undo_move(p: Position) -> None:
    """Undo the last move; every number is what it was before."""
    p[DEPTH] -= 1
    note = p[STACK + p[DEPTH]]
    p[STACK + p[DEPTH]] = 0
    code = note >> NOTE_CODE & CODE
    one, other = code // AREA, code % AREA
    if note >> NOTE_ENDED & 1:
        end_round(p, -1)
    p[TURN] = note >> NOTE_TURN & COLOUR
    p[RIGHTS + p[TURN]] = note >> NOTE_RIGHTS & BOTH
    if note >> NOTE_SWITCH & 1:
        p[one], p[other] = p[other], p[one]
        return
    p[one], p[other] = note & PILE, note >> NOTE_TARGET & PILE
    for way in range(WAYS):
        beside = p[LINKS + WAYS * one + way]
        if beside < NOWHERE:
            p[LINKS + WAYS * beside + (way ^ 1)] = one


@compiled
def shown_colours(p: Position) -> int:
    """Return the colours on top of piles, as bits."""
    shown = 0
    for square in range(AREA):
        if p[square]:
            shown |= 1 << (p[square] & COLOUR)
    return shown


@compiled
def winners(p: Position) -> int:
    """Return the seats that have won, as bits; 0 if the game goes on, LOST if one player has lost."""
    if p[TURN] >= 0 or not p[DEALT]:
        return 0
    shown = shown_colours(p)
    if p[PLAYERS] == 1:
        return 1 if shown == 1 << p[ORDER + 3] else LOST
    if p[PLAYERS] < 4 and shown & (shown - 1) == 0:
        return shown
    most = 0
    for seat in range(p[PLAYERS]):
        most = max(most, p[SCORES + seat])
    if most < p[TARGET] and (p[LIMIT] == 0 or p[ROUNDS] < p[LIMIT]):
        return 0
    won = 0
    for seat in range(p[PLAYERS]):
        if p[SCORES + seat] == most:
            won |= 1 << seat
    return won
