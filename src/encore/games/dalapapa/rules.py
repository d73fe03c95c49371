"""The rules of Dalapapa. Rule numbers are those of RULES.md."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import TypeVar

from encore.core.deprecated import renamed
from encore.core.errors import IllegalMove, NotationError, quoted
from encore.core.fact import Fact
from encore.core.game import DEALER, Game, Moves, Outcome
from encore.core.options import Choice, Material, Number
from encore.games.dalapapa import notation, position
from encore.games.dalapapa.layout import SIDES, Layout, Place
from encore.games.dalapapa.position import HAND, HIDDEN, SECOND_TILE_PRICE, Phase, State
from encore.games.dalapapa.tiles import COUNT, FACES, TileSet, parse_tiles, standard_tiles

_T = TypeVar("_T")

BLIND_DRAWS = 20
"""How often ``sample`` draws hidden tiles at random before it looks for tiles that fit."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The turn ends without the second tile."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The only move of a player who holds tiles and can place none."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The dealer hands tiles from the bag to the seat whose turn it is to draw."""

    tiles: tuple[int, ...]


Move = Place | Stop | Pass | Draw
"""A move of a seat or of the dealer."""

_DRAWING = frozenset({Phase.DRAW_START, Phase.DRAW_HAND, Phase.REFILL})


