"""The built wheel, installed where its user has no write access: bots still work, and one line reports it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
NOBODY = 65534
OTHER = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all", "env"]
PLAY = ["-c", "from encore.cli import main; main()", "match", "dakapo", "--bots", "greedy,random", "--games", "1"]
BUILD = "from hatchling.builders.wheel import WheelBuilder; list(WheelBuilder('.').build(directory='dist'))"
LEFT = {".git", ".venv", "node_modules", "site", "dist", "runs", "__pycache__", ".mypy_cache", ".ruff_cache"}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user can enter, unlike pytest's own folders."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def install(folder: Path) -> Path:
    """Return the folder of an installation that only root can write."""
    sources = folder / "sources"
    shutil.copytree(ROOT, sources, ignore=lambda _, names: LEFT & {*names}, symlinks=True)
    hook = sources / "hatch_build.py"
    # The page exists already; building it again would take a minute.
    hook.write_text(hook.read_text("utf-8").replace('        run("build")\n', "        pass\n"))
    subprocess.run([sys.executable, "-c", BUILD], cwd=sources, check=True, timeout=PATIENCE)
    wheel = next((sources / "dist").glob("*.whl"))
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--no-deps"]
    subprocess.run([*pip, "--target", str(folder / "site"), str(wheel)], check=True, timeout=PATIENCE)
    return folder / "site"


def find_python(environment: list[str]) -> str | None:
    """Return a Python with all packages installed here that another user can start."""
    usual = f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, usual):
        tried = subprocess.run([*OTHER, *environment, python, "-c", "import numba"], cwd="/", capture_output=True)
        if tried.returncode == 0:
            return python
    return None


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0 or shutil.which("setpriv") is None,
    reason="needs root and setpriv: sudo make test",
)
def test_a_user_without_write_access_plays_against_bots(folder: Path) -> None:
    temporary = folder / "temporary"
    temporary.mkdir()
    temporary.chmod(0o777)
    packages = os.pathsep.join([str(folder / "site"), sysconfig.get_path("purelib")])
    environment = ["-i", "PATH=/usr/bin:/bin", "HOME=/nonexistent", f"TMPDIR={temporary}", f"PYTHONPATH={packages}"]
    python = find_python(environment)
    if python is None:
        pytest.skip("needs a Python that other users may start: install this version in /usr/bin")
    site = install(folder)
    command = [*OTHER, *environment, python, *PLAY, "--records", str(temporary / "match")]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, timeout=5 * PATIENCE)
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if "cannot be written" in line]
    assert len(told) == 1 and "Traceback" not in done.stderr
    assert list(temporary.rglob("*.nbc")), "kernels are kept in the temporary folder"
    assert not list(site.rglob("*.nbc"))
