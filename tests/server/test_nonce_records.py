"""Rematches and records of games whose seed nobody could choose."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from encore.core.record import Record, format_record
from encore.server.domain import decisions
from encore.server.domain.deals import DealError, commitment
from encore.server.domain.nonces import Share, seed_of
from encore.server.domain.proof import compare, told, verify
from tests.server.nonces import (
    ADA,
    BOB,
    CY,
    SECRET,
    finish,
    pair,
    record_of_pair,
    reveal,
)
from tests.server.played import Played, refused

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
