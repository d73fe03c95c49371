"""The learning curve as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter, StrMethodFormatter

from encore.arena.panels import LINE, style
from encore.arena.plots import save, sheet
from examples.train.run import Point

NAME = "curve"


def draw(title: str, curve: Sequence[Point], folder: Path) -> None:
    """Write ``curve.svg`` and ``curve.png``: the share of wins against each bot by the games played.

    Games tell more than time, since machines differ.
    """
    save(lambda: _page(title, curve), folder, NAME)


def _page(title: str, curve: Sequence[Point]) -> Figure:
    page = sheet(title, 4.4, "share of the wins, and where it lies with 95 %")
    axes = page.subplots()
    for number, bot in enumerate(dict.fromkeys(point.bot for point in curve)):
        points, how = [point for point in curve if point.bot == bot], style(number)
        games = [point.games for point in points]
        axes.plot(games, [point.share for point in points], color=how.colour, marker=how.mark, ls=how.dash, label=bot)
        axes.fill_between(
            games,
            [point.low for point in points],
            [point.high for point in points],
            color=how.colour,
            alpha=0.15,
            lw=0,
        )
    axes.axhline(0.5, color=LINE, lw=1.2)
    axes.set_ylim(0, 1)
    axes.set_xlim(left=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol="\N{NO-BREAK SPACE}%"))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    minutes = max((point.seconds for point in curve), default=0) / 60
    axes.set_xlabel(f"games against itself, in {minutes:.0f} minutes of training")
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2, title="against")
    return page
