"""Environments for research and training: actions and observations as numbers, many games in parallel."""

from encore.core.encoding import Encoding, encoding_of, rewards

__all__ = ["Encoding", "encoding_of", "rewards"]
