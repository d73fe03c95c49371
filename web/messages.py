"""Writes the page's types of what it gets: src/lib/messages.ts, and for each game web/picture.ts of its board.

The operator page has its own: operator/messages.ts.

The structs of server and games are the only source. Run it after changing them: ``python web/messages.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import msgspec

import encore
from encore.core.registry import packages
from encore.server.admin import orders, site
from encore.server.domain import (
    digests,
    holiday_rules,
    moderation,
    own_games,
    people,
    positions,
    puzzles,
    ratings,
    subscriptions,
)
from encore.server.http import api, games
from encore.server.wire import messages

OWN_GAMES = Path(encore.__file__).parent / "games"
WRITTEN = Path(__file__).parent / "src" / "lib" / "messages.ts"
OPERATOR = Path(__file__).parent / "operator" / "messages.ts"
ANSWERS = (
    messages.Ack,
    messages.Nak,
    messages.Previewed,
    messages.Hinted,
    messages.Ev,
    messages.Full,
    messages.Here,
    messages.Told,
)
ANALYSIS = (
    messages.ChancesAnswer,
    messages.Progress,
    messages.ReviewAnswer,
    messages.TryAnswer,
    messages.LinesAnswer,
    messages.AnalysisNak,
)
OVER_HTTP = (
    api.NewTable,
    api.JoinTable,
    api.RevealNonce,
    api.Pair,
    api.FillSeats,
    api.Seated,
    api.FreeSeats,
    api.Failure,
    positions.Looked,
    positions.Sight,
    positions.Recorded,
    positions.Replay,
    positions.Verified,
    positions.MoveWords,
    puzzles.PuzzleSets,
    puzzles.PuzzleList,
    puzzles.PuzzleInfo,
    puzzles.JudgeMoves,
    puzzles.Judgement,
    puzzles.PuzzleAnswer,
    puzzles.Daily,
    puzzles.DailyResult,
    puzzles.DailyCounts,
    games.GameList,
    people.BeginPerson,
    people.NewPerson,
    people.SignIn,
    people.CodeSignIn,
    people.LinkSignIn,
    people.Confirmation,
    people.NewPasskey,
    people.ChangePerson,
    people.Me,
    people.Created,
    people.NewCodes,
    people.DeviceLink,
    people.LinkOwner,
    own_games.OwnGames,
    own_games.OwnFigures,
    digests.NewDigest,
    digests.DigestLink,
    digests.OwnDigest,
    subscriptions.NewSubscription,
    subscriptions.ChangeNotices,
    subscriptions.OwnNotices,
    holiday_rules.AnnounceHoliday,
    holiday_rules.OwnHolidays,
    moderation.NewReport,
    moderation.NewBlock,
    moderation.OwnBlocks,
    messages.Broadcasts,
    ratings.Leaderboard,
    ratings.RatingHistory,
)
OF_OPERATORS = (site.Enter, site.Entered, site.Loads, site.State, site.SeenWhole, site.Failed, orders.Done)
HEAD = "/** What page and server say to each other. Written by web/messages.py from the server's structs. */\n"
PICTURE_HEAD = (
    "/** What the server says of a position. Written by web/messages.py from the structs of present/board.py. */\n"
)
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """Return the whole file."""
    requests, asked = get_args(messages.Request), get_args(messages.AnalysisRequest)
    kinds = (*requests, *ANSWERS, *asked, *ANALYSIS, *OVER_HTTP)
    _, components = msgspec.json.schema_components(kinds, ref_template="{name}")
    parts = [HEAD, *(_interface(name, schema) for name, schema in sorted(components.items()))]
    parts += [_union("Request", requests), _union("Answer", ANSWERS)]
    parts += [_union("AnalysisRequest", asked), _union("AnalysisAnswer", ANALYSIS)]
    return "\n".join(parts)


def operator_types() -> str:
    """Return the file of the operator page."""
    _, components = msgspec.json.schema_components(OF_OPERATORS, ref_template="{name}")
    return "\n".join([HEAD, *(_interface(name, schema) for name, schema in sorted(components.items()))])


def _union(name: str, members: tuple[type, ...]) -> str:
    return f"export type {name} = {' | '.join(member.__name__ for member in members)};\n"


def pictures() -> dict[Path, str]:
    """Return the files with the types of the games' board pictures."""
    return {
        OWN_GAMES / name / "web" / "picture.ts": _picture_types(board)
        for name, package in packages().items()
        if (OWN_GAMES / name).is_dir() and (board := package.board.load()) is not None
    }


def _picture_types(board: Any) -> str:
    _, components = msgspec.json.schema_components((board.Picture, board.Preview), ref_template="{name}")
    return "\n".join([PICTURE_HEAD, *(_interface(name, schema) for name, schema in sorted(components.items()))])


def _interface(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"export type {name} = {_type(schema)};\n"
    required = schema.get("required", ())
    fields = [
        f"  {field}{'' if field in required else '?'}: {_type(inner)};" for field, inner in schema["properties"].items()
    ]
    about = f"/** {schema['description'].splitlines()[0]} */\n" if "description" in schema else ""
    return "\n".join([f"{about}export interface {name} {{", *fields, "}\n"])


def _type(schema: dict[str, Any]) -> str:
    """Return a type of TypeScript for a JSON schema of the few kinds that the structs use."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]"
        case "array":
            inner = _type(schema["items"]) if "items" in schema else "unknown"
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
        case None:
            return "unknown"
        case kind:
            return PLAIN[kind]


if __name__ == "__main__":
    for path, text in {WRITTEN: typescript(), OPERATOR: operator_types(), **pictures()}.items():
        path.write_text(text, encoding="utf-8")
