"""Records and games together: the game a record is of, its moves played again, and a record of what was played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from encore.core.errors import EncoreError, OptionError, RecordError, quoted
from encore.core.game import AnyGame, Outcome
from encore.core.options import digest, read_options
from encore.core.record import Record
from encore.core.registry import find

TERMINATIONS = ("resigned", "time", "agreed", "abandoned")
"""How people end a game that the rules would let go on."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a record: its number from 1, who made it (a seat or DEALER), and the state after it."""

    number: int
    seat: int
    move: Any
    state: Any


def game_of(record: Record, materials: Mapping[str, object] | None = None) -> AnyGame:
    """Return the game a record is of. ``materials`` offers what its tags may ask for, such as a tile set."""
    tags = record.tags
    try:
        kind = find(tags["Game"])
    except EncoreError as error:
        raise record.tag_error("Game", str(error)) from None
    if tags["Rules"] != str(kind.rules_version):
        known = f"this Encore knows version {kind.rules_version}"
        raise record.tag_error("Rules", f"{kind.name} has no rules version {quoted(tags['Rules'])}; {known}")
    if tags["Players"] not in map(str, kind.player_counts):
        counts = ", ".join(map(str, kind.player_counts))
        reason = f"{kind.name} is for {counts} players, not {quoted(tags['Players'])}"
        raise record.tag_error("Players", reason)
    pieces = _materials(record, kind, materials or {})
    try:
        options = read_options(tags.get("Options", "").split())
        if wrong := options.keys() & kind.box.keys():
            raise OptionError(f"{wrong.pop()} is no option; a tag names it")
        return kind(int(tags["Players"]), **options, **pieces)
    except EncoreError as error:
        raise record.tag_error("Options", str(error)) from None


def _materials(record: Record, kind: type[AnyGame], offered: Mapping[str, object]) -> dict[str, object]:
    needed: dict[str, object] = {}
    for name, material in kind.box.items():
        tag = name.capitalize()
        wanted = record.tags.get(tag)
        if wanted is None:
            continue
        pieces = [material.standard()]
        if name in offered:
            pieces.append(material.read(name, offered[name]))
        fitting = [piece for piece in pieces if digest(piece) == wanted]
        if not fitting:
            raise record.tag_error(tag, f"this record needs the {name} {quoted(wanted)}; give their file with --{name}")
        needed[name] = fitting[0]
    return needed


def replay(record: Record, game: AnyGame) -> Iterator[Ply]:
    """Play the moves of a record one by one; RecordError names the first that cannot be played."""
    state = game.initial()
    for number, text in enumerate(record.moves, 1):
        seat = game.to_move(state)
        try:
            move = game.parse_move(state, text)
            state = game.play(state, move)
        except EncoreError as error:
            raise RecordError(*record.place(number - 1), str(error)) from None
        assert seat is not None, "play refuses every move of a finished game"
        yield Ply(number, seat, move, state)


def check(record: Record, game: AnyGame) -> Any:
    """Replay a record whole, hold its tags against what happened, and return the last state."""
    state = game.initial()
    for ply in replay(record, game):
        state = ply.state
    check_tags(record, game, state)
    return state


def check_tags(record: Record, game: AnyGame, state: Any) -> None:
    """Hold the tags of a record against the last state of its moves."""
    _check_result(record, game, game.outcome(state))
    scores = record.tags.get("Scores")
    expected = ",".join(map(str, game.scores(state)))
    if scores is not None and scores != expected:
        right = f"the moves give {expected}" if expected else f"{game.name} keeps no scores here"
        raise record.tag_error("Scores", f"Scores is {quoted(scores)}, but {right}")


def _check_result(record: Record, game: AnyGame, outcome: Outcome | None) -> None:
    result, ended = record.tags.get("Result"), record.tags.get("Termination")
    if ended is not None and ended not in TERMINATIONS:
        reason = f"Termination is {' or '.join(TERMINATIONS)}, not {quoted(ended)}"
        raise record.tag_error("Termination", reason)
    if ended is not None and outcome is not None:
        raise record.tag_error("Termination", "the rules ended this game, so there is no Termination")
    if ended is not None:
        if result is None or not _is_result(result, game.players):
            right = "winning seats such as 1 or 1,2, or - for nobody"
            raise record.tag_error("Result", f"a game that people ended has a Result: {right}")
    elif result is not None and result != result_text(outcome):
        raise record.tag_error("Result", f"Result is {quoted(result)}, but the moves give {result_text(outcome)!r}")


def _is_result(text: str, players: int) -> bool:
    if text == "-":
        return True
    if not re.fullmatch(r"[1-9](,[1-9])*", text):
        return False
    seats = [int(seat) for seat in text.split(",")]
    return seats == sorted(set(seats)) and seats[-1] <= players


def result_text(outcome: Outcome | None) -> str:
    """Return the Result tag: winning seats from 1, ``-`` for nobody, ``*`` for a game that goes on."""
    if outcome is None:
        return "*"
    return ",".join(str(seat + 1) for seat in outcome.winners) or "-"


def record_of(game: AnyGame, moves: Sequence[str], state: Any, seats: Sequence[str] = (), **tags: str) -> Record:
    """Return the record of ``moves``, which led to ``state``; ``seats`` says who sat where."""
    written = {"Game": game.name, "Rules": str(game.rules_version), "Players": str(game.players)}
    if game.changed_options:
        written["Options"] = " ".join(f"{k}={v}" for k, v in game.changed_options.items())
    written |= {name.capitalize(): value for name, value in game.changed_materials.items()}
    written |= {f"Seat{number}": who for number, who in enumerate(seats, 1)}
    written["Result"] = result_text(game.outcome(state))
    if game.scores(state):
        written["Scores"] = ",".join(map(str, game.scores(state)))
    return Record(written | tags, tuple(moves))
