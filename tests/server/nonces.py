"""Tables whose seed is made of nonces, for their tests."""

from __future__ import annotations

from typing import Any

import encore
from encore.core.record import Record, format_record, parse_record
from encore.server.domain import decisions, reveals
from encore.server.domain.clocks import Timing
from encore.server.domain.deals import commitment
from encore.server.domain.events import Chair, Opened
from encore.server.domain.table import Table
from encore.server.storage.store import Row
from tests.server.played import NO_CLOCK, Played

SECRET = "5" * 64
ADA, BOB, CY = (letter * 64 for letter in "abc")
SCREEN, OPEN, BOT = Chair("screen", "Ada"), Chair("open"), Chair("bot", bot="bot:easy")


def opened(*chairs: Chair, game: str = "dacapo", nonce: str = ADA, timing: Timing = NO_CLOCK, **options: Any) -> Opened:
    """Return a table that ada opens with a promise of her nonce."""
    nonce_hash = commitment(nonce) if nonce else ""
    return Opened(
        game, len(chairs), options, chairs, timing, False, True, "ada", "x", secret=SECRET, nonce_hash=nonce_hash
    )


def table_of(*chairs: Chair, nonce: str = ADA, **options: Any) -> Played:
    """Return a table as the hub opens it."""
    played = Played("dacapo", OPEN, OPEN)
    played.table, played.rows = Table("t"), []
    sketch = Table("t")
    first = opened(*chairs, nonce=nonce, **options)
    sketch.apply(Row("t", 1, played.at, None, b""), (first,))
    played.do([first, *(decisions.begin_or_seal(sketch).events if all(sketch.taken) else ())])
    return played


def pair(bob: str = BOB, **options: Any) -> Played:
    """Return a table whose seats ada and bob have taken; both promised a nonce."""
    played = table_of(SCREEN, OPEN, **options)
    played.do(decisions.sit(played.table, "bob", "Bob", None, commitment(bob) if bob else ""))
    return played


def reveal(played: Played, holder: str, nonce: str) -> None:
    played.do(reveals.reveal(played.table, holder, nonce))


def finish(played: Played) -> Record:
    """Play to the end; return the record, written and read again."""
    while played.table.phase == "playing":
        played.move(played.table.holders[played.table.to_move or 0], played.first_move())
    return parse_record(format_record(played.table.record()))


def record_of_pair() -> tuple[Record, encore.Game[Any, Any]]:
    played = pair(target=20)
    reveal(played, "ada", ADA)
    reveal(played, "bob", BOB)
    running = played.table.record().tags
    assert not {"Secret", "Nonces", "Seed"} & set(running)
    return finish(played), played.table.game
