"""A study: what the records of a game add up to, record by record, however many they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from warnings import warn

from encore.arena.common_figures import CommonFigures
from encore.bots.bot import MODEL, bot_names
from encore.core.figures import Figures, Turn
from encore.core.game import AnyGame
from encore.core.record import Record
from encore.core.registry import package_of
from encore.core.replay import check_tags, game_of, replay

OTHERS = "others"
"""Stands for everybody in a record who is no bot: there may be any number of them."""


class Study:
    """Folds the records of one game; ``groups`` are apart by players and options, and by who played.

    A game that people ended, or that is not over, tells nothing about lengths and wins; such games are only counted.
    """

    def __init__(self, kind: type[AnyGame]) -> None:
        self.kind = kind
        self.groups: dict[tuple[AnyGame, str], Group] = {}
        self.unfinished = 0

    def add(self, record: Record, materials: Mapping[str, object] | None = None) -> None:
        """Count a record, or raise RecordError and count nothing."""
        if record.tags["Game"] != self.kind.name:
            raise record.tag_error("Game", f"this is a game of {record.tags['Game']}, not of {self.kind.name}")
        game = game_of(record, materials)
        turns = list(_turns(record, game))
        last = turns[-1].after if turns else game.initial()
        check_tags(record, game, last)
        if game.outcome(last) is None:
            self.unfinished += 1
            return
        key = game, line_up(record, game.players)
        self.groups.setdefault(key, Group(*key)).add(turns, record.tags.get("Seed", ""))

    def merge(self, other: Study) -> None:
        """Take in the study of the records that followed."""
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
        """Return each setting of the game that came up, with its groups, the weaker bots first."""
        found: dict[AnyGame, list[Group]] = {}
        for group in sorted(self.groups.values(), key=_order):
            found.setdefault(group.game, []).append(group)
        return list(found.items())


def line_up(record: Record, players: int) -> str:
    """Return who played, whoever sat where: ``bot:easy``, or ``bot:easy, bot:hard``."""
    names = {record.tags.get(f"Seat{seat}", "") for seat in range(1, players + 1)}
    return ", ".join(sorted({name if _is_bot(name) else OTHERS for name in names}, key=_rank))


def _is_bot(name: str) -> bool:
    return name.startswith(MODEL) or name.partition("@")[0] in bot_names()


def _rank(name: str) -> tuple[int, str]:
    """Return a key that sorts bots as they are listed, which is by their strength."""
    kind = name.partition("@")[0]
    return bot_names().index(kind) if kind in bot_names() else len(bot_names()), name


def _order(group: Group) -> tuple[object, ...]:
    game = group.game
    bots = [_rank(name) for name in group.who.split(", ")]
    return game.rules_version, game.players, sorted(map(str, game.changed_options.items())), bots


def _turns(record: Record, game: AnyGame) -> Iterator[Turn]:
    before = game.initial()
    for ply in replay(record, game):
        yield Turn(ply.seat, before, game.legal_moves(before), ply.move, ply.state)
        before = ply.state


@dataclass
class Group:
    """The games of one setting between the same bots: figures that every game has, and those of this game's own."""

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
        """Count a game that the rules ended."""
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
        """Take in the games of the same bots that followed."""
        self.games += other.games
        self.common.merge(other.common)
        if self.own is not None and other.own is not None:
            self.own.merge(other.own)
