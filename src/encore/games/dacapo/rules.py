"""The rules of Da Capo. Rule numbers are those of RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from encore.core.errors import IllegalMove, NotationError, quoted
from encore.core.game import DEALER, Game, Moves, Outcome
from encore.core.options import Choice, Number, Option
from encore.games.dacapo import notation, position
from encore.games.dacapo.position import State
from encore.games.dacapo.tables import (
    COLOURS,
    EMPTY_SQUARES,
    FISH,
    LINES,
    NEIGHBOURS,
    OCTOPUS,
    SHARK,
    SIZE,
    SQUARES,
    Pile,
    Sea,
)

BIG_FISH = {OCTOPUS: "Octopus", SHARK: "Shark"}
"""The names of the fish that may be switched, by value."""


@dataclass(frozen=True, slots=True)
class Capture:
    """The pile on one square moves onto the pile on another."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Switch:
    """The mover's Octopus (16) or Shark (15) changes places with the pile on a square."""

    value: int
    other: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer lays the fish; with one player also the order of the colours, the player's own last."""

    piles: Sea
    order: tuple[int, ...] = ()


Move = Capture | Switch | Deal
"""What a seat or the dealer plays."""


class DaCapo(Game[State, Move]):
    """Da Capo for one to four; see RULES.md. A seat is also the colour it plays, but for the solo."""

    name = "dacapo"
    title = "Da Capo"
    summary = "fish that catch each other on 6×6; the most fish win"
    player_counts = (1, 2, 3, 4)
    declared = {
        "switch": Choice(
            ("first", "every-turn", "never"),
            "when Octopus and Shark may be switched: before the first capture…",
        ),
        "target": Number(60, 1, 999, "the points that end the game"),
        "rounds": Number(0, 0, 999, "the most rounds that are played; 0: play to the target"),
    }

    @classmethod
    def options_for(cls, players: int) -> Mapping[str, Option]:
        """Return the options; the solo has none."""
        return {} if players == 1 else cls.declared

    @property
    def solo(self) -> bool:
        """Whether one player moves every colour."""
        return self.players == 1

    def initial(self) -> State:
        """Return the empty sea."""
        seats = 0 if self.solo else self.players
        return State(rights=((),) * seats, scores=(0,) * seats)

    def to_move(self, s: State) -> int | None:
        """Return the seat to move; it has a capture (rule 5)."""
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
        moves: list[Move] = [Capture(source, target) for source, target in _captures(s.piles, s.turn)]
        if not self.solo and s.rights[s.turn]:
            own = [square for square, pile in enumerate(s.piles) if pile and pile.colour == s.turn]
            switches = (Switch(value, other) for value in s.rights[s.turn] for other in own)
            moves += [switch for switch in switches if self._why_not_switch(s, s.turn, switch) is None]
        return Moves(moves)

    def play(self, s: State, move: Move) -> State:
        """Return the state after a capture, a switch or a deal."""
        if s.turn is None and (outcome := self.outcome(s)):
            raise IllegalMove("9" if self.solo else "8", f"the game is over: {outcome.reason}")
        if isinstance(move, Deal):
            return self._play_deal(s, move)
        if s.turn is None:
            raise IllegalMove("1", "the fish must be dealt first")
        if isinstance(move, Switch):
            return self._play_switch(s, s.turn, move)
        return self._play_capture(s, s.turn, move)

    def _play_deal(self, s: State, move: Deal) -> State:
        if s.turn is not None:
            raise IllegalMove("1", "fish are dealt only when a round begins")
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

    def _why_not_deal(self, move: Deal) -> str | None:
        """Rule 1: every fish of the game once, on every square but those that stay empty."""
        if len(move.piles) != SIZE * SIZE or sorted(filter(None, move.piles)) != list(FISH[self.players]):
            return f"a deal lays each of the {len(FISH[self.players])} fish for {self.players} once"
        if any(move.piles[square] for square in EMPTY_SQUARES[self.players]):
            return "the corners stay empty with two players"
        if self.solo and sorted(move.order) != list(range(len(COLOURS))):
            return "a deal for one names the order of the four colours, such as deal:…:gyrp"
        if not self.solo and move.order:
            return "only a deal for one names an order of the colours"
        return None

    @property
    def _fresh_rights(self) -> tuple[int, ...]:
        return () if self.solo or self.options["switch"] == "never" else (OCTOPUS, SHARK)

    def _play_capture(self, s: State, colour: int, move: Capture) -> State:
        if reason := _why_not_capture(s.piles, colour, move):
            raise IllegalMove("4", reason)
        piles = list(s.piles)
        catcher, caught = piles[move.source], piles[move.target]
        assert catcher is not None and caught is not None
        piles[move.source] = None
        piles[move.target] = Pile(colour, catcher.value, catcher.height + caught.height)
        rights = s.rights
        if not self.solo:
            after = self._fresh_rights if self.options["switch"] == "every-turn" else ()
            rights = (*rights[:colour], after, *rights[colour + 1 :])
        following = s.order[(s.order.index(colour) + 1) % len(s.order)]
        moved = State(tuple(piles), None, rights, s.scores, s.rounds, s.starter, s.order)
        return self._pass_turn(moved, following)

    def _play_switch(self, s: State, seat: int, move: Switch) -> State:
        if self.solo:
            raise IllegalMove("9", "alone, nothing is switched")
        if reason := self._why_not_switch(s, seat, move):
            raise IllegalMove("3", reason)
        here = _find(s.piles, Pile(seat, move.value))
        assert here is not None
        swapped = s.piles[move.other]
        used = (move.value, swapped.value if swapped else 0)
        left = tuple(value for value in s.rights[seat] if value not in used)
        rights = (*s.rights[:seat], left, *s.rights[seat + 1 :])
        return State(_swap(s.piles, here, move.other), seat, rights, s.scores, s.rounds, s.starter, s.order)

    def _why_not_switch(self, s: State, seat: int, move: Switch) -> str | None:
        """Rule 3: return what forbids a switch, None if nothing does."""
        name = BIG_FISH.get(move.value)
        if name is None or not 0 <= move.other < SIZE * SIZE:
            return "only Octopus (16) and Shark (15) are switched, with a fish on the board"
        if move.value not in s.rights[seat]:
            return self._why_no_right(name)
        here, other = _find(s.piles, Pile(seat, move.value)), s.piles[move.other]
        if here is None:
            return f"the {COLOURS[seat]} {name} has been captured"
        if other is None or other.colour != seat or move.other == here:
            return f"on {SQUARES[move.other]} is no other {COLOURS[seat]} fish to change places with"
        switched = [(name, move.other)]
        if other.value >= SHARK:
            if move.value == SHARK:
                return f"write the exchange of Octopus and Shark as 16/{SQUARES[here]}"
            if SHARK not in s.rights[seat]:
                return "Octopus and Shark change places only while neither has been switched"
            switched.append((BIG_FISH[SHARK], here))
        return self._why_not_there(_swap(s.piles, here, move.other), seat, switched)

    def _why_no_right(self, name: str) -> str:
        if self.options["switch"] == "never":
            return "this game is played without switches"
        if self.options["switch"] == "every-turn":
            return f"the {name} has been switched before this capture already"
        return f"the {name} is switched once, and only before the first capture of the round"

    def _why_not_there(self, piles: Sea, seat: int, switched: list[tuple[str, int]]) -> str | None:
        for name, square in switched:
            for beside in NEIGHBOURS[square]:
                pile = piles[beside]
                if pile and pile.value >= SHARK and self._opponents(seat, pile.colour):
                    rival = f"the {COLOURS[pile.colour]} {BIG_FISH[pile.value]} on {SQUARES[beside]}"
                    return f"the {name} would stand on {SQUARES[square]} next to {rival}"
        if not _can_capture(piles, seat):
            return "a switch must leave you a capture to make"
        return None

    def _opponents(self, one: int, other: int) -> bool:
        return (one - other) % 2 == 1 if self.players == 4 else one != other

    def _pass_turn(self, s: State, first: int) -> State:
        """Rule 5: give the turn to the first colour, from ``first`` on, that can capture; else end the round."""
        start = s.order.index(first)
        for colour in s.order[start:] + s.order[:start]:
            if _can_capture(s.piles, colour):
                return State(s.piles, colour, s.rights, s.scores, s.rounds, s.starter, s.order)
        scores = tuple(total + won for total, won in zip(s.scores, self._count(s.piles), strict=True))
        return State(s.piles, None, s.rights, scores, s.rounds + 1, s.starter, s.order)

    def _count(self, piles: Sea) -> tuple[int, ...]:
        """Rule 7: every fish in piles of one's colour is a point, with four those of the partner too."""
        if self.solo:
            return ()
        fish = [sum(pile.height for pile in piles if pile and pile.colour == seat) for seat in range(self.players)]
        if self.players == 4:
            return tuple(fish[seat] + fish[(seat + 2) % 4] for seat in range(4))
        return tuple(fish)

    def outcome(self, s: State) -> Outcome | None:
        """Return the end of the game, which comes only with the end of a round (rules 8 and 9)."""
        if s.turn is not None or not s.piles:
            return None
        shown = {pile.colour for pile in s.piles if pile}
        if self.solo:
            won = shown == {s.order[-1]}
            return Outcome((0,) if won else (), (), "every pile is yours" if won else "nobody can capture any more")
        if len(shown) == 1 and self.players < 4:
            sweeper = shown.pop()
            return Outcome((sweeper,), s.scores, f"{COLOURS[sweeper]} has captured every opposing fish")
        reason = self._last_round(s.scores, s.rounds)
        if reason is None:
            return None
        winners = tuple(seat for seat, score in enumerate(s.scores) if score == max(s.scores))
        return Outcome(winners, s.scores, reason)

    def _last_round(self, scores: tuple[int, ...], finished: int) -> str | None:
        """Rule 8: return why no further round is played after those finished, None if one is."""
        target, rounds = int(self.options["target"]), int(self.options["rounds"])
        if max(scores) >= target:
            return f"{max(scores)} points reach the target of {target}"
        if 0 < rounds <= finished:
            return f"round {rounds} was the last one agreed on"
        return None

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the seats of a team; without teams everybody is for themselves."""
        return (seat, (seat + 2) % 4) if self.players == 4 else (seat,)

    def scores(self, s: State) -> tuple[int, ...]:
        """Return the points of the finished rounds; none for the solo."""
        return s.scores

    def format_move(self, move: Move) -> str:
        """Write ``c3xc5``, ``16/b2`` or ``deal:<layout>``, alone ``deal:<layout>:<order>``."""
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
        raise NotationError(f"a move is a capture such as c3xc5 or a switch such as 16/b2, not {quoted(text)}")

    def _parse_deal(self, text: str) -> Deal:
        layout, colon, order = text.removeprefix("deal:").partition(":")
        piles = notation.parse_layout(layout)
        if any(pile and pile.height > 1 for pile in piles):
            raise NotationError("in a deal every pile is one fish, so no * stands in it")
        return Deal(piles, notation.parse_order(order) if colon else ())

    def format_state(self, s: State) -> str:
        """Write the whole state on one line (RULES.md, rule 10)."""
        return position.format_state(s, self.solo)

    def parse_state(self, text: str) -> State:
        """Read a state and check that the rules can have led to it as far as a state can tell."""
        s = position.parse_state(text, self.players)
        if reason := self._why_not_state(s):
            raise NotationError(reason)
        return s

    def _why_not_state(self, s: State) -> str | None:
        if not s.piles:
            return None if s == self.initial() else "before the first deal everything else is empty too"
        if self.options.get("switch") == "never" and any(s.rights):
            return "this game is played without switches, so the rights are -"
        able = [colour for colour in s.order if _can_capture(s.piles, colour)]
        if s.turn is None and able:
            return f"{COLOURS[able[0]]} can capture, so it is somebody's turn"
        if s.turn is not None and s.turn not in able:
            return f"{COLOURS[s.turn]} cannot capture, so it is not their turn"
        return None if self.solo else self._why_not_scores(s)

    def _why_not_scores(self, s: State) -> str | None:
        """Check that the scores before the last count were not yet those of a finished game."""
        before, finished = s.scores, s.rounds
        if s.turn is None:
            before = tuple(total - won for total, won in zip(before, self._count(s.piles), strict=True))
            finished -= 1
        if min(before) < 0:
            return f"the scores {s.scores} are less than this round has given"
        return "the game ended with an earlier round" if self._last_round(before, finished) else None


def _captures(piles: Sea, colour: int) -> Iterator[tuple[int, int]]:
    """Rule 4: yield source and target of every capture of a colour."""
    for source, pile in enumerate(piles):
        if pile is not None and pile.colour == colour:
            for line in LINES[source]:
                for target in line:
                    met = piles[target]
                    if met is not None:
                        if met.colour != colour and met.value <= pile.value:
                            yield source, target
                        break


def _can_capture(piles: Sea, colour: int) -> bool:
    return any(True for _ in _captures(piles, colour))


def _why_not_capture(piles: Sea, colour: int, move: Capture) -> str | None:
    """Rule 4: return what forbids a capture, None if nothing does."""
    if not (0 <= move.source < SIZE * SIZE and 0 <= move.target < SIZE * SIZE):
        return "there is no such square"
    here, there = SQUARES[move.source], SQUARES[move.target]
    catcher, caught = piles[move.source], piles[move.target]
    if catcher is None or catcher.colour != colour:
        return f"on {here} is no {COLOURS[colour]} fish"
    if caught is None:
        return f"{there} is empty, and a fish moves only onto another fish"
    if caught.colour == colour:
        return f"the fish on {there} is {COLOURS[colour]} too"
    line = next((line for line in LINES[move.source] if move.target in line), None)
    if line is None:
        return f"{here} and {there} are not on one straight line"
    for square in line[: line.index(move.target)]:
        if piles[square]:
            return f"the fish on {SQUARES[square]} is in the way from {here} to {there}"
    if caught.value > catcher.value:
        return f"{catcher.value} cannot catch {caught.value}: only equal or lesser fish are caught"
    return None


def _find(piles: Sea, fish: Pile) -> int | None:
    """Return the square of the pile that a fish is on top of."""
    for square, pile in enumerate(piles):
        if pile and pile.colour == fish.colour and pile.value == fish.value:
            return square
    return None


def _swap(piles: Sea, one: int, other: int) -> Sea:
    swapped = list(piles)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return tuple(swapped)
