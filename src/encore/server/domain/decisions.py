"""Decides what an action does to a table: the resulting events, or a refusal. All permissions are checked here."""

from __future__ import annotations

from typing import Literal

import msgspec

from encore.core.errors import EncoreError, IllegalMove
from encore.core.fact import Fact
from encore.core.game import DEALER, AnyGame
from encore.server.domain.deals import deal, has_dealer, new_seed
from encore.server.domain.events import (
    AnyEvent,
    Asked,
    Asking,
    Began,
    Closed,
    Dealt,
    Declined,
    Ended,
    Joined,
    Left,
    Moved,
    Resumed,
    Said,
    Sealed,
    Undone,
    WhyClosed,
)
from encore.server.domain.results import lost_by, team, won_by_rules
from encore.server.domain.substitutes import filled
from encore.server.domain.table import Reached, Table, reach

Code = Literal["illegal", "stale", "turn", "over", "rate", "entry", "refused", "busy", "failed", "frame"]
"""Only a ``busy`` action may be sent again unchanged; a ``failed`` one would fail again."""
GONE = 60_000
"""Milliseconds a player must be away before the others may claim the win."""
LONGEST_NAME = 24
LONGEST_TABLE = 15_000
"""Rows of a table after which it takes no chat, requests or new players: whoever opens it must read them all."""
MOST_SAID, MOST_WATCHERS_SAID = 5_000, 1_000
"""How many chat messages a table takes from its players and from spectators. The other rows are for the games."""
WATCHER = "watcher"
"""The name of a spectator who gives none."""


class Decision(msgspec.Struct, frozen=True):
    """The result of an action: its events, and the states after the moves among them."""

    events: tuple[AnyEvent, ...]
    states: tuple[Reached, ...] = ()


NOTHING = Decision(())
"""The result of most moves."""


class Refusal(EncoreError):
    """An action that changes nothing, with a code for programs and a fact for people."""

    def __init__(self, code: Code, why: Fact, rule: str | None = None) -> None:
        super().__init__(why)
        self.code: Code = code
        self.rule = rule

    def __str__(self) -> str:
        return f"rule {self.rule}: {self.fact}" if self.rule else str(self.fact)


CLOSED: dict[WhyClosed, Fact] = {
    "rules": Fact("server.closed-rules"),
    "fault": Fact("server.closed-fault"),
    "other": Fact("server.closed-other"),
}
"""What people are told at a table that an operator has closed."""


class Sits(Refusal):
    """The sender already has the requested seat."""


def begin(table: Table, seed: str | None = None) -> Decision:
    """Begin a game. The starting player rotates: the next seat after the previous game's starts.

    Without nonces the server's secret is the seed.
    """
    first = table.number % table.game.players
    began = Began(first, seed or table.nonces.secret or new_seed())
    start = table.game.initial()
    follows = _follow(table.game, Reached(start, table.game.to_move(start)), began.seed, 0, first)
    return Decision((began, *follows.events), follows.states)


def begin_or_seal(table: Table, nonce_hash: str = "") -> Decision:
    """Begin a game that everybody is there for; or ask for the nonces first, if any device has committed to one."""
    return Decision((Sealed(),)) if nonce_hash or table.nonces.hashes else begin(table)


def sit(table: Table, holder: str, name: str, chair: int | None, nonce_hash: str = "") -> Decision:
    """Seat a player on a free seat, and begin the game when all seats are taken."""
    if (held := table.held(holder)) and chair in (None, *held):
        raise Sits("refused", Fact("server.already-seated"))
    if held and table.opened.rated:
        raise Refusal("entry", Fact("server.already-seated"))
    must_have_space(table)
    free = [number for number, taken in enumerate(table.taken) if not taken]
    if not free:
        raise Refusal("entry", Fact("server.table-full"))
    if chair is not None and chair not in free:
        raise Refusal("entry", Fact("server.seat-taken", free=", ".join(str(number + 1) for number in free)))
    nonce_hash = nonce_hash if table.nonces.secret else ""
    joined = Joined(free[0] if chair is None else chair, _own_name(table, name), holder, nonce_hash)
    begun = begin_or_seal(table, nonce_hash) if len(free) == 1 and not table.number else Decision(())
    return Decision((joined, *begun.events), begun.states)


def _own_name(table: Table, name: str) -> str:
    """Return a name that is unique at the table; two guests without a name would otherwise get the same one."""
    taken = {chair.name for chair in table.chairs}
    names = (name[: LONGEST_NAME - len(end)] + end for end in ("", *(f" {number}" for number in range(2, 9))))
    return next(own for own in names if own not in taken)


