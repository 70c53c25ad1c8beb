#!/usr/bin/env python3
"""Lines that tests reach, by room, and the files with the most lines that none reaches.

    scripts/coverage_by_room.py SUMMARY.json [FILES]

SUMMARY.json is what gcovr writes with --json-summary; FILES is how many files to name (20).
"""
import json
import sys


def row(name, covered, total):
    return f"{name:<44} {covered:>6} of {total:>6} lines {100 * covered / total:6.1f} %"


def main():
    files = json.load(open(sys.argv[1], encoding="utf-8"))["files"]
    named = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    rooms = {}
    for file in files:
        room = rooms.setdefault(file["filename"].split("/")[0], [0, 0])
        room[0] += file["line_covered"]
        room[1] += file["line_total"]
    for name, (covered, total) in rooms.items():
        print(row(name, covered, total))
    print(row("all", sum(r[0] for r in rooms.values()), sum(r[1] for r in rooms.values())))
    print("\nMost lines not reached:")
    files.sort(key=lambda file: file["line_covered"] - file["line_total"])
    for file in files[:named]:
        print(row(file["filename"], file["line_covered"], file["line_total"]))


main()
