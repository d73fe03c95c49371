"""Which Node builds the page: Vite's own bounds, with their gaps."""

from __future__ import annotations

import pytest

import hatch_build


@pytest.mark.parametrize(
    ("told", "enough"),
    [
        ("v18.20.4\n", False), ("v20.18.3\n", False), ("v20.19.0\n", True), ("v21.7.3\n", False), ("v22.11.0\n", False),
        ("v22.12.0\n", True), ("v24.0.1\n", True), ("", False), ("node: cannot run", False),
    ],
)  # fmt: skip
def test_a_node_is_new_enough_where_vite_runs(told: str, enough: bool) -> None:
    assert hatch_build.new_enough(told) is enough
