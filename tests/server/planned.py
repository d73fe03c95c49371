"""Tables with days per move, and plans for their tests."""

from __future__ import annotations

from random import Random
from typing import Any

from encore.core.game import DEALER, AnyGame
from encore.server.domain import decisions, planning
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import Decision
from encore.server.domain.events import Chair, Joined
from encore.server.domain.planning import PlannedMove
from encore.server.domain.table import Table
from tests.server.played import Played

DAYS = Timing("days", days=3)
PEOPLE = ("ada", "bo", "cy", "di")


def by_the_day(game: str = "dakapo", players: int = 2, timing: Timing = DAYS, **options: Any) -> Played:
    """Return a table at which people play, each at their own device."""
    chairs = (Chair("screen", "ada"), *(Chair("open"),) * (players - 1))
    played = Played(game, *chairs, timing=timing, **options)
    for chair in range(1, players):
        played.do([Joined(chair, PEOPLE[chair], PEOPLE[chair])])
    played.do(decisions.begin(played.table, "seed"))
    return played


def line(*moves: str) -> tuple[PlannedMove, ...]:
    """Return a plan of moves that follow each other."""
    plan: tuple[PlannedMove, ...] = ()
    for move in reversed(moves):
        plan = (PlannedMove(move, plan),)
    return plan


def planned(table: Table, holder: str, plan: tuple[PlannedMove, ...], version: int | None = None) -> Decision:
    """Return what a holder's plan does, as the server decides it."""
    start = planning.start(table, holder, table.version if version is None else version)
    return planning.store(table, holder, start.position, planning.checked(start, plan))


def plan(played: Played, holder: str, *moves: str) -> None:
    """Store a plan of moves that follow each other."""
    played.do(planned(played.table, holder, line(*moves)))


def reply(played: Played) -> None:
    """Play what is planned, as long as something is."""
    while played.table.plans.reply(played.table.to_move) is not None:
        played.do(planning.reply(played.table, played.table.at))


def random_plan(game: AnyGame, s: Any, seat: int, rng: Random, depth: int = 6) -> tuple[PlannedMove, ...]:
    """Return a plan of a seat from a state on: some moves of others, and one reply to each."""
    mover = game.to_move(s)
    if depth == 0 or mover is None or mover == DEALER:
        return ()
    moves = list(game.legal_moves(s))
    chosen = rng.sample(moves, min(len(moves), 1 if mover == seat else rng.randrange(1, 4)))
    plies = [
        PlannedMove(game.format_move(move), random_plan(game, game.play(s, move), seat, rng, depth - 1))
        for move in chosen
    ]
    return tuple(ply for ply in plies if ply.then or mover == seat)
