"""The encoding of a game that has none of its own: moves and views by their texts. It is complete, but slow."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import read_action
from encore.core.errors import IllegalMove, OptionError, quoted
from encore.core.game import DEALER, AnyGame

ACTIONS = 4096
"""The size of the action space: more than the legal moves of a position."""
LETTERS = 4096
"""The bytes of an observation that hold the text of a view."""
LONGEST = 10_000
"""More actions than a game has; the protocol does not tell how many it can have."""
NO_RULE = "0"
"""The rule that an action without a move breaks: none of the game's own."""


class PlainEncoding:
    """An action is a number made of the text of its move, so the same move mostly has the same action.

    Of legal moves with the same number, the first in order keeps it and the others take the next free ones. An
    observation is 1 for the seat whose turn it is, its own seat first, and the bytes of the text of its view.
    """

    version = 0
    actions = ACTIONS
    longest = LONGEST

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.shape: tuple[int, ...] = (game.players + LETTERS,)
        low, high = np.full(self.shape, -128, np.int8), np.full(self.shape, 127, np.int8)
        low[: game.players], high[: game.players] = 0, 1
        self.bounds = low, high
        # Mask and move are usually asked for the same state.
        self._kept = lru_cache(4)(self._list_moves)

    def __reduce__(self) -> tuple[Any, ...]:
        return PlainEncoding, (self._game,)

    def _moves(self, s: Any) -> dict[int, Any]:
        """Return the legal moves of a seat by their actions, which are kept for the last states."""
        try:
            return self._kept(s)
        except TypeError:
            try:
                hash(s)
            except TypeError as error:
                raise OptionError(f"the states of {self._game.name} must be hashable: {error}") from None
            raise

    def _list_moves(self, s: Any) -> dict[int, Any]:
        """Return the legal moves of a seat by their actions."""
        if self._game.to_move(s) in (DEALER, None):
            return {}
        moves = list(self._game.legal_moves(s))
        if len(moves) > ACTIONS:
            raise OptionError(
                f"{self._game.name} has positions with {len(moves)} moves: it needs an encoding of its own"
            )
        found: dict[int, Any] = {}
        late = [move for move in moves if found.setdefault(self.told(s, move) % ACTIONS, move) is not move]
        for move in late:
            action = self.told(s, move) % ACTIONS
            while action in found:
                action = (action + 1) % ACTIONS
            found[action] = move
        return found

    def code(self, s: Any, move: Any) -> int:
        """Return the action of a legal move."""
        moves = self._moves(s)
        for action, each in moves.items():
            if each == move:
                return action
        raise IllegalMove(NO_RULE, f"the move {quoted(repr(move))} is not legal now; {len(moves)} others are")

    def move(self, s: Any, code: int) -> Any:
        """Return the move of an action."""
        code = read_action(code, ACTIONS)
        moves = self._moves(s)
        if code not in moves:
            raise IllegalMove(NO_RULE, f"the action {code} is not legal now; the mask has the {len(moves)} that are")
        return moves[code]

    def told(self, s: Any, move: Any) -> int:
        """Return a number made of the text of a move, as everybody may read it."""
        return crc32(self._game.format_move(move).encode())

    def mask(self, s: Any) -> NDArray[np.int8]:
        """Return 1 for each legal action."""
        mask = np.zeros(ACTIONS, np.int8)
        mask[list(self._moves(s))] = 1
        return mask

    def observe(self, view: Any, seat: int) -> NDArray[np.int8]:
        """Return whose turn it is and the text of a view."""
        players, to_move = self._game.players, self._game.to_move(view)
        text = self._game.format_state(view).encode()
        if len(text) > LETTERS:
            raise OptionError(f"{self._game.name} has views of {len(text)} bytes: it needs an encoding of its own")
        seen = np.zeros(self.shape, np.int8)
        if to_move is not None and to_move != DEALER:
            seen[(to_move - seat) % players] = 1
        seen[players : players + len(text)] = np.frombuffer(text, np.int8)
        return seen
