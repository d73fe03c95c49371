"""Kernels are compiled again after any change of what they use, and kept wherever a folder can be written."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import encore
from encore.core import game_folder
from encore.core.kernel_folder import OWN, kernel_folder

PACKAGE = Path(encore.__file__).parent
GAMES = sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "compiled").is_dir())

CALLED = """
STEP = 1

from encore.core.compiling import compiled

@compiled
def step(x):
    return x + STEP
"""
CALLER = """
from encore.core.compiling import compiled
from encore.games.toy.called import step

@compiled
def twice(x):
    return step(step(x))
"""
COUNT = """
from encore.core.compiling import Progress
from encore.games.toy.caller import twice
print(twice(0), Progress.compiled)
"""


def run(code: str, kernels: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"ENCORE_KERNELS": str(kernels)} | settings
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=600)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A copy of the package with one more game in it."""
    shutil.copytree(
        PACKAGE, tmp_path / "copy/encore", ignore=lambda folder, names: {"page", "__pycache__", *GAMES} & {*names}
    )
    game = tmp_path / "copy/encore/games/toy"
    game.mkdir()
    (game / "__init__.py").touch()
    (game / "called.py").write_text(CALLED)
    (game / "caller.py").write_text(CALLER)
    return game


def result(toy: Path, kernels: Path) -> str:
    done = run(COUNT, kernels, PYTHONPATH=str(toy.parents[2]), PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_change_in_a_called_module_takes_effect_at_once(toy: Path, tmp_path: Path) -> None:
    kernels = tmp_path / "kernels"
    assert result(toy, kernels) == "2 2"
    assert result(toy, kernels) == "2 0"
    before = list((kernels / OWN).iterdir())
    (toy / "called.py").write_text(CALLED.replace("STEP = 1", "STEP = 5"))
    assert result(toy, kernels) == "10 2"
    after = list((kernels / OWN).iterdir())
    assert len(after) == 1 and after != before, "the old folder is removed"
    (toy / "called.py").write_text(CALLED)
    assert result(toy, kernels) == "2 2"


@pytest.mark.thorough
def test_two_installations_with_the_same_sources_share_a_folder(toy: Path, tmp_path: Path) -> None:
    kernels, second = tmp_path / "kernels", tmp_path / "second/encore/games/toy"
    shutil.copytree(toy.parents[2], second.parents[2])
    assert [result(toy, kernels), result(second, kernels)] == ["2 2", "2 0"]
    (second / "called.py").write_text(CALLED.replace("STEP = 1", "STEP = 5"))
    assert result(second, kernels) == "10 2"
    assert result(toy, kernels) == "2 0", "the first one's folder is still there"


def test_a_folder_that_is_removed_while_it_is_used_stops_nobody(toy: Path, tmp_path: Path) -> None:
    kernels = tmp_path / "kernels"
    remove = f"import shutil, encore.games.toy.caller\nshutil.rmtree({str(kernels)!r})\n"
    done = run(remove + COUNT, kernels, PYTHONPATH=str(toy.parents[2]))
    assert done.stdout == "2 2\n", done.stderr


def test_folders_of_others_are_never_removed(toy: Path, tmp_path: Path) -> None:
    kernels = tmp_path / "kernels"
    foreign = [
        kernels / "Photos/2019",
        kernels / OWN / "Photos/2019",
        kernels / OWN / "toy-notes",
        kernels / OWN / ".old-x",
    ]
    ours = [
        kernels / OWN / name for name in (f"toy-{'0' * 16}-python3.1-numba0.1", f".new-{'0' * 32}", f".old-{'1' * 32}")
    ]
    young = kernels / OWN / f".new-{'2' * 32}"
    for folder in (*foreign, *ours, young):
        folder.mkdir(parents=True)
        (folder / "file").touch()
        if folder != young:
            for path in (folder / "file", folder, folder.parent):
                os.utime(path, (0, 0))
    assert result(toy, kernels) == "2 2"
    assert [folder for folder in (*foreign, young) if not (folder / "file").exists()] == []
    assert [folder for folder in ours if folder.exists()] == []


def test_a_folder_that_another_process_removes_meanwhile_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, touched, touch = f"encore.games.{GAMES[0]}", 0, Path.touch

    def removed_once(path: Path) -> None:
        nonlocal touched
        touched += 1
        if touched == 1:
            shutil.rmtree(path.parent)
        touch(path)

    import_module(package)
    monkeypatch.setattr(game_folder, "kernel_folder", lambda: tmp_path)
    monkeypatch.setattr(Path, "touch", removed_once)
    found = game_folder.game_folder.__wrapped__(package)
    assert touched == 2 and found is not None and found.is_dir()


READ_ONLY = """
from pathlib import Path
from encore.core import kernel_folder
can_write = kernel_folder._can_write
def refuse(folder, mode=0o700):
    return Path({kernels!r}) not in folder.parents and can_write(folder, mode)
kernel_folder._can_write = refuse
"""


def test_kernels_that_are_shipped_in_a_folder_that_cannot_be_written_are_used(toy: Path, tmp_path: Path) -> None:
    kernels, temporary = tmp_path / "kernels", tmp_path / "temporary"
    temporary.mkdir()
    settings = {"PYTHONPATH": str(toy.parents[2]), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(temporary)}
    assert result(toy, kernels) == "2 2"
    for user in (kernels / OWN).glob("*/*"):
        if user.is_file():
            user.unlink()
    read_only = READ_ONLY.format(kernels=str(kernels))
    before = sorted(kernels.rglob("*"))
    done = run(read_only + COUNT, kernels, **settings)
    assert (done.stdout, done.stderr) == ("2 0\n", "")
    assert not list(temporary.iterdir()) and sorted(kernels.rglob("*")) == before
    for expected in ("2.0 2\n", "2.0 0\n"):
        done = run(read_only + COUNT.replace("twice(0)", "twice(0.0)"), kernels, **settings)
        assert done.stdout == expected, "what was not shipped is saved elsewhere"
        assert "kernels that it lacks are compiled in" in done.stderr and len(done.stderr.splitlines()) == 1
    assert sorted(kernels.rglob("*")) == before


@pytest.mark.sampled(4)
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("content", [b"", b"cnothing\nhere\n."])
def test_a_broken_file_is_replaced(toy: Path, tmp_path: Path, ending: str, content: bytes) -> None:
    kernels = tmp_path / "kernels"
    assert result(toy, kernels) == "2 2"
    for file in kernels.rglob(f"*.{ending}"):
        file.write_bytes(content)
    assert result(toy, kernels) == "2 2"
    assert result(toy, kernels) == "2 0"


@pytest.mark.parametrize("name", GAMES)
def test_kernels_use_nothing_but_sources_that_the_digest_covers(name: str) -> None:
    """Whatever a kernel's module imports from Encore and uses in a compiled function is one of the sources."""
    import_module(f"encore.games.{name}")
    covered = game_folder.sources(f"encore.games.{name}")
    for file in covered:
        tree = ast.parse(file.read_text("utf-8"))
        imported = {
            alias.asname or alias.name: node.module
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("encore.")
            for alias in node.names
        }
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            if not any("compiled" in ast.unparse(decorator) for decorator in function.decorator_list):
                continue
            names = {
                node.id for statement in function.body for node in ast.walk(statement) if isinstance(node, ast.Name)
            }
            for used in names & imported.keys():
                source = import_module(imported[used]).__file__
                assert source and Path(source) in covered, f"{file.name}: {function.name} uses {used} of {source}"


def test_the_folder_is_the_one_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> Path | None:
        kernel_folder.cache_clear()
        return kernel_folder()

    for name in ("ENCORE_KERNELS", "NUMBA_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    try:
        if sys.platform == "linux":
            assert found() == tmp_path / "xdg/encore/kernels"
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
        assert found() == tmp_path / "numba" / OWN
        monkeypatch.setenv("ENCORE_KERNELS", str(tmp_path / "own"))
        assert found() == tmp_path / "own" / OWN
        monkeypatch.setenv("ENCORE_KERNELS", str(tmp_path / "own" / OWN))
        assert found() == tmp_path / "own" / OWN
        monkeypatch.setenv("ENCORE_KERNELS", str(tmp_path / "xdg/encore/kernels"))
        assert found() == tmp_path / "xdg/encore/kernels", "the usual folder can be named"
    finally:
        kernel_folder.cache_clear()


def test_where_the_folder_cannot_be_written_one_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    code = "from encore.core.kernel_folder import kernel_folder; print(kernel_folder())"
    done = run(code, tmp_path / "file/kernels", TMPDIR=str(temporary))
    assert Path(done.stdout.strip()).parent == temporary
    assert Path(done.stdout.strip()).stat().st_mode & 0o077 == 0
    assert len(done.stderr.splitlines()) == 1 and "cannot be written" in done.stderr
    Path(done.stdout.strip()).chmod(0o777)
    other = Path(run(code, tmp_path / "file/kernels", TMPDIR=str(temporary)).stdout.strip())
    assert other != Path(done.stdout.strip()), "a folder that others can write is not used"
    assert other.parent == temporary and not other.exists(), "a folder for one process goes with it"


def test_kernels_of_other_packages_are_kept_as_numba_keeps_them(tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text(
        "from numba import njit\n\n@njit(cache=True)\ndef f(x):\n    return x + 1\n\nf(1)\n"
    )
    code = "import encore.core.compiling, outside; print(outside.f.stats.cache_path)"
    done = run(code, tmp_path / "kernels", PYTHONPATH=os.pathsep.join([str(PACKAGE.parent), str(tmp_path)]))
    assert done.stdout.strip() == os.environ.get("NUMBA_CACHE_DIR", str(tmp_path / "__pycache__")), done.stderr
