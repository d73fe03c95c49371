"""The puzzles of Dalapapa: the turn with the most points, and the tile that completes the largest group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from encore.core.fact import Fact
from encore.core.puzzle import Answer, Puzzle, Verdict, check_answer, only_move
from encore.games.dalapapa.layout import Layout, Place, Score
from encore.games.dalapapa.position import SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.rules import Dalapapa, Move, Stop

MOST_TURNS = 6000
"""The turns of a position that a puzzle may have; trying more of them by the rules takes long."""
LARGE = 4
"""The fewest discs of a group that is worth a puzzle."""
MANY_DISCS = 4


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn and what it earns."""

    moves: tuple[Move, ...]
    points: int
    scores: tuple[Score, ...]


class BestTurn:
    """Earn the most points in one turn, with one tile or both."""

    name = "turn"
    themes = ("one-tile", "two-tiles", "large-group", "several-groups", "many-discs")
    free = False

    def task(self, puzzle: Puzzle) -> Fact:
        """Return what the solver looks for."""
        return Fact("dalapapa.task-turn")

    def find(self, game: Dalapapa, s: State) -> Answer | None:
        """Return the turn if no other one earns as much."""
        return _prove_turn(game, s) if s.phase == Phase.FIRST and _promising(game, s) else None

    def check(self, puzzle: Puzzle) -> None:
        """Try every turn."""
        assert isinstance(puzzle.game, Dalapapa)
        check_answer(puzzle, _prove_turn(puzzle.game, puzzle.state))

    def judge(self, puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
        """Accept the moves of the best turn; after a wrong one tell what it earns at most."""
        game = puzzle.game
        assert isinstance(game, Dalapapa)
        if tuple(moves) == puzzle.line[: len(moves)]:
            return Verdict(True, len(moves) == len(puzzle.line))
        before = puzzle.state
        for move in moves[:-1]:
            before = game.play(before, move)
        game.play(before, moves[-1])
        best = _points(game, puzzle.state, puzzle.line)
        if before.phase == Phase.FIRST and isinstance(moves[-1], Place):
            turn = max(_turns_after(game, before, moves[-1]), key=lambda each: each.points)
            return Verdict(False, False, turn.moves[1:], (_fewer(turn.points, best),))
        return Verdict(False, False, (), (_fewer(_points(game, puzzle.state, moves), best),))


class CloseGroup:
    """Complete the largest group that one tile can complete."""

    name = "group"
    themes = ("large-group", "several-groups", "many-discs")
    free = False

    def task(self, puzzle: Puzzle) -> Fact:
        """Return how large the group is."""
        game, s = puzzle.game, puzzle.state
        assert isinstance(game, Dalapapa)
        return Fact("dalapapa.task-group", discs=_largest(_score(game, s.layout, puzzle.line[0])[1]))

    def find(self, game: Dalapapa, s: State) -> Answer | None:
        """Return the placement if it alone completes the largest group."""
        if s.phase != Phase.FIRST:
            return None
        sizes: dict[Place, int] = {}
        for place in s.layout.places(s.hands[s.seat], game.tiles):
            sizes[place] = _largest(_score(game, s.layout, place)[1])
        largest = max(sizes.values(), default=0)
        if largest < LARGE or list(sizes.values()).count(largest) > 1:
            return None
        place = max(sizes, key=lambda each: sizes[each])
        return Answer((place,), tuple(_themes((_score(game, s.layout, place)[1],))))

    def check(self, puzzle: Puzzle) -> None:
        """Try every placement."""
        assert isinstance(puzzle.game, Dalapapa)
        check_answer(puzzle, self.find(puzzle.game, puzzle.state))

    def judge(self, puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
        """Accept the one placement."""
        game, s = puzzle.game, puzzle.state
        assert isinstance(game, Dalapapa)
        move = only_move(moves)
        game.play(s, move)
        if move == puzzle.line[0]:
            return Verdict(True, True)
        made = _largest(_score(game, s.layout, move)[1]) if isinstance(move, Place) else 0
        wanted = _largest(_score(game, s.layout, puzzle.line[0])[1])
        return Verdict(False, False, (), (Fact("dalapapa.refuted-group", discs=made, wanted=wanted),))


def _fewer(points: int, best: int) -> Fact:
    return Fact("dalapapa.refuted-fewer", points=points, best=best)


def _promising(game: Dalapapa, s: State) -> bool:
    """Tell by the compiled rules whether a position may have a single best turn that can be checked in time."""
    from encore.core.thinking import Budget
    from encore.games.dalapapa.search.exact import exact

    with Budget() as budget:
        values = sorted((each.value for each in exact(game, s, budget).moves), reverse=True)
    return len(values) > 1 and values[0] > values[1]


def _prove_turn(game: Dalapapa, s: State) -> Answer | None:
    """Return the best turn if it is the only one, by trying every turn."""
    if s.phase != Phase.FIRST:
        return None
    turns = list[Turn]()
    for first in s.layout.places(s.hands[s.seat], game.tiles):
        turns.extend(_turns_after(game, s, first))
        if len(turns) > MOST_TURNS:
            return None
    turns.sort(key=lambda each: -each.points)
    if len(turns) < 2 or turns[0].points == turns[1].points:
        return None
    return Answer(turns[0].moves, ("two-tiles" if len(turns[0].scores) > 1 else "one-tile", *_themes(turns[0].scores)))


def _turns_after(game: Dalapapa, s: State, first: Place) -> Iterator[Turn]:
    """Yield every turn that begins with a tile."""
    layout, score = _score(game, s.layout, first)
    rest = tuple(tile for tile in s.hands[s.seat] if tile != first.tile)
    seconds = list(layout.places(rest, game.tiles))
    yield Turn((first, Stop()) if seconds else (first,), score.points, (score,))
    for second in seconds:
        more = _score(game, layout, second)[1]
        yield Turn((first, second), score.points + more.points - SECOND_TILE_PRICE, (score, more))


def _score(game: Dalapapa, layout: Layout, place: Place) -> tuple[Layout, Score]:
    laid = layout.tried(place, game.tiles.face(place.tile, place.face))
    return laid, laid.score(place)


def _points(game: Dalapapa, s: State, moves: Sequence[Move]) -> int:
    seat, before = s.seat, s.scores[s.seat]
    for move in moves:
        s = game.play(s, move)
    return s.scores[seat] - before


def _largest(score: Score) -> int:
    return max(score.groups, default=0)


def _themes(scores: Sequence[Score]) -> Iterator[str]:
    """Yield what is special about the tiles of a turn."""
    groups = [size for score in scores for size in score.groups if size > 1]
    if max(groups, default=0) > LARGE:
        yield "large-group"
    if len(groups) > 1:
        yield "several-groups"
    if max(score.discs for score in scores) >= MANY_DISCS:
        yield "many-discs"


KINDS = (BestTurn(), CloseGroup())
"""The kinds of puzzles."""
