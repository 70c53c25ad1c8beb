"""evorisk from Python: maps, rules, variants, their measurement, and matches played one action at a
time. docs/python.md shows each; evorisk.runs reads the files of runs, evorisk.env plays PettingZoo's
way."""
import dataclasses as _dataclasses
from typing import Any as _Any

import numpy as _numpy

from . import _evorisk
from ._evorisk import (InputError, Map, Rules, Search, Space, State, SystemError, Variant,
                       add_agent, add_algorithm, add_criterion, add_crossover, add_map_format,
                       add_mutation, agent_names, map_names, revision)

__version__ = revision.split()[0]
__all__ = ["InputError", "Map", "Match", "Rules", "Search", "Space", "State", "SystemError",
           "Variant", "add_agent", "add_algorithm", "add_criterion", "add_crossover",
           "add_map_format", "add_mutation", "agent_names", "evaluate", "evolve", "map_names",
           "revision"]


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
def _state(text):
    return State.deserialize(text)


def _rules(values):
    return Rules.from_dict(values)


def evaluate(variants, matches=1000, seed=1, agents=(), criteria="", objective=None, threads=0,
             progress=None):
    """Plays matches of each variant and measures it, as `evorisk evaluate` does: the same figures to
    the last bit. Returns a structured array with a row for each variant: name, matches, finished,
    turns, each criterion and fitness with _se (standard error), _low and _high (95 % interval), and
    the wins of each seat. pandas.DataFrame takes it.

    variants: one Variant or what makes one (a library map's name, a file, a dictionary), or many.
    agents: a name for each seat, or one for all; by default "cautious".
    criteria: extended criteria, "decisiveness,depth" or "all".
    objective: a file, a dictionary or "thesis"; by default what a variant was bred for.
    threads: 0 takes all. progress: called with (matches played, matches to play), now and then.

    Other threads of Python run meanwhile; control-C ends it with KeyboardInterrupt."""
    single = isinstance(variants, (Variant, str, dict)) or hasattr(variants, "__fspath__")
    given = [variants] if single else list(variants)
    made = [each if isinstance(each, Variant) else Variant(each) for each in given]
    agents = [agents] if isinstance(agents, str) else list(agents)
    criteria = criteria if isinstance(criteria, str) else ",".join(criteria)
    columns, values = _evorisk.evaluate(made, matches, seed, agents, criteria, objective, threads,
                                        progress)
    longest = max([len(each.name) for each in made], default=1)
    counts = {"matches", "finished"} | {name for name in columns if name.startswith("wins_")}
    table = _numpy.zeros(len(made), [("name", f"U{max(longest, 1)}")] +
                         [(name, "i8" if name in counts else "f8") for name in columns])
    table["name"] = [each.name for each in made]
    for place, name in enumerate(columns):
        table[name] = values[:, place]
    return table


def evolve(config=None, out="run", force=False, threads=0, on_generation=None, resume=False,
           **settings):
    """A whole evolution into the directory `out`, as `evorisk evolve` writes it; evorisk.runs reads
    it. config: a dictionary, a configuration's name or a file; settings: its members, as
    generations=20 or **{"final.matches": 1000}. on_generation: called with (generation, id of its
    best, that one's fitness). control-C and errors of on_generation stop it; resume=True continues with
    the same config, as `evorisk evolve --resume` does where nothing was added in Python."""
    _evorisk.evolve(config, settings, out, force, resume, threads, on_generation)
