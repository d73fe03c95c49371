"""Several browsers at one table, and several people at one screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.client import Served, http, join, open_table
from tests.web.boards import MOVE, card_of, full, moves_listed, offered, record_of, result_of, table_of, tile_numbers
from tests.web.conftest import PHONE, Visit
from tests.web.hands import Mouse
from tests.web.scenes import sit


def name_oneself(page: Page, name: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()


def players_of(page: Page) -> Locator:
    return page.locator("section[aria-label=Players] li .name")


def turns(pages: Sequence[Page], game: str, count: int) -> set[int]:
    """Play some moves, each by the player to move; everybody sees each move. Return who has moved."""
    moved = set()
    for _ in range(count):
        before = moves_listed(pages[0])
        mover = to_move(pages)
        offered(pages[mover], before)
        MOVE[game](Mouse(pages[mover]))
        moved.add(mover)
        for page in pages:
            expect(page.locator("section[aria-label=Game] details summary .soft").first).to_have_text(str(before + 1))
    return moved


def to_move(pages: Sequence[Page]) -> int:
    """Return whose turn it is; in these tests seats are taken in the order of the pages."""
    current = pages[0].locator("section[aria-label=Players] li[aria-current]")
    expect(current).to_have_count(1)
    return int(current.evaluate("chair => [...chair.parentElement.children].indexOf(chair)"))


def place(page: Page, move: str) -> None:
    page.get_by_label("Type a move (key m)").fill(move)
    page.keyboard.press("Enter")


def stone(page: Page, cell: str) -> Locator:
    return page.locator(f'[data-cell="{cell}"]')


def seat(visit: Visit, server: Served, game: str, *names: str) -> list[Page]:
    """Return the pages of people at a table, in the order of the seats."""
    opened = open_table(server, game=game, players=len(names), name=names[0])
    pages = [visit() for _ in names]
    for page, seated in zip(pages, [opened, *(join(server, opened, name=name) for name in names[1:])], strict=True):
        sit(page, server, seated)
    return pages


@pytest.fixture
def pair(visit: Visit, server: Served) -> tuple[Page, Page, Page]:
    """Ada and Ben at a table of Dakapo, and a spectator."""
    ada, ben = seat(visit, server, "dakapo", "Ada", "Ben")
    watcher = visit(f"/table/{table_of(ada)}")
    for page in (ada, ben, watcher):
        expect(players_of(page)).to_have_text([re.compile("Ada"), re.compile("Ben")])
        expect(page.get_by_text("Spectators: 1")).to_be_visible()
    return ada, ben, watcher


def test_moves_appear_at_the_others(pair: tuple[Page, Page, Page]) -> None:
    ada, ben, watcher = pair
    offered(ada, 0)
    expect(ben.locator(".cell.lit")).to_have_count(0)
    turns([ada, ben], "dakapo", 2)
    labels = "cells => cells.map((cell) => cell.getAttribute('aria-label')).filter((label) => label.includes('stone'))"
    expect(watcher.locator("[aria-label*='last stone']")).to_have_count(1)
    for page in (ben, watcher):
        expect(page.locator("[data-cell][aria-label*=' stone']")).to_have_count(6)
        theirs, ours = (seen.locator("[data-cell]").evaluate_all(labels) for seen in (page, ada))
        assert theirs == ours


def test_a_spectator_cannot_move(pair: tuple[Page, Page, Page]) -> None:
    ada, _, watcher = pair
    offered(ada, 0)
    expect(watcher.locator(".cell.lit")).to_have_count(0)
    expect(watcher.get_by_text("You are watching this table.")).to_be_visible()
    expect(ada.get_by_text("You are watching this table.")).to_have_count(0)
    stone(watcher, "f4").click()
    expect(watcher.get_by_role("toolbar")).to_have_count(0)
    watcher.keyboard.press("r")
    for name in ("Undo", "Resign", "Draw", "Hint"):
        expect(watcher.get_by_role("button", name=name)).to_have_count(0)
    expect(watcher.get_by_label("Type a move (key m)")).to_have_count(0)
    place(ada, "f4g")
    expect(stone(watcher, "f4")).to_have_attribute("aria-label", re.compile("green stone"))


def test_chat_arrives(pair: tuple[Page, Page, Page]) -> None:
    ada, ben, watcher = pair
    ben.get_by_label("Say something").fill("Shall we?")
    ben.keyboard.press("Enter")
    for page in pair:
        expect(page.locator(".said li").last).to_have_text("Ben Shall we?")
    ada.get_by_role("button", name="Good luck!").click()
    for page in pair:
        expect(page.locator(".said li").last).to_have_text("Ada Good luck!")
    watcher.get_by_role("button", name="Well played!").click()
    expect(ada.locator(".said li").last).to_contain_text("Well played!")
    expect(ada.locator(".said li")).to_have_count(3)


CLIPPED = """() => [...document.querySelectorAll(".said li, .said span, .phrases, .phrases button")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => one.textContent)"""
OUTSIDE = """() => [...document.querySelectorAll(".said li, .phrases button")]
  .filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < 0 || right > innerWidth; })
  .map((one) => one.textContent)"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_chat_shows_every_word_on_a_phone(visit: Visit, locale: str) -> None:
    page = visit("/", viewport=PHONE, locale=locale)
    page.locator("article .ways button").nth(1).click()
    page.locator("summary", has=page.locator("svg")).last.click()
    page.locator("#say").fill("x" * 200)
    page.keyboard.press("Enter")
    expect(page.locator(".said li")).to_have_count(1)
    assert not page.evaluate(CLIPPED)
    assert not page.evaluate(OUTSIDE)


