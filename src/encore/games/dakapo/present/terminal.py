"""Dakapo in a terminal: letters show the colours too."""

from __future__ import annotations

from rich.text import Text

from encore.games.dakapo.rules import Dakapo, State
from encore.games.dakapo.tables import COLOURS, LETTERS, SIZE, SUPPLY

STYLES = ("bold white on red", "bold black on yellow", "bold black on green", "bold white on blue")


def draw(game: Dakapo, s: State, seat: int | None) -> Text:
    """Return the board with files and ranks; on its right the supply and the forbidden colour."""
    board = Text()
    notes = _notes(s)
    for rank in reversed(range(SIZE)):
        board.append(f" {rank + 1} ", "dim")
        for file in range(SIZE):
            board.append_text(_cell(s, rank * SIZE + file))
        board.append("   ")
        board.append_text(notes.pop(0) if notes else Text())
        board.append("\n")
    board.append("    " + "  ".join("abcdefgh"), "dim")
    return board


def _cell(s: State, cell: int) -> Text:
    for letter, style, cells in zip(LETTERS, STYLES, s.stones, strict=True):
        if cells >> cell & 1:
            return Text(f" {letter.upper()} ", style)
    return Text(" · ", "dim")


def _notes(s: State) -> list[Text]:
    notes = [Text("stones left")]
    for colour, (name, style, cells) in enumerate(zip(COLOURS, STYLES, s.stones, strict=True)):
        note = Text.assemble((f" {name[0].upper()} ", style), f" {name:<7}{SUPPLY - cells.bit_count():>2}")
        if colour == s.last and not s.won:
            note.append("  not now (rule 3)", "italic")
        notes.append(note)
    return notes
