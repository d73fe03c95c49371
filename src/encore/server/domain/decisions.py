"""What an action does to a table, as events; or why it does nothing. Only here is it decided who may do what."""

from __future__ import annotations

from typing import Literal, NamedTuple

from encore.core.errors import EncoreError, IllegalMove
from encore.core.fact import Fact
from encore.core.game import DEALER, AnyGame
from encore.server.domain.deals import deal, new_seed
from encore.server.domain.events import (
    AnyEvent,
    Asked,
    Asking,
    Began,
    Dealt,
    Declined,
    Ended,
    Joined,
    Left,
    Moved,
    Reason,
    Said,
    Undone,
)
from encore.server.domain.table import Reached, Table, reach

Code = Literal["illegal", "stale", "turn", "over", "rate", "entry", "refused", "busy", "failed", "frame"]
"""Only what is ``busy`` may be sent again as it is; what has ``failed`` would fail again."""
GONE = 60_000
"""Milliseconds that somebody must have been away before the others may claim the game."""
LONGEST_NAME = 24
WATCHER = "watcher"
"""The name of a watcher who gives none."""


class Decision(NamedTuple):
    """What an action does: its events, and the states that the moves among them lead to."""

    events: tuple[AnyEvent, ...]
    states: tuple[Reached, ...] = ()


NOTHING = Decision(())
"""What follows from most moves."""


class Refusal(EncoreError):
    """An action that does nothing, with a code for programs and a fact for people."""

    def __init__(self, code: Code, why: Fact, rule: str | None = None) -> None:
        super().__init__(why)
        self.code: Code = code
        self.rule = rule

    def __str__(self) -> str:
        return f"rule {self.rule}: {self.fact}" if self.rule else str(self.fact)


class Sits(Refusal):
    """Who wants a chair has it already."""


def begin(table: Table, seed: str | None = None) -> Decision:
    """Begin a game: the chair after the one that began the last time begins."""
    first = table.number % table.game.players
    began = Began(first, seed or new_seed())
    start = table.game.initial()
    follows = _follow(table.game, Reached(start, table.game.to_move(start)), began.seed, 0, first)
    return Decision((began, *follows.events), follows.states)


def sit(table: Table, holder: str, name: str, chair: int | None) -> Decision:
    """Let somebody take a free chair, and begin when it was the last."""
    if (held := table.held(holder)) and chair in (None, *held):
        raise Sits("refused", Fact("server.already-seated"))
    free = [number for number, taken in enumerate(table.taken) if not taken]
    if not free:
        raise Refusal("entry", Fact("server.table-full"))
    if chair is not None and chair not in free:
        raise Refusal("entry", Fact("server.seat-taken", free=", ".join(str(number + 1) for number in free)))
    joined = Joined(free[0] if chair is None else chair, _own_name(table, name), holder)
    begun = begin(table) if len(free) == 1 and not table.number else Decision(())
    return Decision((joined, *begun.events), begun.states)


def _own_name(table: Table, name: str) -> str:
    """Return a name that nobody else at the table has: two guests who give none would be called the same."""
    taken = {chair.name for chair in table.chairs}
    names = (name[: LONGEST_NAME - len(end)] + end for end in ("", *(f" {number}" for number in range(2, 9))))
    return next(own for own in names if own not in taken)


def rise(table: Table, chair: int) -> Decision:
    """Give up a chair before the game; once it has begun, leaving is only being away."""
    if table.phase != "waiting":
        raise Refusal("refused", Fact("server.game-running"))
    return Decision((Left(chair),))


def move(table: Table, holder: str, version: int, text: str) -> Decision:
    """Play a move for the chair to move."""
    _must_be_played(table)
    _must_be_seen(table, version)
    if table.to_move not in table.held(holder):
        raise Refusal("turn", Fact("server.not-your-turn"))
    return play(table, text)


def play(table: Table, text: str) -> Decision:
    """Return a move with what follows from it: the dealer's moves and the end of the game."""
    try:
        move = table.game.parse_move(table.state, text)
        written = table.game.format_move(move)
        if written != text:
            raise Refusal("illegal", Fact("server.spelling", move=written))
        reached = reach(table.game, table.state, move)
    except Refusal:
        raise
    except IllegalMove as error:
        raise Refusal("illegal", error.fact, error.rule) from None
    except EncoreError as error:
        raise Refusal("illegal", error.fact) from None
    dealt = table.movers.count(DEALER)
    follows = _follow(table.game, reached, table.seed, dealt, table.first)
    return Decision((Moved(text), *follows.events), (reached, *follows.states))


