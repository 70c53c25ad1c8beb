"""A match as an environment of several agents, after the AEC interface of PettingZoo: reset, step,
observe, last, agent_iter, action masks in the observations. PettingZoo itself is not needed; where
it is installed the environment is one of its own, and its spaces are Gymnasium's."""
import numpy as _numpy

from ._evorisk import InputError, State

try:  # the base class and the spaces, where they are installed
    from gymnasium import spaces as _spaces
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base, _spaces = object, None


class RiskEnv(_Base):
    """One seat a player: agents "seat_0", "seat_1", ... An observation is {"observation": numbers of
    State.observation_tensor, "action_mask": 1 for each legal action}. The reward comes at the end:
    1 for the winner, -1 shared by the others; 0 for all without a winner. An illegal action raises
    InputError."""

    metadata = {"name": "evorisk_v0", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, variant, render_mode=None):
        self.variant = variant
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(variant.players)]
        self.agents = []
        self._state = State(variant)
        self._seed = 0
        self._spaces = {}

    def _seat(self, agent):
        return self.possible_agents.index(agent)

    def observation_space(self, agent):
        return self._spaces_of(agent)[0]

    def action_space(self, agent):
        return self._spaces_of(agent)[1]

    def _spaces_of(self, agent):
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

    def reset(self, seed=None, options=None):
        self._seed = self._seed + 1 if seed is None else int(seed)
        self._state = State(self.variant, seed=self._seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(0, self._state.current_player())]

    def observe(self, agent):
        seat = self._seat(agent)
        mask = _numpy.zeros(self._state.num_distinct_actions(), _numpy.int8)
        if self._state.current_player() == seat:
            mask[self._state.legal_actions()] = 1
        return {"observation": self._state.observation_tensor(seat), "action_mask": mask}

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise InputError("the match is over: step(None) takes the agent off")
            for table in (self.rewards, self._cumulative_rewards, self.terminations,
                          self.truncations, self.infos):
                del table[agent]
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            self.rewards = dict.fromkeys(self.agents, 0.0)
            return
        self._cumulative_rewards[agent] = 0.0
        self._state.apply_action(action)
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

    def agent_iter(self, max_iter=2 ** 63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self):
        return str(self._state)

    def close(self):
        """Nothing is held open."""
