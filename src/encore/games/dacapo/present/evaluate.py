"""Why a move of Da Capo is good, in the game's words. Every sentence is a template of the catalogues in ``i18n``."""

from __future__ import annotations

from collections.abc import Iterator

from encore.games.dacapo.position import State
from encore.games.dacapo.present.board import captures, dangers, find, fish_of, passed_over, top
from encore.games.dacapo.rules import BIG_FISH, Capture, DaCapo, Deal, Move, Switch
from encore.games.dacapo.tables import COLOURS, SHARK, SQUARES, Pile

MOST_REASONS = 3


def value(game: DaCapo, s: State) -> float:
    """Return for the solo how much of the sea shows the player's own colour: -1 nothing, 1 all of it."""
    if not game.solo or not s.order:
        return 0.0
    fish = fish_of(s)
    return 2 * fish[s.order[-1]] / sum(fish) - 1


def where(game: DaCapo, view: State, move: Move) -> list[str]:
    """Return the square of the fish that moves."""
    if isinstance(move, Deal) or view.turn is None:
        return []
    here = move.source if isinstance(move, Capture) else find(view, view.turn, move.value)
    return [] if here is None else [SQUARES[here]]


def reasons(game: DaCapo, view: State, move: Move) -> list[str]:
    """Return up to three reasons for a legal move, the weightiest first."""
    if isinstance(move, Deal) or view.turn is None:
        return []
    if sum(isinstance(each, Capture) for each in game.legal_moves(view)) == 1 and isinstance(move, Capture):
        found = ["it is the only capture there is", *_of_capture(game, view, move)]
    else:
        found = list(_of_capture(game, view, move) if isinstance(move, Capture) else _of_switch(game, view, move))
    return found[:MOST_REASONS] or ["played on from here, it comes out best"]


def _of_capture(game: DaCapo, view: State, move: Capture) -> Iterator[str]:
    after = game.play(view, move)
    yield from _of_the_end(game, view, after)
    if game.solo:
        yield from _of_the_puzzle(game, view, move, after)
    else:
        yield from _of_the_catch(game, view, move)
        yield from _of_safety(game, view, move, after)
    yield from _of_what_follows(game, view, move, after)


def _of_the_end(game: DaCapo, view: State, after: State) -> Iterator[str]:
    mover, outcome = game.to_move(view), game.outcome(after)
    if outcome and mover in outcome.winners:
        yield f"it wins the game: {outcome.reason}"
    elif after.turn is None and mover is not None and not game.solo:
        won = [now - then for now, then in zip(after.scores, view.scores, strict=True)]
        rivals = [won[seat] for seat in range(game.players) if seat not in game.partners(mover)]
        yield f"it ends the round: {won[mover]} fish for you, {max(rivals)} against"


def _of_the_catch(game: DaCapo, view: State, move: Capture) -> Iterator[str]:
    caught, catcher = top(view, move.target), top(view, move.source)
    if caught.colour in game.partners(catcher.colour):
        if dangers(game, view, move.target):
            yield f"it takes your partner's fish on {SQUARES[move.target]} out of danger"
        return
    if caught.value >= SHARK:
        yield f"it catches {_name(caught)}"
    if caught.height > 1:
        yield f"it takes a pile of {caught.height} fish"
    friends = game.partners(catcher.colour)
    threatened = [
        each.target
        for each in captures(game, view)
        if each.source == move.target and each.target != move.source and top(view, each.target).colour in friends
    ]
    if threatened:
        best = max(threatened, key=lambda square: top(view, square).height)
        yield f"{_name(caught)} can no longer catch your fish on {SQUARES[best]}"


def _of_safety(game: DaCapo, view: State, move: Capture, after: State) -> Iterator[str]:
    if after.turn is None or dangers(game, after, move.target):
        return
    if dangers(game, view, move.source):
        yield f"it brings the fish on {SQUARES[move.source]} out of danger"
    else:
        yield f"nobody can catch it on {SQUARES[move.target]} for now"


def _of_the_puzzle(game: DaCapo, view: State, move: Capture, after: State) -> Iterator[str]:
    own, caught = view.order[-1], top(view, move.target)
    if view.turn == own and caught.value >= SHARK:
        yield f"it catches {_name(caught)}"
    if any(each.source == move.target and top(view, each.target).colour == own for each in captures(game, view)):
        yield f"{_name(caught)} can no longer catch your own colour"
    others = [each for each in game.legal_moves(view) if isinstance(each, Capture) and each != move]
    if caught.colour != own and any(top(view, each.target).colour == own for each in others):
        yield "it spares your own colour"
    left = sum(1 for pile in after.piles if pile and pile.colour != own)
    if left > 1:
        yield f"{left} piles of other colours are left to catch"


def _of_what_follows(game: DaCapo, view: State, move: Capture, after: State) -> Iterator[str]:
    passed = passed_over(view, move, after)
    if after.turn == view.turn:
        yield "nobody else can capture then, so the same colour goes on"
    elif passed:
        yield f"{COLOURS[passed[0]]} can capture nothing then and is passed over"
    if not game.solo and (prey := _prey(game, after, move.target)):
        yield f"from {SQUARES[move.target]} it can go on to {_name(prey)}"


def _of_switch(game: DaCapo, view: State, move: Switch) -> Iterator[str]:
    assert view.turn is not None
    after, fish = game.play(view, move), BIG_FISH[move.value]
    here, there = find(view, view.turn, move.value), move.other
    assert here is not None
    if dangers(game, view, here) and not dangers(game, after, there):
        yield f"on {SQUARES[there]} the {fish} is out of danger"
    if prey := _prey(game, after, there):
        yield f"from {SQUARES[there]} the {fish} can catch {_name(prey)}"
        if prey.height > 1:
            yield f"a pile of {prey.height} fish can be won there"
    if dangers(game, view, there) and not dangers(game, after, here):
        yield f"the fish from {SQUARES[there]} is out of danger on {SQUARES[here]}"


def _prey(game: DaCapo, s: State, square: int) -> Pile | None:
    """Return the best pile that the fish on a square can catch from those who are not its friends."""
    friends = game.partners(top(s, square).colour)
    found = [top(s, each.target) for each in captures(game, s) if each.source == square]
    rivals = [pile for pile in found if pile.colour not in friends]
    return max(rivals, key=lambda pile: (pile.height, pile.value), default=None)


def _name(pile: Pile) -> str:
    return f"the {COLOURS[pile.colour]} {BIG_FISH.get(pile.value, pile.value)}"
