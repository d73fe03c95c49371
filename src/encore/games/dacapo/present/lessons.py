"""Lessons about the rules of Da Capo: positions in which the reader captures and switches."""

from __future__ import annotations

from encore.core.fact import Fact
from encore.core.lesson import Lesson, Step
from encore.games.dacapo.tables import SQUARES

_DEAL = ".p10r1p15p6./p1r11r15r2p7r7/p14p16r5p4r12r13/p11r14p5r3p8r4/p2r9p13p3r10r16/.p12p9r6r8."
_OCTOPUS_AT_D3 = _DEAL.replace("r3", "r16", 1).replace("r10r16/", "r10r3/")


def _layout(piles: str) -> str:
    """Return the layout of piles such as ``c3r12*2 c5p9``."""
    there = {pile[:2]: pile[2:] for pile in piles.split()}
    written = [there.get(square, ".") for square in SQUARES]
    return "/".join("".join(written[row : row + 6]) for row in range(0, 36, 6))


def _two(piles: str, turn: str = "r") -> str:
    return f"{_layout(piles)} {turn} -/- 0,0 0 r"


CAPTURING = Lesson(
    Fact("dacapo.lesson-capturing"),
    (
        Step(
            Fact("dacapo.lesson-board"),
            f"{_DEAL} r 16,15/16,15 0,0 0 r",
        ),
        Step(
            Fact("dacapo.lesson-line"),
            _two("c3r12*2 c5p9*3 e3p14*2 e5r6*3 b2p3*4 e2r15*5 d1p11*6 b5r2*3 f4p7*4"),
            accept=("c3xc5",),
            wrong=Fact("dacapo.lesson-line-wrong"),
            done=Fact("dacapo.lesson-line-done"),
        ),
        Step(
            Fact("dacapo.lesson-equal"),
            _two("d4r11*3 d2p11*4 b4p13*5 f4r5*4 b1p16*6 c6r8*4 e2r3*3 e6p10*3"),
            accept=("d4xd2",),
            done=Fact("dacapo.lesson-equal-done"),
        ),
        Step(
            Fact("dacapo.lesson-forbidden"),
            _two("c4r10*2 c6p13*3 e4r7*4 f4p4*2 b3p2*5 c2p9*6 a5r3*3 e1p15*4 b6r14*3"),
            any_move=True,
            done=Fact("dacapo.lesson-forbidden-done"),
        ),
        Step(
            Fact("dacapo.lesson-piles"),
            _two("b3r13*4 e3p12*7 b5p3*2 e5r9*3 d1p16*5 f2p8*4 c6r5*3 a2r2*4"),
            accept=("b3xe3",),
            wrong=Fact("dacapo.lesson-piles-wrong"),
            done=Fact("dacapo.lesson-piles-done"),
        ),
    ),
)

SWITCHING = Lesson(
    Fact("dacapo.lesson-switching"),
    (
        Step(
            Fact("dacapo.lesson-switch"),
            f"{_DEAL} r 16,15/16,15 0,0 0 r",
            accept=("16/d3",),
            wrong=Fact("dacapo.lesson-switch-wrong"),
            done=Fact("dacapo.lesson-switch-done"),
        ),
        Step(
            Fact("dacapo.lesson-beside"),
            f"{_OCTOPUS_AT_D3} r 15/16,15 0,0 0 r",
            accept=tuple(f"15/{square}" for square in ("e1", "e2", "f2", "e4", "f3", "f4", "f5", "b2", "d1")),
            wrong=Fact("dacapo.lesson-beside-wrong"),
            done=Fact("dacapo.lesson-beside-done"),
        ),
    ),
)

COUNTING = Lesson(
    Fact("dacapo.lesson-counting"),
    (
        Step(
            Fact("dacapo.lesson-skip"),
            _two("c3r14*3 e5r16*6 c5p14*4 f2p13*5 b2p6*4 d4r9*3 e1p12*7"),
            accept=("c3xc5",),
            wrong=Fact("dacapo.lesson-skip-wrong"),
            done=Fact("dacapo.lesson-skip-done"),
        ),
        Step(
            Fact("dacapo.lesson-count"),
            _two("c5r14*7 e5r16*6 f2p13*5 b2p6*4 d4r9*3 e1p12*7"),
            accept=("e5xe1",),
            done=Fact("dacapo.lesson-count-done"),
        ),
        Step(
            Fact("dacapo.lesson-sweep"),
            _two("b4r16*14 c2r9*6 e4p15*12"),
            accept=("b4xe4",),
            done=Fact("dacapo.lesson-sweep-done"),
        ),
    ),
)

COMPANY = Lesson(
    Fact("dacapo.lesson-company"),
    (
        Step(
            Fact("dacapo.lesson-partners"),
            f"{_layout('c4r12*8 c2g10*9 e6p13*9 f1y14*10')} r -/-/-/- 0,0,0,0 0 r",
            players=4,
            accept=("c4xc2",),
            done=Fact("dacapo.lesson-partners-done"),
        ),
        Step(
            Fact("dacapo.lesson-solo"),
            f"{_layout('c3r14*15 e3p8*6 a3y12*8 a5g13*7')} r r pgyr",
            players=1,
            accept=("c3xe3",),
            wrong=Fact("dacapo.lesson-solo-wrong"),
            done=Fact("dacapo.lesson-solo-done"),
        ),
    ),
)

LESSONS = (CAPTURING, SWITCHING, COUNTING, COMPANY)
