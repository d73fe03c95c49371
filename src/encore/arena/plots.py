"""A study as plots: a page for each question, as SVG and PNG; the same study gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Page
from matplotlib.layout_engine import ConstrainedLayoutEngine

from encore.arena import panels
from encore.arena.panels import INK, PAPER, SOFT, style
from encore.arena.study import Group, Study
from encore.core.figures import Figure, Kinds, Share, Spread
from encore.core.game import AnyGame
from encore.core.replay import older_rules

_LOOK: dict[Any, object] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#8d7d6a",
    "axes.facecolor": PAPER,
    "axes.grid": False,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 9,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "figure.facecolor": PAPER,
    "font.family": "DejaVu Sans",  # comes with matplotlib, so pages look the same everywhere
    "font.size": 9,
    "hatch.color": PAPER,
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",
    "svg.hashsalt": "encore",
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
}
_WIDTH = 8.4


def draw(study: Study, folder: Path) -> list[str]:
    """Write the pages of every setting into a folder and return their names without the suffix."""
    drawn = []
    for game, groups in study.settings():
        settings = "".join(f"-{k}={v}" for k, v in (game.changed_options | game.changed_materials).items())
        if older_rules(game):
            settings = f"-rules{game.rules_version}{settings}"
        for name, page in _pages(game, groups):
            drawn.append(f"{game.name}-{game.players}{settings}-{name}")
            save(page, folder, drawn[-1])
    return drawn


def save(page: Callable[[], Page], folder: Path, name: str) -> None:
    """Write a page as SVG and PNG, in the common style."""
    with rc_context(_LOOK):
        drawn = page()
        drawn.savefig(folder / f"{name}.svg", metadata={"Creator": "encore", "Date": None})
        drawn.savefig(folder / f"{name}.png", dpi=144, metadata={"Software": "encore"})


def _pages(game: AnyGame, groups: Sequence[Group]) -> Iterator[tuple[str, Callable[[], Page]]]:
    about = f"{game.title} for {game.players}" if game.players > 1 else f"{game.title} alone"
    if older_rules(game):
        about += f", rules version {game.rules_version}"
    if groups[0].common.wins.places:
        yield "wins", lambda: _wins(about, groups)
    yield "length", lambda: _spreads(f"{about}: moves a game", groups, [group.common.length for group in groups])
    yield "choices", lambda: _courses(f"{about}: choices as the game goes on", groups)
    if hasattr(groups[0].common, "points"):
        yield "points", lambda: _spreads(f"{about}: points of the winner", groups, [g.common.points for g in groups])
    if groups[0].own is not None:
        yield "own", lambda: _own(about, groups)


def sheet(title: str, height: float, subtitle: str = "") -> Page:
    """Return an empty page."""
    room = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.1, hspace=0.06, wspace=0.05)
    page = Page(figsize=(_WIDTH, height), layout=room)
    page.suptitle(title, x=0.015, ha="left", weight="bold", size=13)
    if subtitle:
        page.supxlabel(subtitle, x=0.015, ha="left", size=8, color=SOFT)
    return page


def _name(group: Group) -> str:
    return f"{group.who}\n{group.games:,} game{'s' * (group.games != 1)}"


def _wins(about: str, groups: Sequence[Group]) -> Page:
    places = len(groups[0].common.wins.places)
    title = f"{about}: who moves first" if places == 1 else f"{about}: the order of play"
    page = sheet(
        title, 1.5 + 0.55 * len(groups) * max(1.0, 0.6 * places), "share of the wins, and where it lies with 95 %"
    )
    panels.wins(page.subplots(), [group.common.wins for group in groups], [_name(group) for group in groups])
    return page


def _spreads(title: str, groups: Sequence[Group], spreads: Sequence[Spread]) -> Page:
    page = sheet(title, 1.0 + 1.15 * len(groups), "share of the games; the stroke above is the mean")
    rows = page.subplots(len(groups), squeeze=False, sharex=True)[:, 0]
    for number, (axes, group, spread) in enumerate(zip(rows, groups, spreads, strict=True)):
        panels.histogram(axes, spread, style(number if len(groups) > 1 else panels.ALONE), spreads)
        axes.set_ylabel(_name(group), rotation=0, ha="right", va="center")
    return page


def _courses(title: str, groups: Sequence[Group]) -> Page:
    page = sheet(
        title,
        4.4,
        "legal moves at each move: the mean, and the middle half of the games; while one game in ten goes on",
    )
    axes = page.subplots()
    for number, group in enumerate(groups):
        panels.course(axes, group.common.course, group.who, style(number))
    axes.set_xlabel("move")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, loc="best")
    return page


def _own(about: str, groups: Sequence[Group]) -> Page:
    """Draw the game's own statistics on one page: a panel for each, and all shares together below."""
    columns = list(zip(*(group.own or () for group in groups), strict=True))
    singles = [figures for figures in columns if not isinstance(figures[0], Share)]
    shares = [line for figures in columns if (line := [one for one in figures if isinstance(one, Share)])]
    across = 2 if len(singles) in (2, 4) else 3
    rows = ceil(len(singles) / across)
    heights = [2.1 * rows, 0.6 + 0.22 * len(shares) * max(1.6, len(groups))][: 2 if shares else 1]
    page = sheet(about, 0.7 + sum(heights))
    parts = page.subfigures(len(heights), squeeze=False, height_ratios=heights)[:, 0]
    for number, figures in enumerate(singles, 1):
        _single(parts[0].add_subplot(rows, across, number), figures)
    if shares:
        panels.shares(parts[1].subplots(), shares)
    if len(groups) > 1:
        handles = [panels.key(group.who, style(number)) for number, group in enumerate(groups)]
        page.legend(handles=handles, frameon=False, loc="outside upper right", ncols=4)
    return page


def _single(axes: Axes, figures: Sequence[Figure]) -> None:
    axes.set_title(figures[0].label)
    if isinstance(figures[0], Spread):
        panels.spreads(axes, [figure for figure in figures if isinstance(figure, Spread)])
    elif isinstance(figures[0], Kinds):
        panels.kinds(axes, [figure for figure in figures if isinstance(figure, Kinds)])
