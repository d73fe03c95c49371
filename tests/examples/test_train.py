"""The example that trains a network: it learns, it can be interrupted, and what it has learnt plays."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
import typer
from ray.cluster_utils import Cluster

import encore
from encore.cli import run
from encore.core.encoding import encoding_of
from encore.core.errors import EncoreError
from examples.train import curve
from examples.train.command import app
from examples.train.export import export
from examples.train.learner import Learner
from examples.train.network import Network, Size
from examples.train.players import GAMES, MOVES, players
from examples.train.run import Point, Run
from examples.train.selfplay import FORESIGHT, OPENING, Experience, SelfPlay, judge
from tests.patience import PATIENCE

GAME = encore.load("dakapo")
ENCODING = encoding_of(GAME)
SMALL = Size(notes=4, words=2, layers=1)
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other tests use the same cores, and OpenMP spins while its threads wait: with two it takes twice as long."""
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def small() -> Network:
    torch.manual_seed(1)
    return Network(SMALL)


def test_a_move_is_judged_by_what_came_of_it() -> None:
    rewards = torch.tensor([[0.0], [0.0], [1.0], [0.0]])
    ended = torch.tensor([[0.0], [0.0], [1.0], [0.0]])
    values = torch.tensor([[0.1], [-0.2], [0.3], [0.0], [0.5]])
    won = 1 - 0.3
    before = -0.3 + 0.2 - FORESIGHT * won
    first = 0.2 - 0.1 - FORESIGHT * before
    after = -0.5 - 0.0  # a new game: what it may come to is not known yet, only expected
    assert judge(rewards, values, ended).squeeze(1).tolist() == pytest.approx([first, before, won, after])


def test_experience_holds_legal_moves_of_games_that_go_on() -> None:
    play, weights = SelfPlay(GAME, 8, 1, SMALL), small().state_dict()
    found = play.play(weights, 40)
    stones = found.observations[:, :4].flatten(1).sum(1)
    assert len(stones) > 8 * 20 and stones.min() < 4 + OPENING, "moves of the opening are left out"
    assert found.legal.gather(1, found.actions[:, None]).all()
    assert found.games > 0
    assert (found.chances <= 0).all() and found.gains.abs().max() <= 40
    again = SelfPlay(GAME, 8, 1, SMALL).play(weights, 40)
    assert torch.equal(again.actions, found.actions), "the same seed plays the same games"
    assert not torch.equal(play.play(weights, 40).actions, found.actions), "and they go on from call to call"


def test_what_turned_out_well_becomes_likelier_and_what_came_is_expected() -> None:
    network = small()
    learner, play = Learner(network), SelfPlay(GAME, 64, 1, SMALL)
    found = play.play(network.state_dict(), 32)
    good = found.actions == found.actions.mode().values
    told = Experience(**{**vars(found), "gains": good.float(), "values": torch.full_like(found.values, 0.5)})

    def look() -> tuple[float, float]:
        with torch.inference_mode():
            ratings, values = network(found.observations)
            return float(torch.softmax(ratings, -1)[good, found.actions[good]].mean()), float(values.mean())

    before = look()
    for _ in range(10):
        learner.learn(told, 0)
    after = look()
    assert after[0] > before[0]
    assert abs(after[1] - 0.5) < abs(before[1] - 0.5)


def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    run = Run.begin(GAME, SMALL)
    play = SelfPlay(GAME, 16, 1, SMALL)
    first, second = (play.play(run.learner.network.state_dict(), 8) for _ in range(2))
    run.learner.learn(first, 0)
    run.moves, run.seconds, run.curve = 128, 3.5, [Point(3.5, 128, "bot:easy", 0.5, 0.4, 0.6, 9)]
    run.write(path)
    again = Run.read(path, GAME)
    assert (again.moves, again.seconds, again.size, again.curve) == (128, 3.5, SMALL, run.curve)
    for each in (run, again):
        torch.manual_seed(5)
        each.learner.learn(second, len(first.actions))
    weights = run.learner.network.state_dict()
    assert all(torch.equal(value, weights[name]) for name, value in again.learner.network.state_dict().items())
    assert [file.name for file in tmp_path.iterdir()] == ["checkpoint.pt"]


