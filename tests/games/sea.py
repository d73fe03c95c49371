"""Boards of Da Capo for tests, and short helpers to query them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import encore

PURPLE_STUCK = ".r1r2r3r4./r5r6r13r14r15r16/r7r8r9r10r11r12/p1p2p3p4p5p6/p7p8p9p10p11p12/.p13p14p15p16."
"""Two players: purple starts, but no purple fish can capture the red one beside it."""
PURPLE_STUCK_3 = "r5r6r7r8r9r10/r11r12r13r14r15r16/g5g6g7g8g9g10/g11g12g13g14g15g16/p5p6p7p8p9p10/p11p12p13p14p15p16"
SWITCHES = "b2r16 b5r15 e2r3 e5r4 c2p1 c5p2 d1p9"
"""Two players: four captures and every switch of red is open."""


def dacapo(players: int = 2, **options: object) -> encore.AnyGame:
    return encore.load("dacapo", players=players, **options)


def layout(fish: str, total: int) -> str:
    """Return the layout with piles such as ``c3r16 c5p2*4``; the last one named holds all the other fish."""
    words = fish.split()
    held = sum(int(word.partition("*")[2] or 1) for word in words[:-1])
    words[-1] = words[-1].partition("*")[0] + f"*{total - held}"
    piles = {word[:2]: word[2:].removesuffix("*1") for word in words}
    return "/".join("".join(piles.get(file + rank, ".") for file in "abcdef") for rank in "654321")


def sea(game: encore.AnyGame, turn: str, fish: str, **fields: str) -> Any:
    """Return a state; ``fields`` are rights, scores, rounds and starter, or starter and order alone."""
    written = layout(fish, 32 if game.players == 2 else 36)
    if game.players == 1:
        return game.parse_state(f"{written} {turn} {fields.get('starter', 'r')} {fields['order']}")
    rights = fields.get("rights", "/".join("-" * game.players))
    scores = fields.get("scores", ",".join("0" * game.players))
    return game.parse_state(
        f"{written} {turn} {rights} {scores} {fields.get('rounds', '0')} {fields.get('starter', 'r')}"
    )


def between_rounds(game: encore.AnyGame, starter: str) -> Any:
    scores = {2: "1,31", 3: "1,35,0", 4: "1,35,1,35"}[game.players]
    return sea(game, "-", "b2r8 c3p8", scores=scores, rounds="1", starter=starter)


def play(game: encore.AnyGame, s: Any, moves: str) -> Any:
    for text in moves.split():
        s = game.play(s, game.parse_move(s, text))
    return s


def play_out(game: encore.AnyGame, s: Any) -> Any:
    while moves := game.legal_moves(s):
        s = game.play(s, moves[0])
    return s


def legal(game: encore.AnyGame, s: Any) -> set[str]:
    return {game.format_move(move) for move in game.legal_moves(s)}


def switches(game: encore.AnyGame, s: Any) -> set[str]:
    return {text for text in legal(game, s) if "/" in text}


def broken_rule(game: encore.AnyGame, s: Any, text: str) -> str:
    assert text not in legal(game, s)
    with pytest.raises(encore.IllegalMove) as refusal:
        game.play(s, game.parse_move(s, text))
    return refusal.value.rule


def winners(game: encore.AnyGame, s: Any) -> tuple[int, ...] | None:
    outcome = game.outcome(s)
    return None if outcome is None else outcome.winners


def field(game: encore.AnyGame, s: Any, name: str) -> str:
    names = ["layout", "turn", "starter", "order"] if game.players == 1 else ["layout", "turn", "rights", "scores"]
    return str(game.format_state(s).split(" ")[[*names, "rounds", "starter"].index(name)])


def dealt(game: encore.AnyGame, seed: int) -> str:
    return str(game.format_move(game.deal(game.initial(), Random(seed))))
