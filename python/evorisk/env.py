"""A match as an environment of several agents, after the AEC interface of PettingZoo: reset, step,
observe, last, agent_iter, action masks in the observations. PettingZoo itself is not needed; where
it is installed the environment is one of its own, and its spaces are Gymnasium's."""
from collections.abc import Iterator as _Iterator
from typing import Any as _Any

import numpy as _numpy

from ._evorisk import InputError, State, Variant as _Variant

try:  # the base class and the spaces, where they are installed
    from gymnasium import spaces as _spaces
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base: _Any = object  # type: ignore[no-redef]
    _spaces: _Any = None  # type: ignore[no-redef]


class RiskEnv(_Base):
    """One seat a player: agents "seat_0", "seat_1", ... An observation is {"observation": numbers of
    State.observation_tensor, "action_mask": 1 for each legal action}. The reward comes at the end:
    1 for the winner, -1 shared by the others; 0 for all without a winner. An illegal action raises
    InputError."""

    metadata = {"name": "evorisk_v0", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, variant: _Variant, render_mode: str | None = None) -> None:
        self.variant = variant
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(variant.players)]
        self.agents: list[str] = []
        self._state = State(variant)
        self._seed = 0
        self._spaces: dict[str, tuple[_Any, _Any]] = {}

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def observation_space(self, agent: str) -> _Any:
        """What observe() returns, as a space of the package gymnasium, which this needs."""
        return self._spaces_of(agent)[0]

    def action_space(self, agent: str) -> _Any:
        """The numbers of actions, as a space of the package gymnasium, which this needs."""
        return self._spaces_of(agent)[1]

    def _spaces_of(self, agent: str) -> tuple[_Any, _Any]:
        """PettingZoo asks that these be the same objects each time."""
        if _spaces is None:
            raise InputError("spaces need the package gymnasium")
        if agent not in self._spaces:
            numbers = self._state.observation_tensor(self._seat(agent)).shape
            count = self._state.num_distinct_actions()
            self._spaces[agent] = (
                _spaces.Dict({"observation": _spaces.Box(0, _numpy.inf, numbers, _numpy.float32),
                              "action_mask": _spaces.Box(0, 1, (count,), _numpy.int8)}),
                _spaces.Discrete(count))
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, _Any] | None = None) -> None:
        """Begins a match, by default with the next seed. There are no options."""
        self._seed = self._seed + 1 if seed is None else int(seed)
        self._state = State(self.variant, seed=self._seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, _Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(0, self._state.current_player())]

    def observe(self, agent: str) -> dict[str, _numpy.ndarray]:
        """The position as this agent sees it, and which actions it has now."""
        seat = self._seat(agent)
        mask = _numpy.zeros(self._state.num_distinct_actions(), _numpy.int8)
        if self._state.current_player() == seat:
            mask[self._state.legal_actions()] = 1
        return {"observation": self._state.observation_tensor(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[_Any, float, bool, bool, dict[str, _Any]]:
        """Observation, reward since its last action, terminated, truncated and info of the agent that
        decides."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        """Plays the action of the agent that decides; None takes an agent off whose match is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise InputError("the match is over: step(None) takes the agent off")
            tables: list[dict[str, _Any]] = [self.rewards, self._cumulative_rewards,
                                             self.terminations, self.truncations, self.infos]
            for table in tables:
                del table[agent]
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            self.rewards = dict.fromkeys(self.agents, 0.0)
            return
        if action is None:
            raise InputError("the match is not over: step() takes an action")
        self._state.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._state.is_terminal():
            for seat, value in enumerate(self._state.returns()):
                self.rewards[self.possible_agents[seat]] = value
            # By the limit of turns: nobody has won.
            won = any(self._state.returns())
            for each in self.agents:
                self.terminations[each] = won
                self.truncations[each] = not won
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._state.current_player()]
        for each in self.agents:
            self._cumulative_rewards[each] += self.rewards[each]

    def agent_iter(self, max_iter: int = 2 ** 63) -> _Iterator[str]:
        """Who decides, until the match is over or for so many decisions."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str:
        """The position in words."""
        return str(self._state)

    def close(self) -> None:
        """Nothing is held open."""
