import collections
import copy
import itertools
import pickle
import random

import numpy
import pytest

import evorisk

NAMES = ["thesis-9", "two", "risk", "war"]


def variants():
    yield from map(evorisk.Variant, NAMES)
    yield evorisk.Variant("risk").with_rules(players=4, allocation="pick", fortify="connected")
    yield evorisk.Variant("war").with_rules(players=3, objective="missions")


def played(state, seed, steps=10 ** 6):
    dice = random.Random(seed)
    while not state.is_terminal() and steps > 0:
        steps -= 1
        state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("explicit", [False, True])
def test_random_play_ends_and_comes_back(explicit):
    for variant in variants():
        state = evorisk.State(variant, seed=3, explicit_chance=explicit)
        played(state, 1, 300)
        again = evorisk.State.deserialize(state.serialize())
        assert again.serialize() == state.serialize()
        assert pickle.loads(pickle.dumps(state)).observation() == state.observation()
        twin = copy.deepcopy(state)
        assert played(twin, 2).is_terminal()
        assert played(state.clone(), 2).serialize() == twin.serialize()
        assert sum(twin.returns()) == pytest.approx(0)
        assert twin.current_player() == -4 and twin.legal_actions() == []


def test_chance_is_drawn_by_the_seed_alone():
    variant = evorisk.Variant("thesis-9")
    first, second = (played(evorisk.State(variant, seed=8), 4).serialize() for _ in range(2))
    assert first == second
    assert played(evorisk.State(variant, seed=9), 4).serialize() != first


def won_all_of_three():
    faces = [sorted(roll, reverse=True) for roll in itertools.product(range(1, 7), repeat=3)]
    counts = collections.Counter(map(tuple, faces))
    won = sum(counts[a] * counts[d] for a in counts for d in counts
              if all(x > y for x, y in zip(a, d)))
    return won / 6 ** 6


def test_outcomes_of_dice_have_their_probabilities():
    state = evorisk.State(evorisk.Variant("two").with_rules(initial_troops=9), explicit_chance=True)
    while state.observation()["phase"] != "attack":
        state.apply_action(state.legal_actions()[-1])
    attack = [move for move in state.legal_moves() if move["attack"].get("from") is not None][0]
    state.apply_action(attack)
    assert state.is_chance_node() and state.current_player() == -1
    outcomes = dict(state.chance_outcomes())
    assert sum(outcomes.values()) == pytest.approx(1)
    # Three dice against three, ties to the defender: all won and all lost, by enumeration.
    assert len(outcomes) == 4
    assert outcomes[0] == pytest.approx(won_all_of_three())


def test_numbers_and_dictionaries_are_the_same_actions():
    state = evorisk.State(evorisk.Variant("risk"), seed=1)
    for _ in range(200):
        number = state.legal_actions()[0]
        other = state.clone()
        other.apply_action(state.action_to_dict(number))
        state.apply_action(numpy.int64(number))
        assert other.serialize() == state.serialize()


def test_missions_of_others_are_hidden():
    variant = evorisk.Variant("war").with_rules(players=3, objective="missions")
    state = evorisk.State(variant)
    missions = state.observation(1)["missions"]
    assert missions[1] >= 0 and missions[0] == missions[2] == -1
    assert state.observation()["missions"] == [-1, -1, -1]


@pytest.mark.parametrize("action", [-1, 10 ** 9, 2 ** 70, 1.5, "attack", None, {}, {"attack": 3},
                                    {"attack": {"from": 0, "to": 10 ** 12}}, {"jump": {}}, [1],
                                    {"attack": {"from": 0, "to": 1}, "place": {}}])
def test_what_is_no_action_changes_nothing(action):
    state = evorisk.State(evorisk.Variant("risk"), seed=1)
    before = state.serialize()
    with pytest.raises((evorisk.InputError, RuntimeError, OverflowError, ValueError)):
        state.apply_action(action)
    assert state.serialize() == before


def test_damaged_states_are_refused():
    text = played(evorisk.State(evorisk.Variant("thesis-9"), seed=2), 1, 60).serialize()
    dice = random.Random(1)
    refused = 0
    for _ in range(400):
        place = dice.randrange(len(text))
        damaged = text[:place] + dice.choice("0123456789-[]{},\"x") + text[place + 1:]
        try:
            played(evorisk.State.deserialize(damaged), 1)
        except evorisk.InputError:
            refused += 1
    assert refused > 200
