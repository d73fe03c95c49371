"""A test that is not run says what it needs and how to get it: ``make test`` prints these reasons."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
REASON = re.compile(r"needs [^:]+: \S.*")


def skips() -> Iterator[tuple[str, str]]:
    """Yield where a test may be skipped, and the reason."""
    for path in sorted(TESTS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and (name := ast.unparse(node.func)).startswith("pytest."):
                call = name.rpartition(".")[2]
                if call in ("skip", "skipif", "importorskip"):
                    given = [keyword.value for keyword in node.keywords if keyword.arg == "reason"]
                    reason = given or (node.args if call == "skip" else [])
                    yield f"{path.relative_to(TESTS)}:{node.lineno}", ast.unparse(reason[0]) if reason else ""


def test_every_skip_says_what_it_needs_and_how_to_run_it() -> None:
    found = dict(skips())
    assert len(found) > 5
    assert not {where: reason for where, reason in found.items() if not REASON.fullmatch(reason.strip("f'\""))}