def test_points_of_an_older_checkpoint_get_their_games_from_the_moves(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    run = Run.begin(GAME, SMALL)
    run.moves, run.games = 3000, 100
    run.write(path)
    kept = torch.load(path, weights_only=True)
    torch.save(kept | {"curve": [(3.5, 1500, "bot:easy", 0.5, 0.4, 0.6)]}, path)
    assert Run.read(path, GAME).curve == [Point(3.5, 1500, "bot:easy", 0.5, 0.4, 0.6, 50)]


def test_the_curve_is_drawn_by_games() -> None:
    points = [Point(60.0 * n, 900 * n, bot, 0.1 * n, 0, 1, 30 * n) for n in range(3) for bot in ("bot:easy", "greedy")]
    (axes,) = curve._page("a title", points).axes
    drawn = [np.asarray(line.get_xydata()).tolist() for line in axes.lines[:2]]
    assert drawn == [[[0, 0], [30, 0.1], [60, 0.2]]] * 2
    assert axes.get_xlabel() == "games against itself, in 2 minutes of training"


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    Run.begin(GAME, SMALL).write(path)
    with pytest.raises(EncoreError, match="it has learnt dakapo, not dacapo"):
        Run.read(path, encore.load("dacapo"))
    with pytest.raises(EncoreError, match="it has learnt dakapo with these options: none; the table has: call=spoken"):
        Run.read(path, encore.load("dakapo", call="spoken"))
    kept = torch.load(path, weights_only=True)
    torch.save(kept | {"version": "0"}, path)
    with pytest.raises(EncoreError, match="is a checkpoint of version 0; this program reads 1"):
        Run.read(path, GAME)
    torch.save({"weights": torch.zeros(2)}, path)
    with pytest.raises(EncoreError, match="is no checkpoint of this program"):
        Run.read(path, GAME)
    for text in ("nothing of the kind", ""):
        path.write_text(text)
        with pytest.raises(EncoreError, match="is no checkpoint") as refused:
            Run.read(path, GAME)
        assert "\n" not in str(refused.value)


def test_a_checkpoint_with_a_damaged_part_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    Run.begin(GAME, Size()).write(path)
    whole = bytearray(path.read_bytes())
    half = len(whole) // 2
    whole[half : half + 40] = bytes(whole[half : half + 40])[::-1]
    path.write_bytes(whole)
    with pytest.raises(EncoreError, match=r"is no checkpoint: .* is damaged"):
        Run.read(path, GAME)


DAMAGE: dict[str, object] = {
    "size": {"notes": 5, "words": 2, "layers": 1},
    "network": {},
    "optimiser": None,
    "chance": "x",
    "seconds": float("nan"),
    "moves": float("inf"),
    "curve": [[1]],
}


@pytest.mark.parametrize("part", DAMAGE)
def test_a_damaged_checkpoint_is_refused_in_one_line(part: str, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    Run.begin(GAME, SMALL).write(path)
    whole = torch.load(path, weights_only=True)
    for damaged in (whole | {part: DAMAGE[part]}, {name: whole[name] for name in whole if name != part}):
        torch.save(damaged, path)
        with pytest.raises(EncoreError, match="is damaged, or its network is another one: ") as refused:
            Run.read(path, GAME)
        assert "\n" not in str(refused.value)


def test_a_model_rates_as_its_network_does(tmp_path: Path) -> None:
    network, path = small(), tmp_path / "model.onnx"
    export(network, GAME, path)
    seen = SelfPlay(GAME, 32, 1, SMALL).play(network.state_dict(), 8).observations
    rated = onnxruntime.InferenceSession(path).run(None, {"observations": seen.numpy()})
    with torch.inference_mode():
        for found, wanted in zip(rated, network(seen), strict=True):
            assert torch.allclose(torch.from_numpy(found), wanted, atol=1e-5)


@pytest.fixture
def address() -> Iterator[str]:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    yield cluster.address
    cluster.shutdown()


@pytest.mark.thorough
def test_a_cluster_plays_as_much(address: str) -> None:
    with players(GAME, SMALL, 1, address) as play:
        found = play(small().state_dict())
    assert GAMES * MOVES // 2 < len(found.actions) < GAMES * MOVES
    assert found.legal.gather(1, found.actions[:, None]).all()
    assert not torch.equal(found.actions[:50], found.actions[-50:])


def train(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "examples.train", *map(str, arguments)]


QUICK = ("--layers", 1, "--games", 2)


@pytest.fixture
def refusal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., str]]:
    """Run the command in this process, where PyTorch is loaded already; return its one-line error."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def refused(*arguments: object) -> str:
        monkeypatch.setattr(sys, "argv", ["examples.train", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            run(lambda: app, "examples.train")
        said = capsys.readouterr()
        assert (ended.value.code, said.out) == (2, "")
        return said.err

    yield refused
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.mark.thorough
def test_the_command_learns_measures_draws_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "first"
    done = subprocess.run(train(folder, "--minutes", 0, *QUICK), cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert sorted(file.name for file in folder.iterdir()) == ["checkpoint.pt", "curve.png", "curve.svg", "model.onnx"]
    assert "against bot:easy" in done.stdout
    assert f"encore play dakapo --seat human,model:{folder / 'model.onnx'}" in done.stdout
    again = subprocess.run(train(folder, "--minutes", 0, *QUICK), cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert "goes on after" in again.stdout
    assert Run.read(folder / "checkpoint.pt", GAME).moves > GAMES * MOVES


def test_a_run_that_goes_on_learns_measures_and_draws(tmp_path: Path) -> None:
    """As the command does when it begins, but with one measurement instead of three."""
    begun = Run.begin(GAME, Size(layers=1))
    begun.curve = [Point(0, 0, "bot:easy", 0.5, 0.4, 0.6, 0)]
    begun.write(tmp_path / "checkpoint.pt")
    command = train(tmp_path, "--minutes", 0, *QUICK)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "goes on after" in done.stdout and "against bot:medium" in done.stdout
    assert f"encore play dakapo --seat human,model:{tmp_path / 'model.onnx'}" in done.stdout
    assert sorted(file.name for file in tmp_path.iterdir()) == ["checkpoint.pt", "curve.png", "curve.svg", "model.onnx"]
    learnt = Run.read(tmp_path / "checkpoint.pt", GAME)
    assert learnt.moves > GAMES * MOVES // 2 and len(learnt.curve) == 3


def test_a_file_is_no_folder_for_a_run(refusal: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.touch()
    assert refusal(file) == f"examples.train: {file} is a file; name a folder\n"


def test_another_number_of_layers_needs_another_folder(refusal: Callable[..., str], tmp_path: Path) -> None:
    Run.begin(GAME, Size(layers=1)).write(tmp_path / "checkpoint.pt")
    assert refusal(tmp_path, "--layers", 2) == (
        f"examples.train: {tmp_path / 'checkpoint.pt'} has 1 layers, not 2; start again in another folder\n"
    )


def test_what_is_missing_is_told_before_the_first_lesson(refusal: Callable[..., str], tmp_path: Path) -> None:
    line = refusal(tmp_path / "a,b", *QUICK)
    assert line.startswith("examples.train: a comma separates seats, so the path of the model ")
    without = "import sys, runpy; sys.modules['torch'] = None; runpy.run_module('examples.train', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", without], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.stderr == ("examples.train: torch is missing: make train, or pip install 'encore-table[train]'\n")


def test_the_manual_tells_every_option() -> None:
    told = re.findall(r"^\| `(--\w+)", (ROOT / "docs" / "training.md").read_text("utf-8"), re.M)
    command = typer.main.get_command(app)
    assert told == [name for option in command.params for name in option.opts if name.startswith("--")]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_goes_on(tmp_path: Path, stop: signal.Signals) -> None:
    with subprocess.Popen(
        train(tmp_path, *QUICK), cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith("learning in ")
        running.send_signal(stop)
        _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert said == f"interrupted; the same command goes on from {tmp_path / 'checkpoint.pt'}\n"
    assert Run.read(tmp_path / "checkpoint.pt", GAME).size == Size(layers=1)
