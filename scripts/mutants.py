#!/usr/bin/python3
"""Do the tests notice when the code is wrong? Changes places of the code, one at a time, and sees
whether a test fails.

    scripts/mutants.py [--count 200] [--seed 1] [--since REVISION] [--out build/mutants]
    scripts/mutants.py --again [--out build/mutants]
    scripts/mutants.py --report [--out build/mutants]

A place is drawn at random from the C++ code of risk/, metrics/, maps/ and ga/, those in lines that
changed since REVISION first: a comparison, a sum, a logical operator, a truth value, a number or a
whole statement. All mutants are built into one program, each behind a switch: the environment names
the one that is on (mutant.hpp, below). What does not compile so is no mutant and is drawn anew; a
constant is one where it may be set when the program starts. All tests run once with every mutant
off, to see which test reaches which place. A mutant is then tried by the tests that reach it, the
quickest first, until one fails.

OUT gets the tree that is built (OUT/tree), OUT/plan.json, OUT/reached.json and OUT/mutants.jsonl, a
line each; interrupted, the same command goes on. Ends with the report: shares killed, and the
survivors, to be looked at one by one.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import clang.cindex

ROOMS = ["risk", "metrics", "maps", "ga"]
SWAPS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ",
         " != ": " == ", " && ": " || ", " || ": " && ", " + ": " - ", " - ": " + ",
         " * ": " + ", " += ": " -= ", " -= ": " += ", "++": "--", "--": "++", "true": "false",
         "false": "true", "std::min": "std::max", "std::max": "std::min"}
SWAP = re.compile("|".join(re.escape(swap) if not swap.isalpha() else rf"\b{swap}\b"
                           for swap in sorted(SWAPS, key=len, reverse=True)))
NUMBER = re.compile(r"(?<![\w.'\"])\d+(?![\w.'])")
STATEMENT = re.compile(r"^\s+(?!return\b|const\b|auto\b|using\b|static\b|constexpr\b|case\b|throw\b)"
                       r"[\w.:\[\]>-]+(\(.*\)| [-+*|&^]?= .*);$")
NOT_CODE = re.compile(r'^\s*(//|#|\*|template\b|static_assert\b|using\b|namespace\b|EXPECT|constexpr '
                      r'std::string_view)|operator|"')
MOST = 32768  # places that can be drawn
# A test that runs longer than this many times its usual time has not come to its end.
SLOWER = 12

SWITCHES = """// Which mutant is on, and which places were reached: tests set both by environment variables, and
// the programs that they start get them, too.
#pragma once
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
namespace evorisk_mutants {
inline const int active = [] {
  const char* text = std::getenv("EVORISK_MUTANT");
  return text == nullptr ? -1 : std::atoi(text);
}();
inline unsigned char* const reached = [] {
  static unsigned char own[%d];
  const char* file = std::getenv("EVORISK_MUTANTS_REACHED");
  const int to = file == nullptr ? -1 : ::open(file, O_RDWR);
  if (to < 0) return own;
  void* at = ::mmap(nullptr, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, to, 0);
  return at == MAP_FAILED ? own : static_cast<unsigned char*>(at);
}();
}  // namespace evorisk_mutants
inline bool evorisk_mutant(int mutant) {
  if (evorisk_mutants::reached[mutant] == 0) evorisk_mutants::reached[mutant] = 1;
  return mutant == evorisk_mutants::active;
}
""" % MOST


def run(command, directory):
    """Whether it succeeds, and what it printed."""
    done = subprocess.run(command, cwd=directory, text=True, errors="replace", check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout


def places_of(line):
    """The places of a line that can change: (column, length, what stands there instead)."""
    code = line.split("//")[0]
    if NOT_CODE.search(code) or not code.strip():
        return
    for found in SWAP.finditer(code):
        yield found.start(), len(found.group()), SWAPS[found.group()]
    for found in NUMBER.finditer(code):
        yield found.start(), len(found.group()), "+ 1"
    if STATEMENT.match(code):
        yield len(code) - len(code.lstrip()), 0, "left out"


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
    """All (file, line number, column, length, change) in the order in which they are tried."""
    found = []
    _, files = run(["git", "ls-files", *[f"{room}/*.[ch]pp" for room in ROOMS]], tree)
    for file in files.split():
        for number, line in enumerate((tree / file).read_text().splitlines(keepends=True), 1):
            found += [(file, number, *place) for place in places_of(line)]
    random.Random(seed).shuffle(found)
    if since:
        changed = changed_lines(tree, since)
        found.sort(key=lambda place: place[:2] not in changed)
    return found


def owner(tree, file):
    """A source by which clang reads the file: itself, or of a part of a source that source."""
    found = [file]
    while found and found[0].endswith("-inl.hpp"):
        _, text = run(["git", "grep", "-l", f'#include "{found[0]}"'], tree)
        found = sorted(text.split(), key=lambda name: not name.endswith(".cpp"))
    return found[0]


class Source:
    """A file, what clang makes of it, and where its mutants are written."""

    def __init__(self, tree, file):
        self.bytes = original(tree, file)
        self.starts = [0] + [at + 1 for at, byte in enumerate(self.bytes) if byte == ord("\n")]
        self.name = str(tree / file)
        self.unit = clang.cindex.Index.create().parse(
            str(tree / owner(tree, file)), unsaved_files=[(self.name, self.bytes.decode())],
            args=["-x", "c++", "-std=c++20", f"-I{tree}", "-I/usr/include/eigen3", "-w",
                  "-Wno-narrowing", "-fopenmp", "-DBOOST_SP_DISABLE_THREADS",
                  f"-include{tree.parent}/mutant.hpp"])
        if errors := self.errors():
            raise ValueError(f"{file}: {errors[0]}")
        self.nodes = []  # (start, end, node, parent), those above before those below
        self.collect(self.unit.cursor, None)

    def errors(self):
        return [said for said in self.unit.diagnostics
                if said.severity >= clang.cindex.Diagnostic.Error]

    def line(self, number):
        return self.text(self.starts[number - 1], self.starts[number])

    def with_edits(self, edits):
        """The file's bytes with these replacements."""
        return with_edits(self.bytes, edits)

    def compiling(self, mutants):
        """Those that compile, all together."""
        while mutants:
            edits = sum((mutant["edits"] for mutant in mutants), [])
            self.unit.reparse(unsaved_files=[(self.name, self.with_edits(edits).decode())])
            errors = self.errors()
            if not errors:
                break
            said = [part.location for error in errors for part in [error, *error.children]]
            lines = {at.line for at in said if at.file and at.file.name == self.name}
            others = [mutant for mutant in mutants if mutant["line"] not in lines]
            if len(others) == len(mutants) > 1:  # the error is elsewhere: whose is it?
                return sum((self.compiling([one]) for one in mutants), [])
            mutants = others if len(others) < len(mutants) else []
        return mutants

    def collect(self, node, above):
        for child in node.get_children():
            where = child.extent.start.file
            if where is not None and where.name == self.name:
                self.nodes.append((child.extent.start.offset, child.extent.end.offset, child, above))
                self.collect(child, child)

    def around(self, first, last):
        """The nodes that hold these bytes, the innermost first."""
        return [node for node in reversed(self.nodes) if node[0] <= first and last <= node[1]]

    def text(self, first, last):
        return self.bytes[first:last].decode()

    def edits(self, line, column, length, change, number):
        """The mutant as replacements [(first byte, last byte, text)]; None where it is none."""
        first = self.starts[line - 1] + len(self.line(line)[:column].encode())
        last = first + length
        switch = f"evorisk_mutant({number})"
        around = self.around(first, max(last, first + 1))
        edits = self.variable(around)
        if edits is None:
            return None
        if change == "left out":
            for start, _, _, above in around:
                if start == first and above is not None and (
                        above.kind == clang.cindex.CursorKind.COMPOUND_STMT):
                    return edits + [(first, first, f"if (!{switch}) ")]
            return None
        old = self.text(first, last)
        if change == "+ 1":
            return edits + [(first, last, f"({switch} ? {old} + 1 : {old})")]
        if old in ("true", "false"):
            return edits + [(first, last, f"({switch} ? {change} : {old})")]
        if not old.startswith("std::"):  # blanks around an operator may belong to no node
            inner = first + len(old) - len(old.lstrip())
            around = self.around(inner, inner + len(old.strip()))
        kinds = clang.cindex.CursorKind
        for start, end, node, _ in around:
            if node.kind in (kinds.BINARY_OPERATOR, kinds.COMPOUND_ASSIGNMENT_OPERATOR,
                             kinds.UNARY_OPERATOR, kinds.CALL_EXPR):
                break
        else:
            return None
        if not (start <= first and last <= end) or (old.startswith("std::") and start != first):
            return None
        new = self.text(start, first) + change + self.text(last, end)
        return edits + [(start, end, f"({switch} ? ({new}) : ({self.text(start, end)}))")]

    def variable(self, around):
        """What lets a constant be set when the program starts; None where nothing can."""
        kinds = clang.cindex.CursorKind
        edits = []
        for start, end, node, above in around:
            head = re.match(r"[^=({]*", self.text(start, end))[0]
            fixed = re.search(r"\b(constexpr|consteval)\b", head)
            if node.kind == kinds.VAR_DECL and fixed:
                member = above is not None and above.kind in (kinds.CLASS_DECL, kinds.STRUCT_DECL)
                at = start + len(head[:fixed.start()].encode())
                edits.append((at, at + len(fixed[0]), "inline const" if member else "const"))
            if node.kind in (kinds.ENUM_DECL, kinds.TEMPLATE_NON_TYPE_PARAMETER):
                return None
        return edits


