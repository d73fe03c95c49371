"""Tree search that a trained network guides: the bot ``search:FILE``.

The network rates the moves and judges the position. The game's own search, if it has one, proves what it can: the
root first, then each leaf, and last what follows the move to be played. What is proved needs no opinion.
"""

from __future__ import annotations

import time
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from encore.bots.model import Network, find_model, network_of
from encore.core.encoding import rewards
from encore.core.errors import OptionError
from encore.core.game import DEALER, AnyGame
from encore.core.parts import Searcher
from encore.core.registry import package_of
from encore.core.thinking import Budget, Finding, Skill

if TYPE_CHECKING:  # who only wants the rules has no NumPy
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

EXPLORATION = 1.5
"""How much the rating of a move counts against what its games have shown."""
CAUTION = 0.2
"""An untried move is judged this much worse than its position."""
ROOT_SHARE = 0.25
"""The share of the time spent on proving the root."""
TREE_SHARE = 0.4
"""The share of the time spent on the tree after that; the rest tests the move to be played."""
PROOF = 200
"""The nodes of the game's own search at a leaf; again more after 4, 16, … visits."""
OPINION = 0.3
"""The share of the network in the value of a leaf; the rest is the estimate of the game's own search."""
NEARLY = 0.95
"""A move can be played if its visits are at least this share of the most, so that games differ."""


class NetworkSearchBot:
    """Plays the move that a search with a network prefers, in games of two without a dealer and hidden information."""

    def __init__(self, file: str) -> None:
        self.path: Path = find_model(file)
        self._ready: dict[AnyGame, tuple[Network, Searcher | None]] = {}

    def __reduce__(self) -> tuple[type[NetworkSearchBot], tuple[str]]:
        return type(self), (str(self.path),)

    def prepare(self, game: AnyGame) -> None:
        """Read the file and load the game's own search, or raise EncoreError if they do not suit the game."""
        if game in self._ready:
            return
        package = package_of(type(game))
        if game.players != 2 or game.hidden or package.chance or game.to_move(game.initial()) == DEALER:
            raise _unsuited(game)
        network = network_of(self.path, game)
        network.judge(game.initial(), 0)  # a network that has no outlook is refused now
        if prepare := package.prepare.load():
            prepare(game)
        searcher = package.searcher.load()
        self._ready[game] = network, searcher(game) if searcher else None

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return the move that the search prefers."""
        return self.search(game, view, rng, budget).move

    def search(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Finding:
        """Return the move and its value; a node is a position that the network has judged."""
        self.prepare(game)
        network, searcher = self._ready[game]
        began, whole = time.monotonic(), budget.seconds
        found = _proof(searcher, view, rng, budget, whole and whole * ROOT_SHARE) if searcher else None
        if found and found.proved:
            return found
        tree = Tree(game, network, searcher, rng, budget)
        root = tree.grow(view)
        tree.build(root, whole and began + whole * (ROOT_SHARE + TREE_SHARE))
        tree.test(root, whole and began + whole)
        return tree.finding(root, found)


def _unsuited(game: AnyGame) -> OptionError:
    return OptionError(f"search: plays games of two without a dealer and hidden cards, not {game.name}")


def _proof(searcher: Searcher, s: Any, rng: Random, budget: Budget, seconds: float | None) -> Finding:
    """Return what the game's own search finds in so many seconds of a budget, or with its nodes."""
    if seconds is None:
        return searcher.search(s, rng, budget, Skill())
    with budget.lasting(seconds) as part:
        return searcher.search(s, rng, part, Skill())


class Node:
    """A position: its moves with their ratings, and what was found after each, for ``seat``, which moves here."""

    __slots__ = ("children", "codes", "priors", "seat", "settled", "state", "totals", "value", "visits")

    def __init__(self, state: Any, seat: int, value: float) -> None:
        self.state, self.seat, self.value = state, seat, value
        self.settled = False  # the value is proved
        self.codes: list[int] = []
        self.children: list[Node | None] = []
        self.priors: NDArray[np.float64]
        self.visits: NDArray[np.float64]
        self.totals: NDArray[np.float64]

    def worth(self, seat: int) -> float:
        """Return the value for a seat: in some games one may move several times in a row."""
        return self.value if seat == self.seat else -self.value

    def pick(self) -> int:
        """Return the index of the most promising move; one that is proved is not searched again."""
        import numpy as np

        tried = self.visits > 0
        known = np.where(tried, self.totals / np.maximum(self.visits, 1), self.value - CAUTION)
        eager = EXPLORATION * sqrt(self.visits.sum() + 1) * self.priors / (1 + self.visits)
        return int(np.argmax(np.where(self.done(), -np.inf, known + eager)))

    def done(self) -> NDArray[np.bool_]:
        """Tell for each move whether its value is proved."""
        import numpy as np

        return np.array([child is not None and child.settled for child in self.children])

    def note(self, index: int, child: Node) -> None:
        """Take note of what a visit after a move has found, and settle the value if that proves it."""
        self.visits[index] += 1
        self.totals[index] += child.worth(self.seat)
        if not child.settled:
            return
        values = [each.worth(self.seat) for each in self.children if each is not None and each.settled]
        if child.worth(self.seat) == 1 or len(values) == len(self.children):
            self.value, self.settled = max(values), True
        else:  # what is proved counts as often as it was visited
            self.totals[index] = child.worth(self.seat) * self.visits[index]


