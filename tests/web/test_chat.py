"""That somebody has written is seen where the board is, and the chat is one tap away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.server.client import Served
from tests.web.conftest import PHONE, Visit
from tests.web.lines import play_on, tell
from tests.web.scenes import sit, two
from tests.web.solving import board_is_drawn
from tests.web.view import ALWAYS, check


def sign(page: Page) -> Locator:
    return page.locator("section[aria-label=Actions]").get_by_role("button", name="Chat")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 844}, {"width": 844, "height": 390}])
def test_a_message_is_counted_beside_the_board_until_it_is_in_sight(
    visit: Visit, server: Served, size: ViewportSize
) -> None:
    mover, other = two(server, "dakapo")
    page = visit(viewport=size, has_touch=True, is_mobile=True)
    sit(page, server, mover)
    board_is_drawn(page)
    expect(sign(page)).to_be_in_viewport()
    before = page.locator(ALWAYS["board"]).bounding_box()
    for number, name in ((1, "Chat 1 new message"), (2, "Chat 2 new messages")):
        tell(server, other, t="say", phrase="hello")
        expect(sign(page)).to_have_accessible_name(name)
        expect(sign(page).locator(".count")).to_have_text(str(number))
    assert page.locator(ALWAYS["board"]).bounding_box() == before
    tell(server, mover, t="say", phrase="thanks")
    page.reload()
    board_is_drawn(page)
    expect(sign(page)).to_have_accessible_name("Chat 2 new messages")
    sign(page).tap()
    expect(page.locator(".said li").nth(1)).to_be_in_viewport()
    expect(page.locator("summary", has_text="Chat")).to_be_focused()
    expect(sign(page)).to_have_accessible_name("Chat")
    page.reload()
    board_is_drawn(page)
    expect(page.locator(".said li")).to_have_count(3)
    expect(sign(page)).to_have_accessible_name("Chat")


def test_a_chat_beside_the_board_needs_no_sign(visit: Visit, server: Served) -> None:
    """In a wide window, as long as the chat is in sight there."""
    mover, other = two(server, "dakapo")
    for seated in (mover, other, mover):
        play_on(server, seated, lambda board: not board["moves"])
    page = visit(viewport={"width": 1280, "height": 1000})
    sit(page, server, mover)
    board_is_drawn(page)
    tell(server, other, t="say", phrase="hello")
    expect(page.locator(".said li")).to_be_in_viewport()
    expect(sign(page)).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 550})
    page.locator("section[aria-label=Game]").evaluate("panel => panel.scrollTo(0, 0)")
    expect(page.locator(".said li")).not_to_be_in_viewport()
    tell(server, other, t="say", phrase="thanks")
    expect(sign(page)).to_have_accessible_name("Chat 1 new message")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
def test_the_way_to_the_chat_takes_no_room_from_the_view(visit: Visit, server: Served, game: str) -> None:
    mover, other = two(server, game)
    page = visit()
    sit(page, server, mover)
    board_is_drawn(page)
    tell(server, other, t="say", phrase="hello")
    expect(page.locator(".said li")).to_have_count(1)
    check(page, ALWAYS)