class Dalapapa(Game[State, Move]):
    """Dalapapa for two to four; see RULES.md."""

    name = "dalapapa"
    title = "Dalapapa"
    summary = "join half-discs into discs and groups; the most points win"
    player_counts = (2, 3, 4)
    declared = {
        "target": Number(60, 10, 999),
        "open_hands": Choice(("off", "on")),
    }
    box = {
        "tiles": Material(standard_tiles, parse_tiles, "the 120 tiles, one line <number> <faceA> <faceB> for each"),
    }

    @property
    def tiles(self) -> TileSet:
        """The tile set of this game."""
        tiles = self.materials["tiles"]
        assert isinstance(tiles, TileSet)
        return tiles

    @property
    def hidden(self) -> bool:
        """Whether hands are private (rule 9)."""
        return self.options["open_hands"] == "off"

    def initial(self) -> State:
        """Return the empty table with all tiles in the bag."""
        return State(Layout(), ((),) * self.players, (0,) * self.players)

    def to_move(self, s: State) -> int | None:
        """Return the seat to move, or the dealer while somebody draws."""
        if s.phase == Phase.OVER:
            return None
        return DEALER if s.phase in _DRAWING else s.seat

    def deal(self, s: State, rng: Random) -> Draw:
        """Return random tiles from the bag for the seat that draws."""
        return Draw(tuple(rng.sample(s.unseen, self.missing(s))))

    def missing(self, s: State) -> int:
        """Return how many tiles the seat draws: one to start with, else what is missing and the bag holds."""
        wanted = 1 if s.phase == Phase.DRAW_START else HAND - len(s.hands[s.seat])
        return min(wanted, s.bag_size)

    def legal_moves(self, s: State) -> Moves[Move]:
        """Return the ways to lay a tile by square and side; before them ``stop``, or ``pass`` alone."""
        if s.phase == Phase.OVER or s.phase in _DRAWING:
            return Moves()
        places: list[Move] = list(s.layout.places(s.hands[s.seat], self.tiles))
        if s.phase == Phase.SECOND:
            return Moves([Stop(), *places])
        return Moves(places or [Pass()])

    def play(self, s: State, move: Move) -> State:
        """Return the state after a tile, a stop, a pass or a draw."""
        if s.phase == Phase.OVER:
            raise IllegalMove("8", Fact("dalapapa.game-over"))
        if s.phase in _DRAWING:
            return self._play_draw(s, move)
        if isinstance(move, Draw):
            raise IllegalMove("6", Fact("dalapapa.draw-after-turn"))
        if isinstance(move, Place):
            return self._play_place(s, move)
        if isinstance(move, Stop):
            if s.phase != Phase.SECOND:
                raise IllegalMove("6", Fact("dalapapa.lay-before-stop"))
            return self._end_turn(s)
        if s.phase == Phase.SECOND:
            raise IllegalMove("6", Fact("dalapapa.stop-not-pass"))
        if self._can_place(s, s.seat):
            raise IllegalMove("6", Fact("dalapapa.must-not-pass"))
        return self._end_start(s) if s.phase == Phase.LAY_START else self._end_turn(s)

    def _play_draw(self, s: State, move: Move) -> State:
        if not isinstance(move, Draw):
            raise IllegalMove("6", Fact("dalapapa.draw-first", seat=s.seat + 1))
        if len(move.tiles) != (count := self.missing(s)):
            raise IllegalMove("6", Fact("dalapapa.draw-count", seat=s.seat + 1, count=count, drawn=len(move.tiles)))
        bag = set(s.unseen)
        for tile in move.tiles:
            if tile not in bag:
                raise IllegalMove("6", Fact("dalapapa.not-in-bag", tile=_number(tile)))
            bag.remove(tile)
        drawn = replace(s, hands=_with(s.hands, s.seat, tuple(sorted(s.hands[s.seat] + move.tiles))))
        if s.phase == Phase.REFILL:
            return self._next_turn(drawn)
        if s.seat + 1 < self.players:
            return replace(drawn, seat=s.seat + 1)
        if s.phase == Phase.DRAW_START:
            return replace(drawn, phase=Phase.LAY_START, seat=0)
        return self._next_turn(drawn)

    def _play_place(self, s: State, move: Place) -> State:
        hand = s.hands[s.seat]
        if move.tile not in hand or not 1 <= move.tile <= COUNT:
            raise IllegalMove("6", Fact("dalapapa.not-in-hand", tile=_number(move.tile), seat=s.seat + 1))
        if move.face not in tuple(FACES) or move.side not in SIDES:
            raise IllegalMove("2", Fact("dalapapa.face-and-side"))
        face = self.tiles.face(move.tile, move.face)
        s.layout.check(move, face)
        hands = _with(s.hands, s.seat, tuple(tile for tile in hand if tile != move.tile))
        laid = replace(s, layout=s.layout.add(move, face), hands=hands)
        if s.phase == Phase.LAY_START:
            return self._end_start(laid)
        price = SECOND_TILE_PRICE if s.phase == Phase.SECOND else 0
        points = s.scores[s.seat] + laid.layout.score(move).points - price
        laid = replace(laid, scores=_with(s.scores, s.seat, points))
        if s.phase == Phase.FIRST and self._can_place(laid, s.seat):
            return replace(laid, phase=Phase.SECOND)
        return self._end_turn(laid)

    def _can_place(self, s: State, seat: int) -> bool:
        """Tell whether a seat can place a tile; a hidden tile counts as one that fits."""
        return HIDDEN in s.hands[seat] or s.layout.fits_any(s.hands[seat], self.tiles)

    def _fits(self, s: State, tile: int) -> bool:
        return s.layout.fits_any((tile,), self.tiles)

    def _end_start(self, s: State) -> State:
        """Rule 5: let the next seat lay its start tile; after the last all draw their hands."""
        if s.seat + 1 < self.players:
            return replace(s, seat=s.seat + 1)
        return replace(s, phase=Phase.DRAW_HAND, seat=0)

    def _end_turn(self, s: State) -> State:
        """Rules 6 and 8: close the round after the last seat, then draw what is missing."""
        if s.seat == self.players - 1 and self._target_reached(s):
            return replace(s, phase=Phase.OVER)
        if len(s.hands[s.seat]) < HAND and s.bag_size:
            return replace(s, phase=Phase.REFILL)
        return self._next_turn(s)

    def _next_turn(self, s: State) -> State:
        """Rule 7: give the turn to the next seat that holds tiles; the game ends when nobody can place any."""
        if not any(self._can_place(s, seat) for seat in range(self.players)):
            return replace(s, phase=Phase.OVER)
        seat = (s.seat + 1) % self.players
        while not s.hands[seat]:
            if seat == self.players - 1 and self._target_reached(s):
                return replace(s, phase=Phase.OVER, seat=seat)
            seat = (seat + 1) % self.players
        return replace(s, phase=Phase.FIRST, seat=seat)

    def _target_reached(self, s: State) -> bool:
        return max(s.scores) >= int(self.options["target"])

    def outcome(self, s: State) -> Outcome | None:
        """Return the end: the most points win, equal points share the win (rule 8)."""
        if s.phase != Phase.OVER:
            return None
        best = max(s.scores)
        closed = s.seat == self.players - 1 and self._target_reached(s)
        reason = (
            Fact("dalapapa.target-reached", points=best, target=int(self.options["target"]))
            if closed
            else Fact("dalapapa.nobody-can-place")
        )
        return Outcome(tuple(seat for seat, score in enumerate(s.scores) if score == best), s.scores, reason)

    def scores(self, s: State) -> tuple[int, ...]:
        """Return the points of each seat; they can be below zero."""
        return s.scores

    def view(self, s: State, seat: int | None) -> State:
        """Return the state with the tiles of the other hands hidden, unless hands are open (rule 9)."""
        if not self.hidden:
            return s
        return replace(s, hands=tuple(hand if of == seat else (HIDDEN,) * len(hand) for of, hand in enumerate(s.hands)))

    def sample(self, view: State, rng: Random) -> State:
        """Return the view with random unseen tiles for the hidden ones, so that a game could be in this state.

        A view for which there are no such tiles is refused; no game leads to one.
        """
        unseen = view.unseen
        fitting: list[int] = []
        for attempt in count():
            if attempt == BLIND_DRAWS:
                # Few tiles fit. Finding them takes longer than everything else, so it is done only now.
                fitting = [tile for tile in sorted(unseen) if self._fits(view, tile)]
            rng.shuffle(unseen)
            waiting = list(unseen)
            if fitting:
                # The last one in the list is handed out first.
                tile = rng.choice(fitting)
                waiting.remove(tile)
                waiting.append(tile)
            order = [view.seat, *(seat for seat in range(self.players) if seat != view.seat)]
            hands = {seat: _filled(view.hands[seat], waiting) for seat in order}
            s = replace(view, hands=tuple(hands[seat] for seat in range(self.players)))
            if self._could_be(s):
                return s
            if attempt > BLIND_DRAWS:
                break
        raise NotationError(Fact("dalapapa.no-hidden-tiles"))

    def _could_be(self, s: State) -> bool:
        """Tell whether a game can be here: it asks for a first or second tile only if some tile fits."""
        if s.phase == Phase.SECOND:
            return self._can_place(s, s.seat)
        return s.phase != Phase.FIRST or any(self._can_place(s, seat) for seat in range(self.players))

    def format_move(self, move: Move) -> str:
        """Write ``37a@4,-1e``, ``stop``, ``pass`` or ``draw:17,42``."""
        if isinstance(move, Place):
            return notation.format_place(move)
        if isinstance(move, Draw):
            return f"draw:{notation.format_tiles(move.tiles)}"
        return "stop" if isinstance(move, Stop) else "pass"

    def parse_move(self, s: State, text: str) -> Move:
        """Read a move of a player or the dealer."""
        if text.startswith("draw:"):
            return Draw(notation.parse_tiles(text.removeprefix("draw:")))
        if "@" in text:
            return notation.parse_place(text)
        if text in ("stop", "pass"):
            return Stop() if text == "stop" else Pass()
        raise NotationError(Fact("dalapapa.not-a-move", text=quoted(text)))

    def format_state(self, s: State) -> str:
        """Write a state or a view on one line (RULES.md, rule 11)."""
        return position.format_state(s)

    def parse_state(self, text: str) -> State:
        """Read a state or a view."""
        s = position.parse_state(text, self.players, self.tiles)
        if reason := self._why_not_state(s):
            raise NotationError(reason)
        return s

    def _why_not_state(self, s: State) -> Fact | None:
        """Return why no game can be in a state."""
        held = len(s.hands[s.seat])
        if s.phase in _DRAWING and not self.missing(s):
            return Fact("dalapapa.nothing-to-draw", seat=s.seat + 1)
        if s.phase in (Phase.LAY_START, Phase.FIRST) and not held:
            return Fact("dalapapa.no-tile-to-lay", seat=s.seat + 1)
        if s.phase == Phase.SECOND and held != 1:
            return Fact("dalapapa.one-tile-left", seat=s.seat + 1)
        if not any(HIDDEN in hand for hand in s.hands) and not self._could_be(s):
            return Fact("dalapapa.no-tile-fits")
        starting = s.phase == Phase.DRAW_START or (s.phase == Phase.LAY_START and s.seat == 0)
        if starting != (not s.layout.laid):
            return Fact("dalapapa.table-not-empty")
        return None


def _number(tile: int) -> int | str:
    """Return the number of a tile as it may stand in a message."""
    return tile if 1 <= tile <= COUNT else quoted(str(tile))


def _filled(hand: tuple[int, ...], unseen: list[int]) -> tuple[int, ...]:
    """Return a hand with tiles taken from ``unseen`` for those that are hidden."""
    return tuple(sorted(unseen.pop() if tile == HIDDEN else tile for tile in hand))


def _with(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


__getattr__ = renamed(
    __name__,
    {
        "SECOND_TILE": "encore.games.dalapapa.position:SECOND_TILE_PRICE",
        "PATIENCE": "encore.games.dalapapa.rules:BLIND_DRAWS",
    },
)
