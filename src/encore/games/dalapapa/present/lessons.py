"""The tutorial of Dalapapa: discs, groups, the second tile and the end.

The pictures of the rulebook are missing. The positions of its two examples and of its six groups are built with
Encore's own tiles so that they have the points and groups that the rulebook names.
"""

from __future__ import annotations

from encore.core.fact import Fact
from encore.core.lesson import Lesson, Step

_DISCS = Lesson(
    Fact("dalapapa.lesson-discs"),
    (
        Step(
            Fact("dalapapa.lesson-discs-lay"),
            "first 1 0,0 8,12/?,? 111a@0,0e",
            any_move=True,
            done=Fact("dalapapa.lesson-discs-lay-done"),
        ),
        Step(
            Fact("dalapapa.lesson-discs-two"),
            "first 1 0,0 63,69/?,? 4a@0,0e/7a@1,2s",
            accept=("63a@2,0n", "69b@2,0n"),
            wrong=Fact("dalapapa.lesson-discs-two-wrong"),
            done=Fact("dalapapa.lesson-discs-two-done"),
        ),
        Step(
            Fact("dalapapa.lesson-discs-three"),
            "first 1 0,0 33,101/?,? 19b@-2,1w/71a@-1,1s/105a@0,0e",
            accept=("101a@1,1w",),
            wrong=Fact("dalapapa.lesson-discs-three-wrong"),
            done=Fact("dalapapa.lesson-discs-three-done"),
        ),
    ),
)

_GROUPS = Lesson(
    Fact("dalapapa.lesson-groups"),
    (
        Step(
            Fact("dalapapa.lesson-groups-one"),
            "first 1 0,0 37,66/?,? 54a@0,0e/119b@-1,-1e",
            accept=(
                *("37a@-3,-1e", "37b@-2,-2e", "37a@-2,-1w", "37a@-1,-2w", "37b@-1,-2w", "37b@-1,1e", "37a@0,-2e"),
                *("37b@0,-2e", "37a@0,1w", "37b@0,1w", "37a@1,-2n", "37b@1,-2w", "37b@1,1n", "37b@1,2s", "37b@2,0e"),
                "37b@3,0w",
            ),
            wrong=Fact("dalapapa.lesson-groups-one-wrong"),
            done=Fact("dalapapa.lesson-groups-one-done"),
        ),
        Step(
            Fact("dalapapa.lesson-groups-nine"),
            "first 1 0,0 1,70/?,? 11b@0,1n/24a@0,0e/115a@1,1e",
            accept=("70a@1,2n",),
            wrong=Fact("dalapapa.lesson-groups-nine-wrong"),
            done=Fact("dalapapa.lesson-groups-nine-done"),
        ),
        Step(
            Fact("dalapapa.lesson-groups-twelve"),
            "first 1 0,0 1,6/?,? 44a@-1,1w/49b@0,1n/72a@0,0e",
            accept=("6a@-2,0e",),
            wrong=Fact("dalapapa.lesson-groups-twelve-wrong"),
            done=Fact("dalapapa.lesson-groups-twelve-done"),
        ),
        Step(
            Fact("dalapapa.lesson-groups-six"),
            "first 1 0,0 20,55/?,? 4b@2,2w/49a@0,-1e/63b@-2,-3n/65b@2,1s/69a@-3,-3w/74a@-1,-1w/101a@0,0e/"
            "116b@1,1w/117a@4,1w",
            accept=("20a@-3,-4e",),
            wrong=Fact("dalapapa.lesson-groups-six-wrong"),
            done=Fact("dalapapa.lesson-groups-six-done"),
        ),
    ),
)

_TURN = Lesson(
    Fact("dalapapa.lesson-turn"),
    (
        Step(
            Fact("dalapapa.lesson-turn-second"),
            "second 1 9,12 66/?,? 9a@0,0e/15a@-1,1s/42b@3,2n/45a@4,1w/53b@2,0n/71b@-1,2w/97a@3,4e",
            accept=("66a@0,1e",),
            wrong=Fact("dalapapa.lesson-turn-second-wrong"),
            done=Fact("dalapapa.lesson-turn-second-done"),
        ),
        Step(
            Fact("dalapapa.lesson-turn-stop"),
            "second 1 9,12 111/?,? 17b@-1,0w/20b@3,1s/43a@1,-1e/44a@5,-4w/71a@0,0e/96a@3,-2n/97b@3,-3e",
            accept=("stop",),
            wrong=Fact("dalapapa.lesson-turn-stop-wrong"),
            done=Fact("dalapapa.lesson-turn-stop-done"),
        ),
        Step(
            Fact("dalapapa.lesson-turn-last"),
            "first 2 61,57 ?,?/3,104 2a@2,-1n/5a@4,0w/8b@-5,2s/21b@-2,2s/27a@0,0e/31a@2,2s/67b@-4,1e/95a@0,1w",
            accept=("3a@-3,0e", "3a@0,2w"),
            wrong=Fact("dalapapa.lesson-turn-last-wrong"),
            done=Fact("dalapapa.lesson-turn-last-done"),
        ),
    ),
)

LESSONS = (_DISCS, _GROUPS, _TURN)
