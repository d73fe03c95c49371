"""The bot ``search:FILE``: a network guides the search, and the game's own search proves what it can."""

from __future__ import annotations

import pickle
import threading
import time
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest

import encore
from encore import DEALER, Game, Moves, Outcome
from encore.arena.match import Match
from encore.bots import network_search
from encore.bots.bot import TimedBot, described, find_bot
from encore.bots.model import network_of
from encore.bots.network_search import NetworkSearchBot, Tree
from encore.core.encoding import encoding_of
from encore.core.fact import Fact
from encore.core.thinking import Budget, Finding, Skill
from encore.games.dakapo import Dakapo, State
from encore.games.dakapo.search.searcher import Searcher
from tests.games.test_dakapo_search import TACTICS, Tactic
from tests.models import write_model

DAKAPO = Dakapo()
QUIET = "8/8/4g3/3ry3/3gb3/8/8/8 g"
WON = [tactic for tactic in TACTICS if tactic.state.startswith(("8/4y1g1/", "3bgyr1/", "ry6/", "8/8/4g3/"))]
LOST = "8/1b1r4/1grbg3/bygryrg1/1rygbg2/1g1byryr/8/8 r"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a network with random ratings and no opinion about positions."""
    path = tmp_path_factory.mktemp("models") / "model.onnx"
    ratings = np.random.default_rng(1).random(encoding_of(DAKAPO).actions)
    write_model(path, DAKAPO, ratings, outlook=0.0)
    return path


def search(file: Path, s: State, nodes: int, seed: int = 1) -> Finding:
    with Budget(nodes=nodes) as budget:
        return NetworkSearchBot(str(file)).search(DAKAPO, s, Random(seed), budget)


def unaided(file: Path, s: State, nodes: int) -> Finding:
    """Return what the tree finds without the game's own search."""
    with Budget(nodes=nodes) as budget:
        tree = Tree(DAKAPO, network_of(file, DAKAPO), None, Random(1), budget)
        root = tree.grow(s)
        for _ in range(nodes):
            if not root.settled:
                tree.visit(root)
        return tree.finding(root, None)


@pytest.mark.parametrize("tactic", WON, ids=lambda tactic: tactic.state)
def test_what_the_search_of_the_game_proves_is_played(file: Path, tactic: Tactic) -> None:
    found = search(file, DAKAPO.parse_state(tactic.state), 300)
    assert DAKAPO.format_move(found.move) in tactic.play


def test_the_tree_alone_finds_a_win_and_proves_it(file: Path) -> None:
    tactic = WON[0]
    found = unaided(file, DAKAPO.parse_state(tactic.state), 300)
    assert DAKAPO.format_move(found.move) in tactic.play
    assert found.proved and found.value == 1


def test_the_tree_alone_avoids_what_loses_at_once(file: Path) -> None:
    tactic = next(tactic for tactic in TACTICS if len(tactic.avoid) > 3)
    found = unaided(file, DAKAPO.parse_state(tactic.state), 600)
    assert DAKAPO.format_move(found.move) not in tactic.avoid


def test_where_every_move_loses_it_plays_on(file: Path) -> None:
    s = DAKAPO.parse_state(LOST)
    found = search(file, s, 300)
    assert found.move in DAKAPO.legal_moves(s)
    assert found.value == 0 and found.proved


def test_a_proof_at_a_leaf_ends_the_search(file: Path) -> None:
    s = DAKAPO.parse_state(LOST)
    with Budget(nodes=200) as budget:
        tree = Tree(DAKAPO, network_of(file, DAKAPO), Searcher(DAKAPO), Random(1), budget)
        root = tree.grow(s)
        while not root.settled:
            tree.visit(root)
    assert root.value == -1
    assert tree.nodes < len(root.codes), "most moves need no opinion of the network"


def test_the_ratings_of_the_network_lead_the_search(tmp_path: Path) -> None:
    s, encoding = DAKAPO.parse_state(QUIET), encoding_of(DAKAPO)
    legal = np.flatnonzero(encoding.mask(s))
    for favourite in (legal[0], legal[-1]):
        ratings = np.zeros(encoding.actions)
        ratings[favourite] = 12
        write_model(tmp_path / "model.onnx", DAKAPO, ratings, outlook=0.0)
        assert search(tmp_path / "model.onnx", s, 20).move == encoding.move(s, int(favourite))


def test_the_move_to_be_played_is_tested_at_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_search, "PROOF", 1)  # so that the leaves do not show what a move allows
    monkeypatch.setattr(network_search, "OPINION", 1)
    tactic = next(tactic for tactic in TACTICS if tactic.state.startswith("8/8/1grbr3/"))
    s, encoding = DAKAPO.parse_state(tactic.state), encoding_of(DAKAPO)
    ratings = np.zeros(encoding.actions)
    ratings[[encoding.code(s, DAKAPO.parse_move(s, text)) for text in tactic.avoid]] = 90
    write_model(tmp_path / "model.onnx", DAKAPO, ratings, outlook=0.0)
    found = search(tmp_path / "model.onnx", s, 150)
    assert DAKAPO.format_move(found.move) not in tactic.avoid


def test_a_leaf_is_worth_what_the_network_and_the_search_of_the_game_say(tmp_path: Path) -> None:
    write_model(tmp_path / "model.onnx", DAKAPO, np.zeros(256), outlook=1.0)
    with Budget(nodes=10) as budget:
        network = network_of(tmp_path / "model.onnx", DAKAPO)
        tree = Tree(DAKAPO, network, Searcher(DAKAPO), Random(1), budget)
        root = tree.grow(DAKAPO.parse_state(QUIET))
        tree.visit(root)
        leaf = next(child for child in root.children if child is not None)
        estimate = Searcher(DAKAPO).search(leaf.state, Random(1), budget, Skill(nodes=10)).value
    assert leaf.value == pytest.approx(0.3 + 0.7 * (2 * estimate - 1), abs=0.2)
    assert leaf.value < 0.95, "the network alone says 1"


