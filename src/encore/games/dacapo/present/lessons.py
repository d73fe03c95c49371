"""A walk through the rules of Da Capo: seas in which the reader makes the captures and the switches."""

from __future__ import annotations

from encore.core.lesson import Lesson, Step
from encore.games.dacapo.tables import SQUARES

_DEAL = ".p10r1p15p6./p1r11r15r2p7r7/p14p16r5p4r12r13/p11r14p5r3p8r4/p2r9p13p3r10r16/.p12p9r6r8."
_OCTOPUS_AT_D3 = _DEAL.replace("r3", "r16", 1).replace("r10r16/", "r10r3/")


def _sea(piles: str) -> str:
    """Return the layout of piles such as ``c3r12*2 c5p9``."""
    there = {pile[:2]: pile[2:] for pile in piles.split()}
    written = [there.get(square, ".") for square in SQUARES]
    return "/".join("".join(written[row : row + 6]) for row in range(0, 36, 6))


def _two(piles: str, turn: str = "r") -> str:
    return f"{_sea(piles)} {turn} -/- 0,0 0 r"


CATCHING = Lesson(
    "Catching",
    (
        Step(
            "Red and purple fish fill the sea, and red is yours. Fish catch each other until nobody can any more; "
            "whoever then has the most fish in their piles has won the round. The 16 is the Octopus, the 15 the Shark.",
            f"{_DEAL} r 16,15/16,15 0,0 0 r",
        ),
        Step(
            "A fish swims straight ahead, up, down, left or right, over empty water, onto the first fish in its way. "
            "Choose the red 12 on c3, then the purple 9 on c5.",
            _two("c3r12*2 c5p9*3 e3p14*2 e5r6*3 b2p3*4 e2r15*5 d1p11*6 b5r2*3 f4p7*4"),
            accept=("c3xc5",),
            wrong="That is a capture too. But look at c3 and c5.",
            done="Caught! The purple pile now lies under your 12 and is yours.",
        ),
        Step(
            "A fish catches what is lower, and also what is equal. Find the one capture that red has.",
            _two("d4r11*3 d2p11*4 b4p13*5 f4r5*4 b1p16*6 c6r8*4 e2r3*3 e6p10*3"),
            accept=("d4xd2",),
            done="11 catches 11: of two equal fish, the one that moves first wins.",
        ),
        Step(
            "Now try what is forbidden with the red 10 on c4: the higher 13 on c6, the 4 on f4 behind another fish, "
            "the 2 on b3 across the corner. You are told why not. Then make any capture that is allowed.",
            _two("c4r10*2 c6p13*3 e4r7*4 f4p4*2 b3p2*5 c2p9*6 a5r3*3 e1p15*4 b6r14*3"),
            any_move=True,
            done="That one is allowed.",
        ),
        Step(
            "The pile under a fish goes along when it catches, and only the top fish counts. "
            "With the pile on b3, take the most fish you can.",
            _two("b3r13*4 e3p12*7 b5p3*2 e5r9*3 d1p16*5 f2p8*4 c6r5*3 a2r2*4"),
            accept=("b3xe3",),
            wrong="That brings two fish. Another pile brings more.",
            done="Eleven fish now swim under your 13. Take care that nothing higher reaches it!",
        ),
    ),
)

SWITCHING = Lesson(
    "Octopus and Shark",
    (
        Step(
            "Before your first capture of a round you may switch your Octopus and your Shark, each once, with another "
            "fish of yours. On f2 the Octopus can catch nothing. Drag it to d3, or use the button.",
            f"{_DEAL} r 16,15/16,15 0,0 0 r",
            accept=("16/d3",),
            wrong="That is allowed. But look for d3, where four fish are within reach of the Octopus.",
            done="On d3 it can catch in all four directions. A switch is not a turn: you go on.",
        ),
        Step(
            "Neither may come to stand right beside an opponent's Octopus or Shark; diagonally is fine. "
            "Try the Shark on c4, beside the purple Octopus, and then put it where it may stand.",
            f"{_OCTOPUS_AT_D3} r 15/16,15 0,0 0 r",
            accept=tuple(f"15/{square}" for square in ("e1", "e2", "f2", "e4", "f3", "f4", "f5", "b2", "d1")),
            wrong="That is a capture, and with it your right to switch is gone.",
            done="Well placed. With the first capture the right to switch ends.",
        ),
    ),
)

COUNTING = Lesson(
    "The end of a round",
    (
        Step(
            "Whoever can capture must, and whoever cannot is passed over. "
            "Find the capture after which purple can do nothing, and you can catch once more.",
            _two("c3r14*3 e5r16*6 c5p14*4 f2p13*5 b2p6*4 d4r9*3 e1p12*7"),
            accept=("c3xc5",),
            wrong="After that you do not catch once more. Which purple fish could catch one of yours?",
            done="Purple has no capture left, so it is your turn again.",
        ),
        Step(
            "Catch the last fish within reach. When nobody can capture any more, the round ends, "
            "and every fish in piles that show your colour is a point.",
            _two("c5r14*7 e5r16*6 f2p13*5 b2p6*4 d4r9*3 e1p12*7"),
            accept=("e5xe1",),
            done="23 fish for red, 9 for purple. Rounds are played until somebody has 60 points.",
        ),
        Step(
            "With two or three players there is a shorter way to win: capture every opposing fish in one round.",
            _two("b4r16*14 c2r9*6 e4p15*12"),
            accept=("b4xe4",),
            done="Only red is left. That wins the game at once, whatever the points.",
        ),
    ),
)

COMPANY = Lesson(
    "Partners, or alone",
    (
        Step(
            "With four, red and green play against purple and yellow, and partners may be caught too. "
            "Red has one capture only, and so it must be made.",
            f"{_sea('c4r12*8 c2g10*9 e6p13*9 f1y14*10')} r -/-/-/- 0,0,0,0 0 r",
            players=4,
            accept=("c4xc2",),
            done="The fish stay in the team: red and green count together.",
        ),
        Step(
            "Alone you move for all four colours in turn, and in the end only your own may show. "
            "Here yours is red. Catch on a3 or on e3? Green moves next, and must catch if it can.",
            f"{_sea('c3r14*15 e3p8*6 a3y12*8 a5g13*7')} r r pgyr",
            players=1,
            accept=("c3xe3",),
            wrong="Then red can never catch both piles that are left. Think of what green will have to do.",
            done="Now green must catch yellow on a3, where red catches everything.",
        ),
    ),
)

LESSONS = (CATCHING, SWITCHING, COUNTING, COMPANY)
