"""Whole games of each kind: by mouse, by keys alone, and by touch on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.client import Served, open_table
from tests.web.boards import (
    MOVE,
    TITLES,
    card_of,
    catch_fish,
    moves_listed,
    moves_of_seats,
    offered,
    play_to_the_end,
    record_of,
    result_of,
)
from tests.web.conftest import PHONE, Visit
from tests.web.hands import Finger, Hand, Keys, Mouse
from tests.web.lines import play_on
from tests.web.scenes import ME, show, sit
from tests.web.solving import board_is_drawn

SHORT = {
    "dacapo": ("Points to win", "1"),
    "dalapapa": ("Points to win", "10"),
}
COLOURS = {"r": "Red", "y": "Yellow", "g": "Green", "b": "Blue"}
MOVED = (
    """moves => Number(document.querySelector("section[aria-label=Game] details summary .soft").textContent) >= moves"""
)
KINDS = pytest.mark.parametrize("game", TITLES)


def one_of_all(own: str) -> pytest.MarkDecorator:
    """Return the mark of a test for every game, of which make test runs one."""
    others = [pytest.param(game, marks=pytest.mark.thorough) for game in TITLES if game != own]
    return pytest.mark.parametrize("game", [own, *others])


def shorten(hand: Hand, card: Locator, game: str) -> None:
    """Set a low target, if the game has points."""
    if game in SHORT:
        label, points = SHORT[game]
        hand.use(card.locator("summary"))
        card.get_by_label(label, exact=True).fill(points)


def expect_right_end(server: Served, page: Page) -> None:
    """The page shows the same end as the record."""
    shown = result_of(page)
    record = record_of(server, page)
    result = record.tags["Result"]
    winner = shown.locator("tr.won th")
    expect(winner).to_have_count(0 if result == "-" else len(result.split(",")))
    expect(shown.get_by_role("heading")).to_have_text(re.compile("draw|win|You lost this time", re.IGNORECASE))
    if "Scores" in record.tags:
        assert sorted(shown.locator("tbody td:nth-of-type(1)").all_inner_texts()) == sorted(
            record.tags["Scores"].split(",")
        )
    expect(page.locator("section[aria-label=Game] details summary .soft").first).to_have_text(
        str(moves_of_seats(record))
    )


@one_of_all("dakapo")
def test_a_game_by_mouse_against_a_bot(visit: Visit, server: Served, game: str) -> None:
    page = visit("/")
    hand = Mouse(page)
    shorten(hand, card_of(page, game), game)
    card_of(page, game).get_by_role("button", name=re.compile("^Play")).click()
    assert play_to_the_end(hand, game) > 0
    expect_right_end(server, page)


@one_of_all("dacapo")
def test_a_game_by_keys_alone(visit: Visit, server: Served, game: str) -> None:
    page = visit("/")
    hand = Keys(page)
    card = card_of(page, game)
    if game in SHORT:
        label, points = SHORT[game]
        hand.use(card.locator("summary"))
        hand.reach(card.get_by_label(label, exact=True))
        page.keyboard.press("Control+a")
        page.keyboard.type(points)
    hand.use(card.get_by_role("button", name=re.compile("^Play")))
    assert play_to_the_end(hand, game) > 0
    expect_right_end(server, page)


@one_of_all("dalapapa")
def test_a_game_by_touch_on_a_phone(visit: Visit, server: Served, game: str) -> None:
    page = visit("/", viewport=PHONE, has_touch=True, is_mobile=True)
    hand = Finger(page)
    shorten(hand, card_of(page, game), game)
    hand.use(card_of(page, game).get_by_role("button", name="On this screen"))
    assert play_to_the_end(hand, game) > 0
    expect_right_end(server, page)


@pytest.mark.thorough
def test_da_capo_alone_is_a_puzzle_with_undo(visit: Visit, server: Served) -> None:
    page = visit("/")
    card = card_of(page, "dacapo")
    card.locator("summary").click()
    card.get_by_label("Players").select_option("1")
    card.get_by_role("button", name="Play alone").click()
    offered(page, 0)
    fish = page.locator("[role=gridcell]:not([aria-label*=', empty'])")
    labels = "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    dealt = fish.evaluate_all(labels)
    hand = Mouse(page)
    for caught in range(2):
        catch_fish(hand)
        offered(page, caught + 1)
    assert len(fish.evaluate_all(labels)) == len(dealt) - 2
    undo.click()
    offered_again(page, 1)
    undo.click()
    offered_again(page, 0)
    assert fish.evaluate_all(labels) == dealt
    play_to_the_end(hand, "dacapo")
    expect(result_of(page).get_by_role("heading")).to_have_text(re.compile("^(Solved!|Not solved this time)$"))
    record = record_of(server, page)
    assert record.tags["Players"] == "1"


def offered_again(page: Page, moves: int) -> None:
    """Wait until the list has only this many moves."""
    expect(page.locator("section[aria-label=Game] details summary .soft").first).to_have_text(str(moves))
    offered(page, moves)


def test_squares_of_dakapo_can_be_called(visit: Visit, server: Served) -> None:
    page = visit("/")
    card = card_of(page, "dakapo")
    card.locator("summary").click()
    card.get_by_role("radio", name="Only if it is called").check()
    card.get_by_role("button", name="On this screen").click()
    offered(page, 0)
    hand = Mouse(page)
    # The first call has no effect, the square that e7 makes is not called, and the last one is.
    moves = ["d6y!", "f5r", "f6y", "e6r", "e7y", "d3r", "e3y", "f3r!"]
    for number, move in enumerate(moves):
        hand.cell(move[:2])
        colours = page.get_by_role("toolbar")
        if move.endswith("!"):
            colours.get_by_role("button", name="Call a square").click()
        colours.get_by_role("button", name=COLOURS[move[2]], exact=True).click()
        expect(page.locator("g.missed")).to_have_count(int(number >= moves.index("e7y")))
        what = offered(page, number + 1)
    assert what == "over"
    expect(page.locator("g.won")).to_have_count(1)
    assert list(record_of(server, page).moves) == moves


def test_the_end_of_a_round_is_counted(visit: Visit, server: Served) -> None:
    page = visit()
    seated = open_table(server, game="dacapo", players=4, chairs=[ME] * 4)
    sit(page, server, seated)
    offered(page, 0)
    watching = visit(f"/table/{seated['table']}")
    board_is_drawn(watching)
    play_on(server, seated, lambda board: board["round"] == 2)
    count = page.get_by_role("region", name="Round 1 is over")
    expect(count).to_be_visible()
    moves = moves_listed(page)
    won = [int(text) for text in count.locator("strong").all_inner_texts()]
    # With four, partners count together, and every fish is in somebody's pile.
    assert (len(won), sum(won)) == (2, 36)
    points = page.locator("section[aria-label=Players] .points .hidden")
    expect(points).to_have_text([f"0 points, plus {count} in this round" for count in won * 2])
    expect(page.locator("[role=gridcell].grip")).to_have_count(0)
    turn = page.locator(".turn[role=status]")
    expect(turn).to_have_text("Round 1 is over")
    expect(page.locator("section[aria-label=Players] [aria-current]")).to_have_count(0)
    count.get_by_role("button", name="Next deal").click()
    expect(count).to_have_count(0)
    expect(turn).to_have_text(re.compile("your turn$"))
    assert offered(page, moves) == "turn"
    expect(points).to_have_text(
        [f"{count} {'point' if count == 1 else 'points'}, plus 18 in this round" for count in won * 2]
    )
    expect(page.get_by_role("region", name="Board").get_by_text("Round 2 · to 60 points")).to_be_visible()
    expect(page.locator("[role=gridcell]:not([aria-label*=', empty'])")).to_have_count(36)
    for played in range(2):
        catch_fish(Mouse(page))
        offered(page, moves + played + 1)
    # Whoever has not gone on yet still sees the end of the round, and its moves only.
    expect(watching.locator(".turn[role=status]")).to_have_text("Round 1 is over")
    assert moves_listed(watching) == moves
    watching.get_by_role("button", name="Next deal").click()
    expect(watching.locator("[role=gridcell]:not([aria-label*=', empty'])")).to_have_count(34)
    assert moves_listed(watching) > moves + 1


@pytest.mark.sampled(3)
@KINDS
def test_the_board_stays_through_the_moves(visit: Visit, game: str) -> None:
    """A board that was created again would lose the keyboard focus, the visible part, and every animation."""
    page = visit("/")
    hand = Keys(page)
    hand.use(card_of(page, game).get_by_role("button", name=re.compile("^Play")))
    offered(page, 0)
    board = page.locator("section[aria-label=Board] [role=grid], section[aria-label=Board] [role=application]")
    board.evaluate("board => { board.remembered = true; }")
    before = moves_listed(page)
    MOVE[game](hand)
    page.wait_for_function(MOVED, arg=before + 1)
    assert board.evaluate("board => board.remembered === true")
    assert page.evaluate("() => document.activeElement !== document.body")


def test_a_flipped_table_is_played_like_any_other(visit: Visit, server: Served) -> None:
    """Points are upright, arrows move in their direction, and a tile goes where the player touches."""
    page = visit()
    show(page, server, "dalapapa second tile")
    page.get_by_role("button", name="Flip the board").click()
    lit = page.locator(".surface g.place")
    for name in ["Turn", "Turn", "Turn", "Flip", "Turn", "Turn", "Turn"]:
        if lit.count():
            break
        page.get_by_role("button", name=name, exact=True).click()
    assert lit.first.locator("text").evaluate("text => text.getScreenCTM().a") > 0
    table, aimed = page.get_by_role("application"), page.locator(".surface .aimed")
    table.press("ArrowDown")
    for key, axis, way in (("Up", "y", -1), ("Down", "y", 1), ("Left", "x", -1), ("Right", "x", 1)):
        before = aimed.bounding_box()
        table.press(f"Arrow{key}")
        after = aimed.bounding_box()
        assert before and after
        assert before == after or (after[axis] - before[axis]) * way > 0  # type: ignore[literal-required]
    spot = lit.first.bounding_box()
    assert spot
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.mouse.click(x, y)
    staged = page.locator(".surface .staged").bounding_box()
    assert staged
    assert staged["x"] < x < staged["x"] + staged["width"] and staged["y"] < y < staged["y"] + staged["height"]


def test_points_are_shown_once_under_the_players_names(visit: Visit, server: Served) -> None:
    page = visit("/")
    standing = page.locator(".dalapapa .standing li")
    show(page, server, "dalapapa second tile")
    expect(page.locator("section[aria-label=Players] .score")).to_have_count(2)
    expect(standing).to_have_text("Pebble")
    expect(standing.get_by_role("img", name="2 tiles")).to_be_visible()
    show(page, server, "replay of dalapapa")
    expect(standing).to_have_text([re.compile(rf"{name}\s*−?\d+") for name in ("Ada", "Béla", "Chiyo")])
    show(page, server, "lesson of dalapapa")
    expect(standing.first).to_contain_text("You")
