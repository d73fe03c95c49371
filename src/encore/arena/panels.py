"""Statistics drawn on axes. Line-ups differ in lightness, mark and dash, so that they can be told apart in grey too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, PercentFormatter

from encore.arena.common_figures import Wins
from encore.arena.elo import Strength, elo
from encore.arena.rounds import strength_of_share
from encore.core.figures import Course, Kinds, Share, Spread

Dash = Literal["-"] | tuple[float, tuple[float, ...]]
"""A dash style of matplotlib: solid, or an offset with the lengths of dashes and gaps."""

PAPER = "#fffcf6"
"""The background colour of a page."""

INK = "#2a231e"
"""The colour of text and edges."""

SOFT = "#665a4e"
"""The colour of secondary text: axis labels and subtitles."""

LINE = "#dccfba"
"""The colour of the grid."""

COLOURS = ("#1f2c42", "#9c3a1c", "#459a9c", "#e0ab4f", "#f0dfae")
"""The colours of line-ups, from dark to light."""

ALONE = 2
"""The style of a single line-up."""

_MARKS = "osD^v"
_DASHES: tuple[Dash, ...] = ("-", (0, (5, 1.5)), (0, (1.5, 1)), (0, (6, 1.5, 1.5, 1.5)), (0, (3, 1, 1, 1, 1, 1)))
_HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx")
BARS = 40
"""The most bars; with more different numbers, several share a bar."""

STILL = 0.1
"""A course is drawn while at least this share of the games is not over."""


@dataclass(frozen=True)
class Style:
    """How a line-up is drawn."""

    colour: str
    mark: str
    dash: Dash


def style(number: int) -> Style:
    """Return the style of a line-up by its number; styles repeat after five."""
    place = number % len(COLOURS)
    return Style(COLOURS[place], _MARKS[place], _DASHES[place])


def key(who: str, how: Style) -> Line2D:
    """Return a line-up's mark for a legend."""
    return Line2D([], [], color=how.colour, marker=how.mark, linestyle=how.dash, label=who, markeredgecolor=INK)


def _percent(axes: Axes, which: Literal["x", "y"]) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(PercentFormatter(1, decimals=0, symbol="\N{NO-BREAK SPACE}%"))
    axes.grid(axis=which, color=LINE, linewidth=0.6)


def wins(axes: Axes, found: Sequence[Wins], names: Sequence[str]) -> None:
    """Draw what each place wins, a row for each line-up, with the fair share."""
    places = len(found[0].places)
    for row, group in enumerate(found):
        for place, rounds in enumerate(group.places):
            height = row + 0.24 * (place - (places - 1) / 2)
            strength = rounds.strength()
            _whisker(axes, strength, height, style(row if places == 1 else place))
            told = f"{100 * strength.score:.1f}\N{NO-BREAK SPACE}%" + (
                f"   Elo {elo(strength.score):+.0f}" if places == 1 else ""
            )
            axes.annotate(told, (1, height), (8, 0), ("axes fraction", "data"), "offset points", va="center", size=8)
    fair = float(found[0].places[0].fair)
    axes.axvline(fair, color=INK, linewidth=0.8, linestyle=(0, (2, 2)), zorder=0)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.45, -0.55)
    ends = [fair, *(end for group in found for rounds in group.places for end in _ends(rounds.strength()))]
    axes.set_xlim(max(0.0, min(ends) - 0.04), min(1.0, max(ends) + 0.04))
    _percent(axes, "x")
    if places > 1:
        handles = [key(rounds.label.removesuffix(" wins"), style(n)) for n, rounds in enumerate(found[0].places)]
        axes.legend(handles=handles, frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=places)


def _ends(found: Strength) -> tuple[float, float]:
    return found.low, found.high


def _whisker(axes: Axes, found: Strength, height: float, how: Style) -> None:
    axes.plot(_ends(found), (height, height), color=how.colour, linewidth=2, solid_capstyle="butt")
    axes.plot(found.score, height, color=how.colour, marker=how.mark, markersize=7, markeredgecolor=INK)


