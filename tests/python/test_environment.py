"""What PettingZoo asks of an environment. PettingZoo and Gymnasium are not in Debian: where they are
installed PettingZoo's own tests run; everywhere else the same demands are checked here, with spaces
that say no more than whether they hold a value."""
import types

import numpy
import pytest

import evorisk
import evorisk.env
from evorisk.env import RiskEnv


class Box:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, numpy.dtype(dtype)

    def contains(self, value):
        return (isinstance(value, numpy.ndarray) and value.shape == self.shape and
                value.dtype == self.dtype and not numpy.isnan(value).any() and
                bool(((value >= self.low) & (value <= self.high)).all()))


class Discrete:
    def __init__(self, n):
        self.n = n

    def contains(self, value):
        return 0 <= int(value) < self.n


class Dict:
    def __init__(self, spaces):
        self.spaces = spaces

    def contains(self, value):
        return value.keys() == self.spaces.keys() and all(
            space.contains(value[name]) for name, space in self.spaces.items())


def variants():
    yield from map(evorisk.Variant, ["thesis-9", "two", "risk", "war"])
    yield evorisk.Variant("risk").with_rules(players=4, allocation="pick", fortify="connected")
    yield evorisk.Variant("war").with_rules(players=3, objective="missions")
    yield evorisk.Variant("risk").with_rules(turn_limit=3)


@pytest.fixture(autouse=True)
def spaces(monkeypatch):
    if evorisk.env._spaces is None:
        monkeypatch.setattr(evorisk.env, "_spaces",
                            types.SimpleNamespace(Box=Box, Discrete=Discrete, Dict=Dict))


def choice(dice, observation):
    return int(dice.choice(numpy.flatnonzero(observation["action_mask"])))


def check_tables(env):
    """Rewards, ends and infos are of those who are in the match, and of no others."""
    for table in (env.rewards, env.terminations, env.truncations, env.infos):
        assert list(table) == env.agents
    assert set(env.agents) <= set(env.possible_agents)
    assert all(isinstance(env.infos[agent], dict) for agent in env.agents)
    assert not env.agents or env.agent_selection in env.agents


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_whole_matches_as_the_interface_asks(variant):
    env = RiskEnv(variant)
    dice = numpy.random.default_rng(1)
    assert env.metadata["name"] and isinstance(env.possible_agents, list)
    for match in range(3):
        env.reset(seed=match)
        assert env.agents == env.possible_agents
        collected = dict.fromkeys(env.agents, 0.0)
        totals = dict.fromkeys(env.agents, 0.0)
        gone = set()
        for agent in env.agent_iter():
            check_tables(env)
            assert agent not in gone
            observation, reward, terminated, truncated, _ = env.last()
            assert env.observation_space(agent).contains(observation)
            assert env.last(observe=False)[0] is None
            assert reward == collected[agent]  # all since its last step
            totals[agent] += reward
            collected[agent] = 0
            over = terminated or truncated
            action = None if over else choice(dice, observation)
            assert over or env.action_space(agent).contains(action)
            env.step(action)
            if over:
                gone.add(agent)
                assert agent not in env.agents
            for each, value in env.rewards.items():
                collected[each] += value
            assert env.observation_space(agent).contains(env.observe(agent))
        assert gone == set(env.possible_agents) and env.agents == []
        assert sum(totals.values()) == pytest.approx(0)


def test_an_agent_always_gets_the_same_space():
    env = RiskEnv(evorisk.Variant("risk"))
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)


def test_only_the_one_who_is_asked_has_actions():
    env = RiskEnv(evorisk.Variant("risk").with_rules(players=4))
    dice = numpy.random.default_rng(2)
    env.reset(seed=1)
    for _ in range(300):
        for agent in env.possible_agents:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
        env.step(choice(dice, env.last()[0]))


def course(env, seed, dice, steps=400):
    env.reset(seed=seed)
    seen = []
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        seen.append((agent, observation["observation"].tobytes(), reward, terminated, truncated))
        env.step(None if terminated or truncated else choice(dice, observation))
    return seen


def test_the_same_seed_gives_the_same_match():
    variant = evorisk.Variant("thesis-9")
    one, other = RiskEnv(variant), RiskEnv(variant)
    course(other, 3, numpy.random.default_rng(9), 50)  # what was before does not matter
    first = course(one, 7, numpy.random.default_rng(1))
    assert first == course(other, 7, numpy.random.default_rng(1))
    assert first != course(one, 8, numpy.random.default_rng(1))


def test_a_match_without_an_end_is_truncated():
    env = RiskEnv(evorisk.Variant("risk").with_rules(turn_limit=3))
    dice = numpy.random.default_rng(1)
    env.reset(seed=1)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(choice(dice, env.last()[0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_wrong_steps_are_refused_and_change_nothing():
    env = RiskEnv(evorisk.Variant("thesis-9"))
    env.reset(seed=1)
    before = env.render()
    legal = set(numpy.flatnonzero(env.last()[0]["action_mask"]))
    illegal = next(i for i in range(10 ** 6) if i not in legal)
    for action in (illegal, -1, None):
        with pytest.raises((evorisk.InputError, TypeError, ValueError)):
            env.step(action)
        assert env.render() == before
    course(env, 1, numpy.random.default_rng(1), 10 ** 6)
    assert env.agents == []


def test_pettingzoos_own_tests():
    api = pytest.importorskip("pettingzoo.test")
    for variant in variants():
        api.api_test(RiskEnv(variant))
    api.seed_test(lambda: RiskEnv(evorisk.Variant("thesis-9")))
