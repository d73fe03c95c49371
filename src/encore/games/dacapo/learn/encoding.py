"""Da Capo as numbers.

A fish moves onto the first fish in its path, so a capture is a direction and a square. Actions are planes of 36
squares: four of captures (right, left, down, up; the square is where the fish starts), then one for the squares that
the Octopus changes places with and one for the Shark.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import read_action
from encore.core.errors import IllegalMove
from encore.core.fact import Fact
from encore.games.dacapo.moves import Capture, Move, Switch
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import COLOURS, FISH, LINES, OCTOPUS, SHARK, SIZE, SQUARES

SEA = SIZE * SIZE
STEPS = (1, -1, SIZE, -SIZE)
"""From a square to the next one in each of the four directions."""
CAPTURES = len(STEPS) * SEA
BIG = (OCTOPUS, SHARK)
HUNDRED = 100
"""Totals are written as hundreds and remainder, because each fits into eight bits."""

_WAYS = ("right", "left", "below", "above")
_LINE = {(square, line[0] - square): line for square, lines in enumerate(LINES) for line in lines}


def planes(game: DaCapo) -> int:
    """Return how many planes an observation has.

    Top fish and turn for each colour, and one for heights. With more than one player also starter, two rights and two
    digits of the points for each seat, and two digits of the rounds left.
    """
    return 2 * len(COLOURS) + 1 if game.solo else 7 * game.players + 3


def most_rounds(game: DaCapo) -> int:
    """Return how many rounds a game can have: before the last one every side is below the target."""
    if game.solo:
        return 1
    sides = 2 if game.players == 4 else game.players
    to_target = sides * (int(game.options["target"]) - 1) // len(FISH[game.players]) + 1
    return min(to_target, int(game.options["rounds"]) or to_target)


def _most_moves(game: DaCapo) -> int:
    """Return how many moves a round can have: each capture removes a pile, and at most two switches come before it."""
    captures = len(FISH[game.players]) - 1
    switch = game.options.get("switch", "never")
    return captures + {"never": 0, "first": 2 * game.players, "every-turn": 2 * captures}[str(switch)]


def _most(game: DaCapo) -> list[int]:
    """Return the largest number of each plane. A side is below the target before its last round."""
    fish = FISH[game.players]
    colours = len(COLOURS) if game.solo else game.players
    most = [max(pile.value for pile in fish)] * colours + [len(fish)] + [1] * colours
    if not game.solo:
        points, rounds = int(game.options["target"]) - 1 + len(fish), int(game.options["rounds"])
        most += [1] * game.players + [1] * len(BIG) * game.players
        most += [points // HUNDRED] * game.players + [min(points, HUNDRED - 1)] * game.players
        most += [rounds // HUNDRED, min(rounds, HUNDRED - 1)]
    return [max(1, number) for number in most]  # Gymnasium warns of a number that cannot change


class Encoding:
    """The actions and observations of Da Capo; see docs/environments.md."""

    version = 1

    def __init__(self, game: DaCapo) -> None:
        self._game = game
        switches = not game.solo and game.options["switch"] != "never"
        self.actions = CAPTURES + len(BIG) * SEA if switches else CAPTURES
        self.shape = (planes(game), SIZE, SIZE)
        most = np.array(_most(game), np.int8)[:, None, None]
        self.bounds = np.zeros(self.shape, np.int8), np.broadcast_to(most, self.shape).copy()
        self.longest = most_rounds(game) * _most_moves(game)

    def code(self, s: State, move: Move) -> int:
        """Return the action of a capture or a switch."""
        if isinstance(move, Capture):
            along = move.source // SIZE == move.target // SIZE
            way = (0 if along else 2) + (move.target < move.source)
            return way * SEA + move.source
        assert isinstance(move, Switch), "the dealer's moves are not actions"
        return CAPTURES + BIG.index(move.value) * SEA + move.other

    def told(self, s: State, move: Move) -> int:
        """Return the action: nothing is hidden."""
        return self.code(s, move)

    def move(self, s: State, code: int) -> Move:
        """Return the capture or the switch of an action."""
        code = read_action(code, self.actions)
        if not 0 <= code < self.actions:
            raise IllegalMove("4", Fact("dacapo.no-action", action=code, last=self.actions - 1))
        plane, square = divmod(code, SEA)
        move = self._capture(s, plane, square) if code < CAPTURES else Switch(BIG[plane - len(STEPS)], square)
        self._game.play(s, move)
        return move

    def _capture(self, s: State, way: int, source: int) -> Capture:
        """Return the capture of the first fish in a direction; where there is none, a capture that ``play`` refuses."""
        if s.turn is None:
            return Capture(source, source)  # play refuses every capture now
        line = _LINE.get((source, STEPS[way]))
        if line is None:
            cell = SQUARES[source]
            raise IllegalMove("4", Fact("dacapo.border", cell, cell=cell, way=_WAYS[way]))
        return Capture(source, next((square for square in line if s.piles[square]), line[-1]))

    def mask(self, s: State) -> NDArray[np.int8]:
        """Return 1 for each legal action."""
        mask = np.zeros(self.actions, np.int8)
        mask[[self.code(s, move) for move in self._game.legal_moves(s)]] = 1
        return mask

    def observe(self, view: State, seat: int) -> NDArray[np.int8]:
        """Return the planes; row 0 is rank 6, column 0 file a."""
        colours = self._colours(view, seat)
        sea = np.zeros((len(colours) + 1, SEA), np.int8)
        for square, pile in enumerate(view.piles):
            if pile:
                sea[colours.index(pile.colour), square] = pile.value
                sea[-1, square] = pile.height
        facts: list[int] = [colour == view.turn for colour in colours]
        if not self._game.solo:
            facts += self._standing(view, colours)
        numbers = np.array(facts, np.int8)
        return np.concatenate((sea, np.broadcast_to(numbers[:, None], (len(numbers), SEA)))).reshape(self.shape)

    def _colours(self, view: State, seat: int) -> tuple[int, ...]:
        """Return the colours in order of play, the seat's own first."""
        if self._game.solo:
            return (*view.order[-1:], *view.order[:-1]) or tuple(range(len(COLOURS)))
        return tuple((seat + place) % self._game.players for place in range(self._game.players))

    def _standing(self, view: State, seats: tuple[int, ...]) -> list[int]:
        """Return who started, the rights to switch, the points, and the rounds left if there is a limit."""
        limit = int(self._game.options["rounds"])
        left = max(0, limit - view.rounds)
        return [
            *(seat == view.starter for seat in seats),
            *(value in view.rights[seat] for value in BIG for seat in seats),
            *(view.scores[seat] // HUNDRED for seat in seats),
            *(view.scores[seat] % HUNDRED for seat in seats),
            left // HUNDRED,
            left % HUNDRED,
        ]
