"""Da Capo drawn as on the page: fish on chips, and above them the scores, or the colours with one player."""

from __future__ import annotations

from msgspec import UNSET

from encore.core.drawing import Drawing, Group, Path, Shape, Words, circle, ellipse, rounded
from encore.core.fact import Fact
from encore.games.dacapo.moves import Capture, Move, Switch
from encore.games.dacapo.position import State
from encore.games.dacapo.present.board import Picture, ShownPile, ShownSeat, picture
from encore.games.dacapo.present.fish import CHIPS, PAINT, great_or_small
from encore.games.dacapo.rules import DaCapo
from encore.games.dacapo.tables import SIZE

PAPER, TEXT, SOFT = "#f6efe3", "#10222e", "#24536a"
WATER, WATER_2, LINE, WAVE = "#bfe1ee", "#b2d9e9", "#8fc0d6", "#93c5da"
LAST, AIM, PANEL = "#10222e", "#0b3f8c", "#f3fafd"
WHITE, BADGE, BAND = "#ffffff", "#10222e", "#d9604c"

STEP, SEA = 100, 600
LEFT, TOP, RIGHT, BOTTOM = 44, 132, 20, 46
"""The space around the board: for the ranks on the left, for the scores above, for the files below."""
BANDS = Path("M40.5 0A40.5 40.5 0 0 1 28.6 28.6L18 18A25.5 25.5 0 0 0 25.5 0z", BAND)
MOST_EDGES, EDGE = 5, 3.4
"""How many chips below the top one are drawn, and how much of each can be seen."""


def draw(game: DaCapo, view: State, seat: int | None, last: Move | None) -> Drawing:
    """Return the board with the last move marked, and above it points, turn and rights to switch."""
    shown = picture(game, view, seat)
    shapes = [*_water(), *_seen(view, last)]
    for pile in shown.piles:
        column, row = "abcdef".index(pile.at[0]), SIZE - int(pile.at[1])
        shapes.append(Group(_pile(pile), STEP * (column + 0.5), STEP * (row + 0.5)))
    bar = _order(shown) if game.solo else _sides(shown)
    return Drawing(LEFT + SEA + RIGHT, TOP + SEA + BOTTOM, PAPER, (*shapes, *bar), LEFT, TOP)


def _water() -> list[Shape]:
    shapes: list[Shape] = [Path(rounded(0, 0, SEA, SEA, 14), WATER)]
    for row in range(SIZE):
        for column in range(SIZE):
            if (row + column) % 2:
                shapes.append(Path(rounded(column * STEP + 2, row * STEP + 2, STEP - 4, STEP - 4, 12), WATER_2))
            wave = Path("M-24-7q8-8 16 0t16 0t16 0M-24 9q8-8 16 0t16 0t16 0", None, WAVE, 3)
            shapes.append(Group((wave,), (column + 0.5) * STEP, (row + 0.5) * STEP))
    lines = (f"M{line} 6V{SEA - 6}M6 {line}H{SEA - 6}" for line in range(STEP, SEA, STEP))
    shapes.append(Path("".join(lines), None, LINE, 1.2, (3, 5)))
    shapes.append(Group(_preserver(), SEA - STEP / 2, SEA - STEP / 2))
    for index in range(SIZE):
        shapes.append(Words(-19, (index + 0.5) * STEP, str(SIZE - index), 20, SOFT, True))
        shapes.append(Words((index + 0.5) * STEP, SEA + 21, "abcdef"[index], 20, SOFT, True))
    return shapes


def _preserver() -> tuple[Shape, ...]:
    """Return the life preserver of f1, white with four bands."""
    return (Path(circle(0, 0, 33), None, WHITE, 15), *(Group((BANDS,), turn=turn) for turn in range(0, 360, 90)))


