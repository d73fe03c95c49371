"""A match: many games between the same bots; each record follows from the match and its number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from encore.bots import find_bot
from encore.bots.engine_process import EngineFailed
from encore.core.game import DEALER, AnyGame
from encore.core.record import Record
from encore.core.replay import forfeited, record_of
from encore.core.thinking import Budget, interruptible


@dataclass(frozen=True)
class Match:
    """The game, the bots, the number of games, the seed, and the budget of a move."""

    game: AnyGame
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    seconds: float | None = None
    nodes: int | None = None

    @property
    def paired(self) -> int:
        """How many consecutive games share a deal, with the bots rotated by a seat; 1 if all bots are the same."""
        return len(self.bots) if len(set(self.bots)) > 1 else 1

    @property
    def duel(self) -> bool:
        """Whether two bots have the same number of seats, so that shares of the wins can be converted to Elo."""
        names = set(self.bots)
        return len(names) == 2 and len({self.bots.count(name) for name in names}) == 1

    def seats(self, number: int) -> tuple[str, ...]:
        """Return the bots by seat in a game, counted from 1."""
        shift = (number - 1) % self.paired
        return self.bots[shift:] + self.bots[:shift]

    def deal(self, number: int) -> str:
        """Return the seed of a game's deals."""
        return f"{self.seed}/{(number - 1) // self.paired + 1}"

    def play(self, number: int) -> Record:
        """Play a game. With a budget of nodes, or bots that do not search, it is deterministic.

        An engine that fails has lost: its record says why.

        The dealer and every seat have their own random generators, so that a change of a bot does not change the
        deals. The bots are new, so that no game depends on earlier ones.
        """
        game, seats = self.game, self.seats(number)
        bots = [find_bot(name) for name in seats]
        chances = [Random(f"{self.seed}/{number}/seat{seat}") for seat in range(1, game.players + 1)]
        dealer = Random(f"{self.deal(number)}/dealer")
        state, moves = game.initial(), list[str]()

        def record() -> Record:
            return record_of(game, moves, state, seats, Seed=self.deal(number))

        for place, bot in enumerate(bots):
            try:
                bot.prepare(game)
            except EngineFailed as error:
                return forfeited(record(), game, place, str(error))
        while (seat := game.to_move(state)) is not None:
            if seat == DEALER:
                move = game.deal(state, dealer)
            else:
                with Budget(self.seconds, self.nodes) as budget:
                    choose = partial(bots[seat].choose, game, game.view(state, seat), chances[seat], budget)
                    try:
                        move = interruptible(budget, choose)
                    except EngineFailed as error:
                        return forfeited(record(), game, seat, str(error))
            moves.append(game.format_move(move))
            state = game.play(state, move)
        return record()
