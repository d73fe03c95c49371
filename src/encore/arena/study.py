"""Statistics of the records of a game, added record by record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from warnings import warn

from encore.arena.common_figures import CommonFigures
from encore.bots.bot import MODEL, SEARCH, bot_names
from encore.core.figures import Figures, Turn
from encore.core.game import AnyGame
from encore.core.record import Record
from encore.core.registry import package_of
from encore.core.replay import check_tags, game_of, replay, start_of

OTHERS = "others"
"""The name for all players in records who are not bots."""


class Study:
    """Statistics of the records of one game; ``groups`` are separated by number of players, options and line-up.

    Games that the players ended, or that are not over, are only counted.
    """

    def __init__(self, kind: type[AnyGame]) -> None:
        self.kind = kind
        self.groups: dict[tuple[AnyGame, str], Group] = {}
        self.unfinished = 0

    def add(self, record: Record, materials: Mapping[str, object] | None = None) -> None:
        """Add a record, or raise RecordError and add nothing."""
        if record.tags["Game"] != self.kind.name:
            raise record.tag_error("Game", f"this is a game of {record.tags['Game']}, not of {self.kind.name}")
        game = game_of(record, materials)
        turns = list(_turns(record, game))
        last = turns[-1].after if turns else start_of(record, game)
        check_tags(record, game, last)
        if game.outcome(last) is None:
            self.unfinished += 1
            return
        key = game, line_up(record, game.players)
        self.groups.setdefault(key, Group(*key)).add(turns, record.tags.get("Seed", ""))

    def merge(self, other: Study) -> None:
        """Add the study of the records that followed."""
        self.unfinished += other.unfinished
        for key, group in other.groups.items():
            self.groups.setdefault(key, Group(*key)).merge(group)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Study) and vars(self) == vars(other)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(group.games for group in self.groups.values())

    def settings(self) -> list[tuple[AnyGame, list[Group]]]:
        """Return each setting of the game with its groups, weaker bots first."""
        found: dict[AnyGame, list[Group]] = {}
        for group in sorted(self.groups.values(), key=_order):
            found.setdefault(group.game, []).append(group)
        return list(found.items())


def line_up(record: Record, players: int) -> str:
    """Return who played, regardless of seats: ``bot:easy``, or ``bot:easy, bot:hard``."""
    names = {record.tags.get(f"Seat{seat}", "") for seat in range(1, players + 1)}
    return ", ".join(sorted({name if _is_bot(name) else OTHERS for name in names}, key=_rank))


def _is_bot(name: str) -> bool:
    return name.startswith((MODEL, SEARCH)) or name.partition("@")[0] in bot_names()


def _rank(name: str) -> tuple[int, str]:
    """Return a key that sorts bots by strength, as they are listed."""
    kind = name.partition("@")[0]
    return bot_names().index(kind) if kind in bot_names() else len(bot_names()), name


def _order(group: Group) -> tuple[object, ...]:
    game = group.game
    bots = [_rank(name) for name in group.who.split(", ")]
    return game.rules_version, game.players, sorted(map(str, game.changed_options.items())), bots


def _turns(record: Record, game: AnyGame) -> Iterator[Turn]:
    before = start_of(record, game)
    for ply in replay(record, game):
        yield Turn(ply.seat, before, game.legal_moves(before), ply.move, ply.state)
        before = ply.state


@dataclass
class Group:
    """The games of one setting between the same bots: the common statistics, and those of the game itself."""

    game: AnyGame
    who: str
    games: int = 0
    common: CommonFigures = field(init=False)
    own: Figures | None = field(init=False)

    def __post_init__(self) -> None:
        self.common = CommonFigures(self.game)
        figures = package_of(type(self.game)).figures.load()
        self.own = figures(self.game) if figures else None

    def add(self, turns: Sequence[Turn], deal: str) -> None:
        """Add a game that ended by the rules."""
        self.games += 1
        self.common.add(self.game, turns, deal)
        if self.own is not None:
            self.own.add(self.game, turns)

    @property
    def outline(self) -> CommonFigures:
        """The old name of ``common``."""
        warn("Group.outline is now Group.common", DeprecationWarning, stacklevel=2)
        return self.common

    def merge(self, other: Group) -> None:
        """Add the games of the same bots that followed."""
        self.games += other.games
        self.common.merge(other.common)
        if self.own is not None and other.own is not None:
            self.own.merge(other.own)
