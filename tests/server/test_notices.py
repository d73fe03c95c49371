"""People are told when they should come back to a table, and only then."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from encore.core.fact import Fact
from encore.core.rendering import codes, render
from encore.server.domain.clocks import DAY, now_ms
from encore.server.domain.subscriptions import MOST_SUBSCRIPTIONS
from encore.server.storage.sqlite import SqliteStore
from tests.patience import wait_until
from tests.server.browser import Browser
from tests.server.client import Client, Served, failure, http, served
from tests.server.push_service import PushService, Subscribed, push_service, read64, signed_claims

DAYS = {"kind": "days", "days": 3}


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[Served]:
    options = ("--unlimited", "--push-service", service.url, "--push-contact", "mailto:ops@play.example")
    with served(tmp_path_factory.mktemp("data"), *options) as running:
        yield running


class Player(Browser):
    """A person with notices on one device."""

    def __init__(self, server: Served, service: PushService, name: str, language: str = "en") -> None:
        super().__init__(server)
        self.codes = self.become(name, language)["codes"]
        self.phone: Subscribed = service.subscribe(f"{name}-{time.monotonic_ns()}")
        self.wants(self.phone, language)

    def wants(self, device: Subscribed, language: str = "en") -> None:
        answer = self.put("/api/me/push", json=device.wish(language))
        assert answer.status_code == 200, answer.text


@pytest.fixture
def ada(server: Served, service: PushService) -> Player:
    return Player(server, service, "ada")


@pytest.fixture
def bo(server: Served, service: PushService) -> Player:
    return Player(server, service, "bo", "de")


def begin(ada: Player, bo: Player, **asked: Any) -> str:
    """Let two people begin a game that ada begins; return the table."""
    table = ada.open_table(game="dakapo", name="ada", timing=DAYS, **asked)
    assert bo.join(table, name="bo").status_code == 200
    return str(table["table"])


async def move(player: Browser, table: str, move: str) -> None:
    """Play a move and leave the table."""
    async with player.at_table(table) as client:
        state = await client.next("full")
        assert (await client.do("act", v=state["v"], a=move))["t"] == "ack"


def kinds(device: Subscribed) -> list[str]:
    return [str(message["kind"]) for message in device.messages]


def quiet(player: Player, table: str, service: PushService) -> None:
    """Wait until the server has sent all that it would have sent before now: a later notice has come."""
    other = Player(player.server, service, "cy")
    begin(other, Player(player.server, service, "dee"))
    other.phone.wait()


def test_whoever_opened_a_table_is_told_that_the_game_has_begun(ada: Player, bo: Player) -> None:
    table = begin(ada, bo)
    (message,) = ada.phone.wait()
    assert message == {
        "kind": "begun",
        "table": table,
        "game": "dakapo",
        "tag": f"table-{table}",
        "title": "Dakapo",
        "body": "Your game has begun",
    }
    assert bo.phone.messages == [], "they have caused it"


def test_a_player_is_told_in_their_language_that_it_is_their_turn(ada: Player, bo: Player) -> None:
    table = begin(ada, bo)
    start = time.time()
    asyncio.run(move(ada, table, "e6r"))
    (message,) = bo.phone.wait()
    assert (message["kind"], message["title"], message["body"]) == ("turn", "Dakapo", "Du bist am Zug")
    came = next(one.at for one in bo.phone.service.received if one.name == bo.phone.name)
    assert came - start < 2


def test_a_push_service_gets_a_signed_request_and_learns_nothing(ada: Player, bo: Player, service: PushService) -> None:
    table = begin(ada, bo)
    ada.phone.wait()
    request = next(one for one in service.received if one.name == ada.phone.name)
    key = ada.get("/api/me/push").json()["key"]
    claims = signed_claims(request.headers["Authorization"], key)
    assert (claims["aud"], claims["sub"]) == (service.origin, "mailto:ops@play.example")
    assert 0 < claims["exp"] - time.time() < 86_400
    assert (request.headers["Content-Encoding"], request.headers["Urgency"]) == ("aes128gcm", "normal")
    assert int(request.headers["TTL"]) > 0
    assert len(read64(request.headers["Topic"])) == 24
    for secret in (table, "dakapo", "ada"):
        assert secret not in json.dumps(request.headers)


def test_no_message_has_a_move_in_it(ada: Player, bo: Player) -> None:
    table, moves = begin(ada, bo), list[str]()
    ada.phone.wait()
    for player, other in ((ada, bo), (bo, ada), (ada, bo)):
        before = kinds(other.phone).count("turn")
        moves.append(player.get(f"/api/tables/{table}").json()["legal"][0])
        asyncio.run(move(player, table, moves[-1]))
        wait_until(lambda: kinds(other.phone).count("turn") > before)  # noqa: B023
    sent = [message for player in (ada, bo) for message in player.phone.messages]
    assert {message["kind"] for message in sent} == {"begun", "turn", "done"}
    for message in sent:
        assert set(message) <= {"kind", "table", "game", "tag", "title", "body"}
        text = json.dumps({**message, "table": "", "tag": ""})
        assert not any(one in text for one in moves)


def test_who_has_the_table_before_them_gets_no_notice(ada: Player, bo: Player, service: PushService) -> None:
    table = begin(ada, bo)
    ada.phone.wait()

    async def play() -> None:
        async with bo.at_table(table) as client:
            await client.next("full")
            await move(ada, table, "e6r")
            await client.next("ev")
            await asyncio.to_thread(quiet, ada, table, service)

    asyncio.run(play())
    assert bo.phone.messages == []


def test_who_has_the_table_behind_other_windows_gets_one(ada: Player, bo: Player) -> None:
    table = begin(ada, bo)

    async def play() -> None:
        async with bo.at_table(table) as client:
            await client.next("full")
            await client.socket.send(json.dumps({"t": "visible", "on": False}))
            await move(ada, table, "e6r")
            await asyncio.to_thread(bo.phone.wait)

    asyncio.run(play())
    assert kinds(bo.phone) == ["turn"]


def test_a_notice_is_withdrawn_when_the_move_is_made_elsewhere(ada: Player, bo: Player) -> None:
    table = begin(ada, bo)
    ada.phone.wait()
    asyncio.run(move(ada, table, "e6r"))
    first, second = ada.phone.wait(2)
    assert first["kind"] == "begun"
    about = {"title": "Dakapo", "body": "Nothing is left to do here"}
    assert second == {"kind": "done", "table": table, "tag": first["tag"], **about}


def test_a_notice_is_sent_to_every_device_in_its_own_language(ada: Player, bo: Player, service: PushService) -> None:
    laptop, tablet = service.subscribe(f"laptop-{id(ada)}"), service.subscribe(f"tablet-{id(ada)}")
    ada.wants(laptop, "fr")
    ada.wants(tablet, "ja")
    begin(ada, bo)
    texts = [device.wait()[0]["body"] for device in (ada.phone, laptop, tablet)]
    assert texts == ["Your game has begun", "Votre partie a commencé", "対局が始まりました"]
    assert laptop.messages[0]["title"] == "Dakapo"


def test_only_the_wanted_kinds_are_sent(ada: Player, bo: Player, service: PushService) -> None:
    answer = ada.patch("/api/me/notices", json={"kinds": ["turn", "rematch"]})
    assert answer.json()["kinds"] == ["turn", "rematch"]
    table = begin(ada, bo)
    quiet(ada, table, service)
    assert ada.phone.messages == []
    asyncio.run(move(ada, table, "e6r"))
    bo.phone.wait()


async def ask_for_a_rematch(client: Client) -> None:
    state = await client.next("full")
    assert (await client.do("resign"))["t"] == "ack"
    assert (await client.do("ask", what="rematch", v=state["v"] + 1))["t"] == "ack"


def test_a_rematch_is_asked_for(ada: Player, bo: Player) -> None:
    table = begin(ada, bo)

    async def play() -> None:
        async with bo.at_table(table) as client:
            await ask_for_a_rematch(client)

    ada.phone.wait()
    asyncio.run(play())
    wait_until(lambda: "rematch" in kinds(ada.phone))
    assert bo.phone.messages == []


@pytest.mark.parametrize("withdrawn", [True, False])
def test_a_wish_for_a_rematch_is_closed_when_it_is_over(ada: Player, bo: Player, withdrawn: bool) -> None:
    table = begin(ada, bo)

    async def play() -> None:
        async with bo.at_table(table) as client:
            await ask_for_a_rematch(client)
            await asyncio.to_thread(wait_until, lambda: "rematch" in kinds(ada.phone))
            if withdrawn:
                assert (await client.do("refuse", what="rematch"))["t"] == "ack"
        if not withdrawn:
            async with ada.at_table(table) as client:
                await client.next("full")
                assert (await client.do("refuse", what="rematch"))["t"] == "ack"

    ada.phone.wait()
    asyncio.run(play())
    wait_until(lambda: kinds(ada.phone)[-1] == "done")
    assert kinds(ada.phone)[-2] == "rematch"


def test_whoever_has_to_vote_is_told_until_they_have_voted(
    ada: Player, bo: Player, server: Served, service: PushService
) -> None:
    cy = Player(server, service, "cy")
    table = ada.open_table(game="dalapapa", players=3, name="ada", timing=DAYS)
    assert all(each.join(table, name=name).status_code == 200 for each, name in ((bo, "bo"), (cy, "cy")))

    async def do(player: Player, kind: str, **what: str) -> None:
        async with player.at_table(str(table["table"])) as client:
            await client.next("full")
            assert (await client.do(kind, **what))["t"] == "ack"

    asyncio.run(do(cy, "resign"))
    for each in (ada, bo):
        wait_until(lambda: "vote" in kinds(each.phone))  # noqa: B023
    assert ("vote" in kinds(cy.phone), bo.phone.messages[-1]["body"][:6]) == (False, "Jemand")
    asyncio.run(do(bo, "vote", choice="end"))
    wait_until(lambda: kinds(bo.phone)[-1] == "done")
    assert kinds(ada.phone)[-1] == "vote", "they have not voted yet"
    asyncio.run(do(ada, "vote", choice="end"))
    wait_until(lambda: kinds(ada.phone)[-1] == "done")


def test_whoever_has_to_agree_to_a_return_is_told_until_they_have_answered(
    ada: Player, bo: Player, server: Served, service: PushService
) -> None:
    cy = Player(server, service, "cy")
    table = ada.open_table(game="dalapapa", players=3, name="ada", timing=DAYS)
    assert all(each.join(table, name=name).status_code == 200 for each, name in ((bo, "bo"), (cy, "cy")))

    async def do(player: Player, kind: str, **what: str) -> None:
        async with player.at_table(str(table["table"])) as client:
            await client.next("full")
            assert (await client.do(kind, **what))["t"] == "ack"

    asyncio.run(do(cy, "resign"))
    asyncio.run(do(ada, "vote", choice="bot"))
    asyncio.run(do(cy, "ask", what="return"))
    for each in (ada, bo):
        wait_until(lambda: "return" in kinds(each.phone))  # noqa: B023
    assert "zurück" in bo.phone.messages[-1]["body"]
    assert "return" not in kinds(cy.phone)
    asyncio.run(do(bo, "ask", what="return"))
    wait_until(lambda: kinds(bo.phone)[-1] == "done")
    assert kinds(ada.phone)[-1] == "return", "they have not answered yet"
    asyncio.run(do(ada, "refuse", what="return"))
    wait_until(lambda: kinds(ada.phone)[-1] == "done")


@pytest.mark.parametrize(("timing", "longest"), [(DAYS, 86_400), ({"kind": "live", "main": 3600}, 60)])
def test_a_push_service_keeps_the_notice_of_a_vote_until_its_end_at_most(
    ada: Player, bo: Player, server: Served, service: PushService, timing: dict[str, Any], longest: int
) -> None:
    cy = Player(server, service, "cy")
    table = ada.open_table(game="dalapapa", players=3, name="ada", timing=timing)
    assert all(each.join(table, name=name).status_code == 200 for each, name in ((bo, "bo"), (cy, "cy")))

    async def play() -> None:
        async with ada.at_table(str(table["table"])), cy.at_table(str(table["table"])) as leaving:
            await leaving.next("full")
            assert (await leaving.do("resign"))["t"] == "ack"
            await asyncio.to_thread(wait_until, lambda: "vote" in kinds(bo.phone))

    asyncio.run(play())
    sent = [one for one in service.received if one.name == bo.phone.name]
    (kept,) = (int(one.headers["TTL"]) for one in sent if bo.phone.read(one.body)["kind"] == "vote")
    assert 0 < kept < longest


def test_a_guest_gets_no_notice_and_a_seat_that_is_kept_later_does(ada: Player, server: Served) -> None:
    guest = Browser(server)
    table = guest.open_table(game="dakapo", name="guest", timing=DAYS)
    assert ada.join(table, name="ada").status_code == 200
    asyncio.run(move(guest, str(table["table"]), "e6r"))
    ada.phone.wait()
    person = Player(server, ada.phone.service, "eve")
    person.cookies.update(guest.cookies)
    assert person.ask(f"/api/tables/{table['table']}/keep").status_code == 200
    state = ada.get(f"/api/tables/{table['table']}").json()
    asyncio.run(move(ada, str(table["table"]), state["legal"][0]))
    assert person.phone.wait()[0]["kind"] == "turn"


def test_whoever_keeps_a_seat_during_their_turn_gets_one_reminder(tmp_path: Path) -> None:
    async def reminders(table: str) -> list[bool]:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        try:
            later = await store.notices.claim(now_ms() + 3 * DAY, (), 100)
            return [one.notice.table == table for one in later if one.notice.kind == "time"]
        finally:
            await store.close()

    with served(tmp_path, "--unlimited") as server:
        guest = Browser(server)
        table = guest.open_table(game="dakapo", name="guest", timing=DAYS)
        assert Browser(server).join(table, name="bo").status_code == 200
        guest.become("eve")
        for _ in range(2):
            assert guest.ask(f"/api/tables/{table['table']}/keep").status_code == 200
    assert asyncio.run(reminders(str(table["table"]))) == [True]


def test_a_push_service_that_is_busy_is_asked_again(ada: Player, bo: Player, service: PushService) -> None:
    ada.phone.answers = [(503, {"Retry-After": "1"})]
    begin(ada, bo)
    ada.phone.wait()
    assert kinds(ada.phone) == ["begun"]
    assert ada.phone.answers == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(ada: Player, bo: Player, service: PushService, status: int) -> None:
    ada.phone.answers = [(status, {})]
    begin(ada, bo)
    wait_until(lambda: ada.get("/api/me/push").json()["subscriptions"] == [])
    assert ada.phone.messages == []


@pytest.mark.parametrize("status", [403, 301])
def test_a_notice_that_is_refused_is_not_sent_again(ada: Player, bo: Player, service: PushService, status: int) -> None:
    elsewhere = f"{service.origin}/push/elsewhere"
    ada.phone.answers = [(status, {"Location": elsewhere})]
    table = begin(ada, bo)
    wait_until(lambda: ada.phone.answers == [])
    quiet(ada, table, service)
    assert ada.phone.messages == []
    assert not any(one.name == "elsewhere" for one in service.received)
    assert len(ada.get("/api/me/push").json()["subscriptions"]) == 1


def test_a_browser_is_listed_and_can_be_removed(ada: Player) -> None:
    own = ada.get("/api/me/push").json()
    assert [(one["label"], one["current"]) for one in own["subscriptions"]] == [("Firefox, Linux", True)]
    assert own["kinds"] == ["turn", "time", "begun", "rematch", "vote", "return"]
    assert len(read64(own["key"])) == 65
    name = own["subscriptions"][0]["id"]
    assert ada.delete(f"/api/me/push/{name}").json()["subscriptions"] == []
    assert failure(ada.delete(f"/api/me/push/{name}")) == (404, "http")


def test_the_same_browser_is_listed_once(ada: Player) -> None:
    ada.wants(ada.phone, "ja")
    assert len(ada.get("/api/me/push").json()["subscriptions"]) == 1


def test_nobody_has_more_than_some_browsers(ada: Player, service: PushService) -> None:
    for number in range(MOST_SUBSCRIPTIONS - 1):
        ada.wants(service.subscribe(f"more-{number}-{id(ada)}"))
    answer = ada.put("/api/me/push", json=service.subscribe("one too many").wish())
    assert failure(ada.put("/api/me/push", json=service.subscribe("too-many").wish())) == (409, "refused")
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "endpoint",
    ["https://127.0.0.1/x", "http://push.example/x", "https://localhost/x", "https://169.254.169.254/latest/meta-data"],
)
def test_an_endpoint_inside_is_refused_when_it_is_saved(ada: Player, endpoint: str) -> None:
    answer = ada.put("/api/me/push", json={**ada.phone.wish(), "endpoint": endpoint})
    assert failure(answer) == (422, "refused")
    assert len(ada.get("/api/me/push").json()["subscriptions"]) == 1


def test_keys_that_are_none_are_refused(ada: Player) -> None:
    keys = {**ada.phone.wish()["keys"], "p256dh": "A" * 87}
    assert failure(ada.put("/api/me/push", json={**ada.phone.wish(), "keys": keys})) == (422, "refused")


def test_notices_are_for_people(server: Served, service: PushService) -> None:
    guest = Browser(server)
    assert failure(guest.get("/api/me/push")) == (401, "entry")
    assert failure(guest.put("/api/me/push", json=service.subscribe("guest").wish())) == (401, "entry")
    assert failure(guest.patch("/api/me/notices", json={"kinds": []})) == (401, "entry")
    assert failure(guest.delete("/api/me/push/x")) == (401, "entry")


def test_whoever_signs_out_gets_no_more_notices(ada: Player, bo: Player, service: PushService) -> None:
    table = begin(ada, bo)
    ada.phone.wait()
    bo.ask("/api/sign-out")
    asyncio.run(move(ada, table, "e6r"))
    quiet(ada, table, service)
    assert bo.phone.messages == []


def test_the_file_with_all_data_has_the_browsers(ada: Player) -> None:
    data = ada.get("/api/me/data").json()
    assert [one["endpoint"] for one in data["browsers"]] == [ada.phone.endpoint]
    assert data["notices"] == ["turn", "time", "begun", "rematch", "vote", "return"]


def test_a_person_who_is_deleted_leaves_nothing(ada: Player, bo: Player, service: PushService) -> None:
    table = begin(ada, bo)
    ada.phone.wait()
    assert bo.delete("/api/me").status_code == 200
    asyncio.run(move(ada, table, "e6r"))
    quiet(ada, table, service)
    assert bo.phone.messages == []


def test_operators_see_how_notices_go(ada: Player, bo: Player, server: Served) -> None:
    begin(ada, bo)
    ada.phone.wait()
    wait_until(lambda: _figure(server, "encore_notices_sent_total") >= 1)
    assert _figure(server, "encore_notice_seconds_count") >= 1
    assert _figure(server, "encore_notices_waiting") >= 0
    assert _figure(server, "encore_notices_failed_total") >= 0


def _figure(server: Served, name: str) -> float:
    lines = http.get(f"{server.url}/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


@pytest.mark.parametrize("language", ["de", "fr", "ja"])
def test_every_notice_has_a_text_in_every_language(language: str) -> None:
    for code in codes("notices"):
        fact = Fact(code, page="/", hours=5, count=5)
        assert render(fact, language) not in ("", render(fact))
