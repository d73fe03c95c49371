"""What is stored with a row of a table, in the same transaction."""

from __future__ import annotations

import msgspec

from encore.server.domain.notices import Notice


class Attached(msgspec.Struct, frozen=True):
    """What follows from a row outside its table: it is stored with the row, or not at all."""

    notices: tuple[Notice, ...] = ()


NOTHING = Attached()
"""What goes with most rows."""