def original(tree, file):
    return subprocess.run(["git", "show", f"HEAD:{file}"], cwd=tree, check=True,
                          stdout=subprocess.PIPE).stdout


def with_edits(text, edits):
    for first, last, new in sorted(edits, reverse=True):
        text = text[:first] + new.encode() + text[last:]
    return text


def edits_of(mutants):
    """All edits by file."""
    edits = collections.defaultdict(list)
    for mutant in mutants:
        edits[mutant["file"]] += mutant["edits"]
    return edits


def mutants_of(tree, file, drawn, taken):
    """Of the (number, place) drawn in a file the mutants that clang compiles; `taken` are edits that
    stand there already."""
    source = Source(tree, file)
    mutants = []
    for number, (_, line, column, length, change) in drawn:
        edits = source.edits(line, column, length, change, number)
        if edits is None or any(first < end and start < last or first == start
                                for first, last, _ in edits for start, end, _ in taken):
            continue
        taken += edits
        before = source.line(line)
        after = {"+ 1": lambda: before[:column] + str(int(before[column:column + length]) + 1) +
                                before[column + length:],
                 "left out": lambda: "; // left out"}.get(
                     change, lambda: before[:column] + change + before[column + length:])()
        mutants.append({"id": number, "file": file, "line": line, "before": before.strip(),
                        "after": after.strip(), "edits": edits})
    return source.compiling(mutants)