def test_names_from_right_to_left_stay_before_their_words(visit: Visit) -> None:
    page = visit("/")
    name_oneself(page, "דנה")
    page.locator("article .ways button").nth(1).click()
    page.locator("summary", has=page.locator("svg")).last.click()
    page.locator("#say").fill("1, 2, 3 שלום!")
    page.keyboard.press("Enter")
    row = page.locator(".said li")
    name, words = row.locator("bdi").bounding_box(), row.locator("span").bounding_box()
    assert name
    assert words
    assert name["x"] + name["width"] <= words["x"]


def test_phrases_are_read_in_each_language(visit: Visit, server: Served) -> None:
    opened = open_table(server, game="dakapo", name="Ada")
    ada, ben = visit(), visit(locale="de-DE")
    sit(ada, server, opened)
    sit(ben, server, join(server, opened, name="Ben"))
    ada.get_by_role("button", name="Thank you!").click()
    expect(ben.locator(".said li")).to_have_text("Ada Danke!")


def test_an_undo_is_asked_for_and_agreed(pair: tuple[Page, Page, Page]) -> None:
    ada, ben, watcher = pair
    place(ada, "f4g")
    expect(stone(watcher, "f4")).to_have_attribute("aria-label", re.compile("green stone"))
    ada.get_by_role("button", name="Undo").click()
    expect(ada.get_by_text("The others must agree.")).to_be_visible()
    expect(ben.get_by_text("Ada asks to undo a move.")).to_be_visible()
    expect(watcher.get_by_role("button", name="Agree")).to_have_count(0)
    ben.get_by_role("button", name="No, thanks").click()
    expect(ada.get_by_text("The others must agree.")).to_have_count(0)
    answer = ada.locator(".notice", has_text="Your undo was declined.")
    expect(answer).to_be_visible()
    expect(ada.locator("[aria-live]", has_text="Your undo was declined.")).to_have_count(1)
    expect(ben.get_by_text("Your undo was declined.")).to_have_count(0)
    answer.get_by_role("button", name="Close").click()
    expect(answer).to_have_count(0)
    expect(stone(ada, "f4")).to_have_attribute("aria-label", re.compile("green stone"))
    ada.get_by_role("button", name="Undo").click()
    ada.get_by_role("button", name="Cancel").click()
    expect(ada.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(answer).to_have_count(0)
    ada.get_by_role("button", name="Undo").click()
    ben.get_by_role("button", name="Agree").click()
    for page in pair:
        expect(stone(page, "f4")).to_have_attribute("aria-label", re.compile("empty"))
    offered(ada, 0)


def test_among_three_the_one_who_declined_is_named(visit: Visit, server: Served) -> None:
    names = ("Ada", "Ben", "Cy")
    pages = seat(visit, server, "dacapo", *names)
    (mover,) = turns(pages, "dacapo", 1)
    pages[mover].get_by_role("button", name="Undo").click()
    other = (mover + 1) % 3
    pages[other].get_by_role("button", name="No, thanks").click()
    said = f"{names[other]} declined your undo."
    expect(pages[mover].locator(".notice", has_text=said)).to_be_visible()
    expect(pages[mover].locator("[aria-live]", has_text=said)).to_have_count(1)
    for page in pages[:mover] + pages[mover + 1 :]:
        expect(page.get_by_text("declined")).to_have_count(0)


def on_this_screen(visit: Visit, *moves: str) -> Page:
    """A page on which two people play Dakapo, after some moves."""
    page = visit("/")
    card_of(page, "dakapo").get_by_role("button", name="On this screen").click()
    for number, move in enumerate(moves):
        offered(page, number)
        place(page, move)
    offered(page, len(moves))
    return page


def test_undo_on_one_screen_undoes_the_last_move_only(visit: Visit, server: Served) -> None:
    page = on_this_screen(visit, "f4g", "g4r", "g5b")
    for left in (["f4g", "g4r"], ["f4g"], []):
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("section[aria-label=Game] details summary .soft").first).to_have_text(str(len(left)))
        assert full(server, page)["moves"] == left
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_draw_on_one_screen_needs_confirmation(visit: Visit) -> None:
    page = on_this_screen(visit, "f4g")
    page.get_by_role("button", name="Draw").click()
    page.get_by_role("dialog").get_by_role("button", name="Play on").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    place(page, "g4r")
    offered(page, 2)
    page.get_by_role("button", name="Draw").click()
    page.get_by_role("dialog").get_by_role("button", name="Yes, a draw").click()
    expect(result_of(page).get_by_role("heading")).to_have_text("A draw")


