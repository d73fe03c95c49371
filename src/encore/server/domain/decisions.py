"""What an action does to a table, as events; or why it does nothing. Only here is it decided who may do what."""

from __future__ import annotations

from typing import Any, Literal

from encore.core.errors import EncoreError, IllegalMove
from encore.core.fact import Fact
from encore.core.game import DEALER
from encore.server.domain.deals import deal, new_seed
from encore.server.domain.events import (
    AnyEvent,
    Asked,
    Asking,
    Began,
    Dealt,
    Ended,
    Moved,
    Reason,
    Refused,
    Rose,
    Said,
    Sat,
    Tookback,
)
from encore.server.domain.table import Table

Code = Literal["illegal", "stale", "turn", "over", "rate", "entry", "refused", "busy", "failed", "frame"]
"""Only what is ``busy`` may be sent again as it is; what has ``failed`` would fail again."""
GONE = 60_000
"""Milliseconds that somebody must have been away before the others may claim the game."""
LONGEST_NAME = 24
WATCHER = "watcher"
"""The name of a watcher who gives none."""


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


def begin(table: Table, seed: str | None = None) -> list[AnyEvent]:
    """Begin a game: the chair after the one that began the last time begins."""
    first = table.number % table.game.players
    began = Began(first, seed or new_seed())
    return [began, *_deals(table, table.game.initial(), began.seed, 0, first)]


def sit(table: Table, holder: str, name: str, chair: int | None) -> list[AnyEvent]:
    """Let somebody take a free chair, and begin when it was the last."""
    if (held := table.held(holder)) and chair in (None, *held):
        raise Sits("refused", Fact("server.already-seated"))
    free = [number for number, taken in enumerate(table.taken) if not taken]
    if not free:
        raise Refusal("entry", Fact("server.table-full"))
    if chair is not None and chair not in free:
        raise Refusal("entry", Fact("server.seat-taken", free=", ".join(str(number + 1) for number in free)))
    sat: list[AnyEvent] = [Sat(free[0] if chair is None else chair, _own_name(table, name), holder)]
    return sat + (begin(table) if len(free) == 1 and not table.number else [])


def _own_name(table: Table, name: str) -> str:
    """Return a name that nobody else at the table has: two guests who give none would be called the same."""
    taken = {chair.name for chair in table.chairs}
    names = (name[: LONGEST_NAME - len(end)] + end for end in ("", *(f" {number}" for number in range(2, 9))))
    return next(own for own in names if own not in taken)


def rise(table: Table, chair: int) -> list[AnyEvent]:
    """Give up a chair before the game; once it has begun, leaving is only being away."""
    if table.phase != "waiting":
        raise Refusal("refused", Fact("server.game-running"))
    return [Rose(chair)]


def move(table: Table, holder: str, version: int, text: str) -> list[AnyEvent]:
    """Play a move for the chair to move."""
    _must_be_played(table)
    _must_be_seen(table, version)
    if table.to_move not in table.held(holder):
        raise Refusal("turn", Fact("server.not-your-turn"))
    return play(table, text)


def play(table: Table, text: str) -> list[AnyEvent]:
    """Return a move with what follows from it: the dealer's moves and the end of the game."""
    try:
        move = table.game.parse_move(table.state, text)
        written = table.game.format_move(move)
        if written != text:
            raise Refusal("illegal", Fact("server.spelling", move=written))
        after = table.after(table.state, text, move)
    except Refusal:
        raise
    except IllegalMove as error:
        raise Refusal("illegal", error.fact, error.rule) from None
    except EncoreError as error:
        raise Refusal("illegal", error.fact) from None
    dealt = table.movers.count(DEALER)
    return [Moved(text), *_deals(table, after, table.seed, dealt, table.first)]


def _deals(table: Table, s: Any, seed: str, dealt: int, first: int) -> list[AnyEvent]:
    game, found = table.game, list[AnyEvent]()
    while (seat := table.seat_to_move(s)) == DEALER:
        move = deal(game, s, seed, dealt)
        text = game.format_move(move)
        found.append(Dealt(text))
        dealt += 1
        s = table.after(s, text, move)
    if seat is None and (outcome := game.outcome(s)):
        winners = tuple(sorted((seat + first) % game.players for seat in outcome.winners))
        found.append(Ended("rules", winners, outcome.reason, outcome.fact))
    return found


def resign(table: Table, chair: int) -> list[AnyEvent]:
    """Give the game up."""
    _must_be_played(table)
    return [_lost_by(table, chair, "resigned")]


def claim(table: Table, chair: int, now: int, away: int) -> list[AnyEvent]:
    """End the game against the chair to move, which has overstepped its time or been away for long."""
    _must_be_played(table)
    mover = table.to_move
    if mover is None or mover == chair:
        raise Refusal("turn", Fact("server.claim-own"))
    if table.clock.overstepped(now):
        return [_lost_by(table, mover, "time")]
    if table.chairs[mover].kind != "bot" and table.opened.timing.kind != "days" and away >= GONE:
        return [_lost_by(table, mover, "abandoned")]
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


def say(table: Table, chair: int | None, name: str, text: str, phrase: str = "") -> list[AnyEvent]:
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
    return [Said(name, text, chair, phrase)]


def ask(table: Table, chair: int, what: Asking, version: int | None = None) -> list[AnyEvent]:
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
        return [Asked(what, chair)]
    if what == "rematch":
        return begin(table)
    return [Tookback(taken_back)] if what == "undo" else [Ended("agreed", ())]


def refuse(table: Table, chair: int, what: Asking) -> list[AnyEvent]:
    """Say no to what was asked, or think better of it."""
    if what not in table.asked:
        raise Refusal("refused", Fact("server.nothing-asked", what=what))
    return [Refused(what, chair)]


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
