"""The analysis board: from a replay, a position or a link; variations, comments and the best moves."""

from __future__ import annotations

import asyncio
import math
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import encore
from encore.core.game import AnyGame
from encore.core.registry import games
from encore.core.thinking import Budget
from tests.server.client import Served
from tests.server.finished import overlooked_win
from tests.server.test_no_help import People
from tests.variants import random_plies
from tests.web.boards import TITLES
from tests.web.conftest import PHONE, Visit
from tests.web.scenes import at_move, played, replay
from tests.web.solving import board_is_drawn

BEST = ".panel section > ol > li .moves button"


def tree(page: Page) -> Locator:
    return page.get_by_role("tree", name="Moves and variations")


def current(page: Page) -> Locator:
    return tree(page).locator("[aria-current]")


def analyse(visit: Visit, path: str) -> Page:
    page = visit(path)
    board_is_drawn(page)
    return page


def type_move(page: Page, move: str) -> None:
    page.get_by_label("Type a move").fill(move)
    page.keyboard.press("Enter")


def dakapo(visit: Visit, *lines: str) -> Page:
    """Play lines from the beginning of Dakapo."""
    page = analyse(visit, "/analyse/dakapo")
    for line in lines:
        page.locator("h1").click()
        page.keyboard.press("Home")
        expect(current(page)).to_have_text("The beginning")
        for number, move in enumerate(line.split(), 1):
            type_move(page, move)
            expect(current(page).locator(".number")).to_have_text(str(number))
    page.locator("h1").click()
    return page


def shared(page: Page) -> str:
    """Return the link that the page gives away."""
    page.get_by_role("button", name="Share the link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    return str(page.evaluate("() => navigator.clipboard.readText()"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", TITLES)
def test_a_replay_is_analysed_branched_commented_and_shared(visit: Visit, server: Served, game: str) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    replay(page, server, played(game))
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Analyse").click()
    board_is_drawn(page)
    expect(page.locator("h1")).to_have_text(f"Analysis: {TITLES[game]}")
    expect(current(page).locator(".number")).to_have_text("4")
    page.keyboard.press("ArrowLeft")
    expect(current(page).locator(".number")).to_have_text("3")
    expect(page.locator(BEST).first).to_be_visible()
    played_on = tree(page).get_by_role("treeitem").all_inner_texts()
    found = page.locator(BEST).all_inner_texts()
    words = next(each for each in found if not any(each in played for played in played_on))
    page.locator(BEST).filter(has_text=words).first.click()
    expect(tree(page).get_by_role("group", name="Variation")).to_have_count(1)
    expect(current(page)).to_contain_text(words)
    page.get_by_label("Comment").fill("Was this better?")
    expect(tree(page)).to_contain_text("Was this better?")

    link = shared(page)  # while the page has the focus, which the clipboard needs
    other = visit()
    other.goto(link)
    board_is_drawn(other)
    expect(current(other)).to_contain_text(words)
    expect(other.get_by_label("Comment")).to_have_value("Was this better?")
    assert tree(other).inner_text() == tree(page).inner_text()
    other.keyboard.press("ArrowUp")
    expect(tree(other).get_by_role("group", name="Variation").locator("[aria-current]")).to_have_count(0)
    expect(current(other).locator(".number")).to_have_text("4")


