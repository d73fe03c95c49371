"""Learns from experience: proximal policy optimisation (Schulman et al. 2017)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from examples.train.network import Network
from examples.train.selfplay import Experience, log_chances

RATE, SLOWER = 2e-3, 1_000_000
"""How far a step goes at first, and after how many moves only half as far."""
ROUNDS = 2
"""How often experience is gone through before it is thrown away."""

PORTION = 1024
CLIP = 0.2
"""How much likelier or unlikelier a move may become before what it was worth no longer counts."""

FAR = 10.0
"""Logarithms of chances that differ by more are taken for as different as this."""

CURIOSITY = 0.01
"""What it is worth to keep trying other moves."""


class Learner:
    """Makes moves likelier that turned out better than expected, and expects more exactly what came of them."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.optimiser = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)

    def learn(self, experience: Experience, before: int) -> None:
        """Learn from experience, in portions drawn at random, after so many moves before."""
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
        # A move that was next to impossible must not weigh without bounds.
        likelier = (chosen - experience.chances[portion]).clamp(-FAR, FAR).exp()
        gains = experience.gains[portion]
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        gained = torch.minimum(likelier * gains, likelier.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
        undecided = -(logarithms.exp() * logarithms).sum(1).mean()
        wrong = (values - experience.values[portion]).square().mean()
        return wrong / 2 - gained - CURIOSITY * undecided
