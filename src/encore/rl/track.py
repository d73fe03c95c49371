"""A game step by step, with the dealer's moves as single draws, for libraries with explicit chance.

A step is immutable and knows the one before it. So a copy costs nothing, undo returns to the step before, cached
results serve every copy, and a step is stored as its start and the actions since.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

import encore
from encore.core.deprecated import renamed
from encore.core.encoding import chance_of, encoding_of
from encore.core.errors import IllegalMove, NotationError
from encore.core.game import DEALER, AnyGame
from encore.core.parts import SteppingKernel
from encore.core.registry import package_of
from encore.rl.rows import rows_of

OVER = -4
"""The seat to move when the game is over; the number is OpenSpiel's."""
RESAMPLINGS = 1000
"""How often other hidden information is sampled before the true one is used."""


class Track:
    """A game with its encoding and the step that it starts with."""

    def __init__(self, game: AnyGame, position: str = "") -> None:
        self.game, self.position = game, position
        self.encoding, self.chance = encoding_of(game), chance_of(game)
        start = game.parse_state(position) if position else game.initial()
        if position and game.sample(start, Random(0)) != start:
            raise NotationError("a start position cannot have hidden information")
        compiled = package_of(type(game)).kernel.load()
        kernel = compiled(game) if compiled else None
        self.stepping: SteppingKernel | None = kernel if isinstance(kernel, SteppingKernel) else None
        self.start: Step
        if self.stepping is not None:
            self.start = QuickStep(self, start)
        else:
            self.rows = rows_of(game, self.encoding)
            self.start = Step(self, start, (), None, None, None)

    def follow(self, actions: Sequence[int]) -> Step:
        """Return the step that actions lead to."""
        step = self.start
        for action in actions:
            step = step.after(action)
        return step

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        options = tuple(game.changed_options.items())
        return track, (game.name, game.players, options, self.position, game.rules_version)


@lru_cache(maxsize=64)
def track(
    name: str,
    players: int | None,
    options: tuple[tuple[str, str | int], ...],
    position: str = "",
    rules: int | None = None,
) -> Track:
    """Return the track of a game; those that are the same share theirs."""
    return Track(encore.load(name, players, rules=rules, **dict(options)), position)


