"""check, replay, moves and perft over record files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from encore import load
from encore.arena.match import Match
from encore.core.record import format_record, parse_record
from encore.games.dalapapa import standard_tiles
from tests.cli.conftest import Run

Encore = Callable[..., Run]
HEAD = '[Game "dakapo"]\n[Rules "1"]\n[Players "2"]\n\n'


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two whole games of each kind. No test changes them."""
    folder = tmp_path_factory.mktemp("records")
    for game, players, options in (("dakapo", 2, {}), ("dacapo", 3, {}), ("dalapapa", 2, {"target": 10})):
        match = Match(load(game, players, **options), ("random",) * players, 2)
        (folder / game).mkdir()
        for number in (1, 2):
            (folder / game / f"{number:04}.txt").write_text(format_record(match.play(number)), "utf-8")
    return folder


def test_check_says_ok(encore: Encore, records: Path) -> None:
    files = sorted(records.glob("*/*.txt"))
    run = encore("check", *files)
    assert (run.status, run.err) == (0, "")
    assert run.out.splitlines() == [f"{path}: ok" for path in files]


def test_check_names_the_first_error_of_each_file(encore: Encore, tmp_path: Path) -> None:
    good, bad, worse = tmp_path / "good.txt", tmp_path / "bad.txt", tmp_path / "worse.txt"
    good.write_text(HEAD + "d6y\n")
    bad.write_text(HEAD + "d6y\n e6r e6r d1d\n")
    worse.write_bytes(b"\x00\xff" * 100)
    run = encore("check", bad, good, worse)
    assert run.status == 1
    assert run.out.splitlines() == [
        f"{bad}: line 6, column 6: rule 1: e6 already holds a stone",
        f"{good}: ok",
        f"{worse}: line 1, column 2: this is not UTF-8 text",
    ]


def test_replay_as_json_holds_every_state(encore: Encore, records: Path) -> None:
    told = json.loads(encore("replay", records / "dacapo" / "0001.txt", "--json").out)
    assert told["game"] == "dacapo"
    assert told["players"] == 3
    assert told["options"] == {"switch": "first", "target": 60, "rounds": 0}
    assert told["plies"][0]["seat"] == "dealer"
    assert told["plies"][0]["move"].startswith("deal:")
    assert {ply["seat"] for ply in told["plies"]} == {"dealer", 1, 2, 3}
    assert told["scores"] == told["plies"][-1]["scores"]
    assert told["result"] == told["tags"]["Result"]
    assert told["to_move"] is None


def test_a_record_that_begins_at_a_position_is_replayed_from_there(encore: Encore, tmp_path: Path) -> None:
    game = load("dakapo")
    s = game.initial()
    for move in ("c4r", "c5y"):
        s = game.play(s, game.parse_move(s, move))
    file = tmp_path / "game.txt"
    file.write_text(HEAD.replace("\n\n", f'\n[Position "{game.format_state(s)}"]\n\n') + "f4g f5r\n", "utf-8")
    assert encore("check", file).out == f"{file}: ok\n"
    told = json.loads(encore("replay", file, "--json").out)
    assert told["initial"] == game.format_state(s)
    assert [ply["seat"] for ply in told["plies"]] == [1, 2]
    assert encore("replay", file).status == 0
    found = json.loads(encore("analyse", file, "--json", "--seconds", "0").out)
    assert len(found["chances"]) == 3


def test_replay_shows_variations_after_the_move_that_they_replace(encore: Encore, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(HEAD + "d6y e6r ( e6b {quieter} ( e6g ) f5g ) f5g")
    shown = encore("replay", path).out
    assert shown.index("2. seat 2") < shown.index("( e6b {quieter} ( e6g ) f5g )") < shown.index("3. seat 1")
    told = json.loads(encore("replay", path, "--json").out)
    inner = {"after": 0, "moves": ["e6g"], "comments": [], "variations": []}
    comment = {"after": 1, "text": "quieter"}
    assert told["variations"] == [{"after": 1, "moves": ["e6b", "f5g"], "comments": [comment], "variations": [inner]}]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["dakapo", "dacapo", "dalapapa"])
def test_replay_draws_every_move_within_80_columns(encore: Encore, records: Path, game: str) -> None:
    path = records / game / "0002.txt"
    run = encore("replay", path)
    assert run.status == 0
    moves = [line for line in run.out.splitlines() if ". seat" in line or ". dealer" in line]
    assert len(moves) == len(parse_record(path.read_text("utf-8")).moves)
    assert max(len(line) for line in run.out.splitlines()) <= 80
    assert {"dakapo": "stone on", "dacapo": "captures", "dalapapa": "lays a tile, +"}[game] in run.out
    end = run.out.rpartition("\n\n")[2]  # the last sentence, which may take two lines
    assert re.match(r"seat .* (wins?|share the win|tie)\b", end), end