def _seen(view: State, last: Move | None) -> list[Shape]:
    """Return frames around the squares of the last move; after a new deal there are none."""
    squares: tuple[int, ...] = ()
    if isinstance(last, Capture) and view.piles and view.piles[last.target] and not view.piles[last.source]:
        squares = (last.source, last.target)
    elif isinstance(last, Switch):
        squares = (last.other,)
    frame = Path(rounded(-47, -47, 94, 94, 14), None, LAST, 4)
    return [Group((frame,), STEP * (at % SIZE + 0.5), STEP * (at // SIZE + 0.5)) for at in squares]


def _pile(pile: ShownPile) -> tuple[Shape, ...]:
    """Return a pile around 0, 0: its top fish on a chip, the chips below as edges, its height as a number."""
    colour, kind, value, height = pile.colour, pile.kind, pile.value, pile.height
    paint, edges = PAINT[colour], min(pile.height - 1, MOST_EDGES)
    lift = -edges * EDGE / 2
    chips = [Path(circle(0, (edges - each) * EDGE, 42), paint.fish, paint.ink, 1.2) for each in range(edges)]
    chips.append(Path(circle(0, 0, 42), paint.chip, paint.fish, 2.5))
    if kind != "fish":
        chips.append(Path(circle(0, 0, 38), None, paint.fish, 1.5, (5, 4)))
    # Fish of high value are a little larger, and fish of odd value look to the left.
    size = 0.8 + 0.16 * (value / 14) if kind == "fish" else 0.98
    facing = -1 if kind != "octopus" and value % 2 else 1
    x, y = (0.0, -18.0) if kind == "octopus" else (-3.0 * facing, 2.0)
    belly = Path(ellipse(x, y, 23.5 if value > 9 else 15, 15.5), WHITE, paint.ink, 1)
    number = Words(x, y, str(value), 29, TEXT, True, halo=WHITE)
    top = Group((*chips, Group(great_or_small(colour, kind), 0, 0, size, facing), belly, number), 0, lift)
    if height == 1:
        return (top,)
    wide = 46 if height > 9 else 36
    badge = Path(rounded(48 - wide, 19, wide, 26, 13), BADGE, WHITE, 2)
    times = Group((Path("M-4-4L4 4M4-4L-4 4", None, WHITE, 2.6),), 61 - wide, 32)
    return (top, badge, times, Words(40, 32, str(height), 20, WHITE, True, "end"))


def _sides(shown: Picture) -> list[Shape]:
    """Return a panel for each side with its colours, points and rights, and a line about the rounds."""
    assert shown.seats is not UNSET and shown.teams is not UNSET
    sides = [[shown.seats[each] for each in team] for team in shown.teams] or [[each] for each in shown.seats]
    gap, shapes = 10, list[Shape]()
    wide = (SEA + 24 + gap) / len(sides) - gap
    for place, side in enumerate(sides):
        x, turn = -24 + place * (wide + gap), any(each.colour == shown.turn for each in side)
        shapes.append(Path(rounded(x, 20 - TOP, wide, 68, 12), PANEL, AIM if turn else LINE, 2.5 if turn else 1))
        for row, each in enumerate(side):
            shapes.extend(_member(each, x + 10, 20 - TOP + (34 if len(side) == 1 else 19 + 31 * row), len(side) == 1))
        shapes.append(Words(x + wide - 14, 44 - TOP, str(side[0].score), 27, TEXT, True, "end"))
        if not shown.finished:
            shapes.append(
                Words(x + wide - 14, 71 - TOP, str(Fact("dacapo.now", count=side[0].fish)), 14, SOFT, anchor="end")
            )
    assert shown.round is not UNSET and shown.rounds is not UNSET and shown.target is not UNSET
    target = 0 if 0 < shown.rounds <= shown.round else shown.target  # the last round ends the game whatever the points
    progress = Fact("dacapo.progress", round=shown.round, rounds=shown.rounds, target=target)
    return [*shapes, Words(-24, 108 - TOP, str(progress), 15, SOFT, anchor="start")]


def _member(seat: ShownSeat, x: float, y: float, alone: bool) -> list[Shape]:
    """Return a colour's fish, and Octopus and Shark while it may still switch them."""
    size = 0.46 if alone else 0.28
    badge = CHIPS[seat.colour]
    name, letters = str(Fact("dacapo.player", colour=seat.colour)), 17 if alone else 15
    shapes: list[Shape] = [
        Group((badge, *great_or_small(seat.colour, "fish")), x + 50 * size, y, size),
        Words(x + 100 * size + 9, y - 10 * (alone and bool(seat.rights)), name, letters, TEXT, True, "start"),
    ]
    for place, value in enumerate(seat.rights):
        kind = {15: "shark", 16: "octopus"}[value]
        at = (x + 100 * size + 22, y + 17) if alone else (x + 118, y)
        shapes.append(Group((badge, *great_or_small(seat.colour, kind)), at[0] + 30 * place, at[1], 0.25))
    return shapes


def _order(shown: Picture) -> list[Shape]:
    """Return the order of the colours with one player, and how many piles each has."""
    assert shown.colours is not UNSET
    shapes: list[Shape] = []
    for place, each in enumerate(shown.colours):
        x, turn, own = -24 + 158 * place, each.colour == shown.turn, each.colour == shown.own
        shapes.append(Path(rounded(x, 20 - TOP, 148, 68, 12), PANEL, AIM if turn else LINE, 2.5 if turn else 1))
        shapes.append(Group((CHIPS[each.colour], *great_or_small(each.colour, "fish")), x + 36, 54 - TOP, 0.46))
        shapes.append(Words(x + 132, 54 - TOP - 9 * own, str(each.piles), 27, TEXT, True, "end"))
        if own:
            shapes.append(Words(x + 132, 75 - TOP, str(Fact("dacapo.yours")), 14, SOFT, anchor="end"))
    left = sum(each.piles for each in shown.colours if each.colour != shown.own)
    return [*shapes, Words(-24, 108 - TOP, str(Fact("dacapo.piles-left", count=left)), 15, SOFT, anchor="start")]
