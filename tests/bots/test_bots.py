"""Every bot plays every game: legal moves, from its view alone, again the same, and in time."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from mmap import PAGESIZE
from pathlib import Path
from random import Random
from signal import default_int_handler
from typing import Any

import pytest

import encore
from encore.arena.match import Match
from encore.bots import bot_names, find_bot, mcts
from encore.bots.bot import TimedBot, distinct
from encore.bots.random import RandomBot
from encore.bots.walk import Walk, walk
from encore.core.game import DEALER, AnyGame
from encore.core.thinking import Budget, Skill
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.search.endgame import Endgame
from encore.games.dacapo.search.two_sides import TwoSides
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


def chosen(name: str, game: AnyGame, view: Any, nodes: int = 40, prepared: bool = False) -> Any:
    bot = find_bot(name)
    if prepared:
        bot.prepare(game)
    with Budget(nodes=nodes) as budget:
        return bot.choose(game, view, Random(5), budget)


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("label", ALL)
def test_a_bot_returns_a_legal_move_and_the_same_one_again(label: str, name: str) -> None:
    game = ALL[label]
    for seed, plies in ((1, 0), (2, 9), (3, 17)):
        s = first_decision(game, seed, plies)
        view = game.view(s, game.to_move(s))
        move = chosen(name, game, view)
        assert move in game.legal_moves(s)
        assert chosen(name, game, view, prepared=True) == move


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("players", [2, 3])
def test_a_bot_has_no_hidden_information(name: str, players: int) -> None:
    """The hidden tiles are poison for whoever looks: with its view a bot never does, with the state it would."""
    game = encore.load("dalapapa", players)
    s = first_decision(game, 4, 14)
    seat = game.to_move(s)
    poisoned = replace(
        s, hands=tuple(hand if of == seat else (Poison(),) * len(hand) for of, hand in enumerate(s.hands))
    )
    move = chosen(name, game, game.view(poisoned, seat))
    assert move in game.legal_moves(s)
    if name != "random":
        with pytest.raises(Poisoned):
            chosen(name, game, poisoned)


class Poisoned(Exception):
    """Somebody has looked at what is hidden."""


class Poison:
    """A hidden tile that cannot be used in any way."""

    def __getattribute__(self, name: str) -> Any:
        raise Poisoned

    def _taken(self, *_: object) -> Any:
        raise Poisoned

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __int__ = __index__ = __float__ = _taken
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __floordiv__ = __repr__ = __array__ = (
        _taken
    )


@pytest.mark.parametrize("nodes", [1, 5])
def test_a_match_prepares_a_bot_and_shows_it_its_view_only(monkeypatch: pytest.MonkeyPatch, nodes: int) -> None:
    seen: list[tuple[int, Any]] = []

    class Peeping(RandomBot):
        prepared: AnyGame | None = None

        def prepare(self, game: AnyGame) -> None:
            assert not seen, "the first clock has run already"
            self.prepared = game

        def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
            assert self.prepared is game
            assert threading.current_thread() is not threading.main_thread(), "it must stay free for Ctrl-C"
            seen.append((game.to_move(view) or 0, view))
            return super().choose(game, view, rng, budget)

    monkeypatch.setattr("encore.arena.match.find_bot", lambda name: Peeping())
    monkeypatch.setattr("signal.getsignal", lambda signal: default_int_handler)
    Match(encore.load("dalapapa", target=30), ("random", "random"), 1, nodes=nodes).play(1)
    assert any(len(view.hands[1 - seat]) == 2 for seat, view in seen)
    assert {tile for seat, view in seen for tile in view.hands[1 - seat]} == {HIDDEN}


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
def test_cancel_stops_a_search(label: str, name: str) -> None:
    """Without a limit the bot would think until it has solved the game, or for ever."""
    game = ALL[label]
    s = first_decision(game, 6, 5)
    view = game.view(s, game.to_move(s))
    chosen(name, game, view, 1)
    budget = Budget()
    threading.Timer(0.2, budget.cancel).start()
    start = time.process_time()
    assert find_bot(name).choose(game, view, Random(1), budget) in game.legal_moves(s)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("laid_out", [1, 3])
def test_tree_search_samples_no_more_states_after_its_time(monkeypatch: pytest.MonkeyPatch, laid_out: int) -> None:
    game = encore.load("dalapapa", 4)
    s = first_decision(game, 6, 30)
    budget, sample, sampled = Budget(), game.sample, []

    def until_the_time_is_up(view: Any, rng: Random) -> Any:
        sampled.append(view)
        if len(sampled) == laid_out:
            budget._run_out()
        return sample(view, rng)

    monkeypatch.setattr(game, "sample", until_the_time_is_up)
    assert find_bot("mcts").choose(game, game.view(s, game.to_move(s)), Random(1), budget) in game.legal_moves(s)
    assert len(sampled) == laid_out


@pytest.mark.parametrize(("nodes", "walked"), [(1, 1), (5, 5), (100, mcts.WORLDS)])
def test_tree_search_sets_up_a_sampled_state_when_it_is_needed(
    monkeypatch: pytest.MonkeyPatch, nodes: int, walked: int
) -> None:
    game = encore.load("dalapapa")
    s = first_decision(game, 6, 5)
    walks: list[Any] = []

    def counted(game: AnyGame, state: Any) -> Walk:
        walks.append(state)
        return walk(game, state)

    monkeypatch.setattr(mcts, "walk", counted)
    chosen("mcts", game, game.view(s, game.to_move(s)), nodes)
    assert len(walks) == walked


def test_a_bots_own_time_is_still_limited_by_cancel_and_nodes() -> None:
    game, budget = encore.load("dakapo"), Budget(0.1, nodes=30)
    view = game.initial()

    class Patient(RandomBot):
        def choose(self, game: AnyGame, view: Any, rng: Random, own: Budget) -> Any:
            assert (own.seconds, own.nodes) == (60, 30)
            assert not own.over(29) and own.over(30)
            budget.cancel()
            assert own.over(0)
            return super().choose(game, view, rng, own)

    assert TimedBot(Patient(), 60).choose(game, view, Random(1), budget) in game.legal_moves(view)
    assert chosen("mcts@9999999", game, view, 30) in game.legal_moves(view)


LOADING = """
import sys
from random import Random
import encore
from encore.bots import find_bot
from encore.core.thinking import Budget
from tests.bots.test_bots import first_decision
from tests.variants import ALL

