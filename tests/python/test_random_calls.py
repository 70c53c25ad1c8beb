"""Whatever is called with whatever: exceptions, and an interpreter that lives."""
import random

import evorisk
from evorisk.env import RiskEnv

CALLS = 10_000


def values(dice, things):
    return dice.choice([
        lambda: dice.choice(things), lambda: None, lambda: dice.randrange(-3, 60),
        lambda: dice.choice([2 ** 31, 2 ** 63, -2 ** 70, 1e300, float("nan"), float("inf"), 0.5]),
        lambda: dice.choice(["risk", "thesis-9", "", "cautious", "\0", "\ud800", "a" * 1000, "{}"]),
        lambda: dice.choice([b"x", [], {}, (), [1, 2], {"attack": {"from": 1, "to": 2}},
                             {"place": {"territory": 3, "troops": 2}}, {"format": 1}, object()]),
    ])()


def test_random_calls_never_end_the_interpreter():
    dice = random.Random(1)
    board, variant = evorisk.Map("thesis-9"), evorisk.Variant("thesis-9")
    states = [evorisk.State(variant, seed=1), evorisk.State(variant, explicit_chance=True)]
    things = [board, variant, variant.rules, *states, RiskEnv(variant),
              evorisk.Search("thesis", population=4, tournament=2),
              evorisk.Space({"search_space": {"initial_maps": {"territories": [5, 9]}}}),
              evorisk.Map, evorisk.Rules, evorisk.Variant, evorisk.State]
    raised = 0
    for _ in range(CALLS):
        thing = dice.choice(things)
        name = dice.choice([name for name in dir(thing) if name not in
                            ("__class__", "__dict__", "__subclasshook__", "__reduce__", "mro")
                            and not name.startswith("__init_sub")])
        arguments = [values(dice, things) for _ in range(dice.randrange(4))]
        try:
            member = getattr(thing, name)
            if callable(member):
                member(*arguments)
        except Exception:
            raised += 1
    assert 0 < raised < CALLS
    # What is left works, and whoever comes next is served.
    assert evorisk.evaluate("thesis-9", 10)["matches"][0] == 10


def test_random_arguments_of_what_plays():
    dice = random.Random(2)
    names = ["variants", "matches", "seed", "agents", "criteria", "objective", "threads", "progress",
             "anchor"]
    for call, agents in ((evorisk.evaluate, ["random"]), (evorisk.arena, ["random", "cautious"])):
        for _ in range(300):
            arguments = {"variants": "thesis-9", "matches": 5, "agents": agents}
            for name in dice.sample(names, 2):
                arguments[name] = values(dice, [evorisk.Variant("two"), ["two", "thesis-9"], agents])
            if isinstance(arguments["matches"], (int, float)) and arguments["matches"] > 1000:
                continue  # it would play them
            try:
                call(**arguments)
            except Exception:
                pass
