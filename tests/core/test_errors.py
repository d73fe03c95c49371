"""Errors between processes, and foreign texts in messages."""

from __future__ import annotations

import pickle
from ast import literal_eval

import pytest

from encore.core.errors import EncoreError, IllegalMove, RecordError, quoted


@pytest.mark.parametrize("error", [IllegalMove("4", "nothing lies there"), RecordError(3, 7, "not a move")])
def test_an_error_made_from_another_or_pickled_is_the_same(error: EncoreError) -> None:
    for twin in (type(error)(error), pickle.loads(pickle.dumps(error)), pickle.loads(pickle.dumps(type(error)(error)))):
        assert type(twin) is type(error) and str(twin) == str(error) and vars(twin) == vars(error)


@pytest.mark.parametrize("letter", ["a", "'", "\\", "\n", "é", "\ud800", "\N{FISH}"])
@pytest.mark.parametrize("length", [0, 1, 4, 20, 39, 40, 41, 1000])
def test_a_quoted_text_is_short_after_escaping(letter: str, length: int) -> None:
    text = letter * length
    shown = quoted(text)
    assert len(shown) <= 42
    assert literal_eval(shown) == text or text.startswith(literal_eval(shown).removesuffix("..."))
