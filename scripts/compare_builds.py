#!/usr/bin/env python3
"""Which of two builds of evorisk is faster, and how sure is that?

    scripts/compare_builds.py OLD NEW [--pairs 15] [--only thesis-9] [--seconds 0.2] [--threads 1]
    scripts/compare_builds.py OLD NEW [--pairs 15] --command "evaluate --map two --threads 1"

OLD and NEW are programs. With --command both do the same, of one thread, at the same time on one
processor, which serves them in turn, a few milliseconds each; each pair gives one ratio, old
processor time / new processor time. Otherwise they take turns (old new, new old, old new, ...), so that what slows the
machine down for a while slows both. Each turn is one `evorisk bench`; each measurement of a pair
gives one ratio, new speed / old speed. Told are the mean ratio (geometric) and its 95 % confidence
interval from the spread of the pairs (Student's t). An interval that does not hold 1 is marked.
Exit code: 0; 3 with --fail-below R when some ratio is below R beyond doubt.
"""
import argparse
import json
import math
import os
import shlex
import signal
import statistics
import subprocess
import sys

# Student's t, two-sided 95 %, by degrees of freedom.
T95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
       2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
       2.052, 2.048, 2.045, 2.042]


def t95(freedom):
    return T95[freedom - 1] if freedom <= len(T95) else 1.96 + 2.5 / freedom


def speeds(program, options):
    """Name -> work per second, of one run of the benchmark."""
    # One round a turn: turns are what is compared.
    command = [program, "bench", "--json", "--quiet", "--seconds", str(options.seconds),
               "--threads", str(options.threads), "--rounds", "1"]
    if options.only:
        command += ["--only", options.only]
    if not options.evolution:
        command.append("--no-evolution")
    result = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if result.returncode != 0:
        sys.exit(f"compare_builds: {' '.join(command)} ended with {result.returncode}")
    document = json.loads(result.stdout)
    found = {}
    for row in document.get("engines", []):
        name = f"{row['case']}, {row['engine']}, {row['threads']} thread(s)"
        found[name] = row["matches_per_second"]
    for row in document.get("operations", []):
        found[row["operation"]] = 1e6 / row["microseconds"]
    for row in document.get("evolutions", []):
        found[f"{row['evolution']}, {row['threads']} thread(s)"] = 1 / row["seconds"]
    return found


def together(programs, arguments):
    """Processor seconds of each program with these arguments, all on one processor at once."""
    cpu = max(os.sched_getaffinity(0))
    running = {}
    for program in programs:
        process = subprocess.Popen([program] + arguments, stdout=subprocess.DEVNULL,
                                   preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))
        running[process.pid] = program
    seconds = {}
    for _ in programs:
        pid, status, usage = os.wait4(-1, 0)
        if status != 0:
            for other in running.keys() - {pid}:
                os.kill(other, signal.SIGTERM)
            sys.exit(f"compare_builds: {running[pid]} {shlex.join(arguments)} failed")
        seconds[running.pop(pid)] = usage.ru_utime + usage.ru_stime
    return seconds


def compare(first, second, options):
    """Name -> work per second, or per processor second, of one run of either program."""
    if options.command is None:
        return speeds(first, options), speeds(second, options)
    seconds = together([first, second], shlex.split(options.command))
    return {options.command: 1 / seconds[first]}, {options.command: 1 / seconds[second]}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--pairs", type=int, default=15, help="how often each is run (at least 2)")
    parser.add_argument("--only", help="measure only what has this in its name")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each measurement")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--command", metavar="ARGUMENTS",
                        help="compare what this takes instead of the benchmark")
    parser.add_argument("--evolution", action="store_true", help="whole evolutions, too")
    parser.add_argument("--fail-below", type=float, metavar="R")
    options = parser.parse_args()
    if options.pairs < 2:
        parser.error("--pairs: at least 2")
    if options.command is not None and options.old == options.new:
        parser.error("--command: OLD and NEW are one program")

    logs = {}
    for pair in range(options.pairs):
        first, second = (options.old, options.new) if pair % 2 == 0 else (options.new, options.old)
        a, b = compare(first, second, options)
        old, new = (a, b) if pair % 2 == 0 else (b, a)
        for name in new:
            if name in old:
                logs.setdefault(name, []).append(math.log(new[name] / old[name]))
        print(f"\r{pair + 1} of {options.pairs} pairs", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if not logs:
        sys.exit("compare_builds: nothing was measured by both")

    width = max(len(name) for name in logs)
    slower = False
    print(f"{'new / old'.ljust(width)}   ratio   95 % interval")
    for name, values in logs.items():
        mean = statistics.fmean(values)
        half = t95(len(values) - 1) * statistics.stdev(values) / math.sqrt(len(values))
        low, high = math.exp(mean - half), math.exp(mean + half)
        mark = "  faster" if low > 1 else "  slower" if high < 1 else ""
        slower = slower or (options.fail_below is not None and high < options.fail_below)
        print(f"{name.ljust(width)}   {math.exp(mean):5.3f}   {low:.3f} to {high:.3f}{mark}")
    return 3 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
