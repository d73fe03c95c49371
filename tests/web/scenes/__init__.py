"""Every page of the site, every state it can be in, and how to get there."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.server.client import Served
from tests.web.scenes import company, learning, people, puzzles, results, start, turns
from tests.web.scenes.company import by_the_day, three, two
from tests.web.scenes.results import mistaken
from tests.web.scenes.stage import (
    BOT,
    ME,
    STORIES,
    TITLES,
    Scene,
    at_move,
    dress,
    played,
    replay,
    sit,
    type_move,
    until,
)
from tests.web.scenes.turns import rich_table, stage_best

__all__ = [
    "BOT",
    "ME",
    "SCENES",
    "TITLES",
    "Scene",
    "at_move",
    "by_the_day",
    "dress",
    "mistaken",
    "played",
    "replay",
    "rich_table",
    "show",
    "sit",
    "stage_best",
    "three",
    "two",
    "type_move",
    "until",
]

SCENES: dict[str, Scene] = {
    name: visit
    for story in (start, turns, company, results, learning, puzzles, people)
    for name, visit in STORIES[story.__name__].items()
}
"""In this order, because ``test_everyone.py`` gives each scene a language by its place."""


def show(page: Page, server: Served, name: str) -> None:
    """Bring a page into a state."""
    SCENES[name](page, server)
