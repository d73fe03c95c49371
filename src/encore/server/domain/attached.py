"""What is stored with a row of a table, in the same transaction."""

from __future__ import annotations

import msgspec

from encore.server.domain.counted import Counted
from encore.server.domain.notices import Notice, Over
from encore.server.domain.people import PersonSeat
from encore.server.domain.rated import NewResult


class Attached(msgspec.Struct, frozen=True):
    """The effects of a row outside its table: they are stored with the row, or not at all."""

    notices: tuple[Notice, ...] = ()
    seats: tuple[PersonSeat, ...] = ()  # at rated tables
    results: tuple[NewResult, ...] = ()
    counted: Counted | None = None  # who plays with others now, if that may have changed
    over: tuple[Over, ...] = ()  # earlier notices that are to be withdrawn


NOTHING = Attached()
"""What goes with most rows."""
