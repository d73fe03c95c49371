"""The pages of the manual and what stands in them: blocks of code, files, commands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))

FENCE = re.compile(
    r"^(?:<!-- not run: (?P<excuse>[^\n]+) -->\n)?"
    r'```(?P<language>\w*)(?: title="(?P<file>[^"]+)")?\n(?P<text>.*?)^```$',
    re.S | re.M,
)
INDENTED = re.compile(r"(?<=\n\n)(?: {4}.*\n|\n)+", re.M)
DIRECTIVE = re.compile(r"^::: .*\n(?: {4}.*\n)*", re.M)
"""What the reference is made of; its options are indented too."""


@dataclass(frozen=True)
class Block:
    """A block of code: with the file that it is, if it is one, and why it is not run, where that is said."""

    page: str
    line: int
    language: str
    text: str
    file: str = ""
    excuse: str = ""

    @property
    def where(self) -> str:
        """The place, as editors and test runs show it."""
        return f"{self.page}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """Read the blocks of a page in their order; indented ones are plain text."""
    text = page.read_text("utf-8")
    rest = DIRECTIVE.sub(_dashes, FENCE.sub(_dashes, text))
    assert "```" not in rest, (
        f"{page.name}: a block begins and ends at the left, and after its language has a title only"
    )
    assert "\n<!-- not run" not in rest, f"{page.name}: <!-- not run: why --> stands right before a block"
    found = [
        Block(
            page.name, _line(text, match), match["language"], match["text"], match["file"] or "", match["excuse"] or ""
        )
        for match in FENCE.finditer(text)
    ]
    found += [
        Block(page.name, _line(rest, match), "text", match[0]) for match in INDENTED.finditer(rest) if match[0].strip()
    ]
    return sorted(found, key=lambda block: block.line)


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1


def _dashes(match: re.Match[str]) -> str:
    """Return as many lines, so that what follows keeps its place; empty ones could begin a block."""
    return "-\n" * match[0].count("\n") + "-"


def write_files(page: Path, home: Path) -> list[Path]:
    """Write the files of a page, whose names begin with ``~/``, into a home."""
    written = []
    for block in blocks(page):
        if block.file:
            assert block.file.startswith("~/"), f"{block.where}: a file stands in ~/"
            path = home / block.file.removeprefix("~/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
            written.append(path)
    return written
