"""What the page relies on: its types match the server's, and lessons can try a move."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from encore.core.errors import IllegalMove, NotationError
from encore.core.registry import games
from encore.server.domain import positions

SCRIPT = Path(__file__).parents[2] / "web" / "messages.py"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web_messages", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_page_match_the_server() -> None:
    script = _script()
    assert script.WRITTEN.read_text(encoding="utf-8") == script.typescript(), "run: python web/messages.py"
    assert script.OPERATOR.read_text(encoding="utf-8") == script.operator_types(), "run: python web/messages.py"


def test_the_types_of_the_boards_match_their_pictures() -> None:
    pictures = _script().pictures()
    assert len(pictures) == len(games())
    for path, text in pictures.items():
        assert path.read_text(encoding="utf-8") == text, "run: python web/messages.py"


def test_optional_fields_are_marked() -> None:
    written = _script().typescript()
    assert '  t: "act";' in written
    assert "  rule?: string | null;" in written
    assert "  moves: (string | null)[];" in written
    assert "export type Request = Act |" in written


def test_a_move_can_be_tried_without_a_table() -> None:
    asked = positions.Looked("dakapo", preview="e6r")
    sight = positions.look(asked)
    assert sight.preview is not None
    assert sight.position == positions.look(positions.Looked("dakapo")).position, "it is only tried"
    with pytest.raises(IllegalMove):
        positions.look(positions.Looked("dakapo", preview="a1r"))


@pytest.mark.parametrize(("move", "rule"), [("a1r", "1"), ("nonsense", None)])
def test_an_illegal_move_can_be_explained_without_failing(move: str, rule: str | None) -> None:
    sight = positions.look(positions.Looked("dakapo", moves=("e6r", move), explain=True))
    assert sight.position == positions.look(positions.Looked("dakapo", moves=("e6r",))).position
    assert sight.illegal is not None
    assert sight.illegal.rule == rule
    assert sight.illegal.fact is not None
    assert sight.illegal.why
    with pytest.raises((IllegalMove, NotationError)):
        positions.look(positions.Looked("dakapo", moves=("e6r", move)))
