"""The boards of Dakapo and Da Capo: what they mark, and what never covers or moves what."""

from __future__ import annotations

import re
from itertools import count
from random import Random

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

import encore
from tests.server.client import Served, open_table
from tests.web.boards import catch_fish, offered
from tests.web.conftest import DESKTOP, PHONE, Visit
from tests.web.hands import Finger, Mouse
from tests.web.languages import LOCALES
from tests.web.lines import play_moves
from tests.web.scenes import ME, at_move, show, sit, type_move
from tests.web.solving import board_is_drawn

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None
    return box


def overlap(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not beside and not above


def around(cell: str) -> list[str]:
    """Return a cell of Dakapo's board and those that touch it, also at a corner."""
    files = [chr(ord(cell[0]) + by) for by in (-1, 0, 1)]
    ranks = [int(cell[1]) + by for by in (-1, 0, 1)]
    return [f"{file}{rank}" for file in files if file in "abcdefgh" for rank in ranks if 1 <= rank <= 8]


CORNERS = ("a1", "a8", "h1", "h8")


def distance(cell: str, other: str) -> int:
    return abs(ord(cell[0]) - ord(other[0])) + abs(int(cell[1]) - int(other[1]))


def towards_the_corners(rng: Random) -> tuple[list[str], list[str]] | None:
    """Return Dakapo moves that put a stone next to each empty corner, and two more cells where a stone may go."""
    rules = encore.load("dakapo")
    s, moves, corners = rules.initial(), list[str](), list(CORNERS)
    while corners:
        free = [move for move in map(rules.format_move, rules.legal_moves(s)) if move[:2] not in CORNERS]
        free = [move for move in free if rules.outcome(rules.play(s, rules.parse_move(s, move))) is None]
        if not free:
            return None
        moves.append(min(free, key=lambda move: (distance(move[:2], corners[0]), rng.random())))
        s = rules.play(s, rules.parse_move(s, moves[-1]))
        corners = [corner for corner in corners if distance(moves[-1][:2], corner) > 1]
    cells = sorted({rules.format_move(move)[:2] for move in rules.legal_moves(s)} - set(CORNERS))
    return moves, [cells[0], cells[-1]]


@pytest.mark.sampled(2)
@SIZES
def test_the_colours_never_cover_the_stones_next_to_the_cell(visit: Visit, server: Served, size: ViewportSize) -> None:
    moves, others = next(found for seed in count() if (found := towards_the_corners(Random(seed))))
    seated = open_table(server, game="dakapo", chairs=[ME, ME])
    play_moves(server, seated, moves)
    page = visit("/", viewport=size)
    sit(page, server, seated)
    board_is_drawn(page)
    for cell in (*CORNERS, *others):
        Mouse(page).cell(cell)
        colours = box_of(page.get_by_role("toolbar"))
        covered = [
            near for near in around(cell) if overlap(colours, box_of(page.locator(f"[data-cell={near}] .ground")))
        ]
        assert covered == []
        assert colours["x"] >= 0 and colours["x"] + colours["width"] <= size["width"]
        page.keyboard.press("Escape")


@pytest.mark.sampled(2)
@SIZES
@pytest.mark.parametrize("call", ["auto", "spoken"])
def test_the_board_of_dakapo_stays_in_its_place(visit: Visit, server: Served, size: ViewportSize, call: str) -> None:
    """Before the first stone no colour is forbidden, but the line for it already takes its space."""
    page = visit(viewport=size)
    at_move(page, server, "dakapo", options={"call": call})
    field, forbidden = page.get_by_role("grid"), page.locator(".forbidden")
    supply = page.locator(".beside")
    heights = [box_of(supply)["height"]]
    expect(forbidden).to_have_text("")
    within = [box_of(field)["y"] - box_of(supply)["y"]]
    type_move(page, "d6y")
    expect(forbidden).to_contain_text("this turn")
    heights.append(box_of(supply)["height"])
    within.append(box_of(field)["y"] - box_of(supply)["y"])
    assert heights[0] == heights[1]
    assert within[0] == within[1]


def test_only_the_square_that_won_keeps_its_full_colours(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "replay of dakapo")
    expect(page.locator("g.won .corner")).to_have_count(4)
    stones = page.locator("[data-cell] .stone")
    expect(page.locator("[data-cell] .stone.faded")).to_have_count(stones.count() - 4)


def test_a_switch_says_what_to_do_and_what_a_wrong_fish_breaks(visit: Visit) -> None:
    page = visit("/learn/dacapo")
    page.get_by_role("button", name=re.compile("^Step 6:")).click()
    Mouse(page).cell("f2")
    expect(page.locator(".note")).to_have_text(re.compile("^Nothing to capture: .*Fish on yellow can capture$"))
    buttons = page.get_by_role("group", name="Switch – only before your first capture")
    expect(buttons.get_by_text("only before your first capture")).to_be_visible()
    page.get_by_role("button", name="Switch the Octopus").click()
    told = buttons.get_by_text("Choose a fish to change places with")
    expect(told).to_be_visible()
    Mouse(page).cell(str(page.locator("[role=gridcell][aria-label*=purple]").first.get_attribute("data-cell")))
    expect(page.get_by_role("alert")).to_contain_text("There is no other red fish")
    expect(page.get_by_role("alert")).to_contain_text("or end the switch to capture")
    expect(told).to_contain_text("To capture, press the button again")
    expect(told).to_be_visible()
    Mouse(page).cell("d3")
    expect(page.locator(".notice.good")).to_contain_text("On d3")


def test_a_touch_explains_the_life_preserver_and_what_a_pile_is_worth(visit: Visit, server: Served) -> None:
    page = visit(viewport=PHONE, has_touch=True)
    sit(page, server, open_table(server, game="dacapo", chairs=[ME, ME]))
    hand = Finger(page)
    offered(page, 0)
    note = page.locator(".note")
    hand.cell("f1")
    expect(note).to_have_text("The life preserver only marks the corner where the deal ends")
    hand.cell("f1")
    expect(note).to_have_count(0)
    catch_fish(hand)
    offered(page, 1)
    pile = page.get_by_role("gridcell", name=re.compile("pile of 2"))
    hand.cell(str(pile.get_attribute("data-cell")))
    expect(note).to_have_text(re.compile("^2 fish: as many points for (red|purple)$"))


@pytest.mark.parametrize("locale", LOCALES.values())
def test_the_board_stays_where_it_is_when_a_switch_begins(visit: Visit, server: Served, locale: str) -> None:
    page = visit(viewport=PHONE, locale=locale)
    sit(page, server, open_table(server, game="dacapo", chairs=[ME, ME]))
    board = page.get_by_role("grid")
    before = box_of(board)
    page.locator(".switches button").first.click()
    expect(page.locator(".switches .asking")).to_be_visible()
    assert box_of(board) == before


def test_every_turn_since_ones_own_is_marked_with_its_number(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dacapo", players=4)
    catch_fish(Mouse(page))
    for number in (1, 2, 3):
        for end in ("began", "ended"):
            marked = page.locator(f"[aria-label*='number {number} of the last 3 moves {end} here']")
            expect(marked).not_to_have_count(0)
    assert set(page.locator("[role=grid] .sign text").all_text_contents()) == {"1", "2", "3"}


def test_the_name_of_the_supply_is_visible_where_there_is_room(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dakapo")
    name = page.get_by_text("Stones left", exact=True)
    for width, height, visible in ((1920, 1080, True), (360, 740, False)):
        page.set_viewport_size({"width": width, "height": height})
        assert (box_of(name)["width"] > 40) == visible


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["dakapo", "dacapo"])
def test_a_hint_is_drawn_before_it_is_played(visit: Visit, server: Served, game: str) -> None:
    page = visit()
    at_move(page, server, game)
    drawn = page.get_by_role("gridcell", name=re.compile(", hint: "))
    page.get_by_role("button", name="Hint").click()
    shown = page.get_by_role("button", name="Show the move")
    expect(shown).to_be_visible()
    expect(drawn).to_have_count(0)
    shown.click()
    expect(drawn).to_have_count({"dakapo": 1, "dacapo": 2}[game])
    expect(page.locator(".hint .dashed, .suggestion .pile")).not_to_have_count(0)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_name_fish_and_partner_of_each_player_stand_in_one_place(visit: Visit, server: Served, players: int) -> None:
    page = visit()
    at_move(page, server, "dacapo", players=players)
    chairs = page.locator("section[aria-label=Players] li")
    expect(chairs).to_have_count(players)
    for number in range(players):
        expect(chairs.nth(number).get_by_role("img").first).to_have_attribute(
            "aria-label", re.compile("Red|Purple|Green|Yellow")
        )
    expect(chairs.filter(has_text="(partner)")).to_have_count(1 if players == 4 else 0)
    together = chairs.get_by_role("img", name=re.compile("^counts together with "))
    expect(together).to_have_count(4 if players == 4 else 0)
    expect(chairs.locator(".points .hidden")).to_have_text(
        [re.compile(r"^0 points, plus \d+ in this round$")] * players
    )
    expect(page.locator("section[aria-label=Board] .dacapo ul")).to_have_count(0)


def test_on_a_phone_held_sideways_the_sea_is_as_high_as_its_place(visit: Visit, server: Served) -> None:
    page = visit(viewport={"width": 844, "height": 390})
    at_move(page, server, "dacapo")
    place, sea = box_of(page.get_by_role("region", name="Board")), box_of(page.get_by_role("grid"))
    assert place["height"] > 300
    assert sea["height"] == place["height"]
