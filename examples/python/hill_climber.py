"""A search of one's own in ten lines: rules are changed at random, and what is better stays. The
best of many noisy samples looks better than it is, so the last line measures it anew."""
import random

import evorisk

CHOICES: dict[str, list] = {"defence_dice": [1, 2, 3], "attack_dice": [2, 3], "reinforcement_divisor": [2, 3, 4],
           "conquest_move": ["min", "max", "dice"], "fortify": ["adjacent", "connected", "none"]}
dice = random.Random(1)
best = evorisk.Variant("thesis-9")
fitness = evorisk.evaluate(best, 2000)["fitness"][0]
for step in range(20):
    rule = dice.choice(list(CHOICES))
    child = best.with_rules(**{rule: dice.choice(CHOICES[rule])})
    found = evorisk.evaluate(child, 2000, seed=step + 2)["fitness"][0]
    if found < fitness:
        best, fitness = child, found
        print(f"{step:3}  {fitness:.3f}  {rule} = {child.rules.to_dict()[rule]}")
row = evorisk.evaluate(best, 20_000, seed=1000)[0]
print(f"by fresh matches: {row['fitness']:.3f} ({row['fitness_low']:.3f} to {row['fitness_high']:.3f})")
