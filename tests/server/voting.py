"""Games of three or four people, some of whom leave, for their tests."""

from __future__ import annotations

from encore.server.domain import decisions, votes
from encore.server.domain.clocks import Timing
from encore.server.domain.events import Chair
from tests.server.played import NO_CLOCK, Played

EVERYBODY = (0, 1, 2, 3)
PEOPLE = ("ada", "bo", "cy", "di")


def people(count: int = 3, game: str = "dacapo", timing: Timing = NO_CLOCK, bots: tuple[str, ...] = ()) -> Played:
    """Return a table at which some people play, each at their own device, and some bots."""
    chairs = Chair("screen", "ada"), *(Chair("open"),) * (count - 1), *(Chair("bot", bot=bot) for bot in bots)
    played = Played(game, *chairs, timing=timing)
    for name in PEOPLE[1:count]:
        played.do(decisions.sit(played.table, name, name, None))
    return played


def left(*gone: int, count: int = 3, game: str = "dacapo", timing: Timing = NO_CLOCK) -> Played:
    """Return such a table after some have resigned, and after all others have chosen a bot each time."""
    played = people(count, game, timing)
    for chair in gone:
        played.do(decisions.resign(played.table, chair))
        played.do(votes.vote(played.table, votes.voters(played.table), "bot", EVERYBODY))
    return played


def voted(played: Played, chair: int, choice: str, expected: tuple[int, ...] = EVERYBODY) -> None:
    assert choice in ("bot", "end")
    played.do(votes.vote(played.table, [chair], "bot" if choice == "bot" else "end", expected))


def play_out(played: Played) -> None:
    """Play the first legal moves until the game is over."""
    while played.table.phase == "playing":
        played.do(decisions.play(played.table, played.first_move()))