def test_variations_are_walked_promoted_and_deleted(visit: Visit) -> None:
    page = dakapo(visit, "c4r c5y", "c4r f4g", "d6y")
    variations = tree(page).get_by_role("group", name="Variation")
    expect(variations).to_have_count(2)
    expect(current(page)).to_contain_text("yellow stone on d6")
    page.keyboard.press("ArrowUp")
    expect(current(page)).to_contain_text("red stone on c4")
    page.keyboard.press("End")
    expect(current(page)).to_contain_text("yellow stone on c5")
    page.keyboard.press("ArrowDown")
    expect(current(page)).to_contain_text("green stone on f4")
    page.get_by_role("button", name="Make this the main line").click()
    expect(current(page)).to_contain_text("green stone on f4")
    expect(variations.locator("button").first).to_contain_text("yellow stone on d6")
    expect(page.get_by_role("button", name="Make this the main line")).to_be_disabled()
    page.get_by_role("button", name="Delete from here").click()
    expect(current(page)).to_contain_text("red stone on c4")
    expect(tree(page)).not_to_contain_text("f4")
    expect(tree(page)).to_contain_text("yellow stone on c5")
    back = page.get_by_role("button", name="Bring back what was deleted")
    expect(back).to_be_focused()
    expect(page.get_by_text("One move deleted.")).to_be_visible()
    back.press("Enter")
    expect(current(page)).to_be_focused()
    expect(current(page)).to_contain_text("green stone on f4")
    expect(page.get_by_role("button", name="Bring back what was deleted")).to_have_count(0)


def test_the_tree_is_one_tab_stop_and_the_focus_follows_the_keys(visit: Visit) -> None:
    page = dakapo(visit, "c4r c5y f4g", "c4r f4g")
    rows = tree(page).get_by_role("treeitem")
    stops = tree(page).locator("[tabindex='0']")
    expect(stops).to_have_count(1)
    levels = [row.get_attribute("aria-level") for row in rows.all()]
    assert levels == ["1", "1", "1", "2", "1"], "the beginning, c4r, c5y, (f4g), f4g"
    current(page).focus()
    for key, row in (
        ("ArrowUp", 2),
        ("ArrowUp", 1),
        ("ArrowDown", 2),
        ("ArrowRight", 4),
        ("ArrowUp", 3),
        ("ArrowLeft", 1),
    ):
        page.keyboard.press(key)
        expect(rows.nth(row)).to_be_focused()
        expect(rows.nth(row)).to_have_attribute("aria-selected", "true")
        expect(tree(page).locator("[aria-selected=true]")).to_have_count(1)
        expect(stops).to_have_count(1)
    page.keyboard.press("End")
    expect(rows.nth(4)).to_be_focused()
    page.keyboard.press("Home")
    expect(rows.first).to_be_focused()
    expect(stops).to_have_count(1)


