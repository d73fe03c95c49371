"""Deals that nobody could choose: the seed is made of the server's secret and a nonce of each device."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from encore.server.bots.engines import Engines
from encore.server.domain import decisions, events, reveals, seeks
from encore.server.domain.deals import commitment
from encore.server.domain.events import Asked, Began, Chair, Joined, Opened, Revealed
from encore.server.domain.nonces import REVEALING, Share, seed_of
from encore.server.domain.proof import told, verify
from tests.effort import examples
from tests.server.nonces import (
    ADA,
    BOB,
    BOT,
    CY,
    OPEN,
    SCREEN,
    SECRET,
    finish,
    pair,
    reveal,
    table_of,
)
from tests.server.played import NO_CLOCK, Played, refused

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

    return from_request(msgspec.convert(asked, NewTable), "ada", "x", Engines())


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
