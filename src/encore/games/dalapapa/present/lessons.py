"""A walk through Dalapapa: discs, groups, the second tile and the end.

The rulebook's pictures are lost. The positions of its two examples and of its six groups are built from Encore's own
tiles so that they earn and count what the rulebook says.
"""

from __future__ import annotations

from encore.core.lesson import Lesson, Step

_DISCS = Lesson(
    "Tiles and discs",
    (
        Step(
            "Every tile has a disc in the middle and six half-discs on its edges. Choose a tile, flip it and "
            "turn it as you like, and lay it beside the others: a place that lights up fits. Look at what it "
            "earns, then confirm.",
            "first 1 0,0 8,12/?,? 111a@0,0e",
            any_move=True,
            done="Two half-discs have become a disc.",
        ),
        Step(
            "A tile must share an edge with another one, and half-discs that meet must have the same colour. Try "
            "a place where they do not: the tile is refused, and you are told why. Then lay a tile that makes "
            "two discs at once.",
            "first 1 0,0 63,69/?,? 4a@0,0e/7a@1,2s",
            accept=("63a@2,0n", "69b@2,0n"),
            wrong="That fits, but it does not make two discs. Look into the corner between the two tiles.",
            done="Each edge that two tiles share is a new disc: two edges, two points.",
        ),
        Step(
            "The first two new discs of a tile are worth a point each, every further one two points. Make three discs.",
            "first 1 0,0 33,101/?,? 19b@-2,1w/71a@-1,1s/105a@0,0e",
            accept=("101a@1,1w",),
            wrong="That makes fewer than three discs. Tile 101 fits into a gap with three edges.",
            done="Three discs: 1 + 1 + 2 = 4 points.",
        ),
    ),
)

_GROUPS = Lesson(
    "Groups",
    (
        Step(
            "Touching discs of one colour are a group once no half-disc of that colour touches them. The middle "
            "of tile 37 touches nothing of its colour, so it is a group of one at once. Lay tile 37.",
            "first 1 0,0 37,66/?,? 54a@0,0e/119b@-1,-1e",
            accept=(
                *("37a@-3,-1e", "37b@-2,-2e", "37a@-2,-1w", "37a@-1,-2w", "37b@-1,-2w", "37b@-1,1e", "37a@0,-2e"),
                *("37b@0,-2e", "37a@0,1w", "37b@0,1w", "37a@1,-2n", "37b@1,-2w", "37b@1,1n", "37b@1,2s", "37b@2,0e"),
                "37b@3,0w",
            ),
            wrong="No group of one came of that. Choose tile 37.",
            done=(
                "A group earns a point for each of its discs, here one. The disc in the middle counts for its group "
                "only."
            ),
        ),
        Step(
            "An example of the rulebook: one tile makes two discs and closes a yellow group of seven. Find it.",
            "first 1 0,0 1,70/?,? 11b@0,1n/24a@0,0e/115a@1,1e",
            accept=("70a@1,2n",),
            wrong="That does not close the yellow group. Marking nearly closed groups may help.",
            done="2 points for the discs and 7 for the group: 9 points.",
        ),
        Step(
            "The other example: one tile makes three discs and closes two groups, a red one of three and a "
            "yellow one of five.",
            "first 1 0,0 1,6/?,? 44a@-1,1w/49b@0,1n/72a@0,0e",
            accept=("6a@-2,0e",),
            wrong="That does not close both groups. Tile 6 can.",
            done="4 points for three discs, 3 and 5 for the groups: 12 points.",
        ),
        Step(
            "Five groups are complete here: mark them to see them. Close the yellow group of six.",
            "first 1 0,0 20,55/?,? 4b@2,2w/49a@0,-1e/63b@-2,-3n/65b@2,1s/69a@-3,-3w/74a@-1,-1w/101a@0,0e/"
            "116b@1,1w/117a@4,1w",
            accept=("20a@-3,-4e",),
            wrong="The yellow group is still open. Look to the south-west.",
            done=(
                "Now there are six groups, as in the rulebook: of 1, 6, 2, 7, 5 and 1 discs. A complete group never "
                "grows again."
            ),
        ),
    ),
)

_TURN = Lesson(
    "A turn and the end",
    (
        Step(
            "After your first tile you may lay the second one too, for 4 points. Here it is worth it: find a "
            "place that earns more than 4.",
            "second 1 9,12 66/?,? 9a@0,0e/15a@-1,1s/42b@3,2n/45a@4,1w/53b@2,0n/71b@-1,2w/97a@3,4e",
            accept=("66a@0,1e",),
            wrong="That earns too little for its price. The list of places has the best one on top.",
            done="Four discs and a group of three are 9 points; less the price, 5 remain.",
        ),
        Step(
            "Here no place of the second tile earns its price. Keep it: stop.",
            "second 1 9,12 111/?,? 17b@-1,0w/20b@3,1s/43a@1,-1e/44a@5,-4w/71a@0,0e/96a@3,-2n/97b@3,-3e",
            accept=("stop",),
            wrong="That loses points. Stop ends the turn.",
            done="Then you draw back to two tiles. Only you see them, unless hands lie open.",
        ),
        Step(
            "Seat 1 has passed the target of 60, but the round is played to its end, and you are the last in it. "
            "Earn at least 5 points and win.",
            "first 2 61,57 ?,?/3,104 2a@2,-1n/5a@4,0w/8b@-5,2s/21b@-2,2s/27a@0,0e/31a@2,2s/67b@-4,1e/95a@0,1w",
            accept=("3a@-3,0e", "3a@0,2w"),
            wrong="That is not enough: seat 1 has 61 points. Tile 3 can close red groups.",
            done=(
                "The most points win, and equal points share the win. The game also ends when nobody can place a tile."
            ),
        ),
    ),
)

LESSONS = (_DISCS, _GROUPS, _TURN)