class Tree:
    """The positions of one search."""

    def __init__(self, game: AnyGame, network: Network, searcher: Searcher | None, rng: Random, budget: Budget) -> None:
        self._game, self._network, self._searcher = game, network, searcher
        self._rng, self._budget = rng, budget
        self._chosen: int | None = None  # the move that was tested last, and is not proved to lose
        self.nodes = 0

    def grow(self, s: Any) -> Node:
        """Return a node for a position that is not over."""
        import numpy as np

        seat = self._game.to_move(s)
        assert seat is not None
        legal, ratings, outlook = self._network.judge(s, seat)
        self.nodes += 1
        node = Node(s, seat, outlook)
        chances = np.exp(ratings - ratings.max())
        node.codes, node.children = legal.tolist(), [None] * len(legal)
        node.priors = chances / chances.sum()
        node.visits, node.totals = np.zeros(len(legal)), np.zeros(len(legal))
        return node

    def build(self, root: Node, until: float | None) -> None:
        """Visit positions until the time comes, the budget is spent, or there is nothing to decide."""
        while len(root.codes) > 1 and not root.settled and not self._budget.over(self.nodes):
            if until is not None and time.monotonic() > until:
                return
            self.visit(root)

    def visit(self, root: Node) -> None:
        """Descend to a new position, or to a proof, and count what is found there on the way back."""
        path: list[tuple[Node, int]] = []
        node = root
        while not node.settled:
            index = node.pick()
            path.append((node, index))
            child = node.children[index]
            if child is None:
                child = node.children[index] = self._reach(node, node.codes[index])
                node = child
                break
            if not child.settled and _is_power_of_four(int(node.visits[index])):
                self._settle(child, PROOF * int(node.visits[index]))
            node = child
        value = node.value
        for parent, index in reversed(path):
            child = parent.children[index]
            assert child is not None
            if child.settled:
                parent.note(index, child)
                value = child.worth(parent.seat)
            else:
                value = value if child.seat == parent.seat else -value
                parent.visits[index] += 1
                parent.totals[index] += value

    def _reach(self, node: Node, code: int) -> Node:
        """Return the node after a move: the end of the game, a proof, or what the network says."""
        s = self._game.play(node.state, self._network.encoding.move(node.state, code))
        if outcome := self._game.outcome(s):
            end = Node(s, node.seat, rewards(self._game, outcome)[node.seat])
            end.settled = True
            return end
        seat = self._game.to_move(s)
        if seat is None or seat == DEALER:
            raise _unsuited(self._game)
        child = Node(s, seat, 0.0)
        found = self._settle(child, PROOF)
        if child.settled:
            return child
        grown = self.grow(s)
        if found:
            grown.value = OPINION * grown.value + (1 - OPINION) * (2 * found.value - 1)
        return grown

    def _settle(self, node: Node, nodes: int) -> Finding | None:
        """Try to prove a position; return what the game's own search has found."""
        if self._searcher is None:
            return None
        found = self._searcher.search(node.state, self._rng, self._budget, Skill(nodes=nodes))
        if found.proved:
            node.value, node.settled = 2 * found.value - 1, True
        return found

    def test(self, root: Node, until: float | None) -> None:
        """Try to prove what follows the move to be played; if it loses, test the next one with half of what is left."""
        while self._searcher and not root.settled and not self._budget.over(0):
            index = self._best(root)
            child = None if index is None else root.children[index]
            if index is None or child is None or child.settled:
                return
            left = None if until is None else max(0.0, until - time.monotonic()) / 2
            found = _proof(self._searcher, child.state, self._rng, self._budget, left)
            if not found.proved:
                self._chosen = index
                return
            child.value, child.settled = 2 * found.value - 1, True
            root.note(index, child)

    def finding(self, root: Node, found: Finding | None) -> Finding:
        """Return the move of a search that has ended; ``found`` is what the game's own search has found before."""
        index = self._best(root) if self._chosen is None else self._chosen
        if index is None:
            assert found is not None  # every move is proved to lose; the game's own search resists longest
            return Finding(found.move, 0.0, self.nodes, found.line, proved=True)
        child = root.children[index]
        value = child.worth(root.seat) if child and child.settled else _mean(root, index)
        move = self._network.encoding.move(root.state, root.codes[index])
        proved = bool(root.settled and child and child.settled)
        return Finding(move, (value + 1) / 2, self.nodes, (move,), proved)

    def _best(self, root: Node) -> int | None:
        """Return the index of the move to play; None if all lose and something else knows how to resist."""
        import numpy as np

        settled = [child.worth(root.seat) if child and child.settled else None for child in root.children]
        if 1 in settled:
            return settled.index(1)
        alive = [index for index, value in enumerate(settled) if value != -1]
        if not alive:
            return None if self._searcher else int(np.argmax(root.visits))
        if root.settled:
            return max(alive, key=lambda index: settled[index] or 0)
        # A tie that is proved is played if nothing else promises more.
        most = max(root.visits[alive])
        if not most:
            return max(alive, key=lambda index: root.priors[index])
        often = [index for index in alive if root.visits[index] >= NEARLY * most]
        return self._rng.choice(often)


def _mean(node: Node, index: int) -> float:
    return float(node.totals[index] / node.visits[index]) if node.visits[index] else node.value


def _is_power_of_four(number: int) -> bool:
    return number > 1 and number.bit_count() == 1 and number.bit_length() % 2 == 1
