"""Puzzles over HTTP: what is sent of them, the judge, and the puzzles of a day."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import httpx
import msgspec
import pytest

from encore.core.fact import Fact
from encore.core.game import DEALER
from encore.core.puzzle import Puzzle, kind_of, kinds_of
from encore.core.registry import package_of
from encore.core.rendering import has_text
from encore.core.shelf import FIRST_DAY, daily, puzzle_sets
from encore.core.svg import svg
from encore.server.domain import puzzles
from encore.server.domain.clocks import TimeOfDay, now_ms
from encore.server.domain.puzzles import LONGEST, PuzzleInfo
from encore.server.http.app import build
from encore.server.http.installed import FOR_OFFLINE
from encore.server.http.puzzles import KEPT
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.wire.limits import Buckets, Limits
from tests.patience import PATIENCE
from tests.server.client import failure, http
from tests.server.days import noon_ms, served_on
from tests.server.hubs import Time, use

ONE_OF_EACH = {
    f"{puzzle.game.name} {puzzle.game.players} {puzzle.kind}": puzzle
    for found in puzzle_sets()
    for puzzle in found.puzzles
}
"""A puzzle of each kind, as many as the games have."""
PROVED = {name: puzzle for name, puzzle in ONE_OF_EACH.items() if not kind_of(puzzle).free}
FREE = {name: puzzle for name, puzzle in ONE_OF_EACH.items() if kind_of(puzzle).free}
DAY = FIRST_DAY + timedelta(10)
ADA, BOB = "a" * 32, "b" * 40

of_each_kind = pytest.mark.parametrize("puzzle", ONE_OF_EACH.values(), ids=ONE_OF_EACH)
proved = pytest.mark.parametrize("puzzle", PROVED.values(), ids=PROVED)
free = pytest.mark.parametrize("puzzle", FREE.values(), ids=FREE)

Ask = Callable[..., Coroutine[Any, Any, httpx.Response]]


def ask(
    folder: Path, play: Callable[[Ask], Awaitable[None]], now: TimeOfDay = now_ms, limits: Limits | None = None
) -> None:
    """Send requests to an application without a server: a body is posted."""

    async def scene(hub: Hub, _: SqliteStore) -> None:
        app = build(hub, limits or Limits(unlimited=True))

        async def send(path: str, body: Any = None, visitor: str = "192.0.2.1") -> httpx.Response:
            transport = httpx.ASGITransport(app, client=(visitor, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                return await (client.get(path) if body is None else client.post(path, json=body))

        await play(send)

    use(folder, scene, now)


def right_moves(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(map(puzzle.game.format_move, puzzle.line))


def wrong_move(puzzle: Puzzle) -> str:
    """Return a legal move that is not the answer."""
    game = puzzle.game
    legal = map(game.format_move, game.legal_moves(puzzle.state))
    return next(move for move in legal if not puzzles.judge(puzzle.name, (move,)).right)


def lost_deal(puzzle: Puzzle) -> list[str]:
    """Return moves at random that lose a whole deal."""
    game, seed = puzzle.game, 0
    while True:
        s, moves, rng = puzzle.state, list[str](), Random(seed)
        while (outcome := game.outcome(s)) is None:
            move = rng.choice(game.legal_moves(s))
            s, moves = game.play(s, move), [*moves, game.format_move(move)]
        if not outcome.winners:
            return moves
        seed += 1


def follower(puzzle: Puzzle, moves: list[str], but: str = "") -> str:
    """Return a legal move after some moves, another one than ``but``."""
    game, s = puzzle.game, puzzle.state
    for text in moves:
        s = game.play(s, game.parse_move(s, text))
    legal = [game.deal(s, Random(1))] if game.to_move(s) == DEALER else game.legal_moves(s)
    return next(text for text in map(game.format_move, legal) if text != but)


def test_there_is_a_puzzle_of_each_kind() -> None:
    kinds = {(found.game, kind) for found in puzzle_sets() for kind in kinds_of(found.puzzles[0].game)}
    assert {(puzzle.game.name, puzzle.kind) for puzzle in ONE_OF_EACH.values()} == kinds
    assert PROVED and FREE


def test_sets_are_listed_with_their_kinds_themes_and_grades(tmp_path: Path) -> None:
    async def play(send: Ask) -> None:
        listed = (await send("/api/puzzles")).json()["sets"]
        assert [(each["game"], each["players"]) for each in listed] == [(a.game, a.players) for a in puzzle_sets()]
        for told, found in zip(listed, puzzle_sets(), strict=True):
            assert told["count"] == len(found.puzzles) == sum(kind["count"] for kind in told["kinds"])
            entries = (await send(f"/api/puzzles/{found.game}/{found.players}")).json()["puzzles"]
            assert [entry["puzzle"] for entry in entries] == [puzzle.name for puzzle in found.puzzles]
            grades = [entry["grade"] for entry in entries if entry["grade"] is not None]
            assert (told["low"], told["high"]) == (min(grades), max(grades))
            for theme in told["themes"]:
                assert theme["count"] == sum(theme["theme"] in entry["themes"] for entry in entries) > 0
            for named in (*told["kinds"], *told["themes"]):
                assert has_text(named["fact"]["code"]), named

    ask(tmp_path, play)


@of_each_kind
def test_a_puzzle_is_sent_without_its_answer(tmp_path: Path, puzzle: Puzzle) -> None:
    async def play(send: Ask) -> None:
        answer = await send(f"/api/puzzle/{puzzle.name}")
        told = answer.json()
        assert set(told) == set(PuzzleInfo.__struct_fields__)
        assert (told["puzzle"], told["kind"], told["seat"]) == (puzzle.name, puzzle.kind, puzzle.seat)
        assert [theme["theme"] for theme in told["themes"]] == list(puzzle.themes)
        for fact in (told["task"], told["kind_fact"], *(theme["fact"] for theme in told["themes"])):
            assert has_text(fact["code"]), fact
        assert " ".join(right_moves(puzzle)) not in answer.text or len(puzzle.line) == 1
        names = {"game", "players", "options", "rules", "position", "seat"}
        sight = await send("/api/look", {name: told[name] for name in names})
        assert sight.json()["to_move"] == puzzle.seat

    ask(tmp_path, play)


@of_each_kind
def test_right_moves_are_answered_until_the_puzzle_is_solved(tmp_path: Path, puzzle: Puzzle) -> None:
    async def play(send: Ask) -> None:
        moves, line, over = list[str](), right_moves(puzzle), False
        while not over:
            moves.append(line[len(moves)])
            verdict = (await send(f"/api/puzzle/{puzzle.name}/judge", {"moves": moves})).json()
            assert verdict["right"] and not verdict["reasons"]
            assert len(verdict["told"]) == 1 and len(verdict["reply_told"]) == len(verdict["reply"])
            moves, over = moves + verdict["reply"], verdict["over"]
        assert tuple(moves[: len(line)]) == line

    ask(tmp_path, play)


@proved
def test_a_wrong_move_is_refuted_with_reasons(tmp_path: Path, puzzle: Puzzle) -> None:
    async def play(send: Ask) -> None:
        wrong = wrong_move(puzzle)
        verdict = (await send(f"/api/puzzle/{puzzle.name}/judge", {"moves": [wrong]})).json()
        assert not verdict["right"] and not verdict["over"]
        assert verdict["reasons"] and all(has_text(reason["code"]) for reason in verdict["reasons"])
        game, s = puzzle.game, puzzle.state
        for move in (wrong, *verdict["reply"]):
            s = game.play(s, game.parse_move(s, move))

    ask(tmp_path, play)


@free
def test_a_deal_alone_may_be_played_in_any_way_and_only_its_end_counts(tmp_path: Path, puzzle: Puzzle) -> None:
    async def play(send: Ask) -> None:
        moves = lost_deal(puzzle)
        early = (await send(f"/api/puzzle/{puzzle.name}/judge", {"moves": moves[:-1]})).json()
        assert early["right"] and not early["over"]
        late = (await send(f"/api/puzzle/{puzzle.name}/judge", {"moves": moves})).json()
        assert late["over"] and not late["right"] and late["reasons"]

    ask(tmp_path, play)


@of_each_kind
@pytest.mark.parametrize("again", [True, False])
def test_an_illegal_move_fails_as_in_look(tmp_path: Path, puzzle: Puzzle, again: bool) -> None:
    game, info = puzzle.game, puzzles.describe(puzzle)
    asked = {"game": game.name, "players": game.players, "options": info.options, "position": info.position}
    # After the first time, the cell, fish or tile of a move is no longer there.
    moves = [right_moves(puzzle)[0]] * 2 if again else ["?"]

    async def play(send: Ask) -> None:
        judged = await send(f"/api/puzzle/{puzzle.name}/judge", {"moves": moves})
        looked = await send("/api/look", {**asked, "moves": moves})
        assert judged.status_code == looked.status_code == 422
        assert judged.json() == looked.json()

    ask(tmp_path, play)


@proved
def test_nothing_is_judged_after_a_wrong_move(tmp_path: Path, puzzle: Puzzle) -> None:
    async def play(send: Ask) -> None:
        moves = [wrong_move(puzzle)]
        answer = await send(f"/api/puzzle/{puzzle.name}/judge", {"moves": [*moves, follower(puzzle, moves)]})
        assert failure(answer) == (409, "refused")
        assert answer.json()["fact"]["code"] == "server.puzzle-line"

    ask(tmp_path, play)


def test_the_defence_is_the_judges(tmp_path: Path) -> None:
    found = (puzzle for each in puzzle_sets() for puzzle in each.puzzles if len(puzzle.line) > 2)
    puzzle = next(puzzle for puzzle in found if puzzles.judge(puzzle.name, right_moves(puzzle)[:1]).reply)
    first, defence, second = right_moves(puzzle)[:3]

    async def play(send: Ask) -> None:
        async def judged(*moves: str) -> httpx.Response:
            return await send(f"/api/puzzle/{puzzle.name}/judge", {"moves": moves})

        assert (await judged(first, defence, second)).json()["right"]
        assert failure(await judged(first, defence)) == (409, "refused"), "the last move is the solver's"
        other = follower(puzzle, [first], but=defence)
        last = follower(puzzle, [first, other])
        assert failure(await judged(first, other, last)) == (409, "refused")

    ask(tmp_path, play)


@of_each_kind
def test_the_answer_opens_as_a_replay(tmp_path: Path, puzzle: Puzzle) -> None:
    async def play(send: Ask) -> None:
        answer = (await send(f"/api/puzzle/{puzzle.name}/answer", {})).json()
        assert tuple(answer["moves"]) == right_moves(puzzle)
        assert len(answer["told"]) == len(answer["moves"])
        replay = (await send("/api/replay", {"record": answer["record"]})).json()
        assert replay["moves"] == answer["moves"] and len(replay["variations"]) == len(puzzle.record.variations)
        assert replay["positions"][0] == puzzle.game.format_state(puzzle.state)

    ask(tmp_path, play)


@of_each_kind
def test_a_picture_shows_the_position_as_the_solver_sees_it(tmp_path: Path, puzzle: Puzzle) -> None:
    async def play(send: Ask) -> None:
        answer = await send(f"/api/puzzle/{puzzle.name}/picture.svg")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
        draw = package_of(type(puzzle.game)).drawing.load()
        assert draw is not None
        view = puzzle.game.view(puzzle.state, puzzle.seat)
        assert answer.text == svg(draw(puzzle.game, view, puzzle.seat, None))

    ask(tmp_path, play)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/puzzle/0123456789ab", None),
        ("/api/puzzle/0123456789ab/judge", {"moves": ["a1"]}),
        ("/api/puzzle/0123456789ab/answer", {}),
        ("/api/puzzle/0123456789ab/picture.svg", None),
        ("/api/puzzles/chess/2", None),
        (f"/api/puzzles/{puzzle_sets()[0].game}/99", None),
        ("/api/daily/2026-10-31", None),
        ("/api/daily/9999-12-31", None),
        ("/api/daily/today", None),
        (f"/api/daily/{DAY:%Y%m%d}", None),
        (f"/api/daily/{DAY + timedelta(1)}/0123456789ab", {"who": ADA, "tries": 1}),
    ],
)
def test_what_does_not_exist_is_not_found(tmp_path: Path, path: str, body: Any) -> None:
    async def play(send: Ask) -> None:
        answer = await send(path, body)
        assert failure(answer) == (404, "puzzle")
        assert answer.json()["why"] == str(msgspec.convert(answer.json()["fact"], Fact))

    ask(tmp_path, play, Time(noon_ms(DAY)))


@pytest.mark.parametrize("moves", [[], ["a1"] * (LONGEST + 1), ["a" * 513], [7], "a1"])
def test_unreadable_moves_are_refused(tmp_path: Path, moves: Any) -> None:
    async def play(send: Ask) -> None:
        name = next(iter(ONE_OF_EACH.values())).name
        assert failure(await send(f"/api/puzzle/{name}/judge", {"moves": moves})) == (422, "frame")

    ask(tmp_path, play)


def test_puzzles_of_today_are_shown_without_the_server_until_midnight_only(tmp_path: Path) -> None:
    async def play(send: Ask) -> None:
        assert (await send("/api/daily")).headers["Cache-Control"] == "public, max-age=0, stale-if-error=43200"
        assert (await send(f"/api/daily/{DAY}")).headers["Cache-Control"] == FOR_OFFLINE["Cache-Control"]

    ask(tmp_path, play, Time(noon_ms(DAY)))


def test_only_what_is_the_same_for_everybody_may_be_kept(tmp_path: Path) -> None:
    puzzle = next(iter(ONE_OF_EACH.values()))

    async def play(send: Ask) -> None:
        found = f"/api/puzzle/{puzzle.name}"
        kept = "/api/puzzles", f"/api/puzzles/{puzzle.game.name}/{puzzle.game.players}", found, f"{found}/picture.svg"
        for path in kept:
            assert (await send(path)).headers.get_list("cache-control") == [KEPT["Cache-Control"]]
        for path, body in ((f"{found}/answer", {}), (f"{found}/judge", {"moves": ["?"]})):
            assert (await send(path, body)).headers.get_list("cache-control") == ["no-store"]
        assert (await send("/api/puzzle/nothing")).headers.get_list("cache-control") == ["no-store"]

    ask(tmp_path, play)


def test_verdicts_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, judged = next(iter(PROVED.values())), list[tuple[str, ...]]()
    judge = puzzles._judged

    def noted(puzzle: Puzzle, moves: tuple[str, ...]) -> puzzles.Judgement:
        judged.append(moves)
        return judge(puzzle, moves)

    puzzles._proved.cache_clear()
    monkeypatch.setattr(puzzles, "_judged", noted)
    first = right_moves(puzzle)[:1]
    assert puzzles.judge(puzzle.name, first) == puzzles.judge(puzzle.name, first)
    assert judged == [first]


def test_a_slow_verdict_delays_only_its_visitor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, done = next(iter(PROVED.values())), threading.Event()
    judge = puzzles.judge

    def slow(name: str, moves: tuple[str, ...]) -> puzzles.Judgement:
        assert done.wait(PATIENCE)
        return judge(name, moves)

    monkeypatch.setattr(puzzles, "judge", slow)

    async def play(send: Ask) -> None:
        body = {"moves": [right_moves(puzzle)[0]]}
        first = asyncio.create_task(send(f"/api/puzzle/{puzzle.name}/judge", body))
        second = asyncio.create_task(send(f"/api/puzzle/{puzzle.name}"))
        async with asyncio.timeout(PATIENCE):
            assert (await send(f"/api/puzzle/{puzzle.name}", visitor="192.0.2.2")).status_code == 200
        assert not first.done() and not second.done()
        done.set()
        assert (await first).json()["right"] and (await second).status_code == 200

    ask(tmp_path, play)


def test_a_visitor_has_a_limited_number_of_verdicts_and_results(tmp_path: Path) -> None:
    limits = Limits()
    assert limits.verdicts.burst == 60 and limits.results.burst == 40
    assert limits.results.rate * 86_400 == pytest.approx(40), "they come back within a day"
    limits.verdicts, limits.results = Buckets(0.0, 1), Buckets(0.0, 1)
    puzzle = daily(DAY)[0]

    async def play(send: Ask) -> None:
        for path, body in (
            (f"/api/puzzle/{puzzle.name}/judge", {"moves": [right_moves(puzzle)[0]]}),
            (f"/api/daily/{DAY}/{puzzle.name}", {"who": ADA, "tries": 1}),
        ):
            assert (await send(path, body)).status_code == 200
            assert failure(await send(path, body)) == (429, "rate")
            assert (await send(path, body, visitor="192.0.2.2")).status_code == 200

    ask(tmp_path, play, Time(noon_ms(DAY)), limits)


def test_judging_and_drawing_load_no_numpy() -> None:
    names = " ".join(puzzle.name for puzzle in ONE_OF_EACH.values())
    code = f"""
