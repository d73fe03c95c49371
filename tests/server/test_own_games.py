"""My games: their order, the search, figures, and the file with all data."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import encore
from encore.core.replay import check
from encore.server.domain import events
from encore.server.domain.clocks import DAY, Timing
from encore.server.domain.events import (
    AnyEvent,
    Began,
    Chair,
    Emptied,
    Ended,
    Joined,
    Left,
    Moved,
    Opened,
    Replaced,
    Resumed,
    Undone,
)
from encore.server.domain.own_games import (
    PAGE,
    BotResults,
    OwnAccounts,
    OwnTable,
    Results,
    Wanted,
    all_games,
    figures_of,
    page_of,
)
from encore.server.domain.people import Person, PersonSeat, Session
from encore.server.domain.row import Row
from encore.server.domain.summaries import VERSION, read_summary, summary_of
from encore.server.domain.table import Table
from encore.server.rooms import own_tables
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from tests.server.browser import Browser
from tests.server.client import Client, Served, failure
from tests.server.hubs import use, write

ADA, BO = Chair("screen", "Ada"), Chair("open")
BOT = Chair("bot", bot="bot:hard")
NONE = Timing()


def opened(*chairs: Chair, game: str = "dakapo", timing: Timing = NONE, holder: str = "ada") -> Opened:
    return Opened(game, len(chairs), {}, chairs, timing, False, True, holder, "x")


def table(name: str, *rows: tuple[AnyEvent, ...], at: int = 0, holders: tuple[str, ...] = ("ada",)) -> OwnTable:
    """Return a table of a person whose rows happen one millisecond after the other."""
    stored = [Row(name, seq, at + seq, None, events.encode(happened)) for seq, happened in enumerate(rows, 1)]
    return OwnTable(name, frozenset(holders), summary_of(name, stored))


def joined(name: str = "Bo") -> Joined:
    return Joined(1, name, name.lower())


def names(*tables: OwnTable, **wanted: Any) -> list[tuple[str, int]]:
    return [(game.table, game.number) for game in page_of(tables, Wanted(**wanted)).games]


DAYS = Timing("days", days=3)
WAITING = table("waiting", (opened(ADA, BO),), at=900)
MY_TURN = table("my turn", (opened(ADA, BO),), (joined(), Began(0, "s")), at=100)
MY_LATE_TURN = table("my late turn", (opened(ADA, BO, timing=DAYS),), (joined(), Began(0, "s")), at=2 * DAY)
MY_URGENT_TURN = table("my urgent turn", (opened(ADA, BO, timing=DAYS),), (joined(), Began(0, "s")), at=DAY)
THEIR_TURN = table("their turn", (opened(ADA, BO),), (joined(), Began(0, "s")), (Moved("e6r"),), at=800)
TWICE = table(
    "twice",
    (opened(ADA, BO),),
    (joined("Cy"), Began(0, "s")),
    (Moved("e6r"), Ended("resigned", (1,))),
    (Began(1, "t"),),
    (Moved("e6r"),),
    (Undone(1),),
    (Moved("e7r"), Moved("e8g"), Ended("agreed", ())),
    at=5000,
)
EARLIER = table("earlier", (opened(ADA, BOT), Began(0, "s")), (Ended("time", (0,)),), at=4000)


def test_running_games_come_first_one_s_own_turn_on_top_and_little_time_before_much() -> None:
    tables = (EARLIER, TWICE, THEIR_TURN, WAITING, MY_TURN, MY_LATE_TURN, MY_URGENT_TURN)
    assert names(*tables) == [
        ("my urgent turn", 1),
        ("my late turn", 1),
        ("my turn", 1),
        ("waiting", 0),
        ("their turn", 1),
        ("twice", 2),
        ("twice", 1),
        ("earlier", 1),
    ]
    assert names(*tables, phase="finished") == [("twice", 2), ("twice", 1), ("earlier", 1)]
    assert [table for table, _ in names(*tables, phase="running")][-1] == "their turn"


def test_games_are_found_by_game_and_by_a_part_of_the_opponent_s_name() -> None:
    other = table("other", (opened(ADA, BO, game="dacapo"),), (joined("Bo Long"), Began(0, "s")))
    tables = (TWICE, MY_TURN, EARLIER, other)
    assert {name for name, _ in names(*tables, opponent="bo")} == {"my turn", "earlier", "other"}, "a bot has a name"
    assert names(*tables, opponent="LONG") == [("other", 1)]
    assert names(*tables, opponent="hard") == [("earlier", 1)]
    assert names(*tables, opponent="ada") == [], "one's own name is no opponent's"
    assert names(*tables, game="dacapo", opponent="bo") == [("other", 1)]
    assert names(*tables, game="dalapapa") == []


def test_the_list_comes_in_pages() -> None:
    many = [table(f"t{number}", (opened(ADA, BO),), at=number) for number in range(PAGE + 2)]
    first, second = page_of(many, Wanted()), page_of(many, Wanted(page=2))
    assert (len(first.games), first.more, len(second.games), second.more) == (PAGE, True, 2, False)
    assert page_of(many, Wanted(page=3)).games == ()


def test_a_game_shows_who_played_what_and_how_it_ended() -> None:
    games = {(game.table, game.number): game for game in all_games([TWICE, MY_URGENT_TURN, WAITING])}
    first, second = games["twice", 1], games["twice", 2]
    assert (first.winners, first.reason, first.moves, first.at) == ((1,), "resigned", 1, 5003)
    assert (second.winners, second.reason, second.moves, second.at) == ((), "agreed", 2, 5007)
    assert [(chair.name, chair.bot) for chair in first.chairs] == [("Ada", ""), ("Cy", "")]
    assert (second.phase, second.to_move, second.mine) == ("over", None, (0,))
    running = games["my urgent turn", 1]
    assert (running.phase, running.to_move, running.deadline) == ("playing", 0, DAY + 2 + 3 * DAY)
    assert (games["waiting", 0].phase, games["waiting", 0].winners) == ("waiting", None)


def test_a_table_that_the_person_has_left_is_not_listed() -> None:
    left = table("left", (opened(BO, BO, holder="x"),), (joined("Ada"),), (Left(1),))
    assert list(all_games([left])) == []


def test_whoever_left_a_game_has_lost_it_and_the_next_one_is_the_bot_s() -> None:
    three = opened(ADA, BO, BO, game="dacapo"), joined(), Joined(2, "Cy", "cy"), Began(0, "s")
    left = Emptied(2, "resigned"), Replaced(2, "bot:medium"), Ended("rules", (0,))
    cy = table("three", three, left, (Began(1, "t"), Ended("rules", (2,))), holders=("cy",))
    (game,) = all_games([cy])
    assert (game.number, game.mine, game.left) == (1, (2,), (2,))
    (figures,) = figures_of([cy], {}).games
    assert (figures.people, figures.bots) == (Results(0, 0, 1), ())
    running = table("running", three, left[:2], holders=("cy",))
    for to_move, told in ((2, None), (0, 0)):  # a bot plays on the seat
        summary = msgspec.structs.replace(running.summary, to_move=to_move)
        assert [game.to_move for game in all_games([running._replace(summary=summary)])] == [told]


def test_refunded_time_moves_the_deadline() -> None:
    live = Timing("live", main=600)
    summary = table("live", (opened(ADA, BO, timing=live),), (joined(), Began(0, "s")), (Resumed(5000, 3),)).summary
    assert summary.deadline == 2 + 600_000 + 5000


def test_finished_games_are_summarised_without_playing_them_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_moved", None)
    rows = [(opened(ADA, BO),), (joined(), Began(0, "s")), (Moved("e6r"), Ended("resigned", (1,)))]
    assert table("over", *rows).summary.games[0].moves == 1


def test_a_summary_of_another_release_is_made_anew() -> None:
    summary = MY_TURN.summary
    assert read_summary(msgspec.json.encode(summary)) == summary
    assert read_summary(msgspec.json.encode(msgspec.structs.replace(summary, made=VERSION + 1))) is None
    assert read_summary(b"{}") is None
    assert read_summary(b"") is None


# Figures.


def over(name: str, winners: tuple[int, ...], *chairs: Chair, game: str = "dakapo") -> OwnTable:
    return table(name, (opened(*chairs, game=game), Began(0, "s")), (Ended("rules", winners),))


def test_results_are_counted_by_game_against_people_and_each_level_of_bots() -> None:
    easy = Chair("bot", bot="bot:easy")
    tables = [
        TWICE,  # lost and drawn against a person
        over("a", (0,), ADA, BOT),
        over("b", (1,), ADA, BOT),
        over("c", (0, 1), ADA, easy),
        over("d", (0,), ADA, BOT, easy, game="dacapo"),
        over("e", (0,), ADA, game="dacapo"),
        over("f", (), ADA, game="dacapo"),
        MY_TURN,
    ]
    dacapo, dakapo = figures_of(tables, {}).games
    assert (dakapo.game, dakapo.people) == ("dakapo", Results(0, 1, 1))
    assert dakapo.bots == (BotResults("bot:easy", 0, 1, 0), BotResults("bot:hard", 1, 0, 1))
    assert (dacapo.game, dacapo.people, dacapo.alone) == ("dacapo", Results(), Results(1, 0, 1))
    assert dacapo.bots == (BotResults("bot:easy", 1, 0, 0), BotResults("bot:hard", 1, 0, 0))
    assert dakapo.reviews is None


def test_games_with_several_seats_of_one_s_own_do_not_count() -> None:
    both = over("both", (0,), ADA, Chair("screen", "Bo"))
    assert figures_of([both], {}).games == ()


def test_luck_and_choices_are_averages_of_the_reviews_of_one_s_own_seat() -> None:
    def review(*seats: tuple[float, float, float, float]) -> bytes:
        named = [dict(zip(("luck", "own", "others", "given_away"), seat, strict=True)) for seat in seats]
        return json.dumps({"chances": [], "proved": [], "seats": named}).encode()

    other = (9.0, 9.0, 9.0, 9.0)
    reviews = {
        ("twice", 1): review((0.1, -0.2, 0.3, 0.25), other),
        ("twice", 2): review(other, (0.3, -0.4, 0.1, 0.05)),  # the other player began, so Ada has the second seat
        ("earlier", 1): b"broken",
        ("elsewhere", 1): review(other, other),
    }
    (figures,) = figures_of([TWICE, EARLIER], reviews).games
    assert figures.reviews == OwnAccounts(2, 0.2, -0.3, 0.2, 0.15)


# Over HTTP and in the store.


def test_only_changed_tables_are_summarised_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[str]()

    def counted(name: str, rows: list[Row]) -> Any:
        made.append(name)
        return summary_of(name, rows)

    monkeypatch.setattr(own_tables, "summary_of", counted)

    async def play(hub: Hub, store: SqliteStore) -> None:
        await store.people.add_person(Person("p", "Ada", "en", 0), None, (), Session("h", "i", "p", "", 0, 0))
        for name in ("a", "b"):
            await write(store, name, 1, opened(ADA, BO))
            await store.people.put_seat(PersonSeat("p", name, "ada", 0))
        await store.people.put_seat(PersonSeat("p", "deleted", "ada", 0))
        for _ in range(2):
            assert len((await hub.own_tables.games("", "p", Wanted())).games) == 2
        await write(store, "b", 2, joined(), Began(0, "s"))
        page = await hub.own_tables.games("", "p", Wanted())
        assert [(game.table, game.number, game.reviewed) for game in page.games] == [("b", 1, False), ("a", 0, False)]
        await store.put_review("b", 1, b"{}")
        assert (await hub.own_tables.games("", "p", Wanted())).games[0].reviewed
        assert made == ["a", "b", "b"]

    use(tmp_path, play)


async def resign(browser: Browser, table: str, said: str = "") -> None:
    async with browser.at_table(table) as client:
        await client.next("full")
        if said:
            await client.do("say", text=said)
        assert (await client.do("resign"))["t"] == "ack"


def test_my_games_over_http(server: Served) -> None:
    ada, bo = Browser(server), Browser(server)
    ada.become("Ada")
    waiting = ada.open_table(game="dacapo", players=2, name="Ada")
    table = ada.open_table(game="dakapo", name="Ada")
    bo.join(table, name="Bo")
    asyncio.run(resign(ada, table["table"]))
    games = ada.get("/api/me/games").json()
    assert [(game["table"], game["phase"]) for game in games["games"]] == [
        (waiting["table"], "waiting"),
        (table["table"], "over"),
    ]
    assert games["more"] is False
    finished = ada.get("/api/me/games", params={"phase": "finished", "opponent": "bo"}).json()["games"]
    assert [(game["winners"], game["reason"]) for game in finished] == [([1], "resigned")]
    assert not ada.get("/api/me/games", params={"game": "dalapapa"}).json()["games"]
    (figures,) = ada.get("/api/me/figures").json()["games"]
    assert figures["people"] == {"won": 0, "drawn": 0, "lost": 1}
    for wrong in ({"phase": "x"}, {"page": "0"}, {"page": "x"}):
        assert failure(ada.get("/api/me/games", params=wrong)) == (422, "frame")


def test_the_file_has_all_that_is_stored_of_a_person(server: Served) -> None:
    ada, bo = Browser(server), Browser(server)
    ada.become("Ada")
    running, table = ada.open_table(game="dakapo", name="Ada L"), ada.open_table(game="dakapo", name="Ada")
    bo.join(table, name="Bo")
    asyncio.run(resign(ada, table["table"], "well played, Bo"))
    asyncio.run(_say(bo, table["table"], "thank you"))
    answer = ada.get("/api/me/data")
    assert answer.headers["content-disposition"] == 'attachment; filename="encore.json"'
    data = answer.json()
    assert data["person"] == ada.me
    assert [(key["label"], key["transports"]) for key in data["passkeys"]] == [
        ("Firefox, Linux", ["hybrid", "internal"])
    ]
    first, second = data["tables"]
    assert (first["table"], first["names"], first["records"]) == (running["table"], ["Ada L"], [])
    assert second["names"] == ["Ada"]
    assert [message["text"] for message in second["messages"]] == ["well played, Bo"]
    (record,) = map(encore.parse_record, second["records"])
    check(record, encore.game_of(record))
    assert record.tags["Termination"] == "resigned"
    assert "thank you" not in answer.text, "what others have said is theirs"
    assert ada.cookies["encore-person"] not in answer.text


def test_the_file_has_the_notices_that_wait(server: Served) -> None:
    ada, bo = Browser(server), Browser(server)
    ada.become("Ada")
    table = ada.open_table(game="dakapo", name="Ada", timing={"kind": "days", "days": 3})
    bo.join(table, name="Bo")
    notices = {notice["kind"]: notice for notice in ada.get("/api/me/data").json()["stored_notices"]}
    reminder = notices["time"]
    assert (reminder["table"], reminder["game"], reminder["seat"]) == (table["table"], "dakapo", 0)
    assert (reminder["sent"], reminder["told"]) == (0, [])
    assert reminder["due"] == reminder["at"] + 5 * DAY // 2, "12 hours before the end"


async def _say(browser: Browser, table: str, text: str) -> None:
    async with browser.at_table(table) as client:
        await _said(client, text)


async def _said(client: Client, text: str) -> None:
    await client.next("full")
    assert (await client.do("say", text=text))["t"] == "ack"
