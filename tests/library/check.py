#!/usr/bin/env python3
"""Installs the library and the program, moves them elsewhere, builds examples/library against them,
and looks whether it measures what the program does; then that the same program configures with the
source tree as a part of it.

    tests/library/check.py SOURCE BUILD
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run([str(word) for word in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def figures(text):
    return {line.split()[0]: tuple(line.split()[1::2]) for line in text.splitlines()}


def main():
    source, build = map(pathlib.Path, sys.argv[1:])
    example = source / "examples/library"
    with tempfile.TemporaryDirectory() as directory:
        here = pathlib.Path(directory)
        run("cmake", "--install", build, "--prefix", here / "first")
        place = (here / "first").rename(here / "a place with blanks")
        if (build / "build.ninja").exists() and (build / "python").exists():
            if "/_evorisk." not in run("ninja", "-C", build, "-t", "commands", "installed"):
                sys.exit("make install does not build the Python module, which it installs")
        # Debian's paths as well as others: wherever the library's folder is.
        run("cmake", "-S", example, "-B", here / "build", f"-DCMAKE_PREFIX_PATH={place}",
            "-DCMAKE_BUILD_TYPE=None")
        run("cmake", "--build", here / "build")
        program = place / "bin/evorisk"
        rooms = here / "rooms"
        rooms.mkdir()
        (rooms / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(rooms LANGUAGES CXX)\n"
            "find_package(evorisk 0.2 QUIET COMPONENTS ga ${room})\n"
            "message(\"found ${evorisk_FOUND} ga ${evorisk_ga_FOUND}\")\n")
        for room, found in [("maps", "TRUE|1"), ("nonsense", "FALSE|0")]:
            told = run("cmake", "-S", rooms, "-B", here / "rooms-build", f"-Droom={room}",
                       f"-DCMAKE_PREFIX_PATH={place}")
            if not re.search(f"found ({found}) ga TRUE", told):
                sys.exit(f"find_package with the room {room}:\n{told}")
        shown = figures(run(here / "build/measure", "thesis-9", "cautious"))
        told = json.loads(run(program, "evaluate", "thesis-9", "--matches", 1000, "--json"))
        for criterion in told["criteria"]:
            name = criterion["name"] if isinstance(criterion, dict) else criterion
            value = criterion if isinstance(criterion, dict) else told["criteria"][criterion]
            expected = (f"{value['mean']:.6f}", f"{value['se']:.6f}")
            if shown[name] != expected:
                sys.exit(f"{name}: {shown[name]} by the library, {expected} by the program")
        hermit = figures(run(here / "build/measure", "thesis-9", "hermit"))
        if hermit == shown or not 0 < float(hermit["leaders_turns"][0]) < 1:
            sys.exit(f"the example's own agent and criterion: {hermit}")
        runs = []
        for name in ["one", "two"]:
            run(here / "build/breed", here / name)
            runs.append((here / name / "generations.jsonl").read_bytes())
        generations = [json.loads(line) for line in runs[0].splitlines()]
        if runs[0] != runs[1] or len(generations) < 4:
            sys.exit("a search by things from outside does not repeat itself")
        words = runs[0].decode()
        for wanted in ['"one_parent"', '"double_bonus"', '"leaders_turns"']:
            if wanted not in words:
                sys.exit(f"the log of a search by things from outside lacks {wanted}")
        if not list(place.glob("share/man/man1/evorisk-evolve.1*")):
            sys.exit("no manual pages are installed")
        run("cmake", "-S", example, "-B", here / "part", f"-DEVORISK_SOURCE={source}")
        cache = (here / "part/CMakeCache.txt").read_text()
        if "EVORISK_TESTS:BOOL=OFF" not in cache or "EVORISK_PROGRAM:BOOL=OFF" not in cache:
            sys.exit("as a part of another project, evorisk builds its tests or its program")


if __name__ == "__main__":
    main()
