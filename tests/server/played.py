"""Tables without a socket or a store, for the tests of what happens at them."""

from __future__ import annotations

import pytest

from encore.core.registry import load
from encore.server.domain import decisions, events
from encore.server.domain.clocks import Timing
from encore.server.domain.decisions import Decision, Refusal
from encore.server.domain.events import AnyEvent, Chair, Opened
from encore.server.domain.table import Table, replayed
from encore.server.storage.store import Row

NO_CLOCK = Timing()


LIVE = Timing("live", main=60, increment=5)


class Played:
    """A table whose rows are kept, as in a store."""

    def __init__(
        self, game: str, *chairs: Chair, timing: Timing = NO_CLOCK, phrases_only: bool = False, **options: object
    ):
        rules = load(game, len(chairs), **options)
        opened = Opened(
            rules.name, rules.players, dict(rules.changed_options), chairs, timing, True, True, "ada", "x", phrases_only
        )  # fmt: skip
        self.table, self.rows, self.at = Table("t"), list[Row](), 1_000_000
        self.do([opened])
        if all(self.table.taken):
            self.do(decisions.begin(self.table, "seed"))

    def do(self, decision: Decision | list[AnyEvent], later: int = 0) -> None:
        """Apply a decision; replaying its row must give the same result as the states of the decision."""
        happened = decision.events if isinstance(decision, Decision) else decision
        states = decision.states if isinstance(decision, Decision) else ()
        self.at += later
        row = Row("t", self.table.version + 1, self.at, None, events.encode(happened))
        self.table.apply(row, events.decode(row.data), states=states)
        self.rows.append(row)

    def move(self, holder: str, text: str, later: int = 0) -> None:
        self.do(decisions.move(self.table, holder, self.table.version, text), later)

    def first_move(self) -> str:
        table = self.table
        return table.game.format_move(table.game.legal_moves(table.state)[0])

    def again(self) -> Table:
        """Return the table as rebuilt from the store."""
        return replayed("t", self.rows)


def two(game: str = "dakapo", timing: Timing = NO_CLOCK, phrases_only: bool = False, **options: object) -> Played:
    """Return a table at which ada and bob play."""
    chairs = Chair("screen", "Ada"), Chair("open")
    played = Played(game, *chairs, timing=timing, phrases_only=phrases_only, **options)
    played.do(decisions.sit(played.table, "bob", "Bob", None))
    return played


def refused(code: str, *words: str) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(Refusal, check=lambda error: error.code == code and all(w in str(error) for w in words))
