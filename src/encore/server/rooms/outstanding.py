"""Which notices of a table somebody may have got: only these have to be withdrawn when the game goes on."""

from __future__ import annotations

from collections.abc import Collection

from encore.server.domain.notices import Notice
from encore.server.domain.row import Row


class Outstanding:
    """The notices of one open table since the last withdrawal, as far as rows of this process brought them.

    A withdrawal is stored with each move of a table whose seats people keep. It is needless while no earlier notice was
    due, since nobody can have sent one, or when the outbox of this process has found each of them needless.
    """

    def __init__(self) -> None:
        self._known = 0  # the last row up to which all is known: that of this process, after others of it
        self._due: dict[Notice, int] = {}

    def may_be_sent(self, row: Row) -> bool:
        """Return whether a notice may have been sent before the next row."""
        return self._known != row.seq - 1 or self.due(row.at)

    def due(self, now: int) -> bool:
        """Return whether a notice was due before a time, and is not known to be needless."""
        return any(due <= now for due in self._due.values())

    def stored(self, row: Row, notices: Collection[Notice], withdrawn: bool) -> None:
        """Take note that a row was stored with notices, and with a withdrawal of all earlier ones or without."""
        if withdrawn:
            self._due.clear()
        self._known = row.seq if withdrawn or self._known == row.seq - 1 else 0
        for notice in notices:
            if notice.kind not in ("return", "wake"):  # requests to return are withdrawn by themselves
                self._due[notice] = notice.due

    def dropped(self, notice: Notice) -> None:
        """Take note that a notice was not sent, and will not be."""
        self._due.pop(notice, None)
