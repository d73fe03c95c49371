"""How the seats of Da Capo stand during a round, and why a move is good: for the graph of a replay and for hints."""

from __future__ import annotations

from collections.abc import Iterator

from encore.core.fact import Fact
from encore.games.dacapo.moves import Capture, Deal, Move, Switch
from encore.games.dacapo.position import State
from encore.games.dacapo.present.board import captures, dangers, find, fish_of, passed_over, top
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import COLOURS, SHARK, SQUARES

MOST_REASONS = 3


def standing(game: DaCapo, s: State) -> tuple[float, ...]:
    """Return the points of each seat if the round ended now; for one player the fish in piles of the own colour."""
    fish = fish_of(s)
    if game.solo:
        return (float(fish[s.order[-1]] if s.order else 0),)
    if s.turn is None:  # a finished round is in the scores
        return tuple(map(float, s.scores))
    return tuple(
        float(s.scores[seat] + sum(fish[each] for each in game.partners(seat))) for seat in range(game.players)
    )


def measure(game: DaCapo) -> Fact:
    """Return what ``standing`` counts."""
    return Fact("dacapo.graph-fish") if game.solo else Fact("dacapo.graph-points")


def where(game: DaCapo, view: State, move: Move) -> list[str]:
    """Return the square of the fish that moves."""
    if isinstance(move, Deal) or view.turn is None:
        return []
    here = move.source if isinstance(move, Capture) else find(view, view.turn, move.value)
    return [] if here is None else [SQUARES[here]]


def reasons(game: DaCapo, view: State, move: Move) -> list[Fact]:
    """Return up to three reasons for a legal move, the most important first."""
    if isinstance(move, Deal) or view.turn is None:
        return []
    found = list(_of_capture(game, view, move) if isinstance(move, Capture) else _of_switch(game, view, move))
    there = SQUARES[move.target if isinstance(move, Capture) else move.other]
    if isinstance(move, Capture) and sum(isinstance(each, Capture) for each in game.legal_moves(view)) == 1:
        found = [Fact("dacapo.hint-only", SQUARES[move.source], there), *found]
    return found[:MOST_REASONS] or [Fact("dacapo.hint-best", *where(game, view, move), there)]


def _of_capture(game: DaCapo, view: State, move: Capture) -> Iterator[Fact]:
    after = game.play(view, move)
    yield from _of_the_end(game, view, move, after)
    if game.solo:
        yield from _of_the_puzzle(game, view, move, after)
    else:
        yield from _of_the_gain(game, view, move)
        yield from _of_safety(game, view, move, after)
    yield from _of_what_follows(game, view, move, after)


def _of_the_end(game: DaCapo, view: State, move: Capture, after: State) -> Iterator[Fact]:
    mover, outcome, there = game.to_move(view), game.outcome(after), SQUARES[move.target]
    if outcome and mover in outcome.winners:
        yield Fact("dacapo.hint-wins", there, reason=outcome.fact)
    elif after.turn is None and mover is not None and not game.solo:
        won = [now - then for now, then in zip(after.scores, view.scores, strict=True)]
        rivals = [won[seat] for seat in range(game.players) if seat not in game.partners(mover)]
        yield Fact("dacapo.hint-ends-round", there, mine=won[mover], theirs=max(rivals))


def _of_the_gain(game: DaCapo, view: State, move: Capture) -> Iterator[Fact]:
    captured, there = top(view, move.target), SQUARES[move.target]
    friends = game.partners(top(view, move.source).colour)
    if captured.colour in friends:
        if dangers(game, view, move.target):
            yield Fact("dacapo.hint-saves-partner", there, cell=there)
        return
    if captured.value >= SHARK:
        yield Fact("dacapo.hint-captures", there, colour=COLOURS[captured.colour], value=captured.value)
    if captured.height > 1:
        yield Fact("dacapo.hint-pile", there, count=captured.height)
    threatened = [
        each.target
        for each in captures(game, view)
        if each.source == move.target and each.target != move.source and top(view, each.target).colour in friends
    ]
    if threatened:
        best = SQUARES[max(threatened, key=lambda square: top(view, square).height)]
        colour, value = COLOURS[captured.colour], captured.value
        yield Fact("dacapo.hint-stops-threat", there, best, cell=best, colour=colour, value=value)