def rise(table: Table, chair: int) -> Decision:
    """Give up a seat before the game. After the start a player can only go offline."""
    if table.phase != "waiting" or table.nonces.since is not None:
        raise Refusal("refused", Fact("server.game-running"))
    return Decision((Left(chair),))


def move(table: Table, holder: str, version: int, text: str) -> Decision:
    """Play a move for the seat to move."""
    _must_go_on(table)
    _must_be_seen(table, version)
    if table.to_move not in table.held(holder):
        raise Refusal("turn", Fact("server.not-your-turn"))
    return play(table, text)


def play(table: Table, text: str) -> Decision:
    """Return a move with its consequences: the dealer's moves and the end of the game."""
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
    dealt = table.movers.count(DEALER) if reached.seat == DEALER else 0  # a long game has hundreds of moves
    follows = _follow(table.game, reached, table.seed, dealt, table.first)
    if follows is NOTHING:
        return Decision((Moved(text),), (reached,))
    states = (reached, *follows.states)
    return Decision((Moved(text), *_among_those_who_stayed(table, follows.events, states[-1])), states)


def _among_those_who_stayed(table: Table, found: tuple[AnyEvent, ...], last: Reached) -> tuple[AnyEvent, ...]:
    """Return the consequences of a move; if the game ends with them, whoever left it has not won."""
    if not table.vacancies.order or not found or not isinstance(ended := found[-1], Ended):
        return found
    winners = won_by_rules(table, ended.winners, table.game.scores(last.state))
    return (*found[:-1], Ended(ended.reason, winners, ended.why, ended.fact))


def _follow(game: AnyGame, reached: Reached, seed: str, dealt: int, first: int) -> Decision:
    """Return the consequences of a state: the dealer's moves (some may be ``dealt`` already) and the game's end."""
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
    """Resign the game."""
    _must_be_played(table)
    return Decision((lost_by(table, chair, "resigned"),))


def flag(table: Table, now: int, excused: int = 0) -> Decision:
    """End a live game, or empty a seat, because the time of the seat to move has run out.

    ``excused`` milliseconds of it do not count.
    """
    _must_be_played(table)
    if table.to_move is None or table.clock.timing.kind != "live" or not table.clock.overstepped(now - excused):
        raise Refusal("refused", Fact("server.still-time"))
    return Decision((lost_by(table, table.to_move, "time"),))


