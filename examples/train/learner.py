"""Learns from experience: proximal policy optimisation (Schulman et al. 2017)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from examples.train.network import Network
from examples.train.selfplay import Experience, log_chances

RATE, SLOWER = 2e-3, 1_000_000
"""The initial learning rate, and the number of moves after which it is halved."""
ROUNDS = 2
"""The number of passes over the experience before it is discarded."""

PORTION = 1024
CLIP = 0.2
"""The clip range: how much the probability of a move may change before its gradient is cut off."""

FAR = 10.0
"""Differences of log-probabilities are clipped to this."""

CURIOSITY = 0.01
"""The weight of the entropy bonus, which rewards exploration."""


class Learner:
    """Makes moves likelier that turned out better than expected, and improves the predicted values."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.optimiser = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)

    def learn(self, experience: Experience, before: int) -> None:
        """Learn from experience in random minibatches, given the number of moves played before."""
        for group in self.optimiser.param_groups:
            group["lr"] = RATE / (1 + before / SLOWER)
        for _ in range(ROUNDS):
            for portion in torch.randperm(len(experience.actions)).split(PORTION):
                self.optimiser.zero_grad()
                self._loss(experience, portion).backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
                self.optimiser.step()

    def _loss(self, experience: Experience, portion: Tensor) -> Tensor:
        ratings, values = self.network(experience.observations[portion])
        logarithms = log_chances(ratings, experience.legal[portion])
        chosen = logarithms.gather(1, experience.actions[portion, None]).squeeze(1)
        # A move that was very unlikely must not get an unbounded weight.
        likelier = (chosen - experience.chances[portion]).clamp(-FAR, FAR).exp()
        gains = experience.gains[portion]
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        gained = torch.minimum(likelier * gains, likelier.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
        undecided = -(logarithms.exp() * logarithms).sum(1).mean()
        wrong = (values - experience.values[portion]).square().mean()
        return wrong / 2 - gained - CURIOSITY * undecided
