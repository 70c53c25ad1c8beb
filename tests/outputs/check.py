#!/usr/bin/env python3
"""Runs commands with fixed seeds, and compares what they write with what was recorded.

  check.py PROGRAM [--update] [--only WORD] [--keep DIRECTORY]

Each line of commands.txt is "name: shell command"; `evorisk` in it is PROGRAM. What counts is
standard output and every file that the command leaves in its directory. JSON is compared as values,
without members that differ from run to run (times, speeds, the program's revision). recorded.txt has
one digest for each file. Exit code 1: something differs; --update writes recorded.txt anew, for a
change that is meant to change outputs. --keep leaves the files, so that two programs' can be compared.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CHANGING = {"seconds", "matches_per_second", "breeding_seconds", "playing_seconds", "program",
            "version", "revision", "compiler", "milliseconds", "log", "fingerprint", "bytes",
            "memory", "kilobytes", "latency", "log_hash", "log_bytes", "started", "ended", "time", "effort",
            "sum"}
SKIPPED = {"timing.json", "timing.jsonl", "checkpoint.json", ".lock"}


def canonical(value):
    """The value without what differs from run to run."""
    if isinstance(value, dict):
        return {k: canonical(v) for k, v in value.items() if k not in CHANGING}
    if isinstance(value, list):
        return [canonical(v) for v in value]
    return value


def digest(name, data):
    """The digest of a file's content; of its values where it is JSON."""
    try:
        text = re.sub(r"evorisk \d+\.\d+\.\d+( \([^)]*\))?", "PROGRAM", data.decode())
        if name.endswith(".jsonl"):
            data = "\n".join(json.dumps(canonical(json.loads(line)))
                             for line in text.splitlines()).encode()
        elif text[:1] in "{[":
            try:
                data = json.dumps(canonical(json.loads(text))).encode()
            except ValueError:
                lines = [json.dumps(canonical(json.loads(line))) for line in text.splitlines()]
                data = "\n".join(lines).encode()
        else:
            text = re.sub(r"[0-9.,]+ ?[kM]? ?(matches/s|matches a second|a second)", "SPEED", text)
            data = re.sub(r"[0-9.,]+ ?(ms|s|min|seconds)\b", "TIME", text).encode()
    except (UnicodeDecodeError, ValueError):
        pass
    return hashlib.sha256(data).hexdigest()[:16]


def run(name, command, program, keep):
    """Runs one command in a directory of its own; {file: digest}."""
    with tempfile.TemporaryDirectory() as temporary:
        there = pathlib.Path(keep, name) if keep else pathlib.Path(temporary)
        there.mkdir(parents=True, exist_ok=True)
        tools = pathlib.Path(temporary, "path")
        tools.mkdir(exist_ok=True)
        (tools / "evorisk").symlink_to(program)
        environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", E=str(HERE.parents[1]))
        done = subprocess.run(["sh", "-c", command], cwd=there, env=environment, capture_output=True,
                              stdin=subprocess.DEVNULL, check=False)
        result = {f"{name} exit": str(done.returncode), f"{name} stdout": digest("stdout", done.stdout)}
        if keep:
            (there / "stdout").write_bytes(done.stdout)
            (there / "stderr").write_bytes(done.stderr)
        for path in sorted(there.rglob("*")):
            file = path.relative_to(there).as_posix()
            if file in ("stdout", "stderr") or file.startswith("path/") or not path.is_file():
                continue
            if path.name in SKIPPED or path.name.startswith("report") or path.suffix == ".sqlite":
                continue
            result[f"{name} {file}"] = digest(file, path.read_bytes())
        return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    options = parser.parse_args()
    program = pathlib.Path(options.program).resolve()
    commands = {}
    for line in (HERE / "commands.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, command = line.split(": ", 1)
            if options.only in name:
                commands[name] = command
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(run, name, command, program, options.keep)
                for name, command in commands.items()]
        now = {}
        for job in jobs:
            now.update(job.result())
    recorded_file = HERE / "recorded.txt"
    if options.update:
        recorded_file.write_text("".join(f"{key}: {value}\n" for key, value in now.items()))
        return 0
    recorded = dict(line.rsplit(": ", 1) for line in recorded_file.read_text().splitlines())
    recorded = {key: value for key, value in recorded.items() if key.split(" ")[0] in commands}
    bad = 0
    for key in sorted(set(recorded) | set(now)):
        if recorded.get(key) != now.get(key):
            bad += 1
            print(f"{key}: recorded {recorded.get(key, 'nothing')}, now {now.get(key, 'nothing')}")
    print(f"{len(commands)} commands, {len(now)} outputs, {bad} differ")
    return 1 if bad else 0


sys.exit(main())
