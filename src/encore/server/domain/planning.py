"""Decides about plans: which ones a player may store, and what the server replies for them.

A plan is checked against what its owner sees, and against nothing else. So neither its storing nor its refusal tells
anything about hidden things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from encore.core.errors import EncoreError, IllegalMove
from encore.core.fact import Fact
from encore.core.game import DEALER, AnyGame
from encore.server.domain.decisions import Decision, Refusal, must_have_space, play
from encore.server.domain.events import Planned
from encore.server.domain.plans import Plan, Ply
from encore.server.domain.table import Table

MOST_MOVES = 50
"""How many moves a plan may have."""
LARGEST = 4096
"""How many letters all its moves may have together."""
MOST_STORED = 200
"""How many plans a player may store in one game."""


class PlannedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of a plan that somebody sends, and what may follow it."""

    move: Annotated[str, Meta(max_length=512)]
    then: tuple[PlannedMove, ...] = ()


class Start(NamedTuple):
    """Where a plan begins: the position as its owner sees it, and the version at which the game came there."""

    game: AnyGame
    view: Any
    seat: int
    first: int
    position: int


def start(table: Table, holder: str | None, version: int) -> Start:
    """Return where a plan of a holder begins, or raise Refusal."""
    chair = _planner(table, holder)
    if table.to_move is None or table.to_move == chair:
        raise Refusal("turn", Fact("server.plan-turn"))
    if version < table.position:
        raise Refusal("stale", Fact("server.stale"))
    seat = table.seat_of(chair)
    return Start(table.game, table.game.view(table.state, seat), seat, table.first, table.position)


def _planner(table: Table, holder: str | None) -> int:
    mine = table.held(holder)
    if not mine:
        raise Refusal("entry", Fact("server.spectator"))
    if table.opened.timing.kind != "days":
        raise Refusal("refused", Fact("server.plan-days"))
    if len(mine) > 1:
        raise Refusal("refused", Fact("server.plan-shared"))
    return mine[0]


def checked(start: Start, asked: Sequence[PlannedMove]) -> Plan:
    """Return a plan with the chairs that move, or raise Refusal. Some games take long, so call this in a thread."""
    moves = list(_moves(asked))
    if len(moves) > MOST_MOVES or sum(map(len, moves)) > LARGEST:
        raise Refusal("refused", Fact("server.plan-large", most=MOST_MOVES, letters=LARGEST))
    return _branches(start, start.view, asked)


def _moves(asked: Sequence[PlannedMove]) -> Iterator[str]:
    """Yield all moves of a plan; without recursion, since nobody has limited its depth yet."""
    waiting = list(asked)
    while waiting:
        ply = waiting.pop()
        yield ply.move
        waiting += ply.then


def _branches(start: Start, s: Any, asked: Sequence[PlannedMove]) -> Plan:
    """Return what may be played in a state."""
    if not asked:
        return ()
    seat = start.game.to_move(s)
    if seat is None:
        raise Refusal("refused", Fact("server.plan-over"))
    if seat == DEALER:
        raise Refusal("refused", Fact("server.plan-deal"))
    if seat == start.seat and len(asked) > 1:
        raise Refusal("refused", Fact("server.plan-two-replies"))
    if len({ply.move for ply in asked}) < len(asked):
        raise Refusal("refused", Fact("server.plan-twice"))
    return tuple(_ply(start, s, seat, ply) for ply in asked)


def _ply(start: Start, s: Any, seat: int, asked: PlannedMove) -> Ply:
    if not asked.then and seat != start.seat:
        raise Refusal("refused", Fact("server.plan-no-reply", move=asked.move))
    after = _played(start.game, s, asked.move)
    return Ply(asked.move, (seat + start.first) % start.game.players, _branches(start, after, asked.then))


def _played(game: AnyGame, s: Any, text: str) -> Any:
    try:
        move = game.parse_move(s, text)
        after, written = game.play(s, move), game.format_move(move)
    except IllegalMove as error:
        raise Refusal("illegal", error.fact, error.rule) from None
    except EncoreError as error:
        raise Refusal("illegal", error.fact) from None
    if written != text:
        raise Refusal("illegal", Fact("server.spelling", move=written))
    return after


def store(table: Table, holder: str | None, position: int, plan: Plan) -> Decision:
    """Store a plan that was checked at a version of the game."""
    chair = _planner(table, holder)
    if table.position != position or table.to_move in (None, chair):
        raise Refusal("stale", Fact("server.stale"))
    must_have_space(table)
    if table.plans.stored.get(chair, 0) >= MOST_STORED:
        raise Refusal("refused", Fact("server.plan-often", most=MOST_STORED))
    return Decision((Planned(chair, plan),))


def delete(table: Table, holder: str | None) -> Decision:
    """Delete the plan of a holder."""
    chair = _planner(table, holder)
    if not table.plans.of((chair,)):
        raise Refusal("refused", Fact("server.plan-none"))
    return Decision((Planned(chair),))


def reply(table: Table, _: int) -> Decision:
    """Play what the seat to move has planned; a move that turns out illegal ends the plan, and nothing else."""
    chair = table.to_move
    text = table.plans.reply(chair)
    if chair is None or text is None:
        raise Refusal("stale", Fact("server.stale"))
    try:
        return play(table, text)
    except Refusal:
        return Decision((Planned(chair),))
