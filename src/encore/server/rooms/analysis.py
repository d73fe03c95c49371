"""Win chances and reviews of finished games, computed by workers that no game needs."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from encore.analysis.accounts import Judged, account_for
from encore.core.evaluation import Evaluation
from encore.core.fact import Fact
from encore.core.game import DEALER, AnyGame
from encore.core.registry import package_of
from encore.server.bots.fair_queue import Kind, Sender
from encore.server.bots.questions import EvaluationQuestion, read_evaluation
from encore.server.bots.thinkers import Thinkers
from encore.server.domain.decisions import Refusal
from encore.server.domain.found import Found, found_in, states_along
from encore.server.domain.positions import Reached, reached
from encore.server.domain.reviewed import Chances, PlayedGame, ReplayedGame, Reviewed, Sight, Tried, line_of
from encore.server.rooms.played_boards import PlayedBoards
from encore.server.rooms.studies import Studies
from encore.server.storage.store import Store
from encore.server.wire.limits import Turns

SECONDS = 0.25
"""Seconds that a position of a review gets for a proof."""
STEPS = (0.25, 0.75, 2.0)
"""Seconds of the first searches for the best moves, one after the other; the last search gets the rest of the limit."""
MODEL = 3
"""The version of stored answers. Raise it after a change of the estimates or the solvers: they are computed again."""
WORTH_KEEPING = 0.05
"""Seconds after which an answer is stored. Estimates take less, and to store them would take longer."""

Progress = Callable[[int, int], object]
"""Told how many positions of a review are done, and how many there are."""
read_review = msgspec.json.Decoder(Reviewed).decode


ReviewKey = tuple[str, int] | str
"""A table and the number of a game there; of a game from elsewhere, a name made of its content."""


@dataclass(slots=True, eq=False)
class _Running:
    """A review that is being made, and those who wait for it."""

    task: asyncio.Task[Reviewed]
    told: list[Progress]


class Analysis:
    """Answers questions about win chances, one of each visitor at a time; each gets at most ``seconds``.

    A search makes way for the bots of games at any time, and is asked again. Long answers are stored by position, so
    a review that was interrupted goes on where it was.
    """

    def __init__(
        self, store: Store, thinkers: Thinkers, studies: Studies, boards: PlayedBoards, seconds: float
    ) -> None:
        self._store, self._thinkers, self._studies, self._boards = store, thinkers, studies, boards
        self._seconds = min(SECONDS, seconds)
        self._steps = steps_within(seconds)
        self._turns = Turns(1)
        self._running: dict[ReviewKey, _Running] = {}

    async def replayed(self, visitor: str, played: PlayedGame) -> ReplayedGame:
        """Return a game with its positions. Raises Refusal if people play one of them elsewhere."""
        game = await self._studies.run(visitor, ReplayedGame, played)
        await self._boards.refuse(visitor, game.game, game.states)
        return game

    async def line(self, visitor: str, asked: Reached, winners: tuple[int, ...] | None = None) -> ReplayedGame:
        """Return the same for the moves of a line. Raises Refusal, or the error of a position or move."""
        game = await self._studies.run(visitor, line_of, asked, winners)
        await self._boards.refuse(visitor, game.game, game.states)
        return game

    async def chances(self, visitor: str, game: ReplayedGame) -> tuple[Chances, tuple[bool, ...]]:
        """Return estimates of the chances after each move, and which are proved; those of the review, if there is one.

        These take a second or two.
        """
        if stored := await self._stored(self._review_key(game)):
            review = read_review(stored)
            return review.chances, review.proved
        return await self._estimated(visitor, game)

    async def _estimated(self, visitor: str, game: ReplayedGame) -> tuple[Chances, tuple[bool, ...]]:
        judged = [await self._judged(visitor, game, game.views(ply), 0.0) for ply in range(len(game.states))]
        return game.chances(account_for(game.movers, game.texts, judged, game.shares))

    async def review(self, visitor: str, game: ReplayedGame, told: Progress) -> Reviewed:
        """Return the review of a game, from the store or a new one.

        Several visitors who ask for the same one share it; when all have gone, it stops.
        """
        key = self._review_key(game)
        if stored := await self._stored(key):
            return read_review(stored)
        running = self._running.get(key) or self._begin(key, visitor, game)
        running.told.append(told)
        try:
            return await asyncio.shield(running.task)
        finally:
            running.told.remove(told)
            if not running.told:
                self._end(key, running)

    def _begin(self, key: ReviewKey, visitor: str, game: ReplayedGame) -> _Running:
        listeners = list[Progress]()
        task = asyncio.get_running_loop().create_task(self._make(key, visitor, game, listeners))
        running = self._running[key] = _Running(task, listeners)
        task.add_done_callback(lambda _: self._end(key, running))
        return running

    def _end(self, key: ReviewKey, running: _Running) -> None:
        running.task.cancel()
        if self._running.get(key) is running:  # not one that was begun since
            del self._running[key]

    async def attempt(self, visitor: str, game: ReplayedGame, ply: int, text: str) -> Tried:
        """Return how good another move would have been after some moves. Raises Refusal or the error of a move."""
        if not 0 <= ply < len(game.movers) or game.movers[ply] == DEALER:
            raise Refusal("refused", Fact("server.nobody-moves-here"))
        seat, rules = game.movers[ply], game.game
        view = rules.view(game.states[ply], seat)
        move = rules.parse_move(view, text)
        after = rules.play(view, move)
        await self._boards.refuse(visitor, rules, [after])
        best = await self._evaluated(visitor, rules, Sight(view, move), self._seconds)
        found = await self._evaluated(visitor, rules, Sight(after), self._seconds)
        before, then = Judged((best,) * rules.players), Judged((found,) * rules.players)
        return await self._studies.run(visitor, game.tried, ply, rules.format_move(move), before, then)

    async def lines(self, visitor: str, asked: Reached, most: int, told: Callable[[Found, bool], object]) -> None:
        """Find the best moves in a position, and tell what is known after each step; the last one is done.

        Raises Refusal if people play the position, one before it or one on a line, or the error of a position or move.
        """
        game, states = await self._studies.run(visitor, reached, asked)
        await self._boards.refuse(visitor, game, states[-1:], states[:-1])
        s, seat = states[-1], game.to_move(states[-1])
        view = game.view(s, None if seat == DEALER else seat)
        for seconds in self._steps:
            found = await self._evaluated(visitor, game, Sight(view), seconds, most)
            following = await self._studies.run(visitor, states_along, game, view, found)
            await self._boards.refuse_ahead(visitor, game, following)  # a reply there would be help
            done = _is_settled(game, view, found) or seconds == self._steps[-1]
            told(await self._studies.run(visitor, found_in, game, view, found), done)
            if done:
                break

    def close(self) -> None:
        """Stop the reviews."""
        for running in self._running.values():
            running.task.cancel()

    async def _make(self, key: ReviewKey, visitor: str, game: ReplayedGame, listeners: list[Progress]) -> Reviewed:
        judged, total = list[Judged](), len(game.states)
        for ply in range(total):
            judged.append(await self._judged(visitor, game, game.sights(ply), self._seconds))
            for told in listeners:
                told(ply + 1, total)
        review = account_for(game.movers, game.texts, judged, game.shares)
        reviewed: Reviewed = await self._studies.run(visitor, game.told, review)
        data = msgspec.json.encode(reviewed)
        await (self._store.put_answer(key, data) if isinstance(key, str) else self._store.put_review(*key, data))
        return reviewed

    async def _stored(self, key: ReviewKey) -> bytes | None:
        return await (self._store.answer(key) if isinstance(key, str) else self._store.review(*key))

    def _review_key(self, game: ReplayedGame) -> ReviewKey:
        played = game.played
        if played.table:
            return played.table, played.number
        start = game.game.format_state(game.states[0])
        return _named("review", *_rules(game.game), start, game.texts, played.winners, self._seconds)

    async def _judged(self, visitor: str, game: ReplayedGame, sights: Iterable[Sight], seconds: float) -> Judged:
        return game.judged(tuple([await self._evaluated(visitor, game.game, sight, seconds) for sight in sights]))

    async def _evaluated(
        self, visitor: str, game: AnyGame, sight: Sight, seconds: float, lines: int | None = None
    ) -> Evaluation:
        """Return the evaluation of a view, from the store if it is there.

        It has some best lines, and the exact values of moves; if it is not said how many lines, one and that of the
        move, if there is a move.
        """
        most = int(sight.move is not None) if lines is None else lines
        question = EvaluationQuestion(game, sight.view, seconds, most, sight.move, exact=lines is not None)
        key = _key(question) if seconds else ""
        if key and (stored := await self._store.answer(key)):
            return read_evaluation(stored)
        async with self._turns.turn(visitor):
            text = ""
            while not text:  # else games came first
                start = time.monotonic()
                text = await self._thinkers.answer(question, Sender(Kind.ANALYSIS, visitor))
                took = time.monotonic() - start
        if key and took > WORTH_KEEPING:
            await self._store.put_answer(key, text.encode())
        return read_evaluation(text)


def steps_within(seconds: float) -> tuple[float, ...]:
    """Split the time limit into searches for the best moves, each longer than the one before."""
    first = list[float]()
    for step in STEPS:
        if step < seconds - step:  # what is left is for a longer search
            first.append(step)
            seconds -= step
    return 0.0, *first, seconds


def _is_settled(game: AnyGame, view: Any, found: Evaluation) -> bool:
    """Tell whether a longer search would find nothing more."""
    package, seat = package_of(type(game)), game.to_move(view)
    if seat is None or seat == DEALER:
        return True
    if package.exact:
        return len(found.exact.moves) >= len(game.legal_moves(view))
    return found.proved or game.hidden or not package.solve


def _key(question: EvaluationQuestion) -> str:
    """Return the name of an answer: everything that it depends on."""
    game = question.game
    return _named(
        *_rules(game),
        game.format_state(question.view),
        question.seconds,
        question.lines,
        "" if question.also is None else game.format_move(question.also),
        question.exact,
    )


def _rules(game: AnyGame) -> tuple[Any, ...]:
    return MODEL, repr(game), sorted(game.changed_materials.items())


def _named(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()
