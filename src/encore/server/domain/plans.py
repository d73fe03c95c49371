"""Plans of players who wait: what they reply to the moves of the others, at a table with days per move."""

from __future__ import annotations

import msgspec


class Ply(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move in a plan, the chair that makes it, and what may follow it."""

    move: str
    chair: int
    then: tuple[Ply, ...] = ()


Plan = tuple[Ply, ...]
"""What may be played next: of the owner of the plan one move, of others as many as the owner likes."""
NOBODY = frozenset[int]()
"""No chairs; shared, because an empty set for each table would take 216 bytes."""


class Plans(msgspec.Struct):
    """The plans at one table, by chair. Only the events of the table change them."""

    kept: dict[int, Plan] = {}
    stored: dict[int, int] = {}  # how often each chair has stored one in this game
    changed: frozenset[int] = NOBODY  # the chairs whose plans changed with the last row

    def of(self, chairs: tuple[int, ...]) -> Plan:
        """Return the plan that the holder of some chairs may see; people who share a device have none."""
        return self.kept.get(chairs[0], ()) if len(chairs) == 1 else ()

    def reply(self, chair: int | None) -> str | None:
        """Return what a chair that is to move has planned to play now."""
        plan = self.kept.get(chair) if chair is not None else None
        return plan[0].move if plan and plan[0].chair == chair else None

    def put(self, chair: int, plan: Plan) -> None:
        """Replace the plan of a chair; an empty one deletes it."""
        if plan:
            self.stored[chair] = self.stored.get(chair, 0) + 1
        self._change(chair, plan)

    def follow(self, mover: int, move: str) -> None:
        """Follow a move to the rest of the plan. A move that is not in the plan ends it."""
        for chair, plan in list(self.kept.items()):
            self._change(chair, next((ply.then for ply in plan if (ply.chair, ply.move) == (mover, move)), ()))

    def end(self) -> None:
        """End all plans: the game is not where they have expected it."""
        for chair in list(self.kept):
            self._change(chair, ())

    def begin(self) -> None:
        """Begin a game without plans."""
        self.end()
        self.stored.clear()

    def _change(self, chair: int, plan: Plan) -> None:
        self.changed |= {chair}
        if plan:
            self.kept[chair] = plan
        else:
            self.kept.pop(chair, None)
