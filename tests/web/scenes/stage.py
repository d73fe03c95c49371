"""What scenes share: tables, records, moves and looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from playwright.sync_api import Page, expect

import encore
from encore.bots.bot import find_bot
from encore.core.record import format_record
from encore.core.replay import record_of
from encore.core.thinking import Budget
from tests.server.client import Served, open_table
from tests.web.solving import board_is_drawn

Scene = Callable[[Page, Served], None]
STORIES: dict[str, dict[str, Scene]] = {}
"""The scenes of each module."""
TITLES = {"dakapo": "Dakapo", "dacapo": "Da Capo", "dalapapa": "Dalapapa"}
ME = {"kind": "screen", "name": "Ada"}
BOT = {"kind": "bot", "bot": "bot:beginner"}


def scene(visit: Scene) -> Scene:
    """Register a scene under its name."""
    STORIES.setdefault(visit.__module__, {})[visit.__name__.replace("_", " ")] = visit
    return visit


@cache
def played(game: str, players: int = 2, seed: int = 3, bot: str = "greedy", **options: int) -> str:
    """Return the record of a whole game between bots, the same one every time."""
    rules = encore.load(game, players=players, **options)
    player, rng, budget = find_bot(bot), Random(seed), Budget(nodes=50)
    state, moves = rules.initial(), []
    while (seat := rules.to_move(state)) is not None:
        if seat == encore.DEALER:
            move = rules.deal(state, rng)
        else:
            move = player.choose(rules, rules.view(state, seat), rng, budget)
        moves.append(rules.format_move(move))
        state = rules.play(state, move)
    return format_record(record_of(rules, moves, state, ["Ada", "Béla", "Chiyo", "Dov"][:players]))


def sit(page: Page, server: Served, seated: dict[str, object]) -> None:
    """Open a table as the player who has a seat's token."""
    name = f"encore-{seated['table']}"
    path = f"/api/tables/{seated['table']}"
    page.context.add_cookies([{"name": name, "value": str(seated["token"]), "domain": "127.0.0.1", "path": path}])
    page.goto(f"{server.url}/table/{seated['table']}")


def at_move(page: Page, server: Served, game: str, **asked: object) -> None:
    """Join a table against bots, and wait for the player's turn."""
    players = int(str(asked.get("players", 2)))
    sit(page, server, open_table(server, game=game, chairs=[ME, *[BOT] * (players - 1)], **asked))
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()
    board_is_drawn(page)


def replay(page: Page, server: Served, record: str) -> None:
    """Open a record as a file."""
    page.goto(f"{server.url}/replay")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": record.encode()}
    )
    expect(page.locator("figure svg").first).to_be_visible()


def type_move(page: Page, move: str) -> None:
    """Type a move in notation."""
    page.locator(".typed-move").fill(move)
    page.locator(".typed-move").press("Enter")


def until(page: Page, condition: str) -> None:
    """Wait until a condition holds in a page. Playwright's own way evaluates texts, which the page's policy forbids."""
    look = f"const look = () => ({condition}) ? resolve() : setTimeout(look, 50)"
    waits = f"new Promise((resolve, reject) => {{ {look}; look(); setTimeout(reject, 30000, 'in vain') }})"
    page.evaluate(f"() => {waits}")


def dress(page: Page, theme: str, contrast: str) -> None:
    """Apply a theme as the settings do."""
    page.evaluate(
        "look => Object.assign(document.documentElement.dataset, look)", {"theme": theme, "contrast": contrast}
    )
