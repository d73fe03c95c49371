"""Which versions of Node build the page (Vite's own ranges), and what a package index shows."""

from __future__ import annotations

import shutil
from pathlib import Path

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


def test_a_package_index_shows_no_relative_pictures_and_links() -> None:
    text = hatch_build.description((hatch_build.ROOT / "README.md").read_text("utf-8"))
    assert text.startswith("# Encore\n")
    assert "docs/images" not in text and "<img" not in text and "](docs" not in text
    assert "pip install 'encore-table[server]'" in text
    assert hatch_build.description("a [b](docs/c.md), [d](https://e)\n\n| | |\n|---|---|\n| ![f](g) | |\n\nh\n") == (
        "a b, [d](https://e)\n\nh\n"
    )


def test_a_package_index_shows_no_parts_for_a_clone() -> None:
    text = "a\n\n<!-- repository -->\n## b\n\nc\n<!-- /repository -->\n\n<!-- not run: d -->\ne\n"
    assert hatch_build.description(text) == "a\n\ne\n"


def test_a_failed_build_shows_its_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho a missing brace >&2\nexit 1\n")
    npm.chmod(0o700)
    monkeypatch.setattr(hatch_build, "has_node", lambda: True)
    monkeypatch.setattr(shutil, "which", lambda name: str(npm))
    with pytest.raises(SystemExit, match="a missing brace"):
        hatch_build._npm("run", "build")
