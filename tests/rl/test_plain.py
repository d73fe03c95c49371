"""Numbers and batches of games that bring none: they follow from the rules alone."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest

import encore
from encore import DEALER, Game, Moves, Outcome
from encore.core.encoding import bounds_of, encoding_of
from encore.core.fact import Fact
from encore.core.options import Number
from encore.core.plain_encoding import ACTIONS, PlainEncoding
from encore.rl import batch, rewards
from encore.rl.batch import Batch
from encore.rl.episode import Episode
from tests.rl.test_batch import ARRAYS, arrays
from tests.variants import ALL


@dataclass(frozen=True)
class Heap:
    """The stones left, and who is to take."""

    stones: int | None = None
    seat: int = 0


class Take(Game[Heap, int]):
    """Take up to three stones, or up to ``most``; whoever takes the last one wins. The dealer lays 0 to 20."""

    name, title, summary, player_counts = "take", "Take", "take the last stone", (2, 3)
    declared = {"most": Number(3, 2, 9000)}

    def initial(self) -> Heap:
        return Heap()

    def to_move(self, s: Heap) -> int | None:
        return DEALER if s.stones is None else s.seat if s.stones else None

    def deal(self, s: Heap, rng: Random) -> int:
        return rng.randint(0, max(20, int(self.options["most"])))

    def legal_moves(self, s: Heap) -> Moves[int]:
        return Moves(range(1, min(int(self.options["most"]), s.stones or 0) + 1))

    def play(self, s: Heap, move: int) -> Heap:
        if s.stones is None:
            return Heap(move)
        assert move in self.legal_moves(s)
        return Heap(s.stones - move, (s.seat + 1) % self.players)

    def outcome(self, s: Heap) -> Outcome | None:
        return Outcome(((s.seat - 1) % self.players,), (), Fact("core.plain", text="")) if s.stones == 0 else None

    def format_move(self, move: int) -> str:
        return f"take{move}"

    def parse_move(self, s: Heap, text: str) -> int:
        return int(text[4:])

    def format_state(self, s: Heap) -> str:
        return f"{s.stones} {s.seat}"

    def parse_state(self, text: str) -> Heap:
        stones, seat = text.split()
        return Heap(int(stones), int(seat))


@pytest.mark.parametrize("label", ALL)
def test_every_move_has_an_action_of_its_own(label: str) -> None:
    game, rng = ALL[label], Random(1)
    coded, s = PlainEncoding(game), game.initial()
    low, high = bounds_of(coded)
    for _ in range(40):
        seat = game.to_move(s)
        if seat is None:
            break
        assert coded.mask(s).any() == (seat != DEALER)
        if seat == DEALER:
            s = game.play(s, game.deal(s, rng))
            continue
        moves, mask = game.legal_moves(s), coded.mask(s)
        found = [coded.move(s, action) for action in np.flatnonzero(mask).tolist()]
        assert sorted(map(game.format_move, found)) == sorted(map(game.format_move, moves))
        move = rng.choice(list(moves))
        assert coded.move(s, coded.code(s, move)) == move
        seen = coded.observe(game.view(s, seat), seat)
        assert seen.shape == coded.shape and (low <= seen).all() and (seen <= high).all()
        assert seen[: game.players].tolist() == [1] + [0] * (game.players - 1)
        assert seen[game.players :].tobytes().rstrip(b"\0").decode() == game.format_state(game.view(s, seat))
        with pytest.raises(encore.IllegalMove, match="is not legal now; the mask has the"):
            coded.move(s, int(mask.argmin()))
        s = game.play(s, move)


def test_what_has_no_room_asks_for_an_encoding() -> None:
    game = Take(2, most=9000)
    with pytest.raises(encore.OptionError, match="take has positions with 5000 moves: it needs an encoding of its own"):
        PlainEncoding(game).mask(Heap(5000))
    assert PlainEncoding(game).mask(Heap(ACTIONS)).all(), "moves with the same number take the next free ones"


def test_moves_that_are_not_legal_are_refused() -> None:
    game, episode = Take(), Episode(Take())
    with pytest.raises(encore.IllegalMove, match=r"^rule 0: the move '4' is not legal now; 3 others are$"):
        PlainEncoding(game).code(Heap(9), 4)
    with pytest.raises(encore.IllegalMove, match="the move '1' is not legal now; 0 others are"):
        PlainEncoding(game).code(Heap(), 1)
    episode.s = Heap(2)
    with pytest.raises(encore.IllegalMove, match="the move '3' is not legal now"):
        episode.play(3)
    assert episode.s == Heap(2), "nothing was played"


def test_states_that_cannot_be_hashed_are_told() -> None:
    listed: Any = [3, 0]
    with pytest.raises(encore.OptionError, match=r"^the states of take must be hashable: unhashable type: 'list'$"):
        PlainEncoding(Take()).mask(Heap(listed))


def test_type_errors_of_a_game_stay_what_they_are() -> None:
    worded: Any = "three"
    with pytest.raises(TypeError, match="not supported between"):
        PlainEncoding(Take()).mask(Heap(worded))


@pytest.mark.parametrize("players", [2, 3])
def test_batches_follow_the_rules(players: int) -> None:
    game = Take(players)
    games, coded = Batch(game, 5, seed=1), encoding_of(game)
    ends = 0
    for _ in range(60):
        before, actions = [games.state(number) for number in range(5)], games.sample()
        actions[0] = batch.WAIT
        games.step(actions)
        assert games.state(0) == before[0] and not games.done[0]
        for number in range(1, 5):
            s = game.play(before[number], coded.move(before[number], int(actions[number])))
            outcome = game.outcome(s)
            assert games.done[number] == (outcome is not None)
            if outcome is not None:
                assert games.rewards[number].tolist() == list(rewards(game, outcome)) and games.ended(number) == s
                ends += 1
            else:
                assert games.state(number) == s and not games.rewards[number].any()
        for number in range(5):
            s = games.state(number)
            assert games.seat[number] == s.seat and s.stones
            assert np.array_equal(games.masks[number], coded.mask(s))
            assert np.array_equal(games.observations[number], coded.observe(s, s.seat))
    assert ends > 20


def test_batches_are_deterministic_refuse_and_can_be_copied() -> None:
    games, fewer = Batch(Take(), 4, seed=3), Batch(Take(), 2, seed=3)
    for _ in range(9):
        actions = games.sample()
        games.step(actions)
        fewer.step(actions[:2])
    for one, other in zip(arrays(fewer), arrays(games), strict=True):
        assert np.array_equal(one, other[:2])
    before, wrong = arrays(games), games.sample()
    wrong[2] = int(games.masks[2].argmin())
    with pytest.raises(encore.IllegalMove, match=rf"game 2, action {wrong[2]}: the action {wrong[2]} is not legal now"):
        games.step(wrong)
    assert all(np.array_equal(*pair) for pair in zip(before, arrays(games), strict=True))
    twin: Any = copy.deepcopy(games)
    actions = games.sample()
    actions[1] = batch.RESTART
    for each in (games, twin):
        each.step(actions)
        assert each.done[1] and not each.rewards[1].any()
    assert all(np.array_equal(getattr(games, name), getattr(twin, name)) for name in ARRAYS)
