"""Replays records: the game of a record, its moves, and the record of a game that was played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from encore.core.errors import EncoreError, IllegalMove, OptionError, RecordError, UnknownRules, quoted
from encore.core.fact import Fact
from encore.core.game import AnyGame, Outcome, players_fact
from encore.core.options import digest, read_options
from encore.core.record import Comment, Record, Variation
from encore.core.registry import find

FORFEIT = "forfeit"
"""How a game ends whose player cannot play it: an engine that fails."""
TERMINATIONS = ("resigned", "time", "agreed", "abandoned", FORFEIT)
"""The ways in which players end a game that is not over by the rules."""
_VERSION = re.compile(r"[1-9]\d{0,8}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a record: its number from 1, who made it (a seat or DEALER), and the state after it."""

    number: int
    seat: int
    move: Any
    state: Any


def game_of(record: Record, materials: Mapping[str, object] | None = None) -> AnyGame:
    """Return the game of a record. ``materials`` are those that its tags can name, such as a tile set."""
    tags = record.tags
    kind = _kind(record)
    if tags["Players"] not in map(str, kind.player_counts):
        raise record.tag_error("Players", players_fact(kind, tags["Players"]))
    pieces = _materials(record, kind, materials or {})
    try:
        options = read_options(tags.get("Options", "").split())
        if wrong := options.keys() & kind.box.keys():
            raise OptionError(Fact("core.material-is-tag", name=wrong.pop()))
        return kind(int(tags["Players"]), **options, **pieces)
    except EncoreError as error:
        raise record.tag_error("Options", error.fact) from None


def _kind(record: Record) -> type[AnyGame]:
    """Return the game of a record in the version that its Rules tag names."""
    name, rules = record.tags["Game"], record.tags["Rules"]
    try:
        return find(name, int(rules) if _VERSION.fullmatch(rules) else rules)
    except UnknownRules as error:
        raise record.tag_error("Rules", error.fact) from None
    except EncoreError as error:
        raise record.tag_error("Game", error.fact) from None


def older_rules(game: AnyGame) -> Fact | None:
    """Return the remark that a game is of an older rules version; None for the newest."""
    newest = find(game.name).rules_version
    if game.rules_version == newest:
        return None
    return Fact("core.older-rules", rules=game.rules_version, newest=newest)


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
            raise record.tag_error(tag, Fact("core.material-needed", name=name, digest=quoted(wanted)))
        needed[name] = fitting[0]
    return needed


def start_of(record: Record, game: AnyGame) -> Any:
    """Return the state before the first move: that of the Position tag, else the beginning of the game."""
    if "Position" not in record.tags:
        return game.initial()
    try:
        return game.parse_state(record.tags["Position"])
    except EncoreError as error:
        raise record.tag_error("Position", error.fact) from None


def replay(record: Record, game: AnyGame) -> Iterator[Ply]:
    """Play the moves of a record one by one; RecordError names the first that cannot be played."""
    return replay_line(record, game, start_of(record, game))


def replay_line(line: Record | Variation, game: AnyGame, state: Any) -> Iterator[Ply]:
    """Play the moves of a record or of one of its variations from a state."""
    for number, text in enumerate(line.moves, 1):
        seat = game.to_move(state)
        try:
            move = game.parse_move(state, text)
            state = game.play(state, move)
        except EncoreError as error:
            raise RecordError(*line.place(number - 1), _as_reason(error)) from None
        assert seat is not None, "play refuses every move of a finished game"
        yield Ply(number, seat, move, state)


def _as_reason(error: EncoreError) -> Fact:
    """Return what is wrong with a move, with the number of the rule where it breaks one."""
    if isinstance(error, IllegalMove):
        return Fact("core.breaks-rule", *error.fact.cells, rule=error.rule, reason=error.fact)
    return error.fact


