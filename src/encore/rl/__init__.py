"""The games for those who study them or train agents: moves as numbers, positions as arrays, games by the thousand."""

from encore.core.encoding import Encoding, encoding_of, rewards

__all__ = ["Encoding", "encoding_of", "rewards"]