def _follow(game: AnyGame, reached: Reached, seed: str, dealt: int, first: int) -> Decision:
    """Return what follows from a state: the dealer's moves, of which some were ``dealt`` before, and the end."""
    if reached.seat is not None and reached.seat != DEALER:
        return NOTHING
    found, states = list[AnyEvent](), list[Reached]()
    while reached.seat == DEALER:
        move = deal(game, reached.state, seed, dealt)
        found.append(Dealt(game.format_move(move)))
        dealt += 1
        reached = reach(game, reached.state, move)
        states.append(reached)
    if reached.seat is None and (outcome := game.outcome(reached.state)):
        winners = tuple(sorted((seat + first) % game.players for seat in outcome.winners))
        found.append(Ended("rules", winners, outcome.reason, outcome.fact))
    return Decision(tuple(found), tuple(states))


def resign(table: Table, chair: int) -> Decision:
    """Give the game up."""
    _must_be_played(table)
    return Decision((_lost_by(table, chair, "resigned"),))


def claim(table: Table, chair: int, now: int, away: int) -> Decision:
    """End the game against the chair to move, which has overstepped its time or been away for long."""
    _must_be_played(table)
    mover = table.to_move
    if mover is None or mover == chair:
        raise Refusal("turn", Fact("server.claim-own"))
    if table.clock.overstepped(now):
        return Decision((_lost_by(table, mover, "time"),))
    if table.chairs[mover].kind != "bot" and table.opened.timing.kind != "days" and away >= GONE:
        return Decision((_lost_by(table, mover, "abandoned"),))
    if table.opened.timing.kind == "none":
        raise Refusal("refused", Fact("server.still-here", seconds=GONE // 1000))
    raise Refusal("refused", Fact("server.still-time"))


def _lost_by(table: Table, chair: int, reason: Reason) -> Ended:
    losers = {table.chair_of(seat) for seat in table.game.partners(table.seat_of(chair))}
    return Ended(reason, tuple(other for other in range(table.game.players) if other not in losers))


def hint(table: Table, holder: str | None) -> int:
    """Return the chair that may be given a hint: the one to move, where nobody else's game is spoilt by it."""
    _must_be_played(table)
    if table.to_move is None or table.to_move not in table.held(holder):
        raise Refusal("turn", Fact("server.hint-turn"))
    if len(table.people()) > 1:
        raise Refusal("refused", Fact("server.hint-people"))
    return table.to_move


def say(table: Table, chair: int | None, name: str, text: str, phrase: str = "") -> Decision:
    """Say something to everybody at the table, a text or a phrase."""
    if not table.opened.chat:
        raise Refusal("refused", Fact("server.chat-off"))
    if bool(text) == bool(phrase):
        raise Refusal("frame", Fact("server.text-or-phrase"))
    if table.opened.phrases_only:
        if text:
            raise Refusal("refused", Fact("server.phrases-only"))
        if chair is None:
            name = WATCHER  # a name that is chosen for each sentence would be a text
    return Decision((Said(name, text, chair, phrase),))


def ask(table: Table, chair: int, what: Asking, version: int | None = None) -> Decision:
    """Ask for something, or agree to it; when everybody has agreed it happens.

    With the version that was seen, who agrees too late is refused; else it would be an offer of their own.
    """
    if what == "rematch":
        if table.phase != "over":
            raise Refusal("refused", Fact("server.rematch-early"))
    else:
        _must_be_played(table)
    _must_be_seen(table, version)
    if what == "draw":
        _must_know_draws(table)
    agreed = table.asked.get(what, [])
    asker = agreed[0] if agreed else chair
    taken_back = _taken_back(table, asker) if what == "undo" else 0
    if {table.holders[who] for who in (*agreed, chair)} != table.people():
        if chair in agreed:
            raise Refusal("refused", Fact("server.waiting-for-others"))
        return Decision((Asked(what, chair),))
    if what == "rematch":
        return begin(table)
    return Decision((Undone(taken_back) if what == "undo" else Ended("agreed", ()),))


def refuse(table: Table, chair: int, what: Asking) -> Decision:
    """Say no to what was asked, or think better of it."""
    if what not in table.asked:
        raise Refusal("refused", Fact("server.nothing-asked", what=what))
    return Decision((Declined(what, chair),))


def _must_know_draws(table: Table) -> None:
    if not table.game.draws:
        raise Refusal("refused", Fact("server.no-draws"))
    if any(chair.kind == "bot" for chair in table.chairs):
        raise Refusal("refused", Fact("server.bots-no-draw"))


def _taken_back(table: Table, chair: int) -> int:
    """Return how many moves go when a chair takes its last one back."""
    back = [number for number, mover in enumerate(table.movers) if mover == chair]
    if not back:
        raise Refusal("refused", Fact("server.not-moved"))
    if DEALER in table.movers[back[-1] :]:
        raise Refusal("refused", Fact("server.undo-deal"))
    return len(table.movers) - back[-1]


def _must_be_seen(table: Table, version: int | None) -> None:
    if version is not None and version < table.position:
        raise Refusal("stale", Fact("server.stale"))


def _must_be_played(table: Table) -> None:
    if table.phase == "waiting":
        raise Refusal("over", Fact("server.not-begun"))
    if table.phase == "over":
        raise Refusal("over", Fact("server.game-over"))
