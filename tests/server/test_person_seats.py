"""The seats of a person follow them to every device, and to nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from encore.server.domain.people import MOST_SESSIONS, Person, Session
from encore.server.rooms.hub import Hub
from encore.server.rooms.sessions import SIGNED_OUT
from encore.server.storage.sqlite import SqliteStore
from tests.server.browser import Browser
from tests.server.client import Client, Served, at_table, failure, http, open_table
from tests.server.hubs import Time, use

SCREENS = [{"kind": "screen", "name": "Ada"}, {"kind": "screen", "name": "Bo"}]


@pytest.fixture
def ada(server: Served) -> Browser:
    return Browser(server)


@pytest.fixture
def bo(server: Served) -> Browser:
    return Browser(server)


def second_device(ada: Browser, code: str) -> Browser:
    phone = Browser(ada.server)
    assert phone.ask("/api/sign-in/code", code=code).status_code == 200
    return phone


async def closed(client: Client) -> int:
    """Read until the server closes the socket; return the code."""
    try:
        while True:
            await client.next()
    except ConnectionClosed as error:
        assert error.rcvd is not None
        return error.rcvd.code


def test_a_game_that_was_begun_as_a_guest_is_played_on_by_the_second_device(ada: Browser, bo: Browser) -> None:
    table = ada.open_table(game="dakapo", name="Ada")
    bo.join(table, name="Bo")
    code = ada.become("Ada")["codes"][0]
    assert ada.ask(f"/api/tables/{table['table']}/keep").json() == {"table": table["table"], "you": [0]}
    phone = second_device(ada, code)

    async def play() -> None:
        async with phone.at_table(table["table"]) as client, bo.at_table(table["table"]) as other:
            state = await client.next("full")
            assert (state["you"], (await other.next("full"))["you"]) == ([0], [1])
            assert (await client.do("act", v=state["v"], a="e6r"))["t"] == "ack"
            assert (await other.next("ev"))["by"] == 0

    asyncio.run(play())
    assert [browser.seats(table["table"]) for browser in (ada, phone, bo)] == [[0], [0], [1]]


def test_a_person_who_opens_or_joins_a_table_has_the_seat_on_every_device(ada: Browser, bo: Browser) -> None:
    phone = second_device(ada, ada.become("Ada")["codes"][0])
    laptop = second_device(bo, bo.become("Bo")["codes"][0])
    table = ada.open_table(game="dakapo", name="Ada")
    assert bo.join(table, name="Bo").json()["you"] == [1]
    assert [one.seats(table["table"]) for one in (ada, phone, bo, laptop)] == [[0], [0], [1], [1]]
    assert set(ada.cookies) == set(bo.cookies) == {"encore-person"}, "the session is enough"


def test_a_person_at_another_device_does_not_take_a_second_seat_by_joining_again(ada: Browser, bo: Browser) -> None:
    table = bo.open_table(game="dalapapa", players=3)
    phone = second_device(ada, ada.become("Ada")["codes"][0])
    assert ada.join(table, name="Ada").json()["you"] == [1]
    assert phone.join(table, name="Ada").json()["you"] == [1]
    assert phone.join(table, name="Cy", chair=2).json()["you"] == [1, 2], "two people may share a device"
    assert ada.seats(table["table"]) == [1, 2]


def test_a_person_who_gave_up_a_seat_and_took_another_has_the_new_one(ada: Browser, bo: Browser) -> None:
    table = bo.open_table(game="dalapapa", players=3)
    phone = second_device(ada, ada.become("Ada")["codes"][0])
    ada.join(table, chair=1)

    async def leave() -> None:
        async with phone.at_table(table["table"]) as client:
            await client.next("full")
            assert (await client.do("leave"))["t"] == "ack"

    asyncio.run(leave())
    assert ada.seats(table["table"]) == []
    assert ada.join(table, chair=2).json()["you"] == [2]
    assert [browser.seats(table["table"]) for browser in (ada, phone)] == [[2], [2]]


def test_earlier_positions_and_moves_are_shown_as_the_person_may_see_them(ada: Browser, bo: Browser) -> None:
    """In a game with hidden hands they differ from what a spectator sees."""
    table = ada.open_table(game="dalapapa", players=2)
    bo.join(table)
    code = ada.become("Ada")["codes"][0]
    path = f"/api/tables/{table['table']}/positions/2"
    before = ada.get(path).json()["position"]
    ada.ask(f"/api/tables/{table['table']}/keep")
    phone = second_device(ada, code)
    assert phone.get(path).json()["position"] == before != Browser(ada.server).get(path).json()["position"]


def test_a_seat_cannot_be_kept_without_its_token(server: Served, ada: Browser, bo: Browser) -> None:
    table = ada.open_table(game="dakapo", listed=True)
    bo.become("Bo")
    path = f"/api/tables/{table['table']}/keep"
    assert failure(bo.ask(path)) == (403, "entry")
    assert failure(bo.post(path, headers={"Authorization": "Bearer wrong"})) == (403, "entry")
    assert failure(bo.ask("/api/tables/nowhere/keep")) == (404, "table")
    assert bo.seats(table["table"]) == []
    assert bo.get("/api/me/games").json()["games"] == []


def test_seats_are_free_until_somebody_keeps_them(ada: Browser, bo: Browser) -> None:
    """A browser may still have the token of a seat that somebody keeps, and asks before it promises to bring it."""
    table = ada.open_table(game="dakapo", listed=True)
    path = f"/api/tables/{table['table']}/keep"
    token = ada.cookies[f"encore-{table['table']}"]
    copied = {"Authorization": f"Bearer {token}"}

    def free(browser: Browser, headers: dict[str, str] | None = None) -> bool:
        return bool(browser.get(path, headers=headers or {}).json()["free"])

    assert free(ada)
    assert not free(bo), "no seat there"
    ada.become("Ada")
    assert free(ada, copied), "signed in, but not kept yet"
    ada.ask(path)
    assert not free(ada, copied)
    assert not free(bo, copied)
    assert failure(bo.get("/api/tables/nowhere/keep")) == (404, "table")


def test_a_program_can_keep_a_seat_by_its_token(server: Served, ada: Browser) -> None:
    table = open_table(server, game="dakapo")
    ada.become("Ada")
    headers = {"Authorization": f"Bearer {table['token']}"}
    assert ada.post(f"/api/tables/{table['table']}/keep", headers=headers).json()["you"] == [0]
    assert ada.seats(table["table"]) == [0]
    assert http.get(f"{server.url}/api/tables/{table['table']}", headers=headers).json()["you"] == [0]


def test_a_seat_belongs_to_one_person(ada: Browser, bo: Browser) -> None:
    """Somebody else who has the same browser, or a copy of its cookies, does not get it."""
    table = ada.open_table(game="dakapo")
    bo.cookies.update(ada.cookies)
    path = f"/api/tables/{table['table']}/keep"
    ada.become("Ada")
    assert ada.ask(path).status_code == 200
    bo.become("Bo")
    assert failure(bo.ask(path)) == (409, "refused")
    assert bo.get("/api/me/games").json()["games"] == []
    assert ada.ask(path).json()["you"] == [0], "to ask again does no harm"


def test_a_kept_seat_leaves_the_browser_with_the_session(ada: Browser) -> None:
    """Otherwise signing out would leave the seats to whoever uses the browser next."""
    table = ada.open_table(game="dakapo")["table"]
    assert ada.cookies
    ada.become("Ada")
    ada.ask(f"/api/tables/{table}/keep")
    assert set(ada.cookies) == {"encore-person"}
    ada.ask("/api/sign-out")
    assert ada.seats(table) == []
    ada.sign_in()
    assert ada.seats(table) == [0]


def test_the_sockets_of_a_session_are_closed_when_it_ends(ada: Browser, bo: Browser) -> None:
    table = ada.open_table(game="dakapo")
    bo.join(table)
    code = ada.become("Ada")["codes"][0]
    ada.ask(f"/api/tables/{table['table']}/keep")
    stolen = second_device(ada, code)

    async def play() -> None:
        name = table["table"]
        async with stolen.at_table(name) as thief, ada.at_table(name) as own, bo.at_table(name) as other:
            for client in (thief, own, other):
                await client.next("full")
            await ada.later("DELETE", "/api/me/sessions")
            assert [await closed(client) for client in (thief, own)] == [SIGNED_OUT] * 2
            assert (await other.do("say", text="still here"))["t"] == "ack"

    asyncio.run(play())


class Line:
    """A socket that notes how it is closed."""

    def __init__(self) -> None:
        self.codes: list[int] = []

    def drop(self, code: int, reason: str) -> bool:
        """Note the code."""
        self.codes.append(code)
        return True


def test_a_socket_whose_session_ended_without_a_message_is_closed(tmp_path: Path) -> None:
    """It may end while the socket opens, and while the bus loses messages."""

    async def play(hub: Hub, store: SqliteStore) -> None:
        person = Person("a", "Ada", "en", 0)
        for name in ("one", "two"):
            session = Session(name, f"id {name}", "a", "", hub.now(), hub.now())
            await store.people.add_person(person, None, [], session)
            await store.people.add_session(session, 9, 0)
        opening, open_ = Line(), Line()
        await store.people.drop_sessions("a", "id one")
        async with hub.sessions.used_by("one", opening), hub.sessions.used_by("two", open_):
            assert (opening.codes, open_.codes) == ([SIGNED_OUT], [])
            await store.people.drop_sessions("a", "id two")
            await hub.sessions.look_again()
            assert open_.codes == [SIGNED_OUT]

    use(tmp_path, play)


def test_a_session_that_ends_for_a_new_one_closes_its_sockets(tmp_path: Path) -> None:
    time = Time()

    async def play(hub: Hub, store: SqliteStore) -> None:
        first = Session("first", "id first", "a", "", time.now, time.now)
        await store.people.add_person(Person("a", "Ada", "en", 0), None, ["code"], first)
        for _ in range(MOST_SESSIONS - 1):
            time.now += 1
            await hub.sessions.begin("a", "")
        ways = (
            hub.sessions.begin("a", ""),
            hub.sessions.begin_by_code("code", ""),
            hub.sessions.begin_by_link("link", ""),
        )
        for begin in ways:
            oldest, line = (await store.people.sessions("a"))[-1], Line()
            async with hub.sessions.used_by(oldest.hash, line):
                assert line.codes == []
                time.now += 1
                await store.people.put_link("link", "a", time.now + 60_000)  # it ends with any session
                assert await begin
                assert line.codes == [SIGNED_OUT]

    use(tmp_path, play, now=time)


def test_the_token_of_a_table_counts_before_the_person(ada: Browser, bo: Browser) -> None:
    """Whoever plays as a guest in a browser where somebody is signed in plays the guest's seat."""
    table = ada.open_table(game="dakapo", name="Ada")
    guest = bo.join(table, name="Bo", keep="token").json()
    ada.become("Ada")
    ada.ask(f"/api/tables/{table['table']}/keep")
    headers = {"Authorization": f"Bearer {guest['token']}"}
    assert ada.get(f"/api/tables/{table['table']}", headers=headers).json()["you"] == [1]
    wrong = {"Authorization": "Bearer wrong"}
    assert ada.get(f"/api/tables/{table['table']}", headers=wrong).json()["you"] == [0]


def test_seats_by_two_tokens_stay_reachable(ada: Browser) -> None:
    """The person plays by the first token; the browser keeps the cookie of the other one."""
    table, other = ada.open_table(game="dakapo", name="Ada"), Browser(ada.server)
    other.join(table, name="Cy")
    code = ada.become("Ada")["codes"][0]
    path = f"/api/tables/{table['table']}/keep"
    ada.ask(path)
    other.ask("/api/sign-in/code", code=code)
    assert other.ask(path).json()["you"] == [1]
    assert (ada.seats(table["table"]), other.seats(table["table"])) == ([0], [1])
    (game,) = ada.get("/api/me/games").json()["games"]
    assert game["mine"] == [0, 1]


def test_a_socket_with_a_token_stays_open_when_a_session_ends(server: Served, ada: Browser) -> None:
    table = open_table(server, game="dakapo", chairs=SCREENS)
    ada.become("Ada")

    async def play() -> None:
        async with at_table(server, table["table"], table["token"]) as client:
            await client.next("full")
            await ada.later("POST", "/api/sign-out")
            assert (await client.do("say", text="still here"))["t"] == "ack"

    asyncio.run(play())
