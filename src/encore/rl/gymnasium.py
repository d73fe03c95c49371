"""Every game as a Gymnasium environment: one seat learns, bots play the others; with one player a game is a puzzle.

    import gymnasium, encore.rl.gymnasium
    env = gymnasium.make("encore/Dakapo-v0", opponent="easy", seat=0)

Importing this module registers an id for each game. ``info["action_mask"]`` tells the legal actions.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.bots.bot import OTHERS, PREFIXES, Bot, bot_names, find_bot
from encore.core.encoding import bounds_of, rewards
from encore.core.errors import IllegalMove, OptionError, quoted
from encore.core.game import AnyGame
from encore.core.options import whole
from encore.core.registry import games
from encore.core.thinking import Budget
from encore.rl.episode import MODES, Episode, load_with, read_mode

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise ImportError("encore.rl.gymnasium needs Gymnasium: pip install 'encore-table[rl]'") from None

NODES = 2000
"""The default nodes of a bot for a move; the levels below expert use fewer."""
KEYWORDS = ("opponent", "seat", "nodes", "illegal", "players", "rules", "render_mode")
"""The keywords beside the options of a game."""

RAISE = "raise"
"""An illegal action raises its error."""
LOSE = "lose"
"""An illegal action ends the game, lost."""
IGNORE = "ignore"
"""An illegal action changes nothing."""
RANDOM = "random"
"""The seat that is drawn anew for each game."""
NOTHING = np.int64(-1)
"""In ``info["action"]``: the action was illegal, and nothing was played."""


class Drawn(np.int64):
    """An action that ``Actions.sample`` drew without a mask; ``step`` may replace it by a legal one."""


class Actions(spaces.Discrete):
    """The space of all actions. A sample drawn without a mask can always be played."""

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random action; without a mask or probabilities, ``step`` replaces it if it is illegal."""
        drawn: np.int64 = super().sample(mask, probability)
        return Drawn(drawn) if mask is None and probability is None else drawn


class SeatEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One seat of a game against bots: ``opponent`` is a level (``easy``) or any bot (``greedy``, ``bot:hard@50``).

    The seat is a number or ``random``, which draws one for each game. An action that is not legal raises IllegalMove
    with its rule and changes nothing; with ``illegal="lose"`` it ends the game with the reward -1, with ``"ignore"``
    the seat chooses again. The reward comes at the end: 1 for a win, -1 for a loss, 0 if all or none have won.
    ``render`` shows what the seat sees. With bots without a time limit (``@50``), everything follows from the seed.
    ``rules`` is a version of the rules, the newest if it is not given.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponent: str = "easy",
        seat: int | str = 0,
        nodes: int = NODES,
        illegal: str = RAISE,
        rules: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = load_with(KEYWORDS, game, players, options, rules)
        self.seat = read_seat(self.game, seat)
        self._draws_seat = seat == RANDOM
        self._illegal = read_illegal(illegal)
        self.render_mode = read_mode(render_mode)
        self._opponent = read_opponent(self.game, opponent)
        self._nodes = read_nodes(nodes)
        self._bots: dict[int, Bot] = {}
        self._chances: dict[int, Random] = {}
        self._episode = Episode(self.game)
        self._begun = False
        self.observation_space = spaces.Box(*bounds_of(self._episode.encoding), dtype=np.int8)
        self.action_space = Actions(self._episode.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game and play it up to the seat's first turn."""
        super().reset(seed=seed)
        self._begun = False
        self._episode.seat = None
        if self._draws_seat:
            self.seat = int(self.np_random.integers(self.game.players))
        while self._episode.seat is None:  # skips games that end before the seat has moved
            self._begin(int(self.np_random.integers(1 << 62)))
        self._begun = True
        return self._episode.observe(self.seat), self._info()

    def _begin(self, seed: int) -> None:
        """Deal, and create new bots, so that no game depends on earlier ones."""
        others = [seat for seat in range(self.game.players) if seat != self.seat]
        self._bots = {seat: find_bot(self._opponent) for seat in others}
        self._chances = {seat: Random(f"{seed}/seat{seat + 1}") for seat in others}
        for bot in self._bots.values():
            bot.prepare(self.game)
        self._episode.start(seed)
        self._play_others()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play an action, and the others' moves up to the seat's next turn or the end.

        ``info["action"]`` is what was played. If a bot fails or is interrupted, the game does not change.
        """
        episode = self._episode
        if not self._begun:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset() before step()")
        here = episode.here()
        try:
            try:
                episode.act(action)
            except IllegalMove as error:
                if episode.seat is None or (self._illegal == RAISE and not isinstance(action, Drawn)):
                    raise
                if self._illegal != RAISE:
                    return self._refuse(error)
                legal = np.flatnonzero(episode.mask())
                action = legal[action % len(legal)]
                episode.act(action)
            self._play_others()
        except BaseException:  # Ctrl-C too: it must not leave the turn to the seat that was thinking
            episode.back(here)
            raise
        outcome = None if episode.seat is not None else self.game.outcome(episode.s)
        reward = rewards(self.game, outcome)[self.seat] if outcome else 0.0
        info = self._info() | {"action": np.int64(action)}
        if outcome:
            info |= {"reason": outcome.reason, "scores": outcome.scores}
        if self.render_mode == "human":
            self.render()
        return episode.observe(self.seat), reward, outcome is not None, False, info

    def _refuse(self, error: IllegalMove) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Return what an illegal action leads to where it does not raise: the same position, lost or not."""
        lost = self._illegal == LOSE
        seen = self._episode.observe(self.seat)
        if lost:
            self._episode.end()
            self._begun = False
        told = {"action": NOTHING} | ({"reason": str(error), "scores": ()} if lost else {})
        return seen, -1.0 if lost else 0.0, lost, False, self._info() | told

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal; MaskablePPO of sb3-contrib asks for it by this name."""
        return self._episode.mask().astype(np.bool_)

    def _play_others(self) -> None:
        episode, game = self._episode, self.game
        while episode.seat is not None and episode.seat != self.seat:
            seat = episode.seat
            with Budget(nodes=self._nodes) as budget:
                episode.play(self._bots[seat].choose(game, game.view(episode.s, seat), self._chances[seat], budget))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._episode.mask(), "seat": np.int64(self.seat)}

    def render(self) -> Any:
        """Return what the seat sees as text or as a picture, or print it."""
        from encore.rl.render import render

        return render(self._episode, self.render_mode, self.seat)

    def __copy__(self) -> SeatEnv:
        return deepcopy(self)  # copies that share a game would change each other


class RegisteredEnv(SeatEnv):
    """The environment of an id. Its game is fixed, and so is one player in solo ids; the rest is as in SeatEnv."""

    def __init__(self, named: str, **settings: Any) -> None:
        super().__init__(meant_by(named, settings), **settings)


def meant_by(named: str, settings: dict[str, Any]) -> str:
    """Return the game of an id, and set the number of players if the id is for one."""
    game, solo = _MEANT[named]
    ids = ", ".join(_MEANT)
    if "game" in settings:
        raise OptionError(f"{named} is {game} and takes no other game; the ids: {ids}")
    players = settings.setdefault("players", 1 if solo else None)
    if solo and players != 1:
        raise OptionError(f"{named} is for one player, not {quoted(str(players))}; the ids: {ids}")
    return game


def read_seat(game: AnyGame, seat: object) -> int:
    """Return the number of a seat; where it is drawn for each game, the first."""
    number = 0 if seat == RANDOM else whole(seat)
    if number is None or not 0 <= number < game.players:
        last = game.players - 1
        raise OptionError(f"seat is a number from 0 to {last} in {game.name}, or {RANDOM}, not {quoted(str(seat))}")
    return number


def read_illegal(illegal: str) -> str:
    """Return what an illegal action does."""
    if illegal not in (RAISE, LOSE, IGNORE):
        raise OptionError(f"illegal is {RAISE}, {LOSE}, {IGNORE}, not {quoted(str(illegal))}")
    return illegal


def read_nodes(nodes: int) -> int:
    """Return how many nodes a bot may search for a move."""
    number = whole(nodes)
    if number is None or number < 1:
        raise OptionError(f"nodes is a number, 1 or more, not {quoted(str(nodes))}")
    return number


def read_opponent(game: AnyGame, name: str) -> str:
    """Return the name of a bot; levels need no prefix ``bot:``."""
    if str(name).startswith(PREFIXES):
        find_bot(name).prepare(game)
        return name
    full = f"bot:{name}" if f"bot:{str(name).partition('@')[0]}" in bot_names() else str(name)
    if full.partition("@")[0] not in bot_names():
        known = ", ".join(each.removeprefix("bot:") for each in bot_names())
        raise OptionError(f"there is no opponent {quoted(str(name))}; the opponents: {known}, {OTHERS}")
    find_bot(full)
    return full


def _meant() -> dict[str, tuple[str, bool]]:
    """Return an id for each game, and a second one if it has a solo."""
    found = {}
    for name, kind in games().items():
        title = "".join(letter for letter in kind.title if letter.isalnum())
        found[f"encore/{title}-v0"] = name, False
        if 1 in kind.player_counts:
            found[f"encore/{title}Solo-v0"] = name, True
    return found


def register() -> list[str]:
    """Register every id and return them."""
    for each in _MEANT:
        gymnasium.register(
            each,
            "encore.rl.gymnasium:RegisteredEnv",
            vector_entry_point="encore.rl.vector:make",
            kwargs={"named": each},
        )
    return list(_MEANT)


_MEANT = _meant()
IDS = register()
"""The ids that ``gymnasium.make`` knows now."""
