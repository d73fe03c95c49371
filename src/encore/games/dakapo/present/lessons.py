"""The tutorial of Dakapo: positions in which the reader places stones, among them the example of the rulebook."""

from __future__ import annotations

from encore.core.fact import Fact
from encore.core.lesson import Lesson, Step
from encore.games.dakapo.present.prospect import Prospect, each_placement
from encore.games.dakapo.rules import Dakapo


def _safe(position: str) -> tuple[str, ...]:
    """Return the placements after which the opponent cannot complete a square."""
    game = Dakapo()
    cells = Prospect.of(game.parse_state(position)).safe
    return tuple(game.format_move(move) for move in each_placement(cells))


_OUT_OF_REACH = "8/8/2rb4/3ry3/2rgb3/8/8/8 r"

_PLACING = Lesson(
    Fact("dakapo.lesson-placing"),
    (
        Step(
            Fact("dakapo.lesson-placing-beside"),
            "8/8/8/3ry3/3gb3/8/8/8 -",
            any_move=True,
            done=Fact("dakapo.lesson-placing-beside-done"),
        ),
        Step(
            Fact("dakapo.lesson-placing-forbidden"),
            "8/8/3g4/3ry3/3gb3/8/8/8 g",
            any_move=True,
            done=Fact("dakapo.lesson-placing-forbidden-done"),
        ),
        Step(
            Fact("dakapo.lesson-placing-neighbours"),
            "8/8/8/2yry3/3gb3/2rb4/8/8 r",
            accept=("c4b",),
            wrong=Fact("dakapo.lesson-placing-neighbours-wrong", "c4"),
            done=Fact("dakapo.lesson-placing-neighbours-done"),
        ),
    ),
)

_SQUARES = Lesson(
    Fact("dakapo.lesson-squares"),
    (
        Step(
            Fact("dakapo.lesson-squares-upright"),
            "8/8/8/2bry3/3gb3/3rgr2/8/8 b",
            accept=("f5r",),
            wrong=Fact("dakapo.lesson-squares-upright-wrong", "d3", "d5", "f5", "f3"),
            done=Fact("dakapo.lesson-squares-upright-done"),
        ),
        Step(
            Fact("dakapo.lesson-squares-tilted"),
            "8/8/3yby2/3ryg2/3gb3/8/8/8 g",
            accept=("e7y",),
            wrong=Fact("dakapo.lesson-squares-tilted-wrong", "d6", "e7", "f6", "e5"),
            done=Fact("dakapo.lesson-squares-tilted-done"),
        ),
    ),
)

_EXAMPLE = Lesson(
    Fact("dakapo.lesson-example"),
    (
        Step(
            Fact("dakapo.lesson-example-green"),
            "8/8/8/3ryrg1/3gb3/3y4/8/8 y",
            accept=("e6g",),
            wrong=Fact("dakapo.lesson-example-green-wrong"),
            done=Fact("dakapo.lesson-example-green-done", "d4", "e6", "g5", "f3"),
        ),
        Step(
            Fact("dakapo.lesson-example-yellow"),
            "8/8/4g3/3ryrg1/3gb3/3y4/8/8 g",
            accept=("f4y",),
            wrong=Fact("dakapo.lesson-example-yellow-wrong"),
            done=Fact("dakapo.lesson-example-yellow-done"),
        ),
        Step(
            Fact("dakapo.lesson-example-win"),
            "8/8/4g3/3ryrg1/3gby2/3y4/8/8 y",
            accept=("f3g",),
            wrong=Fact("dakapo.lesson-example-win-wrong", "d4", "e6", "g5", "f3"),
            done=Fact("dakapo.lesson-example-win-done"),
        ),
    ),
)

_THREATS = Lesson(
    Fact("dakapo.lesson-threats"),
    (
        Step(
            Fact("dakapo.lesson-threats-stop"),
            "8/8/8/3ry3/3gb3/3rgr2/8/8 r",
            accept=("f5g", "f5b"),
            wrong=Fact("dakapo.lesson-threats-stop-wrong"),
            done=Fact("dakapo.lesson-threats-stop-done"),
        ),
        Step(
            Fact("dakapo.lesson-threats-double"),
            "8/8/3yg3/3ryr2/3gby2/8/8/8 g",
            accept=("f6y",),
            wrong=Fact("dakapo.lesson-threats-double-wrong", "d6", "e5", "f4"),
            done=Fact("dakapo.lesson-threats-double-done"),
        ),
        Step(
            Fact("dakapo.lesson-threats-safe"),
            _OUT_OF_REACH,
            accept=_safe(_OUT_OF_REACH),
            wrong=Fact("dakapo.lesson-threats-safe-wrong"),
            done=Fact("dakapo.lesson-threats-safe-done"),
        ),
    ),
)

_END = Lesson(
    Fact("dakapo.lesson-end"),
    (
        Step(
            Fact("dakapo.lesson-end-last-stone"),
            "yr1rbgyr/rbgygrbg/ygrbryry/rybrygbr/gbygbryg/brbygbgy/ygyrbgrb/gygbgybr r",
            accept=("c8b",),
            done=Fact("dakapo.lesson-end-last-stone-done"),
        ),
        Step(
            Fact("dakapo.lesson-end-call"),
            "8/8/8/2bry3/3gb3/3rgr2/8/8 b",
            options={"call": "spoken"},
            accept=("f5r!",),
            wrong=Fact("dakapo.lesson-end-call-wrong"),
            done=Fact("dakapo.lesson-end-call-done"),
        ),
        Step(
            Fact("dakapo.lesson-end-rematch"),
            "8/8/4g3/3ryrg1/3gby2/3y1g2/8/8 g",
        ),
    ),
)

LESSONS = (_PLACING, _SQUARES, _EXAMPLE, _THREATS, _END)
