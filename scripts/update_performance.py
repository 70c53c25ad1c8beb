#!/usr/bin/env python3
"""Writes the figures of docs/performance.md and its picture anew, from one run of the benchmark.

    build/release/evorisk bench --memory 10000000 --json > bench.json
    build/release/evorisk bench --instructions avx2 --threads 1 --no-evolution --json > avx2.json
    scripts/update_performance.py bench.json [avx2.json]

The second run, if there is one, adds a column: the bulk engine with other instructions. The text
between the page's markers is replaced; the text around them stays. README.md's short table of
figures is kept by hand.
"""
import json
import pathlib
import re
import statistics
import sys

from draw_bench import picture

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "performance.md"
PICTURE = ROOT / "docs" / "img" / "performance.svg"

# What an independent program for these rules, written to find the limit of speed, reached on one
# core of a similar machine: one match at a time, the same with vector instructions, 64 matches
# side by side (AVX-512).
LIMITS = {
    "two (random, 3, min, 3)": ("7.3 M", "22.9 M", "50.9 M"),
    "cycle-4 (random, 3, min, 3)": ("1.4 M", "4.9 M", "23.0 M"),
    "thesis-9 (random, 3, min, 3)": ("57 k", "448 k", "2.13 M"),
    "thesis-9 (pick, 2, max, 3)": ("150 k", "1.16 M", "4.90 M"),
    "thesis-1 (pick, 2, max, 3)": ("34 k", "539 k", "1.03 M"),
    "thesis-war (random, 3, min, 2)": ("21 k", "346 k", "616 k"),
}


def short(rate):
    if rate >= 1e6:
        return f"{rate / 1e6:.3g} M" if rate < 1e7 else f"{rate / 1e6:.1f} M"
    return f"{rate / 1e3:.3g} k" if rate < 1e6 else f"{rate:.0f}"


def matches(document):
    other = document.get("other")
    threads = document["threads"]
    columns = [("plain", "plain", 1), ("bulk", "bulk", 1)]
    if threads > 1:
        columns += [(f"{engine}, {threads} threads", engine, threads)
                    for engine in ("plain", "bulk")]
    if other:
        columns.append((f"bulk, {other['instructions']}", "other", 1))
    rates = {}
    for row in document["engines"]:
        rates.setdefault(row["case"], {})[row["engine"], row["threads"]] = row
    for row in other["engines"] if other else []:
        if row["engine"] == "bulk" and row["threads"] == 1:
            rates[row["case"]]["other", 1] = row
    slow = [min(row["matches_per_second_by_round"]) / row["matches_per_second"]
            for row in document["engines"]]
    fast = [max(row["matches_per_second_by_round"]) / row["matches_per_second"]
            for row in document["engines"]]
    lines = [f"Matches a second of two `cautious` agents, all criteria counted; processor: "
             f"{document['processor']}, {document['instructions']}. Medians of {document['rounds']} rounds in one run; half of "
             f"the figures have their slowest round {100 * (1 - statistics.median(slow)):.0f} % or "
             f"more below the median and their fastest {100 * (statistics.median(fast) - 1):.0f} % "
             "or more above. Rules are (allocation, defence dice, conquest move, divisor). The last "
             "three columns are those of an independent program for the same rules, written to "
             "find the limit of speed, on one core of a similar machine.", "",
             "| case | turns | " + " | ".join(title for title, _, _ in columns) +
             " | one at a time | with vectors | 64 lanes |",
             "|---|--:" + "|--:" * (len(columns) + 3) + "|"]
    for case, row in rates.items():
        cells = [short(row[engine, count]["matches_per_second"]) if (engine, count) in row else ""
                 for _, engine, count in columns]
        turns = row["plain", 1]["mean_turns"]
        limits = " | ".join(LIMITS.get(case, ("", "", "")))
        lines.append(f"| {case} | {turns:.1f} | {' | '.join(cells)} | {limits} |")
    return "\n".join(lines)


def evolution(document):
    lines = ["| run | threads | matches | seconds | speed-up | side by side | not in matches | "
             "report |", "|---|--:|--:|--:|--:|--:|--:|--:|"]
    for row in document["evolutions"]:
        lines.append(f"| {row['evolution']} ({row['generations']} generations of "
                     f"{row['population']}) | {row['threads']} | {row['matches']:,} | "
                     f"{row['seconds']:.3f} | {row['speed_up']:.2f} | "
                     f"{row['speed_up_side_by_side']:.2f} | "
                     f"{100 * row['share_not_in_matches']:.1f} % | "
                     f"{row['report_seconds']:.3f} s |")
    lines += ["", "| operation | microseconds |", "|---|--:|"]
    for row in document["operations"]:
        lines.append(f"| {row['operation']} | {row['microseconds']:.1f} |")
    return "\n".join(lines)


def memory(document):
    row = document["memory"]
    return (f"{row['matches']:,} matches of {row['case']} on {row['threads']} threads took "
            f"{row['seconds']:.1f} s and {row['peak_megabytes']:.1f} MB at the peak, program "
            "included.")


def replace(document):
    page = PAGE.read_text(encoding="utf-8")
    for name, write in (("matches", matches), ("evolution", evolution), ("memory", memory)):
        marked = re.compile(f"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not marked.search(page):
            sys.exit(f"update_performance: {PAGE} has no <!-- {name} --> ... <!-- end -->")
        text = write(document)
        page = marked.sub(lambda m, text=text: m[1] + "\n" + text + "\n\n" + m[2], page)
    PAGE.write_text(page, encoding="utf-8")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    document = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    if len(sys.argv) == 3:
        document["other"] = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    replace(document)
    PICTURE.write_text(picture(document), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
