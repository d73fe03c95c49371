"""The kernels walk beside the rules once more, compiled so that every access to an array is checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import test_kernels

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", sorted({game.name for game in test_kernels.KERNELS.values()}))
def test_no_kernel_leaves_its_arrays(name: str, tmp_path: Path) -> None:
    # A folder of its own: checked and unchecked code would otherwise be cached under the same name.
    checked = os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "tests/test_kernels.py", "-k", name], cwd=ROOT, env=checked, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    assert list(tmp_path.rglob("*.nbc")), "nothing was compiled for this test"
