"""Another library's optimiser on the search space: differential evolution of SciPy where that is
installed, else a (1+1) evolution strategy of a few lines."""
import random

import evorisk

space = evorisk.Space({"search_space": {"initial_maps": {
    "territories": [12, 24], "continents": [3, 5], "density": [0.3, 0.6]}}})


def fitness(point):
    return evorisk.evaluate(space.variant(list(point)), 300)["fitness"][0]


try:
    from scipy.optimize import differential_evolution
except ImportError:
    dice = random.Random(1)
    best = [dice.random() for _ in space.names]
    value, step = fitness(best), 0.3
    for _ in range(60):
        child = [min(1.0, max(0.0, x + dice.gauss(0, step))) for x in best]
        found = fitness(child)
        step *= 1.3 if found < value else 0.93
        if found < value:
            best, value = child, found
else:
    result = differential_evolution(fitness, [(0, 1)] * len(space.names), maxiter=4, popsize=4,
                                    seed=1, polish=False)
    best, value = result.x, result.fun
variant = space.variant(list(best))
print(dict(zip(space.names, (round(float(x), 2) for x in best))))
again = evorisk.evaluate(variant, 20_000, seed=2)[0]
print(f"{variant.map.territories} territories, fitness {value:.3f} as the search saw it, by fresh "
      f"matches {again['fitness']:.3f} ({again['fitness_low']:.3f} to {again['fitness_high']:.3f})")
