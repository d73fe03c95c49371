"""Da Capo drawn for a terminal: letter and value of the top fish, then the height of its pile."""

from __future__ import annotations

from rich.text import Text

from encore.games.dacapo.position import State
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import BIG_FISH, COLOURS, LETTERS, SIZE, Pile

STYLES = ("bold white on red", "bold white on magenta", "bold black on green", "bold black on yellow")


def draw(game: DaCapo, s: State, seat: int | None) -> Text:
    """Return the sea with files and ranks, and the running game beside it."""
    sea = Text()
    notes = _notes(game, s)
    for row in range(SIZE):
        sea.append(f" {SIZE - row} ", "dim")
        for file in range(SIZE):
            sea.append_text(_square(s.piles[row * SIZE + file] if s.piles else None))
            sea.append(" ")
        sea.append("  ")
        sea.append_text(notes.pop(0) if notes else Text())
        sea.append("\n")
    sea.append("   " + "".join(f"{file:^7}" for file in "abcdef"), "dim")
    return sea


def _square(pile: Pile | None) -> Text:
    if pile is None:
        return Text("  ·   ", "dim")
    height = f"×{pile.height}" if pile.height > 1 else ""
    return Text(f"{LETTERS[pile.colour].upper()}{pile.value}{height}".center(6), STYLES[pile.colour])


def _notes(game: DaCapo, s: State) -> list[Text]:
    if game.solo:
        order = " ".join(LETTERS[colour].upper() for colour in s.order)
        own = f"you are {COLOURS[s.order[-1]]}" if s.order else ""
        return [Text(f"order {order}"), Text(own), _turn(s)]
    notes = [Text(f"{'':8}points  may switch")]
    for seat in range(game.players):
        rights = ", ".join(BIG_FISH[value] for value in s.rights[seat]) if s.turn is not None else ""
        name = Text.assemble((f" {LETTERS[seat].upper()} ", STYLES[seat]), f" {COLOURS[seat]:<7}")
        notes.append(name.append(f"{s.scores[seat]:>3}  {rights}"))
    return [*notes, _turn(s)]


def _turn(s: State) -> Text:
    return Text("" if s.turn is None else f"{COLOURS[s.turn]} to capture", "bold")
