"""The rules of Da Capo over flat arrays, compiled by Numba."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from encore.core.game import DEALER
from encore.games.dacapo.compiled.layout import (
    AREA,
    DEALT,
    EVERY_TURN,
    FIRST,
    LIMIT,
    MOST_MOVES,
    NEVER,
    ORDER,
    PLAYERS,
    RIGHTS,
    RIGHTS_OF,
    ROUNDS,
    SCORES,
    STARTER,
    SWITCH,
    SWITCHES,
    TURN,
    WIDTH,
    Position,
    pack,
    unpack,
)
from encore.games.dacapo.compiled.legal import legal_moves, link_piles
from encore.games.dacapo.compiled.playouts import SHARES, play_games, play_rounds
from encore.games.dacapo.compiled.turns import apply_move, undo_move, winners
from encore.games.dacapo.moves import Capture, Move, Switch
from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import COLOURS, EMPTY_SQUARES, FISH, OCTOPUS

_MODES = {"first": FIRST, "every-turn": EVERY_TURN, "never": NEVER}


class Kernel:
    """The moves of Da Capo over flat arrays; the same game as the readable rules, many times faster."""

    def __init__(self, game: DaCapo) -> None:
        self.game = game
        self.fish = np.array([pack(fish) for fish in FISH[game.players]], np.int64)
        empty = EMPTY_SQUARES[game.players]
        self.seas = np.array([square for square in range(AREA) if square not in empty], np.int64)

    def encode(self, s: State) -> Position:
        """Return a state as an array, with an empty undo stack."""
        p = np.zeros(WIDTH, np.int64)
        p[: len(s.piles)] = [pack(pile) for pile in s.piles]
        p[TURN] = -1 if s.turn is None else s.turn
        p[RIGHTS : RIGHTS + len(s.rights)] = [RIGHTS_OF[right] for right in s.rights]
        p[SCORES : SCORES + len(s.scores)] = s.scores
        p[ROUNDS] = s.rounds
        p[STARTER] = -1 if s.starter is None else s.starter
        p[ORDER : ORDER + len(COLOURS)] = -1
        p[ORDER : ORDER + len(s.order)] = s.order
        p[DEALT] = bool(s.piles)
        p[PLAYERS] = self.game.players
        if not self.game.solo:
            options = self.game.options
            p[SWITCH : LIMIT + 1] = _MODES[str(options["switch"])], int(options["target"]), int(options["rounds"])
        link_piles(p)
        return p

    def decode(self, position: Position) -> State:
        """Return the state that an array holds."""
        p = position.tolist()
        if not p[DEALT]:
            return self.game.initial()
        seats = 0 if self.game.solo else self.game.players
        values = {number: right for right, number in RIGHTS_OF.items()}
        return State(
            tuple(unpack(number) for number in p[:AREA]),
            None if p[TURN] < 0 else p[TURN],
            tuple(values[number] for number in p[RIGHTS : RIGHTS + seats]),
            tuple(p[SCORES : SCORES + seats]),
            p[ROUNDS],
            p[STARTER],
            tuple(p[ORDER : ORDER + (seats or len(COLOURS))]),
        )

    def to_move(self, position: Position) -> int | None:
        """Return the seat to move, the dealer, or None when the game is over."""
        if position[TURN] >= 0:
            return 0 if self.game.solo else int(position[TURN])
        return None if winners(position) else DEALER

    def scores(self, position: Position) -> tuple[int, ...]:
        """Return the points of the finished rounds."""
        seats = 0 if self.game.solo else self.game.players
        return tuple(position[SCORES : SCORES + seats].tolist())

    def legal(self, position: Position) -> NDArray[np.int64]:
        """Return the codes of the captures, then of the switches, of the seat to move."""
        moves = np.zeros(MOST_MOVES, np.int64)
        return moves[: legal_moves(position, moves)]

    def apply(self, position: Position, code: int) -> None:
        """Play a legal move in place."""
        apply_move(position, code)

    def undo(self, position: Position) -> None:
        """Undo the last move that was applied."""
        undo_move(position)

    def encode_move(self, move: Move) -> int:
        """Return the code of a capture or a switch."""
        if isinstance(move, Capture):
            return AREA * move.source + move.target
        assert isinstance(move, Switch), "the dealer's moves have no code"
        return SWITCHES + AREA * (OCTOPUS - move.value) + move.other

    def decode_move(self, code: int) -> Move:
        """Return the capture or the switch that a code stands for."""
        if code >= SWITCHES:
            shark, other = divmod(code - SWITCHES, AREA)
            return Switch(OCTOPUS - shark, other)
        return Capture(*divmod(code, AREA))

    def playouts(self, position: Position, count: int, seed: int, threads: int = 1) -> NDArray[np.float64]:
        """Return what each seat wins in ``count`` random games from here to the end of the game.

        The sums are the same for the same seed and count, whatever the number of threads.
        """
        bounds = [count * part // threads for part in range(threads + 1)]

        def play(first: int, last: int) -> NDArray[np.int64]:
            return play_games(position, self.fish, self.seas, seed, first, last)

        if threads == 1:
            won = play(0, count)
        else:
            with ThreadPoolExecutor(threads) as pool:
                won = sum(pool.map(play, bounds[:-1], bounds[1:]), np.zeros(4, np.int64))
        return won[: self.game.players] / SHARES

    def rounds(self, count: int, seed: int) -> int:
        """Deal and play ``count`` random rounds, and return how many moves that took."""
        return int(play_rounds(self.encode(self.game.initial()), self.fish, self.seas, seed, count))