class Plan:
    """The mutants of a program: drawn, built, and built anew without those that do not compile."""

    def __init__(self, out, options):
        self.out = out
        self.tree = out / "tree"
        self.options = options
        self.file = out / "plan.json"

    def mutants(self):
        if self.file.exists():
            return json.loads(self.file.read_text())
        if not self.tree.exists():
            run(["git", "worktree", "add", "--detach", self.tree, "HEAD"], ".")
        (self.out / "mutant.hpp").write_text(SWITCHES)
        self.must(["cmake", "--preset", "release", "--log-level=WARNING",
                   f"-DCMAKE_CXX_FLAGS=-w -Wno-narrowing -include {self.out}/mutant.hpp",
                   *self.options.cmake.split()])
        drawn = enumerate(places(self.tree, self.options.since, self.options.seed))
        chosen = []
        while len(chosen) < self.options.count:
            # Some are none: what clang refuses, and what only one of the two compilers takes.
            chosen += self.draw(drawn, chosen, (self.options.count - len(chosen)) * 5 // 4 + 1)
            self.write(chosen)
            print(f"building {len(chosen)} mutants", flush=True)
            while bad := self.build(chosen):
                print("do not compile: " + ", ".join(f"{m['file']}:{m['line']}" for m in bad),
                      flush=True)
                chosen = [mutant for mutant in chosen if mutant not in bad]
                self.write(chosen)
        chosen = sorted(chosen, key=lambda mutant: mutant["id"])[:self.options.count]
        self.file.write_text(json.dumps([{**mutant, "edits": None} for mutant in chosen]))
        return chosen

    def draw(self, drawn, chosen, count):
        of_file = collections.defaultdict(list)
        for number, place in itertools.islice(drawn, count):
            of_file[place[0]].append((number, place))
        taken = edits_of(chosen)
        with concurrent.futures.ProcessPoolExecutor(self.options.workers) as pool:
            done = [pool.submit(mutants_of, self.tree, file, new, taken[file])
                    for file, new in of_file.items()]
            return sum((one.result() for one in done), [])

    def write(self, chosen):
        of_file = edits_of(chosen)
        _, dirty = run(["git", "diff", "--name-only"], self.tree)
        for file in set(dirty.split()) | set(of_file):
            text = with_edits(original(self.tree, file), of_file[file])
            if (self.tree / file).read_bytes() != text:
                (self.tree / file).write_bytes(text)

    def build(self, chosen):
        """The mutants at which the compiler stops; none when all is built."""
        built, text = run(["cmake", "--build", "--preset", "release", "--", "-k", "0"], self.tree)
        if built:
            return []
        said = {(str(pathlib.Path(file).resolve().relative_to(self.tree)), int(line))
                for file, line in re.findall(r"^(?:In .*? )?(/\S+?):(\d+):\d+: (?:error|note):", text,
                                             re.MULTILINE)
                if pathlib.Path(file).resolve().is_relative_to(self.tree)}
        bad = [mutant for mutant in chosen if (mutant["file"], mutant["line"]) in said]
        if not bad:
            sys.exit("not a mutant's fault:\n" + text[-5000:])
        return bad

    def must(self, command):
        done, text = run(command, self.tree)
        if not done:
            sys.exit(text)


class Test:
    """A test of ctest's."""

    def __init__(self, entry):
        properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
        self.name = entry["name"]
        self.command = entry["command"]
        self.directory = properties.get("WORKING_DIRECTORY")
        self.seconds = 0.0
        self.reaches = []

    def run(self, variables, seconds):
        """Whether it passes; None for one that takes too long."""
        process = subprocess.Popen(self.command, cwd=self.directory, start_new_session=True,
                                   env={**os.environ, **variables}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            return process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            return None
        finally:
            try:
                os.killpg(process.pid, 9)
            except ProcessLookupError:
                pass
            process.wait()

    def look(self):
        """Runs it with all mutants off. Whether it passes."""
        with tempfile.NamedTemporaryFile() as file:
            file.truncate(MOST)
            start = time.monotonic()
            passed = self.run({"EVORISK_MUTANTS_REACHED": file.name}, 600)
            self.seconds = time.monotonic() - start
            self.reaches = [i for i, byte in enumerate(pathlib.Path(file.name).read_bytes()) if byte]
        return passed


def tests_of(tree, out, workers):
    """All tests that pass, with what they reach."""
    _, text = run(["ctest", "--test-dir", "build/release", "--show-only=json-v1"], tree)
    tests = [Test(entry) for entry in json.loads(text)["tests"] if "command" in entry]
    file = out / "reached.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    new = [test for test in tests if test.name not in known]
    if new:
        print(f"running {len(new)} tests without a mutant", flush=True)
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            passed = list(pool.map(Test.look, new))
        for test, well in zip(new, passed):
            known[test.name] = [test.seconds, test.reaches] if well else None
        file.write_text(json.dumps(known))
    failed = [test.name for test in tests if known[test.name] is None]
    if failed:
        print(f"fail without a mutant, and judge nothing: {', '.join(failed)}", flush=True)
    tests = [test for test in tests if known[test.name]]
    for test in tests:
        test.seconds, test.reaches = known[test.name]
    return sorted(tests, key=lambda test: test.seconds)


def verdict(mutant, tests):
    """killed or survived, by which test, and how many reach it."""
    judges = [test for test in tests if mutant["id"] in test.reaches]
    for test in judges:
        passed = test.run({"EVORISK_MUTANT": str(mutant["id"])}, 10 + SLOWER * test.seconds)
        if not passed:
            return "killed", test.name + ("" if passed is False else " takes too long"), len(judges)
    return "survived", "" if judges else "no test reaches it", len(judges)


def report(file):
    mutants = [json.loads(line) for line in file.read_text().splitlines()]
    print("| room | mutants | killed |\n|---|---:|---:|")
    for room in ROOMS + [""]:
        of_room = [m for m in mutants if m["file"].startswith(room)]
        killed = sum(m["verdict"] == "killed" for m in of_room)
        if of_room:
            print(f"| {room or 'all'} | {len(of_room)} | {killed} "
                  f"({100 * killed / len(of_room):.1f} %) |")
    for m in mutants:
        if m["verdict"] == "survived":
            print(f"\n{m['file']}:{m['line']} ({m['tests']} tests reach it)"
                  f"\n  - {m['before']}\n  + {m['after']}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--since", default="")
    parser.add_argument("--out", default="build/mutants")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="tests at a time")
    parser.add_argument("--cmake", default="", help="further options of cmake")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    out = pathlib.Path(options.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    journal = out / "mutants.jsonl"
    if options.report:
        return report(journal)
    plan = Plan(out, options)
    mutants = plan.mutants()
    tests = tests_of(plan.tree, out, options.workers)
    lines = journal.read_text().splitlines() if journal.exists() else []
    if options.again:
        lines = [line for line in lines if json.loads(line)["verdict"] == "killed"]
        journal.write_text("".join(line + "\n" for line in lines))
    tried = {json.loads(line)["id"] for line in lines}
    left = [mutant for mutant in mutants if mutant["id"] not in tried]
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        for mutant, (what, by, judges) in zip(left, pool.map(lambda m: verdict(m, tests), left)):
            with open(journal, "a", encoding="utf-8") as to:
                to.write(json.dumps({**mutant, "verdict": what, "by": by, "tests": judges}) + "\n")
            tried.add(mutant["id"])
            print(f"{len(tried)}/{len(mutants)} {mutant['file']}:{mutant['line']} {what} {by}",
                  flush=True)
    return report(journal)


if __name__ == "__main__":
    main()
