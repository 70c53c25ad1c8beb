#!/usr/bin/env python3
"""Do the tests notice when the code is wrong? Changes one place of the code at a time, builds the
tests, and sees whether one of them fails.

    scripts/mutants.py [--count 200] [--seed 1] [--since REVISION] [--out build/mutants]
    scripts/mutants.py --report [--out build/mutants]

A place is drawn at random from the C++ code of risk/, metrics/, maps/ and ga/, those in lines that
changed since REVISION first: a comparison, a sum, a logical operator, a truth value, a number or a
whole statement. What does not compile, or compiles to the same test program, is no mutant and is
drawn anew. A mutant is tried by its room's tests, and where they pass by those of the rooms above.
OUT gets the tree that is built (OUT/tree) and OUT/mutants.jsonl, a line each; interrupted, the same
command goes on. Ends with the report: shares killed, and the survivors, to be looked at one by one.
"""
import argparse
import hashlib
import json
import pathlib
import random
import re
import subprocess
import sys
import time

ROOMS = ["risk", "metrics", "maps", "ga"]
ABOVE = ["maps", "risk", "metrics", "ga", "experiments", "app"]  # a room is used by those after it
SWAPS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ",
         " != ": " == ", " && ": " || ", " || ": " && ", " + ": " - ", " - ": " + ",
         " * ": " + ", " += ": " -= ", " -= ": " += ", "++": "--", "true": "false",
         "false": "true", "std::min": "std::max", "std::max": "std::min"}
SWAP = re.compile("|".join(re.escape(swap) if not swap.isalpha() else rf"\b{swap}\b"
                           for swap in sorted(SWAPS, key=len, reverse=True)))
NUMBER = re.compile(r"(?<![\w.'\"])\d+(?![\w.'])")
STATEMENT = re.compile(r"^\s+(?!return\b|const\b|auto\b|using\b|static\b|constexpr\b|case\b|throw\b)"
                       r"[\w.:\[\]>-]+(\(.*\)| [-+*|&^]?= .*);$")
NOT_CODE = re.compile(r'^\s*(//|#|\*|template\b|static_assert\b|using\b|namespace\b|EXPECT|constexpr '
                      r'std::string_view)|operator|"')


def run(command, directory, seconds=None):
    """Whether it succeeds, and what it printed; None for a command that took too long."""
    try:
        done = subprocess.run(command, cwd=directory, timeout=seconds, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode == 0, done.stdout


def mutations_of(line):
    """The ways to change a line, each as the changed line."""
    code = line.split("//")[0]
    if NOT_CODE.search(code) or not code.strip():
        return
    for found in SWAP.finditer(code):
        yield line[:found.start()] + SWAPS[found.group()] + line[found.end():]
    for found in NUMBER.finditer(code):
        yield line[:found.start()] + str(int(found.group()) + 1) + line[found.end():]
    if STATEMENT.match(code):
        yield re.match(r"\s*", line).group() + ";  // left out\n"


def changed_lines(tree, since):
    """(file, line number) of the lines that changed since a revision."""
    _, text = run(["git", "diff", "-U0", since, "--", *ROOMS], tree)
    file, lines = "", set()
    for line in text.splitlines():
        if line.startswith("+++ b/"):
            file = line[6:]
        if hunk := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))?", line):
            first = int(hunk[1])
            lines |= {(file, first + i) for i in range(int(hunk[2] or 1))}
    return lines


def places(tree, since, seed):
    """All (file, line number, changed line) in the order in which they are tried."""
    found = []
    _, files = run(["git", "ls-files", *[f"{room}/*.[ch]pp" for room in ROOMS]], tree)
    for file in files.split():
        for number, line in enumerate((tree / file).read_text().splitlines(keepends=True), 1):
            found += [(file, number, mutant) for mutant in mutations_of(line)]
    random.Random(seed).shuffle(found)
    if since:
        changed = changed_lines(tree, since)
        found.sort(key=lambda place: place[:2] not in changed)
    return found


