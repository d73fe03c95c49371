from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from encore.cli import main


@dataclass(frozen=True)
class Run:
    """What a run of the command said."""

    status: int
    out: str
    err: str


@pytest.fixture
def encore(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Run the command in this process, with lines typed to it."""

    def run(*arguments: object, typed: str = "") -> Run:
        monkeypatch.setattr(sys, "argv", ["encore", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Run(int(ended.value.code or 0), said.out, said.err)

    return run