def test_equal_seeds_and_nodes_give_equal_moves(file: Path) -> None:
    s = DAKAPO.parse_state(QUIET)
    assert search(file, s, 60, 3) == search(file, s, 60, 3)


def test_it_plays_whole_games_and_beats_chance(file: Path) -> None:
    match = Match(DAKAPO, (f"search:{file}", "random"), 4, seed=4, nodes=30)
    records = [match.play(number) for number in range(1, 5)]
    for number, record in enumerate(records, 1):
        mine = match.seats(number).index(f"search:{file}")
        assert record.tags["Result"] == str(mine + 1), record.tags


def test_a_search_ends_when_it_is_cancelled(file: Path) -> None:
    s, budget = DAKAPO.initial(), Budget(seconds=600)
    bot = find_bot(f"search:{file}")
    bot.prepare(DAKAPO)
    thread = threading.Thread(target=lambda: bot.choose(DAKAPO, s, Random(1), budget))
    with budget:
        thread.start()
        while thread.is_alive():
            budget.cancel()
            time.sleep(0.001)
    thread.join()


def test_names_with_a_time_and_of_records(file: Path) -> None:
    bot = find_bot(f"search:{file}@50")
    assert isinstance(bot, TimedBot) and bot.seconds == 0.05
    assert described(f"search:{file}@50").startswith(f"search:{file}@50#")
    inner = find_bot(f"search:{file}")
    assert isinstance(inner, NetworkSearchBot)
    assert pickle.loads(pickle.dumps(inner)).path == file
    with pytest.raises(encore.OptionError, match=r"there is no model 'nothing\.onnx'"):
        find_bot("search:nothing.onnx@50")


def test_a_network_without_an_outlook_is_refused(tmp_path: Path) -> None:
    write_model(tmp_path / "model.onnx", DAKAPO, np.zeros(256))
    with pytest.raises(encore.EncoreError, match="it rates moves but gives no outlook") as refused:
        find_bot(f"search:{tmp_path / 'model.onnx'}").prepare(DAKAPO)
    assert str(tmp_path) in str(refused.value)


@pytest.mark.parametrize("game", ["dacapo", "dalapapa"])
def test_games_with_a_dealer_are_refused(file: Path, game: str) -> None:
    with pytest.raises(encore.OptionError, match=f"without a dealer and hidden cards, not {game}"):
        find_bot(f"search:{file}").prepare(encore.load(game, players=2))


class Twice(Game[str, int]):
    """The first seat makes ``turns`` moves in a row, then the other one moves; who ``wins`` depends on the first."""

    name, title, summary, player_counts = "twice", "Twice", "move twice in a row", (2,)
    turns, wins, dealt = 2, (0, 1), -1

    def initial(self) -> str:
        return ""

    def to_move(self, s: str) -> int | None:
        if len(s) == self.dealt:
            return DEALER
        return None if len(s) > self.turns else int(len(s) == self.turns)

    def legal_moves(self, s: str) -> Moves[int]:
        return Moves((0, 1))

    def play(self, s: str, move: int) -> str:
        return s + str(move)

    def outcome(self, s: str) -> Outcome | None:
        winners = (self.wins[int(s[0])],) if len(s) > self.turns else ()
        return Outcome(winners, (), Fact("core.plain", text="")) if winners else None

    def format_move(self, move: int) -> str:
        return str(move)

    def parse_move(self, s: str, text: str) -> int:
        return int(text)

    def format_state(self, s: str) -> str:
        return s

    def parse_state(self, text: str) -> str:
        return text


class Opinion:
    """A network that rates all moves the same and thinks that the seat that has made the good move will win."""

    def __init__(self, game: Twice) -> None:
        self.game, self.encoding = game, encoding_of(game)

    def judge(self, s: str, seat: int) -> tuple[Any, Any, float]:
        legal = np.flatnonzero(self.encoding.mask(s))
        outlook = 0.0 if not s else 0.8 if self.game.wins[int(s[0])] == seat else -0.8
        return legal, np.zeros(len(legal)), outlook


@pytest.mark.parametrize("visits", [6, 60])
@pytest.mark.parametrize("wins", [(0, 1), (1, 0)])
def test_a_seat_may_move_several_times_in_a_row(wins: tuple[int, int], visits: int) -> None:
    game = Twice()
    game.wins = wins
    tree = Tree(game, cast("Any", Opinion(game)), None, Random(1), Budget(nodes=999))
    root = tree.grow("")
    for _ in range(visits):
        if not root.settled:
            tree.visit(root)
    found = tree.finding(root, None)
    assert found.move == wins.index(0) and found.value > 0.7
    assert found.proved == (visits == 60) and (not found.proved or found.value == 1)


def test_games_with_a_dealer_are_refused_without_a_chance_part_too(file: Path) -> None:
    game = Twice()
    game.dealt = 0
    with pytest.raises(encore.OptionError, match="without a dealer and hidden cards, not twice"):
        find_bot(f"search:{file}").prepare(game)
    game.dealt = 1
    tree = Tree(game, cast("Any", Opinion(game)), None, Random(1), Budget(nodes=9))
    with pytest.raises(encore.OptionError, match="without a dealer and hidden cards, not twice"):
        tree.visit(tree.grow(""))
