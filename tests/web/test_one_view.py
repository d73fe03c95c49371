"""Tables in one view: board, turn, hand, action, refusals and hints, in every size and for every table."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.server.client import Served, open_table
from tests.web.boards import MOVE, offered
from tests.web.conftest import Visit
from tests.web.hands import Mouse
from tests.web.lines import play_on, tell
from tests.web.scenes import BOT, ME, at_move, rich_table, show, sit, stage_best, type_move
from tests.web.solving import board_is_drawn
from tests.web.view import ACTIONS_OF_RESULT, ALWAYS, OUT_OF_SIGHT, OWN, SIZES, check, trouble

TABLES = [
    ("dakapo", 2),
    *(("dacapo", players) for players in (1, 2, 3, 4)),
    *(("dalapapa", players) for players in (2, 3, 4)),
]
WRONG = {"dakapo": "a1r", "dacapo": "a1xf6", "dalapapa": "1a@90,90e"}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_own_turn_a_hint_and_a_refusal_are_in_sight(visit: Visit, server: Served, game: str, players: int) -> None:
    page = visit()
    at_move(page, server, game, players=players)
    expect(page.locator(ALWAYS["board"])).to_be_visible()
    check(page, ALWAYS | OWN[game])
    page.set_viewport_size(SIZES[0])
    for button in ("Hint", "Show the move", "Why?"):
        page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("button", name="Play it")).to_be_visible()
    hinted = {name: selector for name, selector in ALWAYS.items() if name != "players"}  # not in low windows
    check(page, hinted | OWN[game] | {"hint": "section[aria-label=Actions] .notice"})
    page.set_viewport_size(SIZES[0])
    page.locator(".hint").get_by_role("button", name="Close").click()
    type_move(page, WRONG[game])
    expect(page.locator(".notice.bad")).to_be_visible()
    check(page, ALWAYS | OWN[game] | {"refusal": ".notice.bad"})


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 4), ("dalapapa", 4)])
def test_nothing_widens_the_page_after_a_move(visit: Visit, server: Served, game: str, players: int) -> None:
    """Not even the words for those who listen, such as that the move is saved."""
    page = visit()
    at_move(page, server, game, players=players)
    MOVE[game](Mouse(page))
    expect(page.locator(".sent .word")).to_have_text("saved")
    found = trouble(page, {"turn": ALWAYS["turn"]})
    assert not found, found


def test_all_stones_left_are_in_sight_on_a_low_phone(visit: Visit, server: Served) -> None:
    page = visit()
    for scene in ("dakapo on the move", "dakapo with calls"):
        show(page, server, scene)
        stones = {"supply": ".beside li", "all": ".beside"}
        found = trouble(page, stones, [{"width": width, "height": 360} for width in (640, 740, 800)])
        assert not found, (scene, found)


RESULT = {
    "board": ".board :is([role=grid], [role=application])",
    "winner": ".turn[role=status]",
    "actions": ACTIONS_OF_RESULT,
}


ENDINGS = [
    ("dakapo", 2, {}),
    ("dacapo", 4, {"rounds": 1}),
    ("dalapapa", 2, {"target": 10}),
    ("dalapapa", 4, {"target": 10}),
]


PARTLY_SHOWN = """() => [...document.querySelectorAll("section[aria-label=Players] .level")].filter((level) => {
  const [box, frame] = [level, level.parentElement].map((each) => each.getBoundingClientRect());
  const outside = box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
  return box.width && box.top < frame.bottom - 1 && (outside || level.scrollWidth > level.clientWidth + 1);
}).length"""
"""How many levels of bots are shown in part: one that does not fit stands in a second line, which is hidden."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "players"), [("dakapo", 2), ("dacapo", 4), ("dalapapa", 3)])
def test_the_level_of_a_bot_is_whole_or_left_out(visit: Visit, server: Served, game: str, players: int) -> None:
    page = visit()
    at_move(page, server, game, players=players)
    expect(page.locator("section[aria-label=Players] .level")).to_have_count(players - 1)
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate(PARTLY_SHOWN) == 0, size