class Step:
    """A position and the path to it; ``drawn`` are the dealer's draws since the state ``s``.

    A step is made of a state and the move that led to it, or of a row, whose state and move are found when asked for.
    """

    __slots__ = ("_legal", "_move", "_row", "action", "before", "drawn", "seat", "track")

    def __init__(
        self,
        track: Track,
        s: Any,
        drawn: tuple[int, ...],
        move: Any,
        before: Step | None,
        action: int | None,
        *,
        row: Any = None,
    ) -> None:
        self.track, self.drawn = track, drawn
        self._row = track.rows.row(s) if row is None else row
        self._move, self.before, self.action = move, before, action
        seat = DEALER if drawn else track.rows.to_move(self._row)
        self.seat: int = OVER if seat is None else seat
        self._legal: list[int] | None = None

    @property
    def s(self) -> Any:
        """The state of the readable rules."""
        return self.track.rows.state(self._row)

    @property
    def move(self) -> Any:
        """The move that led here; None at the start and while a move of the dealer is not complete."""
        before, action = self.before, self.action
        if self._move is not None or before is None or action is None:
            return self._move
        if before.seat != DEALER:
            return self.track.rows.move(before._row, action)
        assert self.track.chance is not None
        return self.track.chance.move(before.s, (*before.drawn, action))

    def observe(self, seat: int) -> Any:
        """Return what a seat sees as numbers."""
        return self.track.rows.observe(self._row, seat)

    def legal(self) -> list[int]:
        """Return the actions of the seat to move, or the possible draws, in ascending order. Do not change the list."""
        if self._legal is None:
            if self.seat == DEALER:
                assert self.track.chance is not None
                self._legal = self.track.chance.draws(self.s, self.drawn)
            else:
                self._legal = np.flatnonzero(self.track.rows.mask(self._row).view(np.bool_)).tolist()
        return self._legal

    def after(self, action: int) -> Step:
        """Return the step after an action or a draw, or raise IllegalMove with the rule."""
        if self.seat == DEALER:
            return self._draw(action)
        return Step(self.track, None, (), None, self, action, row=self.track.rows.play(self._row, action))

    def _draw(self, draw: int) -> Step:
        chance = self.track.chance
        assert chance is not None
        if draw not in self.legal():
            raise IllegalMove(chance.rule, f"{draw} cannot be drawn here")
        drawn = (*self.drawn, draw)
        move = chance.move(self.s, drawn)
        if move is None:
            return Step(self.track, None, drawn, None, self, draw, row=self._row)
        return Step(self.track, None, (), move, self, draw, row=self.track.rows.dealt(self._row, move))

    def way(self) -> list[Step]:
        """Return the steps from the first after the start to this one."""
        steps, step = [], self
        while step.before is not None:
            steps.append(step)
            step = step.before
        return steps[::-1]

    @property
    def depth(self) -> int:
        """How many actions and draws led here."""
        return len(self.way())

    def text(self, action: int) -> str:
        """Write an action or a draw."""
        if self.seat == DEALER:
            assert self.track.chance is not None
            return self.track.chance.text(action)
        game = self.track.game
        return game.format_move(self.track.encoding.move(self.s, action))

    def told(self, seat: int | None) -> str:
        """Write the action that led here as a seat, None for a spectator, is told it: a hidden draw is ``?``."""
        assert self.before is not None and self.action is not None
        if self.before.seat != DEALER:
            return self.track.game.format_move(self.move)
        return self.before.text(self.action) if self._shown(seat) else "?"

    def number(self, seat: int | None) -> int:
        """Return the same as a number, from 1 on; a hidden draw is 0."""
        assert self.before is not None and self.action is not None
        if self.before.seat != DEALER:
            return 1 + self.track.encoding.told(self.before.s, self.move)
        return 1 + self.action if self._shown(seat) else 0

    def _shown(self, seat: int | None) -> bool:
        assert self.before is not None and self.track.chance is not None
        return self.track.chance.shown(self.before.s, -1 if seat is None else seat)

    def resampled(self, seat: int, rng: Random) -> Step:
        """Return a random step that a seat cannot distinguish from this one."""
        if not self.track.game.hidden:
            return self
        for _ in range(RESAMPLINGS):
            try:
                found = self._another(seat, rng)
            except IllegalMove:  # with this hidden information somebody's move would have been illegal
                continue
            if found is not None:
                return found
        return self

    def _another(self, seat: int, rng: Random) -> Step | None:
        """Return the step with other hidden draws; None if the seat would have seen something different."""
        chance: Any = self.track.chance
        steps = [step for step in self.way() if step.move is not None]
        line = [(step.before.s, step.move) for step in steps if step.before is not None]
        if not line:
            return self
        now, step, same = steps[-1], self.track.start, True
        for old, move in zip(steps, chance.other(line, now.s, seat, rng), strict=True):
            same = same and move == old.move
            step = old if same else step.made(move)
            if step.seat != old.seat:
                return None
        if self.track.game.view(step.s, seat) != self.track.game.view(now.s, seat):
            return None
        for draw in self.drawn:
            step = step.after(draw if chance.shown(step.s, seat) else rng.choice(step.legal()))
        return step

    def made(self, move: Any) -> Step:
        """Return the step after a whole move; the dealer's may be several draws."""
        step = self
        if self.seat != DEALER:
            return step.after(self.track.encoding.code(self.s, move))
        assert self.track.chance is not None
        for draw in self.track.chance.taken(move):
            step = step.after(draw)
        return step

    def __str__(self) -> str:
        return self._with_draws(self.s, True)

    def seen(self, seat: int | None) -> str:
        """Write what a seat, None for a spectator, sees."""
        return self._with_draws(self.track.game.view(self.s, seat), bool(self.drawn) and self._shown(seat))

    def _with_draws(self, view: Any, shown: bool) -> str:
        text = self.track.game.format_state(view)
        if not self.drawn:
            return text
        assert self.track.chance is not None
        return f"{text} + {' '.join(self.track.chance.text(draw) if shown else '?' for draw in self.drawn)}"

    def __deepcopy__(self, memo: dict[int, Any]) -> Step:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Track.follow, (self.track, [step.action for step in self.way()])


class QuickStep(Step):
    """A step of a game whose actions are its kernel's codes; the rules explain what the kernel refuses."""

    __slots__ = ("_go", "_s")
    drawn = ()

    def __init__(self, track: Track, s: Any) -> None:
        kernel = track.stepping
        assert kernel is not None
        self.track, self._s = track, s
        self._go, self._row = kernel.stepper(), kernel.row(s)
        self.before = self.action = None
        self._legal = np.flatnonzero(track.encoding.mask(s)).tolist()
        seat = track.game.to_move(s)
        self.seat = OVER if seat is None else seat

    def after(self, action: int) -> Step:
        """Return the step after an action, or raise IllegalMove with the rule."""
        go = self._go
        found = go(self._row, action)
        if found is None:
            self.track.encoding.move(self.s, action)
            raise AssertionError("the kernel refuses what the rules allow")
        step = _new(QuickStep)
        step._row, seat, step._legal = found
        step.seat = OVER if seat is None else seat
        step.track, step._go, step._s, step.before, step.action = self.track, go, None, self, action
        return step

    @property
    def s(self) -> Any:
        """The state of the readable rules."""
        if self._s is None:
            assert self.track.stepping is not None
            self._s = self.track.stepping.state(self._row)
        return self._s

    @property
    def move(self) -> Any:
        """The move that led here, None at the start."""
        assert self.track.stepping is not None
        return None if self.action is None else self.track.stepping.decode_move(self.action)

    def observe(self, seat: int) -> Any:
        """Return what a seat sees as numbers."""
        return self.track.encoding.observe(self.track.game.view(self.s, seat), seat)


_new = object.__new__


__getattr__ = renamed(__name__, {"PATIENCE": "encore.rl.track:RESAMPLINGS"})
