"""Bots. A bot sees the view of its seat and returns a legal move."""

from encore.bots.bot import Bot, bot_names, find_bot

__all__ = ["Bot", "bot_names", "find_bot"]
