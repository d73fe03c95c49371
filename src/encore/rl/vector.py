"""One seat in each of many games, stepped by the kernels: what ``gymnasium.make_vec`` returns for an id.

    envs = gymnasium.make_vec("encore/Dakapo-v0", num_envs=256, opponent="random")

The kernels play ``random`` opponents too. Other bots choose one by one, in the readable rules.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from encore.bots.bot import Bot, find_bot
from encore.core.encoding import bounds_of, rewards
from encore.core.thinking import Budget
from encore.rl.batch import RESTART, WAIT, Batch, numbered, read_actions, refusal
from encore.rl.episode import load_with
from encore.rl.gymnasium import (
    IGNORE,
    KEYWORDS,
    LOSE,
    NODES,
    NOTHING,
    RAISE,
    RANDOM,
    meant_by,
    read_illegal,
    read_nodes,
    read_opponent,
    read_seat,
)

Told = dict[str, Any]
"""The infos of a step."""
_UNBEGUN, _UNFINISHED = "no game has begun", "the last step was not finished"
"""Why games have to be reset."""


class VectorSeatEnv(gymnasium.vector.VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[np.bool_]]):
    """One seat of ``num_envs`` games against bots, with the keywords of ``SeatEnv``; it draws no pictures.

    A game that ends is restarted in the same step. Its last observation is in ``infos["final_obs"]``, its reason and
    scores are in ``infos["final_info"]``.
    """

    metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        num_envs: int = 1,
        opponent: str = "easy",
        seat: int | str = 0,
        nodes: int = NODES,
        illegal: str = RAISE,
        rules: int | None = None,
        **options: object,
    ) -> None:
        self.game = load_with((*KEYWORDS[:-1], "num_envs"), game, players, options, rules)
        self.num_envs = num_envs
        self._draws_seat = seat == RANDOM
        self._opponent, self._nodes = read_opponent(self.game, opponent), read_nodes(nodes)
        self._illegal = read_illegal(illegal)
        self._games = Batch(self.game, num_envs)
        self._encoding = self._games.encoding
        self._seats = np.full(num_envs, read_seat(self.game, seat), np.int8)
        self._bots: dict[tuple[int, int], tuple[Bot, Random]] = {}
        self._unready = _UNBEGUN  # why no step can be made; empty while one can
        self.single_observation_space = gymnasium.spaces.Box(*bounds_of(self._encoding), dtype=np.int8)
        self.single_action_space = gymnasium.spaces.Discrete(self._encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: Told | None = None) -> tuple[NDArray[np.int8], Told]:
        """Begin every game and play it up to the seat's first turn. The same seed gives the same games."""
        super().reset(seed=seed)
        self._unready = _UNBEGUN
        self._games.reset(int(self.np_random.integers(1 << 62)))
        self._seat_anew(np.arange(self.num_envs))
        self._play_others(self._renew)
        self._unready = ""
        return self._games.observations.copy(), self._infos()

    def step(  # type: ignore[override]
        self, actions: Any
    ) -> tuple[NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Told]:
        """Play an action in each game, and the others' moves up to the seat's next turn.

        If a bot fails or is interrupted, some games wait for others than the learner, so ``reset`` has to come next.
        """
        if self._unready:
            raise gymnasium.error.ResetNeeded(f"{self._unready}: call reset() before step()")
        end = _End(self)
        played = self._read(actions, end)
        self._unready = _UNFINISHED
        self._games.step(played)
        end.look()
        self._play_others(end.look)
        self._unready = ""
        played[played < 0] = NOTHING
        infos = self._infos() | {"action": played, "_action": np.ones(self.num_envs, np.bool_)} | end.infos()
        return self._games.observations.copy(), end.reward, end.over, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal, a row for each game."""
        return self._games.masks.astype(np.bool_)

    def _read(self, actions: Any, end: _End) -> NDArray[np.int64]:
        """Return what the kernels are to play; an illegal action raises, or ``end`` notes that its game is lost."""
        chosen = read_actions(actions, self.num_envs)
        played = chosen.astype(np.int64)  # what is too large for it becomes negative, which is as illegal
        wrong = self._wrong(played)
        if self._illegal != IGNORE:
            for number in np.flatnonzero(wrong).tolist():
                error = refusal(self._games, number, int(chosen[number]))
                if self._illegal == RAISE:
                    raise numbered(error, number, int(chosen[number]))
                end.lose(number, str(error))
        played[wrong] = RESTART if self._illegal == LOSE else WAIT
        return played

    def _wrong(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which actions are illegal, WAIT and RESTART too: these are not the learner's to give."""
        there = (actions >= 0) & (actions < self._encoding.actions)
        legal = self._games.masks[np.arange(self.num_envs), np.where(there, actions, 0)] == 1
        wrong: NDArray[np.bool_] = ~(there & legal)
        return wrong

    def _play_others(self, look: Callable[[], None]) -> None:
        """Play the other seats until each game waits for its learner; ``look`` at the games after each move."""
        games = self._games
        while (others := games.seat != self._seats).any():
            if self._opponent == RANDOM:
                games.step(np.where(others, games.sample(), WAIT))
            else:
                chosen = np.full(self.num_envs, WAIT)
                for number in np.flatnonzero(others).tolist():
                    chosen[number] = self._choose(number)
                games.step(chosen)
            look()

    def _choose(self, number: int) -> int:
        """Let a bot choose in one of the games; each seat has a bot of its own in each game."""
        seat, s = int(self._games.seat[number]), self._games.state(number)
        if (number, seat) not in self._bots:
            bot = find_bot(self._opponent)
            bot.prepare(self.game)
            self._bots[number, seat] = bot, Random(int(self.np_random.integers(1 << 62)))
        bot, rng = self._bots[number, seat]
        with Budget(nodes=self._nodes) as budget:
            return self._encoding.code(s, bot.choose(self.game, self.game.view(s, seat), rng, budget))

    def _renew(self) -> None:
        """Seat bots and learner anew in games that have just begun."""
        self._seat_anew(np.flatnonzero(self._games.done))

    def _seat_anew(self, numbers: NDArray[np.int64]) -> None:
        """Give games that begin new bots, and a new seat where it is drawn."""
        for number in numbers.tolist():
            for seat in range(self.game.players):
                self._bots.pop((number, seat), None)
        if self._draws_seat:
            self._seats[numbers] = self.np_random.integers(self.game.players, size=len(numbers))

    def _infos(self) -> Told:
        there = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._games.masks.copy(),
            "_action_mask": there,
            "seat": self._seats.astype(np.int64),
            "_seat": there,
        }


