"""The daily digest: a mail a day at most, to an address that was confirmed, until one click stops it."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec
import pytest

from encore.server.bots.thinkers import Thinkers
from encore.server.domain import decisions
from encore.server.domain.clocks import DAY, Timing
from encore.server.domain.digests import Digest, secret_of
from encore.server.domain.events import Chair
from encore.server.domain.people import Language, Person, PersonSeat, Session
from encore.server.rooms.bus import AloneBus
from encore.server.rooms.digests import PAUSE
from encore.server.rooms.hub import Hub
from encore.server.rooms.mail import MailFailed, Smtp, send
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Store
from encore.server.storage.transfer import read_all, write_all
from tests.server.browser import Browser
from tests.server.client import Served, failure, http, served
from tests.server.hubs import OPENED, Time
from tests.server.mail_server import MailServer, mail_server, text_of
from tests.server.places import Place, PostgresPlace, SqlitePlace
from tests.server.places import use as use_place

PAGE, SENDER, ADA = "https://play.example/", "encore@play.example", "ada@home.example"
KEY = b"k" * 32
NOW = 1_800_000_000_000
DAYS = msgspec.structs.replace(OPENED, chairs=(Chair("screen", "Ada"), Chair("open")), timing=Timing("days", days=3))


@pytest.fixture(scope="module")
def mails() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture(autouse=True)
def nothing_sent(mails: MailServer) -> None:
    mails.mails.clear()
    mails.answers.clear()


def options(mails: MailServer) -> tuple[str, ...]:
    return "--smtp", mails.address, "--smtp-from", SENDER, "--smtp-page", PAGE


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(folder: Path, mails: MailServer) -> Iterator[Served]:
    with served(folder, "--unlimited", *options(mails)) as running:
        yield running


def person(server: Served) -> Browser:
    browser = Browser(server)
    browser.become("ada")
    return browser


def want(browser: Browser, address: str = ADA, language: str = "en") -> Any:
    return browser.put("/api/me/digest", json={"address": address, "language": language})


def link_in(mail: EmailMessage, what: str) -> str:
    """Return the secret of a link in a mail."""
    found = re.search(rf"^{re.escape(PAGE)}me#{what}=(\S+)$", text_of(mail), re.MULTILINE)
    assert found, text_of(mail)
    return found[1]


# Over HTTP.


def test_a_server_without_a_mail_server_offers_no_digest(tmp_path: Path) -> None:
    with served(tmp_path, "--unlimited") as without:
        ada = person(without)
        assert ada.get("/api/me/digest").json() == {"possible": False, "address": "", "confirmed": False, "wished": ""}
        assert failure(want(ada)) == (409, "refused")


def test_an_address_is_confirmed_by_a_link_in_a_mail(server: Served, mails: MailServer) -> None:
    ada = person(server)
    nothing = {"possible": True, "address": "", "confirmed": False, "wished": ""}
    assert ada.get("/api/me/digest").json() == nothing
    assert want(ada, language="de").json() == {**nothing, "address": ADA}
    (mail,) = mails.wait()
    assert (mail["From"], mail["To"], mail["Subject"]) == (SENDER, ADA, "Bestätige deine Adresse")
    anybody = Browser(server)  # the mail may be read on another device
    answer = anybody.ask("/api/digest/confirm", secret=link_in(mail, "confirm"))
    assert answer.json() == {**nothing, "address": ADA, "confirmed": True}
    assert ada.get("/api/me/digest").json()["confirmed"]


def test_a_confirmed_address_gets_the_digest_until_another_one_is_confirmed(server: Served, mails: MailServer) -> None:
    ada, other = person(server), "other@home.example"
    want(ada)
    ada.ask("/api/digest/confirm", secret=link_in(mails.wait()[0], "confirm"))
    shown = {"possible": True, "address": ADA, "confirmed": True}
    mails.answers.append("451 later")
    assert failure(want(ada, other)) == (503, "busy")
    assert ada.get("/api/me/digest").json() == {**shown, "wished": other}
    assert ada.get("/api/me/data").json()["digest_change"]["address"] == other
    assert want(ada, other).json() == {**shown, "wished": other}
    secret = link_in(mails.wait(2)[-1], "confirm")
    assert ada.ask("/api/digest/confirm", secret=secret).status_code == 200
    assert ada.get("/api/me/digest").json() == {**shown, "address": other, "wished": ""}
    assert failure(ada.ask("/api/digest/confirm", secret=link_in(mails.mails[0], "confirm"))) == (404, "http")


def test_links_that_are_wrong_do_nothing(server: Served, mails: MailServer) -> None:
    ada = person(server)
    want(ada)
    secret = link_in(mails.wait()[0], "confirm")
    owner, _, made = secret.partition(".")
    for wrong in (f"{owner}.{'x' * 32}", f"nobody.{made}", "", "x", f"{owner}\x00.{made}", secret + "\n"):
        assert failure(ada.ask("/api/digest/confirm", secret=wrong)) == (404, "http")
    assert failure(ada.ask("/api/digest/stop", secret=secret)) == (404, "http"), "it is for something else"
    want(ada, "other@home.example")
    assert failure(ada.ask("/api/digest/confirm", secret=secret)) == (404, "http"), "the address has changed"
    assert not ada.get("/api/me/digest").json()["confirmed"]


@pytest.mark.parametrize(
    "address",
    ["", "ada", "ada@home", "a b@home.example", "ada@home.example\nBcc: bo@home.example", "<ada@home.example>"],
)
def test_what_is_no_address_is_refused(server: Served, mails: MailServer, address: str) -> None:
    assert failure(want(person(server), address)) == (422, "frame")
    assert mails.mails == []


def test_nobody_without_a_session_gets_or_changes_a_digest(server: Served) -> None:
    stranger = Browser(server)
    assert failure(stranger.get("/api/me/digest")) == (401, "entry")
    assert failure(want(stranger)) == (401, "entry")
    assert failure(stranger.delete("/api/me/digest")) == (401, "entry")


def test_one_click_stops_the_digest_and_opening_the_link_does_not(server: Served, folder: Path) -> None:
    ada = person(server)
    want(ada)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as db:
        key = db.execute("SELECT key FROM push_key").fetchone()[0]
        row = db.execute("SELECT * FROM digests ORDER BY asked DESC").fetchone()
    address = f"{server.url}/digest/stop/{secret_of(key, 'stop', Digest(*row))}"
    opened = http.get(address, follow_redirects=False)
    assert (opened.status_code, opened.headers["location"][:9]) == (303, "/me#stop=")
    assert failure(http.get(f"{server.url}/digest/stop/x")) == (404, "http")
    assert ada.get("/api/me/digest").json()["address"] == ADA
    # As a mail program asks (RFC 8058).
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert http.post(address, content=b"List-Unsubscribe=One-Click", headers=form).status_code == 200
    assert ada.get("/api/me/digest").json()["address"] == ""
    assert failure(http.post(address, content=b"")) == (404, "http")


def test_an_address_gets_few_mails_that_nobody_confirmed(tmp_path: Path, mails: MailServer) -> None:
    with served(tmp_path, *options(mails)) as limited:
        ada = person(limited)
        assert [want(ada).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert len(mails.mails) == 3


def test_a_mail_server_that_fails_is_told(server: Served, mails: MailServer) -> None:
    mails.answers.append("451 later")
    assert failure(want(person(server))) == (503, "busy")


def test_the_data_file_has_the_address_and_delete_me_removes_it(server: Served, folder: Path) -> None:
    ada = person(server)
    want(ada, "gone@home.example")
    assert ada.get("/api/me/data").json()["digest"]["address"] == "gone@home.example"
    assert ada.delete("/api/me").status_code == 200
    with closing(sqlite3.connect(folder / "tables.sqlite")) as db:
        assert not db.execute("SELECT 1 FROM digests WHERE address = 'gone@home.example'").fetchall()


# What is sent.


def digests(
    folder: Path, mails: MailServer, play: Callable[[Hub, Store, Time], Awaitable[None]], language: Language = "en"
) -> None:
    """Let ada, who has confirmed her address, keep a seat at a table where it is her turn."""

    async def scene() -> None:
        time, store = Time(NOW), SqliteStore(folder / "tables.sqlite")
        host, _, port = mails.address.partition(":")
        hub = Hub(store, AloneBus(), Thinkers(1), now=time, smtp=Smtp(host, int(port), SENDER, PAGE))
        await store.open()
        try:
            await wanted(store, language)
            hub.digests.open(KEY)
            await play(hub, store, time)
        finally:
            await store.close()

    asyncio.run(scene())


async def wanted(store: Store, language: Language = "en") -> None:
    session = Session("hash", "id", "ada-id", "Firefox", NOW, NOW)
    assert await store.people.add_person(Person("ada-id", "Ada", "en", NOW), None, [], session)
    digest = Digest("ada-id", ADA, language, NOW)
    await store.digests.put(digest)
    assert await store.digests.confirm(digest, NOW, NOW + DAY)


async def begun(hub: Hub, store: Store) -> str:
    """Begin a game that ada begins; return the table."""
    room = await hub.create(DAYS)
    await room.act(None, lambda table, _: decisions.sit(table, "bo", "Bo", None))
    await store.people.put_seat(PersonSeat("ada-id", room.table.name, "ada", NOW))
    return room.table.name


def test_a_mail_a_day_names_the_tables(tmp_path: Path, mails: MailServer) -> None:
    async def play(hub: Hub, store: Store, time: Time) -> None:
        tables = {await begun(hub, store), await begun(hub, store)}
        await hub.digests.send_due()
        assert mails.mails == [], "it is not due"
        time.now += DAY
        await hub.digests.send_due()
        await hub.digests.send_due()
        (mail,) = mails.mails
        assert (mail["To"], mail["Subject"], mail["Auto-Submitted"]) == (
            ADA,
            "It is your turn at 2 tables",
            "auto-generated",
        )
        assert set(re.findall(rf"^{re.escape(PAGE)}table/(\S+)$", text_of(mail), re.MULTILINE)) == tables
        assert "Dakapo (48 hours left)" in text_of(mail)
        stop = link_in(mail, "stop")
        assert mail["List-Unsubscribe"] == f"<{PAGE}digest/stop/{stop}>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        time.now += DAY - 1
        await hub.digests.send_due()
        assert len(mails.mails) == 1
        time.now += 1
        await hub.digests.send_due()
        assert len(mails.mails) == 2

    digests(tmp_path, mails, play)


@pytest.mark.parametrize(
    ("language", "subject"),
    [
        ("de", "Du bist an einem Tisch am Zug"),
        ("fr", "C’est à vous de jouer à une table"),
        ("ja", "1つのテーブルであなたの番です"),
    ],
)
def test_a_mail_is_in_the_language_of_its_reader(
    tmp_path: Path, mails: MailServer, language: Language, subject: str
) -> None:
    async def play(hub: Hub, store: Store, time: Time) -> None:
        await begun(hub, store)
        time.now += DAY
        await hub.digests.send_due()
        assert [(mail["Subject"], mail["Content-Language"]) for mail in mails.mails] == [(subject, language)]

    digests(tmp_path, mails, play, language)


def test_no_mail_without_a_turn_and_no_move_in_a_mail(tmp_path: Path, mails: MailServer) -> None:
    async def play(hub: Hub, store: Store, time: Time) -> None:
        name = await begun(hub, store)
        room, moves = await hub.room(name), list[str]()

        async def move() -> None:
            moves.append(room.table.game.format_move(room.table.game.legal_moves(room.table.state)[0]))
            await room.act(None, lambda table, _: decisions.play(table, moves[-1]))

        await move()
        time.now += DAY
        await hub.digests.send_due()
        assert mails.mails == [], "it is the turn of somebody else"
        await move()
        time.now += DAY
        await hub.digests.send_due()
        (mail,) = mails.mails
        text = re.sub(r"https://\S+", "", text_of(mail))
        assert not any(one in text for one in moves)
        assert "Bo" not in text

    digests(tmp_path, mails, play)


def test_a_mail_that_was_not_taken_is_tried_again(tmp_path: Path, mails: MailServer) -> None:
    async def play(hub: Hub, store: Store, time: Time) -> None:
        await begun(hub, store)
        time.now += DAY
        mails.answers.append("451 later")
        await hub.digests.send_due()
        await hub.digests.send_due()
        assert mails.mails == []
        time.now += PAUSE
        await hub.digests.send_due()
        assert len(mails.mails) == 1

    digests(tmp_path, mails, play)


def test_an_address_that_takes_no_mail_gets_no_more(tmp_path: Path, mails: MailServer) -> None:
    async def play(hub: Hub, store: Store, time: Time) -> None:
        await begun(hub, store)
        time.now += DAY
        mails.answers.append("554 the sender is not welcome")  # that says nothing about the address
        await hub.digests.send_due()
        assert await store.digests.of("ada-id") is not None
        time.now += PAUSE
        mails.receivers.append("550 nobody here")
        await hub.digests.send_due()
        assert await store.digests.of("ada-id") is None

    digests(tmp_path, mails, play)


# The mail server.


def test_the_server_signs_in_at_the_mail_server(mails: MailServer) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"] = SENDER, ADA
    host, _, port = mails.address.partition(":")
    asyncio.run(send(Smtp(host, int(port), SENDER, PAGE, "encore", "secret"), mail))
    assert mails.users == ["encore secret"]


def test_a_mail_server_elsewhere_must_encrypt() -> None:
    mail = EmailMessage()
    mail["From"], mail["To"] = SENDER, ADA
    with mail_server("127.0.0.2") as elsewhere, pytest.raises(MailFailed):
        asyncio.run(send(Smtp("127.0.0.2", elsewhere.port, SENDER, PAGE), mail))
    assert elsewhere.mails == []


# The store.


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return SqlitePlace(tmp_path / "data" / "tables.db")
    return PostgresPlace(request.getfixturevalue("postgres").database())


def test_a_digest_is_claimed_once(place: Place) -> None:
    async def play(store: Store) -> None:
        await wanted(store)
        assert await store.digests.claim(NOW + DAY - 1, NOW + 2 * DAY, 10) == []
        both = (store.digests.claim(NOW + DAY, NOW + 2 * DAY, 10) for _ in range(2))
        assert sorted(map(len, await asyncio.gather(*both))) == [0, 1]
        await store.digests.put_off("ada-id", NOW + DAY + 5)
        assert [one.address for one in await store.digests.claim(NOW + DAY + 5, NOW + 2 * DAY, 10)] == [ADA]

    use_place(place, play)


def test_an_address_that_was_not_confirmed_gets_nothing(place: Place) -> None:
    async def play(store: Store) -> None:
        await wanted(store)
        first, again = (Digest("ada-id", f"{name}@home.example", "fr", NOW + 1) for name in ("first", "again"))
        for change in (first, again):
            await store.digests.put(change)
            assert await store.digests.change("ada-id") == change
        (claimed,) = await store.digests.claim(NOW + DAY, NOW + 2 * DAY, 10)
        assert claimed.address == ADA, "the confirmed one stays until another one is confirmed"
        assert not await store.digests.confirm(first, NOW, NOW), "it has changed"
        assert await store.digests.confirm(again, NOW + 2, NOW)
        assert await store.digests.of("ada-id") == Digest(
            "ada-id", again.address, "fr", NOW + 1, NOW + 2, NOW + 2 * DAY
        )
        assert await store.digests.change("ada-id") is None
        await store.digests.put(first)
        await store.digests.drop("ada-id", again.address)
        assert await store.digests.of("ada-id") is None
        assert await store.digests.confirm(first, NOW, NOW), "the old address takes no mail any more"
        await store.digests.put(again)
        await store.digests.drop("ada-id")
        assert (await store.digests.of("ada-id"), await store.digests.change("ada-id")) == (None, None)
        await store.digests.put(Digest("nobody", ADA, "en", NOW))
        assert await store.digests.of("nobody") is None

    use_place(place, play)


def test_the_links_in_mails_work_after_a_move_to_another_store(tmp_path: Path, mails: MailServer) -> None:
    old, new = (SqliteStore(tmp_path / name / "tables.sqlite") for name in ("old", "new"))
    host, _, port = mails.address.partition(":")

    async def scene() -> None:
        await old.open()
        key = await old.notices.push_key(KEY)
        await wanted(old)
        await old.close()
        await write_all(old, tmp_path / "all.jsonl")
        await read_all(new, tmp_path / "all.jsonl")
        hub = Hub(new, AloneBus(), Thinkers(1), smtp=Smtp(host, int(port), SENDER, PAGE))
        await new.open()
        try:
            hub.digests.open(await new.notices.push_key(b"another key"))
            assert await hub.digests.stop(secret_of(key, "stop", Digest("ada-id", ADA, "en", NOW)))
            assert await new.digests.of("ada-id") is None
        finally:
            await new.close()

    asyncio.run(scene())


def test_a_store_that_was_served_keeps_its_key_when_tables_are_imported(tmp_path: Path) -> None:
    old, new = (SqliteStore(tmp_path / name / "tables.sqlite") for name in ("old", "new"))

    async def scene() -> None:
        for store, key in ((old, KEY), (new, b"another key")):
            await store.open()
            await store.notices.push_key(key)
            await store.close()
        await write_all(old, tmp_path / "all.jsonl")
        await read_all(new, tmp_path / "all.jsonl")
        await new.open()
        assert await new.notices.known_key() == b"another key"
        await new.close()

    asyncio.run(scene())


def test_an_export_carries_digests_and_wishes(place: Place, tmp_path: Path) -> None:
    change = Digest("ada-id", "new@example.org", "fr", NOW + 1)

    async def fill(store: Store) -> None:
        await wanted(store)
        await store.digests.put(change)
        await store.notices.put_kinds("ada-id", ("turn",))
        assert await store.notices.known_key() == b""
        await store.notices.push_key(KEY)

    async def look(store: Store) -> None:
        assert await store.notices.known_key() == KEY
        found = await store.digests.of("ada-id")
        assert found == Digest("ada-id", ADA, "en", NOW, NOW, NOW + DAY)
        assert await store.digests.change("ada-id") == change
        assert await store.notices.kinds("ada-id") == ("turn",)

    use_place(place, fill)
    asyncio.run(write_all(place.store(), tmp_path / "all.jsonl"))
    other = SqlitePlace(tmp_path / "other" / "tables.db")
    asyncio.run(read_all(other.store(), tmp_path / "all.jsonl"))
    use_place(other, look)

    async def drop(store: Store) -> None:
        assert await store.people.drop_person("ada-id", ())

    use_place(place, drop)
    asyncio.run(read_all(place.store(), tmp_path / "all.jsonl"))
    use_place(place, look)
