"""Pictures: deterministic, without hidden information, in the page's colours; and the parsing of SVG paths."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from math import hypot, pi
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import encore
from encore.core.drawing import Clip, Drawing, Group, Words, circle, ellipse, rounded
from encore.core.drawing import Path as Outline
from encore.core.game import Game, Moves, Outcome
from encore.core.registry import games
from encore.games.dakapo.present.drawing import PAINT
from encore.games.dakapo.tables import INDEX
from encore.games.dalapapa.present.drawing import RIM_LINE
from encore.rl.episode import Episode
from encore.rl.render import _font, paint, picture, render
from encore.rl.svg import corners, dashes

SETTINGS = {f"{name}-{players}": (name, players) for name, kind in games().items() for players in kind.player_counts}

every_game = pytest.mark.parametrize("label", SETTINGS)


def table_of(label: str, seed: int, moves: int) -> Episode:
    name, players = SETTINGS[label]
    table, rng = Episode(encore.load(name, players)), Random(seed)
    table.start(seed)
    for _ in range(moves):
        if table.seat is not None:
            table.act(int(rng.choice(np.flatnonzero(table.mask()).tolist())))
    return table


@every_game
def test_a_picture_follows_the_game_and_nothing_else(label: str) -> None:
    first = render(table_of(label, 3, 4), "rgb_array", None)
    assert first.dtype == np.uint8 and first.ndim == 3 and first.shape[2] == 3
    assert first.flags.writeable, "it is the caller's"
    assert (render(table_of(label, 3, 4), "rgb_array", None) == first).all()
    later = render(table_of(label, 3, 5), "rgb_array", None)
    assert later.shape == first.shape, "a film has frames of one size"
    assert (later != first).any()
    table = table_of(label, 3, 4)
    table.last = None
    assert (render(table, "rgb_array", None) != first).any(), "the last move is marked"
    ended = render(table_of(label, 3, 1 << 10), "rgb_array", None)
    assert ended.shape == first.shape


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_is_shown_what_it_may_know(players: int) -> None:
    table = table_of(f"dalapapa-{players}", 5, 20)
    game, seen = table.game, render(table, "rgb_array", 1)
    other = table_of(f"dalapapa-{players}", 5, 20)
    other.s = game.sample(game.view(table.s, 1), Random(1))
    assert other.s != table.s
    assert (render(other, "rgb_array", 1) == seen).all() and render(other, "ansi", 1) == render(table, "ansi", 1)
    everything = render(table, "rgb_array", None)
    assert (everything != seen).any(), "without a seat everything is shown"
    backs = [(image == pixel(RIM_LINE)).all(axis=2).sum() for image in (seen, everything)]
    assert backs[0] > backs[1] + 500, "hidden tiles show their backs"
    assert (render(other, "rgb_array", None) != render(table, "rgb_array", None)).any()


def pixel(colour: str) -> list[int]:
    return list(bytes.fromhex(colour[1:]))


def test_stones_lie_where_they_are_and_look_as_on_the_page() -> None:
    game = encore.load("dakapo")
    s = game.parse_state("8/8/4r3/3ry3/3gb3/8/8/8 r")
    image = picture(game, s, None, game.parse_move(s, "e6r"))
    changed = np.argwhere((image != picture(game, s)).any(axis=2))
    assert changed[:, 1].min() > 36 + 280 and changed[:, 1].max() < 36 + 350, (
        "only the last stone's corners differ, on file e"
    )
    for cell, colour in {"d5": "red", "e6": "red", "e5": "yellow", "d4": "green", "e4": "blue"}.items():
        rank, file = divmod(INDEX[cell], 8)
        x, y = 0.7 * (24 + 28 + 100 * (file + 0.5)), 0.7 * (24 + 84 + 28 + 100 * (7 - rank + 0.5))
        around = image[int(y) - 30 : int(y) + 30, int(x) - 30 : int(x) + 30].reshape(-1, 3).tolist()
        assert [around.count(pixel(PAINT[each][1])) > 10 for each in PAINT] == [each == colour for each in PAINT], cell


@pytest.mark.parametrize("name", games())
def test_the_colours_are_those_of_the_page(name: str) -> None:
    folder = Path(encore.__file__).parent / "games" / name
    page = "".join(each.read_text() for each in (folder / "web").iterdir())
    page += (Path(__file__).parents[2] / "web" / "src" / "app.css").read_text()
    page = re.sub(r"#fff\b", "#ffffff", page)
    drawn = "".join(
        path.read_text() for part in ("drawing", "fish", "tile") if (path := folder / "present" / f"{part}.py").exists()
    )
    used = set(re.findall(r'"(#[0-9a-f]{6,8})"', drawn))
    assert len(used) > 10
    assert used <= set(re.findall(r"#[0-9a-f]{6,8}\b", page))


def words(shapes: tuple[Any, ...]) -> str:
    return "".join(each.text if isinstance(each, Words) else words(getattr(each, "shapes", ())) for each in shapes)


@every_game
def test_every_letter_is_in_the_font(label: str) -> None:
    missing = bytes(_font(60).getmask("\u0378"))
    for moves in (0, 3, 20, 1 << 10):
        table = table_of(label, 2, moves)
        shapes = (
            import_module(f"encore.games.{table.game.name}.present.drawing")
            .draw(table.game, table.s, 0, table.last)
            .shapes
        )
        letters = set(words(shapes)) - {" "}
        assert not {letter for letter in letters if bytes(_font(60).getmask(letter)) == missing}, moves
    assert letters


class Plain(Game[int, int]):
    """A game without a drawing."""

    name, title, summary, player_counts = "plain", "Plain", "", (2,)

    def initial(self) -> int:
        return 0

    def to_move(self, s: int) -> int | None:
        return 0

    def legal_moves(self, s: int) -> Moves[int]:
        return Moves((1, 2))

    def play(self, s: int, move: int) -> int:
        return s + move

    def outcome(self, s: int) -> Outcome | None:
        return None

    def format_move(self, move: int) -> str:
        return str(move)

    def parse_move(self, s: int, text: str) -> int:
        return int(text)

    def format_state(self, s: int) -> str:
        return f"counted {s}"

    def parse_state(self, text: str) -> int:
        return int(text.removeprefix("counted "))


def test_a_game_without_a_drawing_shows_its_text() -> None:
    assert (picture(Plain(), 1) != picture(Plain(), 7)).any()


def shown(*shapes: Any) -> NDArray[np.uint8]:
    return paint(Drawing(40, 40, "#ffffff", shapes))


def test_transparent_paint_is_applied_once_and_groups_are_placed() -> None:
    red, none = [255, 0, 0], [255, 255, 255]
    square = Outline("M-5-5H5V5H-5z", "#ff0000")
    assert shown(Group((square,), 20, 20))[20, 20].tolist() == red
    assert shown(Group((square,), 20, 20))[20, 27].tolist() == none
    assert shown(Group((square,), 20, 20, 2.0))[20, 27].tolist() == red
    assert shown(Group((Outline("M0-2H12V2H0z", "#ff0000"),), 20, 20, turn=90))[30, 20].tolist() == red
    assert shown(Group((Outline("M0-2H12V2H0z", "#ff0000"),), 20, 20, facing=-1))[20, 10].tolist() == red
    assert shown(Group((square,), -3, 39))[39, 0].tolist() == red, "what leaves the picture is cut off"
    half = shown(Group((square,), 20, 20, opacity=0.5))[20, 20].tolist()
    assert half[0] == 255 and abs(half[1] - 127) < 3
    cross = shown(Outline("M10 20H30M20 10V30", None, "#ff000080", 6))
    assert cross[20, 20].tolist() == cross[20, 13].tolist() == [255, 127, 127]
    clipped = shown(Clip(rounded(10, 10, 10, 10, 2), (Outline("M0 0H40V40H0z", "#ff0000"),)))
    assert clipped[15, 15].tolist() == red and clipped[15, 25].tolist() == none
    dashed = shown(Outline("M2 20H38", None, "#ff0000", 2, (6, 12)))
    assert [dashed[20, x].tolist() == red for x in (4, 14, 22, 32)] == [True, False, True, False]
    assert (shown(Words(20, 20, "8", 20, "#000000", halo="#ff0000")) == red).all(axis=2).any()


def test_paths_are_read_as_in_svg() -> None:
    assert corners("M-37 1L3-4.5H-2v.5l1 1z") == (((-37, 1), (3, -4.5), (-2, -4.5), (-2, -4), (-1, -3), (-37, 1)),)
    assert corners("M0 0 1 1 2 0m1 0l1 0") == (((0, 0), (1, 1), (2, 0)), ((3, 0), (4, 0)))
    for line in corners(circle(3, -2, 5)):
        assert all(abs(hypot(x - 3, y + 2) - 5) < 1e-9 for x, y in line) and len(line) > 40
    wide = corners(ellipse(0, 0, 8, 2))[0]
    assert max(x for x, _ in wide) == pytest.approx(8) and max(y for _, y in wide) == pytest.approx(2, abs=0.01)
    (quarter,) = corners("M10 0A10 10 0 0 1 0 10")
    assert all(x > -1e-9 and y > -1e-9 for x, y in quarter) and quarter[-1] == pytest.approx((0, 10))
    (rest,) = corners("M10 0A10 10 0 1 0 0 10")
    assert min(x for x, _ in rest) == pytest.approx(-10, abs=0.05)
    (wave,) = corners("M0 0q5-8 10 0t10 0")
    assert min(y for _, y in wave) == pytest.approx(-4) and max(y for _, y in wave) == pytest.approx(4)
    (bow,) = corners("M0 0C0 4 6 4 6 0")
    assert max(y for _, y in bow) == pytest.approx(3) and bow[-1] == (6, 0)
    length = sum(
        hypot(x - u, y - v)
        for piece in dashes(corners(circle(0, 0, 10))[0], 3, 2)
        for (x, y), (u, v) in pairwise(piece)
    )
    assert length == pytest.approx(2 * pi * 10 * 3 / 5, rel=0.03)


@pytest.mark.parametrize(
    ("missing", "module"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("gymnasium", "pettingzoo"), ("PIL", "render")],
)
def test_a_missing_extra_is_named_in_one_line(missing: str, module: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import encore.rl; print('there'); import encore.rl.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "there\n"
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ") and last.endswith("pip install 'encore-table[rl]'")
    assert "During handling" not in done.stderr


def test_nothing_of_the_extra_is_loaded_before_it_is_used() -> None:
    code = "import sys, encore.rl; print({'gymnasium', 'pettingzoo', 'PIL'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
    assert import_module("encore.rl.pettingzoo")
