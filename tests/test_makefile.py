"""What make does on a fresh clone, with a fake Python that only records its arguments."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYTHON = """#!/bin/sh
echo "$@" >> log
page=src/encore/server/page
case "$*" in *hatch_build.py\\ build*)
  mkdir -p $page
  echo "a page" > $page/index.html
  touch -t 202001010000 $page/index.html;;
esac
"""
"""Makes the built page old at once, because timestamps of file systems are coarse and a real build takes longer."""


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make: install it (Debian: apt install make)")
def test_the_page_is_built_once(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    page = (
        "web/src/App.svelte",
        "src/encore/games/dakapo/web/Board.svelte",
        "src/encore/games/dakapo/i18n/en.ftl",
        "src/encore/core/i18n/en.ftl",
        "src/encore/server/i18n/en.ftl",
    )
    for name in ("requirements/play.txt", "pyproject.toml", "hatch_build.py", *page):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(PYTHON)
    python.chmod(0o700)

    def builds() -> int:
        """Run make, and return how often the page was built so far."""
        # Without the flags of an outer make, whose jobs would be shared.
        without = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
        done = subprocess.run(["make", "setup"], cwd=tmp_path, env=without, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return (tmp_path / "log").read_text().count("hatch_build.py build")

    assert builds() == 1
    assert builds() == 1
    for count, name in enumerate(page, 2):
        (tmp_path / name).write_text("another page")
        assert builds() == count, name
