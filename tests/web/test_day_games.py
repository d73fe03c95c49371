"""Games with days per move in real browsers: replies that are planned, the move that they wait for, and holidays."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.server.client import Served, http
from tests.web.boards import place_stone
from tests.web.conftest import PHONE, Visit
from tests.web.hands import Finger, Mouse
from tests.web.lines import tell
from tests.web.people import Keyring, at_name, become
from tests.web.scenes import by_the_day, sit, two, type_move

LINE, TREE = ".planning .line", ".planning .tree [data-path]:not([data-path=''])"


def moves_at(server: Served, seat: dict[str, object]) -> list[str]:
    return list(http.get(f"{server.url}/api/tables/{seat['table']}").json()["moves"])


def open_planning(page: Page) -> None:
    page.get_by_role("button", name="If … then …").click()
    expect(page.locator(LINE)).to_have_text("If Ada plays …")


def test_one_plans_two_replies_and_both_are_played_at_once(visit: Visit, server: Served) -> None:
    mover, other = by_the_day(server)
    ada, bela = visit(), visit()
    sit(ada, server, mover)
    sit(bela, server, other)
    expect(ada.get_by_role("button", name="If … then …")).to_have_count(0)
    open_planning(bela)
    for move, line in (("e6r", "… then you play"), ("e7g", "If Ada plays …"), ("e8r", "… then you play")):
        type_move(bela, move)
        expect(bela.locator(LINE)).to_have_text(line)
    type_move(bela, "d6g")
    expect(bela.locator(TREE)).to_have_count(4)
    bela.get_by_role("button", name="Save the plan").click()
    expect(bela.locator("dialog")).to_have_count(0)
    expect(bela.locator(".planned")).to_contain_text("You have planned 2 replies.")
    type_move(ada, "e6r")
    expect(ada.locator(".turn.mine[role=status]")).to_be_visible()
    expect(bela.locator(".planned")).to_contain_text("You have planned one reply.")
    assert moves_at(server, mover) == ["e6r", "e7g"]
    type_move(ada, "e8r")
    expect(ada.locator(".turn.mine[role=status]")).to_be_visible()
    expect(bela.locator(".planned")).not_to_contain_text("You have planned")
    assert moves_at(server, mover) == ["e6r", "e7g", "e8r", "d6g"]
    assert "planned" not in ada.locator("body").inner_text()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("phone", [False, True])
def test_moves_are_planned_on_the_board(visit: Visit, server: Served, phone: bool) -> None:
    _, other = by_the_day(server)
    page = visit(viewport=PHONE, has_touch=True) if phone else visit()
    sit(page, server, other)
    open_planning(page)
    hand = Finger(page) if phone else Mouse(page)
    for line in ("… then you play", "If Ada plays …"):
        place_stone(hand, ".planning")
        expect(page.locator(LINE)).to_have_text(line)
    expect(page.locator(TREE)).to_have_count(2)


def test_a_reply_is_replaced_and_a_second_move_of_the_other_side_is_added(visit: Visit, server: Served) -> None:
    _, other = by_the_day(server)
    page = visit()
    sit(page, server, other)
    open_planning(page)
    type_move(page, "e6r")
    expect(page.locator(LINE)).to_have_text("… then you play")
    type_move(page, "e7g")
    expect(page.locator(LINE)).to_have_text("If Ada plays …")
    page.get_by_role("button", name="Previous move").click()
    expect(page.locator(LINE)).to_have_text("… then you play")
    type_move(page, "e7b")
    expect(page.locator(f"{TREE}[aria-current]")).to_contain_text("e7")
    expect(page.locator(TREE)).to_have_count(2)
    page.get_by_role("button", name="Go to the start").click()
    expect(page.locator(LINE)).to_have_text("If Ada plays …")
    type_move(page, "d3y")
    expect(page.locator(LINE)).to_have_text("… then you play")
    type_move(page, "z9r")
    expect(page.locator(".planning [role=alert]")).to_be_visible()
    type_move(page, "e3g")
    expect(page.locator(TREE)).to_have_count(4)
    page.get_by_role("button", name="Save the plan").click()
    expect(page.locator(".planned")).to_contain_text("You have planned 2 replies.")
    page.reload()
    page.get_by_role("button", name="Change the plan").click()
    expect(page.locator(TREE)).to_have_count(4)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Delete the plan").click()
    expect(page.get_by_role("button", name="If … then …")).to_be_visible()


def test_planned_moves_are_deleted_and_brought_back_by_keys(visit: Visit, server: Served) -> None:
    _, other = by_the_day(server)
    page = visit()
    sit(page, server, other)
    open_planning(page)
    for move, line in (("e6r", "… then you play"), ("e7g", "If Ada plays …")):
        type_move(page, move)
        expect(page.locator(LINE)).to_have_text(line)
    current, back = (
        page.locator(f"{TREE}[aria-current]"),
        page.get_by_role("button", name="Bring back what was deleted"),
    )
    told = page.get_by_role("dialog").get_by_role("status")
    current.press("Delete")
    expect(page.locator(TREE)).to_have_count(1)
    expect(back).to_be_focused()
    expect(told).to_have_text("One move deleted.")
    back.press("Enter")
    expect(page.locator(TREE)).to_have_count(2)
    expect(current).to_be_focused()
    expect(told).to_have_text("The deleted moves are back.")
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="Delete from here").press("Enter")
    expect(page.locator(TREE)).to_have_count(0)
    expect(told).to_have_text("2 moves deleted.")
    expect(back).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator(TREE)).to_have_count(2)
    expect(current).to_be_focused()
    expect(current).to_contain_text("e6")


def test_the_window_goes_on_with_the_game(visit: Visit, server: Served) -> None:
    mover, other = by_the_day(server)
    page = visit()
    sit(page, server, other)
    open_planning(page)
    tell(server, mover, t="act", v=2, a="e6r")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()


def test_there_are_no_plans_where_hands_are_hidden_or_without_days(visit: Visit, server: Served) -> None:
    for seats in (by_the_day(server, "dalapapa"), two(server, "dakapo")):
        page = visit()
        sit(page, server, seats[1])
        expect(page.locator(".turn[role=status]")).to_be_visible()
        expect(page.get_by_role("button", name="Resign")).to_be_visible()
        expect(page.get_by_role("button", name="If … then …")).to_have_count(0)


def test_a_holiday_is_announced_at_the_table_and_ended_early(visit: Visit, server: Served) -> None:
    mover, other = by_the_day(server)
    ada, bela, watcher = visit(), visit(), visit()
    sit(ada, server, mover)
    sit(bela, server, other)
    watcher.goto(f"{server.url}/table/{mover['table']}")
    ada.get_by_role("button", name="Holiday").click()
    expect(ada.locator("dialog")).to_contain_text("It holds at this table only.")
    ada.get_by_label("Days", exact=True).fill("3")
    ada.get_by_role("button", name="Announce").click()
    expect(ada.locator("dialog")).to_contain_text("You are on holiday until")
    ada.keyboard.press("Escape")
    expect(ada.locator(".holiday")).to_contain_text("You are on holiday until")
    for page in (bela, watcher):
        expect(page.locator(".holiday")).to_contain_text("Ada is on holiday until")
    ada.get_by_role("button", name="Holiday").click()
    ada.get_by_role("button", name="End the holiday").click()
    expect(ada.locator("dialog")).to_contain_text(": 13")
    for page in (ada, bela, watcher):
        expect(page.locator(".holiday")).to_have_count(0)


def test_a_person_announces_a_holiday_for_all_tables(visit: Visit, server: Served) -> None:
    page = visit()
    Keyring(page)
    page.goto(at_name(server, "/me"))
    become(page, "Ada")
    card = page.locator("section.card").filter(has=page.get_by_role("heading", name="Holiday"))
    expect(card).to_contain_text("It holds at all your tables.")
    card.get_by_label("First day").fill(str(date.today() + timedelta(days=40)))
    card.get_by_label("Days", exact=True).fill("15")
    card.get_by_role("button", name="Announce").click()
    expect(card.locator("input:invalid")).to_have_count(1)
    card.get_by_label("Days", exact=True).fill("2")
    card.get_by_role("button", name="Announce").click()
    expect(card).to_contain_text("You will be on holiday from")
    card.get_by_role("button", name="Withdraw the holiday").click()
    expect(card.get_by_role("button", name="Announce")).to_be_visible()