def test_a_rematch_after_a_draw_keeps_seats_and_spectators(pair: tuple[Page, Page, Page], server: Served) -> None:
    ada, ben, watcher = pair
    place(ada, "f4g")
    offered(ben, 1)
    ben.get_by_role("button", name="Draw").click()
    expect(ada.get_by_text("Ben offers a draw.")).to_be_visible()
    ada.get_by_role("button", name="Agree").click()
    for page in pair:
        expect(result_of(page).get_by_role("heading")).to_have_text("A draw")
        expect(result_of(page)).to_contain_text("By agreement")
    assert record_of(server, ada).tags["Termination"] == "agreed"

    expect(result_of(watcher).get_by_role("button", name="Rematch")).to_have_count(0)
    result_of(ben).get_by_role("button", name="Rematch").click()
    expect(result_of(ben).get_by_role("button", name="Waiting for others")).to_be_disabled()
    expect(result_of(ada)).to_contain_text("Ben would like to play again. Dakapo!")
    result_of(ada).get_by_role("button", name="Rematch").click()
    # The player who moved second now begins, at the same table.
    offered(ben, 0)
    for page in pair:
        expect(result_of(page)).to_have_count(0)
        expect(players_of(page)).to_have_text([re.compile("Ada"), re.compile("Ben")])
        expect(page.get_by_text("Spectators: 1")).to_be_visible()
    place(ben, "c4b")
    for page in pair:
        expect(stone(page, "c4")).to_have_attribute("aria-label", re.compile("blue stone"))
    assert full(server, ada)["number"] == 2


def test_resigning_needs_confirmation(pair: tuple[Page, Page, Page], server: Served) -> None:
    ada, ben, watcher = pair
    ben.get_by_role("button", name="Resign").click()
    ben.get_by_role("button", name="Play on").click()
    expect(ben.get_by_role("dialog")).to_have_count(0)
    ben.get_by_role("button", name="Resign").click()
    ben.get_by_role("button", name="Yes, resign").click()
    titles = ("You win!", "You lost this time", "Ada wins")
    for page, title in zip((ada, ben, watcher), titles, strict=True):
        expect(result_of(page).get_by_role("heading")).to_have_text(title)
        expect(result_of(page)).to_contain_text("By resignation")
    expect(result_of(ben).locator("p")).to_have_text("Ada wins · By resignation")
    assert record_of(server, ada).tags["Result"] == "1"


AHEAD = "const now = performance.now.bind(performance); window.ahead = 0; performance.now = () => now() + window.ahead;"


def with_a_clock(visit: Visit) -> Page:
    """Return a page whose time a test can advance."""
    page = visit()
    page.clock.install()
    page.add_init_script(AHEAD)
    return page


def pass_by(page: Page, seconds: int) -> None:
    """Advance the time that the page measures, and make it read its clock again. No answer seems to be late."""
    page.evaluate("ms => { window.ahead += ms; }", seconds * 1000)
    page.clock.run_for(1200)


def waiting_for_ada(visit: Visit, server: Served, **asked: Any) -> tuple[Page, Callable[[], None]]:
    """Béla waits for Ada, who is to move but offline; return his page, and a function that connects her."""
    opened = open_table(server, game="dakapo", name="Ada", **asked)
    page = with_a_clock(visit)
    sit(page, server, join(server, opened, name="Béla"))
    expect(page.get_by_text("Ada to move")).to_be_visible()
    return page, lambda: sit(visit(), server, opened)


