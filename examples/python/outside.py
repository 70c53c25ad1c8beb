"""A criterion, a crossover, a mutation, an algorithm and a map format of one's own, in one search.
docs/extending.md explains each."""
import json
import pathlib

import evorisk
from evorisk import runs


def leaders_turns(match):
    """The share of turns that the seat with the most territories plays."""
    own = match.territories[range(len(match.movers)), match.movers]
    return float((own == match.territories.max(axis=1)).mean())


def one_parent(first, second, random):
    """The child's map is that of one parent; none, where that is not planar, as some first maps are
    not."""
    chosen = random.choice([first, second])
    return None if chosen.check()["planar"] else chosen


def double_bonus(map, random):
    """One continent's bonus doubles; none above 20."""
    changed = map.to_dict()
    continent = random.choice(changed["continents"])
    if continent["bonus"] > 10:
        return None
    continent["bonus"] *= 2
    return changed


class BestHalf:
    """The two fittest stay, the better half is bred, and one individual is new."""

    def __init__(self, config):
        self.order = []

    def tell(self, population):
        self.order = sorted(range(len(population)), key=lambda i: population[i]["fitness"])

    def ask(self, generation, random):
        half = self.order[:max(2, len(self.order) // 2)]
        return {"keep": self.order[:2], "fresh": 1,
                "pairs": [random.sample(half, 2) for _ in range(8)]}


evorisk.add_criterion("leaders_turns", leaders_turns, ideal=0.5, title="Leader's turns")
evorisk.add_crossover("one_parent", one_parent)
evorisk.add_mutation("double_bonus", double_bonus)
evorisk.add_algorithm("best_half", BestHalf)
evorisk.add_map_format("plain", ".plain", detect=lambda text: text.startswith("plain map\n"),
                       read=lambda text: json.loads(text.split("\n", 1)[1]),
                       write=lambda map: "plain map\n" + json.dumps(map.to_dict()))

pathlib.Path("nine.plain").write_text(evorisk.Map("thesis-9").text("plain"))
assert evorisk.Map("nine.plain") == evorisk.Map("thesis-9")

row = evorisk.evaluate("thesis-9", 200, criteria="leaders_turns")[0]
print(f"thesis-9: {row['leaders_turns']:.3f} ± {row['leaders_turns_se']:.3f}")

evorisk.evolve({"objective": {"criteria": {"leaders_turns": 0.5, "completeness": 1}},
                "algorithm": "best_half", "crossover": "one_parent",
                "map_mutations": ["change_bonus", "double_bonus"], "playability": [],
                "final": {"matches": 100, "candidates": 1}},
               "run", force=True, generations=3, population=8, tournament=2, matches=20,
               monitor_matches=20)
best = min(runs.individuals("run"), key=lambda row: row["fitness"])
print(f"the fittest: {best['id']}, fitness {best['fitness']:.3f}")
