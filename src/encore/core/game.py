"""The interface of every game: whose turn it is, which moves are legal, and what they lead to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from encore.core.errors import OptionError, UnknownOption, quoted
from encore.core.fact import Fact, fact_of
from encore.core.options import Material, Option, Piece, digest, whole

DEALER = -1
"""The seat number of the dealer (chance): deals and draws are moves of the dealer."""

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, init=False, slots=True)
class Outcome:
    """How a game ended. ``winners`` are seats; empty for a tie or a lost solo. ``fact`` says why the game ended."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    fact: Fact

    __match_args__ = ("winners", "scores", "reason")

    def __init__(
        self,
        winners: tuple[int, ...],
        scores: tuple[int, ...],
        reason: str | Fact | None = None,
        *,
        fact: Fact | None = None,
    ) -> None:
        """Take the reason as a fact or as English text; ``dataclasses.replace`` also gives the old ``fact``."""
        said = fact if reason is None else reason
        if said is None:
            raise TypeError("Outcome needs a reason")
        object.__setattr__(self, "winners", winners)
        object.__setattr__(self, "scores", scores)
        object.__setattr__(self, "fact", fact_of(said))

    @property
    def reason(self) -> str:
        """Why the game ended, in English."""
        return str(self.fact)

    def __repr__(self) -> str:
        return f"Outcome(winners={self.winners}, scores={self.scores}, reason={self.reason!r})"


class Moves(tuple[M, ...]):
    """Legal moves in a fixed order. The first ``in`` builds a set; later ones are look-ups."""

    @cached_property
    def _set(self) -> frozenset[M]:
        return frozenset(self)

    def __contains__(self, move: object) -> bool:
        return move in self._set


