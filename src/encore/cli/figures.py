"""The statistics of a study as tables: a table for each setting, a column for each line-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from encore.arena.common_figures import Wins
from encore.arena.elo import Strength, elo
from encore.arena.rounds import strength_of_share
from encore.arena.study import Group, Study
from encore.core.errors import printable
from encore.core.figures import Figure, Kinds, Share, Spread
from encore.core.game import AnyGame
from encore.core.replay import older_rules

LABEL, CELL = 30, 25
"""The widths of a column of labels and of a column of numbers, with margins."""

KEY = "mean ± deviation, lowest … highest; shares with their 95 % intervals"

SHADES = "▁▂▃▄▅▆▇█"
SHAPE = 16

Row = tuple[str, Text, str]
"""A label, a figure, and the shape of its spread."""


def tables(study: Study, width: int) -> Iterator[Table]:
    """Yield tables that fit the screen; line-ups that do not fit go to another table."""
    room = max(1, (width - LABEL) // CELL)
    for game, groups in study.settings():
        for start in range(0, len(groups), room):
            yield _table(game, groups[start : start + room], len(groups) == 1)


def title(game: AnyGame) -> str:
    """Return what was played: ``Da Capo for 3, rounds=2``."""
    settings = game.changed_options | game.changed_materials
    older = [f"rules version {game.rules_version}"] if older_rules(game) else []
    return printable(
        ", ".join([f"{game.title} for {game.players}", *older, *(f"{k}={v}" for k, v in settings.items())])
    )


def _table(game: AnyGame, groups: Sequence[Group], alone: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, title=title(game), title_style="bold", title_justify="left", pad_edge=False)
    table.add_column("", no_wrap=True)
    for group in groups:
        table.add_column(printable(group.who), justify="left", overflow="fold")
    if alone:
        table.add_column("")
    table.add_row("games", *(f"{group.games:,}" for group in groups), end_section=True)
    for part in ([group.common for group in groups], [group.own or () for group in groups]):
        for figures in zip(*part, strict=True):
            _add(table, figures, alone)
        table.add_section()
    return table


def _add(table: Table, figures: Sequence[Figure], alone: bool) -> None:
    """Add the rows of one figure, which is of the same kind in every column."""
    for rows in zip(*map(list, map(_rows, figures)), strict=True):
        label, _, shape = rows[0]
        table.add_row(label, *(text for _, text, _ in rows), *([Text(shape, "cyan")] if alone else []))


def _rows(figure: Figure) -> Iterator[Row]:
    """Yield the rows of a statistic, with details dimmed; none for those that are only plotted."""
    if isinstance(figure, Wins):
        for rounds in figure.places:
            found = rounds.strength()
            yield rounds.label, _share(found), ""
            if rounds.fair == 0.5:
                yield (
                    "  as Elo",
                    _told(f"{elo(found.score):+5.0f}", f"{elo(found.low):+.0f} … {elo(found.high):+.0f}"),
                    "",
                )
    elif isinstance(figure, Share):
        yield figure.label, _share(strength_of_share(figure)), ""
    elif isinstance(figure, Spread):
        yield figure.label, _spread(figure), _shape(figure)
    elif isinstance(figure, Kinds):
        yield figure.label, Text(), ""
        for name in figure.names:
            part = figure.part(name)
            yield f"  {name}", Text(f"{100 * part:5.1f} %"), "█" * round(SHAPE * part)


def _share(found: Strength | None) -> Text:
    if found is None:
        return Text("    –")
    sure = found.low < found.high
    return _told(f"{100 * found.score:5.1f} %", f"{100 * found.low:.1f} … {100 * found.high:.1f}" if sure else "")


def _spread(spread: Spread) -> Text:
    if not spread.count:
        return Text("    –")
    low, high = min(spread.counts), max(spread.counts)
    return _told(f"{spread.mean:5.1f} ± {spread.deviation:.1f}", f"{low} … {high}")


def _told(figure: str, exactly: str) -> Text:
    return Text.assemble(figure.ljust(14 if "±" in figure else 9), (exactly, "dim")) if exactly else Text(figure)


def _shape(spread: Spread) -> str:
    """Return a small drawing of a spread, from its lowest number to its highest."""
    if len(spread.counts) < 2:
        return ""
    low, high = min(spread.counts), max(spread.counts)
    columns = min(SHAPE, high - low + 1)
    heights = [0] * columns
    for value, times in spread.counts.items():
        heights[(value - low) * columns // (high - low + 1)] += times
    return "".join(SHADES[-(-height * 7 // max(heights))] for height in heights)
