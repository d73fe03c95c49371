"""For each game, all moves that can be written, and the check that no piece is lost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from encore.core.game import AnyGame
from encore.games import dacapo, dakapo, dalapapa
from encore.games.dacapo.tables import FISH


def move_space(game: AnyGame, s: Any) -> Iterator[Any]:
    """Yield the moves that a player could write in a state, including a few outside the board."""
    if isinstance(s, dakapo.State):
        yield from _dakapo()
    elif isinstance(s, dacapo.State):
        yield from _dacapo(game, s)
    elif isinstance(s, dalapapa.State):
        yield from _dalapapa(s)
    else:
        raise AssertionError(f"nobody has said which moves {game.name} has")


def _dakapo() -> Iterator[dakapo.Move]:
    for call in (False, True):
        for colour in range(4):
            yield from (dakapo.Move(cell, colour, call) for cell in range(-1, 65))
        yield dakapo.Move(20, 4, call)


def _dacapo(game: AnyGame, s: dacapo.State) -> Iterator[dacapo.Move]:
    for source in range(-1, 37):
        yield from (dacapo.Capture(source, target) for target in range(-1, 37))
    for value in (14, 15, 16):
        yield from (dacapo.Switch(value, other) for other in range(-1, 37))
    if s.piles:
        yield dacapo.Deal(s.piles, s.order)
    if s.turn is not None:
        yield game.deal(s, Random(1))


def _dalapapa(s: dalapapa.State) -> Iterator[dalapapa.Move]:
    squares = [(x // 2, y // 2) for x, y in s.layout.covered] or [(0, 0)]
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    foreign = [tile for tile in (1, 60, 120) if tile not in s.hands[s.seat]][:1]
    for tile in (*s.hands[s.seat], *foreign):
        for x in range(min(xs) - 3, max(xs) + 4):
            for y in range(min(ys) - 3, max(ys) + 4):
                yield from (dalapapa.Place(tile, face, x, y, side) for face in "ab" for side in "enws")
        yield from (dalapapa.Place(tile, "ab", 0, 0, "e"), dalapapa.Place(tile, "a", 0, 0, "q"))
    yield dalapapa.Stop()
    yield dalapapa.Pass()
    yield dalapapa.Draw(())
    yield dalapapa.Draw((5, 5))
    yield dalapapa.Draw((1, 2, 3))
    yield from (dalapapa.Draw((place.tile,)) for place in s.layout.laid)


def conserved(game: AnyGame, s: Any, moves: list[str] | None) -> None:
    """Assert that no piece was lost or added; ``moves`` led to the state, if they are known."""
    if isinstance(s, dakapo.State):
        counts = [cells.bit_count() for cells in s.stones]
        assert max(counts) <= 16
        assert sum(counts) == s.occupied.bit_count()
        assert moves is None or sum(counts) == 4 + len(moves)
    elif isinstance(s, dacapo.State):
        piles = [pile for pile in s.piles if pile]
        assert sum(pile.height for pile in piles) == (len(FISH[game.players]) if s.piles else 0)
        assert len({(pile.colour, pile.value) for pile in piles}) == len(piles)
        teams = s.scores[:2] if game.players == 4 else s.scores
        assert game.players == 1 or sum(teams) == s.rounds * len(FISH[game.players])
    elif isinstance(s, dalapapa.State):
        tiles = [place.tile for place in s.layout.laid] + [tile for hand in s.hands for tile in hand]
        assert sorted(tiles + s.unseen) == list(range(1, 121))
        assert len(s.unseen) == s.bag_size
        assert len(s.layout.covered) == 2 * len(s.layout.laid)
        assert moves is None or len(s.layout.laid) == sum("@" in move for move in moves)
    else:
        raise AssertionError(f"nobody has said what {game.name} conserves")
