"""Environments for research and training: actions and observations as numbers, many games in parallel."""

from encore.core.encoding import Encoding, bounds_of, encoding_of, rewards

__all__ = ["Encoding", "bounds_of", "encoding_of", "rewards"]
