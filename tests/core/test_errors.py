"""Errors that go from one process to another."""

from __future__ import annotations

import pickle

import pytest

from encore.core.errors import EncoreError, IllegalMove, RecordError


@pytest.mark.parametrize("error", [IllegalMove("4", "nothing lies there"), RecordError(3, 7, "not a move")])
def test_an_error_made_from_another_or_pickled_is_the_same(error: EncoreError) -> None:
    for twin in (type(error)(error), pickle.loads(pickle.dumps(error)), pickle.loads(pickle.dumps(type(error)(error)))):
        assert type(twin) is type(error) and str(twin) == str(error) and vars(twin) == vars(error)
