"""Tally by its newest rules, version 2, and by version 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from encore import Game, IllegalMove, Moves, NotationError, Outcome

GOAL = 10


@dataclass(frozen=True, slots=True)
class State:
    """The total, and whose turn it is."""

    total: int = 0
    seat: int = 0


class Tally(Game[State, int]):
    """A move is the number that is added."""

    name = "tally"
    title = "Tally"
    summary = "do not reach ten"
    player_counts = (2, 3)
    rules_version = 2
    most: ClassVar[int] = 3

    def initial(self) -> State:
        return State()

    def to_move(self, s: State) -> int | None:
        return None if s.total == GOAL else s.seat

    def legal_moves(self, s: State) -> Moves[int]:
        return Moves(range(1, min(self.most, GOAL - s.total) + 1))

    def play(self, s: State, move: int) -> State:
        if move not in self.legal_moves(s):
            raise IllegalMove("1", f"{move} cannot be added to {s.total}")
        return State(s.total + move, (s.seat + 1) % self.players)

    def outcome(self, s: State) -> Outcome | None:
        if s.total < GOAL:
            return None
        last = (s.seat - 1) % self.players
        return Outcome(tuple(seat for seat in range(self.players) if seat != last), (), "ten is reached")

    def format_move(self, move: int) -> str:
        return f"add{move}"

    def parse_move(self, s: State, text: str) -> int:
        if text not in ("add1", "add2", "add3"):
            raise NotationError("a move is add1, add2 or add3")
        return int(text[3:])

    def format_state(self, s: State) -> str:
        return f"{s.total} {s.seat + 1}"

    def parse_state(self, text: str) -> State:
        for total in range(GOAL + 1):
            for seat in range(self.players):
                if text == f"{total} {seat + 1}":
                    return State(total, seat)
        raise NotationError("a state is the total and the seat to move, such as 4 1")


class FirstTally(Tally):
    """Version 1: add one or two; whoever reaches ten wins."""

    summary = "reach ten"
    rules_version = 1
    most = 2

    def outcome(self, s: State) -> Outcome | None:
        if s.total < GOAL:
            return None
        return Outcome(((s.seat - 1) % self.players,), (), "ten is reached")
