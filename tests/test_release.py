"""What ``make release`` refuses, before and after it builds."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import encore
import hatch_build
import release


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A clean clone with two releases."""
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.2.0\n\n### Added\n\n## 0.1.0\n")
    for version in ("0.1.0", "0.2.0"):
        folder = tmp_path / "tests/compat" / version
        folder.mkdir(parents=True)
        (folder / "names.json").write_text("[]\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b.invalid", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "a commit")


def test_a_clean_clone_can_be_released(sources: Path) -> None:
    assert release.find_problem(sources, "0.2.0") is None


def test_the_changelog_needs_a_section(sources: Path) -> None:
    told = release.find_problem(sources, "0.3.0")
    assert told == "CHANGELOG.md has no section 0.3.0, the version in src/encore/__init__.py"


def test_a_changed_tree_is_refused_in_one_line(sources: Path) -> None:
    (sources / "CHANGELOG.md").write_text("## 0.2.0\n")
    (sources / "new.py").touch()
    told = release.find_problem(sources, "0.2.0")
    assert told == "commit or remove what has changed first: CHANGELOG.md, new.py"


def test_sources_without_git_are_refused(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(sources.parent))
    (sources / ".git").rename(sources / "not-git")
    told = release.find_problem(sources, "0.2.0")
    assert told == "this is not a git clone, so nobody could tell which commit was released"


@pytest.mark.parametrize(
    ("version", "told"),
    [
        ("0.2.0", "write it with .venv/bin/python -m tests.compat.write tests/compat/0.2.0, and commit it"),
        ("0.1.0", "the data of an earlier release: restore it from git"),
    ],
)
def test_every_release_has_its_data(sources: Path, version: str, told: str) -> None:
    (sources / "tests/compat" / version / "names.json").unlink()
    (sources / "tests/compat" / version).rmdir()
    commit(sources)
    found = release.find_problem(sources, "0.2.0")
    assert found is not None and found.startswith(f"tests/compat/{version} is missing") and found.endswith(told)


def test_the_changelog_lists_this_release() -> None:
    changelog = (release.ROOT / "CHANGELOG.md").read_text("utf-8")
    assert release.SECTION.findall(changelog)[0] == encore.__version__


def test_the_description_works_on_a_package_index() -> None:
    readme = (hatch_build.ROOT / "README.md").read_text("utf-8")
    assert release.find_broken(hatch_build.description(readme)) == []
    assert len(release.find_broken(readme)) == 2


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("see [this](docs/index.md)", "a relative link or picture"),
        ("![a board](docs/images/start.webp)", "a relative link or picture"),
        ('<img width="240" src="docs/a.webp">', "a relative link or picture"),
        ("```sh\ngit clone ADDRESS encore\n```", "a command that needs a clone"),
        ("type `make play`", "a command that needs a clone"),
        ("```sh\npip install VERSION\n```", "a placeholder in a command"),
    ],
)
def test_what_is_broken_on_a_package_index_is_found(text: str, what: str) -> None:
    assert [told.split(":")[0] for told in release.find_broken(text)] == [what]


def test_links_that_lead_somewhere_are_not_broken() -> None:
    assert release.find_broken("[a](https://b.invalid), [c](#d), ![e](https://f.invalid/g.png)") == []
