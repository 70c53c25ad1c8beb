"""The files of runs as lists of dictionaries, which pandas.DataFrame takes."""
import json as _json
import pathlib as _pathlib
from collections.abc import Iterator as _Iterator
from os import PathLike as _PathLike
from typing import Any as _Any

from ._evorisk import InputError, _is_sealed

_Path = str | _PathLike[str]
_Row = dict[str, _Any]


def _lines(directory: _Path) -> _Iterator[_Row]:
    file = _pathlib.Path(directory) / "generations.jsonl"
    try:
        with file.open(encoding="utf-8", errors="replace", newline="\n") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith("\n"):
                    return  # torn by a kill
                if not _is_sealed(line):
                    raise InputError(f"{file}: line {number}: is damaged: its checksum is another")
                yield _json.loads(line)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from error


def _estimates(values: _Row, prefix: str = "") -> _Row:
    """{"drama": {"mean": 0.5, "se": 0.1}} as drama and drama_se."""
    row: _Row = {}
    for name, value in values.items():
        if isinstance(value, dict) and set(value) == {"mean", "se"}:
            row[prefix + name] = value["mean"]
            row[prefix + name + "_se"] = value["se"]
    return row


def generations(directory: _Path) -> list[_Row]:
    """A row for each generation of a run: number, id of the best, best, mean and worst fitness, the
    best's fitness by fresh matches (monitor_fitness), map sizes."""
    rows = []
    for line in _lines(directory):
        row = {"generation": line["generation"], "best": line["best"]}
        row.update({f"fitness_{key}": value for key, value in line["fitness"].items()})
        row.update({f"territories_{key}": value
                    for key, value in line.get("territories", {}).items()})
        if line.get("monitor"):
            row.update(_estimates(line["monitor"], "monitor_"))
        rows.append(row)
    return rows


def individuals(directory: _Path) -> list[_Row]:
    """A row for each individual of each generation: generation, id, parents, size of its map, the
    rules that are bred, fitness and criteria with their standard errors."""
    rows = []
    for line in _lines(directory):
        for individual in line["individuals"]:
            row = {"generation": line["generation"]}
            row.update({key: value for key, value in individual.items()
                        if not isinstance(value, dict) and key != "map"})
            row.update(individual.get("genes", {}))
            row.update(_estimates(individual))
            row.update(_estimates(individual.get("criteria", {})))
            rows.append(row)
    return rows


def lineage(directory: _Path) -> list[tuple[str, str]]:
    """(parent, offspring) for each parent of each individual, in order of birth."""
    seen: dict[tuple[str, str], None] = {}
    for row in individuals(directory):
        for parent in row["parents"]:
            seen[parent, row["id"]] = None
    return list(seen)
