"""For any input, a parser quickly returns a value or raises an error of one clear line."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import encore
from encore.core.record import LARGEST, format_record, parse_record
from encore.games.dalapapa import parse_tiles, standard_tiles
from tests.effort import examples
from tests.variants import ALL, random_choices, walk

LONG = 10_000_000
HEAD = '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n\n'
HUGE = "9" * 5000

NASTY = [
    "",
    " ",
    "\n",
    "\0",
    "\ud800",
    "é٣x٤",
    HUGE,
    f"-{HUGE}",
    f"deal:{HUGE}",
    f"{HUGE}a@0,0e",
    f"1a@{HUGE},-{HUGE}e",
    f"draw:{HUGE}",
    "draw:" + "1," * 5000,
    "a" * LONG,
    "a " * (LARGEST // 2 - 99),
    "1. " * (LARGEST // 3 - 99),
    HEAD + "d6y " * (LARGEST // 4 - 99),
    HEAD + "{}" * (LARGEST // 2 - 99),
    HEAD + "{" + "x\n" * (LARGEST // 2 - 99),
    "1" * LONG,
    " " * LONG,
    "/" * LONG,
    "r1*2" * (LONG // 4),
    "deal:" + "." * LONG,
    "1a@0,0e/" * (LONG // 8),
    "a\n" * (LONG // 2),
    "{" * LONG,
    "[" * LONG,
    "1." * (LONG // 2),
    '[A "b"]\n' * (LONG // 8),
]


def parsers() -> dict[str, Callable[[str], Any]]:
    found: dict[str, Callable[[str], Any]] = {"record": replay_text, "tiles": parse_tiles}
    for label, game in ALL.items():
        s, _ = walk(game, random_choices(3, 8))
        found[f"{label} move"] = lambda text, game=game, s=s: game.parse_move(s, text)  # type: ignore[misc]
        found[f"{label} state"] = game.parse_state
    return found


def replay_text(text: str | bytes) -> None:
    record = parse_record(text)
    format_record(record)
    encore.check(record, encore.game_of(record))


PARSERS = parsers()
FEW = [
    "record",
    "tiles",
    *(name for name in PARSERS if name.split()[0] in ("dakapo-2", "dacapo-1", "dacapo-2", "dalapapa-2")),
]


def feed(parser: Callable[[Any], Any], text: str | bytes) -> None:
    """Parse; a refusal is one short line, within one second of processor time."""
    start = process_time()
    try:
        parser(text)
    except encore.EncoreError as error:
        assert str(error) and "\n" not in str(error)
        assert len(str(error)) < 400
    assert process_time() - start < 1


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("text", NASTY, ids=lambda text: ascii(text[:12]))
def test_nasty_texts(name: str, text: str) -> None:
    feed(PARSERS[name], text)


@examples(300)
@given(st.sampled_from(sorted(PARSERS)), st.text(max_size=200))
@example("dacapo-2 state", "\N{FISH}" * 41)
@example("record", '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n[Options "call=\\""]')
def test_any_text(name: str, text: str) -> None:
    feed(PARSERS[name], text)


@examples(200)
@given(st.binary(max_size=300))
def test_any_bytes_as_a_record(data: bytes) -> None:
    feed(replay_text, data)


@pytest.mark.parametrize("label", ALL)
def test_broken_records_moves_and_states(label: str) -> None:
    """Cut, drop, double and exchange bytes of texts that the game itself wrote."""
    game = ALL[label]
    s, moves = walk(game, random_choices(5, 60))
    record = encore.format_record(encore.record_of(game, moves, s))
    rng = Random(label)
    for parser, text in ((replay_text, record), (game.parse_state, game.format_state(s))):
        for _ in range(60):
            feed(parser, broken(text, rng))
    for move in moves[:30]:
        feed(lambda text: game.parse_move(s, text), broken(move, rng))


@pytest.mark.parametrize("seed", range(20))
def test_broken_tile_sets(seed: int) -> None:
    feed(parse_tiles, broken(standard_tiles().text, Random(seed)))


def broken(text: str, rng: Random) -> str:
    at = rng.randrange(len(text))
    other = rng.randrange(len(text))
    return rng.choice(
        [
            text[:at],
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            text[:at] + rng.choice('rygb19*/!x@,-? {}[]"\n') + text[at + 1 :],
            text[:at] + text[other] + text[at + 1 :],
        ]
    )
