"""Monte Carlo tree search for any game; over information sets if there is hidden information."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any
from warnings import warn

from encore.bots.walk import Walk, prepare_walk, walk
from encore.core.deprecated import renamed_argument
from encore.core.game import DEALER, AnyGame
from encore.core.thinking import Budget, Finding, Skill

EXPLORATION = 0.7
"""The exploration constant of the upper confidence bound."""
WORLDS = 24
"""How many states are sampled for one decision in a game with hidden information."""


@dataclass(slots=True)
class Node:
    """Statistics of a move: how often it was tried and available, and what it won for its player."""

    visits: int = 0
    chances: int = 0
    won: float = 0.0
    children: dict[Hashable, Node] = field(default_factory=dict)

    def promise(self) -> float:
        """Return the upper confidence bound by which moves are chosen."""
        return self.won / self.visits + EXPLORATION * sqrt(log(self.chances + 1) / self.visits)


class MctsBot:
    """Plays the most visited move. ``sight`` is the old name of ``skill``."""

    def __init__(self, skill: Skill | None = None, *, sight: Skill | None = None) -> None:
        if sight is not None:
            warn("MctsBot(sight=…) is now MctsBot(skill=…)", DeprecationWarning, stacklevel=2)
        self.skill = skill or sight or Skill()

    @property
    def sight(self) -> Skill:
        """The skill, by its name in version 0.1.0."""
        warn("MctsBot.sight is now MctsBot.skill", DeprecationWarning, stacklevel=2)
        return self.skill

    def prepare(self, game: AnyGame) -> None:
        """Load the game's kernel."""
        prepare_walk(game)

    def choose(self, game: AnyGame, view: Any, rng: Random, budget: Budget) -> Any:
        """Return the move that the search prefers."""
        return search(game, view, rng, budget, self.skill).move


@renamed_argument("sight", "skill")
def search(game: AnyGame, view: Any, rng: Random, budget: Budget, skill: Skill) -> Finding:
    """Play random games, more of them after moves that do well.

    With hidden information several states are sampled and used in turn. They share one tree, in which the chances of a
    move count only the games in which it was legal. A sampled state is set up when its turn comes.
    """
    laid_out = [game.sample(view, rng)]
    while game.hidden and len(laid_out) < WORLDS and not budget.over(0):
        laid_out.append(game.sample(view, rng))
    worlds = [walk(game, laid_out[0])]
    seen = notice(worlds[0].steps(), rng, skill)
    root, played = Node(), 0
    while len(seen) > 1 and not budget.over(played) and played < skill.nodes:
        if len(worlds) == played < len(laid_out):
            worlds.append(walk(game, laid_out[played]))
        _play_once(worlds[played % len(laid_out)], root, seen, rng)
        played += 1
    step = max(seen, key=lambda step: root.children[step].visits if step in root.children else 0)
    node = root.children.get(step)
    value = node.won / node.visits if node and node.visits else 0.5
    return Finding(worlds[0].move(step), value, played)


@renamed_argument("sight", "skill")
def notice(steps: Any, rng: Random, skill: Skill) -> list[Any]:
    """Return the moves that are not overlooked, at least one."""
    if not skill.overlook:
        return list(steps)
    return [step for step in steps if rng.random() >= skill.overlook] or [rng.choice(steps)]


def _play_once(way: Walk, root: Node, seen: list[Any], rng: Random) -> None:
    """Descend the tree, add a move to it, finish the game at random, and update every move on the path."""
    path: list[tuple[int, Node]] = []
    node, fresh, steps = root, False, seen
    while not fresh and (seat := way.to_move()) is not None and seat != DEALER:
        step, fresh = _select(node, steps if node is root else way.steps(), rng)
        node = node.children[step]
        path.append((seat, node))
        way.forth(step)
    result = way.playout(rng)
    for seat, visited in path:
        visited.visits += 1
        visited.won += result[seat]
        way.back()


def _select(node: Node, steps: Any, rng: Random) -> tuple[Any, bool]:
    """Return an untried move, else the most promising one, and whether it is new."""
    untried = [step for step in steps if step not in node.children]
    for step in steps:
        if step in node.children:
            node.children[step].chances += 1
    if untried:
        step = rng.choice(untried)
        node.children[step] = Node(chances=1)
        return step, True
    return max(steps, key=lambda step: node.children[step].promise()), False