class Game(ABC, Generic[S, M]):
    """A game with its number of players and its options. It holds no position.

    States and moves are immutable, hashable, picklable values. ``play`` is pure, so a game can be shared
    between threads and a state can be kept for as long as it is needed. A subclass declares the class variables
    and the abstract methods. A game with hidden information also declares ``hidden``, ``view`` and ``sample``.
    """

    name: ClassVar[str]
    """The name in commands, records and ``load``."""
    title: ClassVar[str]
    """The name that people read."""
    summary: ClassVar[str]
    """A short description."""
    player_counts: ClassVar[tuple[int, ...]]
    """The supported numbers of players."""
    default_players: ClassVar[int] = 2
    """The default number of players."""
    rules_version: ClassVar[int] = 1
    """The version of the rules, written in every record. It is increased when a rule changes."""
    draws: ClassVar[bool] = False
    """Whether a game can end in a draw, so that players can agree on one."""
    declared: ClassVar[Mapping[str, Option]] = {}
    """The options by name."""
    box: ClassVar[Mapping[str, Material]] = {}
    """Materials that the user can replace with a file, by name."""

    players: int
    """The number of players."""
    options: Mapping[str, str | int]
    """The value of every option."""
    materials: Mapping[str, Piece]
    """The materials of this game, by name."""

    def __init__(self, players: int | None = None, /, **settings: object) -> None:
        self.players = self._read_players(players)
        declared = self.options_for(self.players)
        for name in settings:
            if name not in declared and name not in self.box:
                raise self.unknown_option(name, self.players)
        self.options = {
            name: option.read(name, settings.get(name, option.default)) for name, option in declared.items()
        }
        self.materials = {
            name: kind.read(name, settings[name]) if name in settings else kind.standard()
            for name, kind in self.box.items()
        }

    def _read_players(self, players: int | None) -> int:
        if players is None:
            return self.default_players
        count = whole(players)
        if count is None or count not in self.player_counts:
            raise OptionError(players_fact(type(self), str(players)))
        return count

    @classmethod
    def unknown_option(cls, name: str, players: int) -> UnknownOption:
        """Return the error for an option that the game does not have with this number of players."""
        known, wrong = ", ".join(sorted(cls.options_for(players))), quoted(name)
        if not known:
            return UnknownOption(Fact("core.no-options", game=cls.name, players=players, name=wrong))
        return UnknownOption(Fact("core.unknown-option", game=cls.name, players=players, name=wrong, known=known))

    @classmethod
    def options_for(cls, players: int) -> Mapping[str, Option]:
        """Return the options for a number of players."""
        return cls.declared

    @property
    def changed_options(self) -> dict[str, str | int]:
        """The options that differ from their defaults, sorted by name."""
        declared = self.options_for(self.players)
        return {k: v for k, v in sorted(self.options.items()) if v != declared[k].default}

    @property
    def changed_materials(self) -> dict[str, str]:
        """The digests of the materials that are not the standard ones."""
        return {k: digest(v) for k, v in self.materials.items() if v.text != self.box[k].standard().text}

    @property
    def hidden(self) -> bool:
        """Whether a seat can have information that another one does not have."""
        return False

    @abstractmethod
    def initial(self) -> S:
        """Return the state before the first move."""

    @abstractmethod
    def to_move(self, s: S) -> int | None:
        """Return the seat to move (from 0), ``DEALER``, or None when the game is over."""

    def deal(self, s: S, rng: Random) -> M:
        """Return a random move of the dealer, who must be to move. Nothing else uses ``rng``."""
        raise OptionError(Fact("core.no-dealer", game=self.name))

    @abstractmethod
    def legal_moves(self, s: S) -> Moves[M]:
        """Return every legal move of the seat to move; none for the dealer or when the game is over."""

    @abstractmethod
    def play(self, s: S, move: M) -> S:
        """Return the state after ``move``, or raise IllegalMove with the rule it breaks. ``s`` does not change."""

    @abstractmethod
    def outcome(self, s: S) -> Outcome | None:
        """Return how the game ended, or None while it is not over."""

    def scores(self, s: S) -> tuple[int, ...]:
        """Return the points of each seat so far; empty for a game that keeps no score."""
        return ()

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the seats that win and lose with a seat, itself included."""
        return (seat,)

    def view(self, s: S, seat: int | None) -> S:
        """Return what ``seat`` can see (None: a spectator): the state without the hidden information."""
        return s

    def sample(self, view: S, rng: Random) -> S:
        """Return a random full state that is consistent with ``view``."""
        return view

    @abstractmethod
    def format_move(self, move: M) -> str:
        """Write a move in the game's notation."""

    @abstractmethod
    def parse_move(self, s: S, text: str) -> M:
        """Read a move, or raise NotationError. ``play`` decides whether the move is legal."""

    @abstractmethod
    def format_state(self, s: S) -> str:
        """Write a state on one line; ``parse_state`` reads it back."""

    @abstractmethod
    def parse_state(self, text: str) -> S:
        """Read a state, or raise NotationError."""

    def _key(self) -> tuple[object, ...]:
        return type(self), self.players, tuple(self.changed_options.items()), tuple(self.materials.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        from encore.core.registry import games

        older = games().get(self.name, type(self)) is not type(self)
        rules = f", rules={self.rules_version}" if older else ""
        options = "".join(f", {k}={v!r}" for k, v in self.changed_options.items())
        return f"encore.load({self.name!r}, players={self.players}{rules}{options})"


def shares(winners: Sequence[int], players: int) -> list[Fraction]:
    """Return each seat's share of the win for the winning seats (from 0); a lost solo wins nothing."""
    if not winners:
        return [Fraction(players > 1, players)] * players
    return [Fraction(seat in winners, len(winners)) for seat in range(players)]


def players_fact(game: type[AnyGame], players: str) -> Fact:
    """Return what is wrong with a number of players."""
    counts = ", ".join(map(str, game.player_counts))
    return Fact("core.wrong-players", game=game.name, counts=counts, players=quoted(players))


AnyGame = Game[Any, Any]
"""A game of any states and moves."""
