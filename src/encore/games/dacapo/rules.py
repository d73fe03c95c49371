"""The rules of Da Capo. Rule numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

from encore.core.deprecated import renamed
from encore.core.errors import IllegalMove, NotationError, quoted
from encore.core.fact import Fact
from encore.core.game import DEALER, Game, Moves, Outcome
from encore.core.options import Choice, Number, Option
from encore.games.dacapo import notation, position
from encore.games.dacapo.captures import can_capture, captures, why_not_capture
from encore.games.dacapo.moves import Capture, Deal, Move, Switch
from encore.games.dacapo.position import State
from encore.games.dacapo.switches import Switching, find, swap
from encore.games.dacapo.tables import COLOURS, EMPTY_SQUARES, FISH, OCTOPUS, SHARK, SIZE, SQUARES, Pile, Sea


class DaCapo(Game[State, Move]):
    """Da Capo for one to four players; see RULES.md. A seat number is also a colour, except with one player."""

    name = "dacapo"
    title = "Da Capo"
    summary = "capture fish on 6×6 squares; the most points win"
    player_counts = (1, 2, 3, 4)
    declared = {
        "switch": Choice(("first", "every-turn", "never")),
        "target": Number(60, 1, 999),
        "rounds": Number(0, 0, 999),
    }

    @classmethod
    def options_for(cls, players: int) -> Mapping[str, Option]:
        """Return the options; with one player there are none."""
        return {} if players == 1 else cls.declared

    @property
    def solo(self) -> bool:
        """Whether one player moves every colour."""
        return self.players == 1

    def initial(self) -> State:
        """Return the empty board before the first deal."""
        seats = 0 if self.solo else self.players
        return State(rights=((),) * seats, scores=(0,) * seats)

    def to_move(self, s: State) -> int | None:
        """Return the seat to move, which has a capture (rule 5), the dealer or None."""
        if s.turn is not None:
            return 0 if self.solo else s.turn
        return DEALER if self.outcome(s) is None else None

    def deal(self, s: State, rng: Random) -> Deal:
        """Return the fish in random order, row by row from the top left (rule 1)."""
        fish = list(FISH[self.players])
        rng.shuffle(fish)
        order = list(range(len(COLOURS))) if self.solo else []
        rng.shuffle(order)
        empty = EMPTY_SQUARES[self.players]
        piles = tuple(None if square in empty else fish.pop(0) for square in range(SIZE * SIZE))
        return Deal(piles, tuple(order))

    def legal_moves(self, s: State) -> Moves[Move]:
        """Return the captures, then the switches."""
        if s.turn is None:
            return Moves()
        moves: list[Move] = [Capture(source, target) for source, target in captures(s.piles, s.turn)]
        if not self.solo and s.rights[s.turn]:
            moves += self._switching.moves(s.piles, s.turn, s.rights[s.turn])
        return Moves(moves)

    def play(self, s: State, move: Move) -> State:
        """Return the state after a capture, a switch or a deal."""
        if s.turn is None and (outcome := self.outcome(s)):
            raise IllegalMove("9" if self.solo else "8", Fact("dacapo.game-over", reason=outcome.fact))
        if isinstance(move, Deal):
            return self._play_deal(s, move)
        if s.turn is None:
            raise IllegalMove("1", Fact("dacapo.deal-first"))
        if isinstance(move, Switch):
            return self._play_switch(s, s.turn, move)
        return self._play_capture(s, s.turn, move)

    def _play_deal(self, s: State, move: Deal) -> State:
        if s.turn is not None:
            raise IllegalMove("1", Fact("dacapo.deal-later"))
        if reason := self._why_not_deal(move):
            raise IllegalMove("1", reason)
        if s.starter is not None:
            starter = (s.starter + 1) % self.players
        else:
            last = next(pile for pile in reversed(move.piles) if pile)
            starter = last.colour
        order = move.order or tuple(range(self.players))
        rights = (self._fresh_rights,) * len(s.rights)
        return self._pass_turn(State(move.piles, None, rights, s.scores, s.rounds, starter, order), starter)

    def _why_not_deal(self, move: Deal) -> Fact | None:
        """Rule 1: return what is wrong with a deal: each fish lies once, on the squares that are used."""
        if len(move.piles) != SIZE * SIZE or sorted(filter(None, move.piles)) != list(FISH[self.players]):
            return Fact("dacapo.deal-fish", count=len(FISH[self.players]), players=self.players)
        corners = [SQUARES[square] for square in sorted(EMPTY_SQUARES[self.players]) if move.piles[square]]
        if corners:
            return Fact("dacapo.corners", *corners)
        if self.solo and sorted(move.order) != list(range(len(COLOURS))):
            return Fact("dacapo.deal-without-order")
        if not self.solo and move.order:
            return Fact("dacapo.deal-with-order")
        return None

    @cached_property
    def _switching(self) -> Switching:
        return Switching(str(self.options.get("switch", "never")), self.players == 4)

    @property
    def _fresh_rights(self) -> tuple[int, ...]:
        return () if self.solo or self.options["switch"] == "never" else (OCTOPUS, SHARK)

    def _play_capture(self, s: State, colour: int, move: Capture) -> State:
        if reason := why_not_capture(s.piles, colour, move):
            raise IllegalMove("4", reason)
        piles = list(s.piles)
        own, other = piles[move.source], piles[move.target]
        assert own is not None and other is not None
        piles[move.source] = None
        piles[move.target] = Pile(colour, own.value, own.height + other.height)
        rights = s.rights
        if not self.solo:
            after = self._fresh_rights if self.options["switch"] == "every-turn" else ()
            rights = (*rights[:colour], after, *rights[colour + 1 :])
        following = s.order[(s.order.index(colour) + 1) % len(s.order)]
        moved = State(tuple(piles), None, rights, s.scores, s.rounds, s.starter, s.order)
        return self._pass_turn(moved, following)

    def _play_switch(self, s: State, seat: int, move: Switch) -> State:
        if self.solo:
            raise IllegalMove("9", Fact("dacapo.switch-solo", *SQUARES[move.other : move.other + 1]))
        if reason := self._switching.why_not(s.piles, seat, s.rights[seat], move):
            raise IllegalMove("3", reason)
        here = find(s.piles, Pile(seat, move.value))
        assert here is not None
        swapped = s.piles[move.other]
        used = (move.value, swapped.value if swapped else 0)
        left = tuple(value for value in s.rights[seat] if value not in used)
        rights = (*s.rights[:seat], left, *s.rights[seat + 1 :])
        return State(swap(s.piles, here, move.other), seat, rights, s.scores, s.rounds, s.starter, s.order)

    def _pass_turn(self, s: State, first: int) -> State:
        """Rule 5: give the turn to the first colour from ``first`` on that can capture, or end the round."""
        start = s.order.index(first)
        for colour in s.order[start:] + s.order[:start]:
            if can_capture(s.piles, colour):
                return State(s.piles, colour, s.rights, s.scores, s.rounds, s.starter, s.order)
        scores = tuple(total + won for total, won in zip(s.scores, self._count(s.piles), strict=True))
        return State(s.piles, None, s.rights, scores, s.rounds + 1, s.starter, s.order)

    def _count(self, piles: Sea) -> tuple[int, ...]:
        """Rule 7: every fish in piles of a colour is a point; with four players partners count together."""
        if self.solo:
            return ()
        fish = [sum(pile.height for pile in piles if pile and pile.colour == seat) for seat in range(self.players)]
        if self.players == 4:
            return tuple(fish[seat] + fish[(seat + 2) % 4] for seat in range(4))
        return tuple(fish)

    def outcome(self, s: State) -> Outcome | None:
        """Return how the game ended; it can end only with a round (rules 8 and 9)."""
        if s.turn is not None or not s.piles:
            return None
        shown = {pile.colour for pile in s.piles if pile}
        if self.solo:
            won = shown == {s.order[-1]}
            return Outcome((0,) if won else (), (), Fact("dacapo.solo-won") if won else Fact("dacapo.solo-lost"))
        if len(shown) == 1 and self.players < 4:
            sweeper = shown.pop()
            return Outcome((sweeper,), s.scores, Fact("dacapo.sweep", colour=COLOURS[sweeper]))
        reason = self._last_round(s.scores, s.rounds)
        if reason is None:
            return None
        winners = tuple(seat for seat, score in enumerate(s.scores) if score == max(s.scores))
        return Outcome(winners, s.scores, reason)

    def _last_round(self, scores: tuple[int, ...], finished: int) -> Fact | None:
        """Rule 8: return why the finished rounds were the last, None if another round follows."""
        target, rounds = int(self.options["target"]), int(self.options["rounds"])
        if max(scores) >= target:
            return Fact("dacapo.target-reached", points=max(scores), target=target)
        if 0 < rounds <= finished:
            return Fact("dacapo.last-round", round=rounds)
        return None

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the seats of a team; without teams the seat alone."""
        return (seat, (seat + 2) % 4) if self.players == 4 else (seat,)

    def scores(self, s: State) -> tuple[int, ...]:
        """Return the points of the finished rounds; with one player there are none."""
        return s.scores

    def format_move(self, move: Move) -> str:
        """Write ``c3xc5``, ``16/b2`` or ``deal:<layout>``; for one player ``deal:<layout>:<order>``."""
        if isinstance(move, Capture):
            return notation.format_capture(move.source, move.target)
        if isinstance(move, Switch):
            return notation.format_switch(move.value, move.other)
        order = ":" + notation.format_order(move.order) if move.order else ""
        return f"deal:{notation.format_layout(move.piles)}{order}"

    def parse_move(self, s: State, text: str) -> Move:
        """Read a capture, a switch or a deal."""
        if text.startswith("deal:"):
            return self._parse_deal(text)
        if squares := notation.parse_capture(text):
            return Capture(*squares)
        if switch := notation.parse_switch(text):
            return Switch(*switch)
        raise NotationError(Fact("dacapo.not-a-move", text=quoted(text)))

    def _parse_deal(self, text: str) -> Deal:
        layout, colon, order = text.removeprefix("deal:").partition(":")
        piles = notation.parse_layout(layout)
        if any(pile and pile.height > 1 for pile in piles):
            raise NotationError(Fact("dacapo.deal-heights"))
        return Deal(piles, notation.parse_order(order) if colon else ())

    def format_state(self, s: State) -> str:
        """Write the whole state on one line (RULES.md, rule 10)."""
        return position.format_state(s, self.solo)

    def parse_state(self, text: str) -> State:
        """Read a state and check that it follows the rules as far as one state can show."""
        s = position.parse_state(text, self.players)
        if reason := self._why_not_state(s):
            raise NotationError(reason)
        return s

    def _why_not_state(self, s: State) -> Fact | None:
        if not s.piles:
            return None if s == self.initial() else Fact("dacapo.state-before-deal")
        if self.options.get("switch") == "never" and any(s.rights):
            return Fact("dacapo.state-no-rights")
        able = [colour for colour in s.order if can_capture(s.piles, colour)]
        if s.turn is None and able:
            return Fact("dacapo.state-no-turn", colour=COLOURS[able[0]])
        if s.turn is not None and s.turn not in able:
            return Fact("dacapo.state-wrong-turn", colour=COLOURS[s.turn])
        return None if self.solo else self._why_not_scores(s)

    def _why_not_scores(self, s: State) -> Fact | None:
        """Return what is wrong with the scores; those before the last count must not end the game."""
        before, finished = s.scores, s.rounds
        if s.turn is None:
            before = tuple(total - won for total, won in zip(before, self._count(s.piles), strict=True))
            finished -= 1
        if min(before) < 0:
            return Fact("dacapo.state-low-scores", scores=", ".join(map(str, s.scores)))
        return Fact("dacapo.state-game-over") if self._last_round(before, finished) else None


__getattr__ = renamed(__name__, {"BIG_FISH": "encore.games.dacapo.tables:BIG_FISH"})
