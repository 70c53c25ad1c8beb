#!/usr/bin/env python3
"""Holds the tree against the order of its rooms: house_test.py SOURCE_DIRECTORY

Each room includes files of itself and of the rooms before it alone; inside ga/ and app/ the same
holds for the folders. No folder has more than some 25 sources flat. JSON is parsed in one place.
"""
import pathlib
import re
import sys

ROOMS = ["base", "maps", "risk", "metrics", "ga", "experiments", "app/text", "app/view",
         "app/report", "app/print", "app/export", "app/play", "app/studio",
         "app/cli"]
# Folders inside a room that stand on each other; a file flat in the room is below all of them.
FOLDERS = {"ga": ["genome", "operators", "evaluation", "algorithms", "run"]}
# Rooms of app/ that stand side by side: neither includes the other.
APART = [{"app/report", "app/print", "app/play"}]
MOST_FILES = 27
# The one file that calls the JSON library's parsers: it bounds nesting, and refuses what they let
# pass.
PARSER = "base/json_parse.cpp"
PARSING = re.compile(r"\b(?:\w*[jJ]son|Ordered)::(?:parse|accept|sax_parse|from_\w+)\s*\(")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def room_of(path):
    """The room that a file belongs to; none for tests, examples and generated files."""
    for room in ROOMS:
        if path.startswith(room + "/"):
            return room
    return None


def folder_rank(room, path):
    """The place of a file's folder in the order of its room; -1: flat in the room."""
    folder = path[len(room) + 1:].split("/")[0]
    return FOLDERS[room].index(folder) if folder in FOLDERS[room] else -1


def wrong_includes(root):
    """One line for each include that does not go down."""
    for file in sorted(p for r in ROOMS for p in (root / r).rglob("*.[ch]pp")):
        path = file.relative_to(root).as_posix()
        room = room_of(path)
        for included in INCLUDE.findall(file.read_text()):
            other = room_of(included)
            if other is None:
                continue
            up = ROOMS.index(other) > ROOMS.index(room)
            beside = any(room in group and other in group and room != other for group in APART)
            if up or beside:
                yield f"{path}: includes {included}, of a room that it does not stand on"
            elif room == other and room in FOLDERS:
                if folder_rank(room, included) > folder_rank(room, path):
                    yield f"{path}: includes {included}, of a folder above its own"


def other_parsers(root):
    """One line for each other file that has a parser of its own."""
    for file in sorted(p for r in ROOMS for p in (root / r).rglob("*.[ch]pp")):
        path = file.relative_to(root).as_posix()
        text = file.read_text()
        if path != PARSER and PARSING.search(text):
            yield f"{path}: parses JSON without parse_json"


def full_folders(root):
    """One line for each folder with too many sources."""
    for room in ROOMS:
        for folder in [root / room] + [p for p in (root / room).rglob("*") if p.is_dir()]:
            count = len(list(folder.glob("*.[ch]pp")))
            if count > MOST_FILES:
                yield f"{folder.relative_to(root)}: {count} sources flat; {MOST_FILES} at most"


def main():
    root = pathlib.Path(sys.argv[1])
    found = list(wrong_includes(root)) + list(other_parsers(root)) + list(full_folders(root))
    print("\n".join(found) if found else "the house is in order")
    return 1 if found else 0


sys.exit(main())
