"""evorisk from Python: maps, rules, variants, their measurement, and matches played one action at a
time. docs/python.md shows each; evorisk.runs reads the files of runs, evorisk.env plays PettingZoo's
way."""
import dataclasses as _dataclasses
from collections.abc import Callable as _Callable, Iterable as _Iterable
from os import PathLike as _PathLike
from typing import Any as _Any

import numpy as _numpy

from . import _evorisk, env, runs
from ._evorisk import (InputError, Map, Rules, Search, Space, State, SystemError, Variant,
                       add_agent, add_algorithm, add_criterion, add_crossover, add_map_format,
                       add_mutation, agent_names, map_names, revision)

_Source = str | _PathLike[str] | dict[str, _Any]
_Variants = Variant | _Source | _Iterable[Variant | _Source]
_Progress = _Callable[[int, int], None] | None

__version__ = revision.split()[0]
__all__ = ["InputError", "Map", "Match", "Rules", "Search", "Space", "State", "SystemError",
           "Variant", "add_agent", "add_algorithm", "add_criterion", "add_crossover",
           "add_map_format", "add_mutation", "agent_names", "arena", "env", "evaluate", "evolve",
           "map_names", "revision", "runs"]


@_dataclasses.dataclass(frozen=True)
class Match:
    """What a criterion in Python sees of a match that is over. Rows are turns, columns seats."""
    players: int
    winner: int | None        # a seat
    end: str                  # "conquest", "mission", "turn limit", ...
    turns: int                # begun; a turn that a forfeit broke off has no row
    movers: _numpy.ndarray    # whose turn it was
    territories: _numpy.ndarray  # of each seat after the turn
    troops: _numpy.ndarray
    moves: _numpy.ndarray     # open to the mover, as the branching factor counts them
    events: list[dict[str, _Any]]  # as in match records, where the criterion asked for them


# What pickles of states and rules call.
def _state(text: str) -> State:
    return State.deserialize(text)


def _rules(values: dict[str, _Any]) -> Rules:
    return Rules.from_dict(values)


def evaluate(variants: _Variants, matches: int = 1000, seed: int = 1,
             agents: str | _Iterable[str] = (), criteria: str | _Iterable[str] = "",
             objective: _Source | None = None, threads: int = 0,
             progress: _Progress = None) -> _numpy.ndarray:
    """Plays matches of each variant and measures it, as `evorisk evaluate` does: the same figures to
    the last bit. Returns a structured array with a row for each variant: name, matches, finished,
    forfeits, turns, each criterion and fitness with _se (standard error), _low and _high (95 % interval), and
    the wins of each seat. pandas.DataFrame takes it.

    variants: one Variant or what makes one (a library map's name, a file, a dictionary), or many.
    agents: a name for each seat, or one for all; by default "cautious".
    criteria: extended criteria, "decisiveness,depth" or "all".
    objective: a file, a dictionary or "thesis"; by default what a variant was bred for.
    threads: 0 takes all. progress: called with (matches played, matches to play), now and then.

    Other threads of Python run meanwhile; control-C ends it with KeyboardInterrupt."""
    made = _variants(variants)
    agents = [agents] if isinstance(agents, str) else list(agents)
    criteria = criteria if isinstance(criteria, str) else ",".join(criteria)
    columns, values = _evorisk.evaluate(made, matches, seed, agents, criteria, objective, threads,
                                        progress)
    counts = {"matches", "finished", "forfeits"} | {name for name in columns if name.startswith("wins_")}
    return _table("name", [each.name for each in made], columns, values, counts)


def arena(agents: _Iterable[str], variants: _Variants, matches: int = 1000, seed: int = 1,
          anchor: str = "", threads: int = 0, progress: _Progress = None) -> _numpy.ndarray:
    """Agents against each other, as in `evorisk arena`: every group that fills a table plays, each
    agent in each seat with the same dice. Returns a structured array, the strongest first: agent,
    elo with _se, _low and _high (95 % interval), matches, wins, forfeits, and microseconds: what a
    decision took on average, which differs from time to time.

    agents: names, those of add_agent among them. variants: one or many, as in evaluate.
    matches: at each table. anchor: whose elo is 0; by default "cautious", or the first.
    threads, progress: as in evaluate. An error of an agent in Python is raised."""
    agents = list(agents)
    order, (columns, values) = _evorisk.arena(agents, _variants(variants), matches, seed, anchor,
                                              threads, progress)
    return _table("agent", [agents[place] for place in order], columns, values,
                  {"matches", "wins", "forfeits"})


def _variants(given: _Variants) -> list[Variant]:
    """What a user gives for variants, as a list of Variant."""
    if isinstance(given, (Variant, str, dict, _PathLike)):
        given = [given]
    return [each if isinstance(each, Variant) else Variant(each) for each in given]


def _table(title: str, names: list[str], columns: list[str], values: _numpy.ndarray,
           counts: set[str]) -> _numpy.ndarray:
    """A structured array: a name, then a number for each column; those in `counts` are whole."""
    longest = max(map(len, names), default=1)
    table = _numpy.zeros(len(names), [(title, f"U{max(longest, 1)}")] +
                         [(name, "i8" if name in counts else "f8") for name in columns])
    table[title] = names
    for place, name in enumerate(columns):
        table[name] = values[:, place]
    return table


def evolve(config: _Source | None = None, out: str | _PathLike[str] = "run", force: bool = False,
           threads: int = 0, on_generation: _Callable[[int, str, float], _Any] | None = None,
           resume: bool = False, **settings: _Any) -> None:
    """A whole evolution into the directory `out`, as `evorisk evolve` writes it; evorisk.runs reads
    it. config: a dictionary, a configuration's name or a file; settings: its members, as
    generations=20 or **{"final.matches": 1000}. on_generation: called with (generation, id of its
    best, that one's fitness). control-C and errors of on_generation stop it; resume=True continues
    with the same config, as `evorisk evolve --resume` does where nothing was added in Python."""
    _evorisk.evolve(config, settings, out, force, resume, threads, on_generation)