def claim(table: Table, chair: int, now: int, away: int, excused: int = 0) -> Decision:
    """Claim the win against the seat to move, whose time has run out or who has been away too long.

    ``excused`` milliseconds of its time do not count: a bot waited for a worker, or the server stood still.
    """
    _must_go_on(table)
    mover = table.to_move
    if mover is None or mover == chair:
        raise Refusal("turn", Fact("server.claim-own"))
    if chair in team(table, mover):
        raise Refusal("turn", Fact("server.claim-partner"))
    if table.clock.overstepped(now - excused):
        return Decision((lost_by(table, mover, "time"),))
    if table.chairs[mover].kind != "bot" and table.opened.timing.kind != "days" and away >= GONE:
        return Decision((lost_by(table, mover, "abandoned"),))
    if table.opened.timing.kind == "none":
        raise Refusal("refused", Fact("server.still-here", seconds=GONE // 1000))
    raise Refusal("refused", Fact("server.still-time"))


def hint(table: Table, holder: str | None) -> int:
    """Return the seat that may get a hint: the one to move, if no other person plays."""
    _must_be_played(table)
    if table.to_move is None or table.to_move not in table.held(holder):
        raise Refusal("turn", Fact("server.hint-turn"))
    if table.between_people:
        raise Refusal("refused", Fact("server.hint-people"))
    return table.to_move


def say(table: Table, chair: int | None, name: str, text: str, phrase: str = "", speaker: str = "") -> Decision:
    """Send a chat message to everybody at the table: a text or a phrase; ``speaker`` is the id of a spectator."""
    must_have_space(table)
    if not table.opened.chat:
        raise Refusal("refused", Fact("server.chat-off"))
    if table.watchers_said >= MOST_WATCHERS_SAID if chair is None else table.players_said >= MOST_SAID:
        raise Refusal("refused", Fact("server.chat-full"))
    if bool(text) == bool(phrase):
        raise Refusal("frame", Fact("server.text-or-phrase"))
    if table.opened.phrases_only:
        if text:
            raise Refusal("refused", Fact("server.phrases-only"))
        if chair is None:
            name = WATCHER  # a freely chosen name would be a way to send text
    return Decision((Said(name, text, chair, phrase, speaker),))


def refund(table: Table, now: int, waited: int) -> tuple[Resumed, ...]:
    """Return the event that gives a bot back the milliseconds it has waited for a worker, if there are any.

    It covers outages of this turn, too: counted up to now, they are not refunded twice.
    """
    if waited <= 0 or table.clock.timing.kind != "live":
        return ()
    return (Resumed(waited, max(now, table.clock.settled)),)


def ask(
    table: Table,
    chair: int,
    what: Asking,
    version: int | None = None,
    refund: tuple[Resumed, ...] = (),
    nonce_hash: str = "",
) -> Decision:
    """Ask for something, or agree to it; it takes effect when everybody has agreed.

    An undo that ends the turn of a bot comes with its ``refund``.

    If the sender names the version it saw, an agreement that comes too late is refused. Otherwise it would count as a
    new request.
    """
    must_have_space(table)
    if what == "rematch":
        if table.phase != "over":
            raise Refusal("refused", Fact("server.rematch-early"))
    else:
        _must_go_on(table)
    _must_be_seen(table, version)
    if what == "draw":
        _must_know_draws(table)
    agreed = table.asked.get(what, [])
    asker = agreed[0] if agreed else chair
    taken_back = _taken_back(table, asker) if what == "undo" else 0
    if {table.holders[who] for who in (*agreed, chair)} != table.people():
        if chair in agreed:
            raise Refusal("refused", Fact("server.waiting-for-others"))
        return Decision((_request(table, chair, what, nonce_hash),))
    if what == "rematch":
        return _rematch(table, chair, nonce_hash)
    if what == "undo":
        return Decision((*refund, Undone(taken_back)))
    return Decision((Ended("agreed", ()),))


def _request(table: Table, chair: int, what: Asking, nonce_hash: str) -> Asked:
    if what != "rematch" or not has_dealer(table.game):
        return Asked(what, chair)
    return Asked(what, chair, nonce_hash, "" if table.nonces.secret else new_seed())


def _rematch(table: Table, chair: int, nonce_hash: str) -> Decision:
    """Begin the next game, or ask for the nonces first: those who agreed with a hash are waited for.

    A bot takes each seat that nobody has taken again since it was left.
    """
    if table.nonces.since is not None:
        raise Refusal("refused", Fact("server.waiting-for-others"))
    asked = _request(table, chair, "rematch", nonce_hash)
    if asked.nonce_hash or table.nonces.hashes:
        return Decision((*filled(table), asked, Sealed()))
    begun = begin(table)
    return Decision((*filled(table), *begun.events), begun.states)


def refuse(table: Table, chair: int, what: Asking) -> Decision:
    """Decline a request, or withdraw one's own."""
    if what not in table.asked or (what == "rematch" and table.nonces.since is not None):
        raise Refusal("refused", Fact("server.nothing-asked", what=what))
    return Decision((Declined(what, chair),))


def _must_know_draws(table: Table) -> None:
    if not table.game.draws:
        raise Refusal("refused", Fact("server.no-draws"))
    if any(chair.kind == "bot" for chair in table.chairs):
        raise Refusal("refused", Fact("server.bots-no-draw"))


def _taken_back(table: Table, chair: int) -> int:
    """Return how many moves an undo of a seat's last move removes."""
    back = [number for number, mover in enumerate(table.movers) if mover == chair]
    if not back:
        raise Refusal("refused", Fact("server.not-moved"))
    if DEALER in table.movers[back[-1] :]:
        raise Refusal("refused", Fact("server.undo-deal"))
    return len(table.movers) - back[-1]


def must_have_space(table: Table) -> None:
    """Refuse what could go on for ever. A game that has begun can be finished."""
    if table.version >= LONGEST_TABLE:
        raise Refusal("refused", Fact("server.table-long"))


def must_be_open(table: Table) -> None:
    """Refuse everything at a table that an operator has closed."""
    if table.closed:
        raise Refusal("over", CLOSED[table.closed.why])


def close(table: Table, why: WhyClosed, text: str) -> Decision:
    """Close a table for ever."""
    return Decision((Closed(why, text),))


def _must_be_seen(table: Table, version: int | None) -> None:
    if version is not None and version < table.position:
        raise Refusal("stale", Fact("server.stale"))


def _must_go_on(table: Table) -> None:
    """Refuse what cannot be done while the players choose what becomes of an empty seat."""
    _must_be_played(table)
    if table.vacancies.empty:
        raise Refusal("refused", Fact("server.vote-open"))


def _must_be_played(table: Table) -> None:
    phase = table.phase
    if phase == "waiting":
        raise Refusal("over", Fact("server.not-begun"))
    if phase == "over":
        raise Refusal("over", Fact("server.game-over"))
