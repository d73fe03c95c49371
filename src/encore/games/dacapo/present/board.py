"""Da Capo for a page: the sea with all that a reader may want to see in it, and what a move would do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from encore.games.dacapo.position import State
from encore.games.dacapo.rules import BIG_FISH, Capture, DaCapo, Deal, Move, Switch
from encore.games.dacapo.tables import COLOURS, SQUARES, Pile


def picture(game: DaCapo, view: State, seat: int | None) -> dict[str, Any]:
    """Return the piles with what they can catch, whose turn it is, the counts, and the moves of ``seat``."""
    mine = seat is not None and game.to_move(view) == seat
    moves = [_move(game, view, move) for move in game.legal_moves(view)] if mine else []
    shown = {
        "players": game.players,
        "piles": _piles(game, view, moves),
        "turn": None if view.turn is None else COLOURS[view.turn],
        "order": [COLOURS[colour] for colour in view.order],
        "over": game.outcome(view) is not None,
        "moves": moves,
    }
    return shown | (_puzzle(view) if game.solo else _match(game, view, seat))


def _puzzle(s: State) -> dict[str, Any]:
    """Alone there is no score: one colour must show everywhere (rule 9)."""
    fish = fish_of(s)
    colours = [{"colour": COLOURS[colour], "fish": fish[colour], "piles": _shown(s, colour)} for colour in s.order]
    return {"own": COLOURS[s.order[-1]] if s.order else None, "colours": colours}


def _match(game: DaCapo, s: State, seat: int | None) -> dict[str, Any]:
    finished = s.turn is None and bool(s.piles)
    return {
        "own": None if seat is None else COLOURS[seat],
        "seats": [_seat(game, s, each) for each in range(game.players)],
        "teams": [[0, 2], [1, 3]] if game.players == 4 else [],
        "round": s.rounds + (not finished),
        "rounds": game.options["rounds"],
        "target": game.options["target"],
        "finished": finished,
    }


def _seat(game: DaCapo, s: State, seat: int) -> dict[str, Any]:
    """``fish`` is what the round would count now: of the team, as the score is (rule 7)."""
    fish = fish_of(s)
    return {
        "colour": COLOURS[seat],
        "score": s.scores[seat],
        "fish": sum(fish[each] for each in game.partners(seat)),
        "rights": [] if s.turn is None else [value for value in s.rights[seat] if find(s, seat, value) is not None],
    }


def _piles(game: DaCapo, s: State, moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    prey: dict[int, list[str]] = {}
    for capture in captures(game, s):
        prey.setdefault(capture.source, []).append(SQUARES[capture.target])
    switches: dict[str, list[str]] = {}
    for move in moves:
        if move["kind"] == "switch":
            switches.setdefault(move["from"], []).append(move["to"])
    return [
        {
            "at": SQUARES[square],
            "colour": COLOURS[pile.colour],
            "value": pile.value,
            "height": pile.height,
            "kind": BIG_FISH.get(pile.value, "fish").lower(),
            "catches": prey.get(square, []),
            "switches": switches.get(SQUARES[square], []),
        }
        for square, pile in enumerate(s.piles)
        if pile
    ]


def _move(game: DaCapo, s: State, move: Move) -> dict[str, Any]:
    text = game.format_move(move)
    if isinstance(move, Capture):
        return {"move": text, "kind": "capture", "from": SQUARES[move.source], "to": SQUARES[move.target]}
    assert isinstance(move, Switch) and s.turn is not None
    here = find(s, s.turn, move.value)
    assert here is not None
    return {"move": text, "kind": "switch", "from": SQUARES[here], "to": SQUARES[move.other], "value": move.value}


def preview(game: DaCapo, view: State, move: Move) -> dict[str, Any]:
    """Return the sea after a move, before any new deal, who is passed over, and what then threatens the fish moved."""
    after = game.play(view, move)
    foreseen: dict[str, Any] = {"picture": picture(game, after, None), "ends": after.turn is None}
    if isinstance(move, Deal):
        return foreseen
    there = move.target if isinstance(move, Capture) else move.other
    foreseen["dangers"] = [SQUARES[capture.source] for capture in dangers(game, after, there)]
    foreseen["passed"] = [COLOURS[colour] for colour in passed_over(view, move, after)]
    return foreseen


def captures(game: DaCapo, s: State) -> list[Capture]:
    """Return the captures of every colour, as if it were its turn."""
    rightless = replace(s, rights=((),) * len(s.rights))
    seas = (replace(rightless, turn=colour) for colour in s.order)
    return [move for sea in seas for move in game.legal_moves(sea) if isinstance(move, Capture)]


def dangers(game: DaCapo, s: State, square: int) -> list[Capture]:
    """Return the captures of a pile by those who are not its friends."""
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
    """Return the square of the pile that a fish is on top of."""
    for square, pile in enumerate(s.piles):
        if pile and (pile.colour, pile.value) == (colour, value):
            return square
    return None


def fish_of(s: State) -> list[int]:
    """Return how many fish lie in the piles of each colour."""
    return [sum(pile.height for pile in s.piles if pile and pile.colour == each) for each in range(len(COLOURS))]


def _shown(s: State, colour: int) -> int:
    return sum(1 for pile in s.piles if pile and pile.colour == colour)


def top(s: State, square: int) -> Pile:
    """Return the pile on a square that is not empty."""
    pile = s.piles[square]
    assert pile is not None
    return pile
