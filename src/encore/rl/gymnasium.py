"""Every game as a Gymnasium environment: one seat learns, bots play the others; alone, a game is a puzzle.

    import gymnasium, encore.rl.gymnasium
    env = gymnasium.make("encore/Dakapo-v0", opponent="easy", seat=0)

Importing this module registers an id for each game. ``info["action_mask"]`` tells the legal actions.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.bots.bot import MODEL, Bot, bot_names, find_bot
from encore.core.encoding import rewards
from encore.core.errors import OptionError, quoted
from encore.core.game import AnyGame
from encore.core.registry import games, load, part
from encore.core.thinking import Budget
from encore.rl.table import MODES, Table, read_mode

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise ImportError("encore.rl.gymnasium needs Gymnasium: pip install 'encore-table[rl]'") from None

NODES = 2000
"""What a bot may look at before a move where nothing else was said; the levels below expert look at less."""


class Drawn(np.int64):
    """An action that ``Actions.sample`` drew without a mask: nobody chose it, so it may stand for another one."""


class Actions(spaces.Discrete):
    """The numbers of all actions. What is drawn from it without a mask can be played, whatever is legal then."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random action: one that a mask or probabilities allow, else one that ``step`` makes legal."""
        drawn: np.int64 = super().sample(mask, probability)
        return Drawn(drawn) if mask is None and probability is None else drawn


class SeatEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A seat at a table with bots: ``opponent`` is a level (``easy``) or any bot (``greedy``, ``bot:hard@50``).

    An action that is not legal raises IllegalMove with its rule and changes nothing. The reward comes at the end: 1 for
    a win, -1 for a loss, 0 where all or none have won. ``render`` shows what the seat sees. With bots that have no time
    of their own (``@50``), everything follows from the seed.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponent: str = "easy",
        seat: int = 0,
        nodes: int = NODES,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = load(game, players, **options)
        self.seat = _read_seat(self.game, seat)
        self.render_mode = read_mode(render_mode)
        self._opponent = _read_opponent(self.game, opponent)
        self._nodes = _read_nodes(nodes)
        self._bots: dict[int, Bot] = {}
        self._chances: dict[int, Random] = {}
        self._table = Table(self.game)
        limits = np.iinfo(np.int8)
        self.observation_space = spaces.Box(limits.min, limits.max, self._table.encoding.shape, np.int8)
        self.action_space = Actions(self._table.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game and play it up to the seat's first turn."""
        super().reset(seed=seed)
        self._table.seat = None
        while self._table.seat is None:  # a game that ends before the seat has moved teaches nothing
            self._begin(int(self.np_random.integers(1 << 62)))
        return self._table.observe(self.seat), self._info()

    def _begin(self, seed: int) -> None:
        """Deal, and seat new bots, so that no game depends on those before it."""
        others = [seat for seat in range(self.game.players) if seat != self.seat]
        self._bots = {seat: find_bot(self._opponent) for seat in others}
        self._chances = {seat: Random(f"{seed}/seat{seat + 1}") for seat in others}
        for bot in self._bots.values():
            bot.prepare(self.game)
        self._table.start(seed)
        self._play_others()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play an action, and the others' moves up to the seat's next turn or the end."""
        table = self._table
        if isinstance(action, Drawn) and not table.mask()[action]:
            legal = np.flatnonzero(table.mask())
            action = legal[action % len(legal)]
        table.act(action)
        self._play_others()
        outcome = None if table.seat is not None else self.game.outcome(table.s)
        reward = rewards(self.game, outcome)[self.seat] if outcome else 0.0
        info = self._info()
        if outcome:
            info |= {"reason": outcome.reason, "scores": outcome.scores}
        if self.render_mode == "human":
            self.render()
        return table.observe(self.seat), reward, outcome is not None, False, info

    def _play_others(self) -> None:
        table, game = self._table, self.game
        while table.seat is not None and table.seat != self.seat:
            seat = table.seat
            with Budget(nodes=self._nodes) as budget:
                table.play(self._bots[seat].choose(game, game.view(table.s, seat), self._chances[seat], budget))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.mask()}

    def render(self) -> Any:
        """Return what the seat sees as text or as a picture, or print it."""
        from encore.rl.render import render

        return render(self._table, self.render_mode, self.seat)


def _read_seat(game: AnyGame, seat: int) -> int:
    if type(seat) is not int or not 0 <= seat < game.players:
        last = game.players - 1
        raise OptionError(f"seat is a number from 0 to {last} in {game.name}, not {quoted(str(seat))}")
    return seat


def _read_nodes(nodes: int) -> int:
    if type(nodes) is not int or nodes < 1:
        raise OptionError(f"nodes is a number, 1 or more, not {quoted(str(nodes))}")
    return nodes


def _read_opponent(game: AnyGame, name: str) -> str:
    """Return the name of a bot; levels need no ``bot:`` before them."""
    if str(name).startswith(MODEL):
        find_bot(name).prepare(game)
        return name
    full = f"bot:{name}" if f"bot:{str(name).partition('@')[0]}" in bot_names() else str(name)
    if full.partition("@")[0] not in bot_names():
        known = ", ".join(each.removeprefix("bot:") for each in bot_names())
        raise OptionError(f"there is no opponent {quoted(str(name))}; the opponents: {known}, {MODEL}FILE")
    find_bot(full)
    return full


def register() -> list[str]:
    """Register an id for each game that has an encoding, and one more where it can be played alone; return them."""
    found = []
    for name, kind in games().items():
        if part(kind, "encoding") is None:
            continue
        title = "".join(letter for letter in kind.title if letter.isalnum())
        counts = {"": kind.default_players} | ({"Solo": 1} if 1 in kind.player_counts else {})
        for suffix, players in counts.items():
            found.append(f"encore/{title}{suffix}-v0")
            settings = {"game": name, "players": players}
            gymnasium.register(found[-1], "encore.rl.gymnasium:SeatEnv", kwargs=settings)
    return found


IDS = register()
"""The ids that ``gymnasium.make`` knows now."""