def test_moves_are_deleted_and_brought_back_by_keys(visit: Visit) -> None:
    page = dakapo(visit, "c4r c5y f4g")
    rows = tree(page).get_by_role("treeitem")
    rows.nth(2).click()
    page.keyboard.press("Delete")
    expect(rows).to_have_count(2)
    expect(page.get_by_text("2 moves deleted.")).to_be_visible()
    expect(page.get_by_role("button", name="Bring back what was deleted")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(rows).to_have_count(4)
    expect(page.get_by_text("The deleted moves are back.")).to_be_visible()
    expect(rows.nth(2)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    expect(rows).to_have_count(4)


CONTRASTS = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(".board [data-value]")].map((label) => {
    const fill = (part) => getComputedStyle(label.querySelector(part)).fill;
    const [behind, text] = [light(fill("circle:last-of-type")), light(fill("text"))];
    return (Math.max(behind, text) + 0.05) / (Math.min(behind, text) + 0.05);
  });
}"""
"""The contrast of each label on the board with its circle."""
PLACES = """() => [...document.querySelectorAll(".board [data-value]")].map((label) => {
  const { e, f } = label.transform.baseVal.consolidate().matrix;
  return [e, f];
})"""


def every_move(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("every|by move", re.IGNORECASE))


def opened_at(visit: Visit, game: AnyGame, s: Any) -> Page:
    """Open the analysis board at a position."""
    page = visit("/analyse")
    page.locator("form select").first.select_option(game.name)
    page.locator("form select").last.select_option(str(game.players))
    page.get_by_label("A position in notation").fill(game.format_state(s))
    page.get_by_role("button", name="Open the board").first.click()
    board_is_drawn(page)
    return page


def test_every_capture_of_da_capo_has_its_fish_on_the_board(visit: Visit) -> None:
    game = encore.load("dacapo")
    states = [ply.state for ply in random_plies(game, 3)]
    s = next(s for s in states if s.turn is not None and sum(map(bool, s.piles)) <= 16 and len(game.legal_moves(s)) > 4)
    with Budget() as budget:
        known = encore.evaluate(game, s, budget, exact=True).exact.moves
    page = opened_at(visit, game, s)
    expect(every_move(page).locator("li")).to_have_count(len(known))
    shown = page.locator(".board [data-value]")
    expect(shown).to_have_count(len(known))
    for each in known:
        move = game.format_move(each.move)
        expect(page.locator(f".board [data-value='{move}'] text")).to_have_text(str(each.value))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert min(page.evaluate(CONTRASTS)) >= 4.5, scheme
    places = page.evaluate(PLACES)
    assert min(math.dist(*pair) for pair in combinations(places, 2)) > 30, "no number covers another"
    best = max(each.value for each in known)
    expect(page.locator(".board circle.best")).to_have_count(sum(each.value == best for each in known))
    expect(every_move(page).locator("li").first).to_contain_text(f"{best} point")
    every_move(page).locator("li").last.hover()  # it is drawn alone
    expect(shown).to_have_count(0)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", sorted(games()))
def test_the_best_moves_are_marked_on_the_board(visit: Visit, game: str) -> None:
    rules = encore.load(game)
    begun = 10 if game == "dalapapa" else 0  # its first tile has only one place
    s = next(ply.state for ply in random_plies(rules, 3)[begun:] if rules.to_move(ply.state) == 0)
    page = opened_at(visit, rules, s)
    page.mouse.move(0, 0)  # a move that is pointed at is drawn alone
    expect(page.locator(".panel section ol > li")).to_have_count(3)
    if game == "dalapapa":
        assert page.locator(".board [data-mark]").count() > 1, "the squares of several tiles"
        expect(page.locator(BEST).first).to_have_attribute("title", re.compile("tile .* pointing"))
        return
    expect(page.locator(".board [data-value] text")).to_have_text(["1", "2", "3"])
    if game == "dacapo":
        expect(page.locator(".board [data-mark] ~ .values")).to_have_count(1)  # no mark is drawn over a number


def test_the_end_of_a_game_says_who_has_won(visit: Visit) -> None:
    page = dakapo(visit, "c4r")
    expect(page.get_by_role("region", name="Best moves")).to_be_visible()
    game = encore.load("dakapo")
    page = opened_at(visit, game, [ply.state for ply in random_plies(game, 3)][-1])
    expect(page.locator("p.line")).to_have_text(re.compile(r"^(Player \d wins|A draw) · \w"))
    expect(page.get_by_role("region", name="Best moves")).to_have_count(0)


def test_captures_of_a_lone_player_win_or_lose_on_the_board(visit: Visit) -> None:
    game = encore.load("dacapo", players=1)
    states = [ply.state for ply in random_plies(game, 3) if ply.state.turn is not None]
    s = next(s for s in states if sum(map(bool, s.piles)) <= 16 and len(game.legal_moves(s)) > 2)
    page = opened_at(visit, game, s)
    page.mouse.move(0, 0)
    signs = page.locator(".board [data-value] text")
    expect(signs).to_have_count(len(game.legal_moves(s)))
    expect(signs.filter(has_text=re.compile("^[✓✗]$"))).to_have_count(len(game.legal_moves(s)))


def test_a_losing_placement_of_dakapo_is_marked_and_refuted(visit: Visit) -> None:
    game = encore.load("dakapo")
    s = game.initial()
    for move in overlooked_win().moves[:-1]:
        s = game.play(s, game.parse_move(s, move))
    page = opened_at(visit, game, s)
    won = [move for move in game.legal_moves(s) if game.outcome(game.play(s, move))]
    expect(page.locator(".board .values .win").first).to_be_attached()
    for move in won:
        expect(page.locator(f".board .win[data-value='{game.format_move(move)}']")).to_be_attached()
    every_move(page).get_by_role("button", name="Show all").click()
    lost = every_move(page).locator("li", has_text="loses").last
    reply = lost.get_by_role("button").last.inner_text()
    lost.get_by_role("button").last.click()
    expect(tree(page)).to_contain_text(reply)
    expect(current(page)).to_be_focused()


def test_every_turn_of_dalapapa_is_ranked_by_points(visit: Visit) -> None:
    game = encore.load("dalapapa")
    s = [ply.state for ply in random_plies(game, 3) if ply.state.phase == "first"][4]
    with Budget() as budget:
        known = encore.evaluate(game, game.view(s, s.seat), budget, exact=True).exact.moves
    page = opened_at(visit, game, s)
    rows = every_move(page).locator("li")
    expect(rows.first).to_contain_text(f"{max(each.value for each in known)} point")
    values = [int(text.split()[0].replace("−", "-")) for text in every_move(page).locator(".value").all_inner_texts()]
    assert values == sorted((each.value for each in known), reverse=True)[: len(values)]


def test_a_finished_game_is_analysed_from_the_list_of_games(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dakapo")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("section.result")).to_be_visible()
    page.get_by_role("link", name="Replay", exact=True).click()
    page.get_by_role("link", name="Analyse: Dakapo").click()
    board_is_drawn(page)
    expect(page.get_by_role("heading", name="Analysis: Dakapo")).to_be_visible()


def test_the_record_of_an_analysis_can_be_read(visit: Visit, tmp_path: Path) -> None:
    page = dakapo(visit, "c4r c5y", "c4r f4g", "d6y")
    page.get_by_label("Comment").fill("why } not")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    file = tmp_path / "game.txt"
    saved.value.save_as(file)
    record = encore.parse_record(file.read_text("utf-8"))
    encore.check(record, encore.game_of(record))
    assert record.moves == ("c4r", "c5y")
    assert [(each.after, each.moves) for each in record.variations] == [(0, ("d6y",)), (1, ("f4g",))]
    assert [comment.text for comment in record.variations[0].comments] == ["why ) not"]
    page.goto(f"{page.url.partition('/analyse')[0]}/analyse")
    page.get_by_label("Or paste the record").fill(file.read_text("utf-8"))
    page.get_by_role("button", name="Open the board").last.click()
    expect(tree(page).get_by_role("group", name="Variation")).to_have_count(2)


def test_a_pasted_record_shows_its_chances_and_is_reviewed(visit: Visit) -> None:
    mistake = overlooked_win()
    number = len(mistake.moves)
    page = visit("/analyse")
    record = '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n[Result "1"]\n[Termination "resigned"]\n\n'
    page.get_by_label("Or paste the record").fill(record + " ".join(mistake.moves))
    page.get_by_role("button", name="Open the board").last.click()
    board_is_drawn(page)
    graph = page.get_by_role("img", name="Win chances")
    expect(graph).to_be_visible()
    points = (graph.locator("polyline").get_attribute("points") or "").split()
    assert len(points) == number + 2, "the end by the players comes last"
    graph.click(position={"x": 8, "y": 60})
    expect(current(page)).to_have_text("The beginning")
    review = page.get_by_role("region", name="Review the game")
    review.get_by_role("button", name="Review the game").click()
    moment = review.get_by_role("listitem").filter(has_text=f"Move {number}: ")
    moment.get_by_role("button", name="Find a better move").click()
    expect(page.locator(".attempt")).to_be_visible()
    expect(page.locator(BEST)).to_have_count(0)  # they would give it away
    expect(tree(page)).to_have_count(0)  # it would change what is behind the board
    expect(page.get_by_role("button", name="Delete from here")).to_have_count(0)
    type_move(page, mistake.better[0])
    expect(page.locator(".attempt .notice")).to_contain_text("Good: no other move is clearly better.")
    page.keyboard.press("Escape")
    expect(current(page).locator(".number")).to_have_text(str(number - 1))
    again = moment.get_by_role("button", name="Find a better move")
    expect(again).to_be_focused()
    expect(page.locator(BEST).first).to_be_visible()
    again.click()
    page.locator(".attempt").get_by_role("button", name="Back").press("Enter")
    expect(again).to_be_focused()
    again.click()
    graph.click(position={"x": 8, "y": 60})
    expect(page.locator(".attempt")).to_have_count(0)
    expect(current(page)).to_have_text("The beginning")
    moment.locator(".look").click()
    expect(current(page).locator(".number")).to_have_text(str(number))
    page.get_by_role("button", name="Delete from here").click()
    expect(tree(page).get_by_role("treeitem")).to_have_count(number)
    points = (graph.locator("polyline").get_attribute("points") or "").split()
    assert len(points) == number, "the graph ends with what is left"


def huge_record(moves: int) -> str:
    """Return a record of Dakapo with so many moves, most of them in variations."""
    game, rng = encore.load("dakapo"), Random(1)
    s, words, left = game.initial(), list[str](), moves - 8
    for _ in range(8):
        legal = list(game.legal_moves(s))
        played, *others = rng.sample(legal, len(legal))
        words.append(game.format_move(played))
        for other in others:
            line, then = ["(", game.format_move(other)], game.play(s, other)
            while len(line) < 20 and not game.outcome(then):
                line.append(game.format_move(reply := rng.choice(game.legal_moves(then))))
                then = game.play(then, reply)
            line = line[: left + 1]
            left -= len(line) - 1
            words += [*line, ")"] * (len(line) > 1)
        s = game.play(s, played)
    assert not left
    return '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n\n' + " ".join(words) + "\n"


def test_a_huge_tree_is_walked_and_says_when_it_is_full(visit: Visit) -> None:
    page = visit("/analyse")
    page.get_by_label("Or paste the record").fill(huge_record(3000))
    page.get_by_role("button", name="Open the board").last.click()
    board_is_drawn(page)
    rows = page.locator(".tree [role=treeitem]")  # roles and names of so many take Playwright long
    here = page.locator(".tree [aria-current]")
    expect(rows).to_have_count(3001)
    page.keyboard.press("Home")
    expect(here).to_have_text("The beginning")
    page.get_by_role("button", name="Go to the end").click()
    expect(here.locator(".number")).to_have_text("8")
    before = rows.count()
    page.locator(BEST).first.click()
    expect(page.get_by_role("alert")).to_contain_text("an analysis has a limited number of moves")
    expect(rows).to_have_count(before)
    page.get_by_role("button", name="Delete from here").click()
    expect(rows).to_have_count(before - 1)
    page.locator(BEST).first.click()
    expect(rows).to_have_count(before)


def test_a_typed_position_is_opened_or_explained(visit: Visit) -> None:
    page = visit("/analyse", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_label("A position in notation").fill("nothing")
    page.locator("form select").first.select_option("Dakapo")
    page.get_by_role("button", name="Open the board").first.click()
    expect(page.get_by_role("alert")).to_contain_text("nothing")
    game = encore.load("dakapo")
    s = game.initial()
    for move in overlooked_win().moves[:-1]:
        s = game.play(s, game.parse_move(s, move))
    page.get_by_label("A position in notation").fill(game.format_state(s))
    page.get_by_role("button", name="Open the board").first.click()
    board_is_drawn(page)
    expect(page.locator(".panel li").first.locator(".worth")).to_have_text("100 % proved")
    expect(page.locator(".panel .chances")).to_contain_text("proved")
    address = shared(page)
    page.locator(BEST).first.click()
    expect(current(page)).to_be_visible()
    again = visit()
    again.goto(address)
    board_is_drawn(again)
    expect(again.locator(".panel li").first.locator(".worth")).to_have_text("100 % proved")


def test_a_later_move_of_a_line_plays_all_before_it(visit: Visit) -> None:
    page = dakapo(visit, "c4r c5y f4g")  # the player to move wins by force
    line = page.locator(".panel li").first
    expect(line.locator(".worth")).to_have_text("100 % proved")
    moves = line.locator(".moves button").all_inner_texts()
    assert len(moves) > 3
    line.locator(".moves button").nth(2).click()
    expect(current(page)).to_contain_text(moves[2])
    expect(current(page).locator(".number")).to_have_text("6")
    expect(tree(page).get_by_role("treeitem")).to_have_count(7)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("link", ["nothing", "AAAA.0", "%%%.1.2", "." * 50])
def test_a_link_that_holds_nothing_is_explained(visit: Visit, link: str) -> None:
    page = visit(f"/analyse#{link}")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Open the board").first).to_be_visible()


def test_the_dealer_draws_or_deals_what_is_typed(visit: Visit) -> None:
    page = analyse(visit, "/analyse/dacapo")
    deal = page.get_by_label("The dealer’s move")
    expect(deal).not_to_have_value("")
    first = deal.input_value()
    page.get_by_role("button", name="Draw another one").click()
    expect(deal).not_to_have_value(first)
    deal.fill("deal:nothing")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    deal.fill(first)
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(current(page)).to_contain_text(f"The dealer deals ({first[:24]})")
    game = encore.load("dacapo")
    s = game.initial()
    s = game.play(s, game.parse_move(s, first))
    mover = game.to_move(s)
    assert mover is not None
    expect(page.locator(".controls .line")).to_have_text(f"Player {mover + 1} to move")


def test_the_best_moves_can_be_counted_stopped_and_turned_off(visit: Visit) -> None:
    game = encore.load("dakapo")
    move = Random().choice(game.legal_moves(game.initial()))  # not one that the server has thought about
    page = dakapo(visit, game.format_move(move))
    lines = page.locator(".panel section > ol > li")
    expect(lines).to_have_count(3)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    expect(lines).to_have_count(3)
    page.get_by_label("How many best moves").select_option("5")
    expect(lines).to_have_count(5)
    page.get_by_label("How many best moves").select_option("Off")
    expect(lines).to_have_count(0)
    page.reload()
    board_is_drawn(page)
    expect(page.get_by_label("How many best moves")).to_have_value("0")


def test_a_position_that_people_play_is_not_analysed(visit: Visit, server: Served) -> None:
    people = People(server, encore.load("dakapo"))
    people.rng = Random(11)
    with ThreadPoolExecutor(1) as elsewhere:  # the browser has an event loop in this thread
        elsewhere.submit(asyncio.run, people.play(5)).result()
    page = dakapo(visit, " ".join(people.moves))
    expect(page.get_by_text("People are playing this position")).to_be_visible()
    expect(page.locator(BEST)).to_have_count(0)


def test_the_skip_link_keeps_the_analysis(visit: Visit) -> None:
    page = dakapo(visit, "c4r")
    page.get_by_role("link", name="Skip to content").press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(current(page)).to_contain_text("red stone on c4")


def test_the_choice_is_reached_from_the_replays(visit: Visit) -> None:
    page = visit("/replay")
    page.get_by_role("link", name="Analyse").click()
    expect(page.get_by_label("A position in notation")).to_be_visible()


def test_a_move_that_breaks_a_rule_is_explained_on_a_phone(visit: Visit) -> None:
    page = visit("/analyse/dakapo", viewport=PHONE, has_touch=True)
    board_is_drawn(page)
    type_move(page, "d4r")
    expect(page.get_by_role("alert")).to_contain_text("d4")
    expect(tree(page).get_by_role("treeitem")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