@pytest.mark.sampled(2)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR", "ja-JP"])
@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
def test_the_level_of_the_only_bot_is_shown_on_a_phone(visit: Visit, server: Served, game: str, locale: str) -> None:
    page = visit(locale=locale)
    at_move(page, server, game)
    for size in SIZES:
        if size["width"] < 480:
            page.set_viewport_size(size)
            lost = page.evaluate(OUT_OF_SIGHT, {"level": ".players .level"})
            assert not lost, (size, lost)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("game", "players", "options"), ENDINGS)
def test_the_result_is_in_sight_in_every_language(
    visit: Visit, server: Served, game: str, players: int, options: dict[str, int], thorough: bool
) -> None:
    """Against bots, where the next level is chosen too; with the final count of a game that counts points."""
    seated = open_table(server, game=game, players=players, chairs=[ME, *[BOT] * (players - 1)], options=options)
    if game == "dakapo":
        tell(server, seated, t="resign")
    else:
        play_on(server, seated, lambda board: bool(board.get("over")) or board.get("phase") == "over")
    count = {"count": "section.round.final"} if game == "dacapo" else {}
    found = dict[str, dict[str, list[str]]]()
    for language in ("en", "de", "fr", "ja") if thorough else ("de", "ja"):
        page = visit(locale=language)
        sit(page, server, seated)
        expect(page.locator("section.result select")).to_be_visible()
        board_is_drawn(page)
        if lost := trouble(page, RESULT | count):
            found[language] = lost
        page.close()
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)


def tables(page: Page) -> list[tuple[float, float]]:
    """Return the size of Dalapapa's table at every window size; check that it fills most of the board's area."""
    found = list[tuple[float, float]]()
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")
        place = page.locator("section[aria-label=Board]").bounding_box()
        table = page.locator(".dalapapa .room").bounding_box()
        assert place and table
        part = table["width"] * table["height"] / place["width"] / place["height"]
        assert part >= (0.75 if size["width"] >= 768 and size["height"] > 500 else 0.5), (size, part)
        found.append((round(table["width"]), round(table["height"])))
    page.set_viewport_size(SIZES[0])
    return found


def test_a_staged_tile_is_in_sight_with_all_it_earns(visit: Visit, server: Served) -> None:
    page = visit()
    sit(page, server, rich_table(server))
    expect(page.locator(".surface .lit").first).to_be_visible()
    before = tables(page)
    stage_best(page)
    assert tables(page) == before  # the table does not jump
    score = {"lines": ".score li", "total": ".score .total", "buttons": ".score .actions button"}
    check(page, ALWAYS | OWN["dalapapa"] | score)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("locale", ["de-DE", "fr-FR", "ja-JP"])
def test_a_hint_for_a_rich_turn_is_in_sight(visit: Visit, server: Served, locale: str) -> None:
    page = visit(locale=locale)
    sit(page, server, rich_table(server))
    for button in (".doing button", *2 * [".hint .step:not(.gone) .row button"]):
        page.locator(button).first.click()
    expect(page.locator(".hint li").first).to_be_visible()
    seen = {
        "board": ".board [role=application]",
        "turn": ALWAYS["turn"],
        "hand": OWN["dalapapa"]["hand"],
        "hint": ".hint",
        "buttons": ".hint .step:not(.gone) button",
    }
    check(page, seen)


def test_the_question_for_a_second_tile_is_in_sight(visit: Visit, server: Served) -> None:
    page = visit()
    show(page, server, "dalapapa second tile")
    check(page, ALWAYS | {"end": ".side .end button"})


def test_the_whole_view_holds_after_some_moves(visit: Visit, server: Served) -> None:
    page = visit()
    at_move(page, server, "dalapapa", players=4)
    for _ in range(3):
        before = page.locator("section[aria-label=Game] details summary .soft").first.inner_text()
        MOVE["dalapapa"](Mouse(page))
        offered(page, int(before) + 1)
    check(page, ALWAYS | OWN["dalapapa"])
