"""Random play in the environment of several agents, and what a learner sees."""
import numpy

import evorisk
from evorisk.env import RiskEnv

env = RiskEnv(evorisk.Variant("cycle-4"))
dice = numpy.random.default_rng(1)
wins = dict.fromkeys(env.possible_agents, 0)
for match in range(20):
    env.reset(seed=match)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        wins[agent] += reward > 0
        over = terminated or truncated
        legal = numpy.flatnonzero(observation["action_mask"])
        env.step(None if over else int(dice.choice(legal)))
print(f"{len(observation['observation'])} numbers are seen, {len(observation['action_mask'])} actions")
print("wins of 20 matches:", wins)
