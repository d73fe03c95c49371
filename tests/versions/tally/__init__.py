"""Tally: reach ten, or avoid it."""

from .rules import Tally

GAME = Tally
"""The game with its newest rules."""
