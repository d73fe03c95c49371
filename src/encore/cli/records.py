"""``encore replay``, ``check`` and ``moves``: read record files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from encore.bots.bot import distinct
from encore.cli.arguments import RecordFile, Replayed, offered_materials, read_bytes, replay_file
from encore.cli.materials import MaterialFiles
from encore.cli.screen import announced, console, draw, end_of_game
from encore.core import replay as replaying
from encore.core.errors import RecordError, printable
from encore.core.game import DEALER
from encore.core.record import Record, Variation, format_variation, parse_record
from encore.core.registry import find
from encore.core.replay import game_of, older_rules, result_text


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records.", show_default=False)],
    *,
    materials: MaterialFiles,
) -> None:
    """Replay records and print ok, or the first error with line and column."""
    offered = offered_materials(materials)
    status = 0
    for path in files:
        try:
            record = parse_record(read_bytes(path))
            game = game_of(record, offered)
            replaying.check(record, game)
        except RecordError as error:
            status = max(status, 1)
            typer.echo(printable(f"{path}: {error}"))
        except OSError as error:
            status = 2
            typer.echo(printable(f"encore: {path}: {error.strerror}"), err=True)
        else:
            older = older_rules(game)
            typer.echo(printable(f"{path}: ok ({older})" if older else f"{path}: ok"))
    if status:
        raise typer.Exit(status)


def moves(
    file: RecordFile,
    at: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="After the N-th move; default: after the last.")
    ] = None,
    *,
    materials: MaterialFiles,
) -> None:
    """List the legal moves, sorted; <dealer> when it is the dealer's turn, nothing when the game is over."""
    replayed = replay_file(file, offered_materials(materials), at)
    game, state = replayed.game, replayed.state
    if replayed.ended_by_people:
        return
    if game.to_move(state) == DEALER:
        typer.echo("<dealer>")
    for move in sorted(map(game.format_move, game.legal_moves(state))):
        typer.echo(move)


def replay(
    file: RecordFile,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object with every state.")] = False,
    *,
    materials: MaterialFiles,
) -> None:
    """Show a game move by move."""
    replayed = replay_file(file, offered_materials(materials))
    if as_json:
        typer.echo(json.dumps(_as_json(replayed), ensure_ascii=False, indent=1))
    else:
        _show(replayed)


def _as_json(replayed: Replayed) -> dict[str, Any]:
    record, game, last = replayed.record, replayed.game, replayed.state
    outcome = game.outcome(last)
    return {
        "game": game.name,
        "rules": game.rules_version,
        "newest_rules": find(game.name).rules_version,
        "players": game.players,
        "options": dict(game.options),
        "tags": dict(record.tags),
        "initial": game.format_state(replayed.start),
        "plies": [
            {
                "number": ply.number,
                "seat": _seat(ply.seat),
                "move": game.format_move(ply.move),
                "state": game.format_state(ply.state),
                "scores": list(game.scores(ply.state)),
            }
            for ply in replayed.plies
        ],
        "comments": _comments_as_json(record),
        "variations": list(map(_variation_as_json, record.variations)),
        "to_move": None if replayed.ended_by_people else _seat(game.to_move(last)),
        "result": record.tags.get("Result", result_text(outcome)),
        "scores": list(game.scores(last)),
        "reason": outcome.reason if outcome else record.tags.get("Termination"),
    }


def _comments_as_json(line: Record | Variation) -> list[dict[str, Any]]:
    return [{"after": comment.after, "text": comment.text} for comment in line.comments]


def _variation_as_json(variation: Variation) -> dict[str, Any]:
    return {
        "after": variation.after,
        "moves": list(variation.moves),
        "comments": _comments_as_json(variation),
        "variations": list(map(_variation_as_json, variation.variations)),
    }


def _seat(seat: int | None) -> int | str | None:
    return "dealer" if seat == DEALER else None if seat is None else seat + 1


def _show(replayed: Replayed) -> None:
    record, game = replayed.record, replayed.game
    names = distinct([printable(record.tags.get(f"Seat{number}", "?")) for number in range(1, game.players + 1)])
    _say("  ".join(f"{tag}: {value}" for tag, value in record.tags.items()))
    if older := older_rules(game):
        _say(str(older))
    console.print(draw(game, replayed.start))
    _say_comments(record, 0)
    before = replayed.start
    for ply in replayed.plies:
        who = "dealer" if ply.seat == DEALER else f"seat {ply.seat + 1} ({names[ply.seat]})"
        _say(f"{ply.number}. {who}: {announced(game, before, ply.move, ply.state)}", before="\n")
        before = ply.state
        _say_comments(record, ply.number)
        for variation in record.variations:
            if variation.after == ply.number - 1:
                _say(format_variation(variation))
        console.print(draw(game, ply.state))
    outcome = game.outcome(replayed.state)
    if outcome:
        _say(end_of_game(game, outcome, names), before="\n")
    elif "Termination" in record.tags:
        _say(f"{record.tags['Termination']}: {record.tags.get('Result', '*')}", before="\n")


def _say_comments(record: Record, after: int) -> None:
    for comment in record.comments:
        if comment.after == after:
            _say("{" + comment.text + "}")


def _say(text: str, before: str = "") -> None:
    console.print(before + printable(text), markup=False)
