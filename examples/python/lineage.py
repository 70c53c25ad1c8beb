"""The ancestors of a run's best individual: python3 lineage.py RUN. Without a run it breeds one."""
import subprocess
import sys
import tempfile

from evorisk import runs

with tempfile.TemporaryDirectory() as scratch:
    directory = sys.argv[1] if len(sys.argv) > 1 else scratch + "/run"
    if len(sys.argv) < 2:
        subprocess.run(["evorisk", "evolve", "thesis", "--set", "generations=5", "--set",
                        "population=6", "--set", "tournament=2", "--set", "matches=50", "--set",
                        "final.matches=100", "--out", directory, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
    people = {row["id"]: row for row in runs.individuals(directory)}
    parents: dict[str, list[str]] = {}
    for parent, child in runs.lineage(directory):
        parents.setdefault(child, []).append(parent)
    line, todo = [], [runs.generations(directory)[-1]["best"]]
    while todo:
        one = todo.pop()
        if one not in line:
            line.append(one)
            todo += parents.get(one, [])
    for one in line:
        row = people[one]
        print(f"{one:8} {row['territories']:3} territories, fitness {row['fitness']:.3f}, "
              f"of {', '.join(parents.get(one, [])) or 'the first generation'}")