def loaded():
    modules = [module for name, module in sys.modules.items() if name.startswith("encore.")]
    parts = [part for module in modules for part in vars(module).values()]
    return {(kernel.__name__, used) for kernel in parts if hasattr(kernel, "py_func") for used in kernel.signatures}

game, bot = ALL[sys.argv[1]], find_bot(sys.argv[2])
states = [first_decision(game, 3, plies) for plies in (0, 3, 6, 10, 14, 18, 22, 26, 30, 34)]
bot.prepare(game)
before = loaded()
for s in states:
    with Budget(nodes=300) as budget:
        bot.choose(game, game.view(s, game.to_move(s)), Random(1), budget)
print(len(before), *sorted(loaded() - before))
"""


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("label", "name"),
    [(label, "bot:expert") for label in BASE]
    + [("dacapo-1", "bot:beginner"), ("dakapo-2", "mcts"), ("dacapo-2", "greedy"), ("dalapapa-2", "mcts@50")],
)
def test_a_bot_that_is_prepared_loads_nothing_more(label: str, name: str) -> None:
    """In a process of its own, because elsewhere another test has loaded the kernels."""
    run = subprocess.run([sys.executable, "-c", LOADING, label, name], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    count, *more = run.stdout.split(maxsplit=1)
    assert int(count) > 0
    assert more == []


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc: run the tests on Linux")
@pytest.mark.parametrize("tables", [lambda: TwoSides(DaCapo(2)), Endgame])
def test_a_new_round_of_da_capo_does_not_write_to_its_whole_table(tables: Callable[[], Any]) -> None:
    before = _megabytes()
    search = tables()
    search.forget()
    assert _megabytes() - before < 8


def _megabytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGESIZE >> 20


def test_an_unknown_bot_names_the_known_ones() -> None:
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


def test_overlooking_leaves_at_least_one_move() -> None:
    from encore.bots.mcts import notice

    assert notice([1, 2, 3], Random(1), Skill()) == [1, 2, 3]
    for seed in range(50):
        seen = notice([1, 2, 3], Random(seed), Skill(overlook=0.9))
        assert seen and set(seen) <= {1, 2, 3}


def test_bots_at_one_table_have_different_names() -> None:
    assert distinct(["bot:easy", "human", "bot:hard", "bot:easy"]) == ("bot:easy", "human", "bot:hard", "bot:easy 2")
    assert distinct(["human", "human"]) == ("human", "human")
