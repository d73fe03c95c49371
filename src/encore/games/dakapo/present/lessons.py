"""A walk through Dakapo: positions in which the reader places the stones, the example of the rulebook among them."""

from __future__ import annotations

from encore.core.lesson import Lesson, Step
from encore.games.dakapo.present.prospect import Prospect, each_placement
from encore.games.dakapo.rules import Dakapo


def _safe(position: str) -> tuple[str, ...]:
    """Return the placements after which the opponent cannot complete a square."""
    game = Dakapo()
    cells = Prospect.of(game.parse_state(position)).safe
    return tuple(game.format_move(move) for move in each_placement(cells))


_ASLEEP = "8/8/2rb4/3ry3/2rgb3/8/8/8 r"

_PLACING = Lesson(
    "Placing stones",
    (
        Step(
            "Two players share four colours; nobody owns one. A stone goes on an empty cell beside another stone: "
            "above, below, left or right of it. Such cells are lit. Choose one, then a colour.",
            "8/8/8/3ry3/3gb3/8/8/8 -",
            any_move=True,
            done="That is a whole turn: one stone. Then it is the opponent's turn.",
        ),
        Step(
            "The opponent has just placed green on d6, so green is forbidden to you, for this one turn. "
            "Try it on f5 and see, or place another colour.",
            "8/8/3g4/3ry3/3gb3/8/8/8 g",
            any_move=True,
            done="Good. Now your colour is the one that the opponent may not place.",
        ),
        Step(
            "A stone never touches its own colour along a side. Beside c4 lie yellow, green and red. "
            "Place the one colour that still fits there.",
            "8/8/8/2yry3/3gb3/2rb4/8/8 r",
            accept=("c4b",),
            wrong="That stone is allowed, but the question was which colour fits on c4.",
            done="Right: only blue. Corner to corner, equal colours may meet.",
        ),
    ),
)

_SQUARES = Lesson(
    "Squares win",
    (
        Step(
            "You win with the fourth corner of a square in one colour, whoever placed the other three. "
            "Three red stones are waiting for theirs.",
            "8/8/8/2bry3/3gb3/3rgr2/8/8 b",
            accept=("f5r",),
            wrong="A stone like any other. Look for the cell that makes a square with d3, d5 and f3.",
            done="Four red corners: d3, d5, f5 and f3. The game is won.",
        ),
        Step(
            "A square may stand on its tip or lean to a side, small or large. Find the one that is open to you here.",
            "8/8/3yby2/3ryg2/3gb3/8/8/8 g",
            accept=("e7y",),
            wrong="Not this one. Three yellow stones are already corners of a small square on its tip.",
            done="Yes: d6, e7, f6 and e5 are a square on its tip.",
        ),
    ),
)

_EXAMPLE = Lesson(
    "The example of the rulebook",
    (
        Step(
            "You are Tom. No stone may go on f3 yet, since it touches none; on f4, red and blue are ruled out. "
            "Place green on e6 and look at f3 again.",
            "8/8/8/3ryrg1/3gb3/3y4/8/8 y",
            accept=("e6g",),
            wrong="Tom chose another one: green on e6.",
            done="d4, e6 and g5 are three corners of a leaning square. The fourth, f3, touches no stone: it is asleep.",
        ),
        Step(
            "Now you are Susan. Green is forbidden to you, and red and blue do not fit on f4. She placed yellow there.",
            "8/8/4g3/3ryrg1/3gb3/3y4/8/8 g",
            accept=("f4y",),
            wrong="That may well be better. But Susan placed yellow on f4.",
            done="A mistake: f3 touches a stone now, and Tom may place green.",
        ),
        Step(
            "Tom again. Yellow is forbidden, green is not. Win.",
            "8/8/4g3/3ryrg1/3gby2/3y4/8/8 y",
            accept=("f3g",),
            wrong="Green on the fourth corner of d4, e6 and g5 wins.",
            done="d4, e6, g5 and f3: a leaning square.",
        ),
    ),
)

_THREATS = Lesson(
    "Threats",
    (
        Step(
            "The opponent has just placed red and needs only f5 for a square. Red is forbidden to you now, "
            "so you cannot take it. Stop it.",
            "8/8/8/3ry3/3gb3/3rgr2/8/8 r",
            accept=("f5g", "f5b"),
            wrong="The opponent now completes the square on f5. Fill that cell with another colour.",
            done="Filled with another colour, the corner is lost to red for good.",
        ),
        Step(
            "Now the other way round: one stone that prepares two squares of its colour. The opponent can fill "
            "only one of the two cells.",
            "8/8/3yg3/3ryr2/3gby2/8/8/8 g",
            accept=("f6y",),
            wrong="That does not threaten twice. Look at the yellow stones on d6, e5 and f4.",
            done="e7 and g5 both complete a yellow square now, and yellow is forbidden to the opponent.",
        ),
        Step(
            "Red on b5 would complete a square, but b5 touches no stone: it is asleep. A stone beside it would wake "
            "it for the opponent. Place one that does not.",
            _ASLEEP,
            accept=_safe(_ASLEEP),
            wrong="That stone touches b5, and the opponent completes the red square there.",
            done="Safe. Whoever runs out of such stones must open a square for the other.",
        ),
    ),
)

_END = Lesson(
    "How it ends",
    (
        Step(
            "One cell is left, and one colour fits. A full board is a tie, and who cannot place a stone loses, "
            "but a square comes before both. Place the last stone.",
            "yr1rbgyr/rbgygrbg/ygrbryry/rybrygbr/gbygbryg/brbygbgy/ygyrbgrb/gygbgybr r",
            accept=("c8b",),
            done="The sixty-fourth stone completes a blue square and wins.",
        ),
        Step(
            "A game can also be agreed in which squares must be called. Complete a square here and call it with the "
            "same move: switch on the call, then place the stone.",
            "8/8/8/2bry3/3gb3/3rgr2/8/8 b",
            options={"call": "spoken"},
            accept=("f5r!",),
            wrong="No square was called with this stone. One that is not called when it is made never counts.",
            done="Called and complete: won. A call without a square would have had no effect.",
        ),
        Step(
            "After the game the loser may say “Dakapo!” and gets a rematch. Whoever moved second before begins.",
            "8/8/4g3/3ryrg1/3gby2/3y1g2/8/8 g",
        ),
    ),
)

LESSONS = (_PLACING, _SQUARES, _EXAMPLE, _THREATS, _END)