class _End:
    """Which games ended in a step, and how, as the learner's seat sees it."""

    def __init__(self, envs: VectorSeatEnv) -> None:
        count = envs.num_envs
        self._envs = envs
        self.reward, self.over = np.zeros(count), np.zeros(count, np.bool_)
        self._last = np.full(count, None, object)
        self._reasons, self._scores = np.full(count, None, object), np.full(count, None, object)

    def lose(self, number: int, reason: str) -> None:
        """Note a game that an illegal action ends; nothing is played in it."""
        self._note(number, -1.0, self._envs._games.observations[number].copy(), reason, ())

    def look(self) -> None:
        """Note the games that have just ended; one in which the learner has not moved yet does not count."""
        envs, games = self._envs, self._envs._games
        ended = np.flatnonzero(games.done)
        for number in ended[~self.over[ended]].tolist():
            s, seat = games.ended(number), int(envs._seats[number])
            outcome = envs.game.outcome(s)
            assert outcome is not None
            seen = envs._encoding.observe(envs.game.view(s, seat), seat)
            self._note(number, rewards(envs.game, outcome)[seat], seen, outcome.reason, outcome.scores)
        envs._renew()

    def _note(self, number: int, reward: float, seen: NDArray[np.int8], reason: str, scores: tuple[int, ...]) -> None:
        self.reward[number], self.over[number] = reward, True
        self._last[number], self._reasons[number], self._scores[number] = seen, reason, scores

    def infos(self) -> Told:
        """Return the infos as Gymnasium names them."""
        if not self.over.any():
            return {}
        told = {"reason": self._reasons, "_reason": self.over, "scores": self._scores, "_scores": self.over}
        return {"final_obs": self._last, "_final_obs": self.over, "final_info": told, "_final_info": self.over}


def make(named: str, num_envs: int = 1, **settings: Any) -> VectorSeatEnv:
    """Return the environments of an id."""
    if settings.pop("render_mode", None) is not None:
        raise gymnasium.error.Error(f"{named} draws pictures only with vectorization_mode='sync' or 'async'")
    return VectorSeatEnv(meant_by(named, settings), num_envs=num_envs, **settings)
