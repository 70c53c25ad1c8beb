#!/usr/bin/env python3
"""Compares what docs/data.md says of --json, member by member, with what the program prints.

    tests/data/json_members.py PROGRAM

Each line of json_commands.txt is "item: shell command", where the item is that of docs/data.md
without backticks and `evorisk` is PROGRAM; each command prints one JSON value. Several lines may have
one item, whose list is of all their outputs together. Lines up to an empty one share a directory.
Every command of the program has an item. Members that are listed with their own members are compared
to any depth.
"""
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LIST = ", a list"  # the end of an item whose commands print a list


@dataclasses.dataclass
class Member:
    """Of `name[]?` (...): a list, not in every output, and what its elements have."""
    kind: str = ""  # "", "[]" or ".*"
    optional: bool = False
    members: dict = dataclasses.field(default_factory=dict)


def members_of(item, told):
    """{name: Member} of the names in backticks, each with those in the parentheses after it."""
    top = {}
    open_lists, last = [top], None
    for name, parenthesis in re.findall(r"`([^`]*)`|([()])", told):
        if parenthesis == "(":
            open_lists.append(last.members if last else top)
        elif parenthesis == ")":
            open_lists.pop()
        else:
            parts = re.fullmatch(r"(\w+)(\[\]|\.\*|)(\??)", name)
            if not parts or not open_lists or parts[1] in open_lists[-1]:
                sys.exit(f"docs/data.md, {item}: `{name}` is no member, or is there twice")
            last = open_lists[-1][parts[1]] = Member(parts[2], bool(parts[3]))
    if len(open_lists) != 1 or not top:
        sys.exit(f"docs/data.md, {item}: no members, or a parenthesis without another")
    return top


def items(text):
    """{item: {name: Member}} of the list."""
    section = text.split("\n## What `--json` prints\n", 1)[1].split("\n## ", 1)[0]
    found = {}
    for line in re.findall(r"^- (.*)", section, re.M):
        item, told = line.split(": ", 1)
        item = item.replace("`", "")
        found[item] = members_of(item, told)
    return found


def differences(place, members, values):
    """One line for each that is found between a list and all values that it is of."""
    for name in sorted({name for value in values for name in value} - set(members)):
        yield f"{place}: prints {name}, which is not listed"
    for name, member in members.items():
        having = [value[name] for value in values if name in value]
        here = f"{place}: {name}"
        if not having:
            yield f"{here} is listed and never printed"
        elif member.optional and len(having) == len(values):
            yield f"{here}? is printed always"
        elif not member.optional and len(having) < len(values):
            yield f"{here} is not printed always; {name}? would be"
        found = [value for value in having if value is not None]
        lists = sum(isinstance(value, list) for value in found)
        if found and (lists == len(found)) != (member.kind == "[]"):
            yield f"{here} is {'not ' if member.kind == '[]' else ''}a list"
            continue
        if member.kind == "[]":
            found = [element for value in found for element in value if element is not None]
        if member.kind == ".*" and all(isinstance(value, dict) for value in found):
            found = [one for value in found for one in value.values()]
        if not member.members:
            continue
        if not found or not all(isinstance(value, dict) for value in found):
            yield f"{here}{member.kind} has members in the list, and none is printed"
            continue
        yield from differences(f"{place}: {name}{member.kind}", member.members, found)


def run(group, program):
    """[(item, value)] of the commands of a group, in a directory of their own."""
    outputs = []
    with tempfile.TemporaryDirectory() as temporary:
        there, tools = pathlib.Path(temporary, "there"), pathlib.Path(temporary, "path")
        there.mkdir()
        tools.mkdir()
        (tools / "evorisk").symlink_to(program)
        environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")
        for item, command in group:
            done = subprocess.run(["sh", "-c", command], cwd=there, env=environment, text=True,
                                  capture_output=True, stdin=subprocess.DEVNULL, check=False)
            try:
                value = json.loads(done.stdout)
            except ValueError:
                sys.exit(f"{item}: {command}: prints no JSON value:\n{done.stdout}{done.stderr}")
            if isinstance(value, list) != item.endswith(LIST):
                what = "a list" if isinstance(value, list) else "no list"
                sys.exit(f"{item}: {command}: prints {what}")
            outputs.append((item, value))
    return outputs


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    listed = items((HERE.parents[1] / "docs/data.md").read_text())
    groups = [[line.split(": ", 1) for line in group.splitlines() if not line.startswith("#")]
              for group in (HERE / "json_commands.txt").read_text().strip().split("\n\n")]
    printed = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for outputs in pool.map(lambda group: run(group, program), groups):
            for item, value in outputs:
                printed.setdefault(item, []).extend(value if isinstance(value, list) else [value])
    wrong = [f"{item}: is in {'docs/data.md' if item in listed else 'json_commands.txt'} alone"
             for item in sorted(set(listed) ^ set(printed))]
    told = subprocess.run([program, "--help"], text=True, capture_output=True, check=True).stdout
    for command in re.findall(r"^  (\w+(?: \w+)?)  ", told, re.M):
        if not any(re.match(command + r"\b", item) for item in listed):
            wrong.append(f"{command}: is not in docs/data.md")
    for item in sorted(set(listed) & set(printed)):
        wrong += differences(item, listed[item], printed[item])
    print("\n".join(wrong) if wrong else f"{len(listed)} items are as they are printed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
