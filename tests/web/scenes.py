"""Every page of the site, every state it can be in, and how to get there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Page, WebSocketRoute, expect

import encore
from encore.bots.bot import find_bot
from encore.core.record import format_record
from encore.core.replay import record_of
from encore.core.shelf import puzzle_sets
from encore.core.thinking import Budget
from tests.server.client import Served, join, open_table
from tests.server.finished import overlooked_win
from tests.variants import random_plies
from tests.web.lines import play_moves, play_on, tell
from tests.web.people import Keyring, at_name, become
from tests.web.solving import board_is_drawn, enter, is_free, is_guided, open_puzzle, own_moves, replies, wrong_move
from tests.web.solving import find as find_puzzle

Scene = Callable[[Page, Served], None]
SCENES: dict[str, Scene] = {}
TITLES = {"dakapo": "Dakapo", "dacapo": "Da Capo", "dalapapa": "Dalapapa"}
ME = {"kind": "screen", "name": "Ada"}
BOT = {"kind": "bot", "bot": "bot:beginner"}


def scene(visit: Scene) -> Scene:
    """Register a scene under its name."""
    SCENES[visit.__name__.replace("_", " ")] = visit
    return visit


def show(page: Page, server: Served, name: str) -> None:
    """Bring a page into a state."""
    SCENES[name](page, server)


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


@scene
def start(page: Page, server: Served) -> None:
    page.goto(server.url)
    expect(page.locator("article svg").nth(2)).to_be_visible()


@scene
def start_with_options(page: Page, server: Served) -> None:
    start(page, server)
    for summary in page.locator("article summary").all():
        summary.click()


@scene
def play_somebody(page: Page, server: Served) -> None:
    open_table(server, game="dacapo", players=3, listed=True, name="Bo", bots_after=3600)
    page.goto(f"{server.url}/play")
    expect(page.locator("li.card").first).to_be_visible()
    page.locator("details.card summary").click()
    expect(page.locator("details.card select").first).to_be_visible()


@scene
def leaderboard(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/leaderboard")
    page.locator("dl").wait_for()


@scene
def start_with_running_games(page: Page, server: Served) -> None:
    start(page, server)
    page.locator("article .play button").first.click()
    expect(page.locator(".turn[role=status]")).to_be_visible()
    page.locator("a.brand").click()
    expect(page.locator("a[href^='/table/']").first).to_be_visible()


@scene
def public_tables(page: Page, server: Served) -> None:
    open_table(server, game="dakapo", chairs=[ME, BOT], listed=True)
    start(page, server)
    expect(page.locator("a[href^='/table/']").first).to_be_visible()


@scene
def settings(page: Page, server: Served) -> None:
    page.goto(server.url)
    page.locator("header nav button").click()
    expect(page.locator("dialog")).to_be_visible()


@scene
def invite(page: Page, server: Served) -> None:
    start(page, server)
    page.locator("article .ways button").first.click()
    expect(page.locator(".invite svg[role=img]")).to_be_visible()


@scene
def invited(page: Page, server: Served) -> None:
    opened = open_table(server, game="dacapo", players=3, name="Ada")
    page.goto(f"{server.url}/table/{opened['table']}#invite={opened['invite']}")
    expect(page.locator("form input")).to_be_visible()


@scene
def waiting_room(page: Page, server: Served) -> None:
    opened = open_table(server, game="dalapapa", players=3, name="Ada")
    sit(page, server, join(server, opened, name="Béla"))
    expect(page.locator("main li")).to_have_count(3)


@scene
def dakapo_on_the_move(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo")


@scene
def dakapo_picker(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo")
    page.locator(".lit[data-cell]").first.click()
    expect(page.get_by_role("toolbar")).to_be_visible()


@scene
def dakapo_with_calls(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo", options={"call": "spoken"})


@scene
def dacapo_on_the_move(page: Page, server: Served) -> None:
    at_move(page, server, "dacapo", players=4)


@scene
def dacapo_fish_chosen(page: Page, server: Served) -> None:
    at_move(page, server, "dacapo")
    page.locator("[role=gridcell][tabindex='0']").press("Enter")
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)


@scene
def dacapo_alone(page: Page, server: Served) -> None:
    sit(page, server, open_table(server, game="dacapo", players=1, chairs=[ME]))
    expect(page.locator(".turn.mine[role=status]")).to_be_visible()
    board_is_drawn(page)


def _one_round(page: Page, server: Served, **options: int) -> None:
    """Watch a round of Da Capo until its end. With four players no round can win a game at once."""
    seated = open_table(server, game="dacapo", players=4, chairs=[ME] * 4, options=options)
    sit(page, server, seated)
    expect(page.get_by_role("grid")).to_be_visible()
    play_on(server, seated, lambda board: board["round"] > 1 or board["finished"])


@scene
def dacapo_round_over(page: Page, server: Served) -> None:
    _one_round(page, server)
    expect(page.locator(".round button")).to_be_visible()


@scene
def dacapo_finished(page: Page, server: Served) -> None:
    _one_round(page, server, rounds=1)
    expect(page.locator("section.result")).to_be_visible()


@scene
def dalapapa_on_the_move(page: Page, server: Served) -> None:
    at_move(page, server, "dalapapa", players=4)


@scene
def dalapapa_list(page: Page, server: Served) -> None:
    at_move(page, server, "dalapapa")
    page.get_by_role("application").press("l")
    expect(page.get_by_role("listbox")).to_be_visible()


@scene
def dalapapa_staged(page: Page, server: Served) -> None:
    dalapapa_list(page, server)
    page.get_by_role("listbox").press("Enter")
    expect(page.locator("section.score")).to_be_visible()


def rich_table(server: Served) -> dict[str, object]:
    """Return a seat at a table of Dalapapa in the middle of a game, where a tile earns many points."""
    seated = open_table(server, game="dalapapa", players=4, chairs=[ME, BOT, BOT, BOT], options={"target": 200})

    def is_rich(board: dict[str, Any]) -> bool:
        moves = board["moves"]
        return len(board["tiles"]) >= 24 and board["phase"] == "first" and bool(moves) and moves[0]["points"] >= 5

    play_on(server, seated, is_rich)
    return seated


def stage_best(page: Page) -> None:
    """Stage the tile that earns most, and wait for what it earns."""
    page.get_by_role("application").press("l")
    page.get_by_role("listbox").press("Enter")
    page.get_by_role("button", name="Places as a list").click()
    expect(page.locator(".score li")).not_to_have_count(0)
    expect(page.locator("section.score .total b")).to_have_text(re.compile(r"\d"))


@scene
def dalapapa_second_tile(page: Page, server: Served) -> None:
    seated = open_table(server, game="dalapapa", chairs=[ME, BOT])
    play_on(server, seated, lambda board: board["phase"] == "second" and len(board["moves"]) > 1)
    sit(page, server, seated)
    expect(page.locator(".side .end button")).to_be_visible()


@scene
def dalapapa_curtain(page: Page, server: Served) -> None:
    chairs = [ME, {"kind": "screen", "name": "Béla"}]
    sit(page, server, open_table(server, game="dalapapa", chairs=chairs))
    expect(page.locator(".curtain")).to_be_visible()


def two(server: Served, game: str, **asked: object) -> tuple[dict[str, object], dict[str, object]]:
    """Seat two people at a table; return the player to move and the other one."""
    opened = open_table(server, game=game, name="Ada", **asked)
    guest = join(server, opened, name="Béla")
    address = f"{server.url}/api/tables/{opened['table']}"
    full = httpx.get(address, headers={"Authorization": f"Bearer {guest['token']}"}).json()
    return (guest, opened) if full["to_move"] in full["you"] else (opened, guest)


def _waiting(page: Page, server: Served, game: str) -> None:
    sit(page, server, two(server, game)[1])
    expect(page.locator(".turn[role=status]")).to_be_visible()
    board_is_drawn(page)


@scene
def dakapo_waiting(page: Page, server: Served) -> None:
    _waiting(page, server, "dakapo")


@scene
def dacapo_waiting(page: Page, server: Served) -> None:
    _waiting(page, server, "dacapo")


@scene
def dalapapa_waiting(page: Page, server: Served) -> None:
    _waiting(page, server, "dalapapa")


@scene
def draw_asked(page: Page, server: Served) -> None:
    mover, other = two(server, "dakapo")
    tell(server, other, t="ask", what="draw")
    sit(page, server, mover)
    expect(page.locator(".notice button.primary")).to_be_visible()


@scene
def undo_asked(page: Page, server: Served) -> None:
    mover, other = two(server, "dakapo")
    play_on(server, mover, lambda board: not board["moves"])
    tell(server, mover, t="ask", what="undo")
    sit(page, server, other)
    expect(page.locator(".notice button.primary")).to_be_visible()


def by_the_day(server: Served, game: str = "dakapo") -> tuple[dict[str, object], dict[str, object]]:
    """Seat two people at a table with days per move; return the player to move and the other one."""
    return two(server, game, timing={"kind": "days", "days": 3})


@scene
def planning_replies(page: Page, server: Served) -> None:
    sit(page, server, by_the_day(server)[1])
    page.locator(".planned button").first.click()
    for number, move in enumerate(("e6r", "e7g"), 1):
        type_move(page, move)
        expect(page.locator(".planning .tree button")).to_have_count(number)


@scene
def on_holiday(page: Page, server: Served) -> None:
    mover, other = by_the_day(server)
    address = f"{server.url}/api/tables/{mover['table']}/holidays"
    httpx.post(address, json={"days": 3}, headers={"Authorization": f"Bearer {mover['token']}"}).raise_for_status()
    sit(page, server, other)
    expect(page.locator(".holiday")).to_be_visible()
    page.locator(".planned button").last.click()
    expect(page.locator("dialog input[type=date]")).to_be_visible()


def three(server: Served, game: str) -> list[dict[str, object]]:
    """Return the seats of three people at a new table."""
    opened = open_table(server, game=game, players=3, name="Ada")
    return [opened, *({"table": opened["table"], **join(server, opened, name=name)} for name in ("Bo", "Cy"))]


@scene
def seat_empty(page: Page, server: Served) -> None:
    ada, _, cy = three(server, "dacapo")
    sit(page, server, ada)
    expect(page.locator(".players")).to_be_visible()
    tell(server, cy, t="resign")
    expect(page.locator(".vacancy button.primary")).to_be_visible()
    expect(page.locator(".vacancy span.mark").first).to_be_visible()


@scene
def return_asked(page: Page, server: Served) -> None:
    ada, bo, cy = three(server, "dacapo")
    sit(page, server, ada)
    expect(page.locator(".players")).to_be_visible()
    tell(server, cy, t="resign")
    tell(server, bo, t="vote", choice="bot")
    tell(server, cy, t="ask", what="return")
    expect(page.locator(".vacancy button.primary")).to_be_visible()


@scene
def no_connection(page: Page, server: Served) -> None:
    lines: list[WebSocketRoute] = []

    def only_once(line: WebSocketRoute) -> None:
        if not lines:
            line.connect_to_server()
        lines.append(line)

    page.route_web_socket(re.compile("/socket"), only_once)
    at_move(page, server, "dakapo")
    lines[0].close()
    expect(page.locator(".status .line")).to_be_visible()


@scene
def chat(page: Page, server: Served) -> None:
    dakapo_waiting(page, server)
    page.locator(".phrases button").first.click()
    expect(page.locator(".said li")).to_have_count(1)


@scene
def hint(page: Page, server: Served) -> None:
    at_move(page, server, "dacapo")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".notice li").first).to_be_visible()


@scene
def refused_move(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo")
    type_move(page, "a1r")
    expect(page.locator(".notice.bad")).to_be_visible()


@scene
def question_before_resigning(page: Page, server: Served) -> None:
    at_move(page, server, "dakapo")
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("dialog")).to_be_visible()


@scene
def result(page: Page, server: Served) -> None:
    question_before_resigning(page, server)
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("section.result")).to_be_visible()


@scene
def finished_table(page: Page, server: Served) -> None:
    """Somebody who did not see the end finds the result in its place, not over the board."""
    result(page, server)
    page.reload()
    expect(page.locator("section.result")).to_be_visible()


def mistaken(server: Served) -> str:
    """Return a table at which a win was overlooked, and the other player resigned."""
    moves, mistake = overlooked_win().moves, overlooked_win()
    seated = open_table(server, game="dakapo", chairs=[ME, {"kind": "screen", "name": "Béla"}])
    play_moves(server, seated, moves)
    tell(server, seated, t="resign", chair=1 - mistake.seat)
    return str(seated["table"])


@scene
def review_of_a_game(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/replay/{mistaken(server)}")
    page.locator("section.card .button.primary").click()
    expect(page.locator("section.card h3")).to_have_count(2)


@scene
def moment_tried_again(page: Page, server: Served) -> None:
    review_of_a_game(page, server)
    page.locator("section.card li .button:not(.bare)").last.click()
    page.locator(".attempt .row .button").first.click()
    expect(page.locator(".attempt .notice")).to_be_visible()


@scene
def analysis_board(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/analyse/dakapo")
    for move in ("c4r", "c5y"):
        board_is_drawn(page)
        type_move(page, move)
        expect(page.locator(".tree [aria-current]")).to_be_visible()
        page.locator("h1").press("Home")
        expect(page.locator(".tree [aria-current]")).to_have_count(0)
    expect(page.locator(".tree .variation")).to_be_visible()
    expect(page.locator(".panel li .moves button").first).to_be_visible()
    # Lines that still improve would move while they are measured.
    page.evaluate("() => document.querySelector('.panel .row.spread button')?.click()")
    expect(page.locator(".panel .row.spread button")).to_have_count(0)


@scene
def analysis_of_a_wrong_link(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/analyse#nothing")
    expect(page.locator(".notice.bad")).to_be_visible()
    expect(page.locator("form select").first).to_be_visible()


@scene
def replay_of_nothing(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/replay")
    page.locator("textarea").fill("no record")
    page.locator("form button").click()
    expect(page.locator(".notice.bad")).to_be_visible()


@scene
def replay_of_dakapo(page: Page, server: Served) -> None:
    replay(page, server, played("dakapo"))
    page.keyboard.press("End")


@scene
def replay_of_dacapo(page: Page, server: Served) -> None:
    replay(page, server, played("dacapo", 4))
    page.keyboard.press("End")


@scene
def replay_of_dalapapa(page: Page, server: Served) -> None:
    replay(page, server, played("dalapapa", 3))
    page.keyboard.press("End")


@scene
def unknown_page(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/no/such/page")
    expect(page.locator("h1")).to_be_visible()


@scene
def unknown_table(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/table/nobody")
    expect(page.locator("h1:not(.hidden)")).to_be_visible()


def _lesson(page: Page, server: Served, game: str) -> None:
    page.goto(f"{server.url}/learn/{game}")
    expect(page.locator("#step")).to_be_visible()
    expect(page.locator(".frame svg").first).to_be_visible()


@scene
def lesson_of_dakapo(page: Page, server: Served) -> None:
    _lesson(page, server, "dakapo")


@scene
def lesson_of_dacapo(page: Page, server: Served) -> None:
    _lesson(page, server, "dacapo")


@scene
def lesson_of_dalapapa(page: Page, server: Served) -> None:
    _lesson(page, server, "dalapapa")


def _rules(page: Page, server: Served, game: str, move: str) -> None:
    """Break a rule, and open it."""
    at_move(page, server, game)
    type_move(page, move)
    page.locator(".notice.bad button.rule").click()
    expect(page.locator("dialog section.here h3")).to_be_in_viewport()


@scene
def rules_of_dakapo(page: Page, server: Served) -> None:
    _rules(page, server, "dakapo", "a1r")


@scene
def rules_of_dacapo(page: Page, server: Served) -> None:
    _rules(page, server, "dacapo", "a1xf6")


@scene
def rules_of_dalapapa(page: Page, server: Served) -> None:
    _rules(page, server, "dalapapa", "1a@90,90e")


@scene
def exact_values_of_moves(page: Page, server: Served) -> None:
    """The analysis board at a position that is solved: each capture has its points, and they are listed."""
    game = encore.load("dacapo")
    states = [ply.state for ply in random_plies(game, 3) if ply.state.turn is not None]
    s = next(s for s in states if sum(map(bool, s.piles)) <= 16 and len(game.legal_moves(s)) > 4)
    page.goto(f"{server.url}/analyse")
    page.locator("form select").first.select_option(game.name)
    page.locator("form textarea").first.fill(game.format_state(s))
    page.locator("form button").first.click()
    board_is_drawn(page)
    expect(page.locator(".board [data-value]")).to_have_count(len(game.legal_moves(s)))


@scene
def puzzles_to_choose_from(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/puzzles")
    expect(page.locator("main li a").first).to_be_visible()


@scene
def puzzle_of_each_game(page: Page, server: Served) -> None:
    """The last set; the others are opened on the way, so that nothing of them stays."""
    for found in puzzle_sets():
        open_puzzle(page, server, found.puzzles[0])


@scene
def puzzle_refuted(page: Page, server: Served) -> None:
    puzzle = find_puzzle(is_guided)
    open_puzzle(page, server, puzzle)
    enter(page, wrong_move(puzzle))
    expect(page.locator(".answer .notice.bad li")).to_be_visible()


@scene
def puzzle_solved(page: Page, server: Served) -> None:
    puzzle = find_puzzle(replies)
    open_puzzle(page, server, puzzle)
    enter(page, *own_moves(puzzle))
    expect(page.locator(".answer .notice.good")).to_be_visible()
    page.locator(".more summary").click()
    expect(page.locator(".more details li").nth(3)).to_be_visible()


@scene
def puzzle_alone_given_up(page: Page, server: Served) -> None:
    puzzle = find_puzzle(is_free)
    open_puzzle(page, server, puzzle)
    enter(page, own_moves(puzzle)[0])
    page.locator(".answer .row .button").last.click()
    expect(page.locator(".more .card li").first).to_be_visible()


@scene
def daily_before_it_is_solved(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/daily")
    expect(page.locator(".puzzles li")).to_have_count(len(puzzle_sets()))


@scene
def daily_with_results(page: Page, server: Served) -> None:
    daily_before_it_is_solved(page, server)
    page.locator(".puzzles a").first.click()
    board_is_drawn(page)
    page.locator(".answer .row .button").last.click()
    expect(page.locator("figure")).to_be_visible()
    page.locator(".answer .row .primary").click()
    expect(page.locator("figure")).to_be_visible()
    expect(page.locator("pre")).to_be_visible()


@scene
def start_with_the_daily(page: Page, server: Served) -> None:
    daily_with_results(page, server)
    page.locator("a.brand").click()
    expect(page.locator("#daily")).to_be_visible()
    expect(page.locator("article svg").nth(2)).to_be_visible()


@scene
def unknown_puzzle(page: Page, server: Served) -> None:
    page.goto(f"{server.url}/puzzles/{'0' * 12}")
    expect(page.locator("main section p.soft")).to_be_visible()


@scene
def nobody_yet(page: Page, server: Served) -> None:
    page.goto(at_name(server, "/me"))
    expect(page.locator("main form").nth(1)).to_be_visible()


def _person(page: Page, server: Served) -> None:
    """Become a person with a passkey."""
    Keyring(page)
    page.goto(at_name(server, "/me"))
    become(page, "Ada")


@scene
def person_with_games(page: Page, server: Served) -> None:
    """A new person with recovery codes, a running and a finished game, figures, and a link to another device."""
    _person(page, server)
    tell(server, _seat_of_person(page, server, chairs=[ME, BOT]), t="resign")
    _seat_of_person(page, server, chairs=[ME, ME], timing={"kind": "days", "days": 3})
    page.locator("main form[role=search] button").click()
    expect(page.locator("main li a[href^='/replay/']")).to_be_visible()
    page.locator("main .two > section").nth(1).locator("button").click()
    expect(page.locator(".invite svg[role=img]")).to_be_visible()


def _seat_of_person(page: Page, server: Served, **asked: object) -> dict[str, object]:
    """Open a table of Dakapo as the person of a page; return the seat with its token."""
    answer = page.request.post(at_name(server, "/api/tables"), data={"keep": "token", "game": "dakapo", **asked})
    assert answer.status == 201, answer.text()
    return dict(answer.json())


@scene
def link_from_another_device(page: Page, server: Served) -> None:
    _person(page, server)
    secret = page.request.post(at_name(server, "/api/me/links"), data={}).json()["secret"]
    page.goto(at_name(server, f"/me#link={secret}"))
    expect(page.locator("main section.card strong").first).to_be_visible()


@scene
def question_before_deletion(page: Page, server: Served) -> None:
    _person(page, server)
    page.locator("main section.card").last.locator("button").last.click()
    expect(page.locator("dialog")).to_be_visible()
