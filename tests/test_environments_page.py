"""docs/environments.md: every block of code in it runs by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "environments.md"
BLOCKS = {
    f"{PAGE.name}:{PAGE.read_text()[: block.start()].count(chr(10)) + 2}": block[1]
    for block in re.finditer(r"^```python\n(.*?)^```$", PAGE.read_text(), re.S | re.M)
}


@pytest.mark.parametrize("where", BLOCKS)
def test_a_block_of_code_runs(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[where], where, "exec"), {"__name__": "page"})