def check(record: Record, game: AnyGame) -> Any:
    """Replay a whole record with its variations, check its tags against the moves, and return the last state."""
    states = [start_of(record, game), *(ply.state for ply in replay(record, game))]
    check_tags(record, game, states[-1])
    _check_variations(record, game, states)
    return states[-1]


def _check_variations(line: Record | Variation, game: AnyGame, states: Sequence[Any]) -> None:
    for variation in line.variations:
        begin = states[variation.after]
        own = [begin, *(ply.state for ply in replay_line(variation, game, begin))]
        _check_variations(variation, game, own)


def check_tags(record: Record, game: AnyGame, state: Any) -> None:
    """Check the tags of a record against the last state of its moves."""
    _check_result(record, game, game.outcome(state))
    scores = record.tags.get("Scores")
    expected = ",".join(map(str, game.scores(state)))
    if scores is not None and scores != expected:
        if not expected:
            raise record.tag_error("Scores", Fact("core.no-scores", scores=quoted(scores), game=game.name))
        raise record.tag_error("Scores", Fact("core.wrong-scores", scores=quoted(scores), expected=expected))


def _check_result(record: Record, game: AnyGame, outcome: Outcome | None) -> None:
    result, ended = record.tags.get("Result"), record.tags.get("Termination")
    if ended is not None and ended not in TERMINATIONS:
        known = ", ".join(TERMINATIONS)
        raise record.tag_error("Termination", Fact("core.wrong-termination", values=known, value=quoted(ended)))
    if ended is not None and outcome is not None:
        raise record.tag_error("Termination", Fact("core.needless-termination"))
    if ended is not None:
        if result is None or not _is_result(result, game.players):
            raise record.tag_error("Result", Fact("core.result-form"))
    elif result is not None and result != result_text(outcome):
        expected = quoted(result_text(outcome))
        raise record.tag_error("Result", Fact("core.wrong-result", result=quoted(result), expected=expected))


def _is_result(text: str, players: int) -> bool:
    if text == "-":
        return True
    if not re.fullmatch(r"[1-9](,[1-9])*", text):
        return False
    seats = [int(seat) for seat in text.split(",")]
    return seats == sorted(set(seats)) and seats[-1] <= players


def result_text(outcome: Outcome | None) -> str:
    """Return the Result tag: winning seats from 1, ``-`` for nobody, ``*`` for a game that is not over."""
    if outcome is None:
        return "*"
    return ",".join(str(seat + 1) for seat in outcome.winners) or "-"


def winners_in(result: str) -> list[int]:
    """Return the winning seats, from 0, of the Result tag of an ended game."""
    return [int(seat) - 1 for seat in result.split(",") if seat != "-"]


def record_of(game: AnyGame, moves: Sequence[str], state: Any, seats: Sequence[str] = (), **tags: str) -> Record:
    """Return the record of ``moves``, which led to ``state``; ``seats`` are the names of the players."""
    written = {"Game": game.name, "Rules": str(game.rules_version), "Players": str(game.players)}
    if game.changed_options:
        written["Options"] = " ".join(f"{k}={v}" for k, v in game.changed_options.items())
    written |= {name.capitalize(): value for name, value in game.changed_materials.items()}
    written |= {f"Seat{number}": who for number, who in enumerate(seats, 1)}
    written["Result"] = result_text(game.outcome(state))
    if game.scores(state):
        written["Scores"] = ",".join(map(str, game.scores(state)))
    return Record(written | tags, tuple(moves))


def forfeited(record: Record, game: AnyGame, seat: int, why: str) -> Record:
    """Return the record of a game that a seat, from 0, has lost because its player failed; a comment says why."""
    lost = game.partners(seat)
    others = ",".join(str(other + 1) for other in range(game.players) if other not in lost)
    tags = {**record.tags, "Result": others or "-", "Termination": FORFEIT}
    said = Comment(len(record.moves), why.replace("}", ")"))
    return replace(record, tags=tags, comments=(*record.comments, said))
