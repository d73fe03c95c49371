"""Every result of the protocol during whole games is the same as in the stored playthroughs."""

from __future__ import annotations

import pytest

from tests.golden import FOLDER, path_of, replayed
from tests.variants import ALL


def test_each_game_has_its_playthrough_and_none_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(ALL)


@pytest.mark.every_table
@pytest.mark.parametrize("label", ALL)
def test_playthrough(label: str) -> None:
    text = path_of(label).read_text("utf-8")
    assert replayed(ALL[label], text) == text
