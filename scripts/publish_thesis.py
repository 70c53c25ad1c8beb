#!/usr/bin/env python3
"""Writes the runs that results/thesis/index.html is made from, as small as that page needs them.

    scripts/publish_thesis.py OUT.jsonl.gz STORE SWEEP

STORE is the directory of `evorisk reproduce --store`, SWEEP the collected sweep `reject`
(sweep.sqlite, or the reject.csv.gz of study_findings.py), whose runs are the grid of profile text.
Numbers keep five digits. Criteria are kept of the configurations whose criteria the thesis prints, courses of the two best, maps of the fast and the long run. Needs
only Python.
"""
import csv
import gzip
import json
import pathlib
import sqlite3
import sys

FAST, LONG = [10, 5, 2, 0.1], [190, 50, 24, 0.8]


def published(run, best):
    """A line without what no table or figure shows."""
    configuration = [run[key] for key in ("generations", "population", "tournament",
                                          "mutation_rate")]
    repeated = run["study"] == "repeat"
    if not (repeated and configuration in (FAST, LONG, best[0])):
        run.pop("criteria", None)
    if not (repeated and configuration in best[:2]):
        run.pop("course", None)
    if not (repeated and configuration in (FAST, LONG)):
        run.pop("map", None)
    return run


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.5g}")
    return [rounded(item) for item in value] if isinstance(value, list) else value


def stored_runs(directory):
    for file in sorted(directory.rglob("runs.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def swept_rows(file):
    if file.endswith(".gz"):
        with gzip.open(file, "rt", encoding="utf-8", newline="") as text:
            yield from csv.DictReader(text)
        return
    base = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    base.row_factory = sqlite3.Row
    query = ("SELECT runs.*, territories, genes FROM runs JOIN individuals USING (run) "
             "WHERE status = 'done' AND sample = 'last' AND rank = 0 ORDER BY run")
    yield from map(dict, base.execute(query))


def swept_runs(file):
    """The finished runs of a sweep, as lines of a store."""
    for row in swept_rows(file):
        initial = row.get("whole_last_generation") or ""
        yield {"study": "grid", "profile": "text",
               **{key: int(row[key]) for key in ("generations", "population", "tournament")},
               "mutation_rate": float(row["mutation_rate"]), "number": int(row["run"]),
               "fitness": float(row["final_fitness"]), **json.loads(row["genes"]),
               "territories": int(row["territories"]),
               "least_fitness": float(row["least_fitness"]),
               "least_generation": int(row["least_generation"]),
               "last_generation_is": int(initial.removeprefix("thesis-") or 0),
               "last_generation_size": int(row["population"]), "replaced": 0}


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    thesis = pathlib.Path(__file__).parent.parent / "experiments/reproduce/thesis.json"
    best = [[run[key] for key in ("generations", "population", "tournament", "mutation_rate")]
            for run in json.loads(thesis.read_text(encoding="utf-8"))["best_runs"]["rows"]]
    runs = [*stored_runs(pathlib.Path(sys.argv[2])), *swept_runs(sys.argv[3])]
    lines = [json.dumps({key: rounded(value) for key, value in published(run, best).items()},
                        separators=(",", ":")) for run in runs]
    lines = sorted(set(lines))  # a run that is stored twice is one run
    text = "".join(line + "\n" for line in lines)
    with open(sys.argv[1], "wb") as file:
        file.write(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{sys.argv[1]}: {len(lines)} runs")


if __name__ == "__main__":
    main()
