"""Da Capo for a page: a picture of the board for one reader, and what a move would do."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from msgspec import UNSET, Struct, UnsetType, field

from encore.games.dacapo.moves import Capture, Deal, Move, Switch
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.switches import find as find_fish
from encore.games.dacapo.tables import COLOURS, OCTOPUS, SHARK, SQUARES, Pile

Colour = Literal["red", "purple", "green", "yellow"]
Kind = Literal["fish", "shark", "octopus"]
Switching = Literal["first", "every-turn", "never"]
_COLOURS: tuple[Colour, ...] = ("red", "purple", "green", "yellow")
_KINDS: dict[int, Kind] = {OCTOPUS: "octopus", SHARK: "shark"}


class ShownPile(Struct, frozen=True):
    """A pile on its square.

    ``catches`` are the squares of the piles that it could capture on its turn, ``switches`` those of the piles
    that it may change places with now.
    """

    at: str
    colour: Colour
    value: int
    height: int
    kind: Kind
    catches: tuple[str, ...]
    switches: tuple[str, ...]


class ShownMove(Struct, frozen=True):
    """A legal move and the squares it joins; ``value`` is the fish that a switch names."""

    move: str
    kind: Literal["capture", "switch"]
    from_: str = field(name="from")
    to: str
    value: int | UnsetType = UNSET


class ShownSeat(Struct, frozen=True):
    """A seat in a game for two to four players.

    ``fish`` is what the round would count now, with partners for both. ``rights`` are the fish that it may switch.
    """

    colour: Colour
    score: int
    fish: int
    rights: tuple[int, ...]


class ShownColour(Struct, frozen=True):
    """A colour in a game for one player: its fish and its piles."""

    colour: Colour
    fish: int
    piles: int


class Picture(Struct, frozen=True):
    """What a page needs to draw a position.

    ``colours`` is there with one player. The fields from ``seats`` to ``switching`` are there with more
    players; ``switching`` says before which captures Octopus and Shark may be switched.
    """

    players: int
    piles: tuple[ShownPile, ...]
    turn: Colour | None
    order: tuple[Colour, ...]
    over: bool
    moves: tuple[ShownMove, ...]
    own: Colour | None
    colours: tuple[ShownColour, ...] | UnsetType = UNSET
    seats: tuple[ShownSeat, ...] | UnsetType = UNSET
    teams: tuple[tuple[int, ...], ...] | UnsetType = UNSET
    round: int | UnsetType = UNSET
    rounds: int | UnsetType = UNSET
    target: int | UnsetType = UNSET
    finished: bool | UnsetType = UNSET
    switching: Switching | UnsetType = UNSET


class Preview(Struct, frozen=True):
    """What a move would do.

    ``dangers`` are the squares of the piles that could then capture the moved pile, ``passed`` the colours that
    would be passed over. A deal has neither.
    """

    picture: Picture
    ends: bool
    dangers: tuple[str, ...] | UnsetType = UNSET
    passed: tuple[Colour, ...] | UnsetType = UNSET


def picture(game: DaCapo, view: State, seat: int | None) -> Picture:
    """Return the piles with what they can capture, whose turn it is, the counts, and the moves of ``seat``."""
    mine = seat is not None and game.to_move(view) == seat
    moves = tuple(_move(game, view, move) for move in game.legal_moves(view)) if mine else ()
    piles, turn = _piles(game, view, moves), None if view.turn is None else _COLOURS[view.turn]
    order, over = tuple(_COLOURS[colour] for colour in view.order), game.outcome(view) is not None
    if game.solo:
        own = order[-1] if order else None
        return Picture(game.players, piles, turn, order, over, moves, own, colours=_shown_colours(view))
    finished = view.turn is None and bool(view.piles)
    return Picture(
        game.players,
        piles,
        turn,
        order,
        over,
        moves,
        own=None if seat is None else _COLOURS[seat],
        seats=tuple(_seat(game, view, each) for each in range(game.players)),
        teams=((0, 2), (1, 3)) if game.players == 4 else (),
        round=view.rounds + (not finished),
        rounds=int(game.options["rounds"]),
        target=int(game.options["target"]),
        finished=finished,
        switching=cast(Switching, game.options["switch"]),
    )


def _shown_colours(s: State) -> tuple[ShownColour, ...]:
    """Return what each colour shows: with one player there is no score (rule 9)."""
    fish = fish_of(s)
    return tuple(ShownColour(_COLOURS[colour], fish[colour], _pile_count(s, colour)) for colour in s.order)


def _seat(game: DaCapo, s: State, seat: int) -> ShownSeat:
    fish = fish_of(s)
    rights = () if s.turn is None else tuple(value for value in s.rights[seat] if find(s, seat, value) is not None)
    return ShownSeat(_COLOURS[seat], s.scores[seat], sum(fish[each] for each in game.partners(seat)), rights)


def _piles(game: DaCapo, s: State, moves: tuple[ShownMove, ...]) -> tuple[ShownPile, ...]:
    targets: dict[int, list[str]] = {}
    for capture in captures(game, s):
        targets.setdefault(capture.source, []).append(SQUARES[capture.target])
    switches: dict[str, list[str]] = {}
    for move in moves:
        if move.kind == "switch":
            switches.setdefault(move.from_, []).append(move.to)
    return tuple(
        ShownPile(
            SQUARES[square],
            _COLOURS[pile.colour],
            pile.value,
            pile.height,
            _KINDS.get(pile.value, "fish"),
            tuple(targets.get(square, ())),
            tuple(switches.get(SQUARES[square], ())),
        )
        for square, pile in enumerate(s.piles)
        if pile
    )


def _move(game: DaCapo, s: State, move: Move) -> ShownMove:
    text = game.format_move(move)
    if isinstance(move, Capture):
        return ShownMove(text, "capture", SQUARES[move.source], SQUARES[move.target])
    assert isinstance(move, Switch) and s.turn is not None
    here = find(s, s.turn, move.value)
    assert here is not None
    return ShownMove(text, "switch", SQUARES[here], SQUARES[move.other], move.value)


def preview(game: DaCapo, view: State, move: Move) -> Preview:
    """Return the board after a move, before any new deal."""
    after = game.play(view, move)
    shown, ends = picture(game, after, None), after.turn is None
    if isinstance(move, Deal):
        return Preview(shown, ends)
    there = move.target if isinstance(move, Capture) else move.other
    return Preview(
        shown,
        ends,
        dangers=tuple(SQUARES[capture.source] for capture in dangers(game, after, there)),
        passed=tuple(_COLOURS[colour] for colour in passed_over(view, move, after)),
    )


def captures(game: DaCapo, s: State) -> list[Capture]:
    """Return the captures of every colour, as if it were its turn."""
    rightless = replace(s, rights=((),) * len(s.rights))
    states = (replace(rightless, turn=colour) for colour in s.order)
    return [move for state in states for move in game.legal_moves(state) if isinstance(move, Capture)]


def dangers(game: DaCapo, s: State, square: int) -> list[Capture]:
    """Return the captures of a pile by opponents."""
    friends = game.partners(top(s, square).colour)
    return [each for each in captures(game, s) if each.target == square and top(s, each.source).colour not in friends]


def passed_over(before: State, move: Move, after: State) -> list[int]:
    """Return the colours that a capture leaves without a capture on their turn (rule 5)."""
    if not isinstance(move, Capture) or before.turn is None or after.turn is None:
        return []
    start = before.order.index(before.turn) + 1
    following = before.order[start:] + before.order[:start]
    return list(following[: following.index(after.turn)])


def find(s: State, colour: int, value: int) -> int | None:
    """Return the square of the pile that has a fish on top."""
    return find_fish(s.piles, Pile(colour, value))


def fish_of(s: State) -> list[int]:
    """Return how many fish lie in the piles of each colour."""
    return [sum(pile.height for pile in s.piles if pile and pile.colour == each) for each in range(len(COLOURS))]


def _pile_count(s: State, colour: int) -> int:
    return sum(1 for pile in s.piles if pile and pile.colour == colour)


def top(s: State, square: int) -> Pile:
    """Return the pile on a square that is not empty."""
    pile = s.piles[square]
    assert pile is not None
    return pile
