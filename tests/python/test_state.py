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


PHASES = ["deal", "pick", "initial", "exchange", "continent", "reinforce", "attack", "fortify",
          "draw", "over", "mission"]


def test_tensors_are_laid_out_as_documented():
    variant = evorisk.Variant("risk").with_rules(players=4, turn_limit=200)
    n, state = variant.map.territories, evorisk.State(variant, seed=1)
    for steps in [3, 200, 300, 400]:
        played(state, steps, steps)
        for player in range(4):
            seen, tensor = state.observation(player), state.observation_tensor(player)
            assert tensor.shape == (13 * n + 14,)
            for t in range(n):
                owner, holders, row = numpy.zeros(6), numpy.zeros(6), tensor[13 * t:]
                owner[(seen["owners"][t] - player) % 4] = seen["owners"][t] >= 0
                for seat in range(4):
                    holders[(seat - player) % 4] = t in seen["hands"][seat]
                assert (row[:6] == owner).all() and (row[7:13] == holders).all()
                assert row[6] == pytest.approx(numpy.log2(1 + seen["troops"][t]))
            rest = tensor[13 * n:]
            assert [rest[i] for i in range(11)] == [name == seen["phase"] for name in PHASES]
            assert rest[11] == pytest.approx(numpy.log2(1 + seen["to_place"]))
            assert rest[12] == (seen["seat"] - player) % 4 / 4
            assert rest[13] == pytest.approx(1 - seen["turn"] / 200)


def test_actions_are_numbered_as_documented():
    variant = evorisk.Variant("risk")
    n, state = variant.map.territories, evorisk.State(variant, seed=1)
    kinds = set()
    for step in range(2000):
        if state.is_terminal():
            break
        sets = [move for move in state.legal_moves() if move.get("exchange", {}).get("cards")]
        for number in state.legal_actions():
            (kind, action), = state.action_to_dict(number).items()
            kinds.add(kind)
            if None in action.values():
                expected = 0
            elif "territory" in action:
                expected = 1 + action["territory"] + (n if action.get("troops", 1) > 1 else 0)
            elif kind == "exchange":
                expected = 1 + 2 * n + 2 * n * n + sets.index({kind: action})
            else:
                expected = 1 + 2 * n + n * action["from"] + action["to"]
                if number >= 1 + 2 * n + n * n:
                    assert kind == "fortify" and action["troops"] == 1
                    expected += n * n
            assert number == expected
        played(state, step, 1)
    assert kinds == {"pick", "place", "exchange", "attack", "fortify"}


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
    with pytest.raises(evorisk.InputError):
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