def test_a_claim_is_offered_after_a_minute_offline(visit: Visit, server: Served) -> None:
    page, bring_ada = waiting_for_ada(visit, server)
    claim = page.get_by_role("button", name="Claim the win")
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(claim).to_have_count(0)
    pass_by(page, 50)
    expect(claim).to_have_count(0)
    pass_by(page, 10)
    expect(claim).to_be_visible()
    bring_ada()
    expect(claim).to_have_count(0)


def test_a_game_with_daily_turns_cannot_be_claimed_for_absence(visit: Visit, server: Served) -> None:
    page, _ = waiting_for_ada(visit, server, timing={"kind": "days", "days": 3})
    pass_by(page, 120)
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(page.get_by_role("button", name="Claim the win")).to_have_count(0)


def test_only_daily_turns_are_claimed_when_time_is_over(visit: Visit, server: Served) -> None:
    """The server ends a live game itself, so that a claim would only be refused until then."""
    days, _ = waiting_for_ada(visit, server, timing={"kind": "days", "days": 1})
    claim = days.get_by_role("button", name="Claim the win")
    pass_by(days, 86_000)
    expect(claim).to_have_count(0)
    pass_by(days, 500)
    expect(claim).to_be_visible()
    expect(days.get_by_text("Ada’s time is over. You may claim the win.")).to_be_visible()
    live, bring_ada = waiting_for_ada(visit, server, timing={"kind": "live", "main": 600})
    bring_ada()
    pass_by(live, 700)
    expect(live.get_by_role("timer").first).to_have_text("0:00")
    # Not with patience: the page hears the true time again when it reconnects.
    assert live.get_by_role("button", name="Claim the win").count() == 0


def test_nobody_is_offered_a_claim_against_their_partner(visit: Visit, server: Served) -> None:
    opened = open_table(server, game="dacapo", players=4, name="Ada")
    seats = [opened, *(join(server, opened, name=name) for name in ("Ben", "Cleo", "Dan"))]
    mover = http.get(f"{server.url}/api/tables/{opened['table']}").json()["to_move"]
    for place, shown in ((2, 0), (1, 1)):
        page = with_a_clock(visit)
        sit(page, server, seats[(mover + place) % 4])
        expect(page.get_by_role("button", name="Resign")).to_be_visible()
        pass_by(page, 70)
        expect(page.get_by_role("button", name="Claim the win")).to_have_count(shown)


def test_three_browsers_see_only_their_own_tiles(visit: Visit, server: Served) -> None:
    pages = seat(visit, server, "dalapapa", "Ada", "Ben", "Cleo")
    turns(pages, "dalapapa", 5)
    hands = []
    for page in pages:
        hands.append({number.rstrip("ab") for number in tile_numbers(page)})
        expect(page.locator(".standing .mini")).not_to_have_count(0)
        expect(page.locator(".standing .mini").locator("path")).to_have_count(0)
    assert not hands[0] & hands[1] and not hands[1] & hands[2] and not hands[0] & hands[2]


def test_a_curtain_hides_the_hand_between_turns(visit: Visit) -> None:
    page = visit("/")
    card_of(page, "dalapapa").get_by_role("button", name="On this screen").click()
    hand = Mouse(page)
    tiles = page.get_by_role("radio")
    seen: list[str] = []
    for _ in range(4):
        before = moves_listed(page) if seen else 0
        assert offered(page, before) == "curtain"
        name = re.sub("Pass the device to ", "", page.locator(".curtain p").inner_text())
        assert seen[-1:] != [name]
        expect(tiles).to_have_count(0)
        expect(page.get_by_label("Type a move (key m)")).to_have_count(0)
        page.get_by_role("button", name=f"I am {name}: show my hand").click()
        seen.append(name)
        while offered(page, moves_listed(page)) == "turn":
            expect(tiles.first).to_be_visible()
            before = moves_listed(page)
            MOVE["dalapapa"](hand)
            offered(page, before + 1)
    assert set(seen) == {"Player 1", "Player 2"}


def test_a_curtain_hides_the_hand_of_whoever_begins_the_next_game(visit: Visit) -> None:
    page = visit("/")
    card_of(page, "dalapapa").get_by_role("button", name="On this screen").click()
    offered(page, 0)
    page.get_by_role("button", name="show my hand").click()
    while offered(page, moves_listed(page)) == "turn":
        before = moves_listed(page)
        MOVE["dalapapa"](Mouse(page))
        offered(page, before + 1)
    page.get_by_role("button", name="show my hand").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    result_of(page).get_by_role("button", name="Rematch").click()
    # The player who had the screen last now begins; the other player may have taken it meanwhile.
    expect(page.locator(".curtain p")).to_have_text("Pass the device to Player 2")
    expect(page.get_by_role("radio")).to_have_count(0)
