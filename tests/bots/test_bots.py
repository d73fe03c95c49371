"""Every bot plays every game: legal moves, from its view alone, again the same, and in time."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import encore
from encore.bots import bot_names, find_bot
from encore.core.game import DEALER, AnyGame
from encore.core.thinking import Budget, Sight
from encore.games.dalapapa.position import HIDDEN
from tests.variants import ALL

BASE = [label for label in ALL if "=" not in label]


def first_decision(game: AnyGame, seed: int, plies: int) -> Any:
    """Return a state, some random moves into a game, in which a player is to move."""
    rng = Random(seed)
    s = game.initial()
    while plies > 0 or game.to_move(s) == DEALER:
        moves = game.legal_moves(s)
        following = game.play(s, game.deal(s, rng) if game.to_move(s) == DEALER else rng.choice(moves))
        if game.to_move(following) is None:
            break
        s, plies = following, plies - 1
    return s


def chosen(name: str, game: AnyGame, view: Any, nodes: int = 40) -> Any:
    with Budget(nodes=nodes) as budget:
        return find_bot(name).choose(game, view, Random(5), budget)


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("label", ALL)
def test_a_bot_answers_its_view_with_a_legal_move_and_again_the_same(label: str, name: str) -> None:
    game = ALL[label]
    for seed, plies in ((1, 0), (2, 9), (3, 17)):
        s = first_decision(game, seed, plies)
        view = game.view(s, game.to_move(s))
        move = chosen(name, game, view)
        assert move in game.legal_moves(s)
        assert chosen(name, game, view) == move


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("players", [2, 3])
def test_a_bot_does_not_know_what_its_view_hides(name: str, players: int) -> None:
    """Two games that differ only in what is hidden; and a state whose hidden tiles are poison for whoever looks."""
    game = encore.load("dalapapa", players)
    s = first_decision(game, 4, 14)
    seat = game.to_move(s)
    assert seat is not None
    other = game.sample(game.view(s, seat), Random(9))
    assert other != s
    assert chosen(name, game, game.view(s, seat)) == chosen(name, game, game.view(other, seat))
    poisoned = replace(s, hands=tuple(hand if of == seat else (HIDDEN,) * len(hand) for of, hand in enumerate(s.hands)))
    assert chosen(name, game, poisoned) in game.legal_moves(s)


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("label", BASE)
def test_a_spent_budget_still_gives_a_legal_move(label: str, name: str) -> None:
    game = ALL[label]
    s = first_decision(game, 6, 5)
    budget = Budget(nodes=1)
    budget.cancel()
    assert find_bot(name).choose(game, game.view(s, game.to_move(s)), Random(1), budget) in game.legal_moves(s)


@pytest.mark.parametrize("name", ["mcts", "bot:expert"])
@pytest.mark.parametrize("label", ["dakapo-2", "dacapo-2", "dacapo-3", "dalapapa-2"])
def test_cancelling_ends_the_thinking(label: str, name: str) -> None:
    """Without a limit the bot would think until it has solved the game, or for ever."""
    game = ALL[label]
    s = first_decision(game, 6, 5)
    view = game.view(s, game.to_move(s))
    chosen(name, game, view, 1)
    budget = Budget()
    threading.Timer(0.2, budget.cancel).start()
    start = time.monotonic()
    assert find_bot(name).choose(game, view, Random(1), budget) in game.legal_moves(s)
    assert time.monotonic() - start < 20


def test_an_unknown_bot_is_told_the_known_ones() -> None:
    with pytest.raises(
        encore.OptionError, match="there is no bot 'deep'; the bots: random, greedy, mcts, bot:beginner"
    ):
        find_bot("deep")


def test_greedy_wins_when_it_can() -> None:
    game = encore.load("dakapo")
    s = game.initial()
    for text in ("f5r", "g5g", "d3y", "e6g", "f4y"):
        s = game.play(s, game.parse_move(s, text))
    assert game.format_move(chosen("greedy", game, s, 10_000)) == "f3g"
    assert game.format_move(chosen("mcts", game, s, 3000)) == "f3g"


def test_greedy_takes_the_best_turn_of_both_tiles() -> None:
    game = encore.load("dalapapa")
    for seed in range(3):
        s = first_decision(game, seed, 21)
        if s.phase != "first":
            continue
        seat = s.seat

        def turn(s: Any, seat: int = seat) -> int:
            if s.seat != seat or s.phase != "second":
                return int(s.scores[seat])
            return max(turn(game.play(s, move)) for move in game.legal_moves(s))

        worth = {move: turn(game.play(s, move)) for move in game.legal_moves(s)}
        assert worth[chosen("greedy", game, game.view(s, seat), 10_000)] == max(worth.values())


def test_overlooking_leaves_something_to_play() -> None:
    from encore.bots.mcts import notice

    assert notice([1, 2, 3], Random(1), Sight()) == [1, 2, 3]
    for seed in range(50):
        seen = notice([1, 2, 3], Random(seed), Sight(overlook=0.9))
        assert seen and set(seen) <= {1, 2, 3}
