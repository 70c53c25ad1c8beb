#!/usr/bin/env python3
"""Compares docs/data.md, column by column, with what the program writes, and runs its recipes on a
small collected sweep, each where its tool is installed.

    tests/data/check.py SOURCE
"""
import contextlib
import csv
import importlib.util
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile


def dictionary(text):
    """{table: [column, ...]} of the headings that have a list of columns; each has unit and meaning."""
    tables = {}
    for line in text.splitlines():
        if line.startswith("#"):
            table = line.lstrip("# ")
        elif line.startswith("| ") and not line.startswith("| column |"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) != 3 or not all(cells):
                sys.exit(f"docs/data.md: {line}: not a column, a unit and a meaning")
            tables.setdefault(table, []).append(cells[0])
    return tables


def expect(table, told, written):
    if told != written:
        sys.exit(f"docs/data.md lists of {table} {told},\nbut it has {written}")


def recipes(text):
    """[(language, code)]; of the sqlite3 shell and DuckDB, both SQL, by the line before."""
    return re.findall(r"^(\S[^\n]*):\n\n```\w+\n(.*?)```", text, re.M | re.S)


def run(name, code):
    tools = {"pandas": [sys.executable, "-c", code], "R": ["Rscript", "-e", code],
             "DuckDB": ["duckdb", "-c", code], "sqlite3": ["sqlite3", "sweep.sqlite", code],
             "As CSV": ["sh", "-c", code]}
    for known, command in tools.items():
        if not name.endswith(known):
            continue
        missing = (importlib.util.find_spec("pandas") is None if known == "pandas" else
                   shutil.which("sqlite3" if known == "As CSV" else command[0]) is None)
        if missing:
            print(f"{known}: not installed")
            return
        done = subprocess.run(command, text=True, capture_output=True, check=False)
        if done.returncode != 0 or (known != "As CSV" and "2.5" not in done.stdout):
            sys.exit(f"the recipe for {known}:\n{done.stdout}{done.stderr}")
        print(f"{known}: runs")
        return
    sys.exit(f"docs/data.md: no tool is known for \"{name}\"")


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    text = (source / "docs/data.md").read_text()
    tables = dictionary(text)
    with tempfile.TemporaryDirectory() as directory, contextlib.chdir(directory):
        database = sqlite3.connect("sweep.sqlite")
        database.executescript((source / "experiments/sweep/collection.sql").read_text())
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master ORDER BY rowid")]
        for name in names:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            expect(name, tables.get(name), columns)
        columns = list(database.execute("PRAGMA table_info(runs)"))
        for run_number, fitness in enumerate([2, 3]):
            row = {name: "x" if kind == "TEXT" else run_number
                   for _, name, kind, *_ in columns}
            row.update(status="done", population=50, reported_fitness=fitness)
            database.execute(f"INSERT INTO runs VALUES ({','.join('?' * len(row))})",
                             list(row.values()))
        database.commit()
        database.close()
        for name, code in recipes(text):
            run(name, code)
    written = sorted((source / "results").rglob("*.csv"))
    for file in written:
        with file.open(newline="") as opened:
            expect(file.name, tables.get(file.name), next(csv.reader(opened)))
    # The names of the files of this kind in the sources, as "comparisons.csv".
    for file in [*source.glob("app/**/*.cpp"), *source.glob("experiments/**/*.cpp")]:
        for name in re.findall(r'"([\w.]+\.csv)"', file.read_text()):
            if name not in tables:
                sys.exit(f"{file}: writes {name}, which docs/data.md does not explain")
            if f'"{",".join(tables[name])}\\n"' not in file.read_text():
                sys.exit(f"{file}: the first line of {name} is not that of docs/data.md")


if __name__ == "__main__":
    main()