def histogram(axes: Axes, spread: Spread, how: Style, beside: Sequence[Spread]) -> None:
    """Draw a distribution as bars, with the same width as those beside it."""
    low, high = (pick(pick(one.counts) for one in beside) for pick in (min, max))
    width = ceil((high - low + 1) / BARS)
    heights = [0.0] * ((high - low) // width + 1)
    for value, times in spread.counts.items():
        heights[(value - low) // width] += times / spread.count
    middles = [low + width * (number + 0.5) - 0.5 for number in range(len(heights))]
    axes.bar(middles, heights, 0.9 * width, color=how.colour, edgecolor=INK, linewidth=0.4)
    axes.set_ylim(0, 1.25 * max(heights))
    across = axes.get_xaxis_transform()
    axes.plot([spread.mean] * 2, [0.84, 1], color=INK, linewidth=1.4, transform=across)
    axes.annotate(f"{spread.mean:.1f}", (spread.mean, 0.92), (4, 0), across, "offset points", va="center")
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    _percent(axes, "y")


def course(axes: Axes, found: Course, who: str, how: Style) -> None:
    """Draw the mean and the middle half of a course."""
    steps = [step for step in found.steps if step.count >= STILL * found.steps[0].count]
    numbers = range(1, len(steps) + 1)
    low, high = ([step.quantile(part) for step in steps] for part in (0.25, 0.75))
    axes.fill_between(numbers, low, high, color=how.colour, alpha=0.16, linewidth=0)
    every = max(1, len(steps) // 8)
    axes.plot(
        numbers,
        [step.mean for step in steps],
        color=how.colour,
        linestyle=how.dash,
        linewidth=1.8,
        marker=how.mark,
        markevery=every,
        markersize=5,
        markeredgecolor=INK,
        label=who,
    )
    axes.grid(axis="y", color=LINE, linewidth=0.6)


def spreads(axes: Axes, found: Sequence[Spread]) -> None:
    """Draw distributions on the same axes: one as bars, several as lines."""
    if not any(one.count for one in found):
        axes.annotate("never", (0.5, 0.5), xycoords="axes fraction", ha="center", color=SOFT)
        return
    some = [one for one in found if one.count]
    if len(found) == 1:
        histogram(axes, some[0], style(ALONE), some)
        return
    for number, one in enumerate(found):
        how = style(number)
        values = range(min(one.counts, default=0), max(one.counts, default=-1) + 1)
        axes.plot(
            values,
            [one.counts[value] / one.count for value in values],
            color=how.colour,
            linestyle=how.dash,
            marker=how.mark,
            markersize=3.5,
            markeredgewidth=0.4,
            markeredgecolor=INK,
            linewidth=1.3,
        )
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set_ylim(bottom=0)
    _percent(axes, "y")


def kinds(axes: Axes, found: Sequence[Kinds]) -> None:
    """Draw how often each category occurred, line-ups side by side."""
    names = found[0].names
    thick = 0.8 / len(found)
    for number, one in enumerate(found):
        rows = [row + thick * (number - (len(found) - 1) / 2) for row in range(len(names))]
        parts = [one.part(name) for name in names]
        colour, hatch = (style(ALONE).colour, "") if len(found) == 1 else (style(number).colour, _HATCHES[number % 5])
        axes.barh(rows, parts, 0.92 * thick, color=colour, hatch=hatch, edgecolor=INK, linewidth=0.4)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    _percent(axes, "x")


def shares(axes: Axes, found: Sequence[Sequence[Share]]) -> None:
    """Draw shares, a block of rows for each; those that can happen once in a game have intervals."""
    most = 0.0
    for row, line in enumerate(found):
        for number, strength in enumerate(map(strength_of_share, line)):
            if strength:
                height = row + 0.7 / len(line) * (number - (len(line) - 1) / 2)
                _whisker(axes, strength, height, style(ALONE if len(line) == 1 else number))
                most = max(most, strength.high)
    axes.set_yticks(range(len(found)), [line[0].label for line in found])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlim(-0.015 * most, 1.03 * most or 1.0)
    axes.set_title("how often")
    _percent(axes, "x")
