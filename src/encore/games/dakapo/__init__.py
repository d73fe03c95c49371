"""Dakapo: two players, stones in four colours on 8×8, complete a square."""

from encore.games.dakapo.rules import Dakapo, Move, State

GAME = Dakapo
"""What the registry finds."""

__all__ = ["GAME", "Dakapo", "Move", "State"]
