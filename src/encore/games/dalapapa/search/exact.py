"""The points of every turn of Dalapapa: each tile laid first, with the best second one or none."""

from __future__ import annotations

from collections.abc import Iterator

from encore.core.exact import Exact, MoveValue
from encore.core.thinking import Budget
from encore.games.dalapapa.compiled.grid import Ints
from encore.games.dalapapa.position import HAND, SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.rules import Dalapapa, Move, Pass, Stop
from encore.games.dalapapa.search.searcher import Searcher


def exact(game: Dalapapa, s: State, budget: Budget) -> Exact:
    """Return the most points that a turn can earn after each move, less the price of a second tile."""
    found = {each.move: each for each in _values(game, s, budget)}
    return Exact(tuple(found[move] for move in game.legal_moves(s) if move in found), final=False)


def _values(game: Dalapapa, s: State, budget: Budget) -> Iterator[MoveValue]:
    searcher = Searcher(game)
    position, hand = searcher.kernel.encode(s), [*s.hands[s.seat], 0, 0][:HAND]
    if s.phase == Phase.SECOND:
        yield MoveValue(Stop(), 0)
        for tile in hand:
            codes, gains = searcher.placements(position, tile)
            for code, gain in zip(codes.tolist(), gains.tolist(), strict=True):
                yield MoveValue(searcher.kernel.decode_move(code), gain - SECOND_TILE_PRICE)
    elif s.phase == Phase.FIRST:
        yield MoveValue(Pass(), 0)  # legal only if no tile can be laid
        for tile, other in (hand, hand[::-1]):
            codes, gains = (found.tolist() for found in searcher.placements(position, tile))
            for code, gain in zip(codes, gains, strict=True):
                if budget.stop[0]:
                    return
                more, second = _second(searcher, position, other, code)
                yield MoveValue(searcher.kernel.decode_move(code), gain + more, second)


def _second(searcher: Searcher, position: Ints, tile: int, first: int) -> tuple[int, tuple[Move, ...]]:
    """Return the most points that a second tile can add, and its move; ``stop`` if no tile adds any."""
    codes, gains = searcher.placements(position, tile, first)
    if not len(codes):  # the turn ends by itself
        return 0, ()
    if gains.max() <= SECOND_TILE_PRICE:
        return 0, (Stop(),)
    best = int(gains.argmax())
    return int(gains[best]) - SECOND_TILE_PRICE, (searcher.kernel.decode_move(int(codes[best])),)
