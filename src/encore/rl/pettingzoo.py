"""Every game as a PettingZoo environment in which agents take turns (AEC).

    env = encore.rl.pettingzoo.env("dacapo", players=3, render_mode="rgb_array")

An observation is a dictionary: ``observation`` as ``docs/environments.md`` describes it, and ``action_mask``, which is
0 everywhere for an agent that is not to move. Deals are the environment's own moves.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from encore.core.encoding import bounds_of, rewards
from encore.rl.episode import MODES, Episode, load_with, read_mode

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError:
    raise ImportError("encore.rl.pettingzoo needs PettingZoo: pip install 'encore-table[rl]'") from None

Observation = dict[str, NDArray[np.int8]]
"""The ``observation`` of an agent, and the ``action_mask`` of its legal actions."""
Told = tuple[Observation | None, float, bool, bool, dict[str, Any]]
"""What ``last`` returns: the observation, the reward, whether the game is over for the agent, and its info."""


INT8 = np.iinfo(np.int8)
"""Not used any more: the bounds of the numbers of an observation, which are narrower, are in its space."""


def env(
    game: str,
    players: int | None = None,
    render_mode: str | None = None,
    *,
    rules: int | None = None,
    **options: object,
) -> AECEnv:
    """Return an environment that also checks the order of calls, as PettingZoo's own do.

    ``rules`` is a version of the rules, the newest if it is not given.
    """
    return Ordered(raw_env(game, players, render_mode, rules=rules, **options))


class Ordered(OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's check of the order of calls, with a faster ``last``."""

    def last(self, observe: bool = True) -> Told:
        """Return what the agent to move sees, its reward, whether it is done, and its info."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        told: Told = self.env.last(observe)
        return told

    def __copy__(self) -> Ordered:
        return deepcopy(self)  # copies that share a game would change each other

    def __str__(self) -> str:
        return str(self.env)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """A game, and agents called ``player_0`` and so on, one for each seat.

    An action that is not legal raises IllegalMove with its rule and changes nothing. Rewards come at the end:
    1 for a win, -1 for a loss, 0 if all or none have won. ``render`` shows everything, including hidden information.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        render_mode: str | None = None,
        *,
        rules: int | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.game = load_with(("players", "rules", "render_mode"), game, players, options, rules)
        self.render_mode = read_mode(render_mode)
        self.metadata = {
            "name": f"{game}_v0",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self._episode = Episode(self.game)
        self._seats = {f"player_{seat}": seat for seat in range(self.game.players)}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self.terminations: dict[str, bool] = {}
        self.agent_selection = self.possible_agents[0]
        actions = self._episode.encoding.actions
        self._none = np.zeros(actions, np.int8)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(*bounds_of(self._episode.encoding), dtype=np.int8),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space; it is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space; it is the same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; without a seed the random deals continue from the last game."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._episode.start(seed)
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and what it can do if it is its turn."""
        seat, episode = self._seats[agent], self._episode
        mask = episode.mask() if seat == episode.seat else self._none.copy()
        return {"observation": episode.observe(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> Told:
        """Return what the agent to move sees, its reward, whether it is done, and its info."""
        agent = self.agent_selection
        if agent not in self.terminations:
            EnvLogger.error_observe_before_reset()
        seen = self.observe(agent) if observe else None
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        """Play an action of the agent whose turn it is, and the deals that follow."""
        over = self.terminations.get(self.agent_selection)
        if over is None:
            EnvLogger.error_step_before_reset()
        if over:
            self._was_dead_step(action)
            return
        self._episode.act(action)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Select the agent to move, or end the game. There are no rewards before the end."""
        seat = self._episode.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        outcome = self.game.outcome(self._episode.s)
        assert outcome is not None
        self.rewards = dict(zip(self.agents, rewards(self.game, outcome), strict=True))
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"reason": outcome.reason, "scores": outcome.scores} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """Return the board as text or as a picture, or print it, including hidden information."""
        from encore.rl.render import render

        return render(self._episode, self.render_mode, None)

    def __copy__(self) -> raw_env:
        return deepcopy(self)  # copies that share a game would change each other

    def close(self) -> None:
        """Do nothing."""