def test_moves_are_sorted_one_a_line(encore: Encore, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(HEAD + "d6y f5g")
    first = encore("moves", path, "--at", 0).out.splitlines()
    assert len(first) == 24
    assert first == sorted(first)
    assert encore("moves", path, "--at", 2) == encore("moves", path)
    assert "d7g" in encore("moves", path, "--at", 1).out
    assert "d7g" not in encore("moves", path).out


def test_moves_of_dealer_and_end(encore: Encore, records: Path, tmp_path: Path) -> None:
    assert encore("moves", records / "dacapo" / "0001.txt", "--at", 0).out == "<dealer>\n"
    assert encore("moves", records / "dacapo" / "0001.txt").out == ""
    resigned = tmp_path / "resigned.txt"
    resigned.write_text(HEAD.replace("\n\n", '\n[Termination "resigned"]\n[Result "2"]\n\n') + "d6y")
    assert encore("moves", resigned).out == ""
    assert len(encore("moves", resigned, "--at", 0).out.splitlines()) == 24
    assert encore("perft", "dakapo", "--depth", 1, "--record", resigned).out == "0\n"
    assert json.loads(encore("replay", resigned, "--json").out)["to_move"] is None


def test_only_the_moves_up_to_n_are_played(encore: Encore, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(HEAD + "d6y d6y")
    assert encore("moves", path, "--at", 1).status == 0
    run = encore("moves", path)
    assert (run.status, run.err) == (2, f"encore: {path}: line 5, column 5: rule 1: d6 already holds a stone\n")


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["dakapo", "--depth", 0], 1),
        (["dakapo", "--depth", 1], 24),
        (["dakapo", "--depth", 2], 24 * 22),
        (["dakapo", "--depth", 1, "--option", "call=spoken"], 48),
        (["dakapo", "--depth", 2, "--option", "call=spoken"], 48 * 44),
        (["dacapo", "--depth", 0], 1),
        (["dacapo", "--depth", 1], 0),
        (["dalapapa", "--depth", 1, "--players", 4], 0),
    ],
)
def test_perft_from_the_start(encore: Encore, arguments: list[object], count: int) -> None:
    run = encore("perft", *arguments)
    assert (run.status, run.out) == (0, f"{count}\n")


def test_perft_counts_as_a_plain_walk_does(encore: Encore, records: Path, tmp_path: Path) -> None:
    """A dealer's turn or the end stops a sequence; it counts only if it is long enough."""
    import encore as package

    for game, at in (("dakapo", 20), ("dacapo", 30), ("dacapo", 25), ("dalapapa", 7)):
        record = package.parse_record((records / game / "0001.txt").read_text())
        loaded = package.game_of(record)
        *_, ply = package.replay(package.Record(record.tags, record.moves[:at]), loaded)
        tags = {tag: record.tags[tag] for tag in ("Game", "Rules", "Players")}
        path = tmp_path / "cut.txt"
        path.write_text(package.format_record(package.Record(tags, record.moves[:at])))

        def walk(s: object, depth: int, loaded: package.AnyGame = loaded) -> int:
            if depth == 0:
                return 1
            return sum(walk(loaded.play(s, move), depth - 1) for move in loaded.legal_moves(s))

        for depth in (1, 2):
            run = encore("perft", game, "--depth", depth, "--record", path)
            assert run.out == f"{walk(ply.state, depth)}\n"


def test_perft_does_not_take_another_game_than_the_records(encore: Encore, records: Path) -> None:
    path = records / "dacapo" / "0001.txt"
    for wrong in (["dakapo"], ["dacapo", "--players", 2], ["dacapo", "--option", "target=30"]):
        run = encore("perft", *wrong, "--depth", 1, "--record", path)
        assert run.status == 2
        assert "has another game, number of players or options; leave them out and the record decides" in run.err
    right = encore("perft", "dacapo", "--players", 3, "--option", "target=60", "--depth", 0, "--record", path)
    assert right.out == "1\n"


@pytest.fixture
def own_tiles(tmp_path: Path) -> Path:
    """Return a file with tiles 1 and 2 exchanged."""
    first, second, *others = standard_tiles().text.splitlines()
    path = tmp_path / "tiles.txt"
    path.write_text("\n".join(["1" + second[1:], "2" + first[1:], *others]) + "\n")
    return path


def test_a_record_with_its_own_tiles_needs_them(encore: Encore, own_tiles: Path, tmp_path: Path) -> None:
    assert encore("match", "dalapapa", "--games", 1, "--records", tmp_path / "r", "--tiles", own_tiles).status == 0
    path = tmp_path / "r" / "0001.txt"
    digest = next(line.split('"')[1] for line in path.read_text().splitlines() if line.startswith("[Tiles"))
    assert len(digest) == 16
    assert encore("check", path, "--tiles", own_tiles).out == f"{path}: ok\n"
    run = encore("check", path)
    assert run.status == 1
    assert f"this record needs its own tiles ('{digest}'); give the file with --tiles" in run.out
    assert encore("replay", path).status == 2


def test_tiles_prints_the_set(encore: Encore) -> None:
    assert encore("tiles").out == standard_tiles().text
    assert len(encore("tiles").out.splitlines()) == 120
