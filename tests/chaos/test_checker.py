"""The checker finds what it is for: a history without faults passes, and each way to spoil it is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import msgspec
import pytest

from encore.core.record import format_record
from encore.server.domain import decisions, events
from encore.server.domain.clocks import Timing
from encore.server.domain.events import Chair, Joined, Opened, Said
from encore.server.domain.names import hashed
from encore.server.domain.row import Row
from encore.server.domain.table import Table
from tests.chaos.checker import anomalies
from tests.chaos.history import Answered, Fault, History, Probed, Pushed, Sat, Seen, Sent, Stored, Subscribed

NAMES, START = ("ada", "bo"), 1_000_000
TURN = 1_000
"""Milliseconds of each move in the story."""


class Story:
    """A game of two people with a clock at a table, as it was played, seen and stored."""

    def __init__(self, game: str = "dakapo", moves: int = 12) -> None:
        self.name, self.at = "table", START
        self.history, self.rows, self.table = History(), list[Row](), Table("table")
        holders = [hashed(f"token of {name}") for name in NAMES]
        chairs = (Chair("screen", "ada"), Chair("open"))
        opened = Opened(game, 2, {}, chairs, Timing("live", 60, 1), True, True, holders[0], hashed("invite"))
        self._store(None, (opened,))
        begun = decisions.begin(self.table_with(Joined(1, "bo", holders[1])), "5eed" * 16)
        self._store(None, (Joined(1, "bo", holders[1]), *begun.events))
        for name in NAMES:
            self.history.note(Sat(self.at, name, self.name, f"token of {name}", f"{name}.1"))
        self._show("full")
        self._play(moves)
        for server in range(1, 4):
            for at in range(START, self.at + 5_000, 500):
                self.history.note(Probed(at, f"server{server}"))
        self.history.note(Subscribed(START, "bo"))
        self.history.note(Pushed(START + 2 * TURN, "bo", "turn", self.name))
        self.stored = Stored({self.name: self.rows}, seats=[(self.name, holders[1])])
        self.stored.records = {self.name: format_record(self.table.record())}

    def table_with(self, event: Joined) -> Table:
        """Return the table as it is after an event that is not stored yet."""
        sketch = Table("sketch")
        sketch.apply(Row("sketch", 1, self.at, None, b""), events.decode(self.rows[0].data))
        sketch.apply(Row("sketch", 2, self.at, None, b""), (event,))
        return sketch

    def _store(self, action: str | None, told: tuple[events.AnyEvent, ...]) -> None:
        row = Row(self.name, len(self.rows) + 1, self.at, action, events.encode(told))
        self.rows.append(row)
        self.table.apply(row, told)

    def _play(self, moves: int) -> None:
        rng, table = Random(7), self.table
        for number in range(moves + 1):
            chair = table.to_move
            assert chair is not None
            self.at += TURN
            action, name = f"a{number}", NAMES[chair]
            if number == moves:
                self._act(name, action, "resign", "", decisions.resign(table, chair).events)
                return
            move = table.game.format_move(rng.choice(table.game.legal_moves(table.state)))
            self._act(name, action, "act", move, decisions.play(table, move).events)

    def _act(self, who: str, action: str, kind: str, what: str, told: tuple[events.AnyEvent, ...]) -> None:
        self.history.note(Sent(self.at - 20, who, self.name, action, kind, what))
        self._store(f"sender {action}", told)
        self.history.note(Answered(self.at + 20, who, self.name, action, "", self.table.version, self.at - 20))
        self._show("ev", what if kind == "act" else None)

    def _show(self, kind: str, move: str | None = None) -> None:
        table = self.table
        for chair, name in enumerate(NAMES):
            view = table.view((chair,) if table.game.hidden else (0,))
            message: dict[str, object] = {"t": kind, "v": table.version, "h": table.view_hash(view), "view": view}
            if kind == "full":
                moves = [
                    None if who == -1 and table.game.hidden else m
                    for m, who in zip(table.moves, table.movers, strict=True)
                ]
                message |= {
                    "table": self.name,
                    "you": [chair],
                    "moves": moves,
                    "phase": table.phase,
                    "to_move": table.to_move,
                }
            elif move is not None:
                message["a"] = move
            self.history.note(Seen(self.at + 30, name, chair + 1, json.dumps(message)))

    def found(self) -> list[str]:
        return list(anomalies(self.history, self.stored))


@pytest.mark.parametrize("game", ["dakapo", "dalapapa"])
def test_a_history_without_faults_has_no_anomalies(game: str) -> None:
    assert Story(game).found() == []


def lose(story: Story) -> None:
    story.rows.pop()


def double(story: Story) -> None:
    story.rows.append(story.rows[-1])


def store_twice(story: Story) -> None:
    said = events.encode((Said("ada", "hm", 0),))
    story.rows.append(Row("table", len(story.rows) + 1, story.at, story.rows[-1].action, said))


def swap(story: Story) -> None:
    one, other = story.rows[4], story.rows[5]
    story.rows[4] = msgspec.structs.replace(one, action=other.action)
    story.rows[5] = msgspec.structs.replace(other, action=one.action)


def acknowledge_out_of_order(story: Story) -> None:
    change(story, Answered, lambda entry: entry.action == "a3", at=START + 1)


def change_a_move(story: Story) -> None:
    story.rows[4] = msgspec.structs.replace(story.rows[4], data=story.rows[4].data.replace(b"moved", b"dealt"))


def charge(story: Story) -> None:
    story.rows[5:] = [msgspec.structs.replace(row, at=row.at + 20_000) for row in story.rows[5:]]


def tell_twice(story: Story) -> None:
    story.history.note(Pushed(START + 2 * TURN + 20, "bo", "turn", "table"))


def tell_never(story: Story) -> None:
    story.stored.notices = [("table", "turn", hashed("token of bo"))]


def store_what_was_refused(story: Story) -> None:
    change(story, Answered, lambda entry: entry.action == "a3", code="stale")


def store_what_nobody_sent(story: Story) -> None:
    story.history.entries = [one for one in story.history.entries if not (isinstance(one, Sent) and one.action == "a3")]


def show_another_history(story: Story) -> None:
    change(story, Seen, lambda entry: '"v": 5' in entry.frame, frame='{"t": "ev", "v": 5, "h": "0123456789abcdef"}')


def show_what_is_not_stored(story: Story) -> None:
    story.history.note(Seen(story.at, "ada", 1, '{"t": "ev", "v": 99, "h": "0123456789abcdef"}'))


def show_the_past(story: Story) -> None:
    story.history.note(next(one for one in story.history.of(Seen) if '"v": 4' in one.frame))


def show_the_seed(story: Story) -> None:
    first = story.history.of(Seen)[0]
    change(
        story, Seen, lambda entry: entry is first, frame=first.frame.replace('{"t"', f'{{"seed": "{"5eed" * 16}", "t"')
    )


def show_the_token(story: Story) -> None:
    first = story.history.of(Seen)[0]
    change(story, Seen, lambda entry: entry is first, frame=first.frame.replace('{"t"', '{"for": "token of bo", "t"'))


def deal_otherwise(story: Story) -> None:
    story.stored.records = {"table": story.stored.records["table"].replace("5eed5eed", "5eed0000")}


def give_away_a_seat(story: Story) -> None:
    row = story.rows[1]
    told = events.decode(row.data)
    story.rows[1] = msgspec.structs.replace(row, data=events.encode((*told[:1], *told[:1], *told[1:])))


def pair_twice(story: Story) -> None:
    again = [msgspec.structs.replace(row, table="other") for row in story.rows[:2]]
    story.stored.rows["other"] = again


def lose_a_table(story: Story) -> None:
    story.history.note(Sat(START, "cy", "gone", "token of cy"))


def change(story: Story, kind: type, which: Callable[..., bool], **changes: object) -> None:
    """Change entries of a history; there must be some."""
    before = story.history.entries
    story.history.entries = [
        msgspec.structs.replace(one, **changes) if type(one) is kind and which(one) else one for one in before
    ]
    assert story.history.entries != before


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lose, "is lost"),
        (double, "stands where row"),
        (store_twice, "is stored 2 times"),
        (swap, "says something else"),
        (acknowledge_out_of_order, "was acknowledged"),
        (change_a_move, "says something else"),
        (charge, "was charged"),
        (tell_twice, "got 2 notices"),
        (tell_never, "was never sent"),
        (store_what_was_refused, "was refused (stale) and is row"),
        (store_what_nobody_sent, "which nobody sent"),
        (show_another_history, "of another history"),
        (show_what_is_not_stored, "which is not stored"),
        (show_the_past, "saw version 4 after"),
        (show_the_seed, "was sent the seed"),
        (show_the_token, "was sent the secret of a seat"),
        (deal_otherwise, "its record does not hold"),
        (give_away_a_seat, "which is taken"),
        (pair_twice, "has 2 seats"),
        (lose_a_table, "and it is lost"),
    ],
    ids=lambda one: one.__name__.replace("_", "-") if callable(one) else "",
)
def test_what_is_spoiled_is_found(spoil: Callable[[Story], None], says: str) -> None:
    story = Story()
    spoil(story)
    assert any(says in line for line in story.found()), story.found()


def test_hidden_hands_of_others_are_found() -> None:
    """The view of another seat has another hash, and says more than the receiver may know."""
    story = Story("dalapapa")
    theirs = dict[tuple[int, int], dict[str, str]]()
    for one in story.history.of(Seen):
        message = json.loads(one.frame)
        theirs.setdefault((message["v"], one.connection), message)
    mine, other = theirs[3, 1], theirs[3, 2]
    mine["view"] = other["view"]
    change(story, Seen, lambda one: one.connection == 1 and '"v": 3,' in one.frame, frame=json.dumps(mine))
    assert any("a view that is not theirs" in line for line in story.found())


def test_an_unanswered_action_may_be_stored_or_not_but_not_twice() -> None:
    story = Story()
    story.history.entries = [
        one for one in story.history.entries if getattr(one, "action", "") != "a12" or isinstance(one, Sent)
    ]
    assert story.found() == []
    story.rows.pop()
    story.history.entries = [
        one for one in story.history.entries if not (isinstance(one, Seen) and '"v": 15' in one.frame)
    ]
    assert story.found() == []


def test_a_notice_may_come_again_only_around_a_fault() -> None:
    story = Story()
    tell_twice(story)
    story.history.note(Fault(START, "server killed", "server1", START + TURN))
    assert story.found() == []


def test_time_in_which_all_servers_were_away_is_not_the_players() -> None:
    """While one serves, a player can go on there; an outage of all must be given back."""
    story = Story()
    charge(story)
    away = range(START + 3_000, START + 60_000)
    story.history.entries = [
        one
        for one in story.history.entries
        if not (isinstance(one, Probed) and one.server == "server1" and one.at in away)
    ]
    story.history.note(Probed(START + 60_000, "server1"))
    assert not any("was charged" in line for line in story.found())
    story.history.entries = [one for one in story.history.entries if not (isinstance(one, Probed) and one.at in away)]
    for server in (2, 3):
        story.history.note(Probed(START + 60_000, f"server{server}"))
    assert any("was charged" in line for line in story.found())
