"""The dictionary of docs/data.md has the columns of the tables in Python."""
import pathlib

import evorisk


def test_every_column_of_evaluate_is_explained():
    text = (pathlib.Path(__file__).parents[2] / "docs/data.md").read_text()
    part = text.split("## Tables in Python")[1].split("## ")[0]
    known = [line.split("|")[1].strip() for line in part.splitlines()
             if line.startswith("| ") and "| column |" not in line]
    criteria = {"completeness", "duration", "advantage", "branching_factor", "drama",
                "killer_moves", "lead_change"}
    found = []
    for name in evorisk.evaluate("thesis-9", 2).dtype.names:
        for ending in ["_se", "_low", "_high"]:
            base = name.removesuffix(ending)
            if base in criteria or base == "fitness":
                name = base
        name = "CRITERION" if name in criteria else "wins_SEAT" if name[:5] == "wins_" else name
        if name not in found:
            found.append(name)
    assert found == known
