"""Self-play: many games of a network against itself at once, as experience to learn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from encore.core.game import AnyGame
from encore.rl.batch import Batch
from examples.train.network import Network, Size

FORBIDDEN = -1e9
"""The logit of an illegal action."""

FORESIGHT = 0.9
"""The lambda of the advantage estimate: 1 uses only the results of games, 0 only the network's predictions."""

OPENING = 10
"""The maximum number of random moves at the start of a game. They are not learned from. Without them the network would
play the same game again and again."""


@dataclass(frozen=True)
class Experience:
    """Moves that were played, one row each.

    The observation, the legal actions, the action and its log-probability; the advantage (how much better than
    expected it turned out), and the return of the position.
    """

    observations: Tensor
    legal: Tensor
    actions: Tensor
    chances: Tensor
    gains: Tensor
    values: Tensor
    games: int

    @classmethod
    def of(cls, parts: Sequence[Experience]) -> Experience:
        """Return several joined into one."""
        names = ("observations", "legal", "actions", "chances", "gains", "values")
        joined = {name: torch.cat([getattr(part, name) for part in parts]) for name in names}
        return cls(**joined, games=sum(part.games for part in parts))


class SelfPlay:
    """Several games at once of a network against itself, which continue from call to call."""

    def __init__(self, game: AnyGame, games: int, seed: int, size: Size) -> None:
        self.batch = Batch(game, games, seed)
        self.network = Network(size)
        self.generator = torch.Generator().manual_seed(seed)
        self.opening = self._openings(games)
        """How many random opening moves each game still has."""

    def play(self, weights: Mapping[str, Tensor], moves: int) -> Experience:
        """Play a number of moves in each game with these weights."""
        self.network.load_state_dict(weights)
        with torch.inference_mode():
            return self._play(moves)

    def _openings(self, games: int) -> Tensor:
        return torch.randint(OPENING + 1, (games,), generator=self.generator)

    def _play(self, moves: int) -> Experience:
        batch, count = self.batch, len(self.batch)
        observations = torch.empty((moves, *batch.observations.shape), dtype=torch.int8)
        legal = torch.empty((moves, *batch.masks.shape), dtype=torch.bool)
        actions = torch.empty((moves, count), dtype=torch.int64)
        chances, rewards, ended = (torch.empty((moves, count)) for _ in range(3))
        values = torch.empty((moves + 1, count))
        meant = torch.empty((moves, count), dtype=torch.bool)
        for move in range(moves):
            observations[move] = torch.from_numpy(batch.observations)
            legal[move] = torch.from_numpy(batch.masks)
            ratings, values[move] = self.network(observations[move])
            meant[move] = self.opening <= 0
            logarithms = log_chances(ratings * meant[move, :, None], legal[move])
            chosen = torch.multinomial(logarithms.exp(), 1, generator=self.generator)
            actions[move], chances[move] = chosen.squeeze(1), logarithms.gather(1, chosen).squeeze(1)
            mover = batch.seat.copy()
            batch.step(actions[move].numpy())
            rewards[move] = torch.from_numpy(batch.rewards[np.arange(count), mover])
            ended[move] = torch.from_numpy(batch.done)
            self.opening = torch.where(torch.from_numpy(batch.done), self._openings(count), self.opening - 1)
        values[moves] = self.network(torch.from_numpy(batch.observations))[1]
        gains = judge(rewards, values, ended)
        return Experience(
            observations[meant],
            legal[meant],
            actions[meant],
            chances[meant],
            gains[meant],
            (gains + values[:moves])[meant],
            int(ended.sum()),
        )


def log_chances(ratings: Tensor, legal: Tensor) -> Tensor:
    """Return the log-probability of each action."""
    return torch.log_softmax(ratings.masked_fill(~legal, FORBIDDEN), -1)


def judge(rewards: Tensor, values: Tensor, ended: Tensor) -> Tensor:
    """Return the advantage of each move for the player who made it.

    Two players take turns, so what is good after a move is good for the opponent: the sign changes at each step back.
    """
    gains = torch.empty_like(rewards)
    later = torch.zeros_like(rewards[0])
    for move in reversed(range(len(rewards))):
        goes_on = 1 - ended[move]
        surprise = rewards[move] - goes_on * values[move + 1] - values[move]
        later = surprise - FORESIGHT * goes_on * later
        gains[move] = later
    return gains
