#!/usr/bin/env python3
"""Sums up collected sweeps: one CSV of runs each, and a table that sets them side by side.

    scripts/study_findings.py OUT NAME=SWEEP.sqlite [NAME=SWEEP.sqlite ...]

Writes OUT/NAME.csv.gz (a line per finished run, numbers of four digits, errors of two) and prints the table in Markdown. Means come with
their standard error over runs, shares with the binomial one. Needs only Python.
"""
import csv
import gzip
import io
import math
import pathlib
import sqlite3
import sys

COLUMNS = ["run", "generations", "population", "tournament", "mutation_rate", "final_fitness",
           "final_se", "least_fitness", "least_generation", "reported_fitness", "reported_se",
           "whole_last_generation"]


def mean(values):
    """Mean ± standard error."""
    count = len(values)
    if count == 0:
        return "–"
    average = sum(values) / count
    if count == 1:
        return f"{average:.3f}"
    variance = sum((value - average) ** 2 for value in values) / (count - 1)
    return f"{average:.3f} ± {math.sqrt(variance / count):.3f}"


def share(part, whole):
    """Per cent ± standard error."""
    if whole == 0:
        return "–"
    ratio = part / whole
    return f"{100 * ratio:.1f} ± {100 * math.sqrt(ratio * (1 - ratio) / whole):.1f} %"


def shown(name, value):
    """With the digits that say something: four, of an error two."""
    if not isinstance(value, float):
        return value
    return f"{value:.2g}" if name.endswith("_se") else f"{value:.4g}"


class Study:
    """A collected sweep: `rows` of text by title."""

    def __init__(self, path):
        self.base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.base.row_factory = sqlite3.Row

    def all(self, query):
        return self.base.execute(query).fetchall()

    def column(self, query):
        return [row[0] for row in self.all(query)]

    def write(self, path):
        rows = self.all(f"SELECT {', '.join('runs.' + name for name in COLUMNS)}, "
                        "individuals.territories, individuals.borders, individuals.continents, "
                        "individuals.genes FROM runs JOIN individuals USING (run) "
                        "WHERE status = 'done' AND sample = 'last' AND rank = 0 ORDER BY run")
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(rows[0].keys())
        for row in rows:
            writer.writerow(shown(name, row[name]) for name in row.keys())
        path.write_bytes(gzip.compress(file.getvalue().encode(), 9, mtime=0))

    def rows(self):
        states = {state: self.column(f"SELECT count(*) FROM runs WHERE status = '{state}'")[0]
                  for state in ("done", "failed", "missing")}
        done = states["done"]
        sizes = self.column("SELECT territories FROM individuals WHERE sample = 'last' AND rank = 0")
        reported = self.column("SELECT territories FROM individuals "
                               "WHERE sample = 'report' AND rank = 0")
        out = {
            "runs done, failed, missing": f"{done}, {states['failed']}, {states['missing']}",
            "matches": f"{sum(self.column('SELECT ifnull(matches_played, 0) FROM runs')):,}",
            "territories of the last generation, mean": mean(self.column(
                "SELECT mean_territories FROM generations JOIN runs USING (run) "
                "WHERE status = 'done' AND generation = generations")),
            "territories of its fittest": mean(sizes),
            "of them with at most 3": share(sum(size <= 3 for size in sizes), len(sizes)),
            "of them with at most 10": share(sum(size <= 10 for size in sizes), len(sizes)),
            "territories of the reported best": mean(reported),
            "final fitness as the search saw it": mean(
                self.column("SELECT final_fitness FROM runs WHERE status = 'done'")),
            "the reported best by fresh matches": mean(
                self.column("SELECT reported_fitness FROM runs WHERE status = 'done'")),
            "a fitter best before the end: as the search saw it": share(self.column(
                "SELECT count(*) FROM runs WHERE least_fitness < final_fitness")[0], done),
            "the same, evidence of a whole life pooled": share(self.column(
                "SELECT count(*) FROM runs WHERE least_pooled_fitness < final_pooled_fitness")[0],
                done),
            "generations that lost their elite": share(*self.all(
                "SELECT sum(elite_rank > 0), count(elite_rank) FROM generations")[0]),
            "children discarded": share(*self.all(
                "SELECT sum(not_planar + not_connected), sum(children) FROM generations")[0]),
        }
        return {title: "" if text is None else text for title, text in out.items()}


def main():
    arguments = [argument.partition("=") for argument in sys.argv[2:]]
    if len(arguments) == 0 or any(not path for _, _, path in arguments):
        sys.exit(__doc__)
    directory = pathlib.Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    studies = {}
    for name, _, path in arguments:
        study = Study(path)
        study.write(directory / f"{name}.csv.gz")
        studies[name] = study.rows()
    print("| | " + " | ".join(studies) + " |")
    print("|---|" + "---:|" * len(studies))
    for title in next(iter(studies.values())):
        print(f"| {title} | " + " | ".join(rows[title] for rows in studies.values()) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
