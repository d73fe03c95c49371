"""What a server takes for the answer of a bot worker on another machine: all that ours give, and no junk."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from encore.core.evaluation import Evaluation
from encore.core.exact import Exact, MoveValue
from encore.core.game import AnyGame
from encore.core.thinking import Budget
from encore.server.bots import questions
from encore.server.bots.questions import EvaluationQuestion, read_evaluation
from tests.server.trap import GAMES, position, question

GAME = next(iter(GAMES.values()))
ASKED = EvaluationQuestion(GAME, position(GAME), 0.0, 3, exact=True)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("plies", [0, 5, 20])
def test_our_own_answers_fit(game: AnyGame, plies: int) -> None:
    s = position(game, plies)
    view = game.view(s, game.to_move(s))
    for also in (None, game.legal_moves(view)[-1]):
        asked = EvaluationQuestion(game, view, 0.1, 3, also, also is None)
        assert asked.fits(asked.run(Budget()), False)


def _right() -> Evaluation:
    found = read_evaluation(ASKED.run(Budget()))
    move = GAME.format_move(GAME.legal_moves(ASKED.view)[0])
    return replace(found, exact=Exact((MoveValue(move, 1, found.lines[0].moves[1:], 0.5),)))


def _line(**parts: Any) -> dict[str, Any]:
    """Return another first line."""
    found = _right().lines
    return {"lines": (replace(found[0], **parts), *found[1:])}


def _value(**parts: Any) -> dict[str, Any]:
    """Return another value of a move."""
    return {"exact": Exact((replace(_right().exact.moves[0], **parts),))}


FIRST = _right().lines[0].moves[0]
WRONG: dict[str, dict[str, Any]] = {
    "chances far from 1": {"chances": (7e300,) * GAME.players},
    "chances below 0": {"chances": (-0.1,) * GAME.players},
    "a chance too few": {"chances": (1.0,) * (GAME.players - 1)},
    "errors far from 1": {"errors": (7e300,) * GAME.players},
    "an error too many": {"errors": (0.0,) * (GAME.players + 1)},
    "too many lines": {"lines": _right().lines[:1] * 5},
    "a line without moves": _line(moves=()),
    "a line with a move that is none": _line(moves=(FIRST, "<junk>")),
    "a line with what is no text": _line(moves=(FIRST, 5)),
    "a line that plays a move twice": _line(moves=(FIRST, FIRST)),
    "a line with a chance too few": _line(chances=()),
    "a line with an error too few": _line(errors=()),
    "a line with chances far from 1": _line(chances=(7e300,) * GAME.players),
    "too many values": {"exact": Exact(_right().exact.moves * (len(GAME.legal_moves(ASKED.view)) + 1))},
    "a value of a move that is none": _value(move="<junk>"),
    "a value of what is no text": _value(move=["x"]),
    "a reply that is none": _value(reply=("<junk>",)),
    "a chance of a value far from 1": _value(chance=7e300),
    "a value far from all others": _value(value=2**70),
}


@pytest.mark.parametrize("parts", WRONG.values(), ids=WRONG)
def test_an_evaluation_that_somebody_would_stumble_over_does_not_fit(parts: dict[str, Any]) -> None:
    """It would be stored for all who ask about the position."""
    right = _right()
    assert ASKED.fits(msgspec.json.encode(right).decode(), False)
    assert not ASKED.fits(msgspec.json.encode(replace(right, **parts)).decode(), False)


def test_values_that_nobody_asked_for_do_not_fit() -> None:
    assert not replace(ASKED, exact=False).fits(msgspec.json.encode(_right()).decode(), False)


def test_only_a_search_that_was_stopped_may_find_nothing() -> None:
    """Else it would be asked again without end."""
    assert ASKED.fits("", True)
    assert not ASKED.fits("", False)
    assert not question(GAME).fits("", True)


@pytest.mark.parametrize("stopped", [False, True])
def test_long_answers_are_not_even_read(stopped: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*given: Any) -> Any:
        raise AssertionError("it was read")

    long = msgspec.json.encode(replace(_right(), lines=_right().lines[:1] * 5_000)).decode()
    monkeypatch.setattr(questions, "read_evaluation", read)
    monkeypatch.setattr(type(GAME), "parse_move", read)
    assert not ASKED.fits(long, stopped)
    assert not question(GAME).fits("x" * 300_000, stopped)


def test_an_evaluation_without_end_does_not_fit() -> None:
    assert not ASKED.fits('{"chances":[1],"errors":[0],"lines":[{"moves":' + "[" * 100_000, False)