import sys
from encore.server.domain import puzzles
import encore.server.http.app
for name in {names!r}.split():
    puzzle = puzzles.find_puzzle(name)
    for move in puzzle.game.legal_moves(puzzle.state)[:3]:
        puzzles.judge(name, (puzzle.game.format_move(move),))
    puzzles.answer(name), puzzles.picture(name), puzzles.info(name)
print(sorted({{"numpy", "numba", "PIL"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_each_day_has_its_puzzles_until_today(tmp_path: Path) -> None:
    async def play(send: Ask) -> None:
        today = (await send("/api/daily")).json()
        assert (today["day"], today["today"], today["first"]) == (str(DAY), str(DAY), str(FIRST_DAY))
        assert [puzzle["puzzle"] for puzzle in today["puzzles"]] == [puzzle.name for puzzle in daily(DAY)]
        assert [(puzzle["game"], puzzle["players"]) for puzzle in today["puzzles"]] == [
            (found.game, found.players) for found in puzzle_sets()
        ]
        assert today["counts"] == {puzzle.name: {} for puzzle in daily(DAY)}
        for day in (FIRST_DAY, DAY - timedelta(1), DAY):
            told = (await send(f"/api/daily/{day}")).json()
            assert (told["day"], told["today"]) == (str(day), str(DAY))
            assert [puzzle["puzzle"] for puzzle in told["puzzles"]] == [puzzle.name for puzzle in daily(day)]
        tomorrow = await send(f"/api/daily/{DAY + timedelta(1)}")
        assert tomorrow.json()["why"] == f"There are daily puzzles from {FIRST_DAY} to {DAY}"

    ask(tmp_path, play, Time(noon_ms(DAY)))


def test_a_day_begins_at_midnight_utc(tmp_path: Path) -> None:
    midnight = noon_ms(DAY) - 12 * 3600 * 1000
    assert puzzles.day_at(midnight) == DAY
    assert puzzles.day_at(midnight - 1) == DAY - timedelta(1)
    assert puzzles.day_at(0) == FIRST_DAY, "a machine with a wrong clock has puzzles, too"


def test_results_are_counted_once_for_each_browser_day_and_puzzle(tmp_path: Path) -> None:
    now = Time(noon_ms(DAY))
    one, other = (puzzle.name for puzzle in daily(DAY)[:2])

    async def play(send: Ask) -> None:
        async def solved(who: str, tries: int, name: str = one, day: date = DAY) -> dict[str, Any]:
            answer = await send(f"/api/daily/{day}/{name}", {"who": who, "tries": tries})
            return dict(answer.json()["counts"])

        assert (await solved(ADA, 1))[one] == {"1": 1}
        assert (await solved(ADA, 3))[one] == {"1": 1}, "the same browser"
        assert (await solved(BOB, 1))[one] == {"1": 2}
        counts = await solved(ADA, 0, other)
        assert (counts[one], counts[other]) == ({"1": 2}, {"0": 1})
        assert set(counts) == {puzzle.name for puzzle in daily(DAY)}
        now.now += 24 * 3600 * 1000
        assert (await send("/api/daily")).json()["counts"] == {puzzle.name: {} for puzzle in daily(DAY + timedelta(1))}
        assert (await solved("c" * 32, 6))[one] == {"1": 2, "6": 1}, "yesterday still counts"
        assert (await solved(ADA, 6))[one] == {"1": 2, "6": 1}
        now.now += 24 * 3600 * 1000
        assert (await send(f"/api/daily/{DAY}")).json()["counts"][one] == {"1": 2, "6": 1}

    ask(tmp_path, play, now)
    stored = (tmp_path / "tables.sqlite").read_bytes()
    assert one.encode() in stored and ADA.encode() not in stored


@pytest.mark.parametrize(
    ("day", "puzzle", "error"),
    [
        (DAY - timedelta(2), daily(DAY - timedelta(2))[0], (409, "over")),
        (FIRST_DAY, daily(FIRST_DAY)[0], (409, "over")),
        (DAY, daily(DAY - timedelta(1))[0], (409, "refused")),
    ],
)
def test_results_of_other_puzzles_are_not_counted(
    tmp_path: Path, day: date, puzzle: Puzzle, error: tuple[int, str]
) -> None:
    async def play(send: Ask) -> None:
        answer = await send(f"/api/daily/{day}/{puzzle.name}", {"who": ADA, "tries": 1})
        assert failure(answer) == error
        assert (await send(f"/api/daily/{day}")).json()["counts"].get(puzzle.name) in ({}, None)

    ask(tmp_path, play, Time(noon_ms(DAY)))


@pytest.mark.parametrize(
    "changed", [{"who": "short"}, {"who": "é" * 32}, {"who": "a" * 65}, {"tries": 7}, {"tries": -1}, {"more": 1}]
)
def test_an_unreadable_result_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    async def play(send: Ask) -> None:
        body = {"who": ADA, "tries": 1, **changed}
        assert failure(await send(f"/api/daily/{DAY}/{daily(DAY)[0].name}", body)) == (422, "frame")

    ask(tmp_path, play, Time(noon_ms(DAY)))


def test_a_server_can_be_moved_to_the_next_day(tmp_path: Path) -> None:
    """The tests of the page come back this way."""
    with served_on(DAY, tmp_path) as server:
        name = daily(DAY)[0].name
        result = http.post(f"{server.url}/api/daily/{DAY}/{name}", json={"who": ADA, "tries": 2})
        assert result.json()["counts"][name] == {"2": 1}
        server.move_to(DAY + timedelta(1))
        assert http.get(f"{server.url}/api/daily").json()["day"] == str(DAY + timedelta(1))
        assert http.get(f"{server.url}/api/daily/{DAY}").json()["counts"][name] == {"2": 1}