def _of_safety(game: DaCapo, view: State, move: Capture, after: State) -> Iterator[Fact]:
    here, there = SQUARES[move.source], SQUARES[move.target]
    if after.turn is None or dangers(game, after, move.target):
        return
    if dangers(game, view, move.source):
        yield Fact("dacapo.hint-escapes", here, cell=here)
    else:
        yield Fact("dacapo.hint-safe", there, cell=there)


def _of_the_puzzle(game: DaCapo, view: State, move: Capture, after: State) -> Iterator[Fact]:
    own, captured, there = view.order[-1], top(view, move.target), SQUARES[move.target]
    if view.turn == own and captured.value >= SHARK:
        yield Fact("dacapo.hint-captures", there, colour=COLOURS[captured.colour], value=captured.value)
    if any(each.source == move.target and top(view, each.target).colour == own for each in captures(game, view)):
        yield Fact("dacapo.hint-protects-own", there, colour=COLOURS[captured.colour], value=captured.value)
    others = [each for each in game.legal_moves(view) if isinstance(each, Capture) and each != move]
    if captured.colour != own and any(top(view, each.target).colour == own for each in others):
        yield Fact("dacapo.hint-keeps-own", there)
    left = [SQUARES[square] for square, pile in enumerate(after.piles) if pile and pile.colour != own]
    if len(left) > 1:
        yield Fact("dacapo.hint-left", *left, count=len(left))


def _of_what_follows(game: DaCapo, view: State, move: Capture, after: State) -> Iterator[Fact]:
    passed, there = passed_over(view, move, after), SQUARES[move.target]
    if after.turn == view.turn:
        yield Fact("dacapo.hint-continues", there)
    elif passed:
        yield Fact("dacapo.hint-skips", there, colour=COLOURS[passed[0]])
    if not game.solo and (target := _best_target(game, after, move.target)) is not None:
        pile = top(after, target)
        colour, value = COLOURS[pile.colour], pile.value
        yield Fact("dacapo.hint-next", there, SQUARES[target], cell=there, colour=colour, value=value)


def _of_switch(game: DaCapo, view: State, move: Switch) -> Iterator[Fact]:
    assert view.turn is not None
    after, old = game.play(view, move), find(view, view.turn, move.value)
    assert old is not None
    here, there = SQUARES[old], SQUARES[move.other]
    if dangers(game, view, old) and not dangers(game, after, move.other):
        yield Fact("dacapo.hint-switch-safe", there, cell=there, value=move.value)
    if (target := _best_target(game, after, move.other)) is not None:
        pile = top(after, target)
        cells, colour = (there, SQUARES[target]), COLOURS[pile.colour]
        yield Fact("dacapo.hint-switch-reach", *cells, cell=there, value=move.value, colour=colour, other=pile.value)
        if pile.height > 1:
            yield Fact("dacapo.hint-switch-pile", SQUARES[target], count=pile.height)
    if dangers(game, view, move.other) and not dangers(game, after, old):
        yield Fact("dacapo.hint-switch-saves", here, there, there=there, here=here)


def _best_target(game: DaCapo, s: State, square: int) -> int | None:
    """Return the square of the best opposing pile that the fish on a square can capture."""
    friends = game.partners(top(s, square).colour)
    found = [each.target for each in captures(game, s) if each.source == square]
    rivals = [target for target in found if top(s, target).colour not in friends]
    return max(rivals, key=lambda target: (top(s, target).height, top(s, target).value), default=None)
