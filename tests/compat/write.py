"""Write the data of a release: run this with the release that is to be frozen, once.

    python -m tests.compat.write tests/compat/0.1.0

It uses what every release offers, the public names, the command and the server, so that it runs with any of them. The
folder must be new: what was frozen is never written again.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import encore
from tests.compat.scenes import STORED, TRANSCRIPTS, Tables
from tests.compat.session import running
from tests.compat.signatures import describe_call
from tests.compat.spaces import describe_game, ids
from tests.models import write_model
from tests.variants import ALL

AWAY = 4.0
"""Seconds after which a server that is not there counts as away, and a little more."""
TERMINATIONS = ("resigned", "time", "agreed", "abandoned")


def main(folder: Path) -> None:
    """Write everything into a new folder."""
    folder.mkdir()
    write_records(folder / "records")
    write_spaces(folder / "spaces.json")
    write_model(folder / "model.onnx", encore.load("dakapo"), [number / 256 for number in range(256)])
    write_names(folder / "names.json")
    write_signatures(folder)
    write_match(folder / "match")
    write_tables(folder)


def played(game: encore.AnyGame, seed: str, moves: int = 10_000) -> tuple[list[str], Any]:
    """Return some random moves of a game, and the state after them."""
    rng, s = Random(seed), game.initial()
    texts: list[str] = []
    while len(texts) < moves and (seat := game.to_move(s)) is not None:
        move = game.deal(s, rng) if seat == encore.DEALER else rng.choice(game.legal_moves(s))
        texts.append(game.format_move(move))
        s = game.play(s, move)
    return texts, s


def write_records(folder: Path) -> None:
    """Write a record of every variant, and of what else can stand in a record."""
    folder.mkdir()
    for label, game in ALL.items():
        moves, s = played(game, label)
        _write_record(folder / f"{label}.txt", encore.record_of(game, moves, s, ["human"] * game.players, Seed=label))
    for ending in TERMINATIONS:
        game = encore.load("dakapo")
        moves, s = played(game, ending, 4)
        ended = encore.record_of(game, moves, s, ['Ada "the rook"', "Bob \\ Co"], Termination=ending, Date="2026-01-01")
        tags = {**ended.tags, "Result": "-" if ending == "agreed" else "2"}
        comments = (
            encore.Comment(0, " before the first move "),
            encore.Comment(3, "two\nlines"),
            encore.Comment(4, ""),
        )
        _write_record(folder / f"{ending}.txt", encore.Record(tags, ended.moves, comments))
    moves, s = played(encore.load("dakapo"), "unfinished", 5)
    _write_record(folder / "unfinished.txt", encore.record_of(encore.load("dakapo"), moves, s))
    standard = subprocess.run([sys.executable, "-m", "encore", "tiles"], capture_output=True, text=True, check=True)
    tiles = standard.stdout.translate(str.maketrans("rgby", "gbyr"))
    (folder / "tiles.txt").write_text(tiles, "utf-8")
    own = encore.load("dalapapa", target=20, tiles=tiles)
    moves, s = played(own, "tiles")
    _write_record(folder / "own-tiles.txt", encore.record_of(own, moves, s), tiles=tiles)


def _write_record(path: Path, record: encore.Record, **materials: object) -> None:
    encore.check(record, encore.game_of(record, materials))
    path.write_text(encore.format_record(record), "utf-8", newline="\n")


def write_spaces(path: Path) -> None:
    """Write the spaces of every variant."""
    found = {"ids": ids(), "games": {label: describe_game(game) for label, game in ALL.items()}}
    path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def write_names(path: Path) -> None:
    """Write every public name, as the reference of the manual defines them."""
    from tests.docs.test_reference import MODULES, TOLD, defined, exported, is_untold, names_of

    public = {name for module in TOLD for name in names_of(module)}
    public |= {defined(module, name) for module in MODULES if not is_untold(module) for name in exported(module)}
    path.write_text(json.dumps(sorted(public), indent=0) + "\n", "utf-8")


def write_signatures(folder: Path) -> None:
    """Write how the public names of a release are called, and the fields of its dataclasses."""
    names = json.loads((folder / "names.json").read_text("utf-8"))
    found = {name: called for name in names if (called := describe_call(name))}
    (folder / "signatures.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def write_match(folder: Path) -> None:
    """Let bots that need no time play a match."""
    command = ["match", "dacapo", "--bots", "random,greedy", "--games", "4", "--seed", "3", "--option", "rounds=1"]
    subprocess.run([sys.executable, "-m", "encore", *command, "--nodes", "10", "--records", str(folder)], check=True)


def write_tables(folder: Path) -> None:
    """Play all scenes on a real server; keep its store, its export, transcripts, and what it answered at the end."""
    with TemporaryDirectory() as data:
        with running(Path(data)) as server:
            tables = Tables(server)
            (folder / "transcripts").mkdir()
            for scene in TRANSCRIPTS:
                server.lines = []
                asyncio.run(scene(tables))
                text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in server.lines)
                (folder / "transcripts" / f"{scene.__name__}.jsonl").write_text(text, "utf-8")
            for scene in STORED:
                asyncio.run(scene(tables))
        time.sleep(AWAY)
        with running(Path(data)) as server:
            found = {scene: _last_look(server, *at) for scene, at in tables.found.items()}
        export = [sys.executable, "-m", "encore", "export", str(folder / "export.jsonl"), "--data", data]
        subprocess.run(export, check=True)
        (folder / "tables.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
        (folder / "tables.sqlite").write_bytes((Path(data) / "tables.sqlite").read_bytes())


def _last_look(server: Any, table: str, seats: dict[str, str]) -> dict[str, Any]:
    """Return what everybody at a table, and a spectator, is told."""
    address = f"/api/tables/{table}"
    told = {who: server.ask(who, "GET", address, token=token) for who, token in (seats | {"": ""}).items()}
    return {"table": table, "tokens": seats, "full": told, "record": server.ask("", "GET", f"{address}/record")}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
