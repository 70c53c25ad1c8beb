#!/usr/bin/env python3
"""Holds the texts of pages against the sources that use them: texts_test.py SOURCE_DIRECTORY

Every text of app/view/pages.json is used, and every one that is used is there.
"""
import json
import pathlib
import re
import sys

USE = re.compile(r'\b(?:html_told|told|page_text)\(\s*"([^"]+)"')


def main():
    root = pathlib.Path(sys.argv[1])
    texts = set(json.loads((root / "app/view/pages.json").read_text()))
    used = {name for folder in ("app/view", "app/report")
            for file in (root / folder).glob("*.cpp") for name in USE.findall(file.read_text())}
    found = [f"app/view/pages.json: nothing uses {name}" for name in sorted(texts - used)]
    found += [f"app/view/pages.json: {name} is missing" for name in sorted(used - texts)]
    print("\n".join(found) if found else f"{len(texts)} texts, all of them used")
    return 1 if found else 0


sys.exit(main())