class Bench:
    """A tree of its own, its build, and how long its tests take."""

    def __init__(self, out, revision):
        self.tree = out / "tree"
        self.build = self.tree / "build/release"
        if not self.tree.exists():
            run(["git", "worktree", "add", "--detach", self.tree, revision], ".")
        run(["cmake", "--preset", "release", "--log-level=WARNING"], self.tree)
        built, text = self.make(ABOVE)
        if not built:
            sys.exit(text)
        self.seconds = {}
        for room in ABOVE:
            start = time.monotonic()
            passed, text = self.test(room, None)
            if not passed:
                sys.exit(f"without any change test_{room} fails:\n{text[-2000:]}")
            self.seconds[room] = time.monotonic() - start
        self.sums = {room: self.sum(room) for room in ROOMS}

    def make(self, rooms):
        return run(["cmake", "--build", "--preset", "release", "--target",
                    *[f"test_{room}" for room in rooms]], self.tree)

    def test(self, room, seconds):
        return run([self.build / f"test_{room}", "--gtest_fail_fast", "--gtest_brief=1"],
                   self.build / "tests", seconds)

    def sum(self, room):
        return hashlib.sha256((self.build / f"test_{room}").read_bytes()).hexdigest()

    def verdict(self, file):
        """killed, survived, or what makes it no mutant; and by which test."""
        room = file.split("/")[0]
        built, _ = self.make([room])
        if not built:
            return "does not compile", ""
        if self.sum(room) == self.sums[room]:
            return "equivalent", ""
        for judge in [room] + ABOVE[ABOVE.index(room) + 1:]:
            if judge != room and not self.make([judge])[0]:
                return "does not compile", ""
            passed, text = self.test(judge, 10 + 5 * self.seconds[judge])
            if passed is None:
                return "killed", f"test_{judge} takes too long"
            if not passed:
                failed = re.search(r"\[  FAILED  \] (\S+)", text)
                return "killed", failed[1] if failed else f"test_{judge} ends"
        return "survived", ""


def report(file):
    mutants = [json.loads(line) for line in file.read_text().splitlines()]
    mutants = [m for m in mutants if m["verdict"] in ("killed", "survived")]
    print("| room | mutants | killed |\n|---|---:|---:|")
    for room in ROOMS + [""]:
        of_room = [m for m in mutants if m["file"].startswith(room)]
        killed = sum(m["verdict"] == "killed" for m in of_room)
        if of_room:
            print(f"| {room or 'all'} | {len(of_room)} | {killed} "
                  f"({100 * killed / len(of_room):.1f} %) |")
    for m in mutants:
        if m["verdict"] == "survived":
            print(f"\n{m['file']}:{m['line']}\n  - {m['before']}\n  + {m['after']}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--since", default="")
    parser.add_argument("--out", default="build/mutants")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    out = pathlib.Path(options.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    journal = out / "mutants.jsonl"
    if options.report:
        return report(journal)
    bench = Bench(out, "HEAD")
    lines = journal.read_text().splitlines() if journal.exists() else []
    seen = [json.loads(line) for line in lines]
    tried = {(m["file"], m["line"], m["after"]) for m in seen}
    count = sum(m["verdict"] in ("killed", "survived") for m in seen)
    for file, number, mutant in places(bench.tree, options.since, options.seed):
        if count >= options.count:
            break
        if (file, number, mutant.strip()) in tried:
            continue
        path = bench.tree / file
        text = path.read_text()
        whole = text.splitlines(keepends=True)
        before = whole[number - 1]
        whole[number - 1] = mutant
        path.write_text("".join(whole))
        try:
            verdict, by = bench.verdict(file)
        finally:
            path.write_text(text)
        count += verdict in ("killed", "survived")
        line = {"file": file, "line": number, "before": before.strip(), "after": mutant.strip(),
                "verdict": verdict, "by": by}
        with open(journal, "a", encoding="utf-8") as to:
            to.write(json.dumps(line) + "\n")
        print(f"{count}/{options.count} {file}:{number} {verdict} {by}", flush=True)
    return report(journal)


if __name__ == "__main__":
    main()
