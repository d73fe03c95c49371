"""Deals that nobody could choose: the seed is made of the server's secret and a nonce of each device."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import encore
from encore.core.record import Record, format_record, parse_record
from encore.server.domain import decisions, events, reveals, seeks
from encore.server.domain.clocks import Timing
from encore.server.domain.deals import DealError, commitment
from encore.server.domain.events import Asked, Began, Chair, Joined, Opened, Revealed
from encore.server.domain.nonces import REVEALING, Share, seed_of
from encore.server.domain.proof import compare, told, verify
from encore.server.domain.table import Table
from encore.server.rooms.hub import Hub
from encore.server.storage.sqlite import SqliteStore
from encore.server.storage.store import Row
from encore.server.storage.transfer import read_all, write_all
from tests.effort import examples
from tests.server.client import Served, at_table, failure, http, join, open_table, served
from tests.server.hubs import Time, until, use
from tests.server.played import NO_CLOCK, Played, refused

SECRET = "5" * 64
ADA, BOB, CY = (letter * 64 for letter in "abc")
SCREEN, OPEN, BOT = Chair("screen", "Ada"), Chair("open"), Chair("bot", bot="bot:easy")


def opened(*chairs: Chair, game: str = "dacapo", nonce: str = ADA, timing: Timing = NO_CLOCK, **options: Any) -> Opened:
    """Return a table that ada opens with a promise of her nonce."""
    nonce_hash = commitment(nonce) if nonce else ""
    return Opened(
        game, len(chairs), options, chairs, timing, False, True, "ada", "x", secret=SECRET, nonce_hash=nonce_hash
    )


def table_of(*chairs: Chair, nonce: str = ADA, **options: Any) -> Played:
    """Return a table as the hub opens it."""
    played = Played("dacapo", OPEN, OPEN)
    played.table, played.rows = Table("t"), []
    sketch = Table("t")
    first = opened(*chairs, nonce=nonce, **options)
    sketch.apply(Row("t", 1, played.at, None, b""), (first,))
    played.do([first, *(decisions.begin_or_seal(sketch).events if all(sketch.taken) else ())])
    return played


def pair(bob: str = BOB, **options: Any) -> Played:
    """Return a table whose seats ada and bob have taken; both promised a nonce."""
    played = table_of(SCREEN, OPEN, **options)
    played.do(decisions.sit(played.table, "bob", "Bob", None, commitment(bob) if bob else ""))
    return played


def reveal(played: Played, holder: str, nonce: str) -> None:
    played.do(reveals.reveal(played.table, holder, nonce))


def finish(played: Played) -> Record:
    """Play to the end; return the record, written and read again."""
    while played.table.phase == "playing":
        played.move(played.table.holders[played.table.to_move or 0], played.first_move())
    return parse_record(format_record(played.table.record()))


# The seed.


def test_the_seed_is_the_hash_of_a_documented_text() -> None:
    text = f"encore-deal 1\n{SECRET}\n1,3:{ADA}\n2:-"
    shares = Share((0, 2), commitment(ADA), ADA), Share((1,), commitment(BOB))
    assert seed_of(SECRET, shares) == hashlib.sha256(text.encode()).hexdigest()


def test_the_game_begins_with_the_last_nonce() -> None:
    played = pair()
    assert (played.table.phase, played.table.nonces.missing) == ("waiting", {"ada", "bob"})
    reveal(played, "bob", BOB)
    assert (played.table.phase, played.table.nonces.missing) == ("waiting", {"ada"})
    reveal(played, "ada", ADA)
    assert played.table.phase == "playing"
    assert played.table.seed == seed_of(SECRET, played.table.shares)
    assert played.table.shares == (Share((0,), commitment(ADA), ADA), Share((1,), commitment(BOB), BOB))
    assert list(map(type, events.decode(played.rows[-1].data)))[:2] == [Revealed, Began]


def test_no_nonce_is_taken_before_all_hashes_are_fixed() -> None:
    played = table_of(SCREEN, OPEN)
    with refused("refused", "is needed now"):
        reveals.reveal(played.table, "ada", ADA)
    played.do(decisions.sit(played.table, "bob", "Bob", None, commitment(BOB)))
    reveal(played, "ada", ADA)
    with refused("entry", "Every seat"):
        decisions.sit(played.table, "cy", "Cy", None, commitment(CY))
    with refused("refused", "The game has begun"):
        decisions.rise(played.table, 1)


def test_a_wrong_nonce_is_refused() -> None:
    played = pair()
    with refused("refused", "not the random number that was promised"):
        reveals.reveal(played.table, "ada", BOB)
    with refused("refused", "is needed now"):
        reveals.reveal(played.table, "cy", CY)
    reveal(played, "ada", ADA)
    with refused("refused", "is needed now"):
        reveals.reveal(played.table, "ada", ADA)


def test_a_game_begins_without_a_nonce_that_does_not_come() -> None:
    played = pair()
    reveal(played, "ada", ADA)
    with refused("refused"):
        reveals.begin_without(played.table, played.at + REVEALING - 1)
    played.do(reveals.begin_without(played.table, played.at + REVEALING))
    assert played.table.shares[1] == Share((1,), commitment(BOB))
    with refused("refused"):
        reveals.reveal(played.table, "bob", BOB)
    record = finish(played)
    verify(record, played.table.game)
    assert [str(fact) for fact in told(record.tags)] == [
        "The server’s secret matches the hash that it had fixed before the random numbers were known",
        "The seed is made of this secret and the random number of Ada, which matches its hash",
        "The random number of Bob did not come in time; the game began without it",
    ]


def test_whoever_sends_no_hash_is_not_waited_for() -> None:
    played = pair(bob="")
    assert played.table.nonces.missing == {"ada"}
    reveal(played, "ada", ADA)
    record = finish(played)
    verify(record, played.table.game)
    assert str(told(record.tags)[-1]) == "No random number was announced for Bob"


def test_without_any_hash_the_secret_is_the_seed_and_the_game_begins_at_once() -> None:
    played = table_of(SCREEN, OPEN, nonce="")
    played.do(decisions.sit(played.table, "bob", "Bob", None))
    assert (played.table.phase, played.table.seed) == ("playing", SECRET)
    record = finish(played)
    assert not {"SecretHash", "Secret", "NonceHashes", "Nonces", "FirstChair"} & set(record.tags)
    assert record.tags["Commitment"] == commitment(SECRET)
    verify(record, played.table.game)
    assert [fact.code for fact in told(record.tags)] == ["server.deal-server-alone"]


def test_one_person_against_bots_adds_a_nonce_too() -> None:
    played = table_of(SCREEN, BOT)
    assert played.table.nonces.missing == {"ada"}
    reveal(played, "ada", ADA)
    assert played.table.phase == "playing"


def test_bots_that_take_open_seats_wait_for_the_nonces() -> None:
    played = table_of(SCREEN, OPEN, OPEN)
    played.do(decisions.sit(played.table, "bob", "Bob", None, commitment(BOB)))
    played.do(seeks.fill(played.table))
    assert (played.table.phase, played.table.nonces.missing) == ("waiting", {"ada", "bob"})
    with refused("refused"):
        seeks.fill(played.table)
    reveal(played, "ada", ADA)
    reveal(played, "bob", BOB)
    assert played.table.shares == (Share((0,), commitment(ADA), ADA), Share((1,), commitment(BOB), BOB))
    assert played.table.phase == "playing"


def test_several_people_at_one_screen_share_a_nonce() -> None:
    played = table_of(SCREEN, OPEN, Chair("screen", "Ann"))
    played.do(decisions.sit(played.table, "bob", "Bob", None, commitment(BOB)))
    reveal(played, "ada", ADA)
    reveal(played, "bob", BOB)
    assert played.table.shares == (Share((0, 2), commitment(ADA), ADA), Share((1,), commitment(BOB), BOB))
    verify(finish(played), played.table.game)


def test_the_first_hash_of_a_device_counts() -> None:
    played = table_of(SCREEN, OPEN, OPEN)
    played.do(decisions.sit(played.table, "bob", "Bob", None, commitment(BOB)))
    played.do(decisions.sit(played.table, "bob", "Ben", 2, commitment(CY)))
    assert played.table.nonces.hashes["bob"] == commitment(BOB)


def test_the_hash_of_somebody_who_leaves_is_dropped() -> None:
    played = table_of(SCREEN, OPEN, OPEN)
    played.do(decisions.sit(played.table, "bob", "Bob", None, commitment(BOB)))
    played.do(decisions.rise(played.table, 1))
    assert played.table.nonces.hashes.keys() == {"ada"}


def test_whoever_opens_a_table_for_others_is_not_waited_for() -> None:
    assert table_of(BOT, BOT).table.phase == "playing"


def test_a_game_without_deals_begins_at_once() -> None:
    table = encore_table(game="dakapo", nonce_hash=commitment(ADA))
    assert (table.secret, table.nonce_hash) == ("", "")
    played = Played("dakapo", SCREEN, OPEN)
    played.do(decisions.sit(played.table, "bob", "Bob", None, commitment(BOB)))
    assert played.table.phase == "playing"
    played.do(decisions.resign(played.table, 0))
    played.do(decisions.ask(played.table, 0, "rematch", nonce_hash=commitment(ADA)))
    played.do(decisions.ask(played.table, 1, "rematch", nonce_hash=commitment(BOB)))
    assert (played.table.phase, played.table.number) == ("playing", 2)


def encore_table(**asked: Any) -> Opened:
    from encore.server.http.api import NewTable
    from encore.server.http.api import opened as from_request

    return from_request(msgspec.convert(asked, NewTable), "ada", "x")


def test_a_table_of_an_older_server_begins_at_once() -> None:
    played = Played("dacapo", SCREEN, OPEN)
    played.do(decisions.sit(played.table, "bob", "Bob", None, commitment(BOB)))
    assert played.table.phase == "playing"


def test_rows_without_nonces_stay_as_they_were() -> None:
    old = [
        Joined(1, "Bob", "bob"),
        Asked("rematch", 0),
        Opened("dacapo", 1, {}, (SCREEN,), NO_CLOCK, True, True, "a", "x"),
    ]
    assert b"nonce" not in events.encode(old) and b"secret" not in events.encode(old)


# Rematches.


def over() -> Played:
    played = pair(target=20)
    reveal(played, "ada", ADA)
    reveal(played, "bob", BOB)
    played.do(decisions.resign(played.table, 0))
    return played


def test_a_rematch_has_a_new_secret_and_new_nonces() -> None:
    played = over()
    played.do(decisions.ask(played.table, 1, "rematch", nonce_hash=commitment(CY)))
    secret = played.table.nonces.secret
    assert secret not in ("", SECRET)
    played.do(decisions.ask(played.table, 0, "rematch", nonce_hash=commitment(ADA)))
    assert (played.table.phase, played.table.nonces.missing) == ("over", {"ada", "bob"})
    with refused("refused"):
        decisions.ask(played.table, 0, "rematch", nonce_hash=commitment(BOB))
    with refused("refused"):
        decisions.refuse(played.table, 0, "rematch")
    reveal(played, "ada", ADA)
    reveal(played, "bob", CY)
    assert (played.table.phase, played.table.number) == ("playing", 2)
    record = finish(played)
    assert (record.tags["Secret"], record.tags["FirstChair"]) == (secret, "2")
    verify(record, played.table.game)
    assert str(told(record.tags)[1]).count("Ada and Bob") == 1


def test_a_declined_rematch_forgets_its_secret_and_hashes() -> None:
    played = over()
    played.do(decisions.ask(played.table, 1, "rematch", nonce_hash=commitment(CY)))
    played.do(decisions.refuse(played.table, 0, "rematch"))
    assert (played.table.nonces.secret, played.table.nonces.hashes) == ("", {})


def test_a_rematch_without_hashes_begins_at_once() -> None:
    played = over()
    played.do(decisions.ask(played.table, 1, "rematch"))
    secret = played.table.nonces.secret
    played.do(decisions.ask(played.table, 0, "rematch"))
    assert (played.table.phase, played.table.seed, played.table.shares) == ("playing", secret, ())


# Records.


def record_of_pair() -> tuple[Record, encore.Game[Any, Any]]:
    played = pair(target=20)
    reveal(played, "ada", ADA)
    reveal(played, "bob", BOB)
    running = played.table.record().tags
    assert not {"Secret", "Nonces", "Seed"} & set(running)
    return finish(played), played.table.game


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        ({"Secret": "6" * 64}, "the Secret is not the one that was promised"),
        ({"Secret": "6" * 64, "SecretHash": commitment("6" * 64)}, "the Seed is not made of"),
        ({"Nonces": f"1:{CY} 2:{BOB}"}, "the random number of Ada is not the one"),
        ({"Nonces": f"1:- 2:{BOB}"}, "the Seed is not made of"),
        ({"Nonces": f"2:{BOB} 1:{ADA}"}, "do not fit together"),
        ({"Nonces": f"1:{ADA}", "NonceHashes": f"1:{commitment(ADA)}"}, "the Seed is not made of"),
        ({"Nonces": f"1:{ADA} 9:{BOB}", "NonceHashes": f"1:{commitment(ADA)} 9:{commitment(BOB)}"}, "do not fit"),
        ({"Nonces": "garbage"}, "cannot be read"),
        ({"Nonces": ""}, "cannot be read"),
        ({"FirstChair": "3"}, "do not fit together"),
        ({"Seed": "7" * 64, "Commitment": commitment("7" * 64)}, "the Seed is not made of"),
    ],
)
def test_a_forged_record_is_refused(forged: dict[str, str], why: str) -> None:
    record, game = record_of_pair()
    with pytest.raises(DealError, match=why):
        verify(Record({**record.tags, **forged}, record.moves), game)


def test_a_record_that_lacks_a_part_is_refused() -> None:
    record, game = record_of_pair()
    for tag in ("Secret", "SecretHash", "Nonces", "NonceHashes", "FirstChair"):
        with pytest.raises(DealError, match=f"this record lacks {tag}"):
            verify(Record({name: text for name, text in record.tags.items() if name != tag}, record.moves), game)


def test_a_server_that_picked_its_secret_later_is_caught() -> None:
    """It knows the nonces, picks the secret that it likes best, and forges a whole record with all hashes."""
    record, game = record_of_pair()
    shares = Share((0,), commitment(ADA), ADA), Share((1,), commitment(BOB), BOB)
    secret = "8" * 64
    seed = seed_of(secret, shares)
    tags = {
        **record.tags,
        "Secret": secret,
        "SecretHash": commitment(secret),
        "Seed": seed,
        "Commitment": commitment(seed),
    }
    with pytest.raises(DealError, match="is not what the seed deals"):
        verify(Record(tags, record.moves), game)  # the cards that were dealt do not change
    with pytest.raises(DealError, match="another hash of the server’s secret than the one that was shown"):
        compare(tags, record.tags["SecretHash"])
    compare(record.tags, commitment(SECRET))


def test_the_command_says_what_was_checked_and_what_is_missing(tmp_path: Path) -> None:
    record, _ = record_of_pair()
    file = tmp_path / "record.txt"
    file.write_text(format_record(record))
    command = [sys.executable, "-m", "encore", "verify-deal", str(file)]
    done = subprocess.run(
        [*command, "--secret-hash", commitment(SECRET)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert done[0].endswith("all from the seed that was promised")
    assert done[1:] == [f"  {fact}" for fact in told(record.tags)]
    wrong = subprocess.run([*command, "--secret-hash", commitment("x")], capture_output=True, text=True)
    assert (wrong.returncode, wrong.stderr.count("\n"), "another hash" in wrong.stderr) == (2, 1, True)


# Any order of events.

NAMES = ("ada", "bob", "cy", "dee")


@examples(60)
@given(st.randoms(use_true_random=False), st.integers(2, 4))
def test_every_order_of_joins_reveals_and_restarts_begins_the_game(rng: Random, players: int) -> None:
    """Each table is rebuilt from its rows now and then, and never stays in a phase that it cannot leave."""
    nonces = {name: f"{rng.getrandbits(256):064x}" for name in NAMES}
    silent = {name for name in NAMES if rng.random() < 0.3}
    absent = {name for name in NAMES if rng.random() < 0.3}
    played = table_of(SCREEN, *[OPEN] * (players - 1), nonce="" if "ada" in silent else nonces["ada"], target=20)
    left_once = set[str]()
    while played.table.phase == "waiting":
        if rng.random() < 0.3:
            played.table = played.again()
        table = played.table
        if table.nonces.since is None:
            _join_or_leave(played, rng, nonces, silent, left_once)
            continue
        waiting = sorted(table.nonces.missing - absent)
        if waiting:
            reveal(played, *(name := rng.choice(waiting), nonces[name])[:2])
        else:
            played.at += REVEALING
            played.do(reveals.begin_without(table, played.at))
    shares = played.table.shares
    assert played.again().shares == shares and played.again().seed == played.table.seed
    named = [played.table.holders[share.chairs[0]] for share in shares]
    assert set(named) == set(NAMES[:players]) - silent
    assert [share.nonce for share in shares] == ["" if name in absent else nonces[name] for name in named]
    record = finish(played)
    verify(record, played.table.game)


def _join_or_leave(played: Played, rng: Random, nonces: dict[str, str], silent: set[str], left_once: set[str]) -> None:
    table = played.table
    there = [name for name in NAMES[1 : table.game.players] if table.held(name)]
    if there and rng.random() < 0.2 and (name := rng.choice(there)) not in left_once:
        left_once.add(name)
        played.do(decisions.rise(table, table.held(name)[0]))
        return
    name = rng.choice([name for name in NAMES[1 : table.game.players] if not table.held(name)])
    chair = rng.choice([chair for chair, taken in enumerate(table.taken) if not taken])
    played.do(decisions.sit(table, name, name, chair, "" if name in silent else commitment(nonces[name])))


# The hub.


def test_the_hub_begins_a_game_whose_opener_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("encore.server.domain.nonces.REVEALING", 50)
    days = opened(SCREEN, OPEN, timing=Timing("days", days=3))

    async def play(hub: Hub, _: SqliteStore) -> None:
        room = await hub.create(days)
        await room.act(None, lambda table, _: decisions.sit(table, "bob", "Bob", None, commitment(BOB)))
        assert room.table.phase == "waiting"
        await until(lambda: room.table.phase == "playing")
        assert [share.nonce for share in room.table.shares] == ["", ""]

    use(tmp_path, play)


def test_a_restarted_server_goes_on_where_it_was(tmp_path: Path) -> None:
    """The time for nonces follows from the stored row: a nonce before it counts, and after it the game has begun."""
    time = Time()
    name = ""

    async def before(hub: Hub, _: SqliteStore) -> None:
        nonlocal name
        room = await hub.create(opened(SCREEN, OPEN))
        name = room.table.name
        await room.act(None, lambda table, _: decisions.sit(table, "bob", "Bob", None, commitment(BOB)))

    async def soon(hub: Hub, _: SqliteStore) -> None:
        room = await hub.room(name)
        assert room.table.phase == "waiting"
        await room.act(None, lambda table, _: reveals.reveal(table, "bob", BOB))

    async def later(hub: Hub, _: SqliteStore) -> None:
        table = (await hub.room(name)).table
        assert (table.phase, [share.nonce for share in table.shares]) == ("playing", ["", BOB])

    use(tmp_path, before, time)
    time.now += REVEALING // 2
    use(tmp_path, soon, time)
    time.now += REVEALING
    use(tmp_path, later, time)


def test_an_export_carries_a_game_that_waits_for_nonces(tmp_path: Path) -> None:
    time, name = Time(), ""
    (tmp_path / "new").mkdir()

    async def before(hub: Hub, _: SqliteStore) -> None:
        nonlocal name
        room = await hub.create(opened(SCREEN, OPEN))
        name = room.table.name
        await room.act(None, lambda table, _: decisions.sit(table, "bob", "Bob", None, commitment(BOB)))
        await room.act(None, lambda table, _: reveals.reveal(table, "bob", BOB))

    async def after(hub: Hub, _: SqliteStore) -> None:
        room = await hub.room(name)
        await room.act(None, lambda table, _: reveals.reveal(table, "ada", ADA))
        assert [share.nonce for share in room.table.shares] == [ADA, BOB]

    use(tmp_path, before, time)
    file = tmp_path / "export"
    asyncio.run(write_all(SqliteStore(tmp_path / "tables.sqlite"), file))
    assert file.stat().st_mode & 0o077 == 0  # it has the secret and the nonces
    assert asyncio.run(read_all(SqliteStore(tmp_path / "new" / "tables.sqlite"), file, time)) == (1, 0)
    use(tmp_path / "new", after, time)


# The server.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("tables"), "--unlimited") as running:
        yield running


def test_programs_commit_and_reveal_over_http(server: Served) -> None:
    table = open_table(server, game="dacapo", nonce_hash=commitment(ADA))
    url = f"{server.url}/api/tables/{table['table']}"
    before = http.get(url).json()["deal"]
    assert (before["number"], before["nonce_hashes"]) == (1, [commitment(ADA), ""])
    bob = join(server, table, name="Bob", nonce_hash=commitment(BOB))
    asked = http.get(url).json()["deal"]
    assert asked["secret_hash"] == before["secret_hash"]
    assert (asked["nonce_hashes"], asked["reveal"]) == ([commitment(ADA), commitment(BOB)], [0, 1])
    assert 0 < asked["ms"] <= REVEALING

    def send(token: str, nonce: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return http.post(f"{url}/reveal", json={"nonce": nonce}, headers=headers)

    assert failure(send("", ADA)) == (403, "entry")
    assert failure(send(table["token"], "short")) == (422, "frame")
    assert failure(send(table["token"], BOB)) == (409, "refused")
    assert send(table["token"], ADA).json()["deal"]["reveal"] == [1]
    assert send(bob["token"], BOB).json()["phase"] == "playing"
    assert failure(send(bob["token"], BOB)) == (409, "refused")


def test_everybody_is_asked_over_the_socket_and_sees_no_nonce_before_the_end(server: Served) -> None:
    table = open_table(server, game="dacapo", nonce_hash=commitment(ADA), options={"target": 20})
    name = table["table"]

    async def play() -> None:
        async with at_table(server, name, table["token"]) as ada, at_table(server, name) as watcher:
            assert "reveal" not in (await ada.next("full"))["deal"]
            bob_seat = join(server, table, nonce_hash=commitment(BOB))
            assert (await ada.next("full"))["deal"]["reveal"] == [0, 1]
            async with at_table(server, name, bob_seat["token"]) as bob:
                assert (await bob.next("full"))["deal"]["reveal"] == [0, 1]
                assert (await watcher.do("reveal", nonce=ADA))["code"] == "entry"
                assert (await bob.do("reveal", nonce=CY))["fact"]["code"] == "server.deal-wrong-nonce"
                assert (await bob.do("reveal", nonce=BOB))["t"] == "ack"
                assert (await ada.do("reveal", nonce=ADA))["t"] == "ack"
                while (begun := await watcher.next("full"))["phase"] != "playing":
                    pass
                assert "reveal" not in begun["deal"]
                assert begun["deal"]["nonce_hashes"] == [commitment(ADA), commitment(BOB)]
                secret_hash = begun["deal"]["secret_hash"]
                running = http.get(f"{server.url}/api/tables/{name}/record").text
                await bob.do("resign")
                await watcher.next("ev")
                for client in (ada, bob, watcher):
                    for frame in client.frames:
                        assert ADA not in frame and BOB not in frame
                record = parse_record(http.get(f"{server.url}/api/tables/{name}/record").text)
                for hidden in (record.tags["Secret"], ADA, BOB):
                    assert hidden not in running
                assert record.tags["Secret"] not in "".join(ada.frames + bob.frames + watcher.frames)
                assert secret_hash == record.tags["SecretHash"]
                # A rematch: the hash of the next secret comes with the first request.
                await bob.do("ask", what="rematch", nonce_hash=commitment(CY))
                while "secret_hash" not in (asked := await watcher.next("ev")):
                    pass
                await ada.do("ask", what="rematch", nonce_hash=commitment(ADA))
                sealed = await watcher.next("full")
                assert sealed["phase"] == "over"
                assert (sealed["deal"]["number"], sealed["deal"]["reveal"]) == (2, [0, 1])
                assert sealed["deal"]["secret_hash"] == asked["secret_hash"] != secret_hash
                await bob.do("reveal", nonce=CY)
                await ada.do("reveal", nonce=ADA)
                assert (await watcher.next("full"))["number"] == 2

    asyncio.run(play())


def test_the_server_verifies_a_record_and_says_what_is_wrong(server: Served) -> None:
    record, _ = record_of_pair()
    text = format_record(record)
    answer = http.post(f"{server.url}/api/verify", json={"record": text}).json()
    assert answer["deals"] >= 1
    assert [fact["code"] for fact in answer["facts"]] == ["server.deal-secret", "server.deal-nonces"]
    assert answer["said"] == [str(fact) for fact in told(record.tags)]
    forged = http.post(f"{server.url}/api/verify", json={"record": text.replace(SECRET, "6" * 64)})
    assert failure(forged) == (422, "option")
    assert forged.json()["fact"]["code"] == "server.deal-other-secret"


def test_nothing_secret_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def play(hub: Hub, _: SqliteStore) -> None:
        room = await hub.create(opened(SCREEN, BOT))
        with pytest.raises(decisions.Refusal):
            await room.act(None, lambda table, _: reveals.reveal(table, "ada", BOB))
        await room.act(None, lambda table, _: reveals.reveal(table, "ada", ADA))

    use(tmp_path, play)
    for secret in (SECRET, ADA, BOB):
        assert secret not in caplog.text
