"""Replays of finished games: at their table, from a file, by a link that contains the game."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

import encore
from tests.patience import PATIENCE
from tests.server.client import Served, open_table
from tests.server.test_analysis import analysing, asked
from tests.web.boards import TITLES, offered, result_of, table_of
from tests.web.conftest import Visit
from tests.web.lines import play_moves, tell
from tests.web.scenes import sit

MOVES = ("f4g", "g4r", "g5b", "c4y")
KINDS = pytest.mark.parametrize("game", TITLES)
MEASURES = {
    "dacapo": "points if the round ended now",
    "dalapapa": "Points",
}
"""What the graph counts where there are no win chances."""


def played(game: encore.AnyGame, seed: int) -> str:
    """Return the record of a random game; players stop whenever they may, so that it ends soon."""
    rng, s, moves = Random(seed), game.initial(), list[str]()
    while (seat := game.to_move(s)) is not None:
        if seat == encore.DEALER:
            text = game.format_move(game.deal(s, rng))
        else:
            legal = [game.format_move(move) for move in game.legal_moves(s)]
            text = "stop" if "stop" in legal else rng.choice(legal)
        moves.append(text)
        s = game.play(s, game.parse_move(s, text))
    return encore.format_record(encore.record_of(game, moves, s))


def game_with_turning_points(server: Served, name: str) -> tuple[str, list[int]]:
    """Return a record in which the lead changes, and where it does."""
    options = {"target": 10} if name == "dalapapa" else {}
    for seed in range(50):
        record = played(encore.find(name)(2, **options), seed)
        replay = httpx.post(f"{server.url}/api/replay", json={"record": record}, timeout=PATIENCE).json()
        if replay["turning"]:
            return record, replay["turning"]
    raise AssertionError("the lead never changes")


def count(page: Page) -> Locator:
    return page.locator(".count")


def open_file(page: Page, path: Path, record: str) -> None:
    path.write_text(record, encoding="utf-8")
    page.locator("input[type=file]").set_input_files(path)
    expect(count(page)).to_be_visible()


def downloaded(page: Page, path: Path) -> str:
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    saved.value.save_as(path)
    return path.read_text(encoding="utf-8")


@pytest.fixture
def finished(visit: Visit, server: Served) -> Page:
    """A page with a game of Dakapo on one screen that was played for four moves and given up."""
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    seated = open_table(server, game="dakapo", chairs=[{"kind": "screen", "name": f"Player {n}"} for n in (1, 2)])
    sit(page, server, seated)
    play_moves(server, seated, MOVES)
    offered(page, len(MOVES))
    tell(server, seated, t="resign", chair=0)
    expect(result_of(page)).to_be_visible()
    return page


def test_a_table_is_replayed(finished: Page, server: Served, tmp_path: Path) -> None:
    page = finished
    table = table_of(page)
    result_of(page).get_by_role("link", name="Replay the game").click()
    expect(page).to_have_url(re.compile(f"/replay/{table}/1$"))
    stones = page.locator("[data-cell][aria-label*=' stone']")
    expect(count(page)).to_have_text("0 / 4")
    expect(stones).to_have_count(4)
    for number, move in enumerate(MOVES, 1):
        page.get_by_role("button", name="Next move").click()
        expect(count(page)).to_have_text(f"{number} / 4")
        expect(page.locator(f'[data-cell="{move[:2]}"]')).to_have_attribute("aria-label", re.compile("last stone"))
    page.get_by_role("button", name="Previous move").click()
    expect(stones).to_have_count(7)
    page.get_by_role("button", name="Go to the start").click()
    expect(stones).to_have_count(4)
    page.get_by_role("button", name="Go to the end").click()
    expect(stones).to_have_count(8)
    assert downloaded(page, tmp_path / "saved.txt") == httpx.get(f"{server.url}/api/tables/{table}/record").text


def test_a_game_is_replayed_after_the_next_has_begun(finished: Page, visit: Visit, server: Served) -> None:
    page = finished
    link = result_of(page).get_by_role("link", name="Replay the game").get_attribute("href")
    assert link is not None
    page.get_by_role("button", name="Rematch").click()
    offered(page, 0)
    page.get_by_label("Type a move (key m)").fill("c4y")
    page.keyboard.press("Enter")
    offered(page, 1)
    friend = visit(link)
    expect(count(friend)).to_have_text("0 / 4")
    # The other player begins the next game; names of bots belong to chairs.
    replays = f"{server.url}/api/tables/{table_of(page)}/replay"
    assert [httpx.get(replays, params={"number": number}).json()["first"] for number in (1, 2)] == [0, 1]


def test_keys_and_the_slider_step_through_a_game(finished: Page) -> None:
    page = finished
    result_of(page).get_by_role("link", name="Replay the game").click()
    expect(count(page)).to_have_text("0 / 4")
    for key, at in (("ArrowRight", 1), ("End", 4), ("ArrowLeft", 3), ("Home", 0)):
        page.keyboard.press(key)
        expect(count(page)).to_have_text(f"{at} / 4")
    page.get_by_role("slider").fill("2")
    expect(count(page)).to_have_text("2 / 4")


def test_a_game_plays_itself(finished: Page) -> None:
    page = finished
    result_of(page).get_by_role("link", name="Replay the game").click()
    expect(count(page)).to_have_text("0 / 4")
    page.get_by_role("button", name="Play the game").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(count(page)).to_have_text("4 / 4")
    expect(page.get_by_role("button", name="Play the game")).to_be_visible()


def test_play_at_the_end_restarts(finished: Page) -> None:
    page = finished
    result_of(page).get_by_role("link", name="Replay the game").click()
    page.get_by_role("button", name="Go to the end").click()
    expect(count(page)).to_have_text("4 / 4")
    page.get_by_role("button", name="Play the game").click()
    expect(count(page)).to_have_text("0 / 4")
    expect(count(page)).to_have_text("1 / 4")


def test_the_moves_lead_to_their_positions(finished: Page) -> None:
    page = finished
    page.get_by_role("link", name="Replay the game").click()
    moves = page.get_by_role("list", name="Moves").get_by_role("button")
    expect(moves).to_have_count(4)
    moves.nth(2).click()
    expect(count(page)).to_have_text("3 / 4")
    expect(moves.nth(2)).to_have_attribute("aria-current", "true")
    expect(page.locator("[data-cell=g5]")).to_have_attribute("aria-label", re.compile("blue"))
    page.get_by_role("button", name="Previous move").click()
    expect(moves.nth(1)).to_have_attribute("aria-current", "true")


def test_finished_games_of_this_browser_are_listed(finished: Page, server: Served) -> None:
    page = finished
    path = f"/replay/{table_of(page)}/1"
    page.goto(f"{server.url}/replay")
    listed = page.get_by_role("region", name="Your finished games")
    expect(listed.get_by_role("link", name="Analyse: Dakapo")).to_have_attribute(
        "href", path.replace("replay", "analyse")
    )
    game = listed.locator("a.game")
    expect(game).to_have_count(1)
    expect(game).to_have_attribute("href", path)
    expect(game).to_contain_text("Dakapo")
    expect(game).to_contain_text("Player 2 wins")
    game.click()
    expect(count(page)).to_have_text("0 / 4")
    page.goto(f"{server.url}/replay")
    page.get_by_role("button", name="Remove from the list").click()
    expect(game).to_have_count(0)
    page.reload()
    expect(page.locator("textarea")).to_be_visible()
    expect(game).to_have_count(0)


def test_a_link_holds_a_whole_game(finished: Page, visit: Visit, server: Served, tmp_path: Path) -> None:
    page = finished
    record = httpx.get(f"{server.url}/api/tables/{table_of(page)}/record").text
    result_of(page).get_by_role("link", name="Replay the game").click()
    page.get_by_role("button", name="Share the link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    link = str(page.evaluate("() => navigator.clipboard.readText()"))
    assert link.startswith(f"{server.url}/replay#")
    friend = visit(link.removeprefix(server.url))
    expect(count(friend)).to_have_text("0 / 4")
    assert downloaded(friend, tmp_path / "shared.txt") == record
    friend.reload()
    expect(count(friend)).to_have_text("0 / 4")


def changes_of_lead(server: Served, record: str) -> list[int]:
    """Return the plies after which the win chances put another seat clearly ahead."""
    replay = httpx.post(f"{server.url}/api/replay", json={"record": record}, timeout=PATIENCE).json()
    at = {name: replay[name] for name in ("game", "players", "options", "moves")}

    async def ask() -> list[list[float]]:
        async with analysing(server) as client:
            return list((await asked(client, "chances", at=at))[0]["chances"])

    with ThreadPoolExecutor(1) as elsewhere:  # the browser has a loop in this thread
        chances = elsewhere.submit(asyncio.run, ask()).result()
    found, ahead = list[int](), None
    for ply, each in enumerate(chances):
        second, most = sorted(each)[-2:]
        if most - second >= 0.1:
            if ahead not in (None, each.index(most)):
                found.append(ply)
            ahead = each.index(most)
    return found


def follow_turning_points(page: Page, graph: Locator, movers: list[int], turning: list[int]) -> None:
    """Click the last of the listed turning points, then the end of the graph."""
    expect(graph.locator("circle")).to_have_count(len(turning))
    page.get_by_text("Turning points").click()
    number = sum(mover >= 0 for mover in movers[: turning[-1]])  # as the list of moves counts: without the dealer's
    page.get_by_role("button", name=f"Move {number}:").first.click()
    expect(count(page)).to_have_text(re.compile(rf"^{number} /"))
    expect(page.locator("ol [aria-current] .number")).to_have_text(str(number))
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] - 8, "y": box["height"] / 2})
    expect(count(page)).to_have_text(re.compile(r"^(\d+) / \1$"))


@pytest.mark.sampled(3)
@KINDS
def test_a_file_with_its_win_chances_and_turning_points(
    visit: Visit, server: Served, game: str, tmp_path: Path
) -> None:
    options = {"target": 10} if game == "dalapapa" else {}
    records = (played(encore.find(game)(2, **options), seed) for seed in range(50))
    record, turning = next((record, found) for record in records if (found := changes_of_lead(server, record)))
    movers = httpx.post(f"{server.url}/api/replay", json={"record": record}).json()["movers"]
    page = visit("/replay")
    open_file(page, tmp_path / "game.txt", record)
    expect(page.get_by_role("heading", name=TITLES[game])).to_be_visible()
    graph = page.get_by_role("img", name="Win chances")
    expect(graph).to_be_visible()
    follow_turning_points(page, graph, movers, turning)
    assert downloaded(page, tmp_path / "again.txt") == record


def test_the_chances_of_a_resigned_game_end_with_its_result(visit: Visit, tmp_path: Path) -> None:
    game = encore.find("dakapo")(2)
    s = game.initial()
    for move in MOVES:
        s = game.play(s, game.parse_move(s, move))
    record = encore.format_record(encore.record_of(game, MOVES, s))
    ended = re.sub(r'\[Result "[^"]*"\]', '[Result "2"]\n[Termination "resigned"]', record)
    page = visit("/replay")
    open_file(page, tmp_path / "game.txt", ended)
    line = page.get_by_role("img", name="Win chances").locator("polyline")
    expect(line).to_have_count(1)
    points = (line.get_attribute("points") or "").split()
    assert len(points) == len(MOVES) + 2, "the beginning, the moves and the end"
    heights = [float(point.split(",")[1]) for point in points]
    assert heights[-1] == max(heights), "the first seat has lost"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", sorted(MEASURES))
def test_without_win_chances_the_graph_counts_points(visit: Visit, server: Served, game: str, tmp_path: Path) -> None:
    record, turning = game_with_turning_points(server, game)
    movers = httpx.post(f"{server.url}/api/replay", json={"record": record}).json()["movers"]
    page = visit("/replay")
    page.route_web_socket("**/api/analysis", lambda socket: socket.close())
    open_file(page, tmp_path / "game.txt", record)
    follow_turning_points(page, page.get_by_role("img", name=f"Who was ahead · {MEASURES[game]}"), movers, turning)


def test_a_game_without_points_has_no_graph_without_win_chances(visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay")
    page.route_web_socket("**/api/analysis", lambda socket: socket.close())
    open_file(page, tmp_path / "game.txt", played(encore.find("dakapo")(2), 1))
    expect(page.locator("figure")).to_have_count(0)


def test_a_record_is_requested_once(visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/replay") else None)
    open_file(page, tmp_path / "game.txt", played(encore.find("dakapo")(2), 1))
    assert len(asked) == 1


def test_a_jump_into_the_next_round_shows_its_sea(visit: Visit, server: Served, tmp_path: Path) -> None:
    game = encore.find("dacapo")(2)
    record = played(game, 1)
    replay = httpx.post(f"{server.url}/api/replay", json={"record": record}, timeout=PATIENCE).json()
    _, first, second, *_ = (at - 3 for at, mover in enumerate(replay["movers"]) if mover < 0)  # before the next deal
    page = visit("/replay")
    open_file(page, tmp_path / "game.txt", record)
    for at in (first, second, first, second + 1, second):
        page.get_by_role("slider").fill(str(at))
        moves = sum(mover >= 0 for mover in replay["movers"][:at])  # without the dealer's
        expect(count(page)).to_have_text(re.compile(rf"^{moves} /"))
        look = {"game": "dacapo", "players": 2, "position": replay["positions"][at], "open": True}
        piles = httpx.post(f"{server.url}/api/look", json=look, timeout=PATIENCE).json()["board"]["piles"]
        said = {pile["at"]: rf"{pile['at']}, {pile['colour']} .*\b{pile['value']}\b.*" for pile in piles}
        fish = page.locator("[role=gridcell]:not([aria-label*=', empty'])")
        expect(fish).to_have_count(len(piles))
        labels = fish.evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
        assert all(re.fullmatch(said[label[:2]], label) for label in labels), (labels, said)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", ["dakapo", "dacapo"])
def test_the_board_is_flipped(visit: Visit, game: str, tmp_path: Path) -> None:
    record = played(encore.find(game)(2), 1)
    page = visit("/replay")
    open_file(page, tmp_path / "game.txt", record)
    corner = page.locator("[role=row]").first.locator("[data-cell]").first
    before = corner.get_attribute("data-cell")
    page.get_by_role("button", name="Flip the board").click()
    expect(corner).not_to_have_attribute("data-cell", str(before))
    expect(page.locator("[role=row]").last.locator("[data-cell]").last).to_have_attribute("data-cell", str(before))


# Where cells and tiles lie on the screen, by what they are.
LYING = """things => Object.fromEntries(things.map((e) => {
  const { x, y, width, height } = e.getBoundingClientRect();
  return [e.dataset.cell ?? e.getAttribute("transform"), [x + width / 2, y + height / 2]];
}))"""


def lying(page: Page) -> dict[str, tuple[float, float]]:
    things = page.locator("[data-cell], .surface g:has(> .settling)")
    expect(things.first).to_be_visible()
    return {name: (x, y) for name, (x, y) in things.evaluate_all(LYING).items()}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", TITLES)
def test_a_flipped_board_is_seen_from_the_other_side(visit: Visit, game: str, tmp_path: Path) -> None:
    page = visit("/replay")
    open_file(page, tmp_path / "game.txt", played(encore.find(game)(2), 1))
    page.keyboard.press("End")
    expect(count(page)).to_have_text(re.compile(r"^(\d+) / \1$"))
    before = lying(page)
    page.get_by_role("button", name="Flip the board").click()
    expect(page.get_by_role("button", name="Flip the board")).to_have_attribute("aria-pressed", "true")
    after = lying(page)
    one, *others = before
    assert len(others) > 3
    for other in others:
        for axis in (0, 1):
            was, now = (seen[other][axis] - seen[one][axis] for seen in (before, after))
            assert now == pytest.approx(-was, abs=0.5)


@pytest.mark.parametrize(
    ("text", "reason"), [("nothing of a record", "Line 1"), ('[Game "chess"]\n', "missing"), ("", None)]
)
def test_an_invalid_record_is_reported(visit: Visit, text: str, reason: str | None) -> None:
    page = visit("/replay")
    page.get_by_label("Or paste the record").fill(text)
    button = page.locator("form").get_by_role("button", name="Replay")
    if reason is None:
        expect(button).to_be_disabled()
        return
    button.click()
    expect(page.get_by_role("alert")).to_contain_text(reason)
    page.goto(page.url.split("#")[0] + "#notarecord")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("This link contains no record.")
